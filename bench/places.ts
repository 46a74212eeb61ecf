import { Database } from 'bun:sqlite'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequest } from './callers.ts'
import { ask, Charabanc, type Operator } from './charabanc.ts'
import { median, ratio, show } from './figures.ts'
import { makeHistory } from './history.ts'
import { callServer, executable, type Running } from './process.ts'

// Measures the search for a known place beside a past of this many trips: `bun run bench places [trips …]`. There is one place
// for every four trips, and each trip calls at two. The sizes take turns, one call at a time. The texts are few letters,
// beginnings, words and middles. Exits with 1 if the longest past exceeds its limit beside the shortest.
const sizes = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [10_000, 100_000, 1_000_000]
const texts = ['le', 'leeds sch', 'school', 'chool', 'hall 12', 'no such place']
const atMost = 1.5
const turns = 5
const seconds = 2
const tripsPerPlace = 4

const towns = 'Leeds Lepton York Ripon Otley Ilkley Selby Malton Whitby Thirsk'
const sights = 'School Hall Museum Abbey Hotel Station Castle Stadium Gardens Cathedral'

type Site = {
  readonly trips: number
  readonly server: Running
  readonly token: string
  readonly cpuUs: number[]
  readonly p50Ms: number[]
}

const folder = mkdtempSync(join(tmpdir(), 'charabanc-places-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const row = (cells: readonly string[]) => process.stdout.write(`${cells.map((cell) => cell.padStart(14)).join('')}\n`)

const sites: Site[] = []
for (const trips of sizes) sites.push(await openSite(trips))
try {
  for (let turn = 0; turn < turns; turn++) for (const site of sites) await measure(site)
} finally {
  for (const { server } of sites) await server[Symbol.asyncDispose]()
}

row(['trips', 'places', 'CPU µs/req', 'p50 ms'])
for (const { trips, cpuUs, p50Ms } of sites) row([show(trips), show(placesOf(trips)), show(median(cpuUs)), show(median(p50Ms))])
const grown = ratio(sites.at(-1)?.cpuUs ?? [], sites[0]?.cpuUs ?? [])
const verdict =
  grown === null
    ? 'no ratio: the base differs from itself'
    : `${grown.toFixed(2)} × (goal ≤ ${atMost}: ${grown <= atMost ? 'reached' : 'missed'})`
process.stdout.write(`${verdict}\n`)
process.exitCode = grown !== null && grown > atMost ? 1 : 0

/** A server with a past of this many trips, and a person who is signed in to its portal. */
async function openSite(trips: number): Promise<Site> {
  const place = join(folder, String(trips))
  mkdirSync(place)
  const { dataDir, operator } = await makeHistory(executable(), place, trips)
  fillPlaces(join(dataDir, 'charabanc.sqlite'), operator, trips)
  const charabanc = new Charabanc(executable(), dataDir)
  const server = await charabanc.serve()
  return { trips, server, token: await signIn(charabanc, server, operator), cpuUs: [], p50Ms: [] }
}

async function signIn(charabanc: Charabanc, server: Running, { ref }: Operator): Promise<string> {
  const whose = ['--operator', ref, '--email', 'jo@bench.example']
  await charabanc.command('user', 'create', ...whose, '--name', 'Jo', '--role', 'dispatcher')
  const { token } = await charabanc.command('user', 'link', ...whose)
  return (await ask(server, 'POST', '/api/v1/auth/exchange', '', { token, device_name: 'Desk' })).data.token
}

async function measure({ server, token, cpuUs, p50Ms }: Site): Promise<void> {
  const requests = texts.map((text) => getRequest({ token }, `/portal/v1/places?q=${encodeURIComponent(text)}`))
  const load = await callServer(server, { connections: 1, warmUpSeconds: 0.5, seconds, requests })
  cpuUs.push(load.cpuUs)
  p50Ms.push(load.p50Ms)
}

function placesOf(trips: number): number {
  return Math.ceil(trips / tripsPerPlace)
}

/** Makes every trip call at two places, one of them among the 10 % that have the most calls. */
function fillPlaces(path: string, { ref }: Operator, trips: number): void {
  using database = new Database(path)
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -500000'])
    database.run(`PRAGMA ${pragma}`)
  const count = placesOf(trips)
  const often = Math.max(1, Math.floor(count / 10))
  const { id } = database.query<{ id: number }, [string]>('SELECT id FROM operators WHERE ref = ?').get(ref) ?? { id: 1 }
  for (const table of ['trip_places', 'place_tails', 'known_places']) database.run(`DELETE FROM ${table}`)
  const words = (text: string) => `json('${JSON.stringify(text.split(' '))}')`
  const nth = (text: string, at: string) => `(${words(text)} ->> (${at} % 10))`
  database.run(`CREATE TEMP TABLE named AS
    WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < ${count})
    SELECT n, ${nth(towns, 'n')} AS town, ${nth(sights, 'n / 10')} AS sight FROM counted`)
  database.run(`INSERT INTO known_places (id, operator_id, key, label, kind, locality, point, folded, used)
    SELECT n, ${id}, 'venue ' || n, town || ' ' || sight || ' ' || n, 'venue', town, '{"latitude":53.8,"longitude":-1.55}',
      lower(town || ' ' || sight || ' ' || n), 0 FROM named`)
  for (const tail of ["town || ' ' || sight || ' ' || n", "sight || ' ' || n", 'n'])
    database.run(`INSERT INTO place_tails (operator_id, place_id, tail) SELECT ${id}, n, lower(${tail}) FROM named`)
  for (const place of [`1 + id % ${count}`, `1 + id * 31 % ${often}`])
    database.run(`INSERT OR IGNORE INTO trip_places (operator_id, trip_id, place_id, used_at)
      SELECT ${id}, id, ${place}, created_at FROM trips`)
  database.run(`UPDATE known_places SET used = counted.calls
    FROM (SELECT place_id, count(*) AS calls FROM trip_places GROUP BY place_id) AS counted WHERE counted.place_id = known_places.id`)
  database.run('DROP TABLE named')
}
