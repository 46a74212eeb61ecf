import { describe, expect, test } from 'bun:test'
import { changesOf, consentReasons, typedOf, type WholeBooking } from '../../src/web/portal/amendments/typed-change.ts'
import { emptyBooking, toCustomer, tripBody } from '../../src/web/portal/new-booking/typed-booking.ts'
import {
  emptyPlace,
  guessedKind,
  placeBody,
  shownCoordinates,
  shownPlace,
  type TypedPlace,
  takenPlace,
  typedPlace,
} from '../../src/web/portal/trip-fields/typed-trip.ts'

const home = {
  label: '14 Acacia Avenue',
  kind: 'residential',
  locality: 'Leeds',
  postcode_area: 'LS1',
  country_code: 'GB',
  address_lines: ['14 Acacia Avenue'],
  postcode: 'LS1 3AD',
  latitude: 53.8,
  longitude: -1.5,
  access_note: null,
}
const minster = { ...home, label: 'York Minster', kind: 'venue', address_lines: [] }
const departs = '2027-05-01T09:00:00+01:00'

const booking = {
  ref: 'TR-7K3M9Q',
  departs_at: departs,
  returns_at: '2027-05-01T18:00:00+01:00',
  pickup: home,
  dropoff: minster,
  legs: [{ pickup: home, dropoff: minster, stops: [], arrive_by: null, departs_at: departs, distance_m: null }],
  passenger_count: 45,
  vehicles: [{ type: 'coach_49', count: 1, seats: 49, description: null, vehicle_id: null }],
  price_amount: 64_000,
  customer: { name: 'Ann Smith', organisation: null, email: 'ann@example.org', phone: null },
  lead_passenger: null,
  luggage: { suitcases: 3, hand_luggage: 0, oversized: ['a harp'], note: null },
  flight: null,
  notes: null,
} as unknown as WholeBooking

const typed = typedOf(booking)

describe('a change of a booking', () => {
  test('is nothing while nothing is typed', () => {
    expect(changesOf(booking, typed)).toEqual({})
  })

  test.each([
    ['people', { people: 40 }, { passenger_count: 40 }],
    ['notes taken away and set', { notes: ' Ring twice. ' }, { notes: 'Ring twice.' }],
    ['the number of the customer alone', { phone: '07700 900123' }, { customer: { phone: '07700 900123' } }],
    ['luggage, with what else is known of it', { suitcases: 5 }, { luggage: { ...booking.luggage, suitcases: 5 } }],
    ['luggage taken away', { suitcases: null, handLuggage: null }, { luggage: null }],
    ['the same moment in other words', { departsAt: '2027-05-01T08:00:00Z' }, {}],
    ['another moment', { departsAt: '2027-05-01T10:00:00+01:00' }, { departs_at: '2027-05-01T10:00:00+01:00' }],
    ['nothing, coordinates typed as they are', { pickup: { ...typed.pickup, coordinates: '53.8,-1.5', foundAt: null } }, {}],
    ['how one gets in', { pickup: { ...typed.pickup, accessNote: 'Ring' } }, { pickup: { ...home, access_note: 'Ring' } }],
  ])('is %s', (_, differing, changes) => {
    expect(changesOf(booking, { ...typed, ...differing })).toEqual(changes as object)
  })

  test('to another place leaves the address of the old one behind', () => {
    const pickup = { ...emptyPlace, label: 'Leeds Station' }
    expect(changesOf(booking, { ...typed, pickup }).pickup).toEqual({
      label: 'Leeds Station',
      kind: 'station',
      locality: null,
      postcode: null,
      access_note: null,
      country_code: 'GB',
    })
  })

  test.each([
    ['another postcode', { postcode: 'LS2 7EW' }, { postcode: 'LS2 7EW', postcode_area: null, latitude: null, longitude: null }],
    ['coordinates that were typed', { coordinates: '53.81, -1.52', foundAt: null }, { latitude: 53.81, longitude: -1.52 }],
    ['coordinates taken away', { coordinates: '', foundAt: null }, { latitude: null, longitude: null }],
  ])('of a place under its name is %s, and the rest stays', (_, differing, changed) => {
    const pickup = { ...typed.pickup, ...differing }
    expect(changesOf(booking, { ...typed, pickup })).toEqual({ pickup: { ...home, ...changed } } as object)
  })

  test('sends the distance of a leg again only where it was given', () => {
    const way = { ...booking.legs[0], kind: 'transfer', passenger_count: 45, waiting_minutes: 0, distance_m: 45_000 }
    const told = { ...way, driving_seconds: 2_700 }
    const legs = [
      { ...told, distance_source: 'given' },
      { ...told, distance_source: 'estimated' },
      { ...told, distance_source: 'routed' },
    ]
    const tour = { ...booking, legs } as unknown as WholeBooking
    const legTimes = [departs, departs, '2027-05-01T10:00:00+01:00']
    const changes = changesOf(tour, { ...typedOf(tour), legTimes })
    expect(changes.legs?.map(({ distance_m, driving_seconds }) => [distance_m, driving_seconds])).toEqual([
      [45_000, 2_700],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  test('of one way to there and back says how the legs go', () => {
    const oneWay = { ...booking, returns_at: null }
    const back = '2027-05-01T18:00:00+01:00'
    const changes = changesOf(oneWay, { ...typedOf(oneWay), isReturn: true, returnsAt: back })
    expect(changes).toMatchObject({ returns_at: back, legs: [{ departs_at: departs }, { departs_at: back }] })
    expect(changes.legs?.map(({ pickup, dropoff }) => [pickup.label, dropoff.label])).toEqual([
      ['14 Acacia Avenue', 'York Minster'],
      ['York Minster', '14 Acacia Avenue'],
    ])
  })

  test('of several ways sends all of them, the moved one with its stops', () => {
    const stop = { kind: 'comfort', place: minster, arrive_at: null, depart_at: departs, waiting_minutes: null, note: null }
    const way = { ...booking.legs[0], kind: 'transfer', pickup: home, dropoff: minster, passenger_count: 45, waiting_minutes: 0 }
    const tour = { ...booking, legs: [way, { ...way, stops: [stop] }, way] } as unknown as WholeBooking
    const legTimes = [departs, '2027-05-01T10:00:00+01:00', departs]
    const changes = changesOf(tour, { ...typedOf(tour), legTimes, people: 40 })
    expect(Object.keys(changes).sort()).toEqual(['legs', 'passenger_count'])
    expect(changes.legs?.map(({ departs_at }) => departs_at)).toEqual(legTimes)
    expect(changes.legs?.[1]).toMatchObject({ passenger_count: 40, stops: [{ depart_at: '2027-05-01T09:00:00.000Z' }] })
    expect(consentReasons(tour, changes, 64_000)).toHaveLength(1)
  })

  test.each([
    ['within 15 minutes, at the same price', { departs_at: '2027-05-01T09:15:00+01:00', passenger_count: 49 }, 64_000, 0],
    ['cheaper', {}, 60_000, 0],
    ['a penny dearer', {}, 64_001, 1],
    ['16 minutes later', { departs_at: '2027-05-01T09:16:00+01:00' }, 64_000, 1],
    ['with another coach from another place', { vehicles: [], pickup: minster }, 64_000, 2],
  ])('needs consent or none: %s', (_, changes, price, count) => {
    expect(consentReasons(booking, changes as object, price)).toHaveLength(count)
  })
})

describe('a booking by telephone', () => {
  test('is for who is known by a number alone', () => {
    const body = tripBody({ ...emptyBooking, phone: '07700 900123', departsAt: departs }, 'GBP')
    expect(body.customer).toEqual({ name: '07700 900123', organisation: null, phone: '07700 900123', email: null })
    expect(body.book).toBeUndefined()
  })

  test('is booked once they said yes and how they pay', () => {
    const agreed = { ...emptyBooking, customerId: 7, isAgreed: true, terms: 'account' as const, poNumber: ' 4712 ' }
    const body = tripBody(agreed, 'GBP')
    expect(body).toMatchObject({ customer_id: 7, book: { terms: 'account', agreed_by: 'phone', po_number: '4712' } })
    expect('customer' in body).toBe(false)
  })

  test.each([
    ['Otley Primary School', 'school'],
    ['Leeds Bradford Airport', 'airport'],
    ['14 Acacia Avenue', 'residential'],
    ['Flat 3, Rose Court', 'residential'],
    ['The Old Vicarage', 'residential'],
    ['Lindenstraße 5', 'residential'],
    ['The Queens Hotel', 'hotel'],
    ['Scarborough', 'venue'],
  ])('%s is a %s', (label, kind) => {
    expect(guessedKind({ ...emptyPlace, label })).toBe(kind as 'venue')
  })
})

describe('a place that is offered and taken', () => {
  const known = {
    label: 'Otley Primary School',
    kind: 'school',
    locality: 'Otley',
    postcode: 'LS21 1AB',
    latitude: 53.905,
    longitude: -1.687,
    used: 3,
  }
  const taken = takenPlace(known, null)

  test('is sent with its town, postcode and coordinates', () => {
    expect(placeBody(taken)).toEqual({
      label: 'Otley Primary School',
      kind: 'school',
      locality: 'Otley',
      postcode: 'LS21 1AB',
      access_note: null,
      latitude: 53.905,
      longitude: -1.687,
    })
  })

  test('leaves its coordinates behind with its address, and has them again under the one it was found with', () => {
    const other = { ...taken, label: 'Ilkley Grammar School' }
    expect(placeBody(other)).not.toHaveProperty('latitude')
    expect(placeBody({ ...taken, locality: 'Ilkley' })).not.toHaveProperty('latitude')
    expect(placeBody({ ...other, label: ' Otley Primary School ' })).toMatchObject({ latitude: 53.905 })
  })

  test('keeps its coordinates where a part of its address that was not known is filled in', () => {
    const half = takenPlace({ ...known, postcode: null, locality: null }, null)
    expect(placeBody({ ...half, postcode: 'LS21 1AB', locality: 'Otley' })).toMatchObject({ latitude: 53.905 })
    expect(placeBody({ ...half, label: 'Otley' })).not.toHaveProperty('latitude')
  })

  const home = takenPlace({ ...known, label: '14 Acacia Avenue', kind: 'residential', locality: 'Leeds' }, 7)

  test('takes back what it filled in once it is called otherwise, but for what was typed over', () => {
    const fresh = { locality: null, postcode: null, access_note: null }
    expect(placeBody({ ...home, label: 'Ilkley School' })).toEqual({ ...fresh, label: 'Ilkley School', kind: 'school' })
    const typedOver = { ...home, label: 'Ilkley School', kind: 'office', locality: 'Ilkley' } as const
    expect(placeBody(typedOver)).toEqual({ ...fresh, label: 'Ilkley School', kind: 'office', locality: 'Ilkley' })
    const inSameTown = { ...shownPlace({ ...home, label: 'Leeds Minster' }), locality: 'Leeds' }
    expect(placeBody(inSameTown)).toEqual({ ...fresh, label: 'Leeds Minster', kind: 'venue', locality: 'Leeds' })
  })

  test('is gone with its customer where it is their home, and no other place is', () => {
    const wish = { ...emptyBooking, customerId: 7, pickup: home, dropoff: taken }
    expect(toCustomer(wish, 8)).toMatchObject({ customerId: 8, terms: null, pickup: emptyPlace, dropoff: taken })
    expect(toCustomer(wish, null).pickup).toEqual(emptyPlace)
    expect(toCustomer(wish, 7).pickup).toEqual(home)
    const typedOver = toCustomer({ ...wish, pickup: { ...home, label: 'Ilkley Scouts' } }, 8).pickup
    expect(typedOver).toMatchObject({ label: 'Ilkley Scouts', kind: null, postcode: '', coordinates: '', taken: null })
  })

  test('keeps coordinates that somebody typed, whatever it is called', () => {
    const corrected = { ...taken, coordinates: '53.9, -1.7', foundAt: null, label: 'Otley School' }
    expect(placeBody(corrected)).toMatchObject({ latitude: 53.9, longitude: -1.7 })
  })

  test('has none where only half of them are known, or a draft of an earlier release had no room for them', () => {
    expect(shownCoordinates(typedPlace({ ...known, longitude: null }))).toBe('')
    const { coordinates: _, foundAt: __, taken: ___, ...older } = emptyPlace
    expect(shownCoordinates(older as TypedPlace)).toBe('')
    expect(placeBody({ ...older, label: 'Otley' } as TypedPlace)).not.toHaveProperty('latitude')
  })
})
