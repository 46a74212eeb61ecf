import type { Bench } from '../bench.ts'
import { callColumns, calledSide, callsAsBefore, getRequest, reviseRequests } from '../callers.ts'
import { Charabanc, type Market } from '../charabanc.ts'
import { startOrMiss } from '../missing.ts'
import { bare, fastify, hono, marketForPeers, naive, type Peer, ready, sharing, startPeer } from '../peers.ts'
import { pocketBasePath, pocketBaseProgram, startPocketBase } from '../pocketbase.ts'
import type { Running } from '../process.ts'
import type { Goal, Opened, Scene, Side } from '../scene.ts'

type Requests = (market: Market) => readonly string[]

interface Calls {
  readonly name: string
  readonly title: string
  readonly jobs: number
  readonly connections: number
  readonly requests: Requests
  readonly peers: readonly Peer[]
  readonly goals: readonly Goal[]
  /** The request that every side must answer alike before it is measured. */
  readonly probe?: string
  /** The page of PocketBase's own list. */
  readonly pocketBasePage?: number
}

const get =
  (path: string): Requests =>
  (market) => [getRequest(market.operator, path)]

const revise: Requests = (market) => reviseRequests([market.operator], market)

export const callScenes: readonly Scene[] = [
  {
    name: 'list',
    title: 'GET /jobs, the first 25 of 300, 16 connections',
    jobs: 300,
    connections: 16,
    requests: get('/api/v1/jobs'),
    probe: '/api/v1/jobs',
    pocketBasePage: 1,
    peers: [bare, ready, fastify, hono],
    goals: [
      { against: 'bare', column: 'perSecond', atLeast: 0.8 },
      { against: 'bare', column: 'cpuUs', atMost: 1 / 0.8 },
      { against: 'ready', column: 'perSecond', atLeast: 0.8 },
      { against: 'ready', column: 'cpuUs', atMost: 1 / 0.8 },
      { against: 'fastify', column: 'perSecond', atLeast: 2.3 },
      { against: 'fastify', column: 'cpuUs', atMost: 1 / 2.3 },
      { against: 'pocketbase', column: 'perSecond', atLeast: 3 },
      { against: 'pocketbase', column: 'cpuUs', atMost: 1 / 3 },
    ],
  },
  {
    name: 'last-page',
    title: 'GET /jobs, the last 25 of 10,000, 16 connections',
    jobs: 10_000,
    connections: 16,
    requests: get('/api/v1/jobs?page=400'),
    probe: '/api/v1/jobs?page=400',
    pocketBasePage: 400,
    peers: [bare, fastify, hono],
    goals: [
      { against: 'fastify', column: 'perSecond', atLeast: 5 },
      { against: 'fastify', column: 'cpuUs', atMost: 1 / 5 },
      { against: 'pocketbase', column: 'perSecond', atLeast: 3 },
      { against: 'pocketbase', column: 'cpuUs', atMost: 1 / 3 },
    ],
  },
  {
    name: 'me',
    title: 'GET /me, 16 connections',
    jobs: 300,
    connections: 16,
    requests: get('/api/v1/me'),
    peers: [bare, fastify, hono],
    goals: [
      { against: 'bare', column: 'perSecond', atLeast: 0.45 },
      { against: 'bare', column: 'cpuUs', atMost: 1 / 0.45 },
      { against: 'fastify', column: 'perSecond', atLeast: 1.5 },
      { against: 'fastify', column: 'cpuUs', atMost: 1 / 1.5 },
    ],
  },
  {
    name: 'quote',
    title: 'POST quote, one at a time',
    jobs: 300,
    connections: 1,
    requests: revise,
    peers: [bare],
    goals: [{ against: 'bare', column: 'cpuUs', atMost: 2 }],
  },
  {
    name: 'quotes',
    title:
      'POST quote, 32 connections; bare commits each quote, sharing those of a turn together, naive each statement, all at synchronous FULL',
    jobs: 300,
    connections: 32,
    requests: revise,
    peers: [bare, sharing, naive, fastify],
    goals: [
      { against: 'bare', column: 'perSecond', atLeast: 1.3 },
      { against: 'sharing', column: 'perSecond' },
      { against: 'sharing', column: 'cpuUs' },
      { against: 'naive', column: 'perSecond', atLeast: 3 },
    ],
  },
].map((calls: Calls): Scene => {
  const { name, title } = calls
  const goals = [...calls.goals, ...callsAsBefore]
  return { name, title, goals, columns: callColumns, open: (bench) => open(bench, calls) }
})

async function open(bench: Bench, { connections, requests, jobs, probe, pocketBasePage, ...calls }: Calls): Promise<Opened> {
  const peers = calls.peers.filter(({ name }) => bench.wants(name))
  const sides: Side[] = []
  const missing = new Map<string, string>()
  const answers = new Map<string, unknown>()
  const add = async (name: string, server: Running, market: Market) => {
    sides.push(calledSide(name, server, connections, requests(market)))
    if (probe !== undefined) answers.set(name, await answerOf(server, market, probe))
  }
  for (const build of bench.builds) {
    const market = await bench.market(build, jobs)
    await add(build.name, await new Charabanc(build.binary, market.dataDir).serve(), market)
  }
  for (const peer of peers) {
    const market = await marketForPeers(bench, jobs)
    const server = await startOrMiss(missing, peer.name, () => startPeer(bench, peer, market))
    if (server !== null) await add(peer.name, server, market)
  }
  for (const { name } of peers.filter(({ name }) => !missing.has(name))) {
    if (!Bun.deepEquals(answers.get(name), answers.get('charabanc')))
      throw new Error(`${name} answers something else than charabanc`)
  }
  if (pocketBasePage === undefined || !bench.wants('pocketbase')) return { sides, missing }
  const program = pocketBaseProgram
  if (program === undefined) {
    return { sides, missing, remarks: ['without pocketbase: CHARABANC_BENCH_POCKETBASE names no program'] }
  }
  const market = await marketForPeers(bench, jobs)
  const started = await startOrMiss(missing, 'pocketbase', () => startPocketBase(bench, program, market))
  if (started !== null) {
    const requests = [getRequest(started.user, pocketBasePath(pocketBasePage))]
    sides.push(calledSide('pocketbase', started.server, connections, requests))
  }
  return { sides, missing }
}

async function answerOf({ url }: Running, { operator }: Market, path: string): Promise<unknown> {
  return (await fetch(url + path, { headers: { Authorization: `Bearer ${operator.token}` } })).json()
}
