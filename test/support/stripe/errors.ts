import type Stripe from 'stripe'

/** The content of Stripe's `error`. */
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

/** A call that Stripe refuses, with the status and the error of the answer. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly fault: StripeFault,
  ) {
    super(fault.message)
  }
}

/** The refusal of an invalid call. */
export function invalid(message: string, more: Partial<StripeFault> = {}, status = 400): StripeRefusal {
  return new StripeRefusal(status, { type: 'invalid_request_error', message, ...more })
}

/** The refusal for a missing object: 404 if the path names it, 400 if a parameter does. */
export function noSuch(what: string, id: string, param: string, status: 400 | 404 = 404): StripeRefusal {
  return invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param }, status)
}
