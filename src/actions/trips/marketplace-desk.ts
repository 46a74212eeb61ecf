import { type DeskSummary, summariseTrips } from '../../domain/desk-summary.ts'
import { dayMs, findFirstMs, findLastMs } from '../../domain/instant.ts'
import type { TripState } from '../../domain/job.ts'
import { invalid } from '../../domain/refusal.ts'
import { listSearchWords } from '../../domain/trip-words.ts'
import { type ListedPage, type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { type DeskPayment, listDeskPayments } from '../../storage/queries/desk-payments.ts'
import { findFirstTimezone, listTripsEntered } from '../../storage/queries/desk-summary.ts'
import { listDeskTrips } from '../../storage/queries/desk-trips.ts'
import { findOperatorByRef } from '../../storage/queries/operators.ts'
import { listUnclaimedUnknownPayments, type UnknownPaymentRow } from '../../storage/queries/unknown-payments.ts'
import type { Reader } from '../../storage/storage.ts'
import { type PaymentsAsked, parsePaymentDays } from '../money/dues.ts'

export type DeskTripsAsked = PageAsked & {
  readonly status: TripState | null
  /** Search text; null for any trip. */
  readonly q: string | null
  readonly updatedSince: number | null
}

/** Lists one page of the marketplace's trips, newest first, without own trips of operators. */
export function listMarketTrips(db: Reader, { q, status, updatedSince, ...page }: DeskTripsAsked) {
  return listDeskTrips(db, { status, updatedSince, words: q === null ? null : listSearchWords(q), ...toPageSpan(page) })
}

/** Greatest number of days in one summary. */
const mostDays = 366

/** Two days (`2026-06-12`), both included. */
export type DeskDays = { readonly from: string; readonly to: string }

/** A summary of the results of the trips of some days, and the time zone of those days. */
export type SummaryOfDays = DeskSummary & DeskDays & { readonly timezone: string }

/**
 * Sums up the results of the trips that were entered on these days. Refuses `validation_failed` for days in the wrong order, or
 * more than 366.
 */
export async function summariseDays(db: Reader, { from, to }: DeskDays): Promise<SummaryOfDays> {
  if (to < from) throw invalid(['to'], 'notBefore', { other: 'from' })
  const timezone = await timezoneOfDesk(db)
  const [first, last] = [findFirstMs(from, timezone), findLastMs(to, timezone)]
  // A day of 25 hours is one day.
  if (Math.round((last - first) / dayMs) > mostDays) throw invalid(['to'], 'withinDaysOf', { other: 'from', days: mostDays })
  return { from, to, timezone, ...summariseTrips(await listTripsEntered(db, first, last)) }
}

/** The time zone of the first operator on the server, because a marketplace has none. */
async function timezoneOfDesk(db: Reader): Promise<string> {
  return (await findFirstTimezone(db)) ?? 'Europe/London'
}

/** Greatest number of unknown payments in a list. */
const mostUnknown = 1_000

/** Lists money that only the provider has known since a restore, without a certain operator, oldest first. */
export async function listUnclaimedMoney(db: Reader): Promise<UnknownPaymentRow[]> {
  return listUnclaimedUnknownPayments(db, mostUnknown)
}

/** Payments of whichever trip of the marketplace, or only those meant for one operator. */
export type DeskPaymentsAsked = PaymentsAsked & { readonly operatorRef: string | null }

/**
 * Lists the payments and refunds of the marketplace's customers with the result of each try, the last recorded first. Days are on
 * the clocks of `summariseDays`. Refuses `validation_failed` for more than 400 days, and for an unknown operator.
 */
export async function listEveryPayment(
  db: Reader,
  { from, to, operatorRef, ...asked }: DeskPaymentsAsked,
  now: number,
): Promise<ListedPage<DeskPayment>> {
  const operator = operatorRef === null ? null : await findOperatorByRef(db, operatorRef)
  if (operatorRef !== null && operator === null) throw invalid(['operatorRef'], 'unknown')
  const { from: first, to: last } = parsePaymentDays({ from, to }, await timezoneOfDesk(db), now)
  const { means, status } = asked
  return listDeskPayments(db, { operatorId: operator?.id ?? null, from: first, to: last, means, status, ...toPageSpan(asked) })
}
