import { findFaultCode } from '../domain/fault-text.ts'
import { BodyTooLong, callOutside, readTextWithin } from './outgoing-calls.ts'

/** Time limit of a program of the owner for all requests together (ms). */
const patienceMs = 1_500
const mostBodyBytes = 1_048_576

/** The fault of a failed request, in our own words. The program's text is not logged. */
export class OwnServiceFault extends Error {}

/** The answer to a request, or the reason in a few words why there is none. */
export type Answered<T> = { readonly answer: T } | { readonly trouble: string }

/** One request to a program of the owner. It throws `OwnServiceFault` for an unusable answer. */
type OwnRequest<T> = (signal: AbortSignal) => Promise<T>

/** Sends all requests in parallel with a common time limit, independent of the signal of `fetch`. Never rejects. */
export async function askOwnService<T>(requests: readonly OwnRequest<T>[]): Promise<readonly Answered<T>[]> {
  const calls = new AbortController()
  const { promise: tooLate, resolve } = Promise.withResolvers<Answered<T>>()
  const timer = setTimeout(() => resolve({ trouble: `no answer within ${patienceMs / 1_000} s` }), patienceMs)
  try {
    return await Promise.all(requests.map((request) => Promise.race([sendRequest(request, calls.signal), tooLate])))
  } finally {
    clearTimeout(timer)
    calls.abort()
  }
}

async function sendRequest<T>(request: OwnRequest<T>, calls: AbortSignal): Promise<Answered<T>> {
  const call = new AbortController()
  try {
    return { answer: await request(AbortSignal.any([calls, call.signal])) }
  } catch (fault) {
    return { trouble: fault instanceof OwnServiceFault ? fault.message : 'no answer' }
  } finally {
    // Closes connections that are no longer read: the rest of a long answer, and the body of a refusal.
    call.abort()
  }
}

/** The JSON of an answer of at most 1 MiB with the status 200, without redirects. Throws `OwnServiceFault` for any other. */
export async function fetchOwnJson(url: string, init: RequestInit): Promise<unknown> {
  const response = await callOutside(url, { ...init, redirect: 'manual' }).catch((fault) => {
    throw new OwnServiceFault(`no connection (${findFaultCode(fault) ?? 'no code'})`)
  })
  if (response.status !== 200) throw new OwnServiceFault(`status ${response.status}`)
  if (response.body === null) throw new OwnServiceFault('an empty answer')
  const text = await readTextWithin(response.body, mostBodyBytes).catch((fault) => {
    throw new OwnServiceFault(fault instanceof BodyTooLong ? 'an answer over 1 MiB' : 'a truncated answer')
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new OwnServiceFault('an answer that is not JSON')
  }
}

/** The value at the end of a path of names in external data; undefined if the path does not exist. */
export function readPath(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (within, name) =>
      typeof within === 'object' && within !== null && Object.hasOwn(within, name) ? Reflect.get(within, name) : undefined,
    value,
  )
}
