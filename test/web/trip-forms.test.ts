import { describe, expect, test } from 'bun:test'
import { emptyLeg, type LegDraft } from '../../src/web/office/trip-fields/legs.ts'
import {
  buildPlaceBody,
  emptyPlace,
  fillTown,
  findPlaceAt,
  findPlaceKindOf,
  findSoughtTown,
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
import {
  type BookingValues,
  buildTripBody,
  createBooking,
  repeatTrip,
  toCustomer,
  toShape,
  upgradeBooking,
} from '../../src/web/portal/new-booking/booking-body.ts'

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

const way = {
  kind: 'transfer',
  sequence: 1,
  stops: [],
  arrive_by: null,
  passenger_count: 45,
  waiting_minutes: 0,
  distance_source: null,
}
const out = { ...way, pickup: home, dropoff: minster, departs_at: departs }
const back = { ...way, sequence: 2, pickup: minster, dropoff: home, departs_at: '2027-05-01T18:00:00+01:00' }

const booking = {
  ref: 'TR-7K3M9Q',
  trip_type: 'return',
  timezone: 'Europe/London',
  departs_at: departs,
  returns_at: back.departs_at,
  pickup: home,
  dropoff: minster,
  legs: [out, back],
  passenger_count: 45,
  vehicles: [{ type: 'coach_49', count: 1, seats: 49, description: null, vehicle_id: null }],
  price_amount: 64_000,
  customer: { name: 'Ann Smith', organisation: null, email: 'ann@example.org', phone: null },
  lead_passenger: null,
  luggage: { suitcases: 3, hand_luggage: 0, oversized: ['a harp'], note: null },
  flight: null,
  notes: null,
} as unknown as WholeBooking

const leg = (values: Partial<LegDraft>): LegDraft => ({ ...emptyLeg, ...values })
const draft = toChangesDraft(booking)
const pickup = findPlaceAt(draft, 'legs.0.pickup')
const withLeg = (changes: Partial<LegDraft>, from = draft) => ({
  ...from,
  legs: (from.legs as readonly LegDraft[]).with(0, { ...(from.legs?.[0] as LegDraft), ...changes }),
})

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
    ['another departure', withLeg({ departs: '10:00' }), { departs_at: '2027-05-01T10:00:00+01:00' }],
    [
      'another day of both ways',
      withLeg({ day: '2027-05-03' }),
      { departs_at: '2027-05-03T09:00:00+01:00', returns_at: '2027-05-03T18:00:00+01:00' },
    ],
    ['nothing, for a departure that is being typed', withLeg({ departs: '' }), {}],
    [
      'nothing, for coordinates typed as they are',
      withLeg({ pickup: { ...pickup, coordinates: '53.8,-1.5', foundAt: null } }),
      {},
    ],
    ['an access note', withLeg({ pickup: { ...pickup, access_note: 'Ring' } }), { pickup: { ...home, access_note: 'Ring' } }],
  ])('sends %s', (_, differing, changes) => {
    expect(buildChangesBody(booking, { ...draft, ...differing })).toEqual(changes as object)
  })

  test('drops the old address with a new place', () => {
    const station = { ...emptyPlace, label: 'Leeds Station' }
    expect(buildChangesBody(booking, withLeg({ pickup: station })).pickup).toEqual({
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
    expect(buildChangesBody(booking, withLeg({ pickup: other }))).toEqual({ pickup: { ...home, ...changed } } as object)
  })

  test('sends the distance of a leg again only if it was given', () => {
    const measured = { ...out, distance_m: 45_000, driving_seconds: 2_700 }
    const sources = ['given', 'estimated', 'routed']
    const legs = sources.map((distance_source, nth) => ({ ...measured, sequence: nth + 1, distance_source }))
    const tour = { ...booking, trip_type: 'multi_day', legs } as unknown as WholeBooking
    const changes = buildChangesBody(tour, withLeg({ departs: '08:00' }, toChangesDraft(tour)))
    expect(changes.legs?.map(({ distance_m, driving_seconds }) => [distance_m, driving_seconds])).toEqual([
      [45_000, 2_700],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  test('sends the times of both legs if one way becomes a return', () => {
    const oneWay = { ...booking, returns_at: null, trip_type: 'one_way', legs: [out] } as unknown as WholeBooking
    const before = toChangesDraft(oneWay)
    const typed = { ...before, shape: 'return', legs: [...(before.legs ?? []), leg({ departs: '18:00' })] } as const
    const changes = buildChangesBody(oneWay, typed)
    expect(changes).toMatchObject({
      returns_at: back.departs_at,
      legs: [{ departs_at: departs }, { departs_at: back.departs_at }],
    })
    expect(changes.legs?.map(({ pickup, dropoff }) => [pickup.label, dropoff.label])).toEqual([
      ['14 Acacia Avenue', 'York Minster'],
      ['York Minster', '14 Acacia Avenue'],
    ])
    expect(buildChangesBody(oneWay, { ...before, shape: 'return' })).toEqual({})
  })

  const stop = {
    sequence: 1,
    kind: 'comfort',
    place: minster,
    arrive_at: null,
    depart_at: '2027-05-01T09:30:00+01:00',
    waiting_minutes: 10,
    note: 'Tea',
  }

  test('sends legs with a new stop, and the waits of the vehicle', () => {
    const wait = {
      ...out,
      sequence: 2,
      kind: 'standby',
      pickup: minster,
      departs_at: '2027-05-01T10:30:00+01:00',
      passenger_count: 0,
    }
    const waiting = { ...booking, legs: [out, wait, { ...back, sequence: 3 }] } as unknown as WholeBooking
    const added = { kind: 'pickup' as const, place: { ...emptyPlace, label: 'Church' }, time: '09:20' }
    const changes = buildChangesBody(waiting, withLeg({ stops: [added] }, toChangesDraft(waiting)))
    expect(Object.keys(changes)).toEqual(['legs'])
    expect(changes.legs).toMatchObject([
      { stops: [{ place: { label: 'Church' }, arrive_at: '2027-05-01T09:20:00+01:00' }] },
      { kind: 'standby', departs_at: wait.departs_at, arrive_by: back.departs_at },
      { kind: 'transfer', departs_at: back.departs_at },
    ])
    expect(listConsentReasons(waiting, changes, 64_000)).toEqual(['other legs or stops'])
  })

  test('sends only the departure if the stops move with it', () => {
    const stopped = { ...booking, legs: [{ ...out, stops: [stop] }, back] } as unknown as WholeBooking
    const typed = toChangesDraft(stopped)
    const [first] = typed.legs as readonly LegDraft[]
    const moved = withLeg({ departs: '10:00', stops: first?.stops?.map((one) => ({ ...one, time: '10:30' })) ?? null }, typed)
    expect(buildChangesBody(stopped, moved)).toEqual({ departs_at: '2027-05-01T10:00:00+01:00' })
    const { legs } = buildChangesBody(stopped, withLeg({ departs: '10:00' }, typed))
    expect(legs?.[0]?.stops).toMatchObject([
      { kind: 'comfort', arrive_at: null, depart_at: '2027-05-02T09:30:00+01:00', note: 'Tea' },
    ])
  })

  test('sends all legs of a trip with several, the changed one with its stops', () => {
    const legs = [out, { ...out, sequence: 2, stops: [stop] }, { ...out, sequence: 3 }]
    const tour = { ...booking, trip_type: 'multi_day', legs } as unknown as WholeBooking
    const typed = toChangesDraft(tour)
    const drafts = typed.legs as readonly LegDraft[]
    const changed = { ...typed, legs: drafts.with(2, { ...(drafts[2] as LegDraft), departs: '10:00' }), passenger_count: 40 }
    const changes = buildChangesBody(tour, changed)
    expect(Object.keys(changes).sort()).toEqual(['legs', 'passenger_count'])
    expect(changes.legs?.map(({ departs_at }) => departs_at)).toEqual([departs, departs, '2027-05-01T10:00:00+01:00'])
    expect(changes.legs?.[1]).toMatchObject({ passenger_count: 40, stops: [{ depart_at: stop.depart_at, waiting_minutes: 10 }] })
    expect(listConsentReasons(tour, changes, 64_000)).toHaveLength(1)
    const longer = { ...typed, legs: [...drafts, leg({ day: '2027-05-02', departs: '08:00', pickup, dropoff: pickup })] }
    expect(buildChangesBody(tour, longer).legs).toHaveLength(4)
    expect(buildChangesBody(tour, { ...typed, legs: drafts.slice(0, 2) }).legs).toHaveLength(2)
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

const known = {
  label: 'Otley Primary School',
  kind: 'school',
  locality: 'Otley',
  postcode: 'LS21 1AB',
  country: null,
  latitude: 53.905,
  longitude: -1.687,
  used: 3,
  source: 'known',
  ambiguous: false,
  map_url: null,
  near_town: null,
}
const taken = toPlaceOfHit(known, null)
const acacia = toPlaceOfHit({ ...known, label: '14 Acacia Avenue', kind: 'residential', locality: 'Leeds' }, 7)
const placeOfSchool = { ...home, label: 'Otley Primary School', kind: 'school', address_lines: [] }

const empty = createBooking('GBP')
const zone = 'Europe/London'
const buildQuoteBody = (values: BookingValues) => buildTripBody(values, { zone, isBooked: false })

describe('a booking by telephone', () => {
  test('sends the return and the details that are filled in', () => {
    const filled = {
      ...empty,
      legs: [leg({ day: '2027-05-01', departs: '09:00' }), leg({ departs: '18:00' })],
      flight: { direction: 'departure', number: ' BA 1 ' },
      lead_passenger: { name: ' ', phone: '07700 900123' },
      luggage: { suitcases: 0, hand_luggage: null },
    }
    const details = { flight: { direction: 'departure', number: 'BA 1' }, lead_passenger: null, luggage: { suitcases: 0 } }
    expect(buildQuoteBody(filled)).toMatchObject(details)
    expect(buildQuoteBody(filled)).not.toHaveProperty('returns_at')
    expect(buildQuoteBody({ ...filled, trip_type: 'return' })).toMatchObject({ returns_at: '2027-05-01T18:00:00+01:00' })
    expect(buildQuoteBody(empty)).toMatchObject({ flight: null, lead_passenger: null, luggage: null, trip_type: 'one_way' })
  })

  test('accepts a customer with a phone number alone', () => {
    const customer = { name: '', organisation: ' ', phone: '07700 900123', email: '' }
    const body = buildQuoteBody({ ...empty, customer })
    expect(body.customer).toEqual({ name: '07700 900123', organisation: null, phone: '07700 900123', email: null })
    expect(body.book).toBeUndefined()
  })

  test('books after the customer’s consent and choice of payment', () => {
    const book = { ...empty.book, terms: 'account', po_number: ' 4712 ' }
    const body = buildTripBody({ ...empty, customer_id: 7, book }, { zone, isBooked: true })
    expect(buildQuoteBody({ ...empty, book }).book).toBeUndefined()
    expect(body).toMatchObject({ customer_id: 7, book: { terms: 'account', agreed_by: 'phone', po_number: '4712' } })
    expect('customer' in body).toBe(false)
  })

  test('reads a draft of an earlier release, with two places and two instants', () => {
    const { legs: _, trip_type: __, ...rest } = empty
    const { label, locality, postcode } = taken
    const older = {
      ...rest,
      isReturn: true,
      departs_at: departs,
      returns_at: '2027-05-01T18:00:00+01:00',
      pickup: { label, locality, postcode },
    }
    const upgraded = { ...older, ...upgradeBooking(older as never, zone) } as BookingValues
    expect(buildQuoteBody(upgraded)).toMatchObject({
      ...{ trip_type: 'return', departs_at: departs, returns_at: '2027-05-01T18:00:00+01:00' },
      pickup: { label: 'Otley Primary School', postcode: 'LS21 1AB' },
      dropoff: { label: '' },
    })
    expect(upgradeBooking(rest, zone)).toMatchObject({ trip_type: 'one_way', legs: [{ day: '', departs: '' }, {}] })
  })

  test('becomes a tour of the legs of its return, and back', () => {
    const values = { ...empty, legs: [leg({ day: '2027-05-01', pickup: taken, dropoff: acacia })] }
    const tour = { ...values, ...toShape(values, 'multi_day') }
    expect(tour.legs).toMatchObject([{ pickup: taken }, { pickup: acacia, dropoff: taken }])
    expect(toShape(tour, 'one_way')).toEqual({ trip_type: 'one_way' })
  })

  test('repeats a trip on the day of the draft, with its places, stops and wheelchairs', () => {
    const there = { ...out, pickup: minster, dropoff: placeOfSchool }
    const homeward = { ...back, pickup: placeOfSchool, dropoff: minster }
    const stop = { kind: 'pickup', place: minster, arrive_at: departs, depart_at: null }
    const trip = {
      trip_type: 'return',
      legs: [there, homeward],
      passenger_count: 45,
      purpose: 'school',
      accessibility: { wheelchair_spaces: 2 },
    }
    const values = { ...empty, legs: [leg({ day: '2027-06-01' })] }
    const repeated = repeatTrip(values, trip as never)
    expect(repeated).toMatchObject({ trip_type: 'return', passenger_count: 45, accessibility: { wheelchair_spaces: 2 } })
    expect(repeated.legs).toMatchObject([
      { day: '2027-06-01', departs: '09:00', pickup: { label: 'York Minster' } },
      { day: '', departs: '18:00', pickup: null, dropoff: null, stops: null },
    ])
    const withStop = repeatTrip(values, { ...trip, legs: [{ ...there, stops: [stop] }, homeward], accessibility: null } as never)
    expect(withStop.legs).toMatchObject([{ stops: [{ time: '09:00' }] }, { pickup: { label: 'Otley Primary School' } }])
    expect(repeatTrip(values, { ...trip, legs: [there] } as never).trip_type).toBe('one_way')
    expect(repeatTrip(values, { ...trip, legs: [there, there, homeward] } as never).trip_type).toBe('multi_day')
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

  test('removes filled-in values under another name, except edited ones', () => {
    const fresh = { locality: null, postcode: null, access_note: null }
    expect(buildPlaceBody({ ...acacia, label: 'Ilkley School' })).toEqual({ ...fresh, label: 'Ilkley School', kind: 'school' })
    const typedOver = { ...acacia, label: 'Ilkley School', kind: 'office', locality: 'Ilkley' } as const
    expect(buildPlaceBody(typedOver)).toEqual({ ...fresh, label: 'Ilkley School', kind: 'office', locality: 'Ilkley' })
    const inSameTown = { ...resolvePlace({ ...acacia, label: 'Leeds Minster' }), locality: 'Leeds' }
    expect(buildPlaceBody(inSameTown)).toEqual({ ...fresh, label: 'Leeds Minster', kind: 'venue', locality: 'Leeds' })
  })

  test('is removed with its customer if it is the customer’s home', () => {
    const ofPlaces = (pickup: PlaceDraft) => [
      leg({ pickup, dropoff: taken, stops: [{ kind: 'pickup', place: acacia, time: '' }] }),
    ]
    const startedBooking = { ...empty, customer_id: 7, book: { terms: 'account' }, legs: ofPlaces(acacia) }
    const pickupFor = (values: BookingValues, id: number | null) => toCustomer(values, id).legs?.[0]?.pickup
    expect(toCustomer(startedBooking, 8)).toMatchObject({
      customer_id: 8,
      book: { terms: null },
      legs: [{ pickup: emptyPlace, dropoff: taken, stops: [{ place: emptyPlace }] }],
    })
    expect(pickupFor(startedBooking, null)).toEqual(emptyPlace)
    expect(pickupFor(startedBooking, 7)).toEqual(acacia)
    const typedOver = pickupFor({ ...startedBooking, legs: ofPlaces({ ...acacia, label: 'Ilkley Scouts' }) }, 8)
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

describe('a town with the name of others', () => {
  const ashford = {
    ...known,
    source: 'town',
    label: 'Ashford',
    kind: 'other',
    locality: 'Ashford',
    postcode: null,
    country: 'GB',
    used: 0,
  }

  test.each([
    ['the name alone', { label: ' Ashford ' }, 'Ashford'],
    ['the town before the name', { label: 'Station', locality: 'Ashford' }, 'Ashford'],
    ['the last part of the name', { label: 'Designer Outlet, Ashford' }, 'Ashford'],
    ['the name without its postcode', { label: 'Ashford TN23 1AA' }, 'Ashford'],
    ['nothing with a postcode', { label: 'Ashford', postcode: 'TN23 1AA' }, ''],
    [
      'the name of a saved place whose postcode is unknown',
      { label: 'Ashford', postcode: 'TN23 1AA', isUnlocated: true },
      'Ashford',
    ],
    ['nothing with coordinates', { label: 'Ashford', coordinates: '51.1, 0.9' }, ''],
    ['nothing without a name', {}, ''],
  ])('is sought by %s', (_, values, sought) => {
    expect(findSoughtTown({ ...emptyPlace, ...values }).toLowerCase()).toBe(sought.toLowerCase())
  })

  test('fills in the place, and keeps another name', () => {
    const typed = { ...emptyPlace, label: 'Ashford', access_note: 'Ring' }
    expect(buildPlaceBody(fillTown(typed, ashford))).toMatchObject({
      ...{ label: 'Ashford', locality: 'Ashford', country_code: 'GB', latitude: 53.905, access_note: 'Ring' },
    })
    const station = fillTown({ ...emptyPlace, label: 'Station, Ashford' }, ashford)
    expect(buildPlaceBody(station)).toMatchObject({ label: 'Station, Ashford', locality: 'Ashford', longitude: -1.687 })
    expect(buildPlaceBody({ ...station, label: 'Station, Hythe' })).not.toHaveProperty('latitude')
  })

  test('loses its country with its name', () => {
    const chosen = toPlaceOfHit({ ...ashford, country: 'IE' }, null)
    expect(buildPlaceBody(chosen).country_code).toBe('IE')
    expect(buildPlaceBody({ ...chosen, label: 'Hythe' })).not.toHaveProperty('country_code')
  })
})
