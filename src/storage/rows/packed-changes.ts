import type { TripChanges } from '../../domain/amended-trip.ts'
import { sourceOf } from './packed-itinerary.ts'
import type { Packing } from './stored.ts'

/** The changes of an amendment, as a row keeps them: JSON, whose legs had no origin of their distance in earlier releases. */
export const packedChanges: Packing<TripChanges> = {
  pack: JSON.stringify,
  unpack(packed) {
    const changes = JSON.parse(packed) as TripChanges
    if (changes.legs === undefined) return changes
    return { ...changes, legs: changes.legs.map((leg) => ({ ...leg, ...sourceOf(leg) })) }
  },
}
