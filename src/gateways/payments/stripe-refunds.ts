import type { Stripe } from 'stripe'
import type { Refund, RefundState } from './payments.ts'
import { metadataOf, type StripeAccess } from './stripe-client.ts'
import { providerFaultOf, undecided } from './stripe-faults.ts'

/** Sends money back under a key that never changes, after a look for what was sent for this payment before. */
export async function sendRefund(access: StripeAccess, refund: Refund): Promise<RefundState> {
  const before = await findOwn(access, refund)
  if (before !== null) return stateOf(before, refund)
  const params: Stripe.RefundCreateParams = {
    payment_intent: refund.chargeRef,
    amount: refund.amount,
    reason: 'requested_by_customer',
    metadata: metadataOf(refund, access.serverId),
  }
  const { answer, fault } = await access.attempt(() => access.api.refunds.create(params, { idempotencyKey: refund.key }))
  if (fault === null) return stateOf(answer, refund)
  switch (fault.code) {
    case 'charge_already_refunded': {
      const own = await findOwn(access, refund)
      return own === null ? { status: 'refunded', ref: null, why: 'sent_elsewhere' } : stateOf(own, refund)
    }
    case 'charge_disputed':
      return { status: 'failed', ref: null, why: 'disputed' }
    case 'balance_insufficient':
      return { status: 'pending', ref: null, why: 'insufficient_funds' }
    default:
      throw providerFaultOf(fault)
  }
}

async function findOwn({ ask, api }: StripeAccess, { chargeRef, paymentId }: Refund): Promise<Stripe.Refund | null> {
  const { data } = await ask(() => api.refunds.list({ payment_intent: chargeRef, limit: 100 }))
  if (!Array.isArray(data)) throw undecided('no_list')
  return data.find(({ metadata }) => metadata?.charabanc_payment === String(paymentId)) ?? null
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
