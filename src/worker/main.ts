import { version } from '../../package.json'
import { type BackupPlan, backupWork, dailyBackup, planBackups } from '../actions/backups.ts'
import { type CopyErrand, copyAndTell } from '../actions/copying.ts'
import { dueDeeds, takeOver } from '../actions/due-work.ts'
import type { AttemptNote } from '../actions/meters.ts'
import { TripTurns } from '../actions/trip-turns.ts'
import { labClock, systemClock } from '../clock.ts'
import { backupFolderOf, type Config, forgetProxies } from '../config.ts'
import { couriersOf } from '../gateways/couriers.ts'
import { forcedAfterSeconds, openLastResort } from '../gateways/last-resort.ts'
import { paymentsOf } from '../gateways/payments/choose.ts'
import { makeSender } from '../gateways/webhook-sender.ts'
import { makeLogger } from '../log.ts'
import { openSqlite } from '../storage/open.sqlite.ts'
import { createSecretBox, keyFingerprint } from '../storage/secret-box.ts'
import { Alarm } from './alarm.ts'
import { copyInThread } from './copy-in-thread.ts'
import { Dispatcher } from './dispatcher.ts'
import { runLoop } from './loop.ts'
import { runPost } from './postman.ts'

/**
 * What the main thread tells the worker: first everything it needs, then that there is work, then to stop. A thread that
 * is asked for a copy does that and nothing else, because copying blocks whoever does it.
 */
export type Order =
  | {
      readonly kind: 'begin'
      readonly config: Config
      readonly databasePath: string
      readonly key: Uint8Array
      readonly bootId: string
      readonly baseUrl: string
      readonly isTerminal: boolean
    }
  | { readonly kind: 'wake' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'copy'; readonly errand: CopyErrand }

/** What it hears back. */
export type Report = { readonly kind: 'beat'; readonly attempts: readonly AttemptNote[] } | { readonly kind: 'stopped' }

const lookEveryMs = 1_000

const alarm = new Alarm()
/** Webhooks, messages and payments go at their own pace, so that a deadline never waits for a receiver, a mail server or a bank. */
const webhookAlarm = new Alarm()
const postAlarm = new Alarm()
const bankAlarm = new Alarm()

addEventListener('message', ({ data: order }: MessageEvent<Order>) => {
  if (order.kind === 'wake') every((one) => one.ring())
  else if (order.kind === 'stop') every((one) => one.stop())
  else if (order.kind === 'copy') copyAndTell(order.errand, (news) => postMessage(news))
  else
    work(order).catch((fault) => {
      // An error nobody catches ends this thread, and the main thread starts another.
      setTimeout(() => {
        throw fault
      })
    })
})

async function work(order: Extract<Order, { kind: 'begin' }>): Promise<void> {
  const { config, databasePath, key, bootId, baseUrl, isTerminal } = order
  forgetProxies()
  watchForSignals()
  const { log, flush } = makeLogger({ level: config.logLevel, terminal: isTerminal })
  const clock = config.clockFile === null ? systemClock() : labClock(config.clockFile)
  const storage = openSqlite(databasePath)
  const context = {
    storage,
    clock,
    log,
    secretBox: createSecretBox(key),
    payments: paymentsOf(config),
    courier: couriersOf(config),
    bootId,
    baseUrl,
    turns: new TripTurns(),
  }
  await takeOver(context)
  const plan = config.backupDaily ? planOf(order) : null
  await planBackups(context, plan)
  const deeds = plan === null ? dueDeeds : { ...dueDeeds, [backupWork]: dailyBackup(plan) }
  const manner = {
    waitsMs: config.webhookWaitsMs,
    timeoutMs: config.webhookTimeoutMs,
    headerPrefix: config.webhookHeaderPrefix,
  }
  const send = makeSender({ allowHttp: config.webhookAllowHttp, allow: config.webhookAllow })
  const sending = openSqlite(databasePath)
  const dispatcher = new Dispatcher({ ...context, storage: sending }, manner, send, webhookAlarm, config.lab)
  await Promise.all([
    runLoop(context, deeds, alarm, {
      beat: () => report({ kind: 'beat', attempts: dispatcher.takeNotes() }),
      isTestMode: config.lab,
    }),
    dispatcher.run(),
    runPost(context, postAlarm, config.lab),
    runLoop(context, dueDeeds, bankAlarm, { beat() {}, isTestMode: config.lab }, 'bank'),
  ])
  await sending.close()
  await storage.close()
  flush()
  report({ kind: 'stopped' })
}

/** A main thread that is stuck hears no signal; this one sees that there was one, and limits the time. */
function watchForSignals(): void {
  const lastResort = openLastResort()
  if (lastResort === null) return
  const looking = setInterval(() => {
    if (!lastResort.wasTold()) return
    clearInterval(looking)
    lastResort.enforce(forcedAfterSeconds)
  }, lookEveryMs)
  looking.unref()
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

function every(tell: (one: Alarm) => void): void {
  for (const one of [alarm, webhookAlarm, postAlarm, bankAlarm]) tell(one)
}

function report(news: Report): void {
  postMessage(news)
}
