import { describe, expect, test } from 'bun:test'
import { dayMs, hourMs, minuteMs } from '../../src/domain/instant.ts'
import { respondBy, respondByAtMost } from '../../src/domain/respond-by.ts'

const now = Date.UTC(2026, 10, 21, 13, 39, 12)

describe('until when a request may be accepted that begins when a card is left', () => {
  test('is told as the latest that can come of the page', () => {
    expect(respondByAtMost(now, now + 60 * dayMs)).toBe(Date.UTC(2026, 10, 22, 14, 10))
    for (const departsIn of [10 * minuteMs, 40 * minuteMs, 3 * hourMs, 47 * hourMs, 60 * dayMs]) {
      const departsAt = now + departsIn
      expect(respondByAtMost(now, departsAt)).toBeLessThanOrEqual(departsAt)
      for (const after of [0, 5 * minuteMs, 29 * minuteMs]) {
        if (after < departsIn) expect(respondBy(now + after, departsAt)).toBeLessThanOrEqual(respondByAtMost(now, departsAt))
      }
    }
  })
})
