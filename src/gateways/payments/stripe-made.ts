import type { Stripe } from 'stripe'
import type { MadeThing } from './payments.ts'
import type { StripeAccess } from './stripe-client.ts'
import { listAll } from './stripe-lists.ts'
import { isUnderway } from './stripe-refunds.ts'

/**
 * Things that were made for payments of this server's since (ms). First come pages that are open or done, then charges
 * that took money, then refunds. All that a charge gave back is counted, also what was sent past us.
 */
export async function* madeSince(access: StripeAccess, at: number): AsyncGenerator<MadeThing> {
  const { api } = access
  const created = { gte: Math.floor(at / 1_000) }
  for await (const session of listAll(access, (page) => api.checkout.sessions.list({ created, ...page }))) {
    const mark = markOf(access, session)
    if (mark !== null && session.status !== 'expired') yield { ...mark, kind: 'page', isOpen: session.status === 'open' }
  }
  const refunds = await Array.fromAsync(listAll(access, (page) => api.refunds.list({ created, ...page })))
  const sent = refunds.filter(isUnderway)
  const returned = new Map<string, number>()
  for (const refund of sent) returned.set(chargeOf(refund), (returned.get(chargeOf(refund)) ?? 0) + refund.amount)
  for await (const intent of listAll(access, (page) => api.paymentIntents.list({ created, ...page }))) {
    const mark = markOf(access, intent)
    if (mark === null || !takesMoney(intent)) continue
    yield { ...mark, kind: 'charge', ...moneyOf(intent), returnedAmount: returned.get(intent.id) ?? 0 }
  }
  for (const refund of sent) {
    const mark = markOf(access, refund)
    const owedAt = Number(refund.metadata?.charabanc_owed ?? 0)
    if (mark !== null) yield { ...mark, kind: 'refund', ...moneyOf(refund), chargeRef: chargeOf(refund), owedAt }
  }
}

type MadeObject = Pick<Stripe.Refund, 'id' | 'created' | 'metadata'>

/** The fields that all things of ours share; null for what others made in the account. */
function markOf({ serverId }: StripeAccess, { id, created, metadata }: MadeObject) {
  if (metadata?.charabanc_server !== serverId) return null
  const { charabanc_key: key = '', charabanc_trip: tripRef = '' } = metadata
  return { ref: id, key, tripRef, at: created * 1_000 }
}

/** One that is on its way to the bank counts: it is too late to stop it. */
function takesMoney({ status }: Stripe.PaymentIntent): boolean {
  return status === 'succeeded' || status === 'processing'
}

function moneyOf({ amount, currency }: Pick<Stripe.Refund, 'amount' | 'currency'>) {
  return { amount, currencyCode: currency.toUpperCase() }
}

function chargeOf({ payment_intent: charge }: Stripe.Refund): string {
  return typeof charge === 'string' ? charge : (charge?.id ?? '')
}
