import type { OperatorCaller } from '../../domain/caller.ts'
import {
  changeQuoteToOnRequest,
  computeQuotePrice,
  isLive,
  type QuoteTerms,
  rejectRequestedQuote,
  requireQuotableJob,
  withdrawLiveQuote,
} from '../../domain/quote.ts'
import { computeUsualValidity } from '../../domain/quote-times.ts'
import { invalid } from '../../domain/refusal.ts'
import { requireConsistentTerms, requireFittingTerms } from '../../domain/terms.ts'
import { findLeastCharge } from '../../gateways/payments/payments.ts'
import { type JobRow, saveOffer } from '../../storage/queries/jobs.ts'
import { insertQuote, insertRevision, type QuoteRow, saveQuote } from '../../storage/queries/quotes.ts'
import type { PlannedTask } from '../../storage/queries/scheduler.ts'
import { findVehicle } from '../../storage/queries/vehicles.ts'
import type { Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { closeRequest, recordQuoteOf } from '../transitions/quote-moves.ts'
import { scheduleNextDeadline } from '../transitions/trip-deadlines.ts'
import { planKnownPlaces } from '../trips/remembered-places.ts'
import { type AdvisedJob, addAdviceToJob } from './advised-jobs.ts'
import { type CurrentJob, lockCurrentJob } from './jobs.ts'
import { isSecondDriverLikely } from './quote-warnings.ts'
import { savePromisedVehicles } from './rival-quotes.ts'

/**
 * Sends a quote of the operator: a new one, or the next revision of the active one. A deposit is at least the smallest card
 * payment. Refuses `not_found`, `validation_failed` (also for a deposit of a price below that payment), `quote_locked`,
 * `job_closed`.
 */
export async function submitQuote(
  tx: Writer,
  { payments }: Pick<AppContext, 'payments'>,
  caller: OperatorCaller,
  ref: string,
  terms: QuoteTerms & { readonly currencyCode: string },
  now: number,
): Promise<AdvisedJob> {
  requireConsistentTerms(terms, now)
  const job = await lockCurrentJob(tx, caller, ref, now)
  const { offer, quote, trip } = job
  const { passengerCount } = trip
  requireFittingTerms(terms, { currencyCode: offer.currencyCode, passengerCount, departsAt: offer.departsAt })
  if (terms.depositAmount === 0) await requireNoDepositDuty(tx, caller, job)
  await checkFleet(tx, caller, terms)
  requireQuotableJob(offer, quote, now, job.request)

  const leastAmount = findLeastCharge(payments, offer.currencyCode)
  const values = await termsAsColumns(tx, caller, { ...terms, leastAmount }, job, now)
  if (values.depositAmount > 0 && values.depositAmount < leastAmount)
    throw invalid(['priceAmount'], 'atLeast', { least: leastAmount })
  const saved =
    quote !== null && isLive(quote)
      ? await saveQuote(tx, quote, { ...values, revision: quote.revision + 1, updatedAt: now })
      : await insertQuote(tx, {
          ...values,
          offerId: offer.id,
          tripId: offer.tripId,
          operatorId: caller.operatorId,
          revision: 1,
          submittedAt: now,
          updatedAt: now,
        })

  await savePromisedVehicles(tx, saved, quote?.id === saved.id ? quote.vehicles : [], trip)
  const { balanceDays, cancellationTerms, depositAmount, validUntil } = saved
  const sent = Object.entries({ ...terms, balanceDays, cancellationTerms, depositAmount, validUntil }).filter(
    ([, value]) => value !== null,
  )
  await insertRevision(tx, { quoteId: saved.id, revision: saved.revision, terms: Object.fromEntries(sent), createdAt: now })
  const quoted = await saveOffer(tx, offer, {
    latestQuoteId: saved.id,
    liveQuoteId: saved.id,
    declinedAt: null,
    declineReasonCode: null,
    declineNote: null,
    updatedAt: now,
  })
  // The operator of an own trip saves its places at its entry.
  const isPlaceNews = quote === null && trip.operatorId !== caller.operatorId
  await notifyOfQuotes(tx, offer.tripId, now, isPlaceNews ? [planKnownPlaces(trip, now)] : [])
  await scheduleNextDeadline(tx, trip, now)
  const isRevised = saved.id === quote?.id
  return addAdviceToJob(tx, { ...job, offer: quoted, quote: saved, ...(isRevised ? {} : { request: null, doubtSince: null }) })
}

/** Notifies the customer of the present quotes for their trip. `later` is planned with it. */
async function notifyOfQuotes(tx: Writer, tripId: number, now: number, later: readonly PlannedTask[] = []): Promise<void> {
  await notifyReaders(tx, { fact: 'quotes_changed', operatorIds: [], tripId }, now, later)
}

/** Refuses `validation_failed` if the operator must take a deposit. It need not on its own trips, and without a least deposit. */
async function requireNoDepositDuty(tx: Writer, caller: OperatorCaller, { trip }: CurrentJob): Promise<void> {
  if (trip.operatorId === caller.operatorId) return
  const { depositMinimumAmount } = await findOwnOperator(tx, caller)
  if (depositMinimumAmount > 0) throw invalid(['depositAmount'], 'atLeast', { least: 1 })
}

type PayableTerms = QuoteTerms & { readonly leastAmount: number }

async function termsAsColumns(tx: Writer, caller: OperatorCaller, terms: PayableTerms, { offer, trip }: JobRow, now: number) {
  const operator = await findOwnOperator(tx, caller)
  return {
    ...computeQuotePrice(terms, { ...operator, commissionBps: offer.commissionBps }, terms.leastAmount),
    balanceDays: operator.balanceDays,
    cancellationTerms: operator.cancellationTerms,
    status: terms.availability,
    currencyCode: offer.currencyCode,
    vehicles: [...terms.vehicles],
    inclusions: [...terms.inclusions],
    exclusions: [...terms.exclusions],
    includedWaitingMinutes: terms.includedWaitingMinutes,
    extraHourAmount: terms.extraHourAmount,
    extraMileAmount: terms.extraMileAmount,
    note: terms.note,
    secondDriverLikely: isSecondDriverLikely(trip),
    validUntil: terms.validUntil ?? computeUsualValidity(now, offer.departsAt),
  }
}

async function checkFleet(tx: Writer, caller: OperatorCaller, terms: QuoteTerms): Promise<void> {
  for (const [index, { vehicleId }] of terms.vehicles.entries()) {
    if (vehicleId === null || (await findVehicle(tx, caller.operatorId, vehicleId)) !== null) continue
    throw invalid(['vehicles', index, 'vehicleId'], 'unknown')
  }
}

/** Withdraws the operator's quote. Refuses `not_found`, `no_live_quote`, `quote_locked`. */
export async function withdrawQuote(tx: Writer, caller: OperatorCaller, ref: string, now: number): Promise<AdvisedJob> {
  const job = await lockCurrentJob(tx, caller, ref, now)

  const withdrawn = withdrawLiveQuote(job.quote, now, job.request)

  await notifyOfQuotes(tx, withdrawn.tripId, now)
  return recordMove(tx, job, withdrawn, now)
}

/**
 * Makes a confirmed quote likely: the customer can request it, but not book it immediately. Refuses `not_found`, `no_live_quote`,
 * `quote_not_confirmed`, `quote_locked`.
 */
export async function unconfirmQuote(tx: Writer, caller: OperatorCaller, ref: string, now: number): Promise<AdvisedJob> {
  const job = await lockCurrentJob(tx, caller, ref, now)

  const likely = changeQuoteToOnRequest(job.quote)

  return recordMove(tx, job, likely, now)
}

/** Declines the booking request, with a reason for the customer. Refuses `not_found`, `no_booking_request`. */
export async function rejectBookingRequest(
  tx: Writer,
  caller: OperatorCaller,
  ref: string,
  why: { readonly reason: string; readonly reasonCode: string | null },
  now: number,
): Promise<AdvisedJob> {
  const job = await lockCurrentJob(tx, caller, ref, now)

  const reasons = { rejectionReason: why.reason, rejectionCode: why.reasonCode, rejectedAt: now }
  const rejected = { ...rejectRequestedQuote(job.quote, now), ...reasons, requestId: null }

  if (job.request !== null) await closeRequest(tx, job.request, 'rejected', now)
  const about = { operatorIds: [rejected.operatorId], tripId: rejected.tripId, subjectId: rejected.id }
  await notifyReaders(tx, { fact: 'request_rejected', ...about }, now)
  return recordMove(tx, { ...job, request: null, doubtSince: null }, rejected, now)
}

async function recordMove(tx: Writer, job: CurrentJob, after: QuoteRow, now: number): Promise<AdvisedJob> {
  if (job.quote === null) throw new Error(`quote ${after.id} is not the job's`)
  const moved = await recordQuoteOf(tx, job.offer, job.quote, after, now)
  await scheduleNextDeadline(tx, job.trip, now)
  return addAdviceToJob(tx, { ...job, ...moved })
}
