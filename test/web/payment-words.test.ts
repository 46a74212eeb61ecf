import { describe, expect, test } from 'bun:test'
import { describePayment, listShownPayments, type PaymentToShow } from '../../src/web/plain/payment-words.ts'

const payment = (state: string, more: Partial<PaymentToShow> = {}): PaymentToShow => ({
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
const refund = (state: string, more: Partial<PaymentToShow> = {}) => payment(state, { kind: 'refund', ...more })
const wordsOf = (one: PaymentToShow) => {
  const { word, says } = describePayment(one, 'Tue 24 Nov, 14:02')
  return `${word}: ${says ?? '–'}`
}

const cases: readonly (readonly [PaymentToShow, string])[] = [
  [payment('opening'), 'Page opening: The payment page is opening.'],
  [
    payment('awaiting_customer'),
    'Page open: The customer can pay the deposit of £128.00 on the payment page until Tue 24 Nov, 14:02.',
  ],
  [
    payment('awaiting_customer', { kind: 'save_card' }),
    'Page open: The customer can save a card on the payment page until Tue 24 Nov, 14:02. Then you can answer the request.',
  ],
  [payment('charging', { kind: 'balance' }), 'Being charged: We are charging the balance of £128.00 to the customer’s card.'],
  [
    payment('requires_action'),
    'Bank confirmation: The customer’s bank asks them to confirm the deposit of £128.00. Nothing was charged. We notified the customer.',
  ],
  [payment('awaiting_transfer'), 'Awaiting payment: The customer will transfer the deposit of £128.00.'],
  [
    payment('in_doubt', { kind: 'extra' }),
    'To check: The card provider has not confirmed the extras of £128.00. We ask again automatically. If you can see the payment there, mark it as received.',
  ],
  [payment('succeeded'), 'Received: –'],
  [payment('succeeded', { late_at: '2026-11-24T14:02:00Z' }), 'Too late: £128.00 arrived too late and will be refunded in full.'],
  [
    payment('declined', { kind: 'balance' }),
    'Declined: The card was declined for the balance of £128.00. We notified the customer.',
  ],
  [payment('reversed'), 'Reversed: –'],
  [refund('refund_due'), 'Will be refunded: £128.00 is refunded to the card automatically.'],
  [refund('refund_due', { closed_by: 'sent' }), 'Refund to send: Refund £128.00 to the customer, then mark it as refunded.'],
  [refund('refund_pending'), 'Refund sent: £128.00 was sent to the card. The bank takes a few days.'],
  [
    refund('refund_pending', { why: 'insufficient_funds' }),
    'On hold: The balance of the card account is too low to refund £128.00. Top it up. The refund is then sent automatically.',
  ],
  [
    refund('refund_failed', { why: 'failed', closed_by: 'sent' }),
    'Not sent: The card refund of £128.00 failed. Pay it another way, such as by bank transfer. Then mark it as refunded.',
  ],
  [
    refund('refund_failed', { why: 'unanswered', closed_by: 'sent' }),
    'Not sent: The bank has not confirmed the refund of £128.00 for 30 days. Check with the card provider, then mark it as refunded.',
  ],
  [
    refund('refund_due', { why: 'no_charge', closed_by: 'sent' }),
    'Unknown: The card account has no payment for the refund of £128.00. Check the account, or refund it another way. Then mark it as refunded.',
  ],
  [
    refund('refund_failed', { why: 'disputed', closed_by: 'sent' }),
    'Not sent: The bank is already refunding £128.00 through a dispute. After that, mark it as refunded.',
  ],
  [refund('refunded'), 'Refunded: –'],
]

describe('the words of a payment', () => {
  test.each(cases.map(([one, words]) => [words, one] as const))('returns the words: %s', (words, one) => {
    expect(wordsOf(one)).toBe(words)
  })

  test('lists the last failed attempt, unless a later payment of its kind followed', () => {
    const [first, second] = [payment('declined', { id: 1 }), payment('declined', { id: 2 })]
    const balance = payment('declined', { id: 3, kind: 'balance' })
    const ids = (all: readonly PaymentToShow[], isOff = false) => listShownPayments(all, isOff).map(({ id }) => id)
    expect(ids([first, second, balance])).toEqual([2, 3])
    expect(ids([first, payment('succeeded', { id: 2 }), balance])).toEqual([3])
    expect(ids([payment('succeeded'), refund('refunded', { id: 2 })])).toEqual([])
    expect(ids([payment('succeeded'), refund('refund_failed', { id: 2 }), refund('refund_due', { id: 3 })])).toEqual([2, 3])
    // A cancelled trip has no further attempts.
    expect(ids([balance, refund('refund_failed', { id: 4 })], true)).toEqual([4])
  })

  test('lists a late payment until its refund', () => {
    const late = payment('succeeded', { late_at: '2026-11-24T14:02:00Z' })
    const ids = (...more: readonly PaymentToShow[]) => listShownPayments([late, ...more], false).map(({ id }) => id)
    expect(ids()).toEqual([1])
    expect(ids(refund('refund_pending', { id: 2 }))).toEqual([1, 2])
    expect(ids(refund('refunded', { id: 2, amount: 6_400 }))).toEqual([1])
    expect(ids(refund('refunded', { id: 2 }))).toEqual([])
  })
})
