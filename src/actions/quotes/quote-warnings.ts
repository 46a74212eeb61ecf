import { findHoursAdvice } from '../../domain/hours-advice.ts'
import { toLocalDate, toSpokenClock, toSpokenTime } from '../../domain/instant.ts'
import { isLive, listPromisedVehicles } from '../../domain/quote.ts'
import { describeQuoteWarnings, type QuoteWarning } from '../../domain/quote-warnings.ts'
import type { ListedJob } from '../../storage/queries/jobs.ts'
import { listOccupationsOfQuotes, type TakenTime } from '../../storage/queries/occupations.ts'
import type { Reader } from '../../storage/storage.ts'

/** A job, or a trip, with advice on its quote. */
export type Advised<Job> = Job & { readonly warnings: readonly QuoteWarning[] }

/** The part of a job that advice is based on. */
type Quoted = Pick<ListedJob, 'quote'> & { readonly trip: Pick<ListedJob['trip'], 'maskedItinerary'> }

/** Adds the warnings of each quote for the office to jobs; in one statement, and in none if no quote names a vehicle. */
export async function addWarningsToJobs<Job extends Quoted>(db: Reader, jobs: readonly Job[]): Promise<Advised<Job>[]> {
  const live = jobs.flatMap(({ quote }) => (quote !== null && isLive(quote) ? [quote] : []))
  const naming = live.filter(({ vehicles }) => listPromisedVehicles(vehicles).length > 0).map(({ id }) => id)
  const elsewhere = naming.length === 0 ? [] : await listOccupationsOfQuotes(db, naming)
  const byQuote = Map.groupBy(elsewhere, ({ askedId }) => askedId)
  return jobs.map((job) => ({ ...job, warnings: listQuoteWarnings(job, byQuote.get(job.quote?.id ?? 0) ?? []) }))
}

/** Adds the warnings of its quote for the office to one job. */
export async function addWarningsToJob<Job extends Quoted>(db: Reader, job: Job): Promise<Advised<Job>> {
  const [advised] = await addWarningsToJobs(db, [job])
  return advised ?? { ...job, warnings: [] }
}

function listQuoteWarnings({ quote, trip }: Quoted, elsewhere: readonly TakenTime[]): QuoteWarning[] {
  if (quote === null || !isLive(quote)) return []
  const { departsAt, timezone } = trip.maskedItinerary.read()
  const formatTime = (ms: number) =>
    toLocalDate(ms, timezone) === toLocalDate(departsAt, timezone)
      ? `${toSpokenClock(ms, timezone)} that day`
      : toSpokenTime(ms, timezone, departsAt)
  return describeQuoteWarnings({ ...quote, departsAt, formatTime, elsewhere })
}

/** Whether drivers' hours make a second driver likely on a trip. This does not change once the trip is offered. */
export function isSecondDriverLikely({ maskedItinerary }: Pick<ListedJob['trip'], 'maskedItinerary'>): boolean {
  return findHoursAdvice(maskedItinerary.read())?.secondDriverLikely ?? false
}
