import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isStanding } from '../../src/domain/assignment.ts'
import { type TripStatus, tripStatuses } from '../../src/domain/booking.ts'
import {
  type Coach,
  type CoachEntry,
  coachesOf,
  countAssigned,
  endOfTrip,
  isCrewed,
  onLegsOf,
  statusOfDuty,
  statusOfLegs,
  statusOfTrip,
} from '../../src/domain/coach.ts'
import { type Duty, dutyRoles, stepsLeftBehind, takeOff } from '../../src/domain/duty.ts'
import { acceptReport, type LegStatus, nextSteps, type Step } from '../../src/domain/progress.ts'
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

/** These steps of one coach, on its first leg unless it is told `[step, leg]`. */
function told(vehicleNo: number, ...said: (Step | readonly [Step, number])[]): CoachEntry[] {
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

const pair = (log: CoachEntry[], duties: Duty[] = [duty(1), duty(2)]) => coachesOf(2, journeyLegs, log, duties)
const status = (log: CoachEntry[], duties?: Duty[]) => statusOfTrip(pair(log, duties))

describe('a trip of two coaches is as far as the one behind', () => {
  test.each<[string, CoachEntry[], TripStatus]>([
    ['neither has set off', [], 'acknowledged'],
    ['one has set off', told(1, 'en_route'), 'acknowledged'],
    ['both have set off', [...told(1, 'en_route'), ...told(2, 'en_route')], 'en_route'],
    ['one is there', [...told(1, 'en_route', 'arrived'), ...told(2, 'en_route')], 'en_route'],
    ['one is on its way back', [...told(1, ...through, ['en_route', 3]), ...told(2, ...through)], 'between_legs'],
    ['one has arrived', [...told(1, ...through), ...told(2, 'en_route', 'arrived', 'on_board')], 'on_board'],
    ['one is over', [...told(1, ...both), ...told(2, ...through, ['en_route', 3])], 'en_route'],
    ['both are over', [...told(1, ...both), ...told(2, ...both)], 'completed'],
  ])('when %s', (_, log, expected) => {
    expect(status(log)).toBe(expected)
  })

  test('when one has no one on it, or has not been acknowledged', () => {
    const log = told(1, 'en_route', 'arrived')
    expect(status(log, [duty(1)])).toBe('unassigned')
    expect(status(log, [duty(1), duty(2, { declinedAt: 3 })])).toBe('unassigned')
    expect(status(log, [duty(1), duty(2, { acknowledgedAt: null })])).toBe('assigned')
    expect(status([], [duty(1), duty(3, { vehicleNo: 1, role: 'second', acknowledgedAt: null }), duty(2)])).toBe('assigned')
  })

  test('and a no-show only when every coach says so', () => {
    const none = (vehicleNo: number) =>
      told(vehicleNo, 'en_route', 'arrived', 'no_show', ['en_route', 3], ['arrived', 3], ['no_show', 3])
    expect(status([...none(1), ...none(2)])).toBe('no_show')
    expect(status([...none(1), ...told(2, ...both)])).toBe('completed')
    expect(status([...none(1), ...told(2, ...through)])).toBe('between_legs')
  })
})

describe('each leg is as far as the coach behind on it', () => {
  const legsOf = (log: CoachEntry[]) => [...statusOfLegs(pair(log), legs).values()]

  test.each<[CoachEntry[], LegStatus[]]>([
    [told(1, 'en_route'), ['pending', 'pending', 'pending']],
    [
      [...told(1, ...through), ...told(2, 'en_route')],
      ['en_route', 'pending', 'pending'],
    ],
    [
      [...told(1, ...through, ['en_route', 3]), ...told(2, ...through)],
      ['completed', 'pending', 'pending'],
    ],
    [
      [...told(1, 'en_route', 'arrived', 'no_show'), ...told(2, ...through)],
      ['completed', 'pending', 'pending'],
    ],
    [
      [...told(1, 'en_route', 'arrived', 'no_show'), ...told(2, 'en_route', 'arrived', 'no_show')],
      ['no_show', 'pending', 'pending'],
    ],
    [
      [...told(1, ...both), ...told(2, ...both)],
      ['completed', 'completed', 'completed'],
    ],
  ])('%#', (log, expected) => {
    expect(legsOf(log)).toEqual(expected)
  })
})

const anyStep = fc.record({ vehicleNo: fc.integer({ min: 1, max: 3 }), choice: fc.nat(), wait: fc.nat(hour) })

/** Any way in which three coaches could be driven, each step one that was possible. */
const driven = fc.array(anyStep, { maxLength: 40 }).map((wanted) => {
  let log: CoachEntry[] = []
  for (const { vehicleNo, choice, wait } of wanted) {
    const coach = coachesOf(3, journeyLegs, log, [])[vehicleNo - 1] as Coach
    const possible = nextSteps(coach.journey, 0)
    const next = possible[choice % Math.max(1, possible.length)]
    if (next === undefined) continue
    const [entry] = told(vehicleNo, [next.status, next.leg])
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

describe('however three coaches are driven', () => {
  const rank = (one: TripStatus) => tripStatuses.indexOf(one)

  test('the trip says what one of them says, and alone it says what its coach does', () => {
    fc.assert(
      fc.property(driven, crew, (log, given) => {
        const duties = given.map((one, nth) => duty(nth + 1, one))
        const coaches = coachesOf(3, journeyLegs, log, duties)
        const each = coaches.map((coach) => statusOfTrip([coach]))
        const said = statusOfTrip(coaches)
        expect([...each, 'completed']).toContain(said)
        if (said === 'completed') expect(each.every((one) => one === 'completed' || one === 'no_show')).toBe(true)
        if (said === 'no_show') expect(each.every((one) => one === 'no_show')).toBe(true)
        expect(statusOfTrip([...coaches].reverse())).toBe(said)
      }),
    )
  })

  test('no coach moves the trip back by going on', () => {
    fc.assert(
      fc.property(driven, (log) => {
        const all = [duty(1), duty(2), duty(3)]
        let before = { leg: 0, rank: 0 }
        for (let end = 0; end <= log.length; end++) {
          const coaches = coachesOf(3, journeyLegs, log.slice(0, end), all)
          const leg = [...statusOfLegs(coaches, legs).values()].filter((one) => one === 'completed' || one === 'no_show').length
          const now = { leg, rank: rank(statusOfTrip(coaches)) }
          if (now.leg === before.leg && now.rank !== rank('between_legs')) expect(now.rank).toBeGreaterThanOrEqual(before.rank)
          expect(now.leg).toBeGreaterThanOrEqual(before.leg)
          before = now.rank === rank('between_legs') ? { leg: now.leg, rank: 0 } : now
        }
      }),
    )
  })

  test('a driver is wanted exactly where a leg is still to be driven and no driver or relief stands', () => {
    fc.assert(
      fc.property(driven, crew, (log, given) => {
        const duties = given.map((one, nth) => duty(nth + 1, one))
        const coaches = coachesOf(3, journeyLegs, log, duties)
        const isOver = (vehicleNo: number, leg: number) =>
          log.some((one) => one.vehicleNo === vehicleNo && one.leg === leg && ['completed', 'no_show'].includes(one.status))
        const wanted = [1, 2, 3].some((vehicleNo) =>
          [1, 3].some((leg) => {
            const has = duties.some(
              (one) =>
                isStanding(one) &&
                one.vehicleNo === vehicleNo &&
                one.role !== 'second' &&
                (one.legs === null || one.legs.includes(leg)),
            )
            return !has && !isOver(vehicleNo, leg)
          }),
        )
        expect(isCrewed(coaches)).toBe(!wanted)
        expect(countAssigned(coaches)).toBe(new Set(duties.filter(isStanding).map(({ vehicleNo }) => vehicleNo)).size)
      }),
    )
  })

  test('the end is that of the last coach', () => {
    const log = [...told(1, ...both), ...told(2, ...both)].map((one) => ({ ...one, occurredAt: departs + one.vehicleNo * hour }))
    expect(endOfTrip(pair(log))).toBe(departs + 2 * hour)
    expect(endOfTrip(pair([]))).toBeNull()
  })
})

describe('a duty', () => {
  const relief = duty(1, { role: 'relief', legs: [3] })
  const [first] = pair(told(1, ...through))

  test('on some of the legs is as far as its coach on those', () => {
    expect(statusOfDuty(relief, (first as Coach).journey)).toBe('acknowledged')
    expect(statusOfDuty(duty(1, { legs: [1] }), (first as Coach).journey)).toBe('completed')
    expect(statusOfDuty(duty(1), (first as Coach).journey)).toBe('between_legs')
    expect(statusOfDuty({ ...relief, declinedAt: 3 }, (first as Coach).journey)).toBe('unassigned')
    expect(onLegsOf(relief, (first as Coach).journey)).toEqual({ legs: journeyLegs.slice(1), log: [] })
  })
})

/** Where a coach stands once it is given to another driver: what an operator's first call has always come to. */
test.each<[TripStatus, CoachEntry[], TripStatus]>([
  ['acknowledged', [], 'assigned'],
  ['en_route', told(1, 'en_route'), 'assigned'],
  ['arrived', told(1, 'en_route', 'arrived'), 'assigned'],
  ['on_board', told(1, 'en_route', 'arrived', 'on_board'), 'on_board'],
  ['between_legs', told(1, ...through), 'between_legs'],
  ['en_route', told(1, ...through, ['en_route', 3]), 'between_legs'],
])('another driver on a coach that is %s', (before, log, after) => {
  const old = duty(1)
  const given = duty(9, { vehicleNo: 1, acknowledgedAt: null })
  const coach = (duties: Duty[], lines: CoachEntry[]) => coachesOf(1, journeyLegs, lines, duties)
  expect(statusOfTrip(coach([old], log))).toBe(before)

  const [now] = coach([given], log)
  const reverted = stepsLeftBehind((now as Coach).journey, [old], [given]).map((step): CoachEntry => {
    lastId += 1
    return { ...step, vehicleNo: 1, id: lastId, status: 'reverted', by: 'system', revertsEventId: step.id }
  })
  expect(statusOfTrip(coach([given], [...log, ...reverted]))).toBe(after)
  expect(statusOfTrip(coach([], []))).toBe('unassigned')
})

/** How a coach comes to stand where it stands, with the driver's answer where that decides. */
const standings: Record<string, [log: CoachEntry[], acknowledgedAt: number | null]> = {
  assigned: [[], null],
  acknowledged: [[], 2],
  en_route: [told(1, 'en_route'), 2],
  arrived: [told(1, 'en_route', 'arrived'), 2],
  on_board: [told(1, 'en_route', 'arrived', 'on_board'), 2],
  between_legs: [told(1, ...through), 2],
  completed: [told(1, ...both), 2],
  no_show: [told(1, 'en_route', 'arrived', 'no_show', ['en_route', 3], ['arrived', 3], ['no_show', 3]), 2],
}

test.each(Object.entries(transitionTable('The booking', 'the duty is')))('a duty that is %s is taken off: %p', (before, row) => {
  const [log, acknowledgedAt] = standings[before] ?? [[], null]
  const own = duty(1, { acknowledgedAt })
  const [coach] = coachesOf(1, journeyLegs, log, [own])
  const tripStatus = statusOfDuty(own, (coach as Coach).journey)
  expect(tripStatus).toBe(before as TripStatus)

  const outcome = resultOrRefusalCode(() => takeOff({ ...own, tripStatus }, 9))
  const reverted = stepsLeftBehind((coach as Coach).journey, [own], []).map((step): CoachEntry => {
    lastId += 1
    return { ...step, vehicleNo: 1, id: lastId, status: 'reverted', by: 'system', revertsEventId: step.id }
  })
  const after = statusOfTrip(coachesOf(1, journeyLegs, [...log, ...reverted], []))
  expect(typeof outcome === 'string' ? outcome : after).toBe(row['taken off'] as TripStatus)
})

/** What the page says each report comes to, by where the leg it names stands, whatever the other coach does. */
describe.each(Object.entries(transitionTable('The booking', 'the leg is')))('a leg of one coach that is %s', (name, row) => {
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

  test.each(Object.entries(row))('and is reported %s: %s, wherever the other one is', (said, expected) => {
    for (const others of Object.values(way)) {
      const [, coach] = pair([...told(1, ...others), ...told(2, ...(way[name] ?? []))])
      const moment = { at: now, sentAt: now, latest: now, isAdjusted: false }
      const report = { status: said as Step, leg: 1, delayMinutes: null, moment }
      const outcome = resultOrRefusalCode(() =>
        acceptReport((coach as Coach).journey, report, rules).isRepeat ? 'known' : 'new',
      )
      expect(outcome).toBe(expected === 'known' || expected === 'invalid_transition' ? expected : 'new')
    }
  })
})
