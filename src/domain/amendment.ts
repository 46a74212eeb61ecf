import { hourMs, minuteMs } from './instant.ts'
import { Refusal } from './refusal.ts'

export const amendmentStatuses = [
  /** The customer asked for it. The operator or the platform applies it, proposes it at a price, or declines; the clock ends it. */
  'wished',
  /** The operator or the platform asks the customer. They accept or decline it, or it is withdrawn; the clock ends it. */
  'proposed',
  /** The customer accepted it and is being charged the difference. What comes of the charge moves it on. */
  'accepted',
  /** The customer declined the proposal, or the operator or the platform turned the wish down. Final. */
  'declined',
  /** The operator or the platform took the proposal back, whichever of them made it. Final. */
  'withdrawn',
  /** No one answered by `respond_by`, or the trip was called off first. Final. */
  'expired',
  /** The booking is as it says. Final. */
  'applied',
] as const

export type AmendmentStatus = (typeof amendmentStatuses)[number]

export const amenders = ['operator', 'customer', 'platform'] as const

export type Amender = (typeof amenders)[number]

/** Statements of the operator or the platform about the customer's will. */
export const consents = ['ask', 'given', 'not_needed'] as const

export type Consent = (typeof consents)[number]

/**
 * Moves of an amendment. The office makes the first four, the customer the next two. The charge of the difference, the
 * clock and calling the trip off make the rest.
 */
export const amendmentMoves = [
  'apply',
  'propose',
  'turn_down',
  'withdraw',
  'accept',
  'decline',
  'charge_succeeded',
  'charge_failed',
  'expire',
  'call_off',
] as const

export type AmendmentMove = (typeof amendmentMoves)[number]

const next: Readonly<Record<AmendmentStatus, Partial<Record<AmendmentMove, AmendmentStatus>>>> = {
  wished: { apply: 'applied', propose: 'proposed', turn_down: 'declined', expire: 'expired', call_off: 'expired' },
  proposed: { withdraw: 'withdrawn', accept: 'accepted', decline: 'declined', expire: 'expired', call_off: 'expired' },
  accepted: { charge_succeeded: 'applied', charge_failed: 'proposed', call_off: 'expired' },
  declined: {},
  withdrawn: {},
  expired: {},
  applied: {},
}

/** The part of an amendment that its moves look at; instants in ms. */
export type Amendment = {
  readonly status: AmendmentStatus
  /** Instant at which it ends by itself; null for one that was applied at once. */
  readonly respondBy: number | null
  readonly closedAt: number | null
}

/** One that still may change the booking: a booking has one of these at a time. */
export function isOpenAmendment({ status }: Pick<Amendment, 'status'>): boolean {
  return status === 'wished' || status === 'proposed' || status === 'accepted'
}

/** The time to answer has passed; what is being charged is waited for. */
export function isUnanswered({ status, respondBy }: Amendment, now: number): boolean {
  return (status === 'wished' || status === 'proposed') && respondBy !== null && respondBy <= now
}

/** Moves an amendment. Refuses `invalid_transition`. */
export function moveAmendment<T extends Amendment>(amendment: T, move: AmendmentMove, now: number): T {
  const status = next[amendment.status][move]
  if (status === undefined) {
    throw new Refusal('invalid_transition', `This change is ${amendment.status}.`, {
      currentStatus: amendment.status,
      allowed: [],
    })
  }
  const moved = { ...amendment, status }
  return { ...moved, closedAt: isOpenAmendment(moved) ? null : now }
}

/** `amendment_pending`: one change of a booking is talked about at a time. */
export function amendmentPending({ status }: Pick<Amendment, 'status'>): Refusal {
  return new Refusal('amendment_pending', 'Another change of this booking waits for an answer.', { currentStatus: status })
}

const longestToAnswerMs = 72 * hourMs

/**
 * Instant (ms) until which a change may be answered. It is half the time left to the departure, on the way to the end,
 * at most 72 h.
 */
export function answerBy({ departsAt, endsAt }: { readonly departsAt: number; readonly endsAt: number }, now: number): number {
  const leftMs = (departsAt > now ? departsAt : endsAt) - now
  return now + Math.min(Math.max(Math.floor(leftMs / 2), minuteMs), longestToAnswerMs)
}
