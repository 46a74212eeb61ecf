import { moveAmendment } from '../../domain/amendment.ts'
import type { TripCaller } from '../../domain/caller.ts'
import { invalid } from '../../domain/refusal.ts'
import { leastTakenBy } from '../../gateways/payments/payments.ts'
import { saveAmendment } from '../../storage/queries/amendments.ts'
import { paymentsOfBooking } from '../../storage/queries/payments.ts'
import type { Writer } from '../../storage/storage.ts'
import { beginPage } from '../cards/card-pages.ts'
import { beginCharge } from '../cards/charges.ts'
import { type ChosenCard, chosenCard } from '../cards/chosen-cards.ts'
import { savedCardOf } from '../cards/saved-cards.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import { mustBeDecided, type Purchase, takePayment, transactWithTripLock } from '../money/deposits.ts'
import { currentTrip } from '../trips/customers.ts'
import { findMovedDrives } from './amended-drives.ts'
import { awaitAnswer, recordAmendment, tellAmendment } from './amendment-moves.ts'
import {
  type AmendmentDraft,
  amendable,
  bookedAs,
  enterAmendment,
  planDraft,
  type ShownAmendment,
  shown,
  toBeMoved,
} from './amendments.ts'
import { type AmendedBooking, type AmendmentPlan, applyAmendment, planEntered } from './apply-amendments.ts'

/**
 * The customer wishes for a change; the operator answers. Refuses `booking_not_confirmed`, `trip_cancelled`, `trip_finished`,
 * `amendment_pending`, `validation_failed`, `invalid_transition` (a coach that would go is on its way).
 */
export async function wishAmendment(
  app: AppContext,
  caller: TripCaller,
  wish: Pick<AmendmentDraft, 'changes' | 'reason'>,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  const asked = { ...wish, priceAmount: null, currencyCode: null }
  const find = await findMovedDrives(app, caller.tripId, asked.changes, idempotent)
  return transactWithTripLock(app, idempotent, caller.tripId, async (tx, now) => {
    const record = await amendable(tx, await bookedAs(tx, await currentTrip(tx, caller, now)), now)
    const { draft, plan } = await planDraft(tx, app, record, asked, find, now)
    const made = await enterAmendment(tx, record, draft, plan, { by: 'customer', status: 'wished' }, now)
    const respondBy = await awaitAnswer(tx, record.booking, made, now)
    await recordAmendment(tx, record.booking, made, { ...made, respondBy }, now)
    await tellAmendment(tx, 'amendment_wished', record.booking, made, now)
    return shown(tx, record.trip, made.id)
  })
}

/** The customer does not want what was proposed. Refuses `not_found`, `trip_cancelled`, `trip_finished`, `invalid_transition`. */
export function declineAmendment(
  app: AppContext,
  caller: TripCaller,
  id: number,
  declineReason: string | null,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  return transactWithTripLock(app, idempotent, caller.tripId, async (tx, now) => {
    const found = await bookedAs(tx, await currentTrip(tx, caller, now))
    const { record, amendment } = await toBeMoved(tx, found, id, now)
    const declined = { ...moveAmendment(amendment, 'decline', now), declineReason }
    await recordAmendment(tx, record.booking, amendment, declined, now)
    await tellAmendment(tx, 'amendment_declined', record.booking, declined, now)
    return shown(tx, record.trip, id)
  })
}

/**
 * The customer agrees to what was proposed, and the booking changes. Where nothing else is due the difference is charged at once, to the
 * saved card where they name none. Refuses `not_found`, `trip_cancelled`, `trip_finished`, `invalid_transition`, `validation_failed`,
 * `deposit_charge_failed` (it stays proposed), `unavailable` (while a payment is in doubt).
 */
export async function acceptAmendment(
  app: AppContext,
  caller: TripCaller,
  id: number,
  paymentMethod: string | null,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  const method = paymentMethod === null ? null : await chosenCard(app, paymentMethod)
  return performInSteps(app, idempotent, (steps) => takePayment(app, steps, purchase(app, caller, id, method)))
}

function purchase(app: AppContext, caller: TripCaller, id: number, said: ChosenCard | null): Purchase<ShownAmendment> {
  return {
    tripId: caller.tripId,
    show: (tx) => shown(tx, { id: caller.tripId }, id),
    async open(tx, now, storedResponseId) {
      const found = await bookedAs(tx, await currentTrip(tx, caller, now))
      const { record, amendment } = await toBeMoved(tx, found, id, now)
      await mustBeDecided(tx, caller.tripId)
      const accepted = moveAmendment(amendment, 'accept', now)
      const plan = await planEntered(tx, record, amendment, now)

      const amount = differenceDue(app, record, plan)
      if (amount === 0) {
        await applyAmendment(tx, record, amendment, moveAmendment(accepted, 'charge_succeeded', now), plan, now)
        return { thing: await shown(tx, record.trip, id) }
      }
      if (said?.by === 'page') {
        const payment = await beginPage(tx, app, record.quote, { kind: 'balance', origin: 'pay', amount }, now)
        await saveAmendment(tx, amendment, { ...accepted, paymentId: payment.id })
        return { payment }
      }
      const method = said?.method ?? (await cardOf(tx, app, record))
      const charge = { origin: 'pay', kind: 'balance', method, amount, storedResponseId } as const
      const payment = await beginCharge(tx, app, record.quote, charge, now)
      await saveAmendment(tx, amendment, { ...accepted, paymentId: payment.id })
      return { payment }
    },
  }
}

/**
 * Amount (minor units) to charge at once: all that becomes due, where nothing is due yet. It is 0 where money comes
 * another way than by card, as too little of it does.
 */
function differenceDue(app: AppContext, { booking }: AmendedBooking, { after }: AmendmentPlan): number {
  const isByCard = app.payments.kind === 'cards' && booking.terms !== 'account' && booking.terms !== 'cash'
  if (!isByCard || booking.dueAmount > 0) return 0
  const due = after.priceAmount + booking.extrasAmount - booking.paidAmount
  return due < leastTakenBy(app.payments, booking.currencyCode) ? 0 : due
}

async function cardOf(tx: Writer, app: AppContext, { booking }: AmendedBooking): Promise<string> {
  const method = savedCardOf(app, await paymentsOfBooking(tx, booking))
  if (method === null) throw invalid(['paymentMethod'], 'required')
  return method
}
