import { describe, expect, test } from 'bun:test'
import { agreesToBalance, consentOf, consentToBalance, consentToRequest } from '../../src/domain/card-consent.ts'

const terms = {
  operatorName: 'Dales Coaches',
  currencyCode: 'GBP',
  depositAmount: 23_600,
  balanceAmount: 94_400,
  balanceDue: 'Sun 13 Dec, 08:30',
}

describe('what a customer agrees to', () => {
  test('beside a card that is left with a request', () => {
    expect(consentToRequest(terms, 'Sun 22 Nov, 14:10')).toBe(
      'Nothing is taken now. Dales Coaches may charge £236.00 to this card if it accepts by Sun 22 Nov, 14:10, and the balance of £944.00 on Sun 13 Dec, 08:30.',
    )
    expect(consentToRequest({ ...terms, balanceAmount: 0 }, 'Sun 22 Nov, 14:10')).toEndWith('if it accepts by Sun 22 Nov, 14:10.')
  })

  test('beside a deposit after which a balance remains', () => {
    expect(consentToBalance({ ...terms, balanceDue: null })).toBe(
      'Dales Coaches may charge the balance of £944.00 when it falls due to this card.',
    )
    expect(consentToBalance({ ...terms, balanceAmount: 0 })).toBeNull()
  })

  test('is told from its words, whatever the operator is called', () => {
    for (const operatorName of ['Dales Coaches', 'The balance of nature']) {
      const named = { ...terms, operatorName }
      for (const balanceDue of [terms.balanceDue, null]) {
        expect(agreesToBalance(consentToRequest({ ...named, balanceDue }, 'Sun 22 Nov, 14:10'))).toBe(true)
        expect(agreesToBalance(consentToBalance({ ...named, balanceDue }) ?? '')).toBe(true)
      }
      expect(agreesToBalance(consentToRequest({ ...named, balanceAmount: 0 }, 'Sun 22 Nov, 14:10'))).toBe(false)
    }
  })
})

describe('what was agreed to for a payment', () => {
  const row = (id: number, origin: 'book' | 'pay' | 'confirm' | 'clock', text: string | null = null) => ({
    ...{ id, origin, consentText: text },
    consentedAt: text === null ? null : id * 1_000,
  })
  const [left, deposit, again, balance] = [row(1, 'book', 'first'), row(2, 'confirm'), row(3, 'pay', 'second'), row(4, 'clock')]
  const all = [left, deposit, again, balance]

  test('is the last that was agreed to before it, where the customer was not there', () => {
    expect(consentOf(deposit, all)).toEqual({ text: 'first', givenAt: 1_000 })
    expect(consentOf(balance, all)).toEqual({ text: 'second', givenAt: 3_000 })
  })

  test('is what its own page said, where they were', () => {
    expect(consentOf(again, all)).toEqual({ text: 'second', givenAt: 3_000 })
    expect(consentOf(row(5, 'pay'), all)).toBeNull()
  })

  test('is nothing while a page is open on which it stands', () => {
    const open = { ...left, consentedAt: null }
    expect(consentOf(open, [open])).toBeNull()
    expect(consentOf(deposit, [open, deposit])).toBeNull()
  })
})
