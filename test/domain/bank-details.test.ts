import { expect, test } from 'bun:test'
import { faultyIbanIn, faultySortCodeIn } from '../../src/domain/bank-details.ts'

test.each([
  'Skipton Bank, 60-00-01, 31926819',
  'VAT GB123456789 Sort code 60-16-13 Account 31926819',
  'IBAN: GB29 NWBK 6016 1331 9268 19 BIC NWBKGB2L',
  'gb29nwbk60161331926819',
  'GB29  NWBK\u00a06016-1331-9268-19',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'FR14 2004 1010 0505 0001 3M02 606 Banque de France',
  'Unit AB12 3456, Leeds',
  'GB82 WEST 123456 98765432',
  'TR33 0006 1005 1978 6457 8413 26',
  'IBAN AE07 0331 2345 6789 0123 456, Dubai',
])('finds no fault in %j', (text) => {
  expect(faultyIbanIn(text)).toBeNull()
})

test.each([
  ['GB29 NWBK 6016 1331 9268 18', 'GB29NWBK60161331926818'],
  ['gb92nwbk60161331926819', 'GB92NWBK60161331926819'],
  ['GB29 NWBK 6016 1331 9268 1', 'GB29NWBK6016133192681'],
  ['DE89 3704 0044 0532 0130 01 BIC COBADEFF', 'DE89370400440532013001'],
  ['GB82 WEST 123456 98765433', 'GB82WEST12345698765433'],
  ['GB82WEST 1234 5698 7654 33', 'GB82WEST12345698765433'],
  ['TR33 0006 1005 1978 6457 8413 27', 'TR330006100519786457841327'],
  ['Either GB29 NWBK 6016 1331 9268 19 or DE00 3704 0044 0532 0130 00', 'DE00370400440532013000'],
])('names the IBAN that is none in %j', (text, iban) => {
  expect(faultyIbanIn(text)).toBe(iban)
})

test('finds a sort code that has not six digits', () => {
  for (const right of ['Sort code 20-00-00, account 12345678', 'sort code: 200000', 'Sortcode 20 00 00 12345678', '20-00-0'])
    expect(faultySortCodeIn(right)).toBeNull()
  expect(faultySortCodeIn('Sort code 20-00-0 account 12345678')).toBe('20-00-0')
  for (const right of ['Sort-code: 20.00.00', 'Sort code – 20–00–00', 'sort code 20-00-00\n12345678'])
    expect(faultySortCodeIn(right)).toBeNull()
  expect(faultySortCodeIn('sort code 2000, Skipton')).toBe('2000')
  expect(faultySortCodeIn('Sort Code: 20-00-000')).toBe('20-00-000')
})
