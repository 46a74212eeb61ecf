import type { Payments } from '../../src/gateways/payments/payments.ts'
import { manualPayments } from '../../src/gateways/payments/payments.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { type ApiAnswer, apiStatusAndCode, clockStart, type InProcessServer, startInProcess } from './in-process-server.ts'
import { patience } from './patience.ts'
import { makePostgresDatabase, type PostgresDatabase } from './postgres.ts'

/** One of two nodes, whose transactions can be held before they commit. */
interface Node {
  readonly desk: InProcessServer
  /** The next transaction, or one so many later, waits at its end until it is let go. */
  hold(later?: number): { readonly reached: Promise<void>; letGo(): void }
  /** How often the work of a transaction had to begin again. */
  retries(): number
  /** How often anything was read. */
  reads(): number
}

/** Two servers in this process on one PostgreSQL database, with one clock and one bank. */
export interface InProcessNodes extends AsyncDisposable {
  readonly database: PostgresDatabase
  readonly one: Node
  readonly other: Node
  /** Which boots are taken for dead. */
  readonly dead: Set<string>
  advance(ms: number): void
  /** How often the work of a transaction had to begin again. */
  retries(): number
  /** Whether somebody waits for a lock. */
  isWaiting(): Promise<boolean>
  /**
   * What both answer when the second begins while the first has done everything but commit: it waits for a lock, or it has decided on
   * what the first is about to change.
   */
  raced(
    first: (on: InProcessServer) => Promise<ApiAnswer>,
    second: (on: InProcessServer) => Promise<ApiAnswer>,
  ): Promise<[string, string]>
}

const lifted = { read: 'off', write: 'off', sign_in: 'off', sign_in_ip: 'off', exchange: 'off', platform: 'off' } as const

export async function openInProcessNodes(payments: Payments = manualPayments): Promise<InProcessNodes> {
  const database = await makePostgresDatabase()
  const dead = new Set<string>()
  let now = clockStart
  const open = async (bootId: string): Promise<Node> => {
    const storage = await openPostgres(database.url, { waitsMs: Math.round(patience(5_000)) })
    const { through, ...gate } = gateOf()
    const node = { storage, bootId, clock: () => now, payments, isDead: (asked: string) => dead.has(asked) }
    return { desk: await startInProcess({ node, through, rateLimits: lifted }), ...gate }
  }
  const one = await open('one')
  const other = await open('other')
  const isWaiting = async () => (await database.countWaiting()) > 0
  return {
    database,
    one,
    other,
    dead,
    advance(ms) {
      now += ms
    },
    retries: () => one.retries() + other.retries(),
    isWaiting,
    async raced(first, second) {
      const { reached, letGo } = one.hold()
      const holding = first(one.desk)
      await Promise.race([reached, holding])
      let isDone = false
      const trying = second(other.desk).finally(() => {
        isDone = true
      })
      while (!isDone && !(await isWaiting())) await new Promise((resolve) => setImmediate(resolve))
      letGo()
      return [apiStatusAndCode(await holding), apiStatusAndCode(await trying)]
    },
    async [Symbol.asyncDispose]() {
      for (const { desk } of [one, other]) await desk[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** Stands before a storage and can keep the next transaction from its COMMIT. */
function gateOf() {
  let next: { later: number; readonly reached: () => void; readonly opened: Promise<void> } | null = null
  let reads = 0
  let retries = 0
  const through = (storage: Storage): Storage => ({
    ...storage,
    read(work, caller) {
      reads++
      return storage.read(work, caller)
    },
    transact(work) {
      let isAgain = false
      return storage.transact(async (tx) => {
        if (isAgain) retries++
        isAgain = true
        const result = await work(tx)
        if (next === null || next.later-- > 0) return result
        const { reached, opened } = next
        next = null
        reached()
        await opened
        return result
      })
    },
  })
  function hold(later = 0) {
    const reached = Promise.withResolvers<void>()
    const opened = Promise.withResolvers<void>()
    next = { later, reached: reached.resolve, opened: opened.promise }
    return { reached: reached.promise, letGo: opened.resolve }
  }
  return { through, hold, retries: () => retries, reads: () => reads }
}

/** How many deadlocks the server has found in the nodes' database. */
export async function deadlocksOf({ database }: InProcessNodes): Promise<number> {
  await database.ask('select pg_stat_force_next_flush()')
  const [found] = await database.ask(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(found?.deadlocks)
}
