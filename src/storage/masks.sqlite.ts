import type { Database } from 'bun:sqlite'
import { identitiesOf, maskItinerary, maskVersion, type TripPeople } from '../domain/masked-itinerary.ts'

type StaleMask = {
  readonly id: number
  readonly itinerary: string
  readonly leadPassenger: string | null
} & TripPeople['customer']

/** A mask takes about a millisecond, so that the writer is held for a tenth of a second at a time. */
const batchSize = 100

/** Makes every masked copy of an itinerary anew that another version of the masking made; begun anew wherever it was cut short. */
export function refreshMasks(database: Database, version = maskVersion): void {
  const batch = database.query<StaleMask, [number]>(
    `SELECT trips.id, itinerary, lead_passenger AS leadPassenger, name, email, phone, organisation
     FROM trips JOIN customers ON customers.id = customer_id WHERE mask_version < ? LIMIT ${batchSize}`,
  )
  const save = database.prepare('UPDATE trips SET masked_itinerary = ?, mask_version = ? WHERE id = ?')
  const refresh = database.transaction(() => {
    const trips = batch.all(version)
    for (const { id, itinerary, leadPassenger, ...customer } of trips) {
      const people = { customer, leadPassenger: leadPassenger === null ? null : JSON.parse(leadPassenger) }
      save.run(JSON.stringify(maskItinerary(JSON.parse(itinerary), identitiesOf(people))), version, id)
    }
    return trips.length
  })
  while (refresh.immediate() > 0);
}
