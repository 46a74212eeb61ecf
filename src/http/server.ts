import type { AppContext } from '../actions/context.ts'
import { authorOf, logAs } from '../actions/office/activities.ts'
import { answerPatiently } from '../actions/server/call-patience.ts'
import { Refusal } from '../domain/refusal.ts'
import { type Area, type OpenArea, openArea, type RouteGroup } from './area.ts'
import { areaOf } from './areas.ts'
import { makeEntrance } from './as-me.ts'
import { addressOf, type PeerLookup } from './caller-address.ts'
import { makeCors } from './cors.ts'
import { endingApart } from './endings.ts'
import { refusalFor, refusalResponse, serverError, unknownPath } from './errors.ts'
import { logFactsOf } from './log-facts.ts'
import { prefixOf, withoutPrefix } from './path-prefix.ts'
import { openRequestContext, pathOf, type RequestContext, requestContextOf } from './request-context.ts'

export type HttpServer = {
  /** Answers every request, whatever happens inside, in the one shape of the contract. */
  fetch(request: Request, listener: PeerLookup | null): Promise<Response>
}

/** A method no one serves gets no series of its own, so that strangers cannot make the metrics grow. */
const methodsCounted = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The whole HTTP surface of a server, and `more` routes, such as those of tests. */
export function createServer(app: AppContext, more: readonly RouteGroup[] = []): HttpServer {
  const onFault = (fault: unknown, request: Request) => answerFault(app, fault, requestContextOf(request))
  const added = more.length === 0 ? null : openArea(app, more, onFault)
  const opened = new Map<Area, OpenArea>()
  const prefix = prefixOf(app.baseUrl)
  const enter = makeEntrance(app.baseUrl)
  const allowOrigin = makeCors(app.corsOrigins)

  async function answer(request: Request, context: RequestContext): Promise<Response> {
    const path = pathOf(request.url)
    const area = await areaAt(path)
    if (request.method === 'OPTIONS') return directions(area.methodsAt(path))
    const response = await area.fetch(request)
    if (response.status !== 404 || context.route !== null) return response
    const methods = area.methodsAt(path)
    if (methods.length > 0) return otherMethod(methods)
    const { notFoundPage } = await import('./pages/not-found.ts')
    return (await notFoundPage(app, request)) ?? response
  }

  async function areaAt(path: string): Promise<OpenArea> {
    if (added !== null && added.methodsAt(path).length > 0) return added
    const area = areaOf(path)
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
      const { request, refusal, isOfBrowser } = enter(withoutPrefix(routable(arriving), prefix))
      const context = openRequestContext(request, {
        app,
        requestId: requestIdOf(request),
        arrivedAt: app.clock(),
        address: () => (address ??= addressOf(app, arriving, listener)),
        baseUrl: app.baseUrl,
      })
      // Who calls is found out on the way.
      const author = () => authorOf(context.caller, pathOf(context.url).startsWith('/customer/'))
      const response =
        refusal === null
          ? await answerPatiently(() => logAs(author, () => answer(request, context))).catch((fault) =>
              answerFault(app, fault, context),
            )
          : refusalResponse(refusal)
      response.headers.set('X-Request-Id', context.requestId)
      response.headers.set('X-Content-Type-Options', 'nosniff')
      // Answers hold people and tokens; only what says otherwise of itself may be kept on the way.
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
      // A session belongs to this server's own page, whatever origins may call with tokens.
      if (!isOfBrowser) allowOrigin(request, response)
      for (const [name, value] of context.rateHeaders) response.headers.set(name, value)
      // A phone learns from it how wrong its own clock is, in test mode too.
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
  const refusal = refusalFor(fault, context)
  app.tellTrouble(fault)
  if (!refusal) app.log.error({ request: context.requestId, route: context.route, fault: logFactsOf(fault) }, 'request failed')
  const said = refusal ?? serverError()
  return (await context.refusalPage?.(said)) ?? refusalResponse(said)
}

function directions(methods: readonly string[]): Response {
  if (methods.length === 0) return refusalResponse(unknownPath())
  return new Response(null, { status: 204, headers: { Allow: methods.join(', ') } })
}

function otherMethod(methods: readonly string[]): Response {
  const allowed = methods.join(', ')
  const response = refusalResponse(new Refusal('method_not_allowed', `This address answers ${allowed}.`))
  response.headers.set('Allow', allowed)
  return response
}

/**
 * The request under an address that Elysia finds routes by: it counts the letters of `http://`, also where TLS made them
 * `https://`, and without a usable Host header (HTTP/1.0 health checks) Bun gives a bare path for a URL.
 */
function routable(request: Request): Request {
  const { url } = request
  const named = url.startsWith('/') ? `http://unnamed.invalid${url}` : url.startsWith('https:') ? `http:${url.slice(6)}` : url
  const apart = endingApart(named)
  return apart === url ? request : new Request(apart, request)
}

/** The caller's own id when it is 1 to 128 visible ASCII characters, else a new one. */
function requestIdOf(request: Request): string {
  const own = request.headers.get('x-request-id')
  return own !== null && /^[\x21-\x7e]{1,128}$/.test(own) ? own : Bun.randomUUIDv7()
}
