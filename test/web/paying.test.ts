import { describe, expect, test } from 'bun:test'
import { faultWords } from '../../src/web/customer/trip/faults.ts'
import { paidHow } from '../../src/web/customer/trip/paid-how.ts'
import { cardWords, openSentence, pageLeftMs, payWords } from '../../src/web/customer/trip/paying.ts'
import { requestSentence, restOf, tripStatusText } from '../../src/web/customer/trip/sentences.ts'
import type { ShownBooking, ShownOffer, ShownPayment, ShownTrip, TripView } from '../../src/web/customer/trip/shown.ts'
import { moneyDay } from '../../src/web/customer/trip/times.ts'

const now = Date.UTC(2026, 10, 22, 14)

/** A booking of £1,180.00 of which the deposit of £236.00 is paid. */
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
  // By the clocks of the trip it is the next day already.
  [{ balance_due_at: '2026-06-13T23:30:00Z', balance_status: 'due' }, 'Pay the balance, £944.00'],
  [{ paid_amount: 0, due_amount: 118_000, payment_status: 'unpaid' }, 'Pay the deposit, £236.00'],
  [{ paid_amount: 0, due_amount: 118_000, deposit_amount: 0, payment_status: 'unpaid', terms: 'cash' }, 'Pay £1,180.00 now'],
  [{ paid_amount: 118_000, due_amount: 1_250, payment_status: 'deposit_paid', balance_status: 'due' }, 'Pay £12.50 now'],
])('the button says what is paid and by when it is due: %o', (differing, said) => {
  const { booking, view } = booked(differing)
  expect(payWords(booking, view)).toBe(said)
})

test("an offer names the day its balance is due on the operator's clocks", () => {
  const view = { ...viewOf({ timezone: 'Europe/Paris' }), moneyZone: 'Europe/London' }
  const dueAt = '2026-12-12T23:30:00Z'
  const offer = { price_amount: 118_000, deposit_amount: 23_600, currency_code: 'GBP', balance_due_at: dueAt } as ShownOffer
  expect(moneyDay(Date.parse(dueAt), view)).toBe('Sat 12 Dec (London time)')
  expect(restOf(offer, view)).toBe('£944.00, by Sat 12 Dec, 23:30 (London time)')
  expect(restOf(offer, { ...view, moneyZone: 'Europe/Paris' })).toBe('£944.00, by Sun 13 Dec, 00:30')
})

test.each([
  [{ brand: 'visa', last4: '4242' }, 'Visa ending 4242'],
  [{ brand: 'amex', last4: '0005' }, 'American Express ending 0005'],
  [{ brand: 'cartes_bancaires', last4: '1111' }, 'Cartes bancaires ending 1111'],
  [{ brand: 'card', last4: '1234' }, 'Card ending 1234'],
])('a card is called as its holder knows it: %o', (card, said) => {
  expect(cardWords(card)).toBe(said)
})

describe('a payment that is not over', () => {
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
      'The coach is held for you while you pay the deposit of £236.00 on the payment page. It stays open for 30 minutes.',
    ],
    [
      { purpose: 'save_card' },
      false,
      minute,
      'Dales Coaches is asked once you have saved a card on the payment page. It stays open for 1 minute.',
    ],
    [{ purpose: 'balance' }, false, 23 * 60 * minute, '£236.00 can be paid on the payment page. It stays open for 23 hours.'],
    [{ purpose: 'balance' }, false, null, '£236.00 can be paid on the payment page.'],
    [{ purpose: 'balance' }, false, -minute, '£236.00 can be paid on the payment page. It closes at any moment.'],
    [
      {},
      true,
      28 * minute,
      'We are waiting to hear from the payment page. If you have not paid there, go on to it: it stays open for 28 minutes.',
    ],
    [
      { purpose: 'save_card' },
      true,
      null,
      'We are waiting to hear from the payment page. If you have not saved a card there, go on to it.',
    ],
    [
      { status: 'charging', url: null, expires_at: null },
      true,
      null,
      'The payment is being looked at. Nothing is charged twice.',
    ],
  ])('%o, back: %p, open for %p ms', (differing, isBack, leftMs, said) => {
    expect(openSentence(payment(differing), 'Dales Coaches', isBack, leftMs)).toBe(said)
  })
})

describe('how long a page can be paid on', () => {
  const minute = 60_000
  const sentAt = Date.UTC(2026, 7, 1, 9)
  const opened = (purpose: string, differing: object = {}) => {
    const payment = { purpose, quote_id: 7, expires_at: new Date(sentAt + 31 * minute).toISOString() }
    return viewOf({ payment, quotes: [{ id: 7, valid_until: new Date(now + 9 * minute).toISOString() }], ...differing }).trip
  }
  const left = (trip: ShownTrip) => (pageLeftMs(trip, sentAt, now) ?? 0) / minute

  test('is as long as it is open, each by its own clock, and a deposit no longer than the offer is good', () => {
    expect(left(opened('deposit'))).toBe(9)
    expect(left(opened('save_card'))).toBe(31)
    expect(left(opened('balance', { quotes: [] }))).toBe(31)
    expect(left(opened('deposit', { quotes: [] }))).toBe(31)
    expect(pageLeftMs(viewOf({}).trip, sentAt, now)).toBeNull()
  })

  test('or, once the operator has said yes, no longer than that stands', () => {
    const booking_request = { quote_id: 7, status: 'payment_declined', respond_by: new Date(now + 20 * minute).toISOString() }
    expect(left(opened('deposit', { booking_request }))).toBe(20)
  })
})

test('a request in doubt is told as such, though its payment is being looked at', () => {
  const booking_request = { quote_id: 7, status: 'payment_in_doubt', respond_by: '2026-11-23T09:30:00Z' }
  const payment = { purpose: 'deposit', status: 'charging' }
  expect(tripStatusText(viewOf({ status: 'open', booking_request, payment }))).toBe(
    'Asked; finding out whether your card was charged',
  )
})

test.each([
  [12_800, false, 'Your card is saved, and charged only when they say yes.'],
  [0, false, 'Nothing is charged when they say yes.'],
  [12_800, true, 'You pay only after they have said yes.'],
])('who asked for an offer with a deposit of %d (by transfer: %p) reads what a yes does', (deposit_amount, isTransfer, said) => {
  const quotes = [{ id: 7, deposit_amount, operator: { name: 'Dales Coaches' } }]
  const booking_request = { quote_id: 7, status: 'pending', respond_by: '2026-11-23T09:30:00Z' }
  const view = { ...viewOf({ status: 'open', quotes, booking_request }), isTransfer }
  expect(requestSentence(view)).toBe(`Dales Coaches has until Mon 23 Nov, 09:30 to answer. ${said}`)
})

describe('a press that comes too late', () => {
  const operator = { name: 'Dales Coaches' }
  const due = (differing: object) => ({ ...booked(differing).booking, operator })

  test.each([
    ['no_booking_request', {}, 'This request has already ended.'],
    ['no_booking_request', { status: 'booked', booking: due({}) }, 'Booked with Dales Coaches. Your deposit of £236.00 is paid.'],
    ['request_pending', {}, 'You have already requested another offer. Cancel that request to choose another.'],
    ['no_payment_due', { status: 'cancelled', booking: null }, 'Nothing is due any more, and nothing was charged.'],
    ['no_payment_due', { status: 'booked', booking: due({ due_amount: 0 }) }, 'Nothing is due. You have paid in full.'],
    ['no_payment_due', { booking: due({ due_amount: 20 }) }, 'Only £0.20 is due.'],
  ])('%s, %o', (code, differing, said) => {
    expect(faultWords({ code, message: 'Only £0.20 is due.' }, viewOf(differing), { quoteId: null }).says).toBe(said)
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
])('beside a button that leads to a card: %o', (told, isTransfer, note) => {
  expect(paidHow(told)).toEqual({ isTransfer, note })
})

describe('no card can be taken', () => {
  const fault = { code: 'unavailable', message: 'Ask again.' }
  const operator = { name: 'Dales Coaches', phone: '0113 496 0000' }

  test.each([
    [{}, 'Cards cannot be taken at the moment. Nothing was charged; try again later.'],
    [
      { booking: { operator } },
      'Cards cannot be taken at the moment. Nothing was charged; try again later, or ring Dales Coaches: 0113 496 0000.',
    ],
    [
      { booking: { operator: { ...operator, phone: null } } },
      'Cards cannot be taken at the moment. Nothing was charged; try again later.',
    ],
    [
      { booking_request: { quote_id: 7 }, quotes: [{ id: 7, operator }] },
      'Cards cannot be taken at the moment. Nothing was charged; try again later, or ring Dales Coaches: 0113 496 0000.',
    ],
    [{ payment: { status: 'charging' } }, 'The payment is being looked at. Nothing is charged twice.'],
    // A page that is in the way could not be closed: the server's own words.
    [{ payment: { status: 'awaiting_customer' } }, 'This could not be saved. Ask again.'],
  ])('%o', (differing, said) => {
    expect(faultWords(fault, viewOf(differing), { quoteId: null }).says).toBe(said)
  })

  test('names the operator of the offer that was pressed', () => {
    const quotes = [8, 9].map((id) => ({ id, operator: { ...operator, name: `Operator ${id}` } }))
    expect(faultWords(fault, viewOf({ quotes }), { quoteId: 9 }).says).toContain('or ring Operator 9: 0113 496 0000.')
  })

  test('is said of nothing but a press that would have led to one', () => {
    expect(faultWords(fault, viewOf({})).says).toBe('This could not be saved. Ask again.')
    expect(faultWords(fault, null, { quoteId: null }).says).toBe('This could not be saved. Ask again.')
  })
})

describe('a card that was declined', () => {
  const asked = { quote_id: 7, respond_by: '2026-11-23T09:30:00Z', status: 'payment_declined' }
  const quotes = [{ id: 7, operator: { name: 'Dales Coaches' } }]

  test.each([
    ['insufficient_funds', 'The card was declined: not enough money on it.'],
    ['card_expired', 'The card has expired.'],
    ['wrong_details', 'The details of the card are wrong.'],
    ['ask_your_bank', 'The card was declined. Your bank can say why.'],
    ['use_another_card', 'The card was declined. Use another one.'],
    [null, 'The card was declined. Use another one.'],
  ])('because of %p, where the operator has said yes', (decline_reason, said) => {
    const view = viewOf({ status: 'open', quotes, booking_request: { ...asked, decline_reason } })
    expect(requestSentence(view)).toBe(`Dales Coaches said yes. ${said} Pay before Mon 23 Nov, 09:30, and it is booked.`)
  })

  test('because the bank wants its customer', () => {
    const booking_request = { ...asked, status: 'payment_action_required', decline_reason: 'confirm_with_bank' }
    expect(requestSentence(viewOf({ status: 'open', quotes, booking_request }))).toBe(
      'Dales Coaches said yes. Your bank wants you to confirm the payment: do so before Mon 23 Nov, 09:30, and it is booked.',
    )
  })

  test.each([
    [{ decline_reason: 'insufficient_funds' as const }, 'The card was declined: not enough money on it. Nothing is booked.'],
    [{}, 'The card was declined. Use another one. Nothing is booked.'],
  ])('is told with what it means for the trip: %o', (told, said) => {
    const fault = { code: 'deposit_charge_failed', message: 'No.', payment_status: 'declined', ...told }
    expect(faultWords(fault, viewOf({})).says).toBe(said)
  })
})
