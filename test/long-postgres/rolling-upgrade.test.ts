import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import { openBookingLoad } from '../support/booking-load.ts'
import { openCluster } from '../support/cluster.ts'
import { releaseVariable, runExecutable, runExecutableJson } from '../support/command-line.ts'
import { ConcurrentCallers } from '../support/concurrent-callers.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import type { Market } from '../support/market.ts'
import { buildNextRelease } from '../support/next-release.ts'
import { NodeRotation } from '../support/node-rotation.ts'
import { postgresUrl } from '../support/postgres.ts'
import { type Server, startServer } from '../support/server.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

/** The schema changes of the next release, and of the one after it. This release cannot use the latter. */
const added = {
  '0001_added':
    'ALTER TABLE "trips" ADD COLUMN "mood" text;\n--> statement-breakpoint\nALTER TABLE "bookings" ADD COLUMN "mood" text;',
  '0002_indexed': '-- outside\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "trips_mood" ON "trips" ("mood");',
}
const dropped = { '0003_dropped': '-- readable_from 0.3.0\nALTER TABLE "trips" DROP COLUMN "mood";' }

if (postgresUrl !== null) {
  test('replaces releases under load with no failed call except 503 with Retry-After', async () => {
    using receiver = startWebhookReceiver()
    using folder = makeFolder()
    using laterFolder = makeFolder()
    const [next, later] = await Promise.all([
      buildNextRelease(folder.path, '0.3.0', added),
      buildNextRelease(laterFolder.path, '0.4.0', { ...added, ...dropped }),
    ])
    await using cluster = await openCluster(3, { ...receiver.env, CHARABANC_WEBHOOK_WAITS: '0.2' })
    const { market, servers, settings } = cluster
    await using client = new SQL(settings.CHARABANC_DATABASE_URL ?? '', { max: 3 })
    const ask = <T>(query: string) => market.server.ask<T>(query)
    const nodes = servers.map(cluster.through)
    const rotation = new NodeRotation(nodes)
    const traffic = await openBookingLoad(rotation, receiver)
    const callers = new ConcurrentCallers()
    const goOn = async () => {
      const enough = traffic.promised.booked.size + 6
      await eventually(() => callers.isOver || traffic.promised.booked.size >= enough)
    }
    /** Replaces a node by another release: takes it out of the rotation, stops it and starts the other. */
    const replace = async (nth: number, release: string) => {
      const { server: old } = nodes[nth] as Market
      await rotation.takeOut(nodes[nth] as Market)
      expect(await old.stop()).toBe(0)
      const server = await startServer({ isFile: true, dataDir: old.dataDir, env: { ...settings, [releaseVariable]: release } })
      nodes[nth] = cluster.through(server)
      rotation.putIn(nodes[nth] as Market)
    }
    const waitingFor = async (query: string) =>
      (await ask(`select 1 from pg_stat_activity where query ilike '${query}%' and wait_event_type = 'Lock'`)).length > 0

    callers.begin(6, traffic.lifeOf(callers))
    await goOn()

    const elsewhere = (release: Record<string, string>) => {
      const env = { ...settings, CHARABANC_LAB: '1', CHARABANC_LISTEN: '127.0.0.1:0', ...release }
      return { dataDir: folder.at('data'), env }
    }
    expect(await runExecutable(['serve', '--no-migrate'], elsewhere({ [releaseVariable]: next }))).toMatchObject({ exitCode: 1 })

    // A reader holds a table that the step must lock. Readers behind the step still finish.
    const reader = await client.reserve()
    await reader.unsafe('begin; select 1 from trips limit 1')
    const replacing = replace(0, next)
    for (let turn = 0; turn < 2; turn++) {
      await eventually(() => waitingFor('ALTER TABLE "trips"'))
      await client.unsafe('select 1 from trips limit 1')
    }
    await reader.unsafe('commit')
    reader.release()
    await replacing
    await goOn()
    await replace(1, next)
    await goOn()
    const names = async () =>
      (await ask<{ name: string }>('select name from schema_migrations order by name')).map(({ name }) => name)
    expect(await names()).toEqual(expect.arrayContaining(Object.keys(added)))

    // The last node of this release is too old for the next schema, and exits alone.
    const old = servers[2] as Server
    await rotation.takeOut(nodes[2] as Market)
    const { applied } = await runExecutableJson<{ applied: string[] }>(['migrate'], elsewhere({ [releaseVariable]: later }))
    expect(applied).toEqual(Object.keys(dropped))
    await eventually(() => old.stderr.includes('Use a newer charabanc'))
    expect(await old.stop()).toBe(4)
    expect(await runExecutable(['serve'], elsewhere({}))).toMatchObject({ exitCode: 4 })
    await replace(1, later)
    await goOn()
    await callers.end()

    expect(callers.unexpected()).toEqual([])
    expect(callers.cutOff).toEqual([])
    await eventually(() => traffic.settled(ask))
    expect(await traffic.broken(ask)).toEqual([])
    for (const { server } of nodes) expect(await server.stop()).toBe(server === old ? null : 0)
  })
}
