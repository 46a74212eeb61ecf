import type { Stripe } from 'stripe'
import type { MadeThing } from './payments.ts'
import type { StripeAccess } from './stripe-client.ts'
import { listAll } from './stripe-lists.ts'
import { isUnderway } from './stripe-refunds.ts'

/**
 * Objects for payments of this server since (ms). Open or completed pages come first, then charges that took money, then
 * refunds. All refunds of a charge count, also those made outside this server.
 */
export async function* listStripeCreatedSince(access: StripeAccess, at: number): AsyncGenerator<MadeThing> {
  const { api } = access
  const created = { gte: Math.floor(at / 1_000) }
  for await (const session of listAll(access, (page) => api.checkout.sessions.list({ created, ...page }))) {
    const mark = readMadeMark(access, session)
    if (mark !== null && session.status !== 'expired') yield { ...mark, kind: 'page', isOpen: session.status === 'open' }
  }
  const refunds = await Array.fromAsync(listAll(access, (page) => api.refunds.list({ created, ...page })))
  const sent = refunds.filter(isUnderway)
  const returned = new Map<string, number>()
  for (const refund of sent) returned.set(findChargeRef(refund), (returned.get(findChargeRef(refund)) ?? 0) + refund.amount)
  for await (const intent of listAll(access, (page) => api.paymentIntents.list({ created, ...page }))) {
    const mark = readMadeMark(access, intent)
    if (mark === null || !isMoneyTaken(intent)) continue
    yield { ...mark, kind: 'charge', ...toMadeMoney(intent), returnedAmount: returned.get(intent.id) ?? 0 }
  }
  for (const refund of sent) {
    const mark = readMadeMark(access, refund)
    const owedAt = Number(refund.metadata?.charabanc_owed ?? 0)
    if (mark !== null) yield { ...mark, kind: 'refund', ...toMadeMoney(refund), chargeRef: findChargeRef(refund), owedAt }
  }
}

type MadeObject = Pick<Stripe.Refund, 'id' | 'created' | 'metadata'>

/** The common fields of this server's objects; null for other objects in the account. */
function readMadeMark({ serverId }: StripeAccess, { id, created, metadata }: MadeObject) {
  if (metadata?.charabanc_server !== serverId) return null
  const { charabanc_key: key = '', charabanc_trip: tripRef = '' } = metadata
  return { ref: id, key, tripRef, at: created * 1_000 }
}

/** Whether a charge took money. One on its way to the bank counts, because it can no longer be stopped. */
function isMoneyTaken({ status }: Stripe.PaymentIntent): boolean {
  return status === 'succeeded' || status === 'processing'
}

function toMadeMoney({ amount, currency }: Pick<Stripe.Refund, 'amount' | 'currency'>) {
  return { amount, currencyCode: currency.toUpperCase() }
}

function findChargeRef({ payment_intent: charge }: Stripe.Refund): string {
  return typeof charge === 'string' ? charge : (charge?.id ?? '')
}
