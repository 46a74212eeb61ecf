import type Stripe from 'stripe'
import { type CardName, type Decline, isCardName, refusedAtBank } from './cards.ts'
import { askBank, awaitCustomer, declineIntent, giveUp, takeMoney } from './charging.ts'
import { invalid, noSuch } from './errors.ts'
import { newIntent, newMethod } from './objects.ts'
import { clockOf, type PageFacts, recordEvent, type StripeState } from './state.ts'

/** The result of a customer's step on a page. `complete` and `expired` also answer a late customer. */
export type PageStep = 'complete' | 'expired' | 'declined' | 'bank'

/** The session with this id, for a call with the id in its path. */
export function sessionOf(state: StripeState, id: string): Stripe.Checkout.Session {
  const session = state.sessions.get(id)
  if (session === undefined) throw noSuch('checkout.session', id, 'session')
  return session
}

/** Expires a page as its call does; the page must be open. */
export function expireSession(state: StripeState, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  if (session.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  }
  const intent = state.intents.get(`${session.payment_intent}`)
  if (intent !== undefined) giveUp(state, intent, 'expired')
  const setup = state.setups.get(`${session.setup_intent}`)
  if (setup !== undefined) Object.assign(setup, { status: 'canceled', next_action: null })
  Object.assign(session, { status: 'expired', url: null })
  recordEvent(state, 'checkout.session.expired', session)
  return session
}

/** Expires the pages past their time. */
export function lapseSessions(state: StripeState): void {
  for (const session of state.sessions.values()) {
    const isOver = pageFactsOf(state, session).lapsesAt <= clockOf(state)
    if (session.status === 'open' && isOver) expireSession(state, session)
  }
}

/** The saved cards that a page offers. */
export function offeredMethods(state: StripeState, session: Stripe.Checkout.Session): readonly Stripe.PaymentMethod[] {
  const { offers } = pageFactsOf(state, session)
  const kept = [...state.methods.values()].filter(({ customer }) => customer !== null && customer === session.customer)
  return session.mode === 'payment' ? kept.filter(({ allow_redisplay = 'unspecified' }) => offers.includes(allow_redisplay)) : []
}

/** Uses a card as the customer: a test card by its name, or a saved one by its method. */
export function useCard(state: StripeState, session: Stripe.Checkout.Session, card: string): PageStep {
  lapseSessions(state)
  if (session.status !== 'open') return tooLate(session)
  const method = isCardName(card)
    ? typedMethod(state, session, card)
    : offeredMethods(state, session).find(({ id }) => id === card)
  if (method === undefined) throw new Error(`The page offers no card ${card}.`)
  const answer = askBank(state, method.id, true)
  if (answer === 'yes') return finish(state, session, method)
  if (answer !== 'ask_customer') return decline(state, session, method, answer)
  pageFactsOf(state, session).atBank = method.id
  if (session.mode === 'payment') awaitCustomer(paymentOf(state, session), method)
  else Object.assign(setupOf(state, session), { status: 'requires_action', payment_method: method.id })
  return 'bank'
}

/** Answers the bank as the customer. */
export function answerBank(state: StripeState, session: Stripe.Checkout.Session, isConfirmed: boolean): PageStep {
  lapseSessions(state)
  if (session.status !== 'open') return tooLate(session)
  const facts = pageFactsOf(state, session)
  const method = state.methods.get(facts.atBank ?? '')
  if (method === undefined) throw new Error('No bank asks for anything on this page.')
  facts.atBank = null
  if (!isConfirmed) return decline(state, session, method, refusedAtBank)
  state.authenticated.add(method.id)
  return finish(state, session, method)
}

/** Saves a card for a customer, as a page without payment does. */
export function keepCard(state: StripeState, customer: Stripe.Customer, card: CardName): Stripe.PaymentMethod {
  const method = addMethod(state, customer, card)
  state.authenticated.add(method.id)
  return attach(method, customer.id)
}

function tooLate(session: Stripe.Checkout.Session): 'complete' | 'expired' {
  return session.status === 'complete' ? 'complete' : 'expired'
}

function finish(state: StripeState, session: Stripe.Checkout.Session, method: Stripe.PaymentMethod): PageStep {
  const { payment } = pageFactsOf(state, session)
  if (session.mode === 'setup') {
    const done = { status: 'succeeded', payment_method: method.id, next_action: null, last_setup_error: null }
    Object.assign(setupOf(state, session), done)
  } else takeMoney(state, paymentOf(state, session), method)
  if (typeof session.customer === 'string' && (session.mode === 'setup' || payment.keepsCard)) attach(method, session.customer)
  else if (method.customer === null) state.spent.add(method.id)
  Object.assign(session, {
    status: 'complete',
    url: null,
    payment_status: session.mode === 'setup' ? 'no_payment_required' : 'paid',
  })
  recordEvent(state, 'checkout.session.completed', session)
  return 'complete'
}

function decline(state: StripeState, session: Stripe.Checkout.Session, method: Stripe.PaymentMethod, why: Decline): PageStep {
  if (session.mode === 'payment') declineIntent(state, paymentOf(state, session), method, why)
  else {
    const fault = why === refusedAtBank ? { ...why, code: 'setup_intent_authentication_failure' } : why
    const last_setup_error = { ...fault, type: 'card_error', payment_method: structuredClone(method) }
    Object.assign(setupOf(state, session), { status: 'requires_payment_method', payment_method: null, last_setup_error })
  }
  return 'declined'
}

/** The intent of a page, which exists once the customer pays. */
function paymentOf(state: StripeState, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const there = state.intents.get(`${session.payment_intent}`)
  if (there !== undefined) return there
  const { payment } = pageFactsOf(state, session)
  const intent = newIntent(state, {
    ...payment,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    customer: typeof session.customer === 'string' ? session.customer : null,
    method: null,
    methodTypes: session.payment_method_types,
  })
  state.intents.set(intent.id, intent)
  state.sessionOf.set(intent.id, session.id)
  session.payment_intent = intent.id
  return intent
}

function setupOf(state: StripeState, session: Stripe.Checkout.Session): Stripe.SetupIntent {
  const setup = state.setups.get(`${session.setup_intent}`)
  if (setup === undefined) throw new Error(`${session.id} keeps no card.`)
  return setup
}

function typedMethod(state: StripeState, { customer }: Stripe.Checkout.Session, card: CardName): Stripe.PaymentMethod {
  return addMethod(state, state.customers.get(`${customer}`) ?? null, card)
}

function addMethod(state: StripeState, customer: Stripe.Customer | null, card: CardName): Stripe.PaymentMethod {
  const method = newMethod(state, card, customer)
  state.methods.set(method.id, method)
  state.cards.set(method.id, card)
  return method
}

function attach(method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  return Object.assign(method, { customer, allow_redisplay: method.customer === null ? 'limited' : method.allow_redisplay })
}

/** The facts about a page that its answer does not show. */
export function pageFactsOf(state: StripeState, session: Stripe.Checkout.Session): PageFacts {
  const facts = state.pages.get(session.id)
  if (facts === undefined) throw new Error(`${session.id} has no page.`)
  return facts
}
