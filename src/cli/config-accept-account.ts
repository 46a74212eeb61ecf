import { makeLogger } from '../log.ts'
import { inspectPayments } from '../storage/inspect-payments.ts'
import type { PaymentAccountNote } from '../storage/queries/server-settings.ts'
import { configuredCommand } from './command.ts'
import { mustBeInstalled } from './data-folder.ts'
import { CliFailure, exit, usage } from './exit.ts'
import { withDataFolder } from './open-storage.ts'
import { keyRefused, maskedKey, openWithStripe, paymentFaults } from './payment-settings.ts'

/** Takes the account and the mode of the key for those of the database. */
export const configAcceptAccountCommand = configuredCommand({
  words: 'config accept-account',
  about:
    "Lets the database belong from now on to the account and the mode of Stripe's key, which `serve` refuses where it was begun with " +
    'another one. What the account before took, only that one can send back, and cards that it keeps are not charged any more; refused (2) ' +
    'while payments are open that were begun there, or refunds are owing.',
  examples: ['config accept-account', 'config accept-account --json'],
  examine: paymentFaults,
  async run({ config, out }) {
    if (config.payments !== 'stripe')
      throw usage(`CHARABANC_PAYMENTS is ${config.payments}, which has no account: it must be stripe.`)
    await mustBeInstalled(config)
    const { acceptAccount, hearAccount, isLiveKey } = await import('../actions/cards/payment-account.ts')
    const { log } = makeLogger({ level: config.logLevel, terminal: process.stderr.isTTY === true })
    const heard = await hearAccount(config, log)
    if (heard.kind === 'refused') throw usage(keyRefused(config))
    if (heard.kind === 'silent')
      throw new CliFailure(exit.busy, 'Stripe gives no answer, so it is not known which account it is; nothing was changed.')
    const id = heard.kind === 'known' ? heard.account.id : null
    const key = { isLive: isLiveKey(config), id }
    const { noted, before } = await withDataFolder(config, async ({ storage, database }, now) => {
      const { account, unsettled } = await inspectPayments(database)
      const open = account === null || isSameAccount(account, key) ? null : openWithStripe(unsettled)
      if (open !== null) throw usage(open)
      return { noted: await storage.transact((tx) => acceptAccount(tx, key, now)), before: account }
    })
    const mode = modeOf(noted.isLive)
    await out.answer(
      { account: noted.id, mode, before: before === null ? null : { account: before.id, mode: modeOf(before.isLive) } },
      `The database belongs to ${noted.id ?? 'the account'} of the ${mode} key ${maskedKey(config.stripeKey)} from now on.`,
    )
  },
})

/** Whether a key is of the account that a database belongs to, as far as that was ever heard. */
function isSameAccount(noted: PaymentAccountNote, { isLive, id }: Pick<PaymentAccountNote, 'isLive' | 'id'>): boolean {
  return noted.isLive === isLive && (noted.id === null || noted.id === id)
}

function modeOf(isLive: boolean): 'live' | 'test' {
  return isLive ? 'live' : 'test'
}
