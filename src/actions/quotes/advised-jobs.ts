import type { Itinerary } from '../../domain/itinerary.ts'
import type { JobRow, ListedJob } from '../../storage/queries/jobs.ts'
import { itinerariesOf } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import { type Advised, withWarnings } from './quote-warnings.ts'

/** A job with advice on its quote, and what the way from the depot and back is reckoned by. */
export type AdvisedJob<Job extends ListedJob = JobRow> = Advised<Job> & {
  /** The whole itinerary of a job that the operator drives, where there is a depot; null for any other, which only its mask is shown of. */
  readonly bookedItinerary: Itinerary | null
}

/** Jobs of one operator as that operator sees them; in one statement more where a depot is named and one of them is booked. */
export async function adviseJobs<Job extends ListedJob>(db: Reader, jobs: readonly Job[]): Promise<AdvisedJob<Job>[]> {
  const advised = await withWarnings(db, jobs)
  const booked = advised.filter(({ depot, quote }) => depot !== null && quote?.status === 'booked').map(({ trip }) => trip.id)
  const itineraries = await itinerariesOf(db, booked)
  return advised.map((job) => ({ ...job, bookedItinerary: itineraries.get(job.trip.id) ?? null }))
}

/** One job as its operator sees it. */
export async function adviseJob<Job extends ListedJob>(db: Reader, job: Job): Promise<AdvisedJob<Job>> {
  const [advised] = await adviseJobs(db, [job])
  if (advised === undefined) throw new Error(`job ${job.trip.ref} is gone`)
  return advised
}
