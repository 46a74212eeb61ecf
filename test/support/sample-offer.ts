import type { Fact } from '../../src/actions/server/event-bodies.ts'
import { maskItinerary } from '../../src/domain/masked-itinerary.ts'
import { planItinerary } from '../../src/domain/plan-itinerary.ts'
import { packedMaskedItinerary } from '../../src/storage/rows/packed-itinerary.ts'
import { Stored } from '../../src/storage/rows/stored.ts'
import { peopleOf } from './sample-people.ts'
import { reckoned } from './sample-roads.ts'

const place = { label: 'Railway Museum', kind: 'venue', locality: 'York' } as const
const trip = { pickup: place, dropoff: place, departsAt: Date.UTC(2027, 5, 12), passengerCount: 45 }
export const sampleItinerary = planItinerary(trip, { timezone: 'Europe/London', now: Date.UTC(2026, 4, 20), find: reckoned })
export const sampleMaskedItinerary = Stored.of(maskItinerary(sampleItinerary, peopleOf()), packedMaskedItinerary)

/** The event of an offered trip; the trip and its offer are in no table. */
export function jobOfferedFact(operatorId: number, tripId: number): Fact {
  const offer = { operatorId, tripId, quoteBy: Date.UTC(2026, 4, 23), currencyCode: 'GBP' }
  return { event: 'job.offered', trip: { ref: `TR-${tripId}`, maskedItinerary: sampleMaskedItinerary }, offer }
}
