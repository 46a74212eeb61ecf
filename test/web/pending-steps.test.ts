import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  canDecline,
  findCurrentTrip,
  findLastEnded,
  findMainAction,
  findNextLeave,
  removeOldContact,
} from '../../src/web/driver/duty.ts'
import type { BoxEntry } from '../../src/web/driver/outbox.ts'
import { buildTripAhead } from '../../src/web/driver/pending-steps.ts'
import type { CabTrip } from '../../src/web/driver/records.ts'

const now = Date.parse('2026-11-21T14:00:00Z')

const leg = (sequence: number, kind = 'transfer') => ({
  sequence,
  kind,
  status: 'pending',
  passenger_count: 45,
  departs_at: `2026-11-2${sequence}T17:00:00+00:00`,
  pickup: { kind: 'venue' },
})

/** The fields of a trip that the tests need. */
function trip(fields: Record<string, unknown> = {}): CabTrip {
  return {
    ref: 'TR-1',
    status: 'active',
    trip_status: 'acknowledged',
    timezone: 'Europe/London',
    departs_at: '2026-11-21T17:00:00+00:00',
    legs: [leg(1), leg(2, 'standby'), leg(3)],
    vehicle: { registration: 'YX20 ABC', vehicle_id: null, description: null },
    acknowledged_at: '2026-11-21T10:00:00Z',
    next_steps: [{ status: 'en_route', leg: 1, not_before: null }],
    vehicle_check: null,
    no_show_allowed_at: null,
    undo_until: null,
    events: [],
    incidents: [],
    duty: { vehicle_no: 1, of: 1, role: 'driver', legs: null, report_at: null, report_place: null, colleagues: [] },
    ...fields,
  } as unknown as CabTrip
}

let ids = 0

function step(status: string, onLeg = 1, more: Record<string, unknown> = {}, at = now): BoxEntry {
  const body = { status, leg: onLeg, ...more }
  ids += 1
  return {
    id: ids,
    path: '/trips/TR-1/progress',
    title: '',
    tripRef: 'TR-1',
    body,
    key: '',
    at,
    typed: null,
    isTried: false,
    refusal: null,
  }
}

const after = (box: readonly BoxEntry[], from = trip()) => buildTripAhead(from, box, 15)

describe('a trip with unsent reports', () => {
  test('shows the last reported step, and continues with the next leg', () => {
    const ahead = (...statuses: string[]) =>
      after(statuses.map((status) => step(status))).trip.next_steps.map((one) => one.status)
    expect(ahead()).toEqual(['en_route'])
    expect(ahead('en_route')).toEqual(['arrived'])
    expect(ahead('en_route', 'arrived')).toEqual(['on_board', 'no_show'])
    expect(ahead('en_route', 'arrived', 'on_board')).toEqual(['completed'])
    const done = after(['en_route', 'arrived', 'on_board', 'completed'].map((status) => step(status))).trip
    expect(done).toMatchObject({
      trip_status: 'between_legs',
      next_steps: [{ status: 'en_route', leg: 3, not_before: '2026-11-23T05:00:00.000Z' }],
    })
  })

  test('ends with the last leg of its driver', () => {
    const own = trip({ duty: { ...trip().duty, legs: [1] } })
    const box = ['en_route', 'arrived', 'no_show'].map((status) => step(status))
    expect(after(box, own).trip).toMatchObject({ trip_status: 'no_show', next_steps: [] })
  })

  test('waits before a no-show is allowed', () => {
    expect(after([step('en_route'), step('arrived')]).trip.no_show_allowed_at).toBe('2026-11-21T14:15:00.000Z')
    const flown = trip({ legs: [{ ...leg(1), pickup: { kind: 'airport' } }] })
    const waited = after([step('en_route'), step('arrived')], flown).trip
    expect(waited.no_show_allowed_at).toBe('2026-11-21T14:45:00.000Z')
  })

  test('returns to its state before an undone step, sent or unsent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), (count) => {
        const box = ['en_route', 'arrived', 'on_board', 'completed'].slice(0, count).map((status) => step(status))
        const last = String(box.at(-1)?.body?.status)
        const undone = after([...box, step(last, 1, { undo: true })])
        expect(undone.trip).toEqual(after(box.slice(0, -1)).trip)
        expect(undone.undo).toBeNull()
      }),
    )
    const reported = trip({ next_steps: [{ status: 'arrived', leg: 1, not_before: null }], trip_status: 'en_route' })
    expect(after([step('en_route', 1, { undo: true })], reported).trip.next_steps).toMatchObject([{ status: 'en_route', leg: 1 }])
  })

  test('ignores remarks, refused reports and reports of another trip', () => {
    const others = [step('delayed'), { ...step('en_route'), refusal: 'No.' }, { ...step('en_route'), tripRef: 'TR-2' }]
    expect(after(others).trip).toEqual(trip())
    expect(after([]).isSaved).toBe(false)
    expect(after([step('en_route')]).isSaved).toBe(true)
  })

  test('allows an undo for two minutes, also of a sent step', () => {
    expect(after([step('en_route')]).undo).toEqual({ status: 'en_route', leg: 1, until: now + 120_000 })
    const events = [
      { id: 1, leg: 1, status: 'en_route' },
      { id: 2, leg: 1, status: 'arrived' },
      { id: 3, leg: 1, status: 'reverted' },
    ]
    expect(after([], trip({ events, undo_until: '2026-11-21T14:01:00Z' })).undo?.status).toBe('en_route')
    const late = [
      ...events.slice(0, 2),
      { id: 3, leg: 1, status: 'delayed' },
      { id: 4, leg: 1, status: 'reverted', reverts_event_id: 3 },
    ]
    expect(after([], trip({ events: late, undo_until: '2026-11-21T14:01:00Z' })).undo?.status).toBe('arrived')
  })

  test('allows an undo by the server’s clock if the phone’s clock is wrong', () => {
    const fast = { ...step('en_route', 1, {}, now + 360_000), aheadMs: 360_000 }
    expect(after([fast]).undo?.until).toBe(now + 120_000)
  })

  test('is late by the newest delay of the current leg, and on time after one of 0 minutes', () => {
    const delay = (id: number, delay_minutes: number, more = {}) => ({ id, leg: 1, status: 'delayed', delay_minutes, ...more })
    const late = (events: readonly object[], ...box: BoxEntry[]) => after(box, trip({ events })).lateMinutes
    expect([late([]), late([delay(1, 20)]), late([delay(1, 20), delay(2, 0)])]).toEqual([0, 20, 0])
    expect(late([delay(1, 10), delay(2, 20), { id: 3, leg: 1, status: 'reverted', reverts_event_id: 2 }])).toBe(10)
    expect(late([delay(1, 20, { leg: 3 })])).toBe(0)
    expect(late([delay(1, 20)], step('delayed', 1, { delay_minutes: 0 }))).toBe(0)
    expect(late([], step('delayed', 1, { delay_minutes: 30 }))).toBe(30)
  })
})

describe('the main button', () => {
  const check = (result: string, fields: Record<string, unknown> = {}) => ({
    vehicle_reg: 'yx20abc',
    kind: 'pre_trip',
    result,
    checked_at: '2026-11-21T06:00:00Z',
    resolved_at: null,
    ...fields,
  })

  test('shows the next action', () => {
    expect(findMainAction(trip({ acknowledged_at: null }), true, now)).toEqual({ kind: 'acknowledge' })
    expect(findMainAction(trip(), true, now)).toEqual({ kind: 'check' })
    expect(findMainAction(trip(), false, now)).toEqual({ kind: 'step', status: 'en_route', leg: 1 })
    expect(findMainAction(trip({ vehicle_check: check('safe') }), true, now)).toEqual({
      kind: 'step',
      status: 'en_route',
      leg: 1,
    })
    const yesterday = check('safe', { checked_at: '2026-11-20T06:00:00Z' })
    expect(findMainAction(trip({ vehicle_check: yesterday }), true, now)).toEqual({ kind: 'check' })
    const afterwards = check('safe', { kind: 'post_trip' })
    expect(findMainAction(trip({ vehicle_check: afterwards }), true, now)).toEqual({ kind: 'check' })
    const corrected = check('unsafe', { resolved_at: '2026-11-21T07:00:00Z' })
    expect(findMainAction(trip({ vehicle_check: corrected }), true, now)).toEqual({ kind: 'check' })
    expect(findMainAction(trip({ vehicle_check: check('unsafe') }), false, now)).toEqual({ kind: 'unsafe' })
    expect(findMainAction(trip({ status: 'cancelled' }), true, now)).toBeNull()
    const later = [{ status: 'en_route', leg: 1, not_before: '2026-11-21T20:30:00Z' }]
    const early = trip({ next_steps: later, vehicle_check: check('unsafe') })
    expect(findMainAction(early, true, now)).toEqual({ kind: 'unsafe' })
    expect(findMainAction(trip({ next_steps: later }), true, now)).toMatchObject({
      kind: 'wait',
      notBefore: '2026-11-21T20:30:00Z',
    })
  })

  test('belongs to the trip in progress, or to the next one', () => {
    const onBoard = [{ ...leg(2), status: 'on_board' }]
    const later = trip({ ref: 'TR-2', departs_at: '2026-11-22T09:00:00+00:00', trip_status: 'on_board', legs: onBoard })
    const all = { 'TR-1': trip(), 'TR-2': later }
    expect(findCurrentTrip(all, [], 15, now)?.trip.ref).toBe('TR-2')
    const tomorrow = trip({ ref: 'TR-2', legs: [leg(2)] })
    expect(findCurrentTrip({ ...all, 'TR-2': tomorrow }, [], 15, now)?.trip.ref).toBe('TR-1')
    expect(findCurrentTrip({ 'TR-1': trip({ status: 'cancelled' }) }, [], 15, now)).toBeNull()
  })

  test('belongs between two legs to the earlier departure, and for a relief to the relief’s legs', () => {
    const out = { ...leg(1), status: 'completed' }
    const away = trip({ ref: 'TR-2', trip_status: 'between_legs', legs: [out, leg(5)] })
    const soon = trip({ departs_at: '2026-11-22T08:00:00+00:00', legs: [leg(2)] })
    expect(findNextLeave(away)).toBe('2026-11-25T17:00:00+00:00')
    expect(findCurrentTrip({ 'TR-2': away, 'TR-1': soon }, [], 15, now)?.trip.ref).toBe('TR-1')
    const relief = trip({ legs: [{ ...leg(1), status: 'on_board' }, leg(3)], duty: { ...trip().duty, legs: [3] } })
    expect(findNextLeave(relief)).toBe('2026-11-23T17:00:00+00:00')
    expect(canDecline(relief)).toBe(true)
    expect(canDecline(trip({ legs: [{ ...leg(1), status: 'en_route' }] }))).toBe(false)
    expect(findCurrentTrip({ 'TR-1': relief, 'TR-2': trip({ ref: 'TR-2', legs: [leg(2)] }) }, [], 15, now)?.trip.ref).toBe('TR-2')
  })

  test('belongs after the last trip to the check of its vehicle', () => {
    const ended = (ref: string, day: number) =>
      trip({ ref, trip_status: 'completed', departs_at: `2026-11-${day}T09:00:00+00:00` })
    expect(findLastEnded({ a: ended('TR-0', 19), b: ended('TR-2', 20), c: trip({ ref: 'TR-3' }) }, [])?.ref).toBe('TR-2')
    expect(findLastEnded({ a: trip(), b: { ...ended('TR-2', 20), status: 'cancelled' } }, [])).toBeNull()
    // Also a trip with an unsent end.
    const driving = trip({ legs: [leg(1)] })
    const box = ['en_route', 'arrived', 'on_board', 'completed'].map((status) => step(status))
    expect(findLastEnded({ a: ended('TR-0', 19), b: driving }, box)?.ref).toBe('TR-1')
  })
})

test('removes the contact after the office would no longer show it', () => {
  const met = trip({ contact: { name: 'Ann Smith', phone: '07700 900123' }, contact_visible_until: '2026-11-22T06:00:00Z' })
  expect(removeOldContact(met, now)).toBe(met)
  expect(removeOldContact(met, now + 24 * 3_600_000).contact).toBeNull()
})
