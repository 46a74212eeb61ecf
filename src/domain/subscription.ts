export type ParkedReason =
  /** The dispatcher counted twenty failed attempts in a row. Permanent. */
  | 'consecutive_failures'
  /** Its credential was revoked or has expired. The next delivery or call detects that. Permanent. */
  | 'credential_revoked'

/** The fields of a subscription for its moves; instants in ms. */
export type Subscription = {
  readonly consecutiveFailures: number
  readonly parkedAt: number | null
  readonly parkedReason: ParkedReason | null
  readonly lastDeliveryAt: number | null
  readonly lastResponseStatus: number | null
}

/** Spec, Delivery 6: number of failed attempts in a row after which a subscription is parked. */
export const parkedAfter = 20

/** Greatest number of subscriptions of one account. */
export const mostSubscriptions = 20

/** Allowed webhook targets that are not public: networks as CIDRs, and exact hosts with their port (`hooks.lan:8443`). */
export type Allowed = { readonly networks: readonly string[]; readonly endpoints: readonly string[] }

/** Counts an attempt: a 2xx resets the count of failures, and the twentieth failure in a row parks permanently. */
export function tallyAttempt<T extends Subscription>(
  subscription: T,
  attempt: { readonly isDelivered: boolean; readonly responseStatus: number | null },
  at: number,
): T {
  const heard = { ...subscription, lastResponseStatus: attempt.responseStatus }
  if (attempt.isDelivered) return { ...heard, consecutiveFailures: 0, lastDeliveryAt: at }
  const consecutiveFailures = subscription.consecutiveFailures + 1
  const counted = { ...heard, consecutiveFailures }
  return consecutiveFailures >= parkedAfter ? parkForGood(counted, 'consecutive_failures', at) : counted
}

/** Parks a subscription permanently; a parked one keeps its first reason. */
export function parkForGood<T extends Subscription>(subscription: T, reason: ParkedReason, at: number): T {
  return subscription.parkedAt === null ? { ...subscription, parkedAt: at, parkedReason: reason } : subscription
}

/** Whether the credential of a subscription was revoked or has expired, which ends the subscription. Instants in ms. */
export function isRevokedOrExpired(
  credential: { readonly revokedAt: number | null; readonly expiresAt: number | null },
  now: number,
): boolean {
  return credential.revokedAt !== null || (credential.expiresAt !== null && credential.expiresAt <= now)
}
