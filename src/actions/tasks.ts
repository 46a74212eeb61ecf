import { activitiesKeptMonths } from '../domain/activity.ts'
import { addMonths } from '../domain/erasure.ts'
import { hourMs } from '../domain/instant.ts'
import { placesKeptMs } from '../domain/known-place.ts'
import { locationsKeptMs } from '../domain/location.ts'
import { deliveriesKeptMs, messagesKeptMs } from '../domain/retention.ts'
import type { TaskKind } from '../domain/task-kind.ts'
import { checkKeptMonths } from '../domain/vehicle-check.ts'
import { purgeActivities } from '../storage/queries/activities.ts'
import { purgeDeliveries, purgeEvents } from '../storage/queries/delivery-log.ts'
import { rescheduleRowsAhead, rescheduleTasksAhead } from '../storage/queries/future-tasks.ts'
import { purgeLocations } from '../storage/queries/locations.ts'
import { purgeMessages } from '../storage/queries/messages.ts'
import { listChargesInFlight } from '../storage/queries/payments.ts'
import { purgePlaces } from '../storage/queries/places.ts'
import { dropStaleCounters } from '../storage/queries/rate-limits.ts'
import {
  findDueTime,
  finishTask,
  listClaimingBoots,
  reclaimLeases,
  runTasksNow,
  runTasksNowFor,
  scheduleTask,
} from '../storage/queries/scheduler.ts'
import { purgeSignInCodes, purgeSignInLinks } from '../storage/queries/sign-in.ts'
import { listOverdueBoots, purgeStoredResponses } from '../storage/queries/stored-responses.ts'
import { purgeVehicleChecks } from '../storage/queries/vehicle-checks.ts'
import { scheduleComparison, scheduleDisputes } from './cards/cards-task.ts'
import type { WorkerContext } from './context.ts'
import type { Task } from './maintenance/due-tasks.ts'
import { findDeadBoots } from './server/boots.ts'
import { noteClock } from './server/clock-seen.ts'

const purgeTask = 'purge'
const purgeBatch = 500

const sendMessage = loaded(async () => (await import('./messages/messages.ts')).sendMessage)
const sendReminder = loaded(async () => (await import('./outbox/reminders.ts')).sendReminder)

/**
 * Every task of the scheduler, by its kind. The module of a task is loaded when its first task falls due, so that the worker
 * starts quickly.
 */
export const scheduledTasks: Readonly<Record<string, Task>> = {
  trip: loaded(async () => (await import('./transitions/trip-deadlines.ts')).applyTripDeadlines),
  charge: loaded(async () => (await import('./payments/follow-payments.ts')).settleCardPayment),
  cards: loaded(async () => (await import('./payments/kept-cards.ts')).removeCards),
  refund: loaded(async () => (await import('./money/refunds.ts')).sendRefund),
  disputes: loaded(async () => (await import('./payments/disputes.ts')).compareDisputes),
  compare: loaded(async () => (await import('./payments/compare-payments.ts')).comparePayments),
  balance: loaded(async () => (await import('./payments/balances.ts')).followDueBalance),
  amendment: finishAfter(loaded(async () => (await import('./transitions/amendment-moves.ts')).endAmendment)),
  message: sendMessage,
  sms: sendMessage,
  mail_failing: loaded(async () => (await import('./outbox/mail-failures.ts')).notifyMailFailing),
  crew_notice: loaded(async () => (await import('./transitions/assignment-moves.ts')).notifyPlannedDriver),
  quote_reminder: sendReminder,
  request_reminder: sendReminder,
  day_before: sendReminder,
  driver_documents: sendReminder,
  vehicle_documents: sendReminder,
  erasure: loaded(async () => (await import('./drivers/erasures.ts')).eraseDriver),
  places: loaded(async () => (await import('./trips/remembered-places.ts')).rememberPlaces),
  customer_traces: finishAfter(loaded(async () => (await import('./people/own-customers.ts')).dropCustomerTraces)),
  [purgeTask]: purge,
} satisfies Readonly<Record<Exclude<TaskKind, 'backup'>, Task>>

/** A task whose module is loaded when it is first needed. */
function loaded(load: () => Promise<Task>): Task {
  return async (...call) => (await load())(...call)
}

/** A task that ends with its first success, which deletes its row. */
function finishAfter(task: Task): Task {
  return async (context, subjectId, claimed) => {
    await task(context, subjectId, claimed)
    await context.storage.transact((tx) => finishTask(tx, claimed))
  }
}

/**
 * Records the clock, deletes in batches all data past its retention, from stored responses to stale rate limits, and runs again
 * in an hour.
 */
async function purge(context: WorkerContext): Promise<void> {
  await rescheduleWorkAhead(context)
  const now = context.clock()
  const dead = await findDeadBoots(context, await context.storage.read((db) => listOverdueBoots(db, now)))
  await inBatches((limit) => context.storage.transact((tx) => purgeStoredResponses(tx, now, dead, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeDeliveries(tx, now - deliveriesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeEvents(tx, now - deliveriesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeLocations(tx, now - locationsKeptMs, limit)))
  const checksSince = addMonths(now, -checkKeptMonths)
  await inBatches((limit) => context.storage.transact((tx) => purgeVehicleChecks(tx, checksSince, limit)))
  const activitiesSince = addMonths(now, -activitiesKeptMonths)
  await inBatches((limit) => context.storage.transact((tx) => purgeActivities(tx, activitiesSince, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeMessages(tx, now - messagesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeSignInLinks(tx, now - messagesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgeSignInCodes(tx, now - messagesKeptMs, limit)))
  await inBatches((limit) => context.storage.transact((tx) => purgePlaces(tx, now - placesKeptMs, limit)))
  await context.storage.transact(async (tx) => {
    await dropStaleCounters(tx, now)
    await scheduleTask(tx, purgeTask, 0, now + hourMs, now)
  })
}

/** Purges a little at a time, so that no other caller waits long for the writer. */
async function inBatches(purgeSome: (limit: number) => Promise<number>): Promise<void> {
  while ((await purgeSome(purgeBatch)) === purgeBatch) await Bun.sleep(5)
}

/**
 * Reschedules work that is dated beyond its longest wait, after a fast clock was corrected. Planned work checks its own dates
 * again, so it is always rescheduled. Other rows change only if the clock is known to have been fast: under a slow clock, right
 * dates look too far ahead as well. Refuses `unavailable` to a node that may not act.
 */
export async function rescheduleWorkAhead(context: WorkerContext): Promise<void> {
  const moved = await context.storage.transact(async (tx) => {
    await context.membership.requireAlive(tx)
    const now = context.clock()
    const ranAhead = await noteClock(tx, now)
    const tasks = await rescheduleTasksAhead(tx, now)
    const { moved: rows, tripIds } = ranAhead ? await rescheduleRowsAhead(tx, now) : { moved: 0, tripIds: [] }
    if (tripIds.length > 0) await runTasksNowFor(tx, 'trip', tripIds, now)
    return { tasks, rows }
  })
  if (moved.tasks + moved.rows > 0) context.log.warn(moved, 'rescheduled work dated too far ahead (the clock was wrong)')
}

/**
 * Takes over the unfinished work of dead workers: frees their leases and resumes their charges. It also plans purges, checks
 * for disputes, and the comparison after a restore.
 */
export async function recoverWork(context: WorkerContext): Promise<void> {
  const now = context.clock()
  const { boots, charges } = await context.storage.read(async (db) => ({
    boots: await listClaimingBoots(db),
    charges: await listChargesInFlight(db),
  }))
  // The own boot is alive, but a new worker follows an earlier one of it.
  const over = [context.bootId, ...(await findDeadBoots(context, boots))]
  const inHand = charges.length === 0 ? [] : await listChargesInProgress(context, charges)
  await context.storage.transact(async (tx) => {
    await reclaimLeases(tx, over)
    await runTasksNow(tx, 'charge', now, inHand)
    if ((await findDueTime(tx, purgeTask, 0)) === null) await scheduleTask(tx, purgeTask, 0, now, now)
    await scheduleDisputes(tx, context.payments, now)
    await scheduleComparison(tx, context.payments, now)
  })
}

/** The charges in progress at a process. */
async function listChargesInProgress(
  context: WorkerContext,
  charges: Awaited<ReturnType<typeof listChargesInFlight>>,
): Promise<number[]> {
  const { isBeingCharged } = await import('./cards/charges.ts')
  const ids = await Promise.all(charges.map(async (one) => ((await isBeingCharged(context, one)) ? [one.id] : [])))
  return ids.flat()
}
