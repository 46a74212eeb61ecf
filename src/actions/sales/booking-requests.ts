import type { OperatorCaller } from '../../domain/caller.ts'
import { findPaymentDeadline, requireRequestedQuote } from '../../domain/quote.ts'
import { requireFound } from '../../domain/refusal.ts'
import { saveRequest } from '../../storage/queries/quotes.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import { openCharge } from '../cards/charges.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import {
  awaitTransfer,
  bookUnpaid,
  findUndecided,
  type Purchase,
  takePayment,
  transactWithTripLock,
} from '../payments/deposits.ts'
import { notPaid } from '../payments/unpaid.ts'
import type { AdvisedJob } from '../quotes/advised-jobs.ts'
import { findOfferedTripId, lockCurrentJob, showJob } from '../quotes/jobs.ts'
import { rejectBookingRequest } from '../quotes/quotes.ts'
import { requireOnlyCharge } from '../quotes/rival-quotes.ts'
import { recordQuote } from '../transitions/quote-moves.ts'

/**
 * Accepts a booking request: the saved card is charged for the deposit and the trip is booked. If customers pay by transfer, the
 * quote is locked until the money is marked received. Refuses `not_found`, `no_booking_request`, `deposit_charge_failed`.
 */
export function confirmBookingRequest(
  app: AppContext,
  caller: OperatorCaller,
  ref: string,
  idempotent: IdempotentRequest<AdvisedJob>,
): Promise<AdvisedJob> {
  return performInSteps(app, idempotent, async (steps) =>
    takePayment(app, steps, buildConfirmationPurchase(app, caller, ref, await findOfferedTripId(app, caller, ref))),
  )
}

function buildConfirmationPurchase(app: AppContext, caller: OperatorCaller, ref: string, tripId: number): Purchase<AdvisedJob> {
  return {
    tripId,
    show: (tx) => showJob(tx, caller, ref),
    async open(tx, now, storedResponseId) {
      const job = await lockCurrentJob(tx, caller, ref, now)
      const quote = requireRequestedQuote(job.quote)
      const { request } = job
      if (request === null) throw new Error(`quote ${quote.id} is requested without a request`)
      const undecided = await findUndecided(tx, tripId)
      if (undecided !== null) throw notPaid(undecided, findPaymentDeadline(quote, request))
      await requireOnlyCharge(tx, quote)

      if (quote.depositAmount === 0) {
        await bookUnpaid(tx, app, await requireFound(findTrip(tx, tripId)), quote, now)
        return { thing: await showJob(tx, caller, ref) }
      }
      if (app.payments.kind === 'transfer') {
        await awaitTransfer(tx, app, await requireFound(findTrip(tx, tripId)), quote, 'confirm', now)
        await saveRequest(tx, request, { status: 'confirmed', paymentStatus: 'awaiting_transfer' })
        return { thing: await showJob(tx, caller, ref) }
      }
      const method = request.paymentMethod ?? ''
      const payment = await openCharge(tx, app, quote, { origin: 'confirm', method, storedResponseId }, now)
      await saveRequest(tx, request, { paymentStatus: 'charging' })
      await recordQuote(tx, quote, quote, now)
      return { payment }
    },
  }
}

/** Rejects a booking request after any charge for it has ended. Refuses `not_found`, `no_booking_request`. */
export async function rejectRequestAfterCharge(
  app: AppContext,
  caller: OperatorCaller,
  ref: string,
  why: { readonly reason: string; readonly reasonCode: string | null },
  idempotent: IdempotentRequest<AdvisedJob>,
): Promise<AdvisedJob> {
  return transactWithTripLock(app, idempotent, await findOfferedTripId(app, caller, ref), (tx, now) =>
    rejectBookingRequest(tx, caller, ref, why, now),
  )
}
