import type { ReservedSQL, SQL } from 'bun'
import { drizzle } from 'drizzle-orm/bun-sql'
import { patienceLeft } from '../patience.ts'
import { ChangeNotes } from '../rows/change-notes.ts'
import { DueNotes } from '../rows/due-notes.ts'
import type { Reader, Writer } from '../storage.ts'
import { unavailable } from '../trouble.ts'
import { isConnectionLost, placeAt } from './faults.ts'
import { postgresTables } from './tables.ts'

/** The rows that were asked for, and what the server says it did: `COMMIT`, or `ROLLBACK` where it would not. */
export type Reply<T> = T[] & { readonly command: string }

export type ConnectionSettings = {
  /** Milliseconds for which the server may be silent in the middle of a statement. */
  readonly answersMs: number
  /** Statements that each transaction begins with; empty where the connection keeps its settings. */
  readonly local: string
}

/**
 * One connection, kept for one transaction at a time: a pool would go on with another connection in the middle of one. What is asked
 * one after another is sent at once and answered in its order.
 */
export class Connection {
  readonly reader: Reader
  readonly writer: Writer
  /** Notes of what the transaction on it leaves to be done. */
  readonly notes = new DueNotes()
  /** The rows it writes. */
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

  /** True once nothing more can be asked. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** True when it broke while it was idle: not even the last transaction on it began. */
  get isStale(): boolean {
    return this.#isBroken && !this.#hasReplied
  }

  /** Sends one statement, or several without values. */
  async ask<T = unknown>(text: string, values: unknown[] = []): Promise<Reply<T>> {
    return (await this.#query(text, values)) as Reply<T>
  }

  /** Opens a transaction without waiting for it: where that fails, so does what is asked in it. */
  begin(how: string): void {
    this.#hasReplied = false
    this.notes.begin()
    this.#query(`begin ${how};${this.#settings.local}`, [], true).catch(() => {})
  }

  /** Ends a transaction that is to come to nothing, before anything that is asked later. */
  rollback(): void {
    if (!this.#isBroken) this.ask('rollback').catch(() => this.close())
  }

  /** Hangs up. What was asked and not answered fails. */
  close(): void {
    this.#isBroken = true
    this.#reserved.close({ timeout: 0 }).catch(() => {})
  }

  #send(text: string): void {
    this.ask(text).catch(() => {})
  }

  /** A statement on its way, as Drizzle expects it of Bun: what it resolves to may yet be made arrays. */
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

  /** The server's own limits are of no use while it is frozen or out of reach, so that this side has a limit too. */
  async #replyTo(query: SQL.Query<unknown>, begins: boolean, asked: Error): Promise<unknown> {
    const silence = setTimeout(() => {
      query.cancel()
      this.close()
    }, patienceLeft(this.#settings.answersMs))
    try {
      const answer = await query
      this.#hasReplied = true
      return answer
    } catch (fault) {
      placeAt(fault, asked)
      if (isConnectionLost(fault)) this.#isBroken = true
      else if (begins) this.#giveUp()
      throw this.#isRefused ? unavailable(fault) : fault
    } finally {
      clearTimeout(silence)
    }
  }

  /** A server that begins no transaction that writes is a standby: whatever follows would be done without one, and refused for other reasons. */
  #giveUp(): void {
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
