import { chargeSpan } from '../../domain/balance.ts'
import { hasBalanceConsent } from '../../domain/card-consent.ts'
import { isRetryableFault } from '../../domain/card-fault.ts'
import { hourMs } from '../../domain/instant.ts'
import { computeBalanceDue } from '../../domain/ledger.ts'
import { hasPaid } from '../../domain/payment.ts'
import { findLeastCharge } from '../../gateways/payments/payments.ts'
import type { BookingRow } from '../../storage/queries/bookings.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'
import type { QuoteRow } from '../../storage/queries/quotes.ts'
import type { WorkerContext } from '../context.ts'

/** A charge of a saved card without the customer; `amount` in minor units, instants in ms. */
export type CardPlan = { readonly method: string; readonly amount: number; readonly from: number; readonly until: number }

type Books = {
  readonly booking: BookingRow
  readonly quote: Pick<QuoteRow, 'balanceDays'>
  readonly operator: Pick<Operator, 'chargeBalance'> | null
  readonly payments: readonly PaymentRow[]
}

/**
 * The next automatic charge to the saved card of a booking, for the balance of the price. It is repeated only if the bank's
 * reason may pass. Null if the customer pays, after the last try or date, and for an amount too small for a card. Extras are
 * always left to the customer.
 */
export function findBalanceChargePlan(
  context: Pick<WorkerContext, 'payments'>,
  { booking, quote, operator, payments }: Books,
  now: number,
) {
  const method = findBalanceCard(context, { operator, payments })
  const amount = computeBalanceDue(booking, payments)
  const isTooLittle = amount < findLeastCharge(context.payments, booking.currencyCode)
  const span = chargeSpan({ ...booking, balanceDays: quote.balanceDays })
  if (method === null || isTooLittle || span === null || now > span.until) return null
  if (!isTryAllowed(payments.filter(isAutomaticCharge), now)) return null
  return { method, amount, ...span } satisfies CardPlan
}

/**
 * Identifier, at the provider, of the saved card for the balance of a booking. Null without a card, if the operator does not
 * charge balances, and if the customer did not consent on the page.
 */
export function findBalanceCard(
  context: Pick<WorkerContext, 'payments'>,
  { operator, payments }: Pick<Books, 'operator' | 'payments'>,
): string | null {
  const method = findSavedMethod(context, payments)
  if (method === null || operator?.chargeBalance !== true) return null
  const consent = payments.findLast((one) => one.method === method && one.consentText !== null)?.consentText
  return consent == null || hasBalanceConsent(consent) ? method : null
}

/** Greatest number of automatic charges to a card for one booking, `betweenTriesMs` apart: a bank may accept a later one. */
const mostTries = 3
const betweenTriesMs = 12 * hourMs

function isTryAllowed(tries: readonly PaymentRow[], now: number): boolean {
  const last = tries.at(-1)
  if (last === undefined) return true
  const hasFailed = last.status === 'declined' || last.status === 'released'
  return tries.length < mostTries && hasFailed && isRetryableFault(last.fault) && now >= last.createdAt + betweenTriesMs
}

/** Whether the clock began a charge, without the customer. */
export function isAutomaticCharge({ origin }: PaymentRow): boolean {
  return origin === 'clock'
}

/** Identifier, at the provider of this server, of the card that paid last for a booking; null without one. */
export function findSavedMethod(context: Pick<WorkerContext, 'payments'>, payments: readonly PaymentRow[]): string | null {
  return findSavedCardPayment(context, payments)?.method ?? null
}

/** The last payment with a card that this server's provider still has, or null. */
export function findSavedCardPayment(
  { payments: { kind, name } }: Pick<WorkerContext, 'payments'>,
  payments: readonly PaymentRow[],
): PaymentRow | null {
  if (kind !== 'cards') return null
  const paidWith = payments.findLast(
    (one) => one.kind !== 'refund' && hasPaid(one) && one.provider === name && one.providerRef !== null && one.method !== null,
  )
  return paidWith ?? null
}

/**
 * Whether the amount due of a booking is paid outside the card provider: there is none, or the amount is too small for a card.
 */
export function isPaidByHand(
  { payments }: Pick<WorkerContext, 'payments'>,
  { dueAmount, currencyCode }: Pick<BookingRow, 'dueAmount' | 'currencyCode'>,
): boolean {
  return payments.kind === 'transfer' || dueAmount < payments.least(currencyCode)
}
