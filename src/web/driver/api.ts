import { createKey } from '../plain/key.ts'
import { root } from './address.ts'
import type { CallAnswer, RefusedAnswer } from './outbox.ts'
import { learnServerTime } from './server-time.ts'

/** A response, with its data after a success. */
export type CallAnswerWith<Data> = CallAnswer &
  RefusedAnswer & {
    readonly data: Data | null
    readonly operators: readonly { readonly operator_ref: string; readonly name: string }[]
  }

type CallTerms = { readonly body?: unknown; readonly key?: string; readonly signal?: AbortSignal }

/** Milliseconds without a response after which the network counts as lost. */
const patienceMs = 20_000

/** The beginning of the addresses for calls of the signed-in driver. */
const asDriver = `${root}driver/as-me/`

/** Calls the API as the signed-in driver: `ask<CabDriver>('GET', '/driver/me')`. Never throws. */
export function callDriverApi<Data>(method: string, path: string, asking: CallTerms = {}): Promise<CallAnswerWith<Data>> {
  return callAddress<Data>(method, `${asDriver}api/v1${path}`, asking)
}

/** Calls routes beside the API as the signed-in driver: `callOwnApi<Feed[]>('GET', '/feeds')`. Never throws. */
export function callOwnApi<Data>(method: string, path: string, asking: CallTerms = {}): Promise<CallAnswerWith<Data>> {
  return callAddress<Data>(method, `${asDriver}driver/v1${path}`, asking)
}

/** Signs in and out of this browser: `''`, `/verify`, `/rotate`. */
export function callDriverSession(
  method: string,
  path: string,
  asking: CallTerms = {},
): Promise<CallAnswerWith<{ expires_at: string | null }>> {
  return callAddress(method, `${root}driver/session${path}`, asking)
}

/** Requests a six-digit code by SMS; the response is the same for an unknown phone. */
export function requestCode(phone: string): Promise<CallAnswerWith<{ message: string }>> {
  return callAddress('POST', `${root}api/v1/driver/auth/code`, { body: { phone } })
}

async function callAddress<Data>(
  method: string,
  address: string,
  { body, key, signal }: CallTerms,
): Promise<CallAnswerWith<Data>> {
  const headers: Record<string, string> = { 'X-Charabanc-App': 'driver' }
  if (method !== 'GET') headers['Idempotency-Key'] = key ?? createKey()
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const askedAt = Date.now()
  try {
    const response = await fetch(address, {
      method,
      headers,
      cache: 'no-store',
      signal: signal ?? AbortSignal.timeout(patienceMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.ok && address.startsWith(asDriver)) learnServerTime(response.headers.get('Date'), askedAt)
    return await readApiAnswer(response)
  } catch {
    return noCallAnswer
  }
}

const noCallAnswer = {
  status: 0,
  code: null,
  message: null,
  currentStatus: null,
  retryAfter: null,
  data: null,
  operators: [],
  error: {},
  requestId: null,
}

// biome-ignore lint/suspicious/noExplicitAny: each member of a response is checked
async function readApiAnswer(response: Response): Promise<CallAnswerWith<any>> {
  const said = await response.json().catch(() => null)
  // Another server in between, such as a network with a sign-in page, responds to every call with success.
  if (response.ok && response.status !== 204 && said?.data === undefined && said?.message === undefined) return noCallAnswer
  const error = said?.error ?? {}
  return {
    status: response.status,
    code: error.code ?? null,
    message: error.message ?? null,
    currentStatus: error.current_status ?? null,
    retryAfter: Number(response.headers.get('Retry-After')) || null,
    data: response.ok ? (said?.data ?? null) : null,
    operators: error.operators ?? [],
    error,
    requestId: response.headers.get('X-Request-Id'),
  }
}
