import { defineBodyContract } from '../contract.ts'
import { record } from '../schema.ts'

/** The empty answer to a provider's event. */
export const ProviderEventHeard = record({})

export const ProviderEventView = defineBodyContract(ProviderEventHeard, () => ({}))
