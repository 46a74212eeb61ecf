import { join } from 'node:path'
import type { Logger } from 'pino'
import { folderLedger } from './ledger-folder.ts'
import { manualPayments, type Payments } from './payments.ts'
import { sandboxPayments } from './sandbox.ts'
import type { Ledger } from './sandbox-entries.ts'
import { watchRefusals } from './watched.ts'

/** The part of the configuration that says how customers pay. */
export type PaymentSettings = {
  readonly payments: 'manual' | 'sandbox' | 'stripe'
  readonly dataDir: string
  readonly sandboxDelayMs: number
  readonly stripeKey: string | null
  readonly stripeUrl: string
  readonly stripeTimeoutMs: number
  readonly stripeWebhookSecrets: readonly string[] | null
}

/**
 * Surroundings of payments: the id of the server that pays, its log, and where play money is written down. Without a
 * `ledger` that is the data folder.
 */
export type PaymentSurroundings = { readonly serverId: string; readonly log: Logger; readonly ledger?: Ledger | undefined }

/** The payments of a server with this configuration. A provider's library is loaded here, and only where it is used. */
export async function paymentsOf(config: PaymentSettings, { serverId, log, ledger }: PaymentSurroundings): Promise<Payments> {
  if (config.payments === 'manual') return manualPayments
  if (config.payments === 'sandbox') {
    return sandboxPayments(ledger ?? folderLedger(join(config.dataDir, 'sandbox-ledger')), config.sandboxDelayMs)
  }
  const { stripePayments } = await import('./stripe.ts')
  const payments = await stripePayments({
    key: config.stripeKey ?? '',
    url: config.stripeUrl,
    timeoutMs: config.stripeTimeoutMs,
    webhookSecrets: config.stripeWebhookSecrets ?? [],
    serverId,
    log,
  })
  return watchRefusals(payments, serverId)
}
