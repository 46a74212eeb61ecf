import type { Examine } from '../config.ts'
import { databaseFaults } from './database.ts'
import { certificateFaults } from './listener.ts'
import { paymentFaults } from './payment-settings.ts'

/**
 * Reasons why a server would not start although each setting is fine by itself. Such are card payments by an unsafe
 * way, a database URL that makes no sense, and TLS files that cannot be read. Makes nothing.
 */
export const servingFaults: Examine = (config) => [
  ...paymentFaults(config),
  ...databaseFaults(config),
  ...certificateFaults(config),
]
