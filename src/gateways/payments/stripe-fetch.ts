import type { Logger } from '../../log.ts'
import { BodyTooLong, callOutside, textWithin } from '../outgoing-calls.ts'
import { codeIn } from './stripe-faults.ts'

const mostBodyBytes = 4 * 1_048_576

/** The library prints it; the others are about a body that is no longer on its way. */
const droppedHeaders = ['stripe-notice', 'content-encoding', 'content-length', 'transfer-encoding']

/**
 * The error of a call that no answer came to, with the reason in a word for the log. It has no `code`, at which the
 * library would send the call again.
 */
class NoAnswer extends Error {
  constructor(readonly reason: 'timeout' | 'no_connection' | 'cut' | 'too_long' | 'no_json') {
    super('No answer came.')
  }
}

/** The facts about a call that go to the log; no others do. */
type Exchange = { requestId: string | null; status: number | null; code: string | null; ms: number }

/**
 * A `fetch` for the library that ends within `timeoutMs` with the whole answer or throws, follows no one anywhere else, and takes nothing
 * but JSON that is an object. `clockAheadMs` is how far this machine's clock was ahead when the last answer came.
 */
export function boundedFetch(
  timeoutMs: number,
  log: Pick<Logger, 'debug'>,
): { readonly fetch: typeof fetch; readonly clockAheadMs: () => number } {
  let aheadMs = 0
  const bounded = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const startedAt = performance.now()
    const exchange: Exchange = { requestId: null, status: null, code: null, ms: 0 }
    const hear = ({ status, headers }: Response) => {
      exchange.status = status
      exchange.requestId = identifierIn(headers.get('request-id'))
      const sentAt = Date.parse(headers.get('date') ?? '')
      if (!Number.isNaN(sentAt)) aheadMs = Date.now() - sentAt
    }
    try {
      const answer = await within(timeoutMs, init?.signal, (signal) => answerTo(url, { ...init, signal }, hear))
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

/** Ends when the time is over or the caller gives up, whatever `fetch` makes of the signal. */
async function within<T>(
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

async function answerTo(url: string | URL | Request, init: RequestInit, hear: (response: Response) => void): Promise<Spoken> {
  const response = await callOutside(url, { ...init, redirect: 'error' }).catch(() => {
    throw new NoAnswer('no_connection')
  })
  hear(response)
  const text = await textOf(response)
  const kept = new Headers(response.headers)
  for (const name of droppedHeaders) kept.delete(name)
  return { status: response.status, headers: kept, text, code: refusalCodeOf(text) }
}

async function textOf({ body }: Response): Promise<string> {
  if (body === null) throw new NoAnswer('cut')
  try {
    return await textWithin(body, mostBodyBytes)
  } catch (fault) {
    throw new NoAnswer(fault instanceof BodyTooLong ? 'too_long' : 'cut')
  }
}

/** The code of an error, null for any other object. The library waits for ever for the end of JSON that is no object. */
function refusalCodeOf(text: string): string | null {
  const read = objectIn(text)
  if (read === null) throw new NoAnswer('no_json')
  const error = 'error' in read ? read.error : null
  if (typeof error !== 'object' || error === null) return null
  return codeIn('code' in error ? error.code : null) ?? codeIn('type' in error ? error.type : null)
}

function objectIn(text: string): object | null {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' ? read : null
  } catch {
    return null
  }
}

/** Stripe's name for a call, for its support; anything else is not worth a line. */
function identifierIn(value: string | null): string | null {
  return value !== null && /^[\w-]{1,64}$/.test(value) ? value : null
}
