import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import { connectionsOfNode } from '../../src/storage/open.ts'
import { openCluster } from '../support/cluster.ts'
import { ConcurrentCallers } from '../support/concurrent-callers.ts'
import type { CustomerClient } from '../support/market.ts'
import { postgresUrl } from '../support/postgres.ts'
import { readRepositoryFile } from '../support/repository-pages.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const crowd = 200
/** Longer than the silence after which a node counts as dead (ms). */
const lastsMs = 14_000

/** Locks every trip until the returned object is disposed. */
async function holdTrips(url: string): Promise<AsyncDisposable> {
  const client = new SQL(url, { max: 1 })
  const holder = await client.reserve()
  await holder.unsafe('begin; select 1 from trips for update')
  return {
    async [Symbol.asyncDispose]() {
      await holder.unsafe('rollback')
      holder.release()
      await client.close({ timeout: 1 })
    },
  }
}

if (postgresUrl !== null) {
  test('keeps a node alive and working during hundreds of calls that wait for the database', async () => {
    using receiver = startWebhookReceiver()
    await using cluster = await openCluster(2, receiver.env)
    const { market, servers, settings } = cluster
    const dales = await market.operator()
    await receiver.subscribe(dales, '/in')
    const trips: CustomerClient[] = []
    while (trips.length < 16) trips.push(await market.trip([dales]))

    const callers = new ConcurrentCallers()
    const ready = new Set<number>()
    let most = 0
    let isOver = false
    const watch = async () => {
      while (!isOver) {
        for (const server of servers) ready.add((await server.fetch('/readyz')).status)
        const [row] = await market.server.ask<{ open: number }>(
          "select count(*) as open from pg_stat_activity where application_name = 'charabanc' and datname = current_database()",
        )
        most = Math.max(most, row?.open ?? 0)
        // The interval of a load balancer.
        await Bun.sleep(200)
      }
    }
    await using _holding = await holdTrips(settings.CHARABANC_DATABASE_URL ?? '')
    const watching = watch()
    callers.begin(crowd, async (turn) => {
      await callers.callOnce('quote', () => dales.quote(trips[Number.parseInt(turn, 10) % trips.length] as CustomerClient))
    })
    // The time that all callers wait.
    await Bun.sleep(lastsMs)
    const others = cluster.through(servers[1] ?? market.server)
    const late = await others.trip([dales])
    await receiver.atLeast(trips.length + 1, '/in')
    await callers.end()
    isOver = true
    await watching

    expect([...ready]).toEqual([200])
    expect(await market.server.ask('select node from nodes where died_at is not null')).toEqual([])
    expect(servers.map(({ stderr }) => /declared dead|thought dead/.test(stderr))).toEqual([false, false])
    expect(receiver.at('/in').map(({ json }) => json.data.ref)).toContain(late.ref)
    expect([callers.unexpected(), callers.cutOff]).toEqual([[], []])
    expect(callers.refused.length).toBeGreaterThan(crowd)
    expect(most).toBeLessThanOrEqual(servers.length * connectionsOfNode)
  })
}

test('names in the handbook as many connections as a node may open', () => {
  expect(readRepositoryFile('docs/scaling.md')).toContain(`\`max_connections\` to ${connectionsOfNode} for each node`)
  expect(readRepositoryFile('docs/operating.md')).toContain(`a node opens up to ${connectionsOfNode}`)
})
