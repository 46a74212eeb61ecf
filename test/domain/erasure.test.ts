import { expect, test } from 'bun:test'
import { findExportAllowedTime } from '../../src/domain/consent.ts'
import { addMonths, listRetainedCategories } from '../../src/domain/erasure.ts'

const at = (text: string) => Date.parse(text)
const day = 86_400_000

test.each([
  ['2026-01-15T10:20:30Z', 15, '2027-04-15T10:20:30Z'],
  ['2026-01-31T23:59:59Z', 1, '2026-02-28T23:59:59Z'],
  ['2027-05-31T00:00:00Z', -15, '2026-02-28T00:00:00Z'],
  ['2028-02-29T12:00:00Z', 12, '2029-02-28T12:00:00Z'],
  ['2026-11-21T12:00:00Z', 0, '2026-11-21T12:00:00Z'],
])('returns from %s, %d months later: %s', (from, months, to) => {
  expect(new Date(addMonths(at(from), months)).toISOString()).toBe(new Date(at(to)).toISOString())
})

test('keeps checks for 15 months after the last one, and explains everything kept', () => {
  const [checks] = listRetainedCategories(at('2026-01-15T10:20:30Z'))

  expect(checks).toMatchObject({ category: 'vehicle_checks', until: at('2027-04-15T10:20:30Z') })
  expect(listRetainedCategories(null)[0]?.until).toBeNull()
  expect(listRetainedCategories(null).every(({ reason }) => reason.length > 20)).toBe(true)
})

test('allows two exports in 24 hours', () => {
  const now = 10 * day

  expect(findExportAllowedTime([], now)).toBeNull()
  expect(findExportAllowedTime([now - 5], now)).toBeNull()
  expect(findExportAllowedTime([now - 5, now - 9], now)).toBe(now - 9 + day)
  expect(findExportAllowedTime([now - 5, now - day], now)).toBeNull()
  expect(findExportAllowedTime([now - 5, now - 9, now - 7], now)).toBe(now - 7 + day)
  // Another node’s clock is a little ahead.
  expect(findExportAllowedTime([now + 5, now + 9], now)).toBe(now + day)
  expect(findExportAllowedTime([now + 5, now - 9], now)).toBe(now - 9 + day)
  // A clock ran ahead.
  expect(findExportAllowedTime([now + day, now + 2 * day], now)).toBeNull()
})
