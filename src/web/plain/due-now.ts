import { computeUnpaidDeposit } from '../../domain/ledger.ts'

type BilledBooking = {
  readonly status: string
  readonly price_amount: number
  readonly deposit_amount: number
  readonly paid_amount: number
  readonly due_amount: number
  readonly balance_due_at: string | null
}

/** Deposit of a booking that is due at `now` (ms), in minor units. 0 if none is due. */
export function computeDepositDueNow(booking: BilledBooking, now: number): number {
  const { status, price_amount, deposit_amount, paid_amount, due_amount, balance_due_at } = booking
  const deposited = {
    status: status === 'cancelled' ? ('cancelled' as const) : ('active' as const),
    priceAmount: price_amount,
    depositAmount: deposit_amount,
    paidAmount: paid_amount,
    balanceDueAt: balance_due_at === null ? null : Date.parse(balance_due_at),
  }
  return Math.min(due_amount, computeUnpaidDeposit(deposited, now))
}

/** Next amount that a customer pays: the deposit while it is unpaid, then the whole balance due. */
export function computeDueNow(booking: BilledBooking, now: number): number {
  return computeDepositDueNow(booking, now) || booking.due_amount
}
