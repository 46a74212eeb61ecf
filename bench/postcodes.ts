import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SQL } from 'bun'
import { openGazetteer } from '../src/domain/gazetteer.ts'
import { type DatabaseAddress, openStorage } from '../src/storage/open.ts'
import { findPostcodePoints } from '../src/storage/queries/postcodes.ts'
import { WriterBell } from '../src/storage/sqlite/writer-bell.ts'
import type { Storage } from '../src/storage/storage.ts'
import { postgresPrograms } from '../test/support/postgres-data-folder.ts'
import { makeSamplePostcode, writePostcodes } from '../test/support/sample-postcodes.ts'
import type { Bench } from './bench.ts'
import { getRequest } from './callers.ts'
import { ask, Charabanc, tripFor } from './charabanc.ts'
import { quantile, show } from './figures.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { callServer, executable, runProcess, startCalling } from './process.ts'

// Measures an import of postcodes beside a server with readers, and look-ups after it, on SQLite and on PostgreSQL:
// `bun run bench postcodes [rows]`. Exits with 1 if a figure exceeds its goal.
const rows = Number(process.argv[3] ?? 1_800_000)
const mostSeconds = { SQLite: 90, PostgreSQL: 150 }
const mostMb = 150
const mostSlower = 2
const mostLookUpMs = 2
const trips = 50
const lookUps = 500

type Database = keyof typeof mostSeconds

/** Measures both databases; PostgreSQL only if it is installed. */
export async function measurePostcodes(bench: Bench): Promise<void> {
  const file = join(bench.makeFolder(), 'postcodes.csv')
  writePostcodes(file, rows)
  await measure(bench, 'SQLite', file, null)
  if (postgresPrograms === null) return void process.stdout.write('PostgreSQL is not installed.\n')
  await using postgres = await startPostgres(bench, postgresPrograms)
  await measure(bench, 'PostgreSQL', file, postgres)
}

async function measure(bench: Bench, database: Database, file: string, postgres: Postgres | null): Promise<void> {
  const charabanc = new Charabanc(executable(), bench.makeFolder(), {}, postgres)
  await using server = await charabanc.serve()
  const platform = await charabanc.platformKey()
  const operator = await charabanc.operator(server, platform)
  for (let nth = 0; nth < trips; nth++) await ask(server, 'POST', '/platform/v1/trips', platform, tripFor([operator]))
  const reading = { connections: 4, warmUpSeconds: 2, pauseMs: 5, requests: [getRequest(operator, '/api/v1/jobs')] }
  const alone = await callServer(server, { ...reading, seconds: 10 })
  const before = await sizeOf(charabanc, postgres)
  const readers = await startCalling(server, { ...reading, seconds: 600 })
  const startedAt = performance.now()
  await runProcess([charabanc.binary, 'places', 'import', file, '--json'], charabanc.env, charabanc.dataDir)
  const seconds = (performance.now() - startedAt) / 1_000
  const beside = await readers.stop()
  const mb = ((await sizeOf(charabanc, postgres)) - before) / 1_000_000
  const codes = Array.from({ length: lookUps }, (_, nth) => makeSamplePostcode(Math.floor((nth * rows) / lookUps)).postcode)
  const storage = await openStorage(addressOf(charabanc, postgres), 'dispatcher')
  const full = await measureLookUps(storage, codes)
  const outward = await measureLookUps(
    storage,
    codes.map((code) => code.split(' ')[0] ?? ''),
  )
  await storage.close()
  const slower = beside.p99Ms / alone.p99Ms
  process.stdout.write(
    `${database}: ${show(rows)} postcodes in ${show(seconds)} s (goal ≤ ${mostSeconds[database]}), ${show(mb)} MB (goal ` +
      `on SQLite ≤ ${mostMb}); readers p99 ${show(alone.p99Ms)} ms, meanwhile ${show(beside.p99Ms)} ms (${show(slower)} ×, goal ≤ ` +
      `${mostSlower}); look-ups p99 ${show(full)} ms of postcodes, ${show(outward)} ms of outward codes (goal ≤ ` +
      `${mostLookUpMs})\n`,
  )
  const isMissed = seconds > mostSeconds[database] || (postgres === null && mb > mostMb) || slower > mostSlower
  if (isMissed || Math.max(full, outward) > mostLookUpMs) process.exitCode = 1
}

/** The time (ms) within which 99 % of look-ups of a code and its nearest town end. */
async function measureLookUps(storage: Storage, codes: readonly string[]): Promise<number> {
  const gazetteer = openGazetteer(readFileSync(join(resolve(import.meta.dir, '..'), 'dist/places/towns.bin')))
  const spentMs: number[] = []
  for (const code of [...codes, ...codes]) {
    const startedAt = Bun.nanoseconds()
    const point = (await storage.read((db) => findPostcodePoints(db, [code]))).get(code)
    if (point === undefined) throw new Error(`${code} was not found`)
    gazetteer.findNearest(point)
    spentMs.push((Bun.nanoseconds() - startedAt) / 1_000_000)
  }
  // The first look-ups read the files.
  return quantile(spentMs.slice(codes.length), 0.99)
}

function addressOf({ dataDir }: Charabanc, postgres: Postgres | null): DatabaseAddress {
  if (postgres === null) return { kind: 'sqlite', path: join(dataDir, 'charabanc.sqlite'), writerBell: new WriterBell().shared }
  return { kind: 'postgres', url: postgres.url, directUrl: postgres.url, origin: 'bench' }
}

async function sizeOf({ dataDir }: Charabanc, postgres: Postgres | null): Promise<number> {
  if (postgres === null) return statSync(join(dataDir, 'charabanc.sqlite')).size
  await using client = new SQL(postgres.url, { max: 1 })
  const [row] = await client`select pg_database_size(current_database())::float8 as bytes`
  return row.bytes
}
