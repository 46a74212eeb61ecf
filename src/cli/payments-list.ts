import { configuredCommand } from './command.ts'
import { toggle } from './flag.ts'
import { withDataFolder } from './open-storage.ts'
import { table } from './output.ts'
import { asPayment, paymentCells } from './payment-shown.ts'

/** Payments and refunds of all trips. */
export const paymentsListCommand = configuredCommand({
  words: 'payments list',
  about: 'Lists payments and refunds of all trips, the newest first, with where they stand and what the provider calls them.',
  examples: ['payments list --open', 'payments list', 'payments list --open --json'],
  flags: {
    open: toggle('Only what is not over: open, in doubt, or a refund that is on its way or failed.'),
  },
  async run({ flags, config, out }) {
    const { listNewestPayments } = await import('../actions/support-payments.ts')
    const { listed, isCut } = await withDataFolder(config, ({ storage }) =>
      storage.read((db) => listNewestPayments(db, flags.open)),
    )
    const headings = ['ID', 'TRIP', 'KIND', 'AMOUNT', 'STATUS', 'PROVIDER', 'SINCE', 'REFS']
    const none = flags.open ? 'None is open.' : 'There is none.'
    await out.answer({ data: listed.map(asPayment) }, listed.length === 0 ? none : table(headings, listed.map(paymentCells)))
    if (isCut) await out.remark(`Only the newest ${listed.length} are listed.`)
  },
})
