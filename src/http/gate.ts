import { bearer } from '@elysiajs/bearer'
import { type DocumentDecoration, Elysia, type TSchema } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { recognise } from '../actions/people/credentials.ts'
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
import { type Admission, type Bucket, networkOf, type RateLimit, tightest } from '../domain/rate-limit.ts'
import { Refusal, type RefusalCode } from '../domain/refusal.ts'
import { mustBeSupported, readBody, readForm, readText } from './body.ts'
import { asAddressed } from './endings.ts'
import { readIdempotencyKey } from './idempotency.ts'
import type { HeaderName } from './openapi-components.ts'
import { type RequestContext, requestContextOf } from './request-context.ts'
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

/** The plugin would also take a token from the query or the body: under a name that no one can guess, made once so that Elysia sees one plugin. */
const nowhere = crypto.randomUUID()

/**
 * The gate, as macros: `forOperator`, `forDriver`, `forPortal` (the operator's own people on their devices), `forDevice` (whose
 * token can be rotated), `forSignedIn` (the three kinds of the API), `forPlatform`, `forCustomer`, `forSetup` (who opens the
 * address of the first run) and `forAnyone` on a route say whom it is for.
 * It stands in `transform`, which runs before validation, so that a stranger hears 401 and never learns the shape of a body;
 * for the same reason it reads the body itself, after everything else. Handlers find `context` and, narrowed, `caller`.
 * `streams` says what the events are of a route that goes on telling, `files` which media type the file has that a route answers with.
 * `refuses` names what the work itself may say no with, beside what every route of its kind can. `summary` puts the route
 * into the OpenAPI document. Both are there to be read.
 */
export function gate(app: AppContext) {
  return new Elysia({ name: 'gate' })
    .use(bearer({ extract: { header: 'Bearer', query: nowhere, body: nowhere } }))
    .derive({ as: 'global' }, ({ request, route }) => {
      const context = requestContextOf(request)
      context.route = asAddressed(route)
      return { context }
    })
    .macro({
      forOperator: admitting<OperatorCaller, OperatorTerms>(app, 'operator'),
      forDriver: admitting<DriverCaller>(app, 'driver'),
      forPortal: admitting<PortalCaller, PortalTerms>(app, 'portal'),
      forDevice: admitting<DeviceCaller>(app, 'device'),
      forSignedIn: admitting<SignedInCaller>(app, 'signed_in'),
      forPlatform: admitting<PlatformCaller>(app, 'platform'),
      forCustomer: admitting<TripCaller>(app, 'customer'),
      forSetup: admitting<SetupCaller>(app, 'setup'),
      forAnyone: (terms: RouteTerms | true) => entry(app, 'anyone', terms),
      refuses: (codes: readonly RefusalCode[]) => ({ detail: declaring({ 'x-refuses': codes }) }),
      streams: (event: TSchema) => ({ detail: declaring({ 'x-streams': event }) }),
      files: (mediaType: string) => ({ detail: declaring({ 'x-files': mediaType }) }),
      sends: (headers: readonly HeaderName[]) => ({ detail: declaring({ 'x-sends': headers }) }),
      summary: (summary: string) => ({ detail: { summary } }),
    })
}

type Arriving = {
  request: Request
  headers: Record<string, string | undefined>
  /** Absent where the path has none; null for one that cannot be decoded. */
  params?: Record<string, string | null>
  bearer: string | undefined
  context: RequestContext
}

/** The entry for one kind of caller, whom handlers find as such. */
function admitting<Who extends Caller, Terms extends RouteTerms = RouteTerms>(app: AppContext, audience: Audience) {
  return (terms: Terms | true) => ({
    ...entry(app, audience, terms),
    resolve: ({ context }: { readonly context: RequestContext }) => ({ caller: context.caller as Who }),
  })
}

function entry(app: AppContext, audience: Audience, asked: PortalTerms | true) {
  const terms = asked === true ? {} : asked
  return {
    detail: declaring({ 'x-gate': { ...terms, audience } }),
    // Elysia validates a body only where it has read one; this one is replaced by the gate's.
    parse: () => ({}),
    transform: async ({ request, headers, params, bearer, context }: Arriving) => {
      if (params !== undefined && context.url.includes('%00')) leadNowhere(params)

      if (audience !== 'anyone') {
        context.caller = await identify(app, presentedToken(headers.authorization, bearer), context.arrivedAt)
      }

      await count(app, request.method, audience, terms, context)

      if (context.caller) admitKind(context.caller, audience, terms)

      if (context.caller && request.method === 'POST' && terms.idempotent !== false) {
        context.idempotencyKey = readIdempotencyKey(headers['idempotency-key'])
      }
      return (await bodyOf(app, request, context, terms)) as undefined
    },
  }
}

/** No database keeps U+0000, and not every one takes it in a question: a part of a path that has one is one that nothing is called. */
function leadNowhere(params: Record<string, string | null>): void {
  for (const [name, text] of Object.entries(params)) params[name] = text?.replaceAll('\0', '\uFFFD') ?? null
}

/** Elysia knows no `x-` members, but keeps them. */
function declaring(declared: Declared): DocumentDecoration {
  return declared as DocumentDecoration
}

/** The token of the one `Authorization` header, or null. The plugin finds it; the raw header decides, because the plugin also takes `BearerX` and two headers. */
function presentedToken(authorization: string | undefined, found: string | undefined): string | null {
  const strict = /^Bearer +([^\s,]+)$/i.exec(authorization ?? '')
  if (!strict) return null
  return found?.trimStart() ?? strict[1] ?? null
}

async function identify(app: AppContext, token: string | null, now: number): Promise<Caller> {
  const caller = token === null ? null : await recognise(app, token, now)
  if (!caller) throw new Refusal('unauthenticated', 'A valid bearer token is needed.')
  return caller
}

async function count(
  app: AppContext,
  method: string,
  audience: Audience,
  terms: RouteTerms,
  context: RequestContext,
): Promise<void> {
  const bucket = terms.rateLimit ?? defaultRateLimit(audienceOf(context.caller, audience), method)
  if (!bucket) return
  const admission = await app.rateLimits.take(subjectOf(context, terms.countedAt), bucket, context.arrivedAt)
  if (context.caller) context.rateHeaders = rateHeaders(policyOf(bucket, app.rateLimits.rateLimitOf(bucket)), admission)
  if (!admission.admitted) throw tooMany(admission.retryAfterSeconds)
}

/**
 * Counts a stranger's call for whom it is about as well: an address or a phone, as a hash. What this refuses has not been
 * counted for where it came from either.
 */
export async function countContact(app: AppContext, context: RequestContext, contactHash: string): Promise<void> {
  const admission = await app.rateLimits.take(`contact:${contactHash}`, 'sign_in', context.arrivedAt)
  if (admission.admitted) return
  app.rateLimits.giveBack(subjectOf(context), 'sign_in_ip', context.arrivedAt)
  throw tooMany(admission.retryAfterSeconds)
}

function tooMany(wait: number): Refusal {
  return new Refusal('rate_limited', `Too many requests; the next one is welcome in ${wait} s.`, {}, wait)
}

/** The audience that a call is counted with: that of the caller's own kind, where several kinds may call. */
function audienceOf(caller: Caller | null, audience: Audience): Audience {
  if (caller === null || (audience !== 'device' && audience !== 'signed_in')) return audience
  if (caller.kind === 'platform_key' || caller.kind === 'platform_device') return 'platform'
  if (caller.kind === 'trip_link') return 'customer'
  if (caller.kind === 'setup_link') return 'setup'
  return caller.kind === 'driver_device' ? 'driver' : 'operator'
}

/** The rate limit of a route that names none. */
export function defaultRateLimit(audience: Audience, method: string): Bucket | null {
  const reads = method === 'GET' || method === 'HEAD'
  if (audience === 'driver') return reads ? 'driver_read' : 'driver_write'
  if ((audience === 'portal' || audience === 'setup') && reads) return 'portal'
  if (audience === 'platform' || audience === 'customer') return audience
  if (audience === 'anyone') return null
  return reads ? 'read' : 'write'
}

/** Rate limits belong to a device, not to its token, so that a rotation does not renew them. */
function subjectOf(context: RequestContext, route = context.route): string {
  const { caller } = context
  if (!caller) return `ip:${networkOf(context.address())} ${route}`
  if (caller.kind === 'trip_link') return `trip:${caller.tripId}`
  if (caller.kind === 'platform_key') return `platform:${caller.credential.id}`
  if (caller.kind === 'setup_link') return `setup:${caller.credential.id}`
  return caller.kind === 'api_key' ? `key:${caller.credential.id}` : `device:${caller.credential.deviceId}`
}

function admitKind(caller: Caller, audience: Audience, { needs = [], admin = false }: PortalTerms): void {
  const isRightKind = kindsOf[audience].includes(caller.kind)
  if (!isRightKind && audience === 'portal') throw wrongCredential()
  if (!isRightKind && audience === 'device') {
    throw new Refusal('rotation_not_available', 'Only the token of a device can be rotated.')
  }
  if (admin && 'user' in caller && !actsAsAdmin(caller.user?.role ?? null, caller.credential.abilities)) {
    const isNow = caller.user?.role === 'admin'
    const sentence = isNow ? 'Sign in again to act as an admin.' : 'Only an admin of this account may do that.'
    throw new Refusal('admin_required', sentence)
  }
  const missing = needs.find((ability) => !isRightKind || !caller.credential.abilities.includes(ability))
  if (missing) throw new Refusal('missing_ability', `This needs the ${missing} ability.`, { missingAbility: missing })
  if (!isRightKind && audience !== 'anyone') throw wrongCredential()
}

function wrongCredential(): Refusal {
  return new Refusal('wrong_credential', 'This is for another kind of credential.')
}

/** Reads the body that Elysia did not read, and answers what Elysia puts in the context in its place. */
async function bodyOf(app: AppContext, request: Request, context: RequestContext, { form, text }: RouteTerms): Promise<unknown> {
  mustBeSupported(request)
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'DELETE') return undefined
  if (text) {
    context.now = app.clock()
    return { body: { text: await readText(request) } }
  }
  const body = form ? await readForm(request) : await readBody(request)
  context.now = app.clock()
  context.cameWithoutBody = body === null
  context.sentBody = body ?? {}
  return { body: context.sentBody }
}

const windowNames: Readonly<Record<number, string>> = { 1000: 'second', [minuteMs]: 'min', [hourMs]: 'hour', [dayMs]: 'day' }

/** Facts of a rate limit's windows that hold however they stand. */
type RatePolicy = { readonly bucket: Bucket; readonly names: readonly string[]; readonly text: string }

const policies = new WeakMap<RateLimit, RatePolicy>()

/** Written once for each bucket of a server: it stands in every answer. */
function policyOf(bucket: Bucket, rateLimit: RateLimit): RatePolicy {
  const known = policies.get(rateLimit)
  if (known?.bucket === bucket) return known
  const lengths = rateLimit.map(({ windowMs }) => windowMs / 1000)
  const names = rateLimit.map(({ windowMs }, nth) => `"${bucket}-${windowNames[windowMs] ?? `${lengths[nth]}s`}"`)
  const text = rateLimit.map(({ limit }, nth) => `${names[nth]};q=${limit};w=${lengths[nth]}`).join(',')
  const policy = { bucket, names, text }
  policies.set(rateLimit, policy)
  return policy
}

/** Laravel's two headers for the tightest window and the two of the IETF draft for all of them. */
function rateHeaders({ names, text }: RatePolicy, { windows }: Admission): [string, string][] {
  const least = tightest(windows)
  if (!least) return []
  const standing = windows.map(({ remaining, resetSeconds }, nth) => `${names[nth]};r=${remaining};t=${resetSeconds}`)
  return [
    ['X-RateLimit-Limit', String(least.limit)],
    ['X-RateLimit-Remaining', String(least.remaining)],
    ['RateLimit-Policy', text],
    ['RateLimit', standing.join(',')],
  ]
}
