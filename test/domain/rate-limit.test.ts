import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  addBurstLimit,
  admitRequest,
  type Counters,
  defaultRateLimits,
  findTightestWindow,
  parseRateLimit,
  type RateLimit,
  readCounters,
  uncountRequest,
} from '../../src/domain/rate-limit.ts'

const minute = 60_000
const day = 86_400_000

/** Plays calls at these instants, and returns the admitted ones. */
function play(rateLimit: RateLimit, instants: readonly number[]): { admittedAt: number[]; counters: Counters } {
  let counters: Counters = {}
  const admittedAt: number[] = []
  for (const now of instants) {
    const answer = admitRequest(counters, rateLimit, now)
    counters = answer.counters
    if (answer.admitted) admittedAt.push(now)
  }
  return { admittedAt, counters }
}

/** Up to 150 increasing instants. */
const laterAndLater = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 150, size: 'max' }).map((steps) => {
  let now = 1_750_000_000_000
  return steps.map((step) => {
    now += step
    return now
  })
})

describe('the text of a rate limit', () => {
  test('accepts several windows, and sorts them by length', () => {
    expect(parseRateLimit('20000/d, 60/m')).toEqual([
      { limit: 60, windowMs: minute, exact: true },
      { limit: 20_000, windowMs: day, exact: false },
    ])
  })

  test('accepts a number before the unit', () => {
    expect(parseRateLimit('5/15m')).toEqual([{ limit: 5, windowMs: 15 * minute, exact: true }])
  })

  test('accepts off for no limit', () => {
    expect(parseRateLimit('off')).toEqual([])
    expect(admitRequest({}, [], 1)).toEqual({ admitted: true, counters: {}, windows: [] })
  })

  test.each(['', '60', '0/m', '60/w', '-1/m', '1.5/m', '60/m,', '60/m,60/m', '60/0m', 'on'])('refuses %p', (text) => {
    expect(() => parseRateLimit(text)).toThrow(RangeError)
  })

  test('parses every default rate limit', () => {
    for (const text of Object.values(defaultRateLimits)) expect(parseRateLimit(text).length).toBeGreaterThan(0)
  })
})

describe('a rate limit', () => {
  test('never admits more than its limit in 60 s', () => {
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

  test('refuses only calls above the limit', () => {
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

  test('admits a call after the returned wait, in any window', () => {
    const rateLimit = parseRateLimit('3/m,7/h,12/d')
    fc.assert(
      fc.property(laterAndLater, (instants) => {
        let counters: Counters = {}
        for (const now of instants) {
          const answer = admitRequest(counters, rateLimit, now)
          counters = answer.counters
          if (!answer.admitted) {
            expect(answer.retryAfterSeconds).toBeGreaterThanOrEqual(1)
            expect(admitRequest(counters, rateLimit, now + answer.retryAfterSeconds * 1000).admitted).toBe(true)
          }
        }
      }),
    )
  })

  test('does not count a refused call', () => {
    const rateLimit = parseRateLimit('1/m,2/d')
    const { counters } = play(rateLimit, [1000, 2000, 3000, 4000])
    expect(admitRequest(counters, rateLimit, 1000 + minute)).toMatchObject({ admitted: true })
  })

  test('starts the day with its first call', () => {
    const rateLimit = parseRateLimit('2/d')
    const { admittedAt } = play(rateLimit, [5000, 5000 + day - 1, 5000 + day - 1, 5000 + day])
    expect(admittedAt).toEqual([5000, 5000 + day - 1, 5000 + day])
  })

  test('refuses calls for at most one window after the clock is set back', () => {
    const rateLimit = parseRateLimit('2/m,3/d')
    const { counters } = play(rateLimit, [10 * day, 10 * day])
    const first = admitRequest(counters, rateLimit, day)
    expect(first).toMatchObject({ admitted: false, retryAfterSeconds: 60 })
    const second = admitRequest(first.counters, rateLimit, day + 30_000)
    expect(second).toMatchObject({ admitted: false, retryAfterSeconds: 30 })
    const third = admitRequest(second.counters, rateLimit, day + minute)
    expect(third.admitted).toBe(true)
    expect(admitRequest(third.counters, rateLimit, day + 2 * minute)).toMatchObject({
      admitted: false,
      retryAfterSeconds: 86_400 - 120,
    })
    expect(admitRequest(third.counters, rateLimit, 2 * day).admitted).toBe(true)
  })

  test('counts a call at its time, also after a later one', () => {
    const rateLimit = parseRateLimit('2/m')
    const full = play(rateLimit, [10_000, 7_000])
    expect(admitRequest(full.counters, rateLimit, 69_999)).toMatchObject({ admitted: false, retryAfterSeconds: 1 })
    expect(admitRequest(full.counters, rateLimit, 70_000).admitted).toBe(true)
    expect(admitRequest(uncountRequest(full.counters, 7_000), rateLimit, 60_000).admitted).toBe(true)
  })

  test('keeps its counters unchanged through JSON', () => {
    const rateLimit = parseRateLimit('5/m,40/d')
    fc.assert(
      fc.property(laterAndLater, (instants) => {
        const { counters } = play(rateLimit, instants)
        expect(readCounters(JSON.stringify(counters))).toEqual({ ...counters })
      }),
    )
  })

  test.each(['', 'null', '[]', '{"60000":{"hits":["x"]}}', '{"60000":5}', '{"60000":{"startedAt":1}}'])(
    'starts empty with the counters %p',
    (json) => {
      expect(admitRequest(readCounters(json), parseRateLimit('1/m'), 1).admitted).toBe(true)
    },
  )

  test('starts a window again after its length changes in the configuration', () => {
    const { counters } = play(parseRateLimit('1/m'), [1000])
    expect(admitRequest(counters, parseRateLimit('1/2m'), 1001).admitted).toBe(true)
  })
})

describe('the response to a caller', () => {
  test('contains the state of each window after the call', () => {
    const { windows: windowStates } = admitRequest({}, parseRateLimit('60/m,20000/d'), 1000)
    expect(windowStates).toEqual([
      { limit: 60, windowMs: minute, remaining: 59, resetSeconds: 60 },
      { limit: 20_000, windowMs: day, remaining: 19_999, resetSeconds: 86_400 },
    ])
    expect(findTightestWindow(windowStates)).toMatchObject({ limit: 60 })
  })

  test('returns the day as the tightest window if it has less left', () => {
    const rateLimit = parseRateLimit('60/m,3/d')
    const { counters } = play(rateLimit, [1000, 2000])
    expect(findTightestWindow(admitRequest(counters, rateLimit, 3000).windows)).toEqual({
      limit: 3,
      windowMs: day,
      remaining: 0,
      resetSeconds: 86_398,
    })
  })

  test('returns null without a rate limit', () => {
    expect(findTightestWindow([])).toBeNull()
  })
})

describe('an uncounted call', () => {
  const rateLimit = parseRateLimit('3/m,10/d')

  test('leaves the counters as before the call', () => {
    const { counters } = play(rateLimit, [0, 10])
    expect(uncountRequest(play(rateLimit, [0, 10, 20]).counters, 20)).toEqual(counters)
  })

  test('allows exactly one more call', () => {
    const full = play(rateLimit, [0, 10, 20]).counters
    expect(admitRequest(full, rateLimit, 30).admitted).toBe(false)
    const after = admitRequest(uncountRequest(full, 20), rateLimit, 30)
    expect([after.admitted, admitRequest(after.counters, rateLimit, 30).admitted]).toEqual([true, false])
  })

  test('changes nothing if it was never counted', () => {
    expect(uncountRequest({}, 5)).toEqual({})
    expect(uncountRequest({ 60000: { hits: [1, 2] } }, 5)).toEqual({ 60000: { hits: [1, 2] } })
    expect(uncountRequest({ 86400000: { startedAt: 0, count: 0 } }, 5)).toEqual({ 86400000: { startedAt: 0, count: 0 } })
  })
})

describe('a burst limit', () => {
  const rateLimit = addBurstLimit(parseRateLimit('60/m,500/d'), parseRateLimit('5/s'))

  test('applies in every second, and counts refused calls in no window', () => {
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

  test('returns a wait of a second, and is not the tightest window', () => {
    const { counters } = play(rateLimit, [1, 2, 3, 4, 5])
    const refused = admitRequest(counters, rateLimit, 6)
    expect(refused).toMatchObject({ admitted: false, retryAfterSeconds: 1 })
    expect(findTightestWindow(refused.windows)).toMatchObject({ limit: 60, remaining: 55 })
  })

  test('is lifted with its rate limit', () => {
    expect(addBurstLimit([], parseRateLimit('5/s'))).toEqual([])
  })
})
