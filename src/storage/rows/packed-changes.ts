import type { TripChanges } from '../../domain/amended-trip.ts'
import { readDistanceSource } from './packed-itinerary.ts'
import type { Packing } from './stored.ts'

/** The changes of an amendment as JSON. Legs of earlier releases have no origin of their distance. */
export const packedChanges: Packing<TripChanges> = {
  pack: JSON.stringify,
  unpack(packed) {
    const changes = JSON.parse(packed) as TripChanges
    if (changes.legs === undefined) return changes
    return { ...changes, legs: changes.legs.map((leg) => ({ ...leg, ...readDistanceSource(leg) })) }
  },
}
