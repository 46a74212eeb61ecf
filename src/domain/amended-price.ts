import { computeBalanceDueTime } from './booking.ts'
import { computeShare } from './money.ts'

/** Facts that decide how an amendment changes the money of a booking. Amounts in minor units, instants in ms. */
export type AmendedMoney = {
  readonly priceAmount: number
  readonly depositAmount: number
  readonly commissionBps: number
  readonly departsAt: number
  /** Delay of the new departure against the old one. */
  readonly movedMs: number
  /** Earlier due date of the balance, if it has one. */
  readonly balanceDueAt: number | null
  readonly balanceDays: number
  /** True for payment on an account or in cash this many days after the departure. */
  readonly isPaidAfter: boolean
  /** Due part of the old price. */
  readonly owedAmount: number
}

/**
 * Sums that follow from the price of an amended booking. The balance falls due the usual days before the new departure; an
 * overdue one stays due. A balance that is paid after the departure moves with it.
 */
export function computeAmendedPrice(money: AmendedMoney, now: number) {
  const { priceAmount, depositAmount, commissionBps, departsAt, balanceDays } = money
  const commissionAmount = computeShare(priceAmount, commissionBps)
  const balanceAmount = Math.max(0, priceAmount - depositAmount)
  return {
    priceAmount,
    commissionAmount,
    payoutAmount: priceAmount - commissionAmount,
    balanceAmount,
    balanceDueAt:
      balanceAmount === 0 ? null : dueAt(money, computeBalanceDueTime(balanceAmount, departsAt, now, balanceDays), now),
  }
}

function dueAt({ balanceDueAt: wasDueAt, owedAmount, isPaidAfter, movedMs }: AmendedMoney, usual: number | null, now: number) {
  if (wasDueAt === null) return usual
  if (wasDueAt <= now && owedAmount > 0) return wasDueAt
  return isPaidAfter ? Math.max(wasDueAt + movedMs, now) : usual
}

/** Amount to refund because the price fell below what was paid; an earlier overpayment is not refunded. */
export function computeOverpayment(paidAmount: number, sums: { readonly before: number; readonly after: number }): number {
  return Math.max(0, Math.max(0, paidAmount - sums.after) - Math.max(0, paidAmount - sums.before))
}
