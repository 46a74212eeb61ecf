import type { WebhookSettings, WorkerContext } from '../actions/context.ts'
import type { AttemptNote } from '../actions/server/metrics.ts'
import { type AttemptResult, type ChosenDelivery, clearQueues } from '../actions/webhooks/deliveries.ts'
import type { Sender } from '../actions/webhooks/sending-lease.ts'
import { hourMs } from '../domain/instant.ts'
import type { Send } from '../gateways/webhook-sender.ts'
import { signWebhook } from '../gateways/webhook-signature.ts'
import { Choosing } from './choosing.ts'
import { InFlight } from './in-flight.ts'
import { type LoopHooks, runLoop } from './loop.ts'
import { SendingTurn } from './sending-turn.ts'
import { Settling } from './settling.ts'
import type { Wakeup } from './wakeup.ts'

/** Longest wait of a stop for open requests (ms), whatever the configured timeout. */
const longestFinishMs = 20_000
/** Extra time beyond an attempt's own (ms) for settling its result. */
const graceMs = 5_000
const usualLongestWaitMs = hourMs
/** Time until a node without the right to act checks again (ms). */
const notActingMs = 1_000
/** Pause at a stop between two checks for results (ms), and after a storage fault. */
const finishPauseMs = 20
const finishRetryMs = 200
const encoder = new TextEncoder()

/**
 * The sender of webhooks. It works in rounds. A wake-up, a result, a closed connection, the next due date or the end of the longest
 * sleep starts a round. Between two rounds it has one of these states:
 *
 * - idle: nothing is in flight or due. A wake-up or the next due date starts sending.
 * - sending: requests are in flight. The next round settles their results and uses the free slots again.
 * - batching: the disk rests and results collect (`Settling.restMs`). They are settled in one commit at the end of the rest, after a
 *   failure, after many results, or in a round that starts nothing.
 * - overdue: storage accepted no results. The loop retries the round, and nothing is sent until storage accepts them.
 * - not the sender: another node has the turn (`SendingTurn`). Results no longer count and are dropped. The node checks again when the
 *   other node's lease can have expired.
 * - may not act: this node lost its lease, or its clock is wrong. Results are kept, nothing is sent, and it checks again after a second.
 * - stopping: nothing more is sent. Results are settled for a while, then the turn is released. Unfinished deliveries stay due and are
 *   sent again under the same id.
 *
 * Each part of the state has one place: the deliveries in flight (`InFlight`), the position and the queues (`Choosing`), results that
 * are not durable yet (`Settling`) and the turn (`SendingTurn`). Only this class uses the storage handle in `context`.
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

  /** Works until the wake-up is stopped. Resolves when the work is complete. */
  async run(): Promise<void> {
    await this.#turn.begin()
    const settings = { ...this.hooks, log: this.context.log, faultPhrase: 'could not select or record webhook deliveries' }
    await runLoop(this.wakeup, settings, () => this.#round())
    await this.#finish()
  }

  /** Returns and clears the notes of attempts. */
  takeNotes(): AttemptNote[] {
    return this.#notes.splice(0)
  }

  /**
   * Starts deliveries first and then settles results, so that receivers work while the disk does. Returns the time until more
   * work (ms).
   */
  async #round(): Promise<number> {
    await this.#turn.mindTheClock()
    if (this.#settling.isOverdue) await this.#settle(this.#inFlight.results())
    // Results of the same turn of the event loop are settled together.
    if (this.#inFlight.results().length > 0) await new Promise<void>((resolve) => setImmediate(resolve))
    const results = this.#inFlight.results()
    if (!this.context.membership.mayAct()) return notActingMs
    const waitMs = await this.#turn.waitMs()
    if (waitMs > 0) {
      // These results no longer count.
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
    if (hasFailures) this.wakeup.wake()
  }

  #send(delivery: ChosenDelivery): void {
    const attemptedAt = this.context.clock()
    const { outcome, released } = this.send(this.#requestOf(delivery, attemptedAt))
    const entry = this.#inFlight.add(delivery)
    outcome.then((outcome) => {
      this.#notes.push({ error: outcome.error, durationMs: outcome.durationMs })
      entry.end({ outcome, attemptedAt, endedAt: this.context.clock() })
      this.wakeup.wake()
    })
    released.then(() => {
      entry.release()
      this.wakeup.wake()
    })
  }

  /** Waits for open requests for a while. Unfinished ones stay due, and the next process sends them immediately. */
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
        if (!hasFailed) this.context.log.error({ err, results: results.length }, 'could not record webhook results')
        hasFailed = true
      }
      await Bun.sleep(pauseMs)
    }
    const results = this.#inFlight.results().length
    if (results > 0) this.context.log.error({ results }, 'webhooks will be sent again')
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
      [`${headerPrefix}Signature`]: signWebhook(secret, timestamp, body),
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
