import { expect, test } from 'bun:test'
import { describePriceRise, findChargedNow } from '../../src/web/customer/trip/change-money.ts'
import type { ShownChange, ShownTrip } from '../../src/web/customer/trip/shown.ts'

const added = 'It is added to the amount due.'

test.each([
  [{ paid_amount: 64_000, due_amount: 0 }, 2_000, 'You pay £20.00 on the payment page. Your booking changes after the payment.'],
  [{ paid_amount: 65_000, due_amount: 0 }, 1_000, 'You pay £10.00 on the payment page. Your booking changes after the payment.'],
  [
    { paid_amount: 64_000, due_amount: 0, card: { brand: 'visa', last4: '4242' } },
    2_000,
    'We charge £20.00 to Visa ending 4242 immediately.',
  ],
  [{ paid_amount: 66_000, due_amount: 0 }, 0, 'Your payments cover it.'],
  [
    { paid_amount: 65_250, due_amount: 0, extras: [{ amount: 1_250 }] },
    2_000,
    'You pay £20.00 on the payment page. Your booking changes after the payment.',
  ],
  [{ paid_amount: 12_800, due_amount: 51_200 }, 0, added],
  [{ paid_amount: 64_000, due_amount: 0, terms: 'account' }, 0, added],
])('charges the part of £20.00 more that is due immediately: %o, %p', (money, charged, text) => {
  const booking = { price_amount: 64_000, currency_code: 'GBP', extras: [], terms: null, ...money }
  const view = { trip: { booking } as unknown as ShownTrip, isTransfer: false, now: 0 }
  const change = { price_difference_amount: 2_000, currency_code: 'GBP' } as ShownChange
  expect([findChargedNow(change, view), describePriceRise(change, view)]).toEqual([charged, text])
  const byTransfer = { ...view, isTransfer: true }
  expect(findChargedNow(change, byTransfer)).toBe(0)
  expect(findChargedNow({ ...change, price_difference_amount: -2_000 }, view)).toBe(0)
})
