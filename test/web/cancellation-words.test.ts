import { describe, expect, test } from 'bun:test'
import {
  describeCancellation,
  describeCancelled,
  describeRefund,
  describeRefundNow,
} from '../../src/web/customer/trip/cancellation-words.ts'
import type { ShownTrip, TripView } from '../../src/web/customer/trip/shown.ts'

type Sums = { readonly paid: number; readonly back: number; readonly by?: string | null; readonly payment?: string }

/** The fields of a trip that the sentences use, for a booking of £640.00 with a deposit of £128.00. */
function viewOf({ paid, back, by = 'card', payment = 'paid' }: Sums, refunded: string | null = null): TripView {
  const money = { currency_code: 'GBP', refund_amount: back }
  const trip = {
    timezone: 'Europe/London',
    booking: {
      deposit_amount: 12_800,
      price_amount: 64_000,
      currency_code: 'GBP',
      paid_amount: paid,
      payment_status: payment,
      terms: null,
      paid_by: by,
      operator: { name: 'Dales Coaches', phone: '0113 496 0000' },
    },
    cancellation_preview: { ...money, until: null },
    cancellation: { ...money, refund_status: refunded },
  }
  return { trip: trip as unknown as ShownTrip, isTransfer: false, now: 0 }
}

describe('the refund of a trip', () => {
  test.each([
    [{ paid: 12_800, back: 12_800 }, 'If you cancel now, all of your deposit of £128.00 will be refunded to your card.'],
    [{ paid: 12_800, back: 6_400 }, 'If you cancel now, £64.00 of your deposit of £128.00 will be refunded to your card.'],
    [{ paid: 12_800, back: 0 }, 'If you cancel now, your deposit of £128.00 will not be refunded.'],
    [{ paid: 64_000, back: 12_800 }, 'If you cancel now, £128.00 of the £640.00 you have paid will be refunded to your card.'],
    [{ paid: 64_000, back: 64_000 }, 'If you cancel now, all of the £640.00 you have paid will be refunded to your card.'],
    [{ paid: 64_000, back: 0 }, 'If you cancel now, the £640.00 you have paid will not be refunded.'],
    [{ paid: 5_000, back: 5_000, by: 'cash' }, 'If you cancel now, all of the £50.00 you have paid will be refunded to you.'],
    [
      { paid: 64_000, back: 64_000, by: 'bank_transfer' },
      'If you cancel now, all of the £640.00 you have paid will be refunded to your bank account.',
    ],
    // A deposit by card, and the rest another way.
    [{ paid: 64_000, back: 64_000, by: null }, 'If you cancel now, all of the £640.00 you have paid will be refunded to you.'],
    [{ paid: 0, back: 0 }, 'You have paid nothing, so there is no refund.'],
  ])('names the refunded part of the payments: %o', (sums, text) => {
    expect(describeRefundNow(viewOf(sums))).toBe(text)
    expect(describeCancellation(viewOf(sums))).toBe(text)
  })

  test.each([
    // A card refund is deducted immediately, before the provider has sent it.
    [
      { paid: 51_200, back: 12_800, payment: 'part_refunded' },
      'refunded',
      '£128.00 of the £640.00 you have paid was refunded to your card.',
    ],
    [{ paid: 0, back: 64_000, payment: 'refunded' }, 'due', 'All of the £640.00 you have paid will be refunded to your card.'],
    [{ paid: 0, back: 12_800, payment: 'refunded' }, 'refunded', 'All of your deposit of £128.00 was refunded to your card.'],
    [
      { paid: 6_400, back: 6_400, payment: 'part_refunded' },
      'due',
      '£64.00 of your deposit of £128.00 will be refunded to your card.',
    ],
    // The paid amount is unknown while only some refunds are sent.
    [{ paid: 57_600, back: 57_600, payment: 'part_refunded' }, 'due', '£576.00 of your payments will be refunded to your card.'],
    [
      { paid: 0, back: 64_000, payment: 'refunded' },
      'pending',
      'All of the £640.00 you have paid is being refunded to your card; your bank can take some days.',
    ],
    [
      { paid: 51_200, back: 12_800, payment: 'part_refunded' },
      'pending',
      '£128.00 of the £640.00 you have paid is being refunded to your card; your bank can take some days.',
    ],
    [
      { paid: 64_000, back: 12_800, payment: 'paid' },
      'failed',
      'We could not refund £128.00 of the £640.00 you have paid to your card. Dales Coaches refunds it another way: call 0113 496 0000.',
    ],
    [{ paid: 64_000, back: 0 }, null, 'The £640.00 you have paid will not be refunded.'],
    [{ paid: 0, back: 0, payment: 'unpaid' }, null, 'You have paid nothing, so there is no refund.'],
  ])('names the refund of a cancelled trip: %o, %p', (sums, refunded, text) => {
    expect(describeRefund(viewOf(sums, refunded))).toBe(text)
    expect(describeCancelled(viewOf(sums, refunded), false)).toBe(`The trip is cancelled. ${text}`)
  })

  test('names a refund by transfer, and keeps it in the books until it is sent', () => {
    const [due, sent] = [
      viewOf({ paid: 64_000, back: 12_800, by: 'bank_transfer' }, 'due'),
      viewOf({ paid: 51_200, back: 12_800, by: 'bank_transfer', payment: 'part_refunded' }, 'refunded'),
    ]
    const part = '£128.00 of the £640.00 you have paid'
    expect(describeRefund(due)).toBe(`${part} will be refunded to your bank account by Dales Coaches.`)
    expect(describeRefund(sent)).toBe(`${part} was refunded to your bank account.`)
  })
})
