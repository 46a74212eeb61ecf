import { describe, expect, test } from 'bun:test'
import { acceptWords, depositWords, goneOf } from '../../src/web/plain/request-words.ts'

const until = 'Tue 24 Nov, 16:10'
const asked = (payment_method: string, deposit_amount = 12_800, payment_status = 'card_saved') => ({
  ...{ payment_method, payment_status, deposit_amount },
  currency_code: 'GBP',
})
const words = (...wanted: Parameters<typeof asked>) => acceptWords(asked(...wanted), until)

describe('saying yes to a request', () => {
  test('charges a card, asks for a transfer, or does neither', () => {
    expect(words('card').button).toBe('Accept, charge £128.00')
    expect(words('bank_transfer').button).toBe('Accept; they are told where to pay £128.00')
    expect(words('bank_transfer').says).toStartWith('Nothing is charged.')
    for (const method of ['card', 'bank_transfer']) expect(words(method, 0).button).toBe('Accept')
  })

  test('is done once: after that its customer pays, or it is found out what became of it', () => {
    for (const status of ['declined', 'requires_action']) {
      expect(words('card', 12_800, status)).toEqual({
        button: 'Try the saved card again (closes their page)',
        says: 'You said yes; they pay by themselves until Tue 24 Nov, 16:10, and the trip is yours once they have.',
      })
    }
    for (const status of ['in_doubt', 'charging']) {
      expect(words('card', 12_800, status)).toEqual({
        button: null,
        says: 'You said yes. What comes of their payment is found out by itself.',
      })
    }
  })

  test('a transfer is never told as a card', () => {
    const of = (payment_method: string, payment_status: string) =>
      depositWords({ payment_method, payment_status, deposit_amount: 12_800 })
    expect(of('card', 'card_saved')).toBe('Card saved, nothing charged yet')
    expect(of('card', 'declined')).toBe('The card was declined')
    expect(of('bank_transfer', 'card_saved')).toBe('By bank transfer, once you accept')
    expect(of('bank_transfer', 'awaiting_transfer')).toBe('Their transfer is on its way')
  })
})

test.each([
  [0, 100, 25, 25],
  [0, 100, -5, 0],
  [0, 100, 500, 100],
  [100, 100, 100, 100],
])('from %p until %p at %p, %p %% of the time is gone', (from, until, now, gone) => {
  expect(goneOf(from, until, now)).toBe(gone)
})
