import { describe, expect, test } from 'bun:test'
import { requireOneBlockSubject } from '../../src/domain/block.ts'
import { dayMs } from '../../src/domain/instant.ts'
import { mergeOccupations, type Occupation, requireValidSpan } from '../../src/domain/occupation.ts'
import { listPromisedVehicles } from '../../src/domain/quote.ts'
import { describeQuoteWarnings } from '../../src/domain/quote-warnings.ts'
import { Refusal } from '../../src/domain/refusal.ts'

const trip = (ref: string, from: number, to: number): Occupation => ({ what: 'booking', ref, kind: null, from, to })
const block = (from: number, to: number): Occupation => ({ what: 'block', ref: null, kind: 'mot', from, to })

describe('the occupations of a vehicle', () => {
  test('are sorted by time', () => {
    expect(mergeOccupations([trip('B', 5, 6), block(2, 9), trip('A', 1, 2)])).toEqual([
      trip('A', 1, 2),
      block(2, 9),
      trip('B', 5, 6),
    ])
  })

  test('join if they touch on one trip, and otherwise stay separate', () => {
    const duties = [trip('A', 1, 4), trip('A', 1, 4), trip('A', 4, 6), trip('A', 8, 9), trip('B', 2, 3)]
    expect(mergeOccupations(duties)).toEqual([trip('A', 1, 6), trip('B', 2, 3), trip('A', 8, 9)])
  })

  test('stay separate for two blocks, and for a quote and a booking', () => {
    const quoted = { ...trip('A', 1, 4), what: 'likely' as const }
    expect(mergeOccupations([block(1, 3), block(2, 4), trip('A', 1, 4), quoted])).toHaveLength(4)
  })

  test('are returned for up to 62 days', () => {
    requireValidSpan(0, 62 * dayMs)
    expect(() => requireValidSpan(0, 62 * dayMs + 1)).toThrow(Refusal)
    expect(() => requireValidSpan(5, 5)).toThrow(Refusal)
  })
})

describe('a block', () => {
  const of = (vehicleId: number | null, driverId: number | null) => () =>
    requireOneBlockSubject({ vehicleId, driverId, startsAt: 1, endsAt: 2 })

  test('needs either a vehicle or a driver', () => {
    of(1, null)()
    of(null, 1)()
    expect(of(1, 1)).toThrow(Refusal)
    expect(of(null, null)).toThrow(Refusal)
  })
})

test('names the first vehicle of each kind, counted over all of them', () => {
  const offered = [
    { count: 2, vehicleId: 7 },
    { count: 1, vehicleId: null },
    { count: 1, vehicleId: 9 },
  ]
  expect(listPromisedVehicles(offered)).toEqual([
    { vehicleId: 7, vehicleNo: 1 },
    { vehicleId: 9, vehicleNo: 4 },
  ])
})

describe('the warnings of a quote', () => {
  const facts = {
    ...{ status: 'likely' as const, inclusions: [], secondDriverLikely: false, elsewhere: [], departsAt: 1 },
    formatTime: (ms: number) => `${ms} ms`,
  }
  const codesOf = (differing: Partial<Parameters<typeof describeQuoteWarnings>[0]>) =>
    describeQuoteWarnings({ ...facts, ...differing }).map(({ code }) => code)
  const confirmed = { ...trip('B', 1, 2), what: 'confirmed' as const }
  const likely = { ...trip('C', 1, 2), what: 'likely' as const }

  test('name bookings, confirmed quotes and blocks, but no likely quotes', () => {
    expect(codesOf({})).toEqual([])
    expect(codesOf({ elsewhere: [likely] })).toEqual([])
    const elsewhere = [block(1, 2), confirmed, trip('A', 1, 2), likely]
    expect(codesOf({ elsewhere })).toEqual(['vehicle_overlap', 'vehicle_promised', 'vehicle_blocked'])
    expect(describeQuoteWarnings({ ...facts, elsewhere: [trip('A', 1, 2), trip('B', 2, 3)] })[0]?.message).toBe(
      'The vehicle is out until 2 ms. The vehicle is out from 2 ms.',
    )
  })

  test('name a second driver unless the quote includes one', () => {
    expect(codesOf({ secondDriverLikely: true })).toEqual(['second_driver_likely'])
    expect(codesOf({ secondDriverLikely: true, inclusions: ['second_driver'] })).toEqual([])
  })

  test.each(['booked', 'rejected', 'withdrawn', 'lost', 'expired'] as const)('are empty for a quote that is %s', (status) => {
    expect(codesOf({ status, secondDriverLikely: true, elsewhere: [confirmed] })).toEqual([])
  })
})
