import createClient from 'openapi-fetch'
import type { paths } from '../../../../dist/clients/typescript/charabanc.d.ts'
import { app, asMe, base, isSignedIn } from './address.ts'
import { sawConnection, sawNoConnection } from './connection.ts'
import { failureOf, noAnswer } from './failure.ts'

export type { Records } from './records.ts'

const appHeader = { 'X-Charabanc-App': app }

/** Every call of the API, typed, made as the person who is signed in here. */
export const api = createClient<paths>({ baseUrl: asMe, headers: appHeader })

let isLeaving = false

/**
 * Leaves for the sign-in page, which leads back to this address; once, however many calls find out. Says whether the
 * page is left: who is not signed in stays where that is no fault.
 */
function leaveForSignIn(): boolean {
  const here = location.pathname.slice(base.length) + location.search
  if (isLeaving) return true
  if (/^\/(sign-in|setup)\b/.test(here)) return false
  isLeaving = true
  isSignedIn.clear()
  location.assign(`${base}/sign-in?to=${encodeURIComponent(here || '/')}`)
  return true
}

/** A call that was made, as openapi-fetch hands it on. */
export type Sent<T> = Promise<{ data?: T; error?: unknown; response: Response }>

/**
 * The answer to a call. Throws an `ApiFailure` for anything but a success; an aborted call throws its own error. A 401
 * leaves for the sign-in page, and answers nothing more. On the pages of signing in and set-up it throws instead.
 */
export async function answerOf<T>(sent: Sent<T>): Promise<T> {
  const askedAt = Date.now()
  let heard: Awaited<Sent<T>>
  try {
    heard = await sent
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown
    sawNoConnection()
    throw noAnswer()
  }
  sawConnection(askedAt)
  const { response, data, error } = heard
  if (response.ok) return data as T
  if (response.status === 401 && leaveForSignIn()) return new Promise<never>(() => {})
  throw await failureOf(new Response(JSON.stringify(error ?? null), { status: response.status, headers: response.headers }))
}

/** A call beside the API: signing in and out. */
export async function callSession<T>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  return answerOf<T>(fetched(method, `${base}${path}`, body))
}

async function fetched<T>(method: string, address: string, body?: object, signal?: AbortSignal): Sent<T> {
  const response = await fetch(address, {
    method,
    headers: { ...appHeader, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const text = await response.text()
  const read = text === '' ? null : (JSON.parse(text) as unknown)
  return response.ok ? { data: read as T, response } : { error: read, response }
}
