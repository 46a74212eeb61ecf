import { Database } from 'bun:sqlite'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashToken } from '../src/actions/credentials.ts'
import { connectSqlite, openSqlite } from '../src/storage/open.sqlite.ts'
import { findCredentialByHash } from '../src/storage/queries/credentials.ts'
import { listJobs } from '../src/storage/queries/jobs.ts'
import { type Market, type OperatorDesk, openMarket, terms } from '../test/support/market.ts'
import { startServer } from '../test/support/server.ts'
import { measure, type Numbers } from './measure.ts'

// What the project claims about speed, measured in one run on this machine: `bun run build && bun bench/speed.ts`.
const seconds = Number(process.argv[2] ?? 3)
const connections = 32

const write = (line: string) => process.stdout.write(`${line}\n`)
const say = (name: string, ...cells: string[]) => write([name.padEnd(58), ...cells.map((cell) => cell.padStart(12))].join(''))
const show = (name: string, { perSecond, p50Ms, p99Ms }: Numbers) =>
  say(name, perSecond.toFixed(0), `${p50Ms.toFixed(2)} ms`, `${p99Ms.toFixed(2)} ms`)

write(`${cpus().length} × ${cpus()[0]?.model}, Bun ${Bun.version}, client and server on the same machine\n`)
await boots()
write('')
say('', 'per second', 'p50', 'p99')
await disk()
{
  await using market = await openMarket({ env: { CHARABANC_LOG_LEVEL: 'warn' } })
  const operator = await market.operator()
  const trips = await Promise.all(Array.from({ length: 500 }, () => market.trip([operator])))
  const refs = trips.map(({ ref }) => ref)
  for (const ref of refs.slice(0, 100)) await operator.quote({ ref })

  await overHttp(operator, refs)
  await inProcess(market, operator)
  say('memory of the server after all this', residentMib(market.server.pid))
}

/** From the spawn in an empty folder to the line that says `listening`. */
async function boots(): Promise<void> {
  const times: number[] = []
  for (let run = 0; run < 20; run++) {
    const startedAt = performance.now()
    await using _server = await startServer()
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  say('listening in an empty folder, 20 starts: best, median, worst', ...[0, 10, 19].map((at) => `${times[at]?.toFixed(0)} ms`))
  await using server = await startServer()
  await Bun.sleep(3_000)
  say('memory 3 s after the start, nobody calling', residentMib(server.pid))
}

function residentMib(pid: number): string {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return `${(Number(kib) / 1024).toFixed(0)} MiB`
}

/** What this disk gives to a plain loop, so that the other numbers can be told from the machine. */
async function disk(): Promise<void> {
  for (const synchronous of ['FULL', 'NORMAL']) {
    const folder = mkdtempSync(join(tmpdir(), 'charabanc-bench-'))
    const database = connectSqlite(join(folder, 'plain.sqlite'), 'write')
    database.run(`PRAGMA synchronous = ${synchronous}`)
    database.run('CREATE TABLE plain (id integer PRIMARY KEY, text text)')
    const insert = database.prepare("INSERT INTO plain (text) VALUES ('a row of some thirty characters')")
    show(`this disk: a commit for every row, ${synchronous}`, await measure(1, seconds, async () => void insert.run()))
    database.close()
    rmSync(folder, { recursive: true })
  }
}

async function overHttp(operator: OperatorDesk, refs: readonly string[]): Promise<void> {
  let next = 0
  const nextRef = () => ({ ref: refs[next++ % refs.length] ?? '' })
  const tasks = {
    'GET /api/v1/me': () => operator.get('/me'),
    'GET /api/v1/jobs, 25 rows': () => operator.jobs(),
    'GET /api/v1/jobs/{ref}': () => operator.job(nextRef()),
    'POST quote': () => operator.quote(nextRef(), terms()),
    'POST quote with Idempotency-Key': () => operator.quote(nextRef(), terms(), { key: crypto.randomUUID() }),
  }
  for (const [name, task] of Object.entries(tasks)) {
    for (const together of [1, connections]) {
      const numbers = await measure(together, seconds, async () => {
        const { status, text } = await task()
        if (status !== 200) throw new Error(`${name}: ${text}`)
      })
      show(`${name}, ${together} at a time`, numbers)
    }
  }
}

/** The same without HTTP: what storage alone takes. */
async function inProcess({ server }: Market, { token }: OperatorDesk): Promise<void> {
  const path = join(server.dataDir, 'charabanc.sqlite')
  const storage = openSqlite(path)
  const hash = hashToken(token)
  const asked = {
    operatorId: 1,
    filter: 'all',
    updatedSince: null,
    now: Date.now(),
    closingUntil: 0,
    limit: 25,
    offset: 0,
  } as const
  show('storage: token lookup', await measure(1, seconds, () => storage.read((db) => findCredentialByHash(db, hash))))
  show('storage: 25 jobs and their total', await measure(1, seconds, () => storage.read((db) => listJobs(db, asked))))
  await storage.close()
  using database = new Database(path, { readonly: true })
  const lookup = database.query('SELECT * FROM credentials WHERE hash = ?')
  show('bare SQLite: token lookup', await measure(1, seconds, async () => lookup.get(hash)))
}
