import type { SQL } from 'bun'
import type { DueWork } from '../../domain/due-work.ts'
import { computePatienceLeft, runOutsideCall } from '../patience.ts'
import { databaseUnavailable } from '../trouble.ts'
import { Connection, type ConnectionSettings } from './connection.ts'
import { buildDueNotice, type DueChannel } from './due-channel.ts'
import { createServerClient } from './server.ts'

export type PoolSettings = ConnectionSettings & {
  /** Greatest number of open connections. */
  readonly most: number
  /** Milliseconds that a caller waits for a connection. */
  readonly waitsMs: number
  /** Run once on each connection. */
  readonly greeting: string
  /** False behind a pooler in transaction mode: a statement prepared on one connection is unknown on the next. */
  readonly prepares: boolean
  /** The channel by which a transaction notifies other nodes of due work; null without other nodes. */
  readonly channel: DueChannel | null
}

type Waiter = {
  resolve(connection: Connection): void
  reject(fault: unknown): void
  readonly timer: ReturnType<typeof setTimeout>
}

/** The connections of one storage: lent to one transaction at a time, opened on demand, dropped once broken. */
export class ConnectionPool {
  readonly #client: SQL
  readonly #wanted: PoolSettings
  readonly #free: Connection[] = []
  readonly #waiting: Waiter[] = []
  readonly #idle: (() => void)[] = []
  /** Number of connections that are lent, free, or about to be opened. */
  #count = 0
  #opening = 0
  #isClosed = false
  #listener: (work: DueWork) => void = () => {}

  constructor(url: string, wanted: PoolSettings) {
    this.#wanted = wanted
    this.#client = createServerClient(url, {
      max: wanted.most,
      // Either of the two would end a statement in progress.
      idleTimeout: 0,
      maxLifetime: 0,
      connectionTimeout: Math.ceil(wanted.waitsMs / 1000),
      prepare: wanted.prepares,
    })
  }

  get most(): number {
    return this.#wanted.most
  }

  get waitsMs(): number {
    return this.#wanted.waitsMs
  }

  /** Takes a connection for one transaction, which must give it back. Refuses `databaseUnavailable` if none is free in time. */
  take(): Promise<Connection> {
    if (this.#isClosed) return Promise.reject(databaseUnavailable())
    const waitsMs = computePatienceLeft(this.#wanted.waitsMs)
    if (waitsMs === 0) return Promise.reject(databaseUnavailable(new Error('The call has waited too long for the database.')))
    const free = this.#free.pop()
    if (free !== undefined) return Promise.resolve(free)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(databaseUnavailable(new Error('No connection was free in time.')))
      }, waitsMs)
      const waiting = { resolve, reject, timer }
      this.#waiting.push(waiting)
      this.#openMore()
    })
  }

  /** Registers `listener` for the due work of each committed transaction. */
  onDue(listener: (work: DueWork) => void): void {
    this.#listener = listener
  }

  /** Notifies the listener of another node's due work. */
  notifyDue(work: DueWork): void {
    this.#listener(work)
  }

  /**
   * The notice to other nodes, sent with the COMMIT, about the due work of the open transaction. Null if they need none.
   */
  noticeOn({ notes }: Connection): ReturnType<typeof buildDueNotice> {
    const { channel } = this.#wanted
    return channel === null ? null : buildDueNotice(channel, notes.left())
  }

  give(connection: Connection): void {
    if (connection.isBroken) {
      connection.close()
      this.#count--
      this.#openMore()
      this.#notifyIdle()
    } else {
      this.#lend(connection)
    }
  }

  /** Waits for all work in progress, then closes all connections. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#count > this.#free.length) await new Promise<void>((resolve) => this.#idle.push(resolve))
    for (const connection of this.#free.splice(0)) connection.close()
    await this.#client.close({ timeout: 0 })
  }

  #lend(connection: Connection): void {
    const waiting = this.#waiting.shift()
    if (waiting === undefined) {
      this.#free.push(connection)
      this.#notifyIdle()
      return
    }
    clearTimeout(waiting.timer)
    waiting.resolve(connection)
  }

  #openMore(): void {
    if (this.#count >= this.#wanted.most || this.#opening >= this.#waiting.length) return
    this.#count++
    this.#opening++
    runOutsideCall(() => this.#open())
      .finally(() => this.#opening--)
      .then(
        (connection) => this.#lend(connection),
        (fault) => this.#refuseAll(fault),
      )
  }

  async #open(): Promise<Connection> {
    const reserved = await this.#client.reserve({ signal: AbortSignal.timeout(this.#wanted.waitsMs) })
    const connection = new Connection(reserved, this.#wanted)
    connection.notes.onDue((work) => this.#listener(work))
    try {
      if (this.#wanted.greeting !== '') await connection.ask(this.#wanted.greeting)
      return connection
    } catch (fault) {
      connection.close()
      throw fault
    }
  }

  /** Refuses all waiters for a connection immediately: after one refusal the next would fail too. */
  #refuseAll(fault: unknown): void {
    this.#count--
    for (const { timer, reject } of this.#waiting.splice(0)) {
      clearTimeout(timer)
      reject(databaseUnavailable(fault))
    }
    this.#notifyIdle()
  }

  #notifyIdle(): void {
    if (this.#count === this.#free.length) for (const resolve of this.#idle.splice(0)) resolve()
  }
}
