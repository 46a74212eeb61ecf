import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openGazetteer } from '../src/domain/gazetteer.ts'
import { packTowns } from '../src/domain/town-file.ts'
import { quantile, show } from './figures.ts'

// Measures the gazetteer of towns: `bun run bench towns`. It looks up every beginning of two letters or more of 2,000 names, and
// the names of towns before other words. Exits with 1 if the slowest 1 % of the look-ups, or the memory of the first one, exceed
// their limits.
const atMostMs = 2
const atMostMb = 8
const texts = 2_000

const near = { latitude: 53.8, longitude: -1.55 }
// The code is loaded before, so that the memory is that of the towns.
openGazetteer(packTowns([{ name: 'Leeds', country: 'GB', population: 1, ...near }], [])).find(
  { q: 'leeds', country: 'GB', near },
  10,
)
const before = measureResidentMb()
const gazetteer = openGazetteer(readFileSync(join(resolve(import.meta.dir, '..'), 'dist/places/towns.bin')))
gazetteer.find({ q: 'leeds', country: 'GB', near }, 10)
const mb = measureResidentMb() - before

const letters = 'abcdefghijklmnopqrstuvwxyz'
const pairs = [...letters].flatMap((first) => [...letters].map((second) => `${first}${second}`))
const names = pairs.flatMap((q) => gazetteer.find({ q, country: 'GB', near }, 10).map(({ name }) => name)).slice(0, texts)
const spentMs: number[] = []
for (const name of [...pairs, ...names]) {
  for (let length = 2; length <= name.length; length++) {
    const q = name.slice(0, length)
    measure(() => gazetteer.find({ q, country: 'GB', near }, 10))
  }
  measure(() => gazetteer.findNamedFirst({ q: `${name} coach station and car park`, country: 'GB', near }, 10))
}
const [median, slow, slowest] = [0.5, 0.99, 1].map((share) => quantile(spentMs, share))
process.stdout.write(
  `${show(gazetteer.size)} towns, ${spentMs.length} look-ups: median ${median?.toFixed(3)} ms, p99 ${slow?.toFixed(2)} ms ` +
    `(goal ≤ ${atMostMs}), slowest ${slowest?.toFixed(2)} ms; memory ${mb.toFixed(1)} MB (goal ≤ ${atMostMb})\n`,
)
process.exitCode = (slow ?? 0) > atMostMs || mb > atMostMb ? 1 : 0

function measureResidentMb(): number {
  Bun.gc(true)
  return process.memoryUsage().rss / 1_000_000
}

function measure(lookUp: () => unknown): void {
  const startedAt = Bun.nanoseconds()
  lookUp()
  spentMs.push((Bun.nanoseconds() - startedAt) / 1_000_000)
}
