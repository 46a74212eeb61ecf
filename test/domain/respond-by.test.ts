import { describe, expect, test } from 'bun:test'
import { dayMs, hourMs, minuteMs } from '../../src/domain/instant.ts'
import { computeLatestRespondBy, computeRespondBy } from '../../src/domain/respond-by.ts'

const now = Date.UTC(2026, 10, 21, 13, 39, 12)

describe('the deadline of a request that starts with a saved card', () => {
  test('returns the latest possible deadline of the card page', () => {
    expect(computeLatestRespondBy(now, now + 60 * dayMs)).toBe(Date.UTC(2026, 10, 22, 14, 10))
    for (const departsIn of [10 * minuteMs, 40 * minuteMs, 3 * hourMs, 47 * hourMs, 60 * dayMs]) {
      const departsAt = now + departsIn
      expect(computeLatestRespondBy(now, departsAt)).toBeLessThanOrEqual(departsAt)
      for (const after of [0, 5 * minuteMs, 29 * minuteMs]) {
        if (after < departsIn)
          expect(computeRespondBy(now + after, departsAt)).toBeLessThanOrEqual(computeLatestRespondBy(now, departsAt))
      }
    }
  })
})
