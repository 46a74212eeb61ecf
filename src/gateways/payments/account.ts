import type { Payments, ProviderAccount } from './payments.ts'
import type { StripePayments } from './stripe.ts'

/** The account behind the key of a provider, asked within so many milliseconds; null where there is none. Throws a `ProviderFault`. */
export async function accountOf(payments: Payments, timeoutMs: number): Promise<ProviderAccount | null> {
  return hasAccount(payments) ? payments.readAccount(timeoutMs) : null
}

function hasAccount(payments: Payments): payments is StripePayments {
  return payments.name === 'stripe' && 'readAccount' in payments
}
