import { describe, expect, test } from 'bun:test'
import { isTracked, type TrackedSpan, trackedSpans } from '../../src/domain/location.ts'
import type { EventStatus, LogEntry } from '../../src/domain/progress.ts'

const legs = [1, 3].map((sequence) => ({ sequence, departsAt: 0, isAtAirport: false }))

const log = (...told: readonly (readonly [leg: number, status: EventStatus, at: number, reverts?: number])[]): LogEntry[] =>
  told.map(([leg, status, at, reverts], nth) => ({
    id: nth + 1,
    assignmentId: 1,
    leg,
    status,
    by: 'driver',
    occurredAt: at,
    receivedAt: at,
    revertsEventId: reverts ?? null,
  }))

describe('a driver may be followed', () => {
  test('on no trip that has not begun', () => {
    expect(trackedSpans({ legs, log: [] })).toEqual([])
  })

  test('from setting off, without an end while the leg goes on', () => {
    expect(trackedSpans({ legs, log: log([1, 'en_route', 10], [1, 'arrived', 20]) })).toEqual([{ from: 10, until: null }])
  })

  test('not between two legs', () => {
    const whole = log([1, 'en_route', 10], [1, 'arrived', 20], [1, 'on_board', 30], [1, 'completed', 40], [3, 'en_route', 90])

    expect(trackedSpans({ legs, log: whole })).toEqual([
      { from: 10, until: 40 },
      { from: 90, until: null },
    ])
  })

  test('not on a leg they took back', () => {
    expect(trackedSpans({ legs, log: log([1, 'en_route', 10], [1, 'reverted', 20, 1]) })).toEqual([])
  })
})

describe('a point is kept', () => {
  const underWay: TrackedSpan = { from: 10_500, until: null }
  const over: TrackedSpan = { from: 10_500, until: 40_000 }

  test.each([
    ['from the second of setting off', 10_000, underWay, 0, true],
    ['not before', 9_999, underWay, 0, false],
    ['not before consent', 19_000, underWay, 20_500, false],
    ['from the second of consent', 20_000, underWay, 20_500, true],
    ['a little ahead of our clock', 103_000, underWay, 0, true],
    ['not far ahead of it', 103_001, underWay, 0, false],
    ['to the end', 40_000, over, 0, true],
    ['not after it', 40_001, over, 0, false],
  ] as const)('%s', (_, recordedAt, span, consentAt, isKept) => {
    expect(isTracked(recordedAt, span, consentAt, 100_000)).toBe(isKept)
  })
})
