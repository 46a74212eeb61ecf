import { describe, expect, test } from 'bun:test'
import { isTracked, listTrackedSpans, type TrackedSpan } from '../../src/domain/location.ts'
import type { EventStatus, LogEntry } from '../../src/domain/progress.ts'

const legs = [1, 3].map((sequence) => ({ sequence, departsAt: 0, isAtAirport: false }))

const log = (...steps: readonly (readonly [leg: number, status: EventStatus, at: number, reverts?: number])[]): LogEntry[] =>
  steps.map(([leg, status, at, reverts], nth) => ({
    id: nth + 1,
    assignmentId: 1,
    leg,
    status,
    by: 'driver',
    occurredAt: at,
    receivedAt: at,
    revertsEventId: reverts ?? null,
  }))

describe('the tracked spans of a driver', () => {
  test('are empty before the trip begins', () => {
    expect(listTrackedSpans({ legs, log: [] })).toEqual([])
  })

  test('start at the set-off, without an end while the leg continues', () => {
    expect(listTrackedSpans({ legs, log: log([1, 'en_route', 10], [1, 'arrived', 20]) })).toEqual([{ from: 10, until: null }])
  })

  test('exclude the time between two legs', () => {
    const whole = log([1, 'en_route', 10], [1, 'arrived', 20], [1, 'on_board', 30], [1, 'completed', 40], [3, 'en_route', 90])

    expect(listTrackedSpans({ legs, log: whole })).toEqual([
      { from: 10, until: 40 },
      { from: 90, until: null },
    ])
  })

  test('exclude an undone leg', () => {
    expect(listTrackedSpans({ legs, log: log([1, 'en_route', 10], [1, 'reverted', 20, 1]) })).toEqual([])
  })
})

describe('a location point', () => {
  const underWay: TrackedSpan = { from: 10_500, until: null }
  const ended: TrackedSpan = { from: 10_500, until: 40_000 }

  test.each([
    ['keeps a point in the second of the set-off', 10_000, underWay, 0, true],
    ['drops a point before the set-off', 9_999, underWay, 0, false],
    ['drops a point before the consent', 19_000, underWay, 20_500, false],
    ['keeps a point in the second of the consent', 20_000, underWay, 20_500, true],
    ['keeps a point slightly ahead of the server’s clock', 103_000, underWay, 0, true],
    ['drops a point far ahead of the server’s clock', 103_001, underWay, 0, false],
    ['keeps a point at the end', 40_000, ended, 0, true],
    ['drops a point after the end', 40_001, ended, 0, false],
  ] as const)('%s', (_, recordedAt, span, consentAt, isKept) => {
    expect(isTracked(recordedAt, span, consentAt, 100_000)).toBe(isKept)
  })
})
