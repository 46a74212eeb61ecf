import type { Stripe } from 'stripe'
import type { Logger } from '../../log.ts'
import type { PaymentMark } from './payments.ts'
import { type Attempted, type CallFault, toCallFault, toProviderFault } from './stripe-faults.ts'
import { createBoundedFetch } from './stripe-fetch.ts'
import { isTestKey } from './stripe-key.ts'

/** Stripe's own address. */
const stripeUrl = 'https://api.stripe.com'

/** The settings for Stripe. `serverId` distinguishes this server's objects in an account from those of others. */
export type StripeSettings = {
  readonly key: string
  readonly url?: string
  /** Milliseconds for one call: connecting, sending, and the response's head and body. */
  readonly timeoutMs: number
  readonly webhookSecrets: readonly string[]
  readonly serverId: string
  readonly log: Pick<Logger, 'debug'>
}

/** The access to Stripe for its other files. */
export type StripeAccess = {
  readonly api: Stripe
  readonly serverId: string
  /** The origin of the address, null for Stripe's own. */
  readonly ownOrigin: string | null
  /** Whether the key moves money. */
  readonly isLive: boolean
  /** Milliseconds by which this machine's clock was ahead at the last response. */
  readonly clockAheadMs: () => number
  /** Makes one call; its fault is a value. */
  attempt<T>(call: () => Promise<T>): Promise<Attempted<T>>
  /** Makes one call; throws a `ProviderFault` when it fails. */
  ask<T>(call: () => Promise<T>): Promise<T>
}

/** Access to Stripe. The library is loaded only here; it never retries a call. */
export async function openStripe(settings: StripeSettings): Promise<StripeAccess> {
  const { Stripe: Client } = await import('stripe')
  const { key, timeoutMs, serverId, log } = settings
  const url = new URL(settings.url ?? stripeUrl)
  const { fetch, clockAheadMs } = createBoundedFetch(timeoutMs, log)
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
      return { answer: null, fault: toCallFault(thrown, Client.errors.StripeError) }
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
      if (fault !== null) throw toProviderFault(fault)
      return answer
    },
  }
}

/** The metadata of every object for a payment, without names of people. */
export function buildMetadata({ key, paymentId, tripRef }: PaymentMark, serverId: string) {
  // The number of a payment is reused after a restore; its key never is.
  return { charabanc_trip: tripRef, charabanc_payment: String(paymentId), charabanc_key: key, charabanc_server: serverId }
}

/** The key of a call that takes no money: a new one for each attempt, since Stripe repeats the fault of a key for a day. */
export function buildCallKey(
  { key, attempt }: Pick<PaymentMark, 'key' | 'attempt'>,
  step: 'page' | 'create' | 'expire' | 'cancel',
): string {
  return attempt === 1 ? `${key}-${step}` : `${key}-${step}-${attempt}`
}

/**
 * Makes a call that is safe to repeat. A fault that Stripe replays is an old response, so the call is repeated under a new key.
 */
export async function attemptWithNewKeys<T>(
  { attempt }: StripeAccess,
  key: string,
  call: (options: { readonly idempotencyKey: string }) => Promise<T>,
): Promise<Attempted<T>> {
  const first = await attempt(() => call({ idempotencyKey: key }))
  if (first.fault === null || !first.fault.isReplayed) return first
  return attempt(() => call({ idempotencyKey: `${key}-${crypto.randomUUID()}` }))
}

/** Throws unless the call itself was at fault, which a later check can explain. */
export function throwUnlessRejected(fault: CallFault): void {
  if (fault.kind !== 'rejected') throw toProviderFault(fault)
}
