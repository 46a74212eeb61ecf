import type { PortalCaller } from '../../domain/caller.ts'
import { type DaySpan, parseDaySpan } from '../../domain/day-span.ts'
import { toLocalDate } from '../../domain/instant.ts'
import { type DueStatus, findDueSince, findOverdueSpan, type LedgerStatus, overdueAfterMs } from '../../domain/ledger.ts'
import type { PaymentMeans } from '../../domain/payment.ts'
import { type ListedPage, type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { listAccountPayments } from '../../storage/queries/account-payments.ts'
import { type DueRecord, type ExportedDue, exportDues, listDues } from '../../storage/queries/dues.ts'
import type { Reader } from '../../storage/storage.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import type { Exportable } from './exports.ts'

/** A booking with an amount due: the instant (ms) it fell due, the day on the operator's clocks, and the number of days since. */
export type CustomerDue = DueRecord & { readonly dueAt: number; readonly dueOn: string; readonly daysOver: number }

/** Lists the caller's bookings with an amount due, the oldest first; `status` null lists all. */
export async function listOwnDues(
  db: Reader,
  caller: PortalCaller,
  asked: PageAsked & { readonly status: DueStatus | null },
  now: number,
): Promise<ListedPage<CustomerDue>> {
  const { operatorId } = caller
  const { timezone } = await findOwnOperator(db, caller)
  const { items, total } = await listDues(db, { operatorId, ...findOverdueSpan(asked.status, now), ...toPageSpan(asked) })
  return { items: items.map((item) => customerDue(item, timezone, now)), total }
}

function customerDue(record: DueRecord, timezone: string, now: number): CustomerDue {
  const today = Temporal.PlainDate.from(toLocalDate(now, timezone))
  const dueAt = findDueSince(record.booking) ?? now
  const dueOn = toLocalDate(dueAt, timezone)
  const daysOver = Math.max(0, Temporal.PlainDate.from(dueOn).until(today, { largestUnit: 'days' }).days)
  return { ...record, dueAt, dueOn, daysOver }
}

/** The bookings with an amount due as a table, by due date. */
export const everyDue: Exportable<ExportedDue> = {
  read: (db, { to, after, ...asked }) =>
    exportDues(db, { ...asked, to: to + overdueAfterMs, after: { ...after, at: after.at + overdueAfterMs } }),
  positionOf: ({ booking }) => ({ at: findDueSince(booking) ?? 0, id: booking.id }),
}

/** A row of the table at `now`; null if its status is not `status`. */
export function buildExportedDue(
  { timezone, ...record }: ExportedDue,
  status: DueStatus | null,
  now: number,
): CustomerDue | null {
  const { from, to } = findOverdueSpan(status, now)
  const { overdueAt } = record.booking
  return overdueAt !== null && overdueAt >= from && overdueAt <= to ? customerDue(record, timezone, now) : null
}

/** A page of payments, by the days of their records: null for the last 90. Any other null does not filter. */
export type PaymentsAsked = PageAsked & {
  readonly from: string | null
  readonly to: string | null
  readonly means: PaymentMeans | null
  readonly status: LedgerStatus | null
}

const usualDays = 90

/**
 * The payments and refunds of the caller's bookings, the last recorded first. Refuses `validation_failed` for more
 * than 400 days.
 */
export async function listOwnPayments(db: Reader, caller: PortalCaller, { from, to, ...asked }: PaymentsAsked, now: number) {
  const { operatorId } = caller
  const { timezone } = await findOwnOperator(db, caller)
  const { from: first, to: last } = parsePaymentDays({ from, to }, timezone, now)
  const { means, status } = asked
  return listAccountPayments(db, { operatorId, from: first, to: last, means, status, ...toPageSpan(asked) })
}

/** The requested days of payments; by default the last 90. Refuses `validation_failed` for more than 400. */
export function parsePaymentDays({ from, to }: Pick<PaymentsAsked, 'from' | 'to'>, timezone: string, now: number): DaySpan {
  const last = to ?? toLocalDate(now, timezone)
  return parseDaySpan(from ?? String(Temporal.PlainDate.from(last).subtract({ days: usualDays })), last, timezone)
}
