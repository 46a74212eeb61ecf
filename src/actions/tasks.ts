import { activitiesKeptMonths } from '../domain/activity.ts'
import { monthsLater } from '../domain/erasure.ts'
import { hourMs } from '../domain/instant.ts'
import { placesKeptMs } from '../domain/known-place.ts'
import { locationsKeptMs } from '../domain/location.ts'
import { deliveriesKeptMs, messagesKeptMs } from '../domain/retention.ts'
import { checkKeptMonths } from '../domain/vehicle-check.ts'
import { lockTrip } from '../storage/locks.ts'
import { purgeActivities } from '../storage/queries/activities.ts'
import { purgeDeliveries, purgeEvents } from '../storage/queries/delivery-log.ts'
import { purgeLocations } from '../storage/queries/locations.ts'
import { messageTask, purgeMessages, smsTask } from '../storage/queries/messages.ts'
import { chargesInFlight } from '../storage/queries/payments.ts'
import { purgePlaces } from '../storage/queries/places.ts'
import { dropStaleCounters } from '../storage/queries/rate-limits.ts'
import {
  claimingBoots,
  dueAtOf,
  finishTask,
  reclaimLeases,
  runNow,
  runNowFor,
  schedule,
  unschedule,
} from '../storage/queries/scheduler.ts'
import { purgeSignInCodes, purgeSignInLinks } from '../storage/queries/sign-in.ts'
import { overdueBoots, purgeStoredResponses } from '../storage/queries/stored-responses.ts'
import { bringRowsBack, bringTasksBack } from '../storage/queries/time-ahead.ts'
import { findTrip } from '../storage/queries/trips.ts'
import { purgeVehicleChecks } from '../storage/queries/vehicle-checks.ts'
import { amendmentTask, endAmendment } from './amendments/amendment-moves.ts'
import { cardsTask } from './cards/cards-task.ts'
import { chargeTask, isInHand } from './cards/charges.ts'
import { comparePayments, compareTask, planComparing } from './cards/compare-payments.ts'
import { askForDisputes, disputesTask, planDisputes } from './cards/disputes.ts'
import { followPayment } from './cards/follow-payments.ts'
import { letCardsGo } from './cards/kept-cards.ts'
import type { WorkerContext } from './context.ts'
import { crewNoticeTask, tellPlannedCrew } from './crews/crew-notices.ts'
import { eraseDriver, erasureTask } from './drivers/erasures.ts'
import { mailFailingTask, tellMailFailing } from './messages/mail-failures.ts'
import { sendMessage } from './messages/messages.ts'
import { reminderTasks } from './messages/reminders.ts'
import { followDueBalance } from './money/balances.ts'
import { refundTask } from './money/late-payments.ts'
import { sendRefund } from './money/refunds.ts'
import { balanceTask } from './money/sums.ts'
import { customerTracesTask, dropCustomerTraces } from './people/own-customers.ts'
import { deadAmong } from './server/boots.ts'
import { noteClock } from './server/clock-seen.ts'
import type { Task } from './server/due-tasks.ts'
import { applyDueTransitions, tripTask } from './trips/trip-deadlines.ts'

const purgeTask = 'purge'
const purgeBatch = 500

/** Everything that happens by itself, by the name the scheduler knows it under. */
export const scheduledTasks: Readonly<Record<string, Task>> = {
  [tripTask]: applyTripDeadlines,
  [chargeTask]: followPayment,
  [cardsTask]: letCardsGo,
  [refundTask]: sendRefund,
  [disputesTask]: askForDisputes,
  [compareTask]: comparePayments,
  [balanceTask]: followDueBalance,
  [amendmentTask]: finishAfter(endAmendment),
  [messageTask]: sendMessage,
  [smsTask]: sendMessage,
  [mailFailingTask]: tellMailFailing,
  [crewNoticeTask]: tellPlannedCrew,
  ...reminderTasks,
  [erasureTask]: eraseDriver,
  [customerTracesTask]: finishAfter(dropCustomerTraces),
  [purgeTask]: purge,
}

/** A task that is done for good at the first success: its row goes then. */
function finishAfter(task: Task): Task {
  return async (context, subjectId, claimed) => {
    await task(context, subjectId, claimed)
    await context.storage.transact((tx) => finishTask(tx, claimed))
  }
}

async function applyTripDeadlines(context: WorkerContext, tripId: number): Promise<void> {
  await context.storage.transact(async (tx) => {
    await lockTrip(tx, tripId)
    const trip = await findTrip(tx, tripId)
    if (trip === null) await unschedule(tx, tripTask, tripId)
    else await applyDueTransitions(tx, trip, context.clock())
  })
}

/** Sees the clock, deletes in batches whatever has been kept long enough, stored responses to stale rate limits, and comes back in an hour. */
async function purge(context: WorkerContext): Promise<void> {
  await bringBack(context)
  const now = context.clock()
  const dead = await deadAmong(context, await context.storage.read((db) => overdueBoots(db, now)))
  await inBatches((limit) => context.storage.transact((tx) => purgeStoredResponses(tx, now, dead, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeDeliveries(tx, now - deliveriesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeEvents(tx, now - deliveriesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeLocations(tx, now - locationsKeptMs, limit)))
  const checksSince = monthsLater(now, -checkKeptMonths)
  await inBatches((limit) => context.storage.transact((tx) => purgeVehicleChecks(tx, checksSince, limit)))
  const activitiesSince = monthsLater(now, -activitiesKeptMonths)
  await inBatches((limit) => context.storage.transact((tx) => purgeActivities(tx, activitiesSince, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeMessages(tx, now - messagesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeSignInLinks(tx, now - messagesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeSignInCodes(tx, now - messagesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgePlaces(tx, now - placesKeptMs, limit)))
  await context.storage.transact(async (tx) => {
    await dropStaleCounters(tx, now)
    await schedule(tx, purgeTask, 0, now + hourMs, now)
  })
}

/** Purges a little at a time, so that no one waits long for the writer. */
async function inBatches(purgeSome: (limit: number) => Promise<number>): Promise<void> {
  while ((await purgeSome(purgeBatch)) === purgeBatch) await Bun.sleep(5)
}

/**
 * Whatever lies further ahead than it ever may, after a clock that ran ahead was put right, is brought to within its longest wait. Work that
 * is planned looks at its own dates again when it is done, so that it is always brought back; other rows are
 * changed only where the clock is known to have run ahead: while a clock is slow, right dates look too far ahead as well. Refuses `unavailable` to a node that may not act.
 */
export async function bringBack(context: WorkerContext): Promise<void> {
  const moved = await context.storage.transact(async (tx) => {
    await context.membership.mustBeAlive(tx)
    const now = context.clock()
    const ranAhead = await noteClock(tx, now)
    const tasks = await bringTasksBack(tx, now)
    const { moved: rows, tripIds } = ranAhead ? await bringRowsBack(tx, now) : { moved: 0, tripIds: [] }
    if (tripIds.length > 0) await runNowFor(tx, tripTask, tripIds, now)
    return { tasks, rows }
  })
  if (moved.tasks + moved.rows > 0) context.log.warn(moved, 'what lay ahead of its time was brought back')
}

/**
 * Takes up, for a new worker, what dead ones had begun: frees their leases and resumes their charges. Sees that
 * purging, asking for disputes and comparing what was restored go on.
 */
export async function recover(context: WorkerContext): Promise<void> {
  const now = context.clock()
  const { boots, charges } = await context.storage.read(async (db) => ({
    boots: await claimingBoots(db),
    charges: await chargesInFlight(db),
  }))
  // Its own boot is alive, and this worker follows another one of it.
  const over = [context.bootId, ...(await deadAmong(context, boots))]
  const inHand = await Promise.all(charges.map(async (one) => ((await isInHand(context, one)) ? [one.id] : [])))
  await context.storage.transact(async (tx) => {
    await reclaimLeases(tx, over)
    await runNow(tx, chargeTask, now, inHand.flat())
    if ((await dueAtOf(tx, purgeTask, 0)) === null) await schedule(tx, purgeTask, 0, now, now)
    await planDisputes(tx, context.payments, now)
    await planComparing(tx, context.payments, now)
  })
}
