import { expect, test } from 'bun:test'
import {
  computeMailedPageEnd,
  computeNextPageCheck,
  computePageCheckAfterFault,
  computePageExpiry,
} from '../../src/domain/card-page.ts'

const opened = 1_000_000
const seconds = (next: (openedAt: number, now: number) => number, after: number) =>
  (next(opened, opened + after * 1_000) - opened) / 1_000 - after

test('checks a page soon, and then once a minute', () => {
  expect([0, 10, 20, 40, 100].map((after) => seconds(computeNextPageCheck, after))).toEqual([10, 10, 20, 60, 60])
  // A clock ran ahead.
  expect(seconds(computeNextPageCheck, -3_600)).toBe(60)
})

test('doubles the wait without an answer, up to a minute', () => {
  expect([0, 10, 20, 40, 100].map((after) => seconds(computePageCheckAfterFault, after))).toEqual([20, 20, 40, 60, 60])
})

test('keeps a mailed page open for 23 hours, within the limits of its purpose and the provider', () => {
  const hour = 3_600_000
  const openFor = (end?: number) =>
    (computePageExpiry(5 * opened, computeMailedPageEnd(opened, end) - opened) - 5 * opened) / hour
  expect(openFor()).toBe(23)
  expect(openFor(opened + 30 * hour)).toBe(23)
  expect(openFor(opened + 5 * hour)).toBe(5)
  expect(openFor(opened + 1)).toBeCloseTo(31 / 60)
  expect(computeMailedPageEnd(opened, opened + 1)).toBe(opened + 1)
})
