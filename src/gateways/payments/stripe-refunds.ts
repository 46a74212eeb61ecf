import type { Stripe } from 'stripe'
import type { Refund, RefundState } from './payments.ts'
import { metadataOf, type StripeAccess } from './stripe-client.ts'
import { isMissing, providerFaultOf, undecided } from './stripe-faults.ts'

/**
 * Sends money back, after a look for what was sent for this payment before. Its key changes only where Stripe has said that the account
 * holds too little, because it would go on saying so under the same one.
 */
export async function sendStripeRefund(access: StripeAccess, refund: Refund): Promise<RefundState> {
  const listed = await refundsOf(access, refund.chargeRef)
  if (listed === null) return unknownCharge
  const before = ownOf(listed, refund)
  if (before !== undefined) return stateOf(before, refund)
  const params: Stripe.RefundCreateParams = {
    payment_intent: refund.chargeRef,
    amount: refund.amount,
    reason: 'requested_by_customer',
    metadata: {
      ...metadataOf(refund, access.serverId),
      charabanc_owed: String(refund.owedAt),
      charabanc_attempt: String(refund.attempt),
    },
  }
  const { answer, fault } = await access.attempt(() => access.api.refunds.create(params, { idempotencyKey: refundKeyOf(refund) }))
  if (fault === null) return stateOf(answer, refund)
  switch (fault.code) {
    case 'charge_already_refunded': {
      const own = ownOf((await refundsOf(access, refund.chargeRef)) ?? [], refund)
      return own === undefined ? { status: 'refunded', ref: null, why: 'sent_elsewhere' } : stateOf(own, refund)
    }
    case 'charge_disputed':
      return { status: 'failed', ref: null, why: 'disputed' }
    case 'balance_insufficient':
      return { status: 'pending', ref: null, why: 'insufficient_funds' }
    default:
      if (isMissing(fault)) return unknownCharge
      // Somebody has sent a part of it elsewhere: no repetition changes that, and people send the rest.
      if (fault.kind === 'rejected' && fault.code !== 'idempotency_error') return notSent
      throw providerFaultOf(fault)
  }
}

function refundKeyOf({ key, owedAt, attempt }: Refund): string {
  return attempt === 1 ? `${key}-${owedAt}` : `${key}-${owedAt}-${attempt}`
}

const notSent: RefundState = { status: 'failed', ref: null, why: 'failed' }

const unknownCharge: RefundState = { status: 'unknown', ref: null, why: null }

/**
 * The sum that has gone back of a charge or is on its way, also past us, in minor units. Null where Stripe does not
 * know the charge.
 */
export async function returnedOf(access: StripeAccess, chargeRef: string): Promise<number | null> {
  const refunds = await refundsOf(access, chargeRef)
  return refunds === null ? null : refunds.filter(isUnderway).reduce((sum, { amount }) => sum + amount, 0)
}

/** Whether a refund has left or is going to. */
export function isUnderway({ status }: Stripe.Refund): boolean {
  return status !== 'failed' && status !== 'canceled'
}

/** The refunds of a charge, or null where Stripe does not know it. */
async function refundsOf({ attempt, api }: StripeAccess, chargeRef: string): Promise<readonly Stripe.Refund[] | null> {
  const { answer, fault } = await attempt(() => api.refunds.list({ payment_intent: chargeRef, limit: 100 }))
  if (fault !== null && isMissing(fault)) return null
  if (fault !== null) throw providerFaultOf(fault)
  if (!Array.isArray(answer.data)) throw undecided('no_list')
  return answer.data
}

/** Finds what was sent for a refund. One that failed under an earlier attempt is over, and says nothing of this one. */
function ownOf(refunds: readonly Stripe.Refund[], { key, owedAt, attempt }: Refund): Stripe.Refund | undefined {
  return refunds.find((sent) => {
    const { charabanc_key: sentKey, charabanc_owed: sentFor, charabanc_attempt: sentAt = '1' } = sent.metadata ?? {}
    return sentKey === key && sentFor === String(owedAt) && (isUnderway(sent) || Number(sentAt) >= attempt)
  })
}

function stateOf(sent: Stripe.Refund, { amount, currencyCode }: Refund): RefundState {
  const { id: ref, status, pending_reason: pendingReason, failure_reason: failureReason } = sent
  if (sent.amount !== amount || sent.currency !== currencyCode.toLowerCase()) throw undecided('other_amount')
  switch (status) {
    case 'succeeded':
      return { status: 'refunded', ref, why: null }
    case 'pending':
    case 'requires_action':
      return { status: 'pending', ref, why: pendingReason === 'insufficient_funds' ? 'insufficient_funds' : null }
    case 'failed':
    case 'canceled':
      return { status: 'failed', ref, why: failureReason === 'charge_for_pending_refund_disputed' ? 'disputed' : 'failed' }
    default:
      throw undecided('unknown_status')
  }
}
