import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { amenities, dbsLevels, type Itinerary, provisions, purposes, tripTypes } from '../../src/domain/itinerary.ts'
import { type Leg, legKinds, type Stop, stopKinds } from '../../src/domain/leg.ts'
import { maskItinerary } from '../../src/domain/masked-itinerary.ts'
import { coordinatesSources, type Place, placeKinds } from '../../src/domain/place.ts'
import { planItinerary } from '../../src/domain/plan-itinerary.ts'
import { distanceSources } from '../../src/domain/road-distance.ts'
import { packedItinerary, packedMaskedItinerary } from '../../src/storage/rows/packed-itinerary.ts'
import { reckoned } from '../support/sample-roads.ts'

const text = fc.string({ unit: 'grapheme' })
const instant = fc.integer({ min: 0, max: 4_000_000_000_000 })
const number = fc.nat({ max: 500 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const source = fc.constantFrom(...distanceSources)

/** Removes the source of a distance that is unknown. */
function withSource<T extends Pick<Leg, 'distanceM' | 'drivingSeconds' | 'distanceSource'>>(one: T): T {
  return one.distanceM === null && one.drivingSeconds === null ? { ...one, distanceSource: null } : one
}

/** A place whose coordinates have a source, if it has both. */
const located = (one: Place): Place => {
  const isLocated = one.latitude !== null && one.longitude !== null
  return { ...one, coordinatesSource: isLocated ? one.coordinatesSource : null }
}

const place = fc
  .record<Place>({
    label: text,
    kind: fc.constantFrom(...placeKinds),
    locality: maybe(text),
    postcodeArea: maybe(text),
    countryCode: maybe(text),
    addressLines: fc.array(text, { maxLength: 3 }),
    postcode: maybe(text),
    latitude: maybe(fc.constantFrom(0, 53.81968, -33.9)),
    longitude: maybe(fc.constantFrom(0, -1.57742, 151.2)),
    accessNote: maybe(text),
    coordinatesSource: fc.constantFrom(...coordinatesSources),
  })
  .map(located)

const stop = fc.record<Stop>({
  sequence: number,
  kind: fc.constantFrom(...stopKinds),
  place,
  arriveAt: maybe(instant),
  departAt: maybe(instant),
  waitingMinutes: maybe(number),
  note: maybe(text),
})

const leg = fc
  .record<Leg>({
    sequence: number,
    kind: fc.constantFrom(...legKinds),
    pickup: place,
    dropoff: place,
    departsAt: instant,
    arriveBy: maybe(instant),
    passengerCount: number,
    waitingMinutes: number,
    distanceM: maybe(number),
    drivingSeconds: maybe(number),
    distanceSource: source,
    stops: fc.array(stop, { maxLength: 3 }),
  })
  .map(withSource)

const provision = fc.constantFrom(...provisions)

const itinerary = fc
  .record<Itinerary>({
    tripType: fc.constantFrom(...tripTypes),
    purpose: fc.constantFrom(...purposes),
    summary: text,
    pickup: place,
    dropoff: place,
    departsAt: instant,
    returnsAt: maybe(instant),
    endsAt: instant,
    timezone: text,
    legs: fc.array(leg, { maxLength: 4 }),
    passengerCount: number,
    passengers: maybe(fc.record({ adults: number, children: number, infants: number })),
    luggage: maybe(
      fc.record({ suitcases: number, handLuggage: number, oversized: fc.array(text, { maxLength: 2 }), note: maybe(text) }),
    ),
    vehiclesRequested: fc.array(fc.record({ type: fc.constant('coach_49' as const), count: number, minSeats: maybe(number) }), {
      maxLength: 2,
    }),
    accessibility: maybe(
      fc.record({
        wheelchairSpaces: number,
        wheelchairRemainsSeated: fc.boolean(),
        liftRequired: fc.boolean(),
        stepFree: fc.boolean(),
        psvarRequired: fc.boolean(),
        assistanceDogs: number,
        note: maybe(text),
      }),
    ),
    amenitiesRequired: fc.array(fc.constantFrom(...amenities), { maxLength: 2 }),
    coachStaysWithGroup: fc.boolean(),
    waitingMinutes: number,
    driverProvisions: maybe(fc.record({ meals: provision, accommodation: provision, parking: provision, tolls: provision })),
    dbsRequired: fc.constantFrom(...dbsLevels),
    flight: maybe(
      fc.record({ number: text, direction: fc.constantFrom('arrival' as const, 'departure'), scheduledAt: maybe(instant) }),
    ),
    distanceM: maybe(number),
    drivingSeconds: maybe(number),
    distanceSource: source,
    notes: maybe(text),
    quoteBy: instant,
  })
  .map(withSource)

/** A return trip by coach, the most common trip. */
const usual = planItinerary(
  {
    pickup: { label: 'Leeds Town Hall', kind: 'venue', locality: 'Leeds', postcode: 'LS1 3AD' },
    dropoff: { label: 'York Minster', kind: 'venue', locality: 'York', postcode: 'YO1 7HH' },
    departsAt: Date.UTC(2026, 7, 20),
    returnsAt: Date.UTC(2026, 7, 20, 9),
    passengerCount: 45,
  },
  { timezone: 'Europe/London', now: Date.UTC(2026, 4, 20), find: reckoned },
)
const ann = { customer: { name: 'Ann', email: 'ann@example.org', phone: null, organisation: null }, leadPassenger: null }

describe('a packed itinerary', () => {
  test('unpacks to the same itinerary, whatever it holds', () => {
    fc.assert(
      fc.property(itinerary, (whole) => {
        expect(packedItinerary.unpack(packedItinerary.pack(whole))).toEqual(whole)
      }),
    )
  })

  test('unpacks to the same masked copy, marked as masked', () => {
    const masked = maskItinerary(usual, ann)
    expect(packedMaskedItinerary.unpack(packedMaskedItinerary.pack(masked))).toEqual(masked)
  })

  test('stores each place once, and reads missing members as their usual value', () => {
    const packed = packedItinerary.pack(usual)
    expect(packed.split('York Minster')).toHaveLength(2)
    expect(packedItinerary.unpack('[[["Leeds"]],["return"]]')).toMatchObject({
      tripType: 'return',
      pickup: { label: 'Leeds', kind: 'other', addressLines: [] },
      vehiclesRequested: [],
      notes: null,
    })
  })

  test('leaves room for several trips on a page of 4 kB', () => {
    const kept = packedItinerary.pack(usual) + packedMaskedItinerary.pack(maskItinerary(usual, ann))
    expect(Buffer.byteLength(kept)).toBeLessThan(900)
  })

  test('reads distances from before their source was stored as given', () => {
    const given = [
      [['Leeds']],
      ['return', null, '', null, null, null, null, null, '', [[null, null, null, null, null, null, null, null, 7]]],
    ]
    const old = packedItinerary.unpack(JSON.stringify(given))
    expect(old.legs).toMatchObject([{ distanceM: 7, drivingSeconds: null, distanceSource: 'given' }])
    expect(old).toMatchObject({ distanceM: null, distanceSource: null })
  })

  test('rejects a place number that it does not hold', () => {
    expect(() => packedItinerary.unpack('[[["Leeds"]],["return",null,"",1]]')).toThrow('no place 1')
  })
})
