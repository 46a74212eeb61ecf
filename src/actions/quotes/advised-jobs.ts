import type { Itinerary } from '../../domain/itinerary.ts'
import type { JobRow, ListedJob } from '../../storage/queries/jobs.ts'
import { listItineraries } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import { type Advised, addWarningsToJobs } from './quote-warnings.ts'

/** A job with advice on its quote, and the basis for the distance from the depot and back. */
export type AdvisedJob<Job extends ListedJob = JobRow> = Advised<Job> & {
  /**
   * The whole itinerary of a job that the operator drives, if there is a depot; null for any other job, which shows only its
   * masked copy.
   */
  readonly bookedItinerary: Itinerary | null
}

/** Adds advice to jobs of one operator, with one further statement if it has a depot and one of them is booked. */
export async function addJobAdvice<Job extends ListedJob>(db: Reader, jobs: readonly Job[]): Promise<AdvisedJob<Job>[]> {
  const advised = await addWarningsToJobs(db, jobs)
  const booked = advised.filter(({ depot, quote }) => depot !== null && quote?.status === 'booked').map(({ trip }) => trip.id)
  const itineraries = await listItineraries(db, booked)
  return advised.map((job) => ({ ...job, bookedItinerary: itineraries.get(job.trip.id) ?? null }))
}

/** One job as its operator sees it. */
export async function addAdviceToJob<Job extends ListedJob>(db: Reader, job: Job): Promise<AdvisedJob<Job>> {
  const [advised] = await addJobAdvice(db, [job])
  if (advised === undefined) throw new Error(`job ${job.trip.ref} not found`)
  return advised
}
