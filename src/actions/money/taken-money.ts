import { Refusal } from '../../domain/refusal.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'

/**
 * Columns that book a payment with the amount that its page took, where that is another than was asked for. Refuses
 * `invalid_transition` for money in another currency.
 */
export function takenOf(payment: PaymentRow): Partial<PaymentRow> {
  const { takenAmount, takenCurrency, currencyCode } = payment
  if (takenAmount === null) return {}
  if (takenCurrency !== currencyCode) throw unmoved(payment, `it was paid in ${takenCurrency}`)
  return { amount: takenAmount, takenAmount: null, takenCurrency: null }
}

/** `invalid_transition`, with why a payment stays as it is. */
export function unmoved({ id, status }: PaymentRow, why: string): Refusal {
  return new Refusal('invalid_transition', `Payment ${id} is ${status}: ${why}.`, { currentStatus: status, allowed: [] })
}
