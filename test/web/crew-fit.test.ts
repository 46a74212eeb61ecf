import { describe, expect, test } from 'bun:test'
import { type CrewCoach, type CrewDriver, type CrewWanted, coachesByFit, driversByFit } from '../../src/web/plain/crew-fit.ts'

const hour = 3_600_000
const departsAt = Date.UTC(2026, 10, 24, 8)
const trip: CrewWanted = {
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
  driversByFit([{ ...fit, ...driver }], trip, now, say)[0]?.reasons.map(({ says }) => says)

describe('drivers', () => {
  test('who is free and fit has nothing against them', () => {
    expect(saidOf({})).toEqual([])
    expect(saidOf({ busy: [taken(-1, 3, { ref: 'TR-AAAAAA' }), taken(-24, -11), taken(20, 30)] })).toEqual([])
  })

  test('another trip, too little rest and time off are told with their times', () => {
    expect(saidOf({ alsoOn: 1 })).toEqual(['Is on this trip as coach 1'])
    expect(saidOf({ busy: [taken(-2, 1)] })).toEqual(['On TR-BBBBBB until 09:00'])
    expect(saidOf({ busy: [taken(-20, -6.5)] })).toEqual(['Too little rest: back 01:30, out 08:00'])
    expect(saidOf({ busy: [taken(12, 20)] })).toEqual(['Too little rest: back 17:00, out again 20:00'])
    expect(saidOf({ busy: [taken(-2, 1, { what: 'block', ref: null, kind: 'holiday' })] })).toEqual(['On holiday until 09:00'])
  })

  test('papers that run out, or are too little for the trip, speak against them', () => {
    expect(saidOf({ license_expires_at: at(-24 * 31) })).toEqual(['Licence has run out'])
    expect(saidOf({ license_expires_at: at(1) })).toEqual(['Licence runs out before the trip ends'])
    expect(saidOf({ dbs_check_kind: 'basic' })).toEqual(['No enhanced DBS'])
    expect(saidOf({ dbs_check_kind: null, dbs_expires_at: null })).toEqual(['No enhanced DBS'])
    expect(saidOf({ dbs_expires_at: at(1) })).toEqual(['DBS runs out before the trip ends'])
    expect(saidOf({ status: 'invited' })).toEqual(['Not in the app: ring them'])
  })

  test('the free and fit stand first, a small thing weighs less than a grave one, and names decide the rest', () => {
    const roster = [
      { ...fit, id: 1, name: 'Zoe', busy: [taken(-2, 1)] },
      { ...fit, id: 2, name: 'Yan', status: 'invited' },
      { ...fit, id: 3, name: 'Sam' },
      { ...fit, id: 4, name: 'Ann' },
    ]
    expect(driversByFit(roster, trip, now, say).map(({ one }) => one.name)).toEqual(['Ann', 'Sam', 'Yan', 'Zoe'])
  })
})

describe('coaches', () => {
  const coach: CrewCoach = { id: 1, registration: 'YX20 ABC', seats: 53, isUnsafe: false, busy: [] }

  test('the smallest that is large enough for its share stands first', () => {
    const fleet = [
      coach,
      { ...coach, id: 2, seats: 45 },
      { ...coach, id: 3, seats: 33 },
      { ...coach, id: 4, seats: 46, isUnsafe: true },
    ]
    expect(coachesByFit(fleet, trip, say).map(({ one, reasons }) => [one.id, ...reasons.map(({ says }) => says)])).toEqual([
      [2],
      [1],
      [3, '33 seats for 45 people'],
      [4, 'The last check says: do not drive'],
    ])
  })

  test('what is promised elsewhere weighs less than what is booked or off the road', () => {
    const fleet = [
      { ...coach, id: 1, busy: [taken(0, 1, { what: 'block', ref: null, kind: 'mot' })] },
      { ...coach, id: 2, busy: [taken(0, 1, { what: 'likely' })] },
    ]
    expect(coachesByFit(fleet, trip, say).map(({ one, reasons }) => [one.id, ...reasons.map(({ says }) => says)])).toEqual([
      [2, 'Named in a quote for TR-BBBBBB'],
      [1, 'At the MOT until 09:00'],
    ])
  })
})
