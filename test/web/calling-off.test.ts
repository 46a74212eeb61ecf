import { describe, expect, test } from 'bun:test'
import { backSentence, calledOffSentence, callOffSentence, refundSentence } from '../../src/web/customer/trip/calling-off.ts'
import type { ShownTrip, TripView } from '../../src/web/customer/trip/shown.ts'

type Sums = { readonly paid: number; readonly back: number; readonly by?: string | null; readonly payment?: string }

/** What the sentences look at of a booking of £640.00 with a deposit of £128.00. */
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

describe('what goes back', () => {
  test.each([
    [{ paid: 12_800, back: 12_800 }, 'If you call off now, all of your deposit of £128.00 goes back to your card.'],
    [{ paid: 12_800, back: 6_400 }, 'If you call off now, £64.00 of your deposit of £128.00 goes back to your card.'],
    [{ paid: 12_800, back: 0 }, 'If you call off now, nothing of your deposit of £128.00 goes back.'],
    [{ paid: 64_000, back: 12_800 }, 'If you call off now, £128.00 of the £640.00 you have paid goes back to your card.'],
    [{ paid: 64_000, back: 64_000 }, 'If you call off now, all of the £640.00 you have paid goes back to your card.'],
    [{ paid: 64_000, back: 0 }, 'If you call off now, nothing of the £640.00 you have paid goes back.'],
    [{ paid: 5_000, back: 5_000, by: 'cash' }, 'If you call off now, all of the £50.00 you have paid goes back to you.'],
    [
      { paid: 64_000, back: 64_000, by: 'bank_transfer' },
      'If you call off now, all of the £640.00 you have paid goes back to your bank account.',
    ],
    // A deposit by card, and the rest another way.
    [{ paid: 64_000, back: 64_000, by: null }, 'If you call off now, all of the £640.00 you have paid goes back to you.'],
    [{ paid: 0, back: 0 }, 'Nothing was paid, so nothing goes back.'],
  ])('is reckoned from what was paid: %o', (sums, said) => {
    expect(backSentence(viewOf(sums))).toBe(said)
    expect(callOffSentence(viewOf(sums))).toBe(said)
  })

  test.each([
    // By card what goes back has left the books at once, also before the provider has sent it.
    [
      { paid: 51_200, back: 12_800, payment: 'part_refunded' },
      'refunded',
      '£128.00 of the £640.00 you have paid has been sent back to your card.',
    ],
    [{ paid: 0, back: 64_000, payment: 'refunded' }, 'due', 'All of the £640.00 you have paid will be sent back to your card.'],
    [
      { paid: 0, back: 12_800, payment: 'refunded' },
      'refunded',
      'All of your deposit of £128.00 has been sent back to your card.',
    ],
    [
      { paid: 6_400, back: 6_400, payment: 'part_refunded' },
      'due',
      '£64.00 of your deposit of £128.00 will be sent back to your card.',
    ],
    // Some of it has left and some has not: how much was paid cannot be told.
    [
      { paid: 57_600, back: 57_600, payment: 'part_refunded' },
      'due',
      '£576.00 of what you have paid will be sent back to your card.',
    ],
    [
      { paid: 0, back: 64_000, payment: 'refunded' },
      'pending',
      'All of the £640.00 you have paid is on its way back to your card; the bank may take some days.',
    ],
    [
      { paid: 51_200, back: 12_800, payment: 'part_refunded' },
      'pending',
      '£128.00 of the £640.00 you have paid is on its way back to your card; the bank may take some days.',
    ],
    [
      { paid: 64_000, back: 12_800, payment: 'paid' },
      'failed',
      '£128.00 of the £640.00 you have paid could not be sent back to your card. Dales Coaches sends it another way; ring them: 0113 496 0000.',
    ],
    [{ paid: 64_000, back: 0 }, null, 'Nothing of the £640.00 you have paid goes back.'],
    [{ paid: 0, back: 0, payment: 'unpaid' }, null, 'Nothing was paid, so nothing goes back.'],
  ])('is told of a trip that was called off: %o, %p', (sums, refunded, said) => {
    expect(refundSentence(viewOf(sums, refunded))).toBe(said)
    expect(calledOffSentence(viewOf(sums, refunded), false)).toBe(`The trip is called off. ${said}`)
  })

  test('is sent by hand where it came by transfer, and in the books until then', () => {
    const [due, sent] = [
      viewOf({ paid: 64_000, back: 12_800, by: 'bank_transfer' }, 'due'),
      viewOf({ paid: 51_200, back: 12_800, by: 'bank_transfer', payment: 'part_refunded' }, 'refunded'),
    ]
    const part = '£128.00 of the £640.00 you have paid'
    expect(refundSentence(due)).toBe(`${part} will be sent back to your bank account by Dales Coaches.`)
    expect(refundSentence(sent)).toBe(`${part} has been sent back to your bank account.`)
  })
})
