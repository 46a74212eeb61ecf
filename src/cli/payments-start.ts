import { findAccountOfKey, isLiveKey, saveFirstAccount } from '../actions/cards/payment-account.ts'
import { findRestoredNote, saveRestoredNote } from '../actions/cards/restored.ts'
import { type Config, ConfigProblem } from '../config.ts'
import type { Logger } from '../log.ts'
import { inspectPayments } from '../storage/inspect-payments.ts'
import type { DataFolder } from './data-folder.ts'
import { createUsageFailure } from './exit.ts'
import { describeOtherAccount, describeRefusedKey, listStripeSettingFaults } from './payment-settings.ts'

/**
 * Checks the payment settings against this database, and records the account at the first start with card payments. Fails with 2
 * if they do not match. A provider that does not answer does not prevent a start.
 */
export async function requirePaymentSettings(
  config: Config,
  { database, storage }: Pick<DataFolder, 'database' | 'storage'>,
  now: number,
  log: Logger,
): Promise<void> {
  // The start of the comparison is certain only before the first payment.
  if ((await storage.read(findRestoredNote)) !== null) await storage.transact((tx) => saveRestoredNote(tx, now, Date.now()))
  const faults = listStripeSettingFaults(config, await inspectPayments(database))
  if (faults.length > 0) throw new ConfigProblem(faults, [])
  if (config.payments !== 'stripe') return

  const heard = await findAccountOfKey(config, log)
  if (heard.kind === 'refused') throw createUsageFailure(describeRefusedKey(config))
  if (heard.kind === 'silent') log.warn('Stripe does not answer; card payments wait for it')
  if (heard.kind === 'unreadable') log.warn('Stripe key cannot read its account; a change of account would go unnoticed')
  const id = heard.kind === 'known' ? heard.account.id : null
  const isLive = isLiveKey(config)
  const noted = await storage.transact((tx) => saveFirstAccount(tx, { isLive, id }, now))
  // Another node can be first, with another key.
  const fault = listStripeSettingFaults(config, { account: noted, operators: [], unsettled: [] })[0]
  if (fault !== undefined) throw createUsageFailure(fault)
  if (id !== null && noted.id !== null && noted.id !== id) throw createUsageFailure(describeOtherAccount(config, noted.id, id))
  if (!isLive) log.warn('Stripe test key in use; no money moves')
}
