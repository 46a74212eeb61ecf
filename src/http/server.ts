import { type AnyElysia, Elysia, type TSchema } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { authorOf, logAs } from '../actions/office/activities.ts'
import { answerPatiently } from '../actions/server/call-patience.ts'
import { Refusal } from '../domain/refusal.ts'
import { methodsByPath } from './allowed-methods.ts'
import { makeEntrance } from './as-me.ts'
import { addressOf, type PeerLookup } from './caller-address.ts'
import { makeCors } from './cors.ts'
import { customerAmendmentRoutes } from './customer/amendments.ts'
import { customerPaperRoutes } from './customer/papers.ts'
import { customerRoutes } from './customer/trip.ts'
import { driverAuthRoutes } from './driver/auth.ts'
import { driverMeRoutes } from './driver/me.ts'
import { driverOwnRoutes } from './driver/own.ts'
import { driverPaperRoutes } from './driver/papers.ts'
import { driverPrivacyRoutes } from './driver/privacy.ts'
import { driverTripRoutes } from './driver/trips.ts'
import { endingApart } from './endings.ts'
import { refusalFor, refusalResponse, serverError, unknownPath } from './errors.ts'
import { feedRoutes } from './feeds.ts'
import { gate } from './gate.ts'
import { healthRoutes } from './health.ts'
import { logFactsOf } from './log-facts.ts'
import { openApiRoutes } from './openapi.ts'
import type { Route } from './openapi-operation.ts'
import { authRoutes } from './operator/auth.ts'
import { bookingRoutes } from './operator/bookings.ts'
import { driverRoutes } from './operator/drivers.ts'
import { jobRoutes } from './operator/jobs.ts'
import { meRoutes } from './operator/me.ts'
import { payoutRoutes } from './operator/payouts.ts'
import { webhookRoutes } from './operator/webhooks.ts'
import { appPages } from './pages/apps.ts'
import { brandFiles } from './pages/brand.ts'
import { docsPage } from './pages/docs.ts'
import { enquiryPage } from './pages/enquiry.ts'
import { notFoundPage } from './pages/not-found.ts'
import { sandboxPage } from './pages/sandbox-page.ts'
import { signInPage } from './pages/sign-in.ts'
import { startPage } from './pages/start.ts'
import { tripPage } from './pages/trip.ts'
import { prefixOf, withoutPrefix } from './path-prefix.ts'
import { platformAmendmentRoutes } from './platform/amendments.ts'
import { platformMeRoutes } from './platform/me.ts'
import { platformOperatorRoutes } from './platform/operators.ts'
import { platformPaymentRoutes } from './platform/payments.ts'
import { platformPayoutRoutes } from './platform/payouts.ts'
import { platformSummaryRoutes } from './platform/summary.ts'
import { platformTripRoutes } from './platform/trips.ts'
import { portalActivityRoutes } from './portal/activity.ts'
import { portalAmendmentRoutes } from './portal/amendments.ts'
import { portalBlockRoutes } from './portal/blocks.ts'
import { portalBoardRoutes } from './portal/board.ts'
import { portalBookingRoutes } from './portal/bookings.ts'
import { portalBrandRoutes } from './portal/brand.ts'
import { portalCustomerRoutes } from './portal/customers.ts'
import { portalDataKeptRoutes } from './portal/data-kept.ts'
import { portalDiaryRoutes } from './portal/diary.ts'
import { portalDriverRoutes } from './portal/drivers.ts'
import { portalDueRoutes } from './portal/dues.ts'
import { portalDutyRoutes } from './portal/duties.ts'
import { portalExportRoutes } from './portal/exports.ts'
import { portalFeedRoutes } from './portal/feeds.ts'
import { firstRunRoutes } from './portal/first-run.ts'
import { portalIncidentRoutes } from './portal/incidents.ts'
import { portalInvoiceRoutes } from './portal/invoices.ts'
import { portalKeyRoutes } from './portal/keys.ts'
import { portalMailServerRoutes } from './portal/mail-server.ts'
import { portalMessageRoutes } from './portal/messages.ts'
import { portalMoneyRoutes } from './portal/money.ts'
import { portalNotificationRoutes } from './portal/notifications.ts'
import { portalNumberRoutes } from './portal/numbers.ts'
import { portalOperatorRoutes } from './portal/operator.ts'
import { portalPaperRoutes } from './portal/papers.ts'
import { portalPlaceRoutes } from './portal/places.ts'
import { portalProgressRoutes } from './portal/progress.ts'
import { portalSearchRoutes } from './portal/search.ts'
import { portalSwitchRoutes } from './portal/switch.ts'
import { portalTripRoutes } from './portal/trips.ts'
import { portalUserRoutes } from './portal/users.ts'
import { portalVehicleCheckRoutes } from './portal/vehicle-checks.ts'
import { portalVehicleRoutes } from './portal/vehicles.ts'
import { providerEventRoutes } from './provider-events.ts'
import { openRequestContext, pathOf, type RequestContext, requestContextOf } from './request-context.ts'
import { consoleSession, driverSession, portalSession } from './session.ts'

export type HttpServer = {
  /** Answers every request, whatever happens inside, in the one shape of the contract. */
  fetch(request: Request, listener: PeerLookup | null): Promise<Response>
}

/** Serves one noun: routes with their contracts. */
type RouteGroup = (app: AppContext) => AnyElysia

const routeGroups: readonly RouteGroup[] = [
  meRoutes,
  jobRoutes,
  bookingRoutes,
  driverRoutes,
  payoutRoutes,
  webhookRoutes,
  authRoutes,
  driverAuthRoutes,
  driverMeRoutes,
  driverTripRoutes,
  driverPaperRoutes,
  driverPrivacyRoutes,
  driverOwnRoutes,
  platformMeRoutes,
  platformOperatorRoutes,
  platformTripRoutes,
  platformAmendmentRoutes,
  platformPaymentRoutes,
  platformPayoutRoutes,
  platformSummaryRoutes,
  customerRoutes,
  customerAmendmentRoutes,
  customerPaperRoutes,
  portalKeyRoutes,
  portalUserRoutes,
  portalSearchRoutes,
  portalPlaceRoutes,
  portalSwitchRoutes,
  portalSession,
  driverSession,
  consoleSession,
  portalNotificationRoutes,
  portalBrandRoutes,
  portalMessageRoutes,
  portalMailServerRoutes,
  portalDataKeptRoutes,
  portalVehicleRoutes,
  portalDiaryRoutes,
  portalDriverRoutes,
  portalOperatorRoutes,
  portalTripRoutes,
  portalBookingRoutes,
  portalPaperRoutes,
  portalCustomerRoutes,
  portalDueRoutes,
  portalInvoiceRoutes,
  portalMoneyRoutes,
  portalNumberRoutes,
  portalProgressRoutes,
  portalDutyRoutes,
  portalBlockRoutes,
  portalBoardRoutes,
  portalAmendmentRoutes,
  portalIncidentRoutes,
  portalVehicleCheckRoutes,
  portalActivityRoutes,
  portalFeedRoutes,
  portalExportRoutes,
  feedRoutes,
  startPage,
  firstRunRoutes,
  signInPage,
  tripPage,
  enquiryPage,
  sandboxPage,
  providerEventRoutes,
  docsPage,
  appPages,
  brandFiles,
  healthRoutes,
]

/** A method no one serves gets no series of its own, so that strangers cannot make the metrics grow. */
const methodsCounted = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The whole HTTP surface of a server. Tests may add counters of their own. */
export function createServer(app: AppContext, more: readonly RouteGroup[] = []): HttpServer {
  const elysia = assemble(app, more)
  for (const route of elysia.routes) refuseClosedInput(route)
  const methodsAt = methodsByPath(elysia.routes)
  const prefix = prefixOf(app.baseUrl)
  const enter = makeEntrance(app.baseUrl)
  const allowOrigin = makeCors(app.corsOrigins)

  async function answer(request: Request, context: RequestContext): Promise<Response> {
    if (request.method === 'OPTIONS') return directions(methodsAt(pathOf(request.url)))
    const response = await elysia.fetch(request)
    if (response.status !== 404 || context.route !== null) return response
    const methods = methodsAt(pathOf(request.url))
    if (methods.length > 0) return otherMethod(methods)
    return (await notFoundPage(app, request)) ?? response
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

/** Every route with what it declares. Nothing is asked of the server before a request comes. */
export function routesOf(app: AppContext): readonly Route[] {
  return assemble(app, []).routes
}

function assemble(app: AppContext, more: readonly RouteGroup[]): AnyElysia {
  // `normalize` would turn `"text"` into `{}` before validating it; `input` and `record` say what happens to unknown fields.
  const elysia = new Elysia({ normalize: false, strictPath: true, handler: { standardHostname: false } })
    .onError({ as: 'global' }, ({ error, request }) => answerFault(app, error, requestContextOf(request)))
    .use(gate(app))
  for (const group of [...routeGroups, ...more]) elysia.use(group(app))
  return elysia.use(openApiRoutes(() => elysia.routes, app))
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

/** A body or query whose objects are closed would refuse unknown fields, against the contract; better not to start. */
function refuseClosedInput(route: { method: string; path: string; hooks: unknown }): void {
  const { body, query } = route.hooks as { body?: TSchema; query?: TSchema }
  for (const schema of [body, query]) {
    if (schema && hasClosedObject(schema)) throw new Error(`${route.method} ${route.path}: describe what is sent with input().`)
  }
}

function hasClosedObject(schema: TSchema): boolean {
  if (schema.type === 'object' && schema.additionalProperties !== true) return true
  const parts: unknown[] = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ]
  return parts.some((part) => hasClosedObject(part as TSchema))
}
