import { describe, expect, test } from 'bun:test'
import {
  type CrewCoach,
  type CrewDriver,
  type CrewFitNeeds,
  findWorkload,
  sortCoachesByFit,
  sortDriversByFit,
} from '../../src/web/plain/crew-fit.ts'

const hour = 3_600_000
const departsAt = Date.UTC(2026, 10, 24, 8)
const trip: CrewFitNeeds = {
  ref: 'TR-AAAAAA',
  departsAt,
  endsAt: departsAt + 9 * hour,
  passengers: 90,
  coaches: 2,
  dbsRequired: 'enhanced',
}
const now = departsAt - 30 * 24 * hour
const say = (at: number) => new Date(at).toISOString().slice(11, 16)
const at = (hours: number) => new Date(departsAt + hours * hour).toISOString()

const fit: CrewDriver = {
  id: 1,
  name: 'Pat',
  phone: '07700 900109',
  status: 'active',
  license_expires_at: null,
  dbs_check_kind: 'enhanced_barred',
  dbs_expires_at: at(99),
  busy: [],
}
const taken = (from: number, to: number, more = {}) => ({
  from: at(from),
  to: at(to),
  what: 'booking',
  ref: 'TR-BBBBBB',
  kind: null,
  ...more,
})
const saidOf = (driver: Partial<CrewDriver>) =>
  sortDriversByFit([{ ...fit, ...driver }], trip, now, say)[0]?.reasons.map(({ says }) => says)

describe('drivers by fit', () => {
  test('returns no reasons against a suitable driver', () => {
    expect(saidOf({})).toEqual([])
    expect(saidOf({ busy: [taken(-1, 3, { ref: 'TR-AAAAAA' }), taken(-24, -11), taken(20, 30)] })).toEqual([])
  })

  test('returns other trips, short rest and time off with their times', () => {
    expect(saidOf({ alsoOn: 1 })).toEqual(['already on this trip, vehicle 1'])
    expect(saidOf({ busy: [taken(-2, 1)] })).toEqual(['on TR-BBBBBB until 09:00'])
    expect(saidOf({ busy: [taken(-20, -6.5)] })).toEqual(['6 h 30 min rest, 11 h needed'])
    expect(saidOf({ busy: [taken(12, 20)] })).toEqual(['3 h rest after this trip, 11 h needed'])
    expect(saidOf({ busy: [taken(-2, 1, { what: 'block', ref: null, kind: 'holiday' })] })).toEqual(['on holiday until 09:00'])
  })

  test('returns expiring documents and documents below the requirement', () => {
    expect(saidOf({ license_expires_at: at(-24 * 31) })).toEqual(['licence expired 08:00'])
    expect(saidOf({ license_expires_at: at(1) })).toEqual(['licence expires before the trip ends'])
    expect(saidOf({ dbs_check_kind: 'basic' })).toEqual(['no enhanced DBS'])
    expect(saidOf({ dbs_check_kind: null, dbs_expires_at: null })).toEqual(['no enhanced DBS'])
    expect(saidOf({ dbs_expires_at: at(1) })).toEqual(['DBS expires before the trip ends'])
    expect(saidOf({ status: 'invited' })).toEqual(['no app: call 07700 900109'])
    expect(saidOf({ status: 'invited', phone: null })).toEqual(['no app'])
  })

  test('puts suitable drivers first, then sorts by weight and by name', () => {
    const roster = [
      { ...fit, id: 1, name: 'Zoe', busy: [taken(-2, 1)] },
      { ...fit, id: 2, name: 'Yan', status: 'invited' },
      { ...fit, id: 3, name: 'Sam' },
      { ...fit, id: 4, name: 'Ann' },
    ]
    expect(sortDriversByFit(roster, trip, now, say).map(({ one }) => one.name)).toEqual(['Ann', 'Sam', 'Yan', 'Zoe'])
  })
})

describe('vehicles by fit', () => {
  const coach: CrewCoach = { id: 1, registration: 'YX20 ABC', seats: 53, isUnsafe: false, busy: [] }

  test('puts the smallest large enough vehicle first', () => {
    const fleet = [
      coach,
      { ...coach, id: 2, seats: 45 },
      { ...coach, id: 3, seats: 33 },
      { ...coach, id: 4, seats: 46, isUnsafe: true },
    ]
    expect(sortCoachesByFit(fleet, trip, say).map(({ one, reasons }) => [one.id, ...reasons.map(({ says }) => says)])).toEqual([
      [2],
      [1],
      [3, '33 seats for 45 passengers'],
      [4, 'unsafe at the last check'],
    ])
  })

  test('puts a quoted vehicle before a booked or blocked one', () => {
    const fleet = [
      { ...coach, id: 1, busy: [taken(0, 1, { what: 'block', ref: null, kind: 'mot' })] },
      { ...coach, id: 2, busy: [taken(0, 1, { what: 'likely' })] },
    ]
    expect(sortCoachesByFit(fleet, trip, say).map(({ one, reasons }) => [one.id, ...reasons.map(({ says }) => says)])).toEqual([
      [2, 'quoted for TR-BBBBBB'],
      [1, 'at the MOT until 09:00'],
    ])
  })
})

test('sums the hours of other trips within a week, and finds the next busy time after a trip', () => {
  const week = { from: departsAt - 24 * hour, to: departsAt + 6 * 24 * hour }
  const busy = [taken(-30, -20), taken(0, 9, { ref: 'TR-AAAAAA' }), taken(48, 60), taken(30, 40, { what: 'block', ref: null })]
  expect(findWorkload(busy, trip, week)).toEqual({ workMs: 16 * hour, busyFrom: departsAt + 30 * hour })
  expect(findWorkload([taken(30, 40, { what: 'likely' })], trip, week)).toEqual({ workMs: 0, busyFrom: null })
})
