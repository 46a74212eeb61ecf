export const deliveryStatuses = ['pending', 'delivered', 'failed', 'abandoned'] as const

/** A leased delivery is on its way; to readers it is pending. */
export type DeliveryStatus = (typeof deliveryStatuses)[number] | 'leased'

export type DeliveryError =
  | 'timeout'
  | 'connection_refused'
  | 'connection_reset'
  | 'dns_error'
  | 'tls_error'
  | 'blocked_address'
  | 'redirect'
  | 'http_status'

/** What came of one attempt; `error` null means that a 2xx came in time. */
export type AttemptOutcome = {
  readonly responseStatus: number | null
  readonly error: DeliveryError | null
  readonly durationMs: number
}

/** The part of a delivery that its moves look at; instants in ms. */
export type Delivery = {
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly dueAt: number
  readonly lastStatus: number | null
  readonly lastError: DeliveryError | null
  readonly deliveredAt: number | null
}

/** Spec, Delivery 4: six attempts in total. */
export const mostAttempts = 6

/** An attempt ended at `endedAt` (ms): delivered, over, or due again after the wait that follows this attempt. */
export function afterAttempt<T extends Delivery>(
  delivery: T,
  outcome: AttemptOutcome,
  endedAt: number,
  waitsMs: readonly number[],
): T {
  const attempts = delivery.attempts + 1
  const tried = { ...delivery, attempts, lastStatus: outcome.responseStatus, lastError: outcome.error }
  if (outcome.error === null) return { ...tried, status: 'delivered', deliveredAt: endedAt }
  if (attempts >= mostAttempts) return { ...tried, status: 'failed' }
  return { ...tried, status: 'pending', dueAt: endedAt + (waitsMs[attempts - 1] ?? waitsMs.at(-1) ?? 0) }
}

/** Nothing more is sent: the subscription was parked or deleted. A delivery that arrived stays delivered. */
export function abandon<T extends Delivery>(delivery: T): T {
  return delivery.status === 'delivered' || delivery.status === 'failed' ? delivery : { ...delivery, status: 'abandoned' }
}
