import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { usualMapUrl } from '../src/domain/map-url.ts'
import { asItinerary } from '../src/http/contracts/itinerary-view.ts'
import { JobPage, JobView } from '../src/http/contracts/job.ts'
import { MeView } from '../src/http/contracts/me.ts'
import { packedMaskedItinerary } from '../src/storage/rows/packed-itinerary.ts'
import type { Bench } from './bench.ts'
import { baseUrl, type Market } from './charabanc.ts'
import { type Running, runProcess, startProcess } from './process.ts'

/** Another implementation of the same server. */
export interface Peer {
  readonly name: string
  /** The command that starts it beside a database file. */
  readonly command: readonly string[]
  /** Whether it uses packages that the project does not have. */
  readonly isInstalled?: boolean
}

const folder = join(import.meta.dir, 'sides')

export const bare: Peer = { name: 'bare', command: [process.execPath, join(folder, 'bare.mjs')] }

export const ready: Peer = { name: 'ready', command: [...bare.command, 'ready'] }

export const sharing: Peer = { name: 'sharing', command: [...bare.command, 'sharing'] }

export const naive: Peer = { name: 'naive', command: [...bare.command, 'naive'] }

export const fastify: Peer = { name: 'fastify', command: ['node', join(folder, 'fastify.mjs')], isInstalled: true }

export const hono: Peer = { name: 'hono', command: [process.execPath, join(folder, 'hono.mjs')], isInstalled: true }

/** Starts a peer on a market made for peers. */
export async function startPeer(bench: Bench, { command, isInstalled }: Peer, { dataDir }: Market): Promise<Running> {
  if (isInstalled) await bench.once('install', installPeers)
  return startProcess(command, {
    BENCH_FILE: join(dataDir, 'charabanc.sqlite'),
    BENCH_BASE_URL: baseUrl,
    BENCH_MAP_URL: usualMapUrl,
    BENCH_ITINERARY: await bench.once('itinerary', () => itineraryModule(bench)),
    BENCH_SCHEMAS: await bench.once('schemas', () => writeSchemas(bench)),
  })
}

/** Installs the packages of the peers; npm compiles better-sqlite3 if there is no build for this machine. */
async function installPeers(): Promise<void> {
  if (existsSync(join(folder, 'node_modules/hono'))) return
  process.stderr.write('installing what the peers are written with (a minute or two, once)\n')
  await runProcess(['npm', 'install', '--no-package-lock', '--no-audit', '--no-fund'], process.env, folder)
}

/** The schemas by which peers write their answers: those of the contract, with nullable fields in Fastify's form. */
async function writeSchemas({ folder }: Bench): Promise<string> {
  const path = join(folder, 'schemas.json')
  const schemas = { me: MeView.schema, jobs: JobPage.schema, job: JobView.schema, terms: { type: 'object' } }
  await Bun.write(
    path,
    JSON.stringify(schemas, (_, value) => withNullable(value)),
  )
  return path
}

function withNullable(schema: { anyOf?: { type: string }[] } | null) {
  const [one, other] = schema?.anyOf ?? []
  return schema?.anyOf?.length === 2 && other?.type === 'null' ? { ...one, nullable: true } : schema
}

/**
 * A market with each job's itinerary beside it as JSON and as charabanc shows it, since peers cannot unpack charabanc's format.
 */
export async function marketForPeers(bench: Bench, jobs: number): Promise<Market> {
  const market = await bench.market(bench.builds[0], jobs)
  using database = new Database(join(market.dataDir, 'charabanc.sqlite'))
  database.run('CREATE TABLE bench_itineraries (trip_id INTEGER PRIMARY KEY, itinerary TEXT NOT NULL, shown TEXT NOT NULL)')
  const trips = database.query<{ id: number; stored: string }, []>('SELECT id, masked_itinerary AS stored FROM trips').all()
  const add = database.prepare('INSERT INTO bench_itineraries VALUES (?, ?, ?)')
  database.transaction(() => {
    for (const { id, stored } of trips) {
      const itinerary = packedMaskedItinerary.unpack(stored)
      add.run(id, JSON.stringify(itinerary), JSON.stringify(asItinerary(itinerary, usualMapUrl)))
    }
  })()
  return market
}

/** charabanc's function that shows an itinerary, as a module that Node runs too. */
async function itineraryModule(bench: Bench): Promise<string> {
  const entrypoint = join(import.meta.dir, '../src/http/contracts/itinerary-view.ts')
  const { success } = await Bun.build({ entrypoints: [entrypoint], target: 'node', outdir: bench.folder, naming: '[name].mjs' })
  if (!success) throw new Error('the itinerary cannot be built for the peers')
  return join(bench.folder, 'itinerary-view.mjs')
}
