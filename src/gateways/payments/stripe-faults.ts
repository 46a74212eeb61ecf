import type { Stripe } from 'stripe'
import { ProviderFault } from './payments.ts'

/** The fault of a call, as far as anything is decided by it. Nothing else of the answer is kept. */
export type CallFault = {
  /** Kind of a `ProviderFault`; `rejected` is also a card that is declined. */
  readonly kind: ProviderFault['kind']
  readonly status: number | null
  readonly requestId: string | null
  readonly code: string | null
  readonly declineCode: string | null
  readonly adviceCode: string | null
  readonly param: string | null
  /** Whether Stripe only remembers it, from an earlier call under the same key. */
  readonly isReplayed: boolean
}

/** The outcome of a call: an answer or a fault. */
export type Attempted<T> = { readonly answer: T; readonly fault: null } | { readonly answer: null; readonly fault: CallFault }

/** The fault of a call that was never answered. */
const silence: CallFault = {
  kind: 'silent',
  status: null,
  requestId: null,
  code: null,
  declineCode: null,
  adviceCode: null,
  param: null,
  isReplayed: false,
}

/** Codes that say to come back, whatever the status. */
const comeBack: ReadonlySet<string | null> = new Set(['idempotency_key_in_use', 'lock_timeout', 'rate_limit'])

/** Reads what the library threw by its codes and never by its words. Whatever is no error of Stripe's is no answer. */
export function callFaultOf(thrown: unknown, StripeError: typeof Stripe.errors.StripeError): CallFault {
  if (!(thrown instanceof StripeError)) return silence
  const status = thrown.statusCode ?? null
  const code = codeIn(thrown.code) ?? (thrown.rawType === 'idempotency_error' ? 'idempotency_error' : null)
  return {
    kind: kindOf(status, code),
    status,
    requestId: thrown.requestId ?? null,
    code,
    declineCode: codeIn(thrown.decline_code),
    adviceCode: codeIn(thrown.advice_code),
    param: paramIn(thrown.param),
    isReplayed: thrown.headers?.['idempotent-replayed'] === 'true',
  }
}

function kindOf(status: number | null, code: string | null): CallFault['kind'] {
  if (status === 401 || status === 403) return 'refused'
  if (comeBack.has(code)) return 'silent'
  return status === 400 || status === 402 || status === 404 ? 'rejected' : 'silent'
}

/** A call's fault as callers of the gateway get it. */
export function providerFaultOf({ kind, requestId, status, code, param }: CallFault): ProviderFault {
  return new ProviderFault(kind, { requestId, status, code, param })
}

/** An answer that decides nothing, such as a state that this release does not know; `code` says in a word what was odd. */
export function undecided(code: string): ProviderFault {
  return new ProviderFault('undecided', { code })
}

/** Whether there is no such thing at Stripe as the call names. */
export function isMissing({ code, param }: CallFault): boolean {
  return code === 'resource_missing' && param !== 'payment_method'
}

/** Whether it is the card that cannot be used: it is let go, unknown, or belongs to someone else. */
export function isMethodGone({ kind, status, code, param }: CallFault): boolean {
  if (kind !== 'rejected' || status === 402) return false
  return code === 'payment_method_unexpected_state' || param === 'payment_method'
}

/** A code of Stripe's; null for anything that does not look like one. */
export function codeIn(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z0-9_]{1,64}$/.test(value) ? value : null
}

/** The name of a parameter; null for anything that does not look like one. */
function paramIn(value: unknown): string | null {
  return typeof value === 'string' && /^[\w[\].]{1,128}$/.test(value) ? value : null
}
