import { describe, expect, test } from 'bun:test'
import {
  buildPlaceBody,
  emptyPlace,
  findPlaceAt,
  findPlaceKindOf,
  formatPlaceCoordinates,
  type PlaceDraft,
  resolvePlace,
  toPlaceDraft,
  toPlaceOfHit,
} from '../../src/web/office/trip-fields/places.ts'
import {
  buildChangesBody,
  listConsentReasons,
  toChangesDraft,
  type WholeBooking,
} from '../../src/web/portal/amendments/changes.ts'
import { buildTripBody, createBooking, toCustomer } from '../../src/web/portal/new-booking/booking-body.ts'

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

const draft = toChangesDraft(booking)
const pickup = findPlaceAt(draft, 'pickup')

describe('a change of a booking', () => {
  test('is empty while no field changes', () => {
    expect(buildChangesBody(booking, draft)).toEqual({})
  })

  test.each([
    ['passengers', { passenger_count: 40 }, { passenger_count: 40 }],
    ['removed and new notes', { notes: ' Ring twice. ' }, { notes: 'Ring twice.' }],
    [
      'the customer’s phone number alone',
      { customer: { ...booking.customer, phone: '07700 900123' } },
      { customer: { phone: '07700 900123' } },
    ],
    [
      'luggage, with its other known fields',
      { luggage: { ...booking.luggage, suitcases: 5 } },
      { luggage: { ...booking.luggage, suitcases: 5 } },
    ],
    ['removed luggage', { luggage: { ...booking.luggage, suitcases: null, hand_luggage: null } }, { luggage: null }],
    ['nothing, for a flight without a number', { flight: { number: ' ', direction: 'departure' } }, {}],
    [
      'nothing, for the same vehicles',
      { vehicles: [{ seats: 49, type: 'coach_49', count: 1, vehicle_id: null, description: null }] },
      {},
    ],
    ['nothing, for the same moment', { departs_at: '2027-05-01T08:00:00Z' }, {}],
    ['another moment', { departs_at: '2027-05-01T10:00:00+01:00' }, { departs_at: '2027-05-01T10:00:00+01:00' }],
    ['nothing, coordinates typed as they are', { pickup: { ...pickup, coordinates: '53.8,-1.5', foundAt: null } }, {}],
    ['an access note', { pickup: { ...pickup, access_note: 'Ring' } }, { pickup: { ...home, access_note: 'Ring' } }],
  ])('sends %s', (_, differing, changes) => {
    expect(buildChangesBody(booking, { ...draft, ...differing })).toEqual(changes as object)
  })

  test('drops the old address with a new place', () => {
    const station = { ...emptyPlace, label: 'Leeds Station' }
    expect(buildChangesBody(booking, { ...draft, pickup: station }).pickup).toEqual({
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
    ['entered coordinates', { coordinates: '53.81, -1.52', foundAt: null }, { latitude: 53.81, longitude: -1.52 }],
    ['removed coordinates', { coordinates: '', foundAt: null }, { latitude: null, longitude: null }],
  ])('sends %s of a place with its name, and keeps the other fields', (_, differing, changed) => {
    const other = { ...pickup, ...differing }
    expect(buildChangesBody(booking, { ...draft, pickup: other })).toEqual({ pickup: { ...home, ...changed } } as object)
  })

  test('sends the distance of a leg again only if it was given', () => {
    const way = { ...booking.legs[0], kind: 'transfer', passenger_count: 45, waiting_minutes: 0, distance_m: 45_000 }
    const measured = { ...way, driving_seconds: 2_700 }
    const legs = [
      { ...measured, distance_source: 'given' },
      { ...measured, distance_source: 'estimated' },
      { ...measured, distance_source: 'routed' },
    ]
    const tour = { ...booking, legs } as unknown as WholeBooking
    const legTimes = [departs, departs, '2027-05-01T10:00:00+01:00'].map((departs_at) => ({ departs_at }))
    const changes = buildChangesBody(tour, { ...toChangesDraft(tour), legs: legTimes })
    expect(changes.legs?.map(({ distance_m, driving_seconds }) => [distance_m, driving_seconds])).toEqual([
      [45_000, 2_700],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  test('sends the times of both legs if one way becomes a return', () => {
    const oneWay = { ...booking, returns_at: null }
    const back = '2027-05-01T18:00:00+01:00'
    const changes = buildChangesBody(oneWay, { ...toChangesDraft(oneWay), isReturn: true, returns_at: back })
    expect(changes).toMatchObject({ returns_at: back, legs: [{ departs_at: departs }, { departs_at: back }] })
    expect(changes.legs?.map(({ pickup, dropoff }) => [pickup.label, dropoff.label])).toEqual([
      ['14 Acacia Avenue', 'York Minster'],
      ['York Minster', '14 Acacia Avenue'],
    ])
  })

  test('sends all legs of a trip with several, the changed one with its stops', () => {
    const stop = { kind: 'comfort', place: minster, arrive_at: null, depart_at: departs, waiting_minutes: null, note: null }
    const way = { ...booking.legs[0], kind: 'transfer', pickup: home, dropoff: minster, passenger_count: 45, waiting_minutes: 0 }
    const tour = { ...booking, legs: [way, { ...way, stops: [stop] }, way] } as unknown as WholeBooking
    const legTimes = [departs, '2027-05-01T10:00:00+01:00', departs]
    const moved = legTimes.map((departs_at) => ({ departs_at }))
    const changes = buildChangesBody(tour, { ...toChangesDraft(tour), legs: moved, passenger_count: 40 })
    expect(Object.keys(changes).sort()).toEqual(['legs', 'passenger_count'])
    expect(changes.legs?.map(({ departs_at }) => departs_at)).toEqual(legTimes)
    expect(changes.legs?.[1]).toMatchObject({ passenger_count: 40, stops: [{ depart_at: '2027-05-01T09:00:00.000Z' }] })
    expect(listConsentReasons(tour, changes, 64_000)).toHaveLength(1)
  })

  test.each([
    ['within 15 minutes, at the same price', { departs_at: '2027-05-01T09:15:00+01:00', passenger_count: 49 }, 64_000, 0],
    ['cheaper', {}, 60_000, 0],
    ['a penny dearer', {}, 64_001, 1],
    ['16 minutes later', { departs_at: '2027-05-01T09:16:00+01:00' }, 64_000, 1],
    ['with another coach from another place', { vehicles: [], pickup: minster }, 64_000, 2],
  ])('returns the reasons for consent: %s', (_, changes, price, count) => {
    expect(listConsentReasons(booking, changes as object, price)).toHaveLength(count)
  })
})

const empty = createBooking('GBP')

describe('a booking by telephone', () => {
  test('sends the return and the details that are filled in', () => {
    const filled = {
      ...empty,
      returns_at: departs,
      flight: { direction: 'departure', number: ' BA 1 ' },
      lead_passenger: { name: ' ', phone: '07700 900123' },
      luggage: { suitcases: 0, hand_luggage: null },
    }
    const details = { flight: { direction: 'departure', number: 'BA 1' }, lead_passenger: null, luggage: { suitcases: 0 } }
    expect(buildTripBody(filled)).toMatchObject(details)
    expect(buildTripBody(filled)).not.toHaveProperty('returns_at')
    expect(buildTripBody({ ...filled, isReturn: true })).toMatchObject({ returns_at: departs })
    expect(buildTripBody(empty)).toMatchObject({ flight: null, lead_passenger: null, luggage: null })
    expect(buildTripBody(empty)).not.toHaveProperty('isReturn')
  })

  test('accepts a customer with a phone number alone', () => {
    const customer = { name: '', organisation: ' ', phone: '07700 900123', email: '' }
    const body = buildTripBody({ ...empty, customer, departs_at: departs })
    expect(body.customer).toEqual({ name: '07700 900123', organisation: null, phone: '07700 900123', email: null })
    expect(body.book).toBeUndefined()
  })

  test('books after the customer’s consent and choice of payment', () => {
    const book = { ...empty.book, terms: 'account', po_number: ' 4712 ' }
    const body = buildTripBody({ ...empty, customer_id: 7, isAgreed: true, book })
    expect(buildTripBody({ ...empty, book }).book).toBeUndefined()
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
  ])('guesses the kind of %s: %s', (label, kind) => {
    expect(findPlaceKindOf({ ...emptyPlace, label })).toBe(kind as 'venue')
  })
})

describe('a selected place', () => {
  const known = {
    label: 'Otley Primary School',
    kind: 'school',
    locality: 'Otley',
    postcode: 'LS21 1AB',
    country: null,
    latitude: 53.905,
    longitude: -1.687,
    used: 3,
  }
  const taken = toPlaceOfHit(known, null)

  test('sends its town, postcode and coordinates', () => {
    expect(buildPlaceBody(taken)).toEqual({
      label: 'Otley Primary School',
      kind: 'school',
      locality: 'Otley',
      postcode: 'LS21 1AB',
      access_note: null,
      latitude: 53.905,
      longitude: -1.687,
    })
  })

  test('drops its coordinates with its address, and restores them with the original address', () => {
    const other = { ...taken, label: 'Ilkley Grammar School' }
    expect(buildPlaceBody(other)).not.toHaveProperty('latitude')
    expect(buildPlaceBody({ ...taken, locality: 'Ilkley' })).not.toHaveProperty('latitude')
    expect(buildPlaceBody({ ...other, label: ' Otley Primary School ' })).toMatchObject({ latitude: 53.905 })
  })

  test('keeps its coordinates if missing parts of its address are filled in', () => {
    const half = toPlaceOfHit({ ...known, postcode: null, locality: null }, null)
    expect(buildPlaceBody({ ...half, postcode: 'LS21 1AB', locality: 'Otley' })).toMatchObject({ latitude: 53.905 })
    expect(buildPlaceBody({ ...half, label: 'Otley' })).not.toHaveProperty('latitude')
  })

  const home = toPlaceOfHit({ ...known, label: '14 Acacia Avenue', kind: 'residential', locality: 'Leeds' }, 7)

  test('removes filled-in values under another name, except edited ones', () => {
    const fresh = { locality: null, postcode: null, access_note: null }
    expect(buildPlaceBody({ ...home, label: 'Ilkley School' })).toEqual({ ...fresh, label: 'Ilkley School', kind: 'school' })
    const typedOver = { ...home, label: 'Ilkley School', kind: 'office', locality: 'Ilkley' } as const
    expect(buildPlaceBody(typedOver)).toEqual({ ...fresh, label: 'Ilkley School', kind: 'office', locality: 'Ilkley' })
    const inSameTown = { ...resolvePlace({ ...home, label: 'Leeds Minster' }), locality: 'Leeds' }
    expect(buildPlaceBody(inSameTown)).toEqual({ ...fresh, label: 'Leeds Minster', kind: 'venue', locality: 'Leeds' })
  })

  test('is removed with its customer if it is the customer’s home', () => {
    const startedBooking = { ...empty, customer_id: 7, book: { terms: 'account' }, pickup: home, dropoff: taken }
    expect(toCustomer(startedBooking, 8)).toMatchObject({
      customer_id: 8,
      book: { terms: null },
      pickup: emptyPlace,
      dropoff: taken,
    })
    expect(toCustomer(startedBooking, null).pickup).toEqual(emptyPlace)
    expect(toCustomer(startedBooking, 7).pickup).toEqual(home)
    const typedOver = toCustomer({ ...startedBooking, pickup: { ...home, label: 'Ilkley Scouts' } }, 8).pickup
    expect(typedOver).toMatchObject({ label: 'Ilkley Scouts', kind: null, postcode: '', coordinates: '', taken: null })
  })

  test('keeps entered coordinates under any name', () => {
    const corrected = { ...taken, coordinates: '53.9, -1.7', foundAt: null, label: 'Otley School' }
    expect(buildPlaceBody(corrected)).toMatchObject({ latitude: 53.9, longitude: -1.7 })
  })

  test('has no coordinates if one is unknown, or in a draft of an earlier release', () => {
    expect(formatPlaceCoordinates(toPlaceDraft({ ...known, longitude: null }))).toBe('')
    const { coordinates: _, foundAt: __, taken: ___, ...older } = emptyPlace
    expect(formatPlaceCoordinates(older as PlaceDraft)).toBe('')
    expect(buildPlaceBody({ ...older, label: 'Otley' } as PlaceDraft)).not.toHaveProperty('latitude')
  })
})
