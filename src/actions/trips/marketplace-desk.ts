import { type DeskSummary, summariseTrips } from '../../domain/desk-summary.ts'
import { dayMs, firstMsOf, lastMsOf } from '../../domain/instant.ts'
import type { TripState } from '../../domain/job.ts'
import { invalid } from '../../domain/refusal.ts'
import { wordsIn } from '../../domain/trip-words.ts'
import { type ListedPage, type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { type DeskPayment, listDeskPayments } from '../../storage/queries/desk-payments.ts'
import { firstTimezone, tripsEntered } from '../../storage/queries/desk-summary.ts'
import { listDeskTrips } from '../../storage/queries/desk-trips.ts'
import { findOperatorByRef } from '../../storage/queries/operators.ts'
import { type UnknownPaymentRow, unclaimedUnknownPayments } from '../../storage/queries/unknown-payments.ts'
import type { Reader } from '../../storage/storage.ts'
import { type PaymentsAsked, paymentDays } from '../money/dues.ts'

export type DeskTripsAsked = PageAsked & {
  readonly status: TripState | null
  /** Text that was typed to find a trip; null for any trip. */
  readonly q: string | null
  readonly updatedSince: number | null
}

/** One page of the marketplace's trips, newest first; those that operators entered for themselves are none of its. */
export function listMarketTrips(db: Reader, { q, status, updatedSince, ...page }: DeskTripsAsked) {
  return listDeskTrips(db, { status, updatedSince, words: q === null ? null : wordsIn(q), ...pageSpanOf(page) })
}

/** Greatest number of days that are told of at once. */
const mostDays = 366

/** Two days (`2026-06-12`), both with what is asked for. */
export type DeskDays = { readonly from: string; readonly to: string }

/** A summary of what became of the trips of some days, and the time zone of those days. */
export type SummaryOfDays = DeskSummary & DeskDays & { readonly timezone: string }

/**
 * Sums up what became of the trips that were entered on these days. The clocks are those of the operator who was on the
 * server first: a marketplace has none of its own. Refuses `validation_failed` for days that do not follow each other,
 * or are more than 366.
 */
export async function summariseDays(db: Reader, { from, to }: DeskDays): Promise<SummaryOfDays> {
  if (to < from) throw invalid(['to'], 'notBefore', { other: 'from' })
  const timezone = await timezoneOfDesk(db)
  const [first, last] = [firstMsOf(from, timezone), lastMsOf(to, timezone)]
  // A day of 25 hours is one day.
  if (Math.round((last - first) / dayMs) > mostDays) throw invalid(['to'], 'withinDaysOf', { other: 'from', days: mostDays })
  return { from, to, timezone, ...summariseTrips(await tripsEntered(db, first, last)) }
}

/** A marketplace has no clocks of its own: those of the operator who was on the server first. */
async function timezoneOfDesk(db: Reader): Promise<string> {
  return (await firstTimezone(db)) ?? 'Europe/London'
}

/** Greatest number of unknown payments that are listed at once. */
const mostUnknown = 1_000

/**
 * Money that the provider alone knows of since a backup was restored, where it cannot be told which operator it is for;
 * the oldest first.
 */
export async function listUnclaimedMoney(db: Reader): Promise<UnknownPaymentRow[]> {
  return unclaimedUnknownPayments(db, mostUnknown)
}

/** Payments of whichever trip of the marketplace, or only those meant for one operator. */
export type DeskPaymentsAsked = PaymentsAsked & { readonly operatorRef: string | null }

/**
 * The payments and refunds of the marketplace's customers, and what came of each try, the last written down first. Days
 * are on the clocks of `summariseDays`. Refuses `validation_failed` for more than 400 of them, and for an operator that
 * does not exist.
 */
export async function listEveryPayment(
  db: Reader,
  { from, to, operatorRef, ...asked }: DeskPaymentsAsked,
  now: number,
): Promise<ListedPage<DeskPayment>> {
  const operator = operatorRef === null ? null : await findOperatorByRef(db, operatorRef)
  if (operatorRef !== null && operator === null) throw invalid(['operatorRef'], 'unknown')
  const { from: first, to: last } = paymentDays({ from, to }, await timezoneOfDesk(db), now)
  const { means, status } = asked
  return listDeskPayments(db, { operatorId: operator?.id ?? null, from: first, to: last, means, status, ...pageSpanOf(asked) })
}
