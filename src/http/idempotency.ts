import type { AppContext } from '../actions/context.ts'
import { type Answer, type Asked, type Claim, performOnce, type Told } from '../actions/once.ts'
import type { Caller } from '../domain/caller.ts'
import { invalid, type Refusal } from '../domain/refusal.ts'
import type { Writer } from '../storage/storage.ts'
import { errorBody, statusOf } from './errors.ts'
import { pathOf, type RequestContext } from './request-context.ts'

/** The value of an `Idempotency-Key` header, null without one. Two headers arrive joined by `, ` and are refused for the blank. */
export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw invalid('Idempotency-Key', 'The Idempotency-Key header must be 1 to 255 visible ASCII characters.')
}

/** Who repeats whose requests: the operator (driver, platform, trip) behind a credential, not the credential, which may rotate in between. */
function scopeOf(caller: Caller): string {
  if (caller.kind === 'driver_device') return `driver:${caller.driverId}`
  if (caller.kind === 'platform_key') return 'platform'
  return caller.kind === 'trip_link' ? `trip:${caller.tripId}` : `operator:${caller.operatorId}`
}

/** SHA-256 of method, path and body, whatever the order of its keys and its white space. */
export function fingerprint(method: string, path: string, body: unknown): string {
  return new Bun.CryptoHasher('sha256').update(`${method} ${path}\n${canonical(body)}`).digest('hex')
}

/** What the desk must know to do an authenticated POST once: its key, if it has one, and which refusals are worth keeping. */
export function askedOf(context: RequestContext & { readonly caller: Caller }): Asked {
  return { credentialId: context.caller.credential.id, claim: claimOf(context, context.caller), answerTo: ownConflict }
}

/** Does the work of an authenticated POST once for each key, in one transaction with what is kept of the answer. */
export async function once(app: AppContext, context: RequestContext, work: (tx: Writer) => Promise<Answer>): Promise<Response> {
  if (!isFromCaller(context)) throw new Error('Only the request of a caller can be done once.')
  return answered(await performOnce(app, askedOf(context), work))
}

/** The text byte for byte, marked when it had been told before. */
export function answered(told: Told): Response {
  const headers = new Headers({ 'Content-Type': 'application/json;charset=utf-8' })
  if (told.replayed) headers.set('Idempotency-Replayed', 'true')
  return new Response(told.text, { status: told.status, headers })
}

function isFromCaller(context: RequestContext): context is RequestContext & { readonly caller: Caller } {
  return context.caller !== null
}

function claimOf(context: RequestContext, caller: Caller): Claim | null {
  if (context.idempotencyKey === null) return null
  return {
    scope: scopeOf(caller),
    key: context.idempotencyKey,
    fingerprint: fingerprint('POST', pathOf(context.url), context.sentBody),
  }
}

/** A conflict that the work itself found is its answer, and is kept; every other refusal may be tried again. */
function ownConflict(refusal: Refusal): Answer | null {
  const isAboutTheKey = refusal.code === 'idempotency_key_reused' || refusal.code === 'idempotency_in_progress'
  return statusOf[refusal.code] === 409 && !isAboutTheKey ? { status: 409, body: errorBody(refusal) } : null
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
