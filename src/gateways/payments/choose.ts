import { join } from 'node:path'
import { manualPayments, type Payments } from './payments.ts'
import { sandboxPayments } from './sandbox.ts'

/** How customers pay on a server with this configuration. Throws for a provider this release does not speak to. */
export function paymentsOf(config: {
  readonly payments: 'manual' | 'sandbox' | 'stripe'
  readonly dataDir: string
  readonly sandboxDelayMs: number
}): Payments {
  if (config.payments === 'manual') return manualPayments
  if (config.payments === 'stripe')
    throw new Error('This release takes payments by hand (manual) or in play money (sandbox), not by Stripe')
  return sandboxPayments(join(config.dataDir, 'sandbox-ledger'), config.sandboxDelayMs)
}
