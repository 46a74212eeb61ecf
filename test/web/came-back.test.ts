import { describe, expect, test } from 'bun:test'
import { cameOfIt } from '../../src/web/customer/trip/came-back.ts'
import type { LeftFor } from '../../src/web/customer/trip/leaving.ts'
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

/** The trip as it is once nothing is open, with what differs from an offer that stands as it stood. */
function viewOf(differing: object = {}): TripView {
  const trip = { status: 'open', timezone: 'Europe/London', quotes: [offer], booking_request: null, booking: null, payment: null }
  return { trip: { ...trip, ...differing } as unknown as ShownTrip, isTransfer: false, now: Date.UTC(2027, 2, 2, 8) }
}

const quote = { id: 7, revision: 1 }
const saving: LeftFor = { purpose: 'save_card', quote, paid: 0 }
const paying: LeftFor = { purpose: 'deposit', quote, paid: 0 }
const rest: LeftFor = { purpose: 'balance', quote: null, paid: 12_800 }

const asked = { quote_id: 7, status: 'pending', respond_by: '2027-03-03T08:00:00Z' }
const backWhole = 'Should money have been taken all the same, all of it goes back to your card.'
const notAsked = 'Nobody was asked, and nothing was charged.'

test.each([
  [{}, false],
  [{ payment: { purpose: 'balance', status: 'charging' } }, true],
  [{ booking: { ...booking, payment_status: 'in_doubt' } }, true],
  [{ booking_request: { ...asked, status: 'payment_in_doubt' } }, true],
  [{ booking_request: asked }, false],
])('nothing is told while it may still come to something: %o', (differing, isWaited) => {
  expect(isUnsettled(viewOf(differing).trip)).toBe(isWaited)
})

describe('back from saving a card', () => {
  const revised = { ...offer, revision: 2, price_amount: 66_000 }
  const confirmed = { ...offer, revision: 2, status: 'confirmed', instantly_bookable: true }

  test.each([
    [
      'the operator is asked',
      { booking_request: asked },
      'Asked. You will read here what Dales Coaches says, by Wed 3 Mar, 08:00.',
    ],
    ['the operator has said yes', { status: 'booked', booking }, 'Booked with Dales Coaches. Your deposit of £128.00 is paid.'],
  ])('%s', (_, differing, text) => {
    expect(cameOfIt(saving, viewOf(differing))).toEqual({ text, isGrave: false })
  })

  test.each([
    ['no card was saved', {}, `No card was saved. ${notAsked}`],
    [
      'the price is another',
      { quotes: [revised] },
      `This offer has changed: its price is £660.00 now. Look at it again. ${notAsked}`,
    ],
    [
      'the offer is sure now',
      { quotes: [confirmed] },
      `Dales Coaches can do it for sure now, for £640.00: you can book at once. ${notAsked}`,
    ],
    ['the offer has gone', { quotes: [] }, `This offer is no longer open. ${notAsked}`],
    ['another was asked meanwhile', { booking_request: { ...asked, quote_id: 8 } }, `No card was saved. ${notAsked}`],
    ['the trip was called off', { status: 'cancelled' }, `This trip has been called off. ${backWhole}`],
  ])('%s', (_, differing, text) => {
    expect(cameOfIt(saving, viewOf(differing))).toEqual({ text, isGrave: true })
  })

  test('says whom it asked where it is not known for which offer the way was taken', () => {
    expect(cameOfIt({ ...saving, quote: null }, viewOf({ booking_request: asked })).text).toStartWith('Asked.')
    expect(cameOfIt({ ...saving, quote: null }, viewOf()).text).toBe(`No card was saved. ${notAsked}`)
  })
})

describe('back from paying', () => {
  test('the deposit is there', () => {
    expect(cameOfIt(paying, viewOf({ status: 'booked', booking }))).toEqual({
      text: 'Booked with Dales Coaches. Your deposit of £128.00 is paid.',
      isGrave: false,
    })
  })

  test.each([
    [{}, `Nothing was paid, and nothing is booked. ${backWhole}`],
    [{ quotes: [] }, `This offer is no longer open. Nothing was paid, and nothing is booked. ${backWhole}`],
    [{ status: 'cancelled' }, `This trip has been called off. ${backWhole}`],
  ])('the deposit is not: %o', (differing, text) => {
    expect(cameOfIt(paying, viewOf(differing))).toEqual({ text, isGrave: true })
  })

  test('the rest is there, or is not', () => {
    const paid = viewOf({ status: 'booked', booking: { ...booking, paid_amount: 64_000 } })
    expect(cameOfIt(rest, paid)).toEqual({ text: '£512.00 is paid. Thank you.', isGrave: false })
    expect(cameOfIt(rest, viewOf({ status: 'booked', booking }))).toEqual({ text: 'Nothing was paid.', isGrave: true })
  })
})
