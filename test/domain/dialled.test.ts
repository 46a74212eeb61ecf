import { expect, test } from 'bun:test'
import { extractDialledDigits } from '../../src/domain/dialled.ts'

test.each([
  ['07700 900456', '7700900456'],
  ['+44 7700 900456', '7700900456'],
  ['0044 (0)7700-900456', '7700900456'],
  [' +44 (0) 7700.900.456 ', '7700900456'],
  ['900456', '900456'],
])('reads the same digits in %p', (typed, digits) => {
  expect(extractDialledDigits(typed)).toBe(digits)
})

test.each(['Jo Field', '0 77', '', '4U 07700', '+'])('returns null for %p', (typed) => {
  expect(extractDialledDigits(typed)).toBeNull()
})
