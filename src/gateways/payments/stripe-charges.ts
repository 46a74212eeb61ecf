import type { Stripe } from 'stripe'
import { type Charge, type ChargeAnswer, ProviderFault } from './payments.ts'
import { attemptAnew, idempotencyKeyOf, metadataOf, type StripeAccess, throwUnlessRejected } from './stripe-client.ts'
import { type CallFault, isMethodGone, isMissing, providerFaultOf, undecided } from './stripe-faults.ts'

/** The reason for which nothing was taken. */
type Reason = { readonly outcome: 'declined' | 'requires_action'; readonly fault: string | null }

/**
 * Gets a charge ready, which takes no money. Throws `rejected` with the code `method_gone` when the card is not kept any more, for which
 * nothing was made.
 */
export async function prepare(access: StripeAccess, charge: Charge): Promise<{ readonly ref: string }> {
  const params: Stripe.PaymentIntentCreateParams = {
    amount: charge.amount,
    currency: charge.currencyCode.toLowerCase(),
    ...(charge.payer !== null && { customer: charge.payer }),
    payment_method: charge.method,
    payment_method_types: ['card'],
    description: charge.summary,
    metadata: metadataOf(charge, access.serverId),
  }
  const options = { idempotencyKey: idempotencyKeyOf(charge, 'create') }
  const { answer, fault } = await access.attempt(() => access.api.paymentIntents.create(params, options))
  if (fault !== null) throw providerFaultOf(isMethodGone(fault) ? { ...fault, code: 'method_gone' } : fault)
  if (typeof answer.id !== 'string' || answer.id === '') throw undecided('no_id')
  return { ref: answer.id }
}

/** Takes the money of a charge that is ready, or says what came of it before. */
export async function takeCharge(access: StripeAccess, ref: string, charge: Charge): Promise<ChargeAnswer> {
  const intent = await read(access, ref)
  if (intent.status !== 'requires_confirmation') return settle(access, intent, charge)
  if (intent.amount !== charge.amount || !isCurrencyOf(intent, charge)) throw undecided('other_amount')
  return confirm(access, ref, charge)
}

/** Sees to it that nothing more is taken; null for a charge that Stripe never named. */
export async function giveUp(access: StripeAccess, ref: string, charge: Charge): Promise<ChargeAnswer | null> {
  // It was given up before it had a name, so that nothing can have been taken.
  if (ref === '') return null
  const intent = await end(access, ref, charge)
  return intent.status === 'succeeded' ? succeeded(intent, charge) : { ...reasonOf(intent), ref }
}

/** One that Stripe had named and does not know may be another account's, which decides nothing. */
async function read({ attempt, api }: StripeAccess, ref: string): Promise<Stripe.PaymentIntent> {
  const { answer, fault } = await attempt(() => api.paymentIntents.retrieve(ref))
  if (fault === null) return answer
  throw isMissing(fault) ? undecided('no_charge') : providerFaultOf(fault)
}

/** The key never changes: an answer that was lost is found again under it, and later by the look that comes first. */
async function confirm(access: StripeAccess, ref: string, charge: Charge): Promise<ChargeAnswer> {
  const params = charge.isCustomerPresent ? {} : { off_session: true }
  const options = { idempotencyKey: `${charge.key}-confirm` }
  const { answer, fault } = await access.attempt(() => access.api.paymentIntents.confirm(ref, params, options))
  if (fault === null) return settle(access, answer, charge)
  throwUnlessRejected(fault)
  if (isMethodGone(fault)) return endFor(access, ref, charge, { outcome: 'declined', fault: 'method_gone' })
  if (fault.status === 402) return endFor(access, ref, charge, reasonFor(fault))
  // Either it came too late, or the call itself is wrong; the charge knows which.
  const intent = await read(access, ref)
  if (intent.status !== 'requires_confirmation') return settle(access, intent, charge)
  const ended = await endFor(access, ref, charge, reasonFor(fault))
  if (ended.outcome === 'succeeded') return ended
  throw providerFaultOf(fault)
}

/** The answer for a charge that need not be confirmed. One that still could be is ended first. */
async function settle(access: StripeAccess, intent: Stripe.PaymentIntent, charge: Charge): Promise<ChargeAnswer> {
  switch (intent.status) {
    case 'succeeded':
      return succeeded(intent, charge)
    case 'canceled':
      return { ...reasonOf(intent), ref: intent.id }
    case 'requires_payment_method':
    case 'requires_action':
      return endFor(access, intent.id, charge, reasonOf(intent))
    default:
      throw undecided('unknown_status')
  }
}

async function endFor(access: StripeAccess, ref: string, charge: Charge, reason: Reason): Promise<ChargeAnswer> {
  const intent = await end(access, ref, charge)
  return intent.status === 'succeeded' ? succeeded(intent, charge) : { ...reason, ref }
}

/** Cancels a charge, so that it is over one way or the other: cancelled or succeeded. */
async function end(access: StripeAccess, ref: string, charge: Charge): Promise<Stripe.PaymentIntent> {
  const { answer, fault } = await attemptAnew(access, idempotencyKeyOf(charge, 'cancel'), (options) =>
    access.api.paymentIntents.cancel(ref, {}, options),
  )
  if (answer?.status === 'canceled') return answer
  if (fault !== null) throwUnlessRejected(fault)
  const intent = await read(access, ref)
  if (intent.status === 'canceled' || intent.status === 'succeeded') return intent
  throw undecided('not_over')
}

function succeeded(intent: Stripe.PaymentIntent, charge: Charge): ChargeAnswer {
  const { id: ref, amount_received: amount, currency } = intent
  if (amount !== charge.amount || !isCurrencyOf(intent, charge)) {
    throw new ProviderFault('undecided', { code: 'other_amount' }, { ref, amount, currencyCode: currency.toUpperCase() })
  }
  return { outcome: 'succeeded', ref: intent.id, fault: null }
}

function isCurrencyOf({ currency }: Stripe.PaymentIntent, { currencyCode }: Charge): boolean {
  return currency === currencyCode.toLowerCase()
}

/** The reason that a charge remembers of its last try. */
function reasonOf({ status, last_payment_error: error }: Stripe.PaymentIntent): Reason {
  if (error !== null && error !== undefined) {
    const { code = null, decline_code: declineCode = null, advice_code: adviceCode = null } = error
    return reasonFor({ code, declineCode, adviceCode })
  }
  return status === 'requires_action'
    ? { outcome: 'requires_action', fault: 'authentication_required' }
    : { outcome: 'declined', fault: null }
}

function reasonFor({ code, declineCode, adviceCode }: Pick<CallFault, 'code' | 'declineCode' | 'adviceCode'>): Reason {
  if (code === 'authentication_required' || declineCode === 'authentication_required') {
    return { outcome: 'requires_action', fault: 'authentication_required' }
  }
  if (adviceCode === 'do_not_try_again') return { outcome: 'declined', fault: adviceCode }
  return { outcome: 'declined', fault: declineCode ?? code }
}
