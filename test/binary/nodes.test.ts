import { describe, expect, test } from 'bun:test'
import { nodeNameOf, openCluster } from '../support/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { goodCard, type Market, ok, statusAndCode } from '../support/market.ts'
import { postgresUrl } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

/** How long a charge in play money takes: a node is gone before it has ended, and its end comes before the node is thought dead. */
const slowCharge = { CHARABANC_SANDBOX_DELAY: '3' }

const readiness = async (server: Market['server'], query = '') => {
  const answer = await server.fetch(`/readyz${query}`)
  return { status: answer.status, body: (await answer.json()) as { data?: { warnings?: string[] } } }
}

/** A customer who is about to pay, and the charge that no node has come back from. */
async function chargeAt(market: Market) {
  const dales = await market.operator()
  const trip = await market.trip([dales])
  const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
  const paying = trip.book(quoteId, goodCard).catch(() => null)
  await eventually(async () => (await market.server.ask("select 1 from payments where status = 'charging'")).length === 1)
  return { trip, paying }
}

const charges = (market: Market) => market.server.ask("select ref from sandbox_ledger where kind = 'charge'")

if (postgresUrl !== null) {
  test('several nodes admit together exactly as many calls as one would', async () => {
    await using cluster = await openCluster(3, { CHARABANC_LIMIT_READ: '60/m' })
    const dales = await cluster.market.operator()
    const desks = cluster.servers.map((server) => cluster.through(server))
    const calls = Array.from({ length: 150 }, (_, nth) =>
      (desks[nth % 3] as Market).call('GET', '/api/v1/me', { token: dales.token }).then(statusAndCode),
    )
    const answers = await Promise.all(calls)
    expect(answers.filter((one) => one === '200')).toHaveLength(60)
    expect(new Set(answers)).toEqual(new Set(['200', '429 rate_limited']))
  })

  test('each node says that it lives, is ready, and leaves no trace of life when it has stopped', async () => {
    await using cluster = await openCluster(2)
    const { market, servers } = cluster
    const alive = () => market.server.ask<{ node: string }>('select node from nodes where died_at is null order by started_at')
    const names = await Promise.all(servers.map(nodeNameOf))
    expect((await alive()).map(({ node }) => node)).toEqual(names)
    for (const server of servers) {
      const { status, body } = await readiness(server, '?verbose')
      expect({ status, warnings: body.data?.warnings }).toEqual({ status: 200, warnings: [] })
    }
    expect(await servers[1]?.stop()).toBe(0)
    expect((await alive()).map(({ node }) => node)).toEqual(names.slice(0, 1))
  })

  test('a node with other settings is told of', async () => {
    await using cluster = await openCluster(1)
    const env = { ...cluster.settings, CHARABANC_PHONE_COUNTRY: 'DE' }
    await using other = await startServer({ isFile: true, env })
    const { body } = await readiness(other, '?verbose')
    expect(body.data?.warnings).toEqual(["1 other node has settings that differ from this one's."])
    await eventually(() => other.stderr.includes('nodes have settings that differ from this one'))
  })

  describe('a charge whose node', () => {
    test('was killed is asked about by another, and made once', async () => {
      await using cluster = await openCluster(2, slowCharge)
      const { market, servers } = cluster
      const { trip, paying } = await chargeAt(market)
      await market.server.kill()
      expect(await paying).toBeNull()
      const other = cluster.through(servers[1] as Market['server'])
      const booking = () => other.call('GET', '/customer/v1/trip', { token: trip.token }).then((answer) => ok(answer).booking)
      await eventually(async () => (await booking())?.status === 'active')
      expect(await charges(market)).toHaveLength(1)
    })

    test('was frozen is taken over, and what the node says of it when it comes back changes nothing', async () => {
      await using cluster = await openCluster(2, slowCharge)
      const { market, servers } = cluster
      const { trip, paying } = await chargeAt(market)
      process.kill(market.server.pid, 'SIGSTOP')
      const other = cluster.through(servers[1] as Market['server'])
      const booking = () => other.call('GET', '/customer/v1/trip', { token: trip.token }).then((answer) => ok(answer).booking)
      await eventually(async () => (await booking())?.status === 'active').finally(() =>
        process.kill(market.server.pid, 'SIGCONT'),
      )

      await paying
      await eventually(async () => (await readiness(market.server)).status === 200)
      await eventually(() => market.server.stderr.includes('this node was thought dead, and has joined again'))
      expect((await booking()).status).toBe('active')
      expect(await charges(market)).toHaveLength(1)
      expect(await market.server.ask('select status from payments')).toEqual([{ status: 'succeeded' }])
    })
  })

  test('a node that is killed and started again goes on at once with what it had in hand', async () => {
    await using cluster = await openCluster(2, slowCharge)
    const { market } = cluster
    const { trip } = await chargeAt(market)
    const [{ boot }] = (await market.server.ask('select boot_id as boot from payments')) as [{ boot: string }]
    await market.server.kill()
    await market.server.start()
    const [{ died }] = (await market.server.ask('select died_at as died from nodes where boot_id = ?', boot)) as [
      { died: number | null },
    ]
    expect(died).not.toBeNull()
    await eventually(async () => ok(await trip.readTrip()).booking?.status === 'active')
    expect(await charges(market)).toHaveLength(1)
  })

  test('webhooks go on when the node that sent them is killed, each delivered once settled', async () => {
    using receiver = startWebhookReceiver()
    await using cluster = await openCluster(2, receiver.env)
    const { market, servers } = cluster
    const dales = await market.operator()
    receiver.answer('/in', 204)
    await receiver.subscribe(dales, '/in')
    await market.trip([dales])
    const delivered = () => market.server.ask("select id from webhook_deliveries where status = 'delivered'")
    await eventually(async () => (await delivered()).length === 1)
    const lease = "select node from leases join nodes on nodes.boot_id = leases.boot_id where name = 'webhooks'"
    const [{ node }] = (await market.server.ask(lease)) as [{ node: string }]
    const names = await Promise.all(servers.map(nodeNameOf))
    const sender = servers[names.indexOf(node)] as Market['server']
    const left = cluster.through(servers.find((one) => one !== sender) as Market['server'])
    await sender.kill()
    await left.trip([dales])
    await eventually(async () => (await delivered()).length === 2)
    expect(receiver.received).toHaveLength(2)
  })
}
