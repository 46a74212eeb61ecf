import { minuteMs } from '../../domain/instant.ts'
import { Refusal } from '../../domain/refusal.ts'
import { listPendingPlaces } from '../../storage/queries/pending-places.ts'
import { finishTask, type PlannedTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import { keepPlacesOfTrips } from '../../storage/rows/places.ts'
import type { AppContext, WorkerContext } from '../context.ts'
import type { DueTask } from '../maintenance/due-tasks.ts'

/** The scheduler's name for saving the places of a trip. */
const placesTask = 'places'

/**
 * The task that saves the places of a trip for the accounts that entered, quoted or booked it. It waits a minute, because a trip
 * is often quoted and booked soon after its entry, and a search does not wait for it.
 */
export function planKnownPlaces({ id }: { readonly id: number }, now: number): PlannedTask {
  return { kind: placesTask, subjectId: id, dueAt: now + minuteMs }
}

/** The task of a trip: saves its places. */
export async function rememberPlaces({ storage }: WorkerContext, tripId: number, claimed: DueTask): Promise<void> {
  await storage.transact(async (tx) => {
    await keepPlacesOfTrips(tx, [tripId])
    await finishTask(tx, claimed)
  })
}

/** Saves the places of an account's latest trips before a search. If the server cannot write now, the search is without them. */
export async function rememberPendingPlaces({ storage }: Pick<AppContext, 'storage'>, operatorId: number): Promise<void> {
  const tripIds = await storage.read((db) => listPendingPlaces(db, operatorId))
  if (tripIds.length === 0) return
  try {
    await storage.transact(async (tx) => {
      await keepPlacesOfTrips(tx, tripIds)
      for (const tripId of tripIds) await unscheduleTask(tx, placesTask, tripId)
    })
  } catch (fault) {
    if (!(fault instanceof Refusal && fault.code === 'unavailable')) throw fault
  }
}
