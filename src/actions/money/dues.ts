import type { PortalCaller } from '../../domain/caller.ts'
import { type DaySpan, daysFrom } from '../../domain/day-span.ts'
import { toLocalDate } from '../../domain/instant.ts'
import { dueSince, type LedgerStatus, type OwedStatus, overdueAfterMs, overdueSpan } from '../../domain/ledger.ts'
import type { PaymentMeans } from '../../domain/payment.ts'
import { type ListedPage, type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { listAccountPayments } from '../../storage/queries/account-payments.ts'
import { type DueRecord, type ExportedDue, exportDues, listDues } from '../../storage/queries/dues.ts'
import type { Reader } from '../../storage/storage.ts'
import { operatorOf } from '../quotes/jobs.ts'
import type { Exportable } from './exports.ts'

/** A booking with money owing: since when (ms), the day that is on the operator's clocks, and how many days ago. */
export type CustomerDue = DueRecord & { readonly dueAt: number; readonly dueOn: string; readonly daysOver: number }

/** The caller's bookings with money owing, what has been owed longest first; `status` null lists all. */
export async function listOwnDues(
  db: Reader,
  caller: PortalCaller,
  asked: PageAsked & { readonly status: OwedStatus | null },
  now: number,
): Promise<ListedPage<CustomerDue>> {
  const { operatorId } = caller
  const { timezone } = await operatorOf(db, caller)
  const { items, total } = await listDues(db, { operatorId, ...overdueSpan(asked.status, now), ...pageSpanOf(asked) })
  return { items: items.map((item) => customerDue(item, timezone, now)), total }
}

function customerDue(record: DueRecord, timezone: string, now: number): CustomerDue {
  const today = Temporal.PlainDate.from(toLocalDate(now, timezone))
  const dueAt = dueSince(record.booking) ?? now
  const dueOn = toLocalDate(dueAt, timezone)
  const daysOver = Math.max(0, Temporal.PlainDate.from(dueOn).until(today, { largestUnit: 'days' }).days)
  return { ...record, dueAt, dueOn, daysOver }
}

/** The bookings with money owing as a table, by the day they fall due. */
export const everyDue: Exportable<ExportedDue> = {
  read: (db, { to, after, ...asked }) =>
    exportDues(db, { ...asked, to: to + overdueAfterMs, after: { ...after, at: after.at + overdueAfterMs } }),
  positionOf: ({ booking }) => ({ at: dueSince(booking) ?? 0, id: booking.id }),
}

/** A row of the table as it stands at `now`; null where it does not stand as `status` says. */
export function exportedDue({ timezone, ...record }: ExportedDue, status: OwedStatus | null, now: number): CustomerDue | null {
  const { from, to } = overdueSpan(status, now)
  const { overdueAt } = record.booking
  return overdueAt !== null && overdueAt >= from && overdueAt <= to ? customerDue(record, timezone, now) : null
}

/** A page of payments, by the days on which they were written down: null for the last 90. Other nulls stand for any. */
export type PaymentsAsked = PageAsked & {
  readonly from: string | null
  readonly to: string | null
  readonly means: PaymentMeans | null
  readonly status: LedgerStatus | null
}

const usualDays = 90

/**
 * The payments and refunds of the caller's bookings, the last written down first. Refuses `validation_failed` for more
 * than 400 days.
 */
export async function listOwnPayments(db: Reader, caller: PortalCaller, { from, to, ...asked }: PaymentsAsked, now: number) {
  const { operatorId } = caller
  const { timezone } = await operatorOf(db, caller)
  const { from: first, to: last } = paymentDays({ from, to }, timezone, now)
  const { means, status } = asked
  return listAccountPayments(db, { operatorId, from: first, to: last, means, status, ...pageSpanOf(asked) })
}

/** The days of payments that are asked for; the last 90 where none are. Refuses `validation_failed` for more than 400. */
export function paymentDays({ from, to }: Pick<PaymentsAsked, 'from' | 'to'>, timezone: string, now: number): DaySpan {
  const last = to ?? toLocalDate(now, timezone)
  return daysFrom(from ?? String(Temporal.PlainDate.from(last).subtract({ days: usualDays })), last, timezone)
}
