import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { abilities } from '../src/domain/ability.ts'
import { multiplyJob } from '../test/support/operator-history.ts'
import type { Postgres } from './postgres.ts'
import { type Running, runProcess, startProcess } from './process.ts'

/** The base address in the links of every side, whatever its port. */
export const baseUrl = 'http://bench.test'

/** Limits that are counted but never reached. Their windows are a day, since a window of a minute would remember every call. */
const wideLimits = Object.fromEntries(
  'READ PORTAL QUOTE_WRITE WRITE DRIVER_READ DRIVER_WRITE LOCATIONS PLATFORM CUSTOMER EXCHANGE ENQUIRY'
    .split(' ')
    .map((name) => [`CHARABANC_LIMIT_${name}`, '9999999/d']),
)

/** An executable on a data folder of its own, with its data in a file there or in a PostgreSQL. */
export class Charabanc {
  readonly binary: string
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  readonly #postgres: Postgres | null

  constructor(binary: string, dataDir: string, env: Readonly<Record<string, string>> = {}, postgres: Postgres | null = null) {
    mkdirSync(dataDir, { recursive: true })
    this.binary = binary
    this.dataDir = dataDir
    this.#postgres = postgres
    this.env = {
      CHARABANC_DATA_DIR: dataDir,
      CHARABANC_LISTEN: '127.0.0.1:0',
      CHARABANC_BASE_URL: baseUrl,
      CHARABANC_PAYMENTS: 'sandbox',
      CHARABANC_BACKUP_DAILY: '0',
      ...wideLimits,
      ...(postgres !== null && { CHARABANC_DATABASE_URL: postgres.url }),
      ...env,
    }
  }

  /** The URL of its database, for a client. */
  get databaseUrl(): string {
    return this.#postgres?.url ?? `sqlite://${join(this.dataDir, 'charabanc.sqlite')}`
  }

  async serve(): Promise<Running> {
    const server = await startProcess([this.binary, 'serve'], this.env)
    return this.#postgres === null ? server : { ...server, databasePid: this.#postgres.pid }
  }

  /** Serves until the work ends. */
  async whileServing<T>(work: (server: Running) => Promise<T>): Promise<T> {
    await using server = await this.serve()
    return await work(server)
  }

  /** Runs a command on the folder and returns its JSON. */
  async command(...words: readonly string[]) {
    return JSON.parse(await runProcess([this.binary, ...words, '--json'], this.env, this.dataDir))
  }

  async platformKey(): Promise<string> {
    return (await this.command('key', 'mint', '--name', 'bench', '--platform')).token
  }

  /** Opens an account and mints a key with all abilities. */
  async operator(server: Running, platform: string): Promise<Operator> {
    const account = { name: 'Dales Coaches', currency_code: 'GBP', timezone: 'Europe/London', commission_bps: 1000 }
    const { operator_ref: ref } = (await ask(server, 'POST', '/platform/v1/operators', platform, account)).data
    return { ref, token: await this.operatorKey(ref) }
  }

  /** Mints a key with all abilities for an account. */
  async operatorKey(ref: string): Promise<string> {
    const can = abilities.flatMap((ability) => ['--ability', ability])
    return (await this.command('key', 'mint', '--name', 'bench', '--operator', ref, ...can)).token
  }
}

export interface Operator {
  readonly ref: string
  readonly token: string
}

/** Makes a request to a server. Throws if it is refused. */
// biome-ignore lint/suspicious/noExplicitAny: a bench reads any response
export async function ask({ url }: Running, method: string, path: string, token: string, body?: unknown): Promise<any> {
  const headers = { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** A trip to York and back in 60 days. */
export function tripFor(operators: readonly Operator[], differing: Readonly<Record<string, unknown>> = {}) {
  const at = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`
  return {
    customer: { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123' },
    pickup: { label: 'Leeds Town Hall', kind: 'venue', locality: 'Leeds', postcode: 'LS1 3AD' },
    dropoff: { label: 'York Minster', kind: 'venue', locality: 'York', postcode: 'YO1 7HH' },
    departs_at: at(60),
    returns_at: at(60.4),
    quote_by: at(20),
    passenger_count: 45,
    offer_to: operators.map(({ ref }) => ref),
    ...differing,
  }
}

export function termsAt(price: number) {
  const vehicles = [{ type: 'coach_49', count: 1, seats: 49 }]
  return { price_amount: price, currency_code: 'GBP', availability: 'likely', vehicles }
}

/** A data folder with a market in it, and its credentials. */
export interface Market {
  readonly dataDir: string
  readonly platform: string
  readonly operator: Operator
  /** Jobs that have a likely quote. */
  readonly quoted: readonly string[]
}

/** Makes a market of this many jobs. A third of 300 jobs are quoted; jobs beyond 300 are copies made in the database. */
export async function makeMarket(binary: string, dataDir: string, jobs: number): Promise<Market> {
  const charabanc = new Charabanc(binary, dataDir)
  const refs: string[] = []
  const quoted: string[] = []
  const { platform, operator } = await charabanc.whileServing(async (server) => {
    const platform = await charabanc.platformKey()
    const operator = await charabanc.operator(server, platform)
    for (let n = 0; n < Math.min(jobs, 300); n++) {
      refs.push((await ask(server, 'POST', '/platform/v1/trips', platform, tripFor([operator]))).data.ref)
    }
    for (const ref of refs.filter((_, n) => n % 3 === 0)) {
      await ask(server, 'POST', `/api/v1/jobs/${ref}/quote`, operator.token, termsAt(64_000))
      quoted.push(ref)
    }
    return { platform, operator }
  })
  if (jobs > refs.length) multiplyJob(dataDir, refs.at(-1) ?? '', jobs - refs.length)
  return { dataDir, platform, operator, quoted }
}
