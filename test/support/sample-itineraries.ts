import type { Itinerary } from '../../src/domain/itinerary.ts'
import type { Leg, Stop } from '../../src/domain/leg.ts'
import type { Place } from '../../src/domain/place.ts'

const hall: Place = {
  label: 'Leeds Town Hall',
  kind: 'venue',
  locality: 'Leeds',
  postcodeArea: 'LS1',
  postcode: 'LS1 3AD',
  latitude: 53.8,
  longitude: -1.55,
  addressLines: ['The Headrow', 'West side'],
  countryCode: 'GB',
  accessNote: 'Ring twice',
  coordinatesSource: 'given',
}

const unknown: Place = {
  label: '',
  kind: 'other',
  locality: null,
  postcodeArea: null,
  postcode: null,
  latitude: null,
  longitude: null,
  addressLines: [],
  countryCode: null,
  accessNote: null,
  coordinatesSource: null,
}

const services: Place = { ...unknown, label: 'Skelton Lake', locality: 'Leeds' }
const minster: Place = { ...unknown, label: 'York Minster', kind: 'station', postcode: 'YO1 7HH' }

const stop: Stop = {
  sequence: 4,
  kind: 'comfort',
  place: services,
  arriveAt: 1_801_000_001_000,
  departAt: 1_801_000_002_000,
  waitingMinutes: 21,
  note: 'Coffee',
}

const leg: Leg = {
  sequence: 3,
  kind: 'standby',
  pickup: services,
  dropoff: minster,
  departsAt: 1_801_000_003_000,
  arriveBy: 1_801_000_004_000,
  passengerCount: 31,
  waitingMinutes: 32,
  distanceM: 33,
  drivingSeconds: 34,
  distanceSource: 'routed',
  stops: [stop],
}

/** An itinerary in which every member has a value of its own, never the default. */
export const fullItinerary: Itinerary = {
  tripType: 'multi_day',
  purpose: 'school',
  summary: 'Leeds → York, 45 passengers',
  pickup: minster,
  dropoff: hall,
  departsAt: 1_801_000_005_000,
  returnsAt: 1_801_000_006_000,
  endsAt: 1_801_000_007_000,
  timezone: 'Europe/London',
  legs: [leg],
  passengerCount: 45,
  passengers: { adults: 41, children: 42, infants: 43 },
  luggage: { suitcases: 51, handLuggage: 52, oversized: ['A harp', 'Skis'], note: 'Fragile' },
  vehiclesRequested: [{ type: 'coach_49', count: 61, minSeats: 62 }],
  accessibility: {
    wheelchairSpaces: 71,
    wheelchairRemainsSeated: true,
    liftRequired: false,
    stepFree: true,
    psvarRequired: false,
    assistanceDogs: 72,
    note: 'A ramp',
  },
  amenitiesRequired: ['toilet', 'wifi'],
  coachStaysWithGroup: true,
  waitingMinutes: 81,
  driverProvisions: { meals: 'customer', accommodation: 'operator', parking: 'none', tolls: 'customer' },
  dbsRequired: 'enhanced',
  flight: { number: 'BA123', direction: 'arrival', scheduledAt: 1_801_000_008_000 },
  distanceM: 91,
  drivingSeconds: 92,
  distanceSource: 'estimated',
  notes: 'Three bags',
  quoteBy: 1_801_000_009_000,
}

/** The same itinerary with every default, which needs no stored member. */
export const defaultItinerary: Itinerary = {
  tripType: 'one_way',
  purpose: 'other',
  summary: '',
  pickup: unknown,
  dropoff: unknown,
  departsAt: 0,
  returnsAt: null,
  endsAt: 0,
  timezone: '',
  legs: [
    {
      sequence: 1,
      kind: 'transfer',
      pickup: unknown,
      dropoff: unknown,
      departsAt: 0,
      arriveBy: null,
      passengerCount: 0,
      waitingMinutes: 0,
      distanceM: null,
      drivingSeconds: null,
      distanceSource: null,
      stops: [{ sequence: 1, kind: 'pickup', place: unknown, arriveAt: null, departAt: null, waitingMinutes: null, note: null }],
    },
  ],
  passengerCount: 0,
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
  quoteBy: 0,
}
