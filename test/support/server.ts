import { Database } from 'bun:sqlite'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cli, cliJson, type Outcome, spawnBinary } from './binary.ts'
import { eventually } from './eventually.ts'
import { type Folder, makeFolder } from './folder.ts'
import { patience } from './patience.ts'

export interface ServerOptions {
  /** Settings beside those that every test server has: a data folder, a free port, a mail folder, the clock of test mode. */
  readonly env?: Readonly<Record<string, string>>
  /** An existing data folder, which outlives the server; without it a fresh one that goes with it. */
  readonly dataDir?: string
  /** No one but the executable opens its database, as in a test that kills it or starves it. */
  readonly isAlone?: boolean
  /** What time it is at the first start (ms); the machine's time without it. */
  readonly startsAt?: number
  /** Another command than `serve` that ends up listening, with its flags. */
  readonly words?: readonly string[]
}

/** A mail or an SMS as the server wrote it into its mail folder. */
export interface Mail {
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

/** A running executable with its folders; stopping it twice is harmless. */
export class Server implements AsyncDisposable {
  readonly dataDir: string
  readonly #folder: Folder = makeFolder()
  readonly #options: ServerOptions
  #child: ReturnType<typeof spawnBinary> | null = null
  #said = { stdout: '', stderr: '' }
  #ready: { url: string; [member: string]: unknown } = { url: '' }
  #advancedSeconds = 0

  constructor(options: ServerOptions) {
    this.#options = options
    this.dataDir = options.dataDir ?? options.env?.CHARABANC_DATA_DIR ?? this.#folder.at('data')
    if (options.startsAt !== undefined) this.#setClock(Math.ceil((options.startsAt - Date.now()) / 1_000))
  }

  /** Whether no one but the executable may open its database. */
  get isAlone(): boolean {
    return this.#options.isAlone === true
  }

  /** Where it listens, without a slash at the end. */
  get url(): string {
    return this.#ready.url.replace(/\/$/, '')
  }

  /** The line it printed when it was ready. */
  get ready(): Readonly<Record<string, unknown>> {
    return this.#ready
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Everything printed so far, by this start and the earlier ones. */
  get stdout(): string {
    return this.#said.stdout
  }

  /** Everything logged so far, by this start and the earlier ones. */
  get stderr(): string {
    return this.#said.stderr
  }

  /** Starts it, again after a stop, with the same data and settings, and waits until it is ready. */
  async start(): Promise<void> {
    const alreadySaid = this.#said.stdout.length
    const child = spawnBinary(this.#options.words ?? ['serve'], { env: this.#environment(), cwd: this.#folder.path })
    this.#child = child
    const heard = Promise.all([this.#listen(child.stdout, 'stdout'), this.#listen(child.stderr, 'stderr')])
    try {
      this.#ready = await eventually(() => {
        if (child.exitCode !== null || child.signalCode !== null) return { url: '' }
        return readyLine(this.#said.stdout.slice(alreadySaid))
      })
    } catch (fault) {
      child.kill('SIGKILL')
      throw new Error(`The server was never ready (${fault}). It said:\n${this.stderr}`)
    }
    if (this.#ready.url !== '') return
    await heard
    throw new Error(`The server left with ${child.exitCode ?? child.signalCode} before it was ready. It said:\n${this.stderr}`)
  }

  /** Asks it to stop and answers its exit code. */
  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
    const child = this.#child
    if (!child) return null
    this.#child = null
    child.kill(signal)
    const overdue = setTimeout(() => child.kill('SIGKILL'), patience(60_000))
    await child.exited
    clearTimeout(overdue)
    return child.exitCode
  }

  /** `kill -9`: it has no chance to tidy up. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    child?.kill('SIGKILL')
    await child?.exited
  }

  /** A request to it: `server.fetch('/api/v1/me', { headers })`. */
  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(`${this.url}${path}`, { redirect: 'manual', ...init })
  }

  /** Runs a command on the same data, with the same settings. */
  cli(words: readonly string[]): Promise<Outcome> {
    return cli(words, { env: this.#environment(), cwd: this.#folder.path })
  }

  /** Runs a command with `--json` on the same data and answers the object it printed. */
  cliJson<T>(words: readonly string[]): Promise<T> {
    return cliJson<T>(words, { env: this.#environment(), cwd: this.#folder.path })
  }

  /** The server's time in milliseconds. */
  now(): number {
    return Date.now() + this.#advancedSeconds * 1_000
  }

  /** Moves the server's clock on (or back): whichever thread looks at it from now on sees that. */
  async advance(seconds: number): Promise<void> {
    this.#setClock(this.#advancedSeconds + seconds)
  }

  /** Resolves when every task that has fallen due is done: what has not happened by then does not happen. */
  async caughtUp(): Promise<void> {
    await eventually(() => {
      using database = new Database(join(this.dataDir, 'charabanc.sqlite'), { readonly: true })
      return (
        database
          .query('SELECT 1 FROM scheduler WHERE due_at <= ?1 AND NOT (lease_token IS NULL AND ready_at > ?1)')
          .get(this.now()) === null
      )
    })
  }

  /** The mails and SMS it has sent, oldest first. */
  mails(): readonly Mail[] {
    const folder = this.#folder.at('mail')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .sort()
      .map((name) => readMail(readFileSync(join(folder, name), 'utf8')))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    this.#folder[Symbol.dispose]()
  }

  #setClock(advancedSeconds: number): void {
    this.#advancedSeconds = advancedSeconds
    const clock = this.#folder.at('clock')
    writeFileSync(`${clock}.new`, `${advancedSeconds}\n`)
    renameSync(`${clock}.new`, clock)
  }

  #environment(): Record<string, string> {
    return {
      CHARABANC_DATA_DIR: this.dataDir,
      CHARABANC_LISTEN: '127.0.0.1:0',
      CHARABANC_MAIL_DIR: this.#folder.at('mail'),
      CHARABANC_LAB: '1',
      CHARABANC_CLOCK_FILE: this.#folder.at('clock'),
      ...this.#options.env,
    }
  }

  async #listen(stream: ReadableStream<Uint8Array>, name: 'stdout' | 'stderr'): Promise<void> {
    const decoder = new TextDecoder()
    for await (const bytes of stream) this.#said[name] += decoder.decode(bytes, { stream: true })
  }
}

function readyLine(said: string): { url: string } | null {
  const line = said.split('\n').find((one) => one.startsWith('{') && one.endsWith('}') && one.includes('"listening"'))
  return line ? JSON.parse(line) : null
}

function readMail(written: string): Mail {
  const [head = '', ...paragraphs] = written.split(/\r?\n\r?\n/)
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  return { to: header('To'), subject: header('Subject'), text: paragraphs.join('\n\n') }
}
