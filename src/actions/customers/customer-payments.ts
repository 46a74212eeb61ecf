import type { TripCaller } from '../../domain/caller.ts'
import { lookPauseMs } from '../../domain/card-page.ts'
import { isLive, isQuoteLocked, lockQuote } from '../../domain/quote.ts'
import { computeCardLockEnd } from '../../domain/quote-times.ts'
import { invalid } from '../../domain/refusal.ts'
import { type BookingRecord, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'
import { listQuotesOfTrip, type QuoteRow, type RequestRow, saveRequest } from '../../storage/queries/quotes.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { openCharge } from '../cards/charges.ts'
import { findSavedMethod } from '../cards/saved-cards.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import { findBookingDue, openBalancePage } from '../payments/balance-pages.ts'
import { openDepositPage } from '../payments/card-pages.ts'
import { type ChosenCard, findOptionalCard } from '../payments/chosen-cards.ts'
import { noPaymentDue, type Purchase, requireDecidedPayments, takePayment, transactOncePaid } from '../payments/deposits.ts'
import { recordQuote } from '../transitions/quote-moves.ts'
import { scheduleNextDeadline } from '../transitions/trip-deadlines.ts'
import type { CustomerTrip } from './customer-trip.ts'
import { lockCurrentTrip, showTrip } from './customers.ts'

/**
 * Pays what is due: the deposit of an accepted quote whose charge failed, a missing deposit, or the balance of a booking. Without
 * a named card it charges the saved one. The trip shows the account for a transfer. Refuses `validation_failed`,
 * `no_payment_due`, `deposit_charge_failed`, `unavailable` (while a payment is in doubt).
 */
export async function chargeAmountDue(
  app: AppContext,
  caller: TripCaller,
  paymentMethod: string | null,
  idempotent: IdempotentRequest<CustomerTrip>,
): Promise<CustomerTrip> {
  const card = await findOptionalCard(app, paymentMethod)
  return performInSteps(app, idempotent, (steps) => takePayment(app, steps, buildDuePurchase(app, caller, card)))
}

/** Reads the state of the open payment from the provider, at most every two seconds. Returns the trip after it. */
export function settleOpenPayment(
  app: AppContext,
  caller: TripCaller,
  idempotent: IdempotentRequest<CustomerTrip>,
): Promise<CustomerTrip> {
  const isAskable = ({ askedAt }: PaymentRow) => Math.abs(app.clock() - (askedAt ?? Number.NEGATIVE_INFINITY)) >= lookPauseMs
  const look = async (tx: Writer, now: number) => {
    await lockCurrentTrip(tx, caller, now)
    return showTrip(tx, app, caller)
  }
  return transactOncePaid(app, idempotent, caller.tripId, look, isAskable)
}

function buildDuePurchase(app: AppContext, caller: TripCaller, card: ChosenCard | null): Purchase<CustomerTrip> {
  return {
    tripId: caller.tripId,
    show: (tx) => showTrip(tx, app, caller),
    async open(tx, now, storedResponseId) {
      const trip = await lockCurrentTrip(tx, caller, now)
      const due = await findDueToPay(tx, trip)
      await requireDecidedPayments(tx, trip.id)

      if (app.payments.kind === 'transfer') return { thing: await showTrip(tx, app, caller) }
      if (card?.by === 'page') return { payment: await openPageForDue(tx, app, trip, due, now) }
      const said = { method: card?.method ?? null, storedResponseId }
      if ('booked' in due) return { payment: await chargeBooking(tx, app, due.booked, said, now) }
      return { payment: await chargeDeposit(tx, app, trip, due.accepted, said, now) }
    },
  }
}

type DueToPay = { readonly accepted: Accepted } | { readonly booked: BookingRecord }

/** The quote or booking of a trip that must be paid, the deposit of an accepted quote first. Refuses `no_payment_due`. */
async function findDueToPay(tx: Writer, trip: TripRow): Promise<DueToPay> {
  const accepted = trip.status === 'open' ? await findAcceptedQuote(tx, trip) : null
  if (accepted !== null) return { accepted }
  const booked = await findBookingOfTrip(tx, trip.id)
  if (booked === null || booked.booking.dueAmount === 0) throw noPaymentDue(trip)
  return { booked }
}

async function openPageForDue(tx: Writer, app: AppContext, trip: TripRow, due: DueToPay, now: number) {
  if ('booked' in due) return openBalancePage(tx, app, due.booked, { isMailed: false }, now)
  return openDepositPage(tx, app, trip, due.accepted.quote, { origin: 'pay' }, now)
}

type ChargeChoice = { readonly method: string | null; readonly storedResponseId: string | null }

type Accepted = { readonly quote: QuoteRow; readonly request: RequestRow | null }

/** The quote without its deposit: locked for a payment, or accepted with a failed card. */
async function findAcceptedQuote(tx: Writer, trip: TripRow): Promise<Accepted | null> {
  const waiting = (await listQuotesOfTrip(tx, trip.id)).find(({ quote, request }) => {
    if (!isLive(quote)) return false
    return isQuoteLocked(quote) || (quote.status === 'requested' && request !== null && request.paymentStatus !== 'card_saved')
  })
  return waiting ?? null
}

async function chargeDeposit(
  tx: Writer,
  app: AppContext,
  trip: TripRow,
  { quote, request }: Accepted,
  said: ChargeChoice,
  now: number,
) {
  const method = said.method ?? request?.paymentMethod ?? null
  if (method === null) throw invalid(['paymentMethod'], 'required')
  const held = quote.status === 'requested' ? quote : lockQuote(quote, computeCardLockEnd(quote, now))
  const moved = await recordQuote(tx, quote, held, now)
  if (request?.status === 'pending') await saveRequest(tx, request, { paymentMethod: method, paymentStatus: 'charging' })
  const payment = await openCharge(tx, app, moved, { ...said, origin: 'pay', method }, now)
  await scheduleNextDeadline(tx, trip, now)
  return payment
}

async function chargeBooking(
  tx: Writer,
  app: AppContext,
  { booking, quote }: BookingRecord,
  said: ChargeChoice,
  now: number,
): Promise<PaymentRow> {
  const { payments, kind, amount } = await findBookingDue(tx, app, booking, now)
  const method = said.method ?? findSavedMethod(app, payments)
  if (method === null) throw invalid(['paymentMethod'], 'required')
  return openCharge(tx, app, quote, { ...said, origin: 'pay', method, kind, amount }, now)
}
