import { expect, test } from 'bun:test'
import {
  countryCodes,
  findCountryName,
  formatAddressLines,
  isSameAddress,
  listPostalFaults,
  type PostalAddress,
  tidyAddress,
} from '../../src/domain/postal-address.ts'

const mill: PostalAddress = { lines: ['The Mill', 'Low Road'], town: 'Ilkley', postcode: 'LS29 8HL', country: 'GB' }
const faultedAt = (address: PostalAddress) => listPostalFaults(tidyAddress(address)).map(({ path }) => path.join('.'))

test('tidies spaces, capitals and a British postcode', () => {
  for (const postcode of ['ls298hl', ' LS29  8HL ', 'ls29-8hl', 'LS29\u00a08HL', 'LS29\u20118HL', 'ｌｓ２９ ８ｈｌ']) {
    expect(tidyAddress({ lines: [' The Mill', 'Low Road '], town: ' Ilkley ', postcode, country: 'gb' })).toEqual(mill)
  }
  expect(tidyAddress({ ...mill, postcode: ' 75001 ', country: 'fr' }).postcode).toBe('75001')
  expect(tidyAddress({ ...mill, postcode: '1012  ab', country: 'NL' }).postcode).toBe('1012 AB')
  expect(tidyAddress({ ...mill, postcode: '  ', country: 'HK' }).postcode).toBeNull()
})

test('requires a country that exists, and in Britain a postcode', () => {
  expect(faultedAt(mill)).toEqual([])
  expect(faultedAt({ ...mill, postcode: null, country: 'IE' })).toEqual([])
  expect(faultedAt({ ...mill, country: 'UK' })).toEqual(['country'])
  expect(faultedAt({ ...mill, country: 'ZZ' })).toEqual(['country'])
  for (const postcode of [null, '', 'LS29', 'LS29 8H', '12345']) expect(faultedAt({ ...mill, postcode })).toEqual(['postcode'])
  for (const postcode of ['W1A 0AX', 'M1 1AE', 'GIR 0AA', 'EC1A 1BB']) expect(faultedAt({ ...mill, postcode })).toEqual([])
})

test('returns the names of 249 countries', () => {
  expect(new Set(countryCodes).size).toBe(249)
  for (const code of countryCodes) expect(findCountryName(code)).not.toBe(code)
})

test('prints line by line, the country last', () => {
  expect(formatAddressLines(mill)).toEqual(['The Mill', 'Low Road', 'Ilkley', 'LS29 8HL', 'United Kingdom'])
  expect(formatAddressLines({ ...mill, postcode: null, country: 'IE' }).at(-1)).toBe('Ireland')
})

test('compares two addresses by their parts', () => {
  expect(isSameAddress(mill, { ...mill })).toBe(true)
  expect(isSameAddress(mill, { ...mill, town: 'Otley' })).toBe(false)
  expect([isSameAddress(null, null), isSameAddress(mill, null)]).toEqual([true, false])
})
