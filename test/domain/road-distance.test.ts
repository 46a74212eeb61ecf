import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { placeFrom } from '../../src/domain/place.ts'
import {
  type Coordinates,
  coordinatesOf,
  crowFliesM,
  driveFinder,
  driveFinderOf,
  driveKey,
  estimateDrive,
  greatCircleM,
  usualRoads,
  weakestSource,
} from '../../src/domain/road-distance.ts'
import { reckoned } from '../support/sample-roads.ts'

const leeds: Coordinates = { latitude: 53.795, longitude: -1.548 }
const york: Coordinates = { latitude: 53.958, longitude: -1.093 }

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const point = fc.record<Coordinates>({ latitude: degrees(90), longitude: degrees(180) })
const points = fc.array(point, { minLength: 1, maxLength: 8 })
const figures = fc.record({ factor: fc.double({ min: 1, max: 2, noNaN: true }), speedKmh: fc.integer({ min: 20, max: 110 }) })

describe('the great circle', () => {
  test('is as long as it is known to be', () => {
    expect(Math.round(greatCircleM({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 }))).toBe(
      Math.round(Math.PI * 6_371_008.8),
    )
    expect(Math.round(greatCircleM({ latitude: 90, longitude: 0 }, { latitude: 0, longitude: 77 }))).toBe(
      Math.round((Math.PI / 2) * 6_371_008.8),
    )
  })

  test('takes the short way over the date line', () => {
    const [west, east] = [
      { latitude: 51, longitude: 179.99 },
      { latitude: 51, longitude: -179.99 },
    ]
    expect(greatCircleM(west, east)).toBeCloseTo(
      greatCircleM({ latitude: 51, longitude: -0.01 }, { latitude: 51, longitude: 0.01 }),
      3,
    )
  })

  test('has no jump at the date line', () => {
    fc.assert(
      fc.property(point, degrees(89), (from, latitude) => {
        const before = greatCircleM(from, { latitude, longitude: 180 })
        const after = greatCircleM(from, { latitude, longitude: -180 })
        expect(Math.abs(before - after)).toBeLessThan(1)
      }),
    )
  })

  test('is never longer than half around the earth, and the same both ways', () => {
    fc.assert(
      fc.property(point, point, (from, to) => {
        expect(greatCircleM(from, to)).toBeLessThanOrEqual(Math.PI * 6_371_008.8 + 1)
        expect(Math.abs(greatCircleM(from, to) - greatCircleM(to, from))).toBeLessThan(1)
      }),
    )
  })
})

describe('a drive that is reckoned', () => {
  test('from Leeds to York is 45,400 m and 2,724 s', () => {
    expect(estimateDrive([leeds, york], usualRoads)).toEqual({ distanceM: 45_400, drivingSeconds: 2_724 })
  })

  test('is 0 for one point, however often it is named', () => {
    fc.assert(
      fc.property(point, fc.integer({ min: 1, max: 5 }), figures, (only, times, roads) => {
        expect(estimateDrive(Array(times).fill(only), roads)).toEqual({ distanceM: 0, drivingSeconds: 0 })
      }),
    )
  })

  test('is never less than the crow flies times the factor, but for rounding', () => {
    fc.assert(
      fc.property(points, figures, (way, roads) => {
        const { distanceM } = estimateDrive(way, roads)
        expect(distanceM % 100).toBe(0)
        expect(distanceM - crowFliesM(way) * roads.factor).toBeGreaterThanOrEqual(-50)
        expect(distanceM - crowFliesM(way) * roads.factor).toBeLessThanOrEqual(50)
      }),
    )
  })

  test('gets no shorter by another stop', () => {
    fc.assert(
      fc.property(points, point, fc.nat(8), figures, (way, stop, place, roads) => {
        const longer = way.toSpliced(place % (way.length + 1), 0, stop)
        expect(estimateDrive(longer, roads).distanceM).toBeGreaterThanOrEqual(estimateDrive(way, roads).distanceM)
      }),
    )
  })

  test('is as long there as back', () => {
    fc.assert(
      fc.property(points, figures, (way, roads) => {
        const back = way.toReversed()
        expect(Math.abs(crowFliesM(way) - crowFliesM(back))).toBeLessThan(0.001)
        // A sum in another order may fall on the other side of a rounding, a hundred metres away.
        expect([0, 100]).toContain(Math.abs(estimateDrive(way, roads).distanceM - estimateDrive(back, roads).distanceM))
      }),
    )
  })

  test('takes the time that its metres take at the speed, half up', () => {
    fc.assert(
      fc.property(points, figures, (way, roads) => {
        const { distanceM, drivingSeconds } = estimateDrive(way, roads)
        expect(Math.abs(drivingSeconds - (distanceM * 3.6) / roads.speedKmh)).toBeLessThanOrEqual(0.500_001)
      }),
    )
  })
})

describe('a drive is found', () => {
  const wanted = { points: [leeds, york], sequence: 1, isHalfGiven: false }

  test('among those that a router told, and reckoned otherwise', () => {
    const routed = new Map([[driveKey([leeds, york]), { distanceM: 40_123, drivingSeconds: 2_400 }]])
    const find = driveFinder(usualRoads, routed)
    expect(find(wanted)).toEqual({ distanceM: 40_123, drivingSeconds: 2_400, distanceSource: 'routed' })
    expect(find({ ...wanted, points: [york, leeds] })).toMatchObject({ distanceM: 45_400, distanceSource: 'estimated' })
  })

  test('by the estimate alone where one of its figures was given', () => {
    const routed = new Map([[driveKey([leeds, york]), { distanceM: 40_123, drivingSeconds: 2_400 }]])
    expect(driveFinder(usualRoads, routed)({ ...wanted, isHalfGiven: true })).toEqual(reckoned(wanted) as never)
  })

  test('by the sequence of its leg among those that were found before, and not at all for another', () => {
    const find = driveFinderOf([{ sequence: 2, distanceM: 1, drivingSeconds: 2, distanceSource: 'routed' }])
    expect(find({ ...wanted, sequence: 2 })).toEqual({ distanceM: 1, drivingSeconds: 2, distanceSource: 'routed' })
    expect(find(wanted)).toBeNull()
  })
})

test('places have coordinates only where each of them has both', () => {
  const hall = placeFrom({ label: 'Hall', kind: 'venue', ...leeds })
  expect(coordinatesOf([hall, hall])).toEqual([leeds, leeds])
  expect(coordinatesOf([hall, { ...hall, longitude: null }])).toBeNull()
})

test('of several sources the one to be relied on least is told, and none where one is not known', () => {
  expect(weakestSource(['given', 'routed', 'estimated'])).toBe('estimated')
  expect(weakestSource(['given', 'routed'])).toBe('routed')
  expect(weakestSource(['given'])).toBe('given')
  expect(weakestSource(['given', null])).toBeNull()
  expect(weakestSource([])).toBeNull()
})
