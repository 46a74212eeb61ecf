import { setTimeout } from 'node:timers/promises'
import { daysAround } from './days.ts'
import { enter } from './history.ts'
import type { Part, SeenTrip } from './moves.ts'
import type { Narrator, Show } from './narrator.ts'
import { type Behaviour, type Scene, type SceneName, scenesOn } from './scenes.ts'
import { Refused, speakAs } from './speaker.ts'
import { assignLine, confirmLine } from './tour.ts'

const lookEveryMs = 1_000

/** The scripted customers: they answer what the operator does from now on, and leave alone what was there before. */
export const customers: Narrator = async (show, untilOver) => {
  const scenes: Readonly<Record<SceneName, Scene>> = scenesOn(daysAround(show.server.clock()))
  const names = Object.keys(scenes) as SceneName[]
  await Promise.all([
    ...names.map((name) => live(show, show.history.parts[name], scenes[name].behaviour ?? 'books', untilOver)),
    comeAnew(show, untilOver),
  ])
}

/** One more customer, who was not there before: their job is offered while somebody watches. */
async function comeAnew(show: Show, untilOver: AbortSignal): Promise<void> {
  await pause(show.paceMs, untilOver)
  if (untilOver.aborted) return
  const { server, history } = show
  const platform = speakAs(server.ask, history.platformToken)
  const wish = { wish: 'cruise', leaves: 34, offered: 0 } as const
  const part = await enter(server.ask, { platform }, wish, daysAround(server.clock()), [history.operatorRef])
  await live(show, part, 'books', untilOver)
}

async function live(show: Show, part: Part, behaviour: Behaviour, untilOver: AbortSignal): Promise<void> {
  const customer = new Customer(show, part, behaviour)
  let before = await customer.look()
  while (isOpen(before) && !untilOver.aborted) {
    await pause(Math.min(lookEveryMs, show.paceMs), untilOver)
    const now = await customer.look()
    if (!untilOver.aborted) await customer.react(before, now, untilOver)
    before = now
  }
}

function isOpen({ status }: SeenTrip): boolean {
  return status === 'open' || status === 'booked'
}

/** One person who wants a coach, with one trip and a way of their own. */
class Customer {
  readonly #show: Show
  readonly #part: Part
  readonly #behaviour: Behaviour
  readonly #speaker: Part['customer']
  #card: string

  constructor(show: Show, part: Part, behaviour: Behaviour) {
    this.#show = show
    this.#part = part
    this.#behaviour = behaviour
    this.#speaker = speakAs(show.server.ask, part.customer.token)
    this.#card = behaviour === 'has a bad card' ? 'pm_card_chargeDeclined' : 'pm_card_visa'
  }

  look(): Promise<SeenTrip> {
    return this.#speaker.get<SeenTrip>('/customer/v1/trip')
  }

  async react(before: SeenTrip, now: SeenTrip, untilOver: AbortSignal): Promise<void> {
    const known = new Set(before.quotes.map(offerOf))
    for (const quote of now.quotes) {
      if (!known.has(offerOf(quote))) await this.#answer(quote, untilOver)
    }
    if (now.booking_request?.status === 'payment_declined' && before.booking_request?.status !== 'payment_declined') {
      await this.#tryAnotherCard(now.booking_request.quote_id, untilOver)
    }
    if (now.booking_request?.rejection && !before.booking_request?.rejection) {
      this.#tell(`reads why you cannot: “${now.booking_request.rejection.reason}”`)
    }
    if (now.booking?.status === 'active' && before.booking === null) await this.#enjoy(now.booking, untilOver)
  }

  async #answer(quote: SeenTrip['quotes'][number], untilOver: AbortSignal): Promise<void> {
    const { ref } = this.#part
    this.#tell(`reads the quote of ${quote.operator.name}: ${money(quote.price_amount, quote.currency_code)}`)
    await pause(this.#show.paceMs, untilOver)
    if (untilOver.aborted) return
    if (quote.status === 'confirmed') {
      await this.#try('/customer/v1/trip/book', { quote_id: quote.id, payment_method: this.#card })
      return
    }
    const isAsked = await this.#try('/customer/v1/trip/request-booking', { quote_id: quote.id, payment_method: this.#card })
    if (isAsked) this.#tell('asks you to book and has saved a card. To accept:', confirmLine(this.#show, ref))
  }

  async #tryAnotherCard(quoteId: number, untilOver: AbortSignal): Promise<void> {
    this.#tell('hears that the card was declined, and looks for another')
    this.#card = 'pm_card_visa'
    await pause(this.#show.paceMs, untilOver)
    if (untilOver.aborted) return
    const isAsked = await this.#try('/customer/v1/trip/request-booking', { quote_id: quoteId, payment_method: this.#card })
    if (isAsked) this.#tell('has saved another card. Accept once more:', confirmLine(this.#show, this.#part.ref))
  }

  async #enjoy(booking: NonNullable<SeenTrip['booking']>, untilOver: AbortSignal): Promise<void> {
    const paid = money(booking.deposit_amount, booking.currency_code)
    this.#tell(`has booked and paid ${paid}. To give it a driver:`, assignLine(this.#show, this.#part.ref))
    if (this.#behaviour !== 'changes their mind') return
    await pause(4 * this.#show.paceMs, untilOver)
    if (untilOver.aborted) return
    const isOff = await this.#try('/customer/v1/trip/cancel', { reason: 'We are going by train after all.' })
    if (isOff) this.#tell('has called the trip off, and gets the deposit back by your scale')
  }

  /** The operator may have been faster; then there is nothing to say. */
  async #try(path: string, words: object): Promise<boolean> {
    try {
      await this.#speaker.post(path, words)
      return true
    } catch (fault) {
      if (fault instanceof Refused && fault.code !== 'server_error') return false
      throw fault
    }
  }

  #tell(what: string, ...lines: readonly string[]): void {
    this.#show.tell(`${this.#part.ref}  ${this.#part.name} ${what}`, ...lines)
  }
}

/** A text that tells one offer from the next revision of it. */
function offerOf({ id, price_amount, valid_until }: SeenTrip['quotes'][number]): string {
  return `${id} ${price_amount} ${valid_until}`
}

/** Waits, but no longer than the demo lasts. */
async function pause(ms: number, untilOver: AbortSignal): Promise<void> {
  await setTimeout(ms, null, { signal: untilOver }).catch(() => null)
}

/** An amount in minor units as people write it. */
function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)
}
