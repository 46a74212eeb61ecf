import { version } from '../../package.json'
import { type BackupPlan, backupTask, dailyBackup, planBackups } from '../actions/backups.ts'
import { type CopyRequest, copyAndTell } from '../actions/copying.ts'
import type { EventBodies } from '../actions/events.ts'
import { KeyedMutex } from '../actions/keyed-mutex.ts'
import type { AttemptNote } from '../actions/metrics.ts'
import { recover, scheduledTasks } from '../actions/tasks.ts'
import { labClock, systemClock } from '../clock.ts'
import { backupFolderOf, type Config, forgetProxies } from '../config.ts'
import type { WorkLoop } from '../domain/due-work.ts'
import { forcedAfterSeconds, openLastResort } from '../gateways/last-resort.ts'
import { transportsOf } from '../gateways/message-transports.ts'
import { paymentsOf } from '../gateways/payments/choose.ts'
import { makeSender } from '../gateways/webhook-sender.ts'
import { makeLogger } from '../log.ts'
import { openSqlite } from '../storage/open.sqlite.ts'
import { createSecretBox, keyFingerprint } from '../storage/secret-box.ts'
import { WriterBell } from '../storage/writer-bell.ts'
import { copyInThread } from './copy-in-thread.ts'
import { Dispatcher } from './dispatcher.ts'
import { lookForNews, lookOutFor } from './lookout.ts'
import { longestSleepMs, loopsToWake } from './loop.ts'
import { runMessages } from './message-worker.ts'
import { runTasks } from './task-worker.ts'
import { Wakeup } from './wakeup.ts'

/**
 * What the main thread tells the worker: first everything it needs, then which loops have something to do, then to stop. A thread that
 * is asked for a copy does that and nothing else, because copying blocks its thread.
 */
export type Order =
  | {
      readonly kind: 'begin'
      readonly config: Config
      readonly databasePath: string
      readonly writerBell: SharedArrayBuffer
      readonly key: Uint8Array
      readonly bootId: string
      readonly baseUrl: string
      readonly isTerminal: boolean
    }
  | { readonly kind: 'wake'; readonly loops: readonly WorkLoop[] }
  | { readonly kind: 'stop' }
  | { readonly kind: 'copy'; readonly request: CopyRequest }

/** What it hears back. */
export type WorkerReport = { readonly kind: 'beat'; readonly attempts: readonly AttemptNote[] } | { readonly kind: 'stopped' }

/** On a test clock the time may jump at any moment. */
const testModeSleepMs = 50

/** Webhooks, messages and payments go at their own pace, so that a deadline never waits for a receiver, a mail server or a bank. */
const wakeups: Readonly<Record<WorkLoop, Wakeup>> = {
  main: new Wakeup(),
  webhooks: new Wakeup(),
  messages: new Wakeup(),
  bank: new Wakeup(),
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
  const { config, databasePath, writerBell, key, bootId, baseUrl, isTerminal } = order
  forgetProxies()
  const looks = new Set<() => void>()
  lookOutFor(looks).unref()
  lookForSignals(looks)
  const { log, flush } = makeLogger({ level: config.logLevel, terminal: isTerminal })
  const clock = config.clockFile === null ? systemClock() : labClock(config.clockFile)
  const bell = new WriterBell(writerBell)
  const storage = openSqlite(databasePath, { bell })
  const context = {
    storage,
    clock,
    log,
    secretBox: createSecretBox(key),
    eventBodies,
    payments: paymentsOf(config),
    transport: transportsOf(config),
    bootId,
    baseUrl,
    tripLocks: new KeyedMutex(),
  }
  await recover(context)
  const plan = config.backupDaily ? planOf(order) : null
  await planBackups(context, plan)
  const tasks = plan === null ? scheduledTasks : { ...scheduledTasks, [backupTask]: dailyBackup(plan) }
  const { webhookWaitsMs: waitsMs, webhookTimeoutMs: timeoutMs, webhookHeaderPrefix: headerPrefix } = config
  const hooks = { longestSleepMs: config.lab ? testModeSleepMs : longestSleepMs }
  const send = makeSender({ allowHttp: config.webhookAllowHttp, allow: config.webhookAllow })
  const sending = openSqlite(databasePath, { bell })
  for (const handle of [storage, sending]) handle.onDue((work) => ring(loopsToWake(work, clock())))
  const settings = { waitsMs, timeoutMs, headerPrefix }
  const dispatcher = new Dispatcher({ ...context, storage: sending }, settings, send, wakeups.webhooks, hooks)
  const lookForOthers = lookForNews(context, () => ring(Object.keys(wakeups) as WorkLoop[]))
  looks.add(lookForOthers)
  await Promise.all([
    runTasks(context, tasks, wakeups.main, {
      ...hooks,
      onRound: () => report({ kind: 'beat', attempts: dispatcher.takeNotes() }),
    }),
    dispatcher.run(),
    runMessages(context, scheduledTasks, wakeups.messages, hooks),
    runTasks(context, scheduledTasks, wakeups.bank, hooks, 'bank'),
  ])
  looks.delete(lookForOthers)
  await sending.close()
  await storage.close()
  flush()
  report({ kind: 'stopped' })
}

/** A main thread that is stuck hears no signal; this one sees that there was one, and limits the time. */
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

function planOf({ config, databasePath, key }: Extract<Order, { kind: 'begin' }>): BackupPlan {
  const facts = { release: version, keyFingerprint: keyFingerprint(key) }
  return {
    folder: backupFolderOf(config),
    keep: { daily: config.backupKeepDaily, weekly: config.backupKeepWeekly },
    copy: (target, madeAt) =>
      copyInThread(Bun.pathToFileURL(Bun.main), { source: databasePath, target, facts: { ...facts, madeAt } }),
  }
}

function ring(loops: readonly WorkLoop[]): void {
  for (const loop of loops) wakeups[loop].ring()
}

function report(news: WorkerReport): void {
  postMessage(news)
}
