import { activitiesKeptMonths } from '../domain/activity.ts'
import { monthsLater } from '../domain/erasure.ts'
import { hourMs } from '../domain/instant.ts'
import { placesKeptMs } from '../domain/known-place.ts'
import { locationsKeptMs } from '../domain/location.ts'
import { deliveriesKeptMs, messagesKeptMs } from '../domain/retention.ts'
import type { TaskKind } from '../domain/task-kind.ts'
import { checkKeptMonths } from '../domain/vehicle-check.ts'
import { purgeActivities } from '../storage/queries/activities.ts'
import { purgeDeliveries, purgeEvents } from '../storage/queries/delivery-log.ts'
import { purgeLocations } from '../storage/queries/locations.ts'
import { purgeMessages } from '../storage/queries/messages.ts'
import { chargesInFlight } from '../storage/queries/payments.ts'
import { purgePlaces } from '../storage/queries/places.ts'
import { dropStaleCounters } from '../storage/queries/rate-limits.ts'
import { claimingBoots, dueAtOf, finishTask, reclaimLeases, runNow, runNowFor, schedule } from '../storage/queries/scheduler.ts'
import { purgeSignInCodes, purgeSignInLinks } from '../storage/queries/sign-in.ts'
import { overdueBoots, purgeStoredResponses } from '../storage/queries/stored-responses.ts'
import { bringRowsBack, bringTasksBack } from '../storage/queries/time-ahead.ts'
import { purgeVehicleChecks } from '../storage/queries/vehicle-checks.ts'
import { planComparing, planDisputes } from './cards/cards-task.ts'
import type { WorkerContext } from './context.ts'
import { deadAmong } from './server/boots.ts'
import { noteClock } from './server/clock-seen.ts'
import type { Task } from './server/due-tasks.ts'

const purgeTask = 'purge'
const purgeBatch = 500

const sendMessage = loaded(async () => (await import('./messages/messages.ts')).sendMessage)
const sendReminder = loaded(async () => (await import('./messages/reminders.ts')).sendReminder)

/**
 * Every task that the scheduler starts, by its kind. The module of a task is loaded when the first of its kind falls due, so that the
 * worker starts without it.
 */
export const scheduledTasks: Readonly<Record<string, Task>> = {
  trip: loaded(async () => (await import('./trips/trip-deadlines.ts')).applyTripDeadlines),
  charge: loaded(async () => (await import('./cards/follow-payments.ts')).followPayment),
  cards: loaded(async () => (await import('./cards/kept-cards.ts')).letCardsGo),
  refund: loaded(async () => (await import('./money/refunds.ts')).sendRefund),
  disputes: loaded(async () => (await import('./cards/disputes.ts')).askForDisputes),
  compare: loaded(async () => (await import('./cards/compare-payments.ts')).comparePayments),
  balance: loaded(async () => (await import('./money/balances.ts')).followDueBalance),
  amendment: finishAfter(loaded(async () => (await import('./amendments/amendment-moves.ts')).endAmendment)),
  message: sendMessage,
  sms: sendMessage,
  mail_failing: loaded(async () => (await import('./messages/mail-failures.ts')).tellMailFailing),
  crew_notice: loaded(async () => (await import('./crews/crew-notices.ts')).tellPlannedCrew),
  quote_reminder: sendReminder,
  request_reminder: sendReminder,
  day_before: sendReminder,
  driver_documents: sendReminder,
  vehicle_documents: sendReminder,
  erasure: loaded(async () => (await import('./drivers/erasures.ts')).eraseDriver),
  customer_traces: finishAfter(loaded(async () => (await import('./people/own-customers.ts')).dropCustomerTraces)),
  [purgeTask]: purge,
} satisfies Readonly<Record<Exclude<TaskKind, 'backup'>, Task>>

/** A task whose module is loaded when it is first needed. */
function loaded(load: () => Promise<Task>): Task {
  return async (...call) => (await load())(...call)
}

/** A task that is done for good at the first success: its row goes then. */
function finishAfter(task: Task): Task {
  return async (context, subjectId, claimed) => {
    await task(context, subjectId, claimed)
    await context.storage.transact((tx) => finishTask(tx, claimed))
  }
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
    if (tripIds.length > 0) await runNowFor(tx, 'trip', tripIds, now)
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
  const inHand = charges.length === 0 ? [] : await idsInHand(context, charges)
  await context.storage.transact(async (tx) => {
    await reclaimLeases(tx, over)
    await runNow(tx, 'charge', now, inHand)
    if ((await dueAtOf(tx, purgeTask, 0)) === null) await schedule(tx, purgeTask, 0, now, now)
    await planDisputes(tx, context.payments, now)
    await planComparing(tx, context.payments, now)
  })
}

/** The charges that a process is still working on. */
async function idsInHand(context: WorkerContext, charges: Awaited<ReturnType<typeof chargesInFlight>>): Promise<number[]> {
  const { isInHand } = await import('./cards/charges.ts')
  const ids = await Promise.all(charges.map(async (one) => ((await isInHand(context, one)) ? [one.id] : [])))
  return ids.flat()
}
