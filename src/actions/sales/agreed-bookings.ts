import { type Agreement, requireSuitableAccount } from '../../domain/agreement.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { requireAgreeableQuote } from '../../domain/quote.ts'
import { notFound, Refusal, requireFound } from '../../domain/refusal.ts'
import { lockOperator } from '../../storage/locks.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { findOwnCustomer } from '../../storage/queries/own-customers.ts'
import { listQuotesOfTrip } from '../../storage/queries/quotes.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { type BookingDetail, showBooking } from '../bookings/bookings.ts'
import { confirmBooking } from '../bookings/confirm-booking.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, transactOnce } from '../idempotency.ts'
import { expireBlockingPages } from '../payments/card-page-ends.ts'
import { requireDecidedPayments } from '../payments/deposits.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { lockCurrentJob } from '../quotes/jobs.ts'
import { lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { scheduleNextDeadline } from '../transitions/trip-deadlines.ts'

/** An agreement with a customer about a quote. */
export type AgreedQuote = Agreement & { readonly quoteId: number }

/**
 * Books a quote for the caller's own trip by the customer's agreement, without a payment. It first closes an open page on which
 * the customer could save a card. Refuses `not_found`, `not_own_trip`, `quote_locked` (the customer is acting on it),
 * `quote_expired`, `no_live_quote`, `validation_failed` (no such account), and `unavailable` while a payment is in doubt.
 */
export function bookAsAgreed(
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  agreed: AgreedQuote,
  idempotent: IdempotentRequest<BookingDetail>,
): Promise<BookingDetail> {
  return expireBlockingPages(app, () =>
    transactOnce(app, idempotent, (tx) => bookOnWord(tx, app, caller, ref, agreed, app.clock())),
  )
}

/** Does the work of `bookAsAgreed` within a transaction. Throws `PageInTheWay` while the customer can save a card on a page. */
export async function bookOnWord(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  { quoteId, ...agreement }: AgreedQuote,
  now: number,
): Promise<BookingDetail> {
  await lockOperator(tx, caller.operatorId)
  await lockTripWithRivals(tx, (await requireFound(findJob(tx, caller.operatorId, ref))).trip.id)
  const job = await lockCurrentJob(tx, caller, ref, now)
  if (job.trip.operatorId !== caller.operatorId) throw notOwnTrip()
  const quoted = (await listQuotesOfTrip(tx, job.trip.id)).find(({ quote }) => quote.id === quoteId)
  if (quoted === undefined || quoted.quote.operatorId !== caller.operatorId) throw notFound()
  const quote = requireAgreeableQuote(quoted.quote, quoted.request)
  await requireDecidedPayments(tx, job.trip.id)

  const trip = await requireFound(findTrip(tx, job.trip.id))
  const { timezone } = await findOwnOperator(tx, caller)
  const customer = trip.ownCustomerId === null ? null : await findOwnCustomer(tx, caller.operatorId, trip.ownCustomerId)
  const account = customer?.account ?? null
  requireSuitableAccount(agreement, account)
  await confirmBooking(tx, app, trip, quote, now, { agreement, account, timezone })
  await scheduleNextDeadline(tx, { ...trip, status: 'booked' }, now)
  return showBooking(tx, caller, ref, now)
}

export function notOwnTrip(): Refusal {
  return new Refusal('not_own_trip', 'Your company did not enter this trip. Only its customer can book or repeat it.')
}
