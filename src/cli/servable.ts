import type { Examine } from '../config.ts'
import { databaseFaults } from './database.ts'
import { certificateFaults } from './listener.ts'

/**
 * What keeps a server from starting although each setting is fine by itself: a payment provider this release
 * does not speak to, a database URL that makes no sense, TLS files that cannot be read. Makes nothing.
 */
export const servingFaults: Examine = (config) => [
  // Without its key the provider is not wrong but incomplete, which has an exit code of its own.
  ...(config.payments === 'stripe' && config.stripeKey !== null ? [stripeIsNotTaken] : []),
  ...databaseFaults(config),
  ...certificateFaults(config),
]

const stripeIsNotTaken =
  'CHARABANC_PAYMENTS is stripe, but this release takes payments by bank transfer (manual) or in play money (sandbox) only.'
