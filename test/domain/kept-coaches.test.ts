import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { listNewlyNamed, matchKeptCoaches, requireCoachesNotBegun } from '../../src/domain/kept-coaches.ts'
import type { LogEntry, Step } from '../../src/domain/progress.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'

/** One kind of vehicle; other `seats` make another kind. */
const coach = (vehicleId: number | null = null, seats = 49, count = 1) => ({ type: `coach_${seats}`, seats, count, vehicleId })

type Vehicles = ReturnType<typeof coach>[]

describe('the kept vehicles after a change', () => {
  const cases: [string, Vehicles, Vehicles, [number, number][]][] = [
    ['keeps the only one', [coach()], [coach()], [[1, 1]]],
    ['keeps the first of two equal ones', [coach(null, 49, 2)], [coach()], [[1, 1]]],
    ['keeps the fleet vehicle that is named again', [coach(1, 49), coach(2, 16)], [coach(2, 16)], [[2, 1]]],
    ['keeps the fleet vehicle under another type', [coach(1, 49), coach(2, 49)], [coach(2, 53)], [[2, 1]]],
    ['keeps the one with the same type and seats', [coach(null, 49), coach(null, 16)], [coach(null, 16)], [[2, 1]]],
    ['matches one with its replacement from the fleet', [coach(1)], [coach(3)], [[1, 1]]],
    [
      'matches one with its replacement of another kind',
      [coach(1, 49), coach(2, 33)],
      [coach(1, 49), coach(5, 16)],
      [
        [1, 1],
        [2, 2],
      ],
    ],
    [
      'keeps both in another order',
      [coach(1), coach(2)],
      [coach(2), coach(1)],
      [
        [1, 2],
        [2, 1],
      ],
    ],
    [
      'keeps all beside a new one',
      [coach(1), coach(2)],
      [coach(3, 16), coach(2), coach(1)],
      [
        [1, 3],
        [2, 2],
      ],
    ],
    [
      'matches the two that remain',
      [coach(1, 49), coach(2, 16)],
      [coach(2, 16), coach(5, 33)],
      [
        [1, 2],
        [2, 1],
      ],
    ],
    [
      'keeps the named one of several under one name',
      [coach(null, 49), coach(7, 49)],
      [coach(7, 49, 2)],
      [
        [1, 2],
        [2, 1],
      ],
    ],
  ]
  test.each(cases)('%s', (_, before, after, kept) => {
    expect([...matchKeptCoaches(before, after)].sort()).toEqual(kept)
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

  test('are as many as there are in both lists, each matched once', () => {
    fc.assert(
      fc.property(vehicles, vehicles, (before, after) => {
        const kept = matchKeptCoaches(before, after)
        expect(kept.size).toBe(Math.min(numberOf(before), numberOf(after)))
        expect(new Set(kept.values()).size).toBe(kept.size)
        expect([...kept.keys()].every((no) => no >= 1 && no <= numberOf(before))).toBe(true)
        expect([...kept.values()].every((no) => no >= 1 && no <= numberOf(after))).toBe(true)
      }),
    )
  })

  test('are the same for equal lists', () => {
    fc.assert(
      fc.property(vehicles, (list) => {
        expect([...matchKeptCoaches(list, list)].every(([old, is]) => old === is)).toBe(true)
        expect(listNewlyNamed(list, list)).toEqual([])
      }),
    )
  })
})

test('returns a vehicle as newly named if it replaces another', () => {
  expect(listNewlyNamed([coach(1)], [coach(3)])).toEqual([1])
  expect(listNewlyNamed([coach()], [coach(3)])).toEqual([1])
  expect(listNewlyNamed([coach(1), coach(2)], [coach(2), coach(1)])).toEqual([])
  expect(listNewlyNamed([coach(1)], [coach(1), coach(3)])).toEqual([])
  expect(listNewlyNamed([coach(1)], [coach()])).toEqual([])
})

describe('a removed vehicle', () => {
  const legs = [1, 3].map((sequence) => ({ sequence, departsAt: 0, isAtAirport: false }))
  const logOf = (...steps: Step[]): LogEntry[] =>
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
  const removeAfter = (...steps: Step[]) =>
    resultOrRefusalCode(() =>
      requireCoachesNotBegun([{ vehicleNo: 2, journey: { legs, log: logOf(...steps) } }], new Map([[1, 1]])),
    )

  test('is refused during a leg', () => {
    expect(removeAfter()).toBeUndefined()
    expect(removeAfter('en_route', 'arrived', 'on_board', 'completed')).toBeUndefined()
    for (const steps of [['en_route'], ['en_route', 'arrived'], ['en_route', 'arrived', 'on_board']] satisfies Step[][]) {
      expect(removeAfter(...steps)).toBe('invalid_transition')
    }
    const staying = new Map([[2, 1]])
    const coaches = [{ vehicleNo: 2, journey: { legs, log: logOf('en_route', 'arrived', 'on_board') } }]
    expect(resultOrRefusalCode(() => requireCoachesNotBegun(coaches, staying))).toBeUndefined()
    expect(refusalFactsOf(() => requireCoachesNotBegun(coaches, new Map()))).toEqual({ current_status: 'on_board', allowed: [] })
  })
})
