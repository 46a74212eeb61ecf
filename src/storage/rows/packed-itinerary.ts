import type { Itinerary } from '../../domain/itinerary.ts'
import type { Leg, Stop } from '../../domain/leg.ts'
import type { MaskedItinerary } from '../../domain/masked-itinerary.ts'
import { type CoordinatesSource, type Place, readCoordinatesSource } from '../../domain/place.ts'
import type { DistanceSource } from '../../domain/road-distance.ts'
import type { Packing } from './stored.ts'

/**
 * The default of each member, for values that are not stored. The order is that of the stored values: append new members at the
 * end.
 */
type Usual<T> = { readonly [K in keyof T]-?: null extends T[K] ? null : T[K] }

/** A record with numbers instead of its places. */
type PlacesByNumber<T, Places extends keyof T, Lists extends keyof T = never> = Omit<T, Places | Lists> & {
  readonly [K in Places]: number
} & { readonly [K in Lists]: readonly KeptValues[] }

type KeptValues = readonly unknown[]

/** Values that are stored as their number in the list. Never reorder a list. Rows from before it contain the texts. */
const numbered: Readonly<Record<string, readonly string[]>> = {
  distanceSource: ['given', 'routed', 'estimated'] satisfies DistanceSource[],
  coordinatesSource: ['given', 'postcode', 'outward', 'town'] satisfies CoordinatesSource[],
}

const placeRecord = createRecordPacking<Place>({
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
})

const stopRecord = createRecordPacking<PlacesByNumber<Stop, 'place'>>({
  sequence: 1,
  kind: 'pickup',
  place: 0,
  arriveAt: null,
  departAt: null,
  waitingMinutes: null,
  note: null,
})

const legRecord = createRecordPacking<PlacesByNumber<Leg, 'pickup' | 'dropoff', 'stops'>>({
  sequence: 1,
  kind: 'transfer',
  pickup: 0,
  dropoff: 0,
  departsAt: 0,
  passengerCount: 0,
  arriveBy: null,
  waitingMinutes: 0,
  distanceM: null,
  drivingSeconds: null,
  stops: [],
  distanceSource: null,
})

const itineraryRecord = createRecordPacking<PlacesByNumber<Itinerary, 'pickup' | 'dropoff', 'legs'>>({
  tripType: 'one_way',
  purpose: 'other',
  summary: '',
  pickup: 0,
  dropoff: 0,
  departsAt: 0,
  returnsAt: null,
  endsAt: 0,
  timezone: '',
  legs: [],
  passengerCount: 0,
  quoteBy: 0,
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
  notes: null,
  distanceSource: null,
})

/**
 * The stored form of an itinerary: each place once, and values without the names of their members. A return trip takes 0.4 kB
 * instead of 2.0 kB of JSON.
 */
export const packedItinerary: Packing<Itinerary> = { pack, unpack }

/** The stored form of a masked itinerary, as `packedItinerary`. */
export const packedMaskedItinerary: Packing<MaskedItinerary> = {
  pack,
  unpack: (packed) => ({ ...unpack(packed), isMasked: true }),
}

function pack(whole: Itinerary): string {
  const places: string[] = []
  const numberOf = (called: Place) => {
    const source = readCoordinatesSource(called)
    // Rows from before this member contain only given coordinates, so that source is not stored.
    const text = JSON.stringify(placeRecord.valuesOf({ ...called, coordinatesSource: source === 'given' ? null : source }))
    const known = places.indexOf(text)
    return known === -1 ? places.push(text) - 1 : known
  }
  const packStop = (call: Stop) => stopRecord.valuesOf({ ...call, place: numberOf(call.place) })
  const packLeg = (drive: Leg) => legRecord.valuesOf({ ...drive, ...endsOf(drive, numberOf), stops: drive.stops.map(packStop) })
  const values = itineraryRecord.valuesOf({ ...whole, ...endsOf(whole, numberOf), legs: whole.legs.map(packLeg) })
  return `[[${places.join()}],${JSON.stringify(values)}]`
}

function unpack(packed: string): Itinerary {
  const [texts, values] = JSON.parse(packed) as readonly [readonly KeptValues[], KeptValues]
  const places = texts.map(unpackPlace)
  const placeOf = (number: number) => {
    const found = places[number]
    if (found === undefined) throw new Error(`an itinerary has no place ${number}`)
    return found
  }
  const unpackStop = (kept: KeptValues): Stop => {
    const call = stopRecord.from(kept)
    return { ...call, place: placeOf(call.place) }
  }
  const unpackLeg = (kept: KeptValues): Leg => {
    const drive = legRecord.from(kept)
    return { ...drive, ...readDistanceSource(drive), ...endsOf(drive, placeOf), stops: drive.stops.map(unpackStop) }
  }
  const whole = itineraryRecord.from(values)
  return { ...whole, ...readDistanceSource(whole), ...endsOf(whole, placeOf), legs: whole.legs.map(unpackLeg) }
}

function unpackPlace(values: KeptValues): Place {
  const place = placeRecord.from(values)
  return { ...place, coordinatesSource: readCoordinatesSource(place) }
}

/** The origin of a distance and a driving time. Rows from before this column contain only given ones. */
export function readDistanceSource({
  distanceM,
  drivingSeconds,
  distanceSource = null,
}: Pick<Leg, 'distanceM' | 'drivingSeconds'> & Partial<Pick<Leg, 'distanceSource'>>) {
  const isKnown = distanceM !== null || drivingSeconds !== null
  return { distanceSource: distanceSource ?? (isKnown ? ('given' as const) : null) }
}

function endsOf<From, To>({ pickup, dropoff }: { readonly pickup: From; readonly dropoff: From }, turn: (end: From) => To) {
  return { pickup: turn(pickup), dropoff: turn(dropoff) }
}

/** Converts between a record and its list of values, without defaults and without trailing nulls. */
function createRecordPacking<T extends object>(usual: Usual<T>) {
  const listed = new Map(Object.entries(numbered))
  const members = (Object.entries(usual) as [keyof T & string, unknown][]).map(
    ([member, value]) => [member, value, listed.get(member) ?? null] as const,
  )
  return {
    valuesOf(record: T): KeptValues {
      const values = members.map(([member, value, numbers]) => {
        const own: unknown = record[member]
        return isUsual(own, value) ? null : numbers === null ? own : numbers.indexOf(own as string)
      })
      return values.slice(0, values.findLastIndex((value) => value !== null) + 1)
    },
    from(values: KeptValues): T {
      const record: Record<string, unknown> = {}
      for (let nth = 0; nth < members.length; nth++) {
        const [member, value, numbers] = members[nth] as (typeof members)[number]
        const kept = values[nth] ?? value
        record[member] = numbers !== null && typeof kept === 'number' ? numbers[kept] : kept
      }
      return record as T
    },
  }
}

function isUsual(value: unknown, usual: unknown): boolean {
  return value === usual || (Array.isArray(value) && value.length === 0)
}
