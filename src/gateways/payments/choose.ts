import { join } from 'node:path'
import { folderLedger } from './ledger-folder.ts'
import { manualPayments, type Payments } from './payments.ts'
import { type Ledger, sandboxPayments } from './sandbox.ts'

/**
 * How customers pay on a server with this configuration. Play money is written down in the data folder, unless `ledger` is where
 * several nodes do so. Throws for a provider this release does not speak to.
 */
export function paymentsOf(
  config: {
    readonly payments: 'manual' | 'sandbox' | 'stripe'
    readonly dataDir: string
    readonly sandboxDelayMs: number
  },
  ledger?: Ledger,
): Payments {
  if (config.payments === 'manual') return manualPayments
  if (config.payments === 'stripe')
    throw new Error('This release takes payments by hand (manual) or in play money (sandbox), not by Stripe')
  return sandboxPayments(ledger ?? folderLedger(join(config.dataDir, 'sandbox-ledger')), config.sandboxDelayMs)
}
