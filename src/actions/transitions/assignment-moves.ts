import { type AssignmentRow, findAssignment, saveAssignment } from '../../storage/queries/assignments.ts'
import { listOpenAssignments } from '../../storage/queries/drivers.ts'
import { type DueTask, finishTask } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { applyLog, startLegsAgain } from './trip-logs.ts'

/** Ends an assignment and notifies its driver. The trip disappears from the driver's list immediately. */
export async function endAssignment<T extends AssignmentRow>(
  tx: Writer,
  assignment: T,
  { operatorId, tripId }: { readonly operatorId: number; readonly tripId: number },
  now: number,
): Promise<void> {
  await saveAssignment(tx, assignment, { endedAt: now })
  await notifyDriver(tx, assignment, { operatorId, tripId }, now)
}

/** Notifies a driver of the state of an assignment. */
export async function notifyDriver(
  tx: Writer,
  { id: subjectId, driverId }: Pick<AssignmentRow, 'id' | 'driverId'>,
  { operatorId, tripId }: { readonly operatorId: number; readonly tripId: number },
  now: number,
): Promise<void> {
  await notifyReaders(tx, { fact: 'crew_changed', operatorIds: [operatorId], tripId, subjectId, driverIds: [driverId] }, now)
}

/** Sends a notice that an earlier release planned, as a task of the kind `crew_notice`. */
export async function notifyPlannedDriver(context: WorkerContext, assignmentId: number, claimed: DueTask): Promise<void> {
  const now = context.clock()
  await context.storage.transact(async (tx) => {
    const found = await findAssignment(tx, assignmentId)
    if (found !== null) await notifyDriver(tx, found.assignment, found.booking, now)
    await finishTask(tx, claimed)
  })
}

/** Ends all open assignments of a driver who leaves. Returns the refs of the trips that need a driver again. */
export async function releaseTrips(tx: Writer, driverId: number, now: number): Promise<string[]> {
  const open = await listOpenAssignments(tx, driverId)
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
