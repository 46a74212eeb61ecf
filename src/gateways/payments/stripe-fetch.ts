import type { Logger } from '../../log.ts'
import { BodyTooLong, callOutside, readTextWithin } from '../outgoing-calls.ts'
import { readFaultCode } from './stripe-faults.ts'

const mostBodyBytes = 4 * 1_048_576

/** Headers to drop: the library prints the first; the others describe an already decoded body. */
const droppedHeaders = ['stripe-notice', 'content-encoding', 'content-length', 'transfer-encoding']

/**
 * The error of a call without a response, with the reason in a word for the log. It has no `code`, for which the library would
 * send the call again.
 */
class NoAnswer extends Error {
  constructor(readonly reason: 'timeout' | 'no_connection' | 'cut' | 'too_long' | 'no_json') {
    super('No answer came.')
  }
}

/** The facts about a call for the log. */
type Exchange = { requestId: string | null; status: number | null; code: string | null; ms: number }

/**
 * A `fetch` for the library that returns the whole response within `timeoutMs` or throws. It follows no redirect, and accepts
 * only JSON objects. `clockAheadMs` is the lead of this machine's clock at the last response.
 */
export function createBoundedFetch(
  timeoutMs: number,
  log: Pick<Logger, 'debug'>,
): { readonly fetch: typeof fetch; readonly clockAheadMs: () => number } {
  let aheadMs = 0
  const bounded = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const startedAt = performance.now()
    const exchange: Exchange = { requestId: null, status: null, code: null, ms: 0 }
    const hear = ({ status, headers }: Response) => {
      exchange.status = status
      exchange.requestId = readIdentifier(headers.get('request-id'))
      const sentAt = Date.parse(headers.get('date') ?? '')
      if (!Number.isNaN(sentAt)) aheadMs = Date.now() - sentAt
    }
    try {
      const answer = await runWithin(timeoutMs, init?.signal, (signal) => fetchStripeAnswer(url, { ...init, signal }, hear))
      exchange.code = answer.code
      return new Response(answer.text, { status: answer.status, headers: answer.headers })
    } catch (fault) {
      exchange.code = fault instanceof NoAnswer ? fault.reason : 'no_answer'
      throw fault instanceof NoAnswer ? fault : new NoAnswer('no_connection')
    } finally {
      log.debug({ ...exchange, ms: Math.round(performance.now() - startedAt) }, 'asked Stripe')
    }
  }
  return { fetch: Object.assign(bounded, { preconnect: fetch.preconnect }), clockAheadMs: () => aheadMs }
}

/** Ends at the timeout or when the caller aborts, even if `fetch` ignores the signal. */
async function runWithin<T>(
  ms: number,
  given: AbortSignal | null | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const clock = new AbortController()
  const signal = given == null ? clock.signal : AbortSignal.any([clock.signal, given])
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(new NoAnswer('timeout')), { once: true })
  const timer = setTimeout(() => clock.abort(), ms)
  try {
    return await Promise.race([work(signal), tooLate])
  } catch (fault) {
    clock.abort()
    throw fault
  } finally {
    clearTimeout(timer)
  }
}

type Spoken = { readonly status: number; readonly headers: Headers; readonly text: string; readonly code: string | null }

async function fetchStripeAnswer(
  url: string | URL | Request,
  init: RequestInit,
  hear: (response: Response) => void,
): Promise<Spoken> {
  const response = await callOutside(url, { ...init, redirect: 'error' }).catch(() => {
    throw new NoAnswer('no_connection')
  })
  hear(response)
  const text = await readBoundedText(response)
  const kept = new Headers(response.headers)
  for (const name of droppedHeaders) kept.delete(name)
  return { status: response.status, headers: kept, text, code: readRefusalCode(text) }
}

async function readBoundedText({ body }: Response): Promise<string> {
  if (body === null) throw new NoAnswer('cut')
  try {
    return await readTextWithin(body, mostBodyBytes)
  } catch (fault) {
    throw new NoAnswer(fault instanceof BodyTooLong ? 'too_long' : 'cut')
  }
}

/** The code of an error, null for any other object. The library never finishes reading JSON that is no object. */
function readRefusalCode(text: string): string | null {
  const read = parseObject(text)
  if (read === null) throw new NoAnswer('no_json')
  const error = 'error' in read ? read.error : null
  if (typeof error !== 'object' || error === null) return null
  return readFaultCode('code' in error ? error.code : null) ?? readFaultCode('type' in error ? error.type : null)
}

function parseObject(text: string): object | null {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' ? read : null
  } catch {
    return null
  }
}

/** Stripe's id of a call, for its support; null for any other text. */
function readIdentifier(value: string | null): string | null {
  return value !== null && /^[\w-]{1,64}$/.test(value) ? value : null
}
