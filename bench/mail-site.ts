import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Bench, Build } from './bench.ts'
import { Charabanc, type Market } from './charabanc.ts'
import type { Taken } from './mail-office.ts'
import { type Running, runProcess, startProcess } from './process.ts'

/** The process that receives emails. */
export class MailOffice implements AsyncDisposable {
  readonly #server: Running

  private constructor(server: Running) {
    this.#server = server
  }

  static async open(): Promise<MailOffice> {
    return new MailOffice(await startProcess([process.execPath, join(import.meta.dir, 'mail-office.ts')], {}))
  }

  async taken(): Promise<Taken> {
    return (await (await fetch(this.#server.url)).json()) as Taken
  }

  async forget(): Promise<void> {
    await fetch(this.#server.url, { method: 'DELETE' })
  }

  /** Waits for this many emails; returns the seconds from the first to the last, and their number in a second. */
  async drained(count: number): Promise<{ seconds: number; perSecond: number }> {
    let taken = await this.taken()
    for (; taken.count < count; taken = await this.taken()) await Bun.sleep(20)
    const seconds = ((taken.last ?? 0) - (taken.first ?? 0)) / 1_000
    return { seconds, perSecond: (count - 1) / seconds }
  }

  /** The same of a process that only sends. */
  async bareDrained(count: number): Promise<{ seconds: number; perSecond: number }> {
    await this.forget()
    const { smtpPort } = await this.taken()
    await runProcess([process.execPath, join(import.meta.dir, 'bare-mailer.ts'), `${smtpPort}`, `${count}`], process.env)
    return this.drained(count)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }
}

/** A server with a mail office as its mail server, and with the jobs of a market of its own. */
export class MailSite implements AsyncDisposable {
  readonly #charabanc: Charabanc
  readonly #office: MailOffice
  readonly #templates: string
  readonly market: Market
  server: Running

  private constructor(charabanc: Charabanc, office: MailOffice, market: Market, server: Running, templates: string) {
    this.#charabanc = charabanc
    this.#office = office
    this.market = market
    this.server = server
    this.#templates = templates
  }

  static async open(bench: Bench, build: Build, office: MailOffice, jobs: number): Promise<MailSite> {
    const market = await bench.market(build, jobs)
    const { smtpPort } = await office.taken()
    const charabanc = new Charabanc(build.binary, market.dataDir, { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${smtpPort}` })
    using database = openDatabase(market)
    const [{ last }] = database.query('SELECT max(id) AS last FROM messages').all() as [{ last: number }]
    const templates = `fact = 'trip_entered' AND id <= ${last}`
    return new MailSite(charabanc, office, market, await charabanc.serve(), templates)
  }

  /** Makes this many emails to customers due at the next start of the server, each to be written with its link. */
  async backlog(count: number): Promise<void> {
    await this.server[Symbol.asyncDispose]()
    await this.#office.forget()
    if (count > 0) this.#copyMessages(count)
    this.server = await this.#charabanc.serve()
  }

  #copyMessages(count: number): void {
    using database = openDatabase(this.market)
    const now = Date.now()
    const [{ last }] = database.query('SELECT max(id) AS last FROM messages').all() as [{ last: number }]
    const names = database.query<{ name: string }, []>("SELECT name FROM pragma_table_info('messages')").all()
    const anew: Readonly<Record<string, string>> = {
      ...{ id: `${last} + n`, status: "'queued'", attempts: '0', created_at: `${now}` },
      ...{ last_error: 'NULL', sent_at: 'NULL', news_key: 'NULL' },
    }
    const counted = `WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < ${count})`
    const template = `(SELECT *, row_number() OVER (ORDER BY id) - 1 AS nth, count(*) OVER () AS all_of FROM messages
      WHERE ${this.#templates})`
    database.transaction(() => {
      database.run(`${counted} INSERT INTO messages (${names.map(({ name }) => name).join()})
        SELECT ${names.map(({ name }) => anew[name] ?? name).join()} FROM counted JOIN ${template} ON nth = n % all_of`)
      database.run(`${counted} INSERT INTO scheduler (kind, lane, subject_id, due_at, ready_at, attempts, created_at)
        SELECT 'message', 'messages', ${last} + n, ${now}, ${now}, 0, ${now} FROM counted`)
    })()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

function openDatabase({ dataDir }: Market): Database {
  return new Database(join(dataDir, 'charabanc.sqlite'))
}
