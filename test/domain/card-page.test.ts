import { expect, test } from 'bun:test'
import { nextLookAfterFault, nextLookAt } from '../../src/domain/card-page.ts'

const opened = 1_000_000
const seconds = (next: (openedAt: number, now: number) => number, after: number) =>
  (next(opened, opened + after * 1_000) - opened) / 1_000 - after

test('a page is looked at soon, and once a minute after that', () => {
  expect([0, 10, 20, 40, 100].map((after) => seconds(nextLookAt, after))).toEqual([10, 10, 20, 60, 60])
})

test('without an answer it is twice as much later, a minute at most', () => {
  expect([0, 10, 20, 40, 100].map((after) => seconds(nextLookAfterFault, after))).toEqual([20, 20, 40, 60, 60])
})
