import { startOfLocalDay, startOfNextLocalMonth } from './instant.ts'
import { faultAt, refuseFaults } from './refusal.ts'

export const agreedTerms = ['deposit', 'account', 'cash'] as const
export const agreedWays = ['phone', 'email', 'paper'] as const

/** An agreement with a customer, as the operator tells it: how the trip is paid, and how they said so. */
export type Agreement = {
  readonly terms: (typeof agreedTerms)[number]
  readonly agreedBy: (typeof agreedWays)[number]
  /** The number of the customer's own order. */
  readonly poNumber: string | null
}

export const invoicings = ['each', 'monthly'] as const

/** The terms on which a customer pays by invoice. */
export type CustomerAccount = {
  readonly termsDays: number
  readonly poRequired: boolean
  readonly invoice: (typeof invoicings)[number]
}

/** True where it is paid on an account or in cash, after the trip has begun. */
export function isPaidAfter(terms: Agreement['terms'] | null): boolean {
  return terms === 'account' || terms === 'cash'
}

/** A deposit is asked for where nothing else was agreed. */
export function asksDeposit({ terms }: Agreement): boolean {
  return terms === 'deposit'
}

/** Refuses `validation_failed` for an account the customer does not have, and for an order number that it requires. */
export function mustSuitAccount({ terms, poNumber }: Agreement, account: CustomerAccount | null): void {
  if (terms !== 'account') return
  if (account === null) refuseFaults([faultAt(['terms'], 'noAccount')])
  else if (account.poRequired && poNumber === null) refuseFaults([faultAt(['poNumber'], 'required')])
}

/** Facts that decide when a trip that was booked on the operator's word is to be paid; instants in ms. */
type Payable = {
  readonly departsAt: number
  /** Instant at which what is beside the deposit falls due, as for any booking; null where nothing is. */
  readonly balanceDueAt: number | null
  /** IANA, the operator's. */
  readonly timezone: string
}

/**
 * Instant (ms) at which what is owed beside a deposit falls due. On an account it is when the invoice should fall due,
 * in cash when the trip begins, else as the quote says. An invoice then says it for sure.
 */
export function agreedDueAt(
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
