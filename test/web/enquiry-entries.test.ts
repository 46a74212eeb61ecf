import { expect, test } from 'bun:test'
import { readTypedEnquiry } from '../../src/http/pages/enquiry-fields.ts'
import { readEnquiry } from '../../src/http/pages/enquiry-typed.ts'
import { buildEnquiryEntries } from '../../src/web/customer/trip/enquiry-entries.ts'
import type { ShownTrip } from '../../src/web/customer/trip/shown.ts'

const nowhere = { locality: null, postcode: null, latitude: null, longitude: null, country_code: null }
const place = (label: string, more = {}) => ({ label, kind: 'venue', address_lines: [], ...nowhere, ...more })
const stop = (at: object, arrive_at: string | null = null) => ({ place: at, arrive_at, depart_at: null })
const leeds = place('Rose Cottage', { kind: 'residential', locality: 'Leeds', postcode: 'LS1 3AD' })
const ann = { name: 'Ann', email: 'ann@example.org', phone: '0113 496 0123', organisation: 'Otley School' }

const york = place('York Minster', { address_lines: ['Deangate'], postcode: 'YO1 7HH' })
const wetherby = place('Wetherby', { kind: 'station', postcode: 'LS22 6LZ' })
const out = { kind: 'transfer', pickup: leeds, dropoff: york, departs_at: '2027-06-01T08:30:00+01:00' }
const back = { kind: 'transfer', pickup: york, dropoff: leeds, departs_at: '2027-06-01T17:00:00+01:00' }

/** A trip that a customer repeats, with these changes. */
function tripOf(differing: object = {}): ShownTrip {
  const trip = {
    trip_type: 'return',
    pickup: leeds,
    dropoff: york,
    departs_at: '2027-06-01T08:30:00+01:00',
    returns_at: '2027-06-01T17:00:00+01:00',
    legs: [
      { ...out, stops: [stop(wetherby, '2027-06-01T08:50:00+01:00'), stop(place('Tadcaster'))] },
      { kind: 'standby', pickup: york, dropoff: york, departs_at: '2027-06-01T09:30:00+01:00', stops: [] },
      { ...back, stops: [stop(wetherby)] },
    ],
    passenger_count: 45,
    luggage: { suitcases: 12, hand_luggage: 40 },
    accessibility: { wheelchair_spaces: 2 },
    amenities_required: ['toilet', 'wifi'],
    coach_stays_with_group: true,
    dbs_required: 'enhanced',
    notes: 'One cake',
    ...differing,
  }
  return trip as unknown as ShownTrip
}

/** Reads the form after it is filled with the trip and its customer. */
function sentAgain(trip: ShownTrip, hasDays: boolean) {
  const form: Record<string, string[]> = {}
  for (const [name, value] of buildEnquiryEntries(trip, ann, hasDays)) form[name] = [...(form[name] ?? []), value]
  return readEnquiry(readTypedEnquiry(form), { operatorRef: null, timezone: 'Europe/London', now: Date.UTC(2026, 10, 1) })
}

test('fills the form with the whole trip and its customer', () => {
  expect(sentAgain(tripOf(), true)).toMatchObject({
    body: {
      trip_type: 'return',
      departs_at: '2027-06-01T08:30:00+01:00',
      returns_at: '2027-06-01T17:00:00+01:00',
      customer: ann,
      pickup: { label: 'Rose Cottage', kind: 'residential', locality: 'Leeds', postcode: 'LS1 3AD' },
      dropoff: { label: 'York Minster, Deangate', kind: 'venue', postcode: 'YO1 7HH' },
      legs: [
        {
          stops: [
            { place: { label: 'Wetherby', kind: 'station', postcode: 'LS22 6LZ' }, arrive_at: '2027-06-01T08:50:00+01:00' },
            { place: { label: 'Tadcaster' } },
          ],
        },
        { stops: [{ kind: 'dropoff', place: { label: 'Wetherby' } }] },
      ],
      passenger_count: 45,
      luggage: { suitcases: 12, hand_luggage: 40 },
      accessibility: { wheelchair_spaces: 2 },
      amenities_required: ['toilet', 'wifi'],
      coach_stays_with_group: true,
      purpose: 'school',
      dbs_required: 'enhanced',
      notes: 'One cake',
    },
  })
})

test('fills the form with each day of a trip of several days', () => {
  const castle = place('Stirling Castle')
  const legs = [
    { ...out, stops: [] },
    { kind: 'transfer', pickup: york, dropoff: castle, departs_at: '2027-06-02T09:00:00+01:00', stops: [stop(wetherby)] },
    { kind: 'transfer', pickup: castle, dropoff: leeds, departs_at: '2027-06-03T08:00:00+01:00', stops: [] },
  ]
  // A return with a leg more, or to another place, has days too.
  for (const trip_type of ['multi_day', 'return']) {
    const tour = tripOf({ trip_type, legs, returns_at: '2027-06-03T08:00:00+01:00' })
    const days = { pickup: { label: 'York Minster, Deangate' }, dropoff: { label: 'Stirling Castle' }, stops: [{}] }
    expect(sentAgain(tour, true)).toMatchObject({
      body: {
        trip_type: 'multi_day',
        legs: [
          { departs_at: '2027-06-01T08:30:00+01:00', stops: [] },
          { departs_at: '2027-06-02T09:00:00+01:00', ...days },
          { departs_at: '2027-06-03T08:00:00+01:00', dropoff: { label: 'Rose Cottage' } },
        ],
        returns_at: '2027-06-03T08:00:00+01:00',
      },
    })
    expect(buildEnquiryEntries(tour, ann, false).some(([name]) => /day$/.test(name))).toBe(false)
  }
})

test('keeps the coordinates that the customer chose, and not those that the server found', () => {
  const pickupOf = (more: object) => {
    const point = { latitude: 53.8, longitude: -1.5, country_code: 'GB', ...more }
    const read = sentAgain(tripOf({ pickup: place('Leeds', point), legs: [] }), true)
    return 'body' in read ? read.body.pickup : read.faults
  }
  expect(pickupOf({})).toMatchObject({ latitude: 53.8, longitude: -1.5, country_code: 'GB' })
  expect(pickupOf({ coordinates_source: 'given' })).toMatchObject({ latitude: 53.8 })
  expect(pickupOf({ coordinates_source: 'town' })).not.toHaveProperty('latitude')
})

test('leaves the days empty for the same trip again', () => {
  const typed = buildEnquiryEntries(tripOf(), ann, false).map(([name]) => name)
  expect(typed).toContain('time')
  expect(typed).not.toContain('day')
  expect(typed).not.toContain('back_day')
})

test.each([
  ['none', false],
  ['basic', false],
  ['standard', false],
  ['enhanced', true],
  ['enhanced_barred', true],
])('ticks the school group for the check %p: %p', (dbs_required, isTicked) => {
  expect(buildEnquiryEntries(tripOf({ dbs_required }), ann, true).some(([name]) => name === 'school')).toBe(isTicked)
})

test('returns a known way for an unknown trip type', () => {
  const wayOf = (returns_at: string | null) =>
    buildEnquiryEntries(tripOf({ trip_type: 'shuttle', returns_at, legs: [] }), ann, true)[0]
  expect([wayOf(null), wayOf('2027-06-01T17:00:00+01:00')]).toEqual([
    ['way', 'one_way'],
    ['way', 'return'],
  ])
})
