import type { TripCaller } from '../domain/caller.ts'
import { balanceOwed, depositOwed } from '../domain/ledger.ts'
import { cardUntil, isLive, isLocked, lock } from '../domain/quote.ts'
import { invalid } from '../domain/refusal.ts'
import { type BookingRecord, bookingOfTrip } from '../storage/queries/bookings.ts'
import { type PaymentRow, paymentsOfBooking } from '../storage/queries/payments.ts'
import { type QuoteRow, quotesOfTrip, type RequestRow, saveRequest } from '../storage/queries/quotes.ts'
import type { TripRow } from '../storage/queries/trips.ts'
import type { Writer } from '../storage/storage.ts'
import { beginCharge } from './charges.ts'
import type { AppContext } from './context.ts'
import { type CustomerTrip, currentTrip, savedMethod, showTrip } from './customers.ts'
import { mustBeDecided, noPaymentDue, type Purchase, takePayment } from './deposits.ts'
import { type IdempotentRequest, performInSteps } from './idempotency.ts'
import { recordQuote } from './quote-moves.ts'
import { savedCardOf } from './saved-cards.ts'
import { scheduleNextDeadline } from './trip-deadlines.ts'

/**
 * The customer pays what is due: the deposit of a quote that was accepted and could not be charged, or of a booking made without it, else
 * what is owed of the booking;
 * with the card that was saved where they name none. Where money comes by transfer the trip says where to send it.
 * Refuses `validation_failed`, `no_payment_due`, `deposit_charge_failed`, `unavailable` (while a payment is in doubt).
 */
export async function payWhatIsDue(
  app: AppContext,
  caller: TripCaller,
  paymentMethod: string | null,
  idempotent: IdempotentRequest<CustomerTrip>,
): Promise<CustomerTrip> {
  const method = paymentMethod === null ? null : await savedMethod(app, { paymentMethod })
  return performInSteps(app, idempotent, (steps) => takePayment(app, steps, purchase(app, caller, method)))
}

function purchase(app: AppContext, caller: TripCaller, method: string | null): Purchase<CustomerTrip> {
  return {
    tripId: caller.tripId,
    show: (tx) => showTrip(tx, app, caller),
    async open(tx, now, storedResponseId) {
      const trip = await currentTrip(tx, caller, now)
      const accepted = trip.status === 'open' ? await acceptedQuote(tx, trip) : null
      const booked = accepted === null ? await bookingOfTrip(tx, trip.id) : null
      if (accepted === null && (booked === null || booked.booking.dueAmount === 0)) throw noPaymentDue(trip)
      await mustBeDecided(tx, trip.id)

      if (app.payments.kind === 'transfer') return { thing: await showTrip(tx, app, caller) }
      const said = { method, storedResponseId }
      if (accepted !== null) return { payment: await payDeposit(tx, app, trip, accepted, said, now) }
      if (booked !== null) return { payment: await payBooking(tx, app, booked, said, now) }
      throw noPaymentDue(trip)
    },
  }
}

type Said = { readonly method: string | null; readonly storedResponseId: string | null }

type Accepted = { readonly quote: QuoteRow; readonly request: RequestRow | null }

/** The quote that wants nothing but its deposit: one being paid for, or requested and accepted with a card that failed. */
async function acceptedQuote(tx: Writer, trip: TripRow): Promise<Accepted | null> {
  const waiting = (await quotesOfTrip(tx, trip.id)).find(({ quote, request }) => {
    if (!isLive(quote)) return false
    return isLocked(quote) || (quote.status === 'requested' && request !== null && request.paymentStatus !== 'card_saved')
  })
  return waiting ?? null
}

async function payDeposit(tx: Writer, app: AppContext, trip: TripRow, { quote, request }: Accepted, said: Said, now: number) {
  const method = said.method ?? request?.paymentMethod ?? null
  if (method === null) throw invalid(['paymentMethod'], 'required')
  const held = quote.status === 'requested' ? quote : lock(quote, cardUntil(quote, now))
  const moved = await recordQuote(tx, quote, held, now)
  if (request?.status === 'pending') await saveRequest(tx, request, { paymentMethod: method, paymentStatus: 'charging' })
  const payment = await beginCharge(tx, app, moved, { ...said, origin: 'pay', method }, now)
  await scheduleNextDeadline(tx, trip, now)
  return payment
}

async function payBooking(
  tx: Writer,
  app: AppContext,
  { booking, quote }: BookingRecord,
  said: Said,
  now: number,
): Promise<PaymentRow> {
  const payments = await paymentsOfBooking(tx, booking)
  const method = said.method ?? savedCardOf(app, payments)
  if (method === null) throw invalid(['paymentMethod'], 'required')
  const kind = balanceOwed(booking, payments) > 0 ? 'balance' : 'extra'
  const amount = depositOwed(booking, now) || booking.dueAmount
  return beginCharge(tx, app, quote, { ...said, origin: 'pay', method, kind, amount }, now)
}
