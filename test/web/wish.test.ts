import { describe, expect, test } from 'bun:test'
import type { ShownTrip } from '../../src/web/customer/trip/shown.ts'
import { faultsOf, readWish, wishOf } from '../../src/web/customer/trip/wish.ts'

/** What the form for a change looks at of a trip. */
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
const filled = wishOf(trip)

describe('a change that is asked for', () => {
  test('is what was changed in the form, and nothing else', () => {
    const typed = { ...filled, departs: '2027-06-01T09:00', pickup: ' Leeds Station ', people: '48', message: 'Sorry!' }
    const changes = {
      departs_at: '2027-06-01T09:00:00+01:00',
      pickup: { label: 'Leeds Station', kind: 'venue' },
      passenger_count: 48,
    }
    expect(readWish(typed, filled, trip)).toEqual({ body: { changes, message: 'Sorry!' }, faults: null })
    expect(readWish(filled, filled, trip).faults).toEqual({ form: 'Change something first: nothing here is other than it was.' })
  })

  test('takes nothing back that was changed from elsewhere while it was typed', () => {
    const moved = tripOf({ departs_at: '2027-06-01T10:00:00+01:00', passenger_count: 50, notes: 'Two cakes' })
    const people = readWish({ ...filled, people: '48' }, filled, moved)
    expect(people.body).toEqual({ changes: { passenger_count: 48 }, message: null })
    expect(readWish({ ...filled, people: '50' }, filled, moved).faults?.form).toStartWith('Change something first')
    const told = readWish({ ...filled, message: 'Hello' }, filled, moved)
    expect(told.body).toEqual({ changes: { notes: 'Two cakes\nHello' }, message: 'Hello' })
  })

  test('has who leads the group with their name', () => {
    expect(readWish({ ...filled, leadPhone: '07700 900123' }, filled, trip).faults).toEqual({
      leadName: 'Write their name as well.',
    })
    const lead_passenger = { name: 'Bea Moss', phone: '07700 900123' }
    const named = readWish({ ...filled, leadName: 'Bea Moss ', leadPhone: '07700 900123' }, filled, trip)
    expect(named.body).toEqual({ changes: { lead_passenger }, message: null })
  })

  test('says at each field what is wrong with it', () => {
    const gap = readWish({ ...filled, departs: '2027-03-28T01:30' }, filled, trip)
    expect(gap.faults).toEqual({ departs: 'The clocks go forward at that time: choose another.' })
    const long = readWish({ ...filled, message: 'x'.repeat(400) }, filled, tripOf({ notes: 'y'.repeat(1_700) }))
    expect(long.faults?.message).toStartWith('That is 101 characters too long')
    const past = ['The changes.departs_at field must be a date after now.']
    expect(faultsOf({ 'changes.departs_at': past })).toEqual({ departs: 'This must be a date after now.' })
    expect(faultsOf({ 'changes.pickup.label': ['Too long.'], passenger_count: ['Too many.'], reason: ['No.'] })).toEqual({
      pickup: 'Too long.',
      people: 'Too many.',
      form: 'No.',
    })
  })
})
