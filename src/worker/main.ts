import { takeOver } from '../actions/due-work.ts'
import type { AttemptNote } from '../actions/meters.ts'
import { TripTurns } from '../actions/trip-turns.ts'
import { labClock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { couriersOf } from '../gateways/couriers.ts'
import { paymentsOf } from '../gateways/payments/choose.ts'
import { makeSender } from '../gateways/webhook-sender.ts'
import { makeLogger } from '../log.ts'
import { openSqlite } from '../storage/open.sqlite.ts'
import { makeVault } from '../storage/vault.ts'
import { Alarm } from './alarm.ts'
import { Dispatcher } from './dispatcher.ts'
import { runLoop } from './loop.ts'
import { runPost } from './postman.ts'

/** What the front of the house tells the boiler room: first everything it needs, then that there is work, then to stop. */
export type Order =
  | {
      readonly kind: 'begin'
      readonly config: Config
      readonly databasePath: string
      readonly key: Uint8Array
      readonly bootId: string
      readonly isTerminal: boolean
    }
  | { readonly kind: 'wake' }
  | { readonly kind: 'stop' }

/** What it hears back. */
export type Report = { readonly kind: 'beat'; readonly attempts: readonly AttemptNote[] } | { readonly kind: 'stopped' }

const alarm = new Alarm()
/** Webhooks and messages go at their own pace, so that a deadline never waits for a receiver or a mail server. */
const webhookAlarm = new Alarm()
const postAlarm = new Alarm()

addEventListener('message', ({ data: order }: MessageEvent<Order>) => {
  if (order.kind === 'wake') every((one) => one.ring())
  else if (order.kind === 'stop') every((one) => one.stop())
  else
    work(order).catch((fault) => {
      // An error nobody catches ends this thread, and the front of the house starts another.
      setTimeout(() => {
        throw fault
      })
    })
})

async function work({ config, databasePath, key, bootId, isTerminal }: Extract<Order, { kind: 'begin' }>): Promise<void> {
  const { log, flush } = makeLogger({ level: config.logLevel, terminal: isTerminal })
  const clock = config.clockFile === null ? systemClock() : labClock(config.clockFile)
  const storage = openSqlite(databasePath)
  const works = {
    storage,
    clock,
    log,
    vault: makeVault(key),
    payments: paymentsOf(config),
    courier: couriersOf(config),
    bootId,
    turns: new TripTurns(),
  }
  await takeOver(works)
  const manner = {
    waitsMs: config.webhookWaitsMs,
    timeoutMs: config.webhookTimeoutMs,
    headerPrefix: config.webhookHeaderPrefix,
  }
  const send = makeSender({ allowHttp: config.webhookAllowHttp, allow: config.webhookAllow })
  const dispatcher = new Dispatcher(works, manner, send, webhookAlarm, config.lab)
  await Promise.all([
    runLoop(works, alarm, { beat: () => report({ kind: 'beat', attempts: dispatcher.takeNotes() }), isLaboratory: config.lab }),
    dispatcher.run(),
    runPost(works, postAlarm, config.lab),
  ])
  await storage.close()
  flush()
  report({ kind: 'stopped' })
}

function every(tell: (one: Alarm) => void): void {
  for (const one of [alarm, webhookAlarm, postAlarm]) tell(one)
}

function report(news: Report): void {
  postMessage(news)
}
