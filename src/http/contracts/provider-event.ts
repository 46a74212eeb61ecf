import { bodyContract } from '../contract.ts'
import { record } from '../schema.ts'

/** The empty answer to a provider's event, which says that it was heard. */
export const ProviderEventHeard = record({})

export const ProviderEventView = bodyContract(ProviderEventHeard, () => ({}))
