import type { TSchema } from 'elysia'
import type { Ability } from '../domain/ability.ts'
import type { Bucket } from '../domain/rate-limit.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import type { HeaderName } from './openapi-components.ts'

/** The kind of caller that a route is for. */
export type Audience = 'operator' | 'driver' | 'portal' | 'device' | 'signed_in' | 'platform' | 'customer' | 'setup' | 'anyone'

/**
 * Terms of a route for its caller. Each has a default that suits the route's audience and method. Where all of them
 * suit, a route says `true`: Elysia's types take `{}` for "off".
 */
export type RouteTerms = {
  /** The rate limit that this call counts against. */
  readonly rateLimit?: Bucket
  /** The template of another route, with whose calls a stranger's are counted. */
  readonly countedAt?: string
  /** False where an `Idempotency-Key` is ignored although the route is a POST: everything about signing in and out. */
  readonly idempotent?: boolean
  /** True where a browser sends a form instead of JSON. */
  readonly form?: true
  /** True where the body is a text of which every byte counts, as one that is signed. */
  readonly text?: true
}

/** `needs` lists every ability, in the order in which a missing one is named. */
export type OperatorTerms = RouteTerms & { readonly needs?: readonly Ability[] }

/** `admin` keeps out everybody on the account who is none. */
export type PortalTerms = OperatorTerms & { readonly admin?: boolean }

/** The declaration of a route, as the writer of the API's document reads it in the route's `detail`. */
export type Declared = {
  readonly 'x-gate'?: PortalTerms & { readonly audience: Audience }
  readonly 'x-refuses'?: readonly RefusalCode[]
  /** Schema of each event, where a route answers with a stream of them. */
  readonly 'x-streams'?: TSchema
  /** The media type of a route that answers with a file. */
  readonly 'x-files'?: string
  /** Headers of the answer beside those of every route. */
  readonly 'x-sends'?: readonly HeaderName[]
}
