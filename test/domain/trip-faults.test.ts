import { expect, test } from 'bun:test'
import type { TripInput } from '../../src/domain/itinerary.ts'
import { listTripFaults } from '../../src/domain/trip-faults.ts'
import { asFieldFaults } from '../../src/http/contracts/fault.ts'

const now = Date.parse('2026-05-20T08:00:00Z')
const hour = 3_600_000
const place = { label: 'Leeds Dock', kind: 'other' } as const
const trip: TripInput = { pickup: place, dropoff: place, departsAt: now + 100 * hour, passengerCount: 10 }

test('names the field of a fault as it was sent', () => {
  const leg = { kind: 'transfer', pickup: place, dropoff: place, departsAt: now + 101 * hour } as const
  const wrong: TripInput[] = [
    { ...trip, departsAt: now },
    { ...trip, departsAt: now + 101 * 366 * 24 * hour },
    { ...trip, quoteBy: now },
    { ...trip, quoteBy: trip.departsAt },
    { ...trip, tripType: 'return' },
    { ...trip, tripType: 'one_way', returnsAt: now + 200 * hour },
    { ...trip, returnsAt: trip.departsAt },
    { ...trip, returnsAt: now + 367 * 24 * hour + 100 * hour },
    { ...trip, passengers: { adults: 11, children: 0, infants: 0 } },
    { ...trip, legs: [{ ...leg, departsAt: now }] },
    { ...trip, legs: [leg, { ...leg, departsAt: now + 100 * hour }] },
    { ...trip, legs: [{ ...leg, arriveBy: leg.departsAt }] },
    { ...trip, legs: [{ ...leg, passengerCount: 11 }] },
    { ...trip, legs: [{ ...leg, stops: [{ kind: 'visit', place, arriveAt: now }] }] },
  ]
  for (const input of wrong) {
    const faults = Object.entries(asFieldFaults(listTripFaults(input, now)))
    expect(faults).toHaveLength(1)
    for (const [path, sentences] of faults) {
      for (const sentence of sentences) expect(sentence).toStartWith(`The ${path} field `)
    }
  }
})

test('returns no fault for a valid trip', () => {
  expect(listTripFaults(trip, now)).toEqual([])
})
