import { toInstant } from '../domain/instant.ts'
import { createConfiguredClock } from './clock.ts'
import { defineConfiguredCommand } from './command.ts'
import { runWithDataFolder } from './open-storage.ts'

/** Requests a comparison of a restored database with the payment provider. */
export const paymentsCompareCommand = defineConfiguredCommand({
  words: 'payments compare',
  about:
    'Records that another tool than `charabanc restore`, such as PostgreSQL’s own, restored the database to an earlier time. The server ' +
    'then compares it with the payment provider before it charges a card. Run it before the first start on the restored database.',
  examples: ['payments compare', 'payments compare --json'],
  flags: {},
  async run({ config, out }) {
    const { requestComparison } = await import('../actions/payments/compare-payments.ts')
    const now = createConfiguredClock(config)()
    const since = await runWithDataFolder(config, ({ storage }) =>
      storage.transact((tx) => requestComparison(tx, now, Date.now())),
    )
    const sentence = `The server compares the provider's transactions since ${toInstant(since)} with its payments, at the latest at the next start.`
    await out.answer({ since: toInstant(since) }, sentence)
  },
})
