import type { TripInput } from '../src/domain/itinerary.ts'
import { planItinerary } from '../src/domain/plan-itinerary.ts'
import { createDriveFinder, type DriveFinder } from '../src/domain/road-distance.ts'
import { packedItinerary } from '../src/storage/rows/packed-itinerary.ts'
import { median, show } from './figures.ts'

// Measures the extra cost of planning a trip since the server estimates its distances: `bun run bench distances`. A trip of six
// legs with eight stops each is planned and packed with distances and without, in turns. Exits with 1 if the difference exceeds
// its limit.
const atMostUs = 200
const turns = 15
const trips = 400

const now = Date.UTC(2027, 2, 2, 8)
const hourMs = 3_600_000
const placeAt = (nth: number) => ({
  label: `Stop ${nth}`,
  kind: 'venue' as const,
  latitude: 51 + ((nth * 37) % 100) / 25,
  longitude: -3 + ((nth * 53) % 100) / 20,
})
const departsAt = now + 48 * hourMs
const input: TripInput = {
  pickup: placeAt(0),
  dropoff: placeAt(60),
  departsAt,
  passengerCount: 45,
  legs: Array.from({ length: 6 }, (_, leg) => ({
    pickup: placeAt(leg * 10),
    dropoff: placeAt(leg * 10 + 9),
    departsAt: departsAt + leg * 4 * hourMs,
    stops: Array.from({ length: 8 }, (_, stop) => ({ kind: 'visit' as const, place: placeAt(leg * 10 + stop + 1) })),
  })),
}

const ways: Readonly<Record<string, DriveFinder>> = {
  without: () => null,
  with: createDriveFinder({ factor: 1.3, speedKmh: 60 }),
}
const spentUs: Record<string, number[]> = { without: [], with: [] }
for (let turn = -2; turn < turns; turn++) {
  for (const [name, find] of Object.entries(ways)) {
    const startedAt = Bun.nanoseconds()
    for (let nth = 0; nth < trips; nth++) packedItinerary.pack(planItinerary(input, { timezone: 'Europe/London', now, find }))
    const us = (Bun.nanoseconds() - startedAt) / 1_000 / trips
    // The first turns warm up.
    if (turn >= 0) spentUs[name]?.push(us)
  }
}
const [without, withDistances] = [median(spentUs.without ?? []), median(spentUs.with ?? [])]
const more = withDistances - without
process.stdout.write(
  `without ${show(without)} µs, with ${show(withDistances)} µs a trip: ${show(more)} µs more (goal ≤ ${atMostUs})\n`,
)
process.exitCode = more > atMostUs ? 1 : 0
