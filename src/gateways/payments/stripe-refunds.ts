import type { Stripe } from 'stripe'
import type { Refund, RefundState } from './payments.ts'
import { metadataOf, type StripeAccess } from './stripe-client.ts'
import { isMissing, providerFaultOf, undecided } from './stripe-faults.ts'

/**
 * Sends money back, after a look for what was sent for this payment before. Its key changes only where Stripe has said that the account
 * holds too little, because it would go on saying so under the same one.
 */
export async function sendRefund(access: StripeAccess, refund: Refund): Promise<RefundState> {
  const before = await findOwn(access, refund)
  if (before === 'no_charge') return notSent
  if (before !== null) return stateOf(before, refund)
  const params: Stripe.RefundCreateParams = {
    payment_intent: refund.chargeRef,
    amount: refund.amount,
    reason: 'requested_by_customer',
    metadata: { ...metadataOf(refund, access.serverId), charabanc_owed: String(refund.owedAt) },
  }
  const { answer, fault } = await access.attempt(() => access.api.refunds.create(params, { idempotencyKey: refundKeyOf(refund) }))
  if (fault === null) return stateOf(answer, refund)
  switch (fault.code) {
    case 'charge_already_refunded': {
      const own = await findOwn(access, refund)
      return own === null || own === 'no_charge' ? { status: 'refunded', ref: null, why: 'sent_elsewhere' } : stateOf(own, refund)
    }
    case 'charge_disputed':
      return { status: 'failed', ref: null, why: 'disputed' }
    case 'balance_insufficient':
      return { status: 'pending', ref: null, why: 'insufficient_funds' }
    default:
      // Somebody has sent a part of it elsewhere, or the charge is gone: no repetition changes that, and people send the rest.
      if (fault.kind === 'rejected' && fault.code !== 'idempotency_error') return notSent
      throw providerFaultOf(fault)
  }
}

function refundKeyOf({ key, owedAt, attempt }: Refund): string {
  return attempt === 1 ? `${key}-${owedAt}` : `${key}-${owedAt}-${attempt}`
}

const notSent: RefundState = { status: 'failed', ref: null, why: 'failed' }

async function findOwn(
  { attempt, api }: StripeAccess,
  { chargeRef, key, owedAt }: Refund,
): Promise<Stripe.Refund | 'no_charge' | null> {
  const { answer, fault } = await attempt(() => api.refunds.list({ payment_intent: chargeRef, limit: 100 }))
  if (fault !== null && isMissing(fault)) return 'no_charge'
  if (fault !== null) throw providerFaultOf(fault)
  const { data } = answer
  if (!Array.isArray(data)) throw undecided('no_list')
  const isOwn = ({ metadata }: Stripe.Refund) => metadata?.charabanc_key === key && metadata.charabanc_owed === String(owedAt)
  return data.find(isOwn) ?? null
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
