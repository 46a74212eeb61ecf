import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  admit,
  type Counters,
  defaultRateLimits,
  parseRateLimit,
  type RateLimit,
  readCounters,
  tightest,
  uncounted,
  withBurst,
} from '../../src/domain/rate-limit.ts'

const minute = 60_000
const day = 86_400_000

/** Plays calls at these instants and tells when each was admitted. */
function play(rateLimit: RateLimit, instants: readonly number[]): { admittedAt: number[]; counters: Counters } {
  let counters: Counters = {}
  const admittedAt: number[] = []
  for (const now of instants) {
    const answer = admit(counters, rateLimit, now)
    counters = answer.counters
    if (answer.admitted) admittedAt.push(now)
  }
  return { admittedAt, counters }
}

/** Up to 150 instants, each a while after the one before. */
const laterAndLater = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 150, size: 'max' }).map((steps) => {
  let now = 1_750_000_000_000
  return steps.map((step) => {
    now += step
    return now
  })
})

describe('reading a rate limit', () => {
  test('several windows, shortest first', () => {
    expect(parseRateLimit('20000/d, 60/m')).toEqual([
      { limit: 60, windowMs: minute, exact: true },
      { limit: 20_000, windowMs: day, exact: false },
    ])
  })

  test('a number before the unit', () => {
    expect(parseRateLimit('5/15m')).toEqual([{ limit: 5, windowMs: 15 * minute, exact: true }])
  })

  test('off lifts it', () => {
    expect(parseRateLimit('off')).toEqual([])
    expect(admit({}, [], 1)).toEqual({ admitted: true, counters: {}, windows: [] })
  })

  test.each(['', '60', '0/m', '60/w', '-1/m', '1.5/m', '60/m,', '60/m,60/m', '60/0m', 'on'])('%p is refused', (text) => {
    expect(() => parseRateLimit(text)).toThrow(RangeError)
  })

  test('every rate limit of the contract can be read', () => {
    for (const text of Object.values(defaultRateLimits)) expect(parseRateLimit(text).length).toBeGreaterThan(0)
  })
})

describe('counting', () => {
  test('never more than the rate limit in any 60 s', () => {
    const rateLimit = parseRateLimit('5/m,40/d')
    fc.assert(
      fc.property(laterAndLater, (instants) => {
        const { admittedAt } = play(rateLimit, instants)
        for (const end of admittedAt) {
          expect(admittedAt.filter((at) => at > end - minute && at <= end).length).toBeLessThanOrEqual(5)
        }
        expect(admittedAt.length).toBeLessThanOrEqual(40)
      }),
    )
  })

  test('what is refused would have been too many', () => {
    const rateLimit = parseRateLimit('5/m')
    fc.assert(
      fc.property(laterAndLater, (instants) => {
        const { admittedAt } = play(rateLimit, instants)
        let next = 0
        for (const now of instants) {
          if (admittedAt[next] === now) next++
          else expect(admittedAt.slice(0, next).filter((at) => at > now - minute)).toHaveLength(5)
        }
      }),
    )
  })

  test('waiting as long as told is enough, whichever window refused', () => {
    const rateLimit = parseRateLimit('3/m,7/h,12/d')
    fc.assert(
      fc.property(laterAndLater, (instants) => {
        let counters: Counters = {}
        for (const now of instants) {
          const answer = admit(counters, rateLimit, now)
          counters = answer.counters
          if (!answer.admitted) {
            expect(answer.retryAfterSeconds).toBeGreaterThanOrEqual(1)
            expect(admit(counters, rateLimit, now + answer.retryAfterSeconds * 1000).admitted).toBe(true)
          }
        }
      }),
    )
  })

  test('a refusal counts nothing', () => {
    const rateLimit = parseRateLimit('1/m,2/d')
    const { counters } = play(rateLimit, [1000, 2000, 3000, 4000])
    expect(admit(counters, rateLimit, 1000 + minute)).toMatchObject({ admitted: true })
  })

  test('the day runs from its first call', () => {
    const rateLimit = parseRateLimit('2/d')
    const { admittedAt } = play(rateLimit, [5000, 5000 + day - 1, 5000 + day - 1, 5000 + day])
    expect(admittedAt).toEqual([5000, 5000 + day - 1, 5000 + day])
  })

  test('a clock set back locks no one out for longer than a window', () => {
    const rateLimit = parseRateLimit('2/m,3/d')
    const { counters } = play(rateLimit, [10 * day, 10 * day])
    const first = admit(counters, rateLimit, day)
    expect(first).toMatchObject({ admitted: false, retryAfterSeconds: 60 })
    const second = admit(first.counters, rateLimit, day + 30_000)
    expect(second).toMatchObject({ admitted: false, retryAfterSeconds: 30 })
    const third = admit(second.counters, rateLimit, day + minute)
    expect(third.admitted).toBe(true)
    expect(admit(third.counters, rateLimit, day + 2 * minute)).toMatchObject({ admitted: false, retryAfterSeconds: 86_400 - 120 })
    expect(admit(third.counters, rateLimit, 2 * day).admitted).toBe(true)
  })

  test('a call that is counted after a later one is counted at its time', () => {
    const rateLimit = parseRateLimit('2/m')
    const full = play(rateLimit, [10_000, 7_000])
    expect(admit(full.counters, rateLimit, 69_999)).toMatchObject({ admitted: false, retryAfterSeconds: 1 })
    expect(admit(full.counters, rateLimit, 70_000).admitted).toBe(true)
    expect(admit(uncounted(full.counters, 7_000), rateLimit, 60_000).admitted).toBe(true)
  })

  test('the state goes through JSON and comes back the same', () => {
    const rateLimit = parseRateLimit('5/m,40/d')
    fc.assert(
      fc.property(laterAndLater, (instants) => {
        const { counters } = play(rateLimit, instants)
        expect(readCounters(JSON.stringify(counters))).toEqual({ ...counters })
      }),
    )
  })

  test.each(['', 'null', '[]', '{"60000":{"hits":["x"]}}', '{"60000":5}', '{"60000":{"startedAt":1}}'])(
    '%p counts as nothing yet',
    (json) => {
      expect(admit(readCounters(json), parseRateLimit('1/m'), 1).admitted).toBe(true)
    },
  )

  test('a window whose length was changed in the configuration begins anew', () => {
    const { counters } = play(parseRateLimit('1/m'), [1000])
    expect(admit(counters, parseRateLimit('1/2m'), 1001).admitted).toBe(true)
  })
})

describe('what the caller is told', () => {
  test('how each window stands after the call', () => {
    const { windows: standings } = admit({}, parseRateLimit('60/m,20000/d'), 1000)
    expect(standings).toEqual([
      { limit: 60, windowMs: minute, remaining: 59, resetSeconds: 60 },
      { limit: 20_000, windowMs: day, remaining: 19_999, resetSeconds: 86_400 },
    ])
    expect(tightest(standings)).toMatchObject({ limit: 60 })
  })

  test('the day is the tightest when less of it is left', () => {
    const rateLimit = parseRateLimit('60/m,3/d')
    const { counters } = play(rateLimit, [1000, 2000])
    expect(tightest(admit(counters, rateLimit, 3000).windows)).toEqual({
      limit: 3,
      windowMs: day,
      remaining: 0,
      resetSeconds: 86_398,
    })
  })

  test('a lifted rate limit has nothing to tell', () => {
    expect(tightest([])).toBeNull()
  })
})

describe('a call that is taken back', () => {
  const rateLimit = parseRateLimit('3/m,10/d')

  test('leaves the counters as if it had never been', () => {
    const { counters } = play(rateLimit, [0, 10])
    expect(uncounted(play(rateLimit, [0, 10, 20]).counters, 20)).toEqual(counters)
  })

  test('makes room for one more, and for no other', () => {
    const full = play(rateLimit, [0, 10, 20]).counters
    expect(admit(full, rateLimit, 30).admitted).toBe(false)
    const after = admit(uncounted(full, 20), rateLimit, 30)
    expect([after.admitted, admit(after.counters, rateLimit, 30).admitted]).toEqual([true, false])
  })

  test('that was never counted takes nothing away', () => {
    expect(uncounted({}, 5)).toEqual({})
    expect(uncounted({ 60000: { hits: [1, 2] } }, 5)).toEqual({ 60000: { hits: [1, 2] } })
    expect(uncounted({ 86400000: { startedAt: 0, count: 0 } }, 5)).toEqual({ 86400000: { startedAt: 0, count: 0 } })
  })
})

describe('a burst limit', () => {
  const rateLimit = withBurst(parseRateLimit('60/m,500/d'), parseRateLimit('5/s'))

  test('holds in every second, and what it refuses is counted in no window', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 120, size: 'max' }), (steps) => {
        let now = 1_750_000_000_000
        const instants = steps.map((step) => {
          now += step
          return now
        })
        const { admittedAt } = play(rateLimit, instants)
        for (const at of admittedAt)
          expect(admittedAt.filter((other) => other > at - 1_000 && other <= at).length).toBeLessThanOrEqual(5)
        expect(play(parseRateLimit('60/m,500/d'), admittedAt).admittedAt).toEqual(admittedAt)
      }),
    )
  })

  test('asks for a second of patience, and is not what a caller is told of first', () => {
    const { counters } = play(rateLimit, [1, 2, 3, 4, 5])
    const refused = admit(counters, rateLimit, 6)
    expect(refused).toMatchObject({ admitted: false, retryAfterSeconds: 1 })
    expect(tightest(refused.windows)).toMatchObject({ limit: 60, remaining: 55 })
  })

  test('is lifted with the rate limit it stands beside', () => {
    expect(withBurst([], parseRateLimit('5/s'))).toEqual([])
  })
})
