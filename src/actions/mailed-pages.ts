import type { PortalCaller } from '../domain/caller.ts'
import { isPageOpen } from '../domain/card-page.ts'
import { toSpokenAmount } from '../domain/money.ts'
import { isLive, isLocked } from '../domain/quote.ts'
import { mustFind } from '../domain/refusal.ts'
import { paymentPage } from '../gateways/notices/customer-words.ts'
import type { NoticeWords } from '../gateways/notices/letter.ts'
import { customerToTell } from '../storage/queries/audiences.ts'
import { bookingOfTrip } from '../storage/queries/bookings.ts'
import { findJob } from '../storage/queries/jobs.ts'
import { findOperator } from '../storage/queries/operators.ts'
import { findPayment, openPayments } from '../storage/queries/payments.ts'
import { findQuote, quotesOfTrip } from '../storage/queries/quotes.ts'
import type { TripRow } from '../storage/queries/trips.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { depositPage } from './card-pages.ts'
import { pageOf, type ShownPage } from './chosen-cards.ts'
import type { AppContext } from './context.ts'
import { balancePage } from './customer-payments.ts'
import { mustBeDecided, noPaymentDue, type Purchase, takePayment } from './deposits.ts'
import { type IdempotentRequest, performInSteps } from './idempotency.ts'
import { tripIdOf } from './jobs.ts'
import { mailSource } from './mail-server.ts'
import { tell } from './notices.ts'
import { type TripNews, tripFacts } from './quote-notices.ts'
import { currentTripByRef } from './trips.ts'

/** A page on which a customer pays, and whether they were mailed where it is. */
export type MailedPage = { readonly page: ShownPage; readonly isSent: boolean }

/**
 * Mails the customer of a trip the page on which they pay what is due to the caller's account by card: the deposit of a quote of theirs that
 * may be booked, or what is owed of a booking. It stays open for 23 hours, and a quote is held as long.
 * Refuses `not_found`, `no_payment_due` (also where cards are not taken), `unavailable`.
 */
export async function mailPaymentPage(
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  idempotent: IdempotentRequest<MailedPage>,
): Promise<MailedPage> {
  const tripId = await tripIdOf(app, caller, ref)
  return performInSteps(app, idempotent, (steps) => takePayment(app, steps, purchase(app, caller, ref, tripId)))
}

function purchase(app: AppContext, caller: PortalCaller, ref: string, tripId: number): Purchase<MailedPage> {
  return {
    tripId,
    show: (tx) => tellOfPage(tx, app, caller, tripId),
    async open(tx, now) {
      const trip = await currentTripByRef(tx, ref, now)
      await mustFind(findJob(tx, caller.operatorId, ref))
      if (app.payments.kind !== 'cards') throw noPaymentDue(trip)
      await mustBeDecided(tx, tripId)
      const booked = await bookingOfTrip(tx, tripId)
      if (booked !== null && booked.booking.operatorId === caller.operatorId && booked.booking.dueAmount > 0) {
        return { payment: await balancePage(tx, app, booked, { isMailed: true }, now) }
      }
      return { payment: await openDeposit(tx, app, caller, trip, now) }
    },
  }
}

async function openDeposit(tx: Writer, app: AppContext, caller: PortalCaller, trip: TripRow, now: number) {
  const all = trip.status === 'open' ? await quotesOfTrip(tx, trip.id) : []
  const isOtherHeld = all.some(
    ({ quote }) => quote.operatorId !== caller.operatorId && isLive(quote) && (isLocked(quote) || quote.status === 'requested'),
  )
  const own = all.find(
    ({ quote, request }) =>
      quote.operatorId === caller.operatorId &&
      quote.depositAmount > 0 &&
      (quote.status === 'confirmed' || (quote.status === 'requested' && request?.paymentStatus !== 'card_saved')),
  )
  if (own === undefined || isOtherHeld) throw noPaymentDue(trip)
  return depositPage(tx, app, trip, own.quote, { origin: 'pay', isMailed: true }, now)
}

async function tellOfPage(tx: Writer, app: AppContext, caller: PortalCaller, tripId: number): Promise<MailedPage> {
  const open = await openPayments(tx, tripId)
  const page = pageOf(app, open)
  const subjectId = open.find(isPageOpen)?.id
  if (page === null || subjectId === undefined) throw new Error(`trip ${tripId} has no page open that was just opened`)
  const { operatorId } = caller
  await tell(tx, { fact: 'payment_page', operatorIds: [operatorId], tripId, subjectId }, app.clock())
  const hasAddress = (await customerToTell(tx, tripId))?.email != null
  return { page, isSent: hasAddress && (await mailSource(tx, app)) !== 'none' }
}

/** Where to pay what is due by card, while that page is open. */
export async function paymentPageWords(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const payment = subjectId === null ? null : await findPayment(db, subjectId)
  if (payment === null || !isPageOpen(payment)) return null
  const quote = await findQuote(db, payment.quoteId)
  const operator = quote === null ? null : await findOperator(db, quote.operatorId)
  const isDeposit = payment.kind === 'deposit'
  const what = { operator: operator?.name ?? '', amount: toSpokenAmount(payment.amount, payment.currencyCode), isDeposit }
  return paymentPage({ ...tripFacts(trip, now), ...what })
}
