import type { Stripe } from 'stripe'
import { type Charge, type ChargeAnswer, ProviderFault } from './payments.ts'
import { attemptWithNewKeys, buildCallKey, buildMetadata, type StripeAccess, throwUnlessRejected } from './stripe-client.ts'
import { type CallFault, isMethodGone, isResourceMissing, toProviderFault, undecidedFault } from './stripe-faults.ts'

/** The reason why a charge took no money. */
type Reason = { readonly outcome: 'declined' | 'requires_action'; readonly fault: string | null }

/**
 * Prepares a charge, which takes no money. Throws `rejected` with the code `method_gone` if the card was removed, which has no
 * effect.
 */
export async function prepareStripeCharge(access: StripeAccess, charge: Charge): Promise<{ readonly ref: string }> {
  const params: Stripe.PaymentIntentCreateParams = {
    amount: charge.amount,
    currency: charge.currencyCode.toLowerCase(),
    ...(charge.payer !== null && { customer: charge.payer }),
    payment_method: charge.method,
    payment_method_types: ['card'],
    description: charge.summary,
    metadata: buildMetadata(charge, access.serverId),
  }
  const options = { idempotencyKey: buildCallKey(charge, 'create') }
  const { answer, fault } = await access.attempt(() => access.api.paymentIntents.create(params, options))
  if (fault !== null) throw toProviderFault(isMethodGone(fault) ? { ...fault, code: 'method_gone' } : fault)
  if (typeof answer.id !== 'string' || answer.id === '') throw undecidedFault('no_id')
  return { ref: answer.id }
}

/** Completes a prepared charge, or returns its earlier result. */
export async function completeStripeCharge(access: StripeAccess, ref: string, charge: Charge): Promise<ChargeAnswer> {
  const intent = await readIntent(access, ref)
  if (intent.status !== 'requires_confirmation') return settleIntent(access, intent, charge)
  if (intent.amount !== charge.amount || !isCurrencyOf(intent, charge)) throw undecidedFault('other_amount')
  return confirmIntent(access, ref, charge)
}

/** Prevents any further charge; null for a charge that Stripe never named. */
export async function cancelStripeCharge(access: StripeAccess, ref: string, charge: Charge): Promise<ChargeAnswer | null> {
  // It was released before it had a name, so it took no money.
  if (ref === '') return null
  const intent = await cancelIntent(access, ref, charge)
  return intent.status === 'succeeded' ? buildSuccess(intent, charge) : { ...findIntentReason(intent), ref }
}

/** Reads a charge. One that Stripe does not know may be another account's, so its result stays unknown. */
async function readIntent({ attempt, api }: StripeAccess, ref: string): Promise<Stripe.PaymentIntent> {
  const { answer, fault } = await attempt(() => api.paymentIntents.retrieve(ref))
  if (fault === null) return answer
  throw isResourceMissing(fault) ? undecidedFault('no_charge') : toProviderFault(fault)
}

/** Confirms a charge. The key never changes, so that a repeat finds a lost response. */
async function confirmIntent(access: StripeAccess, ref: string, charge: Charge): Promise<ChargeAnswer> {
  const params = charge.isCustomerPresent ? {} : { off_session: true }
  const options = { idempotencyKey: `${charge.key}-confirm` }
  const { answer, fault } = await access.attempt(() => access.api.paymentIntents.confirm(ref, params, options))
  if (fault === null) return settleIntent(access, answer, charge)
  throwUnlessRejected(fault)
  if (isMethodGone(fault)) return cancelUnconfirmed(access, ref, charge, { outcome: 'declined', fault: 'method_gone' })
  if (fault.status === 402) return cancelUnconfirmed(access, ref, charge, toReason(fault))
  // Either it came too late, or the call itself is wrong; the charge shows which.
  const intent = await readIntent(access, ref)
  if (intent.status !== 'requires_confirmation') return settleIntent(access, intent, charge)
  const ended = await cancelUnconfirmed(access, ref, charge, toReason(fault))
  if (ended.outcome === 'succeeded') return ended
  throw toProviderFault(fault)
}

/** The result of a charge without a confirmation. A charge that could still be confirmed is cancelled first. */
async function settleIntent(access: StripeAccess, intent: Stripe.PaymentIntent, charge: Charge): Promise<ChargeAnswer> {
  switch (intent.status) {
    case 'succeeded':
      return buildSuccess(intent, charge)
    case 'canceled':
      return { ...findIntentReason(intent), ref: intent.id }
    case 'requires_payment_method':
    case 'requires_action':
      return cancelUnconfirmed(access, intent.id, charge, findIntentReason(intent))
    default:
      throw undecidedFault('unknown_status')
  }
}

async function cancelUnconfirmed(access: StripeAccess, ref: string, charge: Charge, reason: Reason): Promise<ChargeAnswer> {
  const intent = await cancelIntent(access, ref, charge)
  return intent.status === 'succeeded' ? buildSuccess(intent, charge) : { ...reason, ref }
}

/** Cancels a charge, so that it ends as cancelled or succeeded. */
async function cancelIntent(access: StripeAccess, ref: string, charge: Charge): Promise<Stripe.PaymentIntent> {
  const { answer, fault } = await attemptWithNewKeys(access, buildCallKey(charge, 'cancel'), (options) =>
    access.api.paymentIntents.cancel(ref, {}, options),
  )
  if (answer?.status === 'canceled') return answer
  if (fault !== null) throwUnlessRejected(fault)
  const intent = await readIntent(access, ref)
  if (intent.status === 'canceled' || intent.status === 'succeeded') return intent
  throw undecidedFault('not_over')
}

function buildSuccess(intent: Stripe.PaymentIntent, charge: Charge): ChargeAnswer {
  const { id: ref, amount_received: amount, currency } = intent
  if (amount !== charge.amount || !isCurrencyOf(intent, charge)) {
    throw new ProviderFault('undecided', { code: 'other_amount' }, { ref, amount, currencyCode: currency.toUpperCase() })
  }
  return { outcome: 'succeeded', ref: intent.id, fault: null }
}

function isCurrencyOf({ currency }: Stripe.PaymentIntent, { currencyCode }: Charge): boolean {
  return currency === currencyCode.toLowerCase()
}

/** The stored reason of a charge's last try. */
function findIntentReason({ status, last_payment_error: error }: Stripe.PaymentIntent): Reason {
  if (error !== null && error !== undefined) {
    const { code = null, decline_code: declineCode = null, advice_code: adviceCode = null } = error
    return toReason({ code, declineCode, adviceCode })
  }
  return status === 'requires_action'
    ? { outcome: 'requires_action', fault: 'authentication_required' }
    : { outcome: 'declined', fault: null }
}

function toReason({ code, declineCode, adviceCode }: Pick<CallFault, 'code' | 'declineCode' | 'adviceCode'>): Reason {
  if (code === 'authentication_required' || declineCode === 'authentication_required') {
    return { outcome: 'requires_action', fault: 'authentication_required' }
  }
  if (adviceCode === 'do_not_try_again') return { outcome: 'declined', fault: adviceCode }
  return { outcome: 'declined', fault: declineCode ?? code }
}
