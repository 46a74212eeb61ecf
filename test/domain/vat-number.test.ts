import { expect, test } from 'bun:test'
import { isVatNumber, tidyVatNumber } from '../../src/domain/vat-number.ts'

test.each([
  ...['GB123456789', 'GB123456789012', 'GBGD001', 'GBHA599', 'XI123456789', 'ATU12345678', 'BE0123456789', 'BG123456789'],
  ...['CY12345678X', 'CZ12345678', 'DE123456789', 'DK12345678', 'EE123456789', 'EL123456789', 'ESX1234567X', 'FI12345678'],
  ...['FRXX123456789', 'HR12345678901', 'HU12345678', 'IE1234567WA', 'IE1234567TW', 'IE1X23456W', 'IT12345678901', 'LT123456789'],
  ...['LU12345678', 'LV12345678901', 'MT12345678', 'NL123456789B01', 'PL1234567890', 'PT123456789', 'RO12', 'SE123456789001'],
  ...['SI12345678', 'SK1234567890', 'CHE123456789MWST', 'NO123456789MVA'],
])('accepts the form of a country: %s', (number) => {
  expect(isVatNumber(number)).toBe(true)
})

test.each([
  ...['', 'GB', 'GB1', 'GB12345678', 'GB1234567890', 'GBGD500', 'GBHA100', '123456789', 'AT12345678', 'BE2123456789'],
  ...['DE12345678', 'GR123456789', 'NL123456789', 'SE123456789012', 'n/a', 'XYZ', 'ZZ', '☎'],
])('rejects another form: %j', (number) => {
  expect(isVatNumber(tidyVatNumber(number))).toBe(false)
})

test('tidies spaces, dots, hyphens and small letters', () => {
  expect(tidyVatNumber(' gb 123-4567.89 ')).toBe('GB123456789')
})
