import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Bench, type Build } from './bench.ts'
import { growthSizes, growthTable, isMissed, measureGrowth } from './growth.ts'
import { executable, killChildren } from './process.ts'
import { judge, tableOf } from './report.ts'
import { type Pace, runScene } from './run-scene.ts'
import type { Measured } from './scene.ts'
import { scenes } from './scenes.ts'

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    peer: { type: 'string', multiple: true },
    seconds: { type: 'string' },
    turns: { type: 'string' },
    against: { type: 'string' },
    json: { type: 'string' },
    folder: { type: 'string' },
    jobs: { type: 'string', multiple: true },
  },
  allowPositionals: true,
})
const [word = 'scenes'] = positionals
const paceOf = ({ turns = 7, seconds = 2 }: Partial<Pace>) => ({
  turns: Number(values.turns ?? turns),
  seconds: Number(values.seconds ?? seconds),
})

const builds: [Build, ...Build[]] = [{ name: 'charabanc', binary: executable() }]
const before = values.against ?? process.env.CHARABANC_BENCH_BEFORE
if (before !== undefined) builds.push({ name: 'before', binary: executable(resolve(before)) })

/** Other programs of the bench by their word. */
const programs: Readonly<Record<string, (bench: Bench) => Promise<unknown>>> = {
  scenes: runScenes,
  growth: runGrowth,
  soak: () => import('./soak.ts'),
  stopping: () => import('./stopping.ts'),
  screens: () => import('./screens.ts'),
  counting: () => import('./counting.ts'),
  places: () => import('./places.ts'),
  towns: () => import('./towns.ts'),
  postcodes: async (bench) => (await import('./postcodes.ts')).measurePostcodes(bench),
  distances: () => import('./distances.ts'),
}
const run = programs[word]
const wanted = (values.only ?? ['*']).map((pattern) => ({ pattern, glob: new Bun.Glob(pattern) }))
const unknown = wanted.filter(({ glob }) => !scenes.some(({ name }) => glob.match(name))).map(({ pattern }) => pattern)
if (run === undefined) refuse(`There is no ${word}: ${Object.keys(programs).join(', ')}.`)
if (unknown.length > 0) refuse(`There is no scene ${unknown.join(', ')}: ${scenes.map(({ name }) => name).join(', ')}.`)

const folder = mkdtempSync(join(tmpdir(), 'charabanc-bench-'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
process.on('exit', () => {
  killChildren()
  removeFolder()
})

write(`${cpus().length} × ${cpus()[0]?.model}, Bun ${Bun.version}; everything on this machine\n`)
const results = await run(new Bench(builds, folder, values.peer ?? null))
if (values.json !== undefined) await Bun.write(values.json, JSON.stringify(results, null, 2))

async function runScenes(bench: Bench): Promise<unknown> {
  const results: unknown[] = []
  for (const scene of scenes.filter(({ name }) => wanted.some(({ glob }) => glob.match(name)))) {
    const measured = await runScene(bench, scene, paceOf(scene))
    write(tableOf(measured))
    results.push({ ...plain(measured), goals: judge(measured) })
  }
  return results
}

async function runGrowth(bench: Bench): Promise<unknown> {
  const sizes = values.jobs?.map(Number) ?? growthSizes
  const cache = resolve(values.folder ?? join(tmpdir(), 'charabanc-growth'))
  const results: unknown[] = []
  for (const build of builds) {
    const grown = await measureGrowth(bench, build, sizes, paceOf({ turns: 5, seconds: 1 }), cache)
    write(growthTable(build, sizes, grown))
    if (build === builds[0] && grown.some((one) => isMissed(one, sizes))) process.exitCode = 1
    results.push({ build: build.name, calls: grown.map(({ measured }) => plain(measured)) })
  }
  return results
}

function plain({ scene, series, missing, others, remarks }: Measured) {
  const sides = Object.fromEntries([...series].map(([side, columns]) => [side, Object.fromEntries(columns)]))
  return { scene: scene.name, sides, missing: Object.fromEntries(missing), others, remarks }
}

/** Removes the folder. A stopped process, PostgreSQL above all, may write for a moment longer. */
function removeFolder(): void {
  for (let tries = 50; tries > 0 && existsSync(folder); tries--) {
    try {
      rmSync(folder, { recursive: true })
    } catch {
      Bun.sleepSync(20)
    }
  }
}

function write(text: string): void {
  process.stdout.write(`${text}\n`)
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(2)
}
