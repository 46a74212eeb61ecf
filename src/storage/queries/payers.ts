import { createFinder, createInserter, createSaver } from '../rows/statements.ts'

/** The payer of a trip at a provider, or null. */
export const findPayer = createFinder('payers', 'tripId', 'provider')
export const insertPayer = createInserter('payers')
export const savePayer = createSaver('payers', ['providerRef'])
