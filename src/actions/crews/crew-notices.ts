import { isStanding } from '../../domain/assignment.ts'
import { atHand } from '../../domain/duty.ts'
import { toSpokenTime } from '../../domain/instant.ts'
import { summariseTrip } from '../../domain/itinerary.ts'
import type { FactName } from '../../domain/notices.ts'
import { expiringPapers, papersOfDriver } from '../../domain/paper.ts'
import { crewChanged, type DriveFacts, ownDocuments, tomorrowsTrip } from '../../gateways/notices/driver-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import {
  type AssignmentRecord,
  type AssignmentRow,
  dutiesOf,
  findAssignment,
  saveAssignment,
} from '../../storage/queries/assignments.ts'
import { type BookingRow, bookingOfTrip } from '../../storage/queries/bookings.ts'
import { type DriverRow, openAssignmentsOf } from '../../storage/queries/drivers.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { type DueTask, finishTask } from '../../storage/queries/scheduler.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { crewAmendmentWords } from '../amendments/amendment-notices.ts'
import type { WorkerContext } from '../context.ts'
import { tell } from '../messages/notices.ts'
import { applyLog, startLegsAgain } from '../road/trip-logs.ts'

/** The name under which earlier releases planned to tell a driver of an assignment. */
export const crewNoticeTask = 'crew_notice'

/** The driver no longer drives this trip, which leaves their sight at once; they are told. */
export async function endAssignment<T extends AssignmentRow>(
  tx: Writer,
  assignment: T,
  { operatorId, tripId }: { readonly operatorId: number; readonly tripId: number },
  now: number,
): Promise<void> {
  await saveAssignment(tx, assignment, { endedAt: now })
  await tellCrew(tx, assignment, { operatorId, tripId }, now)
}

/** Tells a driver how an assignment of theirs stands. */
export async function tellCrew(
  tx: Writer,
  { id: subjectId, driverId }: Pick<AssignmentRow, 'id' | 'driverId'>,
  { operatorId, tripId }: { readonly operatorId: number; readonly tripId: number },
  now: number,
): Promise<void> {
  await tell(tx, { fact: 'crew_changed', operatorIds: [operatorId], tripId, subjectId, driverIds: [driverId] }, now)
}

/** Does what an earlier release planned. */
export async function tellPlannedCrew(context: WorkerContext, assignmentId: number, claimed: DueTask): Promise<void> {
  const now = context.clock()
  await context.storage.transact(async (tx) => {
    const found = await findAssignment(tx, assignmentId)
    if (found !== null) await tellCrew(tx, found.assignment, found.booking, now)
    await finishTask(tx, claimed)
  })
}

/** A driver leaves: whatever they were to drive needs a driver again. Answers the refs of those trips. */
export async function releaseTrips(tx: Writer, driverId: number, now: number): Promise<string[]> {
  const open = await openAssignmentsOf(tx, driverId)
  const byBooking = Map.groupBy(open, ({ booking }) => booking.id)
  for (const own of byBooking.values()) {
    for (const { assignment } of own) await saveAssignment(tx, assignment, { endedAt: now })
    const [first] = own
    if (first === undefined) continue
    await startLegsAgain(
      tx,
      first,
      own.map(({ assignment }) => assignment),
      now,
    )
    await applyLog(tx, first, now)
  }
  return [...new Set(open.map(({ booking }) => booking.ref))]
}

/** The facts that a notice to a driver is made from. */
export type CrewNews = {
  readonly driver: DriverRow
  readonly operator: Operator
  readonly tripId: number | null
  readonly subjectId: number | null
  readonly now: number
}

/**
 * The notice of a fact as a driver reads it now; null when the fact is over. It tells neither of money nor of whom they
 * drive.
 */
export async function crewWords(db: Reader, fact: FactName, news: CrewNews): Promise<NoticeWords | null> {
  if (fact === 'crew_changed') return crewChangedWords(db, news)
  if (fact === 'day_before') return dayBeforeWords(db, news)
  if (fact === 'amended') return amendedWords(db, news)
  return fact === 'driver_documents' ? documentWords(news) : null
}

async function crewChangedWords(db: Reader, { subjectId, now }: CrewNews): Promise<NoticeWords | null> {
  const found = subjectId === null ? null : await findAssignment(db, subjectId)
  if (found === null || found.booking.finishedAt !== null) return null
  const own = await standingDutyOf(db, found.booking, found.assignment.driverId)
  const assignment = isStanding(found.assignment) ? found.assignment : (own ?? found.assignment)
  const whose = found.booking.status === 'cancelled' ? 'cancelled' : isStanding(assignment) ? 'theirs' : 'not_theirs'
  return crewChanged({ ...driveFacts({ ...found, assignment }, now), whose })
}

async function dayBeforeWords(db: Reader, { driver, operator, tripId, now }: CrewNews): Promise<NoticeWords | null> {
  const record = tripId === null ? null : await bookingOfTrip(db, tripId)
  if (record === null || record.booking.status !== 'active' || record.booking.departsAt <= now) return null
  const { booking, trip } = record
  const assignment = await standingDutyOf(db, booking, driver.id)
  if (assignment === null) return null
  const isAcknowledged = assignment.acknowledgedAt !== null
  return tomorrowsTrip({ ...driveFacts({ booking, trip, assignment, operator }, now), isAcknowledged })
}

/** The notice to a driver that a trip of theirs has changed, while it is theirs and not over. */
async function amendedWords(db: Reader, { driver, operator, tripId, subjectId, now }: CrewNews): Promise<NoticeWords | null> {
  const record = tripId === null ? null : await bookingOfTrip(db, tripId)
  if (record === null || record.booking.status !== 'active' || record.booking.finishedAt !== null) return null
  const { booking, trip } = record
  const assignment = await standingDutyOf(db, booking, driver.id)
  return assignment && crewAmendmentWords(db, subjectId, driveFacts({ booking, trip, assignment, operator }, now))
}

/** The duty that a driver is to do on a booking next; null when there is none. */
async function standingDutyOf(db: Reader, booking: BookingRow, driverId: number): Promise<AssignmentRow | null> {
  const duties = (await dutiesOf(db, booking)).map(({ duty }) => duty)
  return atHand(duties.filter((duty) => duty.driverId === driverId && isStanding(duty)))
}

function documentWords({ driver, operator, now }: CrewNews): NoticeWords | null {
  const papers = expiringPapers(papersOfDriver(driver), now)
  if (papers.length === 0) return null
  return ownDocuments(
    operator.name,
    papers.map(({ what, expiresAt }) => ({ what, until: toSpokenTime(expiresAt, operator.timezone, now) })),
  )
}

type DrivenAssignment = Pick<AssignmentRecord, 'booking' | 'trip' | 'assignment' | 'operator'>

function driveFacts({ booking, trip, assignment, operator }: DrivenAssignment, now: number): DriveFacts {
  const { reportAt, reportPlace, vehicleReg, vehicleNo, legs } = assignment
  const { itinerary } = trip
  return {
    operator: operator.name,
    ref: booking.ref,
    summary: summariseTrip({ ...itinerary, passengerCount: assignment.passengerCount ?? itinerary.passengerCount }),
    departs: toSpokenTime(assignment.departsAt, trip.timezone, now),
    vehicle: vehicleReg,
    part: { vehicleNo: booking.vehiclesNeeded > 1 ? vehicleNo : null, legs },
    report: { at: reportAt === null ? null : toSpokenTime(reportAt, trip.timezone, now), place: reportPlace },
  }
}
