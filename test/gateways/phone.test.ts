import { expect, test } from 'bun:test'
import { internationalPhone } from '../../src/gateways/phone.ts'

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
  expect(internationalPhone(typed, country)).toBe(kept)
})
