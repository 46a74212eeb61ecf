import { newKey } from '../plain/key.ts'
import { root } from './address.ts'
import type { HeardBack, RefusedAnswer } from './outbox.ts'
import { learnServerTime } from './server-time.ts'

/** An answer, and the data it held where it went well. */
export type HeardBackWith<Data> = HeardBack &
  RefusedAnswer & {
    readonly data: Data | null
    readonly operators: readonly { readonly operator_ref: string; readonly name: string }[]
  }

type CallTerms = { readonly body?: unknown; readonly key?: string; readonly signal?: AbortSignal }

/** Milliseconds for which an answer is waited for; after that it is as if there were no network. */
const patienceMs = 20_000

/** The beginning of the addresses at which the driver who is signed in asks. */
const asDriver = `${root}driver/as-me/`

/** Asks the API as the driver who is signed in: `ask<CabDriver>('GET', '/driver/me')`. Never throws. */
export function ask<Data>(method: string, path: string, asking: CallTerms = {}): Promise<HeardBackWith<Data>> {
  return send<Data>(method, `${asDriver}api/v1${path}`, asking)
}

/**
 * Asks, as the driver who is signed in, for what lies beside the API: `askOwn<Feed[]>('GET', '/feeds')`. Never throws.
 */
export function askOwn<Data>(method: string, path: string, asking: CallTerms = {}): Promise<HeardBackWith<Data>> {
  return send<Data>(method, `${asDriver}driver/v1${path}`, asking)
}

/** Signs in and out of this browser: `''`, `/verify`, `/rotate`. */
export function askSession(
  method: string,
  path: string,
  asking: CallTerms = {},
): Promise<HeardBackWith<{ expires_at: string | null }>> {
  return send(method, `${root}driver/session${path}`, asking)
}

/** Has six digits sent to a phone; the answer is the same whether or not it is a driver's. */
export function askForCode(phone: string): Promise<HeardBackWith<{ message: string }>> {
  return send('POST', `${root}api/v1/driver/auth/code`, { body: { phone } })
}

async function send<Data>(method: string, address: string, { body, key, signal }: CallTerms): Promise<HeardBackWith<Data>> {
  const headers: Record<string, string> = { 'X-Charabanc-App': 'driver' }
  if (method !== 'GET') headers['Idempotency-Key'] = key ?? newKey()
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
    return await heardFrom(response)
  } catch {
    return nothingHeard
  }
}

const nothingHeard = {
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

// biome-ignore lint/suspicious/noExplicitAny: what came over the network is looked at member by member
async function heardFrom(response: Response): Promise<HeardBackWith<any>> {
  const said = await response.json().catch(() => null)
  // Some other server on the way, such as a network that wants to be signed in to, answers well to anything.
  if (response.ok && response.status !== 204 && said?.data === undefined && said?.message === undefined) return nothingHeard
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
