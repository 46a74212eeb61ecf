import { join } from 'node:path'
import type { Logger } from 'pino'
import { openFolderLedger } from './ledger-folder.ts'
import { manualPayments, type Payments } from './payments.ts'
import { createSandboxPayments } from './sandbox.ts'
import type { Ledger } from './sandbox-entries.ts'
import { watchKeyRefusals } from './watched.ts'

/** The part of the configuration for payments. */
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
 * Environment of payments: the id of the server, its log, and the ledger of test money. The default `ledger` is in the data
 * folder.
 */
export type PaymentSurroundings = { readonly serverId: string; readonly log: Logger; readonly ledger?: Ledger | undefined }

/** The payments of a server with this configuration. A provider's library is loaded here, only on use. */
export async function openConfiguredPayments(
  config: PaymentSettings,
  { serverId, log, ledger }: PaymentSurroundings,
): Promise<Payments> {
  if (config.payments === 'manual') return manualPayments
  if (config.payments === 'sandbox') {
    return createSandboxPayments(ledger ?? openFolderLedger(join(config.dataDir, 'sandbox-ledger')), config.sandboxDelayMs)
  }
  const { createStripePayments } = await import('./stripe.ts')
  const payments = await createStripePayments({
    key: config.stripeKey ?? '',
    url: config.stripeUrl,
    timeoutMs: config.stripeTimeoutMs,
    webhookSecrets: config.stripeWebhookSecrets ?? [],
    serverId,
    log,
  })
  return watchKeyRefusals(payments, serverId)
}
