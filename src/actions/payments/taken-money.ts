import { Refusal } from '../../domain/refusal.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'

/**
 * Columns that book a payment with the amount that its page took, if that differs from the requested one. Refuses
 * `invalid_transition` for money in another currency.
 */
export function buildBookedAmountColumns(payment: PaymentRow): Partial<PaymentRow> {
  const { takenAmount, takenCurrency, currencyCode } = payment
  if (takenAmount === null) return {}
  if (takenCurrency !== currencyCode) throw cannotMove(payment, `it was paid in ${takenCurrency}`)
  return { amount: takenAmount, takenAmount: null, takenCurrency: null }
}

/** The `invalid_transition` refusal with the reason why a payment does not change. */
export function cannotMove({ id, status }: PaymentRow, why: string): Refusal {
  return new Refusal('invalid_transition', `Payment ${id} is ${status}: ${why}.`, { currentStatus: status, allowed: [] })
}
