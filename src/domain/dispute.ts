export const disputeStatuses = [
  /** The bank asks why the money is ours. Left by answering it, on the provider's pages. */
  'needs_response',
  /** The bank reads what was answered. It decides, or asks again. */
  'under_review',
  /** The money is ours. Final. */
  'won',
  /** The money is gone. Final. */
  'lost',
] as const

export type DisputeStatus = (typeof disputeStatuses)[number]

/** The terms of a dispute, as its provider tells them. Amount in minor units, `respondBy` in ms. */
export type DisputeTerms = {
  readonly status: DisputeStatus
  readonly reason: string
  readonly amount: number
  readonly currencyCode: string
  readonly respondBy: number | null
}

/** The part of a dispute that its moves look at; instants in ms. */
export type Dispute = DisputeTerms & { readonly closedAt: number | null; readonly updatedAt: number }

/** Whether a bank has not decided yet. */
export function isDisputeOpen({ status }: { readonly status: DisputeStatus }): boolean {
  return status === 'needs_response' || status === 'under_review'
}

/** A dispute as its provider says it is by now; the very same where that says nothing new. What a bank has decided stays decided. */
export function hearDispute<T extends Dispute>(known: T, said: DisputeTerms, now: number): T {
  if (!isDisputeOpen(known) || isAsSaid(known, said)) return known
  const { status, reason, amount, currencyCode, respondBy } = said
  return { ...known, status, reason, amount, currencyCode, respondBy, closedAt: isDisputeOpen(said) ? null : now, updatedAt: now }
}

function isAsSaid(known: DisputeTerms, said: DisputeTerms): boolean {
  return (['status', 'reason', 'amount', 'currencyCode', 'respondBy'] as const).every((key) => known[key] === said[key])
}

/**
 * The news to tell people of a dispute, by how it was and how it is by now. `before` is null where it was not known,
 * the answer where it is no news.
 */
export function newsOfDispute(
  before: Pick<Dispute, 'status'> | null,
  after: Pick<Dispute, 'status'>,
): 'dispute_opened' | 'dispute_closed' | null {
  if (!isDisputeOpen(after)) return before === null || isDisputeOpen(before) ? 'dispute_closed' : null
  const asksAgain = before?.status === 'under_review' && after.status === 'needs_response'
  return before === null || asksAgain ? 'dispute_opened' : null
}

/** A dispute beside how much was paid by the payment that it is about. */
export type DisputeOfPayment = {
  readonly dispute: Pick<Dispute, 'status' | 'amount' | 'currencyCode'>
  readonly paidAmount: number
}

/**
 * The sum that banks have taken back, in minor units of this currency. A dispute in another one counts what was paid.
 */
export function lostAmountOf(disputes: readonly DisputeOfPayment[], currencyCode: string): number {
  return disputes
    .filter(({ dispute }) => dispute.status === 'lost')
    .reduce((total, { dispute, paidAmount }) => total + (dispute.currencyCode === currencyCode ? dispute.amount : paidAmount), 0)
}
