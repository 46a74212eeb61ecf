import { expect, test } from 'bun:test'
import { type DisputedBooking, disputeFacts } from '../../src/web/plain/dispute-facts.ts'
import { disputeWords, isWithBank } from '../../src/web/plain/dispute-words.ts'

const drive = { arrive_by: null, stops: [] }

const booking: DisputedBooking = {
  ref: 'TR-7K3MQ2',
  summary: 'Leeds – York',
  departs_at: '2026-11-24T08:30:00+00:00',
  ends_at: '2026-11-24T17:01:00+00:00',
  returns_at: '2026-11-24T16:00:00+00:00',
  passenger_count: 41,
  confirmed_at: '2026-11-02T10:12:00Z',
  price_amount: 64_000,
  currency_code: 'GBP',
  customer: { name: 'Ann Smith', organisation: 'Wharfedale School', email: 'ann@example.org' },
  quote: {
    revision: 2,
    submitted_at: '2026-11-01T09:00:00Z',
    price_amount: 64_000,
    deposit_amount: 12_800,
    inclusions: ['driver', 'toll_of_tomorrow'],
    note: 'With a toilet.',
    cancellation_terms: [{ days_before: 28, keep_bps: 5_000, of: 'deposit' }],
  },
  vehicles_needed: 2,
  legs: [
    { departs_at: '2026-11-24T08:30:00+00:00', pickup: { label: 'Leeds' }, dropoff: { label: 'York' }, ...drive },
    { departs_at: '2026-11-24T16:00:00+00:00', pickup: { label: 'York' }, dropoff: { label: 'Leeds' }, ...drive },
  ],
  payments: [
    {
      id: 7,
      kind: 'balance',
      method: 'card',
      amount: 51_200,
      received_at: '2026-11-10T08:00:00Z',
      consent: { text: 'Dales Coaches may charge the balance to this card.', given_at: '2026-11-02T10:11:00Z' },
    },
  ],
  progress: {
    events: [
      { status: 'en_route', occurred_at: '2026-11-24T08:02:00+00:00', vehicle_no: 1, by: 'driver', note: null },
      { status: 'arrived', occurred_at: '2026-11-24T08:25:00+00:00', vehicle_no: 2, by: 'operator', note: 'By phone.' },
    ],
  },
  cancellation: { by: 'customer', reason: 'Rain.', at: '2026-11-20T10:00:00Z' },
}

const teller = { zone: 'Europe/London', stepWord: (status: string) => status.toUpperCase() }

test('the facts of a dispute are told whole, each day with its year', () => {
  expect(disputeFacts(booking, 7, teller)).toBe(`Booking TR-7K3MQ2: Leeds – York

Times are those of Europe/London; those of the trip are local.

Customer: Ann Smith, Wharfedale School, ann@example.org
Booked: Mon 2 Nov 2026, 10:12
Price: £640.00
The payment: Balance of £512.00 by card, Tue 10 Nov 2026, 08:00
Called off by the customer, Fri 20 Nov 2026, 10:00: Rain.

THE TRIP
Tue 24 Nov 2026, 08:30 to Tue 24 Nov 2026, 17:05, 41 people, 2 coaches
Tue 24 Nov 2026, 08:30: Leeds to York
Tue 24 Nov 2026, 16:00: York to Leeds

THE QUOTE
Version 2, first sent Sun 1 Nov 2026, 09:00: £640.00, deposit £128.00
Included: Driver, Toll of tomorrow
Note: With a toilet.
Kept when the customer calls off:
- 28 days before departure or earlier: 50 % of the deposit
- later: all that was paid

WHAT THE CUSTOMER AGREED TO BESIDE THIS PAYMENT
“Dales Coaches may charge the balance to this card.”
Given Mon 2 Nov 2026, 10:11

THE DRIVER’S LOG
Tue 24 Nov 2026, 08:02: EN_ROUTE, coach 1, told by the driver
Tue 24 Nov 2026, 08:25: ARRIVED, coach 2, told by the office, By phone.`)
})

test('what is not known is said, or left out', () => {
  const bare = disputeFacts({ ...booking, payments: [], progress: { events: [] }, cancellation: null }, 7, teller)
  expect(bare).toContain('Nothing: the customer paid this themselves.')
  expect(bare).toContain('Nothing was reported.')
  expect(bare).not.toContain('Called off by')
  expect(bare).not.toContain('The payment:')
})

test('a dispute has a word of its own in each state, and one of tomorrow its name', () => {
  const words = ['needs_response', 'under_review', 'won', 'lost', 'asked_twice'].map((status) => {
    const { word, reason } = disputeWords({ status, reason: 'product_not_received' }, true)
    return [word, reason, isWithBank({ status })]
  })
  expect(words).toEqual([
    ['To be answered', 'Product not received', true],
    ['Being read', 'Product not received', true],
    ['Won', 'Product not received', false],
    ['Lost', 'Product not received', false],
    ['Asked twice', 'Product not received', true],
  ])
})

test('a lost one comes off a payout of who is paid any', () => {
  const says = (isPaidOut: boolean) => disputeWords({ status: 'lost', reason: 'fraudulent' }, isPaidOut).says
  expect(says(true)).toBe('The money is gone, and your part of it comes off a payout that has not left.')
  expect(says(false)).toBe('The money is gone.')
})
