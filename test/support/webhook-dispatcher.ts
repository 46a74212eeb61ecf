import type { AppContext, WorkerContext } from '../../src/actions/context.ts'
import { mintCredential } from '../../src/actions/credentials.ts'
import { announceFact } from '../../src/actions/outbox/events.ts'
import { createDeadCheck } from '../../src/actions/server/boots.ts'
import { KeyedMutex } from '../../src/actions/server/keyed-mutex.ts'
import { createSoleMembership } from '../../src/actions/server/membership.ts'
import { subscribeWebhook } from '../../src/actions/webhooks/webhooks.ts'
import type { OperatorCaller } from '../../src/domain/caller.ts'
import type { AttemptOutcome } from '../../src/domain/delivery.ts'
import { usualMapUrl } from '../../src/domain/map-url.ts'
import { manualPayments } from '../../src/gateways/payments/payments.ts'
import type { Attempt, Send } from '../../src/gateways/webhook-sender.ts'
import { createEventBodies } from '../../src/http/contracts/event.ts'
import { makeLogger } from '../../src/log.ts'
import { insertOperator } from '../../src/storage/queries/operators.ts'
import { createSecretBox } from '../../src/storage/secret-box.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { Dispatcher } from '../../src/worker/dispatcher.ts'
import { Wakeup } from '../../src/worker/wakeup.ts'
import { changeDatabase, dropDatabase, openStorageOf, prepareDatabase, queryDatabase } from './database.ts'
import { makeFolder } from './folder.ts'
import { loopSignals } from './loop-signals.ts'
import { noTransports } from './no-transports.ts'
import { newOperatorAccount } from './operator-account.ts'
import { openPaperPress } from './paper-press.ts'
import { jobOfferedFact } from './sample-offer.ts'

/** One request; the test controls its answer. */
interface Outgoing {
  readonly attempt: Attempt
  /** Ends the request with this outcome; without `keepsReading` the connection is free as well. */
  answer(outcome?: Partial<AttemptOutcome>, keepsReading?: boolean): void
  /** Frees the connection. */
  release(): void
}

export const deliveredOutcome: AttemptOutcome = { responseStatus: 204, error: null, durationMs: 1 }
export const refusedOutcome: AttemptOutcome = { responseStatus: 500, error: 'http_status', durationMs: 1 }

interface DispatcherOptions {
  readonly waitsMs?: readonly number[]
  readonly timeoutMs?: number
  /** Whether it uses a SQLite file even if the tests run on PostgreSQL, since the test is about that file. */
  readonly isFile?: boolean
}

/**
 * A dispatcher on a database of its own, with requests that end as the test says: `await using room = await
 * openWebhookDispatcher()`.
 */
export async function openWebhookDispatcher({ waitsMs = [20], timeoutMs = 10_000, isFile = false }: DispatcherOptions = {}) {
  const folder = makeFolder()
  await prepareDatabase(folder.path, isFile)
  let breaks = 0
  let setBackMs = 0
  let stoodStillAt: number | null = null
  let transactions = 0
  let reads = 0
  let isAnsweringAtOnce = false
  const kept = await openStorageOf(folder.path)
  const own = await openStorageOf(folder.path)
  const storage: Storage = {
    ...own,
    read(work, caller) {
      reads++
      return own.read(work, caller)
    },
    transact(work) {
      transactions++
      if (breaks === 0) return own.transact(work)
      breaks--
      return own.transact(async (tx) => {
        await work(tx)
        throw new Error('the disk is full')
      })
    },
  }
  const { log } = makeLogger({ level: 'silent', terminal: false })
  const secretBox = createSecretBox(new Uint8Array(32).fill(7))
  const context: WorkerContext = {
    storage,
    clock: () => (stoodStillAt ?? Date.now()) - setBackMs,
    log,
    secretBox,
    eventBodies: createEventBodies(usualMapUrl),
    payments: manualPayments,
    wallClock: Date.now,
    returnUrl: null,
    payoutWaitsForBalance: false,
    transports: noTransports,
    publicName: null,
    phoneCountry: 'GB',
    bootId: 'test',
    isDead: createDeadCheck('test'),
    baseUrl: 'http://charabanc.test',
    press: openPaperPress(),
    tripLocks: new KeyedMutex(),
    membership: createSoleMembership('test'),
  }
  const now = Date.now()
  let accounts = 0
  async function operator(): Promise<OperatorCaller> {
    const ref = `OP-${String(accounts++).padStart(5, '0')}`
    const { id } = await kept.transact((tx) => insertOperator(tx, { ...newOperatorAccount(now), ref }))
    const mint = { kind: 'api_key', name: 'room', operatorId: id, abilities: ['jobs:read', 'webhooks:manage'] } as const
    const { row } = await kept.transact((tx) => mintCredential(tx, mint, now))
    return { kind: 'api_key', operatorId: id, credential: row, user: null }
  }

  const app = {
    secretBox,
    webhookTargets: { allowHttp: false, allow: { networks: [], endpoints: [] } },
  } as unknown as AppContext
  const going: Outgoing[] = []
  let mostAtOnce = 0
  let total = 0
  const send: Send = (attempt) => {
    const outcome = Promise.withResolvers<AttemptOutcome>()
    const released = Promise.withResolvers<void>()
    const one: Outgoing = {
      attempt,
      answer(told = deliveredOutcome, keepsReading = false) {
        going.splice(going.indexOf(one), 1)
        if (!keepsReading) released.resolve()
        outcome.resolve({ ...deliveredOutcome, ...told })
      },
      release: () => released.resolve(),
    }
    going.push(one)
    total++
    mostAtOnce = Math.max(mostAtOnce, going.length)
    if (isAnsweringAtOnce) setImmediate(() => one.answer())
    return { outcome: outcome.promise, released: released.promise }
  }
  const wakeup = new Wakeup()
  const rounds = loopSignals()
  const settings = { waitsMs, timeoutMs, headerPrefix: 'X-Service-' }
  const dispatcher = new Dispatcher(context, settings, send, wakeup, { longestSleepMs: 1_000, onRound: rounds.end })
  let running: Promise<void> | null = null
  let events = 0

  /** Subscribes to these paths in one transaction. */
  async function follow(caller: OperatorCaller, ...names: string[]): Promise<void> {
    await kept.transact(async (tx) => {
      for (const name of names) {
        const wish = { label: name, endpointUrl: `https://hooks.example.org/${name}`, events: ['job.offered'] } as const
        await subscribeWebhook(tx, app, caller, wish, Date.now())
      }
    })
  }
  /** Enters this many events and wakes the dispatcher. */
  async function enter({ operatorId }: OperatorCaller, count = 1): Promise<void> {
    await kept.transact(async (tx) => {
      for (let n = 0; n < count; n++) {
        await announceFact(tx, context, jobOfferedFact(operatorId, ++events), Date.now())
      }
    })
    wakeup.wake()
  }

  function start(): void {
    running = dispatcher.run()
  }

  return {
    context,
    /** The storage of all other callers. */
    storage: kept,
    going,
    operator,
    dispatcher,
    total: () => total,
    /** The number of times that the dispatcher has used the writer. */
    transactions: () => transactions,
    /** The number of its reads. */
    reads: () => reads,
    /** Makes every receiver answer immediately from now on. */
    answerAtOnce() {
      isAnsweringAtOnce = true
    },
    mostAtOnce: () => mostAtOnce,
    /** The running requests to one path. */
    to: (name: string) => going.filter(({ attempt }) => attempt.url.endsWith(`/${name}`)),
    follow,
    enter,
    start,
    /** Resolves when all possible requests have started, and all ended ones are recorded or could not be. */
    quiet: () => rounds.pass(wakeup),
    /** Subscribes one operator at `in` with this many waiting events, and starts the dispatcher. */
    async begin(events: number): Promise<OperatorCaller> {
      const caller = await operator()
      await follow(caller, 'in')
      await enter(caller, events)
      start()
      return caller
    },
    async stop() {
      wakeup.stop()
      await running
    },
    /** Sets the dispatcher's clock back, or on if negative. */
    setBack(ms: number) {
      setBackMs += ms
    },
    /** Stops the dispatcher's clock, which then moves only by `setBack`; returns its time. */
    stopClock(): number {
      stoodStillAt = context.clock() + setBackMs
      return context.clock()
    },
    /** Loses the next transactions at their end. */
    breakNext(count: number) {
      breaks = count
    },
    // biome-ignore lint/suspicious/noExplicitAny: a test reads the rows it asks for
    rows: (query: string) => queryDatabase<any>(folder.path, query),
    run: (statement: string) => changeDatabase(folder.path, statement),
    /** The path of its files. */
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      for (const one of [...going]) one.answer()
      wakeup.stop()
      await running
      await own.close()
      await kept.close()
      await dropDatabase(folder.path)
      folder[Symbol.dispose]()
    },
  }
}
