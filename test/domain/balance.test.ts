import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { chargeSpan, nextStepAfter, stepsBetween } from '../../src/domain/balance.ts'

const hour = 3_600_000
const day = 24 * hour
const confirmedAt = Date.UTC(2027, 2, 2, 8)

/** A balance that falls due so many days after the booking, of a trip that departs so many days after it. */
const owing = (dueIn: number, departsIn: number) => ({
  terms: null,
  balanceDays: departsIn - dueIn,
  confirmedAt,
  departsAt: confirmedAt + departsIn * day,
  balanceDueAt: confirmedAt + dueIn * day,
  overdueAt: confirmedAt + (dueIn + 3) * day,
})

describe('the saved card may be charged', () => {
  test.each([
    ['from the day the balance falls due to a day before departure', 16, 30, 16, 29],
    ['from a day after the booking, where it was due then', 0, 10, 1, 9],
    ['at one instant, two days before departure', 0, 2, 1, 1],
    ['on the last day, where the operator has it fall due then', 29.5, 30, 29.5, 30.5],
    ['at the departure, where it falls due then', 30, 30, 30, 31],
  ])('%s', (_, dueIn, departsIn, from, until) => {
    expect(chargeSpan(owing(dueIn, departsIn))).toEqual({ from: confirmedAt + from * day, until: confirmedAt + until * day })
  })

  test('a day after it was amended to depart soon, or moved while it was due', () => {
    const amended = { ...owing(30, 35), balanceDays: 14 }
    expect(chargeSpan(amended)).toEqual({ from: confirmedAt + 31 * day, until: confirmedAt + 34 * day })
    expect(chargeSpan({ ...amended, departsAt: confirmedAt + 32 * day })?.from).toBe(confirmedAt + 31 * day)
    expect(chargeSpan({ ...amended, departsAt: confirmedAt + 32 * day - 1 })).toBeNull()
    expect(chargeSpan({ ...amended, departsAt: confirmedAt + 60 * day })?.from).toBe(confirmedAt + 31 * day)
    expect(nextStepAfter(amended, confirmedAt + 30 * day)).toBe(confirmedAt + 31 * day)
  })

  test('on the day itself, where it is paid after the trip has begun', () => {
    const account = { ...owing(60, 30), terms: 'account' as const, balanceDays: 14 }
    expect(chargeSpan(account)).toEqual({ from: confirmedAt + 60 * day, until: confirmedAt + 61 * day })
  })

  test('never, where it was due when the trip was booked less than two days before departure, or there is none', () => {
    expect(chargeSpan(owing(0, 1.9))).toBeNull()
    expect(chargeSpan({ ...owing(16, 30), balanceDueAt: null })).toBeNull()
    expect(chargeSpan({ ...owing(16, 30), balanceDays: null })).toBeNull()
  })
})

test('the steps come in their order', () => {
  const all = stepsBetween(owing(16, 30), 0, Number.MAX_SAFE_INTEGER)
  expect(all).toEqual(['due_soon', 'due', 'charge', 'again', 'overdue'])
  expect(stepsBetween(owing(0, 10), 0, Number.MAX_SAFE_INTEGER)).toEqual(['due_soon', 'due', 'charge', 'again', 'overdue'])
  expect(stepsBetween({ ...owing(16, 30), overdueAt: null }, 0, Number.MAX_SAFE_INTEGER)).toEqual([])
  expect(nextStepAfter({ ...owing(16, 30), overdueAt: null }, 0)).toBeNull()
})

test('each step is taken once, whenever the clock looks', () => {
  const looks = fc.array(fc.integer({ min: 0, max: 40 * 24 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(
      looks,
      fc.constantFrom(owing(16, 30), owing(0, 10), owing(29.5, 30), { ...owing(12, 18), balanceDays: 14 }),
      (hours, one) => {
        const taken: string[] = []
        let dueAt = nextStepAfter(one, confirmedAt - 30 * day)
        for (const at of hours.toSorted((a, b) => a - b).map((after) => confirmedAt + after * hour)) {
          if (dueAt === null || dueAt > at) continue
          taken.push(...stepsBetween(one, dueAt, at))
          dueAt = nextStepAfter(one, at)
        }
        expect(new Set(taken).size).toBe(taken.length)
        const last = confirmedAt + Math.max(...hours) * hour
        expect(taken).toEqual(stepsBetween(one, 0, last))
      },
    ),
  )
})
