import { expect, test } from 'bun:test'
import { openBookingLoad } from '../support/booking-load.ts'
import { openCluster } from '../support/cluster.ts'
import { ConcurrentCallers } from '../support/concurrent-callers.ts'
import { eventually } from '../support/eventually.ts'
import { NodeRotation } from '../support/node-rotation.ts'
import { postgresUrl } from '../support/postgres.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const deaths = 10
const lifeMs = 2_000

if (postgresUrl !== null) {
  test('kills one of three nodes every two seconds under load without loss or a double charge', async () => {
    using receiver = startWebhookReceiver()
    // Some deliveries fail, and a charge takes long enough for its node to die meanwhile.
    receiver.answer('/in', ...Array.from({ length: 2_000 }, (_, nth) => (nth % 9 === 0 ? 500 : 204)), 204)
    await using cluster = await openCluster(3, {
      ...receiver.env,
      CHARABANC_WEBHOOK_WAITS: '0.2',
      CHARABANC_SANDBOX_DELAY: '0.05',
    })
    const { servers, market } = cluster
    const callers = new ConcurrentCallers()
    const traffic = await openBookingLoad(new NodeRotation(servers.map(cluster.through)), receiver)
    callers.begin(6, traffic.lifeOf(callers))
    for (let death = 0; death < deaths; death++) {
      const before = traffic.promised.booked.size
      // The node's lifetime before the kill that this test measures.
      await Bun.sleep(lifeMs)
      await eventually(() => callers.isOver || traffic.promised.booked.size > before)
      const server = servers[death % servers.length]
      await server?.kill()
      await server?.start()
    }
    await callers.end()

    expect(callers.unexpected()).toEqual([])
    await eventually(() => traffic.settled((query) => market.server.ask(query)))
    expect(await traffic.broken((query) => market.server.ask(query))).toEqual([])
    expect(traffic.promised.booked.size).toBeGreaterThan(deaths)
    // Each node was killed more than once, during calls that received no answer.
    expect(callers.cutOff.length).toBeGreaterThan(0)
  })
}
