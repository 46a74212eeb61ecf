import { dayMs, hourMs } from './instant.ts'

/** Kinds of points that need attention: trouble on the road first, then deadlines, then the rest. */
export const openPointKinds = [
  'incident',
  'unsafe_vehicle',
  'late',
  'unstaffed',
  'booking_request',
  'unacknowledged',
  'customer_unreachable',
  'amendment',
  'transfer_awaited',
  'job_closing',
  'balance_overdue',
  'refund_due',
  'payment_to_settle',
  'invoice_requested',
  'company_contact_missing',
  'message_failing',
  'backup_failing',
  'webhook_parked',
  'document_expiring',
] as const

type OpenPointKind = (typeof openPointKinds)[number]

export const severities = [
  /** Due within two hours, or on the road now. */
  'now',
  /** Due today or tomorrow. */
  'soon',
  /** Information only. */
  'info',
] as const

export type Severity = (typeof severities)[number]

export const subjectKinds = [
  'quote',
  'payment',
  'duty',
  'incident',
  'vehicle_check',
  'driver',
  'vehicle',
  'webhook',
  'amendment',
  'message',
] as const

type SubjectKind = (typeof subjectKinds)[number]

/** One line of the list of what needs attention. `dueAt` in ms; null without a deadline. */
export type OpenPoint = {
  readonly kind: OpenPointKind
  /** Reference of its trip; null without one. */
  readonly ref: string | null
  readonly subject: { readonly kind: SubjectKind; readonly id: number } | null
  readonly summary: string
  readonly dueAt: number | null
  readonly severity: Severity
  /** The money of the line, in minor units. */
  readonly sum?: { readonly amount: number; readonly currencyCode: string }
  /** Name of the person, plate or webhook of the line. */
  readonly subjectName?: string
  /** Reference of the next trip that the subject of the line concerns, such as the next duty of a driver. */
  readonly nextRef?: string
}

/** The trip of a line for people: places as the reader may see them, and the departure in ms. */
export type OpenPointTrip = {
  /** `Leeds → York, 45 passengers, return`. */
  readonly summary: string
  readonly pickupLabel: string
  readonly dropoffLabel: string
  readonly departsAt: number
  readonly passengerCount: number
  /** The organisation, else the person. Null before the booking. */
  readonly customerName: string | null
  /** Plate of the first vehicle; null without one. */
  readonly vehicleReg: string | null
}

/** The severity of a deadline (ms): now within two hours of it and after it, soon within two days. */
export function findSeverity(dueAt: number, now: number): Severity {
  if (dueAt <= now + 2 * hourMs) return 'now'
  return dueAt <= now + 2 * dayMs ? 'soon' : 'info'
}

/** Sorts by severity, then by kind, then by the nearest deadline. */
export function sortByUrgency(points: readonly OpenPoint[]): OpenPoint[] {
  const due = ({ dueAt }: OpenPoint) => dueAt ?? Number.MAX_SAFE_INTEGER
  return points.toSorted(
    (one, other) =>
      severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
      openPointKinds.indexOf(one.kind) - openPointKinds.indexOf(other.kind) ||
      due(one) - due(other),
  )
}
