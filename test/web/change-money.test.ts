import { expect, test } from 'bun:test'
import { chargedNow, dearerSentence } from '../../src/web/customer/trip/change-money.ts'
import type { ShownChange, ShownTrip } from '../../src/web/customer/trip/shown.ts'

const added = 'It is added to what is still to pay.'

test.each([
  [{ paid_amount: 64_000, due_amount: 0 }, 2_000, 'You pay £20.00 on the payment page; it is changed once that is paid.'],
  [{ paid_amount: 65_000, due_amount: 0 }, 1_000, 'You pay £10.00 on the payment page; it is changed once that is paid.'],
  [
    { paid_amount: 64_000, due_amount: 0, card: { brand: 'visa', last4: '4242' } },
    2_000,
    '£20.00 is charged to Visa ending 4242 at once.',
  ],
  [{ paid_amount: 66_000, due_amount: 0 }, 0, 'What you have paid covers it.'],
  [
    { paid_amount: 65_250, due_amount: 0, extras: [{ amount: 1_250 }] },
    2_000,
    'You pay £20.00 on the payment page; it is changed once that is paid.',
  ],
  [{ paid_amount: 12_800, due_amount: 51_200 }, 0, added],
  [{ paid_amount: 64_000, due_amount: 0, terms: 'account' }, 0, added],
])('£20.00 more, where %o: %p is charged at once', (money, charged, said) => {
  const booking = { price_amount: 64_000, currency_code: 'GBP', extras: [], terms: null, ...money }
  const view = { trip: { booking } as unknown as ShownTrip, isTransfer: false, now: 0 }
  const change = { price_difference_amount: 2_000, currency_code: 'GBP' } as ShownChange
  expect([chargedNow(change, view), dearerSentence(change, view)]).toEqual([charged, said])
  const byTransfer = { ...view, isTransfer: true }
  expect(chargedNow(change, byTransfer)).toBe(0)
  expect(chargedNow({ ...change, price_difference_amount: -2_000 }, view)).toBe(0)
})
