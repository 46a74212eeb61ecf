import { describe, expect, test } from 'bun:test'
import { openDispatcherCheckpoint } from '../support/dispatcher-checkpoint.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, type Market, minutes, type OperatorClient, ok, openMarket } from '../support/market.ts'
import { nodeCount } from '../support/postgres.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

function jumpsLogged(market: Market): number[] {
  const lines = market.server.stderr.split('\n').filter((line) => line.includes('"clock jumped"'))
  return lines.map((line) => Math.round(JSON.parse(line).jumpMs / 1_000))
}

/** Each node logs the jumps separately. */
async function expectJumps(market: Market, ...seconds: readonly number[]): Promise<void> {
  await eventually(() => jumpsLogged(market).length === seconds.length * nodeCount)
  expect(jumpsLogged(market)).toEqual(Array.from({ length: nodeCount }, () => seconds).flat())
}

async function logOf(dales: OperatorClient, query = '') {
  return ok(await dales.get(`/webhooks/1/deliveries?per_page=100${query}`))
}

describe('a clock that jumps', () => {
  test('sends each waiting delivery once after a jump forward', async () => {
    using receiver = startWebhookReceiver()
    await using market = await openMarket({ isMute: true, env: { ...receiver.env, CHARABANC_WEBHOOK_WAITS: '3600' } })
    const dales = await market.operator()
    await receiver.subscribe(dales, '/in')
    receiver.answer('/in', ...Array(10).fill(500), 204)
    const witness = await openDispatcherCheckpoint(market, receiver)
    for (let n = 0; n < 10; n++) await market.trip([dales])
    await receiver.exactly(10, '/in')
    await eventually(async () => (await logOf(dales)).every((one: { attempt_count: number }) => one.attempt_count === 1))
    expect(receiver.received).toHaveLength(10)

    await market.advance(minutes(59))
    await witness.pass()
    expect(witness.others()).toHaveLength(10)
    await market.advance(minutes(2))
    const hits = await receiver.exactly(20, '/in')
    expect(new Set(hits.slice(10).map(({ delivery }) => delivery)).size).toBe(10)
    const log = await eventually(async () => {
      const all = await logOf(dales)
      return all.every((one: { status: string }) => one.status === 'delivered') && all
    })
    expect(log.map((one: { attempt_count: number }) => one.attempt_count)).toEqual(Array(10).fill(2))
    await expectJumps(market, minutes(59), minutes(2))
  })

  test('sends no request in flight again after a jump past its lease', async () => {
    using receiver = startWebhookReceiver()
    await using market = await openMarket({ isMute: true, env: { ...receiver.env, CHARABANC_WEBHOOK_TIMEOUT: '60' } })
    const dales = await market.operator()
    await receiver.subscribe(dales, '/in')
    const witness = await openDispatcherCheckpoint(market, receiver)
    const answering = Promise.withResolvers<void>()
    receiver.answer('/in', { after: answering.promise, status: 204 })
    await market.trip([dales])
    await receiver.exactly(1, '/in')
    await market.advance(hours(2))
    await expectJumps(market, hours(2))
    await witness.pass()
    answering.resolve()
    const [delivered] = await eventually(async () => {
      const log = await logOf(dales)
      return log[0].status === 'delivered' && log
    })
    expect(delivered).toMatchObject({ attempt_count: 1, status: 'delivered' })
    expect(witness.others()).toHaveLength(1)
  })

  test('limits every wait to an hour after a jump backward', async () => {
    using receiver = startWebhookReceiver()
    await using market = await openMarket({ isMute: true, env: { ...receiver.env, CHARABANC_WEBHOOK_WAITS: '1800' } })
    const dales = await market.operator()
    await receiver.subscribe(dales, '/in')
    receiver.answer('/in', 500, 204)
    await market.trip([dales])
    await receiver.exactly(1, '/in')
    await eventually(async () => (await logOf(dales))[0].attempt_count === 1)

    await market.advance(-hours(30))
    await expectJumps(market, -hours(30))
    const waitsMs = async () => Date.parse((await logOf(dales))[0].next_attempt_at) - market.now()
    await eventually(async () => (await waitsMs()) < hours(2) * 1_000)
    expect((await waitsMs()) / 1_000).toBeWithin(minutes(59), minutes(60) + 1)
    await market.advance(minutes(61))
    await receiver.exactly(2, '/in')
    await expectJumps(market, -hours(30), minutes(61))
  })
})

test('keeps the delivery log for thirty days, and pending deliveries longer', async () => {
  using receiver = startWebhookReceiver()
  const waits = `${days(200)}`
  await using market = await openMarket({ isMute: true, env: { ...receiver.env, CHARABANC_WEBHOOK_WAITS: waits } })
  const dales = await market.operator()
  await receiver.subscribe(dales, '/in')
  receiver.answer('/in', 204, 500, 204)
  for (let n = 0; n < 2; n++) {
    await market.trip([dales])
    await receiver.exactly(n + 1, '/in')
  }
  const statuses = async () => (await logOf(dales)).map((one: { status: string }) => one.status)
  await eventually(async () => (await statuses()).join() === 'pending,delivered')
  await market.advance(days(20))
  await market.trip([dales])
  await receiver.exactly(3, '/in')
  await eventually(async () => (await statuses()).join() === 'delivered,pending,delivered')

  const purge = "SELECT due_at AS at FROM scheduler WHERE kind = 'purge'"
  const purgeDueAt = async () => (await market.server.ask<{ at: number }>(purge))[0]?.at
  await market.advance(days(10) - hours(2))
  await eventually(async () => ((await purgeDueAt()) ?? 0) > market.now())
  expect(await statuses()).toEqual(['delivered', 'pending', 'delivered'])
  // The purge runs once an hour.
  await market.advance(hours(3))
  await eventually(async () => (await statuses()).join() === 'delivered,pending')
  await market.advance(hours(2))
  await market.advance(days(30))
  await eventually(async () => (await statuses()).join() === 'pending')

  const count = async (table: string) => (await market.server.ask(`SELECT 1 FROM ${table}`)).length
  await eventually(async () => (await count('webhook_events')) === 1)
  expect(await Promise.all(['webhook_deliveries', 'webhook_attempts', 'webhook_events'].map(count))).toEqual([1, 1, 1])
})
