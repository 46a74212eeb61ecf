import {
  type Errand,
  exchange,
  handBack,
  mayStart,
  mendDueDates,
  type Return,
  sweepLeases,
  type Traffic,
  takeOverDeliveries,
  untilNextDelivery,
} from '../actions/deliveries.ts'
import type { WebhookManner, Works } from '../actions/house.ts'
import type { AttemptNote } from '../actions/meters.ts'
import type { Send } from '../gateways/webhook-sender.ts'
import { signatureOf } from '../gateways/webhook-signature.ts'
import type { Alarm } from './alarm.ts'
import { ClockWatch } from './clock-watch.ts'

const longestSleepMs = 1_000
const laboratorySleepMs = 50
const sweepEveryMs = 5_000
/** However patient the configuration is with receivers, a stop is not. */
const longestFinishMs = 20_000
const encoder = new TextEncoder()

/** An errand on its way; its slot is free when it is written down and its connection given back. */
type Outing = { readonly errand: Errand; isWritten: boolean; isReleased: boolean }

/** Sends webhooks: claims what is due, has it under way, writes down what came back; again and again until told to stop. */
export class Dispatcher {
  #after = 0
  #underWay = new Map<number, number>()
  #total = 0
  /** By delivery: what is under way and not written down yet. */
  #out = new Map<string, Outing>()
  #returns: Return[] = []
  #sweptAt = performance.now()
  #notes: AttemptNote[] = []
  readonly #clock: ClockWatch
  readonly #userAgent: string
  readonly #traffic: Traffic

  constructor(
    private readonly works: Works,
    private readonly manner: WebhookManner,
    private readonly send: Send,
    private readonly alarm: Alarm,
    private readonly isLaboratory: boolean,
  ) {
    this.#clock = new ClockWatch(works.clock)
    this.#userAgent = `${manner.headerPrefix.replace(/^X-|-$/g, '')}-Webhooks/1.0`
    this.#traffic = { total: () => this.#total, to: (id) => this.#underWay.get(id) ?? 0 }
  }

  async run(): Promise<void> {
    await takeOverDeliveries(this.works)
    while (!this.alarm.isStopped) {
      try {
        if (!(await this.#round())) await this.alarm.sleep(await this.#howLong())
      } catch (fault) {
        this.works.log.error({ err: fault }, 'webhooks could not be claimed or settled')
        await this.alarm.sleep(longestSleepMs)
      }
    }
    await this.#finish()
  }

  /** What was attempted since the last time somebody asked. */
  takeNotes(): AttemptNote[] {
    return this.#notes.splice(0)
  }

  /** One transaction for everything that came back and everything that may start; false when there was neither. */
  async #round(): Promise<boolean> {
    await this.#lookAfter()
    if (this.#returns.length === 0) {
      if ((await untilNextDelivery(this.works)) > 0) return false
      if (!(await mayStart(this.works, this.#traffic))) return false
    }
    const { returned, errands } = await this.#exchange(this.#traffic)
    for (const errand of errands) this.#start(errand)
    return returned > 0 || errands.length > 0
  }

  /** What came back stays ours until it is durably written. */
  async #exchange(traffic: Traffic | null): Promise<{ returned: number; errands: readonly Errand[] }> {
    let returns: Return[] = []
    const take = () => {
      returns = this.#returns.splice(0)
      for (const { errand } of returns) this.#write(errand, true)
      return returns
    }
    try {
      const { errands, after } = await exchange(this.works, this.manner.waitsMs, take, traffic, this.#after)
      this.#after = after
      for (const { errand } of returns) this.#out.delete(errand.deliveryId)
      return { returned: returns.length, errands }
    } catch (fault) {
      for (const { errand } of returns) this.#write(errand, false)
      this.#returns.unshift(...returns)
      throw fault
    }
  }

  #start(errand: Errand): void {
    const attemptedAt = this.works.clock()
    const outing = { errand, isWritten: false, isReleased: false }
    this.#out.set(errand.deliveryId, outing)
    this.#count(errand.subscriptionId, 1)
    const { outcome, released } = this.send(this.#request(errand, attemptedAt))
    outcome.then((result) => {
      this.#notes.push({ error: result.error, durationMs: result.durationMs })
      this.#returns.push({ errand, outcome: result, attemptedAt, endedAt: this.works.clock() })
      this.alarm.ring()
    })
    released.then(() => {
      outing.isReleased = true
      if (outing.isWritten) this.#count(errand.subscriptionId, -1)
      this.alarm.ring()
    })
  }

  /** A slot that came free before its outcome is written could let a failing subscription have one attempt too many. */
  #write({ deliveryId, subscriptionId }: Errand, isWritten: boolean): void {
    const outing = this.#out.get(deliveryId)
    if (outing === undefined) return
    outing.isWritten = isWritten
    if (outing.isReleased) this.#count(subscriptionId, isWritten ? -1 : 1)
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

  #count(subscriptionId: number, change: 1 | -1): void {
    this.#total += change
    const left = (this.#underWay.get(subscriptionId) ?? 0) + change
    if (left === 0) this.#underWay.delete(subscriptionId)
    else this.#underWay.set(subscriptionId, left)
  }

  /** Leases that nobody came back for, and a clock that jumped. */
  async #lookAfter(): Promise<void> {
    const jumpMs = this.#clock.jump()
    if (jumpMs !== 0) this.works.log.warn({ jumpMs }, 'the clock jumped')
    if (jumpMs < 0) await mendDueDates(this.works)
    if (performance.now() - this.#sweptAt < sweepEveryMs) return
    this.#sweptAt = performance.now()
    await sweepLeases(this.works, (id) => this.#out.has(id))
  }

  async #howLong(): Promise<number> {
    const longest = this.isLaboratory ? laboratorySleepMs : longestSleepMs
    const wait = await untilNextDelivery(this.works)
    // What is due but has no slot waits for one to come free, which rings.
    return wait === 0 ? longest : Math.min(longest, wait)
  }

  /** What is under way may end; what does not is handed back, so that the next process sends it at once. */
  async #finish(): Promise<void> {
    const deadline = performance.now() + Math.min(this.manner.timeoutMs + 500, longestFinishMs)
    while (this.#out.size > 0 && performance.now() < deadline) {
      if (this.#returns.length > 0) await this.#exchange(null)
      else await Bun.sleep(20)
    }
    await handBack(this.works)
  }
}
