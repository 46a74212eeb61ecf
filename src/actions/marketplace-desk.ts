import { type DeskSummary, summariseTrips } from '../domain/desk-summary.ts'
import { dayMs, firstMsOf, lastMsOf } from '../domain/instant.ts'
import type { TripState } from '../domain/job.ts'
import { invalid } from '../domain/refusal.ts'
import { wordsIn } from '../domain/trip-words.ts'
import { type PageAsked, spanOf } from '../storage/listing.ts'
import { firstTimezone, tripsEntered } from '../storage/queries/desk-summary.ts'
import { listDeskTrips } from '../storage/queries/desk-trips.ts'
import type { Reader } from '../storage/storage.ts'

export type DeskTripsAsked = PageAsked & {
  readonly status: TripState | null
  /** What somebody typed to find a trip; null for any trip. */
  readonly q: string | null
  readonly updatedSince: number | null
}

/** One page of the marketplace's trips, newest first; those that operators entered for themselves are none of its. */
export function listTrips(db: Reader, { q, status, updatedSince, ...page }: DeskTripsAsked) {
  return listDeskTrips(db, { status, updatedSince, words: q === null ? null : wordsIn(q), ...spanOf(page) })
}

/** So many days are told of at once. */
const mostDays = 366

/** Two days (`2026-06-12`), both with what is asked for. */
export type DeskDays = { readonly from: string; readonly to: string }

/** What became of the trips of some days, and on whose clocks the days were. */
export type SummaryOfDays = DeskSummary & DeskDays & { readonly timezone: string }

/**
 * What became of the trips that were entered on these days, on the clocks of the operator who was on the server first: a marketplace has
 * none of its own. Refuses `validation_failed` for days that do not follow each other, or are more than 366.
 */
export async function summariseDays(db: Reader, { from, to }: DeskDays): Promise<SummaryOfDays> {
  if (to < from) throw invalid(['to'], 'notBefore', { other: 'from' })
  const timezone = (await firstTimezone(db)) ?? 'Europe/London'
  const [first, last] = [firstMsOf(from, timezone), lastMsOf(to, timezone)]
  // A day of 25 hours is one day.
  if (Math.round((last - first) / dayMs) > mostDays) throw invalid(['to'], 'withinDaysOf', { other: 'from', days: mostDays })
  return { from, to, timezone, ...summariseTrips(await tripsEntered(db, first, last)) }
}
