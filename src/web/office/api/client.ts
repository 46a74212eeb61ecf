import createClient from 'openapi-fetch'
import type { paths } from '../../../../dist/clients/typescript/charabanc.d.ts'
import { app, asMe, base, isSignedIn } from './address.ts'
import { reportConnection, reportNoConnection } from './connection.ts'
import { createNoAnswer, readFailure } from './failure.ts'

export type { Records } from './records.ts'

const appHeader = { 'X-Charabanc-App': app }

/** The typed client of the API for the signed-in person. */
export const api = createClient<paths>({ baseUrl: asMe, headers: appHeader })

let isLeaving = false

/**
 * Opens the sign-in page, which leads back to this address. Runs once for any number of failed calls. Returns false on pages
 * that work without a session.
 */
function openSignInPage(): boolean {
  const here = location.pathname.slice(base.length) + location.search
  if (isLeaving) return true
  if (/^\/(sign-in|setup)\b/.test(here)) return false
  isLeaving = true
  isSignedIn.clear()
  location.assign(`${base}/sign-in?to=${encodeURIComponent(here || '/')}`)
  return true
}

/** A sent call, in the form of openapi-fetch. */
export type Sent<T> = Promise<{ data?: T; error?: unknown; response: Response }>

/**
 * Returns the data of a call. Throws an `ApiFailure` for any failure; an aborted call throws its own error. A 401 opens the
 * sign-in page and never resolves, except on the sign-in and setup pages, which receive the failure.
 */
export async function requireAnswer<T>(sent: Sent<T>): Promise<T> {
  const askedAt = Date.now()
  let heard: Awaited<Sent<T>>
  try {
    heard = await sent
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown
    reportNoConnection()
    throw createNoAnswer()
  }
  reportConnection(askedAt)
  const { response, data, error } = heard
  if (response.ok) return data as T
  if (response.status === 401 && openSignInPage()) return new Promise<never>(() => {})
  throw await readFailure(new Response(JSON.stringify(error ?? null), { status: response.status, headers: response.headers }))
}

/** Calls the session routes, which are outside the API: sign-in and sign-out. */
export async function callSession<T>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  return requireAnswer<T>(fetchWithHeaders(method, `${base}${path}`, body))
}

async function fetchWithHeaders<T>(method: string, address: string, body?: object, signal?: AbortSignal): Sent<T> {
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
