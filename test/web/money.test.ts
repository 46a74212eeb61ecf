import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decimalAmount } from '../../src/domain/decimal-amount.ts'
import { digitsOf, toSpokenAmount } from '../../src/domain/money.ts'
import { currencySign, moneyFrom, spokenMoney, typedMoney } from '../../src/web/plain/money.ts'

const currency = fc.constantFrom(...Intl.supportedValuesOf('currency'))

describe('money', () => {
  test('has the digits of its currency', () => {
    expect(['GBP', 'JPY', 'KWD'].map(digitsOf)).toEqual([2, 0, 3])
  })

  test('is the same amount in the office, in a browser and in tables, whatever the currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), currency, (amount, code) => {
        expect(spokenMoney(amount, code)).toBe(toSpokenAmount(amount, code))
        expect(typedMoney(amount, code)).toBe(decimalAmount(amount, code))
        expect(/\.(\d+)$/.exec(spokenMoney(amount, code))?.[1]?.length ?? 0).toBe(digitsOf(code))
      }),
    )
  })

  test('comes back from its field as the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), currency, (amount, code) => {
        expect(moneyFrom(typedMoney(amount, code), code)).toBe(amount === 0 ? 0 : amount)
      }),
    )
  })

  test('comes back from what is shown as the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), currency, (amount, code) => {
        expect(moneyFrom(spokenMoney(amount, code), code)).toBe(amount)
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
  ])('%j in %s is %d', (typed, code, amount) => {
    expect(moneyFrom(typed, code)).toBe(amount)
  })

  test.each(['', 'free', '6.405', '1,28', '1,2800', '1.280,00', '12e3', '99999999999999999', '--1', '.'])(
    '%j is no amount',
    (typed) => {
      expect(moneyFrom(typed, 'GBP')).toBeNull()
    },
  )

  test('never throws, whatever is typed', () => {
    fc.assert(fc.property(fc.string(), currency, (typed, code) => Number.isSafeInteger(moneyFrom(typed, code) ?? 0)))
  })

  test('is shown with its sign before it', () => {
    expect(spokenMoney(-6_400, 'GBP')).toBe('−£64.00')
    expect(currencySign('GBP')).toBe('£')
  })
})
