import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Bench, type Build } from './bench.ts'
import { executable, killChildren } from './process.ts'
import { judge, tableOf } from './report.ts'
import { runScene } from './run-scene.ts'
import { scenes } from './scenes.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    seconds: { type: 'string' },
    turns: { type: 'string' },
    against: { type: 'string' },
    json: { type: 'string' },
  },
  allowPositionals: true,
})

const unknown = values.only?.filter((name) => !scenes.some((scene) => scene.name === name)) ?? []
if (unknown.length > 0) {
  process.stderr.write(`There is no scene ${unknown.join(', ')}: ${scenes.map(({ name }) => name).join(', ')}.\n`)
  process.exit(2)
}

const builds: [Build, ...Build[]] = [{ name: 'charabanc', binary: executable() }]
if (values.against !== undefined) builds.push({ name: 'before', binary: executable(resolve(values.against)) })

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
process.on('exit', killChildren)

const folder = mkdtempSync(join(tmpdir(), 'charabanc-bench-'))
const results: unknown[] = []
process.stdout.write(`${cpus().length} × ${cpus()[0]?.model}, Bun ${Bun.version}; everything on this machine\n\n`)
try {
  const bench = new Bench(builds, folder)
  for (const scene of scenes.filter(({ name }) => values.only?.includes(name) ?? true)) {
    const pace = { turns: Number(values.turns ?? scene.turns ?? 7), seconds: Number(values.seconds ?? scene.seconds ?? 2) }
    const measured = await runScene(bench, scene, pace)
    process.stdout.write(`${tableOf(measured)}\n`)
    const sides = Object.fromEntries([...measured.series].map(([side, columns]) => [side, Object.fromEntries(columns)]))
    results.push({ scene: scene.name, sides, goals: judge(measured), others: measured.others, remarks: measured.remarks })
  }
} finally {
  killChildren()
  rmSync(folder, { recursive: true, force: true })
}
if (values.json !== undefined) await Bun.write(values.json, JSON.stringify(results, null, 2))
