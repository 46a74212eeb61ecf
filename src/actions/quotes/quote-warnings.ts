import { hoursAdvice } from '../../domain/hours-advice.ts'
import { isLive, promisedVehicles } from '../../domain/quote.ts'
import { type QuoteWarning, quoteWarnings } from '../../domain/quote-warnings.ts'
import type { ListedJob } from '../../storage/queries/jobs.ts'
import { occupationsOfQuotes, type TakenTime } from '../../storage/queries/occupations.ts'
import type { Reader } from '../../storage/storage.ts'

/** A job, or a trip, with advice on its quote. */
export type Advised<Job> = Job & { readonly warnings: readonly QuoteWarning[] }

/** The part of a job that advice is worked out from. */
type Quoted = Pick<ListedJob, 'quote'>

/** Jobs with what the office would want to know of each quote; asked in one statement, and in none where no quote names a coach. */
export async function withWarnings<Job extends Quoted>(db: Reader, jobs: readonly Job[]): Promise<Advised<Job>[]> {
  const live = jobs.flatMap(({ quote }) => (quote !== null && isLive(quote) ? [quote] : []))
  const naming = live.filter(({ vehicles }) => promisedVehicles(vehicles).length > 0).map(({ id }) => id)
  const elsewhere = naming.length === 0 ? [] : await occupationsOfQuotes(db, naming)
  const byQuote = Map.groupBy(elsewhere, ({ askedId }) => askedId)
  return jobs.map((job) => ({ ...job, warnings: warningsOf(job, byQuote.get(job.quote?.id ?? 0) ?? []) }))
}

/** One job with what the office would want to know of its quote. */
export async function withAdvice<Job extends Quoted>(db: Reader, job: Job): Promise<Advised<Job>> {
  const [advised] = await withWarnings(db, [job])
  return advised ?? { ...job, warnings: [] }
}

function warningsOf({ quote }: Quoted, elsewhere: readonly TakenTime[]): QuoteWarning[] {
  if (quote === null || !isLive(quote)) return []
  return quoteWarnings({ ...quote, elsewhere })
}

/** Whether drivers' hours make a second driver likely on a trip. This does not change once the trip is offered. */
export function isSecondDriverLikely({ maskedItinerary }: Pick<ListedJob['trip'], 'maskedItinerary'>): boolean {
  return hoursAdvice(maskedItinerary.read())?.secondDriverLikely ?? false
}
