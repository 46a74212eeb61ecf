import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Itinerary, TripInput } from '../../src/domain/itinerary.ts'
import { type LegInput, roundTripEnd } from '../../src/domain/leg.ts'
import type { PlaceInput } from '../../src/domain/place.ts'
import { addDrives, listUnknownDrives, planItinerary } from '../../src/domain/plan-itinerary.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { asFacts } from '../../src/http/contracts/refusal.ts'
import { reckoned } from '../support/sample-roads.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.UTC(2026, 4, 20, 8)
const departsAt = Date.UTC(2026, 5, 12, 7, 30)
const leeds: PlaceInput = { label: 'Hillside School', kind: 'school', locality: 'Leeds' }
const york: PlaceInput = { label: 'Railway Museum', kind: 'venue', locality: 'York' }

const trip = (change: Partial<TripInput> = {}): TripInput => ({
  pickup: leeds,
  dropoff: york,
  departsAt,
  passengerCount: 45,
  ...change,
})
const leg = (change: Partial<LegInput> = {}): LegInput => ({ pickup: leeds, dropoff: york, departsAt, ...change })
const plan = (change: Partial<TripInput> = {}): Itinerary =>
  planItinerary(trip(change), { timezone: 'Europe/London', now, find: reckoned })

const faultsOf = (change: Partial<TripInput>): Record<string, unknown> => {
  try {
    plan(change)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'validation_failed')
      return asFacts(error.facts).fields as Record<string, unknown>
    throw error
  }
  return {}
}

describe('a one-way trip', () => {
  test('has one leg, and null, none or zero for missing fields', () => {
    const { pickup, dropoff, legs, ...rest } = plan()
    expect(pickup.locality).toBe('Leeds')
    expect(dropoff.postcode).toBeNull()
    expect(legs).toEqual([
      {
        sequence: 1,
        kind: 'transfer',
        pickup,
        dropoff,
        departsAt,
        arriveBy: null,
        passengerCount: 45,
        waitingMinutes: 0,
        distanceM: null,
        distanceSource: null,
        drivingSeconds: null,
        stops: [],
      },
    ])
    expect(rest).toEqual({
      tripType: 'one_way',
      purpose: 'other',
      summary: 'Leeds → York, 45 passengers, one way',
      departsAt,
      returnsAt: null,
      endsAt: departsAt + 2 * hour,
      timezone: 'Europe/London',
      passengerCount: 45,
      passengers: null,
      luggage: null,
      vehiclesRequested: [],
      accessibility: null,
      amenitiesRequired: [],
      coachStaysWithGroup: false,
      waitingMinutes: 0,
      driverProvisions: null,
      dbsRequired: 'none',
      flight: null,
      distanceM: null,
      drivingSeconds: null,
      distanceSource: null,
      notes: null,
      quoteBy: now + 72 * hour,
    })
  })

  test('treats null as missing', () => {
    const nothing = {
      tripType: null,
      returnsAt: null,
      legs: null,
      luggage: null,
      accessibility: null,
      quoteBy: null,
      notes: null,
      purpose: null,
    }
    expect(plan(nothing)).toEqual(plan())
  })

  test('ends after its driving time', () => {
    expect(plan({ drivingSeconds: 3000, distanceM: 41_000 })).toMatchObject({
      endsAt: departsAt + 3_000_000,
      drivingSeconds: 3000,
      distanceM: 41_000,
      legs: [{ drivingSeconds: 3000, distanceM: 41_000 }],
    })
  })

  test('shows a calculated end rounded up to five minutes, and an entered end unchanged', () => {
    const shown = (change: Partial<TripInput>) => {
      const itinerary = plan(change)
      return roundTripEnd(itinerary.endsAt, itinerary) - departsAt
    }
    expect(shown({ drivingSeconds: 2_724 })).toBe(50 * minute)
    expect(shown({ drivingSeconds: 2_760 })).toBe(50 * minute)
    expect(shown({ drivingSeconds: 3_000 })).toBe(50 * minute)
    expect(shown({ legs: [leg({ drivingSeconds: 2_724, arriveBy: departsAt + 47 * minute })] })).toBe(47 * minute)
    const stop = { kind: 'visit' as const, place: york, arriveAt: departsAt + 61 * minute }
    expect(shown({ legs: [leg({ drivingSeconds: 2_724, stops: [stop] })] })).toBe(61 * minute)
  })

  test('names one passenger in the singular', () => {
    expect(plan({ passengerCount: 1 }).summary).toBe('Leeds → York, 1 passenger, one way')
  })

  test('fills in partial fields', () => {
    expect(
      plan({
        passengers: { adults: 5 },
        luggage: { suitcases: 3 },
        accessibility: { assistanceDogs: 1, liftRequired: true },
        driverProvisions: { meals: 'customer' },
        flight: { number: 'BA2490', direction: 'arrival' },
        vehiclesRequested: [{ type: 'coach_49', count: 1 }],
      }),
    ).toMatchObject({
      passengers: { adults: 5, children: 0, infants: 0 },
      luggage: { suitcases: 3, handLuggage: 0, oversized: [], note: null },
      accessibility: { assistanceDogs: 1, liftRequired: true, stepFree: false, note: null },
      driverProvisions: { meals: 'customer', accommodation: 'none', parking: 'none', tolls: 'none' },
      flight: { number: 'BA2490', direction: 'arrival', scheduledAt: null },
      vehiclesRequested: [{ type: 'coach_49', count: 1, minSeats: null }],
    })
  })
})

describe('a return trip', () => {
  const returnsAt = departsAt + 8 * hour

  test('has two legs, each with half of the distance', () => {
    expect(plan({ returnsAt, drivingSeconds: 7200, distanceM: 90_001 })).toMatchObject({
      tripType: 'return',
      returnsAt,
      endsAt: returnsAt + hour,
      coachStaysWithGroup: false,
      waitingMinutes: 0,
      drivingSeconds: 7200,
      distanceM: 90_001,
      summary: 'Leeds → York, 45 passengers, return',
      legs: [
        { sequence: 1, kind: 'transfer', pickup: leeds, dropoff: york, departsAt, drivingSeconds: 3600 },
        { sequence: 2, kind: 'transfer', pickup: york, dropoff: leeds, departsAt: returnsAt, drivingSeconds: 3600 },
      ],
    })
  })

  test('has a standby between its legs if the vehicle stays', () => {
    expect(plan({ returnsAt, drivingSeconds: 7200, coachStaysWithGroup: true })).toMatchObject({
      waitingMinutes: 7 * 60,
      legs: [
        { sequence: 1, kind: 'transfer' },
        {
          sequence: 2,
          kind: 'standby',
          pickup: york,
          dropoff: york,
          departsAt: departsAt + hour,
          arriveBy: returnsAt,
          waitingMinutes: 7 * 60,
        },
        { sequence: 3, kind: 'transfer' },
      ],
    })
  })

  test('keeps its legs in order if the way is longer than the stay', () => {
    const tight = plan({ returnsAt: departsAt + 30 * minute, drivingSeconds: 7200, coachStaysWithGroup: true })
    expect(tight.legs.map((leg) => leg.departsAt)).toEqual([departsAt, departsAt + 30 * minute, departsAt + 30 * minute])
    expect(tight.waitingMinutes).toBe(0)
  })

  test('accepts several days', () => {
    expect(plan({ returnsAt: departsAt + 3 * day, tripType: 'multi_day' })).toMatchObject({
      tripType: 'multi_day',
      summary: 'Leeds → York, 45 passengers, multi day',
    })
  })

  test('uses the agreed waiting time', () => {
    expect(plan({ returnsAt, coachStaysWithGroup: true, waitingMinutes: 30 }).waitingMinutes).toBe(30)
  })
})

describe('a trip of many legs', () => {
  const legs = [
    leg({ arriveBy: departsAt + hour, drivingSeconds: 3000, distanceM: 40_000 }),
    leg({ kind: 'standby', pickup: york, departsAt: departsAt + hour, arriveBy: departsAt + 5 * hour }),
    leg({
      pickup: york,
      dropoff: leeds,
      departsAt: departsAt + 5 * hour,
      drivingSeconds: 3600,
      distanceM: 41_000,
      passengerCount: 40,
      stops: [
        { kind: 'comfort', place: york, arriveAt: departsAt + 6 * hour, departAt: departsAt + 7 * hour, waitingMinutes: 60 },
        { kind: 'visit', place: leeds, note: 'Museum shop' },
      ],
    }),
  ]

  test('numbers its legs in order, and adds them up', () => {
    const itinerary = plan({ legs, tripType: 'return' })
    expect(itinerary).toMatchObject({
      returnsAt: departsAt + 5 * hour,
      endsAt: departsAt + 7 * hour,
      coachStaysWithGroup: true,
      waitingMinutes: 4 * 60 + 60,
      drivingSeconds: 6600,
      distanceM: 81_000,
      legs: [
        { sequence: 1, passengerCount: 45, stops: [] },
        { sequence: 2, kind: 'standby', waitingMinutes: 240 },
        { sequence: 3, kind: 'transfer', passengerCount: 40, waitingMinutes: 60 },
      ],
    })
    expect(itinerary.legs[2]?.stops.map((stop) => [stop.sequence, stop.note, stop.departAt])).toEqual([
      [1, null, departsAt + 7 * hour],
      [2, 'Museum shop', null],
    ])
  })

  test('has no distance if a leg has none', () => {
    expect(plan({ legs: [leg({ drivingSeconds: 60, distanceM: 9 }), leg()] })).toMatchObject({
      drivingSeconds: null,
      distanceM: null,
    })
  })

  test('ends with its last arrival', () => {
    expect(
      plan({ legs: [leg({ arriveBy: departsAt + 9 * hour }), leg({ departsAt: departsAt + hour, drivingSeconds: 60 })] }).endsAt,
    ).toBe(departsAt + 9 * hour)
  })
})

describe('an invalid trip', () => {
  test.each<[string, Partial<TripInput>, string]>([
    ['that departed already', { departsAt: now - 1 }, 'departs_at'],
    ['that departs now', { departsAt: now }, 'departs_at'],
    ['that departs in more than a hundred years', { departsAt: now + 101 * 366 * day }, 'departs_at'],
    ['that returns before it departs', { returnsAt: departsAt - 1 }, 'returns_at'],
    ['that returns as it departs', { returnsAt: departsAt }, 'returns_at'],
    ['that returns years later', { returnsAt: departsAt + 400 * day }, 'returns_at'],
    ['of one way that returns', { tripType: 'one_way', returnsAt: departsAt + hour }, 'returns_at'],
    ['of type return without a return', { tripType: 'return' }, 'returns_at'],
    ['to be quoted in the past', { quoteBy: now }, 'quote_by'],
    ['to be quoted when it departs', { quoteBy: departsAt }, 'quote_by'],
    ['of more people than it counts', { passengers: { adults: 40, children: 6 } }, 'passengers'],
    ['of no legs', { legs: [] }, 'legs'],
    ['with only a standby', { legs: [leg({ kind: 'standby' })] }, 'legs'],
    ['of 51 legs', { legs: Array.from({ length: 51 }, () => leg()) }, 'legs'],
    ['whose first leg departs too early', { legs: [leg({ departsAt: departsAt - 1 })] }, 'legs.0.departs_at'],
    [
      'whose legs are out of order',
      { legs: [leg({ departsAt: departsAt + 2 }), leg({ departsAt: departsAt + 1 })] },
      'legs.1.departs_at',
    ],
    ['with a leg years later', { legs: [leg(), leg({ departsAt: departsAt + 400 * day })] }, 'legs.1.departs_at'],
    ['that arrives before it departs', { legs: [leg({ arriveBy: departsAt })] }, 'legs.0.arrive_by'],
    ['that arrives years later', { legs: [leg({ arriveBy: departsAt + 400 * day })] }, 'legs.0.arrive_by'],
    ['with more people on a leg than in all', { legs: [leg({ passengerCount: 46 })] }, 'legs.0.passenger_count'],
    [
      'of 51 stops',
      { legs: [leg({ stops: Array.from({ length: 51 }, () => ({ kind: 'visit', place: york })) })] },
      'legs.0.stops',
    ],
    [
      'with a stop before it departs',
      { legs: [leg({ stops: [{ kind: 'visit', place: york, arriveAt: departsAt - 1 }] })] },
      'legs.0.stops.0.arrive_at',
    ],
    [
      'that leaves a stop before it is there',
      { legs: [leg({ stops: [{ kind: 'visit', place: york, arriveAt: departsAt + 2, departAt: departsAt + 1 }] })] },
      'legs.0.stops.0.depart_at',
    ],
    [
      'with a stop years later',
      { legs: [leg({ stops: [{ kind: 'visit', place: york, departAt: departsAt + 400 * day }] })] },
      'legs.0.stops.0.depart_at',
    ],
  ])('refuses a trip %s', (_, change, field) => {
    const faults = faultsOf(change)
    expect(Object.keys(faults)).toEqual([field])
    expect(faults[field]).toEqual([expect.stringMatching(/^The .+\.$/)])
  })

  test('is refused with all faults together', () => {
    expect(Object.keys(faultsOf({ returnsAt: 1, quoteBy: 1, legs: [] }))).toEqual(['quote_by', 'returns_at', 'legs'])
  })

  test('is accepted with fifty of each', () => {
    const stops = Array.from({ length: 50 }, () => ({ kind: 'visit', place: york }) as const)
    expect(faultsOf({ legs: Array.from({ length: 50 }, () => leg({ stops })) })).toEqual({})
  })
})

describe('the end of quoting', () => {
  test('is half of the way to a near departure', () => {
    expect(plan({ departsAt: now + 10 * hour }).quoteBy).toBe(now + 5 * hour)
  })

  test('is after three days at most', () => {
    expect(plan({ departsAt: now + 144 * hour }).quoteBy).toBe(now + 72 * hour)
    expect(plan({ departsAt: now + 145 * hour }).quoteBy).toBe(now + 72 * hour)
  })

  test('is the customer’s own time', () => {
    expect(plan({ quoteBy: now + 1 }).quoteBy).toBe(now + 1)
    expect(plan({ quoteBy: departsAt - 1 }).quoteBy).toBe(departsAt - 1)
  })
})

test('names no private street in a summary', () => {
  const home: PlaceInput = {
    label: '14 Acacia Avenue',
    kind: 'residential',
    addressLines: ['14 Acacia Avenue'],
    postcode: 'LS6 2AB',
  }
  expect(plan({ pickup: home }).summary).toBe('LS6 → York, 45 passengers, one way')
})

test('keeps the times of any planned trip in order', () => {
  const lead = fc.integer({ min: 1000, max: 400 * day })
  fc.assert(
    fc.property(
      lead,
      fc.option(fc.integer({ min: 1, max: 366 * day })),
      fc.boolean(),
      fc.option(fc.integer({ min: 0, max: 400_000 })),
      (ahead, stay, stays, drive) => {
        const departs = now + ahead
        const itinerary = plan({
          departsAt: departs,
          returnsAt: stay === null ? null : departs + stay,
          coachStaysWithGroup: stays,
          drivingSeconds: drive,
        })
        expect(itinerary.quoteBy).toBeWithin(now + 1, departs)
        expect(itinerary.quoteBy).toBeLessThanOrEqual(now + 72 * hour)
        expect(itinerary.legs.map((leg) => leg.sequence)).toEqual(itinerary.legs.map((_, nth) => nth + 1))
        const times = itinerary.legs.map((leg) => leg.departsAt)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
        expect(itinerary.endsAt).toBeGreaterThanOrEqual(times.at(-1) ?? Number.POSITIVE_INFINITY)
        expect(itinerary.legs.every((leg) => Number.isInteger(leg.departsAt) && leg.waitingMinutes >= 0)).toBe(true)
      },
    ),
  )
})

describe('distances and driving times', () => {
  const hall: PlaceInput = { ...leeds, latitude: 53.795, longitude: -1.548 }
  const museum: PlaceInput = { ...york, latitude: 53.958, longitude: -1.093 }
  const known = { pickup: hall, dropoff: museum }
  const found = { distanceM: 45_400, drivingSeconds: 2_724, distanceSource: 'estimated' } as const

  test('are found for each leg with coordinates, and added up for the trip', () => {
    expect(plan(known)).toMatchObject({ ...found, endsAt: departsAt + 2_724_000, legs: [found] })
    expect(plan({ ...known, returnsAt: departsAt + 8 * hour })).toMatchObject({ distanceM: 90_800, legs: [found, found] })
    expect(plan({ ...known, dropoff: york })).toMatchObject({ distanceM: null, drivingSeconds: null, distanceSource: null })
  })

  test('are the given ones, also for the trip alone', () => {
    const given = { distanceM: 50_000, drivingSeconds: 3_600, distanceSource: 'given' }
    expect(plan({ ...known, distanceM: 50_000, drivingSeconds: 3_600 })).toMatchObject({
      ...given,
      endsAt: departsAt + hour,
      legs: [found],
    })
    expect(plan({ ...known, legs: [leg({ ...known, distanceM: 50_000, drivingSeconds: 3_600 })] })).toMatchObject({
      ...given,
      legs: [given],
    })
  })

  test('delay the standby by the driving time', () => {
    const stays = { ...known, returnsAt: departsAt + 8 * hour, coachStaysWithGroup: true }
    expect(plan(stays).legs.map((one) => one.departsAt - departsAt)).toEqual([0, 2_724_000, 8 * hour])
    expect(plan({ ...stays, drivingSeconds: 7_200 }).legs.map((one) => one.departsAt - departsAt)).toEqual([0, hour, 8 * hour])
  })

  test('are zero for a standby, which keeps its end', () => {
    const waits = leg({ kind: 'standby', pickup: museum, dropoff: museum, departsAt: departsAt + hour })
    const { legs, endsAt, ...whole } = plan({ ...known, legs: [leg(known), waits] })
    expect(legs[1]).toMatchObject({ distanceM: 0, drivingSeconds: 0 })
    expect(endsAt).toBe(departsAt + 3 * hour)
    expect(whole).toMatchObject(found)
  })

  test('keep the source of a copied trip', () => {
    const whole = plan({ ...known, legs: [leg({ ...known, distanceM: 7, drivingSeconds: 8, distanceSource: 'routed' })] })
    expect(whole.legs).toMatchObject([{ distanceM: 7, drivingSeconds: 8, distanceSource: 'routed' }])
    expect(plan({ ...whole, quoteBy: null })).toEqual(whole)
  })

  test('are looked up for legs without given distances, and never for an invalid trip', () => {
    const points = [
      { latitude: 53.795, longitude: -1.548 },
      { latitude: 53.958, longitude: -1.093 },
    ]
    expect(listUnknownDrives(trip(known), now)).toEqual([points])
    expect(listUnknownDrives(trip({ ...known, returnsAt: departsAt + hour }), now)).toEqual([points, points.toReversed()])
    expect(listUnknownDrives(trip({ ...known, legs: [leg({ ...known, distanceM: 1 })] }), now)).toEqual([])
    expect(listUnknownDrives(trip({ ...known, departsAt: now }), now)).toEqual([])
    expect(listUnknownDrives(trip(), now)).toEqual([])
  })

  test('are filled in later without other changes', () => {
    const bare = planItinerary(trip(known), { timezone: 'Europe/London', now, find: () => null })
    expect(bare).toMatchObject({ distanceM: null, legs: [{ distanceM: null }] })
    expect(addDrives(bare, reckoned)).toEqual({ ...bare, ...found, legs: bare.legs.map((one) => ({ ...one, ...found })) })
    expect(addDrives(bare, () => null)).toBe(bare)
    const filled = addDrives(bare, reckoned)
    expect(addDrives(filled, () => null)).toBe(filled)
  })
})
