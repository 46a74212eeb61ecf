import type { Warning } from '../../domain/assignment-warnings.ts'
import { type BookingFilter, tripCancelled } from '../../domain/booking.ts'
import type { OperatorCaller } from '../../domain/caller.ts'
import { coachesOf, statusOfLegs } from '../../domain/coach.ts'
import { isDisputeOpen } from '../../domain/dispute.ts'
import { inOrder } from '../../domain/duty.ts'
import type { LegStatus } from '../../domain/progress.ts'
import { isLive } from '../../domain/quote.ts'
import { mustFind, notFound, Refusal } from '../../domain/refusal.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { lockTripByRef } from '../../storage/locks.ts'
import { type AmendmentRow, shownAmendmentsOf } from '../../storage/queries/amendments.ts'
import { type DutyRecord, dutiesOf } from '../../storage/queries/assignments.ts'
import { type BookingRecord, findBooking, listBookings } from '../../storage/queries/bookings.ts'
import { type DisputeRow, disputesOfBooking } from '../../storage/queries/disputes.ts'
import { type ExtraRow, shownExtrasOf } from '../../storage/queries/extras.ts'
import { type IncidentRow, incidentsOf } from '../../storage/queries/incidents.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { type LocationRow, lastLocationOf } from '../../storage/queries/locations.ts'
import { type PaymentRow, paymentsOfBooking } from '../../storage/queries/payments.ts'
import { type PayoutRow, payoutOfBooking } from '../../storage/queries/payouts.ts'
import { findRequest, type RequestRow } from '../../storage/queries/quotes.ts'
import { type TripEventRow, tripEventsOf } from '../../storage/queries/trip-events.ts'
import { customerOf, findTrip } from '../../storage/queries/trips.ts'
import type { VehicleCheckRow } from '../../storage/queries/vehicle-checks.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import { warningsOf } from '../crews/assignment-warnings.ts'
import { journeyLegsOf } from '../road/convoys.ts'
import { checkOf } from '../road/trip-logs.ts'
import { applyDueTransitions } from '../trips/trip-deadlines.ts'

/** A page of bookings; instants in ms. */
export type BookingsAsked = PageAsked & {
  readonly status: BookingFilter
  readonly departsFrom: number | null
  readonly departsTo: number | null
  readonly updatedSince: number | null
}

/** The caller's confirmed bookings. */
export function listDiary(db: Reader, caller: OperatorCaller, asked: BookingsAsked) {
  return listBookings(db, {
    operatorId: caller.operatorId,
    status: asked.status,
    departsFrom: asked.departsFrom ?? 0,
    departsTo: asked.departsTo ?? Number.MAX_SAFE_INTEGER,
    updatedSince: asked.updatedSince,
    ...pageSpanOf(asked),
  })
}

/** A booking as its operator reads it, with everything around it. */
export type BookingDetail = BookingRecord & {
  readonly customer: Row<'customers'>
  /** The customer's request that its quote answered; null where it was booked without one. */
  readonly request: RequestRow | null
  /** Coach by coach; none as long as it was given to no one. */
  readonly duties: readonly ShownDuty[]
  /** The status of each leg, by its sequence. */
  readonly legStatuses: ReadonlyMap<number, LegStatus>
  readonly events: readonly TripEventRow[]
  /** The last position between the first step and the last; null before and after. */
  readonly location: LocationRow | null
  /** The latest walkaround of the vehicle that is assigned. */
  readonly check: VehicleCheckRow | null
  readonly incidents: readonly IncidentRow[]
  readonly payments: readonly PaymentRow[]
  /** A dispute that no bank has decided, else the newest. */
  readonly dispute: DisputeRow | null
  readonly extras: readonly ExtraRow[]
  readonly amendments: readonly AmendmentRow[]
  readonly payout: PayoutRow | null
}

/** One booking of the caller, with the customer. Refuses `not_found`, also while the customer has not finished booking. */
export async function showBooking(db: Reader, caller: OperatorCaller, ref: string, now: number): Promise<BookingDetail> {
  const record = await mustFind(findBooking(db, caller.operatorId, ref))
  const { booking, trip, quote, assignment } = record
  const events = await tripEventsOf(db, booking.id)
  const payments = await paymentsOfBooking(db, booking)
  // Only what a card paid is ever disputed.
  const disputes = payments.some(({ means }) => means === 'card') ? await disputesOfBooking(db, booking) : []
  // Positions are kept from the first step to the last.
  const isOnTheRoad = events.length > 0 && booking.finishedAt === null
  return {
    ...record,
    customer: await customerOf(db, trip),
    request: quote.requestId === null ? null : await findRequest(db, quote.requestId),
    ...(await crewOf(db, record, now)),
    legStatuses: legStatusesOf(record, events),
    events,
    location: isOnTheRoad ? await lastLocationOf(db, booking.id) : null,
    check: assignment === null ? null : await checkOf(db, { booking, trip }, assignment),
    incidents: await incidentsOf(db, booking.id),
    payments,
    dispute: (disputes.find(({ dispute }) => isDisputeOpen(dispute)) ?? disputes.at(-1))?.dispute ?? null,
    extras: await shownExtrasOf(db, booking),
    amendments: await shownAmendmentsOf(db, booking),
    payout: await payoutOfBooking(db, booking.id),
  }
}

/** A duty with who does it, and advice on it. */
export type ShownDuty = Omit<DutyRecord, 'vehicle'> & { readonly warnings: readonly Warning[] }

/**
 * The duties of a booking with who drives them, in order. A booking that was never given to anyone is not looked up.
 */
async function crewOf(db: Reader, record: BookingRecord, now: number): Promise<{ readonly duties: readonly ShownDuty[] }> {
  if (record.booking.vehiclesAssigned === null) return { duties: [] }
  const found = await dutiesOf(db, record.booking)
  const warnings = await warningsOf(db, record, found, now)
  const shown = new Map(
    found.map(({ duty, driver }) => [duty.id, { duty, driver, warnings: warnings.get(duty.id) ?? [] }] as const),
  )
  return { duties: inOrder(found.map(({ duty }) => duty)).flatMap(({ id }) => shown.get(id) ?? []) }
}

function legStatusesOf({ booking, trip }: BookingRecord, events: readonly TripEventRow[]) {
  return statusOfLegs(coachesOf(booking.vehiclesNeeded, journeyLegsOf(trip), events, []), trip.itinerary.legs)
}

/** `booking_not_confirmed`, for a trip that no one has booked. */
export function notBooked({ status }: { readonly status: string }): Refusal {
  return new Refusal('booking_not_confirmed', 'Nothing has been booked for this trip.', { currentStatus: status })
}

/** The caller's confirmed booking as it stands now, its trip locked. Refuses `not_found`, `booking_not_confirmed`, `trip_cancelled`. */
export async function bookingToStaff(tx: Writer, caller: OperatorCaller, ref: string, now: number): Promise<BookingRecord> {
  await lockTripByRef(tx, ref)
  const job = await mustFind(findJob(tx, caller.operatorId, ref))
  const caughtUp = await applyDueTransitions(tx, await mustFind(findTrip(tx, job.trip.id)), now)
  const record = await findBooking(tx, caller.operatorId, ref)
  if (record !== null) return record
  const current = await findJob(tx, caller.operatorId, ref)
  if (current?.quote && isLive(current.quote)) {
    const facts = { currentStatus: current.quote.status }
    throw new Refusal('booking_not_confirmed', 'The customer has not finished booking; the quoted price stands.', facts)
  }
  if (caughtUp.status === 'cancelled' && current?.quote) throw tripCancelled()
  throw notFound()
}
