import type Stripe from 'stripe'
import { type RecordedStripeCall, serveStripeApi } from './api-server.ts'
import type { StripeCall } from './calls.ts'
import type { CardName } from './cards.ts'
import { openDispute } from './charging.ts'
import { answerBank, expireSession, keepCard, lapseSessions, type PageStep, pageFactsOf, sessionOf, useCard } from './checkout.ts'
import { type FaultKind, type FaultyCall, planStripeFaults } from './faults.ts'
import { newStripeAccount } from './objects.ts'
import { moveDispute, moveRefund, refundedOf } from './refunding.ts'
import { clockOf, emptyState, type StripeEvent } from './state.ts'
import { type DeliveredEvent, type EventSending, sendEvents } from './webhooks.ts'

export type StripeOptions = {
  /** The accepted keys; the first decides whether the account is live. */
  readonly keys?: readonly string[]
  /** The differences in the answer of `accounts.retrieveCurrent`. */
  readonly account?: Partial<Stripe.Account>
  /** Whether a charge of a detached card is refused with a code (the default), or with a message only. */
  readonly saysMethodGone?: boolean
  /** A `Stripe-Notice` with every answer. */
  readonly notice?: string
}

/** Money that was charged. */
type TakenMoney = {
  readonly intent: string
  readonly amount: number
  readonly currency: string
  readonly customer: string | null
  /** The amount refunded or being refunded. */
  readonly refunded: number
  readonly metadata: Readonly<Record<string, string>>
}

/** A double of Stripe's API with the state of one account. */
export type StripeDouble = AsyncDisposable & {
  readonly url: string
  /** An accepted key. */
  readonly key: string
  /** Every call, oldest first. */
  readonly calls: readonly RecordedStripeCall[]
  readonly events: readonly StripeEvent[]
  /** The requests that followed a redirect to another origin, with their authorization header. */
  readonly redirectedCalls: readonly { readonly path: string; readonly authorization: string | null }[]
  /**
   * Pays, or saves a card, as a customer on a page (by its id or address): with a test card, or with a saved one by its method.
   * If the bank asks, the customer confirms, refuses, or has not answered yet.
   */
  pay(page: string, card: CardName | `pm_${string}`, how?: { readonly authenticates?: boolean | 'not_yet' }): PageStep
  /** Answers, as the customer, the bank that asks on a page. */
  answerBank(page: string, isConfirmed: boolean): PageStep
  /** Expires a page now. */
  lapse(page: string): void
  /** Makes a page report that it is complete without a payment status, until the returned function is called. */
  makeUndecided(page: string): () => void
  /** Changes the amount of a page, in minor units. */
  reprice(page: string, amount: number): void
  /** Saves a card for a customer (`cus_`); returns its method. */
  keepCard(customer: string, card: CardName): string
  /** Makes the next calls of a kind fail. The `stripe` package repeats a dropped call automatically. */
  fail(call: FaultyCall, how: FaultKind, times?: number): void
  /** Ends all planned faults. */
  recover(): void
  /** Stops listening until the returned function is called. */
  stopListening(): Promise<() => void>
  /** Holds calls before they do anything, until the returned function is called. */
  hold(call: StripeCall): () => void
  /** Removes a page, a charge or a customer, as in another account, until the returned function is called. */
  removeObject(id: string): () => void
  /** Advances the double's clock: keys are dropped, pages expire. */
  advance(ms: number): void
  taken(): readonly TakenMoney[]
  refunds(): readonly Stripe.Refund[]
  intents(): readonly Stripe.PaymentIntent[]
  sessions(): readonly Stripe.Checkout.Session[]
  customers(): readonly Stripe.Customer[]
  methods(): readonly Stripe.PaymentMethod[]
  disputes(): readonly Stripe.Dispute[]
  /** Disputes the payment of an intent, as its bank. */
  dispute(
    intent: string,
    said?: { readonly reason?: string; readonly amount?: number; readonly status?: Stripe.Dispute.Status },
  ): Stripe.Dispute
  moveDispute(dispute: string, status: Stripe.Dispute.Status): void
  /** Completes or fails a pending refund, or fails a completed one later. `why` is Stripe's reason. */
  moveRefund(refund: string, status: 'succeeded' | 'failed' | 'canceled', why?: string): void
  /** Sends all events so far as webhooks; or only these. */
  send(sending: EventSending, events?: readonly StripeEvent[]): Promise<readonly DeliveredEvent[]>
  /** Sends events from now on when they happen. The returned function stops that, and waits for events being sent. */
  sendAsTheyHappen(sending: EventSending): () => Promise<void>
  stop(): Promise<void>
}

/** A double of Stripe's API on a free port: `await using stripe = await startStripe()`. */
export async function startStripe(options: StripeOptions = {}): Promise<StripeDouble> {
  const {
    keys = ['sk_test_51Doublecharabanc1234', 'rk_test_51Doublecharabanc1234'],
    account = {},
    notice = null,
    saysMethodGone = true,
  } = options
  const [key = ''] = keys
  const state = emptyState({ isLive: key.includes('_live_'), saysMethodGone, account: newStripeAccount(account) })
  const faults = planStripeFaults()
  const holds = new Map<StripeCall, Promise<void>>()
  const api = serveStripeApi({ state, keys, notice, faults, holds })
  const followers = new Set<() => Promise<void>>()
  const pageOf = (page: string) => sessionOf(state, /cs_\w+/.exec(page)?.[0] ?? page)

  function follow(sending: EventSending): () => Promise<void> {
    let last: Promise<unknown> = Promise.resolve()
    const hear = (event: StripeEvent) => {
      last = last.then(() => sendEvents([event], sending))
    }
    state.listeners.add(hear)
    const leave = async () => {
      state.listeners.delete(hear)
      followers.delete(leave)
      await last
    }
    followers.add(leave)
    return leave
  }

  async function stop(): Promise<void> {
    await Promise.all([...followers].map((leave) => leave()))
    await api.stop()
  }

  return {
    url: api.url,
    key,
    calls: api.calls,
    events: state.events,
    redirectedCalls: api.strayed,
    pay(page, card, { authenticates = true } = {}) {
      const step = useCard(state, pageOf(page), card)
      return step === 'bank' && authenticates !== 'not_yet' ? answerBank(state, pageOf(page), authenticates) : step
    },
    answerBank: (page, isConfirmed) => answerBank(state, pageOf(page), isConfirmed),
    lapse(page) {
      const session = pageOf(page)
      pageFactsOf(state, session).lapsesAt = clockOf(state)
      if (session.status === 'open') expireSession(state, session)
    },
    makeUndecided(page) {
      const session = pageOf(page)
      const { status, payment_status } = session
      Object.assign(session, { status: 'complete', payment_status: 'unpaid' })
      return () => {
        Object.assign(session, { status, payment_status })
      }
    },
    reprice(page, amount) {
      Object.assign(pageOf(page), { amount_total: amount })
    },
    keepCard(customer, card) {
      const owner = state.customers.get(customer)
      if (owner === undefined) throw new Error(`There is no customer ${customer}.`)
      return keepCard(state, owner, card).id
    },
    fail: (call, how, times = 1) => faults.plan(call, how, times),
    recover: () => faults.clear(),
    stopListening: () => api.leave(),
    hold(call) {
      const { promise, resolve } = Promise.withResolvers<void>()
      holds.set(call, promise)
      return () => {
        holds.delete(call)
        resolve()
      }
    },
    removeObject(id) {
      const kinds: readonly Map<string, unknown>[] = [state.sessions, state.intents, state.customers]
      const things = kinds.find((one) => one.has(id))
      if (things === undefined) throw new Error(`There is no ${id}.`)
      const thing = things.get(id)
      things.delete(id)
      return () => {
        things.set(id, thing)
      }
    },
    advance(ms) {
      state.aheadMs += ms
      lapseSessions(state)
    },
    taken: () =>
      [...state.charges.values()].map(({ id, amount_received: amount, currency, customer, metadata }) => ({
        intent: id,
        amount,
        currency,
        customer: typeof customer === 'string' ? customer : null,
        refunded: refundedOf(state, id),
        metadata,
      })),
    refunds: () => [...state.refunds.values()],
    intents: () => [...state.intents.values()],
    sessions: () => [...state.sessions.values()],
    customers: () => [...state.customers.values()],
    methods: () => [...state.methods.values()],
    disputes: () => [...state.disputes.values()],
    dispute(intent, said = {}) {
      const found = state.intents.get(intent)
      if (found === undefined) throw new Error(`There is no intent ${intent}.`)
      return openDispute(state, found, said)
    },
    moveDispute: (dispute, status) => {
      moveDispute(state, dispute, status)
    },
    moveRefund: (refund, status, why) => {
      moveRefund(state, refund, status, why)
    },
    send: (sending, events = state.events) => sendEvents([...events], sending),
    sendAsTheyHappen: follow,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
