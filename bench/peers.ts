import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { ask, baseUrl, Charabanc, type Market } from './charabanc.ts'
import { type Running, startProcess } from './process.ts'

/** Another way to write the same server. */
export interface Peer {
  readonly name: string
  /** What starts it beside a database file. */
  readonly command: readonly string[]
}

const programOf = (name: string) => join(import.meta.dir, 'sides', name)

export const bare: Peer = { name: 'bare', command: [process.execPath, programOf('bare.mjs')] }

export const naive: Peer = { name: 'naive', command: [process.execPath, programOf('bare.mjs'), 'naive'] }

export function startPeer({ command }: Peer, { dataDir }: Market): Promise<Running> {
  return startProcess(command, { BENCH_FILE: join(dataDir, 'charabanc.sqlite'), BENCH_BASE_URL: baseUrl })
}

/** A market with each job's itinerary lying ready as charabanc shows it, so that peers need neither its masks nor its clocks. */
export async function marketForPeers(bench: Bench, jobs: number): Promise<Market> {
  const [{ binary }] = bench.builds
  const market = await bench.market(bench.builds[0], jobs)
  const shown = await new Charabanc(binary, market.dataDir).whileServing((server) => itinerariesOf(server, market))
  using database = new Database(join(market.dataDir, 'charabanc.sqlite'))
  database.run('CREATE TABLE bench_itineraries (trip_id INTEGER PRIMARY KEY, wire TEXT NOT NULL)')
  const add = database.prepare('INSERT INTO bench_itineraries SELECT id, ? FROM trips WHERE ref = ?')
  database.transaction(() => {
    for (const [ref, wire] of shown) add.run(wire, ref)
  })()
  return market
}

async function itinerariesOf(server: Running, { operator }: Market): Promise<Map<string, string>> {
  const shown = new Map<string, string>()
  for (let path: string | null = '/api/v1/jobs?per_page=100'; path !== null; ) {
    const { data, links } = await ask(server, 'GET', path, operator.token)
    for (const {
      ref,
      status,
      currency_code,
      quote_by,
      offered_at,
      closed_at,
      booking_ref,
      my_quote,
      created_at,
      updated_at,
      ...wire
    } of data)
      shown.set(ref, JSON.stringify(wire))
    path = links.next?.slice(baseUrl.length) ?? null
  }
  return shown
}
