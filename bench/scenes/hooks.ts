import type { Bench, Build } from '../bench.ts'
import { getRequest } from '../callers.ts'
import type { Operator } from '../charabanc.ts'
import { quantile } from '../figures.ts'
import { HookSite, Receiver, type Scheme } from '../hook-site.ts'
import { cpuOfEach } from '../machine.ts'
import { startOrMiss } from '../missing.ts'
import { callServer, cpuOfServer } from '../process.ts'
import type { Column, Figures, Scene, Side } from '../scene.ts'
import { startSvix, svixProgram } from '../svix.ts'

const latencyColumns: readonly Column[] = [
  { key: 'p50Ms', title: 'p50 ms' },
  { key: 'p99Ms', title: 'p99 ms' },
  { key: 'worstMs', title: 'worst ms', isBrief: true },
  { key: 'afterAnswerMs', title: 'p99 ms after the answer', isBrief: true },
]

/** The time from the request with a fact to the first byte at its receiver. */
const latency: Scene = {
  name: 'hooks-latency',
  title: '100 facts a second, from the request to the first byte at a receiver, alone and beside 50 that hang',
  columns: latencyColumns,
  goals: [
    { column: 'p99Ms', atMost: 8 },
    { of: 'charabanc, 50 hang', against: 'charabanc', column: 'p99Ms' },
    { against: 'svix', column: 'p99Ms' },
  ],
  turns: 3,
  seconds: 10,
  isWarmed: false,
  async open(bench) {
    const own = bench.builds.flatMap((build) => [latencySide(bench, build, 0), latencySide(bench, build, 50)])
    const sides = await Promise.all(own)
    if (svixProgram === undefined) return { sides, remarks: ['without svix: CHARABANC_BENCH_SVIX names no program'] }
    const missing = new Map<string, string>()
    const svix = await svixSide(bench, svixProgram, missing)
    return { sides: svix === null ? sides : [...sides, svix], missing }
  },
}

async function latencySide(bench: Bench, build: Build, hanging: number): Promise<Side> {
  const receiver = await Receiver.open(bench)
  const site = await HookSite.open(bench, build, receiver)
  const healthy = await site.operator()
  await site.follow(healthy, '/healthy')
  const others: Operator[] = []
  for (let n = 0; n < hanging; n++) {
    if (n % 17 === 0) others.push(await site.operator())
    await site.follow(others.at(-1) as Operator, `/hang/${n}`)
  }
  for (let n = 0; n < 20; n++) await site.offer([healthy])
  await receiver.came('/healthy', 20)
  for (let n = 0; n < Math.min(10, hanging); n++) await site.offer(others)
  return {
    name: hanging === 0 ? build.name : `${build.name}, ${hanging} hang`,
    turn: (seconds) => sendSteadily(receiver, seconds, async () => (await site.offer([healthy])).ref),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

async function svixSide(bench: Bench, program: string, missing: Map<string, string>): Promise<Side | null> {
  const receiver = await Receiver.open(bench)
  const started = await startOrMiss(missing, 'svix', () => startSvix(program, receiver))
  if (started === null) {
    await receiver[Symbol.asyncDispose]()
    return null
  }
  const { server, send } = started
  return {
    name: 'svix',
    turn: (seconds) => sendSteadily(receiver, seconds, send),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

const factsPerSecond = 100

/** Enters facts at a steady rate; the result of `send` identifies each at the receiver. */
async function sendSteadily(receiver: Receiver, seconds: number, send: () => Promise<string>): Promise<Figures> {
  await receiver.forget()
  const asked: Promise<{ ref: string; from: number; until: number }>[] = []
  const startedAt = performance.now()
  for (let n = 0; n < factsPerSecond * seconds; n++) {
    await Bun.sleep(Math.max(0, startedAt + (n * 1_000) / factsPerSecond - performance.now()))
    const from = now()
    asked.push(send().then((ref) => ({ ref, from, until: now() })))
  }
  const facts = await Promise.all(asked)
  await receiver.came('/healthy', facts.length)
  const arrivals = await receiver.arrivals()
  const times = facts.map(({ ref, from }) => (arrivals.get(ref) ?? Number.NaN) - from)
  const afterAnswer = facts.map(({ ref, until }) => (arrivals.get(ref) ?? Number.NaN) - until)
  return {
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    worstMs: quantile(times, 1),
    afterAnswerMs: quantile(afterAnswer, 0.99),
  }
}

const rateColumns: readonly Column[] = [{ key: 'perSecond', title: 'deliveries/s' }]

/** Claims, signs, sends and records for 16 subscriptions of one receiver, with 64 in progress; bare only fetches. */
function pipeline(scheme: Scheme, count: number, warmUp: number, atLeast?: number): Scene {
  return {
    name: scheme === 'http' ? 'hooks' : 'hooks-tls',
    title: `${count} deliveries to one receiver over ${scheme}, 64 in flight, beside a loop that only fetches`,
    columns: rateColumns,
    goals: [
      { against: 'bare', column: 'perSecond', ...(atLeast !== undefined && { atLeast }) },
      { against: 'before', column: 'perSecond', atLeast: 0.95 },
    ],
    turns: 3,
    isWarmed: false,
    async open(bench) {
      const receiver = await Receiver.open(bench, scheme)
      const bare: Side = {
        name: 'bare',
        turn: async () => ({ perSecond: await receiver.bareRate(count, warmUp) }),
        [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
      }
      const drained = bench.builds.map(async (build) => {
        return drainedSide(await HookSite.open(bench, build, receiver), build.name, receiver, { followers: 16, count, warmUp })
      })
      return { sides: [...(await Promise.all(drained)), bare] }
    },
  }
}

/** 5,000 deliveries that wait at the start: for twenty subscriptions, and for one alone, which has four in progress at most. */
const backlog: Scene = {
  name: 'hooks-backlog',
  title: 'a backlog of 5,000 deliveries at the start of a server, for 20 subscriptions and for 1',
  columns: rateColumns,
  goals: [20, 1].map((followers) => {
    return { of: `charabanc, ${followers}`, against: `before, ${followers}`, column: 'perSecond', atLeast: 0.95 }
  }),
  turns: 3,
  isWarmed: false,
  async open(bench) {
    const receiver = await Receiver.open(bench)
    const drained = bench.builds.flatMap((build) =>
      [20, 1].map(async (followers) => {
        const site = await HookSite.open(bench, build, receiver)
        return drainedSide(site, `${build.name}, ${followers}`, receiver, { followers, count: 5_000 })
      }),
    )
    return { sides: withReceiver(await Promise.all(drained), receiver) }
  },
}

/** Sides that share a receiver, which ends with the last of them. */
export function withReceiver(sides: readonly Side[], receiver: Receiver): Side[] {
  return sides.map((side, at) => ({
    ...side,
    async [Symbol.asyncDispose]() {
      await side[Symbol.asyncDispose]()
      if (at === sides.length - 1) await receiver[Symbol.asyncDispose]()
    },
  }))
}

export interface Drain {
  readonly followers: number
  readonly count: number
  /** The number of deliveries before the measurement. */
  readonly warmUp?: number
  /** The time after the start at which they are due (ms), so that the cost of the start is not counted. */
  readonly waitMs?: number
}

/** A server that has this many deliveries waiting at the start of each turn. */
export async function drainedSide(site: HookSite, name: string, receiver: Receiver, drain: Drain): Promise<Side> {
  const { followers, count, warmUp = 0, waitMs = 0 } = drain
  const operator = await site.operator()
  for (let n = 0; n < followers; n++) await site.follow(operator, `/sink/${n}`)
  const before = await receiver.count('/sink')
  await site.offer([operator])
  await receiver.came('/sink', before + followers)
  return {
    name,
    async turn() {
      await site.backlog((warmUp + count) / followers, waitMs)
      const before = cpuOfServer(site.server)
      const perSecond = await receiver.rate(count, warmUp)
      return { perSecond, ...cpuOfEach(warmUp + count, before, cpuOfServer(site.server)) }
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}

/** Lists jobs on an idle server, and beside 1,000 deliveries a second. */
const listing: Scene = {
  name: 'hooks-beside',
  title: 'GET /jobs over 4 connections, each resting 5 ms, alone and while 1,000 deliveries a second go out',
  columns: [
    { key: 'p50Ms', title: 'p50 ms' },
    { key: 'p99Ms', title: 'p99 ms' },
    { key: 'deliveries', title: 'deliveries/s', isBrief: true },
  ],
  goals: [{ of: 'charabanc, beside', against: 'charabanc, alone', column: 'p99Ms' }],
  turns: 5,
  seconds: 4,
  isWarmed: false,
  async open(bench) {
    const sides = bench.builds.map(async (build) => {
      const receiver = await Receiver.open(bench)
      const site = await HookSite.open(bench, build, receiver)
      const operator = await site.operator()
      for (let n = 0; n < 20; n++) await site.follow(operator, `/sink/${n}`)
      for (let n = 0; n < 60; n++) await site.offer([operator])
      await receiver.came('/sink', 1_200)
      const turn = async (seconds: number, perSecond: number) => {
        await site.backlog(Math.max(1, ((seconds + 3) * perSecond) / 20), 500, (seconds + 3) * 1_000)
        const order = { connections: 4, warmUpSeconds: 1, seconds, requests: [getRequest(operator, '/api/v1/jobs')], pauseMs: 5 }
        const figures = await callServer(site.server, order)
        return { ...figures, deliveries: (await receiver.count('/sink')) / (seconds + 1) }
      }
      const alone = {
        name: `${build.name}, alone`,
        turn: (seconds: number) => turn(seconds, 0),
        async [Symbol.asyncDispose]() {},
      }
      const beside = {
        name: `${build.name}, beside`,
        turn: (seconds: number) => turn(seconds, 1_000),
        async [Symbol.asyncDispose]() {
          await site[Symbol.asyncDispose]()
          await receiver[Symbol.asyncDispose]()
        },
      }
      return [alone, beside]
    })
    return { sides: (await Promise.all(sides)).flat() }
  },
}

export const hookScenes: readonly Scene[] = [
  latency,
  pipeline('http', 48_000, 8_000, 0.45),
  pipeline('https', 8_000, 1_600),
  backlog,
  listing,
]

function now(): number {
  return performance.timeOrigin + performance.now()
}
