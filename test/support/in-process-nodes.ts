import type { Payments } from '../../src/gateways/payments/payments.ts'
import { manualPayments } from '../../src/gateways/payments/payments.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { type ApiAnswer, apiStatusAndCode, clockStart, type InProcessServer, startInProcess } from './in-process-server.ts'
import { patience } from './patience.ts'
import { makePostgresDatabase, type PostgresDatabase } from './postgres.ts'

/** One of two nodes, with a way to hold its transactions before they commit. */
interface Node {
  readonly desk: InProcessServer
  /** Holds the next transaction, or the one `later` after it, at its end until release. */
  hold(later?: number): { readonly reached: Promise<void>; letGo(): void }
  /** The number of transactions that were retried. */
  retries(): number
  /** The number of reads. */
  reads(): number
}

/** Two servers in this process on one PostgreSQL database, with one clock and one bank. */
export interface InProcessNodes extends AsyncDisposable {
  readonly database: PostgresDatabase
  readonly one: Node
  readonly other: Node
  /** The boots that count as dead. */
  readonly dead: Set<string>
  advance(ms: number): void
  /** The number of transactions that were retried. */
  retries(): number
  /** Whether a transaction waits for a lock. */
  isWaiting(): Promise<boolean>
  /**
   * The answers of two calls. The second begins when the first has done everything but commit: it waits for a lock, or it has
   * decided on data that the first is about to change.
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

/** A gate before a storage that can hold the next transaction before its COMMIT. */
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

/** The number of deadlocks that the server has found in the nodes' database. */
export async function deadlocksOf({ database }: InProcessNodes): Promise<number> {
  await database.ask('select pg_stat_force_next_flush()')
  const [found] = await database.ask(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(found?.deadlocks)
}
