import { dayMs, hourMs } from './instant.ts'

/**
 * Kinds of matters that may need the desk: what goes wrong on the road first, then what runs out, then what can wait.
 */
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
  /** Within two hours, or on the road as we speak. */
  'now',
  /** Today or tomorrow. */
  'soon',
  /** Good to know. */
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

/** One line of what needs somebody. `dueAt` in ms; null where nothing runs out. */
export type OpenPoint = {
  readonly kind: OpenPointKind
  /** Reference of the trip it is about; null where it is about none. */
  readonly ref: string | null
  readonly subject: { readonly kind: SubjectKind; readonly id: number } | null
  readonly summary: string
  readonly dueAt: number | null
  readonly severity: Severity
}

/** The severity of a deadline (ms): now within two hours of it and after it, soon within two days. */
export function severityBy(dueAt: number, now: number): Severity {
  if (dueAt <= now + 2 * hourMs) return 'now'
  return dueAt <= now + 2 * dayMs ? 'soon' : 'info'
}

/** Exceptions before routine: by how much it presses, then by kind, then by what runs out first. */
export function inUrgency(points: readonly OpenPoint[]): OpenPoint[] {
  const due = ({ dueAt }: OpenPoint) => dueAt ?? Number.MAX_SAFE_INTEGER
  return points.toSorted(
    (one, other) =>
      severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
      openPointKinds.indexOf(one.kind) - openPointKinds.indexOf(other.kind) ||
      due(one) - due(other),
  )
}
