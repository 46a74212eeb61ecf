import type Stripe from 'stripe'
import { authenticationRequired, type Decline, type TestCard, testCards } from './cards.ts'
import { invalid, noSuch, StripeRefusal } from './errors.ts'
import { newDispute } from './refund-and-dispute-objects.ts'
import { makeId, recordEvent, type StripeState, secondsOf } from './state.ts'

/** The answer of a method's bank to a charge or to saving the card. */
export type BankAnswer = Decline | 'yes' | 'ask_customer'

/** The bank's answer; `isThere` if the customer is present, on a page or before ours. */
export function askBank(state: StripeState, methodId: string, isThere: boolean): BankAnswer {
  const { onPage, later, asksCustomer } = cardOf(state, methodId)
  const wantsCustomer = asksCustomer === 'always' || (asksCustomer === 'once' && !state.authenticated.has(methodId))
  if (isThere) return onPage ?? (wantsCustomer ? 'ask_customer' : 'yes')
  return wantsCustomer ? authenticationRequired : (later ?? 'yes')
}

function cardOf(state: StripeState, methodId: string): TestCard {
  return testCards[state.cards.get(methodId) ?? 'visa']
}

/** The intent with this id, for a call with the id in its path. */
export function intentOf(state: StripeState, id: string): Stripe.PaymentIntent {
  const intent = state.intents.get(id)
  if (intent === undefined) throw noSuch('payment_intent', id, 'intent')
  return intent
}

/** A method that may be charged for a customer, or Stripe's reason why not. */
export function usableMethod(state: StripeState, id: string, customer: string | null): Stripe.PaymentMethod {
  const method = state.methods.get(id)
  if (method === undefined) throw noSuch('PaymentMethod', id, 'payment_method', 400)
  if (state.spent.has(id)) {
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected ' +
        'account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod ' +
        'multiple times, you must attach it to a Customer first.',
      state.saysMethodGone ? { code: 'payment_method_unexpected_state', param: 'payment_method' } : {},
    )
  }
  if (method.customer !== null && customer === null) {
    throw invalid(
      `The PaymentMethod you provided (${id}) is attached to a customer so for security purposes you must provide the customer in the request.`,
      { param: 'customer' },
    )
  }
  if (method.customer !== customer) {
    throw invalid(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'payment_method' },
    )
  }
  return method
}

/** Confirms an intent as its call does. A decline is 402 with the intent inside. */
export function confirmIntent(
  state: StripeState,
  intent: Stripe.PaymentIntent,
  { method: named, isThere }: { readonly method: string | null; readonly isThere: boolean },
): Stripe.PaymentIntent {
  refuseOfPage(state, intent)
  if (intent.status === 'succeeded') {
    throw unexpected(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  }
  if (intent.status === 'canceled') {
    throw unexpected(
      intent,
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following ' +
        'statuses may be confirmed: requires_confirmation, requires_action.',
    )
  }
  const id = named ?? (typeof intent.payment_method === 'string' ? intent.payment_method : null)
  if (id === null) {
    throw unexpected(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a " +
        'payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
    )
  }
  const method = usableMethod(state, id, typeof intent.customer === 'string' ? intent.customer : null)
  const answer = askBank(state, method.id, isThere)
  if (answer === 'yes') takeMoney(state, intent, method)
  else if (answer === 'ask_customer') awaitCustomer(intent, method)
  else throw declined(declineIntent(state, intent, method, answer))
  return intent
}

/** Completes an intent with its charge; the bank of one card disputes it immediately. */
export function takeMoney(state: StripeState, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  const charge = makeId('ch_3')
  const isDisputed = testCards[state.cards.get(method.id) ?? 'visa'].isDisputed
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  })
  state.charges.set(charge, intent)
  recordEvent(state, 'payment_intent.succeeded', intent)
  if (isDisputed) openDispute(state, intent, { reason: 'fraudulent' })
}

/** Declines an intent, which may be confirmed again with another method. */
export function declineIntent(
  state: StripeState,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): Stripe.PaymentIntent {
  const charge = makeId('ch_3')
  Object.assign(intent, {
    status: 'requires_payment_method',
    latest_charge: charge,
    payment_method: null,
    next_action: null,
    last_payment_error: { ...decline, type: 'card_error', charge, payment_method: structuredClone(method) },
  })
  recordEvent(state, 'payment_intent.payment_failed', intent)
  return intent
}

/** Makes an intent wait until the customer answers their bank. */
export function awaitCustomer(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  Object.assign(intent, {
    status: 'requires_action',
    payment_method: method.id,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: 'https://hooks.stripe.com/3d' },
    },
  })
}

/** Cancels an intent as its call does. */
export function cancelIntent(state: StripeState, intent: Stripe.PaymentIntent, reason: string | null): Stripe.PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpected(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following ` +
        'statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.',
    )
  }
  refuseOfPage(state, intent)
  return giveUp(state, intent, reason)
}

/** Ends an intent without money, and keeps its last decline. */
export function giveUp(state: StripeState, intent: Stripe.PaymentIntent, reason: string | null): Stripe.PaymentIntent {
  const over = { status: 'canceled', canceled_at: secondsOf(state), cancellation_reason: reason, next_action: null }
  return Object.assign(intent, over)
}

/** Opens a dispute of an intent, with its events. */
export function openDispute(
  state: StripeState,
  intent: Stripe.PaymentIntent,
  said: { readonly reason?: string; readonly amount?: number; readonly status?: Stripe.Dispute.Status },
): Stripe.Dispute {
  if (intent.status !== 'succeeded') throw new Error(`${intent.id} took no money that a bank could take back.`)
  const { reason = 'fraudulent', amount = intent.amount, status = 'needs_response' } = said
  const dispute = newDispute(state, { intent, amount, reason, status })
  state.disputes.set(dispute.id, dispute)
  recordEvent(state, 'charge.dispute.created', dispute)
  return dispute
}

/** Refuses calls on the intent of a page while the page is open. */
function refuseOfPage(state: StripeState, intent: Stripe.PaymentIntent): void {
  const session = state.sessions.get(state.sessionOf.get(intent.id) ?? '')
  if (session?.status !== 'open') return
  throw invalid(
    'You cannot perform this action on PaymentIntents created by Checkout. Try expiring the Checkout Session instead.',
  )
}

function unexpected(intent: Stripe.PaymentIntent, message: string): StripeRefusal {
  return invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: structuredClone(intent) })
}

/** The answer to a call that the bank declined. */
function declined(intent: Stripe.PaymentIntent): StripeRefusal {
  const {
    code,
    message = '',
    decline_code,
    advice_code,
    network_decline_code,
    charge,
    payment_method,
  } = intent.last_payment_error ?? {}
  const fault = { code, message, decline_code, advice_code, network_decline_code, charge, payment_method }
  const said = Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined))
  return new StripeRefusal(402, { type: 'card_error', message, ...said, payment_intent: structuredClone(intent) })
}
