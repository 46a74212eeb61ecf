import { startOfLocalDay, startOfNextLocalMonth } from './instant.ts'
import { faultAt, refuseFaults } from './refusal.ts'

export const agreedTerms = ['deposit', 'account', 'cash'] as const
export const agreedWays = ['phone', 'email', 'paper'] as const

/** An agreement with a customer, as the operator reports it: how the trip is paid, and how the customer agreed. */
export type Agreement = {
  readonly terms: (typeof agreedTerms)[number]
  readonly agreedBy: (typeof agreedWays)[number]
  readonly poNumber: string | null
}

export const invoicings = ['each', 'monthly'] as const

/** The terms on which a customer pays by invoice. */
export type CustomerAccount = {
  readonly termsDays: number
  readonly poRequired: boolean
  readonly invoice: (typeof invoicings)[number]
}

/** True if it is paid on an account or in cash, after the trip has begun. */
export function isPaidAfter(terms: Agreement['terms'] | null): boolean {
  return terms === 'account' || terms === 'cash'
}

/** Whether a deposit is due: yes, unless the agreement has other terms. */
export function isDepositAsked({ terms }: Agreement): boolean {
  return terms === 'deposit'
}

/** Refuses `validation_failed` for an account the customer does not have, and for an order number that it requires. */
export function requireSuitableAccount({ terms, poNumber }: Agreement, account: CustomerAccount | null): void {
  if (terms !== 'account') return
  if (account === null) refuseFaults([faultAt(['terms'], 'noAccount')])
  else if (account.poRequired && poNumber === null) refuseFaults([faultAt(['poNumber'], 'required')])
}

/** Facts that decide when an agreed booking is paid; instants in ms. */
type Payable = {
  readonly departsAt: number
  /** Instant at which the balance falls due, as for any booking; null without a balance. */
  readonly balanceDueAt: number | null
  /** IANA name of the operator's time zone. */
  readonly timezone: string
}

/**
 * Instant (ms) at which the balance falls due. On an account it is the due date of the expected invoice, in cash the start of the
 * trip, otherwise the date of the quote. An invoice then sets the final date.
 */
export function computeAgreedDueTime(
  { terms }: Pick<Agreement, 'terms'>,
  payable: Payable,
  account: CustomerAccount | null,
  now: number,
): number | null {
  if (terms === 'cash') return Math.max(payable.departsAt, now)
  return terms === 'account' && account !== null ? Math.max(accountDueAt(payable, account), now) : payable.balanceDueAt
}

function accountDueAt({ departsAt, timezone }: Payable, { invoice, termsDays }: CustomerAccount): number {
  const invoicedAt = invoice === 'monthly' ? startOfNextLocalMonth(departsAt, timezone) : departsAt
  return startOfLocalDay(invoicedAt, timezone, termsDays)
}
