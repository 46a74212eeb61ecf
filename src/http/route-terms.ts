import type { TSchema } from 'elysia'
import type { Ability } from '../domain/ability.ts'
import type { Bucket } from '../domain/rate-limit.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import type { HeaderName } from './openapi-components.ts'

/** The kind of caller that a route is for. */
export type Audience = 'operator' | 'driver' | 'portal' | 'device' | 'signed_in' | 'platform' | 'customer' | 'setup' | 'anyone'

/**
 * Terms of a route for its caller. Each has a default for the route's audience and method. With all defaults, a route has `true`:
 * Elysia's types read `{}` as "off".
 */
export type RouteTerms = {
  /** The rate limit of this call. */
  readonly rateLimit?: Bucket
  /** The template of another route. Public requests of both are counted together. */
  readonly countedAt?: string
  /** False if an `Idempotency-Key` is ignored although the route is a POST: all sign-in and sign-out. */
  readonly idempotent?: boolean
  /** True if a browser sends a form instead of JSON. */
  readonly form?: true
  /** True if the body is a text whose bytes matter, such as a signed text. */
  readonly text?: true
}

/** `needs` lists every ability. The first missing one is named in the refusal. */
export type OperatorTerms = RouteTerms & { readonly needs?: readonly Ability[] }

/** `admin` refuses everyone on the account except admins. */
export type PortalTerms = OperatorTerms & { readonly admin?: boolean }

/** The declaration of a route for the API document, in the route's `detail`. */
export type Declared = {
  readonly 'x-gate'?: PortalTerms & { readonly audience: Audience }
  readonly 'x-refuses'?: readonly RefusalCode[]
  /** Schema of each event, for a route that answers a stream. */
  readonly 'x-streams'?: TSchema
  /** The media type, for a route that answers a file. */
  readonly 'x-files'?: string
  /** Headers of the answer beside those of all routes. */
  readonly 'x-sends'?: readonly HeaderName[]
}
