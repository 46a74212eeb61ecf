import { claim, type Outlook } from '../actions/claims.ts'
import type { WebhookSettings, WorkerContext } from '../actions/context.ts'
import { type AttemptResult, type ClaimedDelivery, clearQueues, settle } from '../actions/deliveries.ts'
import type { AttemptNote } from '../actions/metrics.ts'
import {
  clampDeliveryDueDates,
  handBackSending,
  keepSending,
  RivalLease,
  type Sender,
  takeOverSending,
} from '../actions/sending-lease.ts'
import { hourMs } from '../domain/instant.ts'
import type { Send } from '../gateways/webhook-sender.ts'
import { signatureOf } from '../gateways/webhook-signature.ts'
import { ClockWatch } from './clock-watch.ts'
import { InFlight } from './in-flight.ts'
import { type LoopHooks, workLoop } from './loop.ts'
import type { Wakeup } from './wakeup.ts'

/** However patient the configuration is with receivers, a stop is not. */
const longestFinishMs = 20_000
/** Beyond the time an attempt may take. */
const graceMs = 5_000
const usualLongestWaitMs = hourMs
/** After a settling the disk rests for so many times as long as it took, since one of many results costs little more than one of few. */
const restPerSettling = 3
const longestRestMs = 50
/** With so many results its rest is over. */
const mostUnsettled = 256
/** A node that may not send looks again after this time whether it may. */
const notActingMs = 1_000
/** At a stop: how often results are asked for, and how long storage that failed is left alone. */
const finishPauseMs = 20
const finishRetryMs = 200
const encoder = new TextEncoder()

/**
 * Sends webhooks: settles what has a result and starts what may, round after round until told to stop. No one else
 * may use the storage handle in `context`.
 */
export class Dispatcher {
  #after = 0
  /** What waits, so far as the last claim knows. Holds secrets, and is let go of with each settling. */
  #outlook: Outlook | null = null
  readonly #inFlight = new InFlight()
  /** Until this instant of the machine's steady clock the disk has a rest (ms). */
  #settleAt = 0
  /** True while storage takes no results: then nothing more starts. */
  #isSettlingOverdue = false
  #isSender = true
  #mustClampDueDates = false
  #notes: AttemptNote[] = []
  readonly #sender: Sender
  readonly #rival = new RivalLease()
  readonly #clock: ClockWatch
  readonly #userAgent: string

  constructor(
    private readonly context: WorkerContext,
    private readonly settings: WebhookSettings,
    private readonly send: Send,
    private readonly wakeup: Wakeup,
    private readonly hooks: LoopHooks,
  ) {
    this.#clock = new ClockWatch(context.clock)
    this.#userAgent = `${settings.headerPrefix.replace(/^X-|-$/g, '')}-Webhooks/1.0`
    this.#sender = {
      token: Bun.randomUUIDv7(),
      patienceMs: settings.timeoutMs + graceMs,
      longestWaitMs: Math.max(usualLongestWaitMs, ...settings.waitsMs),
    }
  }

  async run(): Promise<void> {
    // Among several nodes one sends as long as it lives, and another only when that one has stopped.
    if (this.context.membership.isShared) this.#isSender = false
    else await takeOverSending(this.context, this.#sender)
    const settings = { ...this.hooks, log: this.context.log, faultPhrase: 'webhooks could not be claimed or settled' }
    await workLoop(this.wakeup, settings, () => this.#round())
    await this.#finish()
  }

  /** What was attempted since the last time they were taken. */
  takeNotes(): AttemptNote[] {
    return this.#notes.splice(0)
  }

  /**
   * Starts what may start now and settles what has a result, in this order: receivers are at work while the disk is. As long as more
   * starts, results gather, so that the disk has a rest.
   */
  async #round(): Promise<number> {
    await this.#mindTheClock()
    if (this.#isSettlingOverdue) await this.#settle(this.#inFlight.results())
    // What comes in the same turn of the event loop is settled together.
    if (this.#inFlight.results().length > 0) await new Promise<void>((resolve) => setImmediate(resolve))
    const results = this.#inFlight.results()
    if (!this.context.membership.mayAct()) return notActingMs
    if (!this.#isSender) {
      const waitMs = await this.#rival.untilFree(this.context, this.#sender)
      if (waitMs > 0) {
        // By now they count for nothing.
        await this.#settle(results)
        return waitMs
      }
    }
    const claimed = await claim(this.context, this.#sender, this.#inFlight.counts(), results, this.#after, this.#outlook)
    this.#after = claimed.after
    this.#outlook = claimed.outlook
    for (const delivery of claimed.deliveries) this.#send(delivery)
    const restMs = claimed.deliveries.length > 0 ? this.#restOfDisk(results) : 0
    if (restMs === 0) await this.#settle(results)
    if (claimed.blocked.length > 0) await clearQueues(this.context, claimed.blocked)
    if (!claimed.maySend) return (await this.#keepSending()) ? 0 : Number.POSITIVE_INFINITY
    if (claimed.blocked.length > 0) return 0
    const idleMs = Math.max(0, claimed.nextDueAt - this.context.clock())
    return restMs > 0 ? Math.min(idleMs, restMs) : idleMs
  }

  /** How long results may still wait for those that come after them (ms). What failed is settled at once, since it may be due again. */
  #restOfDisk(results: readonly AttemptResult[]): number {
    if (results.length === 0 || results.length >= mostUnsettled || results.some(({ outcome }) => outcome.error !== null)) return 0
    return Math.max(0, this.#settleAt - performance.now())
  }

  /** Results stay ours until they are durable. */
  async #settle(results: readonly AttemptResult[]): Promise<void> {
    if (results.length === 0) return
    this.#isSettlingOverdue = true
    const startedAt = performance.now()
    await settle(this.context, this.#sender, this.settings.waitsMs, results)
    this.#isSettlingOverdue = false
    this.#inFlight.forget(results)
    this.#outlook = null
    const endedAt = performance.now()
    this.#settleAt = endedAt + Math.min(longestRestMs, restPerSettling * (endedAt - startedAt))
    // What failed may be due again at once.
    if (results.some(({ outcome }) => outcome.error !== null)) this.wakeup.ring()
  }

  async #keepSending(): Promise<boolean> {
    const isSender = await keepSending(this.context, this.#sender)
    const { log, membership } = this.context
    // Among several nodes it may change whenever there was nothing to send for a while.
    if (isSender !== this.#isSender)
      log[membership.isShared ? 'debug' : 'warn']({ isSender }, 'whose turn it is to send webhooks has changed')
    this.#mustClampDueDates ||= isSender && !this.#isSender
    this.#isSender = isSender
    return isSender
  }

  #send(delivery: ClaimedDelivery): void {
    const attemptedAt = this.context.clock()
    const { outcome, released } = this.send(this.#request(delivery, attemptedAt))
    const entry = this.#inFlight.add(delivery)
    outcome.then((outcome) => {
      this.#notes.push({ error: outcome.error, durationMs: outcome.durationMs })
      entry.end({ outcome, attemptedAt, endedAt: this.context.clock() })
      this.wakeup.ring()
    })
    released.then(() => {
      entry.release()
      this.wakeup.ring()
    })
  }

  #request({ id, url, secret, event, text }: ClaimedDelivery, attemptedAt: number) {
    const { headerPrefix, timeoutMs } = this.settings
    const body = encoder.encode(text)
    const timestamp = Math.floor(attemptedAt / 1_000)
    const headers = {
      [`${headerPrefix}Event`]: event,
      [`${headerPrefix}Signature`]: signatureOf(secret, timestamp, body),
      [`${headerPrefix}Timestamp`]: String(timestamp),
      [`${headerPrefix}Delivery`]: id,
      'Content-Type': 'application/json',
      'User-Agent': this.#userAgent,
      Accept: '*/*',
      'Accept-Encoding': 'identity',
    }
    return { url, headers, body, timeoutMs }
  }

  async #mindTheClock(): Promise<void> {
    const jumpMs = this.#clock.jump()
    if (jumpMs !== 0) this.context.log.warn({ jumpMs }, 'the clock jumped')
    this.#mustClampDueDates ||= jumpMs < 0
    if (!this.#mustClampDueDates) return
    await clampDeliveryDueDates(this.context, this.#sender)
    this.#mustClampDueDates = false
  }

  /** What is in flight may end; what does not still waits, and the next process sends it at once. */
  async #finish(): Promise<void> {
    const deadline = performance.now() + Math.min(this.settings.timeoutMs + 500, longestFinishMs)
    let hasFailed = false
    while (this.#inFlight.counts().unsettled.size > 0 && performance.now() < deadline) {
      let pauseMs = finishPauseMs
      const results = this.#inFlight.results()
      try {
        await this.#settle(results)
      } catch (err) {
        pauseMs = finishRetryMs
        if (!hasFailed) this.context.log.error({ err, results: results.length }, 'results of webhooks could not be settled')
        hasFailed = true
      }
      await Bun.sleep(pauseMs)
    }
    const results = this.#inFlight.results().length
    if (results > 0) this.context.log.error({ results }, 'webhooks will be sent a second time')
    await handBackSending(this.context, this.#sender).catch((fault) =>
      this.context.log.warn({ err: fault }, 'the lease of sending webhooks could not be handed back'),
    )
  }
}
