import { describe, expect, test } from 'bun:test'
import { tripStatuses } from '../../src/domain/booking.ts'
import { jobStatuses } from '../../src/domain/job.ts'
import { newIntention, newKey } from '../../src/web/plain/key.ts'
import { bookingState, jobState, spokenWord, tripStep, tripSteps } from '../../src/web/plain/words.ts'

const now = Date.UTC(2026, 10, 24, 8)
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
const quote = (status: string, isSure: boolean, respondBy: string | null = null, payment_status = 'card_saved') => ({
  status,
  instantly_bookable: isSure,
  valid_until: at(72),
  booking_request: respondBy === null ? null : { respond_by: respondBy, payment_status },
})

/** The words of state, and no others. */
const words = [
  'New',
  'Closing',
  'Quoted, likely',
  'Quoted, sure',
  'They want to book',
  'Waiting for money',
  'Booked',
  'Needs a driver',
  'Waiting for the driver',
  'Ready',
  'On the way',
  'On board',
  'Done',
  'Called off',
  'Lost',
  'Declined',
  'Expired',
]

describe('a job', () => {
  test.each([
    ['fresh', 48, null, 'New'],
    ['fresh', 2, null, 'Closing'],
    ['quoted', 48, quote('likely', false), 'Quoted, likely'],
    ['quoted', 48, quote('confirmed', true), 'Quoted, sure'],
    ['quoted', 48, quote('confirmed', false), 'Waiting for money'],
    ['booking_requested', 48, quote('requested', false, at(3)), 'They want to book'],
    ['booking_requested', 48, quote('requested', false, at(3), 'declined'), 'Waiting for money'],
    ['won', 48, quote('booked', false), 'Booked'],
  ] as const)('%s with %d h left', (status, hours, my_quote, word) => {
    expect(jobState({ status, quote_by: at(hours), my_quote }, now).word).toBe(word)
  })

  test('has a word in every state', () => {
    for (const status of jobStatuses) {
      expect(words).toContain(jobState({ status, quote_by: at(48), my_quote: quote('likely', false) }, now).word)
    }
  })

  test('counts down to the answer that is asked for', () => {
    const asked = jobState({ status: 'booking_requested', quote_by: at(9), my_quote: quote('requested', false, at(3)) }, now)
    expect(asked).toMatchObject({ until: at(3), isStrong: true, tone: 'waiting' })
  })
})

describe('a booking', () => {
  test('has a word and a step wherever the trip is', () => {
    for (const trip_status of tripStatuses) {
      expect(words).toContain(bookingState({ status: 'active', trip_status, needs_driver: false }).word)
      expect(tripStep(trip_status).at).toBeLessThan(tripSteps.length)
    }
  })

  test('needs a driver before anything else, unless it is called off', () => {
    expect(bookingState({ status: 'active', trip_status: 'en_route', needs_driver: true }).word).toBe('Needs a driver')
    expect(bookingState({ status: 'cancelled', trip_status: 'unassigned', needs_driver: true }).word).toBe('Called off')
  })
})

describe('the key of an intention', () => {
  test('stays for the same body and is new for another', () => {
    const intention = newIntention()
    const first = intention.keyFor({ a: 1 })
    expect(intention.keyFor({ a: 1 })).toBe(first)
    const second = intention.keyFor({ a: 2 })
    expect(second).not.toBe(first)
    intention.heard()
    expect(intention.keyFor({ a: 2 })).not.toBe(second)
  })

  test('is 32 hexadecimal digits', () => {
    expect(newKey()).toMatch(/^[0-9a-f]{32}$/)
  })
})

test.each([
  ['passenger_behaviour', 'Passenger behaviour'],
  ['coach_49', 'Coach, 49 seats'],
  ['coach_57_plus', 'Coach, 57 seats or more'],
  ['mpv_8', 'MPV, 8 seats'],
  ['executive_coach', 'Executive coach'],
])('%s is read as %s', (code, spoken) => {
  expect(spokenWord(code)).toBe(spoken)
})
