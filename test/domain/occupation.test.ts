import { describe, expect, test } from 'bun:test'
import { mustBlockOne } from '../../src/domain/block.ts'
import { dayMs } from '../../src/domain/instant.ts'
import { inTurn, mustBeTold, type Occupation } from '../../src/domain/occupation.ts'
import { promisedVehicles } from '../../src/domain/quote.ts'
import { quoteWarnings } from '../../src/domain/quote-warnings.ts'
import { Refusal } from '../../src/domain/refusal.ts'

const trip = (ref: string, from: number, to: number): Occupation => ({ what: 'booking', ref, kind: null, from, to })
const block = (from: number, to: number): Occupation => ({ what: 'block', ref: null, kind: 'mot', from, to })

describe('what takes a coach', () => {
  test('is told in its order', () => {
    expect(inTurn([trip('B', 5, 6), block(2, 9), trip('A', 1, 2)])).toEqual([trip('A', 1, 2), block(2, 9), trip('B', 5, 6)])
  })

  test('on one trip is told as one where it touches, and as two where it does not', () => {
    const duties = [trip('A', 1, 4), trip('A', 1, 4), trip('A', 4, 6), trip('A', 8, 9), trip('B', 2, 3)]
    expect(inTurn(duties)).toEqual([trip('A', 1, 6), trip('B', 2, 3), trip('A', 8, 9)])
  })

  test('is told twice where two blocks say so, and where a quote is not the booking', () => {
    const quoted = { ...trip('A', 1, 4), what: 'likely' as const }
    expect(inTurn([block(1, 3), block(2, 4), trip('A', 1, 4), quoted])).toHaveLength(4)
  })

  test('is told of 62 days', () => {
    mustBeTold(0, 62 * dayMs)
    expect(() => mustBeTold(0, 62 * dayMs + 1)).toThrow(Refusal)
    expect(() => mustBeTold(5, 5)).toThrow(Refusal)
  })
})

describe('a block', () => {
  const of = (vehicleId: number | null, driverId: number | null) => () =>
    mustBlockOne({ vehicleId, driverId, startsAt: 1, endsAt: 2 })

  test('is of a coach or of a driver', () => {
    of(1, null)()
    of(null, 1)()
    expect(of(1, 1)).toThrow(Refusal)
    expect(of(null, null)).toThrow(Refusal)
  })
})

test('a quote names the first of each kind of coach, counted over all of them', () => {
  const offered = [
    { count: 2, vehicleId: 7 },
    { count: 1, vehicleId: null },
    { count: 1, vehicleId: 9 },
  ]
  expect(promisedVehicles(offered)).toEqual([
    { vehicleId: 7, vehicleNo: 1 },
    { vehicleId: 9, vehicleNo: 4 },
  ])
})

describe('a quote', () => {
  const facts = { status: 'likely' as const, inclusions: [], secondDriverLikely: false, elsewhere: [] }
  const codesOf = (differing: Partial<Parameters<typeof quoteWarnings>[0]>) =>
    quoteWarnings({ ...facts, ...differing }).map(({ code }) => code)
  const confirmed = { ...trip('B', 1, 2), what: 'confirmed' as const }
  const likely = { ...trip('C', 1, 2), what: 'likely' as const }

  test('is warned of bookings, of confirmed quotes and of blocks, and not of likely ones', () => {
    expect(codesOf({})).toEqual([])
    expect(codesOf({ elsewhere: [likely] })).toEqual([])
    const elsewhere = [block(1, 2), confirmed, trip('A', 1, 2), likely]
    expect(codesOf({ elsewhere })).toEqual(['vehicle_overlap', 'vehicle_promised', 'vehicle_blocked'])
  })

  test('is warned of a second driver unless it includes one', () => {
    expect(codesOf({ secondDriverLikely: true })).toEqual(['second_driver_likely'])
    expect(codesOf({ secondDriverLikely: true, inclusions: ['second_driver'] })).toEqual([])
  })

  test.each(['booked', 'rejected', 'withdrawn', 'lost', 'expired'] as const)('that is %s is warned of nothing', (status) => {
    expect(codesOf({ status, secondDriverLikely: true, elsewhere: [confirmed] })).toEqual([])
  })
})
