import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Build } from './bench.ts'
import { calledSide, getRequest } from './callers.ts'
import { ask, Charabanc } from './charabanc.ts'
import { median, ratio, show } from './figures.ts'
import { type History, makeHistory } from './history.ts'
import type { Running } from './process.ts'
import { type Pace, runScene } from './run-scene.ts'
import type { Measured } from './scene.ts'

export const growthSizes = [10_000, 100_000, 1_000_000] as const

interface Call {
  readonly name: string
  readonly atMost: number
  path(history: History, lastPage: number): string
  /** The list that is counted, if the call reads one of its pages. */
  readonly list?: string
  readonly isDrivers?: boolean
}

const flat = 1.5
const bounded = 3
const hourBefore = (at: number) => `${new Date(at - 3_600_000).toISOString().slice(0, 19)}Z`
/** The time after which a past is made again, since its open jobs expire (ms). */
const goodForMs = 86_400_000

const calls: readonly Call[] = [
  { name: 'page 1', atMost: flat, path: () => '/api/v1/jobs' },
  { name: 'middle page', atMost: bounded, list: '/api/v1/jobs', path: (_, last) => `/api/v1/jobs?page=${Math.ceil(last / 2)}` },
  { name: 'last page', atMost: flat, list: '/api/v1/jobs', path: (_, last) => `/api/v1/jobs?page=${last}` },
  { name: 'updated_since', atMost: flat, path: ({ madeAt }) => `/api/v1/jobs?updated_since=${hourBefore(madeAt)}` },
  ...['fresh', 'quoted', 'expired', 'closing'].map((filter) => ({
    name: filter,
    atMost: bounded,
    path: () => `/api/v1/jobs?filter=${filter}`,
  })),
  { name: 'one job', atMost: flat, path: ({ job }) => `/api/v1/jobs/${job}` },
  { name: 'bookings', atMost: flat, path: () => '/api/v1/bookings?status=all' },
  { name: 'one booking', atMost: flat, path: ({ booking }) => `/api/v1/bookings/${booking}` },
  { name: "a driver's list", atMost: flat, path: () => '/api/v1/driver/trips?filter=all&per_page=10', isDrivers: true },
]

type Site = { readonly size: number; readonly history: History; readonly server: Running }

/** Serves a past of each size by one build, and makes the same calls to each in turns. */
export async function measureGrowth(
  bench: Bench,
  build: Build,
  sizes: readonly number[],
  pace: Pace,
  cache: string,
): Promise<Growth[]> {
  const sites: Site[] = []
  for (const size of sizes) {
    const history = await historyOf(build, size, cache)
    sites.push({ size, history, server: await new Charabanc(build.binary, history.dataDir).serve() })
  }
  try {
    const grown: Growth[] = []
    for (const call of calls)
      grown.push({ call: call.name, atMost: call.atMost, measured: await measureCall(bench, call, sites, pace) })
    return grown
  } finally {
    for (const { server } of sites) await server[Symbol.asyncDispose]()
  }
}

export interface Growth {
  readonly call: string
  readonly atMost: number
  readonly measured: Measured
}

async function measureCall(bench: Bench, call: Call, sites: readonly Site[], pace: Pace): Promise<Measured> {
  const columns = [
    { key: 'cpuUs', title: 'CPU µs/req' },
    { key: 'p50Ms', title: 'p50 ms' },
  ]
  return runScene(
    bench,
    {
      name: call.name,
      title: call.name,
      columns,
      goals: [],
      async open() {
        const sides = sites.map(async ({ size, history, server }) => {
          const { token } = call.isDrivers ? history.driver : history.operator
          const lastPage = call.list === undefined ? 1 : (await ask(server, 'GET', call.list, token)).meta.last_page
          const side = calledSide(show(size), server, 1, [getRequest({ token }, call.path(history, lastPage))])
          return { ...side, [Symbol.asyncDispose]: async () => {} }
        })
        return { sides: await Promise.all(sides) }
      },
    },
    pace,
  )
}

/** A past made by this build today, or made now. It is stored, since a million jobs take minutes. */
async function historyOf({ binary }: Build, size: number, cache: string): Promise<History> {
  const digest = new Bun.CryptoHasher('sha256')
    .update(await Bun.file(binary).arrayBuffer())
    .digest('hex')
    .slice(0, 12)
  const dataDir = join(cache, `history-${digest}-${size}`)
  const about = join(dataDir, 'history.json')
  const known: History | null = existsSync(about) ? JSON.parse(readFileSync(about, 'utf8')) : null
  if (known !== null && Date.now() - known.madeAt < goodForMs) return known
  process.stderr.write(`making a past of ${show(size)} jobs in ${dataDir}\n`)
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const history = await makeHistory(binary, dataDir, size)
  writeFileSync(about, JSON.stringify(history))
  return history
}

const figures = ({ measured }: Growth, size: number, key: string) => measured.series.get(show(size))?.get(key) ?? []

/** The CPU of a call at the largest size as a multiple of the smallest; null if the runs differ too much. */
function timesOf(one: Growth, sizes: readonly number[]): number | null {
  const [least = 0, most = 0] = [sizes[0], sizes.at(-1)]
  return ratio(figures(one, most, 'cpuUs'), figures(one, least, 'cpuUs'))
}

/** Whether a call costs more at the largest size than its goal allows. */
export function isMissed(one: Growth, sizes: readonly number[]): boolean {
  const times = timesOf(one, sizes)
  return times !== null && times > one.atMost
}

/** One line for each call: its cost at each size, and the ratio of the largest to the smallest. */
export function growthTable(build: Build, sizes: readonly number[], grown: readonly Growth[]): string {
  const lines = grown.map((one) => {
    const cells = sizes.flatMap((size) =>
      [figures(one, size, 'cpuUs'), figures(one, size, 'p50Ms')].map((some) => show(median(some)).padStart(9)),
    )
    const times = timesOf(one, sizes)
    const verdict =
      times === null
        ? 'no ratio: the base differs from itself'
        : `${times.toFixed(2)} × (goal ≤ ${one.atMost}: ${isMissed(one, sizes) ? 'missed' : 'reached'})`
    return `  ${one.call.padEnd(16)}${cells.join('')}  ${verdict}`
  })
  const head = sizes.map((size) => show(size).padStart(18)).join('')
  return [
    `growth of ${build.name}: CPU µs/req and p50 ms at so many jobs, one call at a time`,
    `  ${''.padEnd(16)}${head}`,
    ...lines,
    '',
  ].join('\n')
}
