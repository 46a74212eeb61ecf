export type ParkedReason =
  /** The dispatcher counted twenty failed attempts in a row. For good. */
  | 'consecutive_failures'
  /** The credential that made it was revoked or expired; the first delivery or call to notice writes it down. For good. */
  | 'credential_revoked'

/** The part of a subscription that its moves look at; instants in ms. */
export type Subscription = {
  readonly consecutiveFailures: number
  readonly parkedAt: number | null
  readonly parkedReason: ParkedReason | null
  readonly lastDeliveryAt: number | null
  readonly lastResponseStatus: number | null
}

/** Spec, Delivery 6: after this many failed attempts in a row nothing more is sent. */
export const parkedAfter = 20

/** One account may have this many subscriptions. */
export const mostSubscriptions = 20

/**
 * Destinations that webhooks may have although they are not public: networks as CIDRs, and exact hosts with their port
 * (`hooks.lan:8443`).
 */
export type Allowed = { readonly networks: readonly string[]; readonly endpoints: readonly string[] }

/** An attempt was made: a 2xx forgives everything before it, the twentieth failure in a row parks for good. */
export function tally<T extends Subscription>(
  subscription: T,
  attempt: { readonly isDelivered: boolean; readonly responseStatus: number | null },
  at: number,
): T {
  const heard = { ...subscription, lastResponseStatus: attempt.responseStatus }
  if (attempt.isDelivered) return { ...heard, consecutiveFailures: 0, lastDeliveryAt: at }
  const consecutiveFailures = subscription.consecutiveFailures + 1
  const counted = { ...heard, consecutiveFailures }
  return consecutiveFailures >= parkedAfter ? park(counted, 'consecutive_failures', at) : counted
}

/** Nothing more is sent, for good; a subscription that is parked already keeps its first reason. */
export function park<T extends Subscription>(subscription: T, reason: ParkedReason, at: number): T {
  return subscription.parkedAt === null ? { ...subscription, parkedAt: at, parkedReason: reason } : subscription
}

/**
 * Whether the credential that made a subscription was revoked or has expired; instants in ms. If so, the subscription
 * ends.
 */
export function isRevokedOrExpired(
  credential: { readonly revokedAt: number | null; readonly expiresAt: number | null },
  now: number,
): boolean {
  return credential.revokedAt !== null || (credential.expiresAt !== null && credential.expiresAt <= now)
}
