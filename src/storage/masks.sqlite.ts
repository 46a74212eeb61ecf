import type { Database } from 'bun:sqlite'
import { identitiesOf, maskItinerary, maskVersion, type TripPeople } from '../domain/masked-itinerary.ts'
import { packedItinerary, packedMaskedItinerary } from './packed-itinerary.ts'
import { translateSqlite } from './sqlite-faults.ts'

type StaleMask = {
  readonly id: number
  readonly itinerary: string
  readonly leadPassenger: string | null
} & TripPeople['customer']

/** A mask takes about a millisecond, so that the writer is held for a tenth of a second at a time. */
const batchSize = 100

/**
 * Makes every masked copy of an itinerary anew that an earlier version of the masking made; begun anew wherever it was cut short.
 * Where there is none, it only reads. Refuses `unavailable` when another process keeps the file to itself.
 */
export function refreshMasks(database: Database, version = maskVersion): void {
  const batch = database.query<StaleMask, [number]>(
    `SELECT trips.id, itinerary, lead_passenger AS leadPassenger, name, email, phone, organisation
     FROM trips JOIN customers ON customers.id = customer_id WHERE mask_version < ? LIMIT ${batchSize}`,
  )
  const save = database.prepare('UPDATE trips SET masked_itinerary = ?, mask_version = ? WHERE id = ?')
  const refresh = database.transaction(() => {
    for (const { id, itinerary, leadPassenger, ...customer } of batch.all(version)) {
      const people = { customer, leadPassenger: leadPassenger === null ? null : JSON.parse(leadPassenger) }
      const masked = maskItinerary(packedItinerary.unpack(itinerary), identitiesOf(people))
      save.run(packedMaskedItinerary.pack(masked), version, id)
    }
  })
  const isStale = database.query('SELECT 1 FROM trips WHERE mask_version < ? LIMIT 1')
  try {
    while (isStale.get(version) !== null) refresh.immediate()
  } catch (fault) {
    throw translateSqlite(fault)
  }
}
