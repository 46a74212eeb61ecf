import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { chargeSpan, findNextStepAfter, listStepsBetween } from '../../src/domain/balance.ts'

const hour = 3_600_000
const day = 24 * hour
const confirmedAt = Date.UTC(2027, 2, 2, 8)

/** A balance that falls due this many days after the booking, for a trip that departs this many days after it. */
const balanceOf = (dueIn: number, departsIn: number) => ({
  terms: null,
  balanceDays: departsIn - dueIn,
  confirmedAt,
  departsAt: confirmedAt + departsIn * day,
  balanceDueAt: confirmedAt + dueIn * day,
  overdueAt: confirmedAt + (dueIn + 3) * day,
})

describe('the time to charge a saved card', () => {
  test.each([
    ['runs from the due day to a day before departure', 16, 30, 16, 29],
    ['runs from a day after the booking for an immediate balance', 0, 10, 1, 9],
    ['is one instant for a booking two days before departure', 0, 2, 1, 1],
    ['runs for a day after a balance due on the last day', 29.5, 30, 29.5, 30.5],
    ['runs for a day after a balance due at departure', 30, 30, 30, 31],
  ])('%s', (_, dueIn, departsIn, from, until) => {
    expect(chargeSpan(balanceOf(dueIn, departsIn))).toEqual({ from: confirmedAt + from * day, until: confirmedAt + until * day })
  })

  test('starts a day after an amendment to depart soon, or a move while it was due', () => {
    const amended = { ...balanceOf(30, 35), balanceDays: 14 }
    expect(chargeSpan(amended)).toEqual({ from: confirmedAt + 31 * day, until: confirmedAt + 34 * day })
    expect(chargeSpan({ ...amended, departsAt: confirmedAt + 32 * day })?.from).toBe(confirmedAt + 31 * day)
    expect(chargeSpan({ ...amended, departsAt: confirmedAt + 32 * day - 1 })).toBeNull()
    expect(chargeSpan({ ...amended, departsAt: confirmedAt + 60 * day })?.from).toBe(confirmedAt + 31 * day)
    expect(findNextStepAfter(amended, confirmedAt + 30 * day)).toBe(confirmedAt + 31 * day)
  })

  test('starts on the due day if the balance is due after departure', () => {
    const account = { ...balanceOf(60, 30), terms: 'account' as const, balanceDays: 14 }
    expect(chargeSpan(account)).toEqual({ from: confirmedAt + 60 * day, until: confirmedAt + 61 * day })
  })

  test('does not exist without a balance, or if it was due less than two days before departure', () => {
    expect(chargeSpan(balanceOf(0, 1.9))).toBeNull()
    expect(chargeSpan({ ...balanceOf(16, 30), balanceDueAt: null })).toBeNull()
    expect(chargeSpan({ ...balanceOf(16, 30), balanceDays: null })).toBeNull()
  })
})

test('runs the steps in order', () => {
  const all = listStepsBetween(balanceOf(16, 30), 0, Number.MAX_SAFE_INTEGER)
  expect(all).toEqual(['due_soon', 'due', 'charge', 'again', 'overdue'])
  expect(listStepsBetween(balanceOf(0, 10), 0, Number.MAX_SAFE_INTEGER)).toEqual([
    'due_soon',
    'due',
    'charge',
    'again',
    'overdue',
  ])
  expect(listStepsBetween({ ...balanceOf(16, 30), overdueAt: null }, 0, Number.MAX_SAFE_INTEGER)).toEqual([])
  expect(findNextStepAfter({ ...balanceOf(16, 30), overdueAt: null }, 0)).toBeNull()
})

test('runs each step once, at any clock times', () => {
  const looks = fc.array(fc.integer({ min: 0, max: 40 * 24 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(
      looks,
      fc.constantFrom(balanceOf(16, 30), balanceOf(0, 10), balanceOf(29.5, 30), { ...balanceOf(12, 18), balanceDays: 14 }),
      (hours, one) => {
        const taken: string[] = []
        let dueAt = findNextStepAfter(one, confirmedAt - 30 * day)
        for (const at of hours.toSorted((a, b) => a - b).map((after) => confirmedAt + after * hour)) {
          if (dueAt === null || dueAt > at) continue
          taken.push(...listStepsBetween(one, dueAt, at))
          dueAt = findNextStepAfter(one, at)
        }
        expect(new Set(taken).size).toBe(taken.length)
        const last = confirmedAt + Math.max(...hours) * hour
        expect(taken).toEqual(listStepsBetween(one, 0, last))
      },
    ),
  )
})
