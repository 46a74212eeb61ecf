import { describe, expect, test } from 'bun:test'
import { formatChosenPlace } from '../../src/domain/chosen-place.ts'
import {
  listChangeRequestFaults,
  readChangeRequest,
  toTypedChangeRequest,
  typePickup,
} from '../../src/web/customer/trip/change-request.ts'
import type { ShownTrip } from '../../src/web/customer/trip/shown.ts'

/** The fields of a trip that the form for a change uses. */
function tripOf(differing: Partial<ShownTrip> = {}): ShownTrip {
  const trip = {
    departs_at: '2027-06-01T08:30:00+01:00',
    returns_at: '2027-06-01T17:00:00+01:00',
    timezone: 'Europe/London',
    pickup: { label: 'Leeds Town Hall', kind: 'venue' },
    passenger_count: 45,
    notes: 'One cake',
    ...differing,
  }
  return trip as unknown as ShownTrip
}

const trip = tripOf()
const filled = toTypedChangeRequest(trip)

describe('a requested change', () => {
  test('contains only the changed fields', () => {
    const typed = { ...filled, departs: '2027-06-01T09:00', pickup: ' Leeds Station ', people: '48', message: 'Sorry!' }
    const changes = {
      departs_at: '2027-06-01T09:00:00+01:00',
      pickup: { label: 'Leeds Station', kind: 'venue' },
      passenger_count: 48,
    }
    expect(readChangeRequest(typed, filled, trip)).toEqual({ body: { changes, message: 'Sorry!' }, faults: null })
    expect(readChangeRequest(filled, filled, trip).faults).toEqual({ form: 'Change at least one field.' })
  })

  test('keeps values that changed elsewhere meanwhile', () => {
    const moved = tripOf({ departs_at: '2027-06-01T10:00:00+01:00', passenger_count: 50, notes: 'Two cakes' })
    const people = readChangeRequest({ ...filled, people: '48' }, filled, moved)
    expect(people.body).toEqual({ changes: { passenger_count: 48 }, message: null })
    expect(readChangeRequest({ ...filled, people: '50' }, filled, moved).faults?.form).toStartWith('Change at least one field')
    const withMessage = readChangeRequest({ ...filled, message: 'Hello' }, filled, moved)
    expect(withMessage.body).toEqual({ changes: { notes: 'Two cakes\nHello' }, message: 'Hello' })
  })

  test('requires a name with the lead passenger’s phone number', () => {
    expect(readChangeRequest({ ...filled, leadPhone: '07700 900123' }, filled, trip).faults).toEqual({
      leadName: 'Enter the name too.',
    })
    const lead_passenger = { name: 'Bea Moss', phone: '07700 900123' }
    const named = readChangeRequest({ ...filled, leadName: 'Bea Moss ', leadPhone: '07700 900123' }, filled, trip)
    expect(named.body).toEqual({ changes: { lead_passenger }, message: null })
  })

  test('returns the fault of each field', () => {
    const gap = readChangeRequest({ ...filled, departs: '2027-03-28T01:30' }, filled, trip)
    expect(gap.faults).toEqual({ departs: 'The clocks go forward then; choose another time.' })
    const long = readChangeRequest({ ...filled, message: 'x'.repeat(400) }, filled, tripOf({ notes: 'y'.repeat(1_700) }))
    expect(long.faults?.message).toStartWith('That is 101 characters too long')
    const past = ['The changes.departs_at field must be a date after now.']
    expect(listChangeRequestFaults({ 'changes.departs_at': past })).toEqual({ departs: 'This must be a date after now.' })
    expect(
      listChangeRequestFaults({ 'changes.pickup.label': ['Too long.'], passenger_count: ['Too many.'], reason: ['No.'] }),
    ).toEqual({
      pickup: 'Too long.',
      people: 'Too many.',
      form: 'No.',
    })
  })

  test('has the town, the postcode and the coordinates of a chosen pick-up', () => {
    const chosen = { label: 'Ashford', locality: 'Ashford', postcode: '' }
    const found = formatChosenPlace({ latitude: 51.1, longitude: 0.8, country: 'GB', ...chosen })
    const typed = { ...filled, pickup: 'Ashford', town: 'Ashford', postcode: '', found }
    const { body } = readChangeRequest(typed, filled, trip)
    const pickup = { label: 'Ashford', kind: 'venue', locality: 'Ashford', latitude: 51.1, longitude: 0.8, country_code: 'GB' }
    expect(body).toEqual({ changes: { pickup }, message: null })
    const other = typePickup(typed, filled, 'Hythe')
    expect(other).toEqual({ ...typed, pickup: 'Hythe', town: '', found: '' })
    expect(typePickup(typed, filled, 'Ashford station')).toEqual({ ...typed, pickup: 'Ashford station' })
  })

  test('keeps the details of a pick-up with another postcode only', () => {
    const hall = { label: 'Town Hall', kind: 'venue', locality: 'Leeds', postcode: 'LS1 3AD', latitude: 53.8, longitude: -1.5 }
    const before = { ...hall, address_lines: ['The Headrow'], access_note: 'Side door', country_code: 'GB' }
    const moved = tripOf({ pickup: before as unknown as ShownTrip['pickup'] })
    const standing = toTypedChangeRequest(moved)
    const { body } = readChangeRequest({ ...standing, postcode: 'LS1 3AE' }, standing, moved)
    const { latitude, longitude, ...kept } = before
    expect([latitude, longitude]).toEqual([53.8, -1.5])
    expect(body).toEqual({ changes: { pickup: { ...kept, postcode: 'LS1 3AE' } }, message: null })
    expect(typePickup(standing, standing, 'Ripon')).toMatchObject({ pickup: 'Ripon', town: '', postcode: '' })
    expect(listChangeRequestFaults({ 'changes.pickup.postcode': ['Too long.'] })).toEqual({ postcode: 'Too long.' })
  })
})
