import { tripCancelled } from '../../domain/booking.ts'
import type { TripCaller } from '../../domain/caller.ts'
import { isPageOpen } from '../../domain/card-page.ts'
import { countedRefunds, paidBy, refundable } from '../../domain/ledger.ts'
import { jobClosed } from '../../domain/offer.ts'
import { isOpen } from '../../domain/payment.ts'
import { bookable, isLive, isLocked, lock, mustBeAsShown, request, takeBack } from '../../domain/quote.ts'
import { cardUntil } from '../../domain/quote-times.ts'
import { mustFind, notFound, Refusal } from '../../domain/refusal.ts'
import { lockTrip } from '../../storage/locks.ts'
import { shownAmendmentsOf } from '../../storage/queries/amendments.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import { shownExtrasOf } from '../../storage/queries/extras.ts'
import { findInvoiceName } from '../../storage/queries/invoices.ts'
import { offersOfTrip } from '../../storage/queries/jobs.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findOpenPayments, paymentsOfTrip } from '../../storage/queries/payments.ts'
import { comfortsPromisedFor } from '../../storage/queries/promises.ts'
import { type QuoteRow, quotesOfTrip, type RequestRow, requestsOfTrip } from '../../storage/queries/quotes.ts'
import { customerOf, findTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { cancelTrip } from '../bookings/cancellations.ts'
import { beginPage, depositPage } from '../cards/card-pages.ts'
import { changeCard, newRequest } from '../cards/card-requests.ts'
import { beginCharge } from '../cards/charges.ts'
import { balanceDecline, type ChosenCard, chosenCard, pageOf, requestDecline, savedCardShown } from '../cards/chosen-cards.ts'
import { isPaidByHand } from '../cards/saved-cards.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import {
  awaitTransfer,
  bookUnpaid,
  mustBeDecided,
  type Purchase,
  takePayment,
  transactOncePaid,
  transactWithTripLock,
} from '../money/deposits.ts'
import { closeRequest, PageInTheWay, recordQuote, stopPaying } from '../quotes/quote-moves.ts'
import { mustBeOnlyCharge } from '../quotes/rival-quotes.ts'
import type { CustomerTrip } from './customer-trip.ts'
import { applyDueTransitions, scheduleNextDeadline } from './trip-deadlines.ts'

/**
 * A customer's choice of a quote and of a way to pay. `revision` is that of the terms they were shown, null when they
 * do not say.
 */
export type Choice = { readonly quoteId: number; readonly revision: number | null; readonly paymentMethod: string }

/** The customer of the caller's trip. Refuses `not_found`. */
export async function showCustomerOfTrip(db: Reader, caller: TripCaller): Promise<CustomerTrip['customer']> {
  return customerOf(db, await mustFind(findTrip(db, caller.tripId)))
}

/** The trip behind a link. */
export async function showTrip(db: Reader, app: AppContext, caller: TripCaller): Promise<CustomerTrip> {
  const trip = await mustFind(findTrip(db, caller.tripId))
  const [quotes, requests, booking, payments] = [
    await quotesOfTrip(db, trip.id),
    await requestsOfTrip(db, trip.id),
    await bookingOfTrip(db, trip.id),
    await paymentsOfTrip(db, trip.id),
  ]
  const held = quotes.find(({ quote }) => isLive(quote) && isLocked(quote))?.quote ?? null
  const request = requests.at(-1) ?? null
  const namesCoach = quotes.some(({ quote }) => isLive(quote) && quote.vehicles.some(({ vehicleId }) => vehicleId !== null))
  const bookedWith = booking?.booking.operatorId ?? held?.operatorId
  const paid = payments.filter(({ quoteId }) => quoteId === booking?.booking.quoteId)
  return {
    trip,
    customer: await customerOf(db, trip),
    quotes,
    comforts: namesCoach ? await comfortsPromisedFor(db, trip.id) : null,
    request,
    requestDecline: request && requestDecline(request, payments),
    booking,
    held,
    payments: payments.filter(isOpen),
    page: pageOf(app, payments),
    card: savedCardShown(app, payments),
    balanceDecline: booking && balanceDecline(booking.booking, payments),
    refunds: countedRefunds(payments),
    refundable: refundable(paid),
    paidBy: paidBy(paid),
    extras: booking === null ? [] : await shownExtrasOf(db, booking.booking),
    invoice: booking === null ? null : await findInvoiceName(db, booking.booking.id),
    amendments: booking === null ? [] : await shownAmendmentsOf(db, booking.booking),
    isPaidByTransfer: booking === null ? app.payments.kind === 'transfer' : isPaidByHand(app, booking.booking),
    isPaidEarly: app.payments.kind === 'cards',
    operator: bookedWith === undefined ? null : await findOperator(db, bookedWith),
    calledOff: trip.cancellation && {
      currencyCode: booking?.booking.currencyCode ?? (await offersOfTrip(db, trip.id))[0]?.offer.currencyCode ?? null,
    },
  }
}

/**
 * The customer asks an operator to book, with a card saved; asking again with another card is the same request.
 * Refuses `validation_failed`, `not_found`, `invalid_transition`, `quote_changed`, `quote_expired`, `no_live_quote`,
 * `request_pending`, `job_closed`, `trip_cancelled`, `unavailable` (while a payment is in doubt).
 */
export async function requestBooking(
  app: AppContext,
  caller: TripCaller,
  choice: Choice,
  idempotent: IdempotentRequest<CustomerTrip>,
): Promise<CustomerTrip> {
  const card = await chosenCard(app, choice.paymentMethod)
  if (card.by === 'page') {
    const wish = cardForRequest(app, caller, choice)
    return performInSteps(app, idempotent, (steps) => takePayment(app, steps, wish))
  }
  return transactOncePaid(app, idempotent, caller.tripId, async (tx, now) => {
    const { trip, quote, pending, held, wanted } = await toBeAsked(tx, caller, choice, now)
    mustBeAlone(quote, pending, held)
    await mustBeDecided(tx, trip.id)

    const own = pending.find(({ id }) => id === quote.requestId)
    if (own !== undefined) await changeCard(tx, quote, own, card.method, now)
    else await newRequest(tx, trip, quote, wanted, card.method, now)
    await scheduleNextDeadline(tx, trip, now)
    return showTrip(tx, app, caller)
  })
}

/**
 * The customer leaves a card on a page first; the request begins when they have. Where nothing is to be charged no card is needed, and who was
 * told yes and whose card failed pays at once: the yes stands.
 */
function cardForRequest(app: AppContext, caller: TripCaller, choice: Choice): Purchase<CustomerTrip> {
  return {
    tripId: caller.tripId,
    show: (tx) => showTrip(tx, app, caller),
    async open(tx, now) {
      const { trip, quote, pending, held, wanted } = await toBeAsked(tx, caller, choice, now)
      mustBeAlone(quote, pending, held)
      await mustBeDecided(tx, trip.id)
      if (quote.depositAmount === 0) {
        if (quote.requestId === null) await newRequest(tx, trip, quote, wanted, null, now)
        await scheduleNextDeadline(tx, trip, now)
        return { thing: await showTrip(tx, app, caller) }
      }
      const isAccepted = pending.some(({ id, paymentStatus }) => id === quote.requestId && paymentStatus !== 'card_saved')
      if (isAccepted) return { payment: await depositPage(tx, app, trip, quote, { origin: 'pay' }, now) }
      const page = { kind: 'save_card', origin: 'book', amount: quote.depositAmount } as const
      return { payment: await beginPage(tx, app, quote, page, now) }
    },
  }
}

async function toBeAsked(tx: Writer, caller: TripCaller, choice: Choice, now: number) {
  const found = await chosen(tx, caller, choice, now)
  return { ...found, wanted: request(found.quote) }
}

/**
 * The customer books a confirmed quote at once. A card that needs authentication holds the quote for a while, and the
 * same customer may try another; a transfer holds it until it is no longer valid.
 * Refuses as `requestBooking` does, and `quote_not_confirmed`, `deposit_charge_failed`.
 */
export async function bookQuote(
  app: AppContext,
  caller: TripCaller,
  choice: Choice,
  idempotent: IdempotentRequest<CustomerTrip>,
): Promise<CustomerTrip> {
  const card = await chosenCard(app, choice.paymentMethod)
  return performInSteps(app, idempotent, (steps) => takePayment(app, steps, purchase(app, caller, choice, card)))
}

function purchase(app: AppContext, caller: TripCaller, choice: Choice, card: ChosenCard): Purchase<CustomerTrip> {
  return {
    tripId: caller.tripId,
    show: (tx) => showTrip(tx, app, caller),
    async open(tx, now, storedResponseId) {
      const { trip, quote, pending, held } = await chosen(tx, caller, choice, now)
      const ready = bookable(quote)
      mustBeAlone(quote, pending, held)
      await mustBeDecided(tx, trip.id)
      await mustBeOnlyCharge(tx, ready)

      if (ready.depositAmount === 0) {
        await bookUnpaid(tx, app, trip, ready, now)
        return { thing: await showTrip(tx, app, caller) }
      }
      if (app.payments.kind === 'transfer') {
        if (!isLocked(quote)) await awaitTransfer(tx, app, trip, ready, 'book', now)
        return { thing: await showTrip(tx, app, caller) }
      }
      if (card.by === 'page') {
        return { payment: await depositPage(tx, app, trip, ready, { origin: 'book' }, now) }
      }
      const locked = await recordQuote(tx, quote, lock(ready, cardUntil(quote, now)), now)
      const payment = await beginCharge(tx, app, locked, { origin: 'book', method: card.method, storedResponseId }, now)
      await scheduleNextDeadline(tx, trip, now)
      return { payment }
    },
  }
}

/** The customer takes the request back, or stops paying; the quote stands as it stood. Refuses `no_booking_request`. */
export function cancelRequest(app: AppContext, caller: TripCaller, idempotent: IdempotentRequest<CustomerTrip>) {
  let hadPage = false
  return transactWithTripLock(app, idempotent, caller.tripId, async (tx, now) => {
    const trip = await currentTrip(tx, caller, now)
    // Closing it is what was asked for, unless it turns out to be paid.
    if (trip.status === 'open') {
      const page = (await findOpenPayments(tx, trip.id)).find(isPageOpen)
      hadPage ||= page !== undefined
      if (page !== undefined) throw new PageInTheWay(page.id)
    }
    const asking = (await quotesOfTrip(tx, trip.id)).find(({ quote }) => quote.status === 'requested' || isLocked(quote))
    if (asking === undefined && hadPage && trip.status === 'open') return showTrip(tx, app, caller)
    if (asking === undefined) {
      throw new Refusal('no_booking_request', 'There is no booking request to take back.', { currentStatus: trip.status })
    }

    if (isLocked(asking.quote)) await stopPaying(tx, asking.quote, asking.request, 'withdrawn', now)
    else {
      if (asking.request !== null) await closeRequest(tx, asking.request, 'withdrawn', now)
      await recordQuote(tx, asking.quote, { ...takeBack(asking.quote), requestId: null }, now)
    }
    await scheduleNextDeadline(tx, trip, now)
    return showTrip(tx, app, caller)
  })
}

/** The customer gives the trip up. Refuses as `cancelTrip` does. */
export function cancelOwnTrip(app: AppContext, caller: TripCaller, reason: string, idempotent: IdempotentRequest<CustomerTrip>) {
  return transactWithTripLock(app, idempotent, caller.tripId, async (tx, now) => {
    await cancelTrip(tx, await currentTrip(tx, caller, now), { by: 'customer', reason }, now)
    return showTrip(tx, app, caller)
  })
}

/** The caller's trip as it stands at `now` (ms), locked. */
export async function currentTrip(tx: Writer, caller: TripCaller, now: number): Promise<TripRow> {
  await lockTrip(tx, caller.tripId)
  return applyDueTransitions(tx, await mustFind(findTrip(tx, caller.tripId)), now)
}

/** The quote a customer points at, with the requests that wait and the quote that is being paid for. */
async function chosen(tx: Writer, caller: TripCaller, choice: Choice, now: number) {
  const trip = await currentTrip(tx, caller, now)
  const all = await quotesOfTrip(tx, trip.id)
  const quote = all.find((one) => one.quote.id === choice.quoteId)?.quote
  if (quote === undefined) throw notFound()
  if (trip.status === 'cancelled') throw tripCancelled()
  if (trip.status !== 'open' && quote.status !== 'expired') throw jobClosed(quote)
  if (isLive(quote)) mustBeAsShown(quote, choice.revision)
  const pending = all.flatMap((one) => (one.request?.status === 'pending' ? [one.request] : []))
  const held = all.find((one) => isLive(one.quote) && isLocked(one.quote))?.quote ?? null
  return { trip, quote, pending, held }
}

/** One quote of a job is requested or paid for at a time. Refuses `request_pending`. */
function mustBeAlone(quote: QuoteRow, pending: readonly RequestRow[], held: QuoteRow | null): void {
  const isOtherWaiting = pending.some(({ quoteId }) => quoteId !== quote.id) || (held !== null && held.id !== quote.id)
  if (!isOtherWaiting) return
  throw new Refusal('request_pending', 'Another quote of this trip is being requested or paid for; take that back first.', {
    currentStatus: quote.status,
  })
}
