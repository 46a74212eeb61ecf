import { describe, expect, test } from 'bun:test'
import { nodeNameOf, openCluster } from '../support/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { goodCard, type Market, ok, statusAndCode } from '../support/market.ts'
import { postgresUrl } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

/** Makes a test-money charge outlast the stop of its node, and end before the node counts as dead. */
const slowCharge = { CHARABANC_SANDBOX_DELAY: '3' }

const readiness = async (server: Market['server'], query = '') => {
  const answer = await server.fetch(`/readyz${query}`)
  return { status: answer.status, body: (await answer.json()) as { data?: { warnings?: string[] } } }
}

/** Starts a payment, and waits until its charge is in progress. */
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
  test('allows as many calls on several nodes together as on one', async () => {
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

  test('reports each node as ready, and lists it as alive until it stops', async () => {
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

  test('warns about a node with different settings', async () => {
    await using cluster = await openCluster(1)
    const env = { ...cluster.settings, CHARABANC_PHONE_COUNTRY: 'DE' }
    await using other = await startServer({ isFile: true, env })
    const { body } = await readiness(other, '?verbose')
    expect(body.data?.warnings).toEqual(['1 other node has different settings.'])
    await eventually(() => other.stderr.includes('other nodes have different settings'))
  })

  describe('charge of a lost node', () => {
    test('is completed once by another node after a kill', async () => {
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

    test('is taken over from a frozen node, and ignores the later result of that node', async () => {
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
      await eventually(() => market.server.stderr.includes('this node was declared dead and has rejoined'))
      expect((await booking()).status).toBe('active')
      expect(await charges(market)).toHaveLength(1)
      expect(await market.server.ask('select status from payments')).toEqual([{ status: 'succeeded' }])
    })
  })

  test('resumes a charge in progress immediately when a killed node restarts', async () => {
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

  test('delivers each webhook once when the sending node is killed', async () => {
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
