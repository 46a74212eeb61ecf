import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { keptCoaches, mustNotCallOff, newlyNamed } from '../../src/domain/kept-coaches.ts'
import type { LogEntry, Step } from '../../src/domain/progress.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'

/** One kind of coach; `seats` makes another kind. */
const coach = (vehicleId: number | null = null, seats = 49, count = 1) => ({ type: `coach_${seats}`, seats, count, vehicleId })

type Vehicles = ReturnType<typeof coach>[]

describe('the coaches that stay', () => {
  const cases: [string, Vehicles, Vehicles, [number, number][]][] = [
    ['the only one', [coach()], [coach()], [[1, 1]]],
    ['the first of two alike', [coach(null, 49, 2)], [coach()], [[1, 1]]],
    ['the one of the fleet that is named again', [coach(1, 49), coach(2, 16)], [coach(2, 16)], [[2, 1]]],
    ['the one of the fleet though it counts as another type', [coach(1, 49), coach(2, 49)], [coach(2, 53)], [[2, 1]]],
    ['the one of the same type and seats', [coach(null, 49), coach(null, 16)], [coach(null, 16)], [[2, 1]]],
    ['one replaced by another of the fleet', [coach(1)], [coach(3)], [[1, 1]]],
    [
      'one replaced by another kind',
      [coach(1, 49), coach(2, 33)],
      [coach(1, 49), coach(5, 16)],
      [
        [1, 1],
        [2, 2],
      ],
    ],
    [
      'both, the other way round',
      [coach(1), coach(2)],
      [coach(2), coach(1)],
      [
        [1, 2],
        [2, 1],
      ],
    ],
    [
      'all of them, and one comes along',
      [coach(1), coach(2)],
      [coach(3, 16), coach(2), coach(1)],
      [
        [1, 3],
        [2, 2],
      ],
    ],
    [
      'one that is left over for one that is left over',
      [coach(1, 49), coach(2, 16)],
      [coach(2, 16), coach(5, 33)],
      [
        [1, 2],
        [2, 1],
      ],
    ],
    [
      'the named one of several under one name',
      [coach(null, 49), coach(7, 49)],
      [coach(7, 49, 2)],
      [
        [1, 2],
        [2, 1],
      ],
    ],
  ]
  test.each(cases)('%s', (_, before, after, kept) => {
    expect([...keptCoaches(before, after)].sort()).toEqual(kept)
  })

  const vehicles = fc.array(
    fc.record({
      type: fc.constantFrom('coach_49', 'minibus_16'),
      seats: fc.constantFrom(16, 49),
      count: fc.integer({ min: 1, max: 3 }),
      vehicleId: fc.option(fc.integer({ min: 1, max: 4 })),
    }),
    { maxLength: 5 },
  )
  const numberOf = (list: readonly { count: number }[]) => list.reduce((all, { count }) => all + count, 0)

  test('are as many as there are in both, each matched once', () => {
    fc.assert(
      fc.property(vehicles, vehicles, (before, after) => {
        const kept = keptCoaches(before, after)
        expect(kept.size).toBe(Math.min(numberOf(before), numberOf(after)))
        expect(new Set(kept.values()).size).toBe(kept.size)
        expect([...kept.keys()].every((no) => no >= 1 && no <= numberOf(before))).toBe(true)
        expect([...kept.values()].every((no) => no >= 1 && no <= numberOf(after))).toBe(true)
      }),
    )
  })

  test('are the same where the lists are', () => {
    fc.assert(
      fc.property(vehicles, (list) => {
        expect([...keptCoaches(list, list)].every(([old, is]) => old === is)).toBe(true)
        expect(newlyNamed(list, list)).toEqual([])
      }),
    )
  })
})

test('a coach is newly named where it takes the place of another', () => {
  expect(newlyNamed([coach(1)], [coach(3)])).toEqual([1])
  expect(newlyNamed([coach()], [coach(3)])).toEqual([1])
  expect(newlyNamed([coach(1), coach(2)], [coach(2), coach(1)])).toEqual([])
  expect(newlyNamed([coach(1)], [coach(1), coach(3)])).toEqual([])
  expect(newlyNamed([coach(1)], [coach()])).toEqual([])
})

describe('a coach that goes', () => {
  const legs = [1, 3].map((sequence) => ({ sequence, departsAt: 0, isAtAirport: false }))
  const told = (...steps: Step[]): LogEntry[] =>
    steps.map((status, id) => ({
      id,
      assignmentId: 1,
      leg: 1,
      status,
      by: 'driver',
      occurredAt: id,
      receivedAt: id,
      revertsEventId: null,
    }))
  const callOff = (...steps: Step[]) =>
    resultOrRefusalCode(() => mustNotCallOff([{ vehicleNo: 2, journey: { legs, log: told(...steps) } }], new Map([[1, 1]])))

  test('may not be on its way', () => {
    expect(callOff()).toBeUndefined()
    expect(callOff('en_route', 'arrived', 'on_board', 'completed')).toBeUndefined()
    for (const steps of [['en_route'], ['en_route', 'arrived'], ['en_route', 'arrived', 'on_board']] satisfies Step[][]) {
      expect(callOff(...steps)).toBe('invalid_transition')
    }
    const staying = new Map([[2, 1]])
    const coaches = [{ vehicleNo: 2, journey: { legs, log: told('en_route', 'arrived', 'on_board') } }]
    expect(resultOrRefusalCode(() => mustNotCallOff(coaches, staying))).toBeUndefined()
    expect(refusalFactsOf(() => mustNotCallOff(coaches, new Map()))).toEqual({ current_status: 'on_board', allowed: [] })
  })
})
