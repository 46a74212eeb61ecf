import type { TSchema } from '@sinclair/typebox'
import {
  type IdempotencyKey,
  type IdempotentRequest,
  type RenderedResponse,
  Replay,
  transactOnce,
} from '../actions/idempotency.ts'
import type { Caller } from '../domain/caller.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Writer } from '../storage/storage.ts'
import { buildShowing, type Contract, createJsonResponse, renderChecked } from './contract.ts'
import { refuseInvalidField } from './contracts/fault.ts'
import { asRefusal } from './contracts/refusal.ts'
import { statusOf } from './errors.ts'
import { type RequestContext, readUrlPath } from './request-context.ts'

/**
 * The value of an `Idempotency-Key` header; null without one. Two headers arrive joined by `, ` and are refused for the blank.
 */
export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw refuseInvalidField('Idempotency-Key', 'The Idempotency-Key header must be 1 to 255 visible ASCII characters.')
}

/** The scope of a key: the operator (driver, platform, setup, trip) of a credential. The credential can change in between. */
function buildScope(caller: Caller): string {
  if (caller.kind === 'driver_device') return `driver:${caller.driverId}`
  if (caller.kind === 'platform_key' || caller.kind === 'platform_device') return 'platform'
  if (caller.kind === 'setup_link') return 'setup'
  return caller.kind === 'trip_link' ? `trip:${caller.tripId}` : `operator:${caller.operatorId}`
}

/**
 * SHA-256 of method, path and body, independent of the order of keys and white space. `age_ms` is left out: a report that a phone
 * repeats is older than before, but the same.
 */
export function computeFingerprint(method: string, path: string, body: unknown): string {
  return new Bun.CryptoHasher('sha256').update(`${method} ${path}\n${canonicalJson(body)}`).digest('hex')
}

/**
 * Does the work of a request in one transaction, once for each key, and renders its result. A result that breaks its contract
 * gets 500: nothing is sent, done or stored.
 */
export function respondWithWrite<Thing, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Thing, Schema, Body>,
  work: (tx: Writer) => Promise<Thing>,
  status = 200,
): Promise<Response> {
  const { app, now } = context
  const render = (thing: Thing) => renderChecked(view, thing, buildShowing(context, now))
  return respondOnce(context, status, render, (request) => transactOnce(app, request, work))
}

/** Like `respondWithWrite`, for work that can revoke the caller's own credential. */
export function respondWithEnding<Thing, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Thing, Schema, Body>,
  work: (tx: Writer) => Promise<Thing>,
  status = 200,
): Promise<Response> {
  const { app, now } = context
  const render = (thing: Thing) => renderChecked(view, thing, buildShowing(context, now))
  return respondOnce(context, status, render, (request) => transactOnce(app, { ...request, mayEndOwn: true }, work))
}

/** Like `respondWithWrite`, for an action that opens its own transactions. The result is rendered for the instant of the work. */
export function respondWithSteps<Thing, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Thing, Schema, Body>,
  action: (request: IdempotentRequest<Thing>) => Promise<Thing>,
  status = 200,
): Promise<Response> {
  const render = (thing: Thing) => renderChecked(view, thing, buildShowing(context, context.app.clock()))
  return respondOnce(context, status, render, action)
}

async function respondOnce<Thing>(
  context: RequestContext,
  status: number,
  render: (thing: Thing) => string,
  action: (request: IdempotentRequest<Thing>) => Promise<Thing>,
): Promise<Response> {
  let text: string | null = null
  const request: IdempotentRequest<Thing> = {
    credentialId: context.caller?.credential.id ?? null,
    key: buildIdempotencyKey(context),
    render: (thing) => {
      text = render(thing)
      return { status, text }
    },
    renderRefusal: findStoredConflict,
  }
  try {
    await action(request)
  } catch (fault) {
    if (fault instanceof Replay)
      return createJsonResponse(fault.response.text, fault.response.status, { 'Idempotency-Replayed': 'true' })
    throw fault
  }
  if (text === null) throw new Error('A write was done without its response.')
  return createJsonResponse(text, status)
}

function buildIdempotencyKey({ caller, idempotencyKey, url, sentBody }: RequestContext): IdempotencyKey | null {
  if (caller === null || idempotencyKey === null) return null
  return { scope: buildScope(caller), key: idempotencyKey, fingerprint: computeFingerprint('POST', readUrlPath(url), sentBody) }
}

/** The storable conflict of a refusal: one that the work found. Any other refusal can be retried. */
function findStoredConflict(refusal: Refusal): RenderedResponse | null {
  const isAboutTheKey = refusal.code === 'idempotency_key_reused' || refusal.code === 'idempotency_in_progress'
  const isOwn = statusOf[refusal.code] === 409 && !isAboutTheKey
  return isOwn ? { status: 409, text: JSON.stringify(asRefusal(refusal)) } : null
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([key]) => key !== 'age_ms')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}
