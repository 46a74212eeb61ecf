import type Stripe from 'stripe'
import { commonFields } from './objects.ts'
import { makeId, type StripeState, secondsOf } from './state.ts'

export type NewRefund = Pick<Stripe.Refund, 'amount' | 'metadata' | 'reason'> & {
  readonly intent: Stripe.PaymentIntent
  readonly status: 'succeeded' | 'pending' | 'failed'
}

export function newRefund(state: StripeState, { intent, status, ...said }: NewRefund): Stripe.Refund {
  return {
    ...said,
    id: makeId('re_3'),
    object: 'refund',
    balance_transaction: makeId('txn_3'),
    charge: intent.latest_charge,
    created: secondsOf(state),
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
    ...(status === 'pending' ? { pending_reason: 'insufficient_funds' } : {}),
    ...(status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}),
  }
}

/** The days that an account has to answer a dispute. */
const daysToRespond = 7

export type NewDispute = {
  readonly intent: Stripe.PaymentIntent
  readonly amount: number
  readonly reason: string
  readonly status: Stripe.Dispute.Status
}

export function newDispute(state: StripeState, { intent, amount, reason, status }: NewDispute): Stripe.Dispute {
  return {
    ...commonFields(state, 'dispute', makeId('du_1')),
    amount,
    balance_transactions: [],
    charge: typeof intent.latest_charge === 'string' ? intent.latest_charge : '',
    currency: intent.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: secondsOf(state) + daysToRespond * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: status.startsWith('warning_'),
    metadata: {},
    payment_intent: intent.id,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason,
    status,
  }
}

function noEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  }
}
