import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { computeDrivingMinutes, findHoursAdvice, listDrivingDays } from '../../src/domain/hours-advice.ts'
import type { TripInput } from '../../src/domain/itinerary.ts'
import type { LegInput } from '../../src/domain/leg.ts'
import { planItinerary } from '../../src/domain/plan-itinerary.ts'
import { reckoned } from '../support/sample-roads.ts'

const minute = 60_000
const hour = 60 * minute
const now = Date.UTC(2026, 4, 20, 8)
const departsAt = Date.UTC(2026, 5, 12, 5)
const leeds = { label: 'Leeds', kind: 'station' } as const
const paris = { label: 'Paris', kind: 'hotel' } as const

const itinerary = (change: Partial<TripInput>) =>
  planItinerary(
    { pickup: leeds, dropoff: paris, departsAt, passengerCount: 45, ...change },
    { timezone: 'Europe/London', now, find: reckoned },
  )
const advise = (change: Partial<TripInput>) => findHoursAdvice(itinerary(change))
const leg = (startHours: number, drivingHours: number, lastsHours?: number): LegInput => ({
  pickup: leeds,
  dropoff: paris,
  departsAt: departsAt + startHours * hour,
  drivingSeconds: drivingHours * 3600,
  arriveBy: lastsHours === undefined ? null : departsAt + (startHours + lastsHours) * hour,
})

describe('advice about drivers’ hours', () => {
  test('is null if a driving time is unknown', () => {
    expect(advise({})).toBeNull()
    expect(advise({ legs: [leg(0, 1), { ...leg(2, 1), drivingSeconds: null }] })).toBeNull()
  })

  test('names no rule for a short trip', () => {
    expect(advise({ drivingSeconds: 3 * 3600 })).toEqual({
      drivingMinutes: 180,
      dutyMinutes: 180,
      breaksMinutes: 0,
      secondDriverLikely: false,
      rules: [],
      isEstimated: false,
    })
  })

  test.each([
    [4.5, 0, 4.5 * 60],
    [4.5 + 1 / 60, 45, 271 + 45],
    [9, 45, 540 + 45],
    [9 + 1 / 60, 90, 541 + 90],
  ])('requires for %p driving hours %p minutes of break', (hours, breaksMinutes, dutyMinutes) => {
    expect(advise({ drivingSeconds: Math.round(hours * 3600) })).toMatchObject({ breaksMinutes, dutyMinutes })
  })

  test('suggests a second driver above nine hours', () => {
    expect(advise({ drivingSeconds: 9 * 3600 })).toMatchObject({ secondDriverLikely: false, rules: ['break_45_after_4h30'] })
    expect(advise({ drivingSeconds: 9 * 3600 + 60 })).toMatchObject({
      secondDriverLikely: true,
      rules: ['driving_9h', 'break_45_after_4h30'],
    })
  })

  test('suggests a second driver if eleven hours of rest do not fit into the day', () => {
    expect(advise({ legs: [leg(0, 1), leg(6, 1), leg(12, 1)] })).toMatchObject({
      dutyMinutes: 60 * 13,
      secondDriverLikely: false,
      rules: [],
    })
    expect(advise({ legs: [leg(0, 1), leg(6, 1), leg(12, 1, 1.5)] })).toMatchObject({
      dutyMinutes: 60 * 13.5,
      secondDriverLikely: true,
      rules: ['rest_11h'],
    })
  })

  test('counts a wait of 45 minutes as the break', () => {
    expect(advise({ legs: [leg(0, 4), leg(4.75, 4)] })).toMatchObject({ breaksMinutes: 0, dutyMinutes: 525 })
    expect(advise({ legs: [leg(0, 4), leg(4.5, 4)] })).toMatchObject({ breaksMinutes: 45, dutyMinutes: 510 + 15 })
  })

  test('counts a night of eleven hours as the rest', () => {
    expect(advise({ legs: [leg(0, 8), leg(8 + 0.75 + 11, 8)] })).toEqual({
      drivingMinutes: 960,
      dutyMinutes: 2 * (480 + 45),
      breaksMinutes: 90,
      secondDriverLikely: false,
      rules: ['break_45_after_4h30'],
      isEstimated: false,
    })
    expect(advise({ legs: [leg(0, 8), leg(8 + 0.75 + 10, 8)] })).toMatchObject({
      secondDriverLikely: true,
      rules: ['driving_9h', 'break_45_after_4h30', 'rest_11h'],
    })
  })

  test('counts a standby as duty without driving', () => {
    expect(advise({ returnsAt: departsAt + 6 * hour, coachStaysWithGroup: true, drivingSeconds: 4 * 3600 })).toMatchObject({
      drivingMinutes: 240,
      dutyMinutes: 480,
      breaksMinutes: 0,
    })
  })

  test('divides a known total over legs without driving times', () => {
    const silent = [leg(0, 0), leg(1, 0)].map((leg) => ({ ...leg, drivingSeconds: null }))
    expect(advise({ legs: silent, drivingSeconds: 10 * 3600 })).toMatchObject({
      drivingMinutes: 600,
      rules: expect.arrayContaining(['driving_9h']),
    })
  })

  test('returns the driving time of some legs, which add up to the total', () => {
    const trip = itinerary({ legs: [leg(0, 2), leg(4, 1), leg(9, 3)] })
    expect([[1], [2, 3], [], [9]].map((legs) => computeDrivingMinutes(trip, legs))).toEqual([120, 240, 0, 0])
    expect(computeDrivingMinutes(trip, null)).toBe(360)
    expect(computeDrivingMinutes(itinerary({}), null)).toBeNull()
  })

  test('returns the driving days of some legs, from one rest to the next', () => {
    const trip = itinerary({ legs: [leg(0, 5), leg(6, 1), leg(24, 3), leg(28, 3)] })
    const out = { startsAt: departsAt, drivingMinutes: 360, breaksMinutes: 45 }
    const backDay = { startsAt: departsAt + 24 * hour, drivingMinutes: 360, breaksMinutes: 0 }
    expect(listDrivingDays(trip, [1, 2, 3, 4])).toEqual([out, backDay])
    expect(listDrivingDays(trip, [3, 4])).toEqual([backDay])
    expect(listDrivingDays(trip, [2])).toEqual([{ startsAt: departsAt + 6 * hour, drivingMinutes: 60, breaksMinutes: 0 }])
    expect(listDrivingDays(trip, [])).toEqual([])
    expect(listDrivingDays(itinerary({}), [1])).toEqual([])
  })

  test('counts a night of driving and a short wait as one day', () => {
    const night = itinerary({ legs: [leg(17, 4), leg(21.5, 4), leg(26 + 8, 1)] })
    expect(listDrivingDays(night, [1, 2, 3])).toEqual([
      { startsAt: departsAt + 17 * hour, drivingMinutes: 540, breaksMinutes: 45 },
    ])
  })

  test('adds up for any trip', () => {
    const part = fc.record({ gap: fc.integer({ min: 0, max: 1200 }), drive: fc.integer({ min: 0, max: 900 }) })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        let start = 0
        const legs = parts.map(({ gap, drive }) => {
          start += gap / 60
          const made = leg(start, drive / 60)
          start += drive / 60
          return { ...made, departsAt: Math.round(made.departsAt), drivingSeconds: drive * 60 }
        })
        const advice = advise({ legs })
        expect(advice?.drivingMinutes).toBe(parts.reduce((sum, { drive }) => sum + drive, 0))
        expect(advice?.breaksMinutes ?? -1).toBeGreaterThanOrEqual(0)
        expect((advice?.breaksMinutes ?? 1) % 45).toBe(0)
        expect(advice?.dutyMinutes ?? 0).toBeGreaterThanOrEqual((advice?.drivingMinutes ?? 0) + (advice?.breaksMinutes ?? 0) - 1)
        expect(advice?.rules.includes('break_45_after_4h30')).toBe((advice?.breaksMinutes ?? 0) > 0)
      }),
    )
  })
})

describe('advice by found driving times', () => {
  const [north, south] = [
    { ...leeds, latitude: 53.795, longitude: -1.548 },
    { ...paris, latitude: 48.857, longitude: 2.352 },
  ]

  test('is marked as estimated, and warns of a second driver without an entered driving time', () => {
    expect(advise({ pickup: north, dropoff: south })).toMatchObject({ isEstimated: true, secondDriverLikely: true })
  })

  test('uses the given driving time of the trip, divided by the length of its legs', () => {
    const returnsAt = departsAt + 15 * hour
    const given = itinerary({ pickup: north, dropoff: south, returnsAt, drivingSeconds: 8 * 3600 })
    expect(findHoursAdvice(given)).toMatchObject({ drivingMinutes: 480, isEstimated: false })
    expect(computeDrivingMinutes(given, [1])).toBe(240)
    expect(given.endsAt).toBe(returnsAt + 4 * hour)
  })
})
