import type Stripe from 'stripe'
import type { CardName } from './cards.ts'

/** The objects of Stripe's events. */
export type StripeObject = Stripe.Checkout.Session | Stripe.PaymentIntent | Stripe.Refund | Stripe.Dispute

/** An event as a webhook sends it. */
export type StripeEvent = {
  readonly id: string
  readonly object: 'event'
  readonly api_version: string
  readonly created: number
  readonly data: { readonly object: StripeObject }
  readonly livemode: boolean
  readonly pending_webhooks: number
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
  readonly type: string
}

/** The facts about a page that its answer does not show. */
export type PageFacts = {
  /** The expiry by the double's own clock (ms). */
  lapsesAt: number
  /** The parts of its payment, for the time when the customer pays. */
  readonly payment: {
    readonly description: string | null
    readonly metadata: Stripe.Metadata
    readonly keepsCard: boolean
  }
  /** The saved cards that it offers, by their `allow_redisplay`. */
  readonly offers: readonly string[]
  readonly title: string
  readonly detail: string | null
  /** The method with a bank that is asking the customer. */
  atBank: string | null
}

/** One account of Stripe's: all objects in order of creation. */
export type StripeState = {
  readonly isLive: boolean
  /** Whether a charge of a detached card is refused with a code. */
  readonly saysMethodGone: boolean
  readonly account: Stripe.Account
  readonly customers: Map<string, Stripe.Customer>
  readonly sessions: Map<string, Stripe.Checkout.Session>
  readonly pages: Map<string, PageFacts>
  readonly intents: Map<string, Stripe.PaymentIntent>
  /** The session that an intent belongs to. */
  readonly sessionOf: Map<string, string>
  readonly setups: Map<string, Stripe.SetupIntent>
  readonly methods: Map<string, Stripe.PaymentMethod>
  /** The card behind a method. */
  readonly cards: Map<string, CardName>
  /** Methods that were used up or detached, and may not be used again. */
  readonly spent: Set<string>
  /** Methods with a bank that asked the customer when they were saved. */
  readonly authenticated: Set<string>
  /** The intent behind a charge that took money. */
  readonly charges: Map<string, Stripe.PaymentIntent>
  readonly refunds: Map<string, Stripe.Refund>
  readonly disputes: Map<string, Stripe.Dispute>
  readonly events: StripeEvent[]
  /** Listeners for every event. */
  readonly listeners: Set<(event: StripeEvent) => void>
  /** The address that pages start with. */
  origin: string
  /** The distance of the double's clock ahead of the machine's (ms). */
  aheadMs: number
  /** The current call. */
  asking: { readonly id: string | null; readonly idempotency_key: string | null }
}

/** The version of Stripe's API that the double follows. */
export const stripeVersion = '2026-08-26.dahlia'

/** A new account without objects. */
export function emptyState(said: Pick<StripeState, 'isLive' | 'saysMethodGone' | 'account'>): StripeState {
  return {
    ...said,
    customers: new Map(),
    sessions: new Map(),
    pages: new Map(),
    intents: new Map(),
    sessionOf: new Map(),
    setups: new Map(),
    methods: new Map(),
    cards: new Map(),
    spent: new Set(),
    authenticated: new Set(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    events: [],
    listeners: new Set(),
    origin: '',
    aheadMs: 0,
    asking: { id: null, idempotency_key: null },
  }
}

/** The double's clock, in ms. */
export function clockOf(state: StripeState): number {
  return Date.now() + state.aheadMs
}

/** The double's clock as Stripe writes instants. */
export function secondsOf(state: StripeState): number {
  return Math.floor(clockOf(state) / 1_000)
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A new id in Stripe's format. */
export function makeId(prefix: string, length = 24): string {
  return prefix + [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => letters[byte % letters.length]).join('')
}

/** Records an event with the current state of an object. */
export function recordEvent(state: StripeState, type: string, thing: StripeObject): void {
  const event: StripeEvent = {
    id: makeId('evt_'),
    object: 'event',
    api_version: stripeVersion,
    created: secondsOf(state),
    data: { object: structuredClone(thing) },
    livemode: state.isLive,
    pending_webhooks: 1,
    request: state.asking,
    type,
  }
  state.events.push(event)
  for (const listener of state.listeners) listener(event)
}
