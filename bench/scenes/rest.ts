import { Charabanc } from '../charabanc.ts'
import { cpuOf, ownMib, residentMib, sleepsOf, writtenBytes } from '../machine.ts'
import type { Running } from '../process.ts'
import type { Figures, Scene } from '../scene.ts'

/** The work of a server without callers. */
export const idle: Scene = {
  name: 'idle',
  title: 'a server with 300 jobs that no one calls, 60 s of it, half a minute after its start',
  columns: [
    { key: 'wakeUps', title: 'wake-ups/s' },
    { key: 'cpuShare', title: 'CPU %' },
    { key: 'bytes', title: 'bytes written' },
    { key: 'mib', title: 'RSS MiB' },
  ],
  goals: [
    { column: 'wakeUps', atMost: 10 },
    { column: 'cpuShare', atMost: 0.2 },
    { column: 'bytes', atMost: 0 },
    { column: 'mib', atMost: 70 },
  ],
  turns: 1,
  seconds: 60,
  isWarmed: false,
  async open(bench) {
    const sides = bench.builds.map(async (build) => {
      const { dataDir } = await bench.market(build, 300)
      const server = await new Charabanc(build.binary, dataDir).serve()
      // By then the garbage of the start has been collected.
      await Bun.sleep(30_000)
      return {
        name: build.name,
        turn: (seconds: number) => rest(server, seconds),
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      }
    })
    return { sides: await Promise.all(sides) }
  },
}

async function rest({ pid }: Running, seconds: number): Promise<Figures> {
  const look = () => ({ sleeps: sleepsOf(pid), cpu: cpuOf(pid), bytes: writtenBytes(pid) })
  const before = look()
  await Bun.sleep(seconds * 1_000)
  const after = look()
  return {
    // A thread that ended meanwhile has no figure.
    wakeUps:
      after.sleeps.entries().reduce((sum, [thread, sleeps]) => sum + sleeps - (before.sleeps.get(thread) ?? 0), 0) / seconds,
    cpuShare: ((after.cpu - before.cpu) / seconds) * 100,
    bytes: after.bytes - before.bytes,
    mib: residentMib(pid),
  }
}

/** The memory of a server without callers, start by start: one start differs from the next. */
export const memory: Scene = {
  name: 'memory',
  title: 'memory of a server with 300 jobs that no one calls, 15 s after its start',
  columns: [
    { key: 'mib', title: 'RSS MiB' },
    { key: 'ownMib', title: 'of it in no file' },
  ],
  goals: [
    { against: 'before', isDifference: true, column: 'mib', atMost: 1 },
    { against: 'before', isDifference: true, column: 'ownMib', atMost: 1 },
  ],
  turns: 5,
  seconds: 15,
  isWarmed: false,
  async open(bench) {
    const sides = bench.builds.map(async (build) => {
      const { dataDir } = await bench.market(build, 300)
      return {
        name: build.name,
        async turn(seconds: number) {
          await using server = await new Charabanc(build.binary, dataDir).serve()
          await Bun.sleep(seconds * 1_000)
          return { mib: residentMib(server.pid), ownMib: ownMib(server.pid) }
        },
        async [Symbol.asyncDispose]() {},
      }
    })
    return { sides: await Promise.all(sides) }
  },
}

/** The time from the spawn to the first answer, with an existing folder and with an empty one. */
export const start: Scene = {
  name: 'start',
  title: 'from the spawn to the first answer of GET /me (a folder with 300 jobs) or /livez (an empty one)',
  columns: [
    { key: 'ms', title: 'ms' },
    { key: 'cpuMs', title: 'CPU ms' },
  ],
  goals: [
    { column: 'ms', atMost: 100 },
    { of: 'charabanc, empty', column: 'ms', atMost: 100 },
    ...['ms', 'cpuMs'].map((column) => ({ against: 'before', column, atMost: 1 / 0.95 })),
  ],
  turns: 20,
  async open(bench) {
    const sides = bench.builds.flatMap((build) => [
      {
        name: build.name,
        async turn() {
          const { dataDir, operator } = await bench.once(`start ${build.binary}`, () => bench.market(build, 300))
          return begin(new Charabanc(build.binary, dataDir), '/api/v1/me', operator.token)
        },
        async [Symbol.asyncDispose]() {},
      },
      {
        name: `${build.name}, empty`,
        turn: () => begin(new Charabanc(build.binary, bench.makeFolder()), '/livez', ''),
        async [Symbol.asyncDispose]() {},
      },
    ])
    return { sides }
  },
}

async function begin(charabanc: Charabanc, path: string, token: string): Promise<Figures> {
  const startedAt = performance.now()
  await using server = await charabanc.serve()
  const response = await fetch(server.url + path, { headers: { Authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return { ms: performance.now() - startedAt, cpuMs: cpuOf(server.pid) * 1_000 }
}
