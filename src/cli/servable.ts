import type { Examine } from '../config.ts'
import { listDatabaseFaults } from './database.ts'
import { listCertificateFaults } from './listener.ts'
import { listPaymentSettingFaults } from './payment-settings.ts'

/**
 * Reasons why a server would not start although each setting is valid alone: unsafe addresses for card payments, an invalid
 * database URL, or unreadable TLS files. Creates nothing.
 */
export const listServingFaults: Examine = (config) => [
  ...listPaymentSettingFaults(config),
  ...listDatabaseFaults(config),
  ...listCertificateFaults(config),
]
