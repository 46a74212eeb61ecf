import { finder, inserter, saver } from '../rows/statements.ts'

/** The payer of a trip at a provider, or null. */
export const findPayer = finder('payers', 'tripId', 'provider')
export const insertPayer = inserter('payers')
export const savePayer = saver('payers', ['providerRef'])
