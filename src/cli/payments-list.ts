import { configuredCommand } from './command.ts'
import { toggle } from './flag.ts'
import { withDataFolder } from './open-storage.ts'
import { table } from './output.ts'
import { asUnknownPayment, paymentAsJson, paymentCells, unknownCells } from './payment-shown.ts'

/** Payments and refunds of all trips. */
export const paymentsListCommand = configuredCommand({
  words: 'payments list',
  about:
    'Lists payments and refunds of all trips, the newest first, with where they stand and what the provider calls them; then, as `unknown`, ' +
    'money of which only the provider knows, since it moved after the backup that was restored.',
  examples: ['payments list --open', 'payments list', 'payments list --open --json'],
  flags: {
    open: toggle('Only what is not over: open, in doubt, unknown, or a refund that is on its way or failed.'),
  },
  async run({ flags, config, out }) {
    const { listNewestPayments } = await import('../actions/money/support-payments.ts')
    const { listed, unknown, isCut } = await withDataFolder(config, ({ storage }) =>
      storage.read((db) => listNewestPayments(db, flags.open)),
    )
    const headings = ['ID', 'TRIP', 'KIND', 'AMOUNT', 'STATUS', 'PROVIDER', 'SINCE', 'REFS']
    const none = flags.open ? 'None is open.' : 'There is none.'
    const data = [...listed.map(paymentAsJson), ...unknown.map(asUnknownPayment)]
    const lines = [...listed.map(paymentCells), ...unknown.map(unknownCells)]
    await out.answer({ data }, lines.length === 0 ? none : table(headings, lines))
    if (isCut) await out.remark(`Only ${lines.length} are listed, and there are more.`)
  },
})
