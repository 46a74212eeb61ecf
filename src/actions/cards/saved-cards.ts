import { chargeSpan } from '../../domain/balance.ts'
import { agreesToBalance } from '../../domain/card-consent.ts'
import { mayPass } from '../../domain/card-fault.ts'
import { hourMs } from '../../domain/instant.ts'
import { balanceOwed } from '../../domain/ledger.ts'
import { hasPaid } from '../../domain/payment.ts'
import { leastTakenBy } from '../../gateways/payments/payments.ts'
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
 * The charge that the clock is still to make to the saved card of a booking: what is owed of the price. It is made
 * once, and again only where the bank's reason may pass. Null where it is left to the customer, has been tried, comes
 * too late, or is less than a card can be charged. Extras always are left to the customer.
 */
export function cardPlanOf(context: Pick<WorkerContext, 'payments'>, { booking, quote, operator, payments }: Books, now: number) {
  const method = balanceCardOf(context, { operator, payments })
  const amount = balanceOwed(booking, payments)
  const isTooLittle = amount < leastTakenBy(context.payments, booking.currencyCode)
  const span = chargeSpan({ ...booking, balanceDays: quote.balanceDays })
  if (method === null || isTooLittle || span === null || now > span.until) return null
  if (!mayTry(payments.filter(isByClock), now)) return null
  return { method, amount, ...span } satisfies CardPlan
}

/**
 * Identifier, at the provider, of the saved card to which a booking's balance may be charged. Null without a card, and
 * unless the operator charges balances. Null too where a page asked the customer to agree and they did not.
 */
export function balanceCardOf(
  context: Pick<WorkerContext, 'payments'>,
  { operator, payments }: Pick<Books, 'operator' | 'payments'>,
): string | null {
  const method = savedCardOf(context, payments)
  if (method === null || operator?.chargeBalance !== true) return null
  const consent = payments.findLast((one) => one.method === method && one.consentText !== null)?.consentText
  return consent == null || agreesToBalance(consent) ? method : null
}

/**
 * Greatest number of charges that the clock makes to a card for one booking. They lie `betweenTriesMs` apart: a bank
 * may think otherwise in some days.
 */
const mostTries = 3
const betweenTriesMs = 12 * hourMs

function mayTry(tries: readonly PaymentRow[], now: number): boolean {
  const last = tries.at(-1)
  if (last === undefined) return true
  const hasFailed = last.status === 'declined' || last.status === 'released'
  return tries.length < mostTries && hasFailed && mayPass(last.fault) && now >= last.createdAt + betweenTriesMs
}

/** Whether the clock began a charge, without the customer. */
export function isByClock({ origin }: PaymentRow): boolean {
  return origin === 'clock'
}

/** Identifier, at the provider of this server, of the card that paid last for a booking; null without one. */
export function savedCardOf(context: Pick<WorkerContext, 'payments'>, payments: readonly PaymentRow[]): string | null {
  return savedCardPayment(context, payments)?.method ?? null
}

/** The last payment made with a card that the provider of this server still keeps, or null. */
export function savedCardPayment(
  { payments: { kind, name } }: Pick<WorkerContext, 'payments'>,
  payments: readonly PaymentRow[],
): PaymentRow | null {
  if (kind !== 'cards') return null
  const paidWith = payments.findLast(
    (one) => one.kind !== 'refund' && hasPaid(one) && one.provider === name && one.providerRef !== null && one.method !== null,
  )
  return paidWith ?? null
}

/** Whether what is due of a booking comes past the provider of cards: there is none, or it is less than a card can be charged. */
export function isPaidByHand(
  { payments }: Pick<WorkerContext, 'payments'>,
  { dueAmount, currencyCode }: Pick<BookingRow, 'dueAmount' | 'currencyCode'>,
): boolean {
  return payments.kind === 'transfer' || dueAmount < payments.least(currencyCode)
}
