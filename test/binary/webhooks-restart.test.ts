import { describe, expect, test } from 'bun:test'
import { openDispatcherCheckpoint } from '../support/dispatcher-checkpoint.ts'
import { eventually } from '../support/eventually.ts'
import { type OperatorClient, ok, openMarket } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { type ReceiverBehaviour, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const eight = Array.from({ length: 8 }, (_, n) => `/in/${n}`)

/** Puts 32 requests in flight: four to each of eight slow receivers. */
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

describe('a webhook request in flight', () => {
  test('is sent again as the same attempt within two seconds of a restart after kill -9', async () => {
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

  test('completes after a SIGTERM, and no new request begins', async () => {
    using receiver = startWebhookReceiver()
    await using market = await openMarket({ isMute: true, isAlone: true, env: receiver.env })
    const dales = await market.operator()
    const stopping = Promise.withResolvers<void>()
    const witness = await openDispatcherCheckpoint(market, receiver)
    await thirtyTwoInFlight(receiver, dales, { after: stopping.promise, status: 204 })
    for (let n = 0; n < 2; n++) await market.trip([dales])
    const exitCode = market.server.stop()
    await eventually(() => market.server.stderr.includes('"stopping"'))
    // No signal shows that a stopping server begins nothing new.
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

  test('is handed back if it outlasts a stop, and the next process sends it immediately', async () => {
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
    const stoppedAt = performance.now()
    expect(await market.server.stop()).toBe(0)
    expect(performance.now() - stoppedAt).toBeWithin(15_000, patience(25_000))
    const kept = await market.server.ask('SELECT status, attempts FROM webhook_deliveries')
    expect(kept).toEqual([{ status: 'pending', attempts: 0 }])
    receiver.answer('/in', 204)
    await market.server.start()
    await receiver.exactly(2, '/in')
    expect(await logsOf(dales)).toMatchObject([{ status: 'delivered', attempt_count: 1 }])
  })
})

test('restarts a worker that crashes at its start, and reports it in readiness', async () => {
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
