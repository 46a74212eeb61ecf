export const disputeStatuses = [
  /** The bank requests evidence. The answer, on the provider's pages, moves it on. */
  'needs_response',
  /** The bank reviews the answer. It decides, or requests more evidence. */
  'under_review',
  /** The bank decided for the operator. Final. */
  'won',
  /** The bank has taken the money. Final. */
  'lost',
] as const

export type DisputeStatus = (typeof disputeStatuses)[number]

/** The terms of a dispute from its provider. Amount in minor units, `respondBy` in ms. */
export type DisputeTerms = {
  readonly status: DisputeStatus
  readonly reason: string
  readonly amount: number
  readonly currencyCode: string
  readonly respondBy: number | null
}

/** The fields of a dispute for its moves; instants in ms. */
export type Dispute = DisputeTerms & { readonly closedAt: number | null; readonly updatedAt: number }

/** Whether a bank has not decided yet. */
export function isDisputeOpen({ status }: { readonly status: DisputeStatus }): boolean {
  return status === 'needs_response' || status === 'under_review'
}

/** A dispute after its provider's report; the same object if nothing changed. A bank's decision is final. */
export function updateDispute<T extends Dispute>(known: T, said: DisputeTerms, now: number): T {
  if (!isDisputeOpen(known) || isDisputeUnchanged(known, said)) return known
  const { status, reason, amount, currencyCode, respondBy } = said
  return { ...known, status, reason, amount, currencyCode, respondBy, closedAt: isDisputeOpen(said) ? null : now, updatedAt: now }
}

function isDisputeUnchanged(known: DisputeTerms, said: DisputeTerms): boolean {
  return (['status', 'reason', 'amount', 'currencyCode', 'respondBy'] as const).every((key) => known[key] === said[key])
}

/** The news of a dispute, by its earlier and present state. `before` is null for a new one; the result is null without news. */
export function findDisputeNews(
  before: Pick<Dispute, 'status'> | null,
  after: Pick<Dispute, 'status'>,
): 'dispute_opened' | 'dispute_closed' | null {
  if (!isDisputeOpen(after)) return before === null || isDisputeOpen(before) ? 'dispute_closed' : null
  const asksAgain = before?.status === 'under_review' && after.status === 'needs_response'
  return before === null || asksAgain ? 'dispute_opened' : null
}

/** A dispute with the amount of its payment. */
export type DisputeOfPayment = {
  readonly dispute: Pick<Dispute, 'status' | 'amount' | 'currencyCode'>
  readonly paidAmount: number
}

/**
 * The sum that banks have taken back, in minor units of this currency. A dispute in another one counts the amount of its payment.
 */
export function computeLostAmount(disputes: readonly DisputeOfPayment[], currencyCode: string): number {
  return disputes
    .filter(({ dispute }) => dispute.status === 'lost')
    .reduce((total, { dispute, paidAmount }) => total + (dispute.currencyCode === currencyCode ? dispute.amount : paidAmount), 0)
}
