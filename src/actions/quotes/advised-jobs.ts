import type { Itinerary } from '../../domain/itinerary.ts'
import type { Place } from '../../domain/place.ts'
import type { JobRow, ListedJob } from '../../storage/queries/jobs.ts'
import { depotOfOperator } from '../../storage/queries/operators.ts'
import { itinerariesOf } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import { type Advised, withWarnings } from './quote-warnings.ts'

/** A job with advice on its quote, and what the way from the depot and back is reckoned by. */
export type AdvisedJob<Job extends ListedJob = JobRow> = Advised<Job> & {
  /** Null where the operator has named none. */
  readonly depot: Place | null
  /** The whole itinerary of a job that the operator drives, where there is a depot; null for any other, which only its mask is shown of. */
  readonly bookedItinerary: Itinerary | null
}

/** Jobs of one operator as that operator sees them, in two statements more than none where a depot is named. */
export async function adviseJobs<Job extends ListedJob>(
  db: Reader,
  operatorId: number,
  jobs: readonly Job[],
): Promise<AdvisedJob<Job>[]> {
  const advised = await withWarnings(db, jobs)
  const depot = await depotOfOperator(db, operatorId)
  const booked = advised.filter(({ quote }) => depot !== null && quote?.status === 'booked')
  const itineraries = await itinerariesOf(
    db,
    booked.map(({ trip }) => trip.id),
  )
  return advised.map((job) => ({ ...job, depot, bookedItinerary: itineraries.get(job.trip.id) ?? null }))
}

/** One job as its operator sees it. */
export async function adviseJob<Job extends ListedJob>(db: Reader, job: Job): Promise<AdvisedJob<Job>> {
  const [advised] = await adviseJobs(db, job.offer.operatorId, [job])
  if (advised === undefined) throw new Error(`job ${job.trip.ref} is gone`)
  return advised
}
