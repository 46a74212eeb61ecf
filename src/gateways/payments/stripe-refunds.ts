import type { Stripe } from 'stripe'
import type { Refund, RefundState } from './payments.ts'
import { buildMetadata, type StripeAccess } from './stripe-client.ts'
import { isResourceMissing, toProviderFault, undecidedFault } from './stripe-faults.ts'

/**
 * Sends a refund, after a search for an earlier one of this payment. Its key changes only after Stripe reported too little money
 * in the account, because the same key would repeat that answer.
 */
export async function refundStripeCharge(access: StripeAccess, refund: Refund): Promise<RefundState> {
  const listed = await listRefundsOfCharge(access, refund.chargeRef)
  if (listed === null) return unknownCharge
  const before = findOwnRefund(listed, refund)
  if (before !== undefined) return toRefundState(before, refund)
  const params: Stripe.RefundCreateParams = {
    payment_intent: refund.chargeRef,
    amount: refund.amount,
    reason: 'requested_by_customer',
    metadata: {
      ...buildMetadata(refund, access.serverId),
      charabanc_owed: String(refund.owedAt),
      charabanc_attempt: String(refund.attempt),
    },
  }
  const { answer, fault } = await access.attempt(() =>
    access.api.refunds.create(params, { idempotencyKey: buildRefundKey(refund) }),
  )
  if (fault === null) return toRefundState(answer, refund)
  switch (fault.code) {
    case 'charge_already_refunded': {
      const own = findOwnRefund((await listRefundsOfCharge(access, refund.chargeRef)) ?? [], refund)
      return own === undefined ? { status: 'refunded', ref: null, why: 'sent_elsewhere' } : toRefundState(own, refund)
    }
    case 'charge_disputed':
      return { status: 'failed', ref: null, why: 'disputed' }
    case 'balance_insufficient':
      return { status: 'pending', ref: null, why: 'insufficient_funds' }
    default:
      if (isResourceMissing(fault)) return unknownCharge
      // A part was refunded elsewhere. A retry cannot fix that, so people send the rest.
      if (fault.kind === 'rejected' && fault.code !== 'idempotency_error') return notSent
      throw toProviderFault(fault)
  }
}

function buildRefundKey({ key, owedAt, attempt }: Refund): string {
  return attempt === 1 ? `${key}-${owedAt}` : `${key}-${owedAt}-${attempt}`
}

const notSent: RefundState = { status: 'failed', ref: null, why: 'failed' }

const unknownCharge: RefundState = { status: 'unknown', ref: null, why: null }

/**
 * The sum of a charge's refunds, including those in progress and outside this server, in minor units. Null if Stripe does not
 * know the charge.
 */
export async function sumReturned(access: StripeAccess, chargeRef: string): Promise<number | null> {
  const refunds = await listRefundsOfCharge(access, chargeRef)
  return refunds === null ? null : refunds.filter(isUnderway).reduce((sum, { amount }) => sum + amount, 0)
}

/** Whether a refund was or will be sent. */
export function isUnderway({ status }: Stripe.Refund): boolean {
  return status !== 'failed' && status !== 'canceled'
}

/** The refunds of a charge, or null if Stripe does not know it. */
async function listRefundsOfCharge({ attempt, api }: StripeAccess, chargeRef: string): Promise<readonly Stripe.Refund[] | null> {
  const { answer, fault } = await attempt(() => api.refunds.list({ payment_intent: chargeRef, limit: 100 }))
  if (fault !== null && isResourceMissing(fault)) return null
  if (fault !== null) throw toProviderFault(fault)
  if (!Array.isArray(answer.data)) throw undecidedFault('no_list')
  return answer.data
}

/** Finds the earlier result of a refund. A refund that failed under an earlier attempt does not count. */
function findOwnRefund(refunds: readonly Stripe.Refund[], { key, owedAt, attempt }: Refund): Stripe.Refund | undefined {
  return refunds.find((sent) => {
    const { charabanc_key: sentKey, charabanc_owed: sentFor, charabanc_attempt: sentAt = '1' } = sent.metadata ?? {}
    return sentKey === key && sentFor === String(owedAt) && (isUnderway(sent) || Number(sentAt) >= attempt)
  })
}

function toRefundState(sent: Stripe.Refund, { amount, currencyCode }: Refund): RefundState {
  const { id: ref, status, pending_reason: pendingReason, failure_reason: failureReason } = sent
  if (sent.amount !== amount || sent.currency !== currencyCode.toLowerCase()) throw undecidedFault('other_amount')
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
      throw undecidedFault('unknown_status')
  }
}
