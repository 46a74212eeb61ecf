import type Stripe from 'stripe'
import type { StripeCall } from './calls.ts'
import { cancelIntent, confirmIntent, intentOf, usableMethod } from './charging.ts'
import { expireSession, sessionOf } from './checkout.ts'
import { invalid, noSuch } from './errors.ts'
import { expanded, type ListParams, listed } from './lists.ts'
import { newCustomer, newIntent } from './objects.ts'
import { type RefundParams, refundPayment } from './refunding.ts'
import { openSession, type SessionParams, sessionReads } from './sessions.ts'
import type { StripeState } from './state.ts'
import { checkAmount, checkMetadata, mergedMetadata } from './values.ts'

/** Answers a call: the parameters that it uses, and their effect. */
export type CallHandler = {
  readonly reads: readonly string[]
  readonly answer: (state: StripeState, params: Record<string, unknown>, id: string) => object
}

/** A handler of parameters in the shape that Stripe's schema has checked. */
function answering<Params extends { readonly expand?: readonly string[] }>(
  reads: readonly (keyof Params & string)[],
  answer: (state: StripeState, params: Params, id: string) => object,
): CallHandler {
  return {
    reads: [...reads, 'expand'],
    answer: (state, params, id) => {
      const said = params as Params
      return expanded(state, answer(state, said, id), said.expand)
    },
  }
}

type CallParams<Params = object> = Params & { readonly expand?: readonly string[] }

type CustomerParams = CallParams<{
  readonly email?: string
  readonly name?: string
  readonly phone?: string
  readonly description?: string
  readonly metadata?: Stripe.Metadata | ''
}>

type IntentParams = CallParams<{
  readonly amount: number
  readonly currency: string
  readonly customer?: string
  readonly payment_method?: string
  readonly payment_method_types?: readonly string[]
  readonly description?: string
  readonly metadata?: Stripe.Metadata
}>

type ConfirmParams = CallParams<{ readonly off_session?: boolean | string; readonly payment_method?: string }>

type ListOfCustomer = ListParams & { readonly customer?: string }
type ListOfSessions = ListOfCustomer & { readonly payment_intent?: string; readonly status?: string }
type ListOfIntent = ListParams & { readonly payment_intent?: string; readonly charge?: string }

const paging = ['limit', 'starting_after', 'created'] as const

const matches = (wanted: string | undefined, is: unknown) => wanted === undefined || wanted === is

/** The handler of every call. */
export const callHandlers: { readonly [Call in StripeCall]: CallHandler } = {
  'customers.create': answering<CustomerParams>(['email', 'name', 'phone', 'description', 'metadata'], (state, params) => {
    checkEmail(params.email)
    const customer = newCustomer(state, { ...params, metadata: checkMetadata(params.metadata || {}) })
    state.customers.set(customer.id, customer)
    return customer
  }),
  'customers.update': answering<CustomerParams>(['email', 'name', 'phone', 'description', 'metadata'], (state, params, id) => {
    const customer = state.customers.get(id)
    if (customer === undefined) throw noSuch('customer', id, 'customer')
    checkEmail(params.email)
    const { metadata, expand: _, ...rest } = params
    // An empty value empties the field.
    const said = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value === '' ? null : value]))
    return Object.assign(customer, said, { metadata: mergedMetadata(customer.metadata, metadata) })
  }),
  'checkout.sessions.create': answering<SessionParams>(sessionReads, openSession),
  'checkout.sessions.list': answering<ListOfSessions>([...paging, 'customer', 'payment_intent', 'status'], (state, params) => {
    const those = [...state.sessions.values()].filter(
      (one) =>
        matches(params.customer, one.customer) &&
        matches(params.payment_intent, one.payment_intent) &&
        matches(params.status, one.status),
    )
    return listed('/v1/checkout/sessions', those, params)
  }),
  'checkout.sessions.retrieve': answering([], (state, _, id) => sessionOf(state, id)),
  'checkout.sessions.expire': answering([], (state, _, id) => expireSession(state, sessionOf(state, id))),
  'paymentIntents.create': answering<IntentParams>(
    ['amount', 'currency', 'customer', 'payment_method', 'payment_method_types', 'description', 'metadata'],
    (state, params) => {
      const { amount, currency, customer = null, payment_method = null, description = null } = params
      checkAmount(amount, currency)
      if (customer !== null && !state.customers.has(customer)) throw noSuch('customer', customer, 'customer', 400)
      if (payment_method !== null) usableMethod(state, payment_method, customer)
      const intent = newIntent(state, {
        amount,
        currency,
        customer,
        description,
        method: payment_method,
        methodTypes: params.payment_method_types ?? null,
        metadata: checkMetadata(params.metadata ?? {}),
        keepsCard: false,
      })
      state.intents.set(intent.id, intent)
      return intent
    },
  ),
  'paymentIntents.list': answering<ListOfCustomer>([...paging, 'customer'], (state, params) => {
    const those = [...state.intents.values()].filter(({ customer }) => matches(params.customer, customer))
    return listed('/v1/payment_intents', those, params)
  }),
  'paymentIntents.retrieve': answering([], (state, _, id) => intentOf(state, id)),
  'paymentIntents.confirm': answering<ConfirmParams>(['off_session', 'payment_method'], (state, params, id) => {
    const { off_session = false, payment_method: method = null } = params
    return confirmIntent(state, intentOf(state, id), { method, isThere: off_session === false })
  }),
  'paymentIntents.cancel': answering<CallParams<{ readonly cancellation_reason?: string }>>(
    ['cancellation_reason'],
    (state, params, id) => cancelIntent(state, intentOf(state, id), params.cancellation_reason ?? null),
  ),
  'refunds.create': answering<CallParams<RefundParams>>(
    ['payment_intent', 'charge', 'amount', 'reason', 'metadata'],
    (state, { expand: _, ...params }) => {
      checkMetadata(params.metadata ?? {})
      return refundPayment(state, params)
    },
  ),
  'refunds.list': answering<ListOfIntent>([...paging, 'payment_intent', 'charge'], (state, params) => {
    const { payment_intent: intent } = params
    if (intent !== undefined && !state.intents.has(intent)) throw noSuch('payment_intent', intent, 'payment_intent', 400)
    const those = [...state.refunds.values()].filter(
      (one) => matches(params.payment_intent, one.payment_intent) && matches(params.charge, one.charge),
    )
    return listed('/v1/refunds', those, params)
  }),
  'refunds.retrieve': answering([], (state, _, id) => {
    const refund = state.refunds.get(id)
    if (refund === undefined) throw noSuch('refund', id, 'refund')
    return refund
  }),
  'paymentMethods.retrieve': answering([], (state, _, id) => methodOf(state, id)),
  'paymentMethods.detach': answering([], (state, _, id) => {
    const method = methodOf(state, id)
    if (method.customer === null) {
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
    }
    state.spent.add(id)
    return Object.assign(method, { customer: null })
  }),
  'disputes.list': answering<ListOfIntent>([...paging, 'payment_intent', 'charge'], (state, params) => {
    const those = [...state.disputes.values()].filter(
      (one) => matches(params.payment_intent, one.payment_intent) && matches(params.charge, one.charge),
    )
    return listed('/v1/disputes', those, params)
  }),
  'accounts.retrieveCurrent': answering([], (state) => state.account),
}

function methodOf(state: StripeState, id: string): Stripe.PaymentMethod {
  const method = state.methods.get(id)
  if (method === undefined) throw noSuch('PaymentMethod', id, 'payment_method')
  return method
}

function checkEmail(email: string | undefined): void {
  if (email !== undefined && email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' })
  }
}
