import { expect, test } from 'bun:test'
import { dialledDigits } from '../../src/domain/dialled.ts'

test.each([
  ['07700 900456', '7700900456'],
  ['+44 7700 900456', '7700900456'],
  ['0044 (0)7700-900456', '7700900456'],
  [' +44 (0) 7700.900.456 ', '7700900456'],
  ['900456', '900456'],
])('however %p is dialled, the same digits are looked for', (typed, digits) => {
  expect(dialledDigits(typed)).toBe(digits)
})

test.each(['Jo Field', '0 77', '', '4U 07700', '+'])('%p is no number to look for', (typed) => {
  expect(dialledDigits(typed)).toBeNull()
})
