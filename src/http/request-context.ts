import type { AppContext } from '../actions/context.ts'
import type { Caller } from '../domain/caller.ts'
import type { Refusal } from '../domain/refusal.ts'

/** A request in the server, with the server's and the gate's facts about it. */
export type RequestContext = {
  readonly app: AppContext
  readonly requestId: string
  /** Instant of arrival (epoch ms). Credential and rate limits are checked for this instant. */
  readonly arrivedAt: number
  /** Instant (epoch ms) of all work after the body, which can arrive slowly. */
  now: number
  /** Address of the caller in one notation, IPv4 in its own. Computed on use, for public requests. */
  readonly address: () => string
  /** The configured base URL, never the Host header. */
  readonly baseUrl: string
  readonly url: string
  /** The route's template, after routing. */
  route: string | null
  caller: Caller | null
  rateHeaders: readonly (readonly [string, string])[]
  idempotencyKey: string | null
  /** The sent JSON body, for the fingerprint. Validation can change the handler's copy. */
  sentBody: unknown
  cameWithoutBody: boolean
  /** The refusal as a page, for addresses that receive forms. Null for all others, which answer refusals as JSON. */
  refusalPage: ((refusal: Refusal) => Promise<Response>) | null
}

const contexts = new WeakMap<Request, RequestContext>()

/** Creates the context of a request. `findRequestContext` finds it again. */
export function openRequestContext(
  request: Request,
  facts: Pick<RequestContext, 'app' | 'requestId' | 'arrivedAt' | 'address' | 'baseUrl'>,
): RequestContext {
  const context: RequestContext = {
    ...facts,
    now: facts.arrivedAt,
    url: request.url,
    route: null,
    caller: null,
    rateHeaders: [],
    idempotencyKey: null,
    sentBody: null,
    cameWithoutBody: false,
    refusalPage: null,
  }
  contexts.set(request, context)
  return context
}

/** The context of a request that came through the HTTP server. */
export function findRequestContext(request: Request): RequestContext {
  const context = contexts.get(request)
  if (!context) throw new Error('A request reached a route without the HTTP server.')
  return context
}

/** The raw path of the request, without its query. */
export function readUrlPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end)
}
