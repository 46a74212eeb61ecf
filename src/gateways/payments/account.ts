import type { Payments, ProviderAccount } from './payments.ts'
import type { StripePayments } from './stripe.ts'

/** The account of a provider's key, within this many milliseconds; null without a provider account. Throws a `ProviderFault`. */
export async function askProviderAccount(payments: Payments, timeoutMs: number): Promise<ProviderAccount | null> {
  return hasAccount(payments) ? payments.readAccount(timeoutMs) : null
}

function hasAccount(payments: Payments): payments is StripePayments {
  return payments.name === 'stripe' && 'readAccount' in payments
}
