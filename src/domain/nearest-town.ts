import { type Coordinates, computeGreatCircle } from './road-distance.ts'
import type { TownFile } from './town-file.ts'

/** Countries (ISO 3166 alpha-2) with British postcodes. */
const postcodeCountries = ['GB', 'GG', 'IM', 'JE']

/** Greatest distance (m) of a town that names the surroundings of a point. */
const nearbyM = 10_000

/** A lower bound of the metres of a degree of latitude. */
const metresOfDegree = 110_000

/** Finds the nearest British town of a point; null if none is within 10 km. The towns are listed at the first search. */
export function createNearestTownFinder(file: TownFile): (point: Coordinates) => number | null {
  let towns: Uint32Array | null = null
  return (point) => {
    towns ??= listBritishTowns(file)
    let [nearest, leastM]: [number | null, number] = [null, nearbyM]
    for (const town of towns) {
      const latitude = file.latitudeOf(town)
      if (Math.abs(latitude - point.latitude) * metresOfDegree > leastM) continue
      const distanceM = computeGreatCircle(point, { latitude, longitude: file.longitudeOf(town) })
      if (distanceM > leastM) continue
      nearest = town
      leastM = distanceM
    }
    return nearest
  }
}

function listBritishTowns(file: TownFile): Uint32Array {
  const countries = new Set(postcodeCountries.map((code) => file.countries.indexOf(code)))
  const towns: number[] = []
  for (let town = 0; town < file.towns; town++) if (countries.has(file.countryOf(town))) towns.push(town)
  return Uint32Array.from(towns)
}
