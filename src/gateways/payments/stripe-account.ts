import type { ProviderAccount } from './payments.ts'
import type { StripeAccess } from './stripe-client.ts'
import { undecidedFault } from './stripe-faults.ts'

/** The account of the key, within this many milliseconds. Throws a `ProviderFault`. */
export async function readAccount(access: StripeAccess, timeoutMs: number): Promise<ProviderAccount> {
  const account = await access.ask(() => access.api.accounts.retrieveCurrent({}, { timeout: timeoutMs }))
  if (typeof account.id !== 'string') throw undecidedFault('no_id')
  return {
    id: account.id,
    isLive: access.isLive,
    country: account.country ?? null,
    currencyCode: account.default_currency?.toUpperCase() ?? null,
    mayCharge: account.charges_enabled === true,
    clockAheadMs: access.clockAheadMs(),
  }
}
