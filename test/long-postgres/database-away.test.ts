import { afterAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { openBookingLoad } from '../support/booking-load.ts'
import { openCluster } from '../support/cluster.ts'
import { ConcurrentCallers } from '../support/concurrent-callers.ts'
import { openDatabaseLink } from '../support/database-link.ts'
import { eventually } from '../support/eventually.ts'
import { statusAndCode } from '../support/market.ts'
import { NodeRotation } from '../support/node-rotation.ts'
import { patience } from '../support/patience.ts'
import { postgresUrl } from '../support/postgres.ts'
import { PostgresServer } from '../support/postgres-server.ts'
import { type Server, startServer } from '../support/server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

/** The longest time that a call may wait for the database in all, and the delay of a busy machine (ms). */
const longestMs = 12_000 + patience(3_000)

/** How often one phrase may be logged in an outage under a minute: once by each loop that logs it. */
const mostRepeats = 2

/** Two nodes with eight callers on a PostgreSQL of their own that the tests may stop. */
class Trial implements AsyncDisposable {
  private constructor(
    readonly database: PostgresServer,
    readonly cluster: Awaited<ReturnType<typeof openCluster>>,
    readonly receiver: WebhookReceiver,
    readonly traffic: Awaited<ReturnType<typeof openBookingLoad>>,
  ) {}

  static async open(): Promise<Trial> {
    const receiver = startWebhookReceiver()
    const database = await PostgresServer.open()
    const env = { ...receiver.env, CHARABANC_WEBHOOK_WAITS: '0.2', CHARABANC_DATABASE_URL: database.url }
    const cluster = await openCluster(2, env)
    return new Trial(
      database,
      cluster,
      receiver,
      await openBookingLoad(new NodeRotation(cluster.servers.map(cluster.through)), receiver),
    )
  }

  /** Stops the database and restores it under load, and waits for normal service. Returns what happened meanwhile. */
  async outage(away: (callers: ConcurrentCallers) => Promise<void>) {
    const { traffic } = this
    const { servers } = this.cluster
    const callers = new ConcurrentCallers()
    const health = watchHealth(servers)
    callers.begin(8, traffic.lifeOf(callers))
    const goOn = async () => {
      const enough = traffic.promised.booked.size + 8
      await eventually(() => callers.isOver || traffic.promised.booked.size >= enough)
    }
    await goOn()
    const logged = servers.map(({ stderr }) => stderr.length)
    await away(callers)
    await goOn()
    await eventually(async () => (await Promise.all(servers.map(isReady))).every(Boolean))
    await callers.end()
    const ask = <T>(query: string) => this.#ask<T>(query)
    await eventually(() => traffic.settled(ask))
    return {
      callers,
      broken: await traffic.broken(ask),
      health: health.end(),
      said: servers.flatMap(({ stderr }, nth) => linesOf(stderr.slice(logged[nth]))),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cluster[Symbol.asyncDispose]()
    await this.database[Symbol.asyncDispose]()
    this.receiver[Symbol.dispose]()
  }

  async #ask<T>(query: string): Promise<T[]> {
    const client = new SQL(this.database.url, { max: 1 })
    try {
      return [...(await client.unsafe(query))]
    } finally {
      await client.close({ timeout: 1 })
    }
  }
}

let opening: Promise<Trial> | null = null
afterAll(async () => (await opening)?.[Symbol.asyncDispose]())

function openShared(): Promise<Trial> {
  opening ??= Trial.open()
  return opening
}

async function isReady(server: Server): Promise<boolean> {
  return (await server.fetch('/readyz')).status === 200
}

/** Asks every node continuously for /livez and /readyz. */
function watchHealth(servers: readonly Server[]) {
  const seen = { '/livez': new Set<number>(), '/readyz': new Set<number>() }
  let isOver = false
  const watch = async (server: Server, path: keyof typeof seen) => {
    while (!isOver) {
      seen[path].add((await server.fetch(path).catch(() => ({ status: 0 }))).status)
      // The interval of a load balancer.
      await Bun.sleep(200)
    }
  }
  for (const server of servers) {
    watch(server, '/livez')
    watch(server, '/readyz')
  }
  return {
    end() {
      isOver = true
      return { alive: [...seen['/livez']], ready: [...seen['/readyz']].sort() }
    },
  }
}

/** The log lines of a node without its calls, each as a phrase. */
function linesOf(stderr: string): string[] {
  const lines = stderr.split('\n').filter(Boolean)
  return lines.flatMap((line) => {
    const { level, msg, storedResponse, subject, code } = JSON.parse(line)
    // Each unreleased key, each retried task and each database error has a phrase of its own.
    const one = storedResponse ?? subject ?? code
    const phrase = one === undefined ? msg : `${msg}: ${one}`
    return level === 'warn' || level === 'error' || level === 'fatal' ? [phrase] : []
  })
}

/** Phrases that were logged too often, and any phrase about a death. */
function floods(said: readonly string[], nodes: number): string[] {
  // Each payment in doubt is logged once.
  const phrases = Map.groupBy(
    said.filter((phrase) => phrase !== 'payment in doubt'),
    (phrase) => phrase,
  )
  return [...phrases].flatMap(([phrase, all]) =>
    all.length > mostRepeats * nodes || /crashed|dead|nobody caught/.test(phrase) ? [`${all.length} × ${phrase}`] : [],
  )
}

type Outage = Awaited<ReturnType<Trial['outage']>>

function expectNothingLost({ callers, broken, health, said }: Outage): void {
  expect(callers.unexpected()).toEqual([])
  expect(callers.cutOff).toEqual([])
  expect(Math.max(...callers.calls.map(({ ms }) => ms))).toBeLessThan(longestMs)
  expect(broken).toEqual([])
  expect(health.alive).toEqual([200])
  expect(floods(said, 2)).toEqual([])
}

if (postgresUrl !== null) {
  test('restarts the database under load: callers recover and nothing is lost', async () => {
    const trial = await openShared()
    expectNothingLost(await trial.outage(() => trial.database.restart()))
  })

  test('kills the database for five seconds under load: calls get 503 and nothing is lost', async () => {
    const trial = await openShared()
    const outage = await trial.outage(async () => {
      await trial.database.kill()
      // The length of the outage.
      await Bun.sleep(5_000)
      await trial.database.start()
    })
    expectNothingLost(outage)
    expect(outage.callers.refused.length).toBeGreaterThan(0)
    expect(outage.health.ready).toEqual([200, 503])
    expect(outage.said.filter((phrase) => phrase.startsWith('database unavailable'))).not.toEqual([])
  })

  test('freezes the database under load: every call is answered and nothing is lost', async () => {
    const trial = await openShared()
    const outage = await trial.outage(async (callers) => {
      trial.database.freeze()
      // Longer than a node's lease and than two single waits, and until a caller was refused.
      await Promise.all([Bun.sleep(26_000), eventually(() => callers.refused.length > 0)])
      trial.database.thaw()
    })
    expectNothingLost(outage)
    expect(outage.health.ready).toEqual([200, 503])
  })

  test('refuses every write in time on a node that is cut off, and recovers afterwards', async () => {
    const { cluster, database } = await openShared()
    using link = openDatabaseLink(database.url)
    await using node = await startServer({ isFile: true, env: { ...cluster.settings, CHARABANC_DATABASE_URL: link.url } })
    const market = cluster.through(node)
    const { token } = await cluster.market.operator()
    const write = () => market.call('POST', '/api/v1/drivers', { token, body: { name: 'Pat Moss' } })
    expect(statusAndCode(await write())).toBe('201')
    link.cut()
    const callers = new ConcurrentCallers()
    callers.begin(8, async () => void (await callers.callOnce('write', write)))
    // Longer than a call may take, so that calls begin on every state of the connections.
    await Bun.sleep(2 * longestMs)
    await callers.end()
    expect(new Set(callers.calls.map(({ answer }) => answer && statusAndCode(answer)))).toEqual(new Set(['503 unavailable']))
    expect(Math.max(...callers.calls.map(({ ms }) => ms))).toBeLessThan(longestMs)
    link.restore()
    await eventually(async () => (await write()).status === 201)
  })
}
