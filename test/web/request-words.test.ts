import { describe, expect, test } from 'bun:test'
import { describeAcceptance, elapsedPercent, formatDepositState } from '../../src/web/plain/request-words.ts'

const until = 'Tue 24 Nov, 16:10'
const asked = (payment_method: string, deposit_amount = 12_800, payment_status = 'card_saved') => ({
  ...{ payment_method, payment_status, deposit_amount },
  currency_code: 'GBP',
})
const words = (...wanted: Parameters<typeof asked>) => describeAcceptance(asked(...wanted), until)

describe('accepting a request', () => {
  test('charges a card, requests a transfer, or does neither without a deposit', () => {
    expect(words('card').button).toBe('Accept and charge £128.00')
    expect(words('bank_transfer').button).toBe('Accept and request £128.00')
    expect(words('bank_transfer').says).toStartWith('We ask the customer to transfer the deposit and hold the quote.')
    for (const method of ['card', 'bank_transfer']) expect(words(method, 0).button).toBe('Accept')
  })

  test('offers only another charge, or nothing, after the acceptance', () => {
    for (const status of ['declined', 'requires_action']) {
      expect(words('card', 12_800, status)).toEqual({
        button: 'Retry saved card',
        says: 'You accepted. The customer can pay until Tue 24 Nov, 16:10. Then the trip is booked. A retry closes the customer’s payment page.',
      })
    }
    for (const status of ['in_doubt', 'charging']) {
      expect(words('card', 12_800, status)).toEqual({
        button: null,
        says: 'You accepted. The payment is checked automatically.',
      })
    }
  })

  test('names a transfer and a card differently', () => {
    const of = (payment_method: string, payment_status: string) =>
      formatDepositState({ payment_method, payment_status, deposit_amount: 12_800 })
    expect(of('card', 'card_saved')).toBe('Card saved, nothing charged yet')
    expect(of('card', 'declined')).toBe('The card was declined')
    expect(of('bank_transfer', 'card_saved')).toBe('By bank transfer, after you accept')
    expect(of('bank_transfer', 'awaiting_transfer')).toBe('Awaiting bank transfer')
  })
})

test.each([
  [0, 100, 25, 25],
  [0, 100, -5, 0],
  [0, 100, 500, 100],
  [100, 100, 100, 100],
])('returns between %p and %p, at %p, %p %% of the time', (from, until, now, passed) => {
  expect(elapsedPercent(from, until, now)).toBe(passed)
})
