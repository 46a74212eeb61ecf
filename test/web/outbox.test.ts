import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type BoxEntry,
  type CallAnswer,
  findAdjustment,
  findEntryAge,
  findFate,
  formatBarText,
  hasTime,
  isAmong,
  isBrokenBy,
  isMaybeReceived,
  isQueued,
  isSameCheck,
  listRefused,
  listWaiting,
} from '../../src/web/driver/outbox.ts'

const entry = (fields: Partial<BoxEntry> = {}): BoxEntry => ({
  id: 1,
  path: '/trips/TR-1/progress',
  title: 'Set off',
  tripRef: 'TR-1',
  body: { status: 'en_route', leg: 1, occurred_at: '2026-11-21T14:04:44Z' },
  key: 'a',
  at: 0,
  typed: null,
  isTried: false,
  refusal: null,
  ...fields,
})

const heard = (status: number, fields: Partial<CallAnswer> = {}): CallAnswer => ({
  status,
  code: null,
  message: null,
  currentStatus: null,
  retryAfter: null,
  ...fields,
})

describe('the result of an answer', () => {
  test.each([
    [200, 'done'],
    [201, 'done'],
    [0, 'later'],
    [429, 'later'],
    [500, 'later'],
    [503, 'later'],
    [401, 'signedOut'],
    [403, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [422, 'refused'],
  ] as const)('returns for the status %i: %s', (status, fate) => {
    expect(findFate(entry(), heard(status))).toBe(fate)
  })

  test('counts as done if the leg already has the step’s status', () => {
    expect(findFate(entry(), heard(409, { currentStatus: 'en_route' }))).toBe('done')
    expect(findFate(entry(), heard(409, { currentStatus: 'completed' }))).toBe('refused')
    const undo = entry({ body: { status: 'en_route', undo: true } })
    expect(findFate(undo, heard(409, { currentStatus: 'en_route' }))).toBe('refused')
  })

  test('retries later while the same key is in progress', () => {
    expect(findFate(entry(), heard(409, { code: 'idempotency_in_progress' }))).toBe('later')
  })

  test('is one of four results, and an entry without an answer stays', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 599 }), (status) => {
        const fate = findFate(entry(), heard(status))
        expect(['done', 'later', 'signedOut', 'refused']).toContain(fate)
        if (fate === 'done') expect(Math.floor(status / 100)).toBe(2)
      }),
    )
  })
})

test('sends entries in the order of their creation, and skips refused entries', () => {
  const some = fc.uniqueArray(fc.record({ id: fc.nat(), isRefused: fc.boolean() }), { selector: ({ id }) => id })
  fc.assert(
    fc.property(some, (made) => {
      const box = made.map(({ id, isRefused }) => entry({ id, refusal: isRefused ? 'No.' : null }))
      const order = listWaiting(box).map(({ id }) => id)
      expect(order).toEqual([...order].sort((one, other) => one - other))
      expect(order.length + listRefused(box).length).toBe(box.length)
      expect(formatBarText(box, false)).toBe(order.length === 0 ? '' : `Saved ${order.length}, waiting for a connection`)
    }),
  )
})

describe('a repeated tap on a button', () => {
  test('adds no second entry', () => {
    expect(isQueued([entry()], entry({ key: 'b' }))).toBe(true)
    const acknowledge = entry({ path: '/trips/TR-1/acknowledge', body: null })
    expect(isQueued([acknowledge], acknowledge)).toBe(true)
  })

  test('adds an entry for another leg, trip or step, after an undo, and after a refusal', () => {
    const undo = entry({ id: 2, body: { status: 'en_route', leg: 1, undo: true } })
    expect(isQueued([entry()], undo)).toBe(false)
    expect(isQueued([entry(), undo], entry())).toBe(false)
    expect(isQueued([entry()], entry({ body: { status: 'en_route', leg: 2 } }))).toBe(false)
    expect(isQueued([entry()], entry({ path: '/trips/TR-2/progress', tripRef: 'TR-2' }))).toBe(false)
    expect(isQueued([entry({ refusal: 'No.' })], entry())).toBe(false)
  })

  test('adds a report of being on time in the second of the delay', () => {
    const delayOf = (delay_minutes: number) =>
      entry({ body: { status: 'delayed', leg: 1, occurred_at: '2026-11-21T14:00:00Z', delay_minutes } })
    expect([isQueued([delayOf(20)], delayOf(0)), isQueued([delayOf(20)], delayOf(20))]).toEqual([false, true])
  })

  test('adds a second delay and a second problem', () => {
    const late = (at: string) => entry({ body: { status: 'delayed', leg: 1, occurred_at: at } })
    expect(isQueued([late('2026-11-21T14:00:00Z')], late('2026-11-21T14:20:00Z'))).toBe(false)
    const problem = entry({ path: '/trips/TR-1/incidents', body: { kind: 'delay' } })
    expect(isQueued([problem], problem)).toBe(false)
  })
})

describe('the age of an entry', () => {
  const minute = 60_000

  test('returns the age by the phone’s clock, also if that clock is wrong', () => {
    expect(findEntryAge(entry({ at: 10 * minute, aheadMs: null }), 13 * minute, 6 * minute)).toBe(3 * minute)
    expect(findEntryAge(entry({ at: 10 * minute, aheadMs: 6 * minute }), 13 * minute, 6 * minute)).toBe(3 * minute)
  })

  test('ignores later changes of the clock, and is never negative', () => {
    expect(findEntryAge(entry({ at: 10 * minute, aheadMs: 6 * minute }), 7 * minute, 0)).toBe(3 * minute)
    expect(findEntryAge(entry({ at: 10 * minute }), 7 * minute, 0)).toBe(0)
  })

  test('applies to bodies with a time', () => {
    const has = (body: BoxEntry['body']) => hasTime({ body })
    expect([has(entry().body), has({ checked_at: '2026-11-21T06:10:00Z' }), has({ reason: 'Ill.' }), has(null)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

test('looks for an incident of a day ago before it sends it again', () => {
  const body = { kind: 'delay', note: 'Closed.', occurred_at: '2026-11-21T17:40:00Z' }
  const problem = entry({ path: '/trips/TR-1/incidents', body, isTried: true })
  const day = 24 * 3_600_000
  expect(isMaybeReceived(problem, day)).toBe(true)
  expect(isMaybeReceived(problem, day / 2)).toBe(false)
  expect(isMaybeReceived({ ...problem, isTried: false }, day)).toBe(false)
  expect(isMaybeReceived(entry({ isTried: true }), day)).toBe(false)
  expect(isAmong([{ ...body, occurred_at: '2026-11-21T17:40:00+00:00' }], body)).toBe(true)
  expect(isAmong([{ ...body, occurred_at: '2026-11-21T17:40:04+00:00' }], body)).toBe(true)
  expect(isAmong([{ ...body, occurred_at: '2026-11-21T17:41:00+00:00' }], body)).toBe(false)
  expect(isAmong([{ ...body, note: 'Open.' }], body)).toBe(false)
})

describe('an entry that fails on the server', () => {
  test('stops after so many failures, so that later entries are sent', () => {
    const failures = (breakdowns: number, status = 500) => isBrokenBy(entry({ breakdowns }), heard(status))
    expect([failures(0), failures(6), failures(7), failures(20)]).toEqual([false, false, true, true])
    expect([failures(7, 503), failures(7, 0), failures(7, 429), failures(7, 502)]).toEqual([false, false, false, false])
    expect(isBrokenBy({}, heard(500))).toBe(false)
  })
})

test('matches a submitted walkaround check by its registration and its time', () => {
  const body = { vehicle_reg: 'yx20 abc', checked_at: '2026-11-21T06:10:00Z' }
  const check = { vehicle_reg: 'YX20ABC', checked_at: '2026-11-21T06:10:00.000Z' }
  expect(isSameCheck(check, body)).toBe(true)
  expect(isSameCheck({ ...check, checked_at: '2026-11-21T06:11:00Z' }, body)).toBe(false)
  expect(isSameCheck({ ...check, vehicle_reg: 'AB12 CDE' }, body)).toBe(false)
  expect(isSameCheck(null, body)).toBe(false)
})

test('reads an entry of an earlier release', () => {
  const whole: Required<BoxEntry> = {
    ...{ id: 4, path: '/trips/TR-1/incidents', title: 'Problem', tripRef: 'TR-1', key: 'k', at: 1_801_000_000_000 },
    body: { kind: 'delay', note: 'Roadworks', occurred_at: '2027-01-26T21:46:40Z' },
    typed: { page: '/trips/TR-1/problem', draft: 'problem-TR-1', value: { note: 'Roadworks' } },
    ...{ isTried: true, refusal: null, answer: null, breakdowns: 7, aheadMs: 360_000 },
  }
  const text =
    '{"id":4,"path":"/trips/TR-1/incidents","title":"Problem","tripRef":"TR-1","key":"k","at":1801000000000,"body":{"kind":"delay","note":"Roadworks","occurred_at":"2027-01-26T21:46:40Z"},"typed":{"page":"/trips/TR-1/problem","draft":"problem-TR-1","value":{"note":"Roadworks"}},"isTried":true,"refusal":null,"answer":null,"breakdowns":7,"aheadMs":360000}'
  expect(JSON.parse(text)).toEqual(whole)
  expect(JSON.stringify(whole)).toBe(text)
  expect(listWaiting([JSON.parse(text)])).toHaveLength(1)
  expect(isMaybeReceived(JSON.parse(text), whole.at + 24 * 3_600_000)).toBe(true)
  expect(isBrokenBy(JSON.parse(text), heard(500))).toBe(true)
  expect(isBrokenBy(JSON.parse(text.replace(',"answer":null,"breakdowns":7,"aheadMs":360000', '')), heard(500))).toBe(false)
})

describe('the time that the server used for a report', () => {
  const sent = { status: 'arrived', occurred_at: '2026-11-21T14:04:44Z' }
  const saved = (...times: readonly string[]) => ({
    occurred_at_adjusted: true,
    events: times.map((time) => ({ occurred_at: `2026-11-21T${time}Z` })),
  })

  test('returns an earlier time for a phone with a clock ahead', () => {
    expect(findAdjustment(sent, saved('13:00:00', '13:54:44'))).toBe('in the future')
    expect(findAdjustment(sent, { occurred_at_adjusted: true, occurred_at: '2026-11-21T13:54:44Z' })).toBe('in the future')
    const check = { checked_at: '2026-11-21T14:04:44Z' }
    expect(findAdjustment(check, { occurred_at_adjusted: true, checked_at: '2026-11-21T13:54:44Z' })).toBe('in the future')
  })

  test('returns the time of an earlier step with a later time', () => {
    expect(findAdjustment(sent, saved('13:00:00', '14:10:00', '14:10:00'))).toBe('before the last event')
  })

  test('returns null for a slow clock, and for an unchanged time', () => {
    expect(findAdjustment(sent, saved('13:00:00', '14:10:00'))).toBeNull()
    expect(findAdjustment(sent, { ...saved('14:10:00', '14:10:00'), occurred_at_adjusted: false })).toBeNull()
    expect(findAdjustment(null, { occurred_at_adjusted: true })).toBeNull()
    expect(findAdjustment(sent, null)).toBeNull()
  })
})
