import type { Warning } from '../../domain/assignment-warnings.ts'
import { type BookingFilter, tripCancelled } from '../../domain/booking.ts'
import type { OperatorCaller } from '../../domain/caller.ts'
import { listCoaches, listLegStatuses } from '../../domain/coach.ts'
import { isDisputeOpen } from '../../domain/dispute.ts'
import { sortDuties } from '../../domain/duty.ts'
import type { LegStatus } from '../../domain/progress.ts'
import { isLive } from '../../domain/quote.ts'
import { notFound, Refusal, requireFound } from '../../domain/refusal.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { lockTripByRef } from '../../storage/locks.ts'
import { type AmendmentRow, listShownAmendments } from '../../storage/queries/amendments.ts'
import { type DutyRecord, listDutiesOfBooking } from '../../storage/queries/assignments.ts'
import { type BookingRecord, findBooking, listBookings } from '../../storage/queries/bookings.ts'
import { type DisputeRow, listDisputesOfBooking } from '../../storage/queries/disputes.ts'
import { type ExtraRow, listShownExtras } from '../../storage/queries/extras.ts'
import { type IncidentRow, listIncidentsOfBooking } from '../../storage/queries/incidents.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { findLastLocation, type LocationRow } from '../../storage/queries/locations.ts'
import { listPaymentsOfBooking, type PaymentRow } from '../../storage/queries/payments.ts'
import { findPayoutOfBooking, type PayoutRow } from '../../storage/queries/payouts.ts'
import { findRequest, type RequestRow } from '../../storage/queries/quotes.ts'
import { listTripEvents, type TripEventRow } from '../../storage/queries/trip-events.ts'
import { findCustomerOfTrip, findTrip } from '../../storage/queries/trips.ts'
import type { VehicleCheckRow } from '../../storage/queries/vehicle-checks.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import { listJourneyLegs } from '../transitions/convoys.ts'
import { applyDueTransitions } from '../transitions/trip-deadlines.ts'
import { findLatestCheck } from '../transitions/trip-logs.ts'
import { listDutyWarnings } from './assignment-warnings.ts'

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
    ...toPageSpan(asked),
  })
}

/** A booking as its operator reads it, with all related rows. */
export type BookingDetail = BookingRecord & {
  readonly customer: Row<'customers'>
  /** The customer's booking request; null for a booking without one. */
  readonly request: RequestRow | null
  /** Duties, vehicle by vehicle; none while the booking is unassigned. */
  readonly duties: readonly ShownDuty[]
  /** The status of each leg, by its sequence. */
  readonly legStatuses: ReadonlyMap<number, LegStatus>
  readonly events: readonly TripEventRow[]
  /** The last position between the first step and the last; null before and after. */
  readonly location: LocationRow | null
  /** The latest walkaround of the assigned vehicle. */
  readonly check: VehicleCheckRow | null
  readonly incidents: readonly IncidentRow[]
  readonly payments: readonly PaymentRow[]
  /** The undecided dispute, otherwise the newest. */
  readonly dispute: DisputeRow | null
  readonly extras: readonly ExtraRow[]
  readonly amendments: readonly AmendmentRow[]
  readonly payout: PayoutRow | null
}

/** One booking of the caller, with the customer. Refuses `not_found`, also before the booking is complete. */
export async function showBooking(db: Reader, caller: OperatorCaller, ref: string, now: number): Promise<BookingDetail> {
  const record = await requireFound(findBooking(db, caller.operatorId, ref))
  const { booking, trip, quote, assignment } = record
  const events = await listTripEvents(db, booking.id)
  const payments = await listPaymentsOfBooking(db, booking)
  // Only card payments are disputed.
  const disputes = payments.some(({ means }) => means === 'card') ? await listDisputesOfBooking(db, booking) : []
  // Positions are stored from the first step to the last.
  const isOnTheRoad = events.length > 0 && booking.finishedAt === null
  return {
    ...record,
    customer: await findCustomerOfTrip(db, trip),
    request: quote.requestId === null ? null : await findRequest(db, quote.requestId),
    ...(await listCrewWithWarnings(db, record, now)),
    legStatuses: legStatusesOf(record, events),
    events,
    location: isOnTheRoad ? await findLastLocation(db, booking.id) : null,
    check: assignment === null ? null : await findLatestCheck(db, { booking, trip }, assignment),
    incidents: await listIncidentsOfBooking(db, booking.id),
    payments,
    dispute: (disputes.find(({ dispute }) => isDisputeOpen(dispute)) ?? disputes.at(-1))?.dispute ?? null,
    extras: await listShownExtras(db, booking),
    amendments: await listShownAmendments(db, booking),
    payout: await findPayoutOfBooking(db, booking.id),
  }
}

/** A duty with its driver, and advice on it. */
export type ShownDuty = Omit<DutyRecord, 'vehicle'> & { readonly warnings: readonly Warning[] }

/** The duties of a booking with their drivers, in order. It reads nothing for a booking that was never assigned. */
async function listCrewWithWarnings(
  db: Reader,
  record: BookingRecord,
  now: number,
): Promise<{ readonly duties: readonly ShownDuty[] }> {
  if (record.booking.vehiclesAssigned === null) return { duties: [] }
  const found = await listDutiesOfBooking(db, record.booking)
  const warnings = await listDutyWarnings(db, record, found, now)
  const shown = new Map(
    found.map(({ duty, driver }) => [duty.id, { duty, driver, warnings: warnings.get(duty.id) ?? [] }] as const),
  )
  return { duties: sortDuties(found.map(({ duty }) => duty)).flatMap(({ id }) => shown.get(id) ?? []) }
}

function legStatusesOf({ booking, trip }: BookingRecord, events: readonly TripEventRow[]) {
  return listLegStatuses(listCoaches(booking.vehiclesNeeded, listJourneyLegs(trip), events, []), trip.itinerary.legs)
}

/** The `booking_not_confirmed` refusal, for a trip without a booking. */
export function notBooked({ status }: { readonly status: string }): Refusal {
  return new Refusal('booking_not_confirmed', 'This trip has no booking.', { currentStatus: status })
}

/** Finds the caller's confirmed booking and locks its trip. Refuses `not_found`, `booking_not_confirmed`, `trip_cancelled`. */
export async function lockBookingToStaff(tx: Writer, caller: OperatorCaller, ref: string, now: number): Promise<BookingRecord> {
  await lockTripByRef(tx, ref)
  const job = await requireFound(findJob(tx, caller.operatorId, ref))
  const caughtUp = await applyDueTransitions(tx, await requireFound(findTrip(tx, job.trip.id)), now)
  const record = await findBooking(tx, caller.operatorId, ref)
  if (record !== null) return record
  const current = await findJob(tx, caller.operatorId, ref)
  if (current?.quote && isLive(current.quote)) {
    const facts = { currentStatus: current.quote.status }
    throw new Refusal('booking_not_confirmed', 'The customer has not finished booking. The quoted price still applies.', facts)
  }
  if (caughtUp.status === 'cancelled' && current?.quote) throw tripCancelled()
  throw notFound()
}
