import { lineOfText } from '../setting-values.ts'
import { createConfiguredClock } from './clock.ts'
import { defineConfiguredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { defineOperand } from './flag.ts'
import { runWithDataFolder } from './open-storage.ts'
import { toUnknownPaymentJson } from './payment-shown.ts'

/** Marks an unknown provider transaction as handled. */
export const paymentsSettleUnknownCommand = defineConfiguredCommand({
  words: 'payments settle-unknown',
  about:
    'Marks a provider transaction after the restored backup, unknown to this server, as ' +
    'handled: recorded by hand, or refunded. It books and sends nothing. Cards of its trip can be charged again.',
  examples: ['payments settle-unknown pi_3Q2abcXYZ', 'payments settle-unknown pi_3Q2abcXYZ --json'],
  flags: { ref: defineOperand('REF', "The provider's reference, from `charabanc payments list --open`.", lineOfText) },
  async run({ flags: { ref }, config, out }) {
    const { settleUnknownPayment } = await import('../actions/cards/unknown-payments.ts')
    const now = createConfiguredClock(config)()
    const settled = await runWithDataFolder(config, ({ storage }) => storage.transact((tx) => settleUnknownPayment(tx, ref, now)))
    if (settled === null)
      throw new CliFailure(
        exit.failure,
        `There is no unknown transaction ${ref}. List them with \`charabanc payments list --open\`.`,
      )
    await out.answer(toUnknownPaymentJson(settled), `${ref} of ${settled.tripRef} is settled.`)
  },
})
