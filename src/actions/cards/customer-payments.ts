import type { TripCaller } from '../../domain/caller.ts'
import { lookPauseMs, mailedUntil } from '../../domain/card-page.ts'
import { balanceOwed, depositOwed } from '../../domain/ledger.ts'
import { payable, toSpokenAmount } from '../../domain/money.ts'
import { isLive, isLocked, lock } from '../../domain/quote.ts'
import { cardUntil } from '../../domain/quote-times.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { leastTakenBy } from '../../gateways/payments/payments.ts'
import { type BookingRecord, bookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { type PaymentRow, paymentsOfBooking } from '../../storage/queries/payments.ts'
import { type QuoteRow, quotesOfTrip, type RequestRow, saveRequest } from '../../storage/queries/quotes.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import { mustBeDecided, noPaymentDue, type Purchase, takePayment, transactOncePaid } from '../money/deposits.ts'
import { recordQuote } from '../quotes/quote-moves.ts'
import type { CustomerTrip } from '../trips/customer-trip.ts'
import { currentTrip, showTrip } from '../trips/customers.ts'
import { scheduleNextDeadline } from '../trips/trip-deadlines.ts'
import { beginPage, depositPage } from './card-pages.ts'
import { beginCharge } from './charges.ts'
import { type ChosenCard, maybeChosenCard } from './chosen-cards.ts'
import { cardPlanOf, savedCardOf } from './saved-cards.ts'

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
  const card = await maybeChosenCard(app, paymentMethod)
  return performInSteps(app, idempotent, (steps) => takePayment(app, steps, purchase(app, caller, card)))
}

/** Asks the provider how the payment that is open stands, every two seconds at most; the trip as it is then, or without any as it is. */
export function checkPayment(
  app: AppContext,
  caller: TripCaller,
  idempotent: IdempotentRequest<CustomerTrip>,
): Promise<CustomerTrip> {
  const isAskable = ({ askedAt }: PaymentRow) => Math.abs(app.clock() - (askedAt ?? Number.NEGATIVE_INFINITY)) >= lookPauseMs
  const look = async (tx: Writer, now: number) => {
    await currentTrip(tx, caller, now)
    return showTrip(tx, app, caller)
  }
  return transactOncePaid(app, idempotent, caller.tripId, look, isAskable)
}

function purchase(app: AppContext, caller: TripCaller, card: ChosenCard | null): Purchase<CustomerTrip> {
  return {
    tripId: caller.tripId,
    show: (tx) => showTrip(tx, app, caller),
    async open(tx, now, storedResponseId) {
      const trip = await currentTrip(tx, caller, now)
      const due = await dueOf(tx, trip)
      await mustBeDecided(tx, trip.id)

      if (app.payments.kind === 'transfer') return { thing: await showTrip(tx, app, caller) }
      if (card?.by === 'page') return { payment: await openOnPage(tx, app, trip, due, now) }
      const said = { method: card?.method ?? null, storedResponseId }
      if ('booked' in due) return { payment: await payBooking(tx, app, due.booked, said, now) }
      return { payment: await payDeposit(tx, app, trip, due.accepted, said, now) }
    },
  }
}

type DueToPay = { readonly accepted: Accepted } | { readonly booked: BookingRecord }

/**
 * The quote or booking of a trip that is to be paid for, the deposit of an accepted quote first. Refuses
 * `no_payment_due`.
 */
async function dueOf(tx: Writer, trip: TripRow): Promise<DueToPay> {
  const accepted = trip.status === 'open' ? await acceptedQuote(tx, trip) : null
  if (accepted !== null) return { accepted }
  const booked = await bookingOfTrip(tx, trip.id)
  if (booked === null || booked.booking.dueAmount === 0) throw noPaymentDue(trip)
  return { booked }
}

async function openOnPage(tx: Writer, app: AppContext, trip: TripRow, due: DueToPay, now: number) {
  if ('booked' in due) return balancePage(tx, app, due.booked, { isMailed: false }, now)
  return depositPage(tx, app, trip, due.accepted.quote, { origin: 'pay' }, now)
}

/** The page for what is due of a booking. Throws as `beginPage` does, and refuses `no_payment_due` for less than a card can be charged. */
export async function balancePage(
  tx: Writer,
  app: AppContext,
  { booking, quote }: Pick<BookingRecord, 'booking' | 'quote'>,
  { isMailed }: { readonly isMailed: boolean },
  now: number,
): Promise<PaymentRow> {
  const { payments, kind, amount } = await owedOf(tx, app, booking, now)
  const page = { kind, origin: 'pay', amount } as const
  if (!isMailed) return beginPage(tx, app, quote, page, now)
  const operator = await findOperator(tx, booking.operatorId)
  const chargedFrom = cardPlanOf(app, { booking, quote, operator, payments }, now)?.from ?? now
  // A saved card is charged then, and the page is closed before.
  return beginPage(tx, app, quote, { ...page, mailedUntil: mailedUntil(now, chargedFrom > now ? chargedFrom : undefined) }, now)
}

async function owedOf(tx: Writer, app: AppContext, booking: BookingRecord['booking'], now: number) {
  const { dueAmount, currencyCode } = booking
  const least = leastTakenBy(app.payments, currencyCode)
  if (dueAmount < least) throw tooLittle(dueAmount, least, currencyCode)
  const payments = await paymentsOfBooking(tx, booking)
  const kind: 'balance' | 'extra' = balanceOwed(booking, payments) > 0 ? 'balance' : 'extra'
  return { payments, kind, amount: payable(depositOwed(booking, now) || dueAmount, { least, most: dueAmount }) }
}

function tooLittle(dueAmount: number, least: number, currencyCode: string): Refusal {
  const [due, from] = [toSpokenAmount(dueAmount, currencyCode), toSpokenAmount(least, currencyCode)]
  return new Refusal('no_payment_due', `Only ${due} is due, and a card is charged ${from} at least: it is paid another way.`, {
    currentStatus: 'booked',
  })
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
  const { payments, kind, amount } = await owedOf(tx, app, booking, now)
  const method = said.method ?? savedCardOf(app, payments)
  if (method === null) throw invalid(['paymentMethod'], 'required')
  return beginCharge(tx, app, quote, { ...said, origin: 'pay', method, kind, amount }, now)
}
