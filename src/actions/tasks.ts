import { monthsLater } from '../domain/erasure.ts'
import { dayMs, hourMs } from '../domain/instant.ts'
import { locationsKeptMs } from '../domain/location.ts'
import { checkKeptMonths } from '../domain/vehicle-check.ts'
import { purgeDeliveries, purgeEvents } from '../storage/queries/delivery-log.ts'
import { purgeLocations } from '../storage/queries/locations.ts'
import { messageTask, purgeMessages } from '../storage/queries/messages.ts'
import { dropStaleCounters } from '../storage/queries/rate-limits.ts'
import { dueAtOf, reclaimLeases, runNow, schedule, unschedule } from '../storage/queries/scheduler.ts'
import { purgeSignInCodes, purgeSignInLinks } from '../storage/queries/sign-in.ts'
import { purgeStoredResponses } from '../storage/queries/stored-responses.ts'
import { findTrip } from '../storage/queries/trips.ts'
import { purgeVehicleChecks } from '../storage/queries/vehicle-checks.ts'
import { chargeTask, resumeCharge } from './charges.ts'
import type { WorkerContext } from './context.ts'
import { crewNoticeTask, tellDriver } from './crew-notices.ts'
import { eraseDriver, erasureTask } from './erasures.ts'
import { sendMessage } from './messages.ts'
import { refundTask, sendRefund } from './refunds.ts'
import { applyDueTransitions, tripTask } from './trip-deadlines.ts'

/** Does one piece of due work for its subject; whatever throws is tried again later. */
export type Task = (context: WorkerContext, subjectId: number) => Promise<void>

const purgeTask = 'purge'
const purgeBatch = 500
/** Contract, Webhooks: the log is kept for 30 days. */
const deliveriesKeptMs = 30 * dayMs
/** Links and codes that are over, and messages that are done with. */
const messagesKeptMs = 7 * dayMs

/** Everything that happens by itself, by the name the scheduler knows it under. */
export const scheduledTasks: Readonly<Record<string, Task>> = {
  [tripTask]: applyTripDeadlines,
  [chargeTask]: resumeCharge,
  [refundTask]: unscheduleAfter(refundTask, sendRefund),
  [messageTask]: sendMessage,
  [crewNoticeTask]: unscheduleAfter(crewNoticeTask, tellDriver),
  [erasureTask]: eraseDriver,
  [purgeTask]: purge,
}

/** A task that is done for good at the first success: its row goes then. */
function unscheduleAfter(kind: string, task: Task): Task {
  return async (context, subjectId) => {
    await task(context, subjectId)
    await context.storage.transact((tx) => unschedule(tx, kind, subjectId))
  }
}

async function applyTripDeadlines(context: WorkerContext, tripId: number): Promise<void> {
  await context.storage.transact(async (tx) => {
    const trip = await findTrip(tx, tripId)
    if (trip === null) await unschedule(tx, tripTask, tripId)
    else await applyDueTransitions(tx, trip, context.clock())
  })
}

/** Deletes in batches whatever has been kept long enough, stored responses to stale rate limits, and comes back in an hour. */
async function purge(context: WorkerContext): Promise<void> {
  const now = context.clock()
  await inBatches((limit) => context.storage.transact((tx) => purgeStoredResponses(tx, now, context.bootId, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeDeliveries(tx, now - deliveriesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeEvents(tx, now - deliveriesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeLocations(tx, now - locationsKeptMs, limit)))
  const checksSince = monthsLater(now, -checkKeptMonths)
  await inBatches((limit) => context.storage.transact((tx) => purgeVehicleChecks(tx, checksSince, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeMessages(tx, now - messagesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeSignInLinks(tx, now - messagesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeSignInCodes(tx, now - messagesKeptMs, limit)))
  await context.storage.transact(async (tx) => {
    await dropStaleCounters(tx, now)
    await schedule(tx, purgeTask, 0, now + hourMs, now)
  })
}

/** Purges a little at a time, so that no one waits long for the writer. */
async function inBatches(purgeSome: (limit: number) => Promise<number>): Promise<void> {
  while ((await purgeSome(purgeBatch)) === purgeBatch) await Bun.sleep(5)
}

/** What a new worker does with what the last one had begun: free its leases, resume its charges, see that purging goes on. */
export async function recover(context: WorkerContext): Promise<void> {
  const now = context.clock()
  await context.storage.transact(async (tx) => {
    await reclaimLeases(tx)
    await runNow(tx, chargeTask, now)
    if ((await dueAtOf(tx, purgeTask, 0)) === null) await schedule(tx, purgeTask, 0, now, now)
  })
}
