import { version } from '../../package.json'
import { connectPayments } from '../actions/cards/payment-account.ts'
import { type BackupPlan, backupTask, dailyBackup, planBackups } from '../actions/server/backups.ts'
import { copyAndTell } from '../actions/server/copying.ts'
import { KeyedMutex } from '../actions/server/keyed-mutex.ts'
import { NodeMember, soleMembership } from '../actions/server/membership.ts'
import type { AttemptNote } from '../actions/server/metrics.ts'
import type { NodeIdentity } from '../actions/server/nodes.ts'
import { bringBack, recover, scheduledTasks } from '../actions/tasks.ts'
import type { EventBodies } from '../actions/webhooks/events.ts'
import { labClock, systemClock } from '../clock.ts'
import { backupFolderOf, type Config, forgetProxies } from '../config.ts'
import type { DueWork, WorkLoop } from '../domain/due-work.ts'
import { forcedAfterSeconds, openLastResort } from '../gateways/last-resort.ts'
import { transportsOf } from '../gateways/message-transports.ts'
import { openPress } from '../gateways/papers/press.ts'
import { makeSender } from '../gateways/webhook-sender.ts'
import { makeLogger, withoutValues } from '../log.ts'
import { type DatabaseAddress, openStorage } from '../storage/open.ts'
import { createSecretBox, keyFingerprint } from '../storage/secret-box.ts'
import { type CopyOrder, copyInThread } from './copy-in-thread.ts'
import { Dispatcher } from './dispatcher.ts'
import { longestSleepMs, loopsToWake } from './loop.ts'
import { pollEverySecond, watchClockMoves, watchStorage } from './polling.ts'
import { runSideBySide } from './side-by-side.ts'
import { runTasks } from './task-worker.ts'
import { Wakeup } from './wakeup.ts'

/**
 * Orders of the main thread to the worker: first everything it needs, then which loops have something to do, then to
 * stop. A thread that is asked for a copy does that and nothing else, because copying blocks its thread.
 */
export type Order =
  | {
      readonly kind: 'begin'
      readonly config: Config
      readonly database: DatabaseAddress
      readonly key: Uint8Array
      readonly bootId: string
      /** Null where there are no other nodes. */
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
  /** Something happened that open streams tell of. */
  | { readonly kind: 'happened' }
  | { readonly kind: 'stopped' }

/** Longest sleep (ms) on a test clock, whose time may jump at any moment. */
const testModeSleepMs = 50

/** Webhooks, mails, SMS and payments go at their own pace, so that a deadline never waits for a receiver, a mail server or a bank. */
const wakeups: Readonly<Record<Exclude<WorkLoop, 'streams'>, Wakeup>> = {
  main: new Wakeup(),
  webhooks: new Wakeup(),
  messages: new Wakeup(),
  sms: new Wakeup(),
  payments: new Wakeup(),
}

/** Does what the main thread orders; `eventBodies` says what webhooks are told. */
export function listenForOrders(eventBodies: EventBodies): void {
  addEventListener('message', ({ data: order }: MessageEvent<Order>) => {
    if (order.kind === 'wake') ring(order.loops)
    else if (order.kind === 'stop') for (const one of Object.values(wakeups)) one.stop()
    else if (order.kind === 'copy') copyAndTell(order.request, (news) => postMessage(news))
    else
      work(order, eventBodies).catch((fault) => {
        // An error that is not caught ends this thread, and the main thread starts another.
        setTimeout(() => {
          throw fault
        })
      })
  })
}

async function work(order: Extract<Order, { kind: 'begin' }>, eventBodies: EventBodies): Promise<void> {
  const { config, database, key, bootId, identity, baseUrl, isTerminal } = order
  forgetProxies()
  const looks = new Set<() => void>()
  pollEverySecond(looks).unref()
  lookForSignals(looks)
  const { log, flush } = makeLogger({ level: config.logLevel, terminal: isTerminal })
  const clock = config.clockFile === null ? systemClock() : labClock(config.clockFile)
  const loopsToTell = (work: DueWork) => loopsToWake(work, clock())
  const storage = await openStorage(database, 'worker', loopsToTell, clock)
  const machineClock = config.clockFile === null ? clock : null
  const of = { storage, lookups: storage, clock, machineClock, log }
  const member = identity === null ? null : await NodeMember.open({ ...of, identity, isBeating: false })
  const membership = member ?? soleMembership(bootId)
  const press = openPress(
    () => new URL('./press.ts', Bun.pathToFileURL(Bun.main)),
    (reason) => log.error({ reason: withoutValues(reason) }, 'a paper could not be printed'),
  )
  const context = {
    storage,
    clock,
    log,
    secretBox: createSecretBox(key),
    eventBodies,
    payments: await connectPayments(config, storage, membership, clock, log),
    wallClock: systemClock(),
    returnUrl: config.payments === 'stripe' ? config.stripeReturnUrl : null,
    payoutWaitsForBalance: config.payoutWaitsForBalance,
    transports: transportsOf(config),
    bootId,
    isDead: membership.isDead,
    baseUrl,
    publicName: config.publicName,
    phoneCountry: config.phoneCountry,
    tripLocks: new KeyedMutex(),
    membership,
    press,
  }
  await recover(context)
  const plan = planOf(order)
  await planBackups(context, plan)
  const tasks = plan === null ? scheduledTasks : { ...scheduledTasks, [backupTask]: dailyBackup(plan) }
  const { webhookWaitsMs: waitsMs, webhookTimeoutMs: timeoutMs, webhookHeaderPrefix: headerPrefix } = config
  const hooks = { longestSleepMs: config.lab ? testModeSleepMs : longestSleepMs }
  const send = makeSender({ allowHttp: config.webhookAllowHttp, allow: config.webhookAllow })
  const sending = await openStorage(database, 'dispatcher', loopsToTell, clock)
  for (const handle of [storage, sending]) handle.onDue((work) => ring(loopsToWake(work, clock())))
  const settings = { waitsMs, timeoutMs, headerPrefix }
  const dispatcher = new Dispatcher({ ...context, storage: sending }, settings, send, wakeups.webhooks, hooks)
  const lookForOthers = watchStorage(context, () => ring(Object.keys(wakeups) as WorkLoop[]))
  const lookBack = watchClockMoves(
    clock,
    () => bringBack(context),
    (fault) => log.error({ err: fault }, 'what lies ahead of its time could not be looked for'),
  )
  looks.add(lookForOthers).add(lookBack)
  await Promise.all([
    runTasks(context, tasks, wakeups.main, {
      ...hooks,
      onRound: () => report({ kind: 'beat', attempts: dispatcher.takeNotes() }),
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
  report({ kind: 'stopped' })
}

/** Looks for a signal that a main thread which hangs does not hear. Once there was one, limits the time. */
function lookForSignals(looks: Set<() => void>): void {
  const lastResort = openLastResort()
  if (lastResort === null) return
  const look = () => {
    if (!lastResort.wasTold()) return
    looks.delete(look)
    lastResort.enforce(forcedAfterSeconds)
  }
  looks.add(look)
}

/** Backups of PostgreSQL are its own. */
function planOf({ config, database, key }: Extract<Order, { kind: 'begin' }>): BackupPlan | null {
  if (!config.backupDaily || database.kind !== 'sqlite') return null
  const facts = { release: version, keyFingerprint: keyFingerprint(key) }
  return {
    folder: backupFolderOf(config),
    keep: { daily: config.backupKeepDaily, weekly: config.backupKeepWeekly },
    copy: (target, madeAt) =>
      copyInThread(Bun.pathToFileURL(Bun.main), { source: database.path, target, facts: { ...facts, madeAt } }),
  }
}

function ring(loops: readonly WorkLoop[]): void {
  for (const loop of loops) {
    // Streams are the main thread's.
    if (loop === 'streams') report({ kind: 'happened' })
    else wakeups[loop].ring()
  }
}

function report(news: WorkerReport): void {
  postMessage(news)
}
