import { type Claimed, claim, type Errand, mostErrands, type Traffic } from '../actions/claims.ts'
import type { WebhookSettings, WorkerContext } from '../actions/context.ts'
import { clearQueues, exchange, type Return } from '../actions/deliveries.ts'
import type { AttemptNote } from '../actions/metrics.ts'
import { handBackSending, keepSending, mendDueDates, type Sender, takeOverSending } from '../actions/sending-lease.ts'
import { hourMs } from '../domain/instant.ts'
import { mostAtOnce, type Standing } from '../domain/subscription.ts'
import type { Send } from '../gateways/webhook-sender.ts'
import { signatureOf } from '../gateways/webhook-signature.ts'
import { ClockWatch } from './clock-watch.ts'
import type { Wakeup } from './wakeup.ts'

const longestSleepMs = 1_000
const testModeSleepMs = 50
/** However patient the configuration is with receivers, a stop is not. */
const longestFinishMs = 20_000
/** Beyond the time an attempt may take. */
const graceMs = 5_000
const usualLongestWaitMs = hourMs
const encoder = new TextEncoder()

/** While this is the traffic, nothing starts. */
const everythingTaken: Traffic = { total: () => mostErrands, of: () => mostErrands, to: () => mostErrands, holds: () => true }

/** An errand on its way; its slot is free when it is written down and its connection given back. */
type Outing = { readonly errand: Errand; isWritten: boolean; isReleased: boolean }

/**
 * Sends webhooks: claims what is due, has it under way, writes down what came back; again and again until told to stop. Its `context`
 * bring a storage handle that is nobody else's.
 */
export class Dispatcher {
  #after = 0
  #underWay = new Map<number, number>()
  readonly #underWayOf: Record<Standing, number> = { proven: 0, unproven: 0 }
  /** By delivery: what is under way and not written down yet. */
  #out = new Map<string, Outing>()
  #returns: Return[] = []
  /** True while storage does not take what came back: then nothing more starts. */
  #isStuck = false
  /** False while somebody else sends. */
  #isSender = true
  #mustMend = false
  readonly #sender: Sender
  #notes: AttemptNote[] = []
  readonly #clock: ClockWatch
  readonly #userAgent: string
  readonly #traffic: Traffic

  constructor(
    private readonly context: WorkerContext,
    private readonly manner: WebhookSettings,
    private readonly send: Send,
    private readonly wakeup: Wakeup,
    private readonly isTestMode: boolean,
  ) {
    this.#clock = new ClockWatch(context.clock)
    this.#userAgent = `${manner.headerPrefix.replace(/^X-|-$/g, '')}-Webhooks/1.0`
    this.#sender = {
      token: Bun.randomUUIDv7(),
      patienceMs: manner.timeoutMs + graceMs,
      longestWaitMs: Math.max(usualLongestWaitMs, ...manner.waitsMs),
    }
    this.#traffic = {
      total: () => this.#underWayOf.proven + this.#underWayOf.unproven,
      of: (standing) => this.#underWayOf[standing],
      to: (id) => this.#underWay.get(id) ?? 0,
      holds: (id) => this.#out.has(id),
    }
  }

  async run(): Promise<void> {
    await takeOverSending(this.context, this.#sender)
    while (!this.wakeup.isStopped) {
      try {
        await this.#mindTheClock()
        await this.wakeup.sleep(await this.#round())
      } catch (fault) {
        this.context.log.error({ err: fault }, 'webhooks could not be claimed or settled')
        await this.wakeup.sleep(longestSleepMs)
      }
    }
    await this.#finish()
  }

  /** What was attempted since the last time somebody asked. */
  takeNotes(): AttemptNote[] {
    return this.#notes.splice(0)
  }

  /** Writes down what came back and starts what may start now; answers how long nothing more will (ms), unless the alarm rings. */
  async #round(): Promise<number> {
    const isBack = this.#returns.length > 0
    const { after, nextDueAt, stuck, maySend } = isBack
      ? await this.#exchange(this.#isStuck ? everythingTaken : this.#traffic)
      : await this.#claim()
    this.#after = after
    if (stuck.length > 0) await clearQueues(this.context, stuck)
    const longest = this.isTestMode ? testModeSleepMs : longestSleepMs
    if (!maySend) return (await this.#keepSending()) ? 0 : longest
    return Math.max(0, Math.min(longest, (nextDueAt ?? Number.POSITIVE_INFINITY) - this.context.clock()))
  }

  async #claim(): Promise<Claimed> {
    const claimed = await claim(this.context, this.#sender, this.#traffic, this.#after)
    this.#start(claimed.errands)
    return claimed
  }

  /** What came back stays ours until it is durably written. */
  async #exchange(traffic: Traffic): Promise<Claimed> {
    let returns: Return[] = []
    const take = () => {
      returns = this.#returns.splice(0)
      for (const { errand } of returns) this.#write(errand, true)
      return returns
    }
    const start = (errands: readonly Errand[]) => this.#start(errands)
    try {
      const claimed = await exchange(this.context, this.#sender, this.manner.waitsMs, take, traffic, this.#after, start)
      for (const { errand } of returns) this.#out.delete(errand.deliveryId)
      // What failed may be due again at once.
      if (this.#isStuck || returns.some(({ outcome }) => outcome.error !== null)) this.wakeup.ring()
      this.#isStuck = false
      return claimed
    } catch (fault) {
      this.#isStuck = true
      for (const { errand } of returns) this.#write(errand, false)
      this.#returns.unshift(...returns)
      throw fault
    }
  }

  async #keepSending(): Promise<boolean> {
    const isSender = await keepSending(this.context, this.#sender)
    if (isSender !== this.#isSender) this.context.log.warn({ isSender }, 'whose turn it is to send webhooks has changed')
    this.#isSender = isSender
    return isSender
  }

  #start(errands: readonly Errand[]): void {
    for (const errand of errands) this.#send(errand)
  }

  #send(errand: Errand): void {
    const attemptedAt = this.context.clock()
    const outing = { errand, isWritten: false, isReleased: false }
    const { outcome, released } = this.send(this.#request(errand, attemptedAt))
    this.#out.set(errand.deliveryId, outing)
    this.#count(errand, 1)
    outcome.then((result) => {
      this.#notes.push({ error: result.error, durationMs: result.durationMs })
      this.#returns.push({ errand, outcome: result, attemptedAt, endedAt: this.context.clock() })
      this.wakeup.ring()
    })
    released.then(() => {
      outing.isReleased = true
      if (outing.isWritten) this.#count(errand, -1)
      this.wakeup.ring()
    })
  }

  /** A slot that came free before its outcome is written could let a failing subscription have one attempt too many. */
  #write(errand: Errand, isWritten: boolean): void {
    const outing = this.#out.get(errand.deliveryId)
    if (outing === undefined) return
    outing.isWritten = isWritten
    if (outing.isReleased) this.#count(errand, isWritten ? -1 : 1)
  }

  #request({ url, secret, event, deliveryId, body: text }: Errand, attemptedAt: number) {
    const { headerPrefix, timeoutMs } = this.manner
    const body = encoder.encode(text)
    const timestamp = Math.floor(attemptedAt / 1_000)
    const headers = {
      [`${headerPrefix}Event`]: event,
      [`${headerPrefix}Signature`]: signatureOf(secret, timestamp, body),
      [`${headerPrefix}Timestamp`]: String(timestamp),
      [`${headerPrefix}Delivery`]: deliveryId,
      'Content-Type': 'application/json',
      'User-Agent': this.#userAgent,
      Accept: '*/*',
      'Accept-Encoding': 'identity',
    }
    return { url, headers, body, timeoutMs }
  }

  #count({ subscriptionId, isAlone, standing }: Errand, change: 1 | -1): void {
    this.#underWayOf[standing] += change
    const left = (this.#underWay.get(subscriptionId) ?? 0) + change * (isAlone ? mostAtOnce : 1)
    if (left === 0) this.#underWay.delete(subscriptionId)
    else this.#underWay.set(subscriptionId, left)
  }

  async #mindTheClock(): Promise<void> {
    const jumpMs = this.#clock.jump()
    if (jumpMs !== 0) this.context.log.warn({ jumpMs }, 'the clock jumped')
    this.#mustMend ||= jumpMs < 0
    if (!this.#mustMend) return
    await mendDueDates(this.context, this.#sender)
    this.#mustMend = false
  }

  /** What is under way may end; what does not still waits, and the next process sends it at once. */
  async #finish(): Promise<void> {
    const deadline = performance.now() + Math.min(this.manner.timeoutMs + 500, longestFinishMs)
    while (this.#out.size > 0 && performance.now() < deadline) {
      try {
        if (this.#returns.length > 0) await this.#exchange(everythingTaken)
      } catch (fault) {
        this.context.log.error({ err: fault, results: this.#returns.length }, 'what came back of webhooks could not be written')
      }
      await Bun.sleep(20)
    }
    if (this.#returns.length > 0) this.context.log.error({ results: this.#returns.length }, 'webhooks will be sent a second time')
    await handBackSending(this.context, this.#sender).catch((fault) =>
      this.context.log.warn({ err: fault }, 'the lease of sending webhooks could not be handed back'),
    )
  }
}
