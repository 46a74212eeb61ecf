import { expect, test } from 'bun:test'
import { readEnquiry, readTypedEnquiry } from '../../src/http/pages/enquiry-typed.ts'
import { buildEnquiryEntries } from '../../src/web/customer/trip/enquiry-entries.ts'
import type { ShownTrip } from '../../src/web/customer/trip/shown.ts'

const place = (label: string, more = {}) => ({ label, kind: 'venue', address_lines: [], locality: null, postcode: null, ...more })
const leeds = place('Rose Cottage', { kind: 'residential', locality: 'Leeds', postcode: 'LS1 3AD' })
const ann = { name: 'Ann', email: 'ann@example.org', phone: '0113 496 0123', organisation: 'Otley School' }

/** A trip that a customer repeats, with these changes. */
function tripOf(differing: object = {}): ShownTrip {
  const trip = {
    trip_type: 'return',
    pickup: leeds,
    dropoff: place('York Minster', { address_lines: ['Deangate'], postcode: 'YO1 7HH' }),
    departs_at: '2027-06-01T08:30:00+01:00',
    returns_at: '2027-06-01T17:00:00+01:00',
    legs: [{ stops: [{ place: place('Wetherby', { kind: 'station', postcode: 'LS22 6LZ' }) }] }],
    passenger_count: 45,
    luggage: { suitcases: 12 },
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
      legs: [{ stops: [{ place: { label: 'Wetherby', kind: 'station', postcode: 'LS22 6LZ' } }] }, {}],
      passenger_count: 45,
      luggage: { suitcases: 12 },
      accessibility: { wheelchair_spaces: 2 },
      amenities_required: ['toilet', 'wifi'],
      coach_stays_with_group: true,
      purpose: 'school',
      dbs_required: 'enhanced',
      notes: 'One cake',
    },
  })
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
  const wayOf = (returns_at: string | null) => buildEnquiryEntries(tripOf({ trip_type: 'shuttle', returns_at }), ann, true)[0]
  expect([wayOf(null), wayOf('2027-06-01T17:00:00+01:00')]).toEqual([
    ['way', 'one_way'],
    ['way', 'return'],
  ])
})
