import type { SQL } from 'bun'
import type { DueWork } from '../../domain/due-work.ts'
import { outsideCall, patienceLeft } from '../patience.ts'
import { unavailable } from '../trouble.ts'
import { Connection, type ConnectionSettings } from './connection.ts'
import { type DueChannel, noticeOf } from './due-channel.ts'
import { clientOf } from './server.ts'

export type PoolSettings = ConnectionSettings & {
  /** Greatest number of connections at once. */
  readonly most: number
  /** Milliseconds that a caller waits for a connection. */
  readonly waitsMs: number
  /** Said once on each connection. */
  readonly greeting: string
  /** False where a pooler hands its own connections around: what is prepared on one is not known on the next. */
  readonly prepares: boolean
  /** The channel by which a transaction that leaves work tells the other nodes; null where there are none. */
  readonly channel: DueChannel | null
}

type Waiter = {
  resolve(connection: Connection): void
  reject(fault: unknown): void
  readonly timer: ReturnType<typeof setTimeout>
}

/** The connections of one storage: lent to one transaction at a time, opened when they are wanted, thrown away once they are broken. */
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
    this.#client = clientOf(url, {
      max: wanted.most,
      // Either of the two would cut off what is in flight.
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

  /** A connection for one transaction, to be given back in any case. Refuses `unavailable` when there is none in time. */
  take(): Promise<Connection> {
    if (this.#isClosed) return Promise.reject(unavailable())
    const waitsMs = patienceLeft(this.#wanted.waitsMs)
    if (waitsMs === 0) return Promise.reject(unavailable(new Error('The call has waited too long for the database.')))
    const free = this.#free.pop()
    if (free !== undefined) return Promise.resolve(free)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(unavailable(new Error('No connection was free in time.')))
      }, waitsMs)
      const waiting = { resolve, reject, timer }
      this.#waiting.push(waiting)
      this.#openMore()
    })
  }

  /** Lets `listener` hear what each committed transaction leaves to be done. */
  onDue(listener: (work: DueWork) => void): void {
    this.#listener = listener
  }

  /** Tells the listener what someone else left to be done. */
  tellDue(work: DueWork): void {
    this.#listener(work)
  }

  /**
   * The statement that tells the other nodes, with its COMMIT, what the transaction open on a connection leaves. Null
   * where they need not hear.
   */
  noticeOn({ notes }: Connection): ReturnType<typeof noticeOf> {
    const { channel } = this.#wanted
    return channel === null ? null : noticeOf(channel, notes.left())
  }

  give(connection: Connection): void {
    if (connection.isBroken) {
      connection.close()
      this.#count--
      this.#openMore()
      this.#tellIdle()
    } else {
      this.#lend(connection)
    }
  }

  /** Lets everything in flight end, then hangs up. */
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
      this.#tellIdle()
      return
    }
    clearTimeout(waiting.timer)
    waiting.resolve(connection)
  }

  #openMore(): void {
    if (this.#count >= this.#wanted.most || this.#opening >= this.#waiting.length) return
    this.#count++
    this.#opening++
    outsideCall(() => this.#open())
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

  /** Refuses all who wait for a connection, at once: where one is refused, the next would be too. */
  #refuseAll(fault: unknown): void {
    this.#count--
    for (const { timer, reject } of this.#waiting.splice(0)) {
      clearTimeout(timer)
      reject(unavailable(fault))
    }
    this.#tellIdle()
  }

  #tellIdle(): void {
    if (this.#count === this.#free.length) for (const resolve of this.#idle.splice(0)) resolve()
  }
}
