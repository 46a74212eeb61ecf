import { balanceDueAt } from './booking.ts'
import { share } from './money.ts'

/** Facts that decide how an amendment changes the money of a booking. Amounts in minor units, instants in ms. */
export type AmendedMoney = {
  readonly priceAmount: number
  readonly depositAmount: number
  readonly commissionBps: number
  readonly departsAt: number
  /** By how much later it departs than before. */
  readonly movedMs: number
  /** Instant at which the balance fell due until now, if it does. */
  readonly balanceDueAt: number | null
  readonly balanceDays: number
  /** True where it is paid on an account or in cash, so many days after the departure, and not before it. */
  readonly isPaidAfter: boolean
  /** Part of the old price that is owed. */
  readonly owedAmount: number
}

/**
 * Sums that follow from the price of an amended booking. The balance falls due so many days before the departure as it
 * now is; one that was due and not paid stays so. One that is paid after the departure moves with it.
 */
export function amendedPrice(money: AmendedMoney, now: number) {
  const { priceAmount, depositAmount, commissionBps, departsAt, balanceDays } = money
  const commissionAmount = share(priceAmount, commissionBps)
  const balanceAmount = Math.max(0, priceAmount - depositAmount)
  return {
    priceAmount,
    commissionAmount,
    payoutAmount: priceAmount - commissionAmount,
    balanceAmount,
    balanceDueAt: balanceAmount === 0 ? null : dueAt(money, balanceDueAt(balanceAmount, departsAt, now, balanceDays), now),
  }
}

function dueAt({ balanceDueAt: wasDueAt, owedAmount, isPaidAfter, movedMs }: AmendedMoney, usual: number | null, now: number) {
  if (wasDueAt === null) return usual
  if (wasDueAt <= now && owedAmount > 0) return wasDueAt
  return isPaidAfter ? Math.max(wasDueAt + movedMs, now) : usual
}

/**
 * Amount that goes back because the price fell below what was paid; what had been paid over it before stays where it
 * is.
 */
export function overpaidBy(paidAmount: number, sums: { readonly before: number; readonly after: number }): number {
  return Math.max(0, Math.max(0, paidAmount - sums.after) - Math.max(0, paidAmount - sums.before))
}
