import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isActiveAssignment } from '../../src/domain/assignment.ts'
import { type TripStatus, tripStatuses } from '../../src/domain/booking.ts'
import {
  type Coach,
  type CoachEntry,
  countAssigned,
  findDutyStatus,
  findTripEnd,
  findTripStatus,
  isCrewed,
  limitJourneyToLegs,
  listCoaches,
  listLegStatuses,
} from '../../src/domain/coach.ts'
import { type Duty, dutyRoles, listStepsLeftBehind, unassignDriver } from '../../src/domain/duty.ts'
import { acceptReport, type LegStatus, listNextSteps, type Step } from '../../src/domain/progress.ts'
import { resultOrRefusalCode } from '../support/refusal-outcomes.ts'
import { transitionTable } from '../support/states-page.ts'

const hour = 3_600_000
const departs = Date.UTC(2026, 5, 12, 8)

const journeyLegs = [
  { sequence: 1, departsAt: departs, isAtAirport: false },
  { sequence: 3, departsAt: departs + 9 * hour, isAtAirport: false },
]
const legs = [
  { sequence: 1, kind: 'transfer' },
  { sequence: 2, kind: 'standby' },
  { sequence: 3, kind: 'transfer' },
] as const

function duty(id: number, differing: Partial<Duty> = {}): Duty {
  return {
    id,
    vehicleNo: id,
    role: 'driver',
    legs: null,
    driverId: id,
    vehicleReg: `YX2${id} ABC`,
    vehicleId: null,
    tripStatus: 'assigned',
    departsAt: departs,
    assignedAt: 1,
    acknowledgedAt: 2,
    declinedAt: null,
    endedAt: null,
    ...differing,
  }
}

let lastId = 0

/** Log entries of one vehicle, on its first leg unless an entry is `[step, leg]`. */
function stepsOf(vehicleNo: number, ...said: (Step | readonly [Step, number])[]): CoachEntry[] {
  return said.map((one) => {
    lastId += 1
    const [status, leg] = typeof one === 'string' ? ([one, 1] as const) : one
    const at = departs + lastId
    return {
      id: lastId,
      assignmentId: vehicleNo,
      vehicleNo,
      leg,
      status,
      by: 'driver',
      occurredAt: at,
      receivedAt: at,
      revertsEventId: null,
    }
  })
}

const through: Step[] = ['en_route', 'arrived', 'on_board', 'completed']
const both = [...through, ...through.map((step): [Step, number] => [step, 3])]

const pair = (log: CoachEntry[], duties: Duty[] = [duty(1), duty(2)]) => listCoaches(2, journeyLegs, log, duties)
const status = (log: CoachEntry[], duties?: Duty[]) => findTripStatus(pair(log, duties))

describe('the status of a trip with two vehicles', () => {
  test.each<[string, CoachEntry[], TripStatus]>([
    ['no vehicle has set off', [], 'acknowledged'],
    ['one has set off', stepsOf(1, 'en_route'), 'acknowledged'],
    ['both have set off', [...stepsOf(1, 'en_route'), ...stepsOf(2, 'en_route')], 'en_route'],
    ['one has reached the pick-up', [...stepsOf(1, 'en_route', 'arrived'), ...stepsOf(2, 'en_route')], 'en_route'],
    ['one has set off for the return', [...stepsOf(1, ...through, ['en_route', 3]), ...stepsOf(2, ...through)], 'between_legs'],
    ['one has arrived', [...stepsOf(1, ...through), ...stepsOf(2, 'en_route', 'arrived', 'on_board')], 'on_board'],
    ['one is completed', [...stepsOf(1, ...both), ...stepsOf(2, ...through, ['en_route', 3])], 'en_route'],
    ['both are completed', [...stepsOf(1, ...both), ...stepsOf(2, ...both)], 'completed'],
  ])('follows the slower vehicle if %s', (_, log, expected) => {
    expect(status(log)).toBe(expected)
  })

  test('follows a vehicle without a driver, or without an acknowledgement', () => {
    const log = stepsOf(1, 'en_route', 'arrived')
    expect(status(log, [duty(1)])).toBe('unassigned')
    expect(status(log, [duty(1), duty(2, { declinedAt: 3 })])).toBe('unassigned')
    expect(status(log, [duty(1), duty(2, { acknowledgedAt: null })])).toBe('assigned')
    expect(status([], [duty(1), duty(3, { vehicleNo: 1, role: 'second', acknowledgedAt: null }), duty(2)])).toBe('assigned')
  })

  test('is a no-show only if every vehicle reports one', () => {
    const none = (vehicleNo: number) =>
      stepsOf(vehicleNo, 'en_route', 'arrived', 'no_show', ['en_route', 3], ['arrived', 3], ['no_show', 3])
    expect(status([...none(1), ...none(2)])).toBe('no_show')
    expect(status([...none(1), ...stepsOf(2, ...both)])).toBe('completed')
    expect(status([...none(1), ...stepsOf(2, ...through)])).toBe('between_legs')
  })
})

describe('the status of each leg with two vehicles', () => {
  const legsOf = (log: CoachEntry[]) => [...listLegStatuses(pair(log), legs).values()]

  test.each<[CoachEntry[], LegStatus[]]>([
    [stepsOf(1, 'en_route'), ['pending', 'pending', 'pending']],
    [
      [...stepsOf(1, ...through), ...stepsOf(2, 'en_route')],
      ['en_route', 'pending', 'pending'],
    ],
    [
      [...stepsOf(1, ...through, ['en_route', 3]), ...stepsOf(2, ...through)],
      ['completed', 'pending', 'pending'],
    ],
    [
      [...stepsOf(1, 'en_route', 'arrived', 'no_show'), ...stepsOf(2, ...through)],
      ['completed', 'pending', 'pending'],
    ],
    [
      [...stepsOf(1, 'en_route', 'arrived', 'no_show'), ...stepsOf(2, 'en_route', 'arrived', 'no_show')],
      ['no_show', 'pending', 'pending'],
    ],
    [
      [...stepsOf(1, ...both), ...stepsOf(2, ...both)],
      ['completed', 'completed', 'completed'],
    ],
  ])('follows the slower vehicle in case %#', (log, expected) => {
    expect(legsOf(log)).toEqual(expected)
  })
})

const anyStep = fc.record({ vehicleNo: fc.integer({ min: 1, max: 3 }), choice: fc.nat(), wait: fc.nat(hour) })

/** Any possible sequence of steps of three vehicles. */
const driven = fc.array(anyStep, { maxLength: 40 }).map((wanted) => {
  let log: CoachEntry[] = []
  for (const { vehicleNo, choice, wait } of wanted) {
    const coach = listCoaches(3, journeyLegs, log, [])[vehicleNo - 1] as Coach
    const possible = listNextSteps(coach.journey, 0)
    const next = possible[choice % Math.max(1, possible.length)]
    if (next === undefined) continue
    const [entry] = stepsOf(vehicleNo, [next.status, next.leg])
    log = [...log, { ...(entry as CoachEntry), occurredAt: departs + 10 * hour + wait }]
  }
  return log
})

const crew = fc.array(
  fc.record({
    vehicleNo: fc.integer({ min: 1, max: 3 }),
    role: fc.constantFrom(...dutyRoles),
    legs: fc.option(fc.subarray([1, 2, 3], { minLength: 1 }), { nil: null }),
    acknowledgedAt: fc.constantFrom(null, 2),
    declinedAt: fc.constantFrom(null, null, 3),
  }),
  { maxLength: 8 },
)

describe('a trip with three vehicles', () => {
  const rank = (one: TripStatus) => tripStatuses.indexOf(one)

  test('has the status of one of its vehicles, and with one vehicle that vehicle’s status', () => {
    fc.assert(
      fc.property(driven, crew, (log, given) => {
        const duties = given.map((one, nth) => duty(nth + 1, one))
        const coaches = listCoaches(3, journeyLegs, log, duties)
        const each = coaches.map((coach) => findTripStatus([coach]))
        const said = findTripStatus(coaches)
        expect([...each, 'completed']).toContain(said)
        if (said === 'completed') expect(each.every((one) => one === 'completed' || one === 'no_show')).toBe(true)
        if (said === 'no_show') expect(each.every((one) => one === 'no_show')).toBe(true)
        expect(findTripStatus([...coaches].reverse())).toBe(said)
      }),
    )
  })

  test('never moves back when a vehicle makes a step', () => {
    fc.assert(
      fc.property(driven, (log) => {
        const all = [duty(1), duty(2), duty(3)]
        let before = { leg: 0, rank: 0 }
        for (let end = 0; end <= log.length; end++) {
          const coaches = listCoaches(3, journeyLegs, log.slice(0, end), all)
          const leg = [...listLegStatuses(coaches, legs).values()].filter(
            (one) => one === 'completed' || one === 'no_show',
          ).length
          const now = { leg, rank: rank(findTripStatus(coaches)) }
          if (now.leg === before.leg && now.rank !== rank('between_legs')) expect(now.rank).toBeGreaterThanOrEqual(before.rank)
          expect(now.leg).toBeGreaterThanOrEqual(before.leg)
          before = now.rank === rank('between_legs') ? { leg: now.leg, rank: 0 } : now
        }
      }),
    )
  })

  test('needs a driver exactly if a leg without a driver or relief is not completed', () => {
    fc.assert(
      fc.property(driven, crew, (log, given) => {
        const duties = given.map((one, nth) => duty(nth + 1, one))
        const coaches = listCoaches(3, journeyLegs, log, duties)
        const isEnded = (vehicleNo: number, leg: number) =>
          log.some((one) => one.vehicleNo === vehicleNo && one.leg === leg && ['completed', 'no_show'].includes(one.status))
        const wanted = [1, 2, 3].some((vehicleNo) =>
          [1, 3].some((leg) => {
            const has = duties.some(
              (one) =>
                isActiveAssignment(one) &&
                one.vehicleNo === vehicleNo &&
                one.role !== 'second' &&
                (one.legs === null || one.legs.includes(leg)),
            )
            return !has && !isEnded(vehicleNo, leg)
          }),
        )
        expect(isCrewed(coaches)).toBe(!wanted)
        expect(countAssigned(coaches)).toBe(new Set(duties.filter(isActiveAssignment).map(({ vehicleNo }) => vehicleNo)).size)
      }),
    )
  })

  test('ends with the last vehicle', () => {
    const log = [...stepsOf(1, ...both), ...stepsOf(2, ...both)].map((one) => ({
      ...one,
      occurredAt: departs + one.vehicleNo * hour,
    }))
    expect(findTripEnd(pair(log))).toBe(departs + 2 * hour)
    expect(findTripEnd(pair([]))).toBeNull()
  })
})

describe('a duty', () => {
  const relief = duty(1, { role: 'relief', legs: [3] })
  const [first] = pair(stepsOf(1, ...through))

  test('has on some legs the status of its vehicle on those legs', () => {
    expect(findDutyStatus(relief, (first as Coach).journey)).toBe('acknowledged')
    expect(findDutyStatus(duty(1, { legs: [1] }), (first as Coach).journey)).toBe('completed')
    expect(findDutyStatus(duty(1), (first as Coach).journey)).toBe('between_legs')
    expect(findDutyStatus({ ...relief, declinedAt: 3 }, (first as Coach).journey)).toBe('unassigned')
    expect(limitJourneyToLegs(relief, (first as Coach).journey)).toEqual({ legs: journeyLegs.slice(1), log: [] })
  })
})

/** The status of a vehicle after a change of its driver, by the rule of an operator’s first call. */
test.each<[TripStatus, CoachEntry[], TripStatus]>([
  ['acknowledged', [], 'assigned'],
  ['en_route', stepsOf(1, 'en_route'), 'assigned'],
  ['arrived', stepsOf(1, 'en_route', 'arrived'), 'assigned'],
  ['on_board', stepsOf(1, 'en_route', 'arrived', 'on_board'), 'on_board'],
  ['between_legs', stepsOf(1, ...through), 'between_legs'],
  ['en_route', stepsOf(1, ...through, ['en_route', 3]), 'between_legs'],
])('changes the driver of a vehicle with status %s', (before, log, after) => {
  const old = duty(1)
  const given = duty(9, { vehicleNo: 1, acknowledgedAt: null })
  const coach = (duties: Duty[], lines: CoachEntry[]) => listCoaches(1, journeyLegs, lines, duties)
  expect(findTripStatus(coach([old], log))).toBe(before)

  const [now] = coach([given], log)
  const reverted = listStepsLeftBehind((now as Coach).journey, [old], [given]).map((step): CoachEntry => {
    lastId += 1
    return { ...step, vehicleNo: 1, id: lastId, status: 'reverted', by: 'system', revertsEventId: step.id }
  })
  expect(findTripStatus(coach([given], [...log, ...reverted]))).toBe(after)
  expect(findTripStatus(coach([], []))).toBe('unassigned')
})

/** The log and acknowledgement that give a duty this status. */
const casesByStatus: Record<string, [log: CoachEntry[], acknowledgedAt: number | null]> = {
  assigned: [[], null],
  acknowledged: [[], 2],
  en_route: [stepsOf(1, 'en_route'), 2],
  arrived: [stepsOf(1, 'en_route', 'arrived'), 2],
  on_board: [stepsOf(1, 'en_route', 'arrived', 'on_board'), 2],
  between_legs: [stepsOf(1, ...through), 2],
  completed: [stepsOf(1, ...both), 2],
  no_show: [stepsOf(1, 'en_route', 'arrived', 'no_show', ['en_route', 3], ['arrived', 3], ['no_show', 3]), 2],
}

test.each(Object.entries(transitionTable('The booking', 'the duty is')))('removes a duty with status %s: %p', (before, row) => {
  const [log, acknowledgedAt] = casesByStatus[before] ?? [[], null]
  const own = duty(1, { acknowledgedAt })
  const [coach] = listCoaches(1, journeyLegs, log, [own])
  const tripStatus = findDutyStatus(own, (coach as Coach).journey)
  expect(tripStatus).toBe(before as TripStatus)

  const outcome = resultOrRefusalCode(() => unassignDriver({ ...own, tripStatus }, 9))
  const reverted = listStepsLeftBehind((coach as Coach).journey, [own], []).map((step): CoachEntry => {
    lastId += 1
    return { ...step, vehicleNo: 1, id: lastId, status: 'reverted', by: 'system', revertsEventId: step.id }
  })
  const after = findTripStatus(listCoaches(1, journeyLegs, [...log, ...reverted], []))
  expect(typeof outcome === 'string' ? outcome : after).toBe(row['taken off'] as TripStatus)
})

/** The result of each report by the status of its leg in docs/states.md, with any status of the other vehicle. */
describe.each(Object.entries(transitionTable('The booking', 'the leg is')))('one vehicle’s leg with status %s', (name, row) => {
  const way: Record<string, Step[]> = {
    pending: [],
    en_route: ['en_route'],
    arrived: ['en_route', 'arrived'],
    on_board: ['en_route', 'arrived', 'on_board'],
    completed: through,
    no_show: ['en_route', 'arrived', 'no_show'],
  }
  const now = departs + 3 * hour
  const rules = { now, assignedAt: 1, noShowWaitMinutes: 15 }

  test.each(Object.entries(row))('returns for the report %s: %s, with any status of the other vehicle', (said, expected) => {
    for (const others of Object.values(way)) {
      const [, coach] = pair([...stepsOf(1, ...others), ...stepsOf(2, ...(way[name] ?? []))])
      const moment = { at: now, sentAt: now, latest: now, isAdjusted: false }
      const report = { status: said as Step, leg: 1, delayMinutes: null, moment }
      const outcome = resultOrRefusalCode(() =>
        acceptReport((coach as Coach).journey, report, rules).isRepeat ? 'known' : 'new',
      )
      expect(outcome).toBe(expected === 'known' || expected === 'invalid_transition' ? expected : 'new')
    }
  })
})
