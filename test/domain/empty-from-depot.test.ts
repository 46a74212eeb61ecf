import { expect, test } from 'bun:test'
import { computeEmptyFromDepot } from '../../src/domain/empty-distance.ts'
import { buildLegs } from '../../src/domain/leg.ts'
import { completePlace } from '../../src/domain/place.ts'
import { estimateDrive, usualRoads } from '../../src/domain/road-distance.ts'

const at = (label: string, latitude: number, longitude: number) => ({ label, kind: 'venue' as const, latitude, longitude })
const leeds = at('Leeds Town Hall', 53.795, -1.548)
const york = at('York Minster', 53.958, -1.093)
const hull = at('Hull Marina', 53.739, -0.337)
const yard = completePlace(at('Yard at Otley', 53.905, -1.691))
const nowhere = { label: 'The old mill', kind: 'venue' as const }

const metres = (...points: readonly (typeof leeds)[]) => estimateDrive(points, usualRoads).distanceM
const drive = (pickup: typeof leeds | typeof nowhere, dropoff: typeof leeds | typeof nowhere) => ({
  pickup,
  dropoff,
  departsAt: 0,
})

test('returns the distance to the first pick-up and from the last drop-off', () => {
  const otley = at('Yard at Otley', 53.905, -1.691)
  expect(computeEmptyFromDepot(yard, buildLegs([drive(leeds, york)], 40), usualRoads)).toBe(
    metres(otley, leeds) + metres(york, otley),
  )
  const there = [drive(leeds, york), { ...drive(york, york), kind: 'standby' as const }, drive(york, leeds)]
  expect(computeEmptyFromDepot(yard, buildLegs(there, 40), usualRoads)).toBe(2 * metres(otley, leeds))
  expect(computeEmptyFromDepot(yard, buildLegs([drive(leeds, york), drive(york, hull)], 40), usualRoads)).toBe(
    metres(otley, leeds) + metres(hull, otley),
  )
})

test('returns null if an end has no coordinates, and ignores places between', () => {
  expect(computeEmptyFromDepot(yard, buildLegs([drive(nowhere, york)], 40), usualRoads)).toBeNull()
  expect(computeEmptyFromDepot(yard, buildLegs([drive(leeds, nowhere)], 40), usualRoads)).toBeNull()
  expect(computeEmptyFromDepot(completePlace(nowhere), buildLegs([drive(leeds, york)], 40), usualRoads)).toBeNull()
  expect(computeEmptyFromDepot(yard, buildLegs([drive(leeds, nowhere), drive(nowhere, york)], 40), usualRoads)).toBeGreaterThan(0)
})
