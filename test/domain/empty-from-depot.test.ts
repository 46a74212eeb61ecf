import { expect, test } from 'bun:test'
import { emptyFromDepot } from '../../src/domain/empty-distance.ts'
import { legsFrom } from '../../src/domain/leg.ts'
import { placeFrom } from '../../src/domain/place.ts'
import { estimateDrive, usualRoads } from '../../src/domain/road-distance.ts'

const at = (label: string, latitude: number, longitude: number) => ({ label, kind: 'venue' as const, latitude, longitude })
const leeds = at('Leeds Town Hall', 53.795, -1.548)
const york = at('York Minster', 53.958, -1.093)
const hull = at('Hull Marina', 53.739, -0.337)
const yard = placeFrom(at('Yard at Otley', 53.905, -1.691))
const nowhere = { label: 'The old mill', kind: 'venue' as const }

const metres = (...points: readonly (typeof leeds)[]) => estimateDrive(points, usualRoads).distanceM
const drive = (pickup: typeof leeds | typeof nowhere, dropoff: typeof leeds | typeof nowhere) => ({
  pickup,
  dropoff,
  departsAt: 0,
})

test('the way without passengers is that to the first pickup and that back from the last dropoff', () => {
  const otley = at('Yard at Otley', 53.905, -1.691)
  expect(emptyFromDepot(yard, legsFrom([drive(leeds, york)], 40), usualRoads)).toBe(metres(otley, leeds) + metres(york, otley))
  const there = [drive(leeds, york), { ...drive(york, york), kind: 'standby' as const }, drive(york, leeds)]
  expect(emptyFromDepot(yard, legsFrom(there, 40), usualRoads)).toBe(2 * metres(otley, leeds))
  expect(emptyFromDepot(yard, legsFrom([drive(leeds, york), drive(york, hull)], 40), usualRoads)).toBe(
    metres(otley, leeds) + metres(hull, otley),
  )
})

test('the way without passengers is not known where one of its ends has no coordinates, and is whatever lies between', () => {
  expect(emptyFromDepot(yard, legsFrom([drive(nowhere, york)], 40), usualRoads)).toBeNull()
  expect(emptyFromDepot(yard, legsFrom([drive(leeds, nowhere)], 40), usualRoads)).toBeNull()
  expect(emptyFromDepot(placeFrom(nowhere), legsFrom([drive(leeds, york)], 40), usualRoads)).toBeNull()
  expect(emptyFromDepot(yard, legsFrom([drive(leeds, nowhere), drive(nowhere, york)], 40), usualRoads)).toBeGreaterThan(0)
})
