import { describe, expect, test } from 'bun:test'
import { paymentWords, type ToldPayment, toldPayments } from '../../src/web/plain/payment-words.ts'

const payment = (state: string, more: Partial<ToldPayment> = {}): ToldPayment => ({
  id: 1,
  kind: 'deposit',
  amount: 12_800,
  currency_code: 'GBP',
  state,
  why: null,
  closed_by: null,
  expires_at: null,
  late_at: null,
  ...more,
})
const refund = (state: string, more: Partial<ToldPayment> = {}) => payment(state, { kind: 'refund', ...more })
const said = (one: ToldPayment) => {
  const { word, says } = paymentWords(one, 'Tue 24 Nov, 14:02')
  return `${word}: ${says ?? '–'}`
}

const cases: readonly (readonly [ToldPayment, string])[] = [
  [payment('opening'), 'Page opening: A payment page is being opened.'],
  [
    payment('awaiting_customer'),
    'Page open: The customer can pay the deposit of £128.00 on the payment page until Tue 24 Nov, 14:02.',
  ],
  [
    payment('awaiting_customer', { kind: 'save_card' }),
    'Page open: The customer can leave a card on the payment page until Tue 24 Nov, 14:02. You are asked once they have.',
  ],
  [payment('charging', { kind: 'balance' }), 'Being charged: Their card is being charged the balance of £128.00.'],
  [
    payment('requires_action'),
    'Bank asks: The customer’s bank wants them to confirm the deposit of £128.00. Nothing was taken, and they have been told.',
  ],
  [payment('awaiting_transfer'), 'Waiting for money: The customer is to send the deposit of £128.00.'],
  [
    payment('in_doubt', { kind: 'extra' }),
    'In doubt: It is not known whether what came on top of £128.00 was taken. The provider of card payments is asked again by itself; if you see the money there, say so.',
  ],
  [payment('succeeded'), 'In: –'],
  [
    payment('succeeded', { late_at: '2026-11-24T14:02:00Z' }),
    'Too late: £128.00 came too late to count for anything, and goes back whole.',
  ],
  [
    payment('declined', { kind: 'balance' }),
    'Declined: The card was declined, and the balance of £128.00 was not taken. The customer has been told.',
  ],
  [payment('reversed'), 'Reversed: –'],
  [refund('refund_due'), 'Going back: £128.00 goes back to the card by itself.'],
  [refund('refund_due', { closed_by: 'sent' }), 'To be sent: Send £128.00 back to the customer, then mark it as sent.'],
  [refund('refund_pending'), 'On its way: £128.00 is on its way back to the card; its bank takes some days.'],
  [
    refund('refund_pending', { why: 'insufficient_funds' }),
    'Held up: £128.00 cannot go back yet: the account that takes cards holds too little. Top it up, and it is sent by itself.',
  ],
  [
    refund('refund_failed', { why: 'failed', closed_by: 'sent' }),
    'Not sent: £128.00 could not be sent back to the card. Pay it another way, such as by bank transfer, then mark it as sent.',
  ],
  [
    refund('refund_failed', { why: 'unanswered', closed_by: 'sent' }),
    'Not sent: It is not known whether £128.00 went back: its bank has not said for 30 days. Look with the provider of card payments, see that it is with the customer, then mark it as sent.',
  ],
  [
    refund('refund_due', { why: 'no_charge', closed_by: 'sent' }),
    'Not known: It is not known whether £128.00 went back: the account that takes cards does not know the payment, which another may have taken. See there whether it has gone, or send it another way, then mark it as sent.',
  ],
  [
    refund('refund_failed', { why: 'disputed', closed_by: 'sent' }),
    'Not sent: £128.00 is not sent back: the bank is already taking it. Once it has, mark it as sent.',
  ],
  [refund('refunded'), 'Sent back: –'],
]

describe('how a payment stands, in words', () => {
  test.each(cases.map(([one, words]) => [words, one] as const))('%s', (words, one) => {
    expect(said(one)).toBe(words)
  })

  test('of tries that failed the last one is told, unless something of its kind followed', () => {
    const [first, second] = [payment('declined', { id: 1 }), payment('declined', { id: 2 })]
    const balance = payment('declined', { id: 3, kind: 'balance' })
    const ids = (all: readonly ToldPayment[], isOff = false) => toldPayments(all, isOff).map(({ id }) => id)
    expect(ids([first, second, balance])).toEqual([2, 3])
    expect(ids([first, payment('succeeded', { id: 2 }), balance])).toEqual([3])
    expect(ids([payment('succeeded'), refund('refunded', { id: 2 })])).toEqual([])
    expect(ids([payment('succeeded'), refund('refund_failed', { id: 2 }), refund('refund_due', { id: 3 })])).toEqual([2, 3])
    // Nothing is tried again for a trip that is off.
    expect(ids([balance, refund('refund_failed', { id: 4 })], true)).toEqual([4])
  })

  test('what came too late is told until it has gone back', () => {
    const late = payment('succeeded', { late_at: '2026-11-24T14:02:00Z' })
    const ids = (...more: readonly ToldPayment[]) => toldPayments([late, ...more], false).map(({ id }) => id)
    expect(ids()).toEqual([1])
    expect(ids(refund('refund_pending', { id: 2 }))).toEqual([1, 2])
    expect(ids(refund('refunded', { id: 2, amount: 6_400 }))).toEqual([1])
    expect(ids(refund('refunded', { id: 2 }))).toEqual([])
  })
})
