import type { OperatorCaller } from '../../domain/caller.ts'
import { hourMs } from '../../domain/instant.ts'
import { type DeclineReason, declineOffer, type JobFilter } from '../../domain/job.ts'
import { requireFound } from '../../domain/refusal.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { findJob, type JobRow, listJobs, saveOffer } from '../../storage/queries/jobs.ts'
import type { TripTimes } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { lockCurrentTimes } from '../transitions/trip-deadlines.ts'
import { type AdvisedJob, addAdviceToJob, addJobAdvice } from './advised-jobs.ts'

/** A page of the caller's inbox. */
export type JobsAsked = PageAsked & { readonly filter: JobFilter; readonly updatedSince: number | null }

/** The jobs of the caller's inbox under one filter. */
export async function listInbox(db: Reader, caller: OperatorCaller, asked: JobsAsked, now: number) {
  const closingUntil = asked.filter === 'closing' ? now + (await findOwnOperator(db, caller)).closingHours * hourMs : now
  const { items, total } = await listJobs(db, {
    operatorId: caller.operatorId,
    filter: asked.filter,
    updatedSince: asked.updatedSince,
    now,
    closingUntil,
    ...toPageSpan(asked),
  })
  return { items: await addJobAdvice(db, items), total }
}

/** Any job that was ever offered to the caller. Refuses `not_found`. */
export async function showJob(db: Reader, caller: OperatorCaller, ref: string): Promise<AdvisedJob> {
  return addAdviceToJob(db, await requireFound(findJob(db, caller.operatorId, ref)))
}

/** The trip of a ref that was ever offered to the caller. Refuses `not_found`. */
export async function findOfferedTripId({ storage }: WorkerContext, caller: OperatorCaller, ref: string): Promise<number> {
  return (await requireFound(storage.read((db) => findJob(db, caller.operatorId, ref)))).trip.id
}

/** A job with the times of its trip. */
export type CurrentJob = JobRow & { readonly trip: TripTimes }

/** Locks the trip of a job, applies its due changes and returns the job. Refuses `not_found`. */
export async function lockCurrentJob(tx: Writer, caller: OperatorCaller, ref: string, now: number): Promise<CurrentJob> {
  const times = await lockCurrentTimes(tx, ref, now)
  const job = await requireFound(findJob(tx, caller.operatorId, ref))
  return { ...job, trip: { ...times, ...job.trip } }
}

/**
 * Declines a job for the operator; the customer is not shown the reason. Refuses `not_found`, `live_quote_exists`, `job_closed`.
 */
export async function declineJob(
  tx: Writer,
  caller: OperatorCaller,
  ref: string,
  why: { readonly reasonCode: DeclineReason | null; readonly note: string | null },
  now: number,
): Promise<AdvisedJob> {
  const job = await lockCurrentJob(tx, caller, ref, now)

  const declined = declineOffer(job.offer, job.quote, now)

  if (declined === job.offer) return addAdviceToJob(tx, job)
  const noted = { ...declined, declineReasonCode: why.reasonCode, declineNote: why.note, updatedAt: now }
  return addAdviceToJob(tx, { ...job, offer: await saveOffer(tx, job.offer, noted) })
}
