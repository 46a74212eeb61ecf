import type { AppContext } from '../actions/context.ts'
import type { Caller } from '../domain/caller.ts'
import type { Refusal } from '../domain/refusal.ts'

/** One request on its way through the server: what the server noted about it, and what the gate found out. */
export type RequestContext = {
  readonly app: AppContext
  readonly requestId: string
  /** Instant at which it was heard (epoch ms). Its credential and its rate limits are looked at for this instant. */
  readonly arrivedAt: number
  /** Epoch ms; everything else is decided for this instant. A body may come slowly, and the request is there with its end. */
  now: number
  /** Address of the caller in one spelling, IPv4 in its own notation. Found out where it is asked for: of strangers. */
  readonly address: () => string
  /** The configured base URL, never the Host header. */
  readonly baseUrl: string
  readonly url: string
  /** The route's template, once one was found. */
  route: string | null
  caller: Caller | null
  rateHeaders: readonly (readonly [string, string])[]
  idempotencyKey: string | null
  /** The JSON body as it was sent, for the fingerprint; validation may hand a tidier one to the handler. */
  sentBody: unknown
  cameWithoutBody: boolean
  /** The refusal as a page, where people send forms to one. Null for everything else, which says no as the API does. */
  refusalPage: ((refusal: Refusal) => Promise<Response>) | null
}

const contexts = new WeakMap<Request, RequestContext>()

/** Opens the context of a request; `requestContextOf` finds it again. */
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
export function requestContextOf(request: Request): RequestContext {
  const context = contexts.get(request)
  if (!context) throw new Error('A request reached a route without passing the HTTP server.')
  return context
}

/** The path of the request as it was written, without its query. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end)
}
