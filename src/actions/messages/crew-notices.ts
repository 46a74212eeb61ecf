import { isActiveAssignment } from '../../domain/assignment.ts'
import { findCurrentDuty, isOnLeg } from '../../domain/duty.ts'
import { toLocalDate, toSpokenClock, toSpokenDay, toSpokenTime } from '../../domain/instant.ts'
import { formatTowns, type Itinerary, summariseTrip } from '../../domain/itinerary.ts'
import { listTransferLegs } from '../../domain/leg.ts'
import type { FactName } from '../../domain/notices.ts'
import { documentNames, listExpiringPapers, listPapersOfDriver } from '../../domain/paper.ts'
import { findPublicName } from '../../domain/place.ts'
import {
  composeCrewChanged,
  composeOwnDocuments,
  composeTomorrowsTrip,
  type DriveFacts,
} from '../../gateways/notices/driver-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import {
  type AssignmentRecord,
  type AssignmentRow,
  findAssignment,
  listDutiesOfBooking,
} from '../../storage/queries/assignments.ts'
import { type BookingRow, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import type { DriverRow } from '../../storage/queries/drivers.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import type { Reader } from '../../storage/storage.ts'
import { composeCrewAmendmentNotice } from './amendment-notices.ts'

/** The addressee and subject of a notice to a driver. */
export type CrewNews = {
  readonly driver: DriverRow
  readonly operator: Operator
  readonly tripId: number | null
  readonly subjectId: number | null
  /** Instant (ms) at which the notice was queued. */
  readonly queuedAt: number
  readonly now: number
}

/** The notice of a fact to a driver; null once the fact no longer applies. It names neither amounts nor the customer. */
export async function composeCrewNotice(db: Reader, fact: FactName, news: CrewNews): Promise<NoticeWords | null> {
  if (fact === 'crew_changed') return composeCrewChangedNotice(db, news)
  if (fact === 'day_before') return composeDriverDayBeforeNotice(db, news)
  if (fact === 'amended') return composeAmendedTripNotice(db, news)
  return fact === 'driver_documents' ? composeDocumentNotice(news) : null
}

async function composeCrewChangedNotice(db: Reader, { subjectId, queuedAt, now }: CrewNews): Promise<NoticeWords | null> {
  const found = subjectId === null ? null : await findAssignment(db, subjectId)
  if (found === null || found.booking.finishedAt !== null) return null
  const own = await findNextDuty(db, found.booking, found.assignment.driverId)
  const assignment = isActiveAssignment(found.assignment) ? found.assignment : (own ?? found.assignment)
  const drive = buildDriveFacts({ ...found, assignment }, now)
  if (found.booking.status === 'cancelled') return composeCrewChanged({ ...drive, job: 'cancelled' })
  if (!isActiveAssignment(assignment)) return composeCrewChanged({ ...drive, job: 'not_theirs' })
  // An assignment and its first notice have the same instant.
  return composeCrewChanged({ ...drive, job: assignment.assignedAt === queuedAt ? 'new' : 'theirs' })
}

async function composeDriverDayBeforeNotice(
  db: Reader,
  { driver, operator, tripId, now }: CrewNews,
): Promise<NoticeWords | null> {
  const record = tripId === null ? null : await findBookingOfTrip(db, tripId)
  if (record === null || record.booking.status !== 'active' || record.booking.departsAt <= now) return null
  const { booking, trip } = record
  const assignment = await findNextDuty(db, booking, driver.id)
  if (assignment === null) return null
  const isAcknowledged = assignment.acknowledgedAt !== null
  return composeTomorrowsTrip({ ...buildDriveFacts({ booking, trip, assignment, operator }, now), isAcknowledged })
}

/** The notice of a changed trip to its driver; null once the trip has ended or has another driver. */
async function composeAmendedTripNotice(
  db: Reader,
  { driver, operator, tripId, subjectId, now }: CrewNews,
): Promise<NoticeWords | null> {
  const record = tripId === null ? null : await findBookingOfTrip(db, tripId)
  if (record === null || record.booking.status !== 'active' || record.booking.finishedAt !== null) return null
  const { booking, trip } = record
  const assignment = await findNextDuty(db, booking, driver.id)
  return assignment && composeCrewAmendmentNotice(db, subjectId, buildDriveFacts({ booking, trip, assignment, operator }, now))
}

/** The next duty of a driver on a booking; null if there is none. */
async function findNextDuty(db: Reader, booking: BookingRow, driverId: number): Promise<AssignmentRow | null> {
  const duties = (await listDutiesOfBooking(db, booking)).map(({ duty }) => duty)
  return findCurrentDuty(duties.filter((duty) => duty.driverId === driverId && isActiveAssignment(duty)))
}

function composeDocumentNotice({ driver, operator, now }: CrewNews): NoticeWords | null {
  const papers = listExpiringPapers(listPapersOfDriver(driver), now)
  if (papers.length === 0) return null
  return composeOwnDocuments(
    operator.name,
    papers.map(({ what, expiresAt }) => ({ what: documentNames[what], until: toSpokenDay(expiresAt, operator.timezone, now) })),
  )
}

type DrivenAssignment = Pick<AssignmentRecord, 'booking' | 'trip' | 'assignment' | 'operator'>

/** The ends of the legs of a driver's duty; those of the trip for a driver of all legs, or of legs that end where they begin. */
function findDutyEnds(
  { legs, pickup, dropoff }: Itinerary,
  duty: Pick<AssignmentRow, 'legs'>,
): Pick<Itinerary, 'pickup' | 'dropoff'> {
  const own = duty.legs === null ? [] : listTransferLegs(legs).filter(({ sequence }) => isOnLeg(duty, sequence))
  const ends = { pickup: own[0]?.pickup ?? pickup, dropoff: own.at(-1)?.dropoff ?? dropoff }
  return findPublicName(ends.pickup) === findPublicName(ends.dropoff) ? { pickup, dropoff } : ends
}

function buildDriveFacts({ booking, trip, assignment, operator }: DrivenAssignment, now: number): DriveFacts {
  const { reportAt, reportPlace, vehicleReg, vehicleNo, legs } = assignment
  const { itinerary, timezone } = trip
  const { departsAt } = assignment
  const ends = findDutyEnds(itinerary, assignment)
  const isOnDay = reportAt !== null && toLocalDate(reportAt, timezone) === toLocalDate(departsAt, timezone)
  const report = reportAt === null ? null : toSpokenTime(reportAt, timezone, now)
  return {
    operator: operator.name,
    ref: booking.ref,
    summary: summariseTrip({ ...itinerary, passengerCount: assignment.passengerCount ?? itinerary.passengerCount }),
    departs: toSpokenTime(departsAt, timezone, now),
    day: toSpokenDay(departsAt, timezone, now),
    time: toSpokenClock(departsAt, timezone),
    route: formatTowns(ends),
    from: findPublicName(ends.pickup),
    to: findPublicName(ends.dropoff),
    vehicle: vehicleReg,
    part: { vehicleNo: booking.vehiclesNeeded > 1 ? vehicleNo : null, legs },
    report: { at: report, clock: isOnDay ? toSpokenClock(reportAt, timezone) : report, place: reportPlace },
  }
}
