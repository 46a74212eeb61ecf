import { callHandlers } from './call-handlers.ts'
import { callOf, type StripeCall } from './calls.ts'
import { lapseSessions } from './checkout.ts'
import { answerPage, pagePath } from './checkout-page.ts'
import { invalid, StripeRefusal } from './errors.ts'
import {
  cutResponse,
  droppedResponse,
  earlyRefusal,
  type FaultKind,
  type Faults,
  hugeResponse,
  serverError,
  wrongKey,
} from './faults.ts'
import { decodeForm } from './form.ts'
import { rememberIdempotencyKeys, type StripeAnswer } from './idempotency-keys.ts'
import { checkParams } from './schema.ts'
import { clockOf, makeId, type StripeState, stripeVersion } from './state.ts'

/** One call and its answer; the status is null without an answer, or if the connection was dropped. */
export type RecordedStripeCall = {
  readonly name: StripeCall
  /** The id in its path; empty if there is none. */
  readonly id: string
  /** Its `Idempotency-Key`. */
  readonly key: string | null
  readonly params: Readonly<Record<string, unknown>>
  readonly status: number | null
  readonly requestId: string
  /** Whether the answer was that of an earlier call with this key. */
  readonly isReplayed: boolean
  readonly fault: FaultKind | null
  /** The answer, also if it was never sent. */
  readonly body: object | null
}

type Recorded = { -readonly [Part in keyof RecordedStripeCall]: RecordedStripeCall[Part] }

type ApiOptions = {
  readonly state: StripeState
  readonly keys: readonly string[]
  readonly notice: string | null
  readonly faults: Faults
  /** The promises that calls wait for before they do anything. */
  readonly holds: ReadonlyMap<StripeCall, Promise<void>>
}

/** The API over HTTP. */
export type StripeApi = {
  readonly url: string
  readonly calls: readonly RecordedStripeCall[]
  readonly strayed: readonly { readonly path: string; readonly authorization: string | null }[]
  /** Stops listening until the returned function is called. */
  leave(): Promise<() => void>
  stop(): Promise<void>
}

/** Answers the calls and shows the pages on a free port. */
export function serveStripeApi({ state, keys, notice, faults, holds }: ApiOptions): StripeApi {
  const memory = rememberIdempotencyKeys(() => clockOf(state))
  const calls: Recorded[] = []
  const strayed: { path: string; authorization: string | null }[] = []
  const stopped = Promise.withResolvers<void>()
  let elsewhere: Bun.Server<undefined> | null = null

  const listen = (port: number) =>
    Bun.serve({
      hostname: '127.0.0.1',
      port,
      idleTimeout: 0,
      fetch: (request) => (new URL(request.url).pathname.startsWith(pagePath) ? answerPage(state, request) : answerCall(request)),
    })
  let server = listen(0)
  const { origin, port } = server.url
  state.origin = origin

  async function answerCall(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const found = callOf(request.method, url.pathname)
    const requestId = makeId('req_', 14)
    if (found === null) {
      const message = `Unrecognized request URL (${request.method}: ${url.pathname}).`
      return written(refused(invalid(message, {}, 404), requestId), null)
    }
    const { name, id } = found
    const form = request.method === 'POST' ? await request.text() : url.search.slice(1)
    const params = decodeForm(form)
    const fault = faults.take(name)
    const key = request.headers.get('idempotency-key')
    const call: Recorded = { name, id, key, params, status: null, requestId, isReplayed: false, fault, body: null }
    calls.push(call)

    if (fault === 'drop_before') return droppedResponse()
    if (fault === 'hang_before') return hang(request)
    if (fault === 'redirect') return Response.redirect(new URL(url.pathname, elsewhereUrl()).href, 307)
    if (fault === 'html') return new Response('<html><body><h1>502 Bad Gateway</h1></body></html>', proxied)
    const answer = await answerOf(request, call, form)
    call.body = answer.body
    if (fault === 'drop_after') return droppedResponse()
    if (fault === 'hang_after') return hang(request)
    call.status = answer.status
    call.isReplayed = answer.requestId !== requestId
    return written(answer, call)
  }

  async function answerOf(request: Request, call: Recorded, form: string): Promise<StripeAnswer> {
    const { name, id, params, requestId, fault } = call
    const key = request.method === 'POST' ? call.key : null
    try {
      checkCaller(request, fault)
      const sorted = JSON.stringify([...new URLSearchParams(form)].sort())
      const before = key === null ? null : memory.begin(key, new URL(request.url).pathname, sorted)
      if (before !== null) return before
    } catch (refusal) {
      return refused(refusal, requestId)
    }
    const { reads, answer } = callHandlers[name]
    try {
      checkParams(name, reads, params)
    } catch (refusal) {
      if (key !== null) memory.drop(key)
      return refused(refusal, requestId)
    }
    await holds.get(name)
    const made = answered(requestId, () => {
      if (fault === '500_before') throw serverError()
      state.asking = { id: requestId, idempotency_key: key }
      lapseSessions(state)
      const body = answer(state, params, id)
      if (fault === '500_after') throw serverError()
      return body
    })
    state.asking = { id: null, idempotency_key: null }
    if (key !== null) memory.keep(key, made)
    return made
  }

  /** Refuses a call before reading it. */
  function checkCaller(request: Request, fault: FaultKind | null): void {
    const given = keyOf(request)
    const early = keys.includes(given) ? earlyRefusal(fault, given) : wrongKey(given)
    if (early !== null) throw early
    const version = request.headers.get('stripe-version') ?? stripeVersion
    if (version !== stripeVersion) throw invalid(`Invalid Stripe API version: ${version}`)
    const type = request.headers.get('content-type') ?? ''
    if (request.method === 'POST' && !type.startsWith('application/x-www-form-urlencoded')) {
      throw invalid(`Invalid request (check that your POST content type is application/x-www-form-urlencoded). It is ${type}.`)
    }
  }

  function written(answer: StripeAnswer, call: RecordedStripeCall | null): Response {
    const isReplayed = call?.isReplayed === true
    const headers = {
      'content-type': 'application/json',
      'request-id': call?.requestId ?? answer.requestId,
      'stripe-version': stripeVersion,
      date: new Date(clockOf(state)).toUTCString(),
      'stripe-should-retry': `${answer.status === 409 || answer.status === 429}`,
      ...(call?.key ? { 'idempotency-key': call.key, 'original-request': answer.requestId } : {}),
      ...(isReplayed ? { 'idempotent-replayed': 'true' } : {}),
      ...(notice === null ? {} : { 'stripe-notice': notice }),
    }
    const text = JSON.stringify(answer.body, null, 2)
    if (call?.fault === 'cut') return cutResponse(text, { status: answer.status, headers })
    if (call?.fault === 'huge') return hugeResponse({ status: answer.status, headers })
    return new Response(text, { status: answer.status, headers })
  }

  async function hang(request: Request): Promise<Response> {
    const left = new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve(), { once: true }))
    await Promise.race([left, stopped.promise])
    return droppedResponse()
  }

  function elsewhereUrl(): URL {
    elsewhere ??= Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        strayed.push({ path: new URL(request.url).pathname, authorization: request.headers.get('authorization') })
        return Response.json({})
      },
    })
    return elsewhere.url
  }

  return {
    url: origin,
    calls,
    strayed,
    async leave() {
      await server.stop(true)
      return () => {
        server = listen(Number(port))
      }
    },
    async stop() {
      stopped.resolve()
      await Promise.all([server.stop(true), elsewhere?.stop(true)])
    },
  }
}

const proxied = { status: 502, headers: { 'content-type': 'text/html' } }

/** The key of a caller, as the user name of Basic or as a Bearer token. */
function keyOf(request: Request): string {
  const [scheme, value = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme === 'Bearer') return value
  return scheme === 'Basic' ? (atob(value).split(':')[0] ?? '') : ''
}

/** The result of a piece of work, or its refusal. */
function answered(requestId: string, work: () => object): StripeAnswer {
  try {
    return { status: 200, body: work(), requestId }
  } catch (refusal) {
    return refused(refusal, requestId)
  }
}

/** A refusal as an answer; anything else is a fault of the double's own. */
function refused(refusal: unknown, requestId: string): StripeAnswer {
  if (!(refusal instanceof StripeRefusal)) throw refusal
  const { status, fault } = refusal
  const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`
  const doc_url = fault.code === undefined ? undefined : `https://stripe.com/docs/error-codes/${fault.code.replaceAll('_', '-')}`
  return { status, body: { error: { ...fault, doc_url, request_log_url } }, requestId }
}
