import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Balancer, openBalancer } from './balancer.ts'
import { type CommandResult, runExecutable, runExecutableJson } from './command-line.ts'
import {
  changeDatabase,
  databaseSettings,
  dropDatabase,
  ensureDatabase,
  prepareDatabase,
  queryDatabase,
  readWholeDatabase,
  withDatabaseQueries,
} from './database.ts'
import { eventually } from './eventually.ts'
import { type Folder, makeFolder } from './folder.ts'
import { nodeCount, postgresUrl } from './postgres.ts'
import { type ReadyLine, ServerProcess } from './server-process.ts'

export interface ServerOptions {
  /** Settings beside those of every test server: a data folder, a free port, a mail folder, the clock of test mode. */
  readonly env?: Readonly<Record<string, string>>
  /** An existing data folder, which outlives the server; by default a new one that is deleted with it. */
  readonly dataDir?: string
  /** Whether only the executable opens the database, as in a test that kills it or fills its disk. */
  readonly isAlone?: boolean
  /** Whether it uses a SQLite file even if the tests run on PostgreSQL, since the test is about that file. */
  readonly isFile?: boolean
  /** The number of nodes on PostgreSQL, each request going to the next; by default as many as the tests run on. */
  readonly nodes?: number
  /** The time at the first start (ms); by default the machine's time. */
  readonly startsAt?: number
  /** Whether its tables exist before the first start; by default it makes those of a new folder itself. */
  readonly isLaidOut?: boolean
  /** Another command than `serve` that listens, with its flags. */
  readonly words?: readonly string[]
}

/** An email or an SMS as the server wrote it into its mail folder. */
export interface Mail {
  /** The id of the message, in the order of queueing; several nodes may send in another order. */
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Starts the compiled server and resolves when it is ready: `await using server = await startServer({ env })`. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const server = new Server(options)
  try {
    await server.start()
  } catch (fault) {
    await server[Symbol.asyncDispose]()
    throw fault
  }
  return server
}

/** A running executable with its folders, or several as nodes behind one URL; stopping it twice is harmless. */
export class Server implements AsyncDisposable {
  readonly dataDir: string
  readonly #folder: Folder = makeFolder()
  readonly #options: ServerOptions
  readonly #nodes: readonly ServerProcess[]
  #balancer: Balancer | null = null
  #advancedSeconds = 0

  constructor(options: ServerOptions) {
    this.#options = options
    this.dataDir = options.dataDir ?? options.env?.CHARABANC_DATA_DIR ?? this.#folder.at('data')
    if (options.startsAt !== undefined) this.#setClock(Math.ceil((options.startsAt - Date.now()) / 1_000))
    const words = options.words ?? ['serve']
    const count = this.#isOnPostgres ? (options.nodes ?? nodeCount) : 1
    this.#nodes = Array.from({ length: count }, () => new ServerProcess(words, this.#folder.path))
  }

  /** Whether only the executable may open its database. */
  get isAlone(): boolean {
    return this.#options.isAlone === true
  }

  /** The address at which it listens, without a slash at the end. */
  get url(): string {
    return this.#balancer?.url ?? this.ready.url.replace(/\/$/, '')
  }

  /** The line that it printed when it was ready; with several nodes, the first node's. */
  get ready(): ReadyLine {
    return this.#first.ready
  }

  /** The process id; with several nodes, the first node's. */
  get pid(): number {
    return this.#first.pid
  }

  /** All output so far, of this start and the earlier ones, node by node. */
  get stdout(): string {
    return this.#nodes.map(({ output }) => output.stdout).join('')
  }

  /** All log lines so far, of this start and the earlier ones, node by node. */
  get stderr(): string {
    return this.#nodes.map(({ output }) => output.stderr).join('')
  }

  /** Starts it, also after a stop, with the same data and settings, and waits until it is ready. */
  async start(): Promise<void> {
    if (this.#isOnPostgres) await ensureDatabase(this.dataDir)
    else if (this.#options.isLaidOut && !existsSync(this.dataDir)) {
      mkdirSync(this.dataDir, { mode: 0o700 })
      await prepareDatabase(this.dataDir, true)
    }
    const [first, ...others] = this.#nodes
    if (others.length > 0) this.#balancer = await openBalancer()
    await first?.start(this.#environment())
    await Promise.all(others.map((other, nth) => other.start(this.#environmentOf(nth + 2))))
    this.#balancer?.forwardTo(this.#nodes.map(({ ready }) => new URL(ready.url)))
  }

  /** Asks every node to stop, and returns the exit code; of several codes the worst. */
  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
    const codes = await Promise.all(this.#nodes.map((node) => node.stop(signal)))
    this.#closeBalancer()
    return codes.find((code) => code !== 0) ?? codes[0] ?? null
  }

  /** Kills every node with `kill -9`, without a chance to clean up. */
  async kill(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.kill()))
    this.#closeBalancer()
  }

  /** Makes a request: `server.fetch('/api/v1/me', { headers })`. */
  fetch(path: string, init?: RequestInit): Promise<Response> {
    // A balancer sends each connection to the next node, so each request needs a connection of its own.
    const keepalive = this.#balancer === null
    const ask = () => fetch(`${this.url}${path}`, { redirect: 'manual', keepalive, ...init })
    if ((init?.method ?? 'GET') !== 'GET') return ask()
    // A busy machine may close an idle connection just as it is used again. A read is repeated, as any client does (RFC 9110
    // 9.2.2).
    return ask().catch((fault) => (fault?.code === 'ECONNRESET' ? ask() : Promise.reject(fault)))
  }

  /** Runs a command on the same data, with the same settings. */
  cli(words: readonly string[]): Promise<CommandResult> {
    return runExecutable(words, { env: this.#environment(), cwd: this.#folder.path })
  }

  /** Runs a command with `--json` on the same data and returns the printed object. */
  cliJson<T>(words: readonly string[]): Promise<T> {
    return runExecutableJson<T>(words, { env: this.#environment(), cwd: this.#folder.path })
  }

  /** The server's time in milliseconds. */
  now(): number {
    return Date.now() + this.#advancedSeconds * 1_000
  }

  /** Moves the server's clock on (or back) for every thread. */
  async advance(seconds: number): Promise<void> {
    this.#setClock(this.#advancedSeconds + seconds)
  }

  /** Resolves when every due task is done. */
  async dueTasksDone(): Promise<void> {
    const next = `SELECT min(CASE WHEN lease_token IS NULL AND ready_at > due_at THEN ready_at ELSE due_at END) AS at FROM scheduler`
    await withDatabaseQueries(this.dataDir, (ask) =>
      eventually(async () => {
        const [first] = await ask<{ at: number | null }>(next)
        // Reads the time afterwards: tasks that a task leaves for now are due by then.
        return (first?.at ?? Number.POSITIVE_INFINITY) > this.now()
      }),
    )
  }

  /** The rows of a query in its database while it runs. `?` is the place of each value. */
  ask<T>(query: string, ...values: readonly (number | string)[]): Promise<T[]> {
    return queryDatabase<T>(this.dataDir, query, ...values)
  }

  /** All content of its database, as a thief of its files would read it. */
  readWholeDatabase(): Promise<string> {
    return readWholeDatabase(this.dataDir)
  }

  /** Writes to its database without its knowledge. */
  change(...statements: readonly string[]): Promise<void> {
    return changeDatabase(this.dataDir, ...statements)
  }

  /** The emails and SMS that it has sent, oldest first. */
  mails(): readonly Mail[] {
    const folder = this.#folder.at('mail')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .map((name) => readMail(name, readFileSync(join(folder, name), 'utf8')))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    if (this.#ownsData) await dropDatabase(this.dataDir)
    this.#folder[Symbol.dispose]()
  }

  get #isOnPostgres(): boolean {
    return postgresUrl !== null && this.#options.isFile !== true
  }

  /** Whether its data is deleted with it. */
  get #ownsData(): boolean {
    return this.dataDir === this.#folder.at('data')
  }

  #setClock(advancedSeconds: number): void {
    this.#advancedSeconds = advancedSeconds
    const clock = this.#folder.at('clock')
    writeFileSync(`${clock}.new`, `${advancedSeconds}\n`)
    renameSync(`${clock}.new`, clock)
  }

  get #first(): ServerProcess {
    const [first] = this.#nodes
    if (first === undefined) throw new Error('A server has at least one node.')
    return first
  }

  #closeBalancer(): void {
    this.#balancer?.[Symbol.dispose]()
    this.#balancer = null
  }

  /** The settings of a node. Nodes share all but their folder, which holds the node's name; the first has made the key. */
  #environmentOf(nth: number): Record<string, string> {
    const key = join(this.dataDir, 'master.key')
    return {
      ...(existsSync(key) && { CHARABANC_MASTER_KEY_FILE: key }),
      ...this.#environment(),
      CHARABANC_DATA_DIR: this.#folder.at(`node-${nth}`),
    }
  }

  #environment(): Record<string, string> {
    return {
      CHARABANC_DATA_DIR: this.dataDir,
      CHARABANC_LISTEN: '127.0.0.1:0',
      CHARABANC_MAIL_DIR: this.#folder.at('mail'),
      CHARABANC_LAB: '1',
      CHARABANC_CLOCK_FILE: this.#folder.at('clock'),
      ...databaseSettings(this.dataDir),
      ...(this.#balancer !== null && { CHARABANC_BASE_URL: this.#balancer.url }),
      ...this.#options.env,
    }
  }
}

function readMail(name: string, written: string): Mail {
  const [head = '', ...paragraphs] = written.split(/\r?\n\r?\n/)
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  return { id: Number(name.split('-').at(-2)), to: header('To'), subject: header('Subject'), text: paragraphs.join('\n\n') }
}
