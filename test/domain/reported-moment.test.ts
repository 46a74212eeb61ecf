import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { clampMoment, computeReportedMoment, type ReportedMoment } from '../../src/domain/reported-moment.ts'
import { resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const now = Date.UTC(2026, 10, 29, 8, 0, 0, 700)
const received = now - 700
const second = 1_000
const minute = 60_000
const hour = 60 * minute

const momentOf = (sentAt: number, ageMs: number | null = null) =>
  resultOrRefusalCode(() => {
    const { at, isAdjusted } = computeReportedMoment({ sentAt, ageMs }, now, ['occurredAt'])
    return [at, isAdjusted]
  })

describe('the time of a report', () => {
  test.each([
    ['keeps a time in the past', received - 5 * hour, received - 5 * hour, false],
    ['keeps a time that is ahead by rounding alone', received + 2 * second, received + 2 * second, false],
    ['becomes the receipt for a time 6 minutes ahead', received + 6 * minute, received, true],
    ['becomes the receipt for a time 24 hours ahead', now + 24 * hour, received, true],
  ] as const)('%s', (_, sentAt, at, isAdjusted) => {
    expect(momentOf(sentAt)).toEqual([at, isAdjusted])
  })

  test('is refused more than 24 hours ahead', () => {
    expect(momentOf(now + 24 * hour + 1)).toBe('validation_failed')
  })

  test.each([
    ['a phone clock 25 hours fast', received + 25 * hour, 0, received, true],
    ['a phone clock 10 minutes slow', received - 10 * minute, minute, received - minute, true],
    ['a correct phone clock', received - minute, minute, received - minute, false],
    ['an absurd age', received, Number.MAX_SAFE_INTEGER, 0, true],
  ] as const)('uses the age for %s', (_, sentAt, ageMs, at, isAdjusted) => {
    expect(momentOf(sentAt, ageMs)).toEqual([at, isAdjusted])
  })

  test('is never after the receipt, except by rounding', () => {
    const anything = fc.record({
      sentAt: fc.integer({ min: now - 100 * hour, max: now + 24 * hour }),
      ageMs: fc.option(fc.maxSafeNat()),
    })
    fc.assert(
      fc.property(anything, (sent) => {
        const { at } = computeReportedMoment(sent, now, ['occurredAt'])
        expect(at).toBeLessThanOrEqual(now + 3 * second)
        expect(at).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

test('moves to the earliest allowed time, except within the same second', () => {
  const moment: ReportedMoment = { at: received, sentAt: received, latest: received, isAdjusted: false }
  expect(clampMoment(moment, received + 900)).toEqual(moment)
  expect(clampMoment(moment, received - hour)).toEqual(moment)
  expect(clampMoment(moment, received + second)).toEqual({
    at: received + second,
    sentAt: received,
    latest: received,
    isAdjusted: true,
  })
})
