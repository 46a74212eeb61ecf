import { expect, test } from 'bun:test'
import { countryOfZone, internationalPhone, isPossiblePhone, nationalDigits } from '../../src/gateways/phone.ts'

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
])('%s in %s is %s', (typed, country, kept) => {
  expect(internationalPhone(typed, [country])).toBe(kept)
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
])('%s in %s can be a number: %p', (typed, country, isOne) => {
  expect(isPossiblePhone(typed, [country])).toBe(isOne)
})

test('a number belongs to the first country in which it is possible', () => {
  expect(internationalPhone('07700 900456', ['US', 'GB'])).toBe('+447700900456')
  expect(internationalPhone('(212) 555-0100', ['US', 'GB'])).toBe('+12125550100')
  expect(isPossiblePhone('07700 900 1234', ['US', 'GB'])).toBe(false)
})

test('a zone is in its country, and some are in none', () => {
  const zones = ['Europe/London', 'Europe/Paris', 'America/New_York', 'Europe/Isle_of_Man', 'UTC']
  expect(zones.map(countryOfZone)).toEqual(['GB', 'FR', 'US', 'IM', null])
})

test('the national digits of a number are the same at home and from abroad', () => {
  const typed = ['07700 900456', '+44 (0)7700-900456', '0044 7700 900456']
  expect(typed.map((one) => nationalDigits(one, ['GB']))).toEqual(['7700900456', '7700900456', '7700900456'])
  expect([nationalDigits('+33 6 12 34 56 78', ['GB']), nationalDigits('0770', ['GB'])]).toEqual(['612345678', null])
})
