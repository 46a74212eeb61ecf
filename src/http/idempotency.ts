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
import { type Contract, jsonResponse, renderChecked, showingAt } from './contract.ts'
import { invalidField } from './contracts/fault.ts'
import { asRefusal } from './contracts/refusal.ts'
import { statusOf } from './errors.ts'
import { pathOf, type RequestContext } from './request-context.ts'

/** The value of an `Idempotency-Key` header, null without one. Two headers arrive joined by `, ` and are refused for the blank. */
export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw invalidField('Idempotency-Key', 'The Idempotency-Key header must be 1 to 255 visible ASCII characters.')
}

/**
 * The scope in which a key is repeated: the operator (driver, platform, setup, trip) behind a credential. The
 * credential itself may rotate in between.
 */
function scopeOf(caller: Caller): string {
  if (caller.kind === 'driver_device') return `driver:${caller.driverId}`
  if (caller.kind === 'platform_key' || caller.kind === 'platform_device') return 'platform'
  if (caller.kind === 'setup_link') return 'setup'
  return caller.kind === 'trip_link' ? `trip:${caller.tripId}` : `operator:${caller.operatorId}`
}

/**
 * SHA-256 of method, path and body, whatever the order of its keys and its white space. `age_ms` is left out: a report that a phone
 * sends again is older than before, and the same.
 */
export function fingerprint(method: string, path: string, body: unknown): string {
  return new Bun.CryptoHasher('sha256').update(`${method} ${path}\n${canonical(body)}`).digest('hex')
}

/**
 * Does the work of a request in one transaction, once for each key, and shows the thing it returns. What does not fit its
 * contract is answered with 500: nothing of it leaves, and nothing was done or stored.
 */
export function write<Thing, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Thing, Schema, Body>,
  work: (tx: Writer) => Promise<Thing>,
  status = 200,
): Promise<Response> {
  const { app, now } = context
  const render = (thing: Thing) => renderChecked(view, thing, showingAt(context, now))
  return respond(context, status, render, (request) => transactOnce(app, request, work))
}

/** Does the work of a request as `write` does, if it may revoke the caller's own credential. */
export function writeEnding<Thing, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Thing, Schema, Body>,
  work: (tx: Writer) => Promise<Thing>,
  status = 200,
): Promise<Response> {
  const { app, now } = context
  const render = (thing: Thing) => renderChecked(view, thing, showingAt(context, now))
  return respond(context, status, render, (request) => transactOnce(app, { ...request, mayEndOwn: true }, work))
}

/**
 * Does the work of a request as `write` does, by an action that opens its transactions by itself. The thing it returns
 * is shown for the instant at which the work is done.
 */
export function writeInSteps<Thing, Schema extends TSchema, Body>(
  context: RequestContext,
  view: Contract<Thing, Schema, Body>,
  action: (request: IdempotentRequest<Thing>) => Promise<Thing>,
  status = 200,
): Promise<Response> {
  const render = (thing: Thing) => renderChecked(view, thing, showingAt(context, context.app.clock()))
  return respond(context, status, render, action)
}

async function respond<Thing>(
  context: RequestContext,
  status: number,
  render: (thing: Thing) => string,
  action: (request: IdempotentRequest<Thing>) => Promise<Thing>,
): Promise<Response> {
  let text: string | null = null
  const request: IdempotentRequest<Thing> = {
    credentialId: context.caller?.credential.id ?? null,
    key: keyOf(context),
    render: (thing) => {
      text = render(thing)
      return { status, text }
    },
    renderRefusal: ownConflict,
  }
  try {
    await action(request)
  } catch (fault) {
    if (fault instanceof Replay)
      return jsonResponse(fault.response.text, fault.response.status, { 'Idempotency-Replayed': 'true' })
    throw fault
  }
  if (text === null) throw new Error('A write was done without its response.')
  return jsonResponse(text, status)
}

function keyOf({ caller, idempotencyKey, url, sentBody }: RequestContext): IdempotencyKey | null {
  if (caller === null || idempotencyKey === null) return null
  return { scope: scopeOf(caller), key: idempotencyKey, fingerprint: fingerprint('POST', pathOf(url), sentBody) }
}

/** A conflict that the work itself found is its answer, and is stored; every other refusal may be tried again. */
function ownConflict(refusal: Refusal): RenderedResponse | null {
  const isAboutTheKey = refusal.code === 'idempotency_key_reused' || refusal.code === 'idempotency_in_progress'
  const isOwn = statusOf[refusal.code] === 409 && !isAboutTheKey
  return isOwn ? { status: 409, text: JSON.stringify(asRefusal(refusal)) } : null
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([key]) => key !== 'age_ms')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
