import type { Stripe } from 'stripe'
import type { ProviderDispute } from './payments.ts'
import type { StripeAccess } from './stripe-client.ts'
import { listAll } from './stripe-lists.ts'

/** Disputes opened since (ms), oldest last, over all pages of the list. Disputes of charges of other servers are left out. */
export async function* listDisputesSince(access: StripeAccess, at: number): AsyncGenerator<ProviderDispute> {
  const created = { gte: Math.floor(at / 1_000) }
  for await (const dispute of listAll(access, (page) => access.api.disputes.list({ created, ...page })))
    yield* toProviderDispute(dispute)
}

function toProviderDispute(dispute: Stripe.Dispute): ProviderDispute[] {
  const { id, payment_intent: charge, reason, amount, currency, created, evidence_details: evidence } = dispute
  if (charge === null) return []
  return [
    {
      ref: id,
      chargeRef: typeof charge === 'string' ? charge : charge.id,
      status: toDisputeStatus(dispute),
      reason,
      amount,
      currencyCode: currency.toUpperCase(),
      respondBy: evidence?.due_by ? evidence.due_by * 1_000 : null,
      openedAt: created * 1_000,
    },
  ]
}

/**
 * The status of a dispute. A bank's inquiry is a dispute that takes no money yet. One that was settled before it began was
 * refunded, unless it was blocked.
 */
function toDisputeStatus({ status, payment_method_details: details }: Stripe.Dispute): ProviderDispute['status'] {
  switch (status) {
    case 'needs_response':
    case 'warning_needs_response':
      return 'needs_response'
    case 'won':
    case 'warning_closed':
      return 'won'
    case 'lost':
      return 'lost'
    case 'prevented':
      return details?.card?.case_type === 'block' ? 'won' : 'lost'
    default:
      // A status that is unknown to this release keeps the payout waiting.
      return 'under_review'
  }
}
