import { expect, test } from 'bun:test'
import { type DisputedBooking, formatDisputeFacts } from '../../src/web/plain/dispute-facts.ts'
import { describeDispute, isWithBank } from '../../src/web/plain/dispute-words.ts'

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

test('returns all facts of a dispute, each date with its year', () => {
  expect(formatDisputeFacts(booking, 7, teller)).toBe(`Booking TR-7K3MQ2: Leeds – York

Times are in the zone Europe/London. Times of the trip are local.

Customer: Ann Smith, Wharfedale School, ann@example.org
Booked: Mon 2 Nov 2026, 10:12
Price: £640.00
Payment: Balance of £512.00 by card, Tue 10 Nov 2026, 08:00
Cancelled by the customer, Fri 20 Nov 2026, 10:00: Rain.

THE TRIP
Tue 24 Nov 2026, 08:30 to Tue 24 Nov 2026, 17:05, 41 passengers, 2 coaches
Tue 24 Nov 2026, 08:30: Leeds to York
Tue 24 Nov 2026, 16:00: York to Leeds

THE QUOTE
Version 2, first sent Sun 1 Nov 2026, 09:00: £640.00, deposit £128.00
Included: Driver, Toll of tomorrow
Note: With a toilet.
Cancellation charges:
- 28 days before departure or earlier: 50 % of the deposit
- later: the whole amount paid

THE CUSTOMER’S CONSENT
“Dales Coaches may charge the balance to this card.”
Given Mon 2 Nov 2026, 10:11

THE DRIVER’S LOG
Tue 24 Nov 2026, 08:02: EN_ROUTE, coach 1, reported by the driver
Tue 24 Nov 2026, 08:25: ARRIVED, coach 2, reported by the office, By phone.`)
})

test('names or leaves out unknown facts', () => {
  const bare = formatDisputeFacts({ ...booking, payments: [], progress: { events: [] }, cancellation: null }, 7, teller)
  expect(bare).toContain('None: the customer made this payment.')
  expect(bare).toContain('No steps reported.')
  expect(bare).not.toContain('Cancelled by')
  expect(bare).not.toContain('Payment:')
})

test('returns a word for each state of a dispute, and the name of an unknown state', () => {
  const words = ['needs_response', 'under_review', 'won', 'lost', 'asked_twice'].map((status) => {
    const { word, reason } = describeDispute({ status, reason: 'product_not_received' }, true)
    return [word, reason, isWithBank({ status })]
  })
  expect(words).toEqual([
    ['Answer needed', 'Product not received', true],
    ['Under review', 'Product not received', true],
    ['Won', 'Product not received', false],
    ['Lost', 'Product not received', false],
    ['Asked twice', 'Product not received', true],
  ])
})

test('names the payout deduction of a lost dispute', () => {
  const says = (isPaidOut: boolean) => describeDispute({ status: 'lost', reason: 'fraudulent' }, isPaidOut).says
  expect(says(true)).toBe('The bank refunded the customer. Your share is deducted from the unpaid payout for this trip.')
  expect(says(false)).toBe('The bank refunded the customer.')
})
