import type { Stripe } from 'stripe'
import type { Logger } from '../../log.ts'
import type { PaymentMark } from './payments.ts'
import { type Attempted, type CallFault, callFaultOf, providerFaultOf } from './stripe-faults.ts'
import { boundedFetch } from './stripe-fetch.ts'
import { isTestKey } from './stripe-key.ts'

/** Stripe's own address. */
const stripeUrl = 'https://api.stripe.com'

/** The settings for Stripe. `serverId` tells what this server made in an account from what others made there. */
export type StripeSettings = {
  readonly key: string
  /** Stripe's own address where none is named. */
  readonly url?: string
  /** Milliseconds for one call: connecting, sending, the answer's head and body. */
  readonly timeoutMs: number
  readonly webhookSecrets: readonly string[]
  readonly serverId: string
  readonly log: Pick<Logger, 'debug'>
}

/** The way to Stripe that its other files share. */
export type StripeAccess = {
  readonly api: Stripe
  readonly serverId: string
  /** The origin of the address, null where it is Stripe's own. */
  readonly ownOrigin: string | null
  /** Whether the key moves money. */
  readonly isLive: boolean
  /** Milliseconds by which this machine's clock was ahead of the last answer's. */
  readonly clockAheadMs: () => number
  /** Makes one call; what it failed with is a value. */
  attempt<T>(call: () => Promise<T>): Promise<Attempted<T>>
  /** Makes one call; throws a `ProviderFault` when it fails. */
  ask<T>(call: () => Promise<T>): Promise<T>
}

/** A way to Stripe. The library is loaded here and nowhere else; it never sends a call twice by itself. */
export async function openStripe(settings: StripeSettings): Promise<StripeAccess> {
  const { Stripe: Client } = await import('stripe')
  const { key, timeoutMs, serverId, log } = settings
  const url = new URL(settings.url ?? stripeUrl)
  const { fetch, clockAheadMs } = boundedFetch(timeoutMs, log)
  const isSecure = url.protocol === 'https:'
  const api = new Client(key, {
    apiVersion: '2026-08-26.dahlia',
    host: url.hostname,
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    protocol: isSecure ? 'https' : 'http',
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Client.createFetchHttpClient(fetch),
  })

  const attempt = async <T>(call: () => Promise<T>): Promise<Attempted<T>> => {
    try {
      return { answer: await call(), fault: null }
    } catch (thrown) {
      return { answer: null, fault: callFaultOf(thrown, Client.errors.StripeError) }
    }
  }
  return {
    api,
    serverId,
    ownOrigin: url.origin === stripeUrl ? null : url.origin,
    isLive: !isTestKey(key),
    clockAheadMs,
    attempt,
    async ask(call) {
      const { answer, fault } = await attempt(call)
      if (fault !== null) throw providerFaultOf(fault)
      return answer
    },
  }
}

/** The metadata of everything that is made for a payment. It names no person. */
export function metadataOf({ key, paymentId, tripRef }: PaymentMark, serverId: string) {
  // The number of a payment is given out again after a restore; its key never is.
  return { charabanc_trip: tripRef, charabanc_payment: String(paymentId), charabanc_key: key, charabanc_server: serverId }
}

/** The key of a call that takes no money: another one for each attempt, since a fault is remembered under its key for a day. */
export function idempotencyKeyOf(
  { key, attempt }: Pick<PaymentMark, 'key' | 'attempt'>,
  step: 'page' | 'create' | 'expire' | 'cancel',
): string {
  return attempt === 1 ? `${key}-${step}` : `${key}-${step}-${attempt}`
}

/**
 * Makes a call that does no harm when it is made twice. A fault that Stripe only remembers says what was and not what is, so the call is
 * made once more under a key that was never used.
 */
export async function attemptAnew<T>(
  { attempt }: StripeAccess,
  key: string,
  call: (options: { readonly idempotencyKey: string }) => Promise<T>,
): Promise<Attempted<T>> {
  const first = await attempt(() => call({ idempotencyKey: key }))
  if (first.fault === null || !first.fault.isReplayed) return first
  return attempt(() => call({ idempotencyKey: `${key}-${crypto.randomUUID()}` }))
}

/** Throws unless the call itself was the trouble, which is what a later look can explain. */
export function throwUnlessRejected(fault: CallFault): void {
  if (fault.kind !== 'rejected') throw providerFaultOf(fault)
}
