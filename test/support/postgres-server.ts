import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { eventually } from './eventually.ts'
import { makeFolder } from './folder.ts'
import { runOnPostgresServer } from './postgres.ts'
import { makePostgresDataFolder, type PostgresDataFolder, postgresPrograms } from './postgres-data-folder.ts'

/**
 * A server of one test on a socket that can be stopped and damaged: `await using server = await PostgresServer.open()`. It does
 * not survive a power cut, and its data is deleted with it.
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

  /** Opens a server, with the given settings. Rejects if PostgreSQL is not installed. */
  static async open(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
    if (postgresPrograms === null) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
    const server = new PostgresServer(postgresPrograms, settings)
    await server.start()
    return server
  }

  /** The URL of its superuser. */
  get url(): string {
    return `postgres://postgres@localhost/postgres?host=${this.#folder.path}`
  }

  /** The path of its log. */
  get log(): string {
    return this.#folder.at('log')
  }

  /** Starts it, also after damage; resolves when it accepts clients. */
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

  /** Restarts it as an administrator does: all connections are closed. */
  async restart(): Promise<void> {
    await this.#end('SIGINT')
    await this.start()
  }

  /** Makes it a standby, as a failover leaves the old primary: it serves reads and refuses writes. */
  async demote(): Promise<void> {
    writeFileSync(join(this.#cluster.data, 'standby.signal'), '', { mode: 0o666 })
    await this.restart()
  }

  async promote(): Promise<void> {
    await runOnPostgresServer('select pg_promote()', this.url)
  }

  /** Kills all its processes with `kill -9`: the next start recovers from the log. */
  async kill(): Promise<void> {
    this.freeze()
    const [, ...others] = this.#processes()
    for (const pid of others) tellProcess(pid, 'SIGKILL')
    await this.#end('SIGKILL')
  }

  /** Freezes it: it answers nothing, and no client sees a closed connection. */
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

  /** Its main process, and the processes started for clients and for itself. */
  #processes(): number[] {
    const first = this.#child?.pid
    if (first === undefined) return []
    const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ')
    return [first, ...children.filter((pid) => pid.trim() !== '').map(Number)]
  }
}

/** Signals a process. The process of a client may have ended since it was listed. */
function tellProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault
  }
}
