import { describe, expect, test } from 'bun:test'
import type { LeftPayment } from '../../src/web/customer/trip/left-payment.ts'
import { findPaymentOutcome } from '../../src/web/customer/trip/payment-outcome.ts'
import { isUnsettled, type ShownTrip, type TripView } from '../../src/web/customer/trip/shown.ts'

const offer = {
  id: 7,
  status: 'likely',
  revision: 1,
  price_amount: 64_000,
  currency_code: 'GBP',
  instantly_bookable: false,
  operator: { name: 'Dales Coaches' },
}

const booking = {
  status: 'active',
  deposit_amount: 12_800,
  paid_amount: 12_800,
  currency_code: 'GBP',
  operator: { name: 'Dales Coaches' },
}

/** A trip without a request, payment or booking, with these changes. */
function viewOf(differing: object = {}): TripView {
  const trip = { status: 'open', timezone: 'Europe/London', quotes: [offer], booking_request: null, booking: null, payment: null }
  return { trip: { ...trip, ...differing } as unknown as ShownTrip, isTransfer: false, now: Date.UTC(2027, 2, 2, 8) }
}

const quote = { id: 7, revision: 1 }
const saving: LeftPayment = { purpose: 'save_card', quote, paid: 0 }
const paying: LeftPayment = { purpose: 'deposit', quote, paid: 0 }
const rest: LeftPayment = { purpose: 'balance', quote: null, paid: 12_800 }

const asked = { quote_id: 7, status: 'pending', respond_by: '2027-03-03T08:00:00Z' }
const backWhole = 'If your card was charged, all of it will be refunded.'
const notAsked = 'No request was sent. You have not been charged.'

test.each([
  [{}, false],
  [{ payment: { purpose: 'balance', status: 'charging' } }, true],
  [{ booking: { ...booking, payment_status: 'in_doubt' } }, true],
  [{ booking_request: { ...asked, status: 'payment_in_doubt' } }, true],
  [{ booking_request: asked }, false],
])('returns if a payment is unsettled: %o', (differing, isWaited) => {
  expect(isUnsettled(viewOf(differing).trip)).toBe(isWaited)
})

describe('the return from saving a card', () => {
  const revised = { ...offer, revision: 2, price_amount: 66_000 }
  const confirmed = { ...offer, revision: 2, status: 'confirmed', instantly_bookable: true }

  test.each([
    ['shows the sent request', { booking_request: asked }, 'Request sent. Dales Coaches answers here by Wed 3 Mar, 08:00.'],
    ['shows the booking', { status: 'booked', booking }, 'Booked with Dales Coaches. Your deposit of £128.00 is paid.'],
  ])('%s', (_, differing, text) => {
    expect(findPaymentOutcome(saving, viewOf(differing))).toEqual({ text, isGrave: false })
  })

  test.each([
    ['shows that no card was saved', {}, `No card was saved. ${notAsked}`],
    ['shows the new price', { quotes: [revised] }, `This offer has changed to £660.00. Check it again. ${notAsked}`],
    ['shows the bookable offer', { quotes: [confirmed] }, `You can now book Dales Coaches immediately for £640.00. ${notAsked}`],
    ['shows that the offer has ended', { quotes: [] }, `This offer has ended. ${notAsked}`],
    ['shows no card after another request', { booking_request: { ...asked, quote_id: 8 } }, `No card was saved. ${notAsked}`],
    ['shows that the trip is cancelled', { status: 'cancelled' }, `This trip has been cancelled. ${backWhole}`],
  ])('%s', (_, differing, text) => {
    expect(findPaymentOutcome(saving, viewOf(differing))).toEqual({ text, isGrave: true })
  })

  test('names the requested operator if the offer is unknown', () => {
    expect(findPaymentOutcome({ ...saving, quote: null }, viewOf({ booking_request: asked })).text).toStartWith('Request sent.')
    expect(findPaymentOutcome({ ...saving, quote: null }, viewOf()).text).toBe(`No card was saved. ${notAsked}`)
  })
})

describe('the return from a payment page', () => {
  test('shows the paid deposit', () => {
    expect(findPaymentOutcome(paying, viewOf({ status: 'booked', booking }))).toEqual({
      text: 'Booked with Dales Coaches. Your deposit of £128.00 is paid.',
      isGrave: false,
    })
  })

  test.each([
    [{}, `Nothing was paid. Nothing is booked. ${backWhole}`],
    [{ quotes: [] }, `This offer has ended. Nothing was paid. Nothing is booked. ${backWhole}`],
    [{ status: 'cancelled' }, `This trip has been cancelled. ${backWhole}`],
  ])('shows that the deposit is not paid: %o', (differing, text) => {
    expect(findPaymentOutcome(paying, viewOf(differing))).toEqual({ text, isGrave: true })
  })

  test('shows if the balance is paid', () => {
    const paid = viewOf({ status: 'booked', booking: { ...booking, paid_amount: 64_000 } })
    expect(findPaymentOutcome(rest, paid)).toEqual({ text: '£512.00 is paid. Thank you.', isGrave: false })
    expect(findPaymentOutcome(rest, viewOf({ status: 'booked', booking }))).toEqual({ text: 'Nothing was paid.', isGrave: true })
  })
})
