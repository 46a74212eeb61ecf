import type { WebhookSettings, WorkerContext } from '../actions/context.ts'
import type { AttemptNote } from '../actions/server/metrics.ts'
import { type AttemptResult, type ChosenDelivery, clearQueues } from '../actions/webhooks/deliveries.ts'
import type { Sender } from '../actions/webhooks/sending-lease.ts'
import { hourMs } from '../domain/instant.ts'
import type { Send } from '../gateways/webhook-sender.ts'
import { signatureOf } from '../gateways/webhook-signature.ts'
import { Choosing } from './choosing.ts'
import { InFlight } from './in-flight.ts'
import { type LoopHooks, workLoop } from './loop.ts'
import { SendingTurn } from './sending-turn.ts'
import { Settling } from './settling.ts'
import type { Wakeup } from './wakeup.ts'

/** Longest time a stop waits for what is in flight (ms), however patient the configuration is with receivers. */
const longestFinishMs = 20_000
/** Time beyond an attempt's own (ms) in which its result is settled. */
const graceMs = 5_000
const usualLongestWaitMs = hourMs
/** Time after which a node that may not act looks again whether it may (ms). */
const notActingMs = 1_000
/** Pause at a stop between two looks for results (ms), and the one after storage failed. */
const finishPauseMs = 20
const finishRetryMs = 200
const encoder = new TextEncoder()

/**
 * The sender of webhooks. It works in rounds, which a wake-up, a result, a freed connection, the next due date or the longest sleep
 * begin. Between two rounds it is in one of these states:
 *
 * - idle: nothing is in flight and nothing due. A wake-up or the next due date leads to sending.
 * - sending: requests are in flight. Each result is settled in the next round, and the slots that are free again are given away.
 * - batching: while more starts and the disk rests, results gather (`Settling.restMs`). The end of the rest, a failure among them,
 *   many results, or a round that starts nothing settle them all in one commit.
 * - overdue: storage took no results. The round failed and is begun again by the loop; nothing is sent until they are taken.
 * - not the sender: another node has the turn (`SendingTurn`). Results count for nothing by then and are dropped. It looks again when
 *   the other's lease may have run out.
 * - may not act: this node was not heard of, or its clock is wrong. Results are kept, nothing is sent, and it looks again in a second.
 * - stopping: nothing more is sent. Results are settled for a while, then the turn is handed back. What is in flight by then stays
 *   due, and is sent a second time under the same id.
 *
 * What outlives a round has a home each: the register of what is in flight (`InFlight`), where the choice stopped and what it read
 * (`Choosing`), results that are not durable yet (`Settling`) and the turn (`SendingTurn`). No one else may use the storage handle in
 * `context`.
 */
export class Dispatcher {
  #notes: AttemptNote[] = []
  readonly #inFlight = new InFlight()
  readonly #choosing: Choosing
  readonly #settling: Settling
  readonly #turn: SendingTurn
  readonly #sender: Sender
  readonly #userAgent: string

  constructor(
    private readonly context: WorkerContext,
    private readonly settings: WebhookSettings,
    private readonly send: Send,
    private readonly wakeup: Wakeup,
    private readonly hooks: LoopHooks,
  ) {
    this.#sender = {
      token: Bun.randomUUIDv7(),
      patienceMs: settings.timeoutMs + graceMs,
      longestWaitMs: Math.max(usualLongestWaitMs, ...settings.waitsMs),
    }
    this.#userAgent = `${settings.headerPrefix.replace(/^X-|-$/g, '')}-Webhooks/1.0`
    this.#choosing = new Choosing(context, this.#sender)
    this.#turn = new SendingTurn(context, this.#sender)
    this.#settling = new Settling(context, this.#sender, settings.waitsMs, this.#inFlight)
  }

  /** Works until the wake-up is told to stop; resolves once nothing of it is left to do. */
  async run(): Promise<void> {
    await this.#turn.begin()
    const settings = { ...this.hooks, log: this.context.log, faultPhrase: 'webhooks could not be chosen or settled' }
    await workLoop(this.wakeup, settings, () => this.#round())
    await this.#finish()
  }

  /** Takes the notes of the attempts since the last time they were taken. */
  takeNotes(): AttemptNote[] {
    return this.#notes.splice(0)
  }

  /**
   * Starts what may start now and settles what has a result, in this order: receivers are at work while the disk is. Answers how long
   * nothing more is to be done (ms).
   */
  async #round(): Promise<number> {
    await this.#turn.mindTheClock()
    if (this.#settling.isOverdue) await this.#settle(this.#inFlight.results())
    // What comes in the same turn of the event loop is settled together.
    if (this.#inFlight.results().length > 0) await new Promise<void>((resolve) => setImmediate(resolve))
    const results = this.#inFlight.results()
    if (!this.context.membership.mayAct()) return notActingMs
    const waitMs = await this.#turn.waitMs()
    if (waitMs > 0) {
      // By now they count for nothing.
      await this.#settle(results)
      return waitMs
    }
    const chosen = await this.#choosing.choose(this.#inFlight.counts(), results)
    for (const delivery of chosen.deliveries) this.#send(delivery)
    const restMs = chosen.deliveries.length > 0 ? this.#settling.restMs(results) : 0
    if (restMs === 0) await this.#settle(results)
    if (chosen.blocked.length > 0) await clearQueues(this.context, chosen.blocked)
    if (!chosen.maySend) return (await this.#turn.keep()) ? 0 : Number.POSITIVE_INFINITY
    if (chosen.blocked.length > 0) return 0
    const idleMs = Math.max(0, chosen.nextDueAt - this.context.clock())
    return restMs > 0 ? Math.min(idleMs, restMs) : idleMs
  }

  async #settle(results: readonly AttemptResult[]): Promise<void> {
    if (results.length === 0) return
    const hasFailures = await this.#settling.settle(results)
    this.#choosing.forget()
    if (hasFailures) this.wakeup.ring()
  }

  #send(delivery: ChosenDelivery): void {
    const attemptedAt = this.context.clock()
    const { outcome, released } = this.send(this.#requestOf(delivery, attemptedAt))
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

  /** Lets what is in flight end, for a while. What does not still waits, and the next process sends it at once. */
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
    await this.#turn.end()
  }

  /** The signed request of an attempt that begins at `attemptedAt` (ms). */
  #requestOf(delivery: ChosenDelivery, attemptedAt: number) {
    const { headerPrefix, timeoutMs } = this.settings
    const { id, url, secret, event, text } = delivery
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
}
