import type { Ability } from '../../domain/ability.ts'
import { spokenWord } from './words.ts'

/** The part of a line of the board that it is told from. */
export type BoardLine = {
  readonly kind: string
  readonly ref: string | null
  readonly subject: { readonly kind: string; readonly id: number } | null
  readonly summary: string
  readonly due_at: string | null
  readonly severity: string
}

/** The coach of the fleet that a check was of, by the check's id; checks of other coaches are not in it. */
type VehicleOfCheck = ReadonlyMap<number, number>

/** A kind of line as people read it, and what its button says and leads to. */
type LineKind = {
  readonly word: string
  readonly button: string
  /** Ability that doing it needs; without it a line is only looked at. */
  readonly needs?: Ability
  readonly href: (line: BoardLine, vehicleOfCheck: VehicleOfCheck) => string | null
  /** Address at which it is done by those who may not look at a job. */
  readonly beside?: string
}

/** The target of a line: the word on its button and the address. */
export type LineTarget = { readonly button: string; readonly href: string }

const booking =
  (search = '') =>
  ({ ref }: BoardLine) =>
    ref === null ? null : `/bookings/${ref}${search}`

const subjectIn =
  (before: string) =>
  ({ subject }: BoardLine) =>
    subject === null ? null : `${before}${subject.id}`

const always = (href: string) => () => href

const kinds: Readonly<Record<string, LineKind>> = {
  incident: { word: 'Incident', button: 'Settle', needs: 'drivers:write', href: subjectIn('/incidents?incident=') },
  unsafe_vehicle: {
    word: 'Unsafe coach',
    button: 'Clear',
    needs: 'drivers:write',
    href: ({ subject }, vehicleOfCheck) => {
      const vehicle = subject && vehicleOfCheck.get(subject.id)
      return vehicle ? `/vehicles/${vehicle}` : '/vehicles'
    },
  },
  late: { word: 'Late', button: 'Open', href: booking() },
  unstaffed: { word: 'Needs a driver', button: 'Assign', needs: 'drivers:write', href: booking('?assign=1') },
  booking_request: {
    word: 'They want to book',
    button: 'Answer',
    needs: 'quotes:write',
    href: ({ ref }) => `/inbox?filter=requests&ref=${ref}`,
  },
  unacknowledged: { word: 'Waiting for the driver', button: 'See the crew', href: booking('?tab=crew') },
  customer_unreachable: { word: 'No contact details', button: 'Open', href: booking() },
  amendment: { word: 'Change wished', button: 'Answer', needs: 'quotes:write', href: booking('?tab=changes') },
  // It is a booking only once the money is there.
  transfer_awaited: {
    word: 'Waiting for money',
    button: 'It has come',
    href: ({ ref }) => `/jobs/${ref}?received=1`,
    beside: '/money?tab=in',
  },
  job_closing: { word: 'Closing', button: 'Quote', needs: 'quotes:write', href: ({ ref }) => `/jobs/${ref}` },
  balance_overdue: { word: 'Overdue', button: 'Record payment', href: ({ ref }) => `/money?tab=due&pay=${ref}` },
  refund_due: { word: 'Refund due', button: 'Send it', href: booking('?tab=money') },
  payment_to_settle: { word: 'Money to settle', button: 'Look', href: always('/money?tab=in') },
  invoice_requested: {
    word: 'Invoice requested',
    button: 'Make invoice',
    href: ({ ref }) => `/money?tab=invoices&make=${ref}`,
  },
  company_contact_missing: { word: 'Company details', button: 'Add', href: always('/settings') },
  message_failing: {
    word: 'Not sent',
    button: 'See why',
    href: ({ ref, subject }) =>
      subject === null ? '/settings/mail' : ref === null ? '/settings/messages' : `/bookings/${ref}?tab=log`,
  },
  backup_failing: { word: 'Backup failed', button: 'See why', href: always('/settings/data') },
  webhook_parked: { word: 'Webhook parked', button: 'Mend', href: always('/settings/webhooks') },
  document_expiring: {
    word: 'Runs out',
    button: 'Renew',
    needs: 'drivers:write',
    href: ({ subject }) => subject && `/${subject.kind === 'vehicle' ? 'vehicles' : 'drivers'}/${subject.id}`,
  },
}

/** A word or two for what a line is about. A kind this page does not know yet is told by its own name. */
export function lineWord({ kind }: BoardLine): string {
  return kinds[kind]?.word ?? spokenWord(kind)
}

/** The button of a line for somebody who may do so much, and where it leads; null where there is nowhere to go. */
export function lineTarget(
  line: BoardLine,
  can: (ability: Ability) => boolean,
  vehicleOfCheck: VehicleOfCheck,
): LineTarget | null {
  const kind: LineKind = kinds[line.kind] ?? { word: '', button: 'Open', href: booking() }
  const href = kind.beside !== undefined && !can('jobs:read') ? kind.beside : kind.href(line, vehicleOfCheck)
  if (href === null) return null
  return { button: kind.needs === undefined || can(kind.needs) ? kind.button : 'Open', href }
}

const ofJobs: readonly string[] = ['job_closing', 'booking_request', 'transfer_awaited', 'payment_to_settle']

/** The address of the ref in its sentence, for somebody who may do so much; null where there is nowhere to go. */
export function refTarget({ kind, ref }: BoardLine, can: (ability: Ability) => boolean): string | null {
  if (ref === null) return null
  if (!ofJobs.includes(kind)) return `/bookings/${ref}`
  return can('jobs:read') ? `/jobs/${ref}` : null
}

/** The sentence in three: what stands before the ref, the ref, and what comes after it; the ref follows where it is not in it. */
export function aroundRef({ summary, ref }: BoardLine): readonly [string, string, string] {
  if (ref === null) return [summary, '', '']
  const at = summary.indexOf(ref)
  return at < 0 ? [`${summary} `, ref, ''] : [summary.slice(0, at), ref, summary.slice(at + ref.length)]
}

const urgencies = [
  ['now', 'Now'],
  ['soon', 'Soon'],
  ['info', 'Good to know'],
] as const

/** Number of lines of a kind under one heading before the others are folded. */
const shownOfKind = 5

/** The lines under one heading: those that stand there, and how many of each kind are folded. */
export type LineGroup = {
  readonly urgency: string
  readonly title: string
  readonly lines: readonly BoardLine[]
  readonly folded: readonly { readonly kind: string; readonly word: string; readonly count: number }[]
}

/** The lines by how much they press, in the order the server gives; of many of one kind the first, unless its kind is `opened`. */
export function grouped(lines: readonly BoardLine[], opened: ReadonlySet<string>): readonly LineGroup[] {
  const known = new Set<string>(urgencies.map(([urgency]) => urgency))
  return urgencies.flatMap(([urgency, title]) => {
    const all = lines.filter(({ severity }) => (known.has(severity) ? severity : 'info') === urgency)
    if (all.length === 0) return []
    const byKind = Map.groupBy(all, ({ kind }) => kind)
    const most = (kind: string) => (opened.has(`${urgency} ${kind}`) ? Number.POSITIVE_INFINITY : shownOfKind)
    return [
      {
        urgency,
        title,
        lines: all.filter((line) => (byKind.get(line.kind) ?? []).indexOf(line) < most(line.kind)),
        folded: [...byKind].flatMap(([kind, [first, ...others]]) => {
          const count = others.length + 1 - most(kind)
          return first !== undefined && count > 0 ? [{ kind, word: lineWord(first), count }] : []
        }),
      },
    ]
  })
}
