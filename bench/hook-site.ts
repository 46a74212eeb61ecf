import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { makeAuthority } from '../test/support/certificates.ts'
import type { Bench, Build } from './bench.ts'
import { ask, Charabanc, type Operator, tripFor } from './charabanc.ts'
import { type Running, runProcess, startProcess } from './process.ts'
import type { Arrival } from './receiver.ts'

export type Scheme = 'http' | 'https'

/** The process that webhooks go to. */
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

  /** With which a process trusts it. */
  get trust(): Readonly<Record<string, string>> {
    return this.#authority === null ? {} : { NODE_EXTRA_CA_CERTS: this.#authority.path }
  }

  /** With which a server delivers to it. */
  get env(): Readonly<Record<string, string>> {
    return { CHARABANC_WEBHOOK_ALLOW_HTTP: '1', CHARABANC_WEBHOOK_ALLOW: new URL(this.url).host, ...this.trust }
  }

  async count(kind: string): Promise<number> {
    return Number(await (await this.#ask(`/count?of=${kind}`)).text())
  }

  /** Resolves when so many have come to paths that begin with `kind`. */
  async came(kind: string, least: number): Promise<void> {
    while ((await this.count(kind)) < least) await Bun.sleep(20)
  }

  /** When what was told of each job first came (ms since 1970). */
  async arrivals(): Promise<ReadonlyMap<string, number>> {
    const told = (await (await this.#ask('/arrivals')).json()) as Arrival[]
    return new Map(told.toReversed())
  }

  async forget(): Promise<void> {
    await this.#ask('/forget')
  }

  /** How many came in a second, once so many have come after the first `warmUp`. */
  async rate(count: number, warmUp: number): Promise<number> {
    await this.came('/sink', warmUp + count)
    const { first, last } = (await (await this.#ask(`/span?after=${warmUp}`)).json()) as { first: number; last: number }
    return ((count - 1) * 1_000) / (last - first)
  }

  /** The same of a process that only posts. */
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

/** A server whose operators follow along at a receiver. */
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

  static async open(bench: Bench, { binary }: Build, receiver: Receiver): Promise<HookSite> {
    const charabanc = new Charabanc(binary, bench.makeFolder(), receiver.env)
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

  /** Enters a trip that these operators are asked to quote for. */
  async offer(operators: readonly Operator[]): Promise<{ readonly ref: string; readonly customer_token: string }> {
    return (await ask(this.server, 'POST', '/platform/v1/trips', this.#platform, tripFor(operators))).data
  }

  /**
   * Copies the first event so many times for each subscription, while the server rests; due at its start, or evenly over `spreadMs`
   * from half a second after.
   */
  async backlog(events: number, spreadMs = 0): Promise<void> {
    await this.server[Symbol.asyncDispose]()
    await this.#receiver.forget()
    this.#copyEvents(events, spreadMs)
    this.server = await this.#charabanc.serve()
  }

  #copyEvents(events: number, spreadMs: number): void {
    using database = new Database(join(this.#charabanc.dataDir, 'charabanc.sqlite'))
    const now = Date.now()
    const [{ last, first }] = database.query('SELECT max(id) AS last, min(id) AS first FROM webhook_events').all() as [
      { last: number; first: number },
    ]
    const counted = `WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < ${events})`
    const copy = (table: string, differing: Readonly<Record<string, string>>, where: string) => {
      const columns = database.query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)').all(table)
      const names = columns.map(({ name }) => name)
      const values = names.map((name) => differing[name] ?? name)
      database.run(
        `${counted} INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM counted, ${table} WHERE ${where}`,
      )
    }
    database.transaction(() => {
      copy('webhook_events', { id: `${last} + n`, occurred_at: `${now}` }, `id = ${first}`)
      const due = spreadMs === 0 ? `${now}` : `${now + 500} + n * ${spreadMs} / ${events}`
      const again = { status: "'pending'", attempts: '0', last_status: 'NULL', delivered_at: 'NULL', created_at: `${now}` }
      const id = `printf('%08x-%04x-7%03x-8000-%012x', ${now} >> 16, ${now} & 65535, subscription_id % 4096, ${last} + n)`
      copy('webhook_deliveries', { ...again, id, event_id: `${last} + n`, due_at: due }, `event_id = ${first}`)
    })()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}
