import { join } from 'node:path'
import { openSharedLedger } from '../../src/actions/cards/sandbox-ledger.ts'
import type { WorkerContext } from '../../src/actions/context.ts'
import { claimDueTasks } from '../../src/actions/maintenance/due-tasks.ts'
import { createDeadCheck } from '../../src/actions/server/boots.ts'
import { recoverWork, rescheduleWorkAhead, scheduledTasks } from '../../src/actions/tasks.ts'
import { createSandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import { keepNode, lockIdempotencyKey, lockPostcodes } from '../../src/storage/locks.ts'
import { listOperatorIds } from '../../src/storage/queries/audiences.ts'
import { hasBegun } from '../../src/storage/queries/board-trips.ts'
import { touchBookingsNaming, touchBookingsOfDriver } from '../../src/storage/queries/booking-changes.ts'
import { revokeCredential } from '../../src/storage/queries/credentials.ts'
import { abandonQueue, clampDueDates, postponeQueue } from '../../src/storage/queries/deliveries.ts'
import { listDeliveries } from '../../src/storage/queries/delivery-log.ts'
import { findDriverById, listTripsLeftBy } from '../../src/storage/queries/drivers.ts'
import { dropTracesOf, rewriteWordsOf } from '../../src/storage/queries/erasure.ts'
import { dropLease, dropLeasesOf } from '../../src/storage/queries/leases.ts'
import { countQueues } from '../../src/storage/queries/metrics.ts'
import {
  declareDead,
  dropDeadNodes,
  listKnownNodes,
  listLivingNodes,
  lockSilentNodes,
  replaceBoots,
  reviveNode,
} from '../../src/storage/queries/nodes.ts'
import { findPaymentsKnownUntil, listNewestPaymentRows } from '../../src/storage/queries/open-payments.ts'
import { findOperatorsByRef, listAllOperators } from '../../src/storage/queries/operators.ts'
import { listUndecidedCharges } from '../../src/storage/queries/payments.ts'
import { listPendingPlaces } from '../../src/storage/queries/pending-places.ts'
import { forgetPlacesOf, purgePlaces } from '../../src/storage/queries/places.ts'
import {
  countPostcodes,
  dropPostcodeSet,
  dropPostcodes,
  findPostcodePoints,
  savePostcodes,
  usePostcodeSet,
} from '../../src/storage/queries/postcodes.ts'
import {
  claimDue,
  type DueTask,
  extendClaims,
  postponeTask,
  reclaimLeases,
  runTasksNowFor,
  saveTaskFailure,
  scheduleTask,
} from '../../src/storage/queries/scheduler.ts'
import { listPlatformPeople } from '../../src/storage/queries/users.ts'
import { findFirstFitAfter } from '../../src/storage/queries/vehicle-checks.ts'
import { parkSubscription } from '../../src/storage/queries/webhooks.ts'
import { keepPlacesOfTrips } from '../../src/storage/rows/places.ts'
import type { Storage, Writer } from '../../src/storage/storage.ts'
import { writeToSqliteFile } from './database-rows.ts'
import { callsOfEveryRoute, switchablePayments } from './every-route.ts'
import { type ApiAnswer, type InProcessServer, startInProcess } from './in-process-server.ts'
import { days } from './market.ts'

const lifted = { read: 'off', sign_in: 'off', sign_in_ip: 'off', platform: 'off' } as const

/** A PostgreSQL database, and a way to write to it without the server's knowledge. */
export interface SharedDatabase {
  readonly storage: Storage
  change(...statements: readonly string[]): Promise<unknown>
}

/** Calls every route, runs the worker's tasks, and runs all remaining statements; on SQLite by default. */
export async function runEveryStatement(shared?: SharedDatabase): Promise<void> {
  await using desk = await (shared === undefined ? openFileDesk() : openSharedDesk(shared))
  await callEveryRoute(desk)
  const { app } = desk
  const change =
    shared?.change ?? (async (...statements) => writeToSqliteFile(join(desk.folder, 'charabanc.sqlite'), ...statements))
  await change(...texts)
  await app.storage.transact(forgetDriver)
  await app.storage.transact(runQueues)
  await app.storage.transact(runNodes)
  await app.storage.transact(runPlaces)
  await app.storage.read((db) => countQueues(db, app.clock()))
  await app.storage.read((db) => findOperatorsByRef(db, [desk.operator.ref]))
  await app.storage.read(listAllOperators)
  for (const isOpen of [true, false]) await app.storage.read((db) => listNewestPaymentRows(db, { isOpen, limit: 10 }))
  await app.storage.read(findPaymentsKnownUntil)
  await app.storage.read(listOperatorIds)
  await app.storage.read(listPlatformPeople)
  await app.storage.read((db) => listTripsLeftBy(db, 1, 1))
  await app.storage.read((db) => hasBegun(db, 999))
  await app.storage.read((db) => findFirstFitAfter(db, { operatorId: 1, vehicleReg: 'YX20 ABC' }, 0))
  await app.storage.transact((tx) => revokeCredential(tx, 1, app.clock()))
  await change("UPDATE webhook_deliveries SET status = 'delivered'")
  await app.storage.read((db) => listDeliveries(db, { subscriptionId: 1, status: null, event: null, limit: 1, offset: 0 }))
  await rescheduleWorkAhead(app as WorkerContext)
  desk.advance(days(500) * 1_000)
  await recoverWork(app as WorkerContext)
  await rescheduleWorkAhead(app as WorkerContext)
  // A clock that ran ahead makes the server reschedule rows of many tables.
  desk.advance(-days(1) * 1_000)
  await rescheduleWorkAhead(app as WorkerContext)
  desk.advance(days(1) * 1_000)
  const due = await claimDueTasks(app as WorkerContext, 50)
  for (const task of due) if (task.kind === 'purge') await scheduledTasks.purge?.(app as WorkerContext, 0, task)
}

function openFileDesk(): Promise<InProcessServer> {
  return startInProcess({ rateLimits: lifted, payments: (folder) => switchablePayments(join(folder, 'ledger')), isFile: true })
}

function openSharedDesk({ storage }: SharedDatabase): Promise<InProcessServer> {
  const payments = { ...createSandboxPayments(openSharedLedger(storage), 0) }
  return startInProcess({ rateLimits: lifted, node: { storage, payments, bootId: 'boot', isDead: createDeadCheck('boot') } })
}

async function callEveryRoute(desk: InProcessServer): Promise<void> {
  const walk = callsOfEveryRoute(desk)
  let heard: ApiAnswer | undefined
  for (;;) {
    const { value: step, done } = await walk.next(...((heard === undefined ? [] : [heard]) as [ApiAnswer]))
    if (done) return
    const { route, method, path, token, body, headers } = step
    heard = await desk.call(method, path, {
      ...(token !== undefined && { token }),
      ...(body !== undefined && { body }),
      ...(headers !== undefined && { headers }),
    })
    if (heard.status >= 400) throw new Error(`${route}: ${heard.text}`)
  }
}

/** Writes a text into each column that an erasure rewrites. */
const texts = [
  "UPDATE trip_events SET note = 'Late.'",
  "UPDATE assignments SET decline_reason = 'Ill.'",
  `UPDATE bookings SET cancellation = '{"by":"customer","reason":"Rain."}'`,
  "UPDATE payouts SET failure_reason = 'No such account.'",
  "UPDATE extras SET note = 'Traffic.'",
  "UPDATE payments SET reverse_reason = 'It bounced.'",
]

async function forgetDriver(tx: Writer): Promise<void> {
  const driver = await findDriverById(tx, 1)
  if (driver === null) throw new Error('there is no driver')
  await touchBookingsOfDriver(tx, driver.id, 1)
  await touchBookingsNaming(tx, driver.id, 1)
  const louder = (text: string) => `${text}!`
  await rewriteWordsOf(tx, driver.id, { own: louder, others: louder })
  await dropTracesOf(tx, { ...driver, phoneHash: 'a hash' })
}

async function runQueues(tx: Writer): Promise<void> {
  await lockIdempotencyKey(tx, 'scope', 'key')
  await scheduleTask(tx, 'trip', 999, 0, 0)
  const [task] = await claimDue(tx, 'main', 1, 1, { token: 'token', bootId: 'boot', until: 2 })
  if (task === undefined) throw new Error('nothing is due')
  await postponeTask(tx, task, 3, 'because')
  await saveTaskFailure(tx, task.kind, task.subjectId, 'because')
  await dropLease(tx, 'sending', 'token')
  await postponeQueue(tx, 1, 1, 2)
  await clampDueDates(tx, 1, 1)
  await abandonQueue(tx, 1)
  await parkSubscription(tx, { id: 1, parkedAt: 1, parkedReason: 'failures' as never })
}

/** Runs the statements that only several nodes need. */
async function runNodes(tx: Writer): Promise<void> {
  const boots = ['boot']
  await keepNode(tx, 'boot')
  await listLivingNodes(tx)
  await listKnownNodes(tx)
  await lockSilentNodes(tx, 'boot', 1)
  await declareDead(tx, boots, 1)
  await replaceBoots(tx, 'depot', 'next')
  await reviveNode(tx, 'boot', 1)
  await dropDeadNodes(tx, 1)
  await listUndecidedCharges(tx, boots)
  await reclaimLeases(tx, boots)
  await runTasksNowFor(tx, 'charge', [1], 1)
  await dropLeasesOf(tx, boots)
  await extendClaims(tx, [{ id: 1, leaseToken: 'token' } as DueTask], 1)
}

/** Runs the statements that remember places and delete those without trips. */
async function runPlaces(tx: Writer): Promise<void> {
  await listPendingPlaces(tx, 1)
  await keepPlacesOfTrips(tx, [1])
  await forgetPlacesOf(tx, [1])
  await keepPlacesOfTrips(tx, [1])
  await purgePlaces(tx, Number.MAX_SAFE_INTEGER, 500)
  await lockPostcodes(tx)
  await savePostcodes(tx, 1, [{ number: 1, latitude: 1, longitude: 1 }])
  await countPostcodes(tx, 1)
  await usePostcodeSet(tx, { id: 1, source: 'csv', importedAt: 0 })
  await findPostcodePoints(tx, ['LS1 4DY', 'LS1'])
  await dropPostcodes(tx, { from: 0, until: 1 }, 1)
  await dropPostcodeSet(tx)
}
