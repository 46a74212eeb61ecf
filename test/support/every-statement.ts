import { join } from 'node:path'
import { sharedLedger } from '../../src/actions/cards/sandbox-ledger.ts'
import type { WorkerContext } from '../../src/actions/context.ts'
import { othersAreDead } from '../../src/actions/server/boots.ts'
import { claimDueTasks } from '../../src/actions/server/due-tasks.ts'
import { bringBack, recover, scheduledTasks } from '../../src/actions/tasks.ts'
import { rememberPlaces, rememberPlacesQuoted } from '../../src/actions/trips/places.ts'
import { knownPlacesOf } from '../../src/domain/known-place.ts'
import { sandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import { keepNode, lockIdempotencyKey } from '../../src/storage/locks.ts'
import { everyOperatorId } from '../../src/storage/queries/audiences.ts'
import { hasBegun } from '../../src/storage/queries/board-trips.ts'
import { touchBookingsNaming, touchBookingsOfDriver } from '../../src/storage/queries/booking-changes.ts'
import { revokeCredential } from '../../src/storage/queries/credentials.ts'
import { abandonQueue, clampDueDates, postponeQueue } from '../../src/storage/queries/deliveries.ts'
import { listDeliveries } from '../../src/storage/queries/delivery-log.ts'
import { findDriverById, tripsLeftBy } from '../../src/storage/queries/drivers.ts'
import { dropTracesOf, rewriteWordsOf } from '../../src/storage/queries/erasure.ts'
import { dropLease, dropLeasesOf } from '../../src/storage/queries/leases.ts'
import { countQueues } from '../../src/storage/queries/metrics.ts'
import {
  declareDead,
  dropDeadNodes,
  knownNodes,
  livingNodes,
  replaceBoots,
  reviveNode,
  silentNodes,
} from '../../src/storage/queries/nodes.ts'
import { newestPayments, paymentsKnownUntil } from '../../src/storage/queries/open-payments.ts'
import { allOperators, findOperatorsByRef } from '../../src/storage/queries/operators.ts'
import { undecidedCharges } from '../../src/storage/queries/payments.ts'
import { forgetPlacesOf, purgePlaces } from '../../src/storage/queries/places.ts'
import {
  claimDue,
  type DueTask,
  noteFailure,
  postpone,
  prolongClaims,
  reclaimLeases,
  runNowFor,
  schedule,
} from '../../src/storage/queries/scheduler.ts'
import { findTrip } from '../../src/storage/queries/trips.ts'
import { listPlatformPeople } from '../../src/storage/queries/users.ts'
import { foundFitAfter } from '../../src/storage/queries/vehicle-checks.ts'
import { parkSubscription } from '../../src/storage/queries/webhooks.ts'
import type { Storage, Writer } from '../../src/storage/storage.ts'
import { writeToSqliteFile } from './database-rows.ts'
import { callsOfEveryRoute, switchablePayments } from './every-route.ts'
import { type ApiAnswer, type InProcessServer, startInProcess } from './in-process-server.ts'
import { days } from './market.ts'

const lifted = { read: 'off', sign_in: 'off', sign_in_ip: 'off', platform: 'off' } as const

/** A database on PostgreSQL, and how to write to it behind everyone's back. */
export interface SharedDatabase {
  readonly storage: Storage
  change(...statements: readonly string[]): Promise<unknown>
}

/** Calls every route, has the worker's tasks done, and does what none of them comes to; on SQLite where nothing else is given. */
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
  await app.storage.read(allOperators)
  for (const isOpen of [true, false]) await app.storage.read((db) => newestPayments(db, { isOpen, limit: 10 }))
  await app.storage.read(paymentsKnownUntil)
  await app.storage.read(everyOperatorId)
  await app.storage.read(listPlatformPeople)
  await app.storage.read((db) => tripsLeftBy(db, 1, 1))
  await app.storage.read((db) => hasBegun(db, 999))
  await app.storage.read((db) => foundFitAfter(db, { operatorId: 1, vehicleReg: 'YX20 ABC' }, 0))
  await app.storage.transact((tx) => revokeCredential(tx, 1, app.clock()))
  await change("UPDATE webhook_deliveries SET status = 'delivered'")
  await app.storage.read((db) => listDeliveries(db, { subscriptionId: 1, status: null, event: null, limit: 1, offset: 0 }))
  await bringBack(app as WorkerContext)
  desk.advance(days(500) * 1_000)
  await recover(app as WorkerContext)
  await bringBack(app as WorkerContext)
  // A clock that ran ahead has rows of many tables brought back.
  desk.advance(-days(1) * 1_000)
  await bringBack(app as WorkerContext)
  desk.advance(days(1) * 1_000)
  const due = await claimDueTasks(app as WorkerContext, 50)
  for (const task of due) if (task.kind === 'purge') await scheduledTasks.purge?.(app as WorkerContext, 0, task)
}

function openFileDesk(): Promise<InProcessServer> {
  return startInProcess({ rateLimits: lifted, payments: (folder) => switchablePayments(join(folder, 'ledger')), isFile: true })
}

function openSharedDesk({ storage }: SharedDatabase): Promise<InProcessServer> {
  const payments = { ...sandboxPayments(sharedLedger(storage), 0) }
  return startInProcess({ rateLimits: lifted, node: { storage, payments, bootId: 'boot', isDead: othersAreDead('boot') } })
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

/** Something to be rewritten wherever a text is kept. */
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
  await schedule(tx, 'trip', 999, 0, 0)
  const [task] = await claimDue(tx, 'main', 1, 1, { token: 'token', bootId: 'boot', until: 2 })
  if (task === undefined) throw new Error('nothing is due')
  await postpone(tx, task, 3, 'because')
  await noteFailure(tx, task.kind, task.subjectId, 'because')
  await dropLease(tx, 'sending', 'token')
  await postponeQueue(tx, 1, 1, 2)
  await clampDueDates(tx, 1, 1)
  await abandonQueue(tx, 1)
  await parkSubscription(tx, { id: 1, parkedAt: 1, parkedReason: 'failures' as never })
}

/** What only several nodes do. */
async function runNodes(tx: Writer): Promise<void> {
  const boots = ['boot']
  await keepNode(tx, 'boot')
  await livingNodes(tx)
  await knownNodes(tx)
  await silentNodes(tx, 'boot', 1)
  await declareDead(tx, boots, 1)
  await replaceBoots(tx, 'depot', 'next')
  await reviveNode(tx, 'boot', 1)
  await dropDeadNodes(tx, 1)
  await undecidedCharges(tx, boots)
  await reclaimLeases(tx, boots)
  await runNowFor(tx, 'charge', [1], 1)
  await dropLeasesOf(tx, boots)
  await prolongClaims(tx, [{ id: 1, leaseToken: 'token' } as DueTask], 1)
}

/** Places are remembered, and go when no trip calls there any more. */
async function runPlaces(tx: Writer): Promise<void> {
  const trip = await findTrip(tx, 1)
  if (trip === null) throw new Error('there is no trip')
  const places = knownPlacesOf(trip.itinerary, null)
  await rememberPlacesQuoted(tx, 1, trip, 0)
  await forgetPlacesOf(tx, [1])
  await rememberPlaces(tx, { operatorId: 1, tripId: 1 }, places, 0)
  await purgePlaces(tx, Number.MAX_SAFE_INTEGER, 500)
}
