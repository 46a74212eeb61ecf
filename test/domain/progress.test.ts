import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  acceptReport,
  type EventStatus,
  findBookingTripStatus,
  findLegStatus,
  findNoShowTime,
  type Journey,
  type LegStatus,
  type LogEntry,
  listNextSteps,
  listStatusOfEachLeg,
  listStepsToReset,
  type ProgressReport,
  type Reportable,
  reportable,
} from '../../src/domain/progress.ts'
import { findStepToUndo, findUndoDeadline } from '../../src/domain/progress-undo.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'
import { transitionTable } from '../support/states-page.ts'

const minute = 60_000
const hour = 60 * minute
const departs = Date.UTC(2026, 5, 12, 8)
const back = departs + 9 * hour
const assignedAt = departs - 30 * 24 * hour

const legs = [
  { sequence: 1, departsAt: departs, isAtAirport: false },
  { sequence: 3, departsAt: back, isAtAirport: false },
]

type ReportedStep = readonly [status: EventStatus, at?: number, more?: Partial<LogEntry>]

function logOf(resultOf: readonly ReportedStep[], leg = 1): LogEntry[] {
  return resultOf.map(([status, at, more], nth) => ({
    id: nth + 1,
    assignmentId: 5,
    leg,
    status,
    by: 'driver',
    occurredAt: at ?? departs + nth * minute,
    receivedAt: at ?? departs + nth * minute,
    revertsEventId: null,
    ...more,
  }))
}

function journey(...resultOf: readonly ReportedStep[]): Journey {
  return { legs, log: logOf(resultOf) }
}

const now = departs + 3 * hour
const rules = { now, assignedAt, noShowWaitMinutes: 15 }
const me = { by: 'driver', assignmentId: 5 } as const

type Said = {
  readonly leg?: number | null
  readonly occurredAt?: number
  readonly sentAt?: number
  readonly delayMinutes?: number
}

function report(status: Reportable, said: Said = {}): ProgressReport {
  const { leg = null, occurredAt: at = now, sentAt = at, delayMinutes = null } = said
  return { status, leg, delayMinutes, moment: { at, sentAt, latest: at, isAdjusted: at !== sentAt } }
}

function resultOf(on: Journey, said: ProgressReport): unknown {
  return resultOrRefusalCode(() => (acceptReport(on, said, rules).isRepeat ? 'known' : 'new'))
}

const first: Readonly<Record<LegStatus, readonly ReportedStep[]>> = {
  pending: [],
  en_route: [['en_route']],
  arrived: [['en_route'], ['arrived']],
  on_board: [['en_route'], ['arrived'], ['on_board']],
  completed: [['en_route'], ['arrived'], ['on_board'], ['completed']],
  no_show: [['en_route'], ['arrived'], ['no_show']],
}

/** The result of each report by the status of its leg, from docs/states.md. */
const table = transitionTable('The booking', 'the leg is')

/** The allowed steps for each status of a leg. */
const allowed = Object.fromEntries(
  Object.entries(table).map(([status, row]) => [status, Object.keys(row).filter((step) => row[step] === step)]),
)

for (const [status, row] of Object.entries(table)) {
  describe(`a leg with status ${status}`, () => {
    test.each(Object.entries(row))('returns for the report %s: %s', (said, expected) => {
      const on = journey(...first[status as LegStatus])
      const outcome = resultOf(on, report(said as Reportable, { leg: 1 }))

      expect(findLegStatus(on, 1)).toBe(status as LegStatus)
      if (outcome === 'new') {
        const after = journey(...first[status as LegStatus], [said as Reportable])
        expect(findLegStatus(after, 1)).toBe((expected === 'noted' ? status : expected) as LegStatus)
        return
      }
      expect(outcome).toBe(expected)
      if (expected === 'known') return
      const refused = () => acceptReport(on, report(said as Reportable, { leg: 1 }), rules)
      expect(refusalFactsOf(refused)).toEqual({ current_status: status, allowed: allowed[status] })
    })
  })
}

test('starts the second leg only after the first', () => {
  expect(resultOf(journey(...first.on_board), report('en_route', { leg: 3 }))).toBe('invalid_transition')
  expect(resultOf(journey(...first.completed), report('en_route', { leg: 3, occurredAt: back }))).toBe('new')
})

test('refuses reports for a standby and for a missing leg', () => {
  expect(resultOf(journey(), report('en_route', { leg: 2 }))).toBe('validation_failed')
  expect(resultOf(journey(), report('en_route', { leg: 4 }))).toBe('validation_failed')
})

describe('a report without a leg', () => {
  const between = journey(...first.completed)

  test('applies to the current leg', () => {
    expect(acceptReport(between, report('en_route', { occurredAt: back }), rules)).toMatchObject({ leg: 3, isRepeat: false })
    expect(acceptReport(between, report('delayed', { occurredAt: back }), rules)).toMatchObject({ leg: 3, isRepeat: false })
  })

  test('applies to the previous leg if it repeats that leg’s last steps', () => {
    expect(acceptReport(between, report('completed'), rules)).toMatchObject({ leg: 1, isRepeat: true })
    expect(acceptReport(between, report('on_board'), rules)).toMatchObject({ leg: 1, isRepeat: true })
    const again = report('en_route', { occurredAt: departs })
    expect(acceptReport(between, again, rules)).toMatchObject({ leg: 1, isRepeat: true })
  })

  test('applies to the last leg after the trip has ended', () => {
    const finished = { legs: legs.slice(0, 1), log: logOf(first.completed) }

    expect(acceptReport(finished, report('completed'), rules)).toMatchObject({ leg: 1, isRepeat: true })
    expect(resultOf(finished, report('no_show'))).toBe('invalid_transition')
  })
})

test('treats a remark of the same time as a repeat, and any other as new', () => {
  const on = journey(['en_route'], ['delayed', departs + minute])

  expect(resultOf(on, report('delayed', { occurredAt: departs + minute }))).toBe('known')
  expect(resultOf(on, report('delayed', { occurredAt: departs + 2 * minute }))).toBe('new')
})

test('recognises a repeated remark by the phone’s time and its delay', () => {
  const sentAt = departs + 6 * minute
  const on = journey(['en_route'], ['delayed', departs, { sentAt, delayMinutes: 20 }])
  const late = (delayMinutes: number, sent = sentAt) =>
    resultOf(on, report('delayed', { occurredAt: departs, sentAt: sent, delayMinutes }))

  expect([late(20), late(0), late(20, departs)]).toEqual(['known', 'new', 'new'])
})

describe('the time of a report', () => {
  const moment = (on: Journey, status: Reportable, occurredAt: number, assigned = assignedAt) => {
    const { at, isAdjusted } = acceptReport(on, report(status, { occurredAt }), { ...rules, assignedAt: assigned }).moment
    return [at, isAdjusted]
  }

  test('is never before the assignment, except within the same second', () => {
    const assigned = departs + 900

    expect(moment(journey(), 'en_route', departs - 1_000, assigned)).toEqual([assigned, true])
    expect(moment(journey(), 'en_route', departs, assigned)).toEqual([departs, false])
  })

  test('is never before the last event of its leg, also for an event in the future', () => {
    const on = journey(['en_route', departs])
    const ahead = journey(['en_route', now + 3 * minute])

    expect(moment(on, 'arrived', departs - 1_000)).toEqual([departs, true])
    expect(moment(on, 'arrived', departs)).toEqual([departs, false])
    expect(moment(ahead, 'arrived', now)).toEqual([now + 3 * minute, true])
  })

  test('ignores undone events', () => {
    const on = journey(['en_route', departs], ['arrived', departs + hour], ['reverted', departs + hour, { revertsEventId: 2 }])

    expect(moment(on, 'arrived', departs + minute)).toEqual([departs + minute, false])
  })
})

test('allows setting off from twelve hours before the leg, by the time of the report', () => {
  const from = departs - 12 * hour
  const early = { ...rules, now: from }

  expect(resultOrRefusalCode(() => acceptReport(journey(), report('en_route', { occurredAt: from - 1_000 }), early))).toBe(
    'invalid_transition',
  )
  expect(refusalFactsOf(() => acceptReport(journey(), report('en_route', { occurredAt: from - 1_000 }), early))).toEqual({
    current_status: 'pending',
    allowed: ['en_route'],
    not_before: '2026-06-11T20:00:00Z',
  })
  expect(resultOrRefusalCode(() => acceptReport(journey(), report('en_route', { occurredAt: from }), early))).toMatchObject({
    leg: 1,
  })
})

describe('a no-show', () => {
  const waiting = (isAtAirport: boolean): Journey => ({
    legs: [{ sequence: 1, departsAt: departs, isAtAirport }],
    log: logOf([
      ['en_route', departs - hour],
      ['arrived', departs],
    ]),
  })
  const at = (minutes: number) => ({ ...rules, now: departs + minutes * minute })
  const reportNoShow = (on: Journey, minutes: number, wait = 15) =>
    resultOrRefusalCode(() => {
      const sent = report('no_show', { occurredAt: departs + minutes * minute })
      return acceptReport(on, sent, { ...at(minutes), noShowWaitMinutes: wait }).isRepeat
    })

  test.each([
    [false, 15, 15],
    [true, 15, 45],
    [true, 60, 60],
    [false, 30, 30],
  ])('is allowed at an airport: %p, with a wait of %d minutes, after %d', (isAtAirport, wait, minutes) => {
    const on = waiting(isAtAirport)

    expect(findNoShowTime(on, wait)).toBe(departs + minutes * minute)
    expect(reportNoShow(on, minutes - 1, wait)).toBe('no_show_too_early')
    expect(reportNoShow(on, minutes, wait)).toBe(false)
  })

  test('is refused from a phone with a clock ahead', () => {
    const ahead = report('no_show', { occurredAt: departs + 16 * minute })

    expect(resultOrRefusalCode(() => acceptReport(waiting(false), ahead, at(12)))).toBe('no_show_too_early')
    expect(refusalFactsOf(() => acceptReport(waiting(false), ahead, at(12)))).toEqual({
      current_status: 'arrived',
      allowed_at: '2026-06-12T08:15:00Z',
    })
  })

  test('has no allowed time before the driver has arrived', () => {
    expect(findNoShowTime(journey(['en_route']), 15)).toBeNull()
  })
})

describe('the next steps in the app', () => {
  test.each(Object.entries(allowed))('match the allowed steps for the status %s', (status, steps) => {
    const on = { legs: legs.slice(0, 1), log: logOf(first[status as LegStatus]) }

    expect(listNextSteps(on, 15).map((step) => step.status)).toEqual([...steps] as never)
  })

  test('include their earliest time', () => {
    expect(listNextSteps(journey(), 15)).toEqual([{ status: 'en_route', leg: 1, notBefore: departs - 12 * hour }])
    expect(listNextSteps(journey(...first.arrived), 15)).toEqual([
      { status: 'on_board', leg: 1, notBefore: null },
      { status: 'no_show', leg: 1, notBefore: departs + 16 * minute },
    ])
    expect(listNextSteps(journey(...first.completed), 15)).toMatchObject([{ status: 'en_route', leg: 3 }])
  })
})

describe('the trip status of a booking', () => {
  const second = (...more: readonly ReportedStep[]): Journey => ({
    legs,
    log: [...logOf(first.completed), ...logOf(more, 3).map((entry) => ({ ...entry, id: entry.id + 100 }))],
  })
  const nobody = (...more: readonly ReportedStep[]): Journey => ({
    legs,
    log: [...logOf(first.no_show), ...logOf(more, 3).map((entry) => ({ ...entry, id: entry.id + 100 }))],
  })

  test.each([
    ['is the staffing before the first step', journey(), 'acknowledged'],
    ['is the step on the first leg', journey(...first.arrived), 'arrived'],
    ['is between legs after the first leg', second(), 'between_legs'],
    ['is between legs after a no-show on the first leg', nobody(), 'between_legs'],
    ['is the step on the second leg', second(...first.on_board), 'on_board'],
    ['is completed at the end', second(...first.completed), 'completed'],
    ['is completed after one no-show and one completed leg', nobody(...first.completed), 'completed'],
    ['is a no-show after no-shows on both legs', nobody(...first.no_show), 'no_show'],
  ] as const)('%s', (_, on, status) => {
    expect(findBookingTripStatus(on, 'acknowledged')).toBe(status)
  })

  test('completes a standby when the vehicle sets off again', () => {
    const all = [
      { sequence: 1, kind: 'transfer' },
      { sequence: 2, kind: 'standby' },
      { sequence: 3, kind: 'transfer' },
    ] as const
    const of = (on: Journey) => [...listStatusOfEachLeg(on, all).values()]

    expect(of(second())).toEqual(['completed', 'pending', 'pending'])
    expect(of(second(['en_route']))).toEqual(['completed', 'completed', 'en_route'])
    expect(of(second(...first.completed))).toEqual(['completed', 'completed', 'completed'])
  })
})

describe('an undo', () => {
  const on = journey(...first.arrived)
  const received = departs + minute
  const undo = (
    status: Reportable,
    at = received + 60_000,
    teller: { by: 'driver' | 'operator'; assignmentId: number } = me,
    log = on,
  ) => resultOrRefusalCode(() => findStepToUndo(log, report(status), teller, at)?.id ?? 'known')

  test('undoes the newest step for two minutes after its receipt', () => {
    expect(undo('arrived')).toBe(2)
    expect(undo('arrived', received + 120_000)).toBe(2)
    expect(undo('arrived', received + 120_001)).toBe('undo_expired')
    expect(findUndoDeadline(on, me, received)).toBe(received + 120_000)
    expect(findUndoDeadline(on, me, received + 120_001)).toBeNull()
  })

  test('counts from the receipt of a late report, not from its event', () => {
    const late = journey(['en_route', departs, { receivedAt: departs + hour }])

    expect(undo('en_route', departs + hour + minute, me, late)).toBe(1)
  })

  test('is allowed for the driver or office that reported the step', () => {
    const byOffice = { by: 'operator', assignmentId: 5 } as const
    const byAnother = { by: 'driver', assignmentId: 6 } as const

    expect(undo('arrived', received, byOffice)).toBe('invalid_transition')
    expect(undo('arrived', received, byAnother)).toBe('invalid_transition')
    expect(undo('en_route', received, me, journey())).toBe('invalid_transition')
  })

  test('ignores a repeated undo', () => {
    const taken = journey(...first.arrived, ['reverted', received, { revertsEventId: 2 }])

    expect(undo('arrived', received, me, taken)).toBe('known')
    expect(undo('en_route', received, me, taken)).toBe(1)
  })

  test('undoes the newest own remark of a given kind, and no step', () => {
    const late = journey(...first.arrived, ['delayed', departs, { delayMinutes: 10 }], ['delayed', departs, { delayMinutes: 20 }])
    const taken = journey(...first.arrived, ['delayed'], ['delayed'], ['reverted', received, { revertsEventId: 4 }])

    expect(undo('delayed', received, me, late)).toBe(4)
    expect(undo('delayed', received, me, taken)).toBe('known')
    expect(undo('delayed', received, me, on)).toBe('invalid_transition')
    expect(undo('delayed', received + hour, me, late)).toBe('undo_expired')
  })

  test('leaves remarks unchanged', () => {
    expect(undo('arrived', received, me, journey(...first.arrived, ['delayed']))).toBe(2)
  })

  test('applies to the given leg', () => {
    expect(resultOrRefusalCode(() => findStepToUndo(on, report('arrived', { leg: 3 }), me, received))).toBe('invalid_transition')
  })
})

test('resets the leg for a new driver until passengers are on board', () => {
  const reset = (...log: readonly ReportedStep[]) => listStepsToReset(journey(...log)).map(({ status }) => status)

  expect(reset()).toEqual([])
  expect(reset(...first.arrived)).toEqual(['arrived', 'en_route'])
  expect(reset(['en_route'], ['delayed'])).toEqual(['en_route'])
  expect(reset(...first.on_board)).toEqual([])
  expect(reset(...first.completed)).toEqual([])
})

test('only adds to the log, and keeps each leg’s status equal to its steps', () => {
  const anything = fc.array(
    fc.record({
      status: fc.constantFrom(...reportable),
      leg: fc.constantFrom(null, 1, 3),
      undo: fc.boolean(),
      later: fc.integer({ min: 0, max: 40 }),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(anything, (sent) => {
      let log: LogEntry[] = []
      let at = departs
      for (const { status, leg, undo, later } of sent) {
        at += later * minute
        const on = { legs, log }
        const said = report(status, { leg, occurredAt: at })
        const entry = { id: log.length + 1, assignmentId: 5, by: 'driver' as const, occurredAt: at, receivedAt: at }
        const grown = resultOrRefusalCode((): LogEntry[] => {
          if (undo) {
            const step = findStepToUndo(on, said, me, at)
            return step === null ? log : [...log, { ...entry, leg: step.leg, status: 'reverted', revertsEventId: step.id }]
          }
          const found = acceptReport(on, said, { ...rules, now: at })
          return found.isRepeat ? log : [...log, { ...entry, leg: found.leg, status, revertsEventId: null }]
        })
        if (typeof grown !== 'string') {
          expect(grown.slice(0, log.length)).toEqual(log)
          log = grown
        }
        const statuses = legs.map(({ sequence }) => findLegStatus({ legs, log }, sequence))
        if (statuses[1] !== 'pending') expect(['completed', 'no_show']).toContain(statuses[0] ?? '')
        for (const step of listNextSteps({ legs, log }, 15)) {
          const soon = Math.max(at, step.notBefore ?? 0)
          const next = report(step.status, { leg: step.leg, occurredAt: soon })
          expect(acceptReport({ legs, log }, next, { ...rules, now: soon })).toMatchObject({ leg: step.leg, isRepeat: false })
        }
      }
    }),
    { numRuns: 300 },
  )
})
