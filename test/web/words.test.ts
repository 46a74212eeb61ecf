import { describe, expect, test } from 'bun:test'
import { tripStatuses } from '../../src/domain/booking.ts'
import { type Itinerary, summariseTrip } from '../../src/domain/itinerary.ts'
import { jobStatuses } from '../../src/domain/job.ts'
import { createIntention, createKey } from '../../src/web/plain/key.ts'
import { findBookingState, findJobState, findRoute, findTripStep, formatWord, tripSteps } from '../../src/web/plain/words.ts'

const now = Date.UTC(2026, 10, 24, 8)
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
const quote = (status: string, isSure: boolean, respondBy: string | null = null, payment_status = 'card_saved') => ({
  status,
  instantly_bookable: isSure,
  valid_until: at(72),
  booking_request: respondBy === null ? null : { respond_by: respondBy, payment_status },
})

/** All words of a state. */
const words = [
  'New',
  'Quote closing',
  'Quoted, on request',
  'Quoted, bookable now',
  'Booking request',
  'Awaiting payment',
  'Confirmed',
  'No driver',
  'Awaiting driver',
  'Driver confirmed',
  'Set off',
  'Arrived',
  'On board',
  'Waiting for return',
  'Completed',
  'No-show',
  'Cancelled',
  'Lost',
  'Declined',
  'Expired',
]

describe('a job', () => {
  test.each([
    ['fresh', 48, null, 'New'],
    ['fresh', 2, null, 'Quote closing'],
    ['quoted', 48, quote('likely', false), 'Quoted, on request'],
    ['quoted', 48, quote('confirmed', true), 'Quoted, bookable now'],
    ['quoted', 48, quote('confirmed', false), 'Awaiting payment'],
    ['booking_requested', 48, quote('requested', false, at(3)), 'Booking request'],
    ['booking_requested', 48, quote('requested', false, at(3), 'declined'), 'Awaiting payment'],
    ['won', 48, quote('booked', false), 'Confirmed'],
  ] as const)('returns the word of the status %s with %d h left', (status, hours, my_quote, word) => {
    expect(findJobState({ status, quote_by: at(hours), my_quote }, now).word).toBe(word)
  })

  test('returns a word for every status', () => {
    for (const status of jobStatuses) {
      expect(words).toContain(findJobState({ status, quote_by: at(48), my_quote: quote('likely', false) }, now).word)
    }
  })

  test('counts down to the deadline of the answer', () => {
    const asked = findJobState({ status: 'booking_requested', quote_by: at(9), my_quote: quote('requested', false, at(3)) }, now)
    expect(asked).toMatchObject({ until: at(3), isStrong: true, tone: 'waiting' })
  })
})

describe('a booking', () => {
  test('returns a word and a step for every trip status', () => {
    for (const trip_status of tripStatuses) {
      expect(words).toContain(findBookingState({ status: 'active', trip_status, needs_driver: false }).word)
      expect(findTripStep(trip_status).at).toBeLessThan(tripSteps.length)
    }
  })

  test('shows a missing driver before anything else, unless it is cancelled', () => {
    expect(findBookingState({ status: 'active', trip_status: 'en_route', needs_driver: true }).word).toBe('No driver')
    expect(findBookingState({ status: 'cancelled', trip_status: 'unassigned', needs_driver: true }).word).toBe('Cancelled')
  })
})

describe('the idempotency key of a form', () => {
  test('stays for the same body, and is new for another', () => {
    const intention = createIntention()
    const first = intention.keyFor({ a: 1 })
    expect(intention.keyFor({ a: 1 })).toBe(first)
    const second = intention.keyFor({ a: 2 })
    expect(second).not.toBe(first)
    intention.noteAnyAnswer()
    expect(intention.keyFor({ a: 2 })).not.toBe(second)
  })

  test('has 32 hexadecimal digits', () => {
    expect(createKey()).toMatch(/^[0-9a-f]{32}$/)
  })
})

test.each([
  ['passenger_behaviour', 'Passenger behaviour'],
  ['coach_49', 'Coach, 49 seats'],
  ['coach_57_plus', 'Coach, 57 seats or more'],
  ['mpv_8', 'MPV, 8 seats'],
  ['executive_coach', 'Executive coach'],
  ['multi_day', 'Multi-day'],
  ['no_show', 'No-show'],
])('formats %s as %s', (code, spoken) => {
  expect(formatWord(code)).toBe(spoken)
})

test.each(['return', 'one_way', 'multi_day'] as const)('finds the route in the summary of a trip of the type %s', (tripType) => {
  const trip = {
    pickup: { locality: 'Leeds, Yorks' },
    dropoff: { locality: 'York' },
    passengerCount: 1,
    tripType,
  }
  expect(findRoute(summariseTrip(trip as unknown as Itinerary))).toBe('Leeds, Yorks → York')
})
