import type { PortalCaller } from '../../domain/caller.ts'
import { isPageOpen } from '../../domain/card-page.ts'
import { depositOwed } from '../../domain/ledger.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import type { Channel } from '../../domain/notices.ts'
import { isLive, isLocked } from '../../domain/quote.ts'
import { invalid, mustFind } from '../../domain/refusal.ts'
import { paymentPage } from '../../gateways/notices/customer-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import { isMobile } from '../../gateways/phone.ts'
import { customerToTell } from '../../storage/queries/audiences.ts'
import { type BookingRecord, bookingOfTrip } from '../../storage/queries/bookings.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findOpenPayments, findPayment } from '../../storage/queries/payments.ts'
import { findQuote, type QuoteRow, quotesOfTrip, type TripQuote } from '../../storage/queries/quotes.ts'
import { findTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import { mailSource } from '../messages/mail-server.ts'
import { tell } from '../messages/notices.ts'
import { mustBeDecided, noPaymentDue, type Purchase, takePayment } from '../money/deposits.ts'
import { phoneCountriesOf } from '../people/phones.ts'
import { tripIdOf } from '../quotes/jobs.ts'
import { spokenUntil, type TripNews, tripFactsOf } from '../quotes/quote-notices.ts'
import { currentTripByRef } from '../trips/trips.ts'
import { pageHeldUntil } from './card-page-ends.ts'
import { depositPage } from './card-pages.ts'
import { mustExist } from './charges.ts'
import { pageOf, type ShownPage } from './chosen-cards.ts'
import { balancePage } from './customer-payments.ts'
import { isPaidByHand } from './saved-cards.ts'

/** A page on which a customer pays, and whether they were mailed where it is. */
export type MailedPage = { readonly page: ShownPage; readonly isSent: boolean }

/**
 * Mails the customer of a trip the page on which they pay what is due to the caller's account by card: the deposit of a quote of theirs that
 * may be booked, or what is owed of a booking. It stays open for 23 hours, but no longer than that can be paid, and a quote is held as long.
 * Refuses `not_found`, `no_payment_due` (also where cards are not taken, and where what was due turns out to be paid), `validation_failed`
 * (a customer to whom it cannot be sent), `unavailable`.
 */
export async function mailPaymentPage(
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  idempotent: IdempotentRequest<MailedPage>,
): Promise<MailedPage> {
  const tripId = await tripIdOf(app, caller, ref)
  return performInSteps(app, idempotent, async (steps) => {
    // A page that is open is looked at first, and what it was for may turn out to be paid.
    const asked = await app.storage.read(async (db) => dueOnPage(db, app, caller, await mustExist(findTrip(db, tripId))))
    const wanted = asked && toPageDue(asked, app.clock())
    return takePayment(app, steps, purchase(app, caller, { ref, tripId, wanted }))
  })
}

/** A page that is asked for. `wanted` is what was due then, null where nothing was to be seen. */
type AskedPage = { readonly ref: string; readonly tripId: number; readonly wanted: PageDue | null }

function purchase(app: AppContext, caller: PortalCaller, { ref, tripId, wanted }: AskedPage): Purchase<MailedPage> {
  return {
    tripId,
    show: (tx) => tellOfPage(tx, app, caller, tripId),
    async open(tx, now) {
      const trip = await currentTripByRef(tx, ref, now)
      await mustFind(findJob(tx, caller.operatorId, ref))
      await mustBeDecided(tx, tripId)
      const due = await dueOnPage(tx, app, caller, trip)
      if (due === null || (wanted !== null && !Bun.deepEquals(wanted, toPageDue(due, now)))) throw noPaymentDue(trip)
      if ((await wayToCustomer(tx, app, caller, tripId)) === null) throw invalid(['customer', 'email'], 'nowhereToSend')
      if ('booked' in due) return { payment: await balancePage(tx, app, due.booked, { isMailed: true }, now) }
      return { payment: await depositPage(tx, app, trip, due.quote, { origin: 'pay', isMailed: true }, now) }
    },
  }
}

/** Money that a customer could pay on a page: what is owed of a booking, or the deposit of a quote. */
type DueOnPage = { readonly booked: BookingRecord } | { readonly quote: QuoteRow }

/** A payment on a page as it is shown. Amount in minor units. */
export type PageDue = { readonly purpose: 'deposit' | 'balance'; readonly amount: number; readonly currencyCode: string }

/** The payment that a page would be for at `now` (ms): of a booking its deposit, while that is still to come. */
export function toPageDue(due: DueOnPage, now: number): PageDue {
  if ('quote' in due) {
    const { depositAmount, currencyCode } = due.quote
    return { purpose: 'deposit', amount: depositAmount, currencyCode }
  }
  const { booking } = due.booked
  return { purpose: 'balance', amount: depositOwed(booking, now) || booking.dueAmount, currencyCode: booking.currencyCode }
}

/**
 * Finds what the customer of a trip could pay to an operator on a page as it stands. Null for nothing, and where no
 * cards are taken.
 */
export async function dueOnPage(
  db: Reader,
  { payments }: Pick<AppContext, 'payments'>,
  { operatorId }: Pick<PortalCaller, 'operatorId'>,
  { id, status }: Pick<TripRow, 'id' | 'status'>,
): Promise<DueOnPage | null> {
  if (payments.kind !== 'cards') return null
  const booked = await bookingOfTrip(db, id)
  if (booked?.booking.operatorId === operatorId && !isPaidByHand({ payments }, booked.booking)) return { booked }
  const quote = status === 'open' ? depositToPay(await quotesOfTrip(db, id), operatorId) : null
  return quote && { quote }
}

/** The quote of this operator that waits for nothing but its deposit, unless the trip is held for another's. */
function depositToPay(all: readonly TripQuote[], operatorId: number): QuoteRow | null {
  const isOtherHeld = all.some(
    ({ quote }) => quote.operatorId !== operatorId && isLive(quote) && (isLocked(quote) || quote.status === 'requested'),
  )
  const own = all.find(
    ({ quote, request }) =>
      quote.operatorId === operatorId &&
      quote.depositAmount > 0 &&
      (quote.status === 'confirmed' || (quote.status === 'requested' && request?.paymentStatus !== 'card_saved')),
  )
  return isOtherHeld ? null : (own?.quote ?? null)
}

async function tellOfPage(tx: Writer, app: AppContext, caller: PortalCaller, tripId: number): Promise<MailedPage> {
  const open = await findOpenPayments(tx, tripId)
  const page = pageOf(app, open)
  const subjectId = open.find(isPageOpen)?.id
  if (page === null || subjectId === undefined) throw new Error(`trip ${tripId} has no page open that was just opened`)
  const { operatorId } = caller
  await tell(tx, { fact: 'payment_page', operatorIds: [operatorId], tripId, subjectId }, app.clock())
  const isMailed = (await wayToCustomer(tx, app, caller, tripId)) === 'mail'
  return { page, isSent: !isMailed || (await mailSource(tx, app)) !== 'none' }
}

/**
 * The channel on which a customer hears where they pay: a text where they have no address. Null for one whom nothing
 * reaches.
 */
async function wayToCustomer(
  db: Reader,
  app: Pick<AppContext, 'transports' | 'phoneCountry'>,
  { operatorId }: Pick<PortalCaller, 'operatorId'>,
  tripId: number,
): Promise<Channel | null> {
  const { email = null, phone = null } = (await customerToTell(db, tripId)) ?? {}
  if (email !== null) return 'mail'
  if (app.transports.sms === null || phone === null) return null
  return isMobile(phone, phoneCountriesOf(app, await findOperator(db, operatorId))) ? 'sms' : null
}

/** The notice of where to pay what is due by card, while that page is open; null once it is not. */
export async function paymentPageWords(
  db: Reader,
  { wallClock }: Pick<AppContext, 'wallClock'>,
  { trip, subjectId, now }: TripNews,
): Promise<NoticeWords | null> {
  const payment = subjectId === null ? null : await findPayment(db, subjectId)
  if (payment === null || !isPageOpen(payment)) return null
  const quote = await findQuote(db, payment.quoteId)
  const operator = quote === null ? null : await findOperator(db, quote.operatorId)
  const ends = now + (payment.pageExpiresAt ?? 0) - wallClock()
  const until = Math.min(ends, (await pageHeldUntil(db, payment)) ?? ends)
  return paymentPage({
    ...tripFactsOf(trip, now),
    operator: operator?.name ?? '',
    amount: toSpokenAmount(payment.amount, payment.currencyCode),
    isDeposit: payment.kind === 'deposit',
    until: spokenUntil(until, operator, trip, now),
  })
}
