import { completesAfterMs, finishBooking, reopenBooking, type TripStatus } from '../../domain/booking.ts'
import { isPageOpen, isWaitingForProvider } from '../../domain/card-page.ts'
import { findDutyStatus } from '../../domain/coach.ts'
import { findDutyOnLeg } from '../../domain/duty.ts'
import { minuteMs } from '../../domain/instant.ts'
import { findOfferEndTime } from '../../domain/job.ts'
import { unschedulePayout } from '../../domain/payout.ts'
import { findLegStatus, isLegOver } from '../../domain/progress.ts'
import { expireQuote, isLive, isQuoteLocked, revertRequest } from '../../domain/quote.ts'
import { requireFound } from '../../domain/refusal.ts'
import { lockTrip, lockTripByRef } from '../../storage/locks.ts'
import { saveAssignment } from '../../storage/queries/assignments.ts'
import { type BookingRecord, findBookingOfTrip, saveBooking } from '../../storage/queries/bookings.ts'
import { listOffersOfTrip, saveOffer } from '../../storage/queries/jobs.ts'
import { findOpenPayments, type PaymentRow } from '../../storage/queries/payments.ts'
import { findPayoutOfBooking, savePayout } from '../../storage/queries/payouts.ts'
import { listQuoteEnds, listQuotesOfTrip, type QuoteEnd, type QuoteRow, type RequestRow } from '../../storage/queries/quotes.ts'
import { findDueTime, scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import { insertTripEvent } from '../../storage/queries/trip-events.ts'
import { findTrip, findTripTimes, saveTrip, type TripRow, type TripTimes } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { schedulePayoutOf } from '../money/payout-days.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { type Convoy, readConvoy } from './convoys.ts'
import { cancelCustomerPayment, closeRequest, recordQuote } from './quote-moves.ts'

/** The scheduler's name for the automatic changes of a trip. */
export const tripTask = 'trip'

/** Milliseconds until a trip is checked again while a charge is in progress; nothing expires meanwhile. */
const chargePauseMs = 1_000

/** Milliseconds until another check of an ended quote whose customer may be paying on a page. */
const pagePauseMs = minuteMs

/** The task of a trip: applies its due changes. */
export async function applyTripDeadlines(context: WorkerContext, tripId: number): Promise<void> {
  await context.storage.transact(async (tx) => {
    await lockTrip(tx, tripId)
    const trip = await findTrip(tx, tripId)
    if (trip === null) await unscheduleTask(tx, tripTask, tripId)
    else await applyDueTransitions(tx, trip, context.clock())
  })
}

/**
 * Applies the due changes of a trip: quoting ends, requests and quotes expire, locks end, the trip departs unbooked or completes.
 * The worker calls it when the trip is due, and every action before it decides, so that a late worker never leaves an expired
 * quote open. Returns the trip after the changes. The caller locks the trip first and reads it after that.
 */
export async function applyDueTransitions(tx: Writer, trip: TripRow, now: number): Promise<TripRow> {
  const dueAt = await findDueTime(tx, tripTask, trip.id)
  if (dueAt === null || dueAt > now) return trip
  const caughtUp = trip.status === 'booked' ? await endBooked(tx, trip, now) : await endOpen(tx, trip, now)
  await scheduleNextDeadline(tx, caughtUp, now)
  return caughtUp
}

/**
 * Locks a trip, applies its due changes, and returns its times. The whole trip is read only if a change is due. Refuses
 * `not_found`.
 */
export async function lockCurrentTimes(tx: Writer, ref: string, now: number): Promise<TripTimes> {
  await lockTripByRef(tx, ref)
  const { trip, dueAt } = await requireFound(findTripTimes(tx, ref, tripTask))
  if (dueAt === null || dueAt > now) return trip
  return applyDueTransitions(tx, await requireFound(findTrip(tx, trip.id)), now)
}

/** Plans the next automatic change of the trip. */
export async function scheduleNextDeadline(tx: Writer, trip: TripTimes, now: number): Promise<void> {
  const dueAt = await nextInstant(tx, trip, now)
  if (dueAt === null) await unscheduleTask(tx, tripTask, trip.id)
  else await scheduleTask(tx, tripTask, trip.id, dueAt, now)
}

async function nextInstant(db: Reader, trip: TripTimes, now: number): Promise<number | null> {
  if (trip.status === 'booked') return trip.endsAt + completesAfterMs
  if (trip.status !== 'open') return null
  const payments = await findOpenPayments(db, trip.id)
  if (payments.some(isWaitingForProvider)) return now + chargePauseMs
  const live = (await listQuoteEnds(db, trip.id)).filter(isLive)
  const paged = pagedQuotes(payments)
  // A quote that waits for a page is checked again when the page closes, or in a minute.
  const notBefore = (at: number, isPaged: boolean) => (isPaged && at <= now ? now + pagePauseMs : at)
  const deadlines = live.map((quote) => notBefore(ownDeadline(quote), paged.has(quote.id)))
  const departsAt = notBefore(trip.departsAt, paged.size > 0)
  return Math.min(departsAt, ...(isQuotingEndNoted(trip) ? deadlines : [trip.quoteBy, ...deadlines]))
}

/** The quotes whose customers may be paying on a page right now. */
function pagedQuotes(payments: readonly PaymentRow[]): ReadonlySet<number> {
  return new Set(payments.filter(isPageOpen).map(({ quoteId }) => quoteId))
}

/**
 * Whether a trip was written after quoting ended. An open trip is written at its entry and when quoting ends, but not in
 * between.
 */
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
  if (payments.some(isWaitingForProvider)) return trip
  const offered = (await listQuotesOfTrip(tx, trip.id)).filter(({ quote }) => isLive(quote))
  const paged = pagedQuotes(payments)
  for (const { quote, request } of offered) {
    if (!paged.has(quote.id)) await endQuote(tx, trip, quote, request, now)
  }
  if (trip.departsAt > now || paged.size > 0) return trip
  const quotes = (await listQuotesOfTrip(tx, trip.id)).map(({ quote }) => quote)
  for (const { offer } of await listOffersOfTrip(tx, trip.id)) {
    if (offer.outcome !== null) continue
    const latest = quotes.find(({ id }) => id === offer.latestQuoteId) ?? null
    await saveOffer(tx, offer, { outcome: 'expired', closedAt: findOfferEndTime(offer, latest), updatedAt: now })
  }
  return saveTrip(tx, trip, { status: 'expired', closedAt: trip.departsAt, updatedAt: now })
}

/**
 * Marks the trip and its offers without an active quote as changed after `quote_by`. They read as expired from then on, and
 * callers that poll `updated_since` must see it.
 */
async function endQuoting(tx: Writer, trip: TripRow, now: number): Promise<TripRow> {
  if (trip.quoteBy > now || isQuotingEndNoted(trip)) return trip
  for (const { offer } of await listOffersOfTrip(tx, trip.id)) {
    const runsOut = offer.outcome === null && offer.liveQuoteId === null && offer.declinedAt === null
    if (runsOut) await saveOffer(tx, offer, { updatedAt: now })
  }
  return saveTrip(tx, trip, { updatedAt: now })
}

async function endQuote(tx: Writer, trip: TripRow, quote: QuoteRow, request: RequestRow | null, now: number): Promise<void> {
  let standing = quote
  if (quote.status === 'requested' && request !== null && request.respondBy <= now) {
    await closeRequest(tx, request, 'expired', request.respondBy)
    standing = await recordQuote(tx, quote, { ...revertRequest(quote), requestId: null }, now)
    const about = { operatorIds: [quote.operatorId], tripId: trip.id, subjectId: request.id }
    await notifyReaders(tx, { fact: 'request_lapsed', ...about }, now)
  } else if (isQuoteLocked(quote) && (quote.lockedUntil ?? 0) <= now) {
    standing = await cancelCustomerPayment(tx, quote, request, 'expired', now)
  }
  const over = Math.min(standing.validUntil, trip.departsAt)
  if (standing.status === 'requested' || isQuoteLocked(standing) || over > now) return
  await recordQuote(tx, standing, expireQuote(standing, over), now)
}

async function endBooked(tx: Writer, trip: TripRow, now: number): Promise<TripRow> {
  const record = await findBookingOfTrip(tx, trip.id)
  const endsAt = trip.endsAt + completesAfterMs
  if (record === null || record.booking.status !== 'active' || endsAt > now) return trip
  await completeLegs(tx, record, endsAt, now)
  return closeTrip(tx, record, 'completed', endsAt, now)
}

/** Adds assumed ends of the open legs to the log of each vehicle, because no driver reported the end of the trip. */
async function completeLegs(tx: Writer, record: BookingRecord, at: number, now: number): Promise<void> {
  const { coaches } = await readConvoy(tx, record)
  const used = coaches.filter(({ vehicleNo, duties, journey }) => vehicleNo === 1 || duties.length > 0 || journey.log.length > 0)
  for (const { vehicleNo, duties, journey } of used) {
    for (const { sequence } of journey.legs) {
      if (isLegOver(findLegStatus(journey, sequence))) continue
      await insertTripEvent(tx, {
        bookingId: record.booking.id,
        assignmentId: findDutyOnLeg(duties, sequence)?.id ?? null,
        vehicleNo,
        leg: sequence,
        status: 'completed',
        by: 'system',
        occurredAt: at,
        receivedAt: now,
      })
    }
  }
  await followDuties(tx, await readConvoy(tx, record))
}

/** Copies the state of each vehicle's legs to its active duties. */
export async function followDuties(tx: Writer, { coaches }: Convoy): Promise<void> {
  for (const { duties, journey } of coaches) {
    for (const duty of duties) await saveAssignment(tx, duty, { tripStatus: findDutyStatus(duty, journey) })
  }
}

type BookedTrip = Pick<BookingRecord, 'booking' | 'trip'>

/** Ends a trip at `at` (ms): its legs end, and the payout gets its day. */
export async function closeTrip(
  tx: Writer,
  { booking, trip }: BookedTrip,
  tripStatus: 'completed' | 'no_show',
  at: number,
  now: number,
): Promise<TripRow> {
  const over = await saveBooking(tx, booking, { ...finishBooking(booking, tripStatus, at), updatedAt: now })
  await schedulePayoutOf(tx, over, at, now)
  const closed = await saveTrip(tx, trip, { status: 'completed', closedAt: at, updatedAt: now })
  await scheduleNextDeadline(tx, closed, now)
  return closed
}

/** Reopens a trip that was completed by mistake; the payout waits again. Refuses `undo_expired` once the payout is being sent. */
export async function reopenTrip(tx: Writer, { booking, trip }: BookedTrip, tripStatus: TripStatus, now: number): Promise<void> {
  const payout = await findPayoutOfBooking(tx, booking.id)
  if (payout !== null && payout.status !== 'pending') await savePayout(tx, payout, unschedulePayout(payout, now))
  await saveBooking(tx, booking, { ...reopenBooking(booking, tripStatus), updatedAt: now })
  const reopened = await saveTrip(tx, trip, { status: 'booked', closedAt: null, updatedAt: now })
  await scheduleNextDeadline(tx, reopened, now)
}
