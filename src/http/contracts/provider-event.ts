import { bodyContract } from '../contract.ts'
import { record } from '../schema.ts'

/** What a provider hears back: that it was heard. */
export const ProviderEventHeard = record({})

export const ProviderEventView = bodyContract(ProviderEventHeard, () => ({}))
