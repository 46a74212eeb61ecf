import { computeShare } from './money.ts'
import { Refusal } from './refusal.ts'

export const payoutStatuses = [
  /**
   * Initial status, and again when the end is undone or a bank disputes a payment. The end of the trip, a cancellation or the
   * bank moves it on.
   */
  'pending',
  /** The trip ended, or a cancelled trip has a charge; the platform can set it after a failure. The platform moves it on. */
  'scheduled',
  /** The platform sent the money. It reports the result. */
  'in_transit',
  /** The platform reports that it arrived. Final. */
  'paid',
  /** The bank returned it. The platform can schedule it again. */
  'failed',
  /** The trip was cancelled without a charge. Final. */
  'cancelled',
] as const

export type PayoutStatus = (typeof payoutStatuses)[number]

/** The statuses that the platform can report. */
export const reportablePayoutStatuses = ['scheduled', 'in_transit', 'paid', 'failed'] as const

type ReportablePayoutStatus = (typeof reportablePayoutStatuses)[number]

/** The fields of a payout for its moves. Amounts in minor units, instants in ms. */
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

/** Schedules the payout of an ended trip on `scheduledFor` (ms). */
export function schedulePayout<T extends Payout>(payout: T, scheduledFor: number, now: number): T {
  if (payout.status !== 'pending') return payout
  return { ...payout, status: 'scheduled', scheduledFor, updatedAt: now }
}

/** Unschedules the payout after the end of the trip was undone. Refuses `undo_expired` once the payout is being sent. */
export function unschedulePayout<T extends Payout>(payout: T, now: number): T {
  if (payout.status !== 'scheduled') {
    throw new Refusal('undo_expired', 'The payout of this trip is already being sent.', { currentStatus: payout.status })
  }
  return { ...payout, status: 'pending', scheduledFor: null, updatedAt: now }
}

export type PayoutReport = {
  readonly status: ReportablePayoutStatus
  readonly statementRef?: string | null
  readonly failureReason?: string | null
  readonly paidAt?: number | null
}

/** Whether the payer can report this status. A repeat of the current status is harmless. */
export function isReportAllowed({ status }: Pick<Payout, 'status'>, said: Pick<PayoutReport, 'status'>): boolean {
  return status === said.status || next[status].includes(said.status)
}

/** The payout after its payer's report. A repeat changes nothing. Refuses `invalid_transition`. */
export function applyPayoutReport<T extends Payout>(payout: T, said: PayoutReport, now: number): T {
  if (!isReportAllowed(payout, said)) {
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

/** Note of a held payout. */
export const heldNote = 'Held: the card payment is disputed.'

/** Whether a payout was not sent yet and can still be sent. */
export function isPayoutPayable({ status }: Pick<Payout, 'status'>): boolean {
  return status === 'pending' || status === 'scheduled' || status === 'failed'
}

/** Holds a payout while a bank disputes a payment. A payout that is being sent continues. */
export function withholdPayout<T extends Payout>(payout: T, now: number): T {
  if (payout.status !== 'scheduled' && payout.status !== 'failed') return payout
  return { ...payout, status: 'pending', scheduledFor: null, failureReason: null, updatedAt: now }
}

/** The operator's share of all reversed payments, at the booking's commission (minor units). */
export function computeOperatorLoss(
  { priceAmount, commissionAmount }: { readonly priceAmount: number; readonly commissionAmount: number },
  lostAmount: number,
): number {
  return priceAmount === 0 ? lostAmount : lostAmount - Math.round((lostAmount * commissionAmount) / priceAmount)
}

/** The payout after a change of the booking, which adds this amount for the operator or subtracts it (minor units). */
export function amendPayout<T extends Payout>(payout: T, differenceAmount: number, now: number): T {
  return { ...payout, amount: payout.amount + differenceAmount, updatedAt: now }
}

/** The payout after a cancellation: only the operator's share of the cancellation charge. */
export function cancelPayout<T extends Payout>(payout: T, retainedAmount: number, commissionBps: number, now: number): T {
  const amount = retainedAmount - computeShare(retainedAmount, commissionBps)
  return { ...payout, status: amount === 0 ? 'cancelled' : payout.status, amount, updatedAt: now }
}
