import type { OperatorCaller } from '../../domain/caller.ts'
import { hourMs } from '../../domain/instant.ts'
import { type DeclineReason, declineOffer, type JobFilter } from '../../domain/job.ts'
import { mustFind } from '../../domain/refusal.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { findJob, type JobRow, listJobs, saveOffer } from '../../storage/queries/jobs.ts'
import { findOperator, type Operator } from '../../storage/queries/operators.ts'
import type { TripTimes } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { currentTimes } from '../trips/trip-deadlines.ts'
import { type AdvisedJob, adviseJob, adviseJobs } from './advised-jobs.ts'

/** A page of the caller's inbox. */
export type JobsAsked = PageAsked & { readonly filter: JobFilter; readonly updatedSince: number | null }

/** The jobs of the caller's inbox under one filter. */
export async function listInbox(db: Reader, caller: OperatorCaller, asked: JobsAsked, now: number) {
  const closingUntil = asked.filter === 'closing' ? now + (await operatorOf(db, caller)).closingHours * hourMs : now
  const { items, total } = await listJobs(db, {
    operatorId: caller.operatorId,
    filter: asked.filter,
    updatedSince: asked.updatedSince,
    now,
    closingUntil,
    ...pageSpanOf(asked),
  })
  return { items: await adviseJobs(db, items), total }
}

/** Any job ever offered to the caller. Refuses `not_found`. */
export async function showJob(db: Reader, caller: OperatorCaller, ref: string): Promise<AdvisedJob> {
  return adviseJob(db, await mustFind(findJob(db, caller.operatorId, ref)))
}

/** The trip behind a ref, when it was ever offered to the caller. Refuses `not_found`. */
export async function tripIdOf({ storage }: WorkerContext, caller: OperatorCaller, ref: string): Promise<number> {
  return (await mustFind(storage.read((db) => findJob(db, caller.operatorId, ref)))).trip.id
}

/** A job with the times of its trip. */
export type CurrentJob = JobRow & { readonly trip: TripTimes }

/** The job as it stands once everything that has fallen due has happened, its trip locked. Refuses `not_found`. */
export async function currentJob(tx: Writer, caller: OperatorCaller, ref: string, now: number): Promise<CurrentJob> {
  const times = await currentTimes(tx, ref, now)
  const job = await mustFind(findJob(tx, caller.operatorId, ref))
  return { ...job, trip: { ...times, ...job.trip } }
}

/** The operator turns the job down; the customer never hears why. Refuses `not_found`, `live_quote_exists`, `job_closed`. */
export async function declineJob(
  tx: Writer,
  caller: OperatorCaller,
  ref: string,
  why: { readonly reasonCode: DeclineReason | null; readonly note: string | null },
  now: number,
): Promise<AdvisedJob> {
  const job = await currentJob(tx, caller, ref, now)

  const declined = declineOffer(job.offer, job.quote, now)

  if (declined === job.offer) return adviseJob(tx, job)
  const noted = { ...declined, declineReasonCode: why.reasonCode, declineNote: why.note, updatedAt: now }
  return adviseJob(tx, { ...job, offer: await saveOffer(tx, job.offer, noted) })
}

/** The caller's own account. */
export async function operatorOf(db: Reader, caller: { readonly operatorId: number }): Promise<Operator> {
  const operator = await findOperator(db, caller.operatorId)
  if (operator === null) throw new Error(`operator ${caller.operatorId} is gone`)
  return operator
}
