import { createHmac } from 'node:crypto'
import type { StripeEvent } from './state.ts'

/** The target of events, and their faults. */
export type EventSending = {
  readonly to: string
  /** A `whsec_`, or several while one is rotated: Stripe signs with each. */
  readonly secret: string | readonly string[]
  /** The types of events that are dropped. */
  readonly without?: readonly string[]
  /** The number of times that each is sent; once by default. */
  readonly times?: number
  /** Whether the newest is sent first. */
  readonly isReversed?: boolean
  /** The age of the signature. */
  readonly ageSeconds?: number
  /** Whether the signature uses another account's secret. */
  readonly isForged?: boolean
  /** Makes another event of each, such as one of the other mode. */
  readonly change?: (event: StripeEvent) => StripeEvent
}

/** An event and the status of its answer; 0 without an answer. */
export type DeliveredEvent = { readonly event: StripeEvent; readonly status: number }

/** Sends events as webhooks, one after the other. */
export async function sendEvents(events: readonly StripeEvent[], sending: EventSending): Promise<readonly DeliveredEvent[]> {
  const { without = [], times = 1, isReversed = false, change = (event: StripeEvent) => event } = sending
  const kept = events.filter(({ type }) => !without.includes(type))
  const ordered = isReversed ? kept.toReversed() : kept
  const delivered: DeliveredEvent[] = []
  for (const event of ordered.flatMap((one) => Array.from({ length: times }, () => change(one)))) {
    delivered.push({ event, status: await sendOne(event, sending) })
  }
  return delivered
}

async function sendOne(event: StripeEvent, { to, secret, ageSeconds = 0, isForged = false }: EventSending): Promise<number> {
  const text = JSON.stringify(event, null, 2)
  const secrets = isForged ? ['whsec_of_another_account'] : [secret].flat()
  // By the machine's clock: the receiver has no other.
  const at = Math.floor(Date.now() / 1_000) - ageSeconds
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signatureOf(text, secrets, at) }
  const answer = await fetch(to, { method: 'POST', body: text, headers, redirect: 'manual' }).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.status ?? 0
}

/** The `Stripe-Signature` of a text, computed with another library than the receiver's. */
function signatureOf(text: string, secrets: readonly string[], at: number): string {
  const signed = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')}`)
  return [`t=${at}`, ...signed].join(',')
}
