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
  /** The keys that are taken; the first says whether it is live. */
  readonly keys?: readonly string[]
  /** What `accounts.retrieveCurrent` says otherwise than usual. */
  readonly account?: Partial<Stripe.Account>
  /** Whether a charge of a card that was let go is refused with a code, as it is unless said otherwise; or with words alone. */
  readonly saysMethodGone?: boolean
  /** A `Stripe-Notice` with every answer. */
  readonly notice?: string
}

/** Money that was taken. */
type TakenMoney = {
  readonly intent: string
  readonly amount: number
  readonly currency: string
  readonly customer: string | null
  /** What went back of it, or is on its way. */
  readonly refunded: number
  readonly metadata: Readonly<Record<string, string>>
}

/** A double of Stripe's API that keeps what it is told. */
export type StripeDouble = AsyncDisposable & {
  readonly url: string
  /** A key that is taken. */
  readonly key: string
  /** Every call, oldest first. */
  readonly calls: readonly RecordedStripeCall[]
  readonly events: readonly StripeEvent[]
  /** What followed a redirect to another origin, with what it told of our key. */
  readonly redirectedCalls: readonly { readonly path: string; readonly authorization: string | null }[]
  /**
   * A customer pays, or keeps a card, on a page (its id, or its address): with a card of tests, or with a kept one by its method. Where
   * the bank asks, they confirm, refuse, or have not answered yet.
   */
  pay(page: string, card: CardName | `pm_${string}`, how?: { readonly authenticates?: boolean | 'not_yet' }): PageStep
  /** The customer answers the bank that asks on a page. */
  answerBank(page: string, isConfirmed: boolean): PageStep
  /** A page's time is over, now. */
  lapse(page: string): void
  /** A page says that it is done and nothing that decides, whatever was done on it, until what is given back is called. */
  makeUndecided(page: string): () => void
  /** A page asks for another amount from now on, in minor units. */
  reprice(page: string, amount: number): void
  /** A customer (`cus_`) has kept a card; answers its method. */
  keepCard(customer: string, card: CardName): string
  /** A call goes wrong, the next times it comes. The `stripe` package sends once more, by itself, what was dropped. */
  fail(call: FaultyCall, how: FaultKind, times?: number): void
  /** Nothing goes wrong any more. */
  recover(): void
  /** Nothing listens at its address any more, until what is given back is called. */
  stopListening(): Promise<() => void>
  /** Calls wait before anything is done, until what is given back is called. */
  hold(call: StripeCall): () => void
  /** A page, a charge or a customer is not there any more, as in another account, until what is given back is called. */
  removeObject(id: string): () => void
  /** Moves the double's clock on: keys are forgotten, pages lapse. */
  advance(ms: number): void
  taken(): readonly TakenMoney[]
  refunds(): readonly Stripe.Refund[]
  intents(): readonly Stripe.PaymentIntent[]
  sessions(): readonly Stripe.Checkout.Session[]
  customers(): readonly Stripe.Customer[]
  methods(): readonly Stripe.PaymentMethod[]
  disputes(): readonly Stripe.Dispute[]
  /** A bank takes back what an intent took. */
  dispute(
    intent: string,
    said?: { readonly reason?: string; readonly amount?: number; readonly status?: Stripe.Dispute.Status },
  ): Stripe.Dispute
  moveDispute(dispute: string, status: Stripe.Dispute.Status): void
  /** A refund that waits goes through or fails; one that succeeded fails later. `why` is the reason Stripe gives then. */
  moveRefund(refund: string, status: 'succeeded' | 'failed' | 'canceled', why?: string): void
  /** Sends what happened so far as webhooks; or only these events. */
  send(sending: EventSending, events?: readonly StripeEvent[]): Promise<readonly DeliveredEvent[]>
  /** Sends what happens from now on, as it happens; until what is given back is called, which waits for what is on its way. */
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
