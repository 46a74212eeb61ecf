import type { Database } from 'bun:sqlite'
import { packedItinerary, packedMaskedItinerary } from '../rows/packed-itinerary.ts'

type TripInJson = { readonly id: number; readonly itinerary: string; readonly masked: string }

/** Greatest number of trips held in memory at a time. */
const batchSize = 500

/** Packs the itineraries that were stored as JSON objects, inside the transaction that drops the rows of their legs and stops. */
export function packItineraries(database: Database): void {
  const batch = database.query<TripInJson, [number]>(
    `SELECT id, itinerary, masked_itinerary AS masked FROM trips WHERE id > ? ORDER BY id LIMIT ${batchSize}`,
  )
  const save = database.prepare('UPDATE trips SET itinerary = ?, masked_itinerary = ? WHERE id = ?')
  for (let trips = batch.all(0); trips.length > 0; trips = batch.all(trips.at(-1)?.id ?? 0)) {
    for (const { id, itinerary, masked } of trips) {
      save.run(packedItinerary.pack(JSON.parse(itinerary)), packedMaskedItinerary.pack(JSON.parse(masked)), id)
    }
  }
}
