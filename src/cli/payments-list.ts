import { defineConfiguredCommand } from './command.ts'
import { defineToggle } from './flag.ts'
import { runWithDataFolder } from './open-storage.ts'
import { formatTable } from './output.ts'
import { listPaymentCells, listUnknownCells, toPaymentJson, toUnknownPaymentJson } from './payment-shown.ts'

/** Payments and refunds of all trips. */
export const paymentsListCommand = defineConfiguredCommand({
  words: 'payments list',
  about:
    "Lists payments and refunds of all trips, the newest first, with their status and the provider's reference. Then lists, as `unknown`, " +
    'provider transactions made after the restored backup.',
  examples: ['payments list --open', 'payments list', 'payments list --open --json'],
  flags: {
    open: defineToggle('Only open, in doubt and unknown payments, and refunds that are in progress or failed.'),
  },
  async run({ flags, config, out }) {
    const { listNewestPayments } = await import('../actions/payments/support-payments.ts')
    const { listed, unknown, isCut } = await runWithDataFolder(config, ({ storage }) =>
      storage.read((db) => listNewestPayments(db, flags.open)),
    )
    const headings = ['ID', 'TRIP', 'KIND', 'AMOUNT', 'STATUS', 'PROVIDER', 'SINCE', 'REFS']
    const none = flags.open ? 'There are no open payments.' : 'There are no payments.'
    const data = [...listed.map(toPaymentJson), ...unknown.map(toUnknownPaymentJson)]
    const lines = [...listed.map(listPaymentCells), ...unknown.map(listUnknownCells)]
    await out.answer({ data }, lines.length === 0 ? none : formatTable(headings, lines))
    if (isCut) await out.remark(`Only the first ${lines.length} are listed.`)
  },
})
