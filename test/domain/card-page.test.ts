import { expect, test } from 'bun:test'
import { mailedUntil, nextLookAfterFault, nextLookAt, pageExpiry } from '../../src/domain/card-page.ts'

const opened = 1_000_000
const seconds = (next: (openedAt: number, now: number) => number, after: number) =>
  (next(opened, opened + after * 1_000) - opened) / 1_000 - after

test('a page is looked at soon, and once a minute after that', () => {
  expect([0, 10, 20, 40, 100].map((after) => seconds(nextLookAt, after))).toEqual([10, 10, 20, 60, 60])
  // A clock ran ahead.
  expect(seconds(nextLookAt, -3_600)).toBe(60)
})

test('without an answer it is twice as much later, a minute at most', () => {
  expect([0, 10, 20, 40, 100].map((after) => seconds(nextLookAfterFault, after))).toEqual([20, 20, 40, 60, 60])
})

test('a page that is mailed stays open for 23 hours, no longer than what it is for, and no less than providers allow', () => {
  const hour = 3_600_000
  const openFor = (end?: number) => (pageExpiry(5 * opened, mailedUntil(opened, end) - opened) - 5 * opened) / hour
  expect(openFor()).toBe(23)
  expect(openFor(opened + 30 * hour)).toBe(23)
  expect(openFor(opened + 5 * hour)).toBe(5)
  expect(openFor(opened + 1)).toBeCloseTo(31 / 60)
  expect(mailedUntil(opened, opened + 1)).toBe(opened + 1)
})
