import { share } from './money.ts'
import { Refusal } from './refusal.ts'

export const payoutStatuses = [
  /** As written with its booking, or again when the end is undone or a bank disputes what was paid. The end of the trip, a cancellation or the bank moves it. */
  'pending',
  /** The trip ended, or something is kept of a cancelled one; the platform may set it after a failure. The platform moves it. */
  'scheduled',
  /** The platform sent the money. It reports what came of it. */
  'in_transit',
  /** The platform says it arrived. Final. */
  'paid',
  /** The platform says it came back. It may schedule it again. */
  'failed',
  /** The trip was called off and nothing is kept. Final. */
  'cancelled',
] as const

export type PayoutStatus = (typeof payoutStatuses)[number]

/** The statuses the platform may report. */
export const reportablePayoutStatuses = ['scheduled', 'in_transit', 'paid', 'failed'] as const

type ReportablePayoutStatus = (typeof reportablePayoutStatuses)[number]

/** The part of a payout that its moves look at. Amounts in minor units, instants in ms. */
export type Payout = {
  readonly status: PayoutStatus
  readonly amount: number
  readonly scheduledFor: number | null
  readonly paidAt: number | null
  readonly statementRef: string | null
  readonly failureReason: string | null
  readonly updatedAt: number
}

const next: Readonly<Record<PayoutStatus, readonly ReportablePayoutStatus[]>> = {
  pending: [],
  scheduled: ['in_transit', 'paid', 'failed'],
  in_transit: ['paid', 'failed'],
  failed: ['scheduled'],
  paid: [],
  cancelled: [],
}

/** The trip is over: the money leaves on `scheduledFor` (ms). */
export function schedulePayout<T extends Payout>(payout: T, scheduledFor: number, now: number): T {
  if (payout.status !== 'pending') return payout
  return { ...payout, status: 'scheduled', scheduledFor, updatedAt: now }
}

/** The trip was not over after all. Refuses `undo_expired` once somebody has begun to pay. */
export function unschedulePayout<T extends Payout>(payout: T, now: number): T {
  if (payout.status !== 'scheduled') {
    throw new Refusal('undo_expired', 'The payout of this trip is on its way.', { currentStatus: payout.status })
  }
  return { ...payout, status: 'pending', scheduledFor: null, updatedAt: now }
}

export type PayoutReport = {
  readonly status: ReportablePayoutStatus
  readonly statementRef?: string | null
  readonly failureReason?: string | null
  readonly paidAt?: number | null
}

/** Whether the payer may say so of a payout that stands here; saying again what is so is harmless. */
export function mayReport({ status }: Pick<Payout, 'status'>, said: Pick<PayoutReport, 'status'>): boolean {
  return status === said.status || next[status].includes(said.status)
}

/** The payout as its payer reports it; saying it again is harmless. Refuses `invalid_transition`. */
export function report<T extends Payout>(payout: T, said: PayoutReport, now: number): T {
  if (!mayReport(payout, said)) {
    throw new Refusal('invalid_transition', `A ${payout.status} payout cannot become ${said.status}.`, {
      currentStatus: payout.status,
      allowed: next[payout.status],
    })
  }
  return {
    ...payout,
    status: said.status,
    statementRef: said.statementRef ?? payout.statementRef,
    failureReason: said.status === 'failed' ? (said.failureReason ?? payout.failureReason) : null,
    paidAt: said.status === 'paid' ? (said.paidAt ?? payout.paidAt ?? now) : payout.paidAt,
    updatedAt: now,
  }
}

/** Note that stands beside a payout that is held. */
export const heldNote = 'Held: the card payment is disputed.'

/** Whether nothing of a payout has left yet, and something still may. */
export function isToBePaid({ status }: Pick<Payout, 'status'>): boolean {
  return status === 'pending' || status === 'scheduled' || status === 'failed'
}

/** A bank disputes what was paid for the trip: nothing leaves until that is decided. What is on its way goes on. */
export function hold<T extends Payout>(payout: T, now: number): T {
  if (payout.status !== 'scheduled' && payout.status !== 'failed') return payout
  return { ...payout, status: 'pending', scheduledFor: null, failureReason: null, updatedAt: now }
}

/** The operator's part of what a bank took back in all, at the commission of what was booked (minor units). */
export function partOfLoss(
  { priceAmount, commissionAmount }: { readonly priceAmount: number; readonly commissionAmount: number },
  lostAmount: number,
): number {
  return priceAmount === 0 ? lostAmount : lostAmount - Math.round((lostAmount * commissionAmount) / priceAmount)
}

/** The payout once what was booked was changed: so much more is owed to the operator, or less (minor units). */
export function amendPayout<T extends Payout>(payout: T, differenceAmount: number, now: number): T {
  return { ...payout, amount: payout.amount + differenceAmount, updatedAt: now }
}

/** The trip was called off: nothing is owed but the operator's part of what the customer does not get back. */
export function cancelPayout<T extends Payout>(payout: T, retainedAmount: number, commissionBps: number, now: number): T {
  const amount = retainedAmount - share(retainedAmount, commissionBps)
  return { ...payout, status: amount === 0 ? 'cancelled' : payout.status, amount, updatedAt: now }
}
