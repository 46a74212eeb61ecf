import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { eventually } from './eventually.ts'
import { makeFolder } from './folder.ts'
import { runOnPostgresServer } from './postgres.ts'
import { makePostgresDataFolder, type PostgresDataFolder, postgresPrograms } from './postgres-data-folder.ts'

/**
 * A server of a test's own on a socket, and what may happen to one: `await using server = await PostgresServer.open()`. Nothing of it is
 * safe from a power cut, and nothing of it stays.
 */
export class PostgresServer implements AsyncDisposable {
  readonly #folder = makeFolder()
  readonly #cluster: PostgresDataFolder
  #child: Subprocess | null = null

  private constructor(
    programs: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {
    this.#cluster = makePostgresDataFolder(programs, this.#folder.path, crypto.randomUUID())
  }

  /** With settings of its own, where some are given. Rejects where PostgreSQL is not installed. */
  static async open(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
    if (postgresPrograms === null) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
    const server = new PostgresServer(postgresPrograms, settings)
    await server.start()
    return server
  }

  /** As its superuser. */
  get url(): string {
    return `postgres://postgres@localhost/postgres?host=${this.#folder.path}`
  }

  /** The file of what it says. */
  get log(): string {
    return this.#folder.at('log')
  }

  /** Starts it, again after whatever happened to it; resolves when it lets clients in. */
  async start(): Promise<void> {
    const settings = {
      listen_addresses: '',
      max_connections: '200',
      fsync: 'off',
      recovery_init_sync_method: 'syncfs',
      ...this.settings,
    }
    const command = this.#cluster.serving(settings)
    const log = openSync(this.log, 'a')
    this.#child = Bun.spawn(command, { cwd: this.#folder.path, stdin: 'ignore', stdout: 'ignore', stderr: log })
    closeSync(log)
    await eventually(() => runOnPostgresServer('select 1', this.url).then(() => true))
  }

  /** As an administrator does it: all who are connected are thrown out. */
  async restart(): Promise<void> {
    await this.#end('SIGINT')
    await this.start()
  }

  /** What a failover leaves of the one before: a standby, which is read and takes no writes. */
  async demote(): Promise<void> {
    writeFileSync(join(this.#cluster.data, 'standby.signal'), '', { mode: 0o666 })
    await this.restart()
  }

  async promote(): Promise<void> {
    await runOnPostgresServer('select pg_promote()', this.url)
  }

  /** `kill -9` of all its processes: the next start recovers from the log. */
  async kill(): Promise<void> {
    this.freeze()
    const [, ...others] = this.#processes()
    for (const pid of others) tellProcess(pid, 'SIGKILL')
    await this.#end('SIGKILL')
  }

  /** It says nothing any more, and no one hears that it is gone. */
  freeze(): void {
    for (const pid of this.#processes()) tellProcess(pid, 'SIGSTOP')
  }

  thaw(): void {
    for (const pid of this.#processes()) tellProcess(pid, 'SIGCONT')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child !== null) this.thaw()
    await this.#end('SIGQUIT')
    this.#folder[Symbol.dispose]()
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#child?.kill(signal)
    await this.#child?.exited
    this.#child = null
  }

  /** The one that lets clients in, and those it has begun for them and for itself. */
  #processes(): number[] {
    const first = this.#child?.pid
    if (first === undefined) return []
    const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ')
    return [first, ...children.filter((pid) => pid.trim() !== '').map(Number)]
  }
}

/** One that a client had may have ended since it was listed. */
function tellProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault
  }
}
