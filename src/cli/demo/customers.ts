import { setTimeout } from 'node:timers/promises'
import { createDays } from './days.ts'
import { enterScene } from './history.ts'
import type { Part, SeenTrip } from './moves.ts'
import type { Narrator, Show } from './narrator.ts'
import { type Behaviour, buildScenes, type Scene, type SceneName } from './scenes.ts'
import { createSpeaker, Refused } from './speaker.ts'
import { assignLine, confirmLine } from './tour.ts'

const lookEveryMs = 1_000

/** The scripted customers. They respond to the operator's actions from now on. */
export const runDemoCustomers: Narrator = async (show, untilOver) => {
  const scenes: Readonly<Record<SceneName, Scene>> = buildScenes(createDays(show.server.clock()))
  const names = Object.keys(scenes) as SceneName[]
  await Promise.all([
    ...names.map((name) => runCustomer(show, show.history.parts[name], scenes[name].behaviour ?? 'books', untilOver)),
    addDemoCustomer(show, untilOver),
  ])
}

/** Adds a new customer, whose job is offered during the demo. */
async function addDemoCustomer(show: Show, untilOver: AbortSignal): Promise<void> {
  await waitForNextMove(show.paceMs, untilOver)
  if (untilOver.aborted) return
  const { server, history } = show
  const platform = createSpeaker(server.ask, history.platformToken)
  const scene = { trip: 'cruise', leaves: 34, offered: 0 } as const
  const part = await enterScene(server.ask, { platform }, scene, createDays(server.clock()), [history.operatorRef])
  await runCustomer(show, part, 'books', untilOver)
}

async function runCustomer(show: Show, part: Part, behaviour: Behaviour, untilOver: AbortSignal): Promise<void> {
  const customer = new Customer(show, part, behaviour)
  let before = await customer.look()
  while (isDemoTripOpen(before) && !untilOver.aborted) {
    await waitForNextMove(Math.min(lookEveryMs, show.paceMs), untilOver)
    const now = await customer.look()
    if (!untilOver.aborted) await customer.react(before, now, untilOver)
    before = now
  }
}

function isDemoTripOpen({ status }: SeenTrip): boolean {
  return status === 'open' || status === 'booked'
}

/** A customer with one trip and a behaviour. */
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
    this.#speaker = createSpeaker(show.server.ask, part.customer.token)
    this.#card = behaviour === 'has a bad card' ? 'pm_card_chargeDeclined' : 'pm_card_visa'
  }

  look(): Promise<SeenTrip> {
    return this.#speaker.get<SeenTrip>('/customer/v1/trip')
  }

  async react(before: SeenTrip, now: SeenTrip, untilOver: AbortSignal): Promise<void> {
    const known = new Set(before.quotes.map(formatOfferVersion))
    for (const quote of now.quotes) {
      if (!known.has(formatOfferVersion(quote))) await this.#answer(quote, untilOver)
    }
    if (now.booking_request?.status === 'payment_declined' && before.booking_request?.status !== 'payment_declined') {
      await this.#tryAnotherCard(now.booking_request.quote_id, untilOver)
    }
    if (now.booking_request?.rejection && !before.booking_request?.rejection) {
      this.#tell(`reads your reason: “${now.booking_request.rejection.reason}”`)
    }
    if (now.booking?.status === 'active' && before.booking === null) await this.#enjoy(now.booking, untilOver)
  }

  async #answer(quote: SeenTrip['quotes'][number], untilOver: AbortSignal): Promise<void> {
    const { ref } = this.#part
    this.#tell(`reads the quote from ${quote.operator.name}: ${formatDemoPrice(quote.price_amount, quote.currency_code)}`)
    await waitForNextMove(this.#show.paceMs, untilOver)
    if (untilOver.aborted) return
    if (quote.status === 'confirmed') {
      await this.#try('/customer/v1/trip/book', { quote_id: quote.id, payment_method: this.#card })
      return
    }
    const isAsked = await this.#try('/customer/v1/trip/request-booking', { quote_id: quote.id, payment_method: this.#card })
    if (isAsked) this.#tell('requests a booking and has saved a card. To accept:', confirmLine(this.#show, ref))
  }

  async #tryAnotherCard(quoteId: number, untilOver: AbortSignal): Promise<void> {
    this.#tell('tries another card, because the first was declined')
    this.#card = 'pm_card_visa'
    await waitForNextMove(this.#show.paceMs, untilOver)
    if (untilOver.aborted) return
    const isAsked = await this.#try('/customer/v1/trip/request-booking', { quote_id: quoteId, payment_method: this.#card })
    if (isAsked) this.#tell('has saved another card. To accept again:', confirmLine(this.#show, this.#part.ref))
  }

  async #enjoy(booking: NonNullable<SeenTrip['booking']>, untilOver: AbortSignal): Promise<void> {
    const paid = formatDemoPrice(booking.deposit_amount, booking.currency_code)
    this.#tell(`has booked and paid ${paid}. To assign a driver:`, assignLine(this.#show, this.#part.ref))
    if (this.#behaviour !== 'changes their mind') return
    await waitForNextMove(4 * this.#show.paceMs, untilOver)
    if (untilOver.aborted) return
    const isOff = await this.#try('/customer/v1/trip/cancel', { reason: 'We are going by train after all.' })
    if (isOff) this.#tell('has cancelled. Your cancellation charges decide the refund.')
  }

  /** Makes a call; false if the operator was faster. */
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
    this.#show.printEvent(`${this.#part.ref}  ${this.#part.name} ${what}`, ...lines)
  }
}

/** A text that differs between revisions of an offer. */
function formatOfferVersion({ id, price_amount, valid_until }: SeenTrip['quotes'][number]): string {
  return `${id} ${price_amount} ${valid_until}`
}

/** Waits, at most until the end of the demo. */
async function waitForNextMove(ms: number, untilOver: AbortSignal): Promise<void> {
  await setTimeout(ms, null, { signal: untilOver }).catch(() => null)
}

/** An amount in minor units, formatted. */
function formatDemoPrice(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)
}
