import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatDecimalAmount } from '../../src/domain/decimal-amount.ts'
import { countMinorDigits, toSpokenAmount } from '../../src/domain/money.ts'
import { findCurrencySign, formatMoney, formatTypedMoney, parseMoney } from '../../src/web/plain/money.ts'

const currency = fc.constantFrom(...Intl.supportedValuesOf('currency'))

describe('money', () => {
  test('returns the digits of its currency', () => {
    expect(['GBP', 'JPY', 'KWD'].map(countMinorDigits)).toEqual([2, 0, 3])
  })

  test('formats an amount like the server and the tables, for each currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), currency, (amount, code) => {
        expect(formatMoney(amount, code)).toBe(toSpokenAmount(amount, code))
        expect(formatTypedMoney(amount, code)).toBe(formatDecimalAmount(amount, code))
        expect(/\.(\d+)$/.exec(formatMoney(amount, code))?.[1]?.length ?? 0).toBe(countMinorDigits(code))
      }),
    )
  })

  test('reads the amount back from its field', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), currency, (amount, code) => {
        expect(parseMoney(formatTypedMoney(amount, code), code)).toBe(amount === 0 ? 0 : amount)
      }),
    )
  })

  test('reads the amount back from its formatted text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), currency, (amount, code) => {
        expect(parseMoney(formatMoney(amount, code), code)).toBe(amount)
      }),
    )
  })

  test.each([
    ['640', 'GBP', 64_000],
    ['640.5', 'GBP', 64_050],
    [' £1,280.00 ', 'GBP', 128_000],
    ['1 280', 'GBP', 128_000],
    ['640.', 'GBP', 64_000],
    ['0', 'GBP', 0],
    ['-64', 'GBP', -6400],
    ['50000', 'JPY', 50_000],
  ])('reads %j in %s as %d', (typed, code, amount) => {
    expect(parseMoney(typed, code)).toBe(amount)
  })

  test.each(['', 'free', '6.405', '1,28', '1,2800', '1.280,00', '12e3', '99999999999999999', '--1', '.'])(
    'returns null for %j',
    (typed) => {
      expect(parseMoney(typed, 'GBP')).toBeNull()
    },
  )

  test('throws for no text', () => {
    fc.assert(fc.property(fc.string(), currency, (typed, code) => Number.isSafeInteger(parseMoney(typed, code) ?? 0)))
  })

  test('formats the sign before the currency', () => {
    expect(formatMoney(-6_400, 'GBP')).toBe('−£64.00')
    expect(findCurrencySign('GBP')).toBe('£')
  })
})
