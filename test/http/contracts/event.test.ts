import { describe, expect, test } from 'bun:test'
import { abilityFor, eventNames } from '../../../src/domain/event.ts'
import { parseInstant } from '../../../src/domain/instant.ts'
import type { TripInput } from '../../../src/domain/itinerary.ts'
import { usualMapUrl } from '../../../src/domain/map-url.ts'
import { maskItinerary } from '../../../src/domain/masked-itinerary.ts'
import { planItinerary } from '../../../src/domain/plan-itinerary.ts'
import { asConfirmedBooking, asOfferedJob, encodeEvent, withoutEventData } from '../../../src/http/contracts/event.ts'
import { asItinerary } from '../../../src/http/contracts/itinerary-view.ts'
import { packedMaskedItinerary } from '../../../src/storage/rows/packed-itinerary.ts'
import { Stored } from '../../../src/storage/rows/stored.ts'
import { peopleOf } from '../../support/sample-people.ts'
import { reckoned } from '../../support/sample-roads.ts'

const at = (text: string): number => parseInstant(text) ?? Number.NaN

const trip: TripInput = {
  pickup: { label: '14 Acacia Avenue', kind: 'residential', locality: 'Zürich', addressLines: ['14 Acacia Avenue'] },
  dropoff: { label: 'York Minster', kind: 'venue', locality: 'York' },
  departsAt: at('2026-06-12T08:30:00+01:00'),
  returnsAt: at('2026-06-12T16:00:00+01:00'),
  passengerCount: 45,
}
const itinerary = planItinerary(trip, { timezone: 'Europe/London', now: at('2026-05-20T08:00:00Z'), find: reckoned })
const maskedItinerary = Stored.of(maskItinerary(itinerary, peopleOf()), packedMaskedItinerary)
const occurredAt = at('2026-05-20T08:11:02.987Z')

describe('the data of an event', () => {
  test('needs the ability that reads the thing in the event', () => {
    expect(eventNames.map((name) => abilityFor[name])).toEqual(['jobs:read', 'bookings:read'])
  })

  test('gives the masked place, time and size of an offered job', () => {
    const offer = { operatorId: 1, tripId: 1, quoteBy: at('2026-05-23T08:11:02Z'), currencyCode: 'GBP' }
    const data = asOfferedJob({ event: 'job.offered', trip: { ref: 'TR-7GQ2MX', maskedItinerary }, offer }, usualMapUrl)
    expect(Object.keys(data)).toEqual([
      'ref',
      'trip_type',
      'pickup',
      'dropoff',
      'departs_at',
      'returns_at',
      'timezone',
      'passenger_count',
      'quote_by',
      'currency_code',
    ])
    expect(data).toMatchObject({
      ref: 'TR-7GQ2MX',
      trip_type: 'return',
      departs_at: '2026-06-12T08:30:00+01:00',
      returns_at: '2026-06-12T16:00:00+01:00',
      timezone: 'Europe/London',
      passenger_count: 45,
      quote_by: '2026-05-23T08:11:02Z',
      currency_code: 'GBP',
    })
    expect(data.pickup).toEqual(asItinerary(maskedItinerary.read(), usualMapUrl).pickup)
    expect(JSON.stringify(data)).not.toContain('Acacia')
  })

  test('gives the reference and the payout of a booking', () => {
    const money = { payoutAmount: 57_600, currencyCode: 'GBP', confirmedAt: occurredAt }
    const booking = { operatorId: 1, tripId: 1, ref: 'TR-7GQ2MX', ...money }
    const data = asConfirmedBooking({ event: 'booking.confirmed', trip: { itinerary }, booking })
    expect(JSON.stringify(data)).toBe(
      '{"ref":"TR-7GQ2MX","departs_at":"2026-06-12T08:30:00+01:00","passenger_count":45,"payout_amount":57600,"currency_code":"GBP","confirmed_at":"2026-05-20T08:11:02Z"}',
    )
  })
})

describe('the envelope', () => {
  const text = encodeEvent('job.offered', 'OP-7GQ2M', occurredAt, { note: 'Zürich – 😀', data: { events: 1 } })

  test('has four members in the order of the contract', () => {
    expect(text).toBe(
      '{"event":"job.offered","operator_ref":"OP-7GQ2M","occurred_at":"2026-05-20T08:11:02Z","data":{"note":"Zürich – 😀","data":{"events":1}}}',
    )
  })

  test('has empty data for a subscription without the ability, with the same bytes otherwise', () => {
    expect(withoutEventData(text)).toBe(encodeEvent('job.offered', 'OP-7GQ2M', occurredAt, {}))
  })
})
