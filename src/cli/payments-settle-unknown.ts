import { lineOfText } from '../setting-values.ts'
import { clockOf } from './clock.ts'
import { configuredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { operand } from './flag.ts'
import { withDataFolder } from './open-storage.ts'
import { asUnknownPayment } from './payment-shown.ts'

/** Says of money that only the provider knows of that somebody has seen to it. */
export const paymentsSettleUnknownCommand = configuredCommand({
  words: 'payments settle-unknown',
  about:
    'Says of money which the provider took or sent back after the backup that was restored, and of which no payment knows, that somebody has ' +
    'seen to it: it is in the books by hand, or back with its customer. Nothing is booked and nothing is sent; cards of its trip can be charged again.',
  examples: ['payments settle-unknown pi_3Q2abcXYZ', 'payments settle-unknown pi_3Q2abcXYZ --json'],
  flags: { ref: operand('REF', 'What the provider calls it, as `charabanc payments list --open` shows it.', lineOfText) },
  async run({ flags: { ref }, config, out }) {
    const { settleUnknown } = await import('../actions/cards/unknown-payments.ts')
    const now = clockOf(config)()
    const settled = await withDataFolder(config, ({ storage }) => storage.transact((tx) => settleUnknown(tx, ref, now)))
    if (settled === null)
      throw new CliFailure(exit.failure, `No unknown money is called ${ref}; \`charabanc payments list --open\` shows it.`)
    await out.answer(asUnknownPayment(settled), `${ref} of ${settled.tripRef} is settled.`)
  },
})
