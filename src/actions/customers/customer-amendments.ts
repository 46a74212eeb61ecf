import { moveAmendment } from '../../domain/amendment.ts'
import type { TripCaller } from '../../domain/caller.ts'
import { invalid } from '../../domain/refusal.ts'
import { findLeastCharge } from '../../gateways/payments/payments.ts'
import { saveAmendment } from '../../storage/queries/amendments.ts'
import { listPaymentsOfBooking } from '../../storage/queries/payments.ts'
import type { Writer } from '../../storage/storage.ts'
import { locateChanges } from '../amendments/amended-drives.ts'
import { findAmendedBooking } from '../amendments/amending-office.ts'
import {
  type AmendmentDraft,
  enterAmendment,
  findAmendmentWithTrip,
  findForMove,
  planDraft,
  requireAmendableBooking,
  type ShownAmendment,
} from '../amendments/amendments.ts'
import { type AmendedBooking, type AmendmentPlan, applyAmendment, planEntered } from '../amendments/apply-amendments.ts'
import { openCharge } from '../cards/charges.ts'
import { findSavedMethod } from '../cards/saved-cards.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import { openPageForQuote } from '../payments/card-pages.ts'
import { type ChosenCard, findChosenCard } from '../payments/chosen-cards.ts'
import { type Purchase, requireDecidedPayments, takePayment, transactWithTripLock } from '../payments/deposits.ts'
import { awaitAnswer, notifyOfAmendment, recordAmendment } from '../transitions/amendment-moves.ts'
import { lockCurrentTrip } from './customers.ts'

/**
 * Saves a customer's change request; the operator answers it. Refuses `booking_not_confirmed`, `trip_cancelled`,
 * `trip_finished`, `amendment_pending`, `validation_failed`, `invalid_transition` (a vehicle to remove has set off).
 */
export async function requestAmendment(
  app: AppContext,
  caller: TripCaller,
  request: Pick<AmendmentDraft, 'changes' | 'reason'>,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  const { changes, find } = await locateChanges(app, caller.tripId, request.changes, idempotent)
  const asked = { ...request, changes, priceAmount: null, currencyCode: null }
  return transactWithTripLock(app, idempotent, caller.tripId, async (tx, now) => {
    const record = await requireAmendableBooking(tx, await findAmendedBooking(tx, await lockCurrentTrip(tx, caller, now)), now)
    const { draft, plan } = await planDraft(tx, app, record, asked, find, now)
    const made = await enterAmendment(tx, record, draft, plan, { by: 'customer', status: 'wished' }, now)
    const respondBy = await awaitAnswer(tx, record.booking, made, now)
    await recordAmendment(tx, record.booking, made, { ...made, respondBy }, now)
    await notifyOfAmendment(tx, 'amendment_wished', record.booking, made, now)
    return findAmendmentWithTrip(tx, record.trip, made.id)
  })
}

/** Rejects a proposal for the customer. Refuses `not_found`, `trip_cancelled`, `trip_finished`, `invalid_transition`. */
export function declineAmendment(
  app: AppContext,
  caller: TripCaller,
  id: number,
  declineReason: string | null,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  return transactWithTripLock(app, idempotent, caller.tripId, async (tx, now) => {
    const found = await findAmendedBooking(tx, await lockCurrentTrip(tx, caller, now))
    const { record, amendment } = await findForMove(tx, found, id, now)
    const declined = { ...moveAmendment(amendment, 'decline', now), declineReason }
    await recordAmendment(tx, record.booking, amendment, declined, now)
    await notifyOfAmendment(tx, 'amendment_declined', record.booking, declined, now)
    return findAmendmentWithTrip(tx, record.trip, id)
  })
}

/**
 * Accepts a proposal for the customer, and changes the booking. If nothing else is due, the difference is charged immediately, by
 * default to the saved card. Refuses `not_found`, `trip_cancelled`, `trip_finished`, `invalid_transition`, `validation_failed`,
 * `deposit_charge_failed` (it stays proposed), `unavailable` (while a payment is in doubt).
 */
export async function acceptAmendment(
  app: AppContext,
  caller: TripCaller,
  id: number,
  paymentMethod: string | null,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  const method = paymentMethod === null ? null : await findChosenCard(app, paymentMethod)
  return performInSteps(app, idempotent, (steps) => takePayment(app, steps, buildAmendmentPurchase(app, caller, id, method)))
}

function buildAmendmentPurchase(
  app: AppContext,
  caller: TripCaller,
  id: number,
  said: ChosenCard | null,
): Purchase<ShownAmendment> {
  return {
    tripId: caller.tripId,
    show: (tx) => findAmendmentWithTrip(tx, { id: caller.tripId }, id),
    async open(tx, now, storedResponseId) {
      const found = await findAmendedBooking(tx, await lockCurrentTrip(tx, caller, now))
      const { record, amendment } = await findForMove(tx, found, id, now)
      await requireDecidedPayments(tx, caller.tripId)
      const accepted = moveAmendment(amendment, 'accept', now)
      const plan = await planEntered(tx, record, amendment, now)

      const amount = computeDifferenceDue(app, record, plan)
      if (amount === 0) {
        await applyAmendment(tx, record, amendment, moveAmendment(accepted, 'charge_succeeded', now), plan, now)
        return { thing: await findAmendmentWithTrip(tx, record.trip, id) }
      }
      if (said?.by === 'page') {
        const payment = await openPageForQuote(tx, app, record.quote, { kind: 'balance', origin: 'pay', amount }, now)
        await saveAmendment(tx, amendment, { ...accepted, paymentId: payment.id })
        return { payment }
      }
      const method = said?.method ?? (await requireSavedCard(tx, app, record))
      const charge = { origin: 'pay', kind: 'balance', method, amount, storedResponseId } as const
      const payment = await openCharge(tx, app, record.quote, charge, now)
      await saveAmendment(tx, amendment, { ...accepted, paymentId: payment.id })
      return { payment }
    },
  }
}

/**
 * Amount (minor units) to charge immediately: everything that becomes due, if nothing is due yet. It is 0 without card payments,
 * and for an amount too small for a card.
 */
function computeDifferenceDue(app: AppContext, { booking }: AmendedBooking, { after }: AmendmentPlan): number {
  const isByCard = app.payments.kind === 'cards' && booking.terms !== 'account' && booking.terms !== 'cash'
  if (!isByCard || booking.dueAmount > 0) return 0
  const due = after.priceAmount + booking.extrasAmount - booking.paidAmount
  return due < findLeastCharge(app.payments, booking.currencyCode) ? 0 : due
}

async function requireSavedCard(tx: Writer, app: AppContext, { booking }: AmendedBooking): Promise<string> {
  const method = findSavedMethod(app, await listPaymentsOfBooking(tx, booking))
  if (method === null) throw invalid(['paymentMethod'], 'required')
  return method
}
