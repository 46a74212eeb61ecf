import { isStanding } from '../domain/assignment.ts'
import { tripStatusOf } from '../domain/progress.ts'
import { type AssignmentRow, findAssignment, saveAssignment, saveBooking } from '../storage/queries/bookings.ts'
import { openAssignmentsOf } from '../storage/queries/drivers.ts'
import { insertMessage } from '../storage/queries/messages.ts'
import { schedule } from '../storage/queries/scheduler.ts'
import type { Writer } from '../storage/storage.ts'
import type { Works } from './house.ts'
import { settleLegs, startLegAgain } from './journeys.ts'

/** The scheduler's name for telling a driver what they are to drive, or no longer. */
export const crewNoticeWork = 'crew_notice'

/** The driver no longer drives this trip, which leaves their sight at once; a notice follows. */
export async function endAssignment<T extends AssignmentRow>(tx: Writer, assignment: T, now: number): Promise<void> {
  await saveAssignment(tx, assignment, { ...assignment, endedAt: now })
  await schedule(tx, crewNoticeWork, assignment.id, now, now)
}

/** A driver leaves: whatever they were to drive needs a driver again. Answers the refs of those trips. */
export async function releaseTrips(tx: Writer, driverId: number, now: number): Promise<string[]> {
  const open = await openAssignmentsOf(tx, driverId)
  for (const { booking, trip, assignment } of open) {
    await saveAssignment(tx, assignment, { ...assignment, endedAt: now })
    await startLegAgain(tx, { booking, trip, assignment }, now)
    const tripStatus = tripStatusOf(await settleLegs(tx, { booking, trip }, now), 'unassigned')
    await saveBooking(tx, booking, { ...booking, tripStatus, assignmentId: null, updatedAt: now })
  }
  return open.map(({ booking }) => booking.ref)
}

/** Tells a driver how an assignment of theirs stands now, by SMS or mail as they wish; whoever has left hears nothing. */
export async function tellDriver(works: Works, assignmentId: number): Promise<void> {
  const now = works.clock()
  await works.storage.transact(async (tx) => {
    const found = await findAssignment(tx, assignmentId)
    if (found === null || found.driver.removedAt !== null || found.booking.finishedAt !== null) return
    const { assignment, booking, trip, driver, operator } = found
    const isBySms = driver.notifyBySms && driver.phone !== null
    const recipient = isBySms ? driver.phone : driver.email
    if (recipient === null) return

    const what = `${booking.ref}, ${trip.sheet.summary}, ${trip.sheet.departs_at}`
    const isTheirs = booking.status === 'active' && booking.assignmentId === assignment.id && isStanding(assignment)
    const news = isTheirs ? `You are to drive ${what}, in ${assignment.vehicleReg}.` : `You no longer drive ${what}.`
    await insertMessage(tx, works.vault, {
      channel: isBySms ? 'sms' : 'mail',
      recipient,
      driverId: driver.id,
      subject: isBySms ? null : `${operator.name}: ${booking.ref}`,
      text: `${operator.name}: ${booking.status === 'cancelled' ? `${what} is cancelled.` : news}`,
      now,
    })
  })
}
