import type { AppContext } from '../actions/context.ts'
import { findAuthor, logAs } from '../actions/office/activities.ts'
import { answerWithPatience } from '../actions/server/call-patience.ts'
import { Refusal } from '../domain/refusal.ts'
import { type Area, type OpenArea, openArea, type RouteGroup } from './area.ts'
import { findArea } from './areas.ts'
import { makeEntrance } from './as-me.ts'
import { findCallerAddress, type PeerLookup } from './caller-address.ts'
import { makeCors } from './cors.ts'
import { separateEnding } from './endings.ts'
import { createRefusalResponse, refuseServerError, refuseUnknownPath, toRefusal } from './errors.ts'
import { listLogFacts } from './log-facts.ts'
import { readPathPrefix, stripPathPrefix } from './path-prefix.ts'
import { findRequestContext, openRequestContext, type RequestContext, readUrlPath } from './request-context.ts'

export type HttpServer = {
  /** Answers every request, also after any fault inside, in the common shape of the contract. */
  fetch(request: Request, listener: PeerLookup | null): Promise<Response>
}

/** Methods in the metrics. An unknown method gets no separate series, so that callers cannot inflate the metrics. */
const methodsCounted = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The whole HTTP surface of a server, and `more` routes, such as those of tests. */
export function createServer(app: AppContext, more: readonly RouteGroup[] = []): HttpServer {
  const onFault = (fault: unknown, request: Request) => answerFault(app, fault, findRequestContext(request))
  const added = more.length === 0 ? null : openArea(app, more, onFault)
  const opened = new Map<Area, OpenArea>()
  const prefix = readPathPrefix(app.baseUrl)
  const enter = makeEntrance(app.baseUrl)
  const allowOrigin = makeCors(app.corsOrigins)

  async function answerRequest(request: Request, context: RequestContext): Promise<Response> {
    const path = readUrlPath(request.url)
    const area = await areaAt(path)
    if (request.method === 'OPTIONS') return respondToOptions(area.methodsAt(path))
    const response = await area.fetch(request)
    if (response.status !== 404 || context.route !== null) return response
    const methods = area.methodsAt(path)
    if (methods.length > 0) return refuseMethod(methods)
    const { respondNotFound } = await import('./pages/not-found.ts')
    return (await respondNotFound(app, request)) ?? response
  }

  async function areaAt(path: string): Promise<OpenArea> {
    if (added !== null && added.methodsAt(path).length > 0) return added
    const area = findArea(path)
    const known = opened.get(area)
    if (known !== undefined) return known
    const groups = await area.load()
    // Several requests can wait for the first load.
    const open = opened.get(area) ?? openArea(app, groups, onFault)
    opened.set(area, open)
    return open
  }

  return {
    fetch: async (arriving, listener) => {
      const startedAt = performance.now()
      let address: string | null = null
      const { request, refusal, isOfBrowser } = enter(stripPathPrefix(routable(arriving), prefix))
      const context = openRequestContext(request, {
        app,
        requestId: findRequestId(request),
        arrivedAt: app.clock(),
        address: () => (address ??= findCallerAddress(app, arriving, listener)),
        baseUrl: app.baseUrl,
      })
      // The caller is found during the request.
      const author = () => findAuthor(context.caller, readUrlPath(context.url).startsWith('/customer/'))
      const response =
        refusal === null
          ? await answerWithPatience(() => logAs(author, () => answerRequest(request, context))).catch((fault) =>
              answerFault(app, fault, context),
            )
          : createRefusalResponse(refusal)
      response.headers.set('X-Request-Id', context.requestId)
      response.headers.set('X-Content-Type-Options', 'nosniff')
      // Answers contain people and tokens. Only answers that allow it may be cached on the way.
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
      // A session belongs to this server's own page, whatever origins can call with tokens.
      if (!isOfBrowser) allowOrigin(request, response)
      for (const [name, value] of context.rateHeaders) response.headers.set(name, value)
      // A phone compares its clock with this header, in test mode too.
      if (context.caller?.kind === 'driver_device') response.headers.set('Date', new Date(app.clock()).toUTCString())
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      const { status } = response
      const { route, requestId, caller } = context
      app.logAnswered({ request: requestId, tokenId: caller?.credential.tokenId, route, method: request.method, status, ms })
      const method = methodsCounted.has(request.method) ? request.method : 'other'
      app.metrics.recordCall({ route: route ?? 'none', method, status, ms })
      return response
    },
  }
}

async function answerFault(app: AppContext, fault: unknown, context: RequestContext): Promise<Response> {
  const refusal = toRefusal(fault, context)
  app.logTrouble(fault)
  if (!refusal) app.log.error({ request: context.requestId, route: context.route, fault: listLogFacts(fault) }, 'request failed')
  const shown = refusal ?? refuseServerError()
  return (await context.refusalPage?.(shown)) ?? createRefusalResponse(shown)
}

function respondToOptions(methods: readonly string[]): Response {
  if (methods.length === 0) return createRefusalResponse(refuseUnknownPath())
  return new Response(null, { status: 204, headers: { Allow: methods.join(', ') } })
}

function refuseMethod(methods: readonly string[]): Response {
  const allowed = methods.join(', ')
  const response = createRefusalResponse(new Refusal('method_not_allowed', `This address accepts ${allowed} only.`))
  response.headers.set('Allow', allowed)
  return response
}

/**
 * The request with an address for Elysia's router, which counts the characters of `http://`, also for `https://`. Without a
 * usable Host header (HTTP/1.0 health checks) Bun gives only a path.
 */
function routable(request: Request): Request {
  const { url } = request
  const named = url.startsWith('/') ? `http://unnamed.invalid${url}` : url.startsWith('https:') ? `http:${url.slice(6)}` : url
  const apart = separateEnding(named)
  return apart === url ? request : new Request(apart, request)
}

/** The caller's own id if it is 1 to 128 visible ASCII characters, else a new one. */
function findRequestId(request: Request): string {
  const own = request.headers.get('x-request-id')
  return own !== null && /^[\x21-\x7e]{1,128}$/.test(own) ? own : Bun.randomUUIDv7()
}
