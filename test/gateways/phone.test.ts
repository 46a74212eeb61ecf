import { expect, test } from 'bun:test'
import { findCountryOfZone, findNationalDigits, isPossiblePhone, toInternationalPhone } from '../../src/gateways/phone.ts'

test.each([
  ['07700 900456', 'GB', '+447700900456'],
  ['+44 (0)7700-900456', 'GB', '+447700900456'],
  ['0044 7700 900456', 'GB', '+447700900456'],
  ['447700900456', 'GB', '+447700900456'],
  ['06 12 34 56 78', 'FR', '+33612345678'],
  ['+33 6 12 34 56 78', 'GB', '+33612345678'],
  ['07700 900456', 'XX', '07700900456'],
  ['104', 'GB', '104'],
  ['Ext 4', 'GB', 'ext4'],
])('formats %s in %s as %s', (typed, country, kept) => {
  expect(toInternationalPhone(typed, [country])).toBe(kept)
})

test.each([
  ['07700 900456', 'GB', true],
  ['0113 496 0000', 'GB', true],
  ['+33 6 12 34 56 78', 'GB', true],
  ['(0113) 496-0000', 'GB', true],
  ['07700 900456 ext 5', 'GB', true],
  ['07700 900456', 'FR', false],
  ['06 12 34 56 78', 'FR', true],
  ['xyz', 'GB', false],
  ['☎ abc', 'GB', false],
  ['-----', 'GB', false],
  ['07700 900 1234', 'GB', false],
  ['call 07700 900456', 'GB', false],
  ['+44', 'GB', false],
  ['07700 900456', 'XX', false],
  ['', 'GB', false],
])('checks whether %s in %s can be a phone number: %p', (typed, country, isOne) => {
  expect(isPossiblePhone(typed, [country])).toBe(isOne)
})

test('assigns a number to the first country in which it is possible', () => {
  expect(toInternationalPhone('07700 900456', ['US', 'GB'])).toBe('+447700900456')
  expect(toInternationalPhone('(212) 555-0100', ['US', 'GB'])).toBe('+12125550100')
  expect(isPossiblePhone('07700 900 1234', ['US', 'GB'])).toBe(false)
})

test('finds the country of a time zone, or none', () => {
  const zones = ['Europe/London', 'Europe/Paris', 'America/New_York', 'Europe/Isle_of_Man', 'UTC']
  expect(zones.map(findCountryOfZone)).toEqual(['GB', 'FR', 'US', 'IM', null])
})

test('finds the same national digits in the domestic and the international form', () => {
  const typed = ['07700 900456', '+44 (0)7700-900456', '0044 7700 900456']
  expect(typed.map((one) => findNationalDigits(one, ['GB']))).toEqual(['7700900456', '7700900456', '7700900456'])
  expect([findNationalDigits('+33 6 12 34 56 78', ['GB']), findNationalDigits('0770', ['GB'])]).toEqual(['612345678', null])
})
