import { toInstant } from '../domain/instant.ts'
import { clockOf } from './clock.ts'
import { configuredCommand } from './command.ts'
import { withDataFolder } from './open-storage.ts'

/** Has a restored database compared with the provider of card payments. */
export const paymentsCompareCommand = configuredCommand({
  words: 'payments compare',
  about:
    'Says that the database was put back to an earlier moment by other means than `charabanc restore`, such as PostgreSQL’s own: the server ' +
    'compares it with the provider of card payments, and takes no card before. To be said before the first start on it.',
  examples: ['payments compare', 'payments compare --json'],
  flags: {},
  async run({ config, out }) {
    const { askToCompare } = await import('../actions/cards/compare-payments.ts')
    const now = clockOf(config)()
    const since = await withDataFolder(config, ({ storage }) => storage.transact((tx) => askToCompare(tx, now, Date.now())))
    const said = `What the provider did since ${toInstant(since)} is compared with the payments here, at the next start at the latest.`
    await out.answer({ since: toInstant(since) }, said)
  },
})
