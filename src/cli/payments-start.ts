import { hearAccount, isLiveKey, noteFirstAccount } from '../actions/cards/payment-account.ts'
import { findRestoredNote, noteRestored } from '../actions/cards/restored.ts'
import { type Config, ConfigProblem } from '../config.ts'
import type { Logger } from '../log.ts'
import { inspectPayments } from '../storage/inspect-payments.ts'
import type { DataFolder } from './data-folder.ts'
import { usage } from './exit.ts'
import { keyRefused, otherAccount, settingFaults } from './payment-settings.ts'

/**
 * Sees to it that payments may be taken with these settings on this database, and at the first start with card payments writes down whose
 * account it is. Fails with 2 where they may not, and says what to do. A provider that does not answer is no reason to serve nothing.
 */
export async function mustSuitPayments(
  config: Config,
  { database, storage }: Pick<DataFolder, 'database' | 'storage'>,
  now: number,
  log: Logger,
): Promise<void> {
  // Only before anything is paid here is it to be told from when on the provider has to be asked.
  if ((await storage.read(findRestoredNote)) !== null) await storage.transact((tx) => noteRestored(tx, now, Date.now()))
  const faults = settingFaults(config, await inspectPayments(database))
  if (faults.length > 0) throw new ConfigProblem(faults, [])
  if (config.payments !== 'stripe') return

  const heard = await hearAccount(config, log)
  if (heard.kind === 'refused') throw usage(keyRefused(config))
  if (heard.kind === 'silent') log.warn('Stripe gives no answer; cards can be taken when it does')
  if (heard.kind === 'unreadable')
    log.warn('the key of Stripe may not read its account, so that another account would not be noticed')
  const id = heard.kind === 'known' ? heard.account.id : null
  const isLive = isLiveKey(config)
  const noted = await storage.transact((tx) => noteFirstAccount(tx, { isLive, id }, now))
  // Another node may have been first, with another key.
  const fault = settingFaults(config, { account: noted, operators: [], unsettled: [] })[0]
  if (fault !== undefined) throw usage(fault)
  if (id !== null && noted.id !== null && noted.id !== id) throw usage(otherAccount(config, noted.id, id))
  if (!isLive) log.warn('payments are taken with a test key of Stripe: no money moves')
}
