import { join } from 'node:path'
import type { WorkerContext } from '../../src/actions/context.ts'
import { recover, scheduledTasks } from '../../src/actions/tasks.ts'
import { touchBookingsNaming, touchBookingsOfDriver } from '../../src/storage/queries/booking-changes.ts'
import { revokeCredential } from '../../src/storage/queries/credentials.ts'
import { abandonQueue, clampDueDates, postponeQueue } from '../../src/storage/queries/deliveries.ts'
import { listDeliveries } from '../../src/storage/queries/delivery-log.ts'
import { findDriverById } from '../../src/storage/queries/drivers.ts'
import { dropTracesOf, rewriteWordsOf } from '../../src/storage/queries/erasure.ts'
import { dropLease } from '../../src/storage/queries/leases.ts'
import { countQueues } from '../../src/storage/queries/metrics.ts'
import { allOperators, findOperatorsByRef } from '../../src/storage/queries/operators.ts'
import { claimDue, noteFailure, postpone, schedule } from '../../src/storage/queries/scheduler.ts'
import { foundFitAfter } from '../../src/storage/queries/vehicle-checks.ts'
import { parkSubscription } from '../../src/storage/queries/webhooks.ts'
import type { Writer } from '../../src/storage/storage.ts'
import { type Answer, type Desk, openDesk } from './desk.ts'
import { cardsOrTransfers, stepsOf } from './every-route.ts'
import { days } from './market.ts'
import { tamper } from './rows.ts'

const lifted = { read: 'off', sign_in: 'off', sign_in_ip: 'off', platform: 'off' } as const

/** Calls every route, has the worker's tasks done, and does what none of them comes to. */
export async function runEveryStatement(): Promise<void> {
  await using desk = await openDesk({ rateLimits: lifted, payments: (folder) => cardsOrTransfers(join(folder, 'ledger')) })
  await callEveryRoute(desk)
  const { app } = desk
  const path = join(desk.folder, 'charabanc.sqlite')
  tamper(path, ...texts)
  await app.storage.transact(forgetDriver)
  await app.storage.transact(runQueues)
  await app.storage.read((db) => countQueues(db, app.clock()))
  await app.storage.read((db) => findOperatorsByRef(db, [desk.operator.ref]))
  await app.storage.read(allOperators)
  await app.storage.read((db) => foundFitAfter(db, { operatorId: 1, vehicleReg: 'YX20 ABC' }, 0))
  await app.storage.transact((tx) => revokeCredential(tx, 1, app.clock()))
  tamper(path, "UPDATE webhook_deliveries SET status = 'delivered'")
  await app.storage.read((db) => listDeliveries(db, { subscriptionId: 1, status: null, event: null, limit: 1, offset: 0 }))
  desk.advance(days(500) * 1_000)
  await recover(app as WorkerContext)
  await scheduledTasks.purge?.(app as WorkerContext, 0)
}

async function callEveryRoute(desk: Desk): Promise<void> {
  const walk = stepsOf(desk)
  let heard: Answer | undefined
  for (;;) {
    const { value: step, done } = await walk.next(...((heard === undefined ? [] : [heard]) as [Answer]))
    if (done) return
    const { route, method, path, token, body } = step
    heard = await desk.call(method, path, { ...(token !== undefined && { token }), ...(body !== undefined && { body }) })
    if (heard.status >= 400) throw new Error(`${route}: ${heard.text}`)
  }
}

/** Something to be rewritten wherever a text is kept. */
const texts = [
  "UPDATE trip_events SET note = 'Late.'",
  "UPDATE assignments SET decline_reason = 'Ill.'",
  `UPDATE bookings SET cancellation = '{"by":"customer","reason":"Rain."}'`,
  "UPDATE payouts SET failure_reason = 'No such account.'",
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
