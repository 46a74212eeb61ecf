import { completesAfterMs, finish, reopen, type TripStatus } from '../../domain/booking.ts'
import { isPageOpen, isWithProvider } from '../../domain/card-page.ts'
import { statusOfDuty } from '../../domain/coach.ts'
import { isDisputeOpen } from '../../domain/dispute.ts'
import { dutyOnLeg } from '../../domain/duty.ts'
import { minuteMs, payoutDateAfter } from '../../domain/instant.ts'
import { ranOutAt } from '../../domain/job.ts'
import { schedulePayout, unschedulePayout } from '../../domain/payout.ts'
import { isLegOver, legStatus } from '../../domain/progress.ts'
import { expire, isLive, isLocked, takeBack } from '../../domain/quote.ts'
import { mustFind } from '../../domain/refusal.ts'
import { lockTrip, lockTripByRef } from '../../storage/locks.ts'
import { saveAssignment } from '../../storage/queries/assignments.ts'
import { type BookingRecord, type BookingRow, bookingOfTrip, saveBooking } from '../../storage/queries/bookings.ts'
import { disputesOfBooking } from '../../storage/queries/disputes.ts'
import { offersOfTrip, saveOffer } from '../../storage/queries/jobs.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findOpenPayments, type PaymentRow } from '../../storage/queries/payments.ts'
import { payoutOfBooking, savePayout } from '../../storage/queries/payouts.ts'
import { type QuoteEnd, type QuoteRow, quoteEndsOfTrip, quotesOfTrip, type RequestRow } from '../../storage/queries/quotes.ts'
import { dueAtOf, schedule, unschedule } from '../../storage/queries/scheduler.ts'
import { insertTripEvent } from '../../storage/queries/trip-events.ts'
import { findTrip, findTripTimes, saveTrip, type TripRow, type TripTimes } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { tell } from '../messages/notices.ts'
import { closeRequest, recordQuote, stopPaying } from '../quotes/quote-moves.ts'
import { type Convoy, convoyOf } from '../road/convoys.ts'

/** The scheduler's name for everything about a trip that happens by itself. */
export const tripTask = 'trip'

/** While a charge is in flight nothing of the trip expires; it is looked at again this much later. */
const chargePauseMs = 1_000

/**
 * Milliseconds after which a quote is looked at again that is over but for the page on which its customer may be
 * paying.
 */
const pagePauseMs = minuteMs

/** The task of a trip: applies what has fallen due on it. */
export async function applyTripDeadlines(context: WorkerContext, tripId: number): Promise<void> {
  await context.storage.transact(async (tx) => {
    await lockTrip(tx, tripId)
    const trip = await findTrip(tx, tripId)
    if (trip === null) await unschedule(tx, tripTask, tripId)
    else await applyDueTransitions(tx, trip, context.clock())
  })
}

/**
 * Lets everything happen that has fallen due on a trip: quoting ends, requests and quotes expire, locks fall, the trip departs
 * without a booking or completes by itself. The worker calls it when the trip is due, and every action before it decides, so that
 * a late worker never lets anyone act on what is over. Answers the trip as it now stands. It is to be locked, and read after that.
 */
export async function applyDueTransitions(tx: Writer, trip: TripRow, now: number): Promise<TripRow> {
  const dueAt = await dueAtOf(tx, tripTask, trip.id)
  if (dueAt === null || dueAt > now) return trip
  const caughtUp = trip.status === 'booked' ? await endBooked(tx, trip, now) : await endOpen(tx, trip, now)
  await scheduleNextDeadline(tx, caughtUp, now)
  return caughtUp
}

/**
 * Locks a trip; its times once everything has happened that has fallen due on it. The whole trip is read only where something has.
 * Refuses `not_found`.
 */
export async function currentTimes(tx: Writer, ref: string, now: number): Promise<TripTimes> {
  await lockTripByRef(tx, ref)
  const { trip, dueAt } = await mustFind(findTripTimes(tx, ref, tripTask))
  if (dueAt === null || dueAt > now) return trip
  return applyDueTransitions(tx, await mustFind(findTrip(tx, trip.id)), now)
}

/** Asks the scheduler for the next instant at which something about the trip happens by itself. */
export async function scheduleNextDeadline(tx: Writer, trip: TripTimes, now: number): Promise<void> {
  const dueAt = await nextInstant(tx, trip, now)
  if (dueAt === null) await unschedule(tx, tripTask, trip.id)
  else await schedule(tx, tripTask, trip.id, dueAt, now)
}

async function nextInstant(db: Reader, trip: TripTimes, now: number): Promise<number | null> {
  if (trip.status === 'booked') return trip.endsAt + completesAfterMs
  if (trip.status !== 'open') return null
  const payments = await findOpenPayments(db, trip.id)
  if (payments.some(isWithProvider)) return now + chargePauseMs
  const live = (await quoteEndsOfTrip(db, trip.id)).filter(isLive)
  const paged = pagedQuotes(payments)
  // What is over but for a page that only the provider may close is looked at again when that is closed, or in a minute.
  const notBefore = (at: number, isPaged: boolean) => (isPaged && at <= now ? now + pagePauseMs : at)
  const deadlines = live.map((quote) => notBefore(ownDeadline(quote), paged.has(quote.id)))
  const departsAt = notBefore(trip.departsAt, paged.size > 0)
  return Math.min(departsAt, ...(isQuotingEndNoted(trip) ? deadlines : [trip.quoteBy, ...deadlines]))
}

/** The quotes whose customer may be paying on a page right now. */
function pagedQuotes(payments: readonly PaymentRow[]): ReadonlySet<number> {
  return new Set(payments.filter(isPageOpen).map(({ quoteId }) => quoteId))
}

/** An open trip is written when it is entered and when quoting ends, and not in between. */
function isQuotingEndNoted(trip: TripTimes): boolean {
  return trip.updatedAt >= trip.quoteBy
}

function ownDeadline({ status, validUntil, lockedUntil, respondBy }: QuoteEnd): number {
  return (status === 'requested' ? respondBy : lockedUntil) ?? validUntil
}

async function endOpen(tx: Writer, entered: TripRow, now: number): Promise<TripRow> {
  if (entered.status !== 'open') return entered
  const trip = await endQuoting(tx, entered, now)
  const payments = await findOpenPayments(tx, trip.id)
  if (payments.some(isWithProvider)) return trip
  const offered = (await quotesOfTrip(tx, trip.id)).filter(({ quote }) => isLive(quote))
  const paged = pagedQuotes(payments)
  for (const { quote, request } of offered) {
    if (!paged.has(quote.id)) await endQuote(tx, trip, quote, request, now)
  }
  if (trip.departsAt > now || paged.size > 0) return trip
  const quotes = (await quotesOfTrip(tx, trip.id)).map(({ quote }) => quote)
  for (const { offer } of await offersOfTrip(tx, trip.id)) {
    if (offer.outcome !== null) continue
    const latest = quotes.find(({ id }) => id === offer.latestQuoteId) ?? null
    await saveOffer(tx, offer, { outcome: 'expired', closedAt: ranOutAt(offer, latest), updatedAt: now })
  }
  return saveTrip(tx, trip, { status: 'expired', closedAt: trip.departsAt, updatedAt: now })
}

/**
 * Marks the trip and its offers without a live quote as changed once `quote_by` has passed. They read as expired from
 * then on, and callers that poll `updated_since` must see it.
 */
async function endQuoting(tx: Writer, trip: TripRow, now: number): Promise<TripRow> {
  if (trip.quoteBy > now || isQuotingEndNoted(trip)) return trip
  for (const { offer } of await offersOfTrip(tx, trip.id)) {
    const runsOut = offer.outcome === null && offer.liveQuoteId === null && offer.declinedAt === null
    if (runsOut) await saveOffer(tx, offer, { updatedAt: now })
  }
  return saveTrip(tx, trip, { updatedAt: now })
}

async function endQuote(tx: Writer, trip: TripRow, quote: QuoteRow, request: RequestRow | null, now: number): Promise<void> {
  let standing = quote
  if (quote.status === 'requested' && request !== null && request.respondBy <= now) {
    await closeRequest(tx, request, 'expired', request.respondBy)
    standing = await recordQuote(tx, quote, { ...takeBack(quote), requestId: null }, now)
    const about = { operatorIds: [quote.operatorId], tripId: trip.id, subjectId: request.id }
    await tell(tx, { fact: 'request_lapsed', ...about }, now)
  } else if (isLocked(quote) && (quote.lockedUntil ?? 0) <= now) {
    standing = await stopPaying(tx, quote, request, 'expired', now)
  }
  const over = Math.min(standing.validUntil, trip.departsAt)
  if (standing.status === 'requested' || isLocked(standing) || over > now) return
  await recordQuote(tx, standing, expire(standing, over), now)
}

async function endBooked(tx: Writer, trip: TripRow, now: number): Promise<TripRow> {
  const record = await bookingOfTrip(tx, trip.id)
  const endsAt = trip.endsAt + completesAfterMs
  if (record === null || record.booking.status !== 'active' || endsAt > now) return trip
  await completeLegs(tx, record, endsAt, now)
  return closeTrip(tx, record, 'completed', endsAt, now)
}

/** No one said how the trip ended, so the log says of each coach and leg that is not over that we took it to have been driven. */
async function completeLegs(tx: Writer, record: BookingRecord, at: number, now: number): Promise<void> {
  const { coaches } = await convoyOf(tx, record)
  const used = coaches.filter(({ vehicleNo, duties, journey }) => vehicleNo === 1 || duties.length > 0 || journey.log.length > 0)
  for (const { vehicleNo, duties, journey } of used) {
    for (const { sequence } of journey.legs) {
      if (isLegOver(legStatus(journey, sequence))) continue
      await insertTripEvent(tx, {
        bookingId: record.booking.id,
        assignmentId: dutyOnLeg(duties, sequence)?.id ?? null,
        vehicleNo,
        leg: sequence,
        status: 'completed',
        by: 'system',
        occurredAt: at,
        receivedAt: now,
      })
    }
  }
  await followDuties(tx, await convoyOf(tx, record))
}

/** Each standing duty says where its coach stands on its legs. */
export async function followDuties(tx: Writer, { coaches }: Convoy): Promise<void> {
  for (const { duties, journey } of coaches) {
    for (const duty of duties) await saveAssignment(tx, duty, { tripStatus: statusOfDuty(duty, journey) })
  }
}

type BookedTrip = Pick<BookingRecord, 'booking' | 'trip'>

/** The trip was over at `at` (ms): its legs end, and the payout gets its day. */
export async function closeTrip(
  tx: Writer,
  { booking, trip }: BookedTrip,
  tripStatus: 'completed' | 'no_show',
  at: number,
  now: number,
): Promise<TripRow> {
  const over = await saveBooking(tx, booking, { ...finish(booking, tripStatus, at), updatedAt: now })
  await schedulePayoutOf(tx, over, at, now)
  const closed = await saveTrip(tx, trip, { status: 'completed', closedAt: at, updatedAt: now })
  await scheduleNextDeadline(tx, closed, now)
  return closed
}

/** The end was a slip of the finger: the trip goes on, and the payout waits again. Refuses `undo_expired` once the money is on its way. */
export async function reopenTrip(tx: Writer, { booking, trip }: BookedTrip, tripStatus: TripStatus, now: number): Promise<void> {
  const payout = await payoutOfBooking(tx, booking.id)
  if (payout !== null && payout.status !== 'pending') await savePayout(tx, payout, unschedulePayout(payout, now))
  await saveBooking(tx, booking, { ...reopen(booking, tripStatus), updatedAt: now })
  const reopened = await saveTrip(tx, trip, { status: 'booked', closedAt: null, updatedAt: now })
  await scheduleNextDeadline(tx, reopened, now)
}

/**
 * Gives the payout of a booking its day: the operator's second payout weekday after `overAt` (ms). One that waits for the balance gets
 * none while something is due, and none gets one while a bank disputes what was paid.
 */
export async function schedulePayoutOf(tx: Writer, booking: BookingRow, overAt: number, now: number) {
  const payout = await payoutOfBooking(tx, booking.id)
  const operator = await findOperator(tx, booking.operatorId)
  if (payout === null || operator === null || (payout.waitsForBalance && booking.dueAmount > 0)) return
  if ((await disputesOfBooking(tx, booking)).some(({ dispute }) => isDisputeOpen(dispute))) return
  const day = payoutDateAfter(overAt, operator.timezone, operator.payoutWeekday)
  await savePayout(tx, payout, schedulePayout(payout, day, now))
}
