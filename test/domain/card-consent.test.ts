import { describe, expect, test } from 'bun:test'
import {
  describeBalanceConsent,
  describeRequestConsent,
  findGivenConsent,
  hasBalanceConsent,
} from '../../src/domain/card-consent.ts'

const terms = {
  operatorName: 'Dales Coaches',
  currencyCode: 'GBP',
  depositAmount: 23_600,
  balanceAmount: 94_400,
  balanceDue: 'Sun 13 Dec, 08:30',
}

describe('the consent of a customer', () => {
  test('names the terms of a card saved with a request', () => {
    expect(describeRequestConsent(terms, 'Sun 22 Nov, 14:10')).toBe(
      'You pay nothing now. Dales Coaches may charge £236.00 to this card if it accepts by Sun 22 Nov, 14:10, and the balance of £944.00 on Sun 13 Dec, 08:30.',
    )
    expect(describeRequestConsent({ ...terms, balanceAmount: 0 }, 'Sun 22 Nov, 14:10')).toEndWith(
      'if it accepts by Sun 22 Nov, 14:10.',
    )
  })

  test('names the balance after a deposit', () => {
    expect(describeBalanceConsent({ ...terms, balanceDue: null })).toBe(
      'Dales Coaches may charge the balance of £944.00 when it falls due to this card.',
    )
    expect(describeBalanceConsent({ ...terms, balanceAmount: 0 })).toBeNull()
  })

  test('is recognised by its words, for any operator name', () => {
    for (const operatorName of ['Dales Coaches', 'The balance of nature']) {
      const named = { ...terms, operatorName }
      for (const balanceDue of [terms.balanceDue, null]) {
        expect(hasBalanceConsent(describeRequestConsent({ ...named, balanceDue }, 'Sun 22 Nov, 14:10'))).toBe(true)
        expect(hasBalanceConsent(describeBalanceConsent({ ...named, balanceDue }) ?? '')).toBe(true)
      }
      expect(hasBalanceConsent(describeRequestConsent({ ...named, balanceAmount: 0 }, 'Sun 22 Nov, 14:10'))).toBe(false)
    }
  })
})

describe('the consent for a payment', () => {
  const row = (id: number, origin: 'book' | 'pay' | 'confirm' | 'clock', text: string | null = null) => ({
    ...{ id, origin, consentText: text },
    consentedAt: text === null ? null : id * 1_000,
  })
  const [left, deposit, again, balance] = [row(1, 'book', 'first'), row(2, 'confirm'), row(3, 'pay', 'second'), row(4, 'clock')]
  const all = [left, deposit, again, balance]

  test('is the last earlier one if the customer was absent', () => {
    expect(findGivenConsent(deposit, all)).toEqual({ text: 'first', givenAt: 1_000 })
    expect(findGivenConsent(balance, all)).toEqual({ text: 'second', givenAt: 3_000 })
  })

  test('is the one on its own page if the customer was present', () => {
    expect(findGivenConsent(again, all)).toEqual({ text: 'second', givenAt: 3_000 })
    expect(findGivenConsent(row(5, 'pay'), all)).toBeNull()
  })

  test('is null while the page with the consent is open', () => {
    const open = { ...left, consentedAt: null }
    expect(findGivenConsent(open, [open])).toBeNull()
    expect(findGivenConsent(deposit, [open, deposit])).toBeNull()
  })
})
