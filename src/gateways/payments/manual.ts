import type { TransferPayments } from './payments.ts'

/** Money by bank transfer, marked received by hand. */
export const manualPayments: TransferPayments = { kind: 'transfer', name: 'manual', method: 'bank_transfer' }
