import { postgresPrograms } from '../../test/support/postgres-data-folder.ts'
import type { Bench } from '../bench.ts'
import { calledSide, callsAsBefore, getRequest, reviseRequests } from '../callers.ts'
import { Charabanc, type Market } from '../charabanc.ts'
import { HookSite, Receiver } from '../hook-site.ts'
import { isInMemory, serveOnPostgres, startPostgres } from '../postgres.ts'
import { callServer, type Running } from '../process.ts'
import type { Column, Goal, Opened, Scene, Side } from '../scene.ts'
import { drainedSide, withReceiver } from './hooks.ts'

// The same calls about the same jobs with the data in a file, and in a PostgreSQL that one, two and three nodes share.

/** Processor time of the nodes and of the database's processes separately, for one request or delivery. */
const costColumns: readonly Column[] = [
  { key: 'cpuUs', title: 'nodes µs' },
  { key: 'databaseUs', title: 'database µs' },
  { key: 'bothUs', title: 'both µs', isBrief: true },
]

const nodeCounts = [1, 2, 3] as const
const nameOf = (nodes: number) => (nodes === 1 ? 'postgresql' : `postgresql, ${nodes} nodes`)

/** A market in which keys take turns: a rate limit is a row that all nodes count in. */
type KeyedMarket = Market & { readonly keys: readonly { readonly token: string }[] }

interface Calls {
  readonly name: string
  readonly title: string
  readonly jobs: number
  readonly connections: number
  readonly keys: number
  requests(market: KeyedMarket): readonly string[]
}

const get = (path: string) => (market: KeyedMarket) => market.keys.map((key) => getRequest(key, path))
const revise = (market: KeyedMarket) => reviseRequests(market.keys, market)
const [alone, together] = [
  { connections: 1, keys: 1 },
  { connections: 32, keys: 16 },
]

const calls: readonly Calls[] = [
  { name: 'quote', title: 'POST quote, one at a time', jobs: 300, requests: revise, ...alone },
  { name: 'quotes', title: 'POST quote, 32 at once', jobs: 300, requests: revise, ...together },
  { name: 'list', title: 'GET /jobs, the first 25 of 300, one at a time', jobs: 300, requests: get('/api/v1/jobs'), ...alone },
  { name: 'lists', title: 'GET /jobs, the first 25 of 300, 32 at once', jobs: 300, requests: get('/api/v1/jobs'), ...together },
  {
    name: 'last-page',
    title: 'GET /jobs, the last 25 of 10,000, 32 at once',
    jobs: 10_000,
    requests: get('/api/v1/jobs?page=400'),
    ...together,
  },
  { name: 'me', title: 'GET /me, 32 at once', jobs: 300, requests: get('/api/v1/me'), ...together },
  { name: 'one-key', title: 'GET /me, 32 at once with one key', jobs: 300, requests: get('/api/v1/me'), ...together, keys: 1 },
]

const callGoals: readonly Goal[] = [
  ...callsAsBefore,
  { of: nameOf(1), against: 'charabanc', column: 'perSecond' },
  { of: nameOf(1), against: 'charabanc', column: 'bothUs' },
  ...[2, 3].map((nodes) => ({ of: nameOf(nodes), against: nameOf(1), column: 'perSecond' })),
]

function callScene(asked: Calls): Scene {
  return {
    name: `databases-${asked.name}`,
    title: `${asked.title}, on SQLite and on PostgreSQL`,
    columns: [
      { key: 'perSecond', title: 'req/s' },
      ...costColumns,
      { key: 'p50Ms', title: 'p50 ms', isBrief: true },
      { key: 'p99Ms', title: 'p99 ms', isBrief: true },
      { key: 'callerBusy', title: 'caller', isBrief: true },
    ],
    goals: callGoals,
    open: (bench) => openCalls(bench, asked),
  }
}

const warmUpSeconds = 2

async function openCalls(bench: Bench, { jobs, connections, keys, requests }: Calls): Promise<Opened> {
  const sides: Side[] = []
  const add = async (name: string, server: Running, market: KeyedMarket) => {
    // Each node prepares statements on each of its connections, and receives only its share of a turn.
    const seconds = warmUpSeconds * (1 + (server.others?.length ?? 0))
    await callServer(server, { connections, requests: requests(market), warmUpSeconds: 0, seconds })
    sides.push(calledSide(name, server, connections, requests(market)))
  }
  for (const build of bench.builds) {
    const market = bench.copyOf(await keyedMarket(bench, build, jobs, keys))
    await add(build.name, await new Charabanc(build.binary, market.dataDir).serve(), market)
  }
  const { programs, remarks } = postgresFor(bench)
  if (programs === null) return { sides, remarks }
  const [build] = bench.builds
  const market = await keyedMarket(bench, build, jobs, keys)
  for (const nodes of nodeCounts) {
    if (!bench.wants(nameOf(nodes))) continue
    await add(nameOf(nodes), await serveOnPostgres(bench, build, programs, market, nodes), market)
  }
  return { sides, remarks }
}

function keyedMarket(bench: Bench, build: Bench['builds'][0], jobs: number, keys: number): Promise<KeyedMarket> {
  return bench.once(`${build.binary} ${jobs} ${keys}`, async () => {
    const market = await bench.market(build, jobs)
    const charabanc = new Charabanc(build.binary, market.dataDir)
    const minted = [market.operator]
    while (minted.length < keys) minted.push({ ...market.operator, token: await charabanc.operatorKey(market.operator.ref) })
    return { ...market, keys: minted }
  })
}

/** 5,000 deliveries that become due a while after the start. One node sends for all: more would be no faster. */
const hooks: Scene = {
  name: 'databases-hooks',
  title: '5,000 deliveries, to 20 subscriptions and to 1, on SQLite and on PostgreSQL',
  columns: [{ key: 'perSecond', title: 'deliveries/s' }, ...costColumns],
  goals: [20, 1].flatMap((followers) => [
    { of: `charabanc, ${followers}`, against: `before, ${followers}`, column: 'perSecond', atLeast: 0.95 },
    { of: `charabanc, ${followers}`, against: `before, ${followers}`, column: 'cpuUs', atMost: 1 / 0.95 },
    { of: `${nameOf(1)}, ${followers}`, against: `charabanc, ${followers}`, column: 'perSecond' },
    { of: `${nameOf(1)}, ${followers}`, against: `charabanc, ${followers}`, column: 'bothUs' },
  ]),
  turns: 5,
  isWarmed: false,
  async open(bench) {
    const receiver = await Receiver.open(bench)
    const { programs, remarks } = postgresFor(bench)
    const sides: Side[] = []
    for (const followers of [20, 1]) {
      const drain = { followers, count: 5_000, waitMs: 3_000 }
      for (const build of bench.builds) {
        const site = await HookSite.open(bench, build, receiver)
        sides.push(await drainedSide(site, `${build.name}, ${followers}`, receiver, drain))
      }
      if (programs === null || !bench.wants(nameOf(1))) continue
      const postgres = await startPostgres(bench, programs)
      const site = await HookSite.open(bench, bench.builds[0], receiver, postgres)
      const side = await drainedSide(site, `${nameOf(1)}, ${followers}`, receiver, drain)
      sides.push({
        ...side,
        async [Symbol.asyncDispose]() {
          await side[Symbol.asyncDispose]()
          await postgres[Symbol.asyncDispose]()
        },
      })
    }
    return { sides: withReceiver(sides, receiver), remarks }
  },
}

/** The programs of PostgreSQL if they are installed, with notes for the report. */
function postgresFor(bench: Bench) {
  const remarks = [
    ...(postgresPrograms === null ? ['without postgresql: it is not installed (apt-get install postgresql)'] : []),
    ...(isInMemory(bench.folder) ? [`nothing reaches a disk in ${bench.folder}: TMPDIR names another place`] : []),
  ]
  return { programs: postgresPrograms, remarks }
}

/** The same scenes on both databases, with the cost of each. */
export const databaseScenes: readonly Scene[] = [...calls.map(callScene), hooks]
