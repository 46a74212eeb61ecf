import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findIban } from '../../src/domain/bank-details.ts'
import { formatPaymentCode } from '../../src/domain/payment-code.ts'

const iban = 'DE89370400440532013000'
const wanted = { name: 'Küstenbus', account: `IBAN ${iban}`, amount: 51_200, currencyCode: 'EUR', reference: 'Invoice 000118' }

describe('an IBAN', () => {
  test.each([
    ['DE89 3704 0044 0532 0130 00', iban],
    ['Bank: Commerz, IBAN: de89370400440532013000 BIC COBADEFFXXX', iban],
    ['GB29 NWBK 6016 1331 9268 19\nDE89 3704 0044 0532 0130 00', 'GB29NWBK60161331926819'],
    ['XX00 1111 2222 3333 4444, then BE68 5390 0754 7034', 'BE68539007547034'],
    ['FR14 2004 1010 0505 0001 3M02 606', 'FR1420041010050500013M02606'],
    ['DE88 3704 0044 0532 0130 00', null],
    ['DE89 3704 0044 0532 0130', null],
    ['Sort code 20-00-00, account 12345678', null],
    ['', null],
  ])('is found in %j', (text, found) => {
    expect(findIban(text)).toBe(found)
  })

  test('is rejected with one wrong digit', () => {
    const places = fc.integer({ min: 4, max: iban.length - 1 })
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 9 }), (place, by) => {
        const wrong = (Number(iban[place]) + by) % 10
        expect(findIban(iban.slice(0, place) + wrong + iban.slice(place + 1))).toBeNull()
      }),
    )
  })
})

describe('a payment code', () => {
  test('contains the fields of the EPC code for a transfer in euros', () => {
    expect(formatPaymentCode(wanted).split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      '',
      'Küstenbus',
      iban,
      'EUR512.00',
      '',
      '',
      'Invoice 000118',
    ])
  })

  test.each([
    [{ currencyCode: 'GBP', account: 'Sort code 20-00-00, account 12345678' }, '512.00 GBP'],
    [{ currencyCode: 'PLN' }, '512.00 PLN'],
    [{ account: 'Ring us' }, '512.00 EUR'],
    [{ currencyCode: 'JPY', account: '7654321' }, '51200 JPY'],
  ])('contains the same as lines for other payments: %j', (differing, sum) => {
    const transfer = { ...wanted, ...differing }
    expect(formatPaymentCode(transfer).split('\n')).toEqual([transfer.name, transfer.account, sum, transfer.reference])
  })

  test('shortens name and reference to the limits of banks', () => {
    const lines = formatPaymentCode({ ...wanted, name: 'n'.repeat(160), reference: 'r'.repeat(200) }).split('\n')
    expect([lines[5]?.length, lines[10]?.length]).toEqual([70, 140])
  })
})
