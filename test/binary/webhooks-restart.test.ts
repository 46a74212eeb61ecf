import { describe, expect, test } from 'bun:test'
import { openDispatcherCheckpoint } from '../support/dispatcher-checkpoint.ts'
import { eventually } from '../support/eventually.ts'
import { type OperatorClient, ok, openMarket } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { type ReceiverBehaviour, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const eight = Array.from({ length: 8 }, (_, n) => `/in/${n}`)

/** Thirty-two requests are in flight: four to each of eight receivers that are slow to answer. */
async function thirtyTwoInFlight(receiver: WebhookReceiver, dales: OperatorClient, behaviour: ReceiverBehaviour): Promise<void> {
  for (const path of eight) {
    receiver.answer(path, behaviour)
    await receiver.subscribe(dales, path)
  }
  for (let n = 0; n < 4; n++) await dales.market.trip([dales])
  await eventually(() => eight.every((path) => receiver.open(path) === 4))
}

async function logsOf(dales: OperatorClient) {
  const hooks = ok(await dales.get('/webhooks'))
  const logs = await Promise.all(hooks.map(({ id }: { id: number }) => dales.get(`/webhooks/${id}/deliveries`).then(ok)))
  return logs.flat()
}

describe('requests in flight', () => {
  test('at a kill -9 go out again within two seconds of the restart, as the attempts they were', async () => {
    using receiver = startWebhookReceiver()
    await using market = await openMarket({ isMute: true, isAlone: true, env: receiver.env })
    const dales = await market.operator()
    const witness = await openDispatcherCheckpoint(market, receiver)
    await thirtyTwoInFlight(receiver, dales, 'hang')
    await market.server.kill()
    const lost = receiver.received.length
    for (const path of eight) receiver.answer(path, 204)

    await market.server.start()
    const readyAt = performance.now()
    await eventually(() => receiver.received.length >= lost + 32)
    const again = receiver.received.slice(lost)
    expect(Math.max(...again.map(({ at }) => at)) - readyAt).toBeLessThan(patience(2_000))
    expect(again.map(({ delivery }) => delivery).sort()).toEqual(
      receiver.received
        .slice(0, lost)
        .map(({ delivery }) => delivery)
        .sort(),
    )
    await eventually(async () => (await logsOf(dales)).every(({ status }) => status === 'delivered'))
    const logs = await logsOf(dales)
    expect(new Set(logs.map(({ attempts }) => attempts.map(({ number }: { number: number }) => number).join()))).toEqual(
      new Set(['1']),
    )
    await witness.pass()
    expect(witness.others()).toHaveLength(64)
  })

  test('at a SIGTERM may end, and nothing new begins', async () => {
    using receiver = startWebhookReceiver()
    await using market = await openMarket({ isMute: true, isAlone: true, env: receiver.env })
    const dales = await market.operator()
    const stopping = Promise.withResolvers<void>()
    const witness = await openDispatcherCheckpoint(market, receiver)
    await thirtyTwoInFlight(receiver, dales, { after: stopping.promise, status: 204 })
    for (let n = 0; n < 2; n++) await market.trip([dales])
    const exitCode = market.server.stop()
    await eventually(() => market.server.stderr.includes('"stopping"'))
    // A server that has said that it stops gives no further sign of what it does not do.
    await Bun.sleep(300)
    stopping.resolve()
    expect(await exitCode).toBe(0)
    expect(receiver.received).toHaveLength(32)

    for (const path of eight) receiver.answer(path, 204)
    await market.server.start()
    const readyAt = performance.now()
    await eventually(() => receiver.received.length >= 48)
    expect(Math.max(...receiver.received.map(({ at }) => at)) - readyAt).toBeLessThan(patience(1_000))
    await witness.pass()
    expect(witness.others()).toHaveLength(48)
    const logs = await logsOf(dales)
    expect(logs.map(({ status, attempt_count }) => `${status} ${attempt_count}`)).toEqual(Array(48).fill('delivered 1'))
  })

  test('at a SIGTERM that outlasts the patience with receivers are handed back, and the next process sends them at once', async () => {
    using receiver = startWebhookReceiver()
    await using market = await openMarket({
      isMute: true,
      isAlone: true,
      env: { ...receiver.env, CHARABANC_WEBHOOK_TIMEOUT: '60' },
    })
    const dales = await market.operator()
    await receiver.subscribe(dales, '/in')
    receiver.answer('/in', 'hang')
    await market.trip([dales])
    await receiver.exactly(1, '/in')
    const told = performance.now()
    expect(await market.server.stop()).toBe(0)
    expect(performance.now() - told).toBeWithin(15_000, patience(25_000))
    const kept = await market.server.ask('SELECT status, attempts FROM webhook_deliveries')
    expect(kept).toEqual([{ status: 'pending', attempts: 0 }])
    receiver.answer('/in', 204)
    await market.server.start()
    await receiver.exactly(2, '/in')
    expect(await logsOf(dales)).toMatchObject([{ status: 'delivered', attempt_count: 1 }])
  })
})

test('a worker that dies at its beginnings is tried again, and readiness tells', async () => {
  using receiver = startWebhookReceiver()
  await using market = await openMarket({ isMute: true, isAlone: true, nodes: 1, env: receiver.env })
  const dales = await market.operator()
  await receiver.subscribe(dales, '/in')
  const readiness = async () => (await market.server.fetch('/readyz')).status
  const rename = (from: string, to: string) => market.server.change(`ALTER TABLE ${from} RENAME TO ${to}`)
  expect(await readiness()).toBe(200)
  await market.server.stop()
  await rename('scheduler', 'scheduler_away')
  await market.server.start()
  await eventually(() => market.server.stderr.match(/worker crashed; restarting/g)?.length === 3)
  expect(await readiness()).toBe(503)
  const waits = [...market.server.stderr.matchAll(/"waitMs":(\d+)/g)].map(([, wait]) => Number(wait))
  expect(waits.slice(0, 3)).toEqual([100, 200, 400])

  await rename('scheduler_away', 'scheduler')
  await eventually(async () => (await readiness()) === 200)
  await market.trip([dales])
  await receiver.exactly(1, '/in')
  expect(await market.server.stop()).toBe(0)
})
