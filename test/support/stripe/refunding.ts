import type Stripe from 'stripe'
import { testCards } from './cards.ts'
import { invalid, noSuch } from './errors.ts'
import { newRefund } from './refund-and-dispute-objects.ts'
import { recordEvent, type StripeState } from './state.ts'

export type RefundParams = {
  readonly payment_intent?: string
  readonly charge?: string
  readonly amount?: number
  readonly reason?: Stripe.Refund.Reason
  readonly metadata?: Stripe.Metadata
}

/** Refunds a payment, at most the amount left, as its call does. */
export function refundPayment(state: StripeState, params: RefundParams): Stripe.Refund {
  const intent = refundedIntent(state, params)
  const charge = `${intent.latest_charge}`
  const isTakenBack = [...state.disputes.values()].some(
    ({ payment_intent, status }) => payment_intent === intent.id && ['needs_response', 'under_review', 'lost'].includes(status),
  )
  if (isTakenBack) throw invalid(`Charge ${charge} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  const left = intent.amount_received - refundedOf(state, intent.id)
  if (left === 0) throw invalid(`Charge ${charge} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = params.amount ?? left
  if (amount < 1) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount > left) {
    const than = left === intent.amount_received ? 'charge amount' : 'unrefunded amount on charge'
    throw invalid(`Refund amount (${inWords(amount, intent)}) is greater than ${than} (${inWords(left, intent)})`, {
      param: 'amount',
    })
  }
  const { refund: status } = testCards[state.cards.get(`${intent.payment_method}`) ?? 'visa']
  const refund = newRefund(state, { intent, amount, status, reason: params.reason ?? null, metadata: params.metadata ?? {} })
  state.refunds.set(refund.id, refund)
  recordEvent(state, 'refund.created', refund)
  if (status === 'failed') recordEvent(state, 'refund.failed', refund)
  return refund
}

/** The amount of an intent that was refunded or is being refunded. */
export function refundedOf(state: StripeState, intent: string): number {
  const those = [...state.refunds.values()].filter(({ payment_intent, status }) => payment_intent === intent && isSent(status))
  return those.reduce((sum, { amount }) => sum + amount, 0)
}

/** Changes the status of a refund: a pending one, or a completed one that fails weeks later; `why` is Stripe's reason. */
export function moveRefund(
  state: StripeState,
  id: string,
  status: 'succeeded' | 'failed' | 'canceled',
  why = 'lost_or_stolen_card',
): Stripe.Refund {
  const refund = state.refunds.get(id)
  if (refund === undefined) throw noSuch('refund', id, 'id')
  const mayMove = refund.status === 'pending' || (refund.status === 'succeeded' && status === 'failed')
  if (!mayMove) throw new Error(`The refund ${id} is ${refund.status} and cannot become ${status}.`)
  delete refund.pending_reason
  Object.assign(refund, { status }, status === 'failed' ? { failure_reason: why } : {})
  recordEvent(state, 'refund.updated', refund)
  if (status === 'failed') recordEvent(state, 'refund.failed', refund)
  return refund
}

/** Changes the status of a dispute; won, lost and closed warnings are final. */
export function moveDispute(state: StripeState, id: string, status: Stripe.Dispute.Status): Stripe.Dispute {
  const dispute = state.disputes.get(id)
  if (dispute === undefined) throw noSuch('dispute', id, 'dispute')
  const isOver = ['won', 'lost', 'warning_closed', 'prevented'].includes(status)
  Object.assign(dispute, { status, is_charge_refundable: status.startsWith('warning_') })
  recordEvent(state, isOver ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute)
  return dispute
}

const isSent = (status: string | null) => status !== 'failed' && status !== 'canceled'

function refundedIntent(state: StripeState, { payment_intent, charge }: RefundParams): Stripe.PaymentIntent {
  if (payment_intent === undefined && charge === undefined) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const intent = state.intents.get(payment_intent ?? '') ?? state.charges.get(charge ?? '')
  if (intent === undefined) {
    throw payment_intent === undefined
      ? noSuch('charge', charge ?? '', 'charge', 400)
      : noSuch('payment_intent', payment_intent, 'payment_intent', 400)
  }
  if (intent.status !== 'succeeded') {
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, { param: 'payment_intent' })
  }
  return intent
}

function inWords(amount: number, { currency }: Stripe.PaymentIntent): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)
}
