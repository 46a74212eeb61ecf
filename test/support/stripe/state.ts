import type Stripe from 'stripe'
import type { CardName } from './cards.ts'

/** Whatever Stripe tells of in an event. */
export type StripeObject = Stripe.Checkout.Session | Stripe.PaymentIntent | Stripe.Refund | Stripe.Dispute

/** Something that happened, as a webhook tells it. */
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

/** What is known of a page beside what is answered of it. */
export type PageFacts = {
  /** When it lapses by the double's own clock (ms). */
  lapsesAt: number
  /** What its payment is made of, once the customer pays. */
  readonly payment: {
    readonly description: string | null
    readonly metadata: Stripe.Metadata
    readonly keepsCard: boolean
  }
  /** Kept cards that it offers, by what is said of showing them again. */
  readonly offers: readonly string[]
  readonly title: string
  readonly detail: string | null
  /** The method whose bank is being asked. */
  atBank: string | null
}

/** One account of Stripe's: all there is, in the order in which it was made. */
export type StripeState = {
  readonly isLive: boolean
  /** Whether a charge of a card that was let go is refused with a code. */
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
  /** Methods that were used or let go, and may not be used again. */
  readonly spent: Set<string>
  /** Methods whose bank heard from the customer when they were kept. */
  readonly authenticated: Set<string>
  /** The intent behind a charge that took money. */
  readonly charges: Map<string, Stripe.PaymentIntent>
  readonly refunds: Map<string, Stripe.Refund>
  readonly disputes: Map<string, Stripe.Dispute>
  readonly events: StripeEvent[]
  /** Hears of every event when it happens. */
  readonly listeners: Set<(event: StripeEvent) => void>
  /** The address that pages start with. */
  origin: string
  /** How far the double's clock is ahead of the machine's (ms). */
  aheadMs: number
  /** The call that is being answered. */
  asking: { readonly id: string | null; readonly idempotency_key: string | null }
}

/** The version of Stripe's API that is spoken. */
export const stripeVersion = '2026-08-26.dahlia'

/** An account in which nothing has happened yet. */
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

/** A name as Stripe makes them, which is never made twice. */
export function makeId(prefix: string, length = 24): string {
  return prefix + [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => letters[byte % letters.length]).join('')
}

/** Says that something happened to a thing, as it is now. */
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
