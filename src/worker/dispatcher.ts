import {
  claimErrands,
  type Errand,
  handBack,
  mendDueDates,
  type Return,
  settle,
  sweepLeases,
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
const encoder = new TextEncoder()

/** Sends webhooks: claims what is due, has it under way, writes down what came back; again and again until told to stop. */
export class Dispatcher {
  #after = 0
  #underWay = new Map<number, number>()
  #total = 0
  #returns: Return[] = []
  #sweptAt = performance.now()
  #notes: AttemptNote[] = []
  readonly #clock: ClockWatch

  constructor(
    private readonly works: Works,
    private readonly manner: WebhookManner,
    private readonly send: Send,
    private readonly alarm: Alarm,
    private readonly isLaboratory: boolean,
  ) {
    this.#clock = new ClockWatch(works.clock)
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
    const returns = this.#returns.splice(0)
    if (returns.length === 0 && (await untilNextDelivery(this.works)) > 0) return false
    try {
      const { errands, after } = await this.works.storage.transact(async (tx) => {
        await settle(tx, returns, this.manner.waitsMs)
        const traffic = { total: this.#total, to: (id: number) => this.#underWay.get(id) ?? 0 }
        return claimErrands(tx, this.works, traffic, this.#after, this.works.clock())
      })
      this.#after = after
      for (const errand of errands) this.#start(errand)
      return returns.length > 0 || errands.length > 0
    } catch (fault) {
      this.#returns.unshift(...returns)
      throw fault
    }
  }

  #start(errand: Errand): void {
    const attemptedAt = this.works.clock()
    const { outcome, released } = this.send(this.#request(errand, attemptedAt))
    this.#count(errand.subscriptionId, 1)
    outcome.then((result) => {
      this.#notes.push({ error: result.error, durationMs: result.durationMs })
      this.#returns.push({ errand, outcome: result, attemptedAt, endedAt: this.works.clock() })
      this.alarm.ring()
    })
    // One that is settled may go on reading; its slot is free only when the connection is.
    Promise.all([outcome, released]).then(() => {
      this.#count(errand.subscriptionId, -1)
      this.alarm.ring()
    })
  }

  #request({ url, secret, event, deliveryId, body }: Errand, attemptedAt: number) {
    const { headerPrefix, timeoutMs } = this.manner
    const bytes = encoder.encode(body)
    const timestamp = Math.floor(attemptedAt / 1_000)
    const headers = {
      [`${headerPrefix}Event`]: event,
      [`${headerPrefix}Signature`]: signatureOf(secret, timestamp, bytes),
      [`${headerPrefix}Timestamp`]: String(timestamp),
      [`${headerPrefix}Delivery`]: deliveryId,
      'Content-Type': 'application/json',
      'User-Agent': `${headerPrefix.replace(/^X-|-$/g, '')}-Webhooks/1.0`,
      Accept: '*/*',
      'Accept-Encoding': 'identity',
    }
    return { url, headers, body: bytes, timeoutMs }
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
    await sweepLeases(this.works)
  }

  async #howLong(): Promise<number> {
    const longest = this.isLaboratory ? laboratorySleepMs : longestSleepMs
    const wait = await untilNextDelivery(this.works)
    // What is due but has no slot waits for one to come free, which rings.
    return wait === 0 ? longest : Math.min(longest, wait)
  }

  /** What is under way may end; what does not is handed back, so that the next process sends it at once. */
  async #finish(): Promise<void> {
    const deadline = performance.now() + this.manner.timeoutMs + 500
    while (this.#total > 0 && performance.now() < deadline) await Bun.sleep(20)
    const returns = this.#returns.splice(0)
    if (returns.length > 0) await this.works.storage.transact((tx) => settle(tx, returns, this.manner.waitsMs))
    await handBack(this.works)
  }
}
