import type { PortalCaller } from '../../domain/caller.ts'
import { isPageOpen } from '../../domain/card-page.ts'
import { computeUnpaidDeposit } from '../../domain/ledger.ts'
import type { Channel } from '../../domain/notices.ts'
import { isLive, isQuoteLocked } from '../../domain/quote.ts'
import { invalid, requireFound } from '../../domain/refusal.ts'
import { isMobile } from '../../gateways/phone.ts'
import { findCustomerToNotify } from '../../storage/queries/audiences.ts'
import { type BookingRecord, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findOpenPayments } from '../../storage/queries/payments.ts'
import { listQuotesOfTrip, type QuoteRow, type TripQuote } from '../../storage/queries/quotes.ts'
import { findTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { requireExisting } from '../cards/charges.ts'
import { isPaidByHand } from '../cards/saved-cards.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import { mailSource } from '../outbox/mail-server.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { listPhoneCountries } from '../people/phones.ts'
import { findOfferedTripId } from '../quotes/jobs.ts'
import { lockCurrentTripByRef } from '../trips/trips.ts'
import { openBalancePage } from './balance-pages.ts'
import { openDepositPage } from './card-pages.ts'
import { findShownPage, type ShownPage } from './chosen-cards.ts'
import { noPaymentDue, type Purchase, requireDecidedPayments, takePayment } from './deposits.ts'

/** A page on which a customer pays, and whether its address was emailed. */
export type MailedPage = { readonly page: ShownPage; readonly isSent: boolean }

/**
 * Emails the customer of a trip a payment page for the amount due to the caller's account: a deposit or a balance. It stays
 * open for 23 hours, but no longer than the amount can be paid, and the quote is locked as long. Refuses `not_found`,
 * `no_payment_due` (cards are off, or the amount was paid), `validation_failed` (no way to reach the customer), `unavailable`.
 */
export async function openMailedPage(
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  idempotent: IdempotentRequest<MailedPage>,
): Promise<MailedPage> {
  const tripId = await findOfferedTripId(app, caller, ref)
  return performInSteps(app, idempotent, async (steps) => {
    // An open page is checked first: it may already be paid.
    const dueMoney = await app.storage.read(async (db) =>
      findDueOnPage(db, app, caller, await requireExisting(findTrip(db, tripId))),
    )
    const wanted = dueMoney && toPageDue(dueMoney, app.clock())
    return takePayment(app, steps, buildMailedPagePurchase(app, caller, { ref, tripId, wanted }))
  })
}

/** A page that is requested. `wanted` is the amount due at that time, null if nothing was due. */
type AskedPage = { readonly ref: string; readonly tripId: number; readonly wanted: PageDue | null }

function buildMailedPagePurchase(
  app: AppContext,
  caller: PortalCaller,
  { ref, tripId, wanted }: AskedPage,
): Purchase<MailedPage> {
  return {
    tripId,
    show: (tx) => notifyOfPage(tx, app, caller, tripId),
    async open(tx, now) {
      const trip = await lockCurrentTripByRef(tx, ref, now)
      await requireFound(findJob(tx, caller.operatorId, ref))
      await requireDecidedPayments(tx, tripId)
      const due = await findDueOnPage(tx, app, caller, trip)
      if (due === null || (wanted !== null && !Bun.deepEquals(wanted, toPageDue(due, now)))) throw noPaymentDue(trip)
      if ((await findCustomerChannel(tx, app, caller, tripId)) === null) throw invalid(['customer', 'email'], 'nowhereToSend')
      if ('booked' in due) return { payment: await openBalancePage(tx, app, due.booked, { isMailed: true }, now) }
      return { payment: await openDepositPage(tx, app, trip, due.quote, { origin: 'pay', isMailed: true }, now) }
    },
  }
}

/** Money that a customer could pay on a page: the balance of a booking, or the deposit of a quote. */
type DueOnPage = { readonly booked: BookingRecord } | { readonly quote: QuoteRow }

/** A payment on a page for display. Amount in minor units. */
export type PageDue = { readonly purpose: 'deposit' | 'balance'; readonly amount: number; readonly currencyCode: string }

/** The payment of a page at `now` (ms). For a booking it is the deposit until that is paid. */
export function toPageDue(due: DueOnPage, now: number): PageDue {
  if ('quote' in due) {
    const { depositAmount, currencyCode } = due.quote
    return { purpose: 'deposit', amount: depositAmount, currencyCode }
  }
  const { booking } = due.booked
  return {
    purpose: 'balance',
    amount: computeUnpaidDeposit(booking, now) || booking.dueAmount,
    currencyCode: booking.currencyCode,
  }
}

/** Finds the amount that the customer of a trip can pay to an operator on a page now. Null for none, and if cards are off. */
export async function findDueOnPage(
  db: Reader,
  { payments }: Pick<AppContext, 'payments'>,
  { operatorId }: Pick<PortalCaller, 'operatorId'>,
  { id, status }: Pick<TripRow, 'id' | 'status'>,
): Promise<DueOnPage | null> {
  if (payments.kind !== 'cards') return null
  const booked = await findBookingOfTrip(db, id)
  if (booked?.booking.operatorId === operatorId && !isPaidByHand({ payments }, booked.booking)) return { booked }
  const quote = status === 'open' ? findDepositToPay(await listQuotesOfTrip(db, id), operatorId) : null
  return quote && { quote }
}

/** The quote of this operator that lacks only its deposit, unless the trip is held for another operator's quote. */
function findDepositToPay(all: readonly TripQuote[], operatorId: number): QuoteRow | null {
  const isOtherHeld = all.some(
    ({ quote }) => quote.operatorId !== operatorId && isLive(quote) && (isQuoteLocked(quote) || quote.status === 'requested'),
  )
  const own = all.find(
    ({ quote, request }) =>
      quote.operatorId === operatorId &&
      quote.depositAmount > 0 &&
      (quote.status === 'confirmed' || (quote.status === 'requested' && request?.paymentStatus !== 'card_saved')),
  )
  return isOtherHeld ? null : (own?.quote ?? null)
}

async function notifyOfPage(tx: Writer, app: AppContext, caller: PortalCaller, tripId: number): Promise<MailedPage> {
  const open = await findOpenPayments(tx, tripId)
  const page = findShownPage(app, open)
  const subjectId = open.find(isPageOpen)?.id
  if (page === null || subjectId === undefined) throw new Error(`trip ${tripId} has no page open that was just opened`)
  const { operatorId } = caller
  await notifyReaders(tx, { fact: 'payment_page', operatorIds: [operatorId], tripId, subjectId }, app.clock())
  const isMailed = (await findCustomerChannel(tx, app, caller, tripId)) === 'mail'
  return { page, isSent: !isMailed || (await mailSource(tx, app)) !== 'none' }
}

/** The channel for the payment page's address: SMS for a customer without an email address. Null if neither is possible. */
async function findCustomerChannel(
  db: Reader,
  app: Pick<AppContext, 'transports' | 'phoneCountry'>,
  { operatorId }: Pick<PortalCaller, 'operatorId'>,
  tripId: number,
): Promise<Channel | null> {
  const { email = null, phone = null } = (await findCustomerToNotify(db, tripId)) ?? {}
  if (email !== null) return 'mail'
  if (app.transports.sms === null || phone === null) return null
  return isMobile(phone, listPhoneCountries(app, await findOperator(db, operatorId))) ? 'sms' : null
}
