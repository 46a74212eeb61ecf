import { makeLogger } from '../log.ts'
import { inspectPayments } from '../storage/inspect-payments.ts'
import type { PaymentAccountNote } from '../storage/queries/server-settings.ts'
import { defineConfiguredCommand } from './command.ts'
import { requireInstalled } from './data-folder.ts'
import { CliFailure, createUsageFailure, exit } from './exit.ts'
import { runWithDataFolder } from './open-storage.ts'
import { describeRefusedKey, listPaymentSettingFaults, maskKey, openWithStripe } from './payment-settings.ts'

/** Assigns the database to the account and the mode of the key. */
export const configAcceptAccountCommand = defineConfiguredCommand({
  words: 'config accept-account',
  about:
    'Assigns the database to the account and the mode of the current Stripe key. `serve` refuses a key of another account or mode. ' +
    'Only the previous account can refund its payments, and its saved cards are not charged again. Refused (2) ' +
    'while the previous account has open payments or refunds.',
  examples: ['config accept-account', 'config accept-account --json'],
  examine: listPaymentSettingFaults,
  async run({ config, out }) {
    if (config.payments !== 'stripe')
      throw createUsageFailure(`CHARABANC_PAYMENTS is ${config.payments}, which has no account. It must be stripe.`)
    await requireInstalled(config)
    const {
      saveAcceptedAccount: acceptAccount,
      findAccountOfKey: hearAccount,
      isLiveKey,
    } = await import('../actions/cards/payment-account.ts')
    const { log } = makeLogger({ level: config.logLevel, terminal: process.stderr.isTTY === true })
    const heard = await hearAccount(config, log)
    if (heard.kind === 'refused') throw createUsageFailure(describeRefusedKey(config))
    if (heard.kind === 'silent')
      throw new CliFailure(exit.busy, 'Stripe does not answer, so the account is unknown. Nothing was changed.')
    const id = heard.kind === 'known' ? heard.account.id : null
    const key = { isLive: isLiveKey(config), id }
    const { noted, before } = await runWithDataFolder(config, async ({ storage, database }, now) => {
      const { account, unsettled } = await inspectPayments(database)
      const open = account === null || isSameAccount(account, key) ? null : openWithStripe(unsettled)
      if (open !== null) throw createUsageFailure(open)
      return { noted: await storage.transact((tx) => acceptAccount(tx, key, now)), before: account }
    })
    const mode = formatMode(noted.isLive)
    await out.answer(
      { account: noted.id, mode, before: before === null ? null : { account: before.id, mode: formatMode(before.isLive) } },
      `The database now belongs to ${noted.id ?? 'the account'} of the ${mode} key ${maskKey(config.stripeKey)}.`,
    )
  },
})

/** Whether a key belongs to the account of a database, as far as the account is known. */
function isSameAccount(noted: PaymentAccountNote, { isLive, id }: Pick<PaymentAccountNote, 'isLive' | 'id'>): boolean {
  return noted.isLive === isLive && (noted.id === null || noted.id === id)
}

function formatMode(isLive: boolean): 'live' | 'test' {
  return isLive ? 'live' : 'test'
}
