import { join } from 'node:path'
import { SQL } from 'bun'
import { makeAuthority } from '../test/support/certificates.ts'
import type { Bench, Build } from './bench.ts'
import { ask, Charabanc, type Operator, tripFor } from './charabanc.ts'
import type { Postgres } from './postgres.ts'
import { type Running, runProcess, startProcess } from './process.ts'
import type { Arrival } from './receiver.ts'

export type Scheme = 'http' | 'https'

/** The process that receives webhooks. */
export class Receiver implements AsyncDisposable {
  readonly #server: Running
  readonly #authority: { readonly path: string } | null

  private constructor(server: Running, authority: { readonly path: string } | null) {
    this.#server = server
    this.#authority = authority
  }

  static async open(bench: Bench, scheme: Scheme = 'http'): Promise<Receiver> {
    const folder = bench.makeFolder()
    const authority = scheme === 'https' ? await makeAuthority({ at: (name) => join(folder, name) }) : null
    const certificate = authority === null ? '' : JSON.stringify(await authority.sign('IP:127.0.0.1'))
    return new Receiver(await startProcess([process.execPath, join(import.meta.dir, 'receiver.ts'), certificate], {}), authority)
  }

  get url(): string {
    return this.#server.url
  }

  /** The variables with which a process trusts it. */
  get trust(): Readonly<Record<string, string>> {
    return this.#authority === null ? {} : { NODE_EXTRA_CA_CERTS: this.#authority.path }
  }

  /** The variables with which a server delivers to it. */
  get env(): Readonly<Record<string, string>> {
    return { CHARABANC_WEBHOOK_ALLOW_HTTP: '1', CHARABANC_WEBHOOK_ALLOW: new URL(this.url).host, ...this.trust }
  }

  async count(kind: string): Promise<number> {
    return Number(await (await this.#ask(`/count?of=${kind}`)).text())
  }

  /** Resolves when this many have arrived at paths that begin with `kind`. */
  async came(kind: string, least: number): Promise<void> {
    while ((await this.count(kind)) < least) await Bun.sleep(20)
  }

  /** The first arrival of an event about each job (ms since 1970). */
  async arrivals(): Promise<ReadonlyMap<string, number>> {
    const told = (await (await this.#ask('/arrivals')).json()) as Arrival[]
    return new Map(told.toReversed())
  }

  async forget(): Promise<void> {
    await this.#ask('/forget')
  }

  /** The number of arrivals in a second, after the first `warmUp`. */
  async rate(count: number, warmUp: number): Promise<number> {
    await this.came('/sink', warmUp + count)
    const { first, last } = (await (await this.#ask(`/span?after=${warmUp}`)).json()) as { first: number; last: number }
    return ((count - 1) * 1_000) / (last - first)
  }

  /** The rate of a process that only posts. */
  async bareRate(count: number, warmUp: number): Promise<number> {
    await this.forget()
    const command = [process.execPath, join(import.meta.dir, 'bare-sender.ts'), `${this.url}/sink`, `${warmUp + count}`]
    await runProcess(command, { ...process.env, ...this.trust })
    return this.rate(count, warmUp)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }

  #ask(path: string): Promise<Response> {
    return fetch(this.url + path, this.#authority === null ? {} : { tls: { ca: Bun.file(this.#authority.path) } })
  }
}

/** A server with operators that subscribe to a receiver. */
export class HookSite implements AsyncDisposable {
  readonly #charabanc: Charabanc
  readonly #receiver: Receiver
  readonly #platform: string
  server: Running

  private constructor(charabanc: Charabanc, receiver: Receiver, server: Running, platform: string) {
    this.#charabanc = charabanc
    this.#receiver = receiver
    this.server = server
    this.#platform = platform
  }

  /** Opens a site with its data in a file, or in an empty PostgreSQL. */
  static async open(bench: Bench, { binary }: Build, receiver: Receiver, postgres: Postgres | null = null): Promise<HookSite> {
    const charabanc = new Charabanc(binary, bench.makeFolder(), receiver.env, postgres)
    const server = await charabanc.serve()
    return new HookSite(charabanc, receiver, server, await charabanc.platformKey())
  }

  get dataDir(): string {
    return this.#charabanc.dataDir
  }

  operator(): Promise<Operator> {
    return this.#charabanc.operator(this.server, this.#platform)
  }

  async follow({ token }: Operator, path: string): Promise<void> {
    const events = ['job.offered', 'booking.confirmed']
    const subscription = { label: 'bench', endpoint_url: this.#receiver.url + path, events }
    await ask(this.server, 'POST', '/api/v1/webhooks', token, subscription)
  }

  /** Enters a trip that is offered to these operators. */
  async offer(operators: readonly Operator[]): Promise<{ readonly ref: string; readonly customer_token: string }> {
    return (await ask(this.server, 'POST', '/platform/v1/trips', this.#platform, tripFor(operators))).data
  }

  /**
   * Copies the first event this many times for each subscription while the server is stopped. The copies are due at its start, or
   * `waitMs` after it and evenly over `spreadMs` from then. On PostgreSQL no further event may be made afterwards: its next ids
   * are used.
   */
  async backlog(events: number, waitMs = 0, spreadMs = 0): Promise<void> {
    await this.server[Symbol.asyncDispose]()
    await this.#receiver.forget()
    await this.#copyEvents(events, waitMs, spreadMs)
    this.server = await this.#charabanc.serve()
  }

  async #copyEvents(events: number, waitMs: number, spreadMs: number): Promise<void> {
    const database = new SQL(this.#charabanc.databaseUrl)
    try {
      await database.begin(async (transaction) => {
        for (const statement of await copyStatements(transaction, { events, spreadMs, dueAt: Date.now() + waitMs })) {
          await transaction.unsafe(statement)
        }
      })
    } finally {
      await database.close({ timeout: 1 })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

type Copies = { readonly events: number; readonly dueAt: number; readonly spreadMs: number }

/** The SQL that copies the first event and its deliveries, for both databases. */
async function copyStatements(database: SQL, { events, dueAt, spreadMs }: Copies): Promise<string[]> {
  const now = Date.now()
  const [found] = await database.unsafe('SELECT max(id) AS last, min(id) AS first FROM webhook_events')
  const [last, first] = [Number(found.last), Number(found.first)]
  const copy = async (table: string, where: string, differing: Readonly<Record<string, string>>) => {
    const [row] = await database.unsafe(`SELECT * FROM ${table} WHERE ${where} LIMIT 1`)
    const names = Object.keys(row)
    const values = names.map((name) => differing[name] ?? name)
    return `WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < ${events})
      INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM counted, ${table} WHERE ${where}`
  }
  // A UUID of version 7, with decimals in the changing parts.
  const time = now.toString(16).padStart(12, '0')
  const digits = (number: string, count: number) => `substr(cast(${10 ** count} + ${number} AS text), 2)`
  const uuid = [
    `'${time.slice(0, 8)}-${time.slice(8)}-7'`,
    digits('subscription_id % 1000', 3),
    "'-8000-'",
    digits(`${last} + n`, 12),
  ]
  const again = { status: "'pending'", attempts: '0', last_status: 'NULL', delivered_at: 'NULL', created_at: `${now}` }
  const due = `${dueAt} + n * ${spreadMs} / ${events}`
  return [
    await copy('webhook_events', `id = ${first}`, { id: `${last} + n`, occurred_at: `${now}` }),
    await copy('webhook_deliveries', `event_id = ${first}`, {
      ...again,
      id: uuid.join(' || '),
      event_id: `${last} + n`,
      due_at: due,
    }),
  ]
}
