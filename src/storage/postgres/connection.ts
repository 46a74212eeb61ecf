import type { ReservedSQL, SQL } from 'bun'
import { drizzle } from 'drizzle-orm/bun-sql'
import { computePatienceLeft } from '../patience.ts'
import { ChangeNotes } from '../rows/change-notes.ts'
import { DueNotes } from '../rows/due-notes.ts'
import type { Reader, Writer } from '../storage.ts'
import { databaseUnavailable } from '../trouble.ts'
import { addFaultPlace, isConnectionLost } from './faults.ts'
import { postgresTables } from './tables.ts'

/** The requested rows, and the server's command tag: `COMMIT`, or `ROLLBACK` if it refused to commit. */
export type Reply<T> = T[] & { readonly command: string }

export type ConnectionSettings = {
  /** Milliseconds for which the server may be silent in the middle of a statement. */
  readonly answersMs: number
  /** Statements that each transaction begins with; empty if the connection keeps its settings. */
  readonly local: string
}

/**
 * One connection for one transaction at a time: a pool would continue with another connection in the middle of one. Statements
 * are sent immediately and answered in order.
 */
export class Connection {
  readonly reader: Reader
  readonly writer: Writer
  /** Notes of the due work of the open transaction. */
  readonly notes = new DueNotes()
  /** Notes of the rows that it writes. */
  readonly changes = new ChangeNotes()
  readonly #reserved: ReservedSQL
  readonly #settings: ConnectionSettings
  #isBroken = false
  #hasReplied = false
  #isRefused = false
  #depth = 0

  constructor(reserved: ReservedSQL, settings: ConnectionSettings) {
    this.#reserved = reserved
    this.#settings = settings
    const client = { unsafe: (text: string, values: unknown[]) => this.#query(text, values) }
    const db = drizzle({ client: client as unknown as SQL, casing: 'snake_case' }) as unknown as Reader['db']
    this.reader = { dialect: 'postgres', db, t: postgresTables }
    this.writer = {
      ...this.reader,
      savepoint: (work) => this.changes.undoneWith(() => this.#savepoint(work)),
      noteDue: (loop, dueAt) => this.notes.note(loop, dueAt),
      noteChange: (table, before, after) => this.changes.note(table, before, after),
    }
  }

  /** True once the connection accepts no more statements. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** True if the connection broke while idle, so that its last transaction did not begin. */
  get isStale(): boolean {
    return this.#isBroken && !this.#hasReplied
  }

  /** Sends one statement, or several without values. */
  async ask<T = unknown>(text: string, values: unknown[] = []): Promise<Reply<T>> {
    return (await this.#query(text, values)) as Reply<T>
  }

  /** Opens a transaction without waiting for it: if that fails, so do its statements. */
  begin(how: string): void {
    this.beginOne()
    this.#query(`begin ${how};${this.#settings.local}`, [], true).catch(() => {})
  }

  /** Prepares for one statement without a transaction. */
  beginOne(): void {
    this.#hasReplied = false
    this.notes.begin()
  }

  /** Rolls back a transaction, before any later statement. */
  rollback(): void {
    if (!this.#isBroken) this.ask('rollback').catch(() => this.close())
  }

  /** Closes the connection. Unanswered statements fail. */
  close(): void {
    this.#isBroken = true
    this.#reserved.close({ timeout: 0 }).catch(() => {})
  }

  #send(text: string): void {
    this.ask(text).catch(() => {})
  }

  /** A statement in progress, as Drizzle expects it of Bun: its result can still be turned into arrays. */
  #query(text: string, values: unknown[], begins = false): Promise<unknown> & { values(): Promise<unknown> } {
    const asked = new Error()
    const query = this.#reserved.unsafe(text, values)
    const reply = Promise.resolve().then(() => this.#replyTo(query, begins, asked))
    return Object.assign(reply, {
      values: () => {
        query.values()
        return reply
      },
    })
  }

  /** A limit of this side, because the server's own limits do not work while it is frozen or unreachable. */
  async #replyTo(query: SQL.Query<unknown>, begins: boolean, asked: Error): Promise<unknown> {
    const silence = setTimeout(() => {
      query.cancel()
      this.close()
    }, computePatienceLeft(this.#settings.answersMs))
    try {
      const answer = await query
      this.#hasReplied = true
      return answer
    } catch (fault) {
      addFaultPlace(fault, asked)
      if (isConnectionLost(fault)) this.#isBroken = true
      else if (begins) this.giveUp()
      throw this.#isRefused ? databaseUnavailable(fault) : fault
    } finally {
      clearTimeout(silence)
    }
  }

  /**
   * Breaks the connection after a failed begin, or if the server is a read-only standby: later statements would fail for other
   * reasons.
   */
  giveUp(): void {
    this.#hasReplied = true
    this.#isRefused = true
    this.close()
  }

  async #savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `inner_${this.#depth++}`
    this.#send(`savepoint ${name}`)
    this.notes.savepoint()
    try {
      const result = await work()
      await this.ask(`release ${name}`)
      this.notes.release()
      return result
    } catch (fault) {
      this.notes.undo()
      if (!this.#isBroken) this.#send(`rollback to ${name}; release ${name}`)
      throw fault
    } finally {
      this.#depth--
    }
  }
}
