import { Refusal } from './refusal.ts'

export const deliveryStatuses = [
  /** Initial status, and after `webhook replay`. The dispatcher sends it until another status. */
  'pending',
  /** A 2xx arrived in time. Only a replay changes it. */
  'delivered',
  /** The sixth attempt failed, or an attempt after a replay. Only a replay changes it. */
  'failed',
  /** Its subscription was parked or deleted. Only an attempt in flight at that time can still change it. */
  'abandoned',
] as const

/** A pending delivery is waiting or being sent. */
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export type DeliveryError =
  | 'timeout'
  | 'connection_refused'
  | 'connection_reset'
  | 'dns_error'
  | 'tls_error'
  | 'blocked_address'
  | 'redirect'
  | 'http_status'

/** The outcome of one attempt. `error` is null after a 2xx in time. */
export type AttemptOutcome = {
  readonly responseStatus: number | null
  readonly error: DeliveryError | null
  readonly durationMs: number
}

/** The fields of a delivery for its moves; instants in ms. */
export type Delivery = {
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly dueAt: number
  readonly lastStatus: number | null
  readonly lastError: DeliveryError | null
  readonly deliveredAt: number | null
}

export type Waiting = Pick<Delivery, 'attempts' | 'dueAt' | 'deliveredAt'>

/** Spec, Delivery 4: six attempts in total. */
export const mostAttempts = 6

/** An attempt ended at `endedAt` (ms): the delivery is delivered, failed, or due again after this attempt's wait. */
export function applyAttempt(
  { attempts: before, dueAt, deliveredAt }: Waiting,
  outcome: AttemptOutcome,
  endedAt: number,
  waitsMs: readonly number[],
): Delivery {
  const attempts = before + 1
  const tried = { attempts, dueAt, deliveredAt, lastStatus: outcome.responseStatus, lastError: outcome.error }
  if (outcome.error === null) return { ...tried, status: 'delivered', deliveredAt: endedAt }
  if (attempts >= mostAttempts) return { ...tried, status: 'failed' }
  return { ...tried, status: 'pending', dueAt: endedAt + (waitsMs[attempts - 1] ?? waitsMs.at(-1) ?? 0) }
}

/** The subscription was parked or deleted, so nothing more is sent. A delivered delivery stays delivered. */
export function abandonDelivery(delivery: Delivery): Delivery {
  return delivery.status === 'delivered' || delivery.status === 'failed' ? delivery : { ...delivery, status: 'abandoned' }
}

/**
 * Due again at `now` (ms), after delivered or failed. The count of attempts continues, and a failure before the sixth leads to
 * further attempts. Refuses `invalid_transition` while it is pending, and always after it was abandoned.
 */
export function resendDelivery<T extends Delivery>(delivery: T, now: number): T {
  const { status } = delivery
  if (status === 'pending' || status === 'abandoned') {
    const why =
      status === 'pending' ? 'The delivery is already being sent.' : 'The delivery was abandoned and cannot be sent again.'
    throw new Refusal('invalid_transition', why, { currentStatus: status, allowed: [] })
  }
  return { ...delivery, status: 'pending', dueAt: now }
}
