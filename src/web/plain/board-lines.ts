import type { Ability } from '../../domain/ability.ts'
import { formatWord } from './words.ts'

/** The part of a board line that its words depend on. */
export type BoardLine = {
  readonly kind: string
  readonly ref: string | null
  readonly subject: { readonly kind: string; readonly id: number } | null
  readonly summary: string
  readonly due_at: string | null
  readonly severity: string
  readonly trip: {
    readonly pickup_label: string
    readonly dropoff_label: string
    readonly departs_at: string
    readonly passenger_count: number
    readonly customer_name: string | null
    readonly vehicle_reg: string | null
  } | null
  readonly amount: number | null
  readonly currency_code: string | null
  readonly subject_name: string | null
}

/** The fleet vehicle of each check, by the id of the check. */
type VehicleOfCheck = ReadonlyMap<number, number>

/** The words of a kind of line: its state, the label of its button, and the target of the button. */
type LineKind = {
  readonly word: string
  readonly button: string
  /** Ability that the button needs. Without it the button reads "Open". */
  readonly needs?: Ability
  readonly href: (line: BoardLine, vehicleOfCheck: VehicleOfCheck) => string | null
  /** Address for people whose role cannot open a job. */
  readonly beside?: string
}

/** The target of a line: the word on its button and the address. */
export type LineTarget = { readonly button: string; readonly href: string }

const createBookingTarget =
  (search = '') =>
  ({ ref }: BoardLine) =>
    ref === null ? null : `/bookings/${ref}${search}`

const createSubjectTarget =
  (before: string) =>
  ({ subject }: BoardLine) =>
    subject === null ? null : `${before}${subject.id}`

const createFixedTarget = (href: string) => () => href

const kinds: Readonly<Record<string, LineKind>> = {
  incident: {
    word: 'Incident',
    button: 'Close incident',
    needs: 'drivers:write',
    href: createSubjectTarget('/incidents?incident='),
  },
  unsafe_vehicle: {
    word: 'Vehicle unsafe',
    button: 'Mark repaired',
    needs: 'drivers:write',
    href: ({ subject }, vehicleOfCheck) => {
      const vehicle = subject && vehicleOfCheck.get(subject.id)
      return vehicle ? `/vehicles/${vehicle}` : '/vehicles'
    },
  },
  late: { word: 'Late', button: 'Open', href: createBookingTarget() },
  unstaffed: { word: 'No driver', button: 'Assign driver', needs: 'drivers:write', href: createBookingTarget('?assign=1') },
  booking_request: {
    word: 'Booking request',
    button: 'Answer',
    needs: 'quotes:write',
    href: ({ ref }) => `/inbox?filter=requests&ref=${ref}`,
  },
  unacknowledged: { word: 'Awaiting driver', button: 'Open crew', href: createBookingTarget('?tab=crew') },
  customer_unreachable: { word: 'No contact details', button: 'Open', href: createBookingTarget() },
  amendment: { word: 'Change request', button: 'Answer', needs: 'quotes:write', href: createBookingTarget('?tab=changes') },
  // The job becomes a booking when the payment arrives.
  transfer_awaited: {
    word: 'Awaiting payment',
    button: 'Mark as received',
    href: ({ ref }) => `/jobs/${ref}?received=1`,
    beside: '/money?tab=in',
  },
  job_closing: { word: 'Quote closing', button: 'Quote', needs: 'quotes:write', href: ({ ref }) => `/jobs/${ref}` },
  balance_overdue: { word: 'Overdue', button: 'Record payment', href: ({ ref }) => `/money?tab=due&pay=${ref}` },
  refund_due: { word: 'Refund to send', button: 'Mark as refunded', href: createBookingTarget('?tab=money') },
  payment_to_settle: { word: 'Payment to check', button: 'Check payment', href: createFixedTarget('/money?tab=in') },
  invoice_requested: {
    word: 'Invoice requested',
    button: 'Create invoice',
    href: ({ ref }) => `/money?tab=invoices&make=${ref}`,
  },
  company_contact_missing: { word: 'Company details', button: 'Add details', href: createFixedTarget('/settings') },
  message_failing: {
    word: 'Not sent',
    button: 'Show reason',
    href: ({ ref, subject }) =>
      subject === null ? '/settings/mail' : ref === null ? '/settings/messages' : `/bookings/${ref}?tab=log`,
  },
  backup_failing: { word: 'Backup failed', button: 'Show reason', href: createFixedTarget('/settings/data') },
  webhook_parked: { word: 'Webhook stopped', button: 'Fix', href: createFixedTarget('/settings/webhooks') },
  document_expiring: {
    word: 'Document expiring',
    button: 'Update document',
    needs: 'drivers:write',
    href: ({ subject }) => subject && `/${subject.kind === 'vehicle' ? 'vehicles' : 'drivers'}/${subject.id}`,
  },
}

/** The state of a line in a few words. An unknown kind shows its own name. */
export function formatLineKind(line: BoardLine): string {
  const { kind, severity } = line
  if (kind === 'document_expiring') return `${findDocument(line)} ${severity === 'now' ? 'expired' : 'expiring'}`
  return kinds[kind]?.word ?? formatWord(kind)
}

/** The document that the summary of a line begins with: `Licence`, `DBS`, `MOT`. */
export function findDocument({ summary }: Pick<BoardLine, 'summary'>): string {
  const name = /^(?:The )?(licence|DBS|MOT)\b/.exec(summary)?.[1] ?? 'document'
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The button of a line and its target. `can` holds the abilities of the reader. Null if the line has no target. */
export function findLineTarget(
  line: BoardLine,
  can: (ability: Ability) => boolean,
  vehicleOfCheck: VehicleOfCheck,
): LineTarget | null {
  const kind: LineKind = kinds[line.kind] ?? { word: '', button: 'Open', href: createBookingTarget() }
  const href = kind.beside !== undefined && !can('jobs:read') ? kind.beside : kind.href(line, vehicleOfCheck)
  if (href === null) return null
  if (kind.needs !== undefined && !can(kind.needs)) return { button: 'Open', href }
  return { button: line.kind === 'document_expiring' ? `Update ${formatNameInButton(findDocument(line))}` : kind.button, href }
}

/** The name of a document inside a button: `licence`, but `MOT`. */
function formatNameInButton(name: string): string {
  return name === name.toUpperCase() ? name : name.toLowerCase()
}

const ofJobs: readonly string[] = ['job_closing', 'booking_request', 'transfer_awaited', 'payment_to_settle']

/** The target of the reference in a summary. `can` holds the abilities of the reader. Null if the reader can open neither. */
export function findRefTarget({ kind, ref }: BoardLine, can: (ability: Ability) => boolean): string | null {
  if (ref === null) return null
  if (!ofJobs.includes(kind)) return `/bookings/${ref}`
  return can('jobs:read') ? `/jobs/${ref}` : null
}

/** The lists of the Today page. */
export type LineList = 'urgent' | 'todo' | 'coming'

/** The order of kinds in the urgent list. Other kinds follow by deadline. */
const urgentKinds = ['unsafe_vehicle', 'incident', 'unstaffed', 'late']

/**
 * The list of a line. Urgent: due within two hours, on the road, or without a driver. A promised transfer is always to do. An expired document is urgent if its driver or
 * vehicle has a trip within seven days; without such a trip a document only comes up.
 */
export function findLineList({ kind, severity, trip = null }: BoardLine): LineList {
  if (kind === 'document_expiring' && trip === null) return 'coming'
  if (severity === 'now' || kind === 'unstaffed') return 'urgent'
  return severity === 'soon' || kind === 'transfer_awaited' ? 'todo' : 'coming'
}

/** Sorts urgent lines: trouble on the road first, then by deadline. */
export function sortUrgentLines(lines: readonly BoardLine[]): readonly BoardLine[] {
  const rank = ({ kind }: BoardLine) => (urgentKinds.includes(kind) ? urgentKinds.indexOf(kind) : urgentKinds.length)
  const due = ({ due_at }: BoardLine) => (due_at === null ? Number.POSITIVE_INFINITY : Date.parse(due_at))
  return lines.toSorted((one, other) => rank(one) - rank(other) || Math.sign(due(one) - due(other)) || 0)
}

/** The filters of the to-do list, each with its kinds. */
export const todoFilters = [
  { value: 'requests', label: 'Requests', kinds: ['booking_request', 'amendment'] },
  { value: 'quotes', label: 'Quotes', kinds: ['job_closing'] },
  {
    value: 'money',
    label: 'Money',
    kinds: ['transfer_awaited', 'balance_overdue', 'refund_due', 'payment_to_settle', 'invoice_requested'],
  },
] as const

/** Number of lines of a kind that a list shows. The others are folded. */
const shownOfKind = 5

/** Lines of a list, with the number of folded lines of each kind. */
export type FoldedLines = {
  readonly lines: readonly BoardLine[]
  readonly folded: readonly { readonly kind: string; readonly word: string; readonly count: number }[]
}

/** Folds the lines of a kind after the fifth, unless the kind is in `opened`. */
export function foldLines(lines: readonly BoardLine[], opened: ReadonlySet<string>): FoldedLines {
  const byKind = Map.groupBy(lines, ({ kind }) => kind)
  const most = (kind: string) => (opened.has(kind) ? Number.POSITIVE_INFINITY : shownOfKind)
  return {
    lines: lines.filter((line) => (byKind.get(line.kind) ?? []).indexOf(line) < most(line.kind)),
    folded: [...byKind].flatMap(([kind, [first, ...others]]) => {
      const count = others.length + 1 - most(kind)
      return first !== undefined && count > 0 ? [{ kind, word: kinds[kind]?.word ?? formatLineKind(first), count }] : []
    }),
  }
}
