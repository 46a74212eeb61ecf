import { tripCancelled } from '../../domain/booking.ts'
import type { TripCaller } from '../../domain/caller.ts'
import { isPageOpen } from '../../domain/card-page.ts'
import { computeRefundable, findCommonMeans, listCountedRefunds } from '../../domain/ledger.ts'
import { jobClosed } from '../../domain/offer.ts'
import { isUnfinishedPayment } from '../../domain/payment.ts'
import {
  isLive,
  isQuoteLocked,
  lockQuote,
  requestQuote,
  requireBookableQuote,
  requireShownRevision,
  revertRequest,
} from '../../domain/quote.ts'
import { computeCardLockEnd } from '../../domain/quote-times.ts'
import { notFound, Refusal, requireFound } from '../../domain/refusal.ts'
import { lockTrip } from '../../storage/locks.ts'
import { listShownAmendments } from '../../storage/queries/amendments.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { listShownExtras } from '../../storage/queries/extras.ts'
import { findInvoiceName } from '../../storage/queries/invoices.ts'
import { listOffersOfTrip } from '../../storage/queries/jobs.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findOpenPayments, listPaymentsOfTrip } from '../../storage/queries/payments.ts'
import { listPromisedComforts } from '../../storage/queries/promises.ts'
import { listQuotesOfTrip, listRequestsOfTrip, type QuoteRow, type RequestRow } from '../../storage/queries/quotes.ts'
import { findCustomerOfTrip, findTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { cancelTrip } from '../bookings/cancellations.ts'
import { openCharge } from '../cards/charges.ts'
import { PageInTheWay } from '../cards/open-pages.ts'
import { isPaidByHand } from '../cards/saved-cards.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import { openDepositPage, openPageForQuote } from '../payments/card-pages.ts'
import { insertBookingRequest, saveCardOfRequest } from '../payments/card-requests.ts'
import {
  type ChosenCard,
  findBalanceDecline,
  findChosenCard,
  findRequestDecline,
  findShownCard,
  findShownPage,
} from '../payments/chosen-cards.ts'
import {
  awaitTransfer,
  bookUnpaid,
  type Purchase,
  requireDecidedPayments,
  takePayment,
  transactOncePaid,
  transactWithTripLock,
} from '../payments/deposits.ts'
import { requireOnlyCharge } from '../quotes/rival-quotes.ts'
import { cancelCustomerPayment, closeRequest, recordQuote } from '../transitions/quote-moves.ts'
import { applyDueTransitions, scheduleNextDeadline } from '../transitions/trip-deadlines.ts'
import type { CustomerTrip } from './customer-trip.ts'

/** A customer's choice of a quote and of a way to pay. `revision` is that of the terms they saw, null if unknown. */
export type Choice = { readonly quoteId: number; readonly revision: number | null; readonly paymentMethod: string }

/** The customer of the caller's trip. Refuses `not_found`. */
export async function showCustomerOfTrip(db: Reader, caller: TripCaller): Promise<CustomerTrip['customer']> {
  return findCustomerOfTrip(db, await requireFound(findTrip(db, caller.tripId)))
}

/** The trip of a link. */
export async function showTrip(db: Reader, app: AppContext, caller: TripCaller): Promise<CustomerTrip> {
  const trip = await requireFound(findTrip(db, caller.tripId))
  const [quotes, requests, booking, payments] = [
    await listQuotesOfTrip(db, trip.id),
    await listRequestsOfTrip(db, trip.id),
    await findBookingOfTrip(db, trip.id),
    await listPaymentsOfTrip(db, trip.id),
  ]
  const held = quotes.find(({ quote }) => isLive(quote) && isQuoteLocked(quote))?.quote ?? null
  const request = requests.at(-1) ?? null
  const namesCoach = quotes.some(({ quote }) => isLive(quote) && quote.vehicles.some(({ vehicleId }) => vehicleId !== null))
  const bookedWith = booking?.booking.operatorId ?? held?.operatorId
  const paid = payments.filter(({ quoteId }) => quoteId === booking?.booking.quoteId)
  return {
    trip,
    customer: await findCustomerOfTrip(db, trip),
    quotes,
    comforts: namesCoach ? await listPromisedComforts(db, trip.id) : null,
    request,
    requestDecline: request && findRequestDecline(request, payments),
    booking,
    held,
    payments: payments.filter(isUnfinishedPayment),
    page: findShownPage(app, payments),
    card: findShownCard(app, payments),
    balanceDecline: booking && findBalanceDecline(booking.booking, payments),
    refunds: listCountedRefunds(payments),
    refundable: computeRefundable(paid),
    paidBy: findCommonMeans(paid),
    extras: booking === null ? [] : await listShownExtras(db, booking.booking),
    invoice: booking === null ? null : await findInvoiceName(db, booking.booking.id),
    amendments: booking === null ? [] : await listShownAmendments(db, booking.booking),
    isPaidByTransfer: booking === null ? app.payments.kind === 'transfer' : isPaidByHand(app, booking.booking),
    isPaidEarly: app.payments.kind === 'cards',
    operator: bookedWith === undefined ? null : await findOperator(db, bookedWith),
    calledOff: trip.cancellation && {
      currencyCode: booking?.booking.currencyCode ?? (await listOffersOfTrip(db, trip.id))[0]?.offer.currencyCode ?? null,
    },
  }
}

/**
 * Requests a booking from an operator for the customer, with a saved card; another card makes no new request. Refuses
 * `validation_failed`, `not_found`, `invalid_transition`, `quote_changed`, `quote_expired`, `no_live_quote`, `request_pending`,
 * `job_closed`, `trip_cancelled`, `unavailable` (while a payment is in doubt).
 */
export async function requestBooking(
  app: AppContext,
  caller: TripCaller,
  choice: Choice,
  idempotent: IdempotentRequest<CustomerTrip>,
): Promise<CustomerTrip> {
  const card = await findChosenCard(app, choice.paymentMethod)
  if (card.by === 'page') {
    const request = cardForRequest(app, caller, choice)
    return performInSteps(app, idempotent, (steps) => takePayment(app, steps, request))
  }
  return transactOncePaid(app, idempotent, caller.tripId, async (tx, now) => {
    const { trip, quote, pending, held, wanted } = await toBeAsked(tx, caller, choice, now)
    requireOnlyRequest(quote, pending, held)
    await requireDecidedPayments(tx, trip.id)

    const own = pending.find(({ id }) => id === quote.requestId)
    if (own !== undefined) await saveCardOfRequest(tx, quote, own, card.method, now)
    else await insertBookingRequest(tx, trip, quote, wanted, card.method, now)
    await scheduleNextDeadline(tx, trip, now)
    return showTrip(tx, app, caller)
  })
}

/**
 * Opens a page on which the customer saves a card for a booking request; the request begins after that. Without a charge no
 * card is needed. If the request was accepted and its card failed, the customer pays immediately.
 */
function cardForRequest(app: AppContext, caller: TripCaller, choice: Choice): Purchase<CustomerTrip> {
  return {
    tripId: caller.tripId,
    show: (tx) => showTrip(tx, app, caller),
    async open(tx, now) {
      const { trip, quote, pending, held, wanted } = await toBeAsked(tx, caller, choice, now)
      requireOnlyRequest(quote, pending, held)
      await requireDecidedPayments(tx, trip.id)
      if (quote.depositAmount === 0) {
        if (quote.requestId === null) await insertBookingRequest(tx, trip, quote, wanted, null, now)
        await scheduleNextDeadline(tx, trip, now)
        return { thing: await showTrip(tx, app, caller) }
      }
      const isAccepted = pending.some(({ id, paymentStatus }) => id === quote.requestId && paymentStatus !== 'card_saved')
      if (isAccepted) return { payment: await openDepositPage(tx, app, trip, quote, { origin: 'pay' }, now) }
      const page = { kind: 'save_card', origin: 'book', amount: quote.depositAmount } as const
      return { payment: await openPageForQuote(tx, app, quote, page, now) }
    },
  }
}

async function toBeAsked(tx: Writer, caller: TripCaller, choice: Choice, now: number) {
  const found = await findChosenQuote(tx, caller, choice, now)
  return { ...found, wanted: requestQuote(found.quote) }
}

/**
 * Books a confirmed quote immediately. A card that needs authentication locks the quote for a while, and the same customer can
 * try another; a transfer locks it until it is no longer valid. Refuses as `requestBooking` does, and `quote_not_confirmed`,
 * `deposit_charge_failed`.
 */
export async function bookQuote(
  app: AppContext,
  caller: TripCaller,
  choice: Choice,
  idempotent: IdempotentRequest<CustomerTrip>,
): Promise<CustomerTrip> {
  const card = await findChosenCard(app, choice.paymentMethod)
  return performInSteps(app, idempotent, (steps) => takePayment(app, steps, buildQuotePurchase(app, caller, choice, card)))
}

function buildQuotePurchase(app: AppContext, caller: TripCaller, choice: Choice, card: ChosenCard): Purchase<CustomerTrip> {
  return {
    tripId: caller.tripId,
    show: (tx) => showTrip(tx, app, caller),
    async open(tx, now, storedResponseId) {
      const { trip, quote, pending, held } = await findChosenQuote(tx, caller, choice, now)
      const ready = requireBookableQuote(quote)
      requireOnlyRequest(quote, pending, held)
      await requireDecidedPayments(tx, trip.id)
      await requireOnlyCharge(tx, ready)

      if (ready.depositAmount === 0) {
        await bookUnpaid(tx, app, trip, ready, now)
        return { thing: await showTrip(tx, app, caller) }
      }
      if (app.payments.kind === 'transfer') {
        if (!isQuoteLocked(quote)) await awaitTransfer(tx, app, trip, ready, 'book', now)
        return { thing: await showTrip(tx, app, caller) }
      }
      if (card.by === 'page') {
        return { payment: await openDepositPage(tx, app, trip, ready, { origin: 'book' }, now) }
      }
      const locked = await recordQuote(tx, quote, lockQuote(ready, computeCardLockEnd(quote, now)), now)
      const payment = await openCharge(tx, app, locked, { origin: 'book', method: card.method, storedResponseId }, now)
      await scheduleNextDeadline(tx, trip, now)
      return { payment }
    },
  }
}

/** Withdraws the customer's request, or ends their payment; the quote is as before. Refuses `no_booking_request`. */
export function cancelRequest(app: AppContext, caller: TripCaller, idempotent: IdempotentRequest<CustomerTrip>) {
  let hadPage = false
  return transactWithTripLock(app, idempotent, caller.tripId, async (tx, now) => {
    const trip = await lockCurrentTrip(tx, caller, now)
    // The caller asked to close the page; it may turn out to be paid.
    if (trip.status === 'open') {
      const page = (await findOpenPayments(tx, trip.id)).find(isPageOpen)
      hadPage ||= page !== undefined
      if (page !== undefined) throw new PageInTheWay(page.id)
    }
    const asking = (await listQuotesOfTrip(tx, trip.id)).find(({ quote }) => quote.status === 'requested' || isQuoteLocked(quote))
    if (asking === undefined && hadPage && trip.status === 'open') return showTrip(tx, app, caller)
    if (asking === undefined) {
      throw new Refusal('no_booking_request', 'There is no booking request to withdraw.', { currentStatus: trip.status })
    }

    if (isQuoteLocked(asking.quote)) await cancelCustomerPayment(tx, asking.quote, asking.request, 'withdrawn', now)
    else {
      if (asking.request !== null) await closeRequest(tx, asking.request, 'withdrawn', now)
      await recordQuote(tx, asking.quote, { ...revertRequest(asking.quote), requestId: null }, now)
    }
    await scheduleNextDeadline(tx, trip, now)
    return showTrip(tx, app, caller)
  })
}

/** Cancels the trip for the customer. Refuses as `cancelTrip` does. */
export function cancelOwnTrip(app: AppContext, caller: TripCaller, reason: string, idempotent: IdempotentRequest<CustomerTrip>) {
  return transactWithTripLock(app, idempotent, caller.tripId, async (tx, now) => {
    await cancelTrip(tx, await lockCurrentTrip(tx, caller, now), { by: 'customer', reason }, now)
    return showTrip(tx, app, caller)
  })
}

/** Locks and returns the caller's trip at `now` (ms). */
export async function lockCurrentTrip(tx: Writer, caller: TripCaller, now: number): Promise<TripRow> {
  await lockTrip(tx, caller.tripId)
  return applyDueTransitions(tx, await requireFound(findTrip(tx, caller.tripId)), now)
}

/** The customer's chosen quote, with the pending requests and the quote in payment. */
async function findChosenQuote(tx: Writer, caller: TripCaller, choice: Choice, now: number) {
  const trip = await lockCurrentTrip(tx, caller, now)
  const all = await listQuotesOfTrip(tx, trip.id)
  const quote = all.find((one) => one.quote.id === choice.quoteId)?.quote
  if (quote === undefined) throw notFound()
  if (trip.status === 'cancelled') throw tripCancelled()
  if (trip.status !== 'open' && quote.status !== 'expired') throw jobClosed(quote)
  if (isLive(quote)) requireShownRevision(quote, choice.revision)
  const pending = all.flatMap((one) => (one.request?.status === 'pending' ? [one.request] : []))
  const held = all.find((one) => isLive(one.quote) && isQuoteLocked(one.quote))?.quote ?? null
  return { trip, quote, pending, held }
}

/** Allows one requested or paid quote of a job at a time. Refuses `request_pending`. */
function requireOnlyRequest(quote: QuoteRow, pending: readonly RequestRow[], held: QuoteRow | null): void {
  const isOtherWaiting = pending.some(({ quoteId }) => quoteId !== quote.id) || (held !== null && held.id !== quote.id)
  if (!isOtherWaiting) return
  throw new Refusal(
    'request_pending',
    'Another quote of this trip is being requested or paid for. Withdraw that request first.',
    {
      currentStatus: quote.status,
    },
  )
}
