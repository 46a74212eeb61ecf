import { describe, expect, test } from 'bun:test'
import { describeTripFault } from '../../src/web/customer/trip/faults.ts'
import { describeOpenPage, findPageTimeLeft, formatCardLabel, formatPayLabel } from '../../src/web/customer/trip/paying.ts'
import { readPaymentMode } from '../../src/web/customer/trip/payment-mode.ts'
import { describeRequest, describeRest, formatTripStatus } from '../../src/web/customer/trip/sentences.ts'
import type { ShownBooking, ShownOffer, ShownPayment, ShownTrip, TripView } from '../../src/web/customer/trip/shown.ts'
import { formatMoneyDay } from '../../src/web/customer/trip/times.ts'

const now = Date.UTC(2026, 10, 22, 14)

/** A booking of £1,180.00 with a paid deposit of £236.00. */
function booked(differing: object = {}): { readonly booking: ShownBooking; readonly view: TripView } {
  const booking = {
    price_amount: 118_000,
    deposit_amount: 23_600,
    paid_amount: 23_600,
    due_amount: 94_400,
    currency_code: 'GBP',
    payment_status: 'deposit_paid',
    balance_status: 'not_due',
    balance_due_at: '2026-12-13T09:30:00Z',
    terms: null,
    ...differing,
  } as unknown as ShownBooking
  return { booking, view: viewOf({ booking }) }
}

function viewOf(differing: object): TripView {
  const trip = { timezone: 'Europe/London', booking: null, booking_request: null, payment: null, quotes: [], ...differing }
  return { trip: trip as unknown as ShownTrip, isTransfer: false, now }
}

test.each([
  [{}, 'Pay the balance, £944.00, due 13 December'],
  [{ balance_due_at: '2027-01-02T08:30:00Z' }, 'Pay the balance, £944.00, due 2 January 2027'],
  // On the clocks of the trip, the next day has begun.
  [{ balance_due_at: '2026-06-13T23:30:00Z', balance_status: 'due' }, 'Pay the balance, £944.00'],
  [{ paid_amount: 0, due_amount: 118_000, payment_status: 'unpaid' }, 'Pay the deposit, £236.00'],
  [{ paid_amount: 0, due_amount: 118_000, deposit_amount: 0, payment_status: 'unpaid', terms: 'cash' }, 'Pay £1,180.00 now'],
  [{ paid_amount: 118_000, due_amount: 1_250, payment_status: 'deposit_paid', balance_status: 'due' }, 'Pay £12.50 now'],
])('shows on the button what is paid and the due date: %o', (differing, text) => {
  const { booking, view } = booked(differing)
  expect(formatPayLabel(booking, view)).toBe(text)
})

test("shows the due day of an offer’s balance on the operator's clocks", () => {
  const view = { ...viewOf({ timezone: 'Europe/Paris' }), moneyZone: 'Europe/London' }
  const dueAt = '2026-12-12T23:30:00Z'
  const offer = { price_amount: 118_000, deposit_amount: 23_600, currency_code: 'GBP', balance_due_at: dueAt } as ShownOffer
  expect(formatMoneyDay(Date.parse(dueAt), view)).toBe('Sat 12 Dec (London time)')
  expect(describeRest(offer, view)).toBe('£944.00, by Sat 12 Dec, 23:30 (London time)')
  expect(describeRest(offer, { ...view, moneyZone: 'Europe/Paris' })).toBe('£944.00, by Sun 13 Dec, 00:30')
})

test.each([
  [{ brand: 'visa', last4: '4242' }, 'Visa ending 4242'],
  [{ brand: 'amex', last4: '0005' }, 'American Express ending 0005'],
  [{ brand: 'cartes_bancaires', last4: '1111' }, 'Cartes bancaires ending 1111'],
  [{ brand: 'card', last4: '1234' }, 'Card ending 1234'],
])('names the card as its holder knows it: %o', (card, text) => {
  expect(formatCardLabel(card)).toBe(text)
})

describe('an open payment', () => {
  const payment = (differing: object = {}): ShownPayment => ({
    ...{ purpose: 'deposit', quote_id: 7, quote_revision: 1, status: 'awaiting_customer', amount: 23_600, currency_code: 'GBP' },
    ...{ url: 'https://checkout.stripe.com/c/pay/cs_1', expires_at: '2026-11-22T14:31:00Z' },
    ...differing,
  })
  const minute = 60_000

  test.each([
    [
      {},
      false,
      29.5 * minute,
      'Pay the deposit of £236.00 on the payment page. We hold the coach meanwhile. The page stays open for 30 minutes.',
    ],
    [
      { purpose: 'save_card' },
      false,
      minute,
      'Save a card on the payment page. We then send your request to Dales Coaches. The page stays open for 1 minute.',
    ],
    [{ purpose: 'balance' }, false, 23 * 60 * minute, 'Pay £236.00 on the payment page. The page stays open for 23 hours.'],
    [{ purpose: 'balance' }, false, null, 'Pay £236.00 on the payment page.'],
    [{ purpose: 'balance' }, false, -minute, 'Pay £236.00 on the payment page. The page closes in a moment.'],
    [
      {},
      true,
      28 * minute,
      'We are waiting for the payment page. If you have not paid yet, open it again: the page stays open for 28 minutes.',
    ],
    [
      { purpose: 'save_card' },
      true,
      null,
      'We are waiting for the payment page. If you have not saved a card yet, open it again.',
    ],
    [
      { status: 'charging', url: null, expires_at: null },
      true,
      null,
      'We are checking the payment. You will not be charged twice.',
    ],
  ])('returns the sentence of a payment: %o, back: %p, open for %p ms', (differing, isBack, leftMs, text) => {
    expect(describeOpenPage(payment(differing), 'Dales Coaches', isBack, leftMs)).toBe(text)
  })
})

describe('the remaining time of a payment page', () => {
  const minute = 60_000
  const sentAt = Date.UTC(2026, 7, 1, 9)
  const opened = (purpose: string, differing: object = {}) => {
    const payment = { purpose, quote_id: 7, expires_at: new Date(sentAt + 31 * minute).toISOString() }
    return viewOf({ payment, quotes: [{ id: 7, valid_until: new Date(now + 9 * minute).toISOString() }], ...differing }).trip
  }
  const left = (trip: ShownTrip) => (findPageTimeLeft(trip, sentAt, now) ?? 0) / minute

  test('returns the time until the page closes, and for a deposit at most until the offer ends', () => {
    expect(left(opened('deposit'))).toBe(9)
    expect(left(opened('save_card'))).toBe(31)
    expect(left(opened('balance', { quotes: [] }))).toBe(31)
    expect(left(opened('deposit', { quotes: [] }))).toBe(31)
    expect(findPageTimeLeft(viewOf({}).trip, sentAt, now)).toBeNull()
  })

  test('returns at most the time until the accepted request ends', () => {
    const booking_request = { quote_id: 7, status: 'payment_declined', respond_by: new Date(now + 20 * minute).toISOString() }
    expect(left(opened('deposit', { booking_request }))).toBe(20)
  })
})

test('shows a request in doubt before its payment check', () => {
  const booking_request = { quote_id: 7, status: 'payment_in_doubt', respond_by: '2026-11-23T09:30:00Z' }
  const payment = { purpose: 'deposit', status: 'charging' }
  expect(formatTripStatus(viewOf({ status: 'open', booking_request, payment }))).toBe('Requested; checking your card payment')
})

test.each([
  [12_800, false, 'Your card is saved. We charge it only if Dales Coaches accepts.'],
  [0, false, 'You pay nothing when Dales Coaches accepts.'],
  [12_800, true, 'You pay only after Dales Coaches accepts.'],
])('shows the next step after a request with a deposit of %d (by transfer: %p)', (deposit_amount, isTransfer, text) => {
  const quotes = [{ id: 7, deposit_amount, operator: { name: 'Dales Coaches' } }]
  const booking_request = { quote_id: 7, status: 'pending', respond_by: '2026-11-23T09:30:00Z' }
  const view = { ...viewOf({ status: 'open', quotes, booking_request }), isTransfer }
  expect(describeRequest(view)).toBe(`Dales Coaches has until Mon 23 Nov, 09:30 to answer. ${text}`)
})

describe('a late action', () => {
  const operator = { name: 'Dales Coaches' }
  const due = (differing: object) => ({ ...booked(differing).booking, operator })

  test.each([
    ['no_booking_request', {}, 'This request has already ended.'],
    ['no_booking_request', { status: 'booked', booking: due({}) }, 'Booked with Dales Coaches. Your deposit of £236.00 is paid.'],
    ['request_pending', {}, 'You have already requested another offer. Cancel that request to choose another.'],
    ['no_payment_due', { status: 'cancelled', booking: null }, 'Nothing is due. You have not been charged.'],
    ['no_payment_due', { status: 'booked', booking: due({ due_amount: 0 }) }, 'Nothing is due. You have paid in full.'],
    ['no_payment_due', { booking: due({ due_amount: 20 }) }, 'Only £0.20 is due.'],
  ])('returns the sentence for %s, %o', (code, differing, text) => {
    expect(describeTripFault({ code, message: 'Only £0.20 is due.' }, viewOf(differing), { quoteId: null }).says).toBe(text)
  })
})

test.each([
  [{ payments: 'stripe', money: 'real' }, false, 'You pay on Stripe’s page. Your card number never reaches us.'],
  [
    { payments: 'stripe', money: 'test' },
    false,
    'Test payments: no money moves. You pay on Stripe’s page. Your card number never reaches us.',
  ],
  [{ payments: 'sandbox', money: '' }, false, 'Test payments: no money moves.'],
  [{ payments: 'manual', money: 'real' }, true, ''],
])('shows a note beside a button that leads to a card: %o', (facts, isTransfer, note) => {
  expect(readPaymentMode(facts)).toEqual({ isTransfer, note })
})

describe('the failure of card payments', () => {
  const fault = { code: 'unavailable', message: 'Ask again.' }
  const operator = { name: 'Dales Coaches', phone: '0113 496 0000' }

  test.each([
    [{}, 'Card payments do not work at the moment. You have not been charged. Try again later.'],
    [
      { booking: { operator } },
      'Card payments do not work at the moment. You have not been charged. Try again later, or call Dales Coaches on 0113 496 0000.',
    ],
    [
      { booking: { operator: { ...operator, phone: null } } },
      'Card payments do not work at the moment. You have not been charged. Try again later.',
    ],
    [
      { booking_request: { quote_id: 7 }, quotes: [{ id: 7, operator }] },
      'Card payments do not work at the moment. You have not been charged. Try again later, or call Dales Coaches on 0113 496 0000.',
    ],
    [{ payment: { status: 'charging' } }, 'We are checking the payment. You will not be charged twice.'],
    // The server explains in its own message why it could not close an open page.
    [{ payment: { status: 'awaiting_customer' } }, 'This could not be saved. Ask again.'],
  ])('returns the sentence: %o', (differing, text) => {
    expect(describeTripFault(fault, viewOf(differing), { quoteId: null }).says).toBe(text)
  })

  test('names the operator of the selected offer', () => {
    const quotes = [8, 9].map((id) => ({ id, operator: { ...operator, name: `Operator ${id}` } }))
    expect(describeTripFault(fault, viewOf({ quotes }), { quoteId: 9 }).says).toContain('or call Operator 9 on 0113 496 0000.')
  })

  test('names a failed card payment only for an action that would have led to one', () => {
    expect(describeTripFault(fault, viewOf({})).says).toBe('This could not be saved. Ask again.')
    expect(describeTripFault(fault, null, { quoteId: null }).says).toBe('This could not be saved. Ask again.')
  })
})

describe('a declined card', () => {
  const asked = { quote_id: 7, respond_by: '2026-11-23T09:30:00Z', status: 'payment_declined' }
  const quotes = [{ id: 7, operator: { name: 'Dales Coaches' } }]

  test.each([
    ['insufficient_funds', 'The card was declined for insufficient funds.'],
    ['card_expired', 'The card has expired.'],
    ['wrong_details', 'The card details are wrong.'],
    ['ask_your_bank', 'The card was declined. Ask your bank why.'],
    ['use_another_card', 'The card was declined. Use another card.'],
    [null, 'The card was declined. Use another card.'],
  ])('names the reason %p after the operator accepted', (decline_reason, text) => {
    const view = viewOf({ status: 'open', quotes, booking_request: { ...asked, decline_reason } })
    expect(describeRequest(view)).toBe(`Dales Coaches accepted. ${text} Pay before Mon 23 Nov, 09:30 to book.`)
  })

  test('asks the customer to confirm the payment with the bank', () => {
    const booking_request = { ...asked, status: 'payment_action_required', decline_reason: 'confirm_with_bank' }
    expect(describeRequest(viewOf({ status: 'open', quotes, booking_request }))).toBe(
      'Dales Coaches accepted. Confirm the payment with your bank before Mon 23 Nov, 09:30 to book.',
    )
  })

  test.each([
    [{ decline_reason: 'insufficient_funds' as const }, 'The card was declined for insufficient funds. Nothing is booked.'],
    [{}, 'The card was declined. Use another card. Nothing is booked.'],
  ])('names its effect on the trip: %o', (facts, text) => {
    const fault = { code: 'deposit_charge_failed', message: 'No.', payment_status: 'declined', ...facts }
    expect(describeTripFault(fault, viewOf({})).says).toBe(text)
  })
})
