import { expect, test } from 'bun:test'
import { difference, median, quantile, ratio, show, spread } from '../../bench/figures.ts'

test('takes the median from the middle, or between two values', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([1, 2, 4, 100])).toBe(3)
  expect(quantile([10, 20, 30, 40, 50], 0.25)).toBe(20)
  expect(median([])).toBeNaN()
})

test('ignores one stall of the machine in the spread, and includes 50 % of the runs', () => {
  expect(spread([100, 100, 100, 100, 100, 100, 5])).toBe(0)
  expect(spread([80, 80, 100, 120, 120])).toBeCloseTo(0.4)
  expect(spread([0, 0, 0])).toBe(0)
})

test('gives no ratio to a base with runs that differ by more than 25 %', () => {
  expect(ratio([200, 210, 190], [100, 100, 100])).toBe(2)
  expect(ratio([200], [90, 90, 100, 112, 112])).toBe(2)
  expect(ratio([200], [80, 80, 100, 120, 120])).toBeNull()
})

test('ignores an extreme run in a ratio, and gives none to a base of zero or no runs', () => {
  expect(ratio([10, 1_000, 200], [100, 100, 100])).toBe(2)
  expect(ratio([200], [0, 0, 0])).toBeNull()
  expect(ratio([200], [])).toBeNull()
})

test('gives a difference under the same conditions as a ratio', () => {
  expect(difference([73, 72.5, 74], [72, 72, 72])).toBe(1)
  expect(difference([70], [72])).toBe(-2)
  expect(difference([200], [80, 80, 100, 120, 120])).toBeNull()
})

test('shows only significant digits', () => {
  expect([5_130.4, 51.26, 0.5123, 0, -12.34].map(show)).toEqual(['5,130', '51.3', '0.51', '0', '-12.3'])
})
