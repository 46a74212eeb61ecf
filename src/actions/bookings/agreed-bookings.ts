import { type Agreement, mustSuitAccount } from '../../domain/agreement.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { agreeable } from '../../domain/quote.ts'
import { mustFind, notFound, Refusal } from '../../domain/refusal.ts'
import { lockOperator } from '../../storage/locks.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { findOwnCustomer } from '../../storage/queries/own-customers.ts'
import { quotesOfTrip } from '../../storage/queries/quotes.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { closingPages } from '../cards/card-page-ends.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, transactOnce } from '../idempotency.ts'
import { mustBeDecided } from '../money/deposits.ts'
import { currentJob, operatorOf } from '../quotes/jobs.ts'
import { lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { scheduleNextDeadline } from '../trips/trip-deadlines.ts'
import { type BookingDetail, showBooking } from './bookings.ts'
import { confirmBooking } from './confirm-booking.ts'

/** An agreement with a customer, and the quote that it is about. */
export type AgreedQuote = Agreement & { readonly quoteId: number }

/**
 * Books a quote for the caller's own trip since its customer has agreed; nothing is paid yet. A page on which the customer could still leave
 * a card is closed first. Refuses `not_found`, `not_own_trip`, `quote_locked` (the customer is acting on it), `quote_expired`, `no_live_quote`,
 * `validation_failed` (an account that is none), and `unavailable` while a payment is in doubt.
 */
export function bookAsAgreed(
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  agreed: AgreedQuote,
  idempotent: IdempotentRequest<BookingDetail>,
): Promise<BookingDetail> {
  return closingPages(app, () => transactOnce(app, idempotent, (tx) => bookOnWord(tx, app, caller, ref, agreed, app.clock())))
}

/**
 * Does what `bookAsAgreed` does, within a transaction. Throws `PageInTheWay` while the customer can leave a card on a
 * page.
 */
export async function bookOnWord(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  { quoteId, ...agreement }: AgreedQuote,
  now: number,
): Promise<BookingDetail> {
  await lockOperator(tx, caller.operatorId)
  await lockTripWithRivals(tx, (await mustFind(findJob(tx, caller.operatorId, ref))).trip.id)
  const job = await currentJob(tx, caller, ref, now)
  if (job.trip.operatorId !== caller.operatorId) throw notOwnTrip()
  const quoted = (await quotesOfTrip(tx, job.trip.id)).find(({ quote }) => quote.id === quoteId)
  if (quoted === undefined || quoted.quote.operatorId !== caller.operatorId) throw notFound()
  const quote = agreeable(quoted.quote, quoted.request)
  await mustBeDecided(tx, job.trip.id)

  const trip = await mustFind(findTrip(tx, job.trip.id))
  const { timezone } = await operatorOf(tx, caller)
  const customer = trip.ownCustomerId === null ? null : await findOwnCustomer(tx, caller.operatorId, trip.ownCustomerId)
  const account = customer?.account ?? null
  mustSuitAccount(agreement, account)
  await confirmBooking(tx, app, trip, quote, now, { agreement, account, timezone })
  await scheduleNextDeadline(tx, { ...trip, status: 'booked' }, now)
  return showBooking(tx, caller, ref, now)
}

/** `not_own_trip`, for what somebody else entered. */
export function notOwnTrip(): Refusal {
  return new Refusal('not_own_trip', 'Somebody else entered this trip: only its customer can book it, or have it again.')
}
