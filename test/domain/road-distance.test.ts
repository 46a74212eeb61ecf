import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { completePlace } from '../../src/domain/place.ts'
import {
  type Coordinates,
  computeDriveKey,
  computeGreatCircle,
  createDriveFinder,
  createKnownDriveFinder,
  estimateDrive,
  findWeakestSource,
  listCoordinates,
  sumGreatCircles,
  usualRoads,
} from '../../src/domain/road-distance.ts'
import { reckoned } from '../support/sample-roads.ts'

const leeds: Coordinates = { latitude: 53.795, longitude: -1.548 }
const york: Coordinates = { latitude: 53.958, longitude: -1.093 }

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const point = fc.record<Coordinates>({ latitude: degrees(90), longitude: degrees(180) })
const points = fc.array(point, { minLength: 1, maxLength: 8 })
const figures = fc.record({ factor: fc.double({ min: 1, max: 2, noNaN: true }), speedKmh: fc.integer({ min: 20, max: 110 }) })

describe('the great circle distance', () => {
  test('returns known distances', () => {
    expect(Math.round(computeGreatCircle({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 }))).toBe(
      Math.round(Math.PI * 6_371_008.8),
    )
    expect(Math.round(computeGreatCircle({ latitude: 90, longitude: 0 }, { latitude: 0, longitude: 77 }))).toBe(
      Math.round((Math.PI / 2) * 6_371_008.8),
    )
  })

  test('takes the short way over the date line', () => {
    const [west, east] = [
      { latitude: 51, longitude: 179.99 },
      { latitude: 51, longitude: -179.99 },
    ]
    expect(computeGreatCircle(west, east)).toBeCloseTo(
      computeGreatCircle({ latitude: 51, longitude: -0.01 }, { latitude: 51, longitude: 0.01 }),
      3,
    )
  })

  test('has no jump at the date line', () => {
    fc.assert(
      fc.property(point, degrees(89), (from, latitude) => {
        const before = computeGreatCircle(from, { latitude, longitude: 180 })
        const after = computeGreatCircle(from, { latitude, longitude: -180 })
        expect(Math.abs(before - after)).toBeLessThan(1)
      }),
    )
  })

  test('is at most half of the circumference, and equal in both directions', () => {
    fc.assert(
      fc.property(point, point, (from, to) => {
        expect(computeGreatCircle(from, to)).toBeLessThanOrEqual(Math.PI * 6_371_008.8 + 1)
        expect(Math.abs(computeGreatCircle(from, to) - computeGreatCircle(to, from))).toBeLessThan(1)
      }),
    )
  })
})

describe('an estimated drive', () => {
  test('returns 45,400 m and 2,724 s from Leeds to York', () => {
    expect(estimateDrive([leeds, york], usualRoads)).toEqual({ distanceM: 45_400, drivingSeconds: 2_724 })
  })

  test('is 0 for a single point, also if it is repeated', () => {
    fc.assert(
      fc.property(point, fc.integer({ min: 1, max: 5 }), figures, (only, times, roads) => {
        expect(estimateDrive(Array(times).fill(only), roads)).toEqual({ distanceM: 0, drivingSeconds: 0 })
      }),
    )
  })

  test('is at least the great circle distance times the factor, except rounding', () => {
    fc.assert(
      fc.property(points, figures, (way, roads) => {
        const { distanceM } = estimateDrive(way, roads)
        expect(distanceM % 100).toBe(0)
        expect(distanceM - sumGreatCircles(way) * roads.factor).toBeGreaterThanOrEqual(-50)
        expect(distanceM - sumGreatCircles(way) * roads.factor).toBeLessThanOrEqual(50)
      }),
    )
  })

  test('never gets shorter with another stop', () => {
    fc.assert(
      fc.property(points, point, fc.nat(8), figures, (way, stop, place, roads) => {
        const longer = way.toSpliced(place % (way.length + 1), 0, stop)
        expect(estimateDrive(longer, roads).distanceM).toBeGreaterThanOrEqual(estimateDrive(way, roads).distanceM)
      }),
    )
  })

  test('is equal in both directions', () => {
    fc.assert(
      fc.property(points, figures, (way, roads) => {
        const back = way.toReversed()
        expect(Math.abs(sumGreatCircles(way) - sumGreatCircles(back))).toBeLessThan(0.001)
        // Another order of the sum can change the rounding, by a hundred metres.
        expect([0, 100]).toContain(Math.abs(estimateDrive(way, roads).distanceM - estimateDrive(back, roads).distanceM))
      }),
    )
  })

  test('calculates the time from the distance and the speed, rounded half up', () => {
    fc.assert(
      fc.property(points, figures, (way, roads) => {
        const { distanceM, drivingSeconds } = estimateDrive(way, roads)
        expect(Math.abs(drivingSeconds - (distanceM * 3.6) / roads.speedKmh)).toBeLessThanOrEqual(0.500_001)
      }),
    )
  })
})

describe('a drive finder', () => {
  const wanted = { points: [leeds, york], sequence: 1, isHalfGiven: false }

  test('returns a routed drive, or an estimate', () => {
    const routed = new Map([[computeDriveKey([leeds, york]), { distanceM: 40_123, drivingSeconds: 2_400 }]])
    const find = createDriveFinder(usualRoads, routed)
    expect(find(wanted)).toEqual({ distanceM: 40_123, drivingSeconds: 2_400, distanceSource: 'routed' })
    expect(find({ ...wanted, points: [york, leeds] })).toMatchObject({ distanceM: 45_400, distanceSource: 'estimated' })
  })

  test('returns the estimate if one figure was given', () => {
    const routed = new Map([[computeDriveKey([leeds, york]), { distanceM: 40_123, drivingSeconds: 2_400 }]])
    expect(createDriveFinder(usualRoads, routed)({ ...wanted, isHalfGiven: true })).toEqual(reckoned(wanted) as never)
  })

  test('returns an earlier drive by the sequence of its leg, or null', () => {
    const find = createKnownDriveFinder([{ sequence: 2, distanceM: 1, drivingSeconds: 2, distanceSource: 'routed' }])
    expect(find({ ...wanted, sequence: 2 })).toEqual({ distanceM: 1, drivingSeconds: 2, distanceSource: 'routed' })
    expect(find(wanted)).toBeNull()
  })
})

test('returns coordinates only if each place has both', () => {
  const hall = completePlace({ label: 'Hall', kind: 'venue', ...leeds })
  expect(listCoordinates([hall, hall])).toEqual([leeds, leeds])
  expect(listCoordinates([hall, { ...hall, longitude: null }])).toBeNull()
})

test('returns the least reliable of several sources, or null if one is unknown', () => {
  expect(findWeakestSource(['given', 'routed', 'estimated'])).toBe('estimated')
  expect(findWeakestSource(['given', 'routed'])).toBe('routed')
  expect(findWeakestSource(['given'])).toBe('given')
  expect(findWeakestSource(['given', null])).toBeNull()
  expect(findWeakestSource([])).toBeNull()
})
