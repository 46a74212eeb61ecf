import type Stripe from 'stripe'

/** What Stripe says inside `error`. */
export type StripeFault = {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  readonly message: string
  readonly code?: string
  readonly param?: string
  readonly decline_code?: string
  readonly advice_code?: string
  readonly network_decline_code?: string
  readonly charge?: string
  readonly payment_intent?: Stripe.PaymentIntent
  readonly payment_method?: Stripe.PaymentMethod
}

/** A call that Stripe refuses, with the status and the error it answers. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly fault: StripeFault,
  ) {
    super(fault.message)
  }
}

/** A call that is wrong. */
export function invalid(message: string, more: Partial<StripeFault> = {}, status = 400): StripeRefusal {
  return new StripeRefusal(status, { type: 'invalid_request_error', message, ...more })
}

/** Something that is not there: 404 where the path names it, 400 where a parameter does. */
export function noSuch(what: string, id: string, param: string, status: 400 | 404 = 404): StripeRefusal {
  return invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, status)
}
