import type { Stripe } from 'stripe'
import { ProviderFault } from './payments.ts'

/** The deciding facts of a call's fault; nothing else of the response is kept. */
export type CallFault = {
  /** Kind of a `ProviderFault`; `rejected` includes a declined card. */
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

/** The fault of a call without a response. */
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

/** Codes that mean a retry, whatever the status. */
const comeBack: ReadonlySet<string | null> = new Set(['idempotency_key_in_use', 'lock_timeout', 'rate_limit'])

/** Reads the library's errors by their codes and never by their words. Any other error means no response. */
export function toCallFault(thrown: unknown, StripeError: typeof Stripe.errors.StripeError): CallFault {
  if (!(thrown instanceof StripeError)) return silence
  const status = thrown.statusCode ?? null
  const code = readFaultCode(thrown.code) ?? (thrown.rawType === 'idempotency_error' ? 'idempotency_error' : null)
  return {
    kind: findFaultKind(status, code),
    status,
    requestId: thrown.requestId ?? null,
    code,
    declineCode: readFaultCode(thrown.decline_code),
    adviceCode: readFaultCode(thrown.advice_code),
    param: readFaultParam(thrown.param),
    isReplayed: thrown.headers?.['idempotent-replayed'] === 'true',
  }
}

function findFaultKind(status: number | null, code: string | null): CallFault['kind'] {
  if (status === 401 || status === 403) return 'refused'
  if (comeBack.has(code)) return 'silent'
  return status === 400 || status === 402 || status === 404 ? 'rejected' : 'silent'
}

/** A call's fault for callers of the gateway. */
export function toProviderFault({ kind, requestId, status, code, param }: CallFault): ProviderFault {
  return new ProviderFault(kind, { requestId, status, code, param })
}

/** An inconclusive response, such as a state that is unknown to this release; `code` names it. */
export function undecidedFault(code: string): ProviderFault {
  return new ProviderFault('undecided', { code })
}

/** Whether Stripe does not know the object of the call. */
export function isResourceMissing({ code, param }: CallFault): boolean {
  return code === 'resource_missing' && param !== 'payment_method'
}

/** Whether the card itself cannot be used: it was removed, is unknown, or belongs to another customer. */
export function isMethodGone({ kind, status, code, param }: CallFault): boolean {
  if (kind !== 'rejected' || status === 402) return false
  return code === 'payment_method_unexpected_state' || param === 'payment_method'
}

/** A code of Stripe; null for a text without the form of a code. */
export function readFaultCode(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z0-9_]{1,64}$/.test(value) ? value : null
}

/** The name of a parameter; null for a text without the form of a name. */
function readFaultParam(value: unknown): string | null {
  return typeof value === 'string' && /^[\w[\].]{1,128}$/.test(value) ? value : null
}
