import { type AnyElysia, Elysia, type TSchema } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { Refusal } from '../domain/refusal.ts'
import { makeCors } from './cors.ts'
import { customerCounter } from './customer/trip.ts'
import { driverAuthCounter } from './driver/auth.ts'
import { driverMeCounter } from './driver/me.ts'
import { driverPrivacyCounter } from './driver/privacy.ts'
import { driverTripsCounter } from './driver/trips.ts'
import { refusalFor, refusalResponse, serverError, unknownPath } from './errors.ts'
import { faultFacts } from './fault.ts'
import { gate } from './gate.ts'
import { healthCounter } from './health.ts'
import { openApiCounter } from './openapi.ts'
import type { Route } from './openapi-operation.ts'
import { authCounter } from './operator/auth.ts'
import { bookingsCounter } from './operator/bookings.ts'
import { driversCounter } from './operator/drivers.ts'
import { jobsCounter } from './operator/jobs.ts'
import { meCounter } from './operator/me.ts'
import { payoutsCounter } from './operator/payouts.ts'
import { webhooksCounter } from './operator/webhooks.ts'
import { docsPage } from './pages/docs.ts'
import { signInPage } from './pages/sign-in.ts'
import { tripPage } from './pages/trip.ts'
import { prefixOf, withoutPrefix } from './path-prefix.ts'
import { platformOperatorsCounter } from './platform/operators.ts'
import { platformPayoutsCounter } from './platform/payouts.ts'
import { platformTripsCounter } from './platform/trips.ts'
import { portalDriversCounter } from './portal/drivers.ts'
import { portalKeysCounter } from './portal/keys.ts'
import { portalOperatorCounter } from './portal/operator.ts'
import { portalProgressCounter } from './portal/progress.ts'
import { portalSwitchCounter } from './portal/switch.ts'
import { portalTripsCounter } from './portal/trips.ts'
import { portalUsersCounter } from './portal/users.ts'
import { portalVehiclesCounter } from './portal/vehicles.ts'
import { makeSignposts } from './signposts.ts'
import { noteVisit, pathOf, type Visit, visitOf } from './visit.ts'

/** The part of Bun's server that the front desk asks: who is at the other end of the socket. */
type Listener = { requestIP(request: Request): { address: string } | null }

export type FrontDesk = {
  /** Answers every request, whatever happens inside, in the one shape of the contract. */
  fetch(request: Request, listener: Listener | null): Promise<Response>
}

/** Serves one noun: routes with their contracts. */
type Counter = (app: AppContext) => AnyElysia

const counters: readonly Counter[] = [
  meCounter,
  jobsCounter,
  bookingsCounter,
  driversCounter,
  payoutsCounter,
  webhooksCounter,
  authCounter,
  driverAuthCounter,
  driverMeCounter,
  driverTripsCounter,
  driverPrivacyCounter,
  platformOperatorsCounter,
  platformTripsCounter,
  platformPayoutsCounter,
  customerCounter,
  portalKeysCounter,
  portalUsersCounter,
  portalSwitchCounter,
  portalVehiclesCounter,
  portalDriversCounter,
  portalOperatorCounter,
  portalTripsCounter,
  portalProgressCounter,
  signInPage,
  tripPage,
  docsPage,
  healthCounter,
]

/** A method nobody serves gets no series of its own, so that strangers cannot make the metrics grow. */
const methodsCounted = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The whole HTTP surface of a server. Tests may add counters of their own. */
export function makeFrontDesk(app: AppContext, more: readonly Counter[] = []): FrontDesk {
  const elysia = assemble(app, more)
  for (const route of elysia.routes) refuseClosedInput(route)
  const methodsAt = makeSignposts(elysia.routes)
  const prefix = prefixOf(app.baseUrl)
  const allowOrigin = makeCors(app.corsOrigins)

  async function answer(request: Request, visit: Visit): Promise<Response> {
    if (request.method === 'OPTIONS') return directions(methodsAt(pathOf(request.url)))
    const response = await elysia.fetch(request)
    if (response.status !== 404 || visit.route !== null) return response
    const methods = methodsAt(pathOf(request.url))
    return methods.length === 0 ? response : otherMethod(methods)
  }

  return {
    fetch: async (arriving, listener) => {
      const startedAt = performance.now()
      const request = withoutPrefix(routable(arriving), prefix)
      const visit = noteVisit(request, {
        requestId: requestIdOf(request),
        arrivedAt: app.clock(),
        address: app.callerBehind(listener?.requestIP(arriving)?.address ?? 'unknown', arriving.headers.get('x-forwarded-for')),
        baseUrl: app.baseUrl,
      })
      const response = await answer(request, visit).catch((fault) => answerFault(app, fault, visit))
      if (request.method === 'POST' && response.status < 500) app.wake()
      response.headers.set('X-Request-Id', visit.requestId)
      response.headers.set('X-Content-Type-Options', 'nosniff')
      // Answers hold people and tokens; only what says otherwise of itself may be kept on the way.
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
      allowOrigin(request, response)
      for (const [name, value] of visit.rateHeaders) response.headers.set(name, value)
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      const { status } = response
      const { route, requestId, caller } = visit
      app.log.info(
        { request: requestId, tokenId: caller?.credential.tokenId, route, method: request.method, status, ms },
        'answered',
      )
      app.meters.answered({
        route: route ?? 'none',
        method: methodsCounted.has(request.method) ? request.method : 'other',
        status,
        ms,
      })
      return response
    },
  }
}

/** Every route with what it declares. Nothing is asked of the server before a request comes. */
export function routesOf(app: AppContext): readonly Route[] {
  return assemble(app, []).routes
}

function assemble(app: AppContext, more: readonly Counter[]): AnyElysia {
  // `normalize` would turn `"text"` into `{}` before validating it; `input` and `record` say what happens to unknown fields.
  const elysia = new Elysia({ normalize: false, strictPath: true, handler: { standardHostname: false } })
    .onError({ as: 'global' }, ({ error, request }) => answerFault(app, error, visitOf(request)))
    .use(gate(app))
  for (const counter of [...counters, ...more]) elysia.use(counter(app))
  return elysia.use(openApiCounter(() => elysia.routes, app))
}

function answerFault(app: AppContext, fault: unknown, visit: Visit): Response {
  const refusal = refusalFor(fault, visit)
  if (!refusal) app.log.error({ request: visit.requestId, route: visit.route, fault: faultFacts(fault) }, 'request failed')
  return refusalResponse(refusal ?? serverError())
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
  if (request.url.startsWith('/')) return new Request(`http://unnamed.invalid${request.url}`, request)
  return request.url.startsWith('https:') ? new Request(`http:${request.url.slice(6)}`, request) : request
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
