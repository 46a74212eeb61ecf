import { join } from 'node:path'
import type { Bench, Build } from '../bench.ts'
import { getRequest, postRequest } from '../callers.ts'
import { Charabanc, type Market, termsAt } from '../charabanc.ts'
import { callServer, type Running, startCalling } from '../process.ts'
import type { Figures, Scene, Side } from '../scene.ts'

// Scenes about callers beside other load.

const pages = ['page=2640', 'page=330&per_page=100', 'page=1320']

/** The delay of other callers while one key requests the deepest pages, sixty in parallel. */
export const livez: Scene = {
  name: 'livez',
  title: '/livez every 2 ms, beside 60 parallel deepest pages of 66,000 jobs',
  columns: [
    { key: 'worstMs', title: 'worst ms' },
    { key: 'p50Ms', title: 'p50 ms', isBrief: true },
    { key: 'burstMs', title: 'last of the burst ms', isBrief: true },
  ],
  goals: [{ column: 'worstMs', atMost: 50 }],
  async open(bench) {
    const sides = bench.builds.map((build) =>
      servedSide(bench, build, 66_000, build.name, (server, { operator }) => {
        const requests = pages.map((page) => getRequest(operator, `/api/v1/jobs?${page}`))
        return () => probeBesideBurst(server, requests)
      }),
    )
    return { sides: await Promise.all(sides) }
  },
}

/** Longer than any burst or measurement of reads: the load beside it is stopped early. */
const longSeconds = 120

async function probeBesideBurst(server: Running, requests: readonly string[]): Promise<Figures> {
  const alive = { connections: 1, warmUpSeconds: 0.2, seconds: longSeconds, pauseMs: 2 }
  const probe = await startCalling(server, { ...alive, requests: ['GET /livez HTTP/1.1\r\nHost: bench.test\r\n\r\n'] })
  const once = { connections: 60, warmUpSeconds: 0, seconds: 0, isOnce: true }
  const { worstMs: burstMs } = await callServer(server, { ...once, requests })
  const { worstMs, p50Ms } = await probe.stop()
  return { worstMs, p50Ms, burstMs }
}

/** The duration of reads on an idle server, and beside 32 writers and a backup. */
export const reads: Scene = {
  name: 'reads',
  title: 'GET /jobs over 4 connections, each resting 5 ms, alone and beside 32 writers and a backup',
  columns: [
    { key: 'p50Ms', title: 'p50 ms' },
    { key: 'p99Ms', title: 'p99 ms' },
    { key: 'writes', title: 'quotes/s', isBrief: true },
    { key: 'backups', title: 'backups', isBrief: true },
  ],
  goals: [{ of: 'charabanc, beside', against: 'charabanc, alone', column: 'p99Ms', atMost: 2 }],
  seconds: 4,
  async open(bench) {
    const sides = bench.builds.map(async (build) => {
      const alone = await servedSide(bench, build, 10_000, `${build.name}, alone`, (server, market) => (seconds) => {
        return readAlone(server, market, seconds)
      })
      const beside = await servedSide(bench, build, 10_000, `${build.name}, beside`, (server, market) => (seconds) => {
        return readBesideWriters(build, server, market, seconds)
      })
      return [alone, beside]
    })
    return { sides: (await Promise.all(sides)).flat() }
  },
}

async function readAlone(server: Running, market: Market, seconds: number): Promise<Figures> {
  return { ...(await readJobs(server, market, seconds)), writes: 0, backups: 0 }
}

async function readJobs(server: Running, { operator }: Market, seconds: number): Promise<Figures> {
  const requests = [getRequest(operator, '/api/v1/jobs')]
  return { ...(await callServer(server, { connections: 4, warmUpSeconds: 0.3, seconds, requests, pauseMs: 5 })) }
}

async function readBesideWriters(build: Build, server: Running, market: Market, seconds: number): Promise<Figures> {
  const { operator, quoted, dataDir } = market
  const requests = quoted.map((ref, n) => postRequest(operator, `/api/v1/jobs/${ref}/quote`, termsAt(64_000 + n)))
  const writers = await startCalling(server, { connections: 32, warmUpSeconds: 0.3, seconds: longSeconds, requests })
  const backups = keepBackingUp(new Charabanc(build.binary, dataDir), seconds)
  const figures = await readJobs(server, market, seconds)
  return { ...figures, writes: (await writers.stop()).perSecond, backups: await backups }
}

/** Makes one backup after another for this time; returns their number. */
async function keepBackingUp(charabanc: Charabanc, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let made = 0
  for (; made === 0 || performance.now() < until; made++) {
    await charabanc.command('backup', '--to', join(charabanc.dataDir, `backup-${crypto.randomUUID()}.sqlite`))
  }
  return made
}

type Turn = (seconds: number) => Promise<Figures>

async function servedSide(
  bench: Bench,
  build: Build,
  jobs: number,
  name: string,
  turnOf: (server: Running, market: Market) => Turn,
): Promise<Side> {
  const market = await bench.market(build, jobs)
  const server = await new Charabanc(build.binary, market.dataDir).serve()
  return { name, turn: turnOf(server, market), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
