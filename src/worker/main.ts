import { version } from '../../package.json'
import { openPayments } from '../actions/cards/payment-account.ts'
import { type BackupPlan, backupTask, createDailyBackupTask, planBackups } from '../actions/maintenance/backups.ts'
import { copyWithProgress } from '../actions/server/copying.ts'
import type { EventBodies } from '../actions/server/event-bodies.ts'
import { KeyedMutex } from '../actions/server/keyed-mutex.ts'
import { createSoleMembership, NodeMember } from '../actions/server/membership.ts'
import type { AttemptNote } from '../actions/server/metrics.ts'
import type { NodeIdentity } from '../actions/server/nodes.ts'
import { recoverWork, rescheduleWorkAhead, scheduledTasks } from '../actions/tasks.ts'
import { createLabClock, createSystemClock } from '../clock.ts'
import { type Config, findBackupFolder, forgetProxies } from '../config.ts'
import type { DueWork, WorkLoop } from '../domain/due-work.ts'
import { forcedAfterSeconds, openLastResort } from '../gateways/last-resort.ts'
import { openTransports } from '../gateways/message-transports.ts'
import { openPress } from '../gateways/papers/press.ts'
import { makeSender } from '../gateways/webhook-sender.ts'
import { makeLogger, stripQueryValues } from '../log.ts'
import { type DatabaseAddress, openStorage } from '../storage/open.ts'
import { computeKeyFingerprint, createSecretBox } from '../storage/secret-box.ts'
import { type CopyOrder, copyInThread } from './copy-in-thread.ts'
import { Dispatcher } from './dispatcher.ts'
import { listLoopsToWake, longestSleepMs } from './loop.ts'
import { pollEverySecond, watchClockMoves, watchStorage } from './polling.ts'
import { runSideBySide } from './side-by-side.ts'
import { runTasks } from './task-worker.ts'
import { Wakeup } from './wakeup.ts'

/**
 * Orders of the main thread to the worker: first its context, then loops to wake, then to stop. A thread for a copy does nothing
 * else, because copying blocks its thread.
 */
export type Order =
  | {
      readonly kind: 'begin'
      readonly config: Config
      readonly database: DatabaseAddress
      readonly key: Uint8Array
      readonly bootId: string
      /** Null without other nodes. */
      readonly identity: NodeIdentity | null
      readonly baseUrl: string
      readonly isTerminal: boolean
    }
  | { readonly kind: 'wake'; readonly loops: readonly WorkLoop[] }
  | { readonly kind: 'stop' }
  | CopyOrder

/** Reports of the worker to the main thread. */
export type WorkerReport =
  | { readonly kind: 'beat'; readonly attempts: readonly AttemptNote[] }
  /** A change that open streams report. */
  | { readonly kind: 'happened' }
  | { readonly kind: 'stopped' }

/** Longest sleep (ms) on a test clock, whose time can jump at any moment. */
const testModeSleepMs = 50

/**
 * Webhooks, emails, SMS and payments have separate lanes, so that a deadline never waits for a receiver, a mail server or a bank.
 */
const wakeups: Readonly<Record<Exclude<WorkLoop, 'streams'>, Wakeup>> = {
  main: new Wakeup(),
  webhooks: new Wakeup(),
  messages: new Wakeup(),
  sms: new Wakeup(),
  payments: new Wakeup(),
}

/** Makes the bodies of webhooks, with map links by a template. */
type CreateEventBodies = (mapUrl: string) => EventBodies

/** Executes the main thread's orders. */
export function listenForOrders(createEventBodies: CreateEventBodies): void {
  addEventListener('message', ({ data: order }: MessageEvent<Order>) => {
    if (order.kind === 'wake') wakeLoops(order.loops)
    else if (order.kind === 'stop') for (const one of Object.values(wakeups)) one.stop()
    else if (order.kind === 'copy') copyWithProgress(order.request, (news) => postMessage(news))
    else
      work(order, createEventBodies).catch((fault) => {
        // An uncaught error ends this thread, and the main thread starts another.
        setTimeout(() => {
          throw fault
        })
      })
  })
}

async function work(order: Extract<Order, { kind: 'begin' }>, createEventBodies: CreateEventBodies): Promise<void> {
  const { config, database, key, bootId, identity, baseUrl, isTerminal } = order
  forgetProxies()
  const looks = new Set<() => void>()
  pollEverySecond(looks).unref()
  lookForSignals(looks)
  const { log, flush } = makeLogger({ level: config.logLevel, terminal: isTerminal })
  const clock = config.clockFile === null ? createSystemClock() : createLabClock(config.clockFile)
  const loopsToNotify = (work: DueWork) => listLoopsToWake(work, clock())
  const storage = await openStorage(database, 'worker', loopsToNotify, clock)
  const machineClock = config.clockFile === null ? clock : null
  const of = { storage, lookups: storage, clock, machineClock, log }
  const member = identity === null ? null : await NodeMember.open({ ...of, identity, isBeating: false })
  const membership = member ?? createSoleMembership(bootId)
  const press = openPress(
    () => new URL('./press.ts', Bun.pathToFileURL(Bun.main)),
    (reason) => log.error({ reason: stripQueryValues(reason) }, 'could not print a document'),
  )
  const context = {
    storage,
    clock,
    log,
    secretBox: createSecretBox(key),
    eventBodies: createEventBodies(config.mapUrl),
    payments: await openPayments(config, storage, membership, clock, log),
    wallClock: createSystemClock(),
    returnUrl: config.payments === 'stripe' ? config.stripeReturnUrl : null,
    payoutWaitsForBalance: config.payoutWaitsForBalance,
    transports: openTransports(config),
    bootId,
    isDead: membership.isDead,
    baseUrl,
    publicName: config.publicName,
    phoneCountry: config.phoneCountry,
    tripLocks: new KeyedMutex(),
    membership,
    press,
  }
  await recoverWork(context)
  const plan = buildBackupPlan(order)
  await planBackups(context, plan)
  const tasks = plan === null ? scheduledTasks : { ...scheduledTasks, [backupTask]: createDailyBackupTask(plan) }
  const { webhookWaitsMs: waitsMs, webhookTimeoutMs: timeoutMs, webhookHeaderPrefix: headerPrefix } = config
  const hooks = { longestSleepMs: config.lab ? testModeSleepMs : longestSleepMs }
  const send = makeSender({ allowHttp: config.webhookAllowHttp, allow: config.webhookAllow })
  const sending = await openStorage(database, 'dispatcher', loopsToNotify, clock)
  for (const handle of [storage, sending]) handle.onDue((work) => wakeLoops(listLoopsToWake(work, clock())))
  const settings = { waitsMs, timeoutMs, headerPrefix }
  const dispatcher = new Dispatcher({ ...context, storage: sending }, settings, send, wakeups.webhooks, hooks)
  const lookForOthers = watchStorage(context, () => wakeLoops(Object.keys(wakeups) as WorkLoop[]))
  const lookBack = watchClockMoves(
    clock,
    () => rescheduleWorkAhead(context),
    (fault) => log.error({ err: fault }, 'could not look for work dated too far ahead'),
  )
  looks.add(lookForOthers).add(lookBack)
  await Promise.all([
    runTasks(context, tasks, wakeups.main, {
      ...hooks,
      onRound: () => postReport({ kind: 'beat', attempts: dispatcher.takeNotes() }),
    }),
    dispatcher.run(),
    runSideBySide(context, scheduledTasks, wakeups.messages, hooks, 'messages'),
    runSideBySide(context, scheduledTasks, wakeups.sms, hooks, 'sms'),
    runSideBySide(context, scheduledTasks, wakeups.payments, hooks, 'payments'),
  ])
  looks.clear()
  press.close()
  await member?.close()
  await sending.close()
  await storage.close()
  flush()
  postReport({ kind: 'stopped' })
}

/** Checks for a signal that a blocked main thread does not receive. After a signal, limits the time. */
function lookForSignals(looks: Set<() => void>): void {
  const lastResort = openLastResort()
  if (lastResort === null) return
  const look = () => {
    if (!lastResort.wasSignalled()) return
    looks.delete(look)
    lastResort.enforce(forcedAfterSeconds)
  }
  looks.add(look)
}

/** PostgreSQL has its own backups. */
function buildBackupPlan({ config, database, key }: Extract<Order, { kind: 'begin' }>): BackupPlan | null {
  if (!config.backupDaily || database.kind !== 'sqlite') return null
  const facts = { release: version, keyFingerprint: computeKeyFingerprint(key) }
  return {
    folder: findBackupFolder(config),
    keep: { daily: config.backupKeepDaily, weekly: config.backupKeepWeekly },
    copy: (target, madeAt) =>
      copyInThread(Bun.pathToFileURL(Bun.main), { source: database.path, target, facts: { ...facts, madeAt } }),
  }
}

function wakeLoops(loops: readonly WorkLoop[]): void {
  for (const loop of loops) {
    // Streams belong to the main thread.
    if (loop === 'streams') postReport({ kind: 'happened' })
    else wakeups[loop].wake()
  }
}

function postReport(news: WorkerReport): void {
  postMessage(news)
}
