import { Refusal } from './refusal.ts'

export const deliveryStatuses = [
  /** As written with its event, or by `webhook replay`. The dispatcher tries it until one of the others. */
  'pending',
  /** A 2xx came in time. Only a replay leaves it. */
  'delivered',
  /** The sixth attempt failed, or one that a replay added to six. Only a replay leaves it. */
  'failed',
  /** Its subscription was parked or deleted. Only an attempt that was in flight then may still move it. */
  'abandoned',
] as const

/** A pending delivery waits for its time or is on its way. */
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

/** The outcome of one attempt; `error` null means that a 2xx came in time. */
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

/** The part of a delivery that an attempt starts from. */
export type Waiting = Pick<Delivery, 'attempts' | 'dueAt' | 'deliveredAt'>

/** Spec, Delivery 4: six attempts in total. */
export const mostAttempts = 6

/** An attempt ended at `endedAt` (ms): delivered, over, or due again after the wait that follows this attempt. */
export function afterAttempt(
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

/** Nothing more is sent: the subscription was parked or deleted. A delivery that arrived stays delivered. */
export function abandon(delivery: Delivery): Delivery {
  return delivery.status === 'delivered' || delivery.status === 'failed' ? delivery : { ...delivery, status: 'abandoned' }
}

/**
 * Due again at `now` (ms), delivered or failed. Its attempts are counted on: one that fails before the sixth is followed by others.
 * Refuses `invalid_transition` while it is on its way or waits, and for good once it is abandoned.
 */
export function resend<T extends Delivery>(delivery: T, now: number): T {
  const { status } = delivery
  if (status === 'pending' || status === 'abandoned') {
    const why = status === 'pending' ? 'The delivery is on its way already.' : 'The delivery was abandoned for good.'
    throw new Refusal('invalid_transition', why, { currentStatus: status, allowed: [] })
  }
  return { ...delivery, status: 'pending', dueAt: now }
}
