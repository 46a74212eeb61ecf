import { chargeSpan } from '../domain/balance.ts'
import { balanceOwed } from '../domain/ledger.ts'
import type { BookingRow } from '../storage/queries/bookings.ts'
import type { Operator } from '../storage/queries/operators.ts'
import type { PaymentRow } from '../storage/queries/payments.ts'
import type { QuoteRow } from '../storage/queries/quotes.ts'
import type { WorkerContext } from './context.ts'

/** What is charged without the customer; `amount` in minor units, instants in ms. */
type CardPlan = { readonly method: string; readonly amount: number; readonly from: number; readonly until: number }

type Books = {
  readonly booking: BookingRow
  readonly quote: Pick<QuoteRow, 'balanceDays'>
  readonly operator: Pick<Operator, 'chargeBalance'> | null
  readonly payments: readonly PaymentRow[]
}

/**
 * What is still to be charged to the saved card of a booking by itself: what is owed of the price, once. Null where that is left to the
 * customer, has been tried, or comes too late. Extras always are.
 */
export function cardPlanOf(context: Pick<WorkerContext, 'payments'>, { booking, quote, operator, payments }: Books, now: number) {
  const method = savedCardOf(context, payments)
  const amount = balanceOwed(booking, payments)
  const span = chargeSpan({ ...booking, balanceDays: quote.balanceDays })
  if (method === null || amount === 0 || span === null || now > span.until) return null
  if (operator?.chargeBalance !== true || payments.some(isByClock)) return null
  return { method, amount, ...span } satisfies CardPlan
}

/** Whether the clock began a charge, without the customer. */
export function isByClock({ origin }: PaymentRow): boolean {
  return origin === 'clock'
}

/** What the provider of this server keeps the card under that paid last for a booking; null without one. */
export function savedCardOf(
  { payments: { kind, name } }: Pick<WorkerContext, 'payments'>,
  payments: readonly PaymentRow[],
): string | null {
  if (kind !== 'cards') return null
  const paidWith = payments.findLast(
    (one) => one.kind !== 'refund' && one.status === 'succeeded' && one.provider === name && one.providerRef !== null,
  )
  return paidWith?.method ?? null
}
