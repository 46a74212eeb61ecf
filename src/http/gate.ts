import { bearer } from '@elysiajs/bearer'
import { type DocumentDecoration, Elysia, type TSchema } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { findCaller } from '../actions/credentials.ts'
import { actsAsAdmin } from '../domain/ability.ts'
import type {
  Caller,
  CallerKind,
  DeviceCaller,
  DriverCaller,
  OperatorCaller,
  PlatformCaller,
  PortalCaller,
  SetupCaller,
  SignedInCaller,
  TripCaller,
} from '../domain/caller.ts'
import { dayMs, hourMs, minuteMs } from '../domain/instant.ts'
import { type Admission, type Bucket, findNetwork, findTightestWindow, type RateLimit } from '../domain/rate-limit.ts'
import { Refusal, type RefusalCode } from '../domain/refusal.ts'
import { readBody, readBodyText, readForm, requireSupportedBody } from './body.ts'
import { asAddressed } from './endings.ts'
import { readIdempotencyKey } from './idempotency.ts'
import type { HeaderName } from './openapi-components.ts'
import { findRequestContext, type RequestContext } from './request-context.ts'
import type { Audience, Declared, OperatorTerms, PortalTerms, RouteTerms } from './route-terms.ts'

const kindsOf: Readonly<Record<Audience, readonly CallerKind[]>> = {
  operator: ['api_key', 'operator_device'],
  driver: ['driver_device'],
  portal: ['operator_device'],
  device: ['operator_device', 'platform_device', 'driver_device'],
  signed_in: ['api_key', 'operator_device', 'platform_device', 'driver_device'],
  platform: ['platform_key', 'platform_device'],
  customer: ['trip_link'],
  setup: ['setup_link'],
  anyone: [],
}

/**
 * A random name, made once, under which the plugin finds no token in the query or the body. It would otherwise accept one
 * there.
 */
const nowhere = crypto.randomUUID()

/**
 * The gate, as macros that name the audience of a route. `forPortal` admits the operator's people on their devices, and
 * `forDevice` a device that replaces its token. `forSignedIn` admits the three kinds of the API, and `forSetup` the holder of the
 * setup address. The others are `forOperator`, `forDriver`, `forPlatform`, `forCustomer` and `forAnyone`. The gate runs in
 * `transform`, before validation, so that a caller without a credential gets 401 and never learns the shape of a body. For the
 * same reason the gate reads the body itself, last. Handlers get `context` and a narrowed `caller`. `streams` names the events of
 * a streaming route, `files` the media type of a file. `refuses` lists the codes of the work, in addition to those of every route
 * of its kind. `summary` adds the route to the OpenAPI document. Both are only for reading.
 */
export function createGate(app: AppContext) {
  return new Elysia({ name: 'gate' })
    .use(bearer({ extract: { header: 'Bearer', query: nowhere, body: nowhere } }))
    .derive({ as: 'global' }, ({ request, route }) => {
      const context = findRequestContext(request)
      context.route = asAddressed(route)
      return { context }
    })
    .macro({
      forOperator: createAdmission<OperatorCaller, OperatorTerms>(app, 'operator'),
      forDriver: createAdmission<DriverCaller>(app, 'driver'),
      forPortal: createAdmission<PortalCaller, PortalTerms>(app, 'portal'),
      forDevice: createAdmission<DeviceCaller>(app, 'device'),
      forSignedIn: createAdmission<SignedInCaller>(app, 'signed_in'),
      forPlatform: createAdmission<PlatformCaller>(app, 'platform'),
      forCustomer: createAdmission<TripCaller>(app, 'customer'),
      forSetup: createAdmission<SetupCaller>(app, 'setup'),
      forAnyone: (terms: RouteTerms | true) => buildEntry(app, 'anyone', terms),
      refuses: (codes: readonly RefusalCode[]) => ({ detail: toDecoration({ 'x-refuses': codes }) }),
      streams: (event: TSchema) => ({ detail: toDecoration({ 'x-streams': event }) }),
      files: (mediaType: string) => ({ detail: toDecoration({ 'x-files': mediaType }) }),
      sends: (headers: readonly HeaderName[]) => ({ detail: toDecoration({ 'x-sends': headers }) }),
      summary: (summary: string) => ({ detail: { summary } }),
    })
}

type Arriving = {
  request: Request
  headers: Record<string, string | undefined>
  /** Absent if the path has no parameters; null for a name that cannot be decoded. */
  params?: Record<string, string | null>
  bearer: string | undefined
  context: RequestContext
}

/** The entry for one kind of caller, for handlers. */
function createAdmission<Who extends Caller, Terms extends RouteTerms = RouteTerms>(app: AppContext, audience: Audience) {
  return (terms: Terms | true) => ({
    ...buildEntry(app, audience, terms),
    resolve: ({ context }: { readonly context: RequestContext }) => ({ caller: context.caller as Who }),
  })
}

function buildEntry(app: AppContext, audience: Audience, asked: PortalTerms | true) {
  const terms = asked === true ? {} : asked
  return {
    detail: toDecoration({ 'x-gate': { ...terms, audience } }),
    // Elysia validates a body only after its own parsing. The gate replaces this body.
    parse: () => ({}),
    transform: async ({ request, headers, params, bearer, context }: Arriving) => {
      if (params !== undefined && context.url.includes('%00')) replaceNulCharacters(params)

      if (audience !== 'anyone') {
        context.caller = await identifyCaller(app, readPresentedToken(headers.authorization, bearer), context.arrivedAt)
      }

      await countRequest(app, request.method, audience, terms, context)

      if (context.caller) requireCallerKind(context.caller, audience, terms)

      if (context.caller && request.method === 'POST' && terms.idempotent !== false) {
        context.idempotencyKey = readIdempotencyKey(headers['idempotency-key'])
      }
      return (await readRequestBody(app, request, context, terms)) as undefined
    },
  }
}

/** Databases do not store U+0000, and some refuse it in a query. A path segment with it matches nothing. */
function replaceNulCharacters(params: Record<string, string | null>): void {
  for (const [name, text] of Object.entries(params)) params[name] = text?.replaceAll('\0', '\uFFFD') ?? null
}

/** Adds the declaration's `x-` members, which Elysia does not know but keeps. */
function toDecoration(declared: Declared): DocumentDecoration {
  return declared as DocumentDecoration
}

/**
 * The token of the only `Authorization` header, or null. The plugin finds it, but the raw header decides, because the plugin also
 * accepts `BearerX` and two headers.
 */
function readPresentedToken(authorization: string | undefined, found: string | undefined): string | null {
  const strict = /^Bearer +([^\s,]+)$/i.exec(authorization ?? '')
  if (!strict) return null
  return found?.trimStart() ?? strict[1] ?? null
}

async function identifyCaller(app: AppContext, token: string | null, now: number): Promise<Caller> {
  const caller = token === null ? null : await findCaller(app, token, now)
  if (!caller) throw new Refusal('unauthenticated', 'Send a valid bearer token.')
  return caller
}

async function countRequest(
  app: AppContext,
  method: string,
  audience: Audience,
  terms: RouteTerms,
  context: RequestContext,
): Promise<void> {
  const bucket = terms.rateLimit ?? findDefaultRateLimit(findAudience(context.caller, audience), method)
  if (!bucket) return
  const admission = await app.rateLimits.take(buildRateSubject(context, terms.countedAt), bucket, context.arrivedAt)
  if (context.caller) context.rateHeaders = buildRateHeaders(findPolicy(bucket, app.rateLimits.rateLimitOf(bucket)), admission)
  if (!admission.admitted) throw refuseTooMany(admission.retryAfterSeconds)
}

/**
 * Also counts a public request for its subject: an address or a phone number, as a hash. A request refused here does not count
 * for its IP address either.
 */
export async function countContact(app: AppContext, context: RequestContext, contactHash: string): Promise<void> {
  const admission = await app.rateLimits.take(`contact:${contactHash}`, 'sign_in', context.arrivedAt)
  if (admission.admitted) return
  app.rateLimits.giveBack(buildRateSubject(context), 'sign_in_ip', context.arrivedAt)
  throw refuseTooMany(admission.retryAfterSeconds)
}

function refuseTooMany(wait: number): Refusal {
  return new Refusal('rate_limited', `Too many requests. Try again in ${wait} s.`, {}, wait)
}

/** The audience for the rate limit: the caller's own kind, if several kinds can call. */
function findAudience(caller: Caller | null, audience: Audience): Audience {
  if (caller === null || (audience !== 'device' && audience !== 'signed_in')) return audience
  if (caller.kind === 'platform_key' || caller.kind === 'platform_device') return 'platform'
  if (caller.kind === 'trip_link') return 'customer'
  if (caller.kind === 'setup_link') return 'setup'
  return caller.kind === 'driver_device' ? 'driver' : 'operator'
}

/** The default rate limit of a route. */
export function findDefaultRateLimit(audience: Audience, method: string): Bucket | null {
  const reads = method === 'GET' || method === 'HEAD'
  if (audience === 'driver') return reads ? 'driver_read' : 'driver_write'
  if ((audience === 'portal' || audience === 'setup') && reads) return 'portal'
  if (audience === 'platform' || audience === 'customer') return audience
  if (audience === 'anyone') return null
  return reads ? 'read' : 'write'
}

/** Rate limits belong to a device and not to its token, so that a new token does not reset them. */
function buildRateSubject(context: RequestContext, route = context.route): string {
  const { caller } = context
  if (!caller) return `ip:${findNetwork(context.address())} ${route}`
  if (caller.kind === 'trip_link') return `trip:${caller.tripId}`
  if (caller.kind === 'platform_key') return `platform:${caller.credential.id}`
  if (caller.kind === 'setup_link') return `setup:${caller.credential.id}`
  return caller.kind === 'api_key' ? `key:${caller.credential.id}` : `device:${caller.credential.deviceId}`
}

function requireCallerKind(caller: Caller, audience: Audience, { needs = [], admin = false }: PortalTerms): void {
  const isRightKind = kindsOf[audience].includes(caller.kind)
  if (!isRightKind && audience === 'portal') throw refuseWrongCredential()
  if (!isRightKind && audience === 'device') {
    throw new Refusal('rotation_not_available', 'Only the token of a device can be replaced.')
  }
  if (admin && 'user' in caller && !actsAsAdmin(caller.user?.role ?? null, caller.credential.abilities)) {
    const isNow = caller.user?.role === 'admin'
    const sentence = isNow ? 'Sign in again to act as an admin.' : 'Only an admin of this account can do that.'
    throw new Refusal('admin_required', sentence)
  }
  const missing = needs.find((ability) => !isRightKind || !caller.credential.abilities.includes(ability))
  if (missing) throw new Refusal('missing_ability', `This request needs the ${missing} ability.`, { missingAbility: missing })
  if (!isRightKind && audience !== 'anyone') throw refuseWrongCredential()
}

function refuseWrongCredential(): Refusal {
  return new Refusal('wrong_credential', 'This request needs another kind of credential.')
}

/** Reads the body in place of Elysia, whose own copy is replaced in the context. */
async function readRequestBody(
  app: AppContext,
  request: Request,
  context: RequestContext,
  { form, text }: RouteTerms,
): Promise<unknown> {
  requireSupportedBody(request)
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'DELETE') return undefined
  if (text) {
    context.now = app.clock()
    return { body: { text: await readBodyText(request) } }
  }
  const body = form ? await readForm(request) : await readBody(request)
  context.now = app.clock()
  context.cameWithoutBody = body === null
  context.sentBody = body ?? {}
  return { body: context.sentBody }
}

const windowNames: Readonly<Record<number, string>> = { 1000: 'second', [minuteMs]: 'min', [hourMs]: 'hour', [dayMs]: 'day' }

/** Constant facts of a rate limit's windows. */
type RatePolicy = { readonly bucket: Bucket; readonly names: readonly string[]; readonly text: string }

const policies = new WeakMap<RateLimit, RatePolicy>()

/** Built once for each bucket of a server, because every answer contains it. */
function findPolicy(bucket: Bucket, rateLimit: RateLimit): RatePolicy {
  const known = policies.get(rateLimit)
  if (known?.bucket === bucket) return known
  const lengths = rateLimit.map(({ windowMs }) => windowMs / 1000)
  const names = rateLimit.map(({ windowMs }, nth) => `"${bucket}-${windowNames[windowMs] ?? `${lengths[nth]}s`}"`)
  const text = rateLimit.map(({ limit }, nth) => `${names[nth]};q=${limit};w=${lengths[nth]}`).join(',')
  const policy = { bucket, names, text }
  policies.set(rateLimit, policy)
  return policy
}

/** Laravel's two headers for the tightest window, and the two of the IETF draft for all windows. */
function buildRateHeaders({ names, text }: RatePolicy, { windows }: Admission): [string, string][] {
  const least = findTightestWindow(windows)
  if (!least) return []
  const standing = windows.map(({ remaining, resetSeconds }, nth) => `${names[nth]};r=${remaining};t=${resetSeconds}`)
  return [
    ['X-RateLimit-Limit', String(least.limit)],
    ['X-RateLimit-Remaining', String(least.remaining)],
    ['RateLimit-Policy', text],
    ['RateLimit', standing.join(',')],
  ]
}
