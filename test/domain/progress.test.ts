import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  acceptReport,
  type EventStatus,
  type Journey,
  type LegStatus,
  type LogEntry,
  legStatus,
  nextSteps,
  noShowAllowedAt,
  type ProgressReport,
  type Reportable,
  reportable,
  statusOfEach,
  stepsToReset,
  tripStatusOf,
} from '../../src/domain/progress.ts'
import { stepToTakeBack, undoableUntil } from '../../src/domain/progress-undo.ts'
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

function logOf(told: readonly ReportedStep[], leg = 1): LogEntry[] {
  return told.map(([status, at, more], nth) => ({
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

function journey(...told: readonly ReportedStep[]): Journey {
  return { legs, log: logOf(told) }
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

function told(on: Journey, said: ProgressReport): unknown {
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

/** What the page says each report comes to, by where the leg it names stands. */
const table = transitionTable('The booking', 'the leg is')

/** The steps that are in order on a leg that stands there. */
const allowed = Object.fromEntries(
  Object.entries(table).map(([status, row]) => [status, Object.keys(row).filter((step) => row[step] === step)]),
)

for (const [status, row] of Object.entries(table)) {
  describe(`a leg that is ${status}`, () => {
    test.each(Object.entries(row))('and is reported %s: %s', (said, expected) => {
      const on = journey(...first[status as LegStatus])
      const outcome = told(on, report(said as Reportable, { leg: 1 }))

      expect(legStatus(on, 1)).toBe(status as LegStatus)
      if (outcome === 'new') {
        const after = journey(...first[status as LegStatus], [said as Reportable])
        expect(legStatus(after, 1)).toBe((expected === 'noted' ? status : expected) as LegStatus)
        return
      }
      expect(outcome).toBe(expected)
      if (expected === 'known') return
      const refused = () => acceptReport(on, report(said as Reportable, { leg: 1 }), rules)
      expect(refusalFactsOf(refused)).toEqual({ current_status: status, allowed: allowed[status] })
    })
  })
}

test('the second leg waits for the first one', () => {
  expect(told(journey(...first.on_board), report('en_route', { leg: 3 }))).toBe('invalid_transition')
  expect(told(journey(...first.completed), report('en_route', { leg: 3, occurredAt: back }))).toBe('new')
})

test('a standby leg is driven by no one, and a fourth leg is not there', () => {
  expect(told(journey(), report('en_route', { leg: 2 }))).toBe('validation_failed')
  expect(told(journey(), report('en_route', { leg: 4 }))).toBe('validation_failed')
})

describe('a phone that names no leg', () => {
  const between = journey(...first.completed)

  test('means the current one', () => {
    expect(acceptReport(between, report('en_route', { occurredAt: back }), rules)).toMatchObject({ leg: 3, isRepeat: false })
    expect(acceptReport(between, report('delayed', { occurredAt: back }), rules)).toMatchObject({ leg: 3, isRepeat: false })
  })

  test('means the one before when it sends again what ended it', () => {
    expect(acceptReport(between, report('completed'), rules)).toMatchObject({ leg: 1, isRepeat: true })
    expect(acceptReport(between, report('on_board'), rules)).toMatchObject({ leg: 1, isRepeat: true })
    const again = report('en_route', { occurredAt: departs })
    expect(acceptReport(between, again, rules)).toMatchObject({ leg: 1, isRepeat: true })
  })

  test('means the last one when the trip is over', () => {
    const over = { legs: legs.slice(0, 1), log: logOf(first.completed) }

    expect(acceptReport(over, report('completed'), rules)).toMatchObject({ leg: 1, isRepeat: true })
    expect(told(over, report('no_show'))).toBe('invalid_transition')
  })
})

test('a remark is told again when it is of the same instant, else it is another one', () => {
  const on = journey(['en_route'], ['delayed', departs + minute])

  expect(told(on, report('delayed', { occurredAt: departs + minute }))).toBe('known')
  expect(told(on, report('delayed', { occurredAt: departs + 2 * minute }))).toBe('new')
})

test('tells a remark again by the time that the phone sent, and by its delay', () => {
  const sentAt = departs + 6 * minute
  const on = journey(['en_route'], ['delayed', departs, { sentAt, delayMinutes: 20 }])
  const late = (delayMinutes: number, sent = sentAt) =>
    told(on, report('delayed', { occurredAt: departs, sentAt: sent, delayMinutes }))

  expect([late(20), late(0), late(20, departs)]).toEqual(['known', 'new', 'new'])
})

describe('a moment', () => {
  const moment = (on: Journey, status: Reportable, occurredAt: number, assigned = assignedAt) => {
    const { at, isAdjusted } = acceptReport(on, report(status, { occurredAt }), { ...rules, assignedAt: assigned }).moment
    return [at, isAdjusted]
  }

  test('before the assignment becomes the assignment, in the same second it stays', () => {
    const assigned = departs + 900

    expect(moment(journey(), 'en_route', departs - 1_000, assigned)).toEqual([assigned, true])
    expect(moment(journey(), 'en_route', departs, assigned)).toEqual([departs, false])
  })

  test("before the leg's last event becomes that event's, also of one that was accepted in the future", () => {
    const on = journey(['en_route', departs])
    const ahead = journey(['en_route', now + 3 * minute])

    expect(moment(on, 'arrived', departs - 1_000)).toEqual([departs, true])
    expect(moment(on, 'arrived', departs)).toEqual([departs, false])
    expect(moment(ahead, 'arrived', now)).toEqual([now + 3 * minute, true])
  })

  test('is not moved by what was taken back', () => {
    const on = journey(['en_route', departs], ['arrived', departs + hour], ['reverted', departs + hour, { revertsEventId: 2 }])

    expect(moment(on, 'arrived', departs + minute)).toEqual([departs + minute, false])
  })
})

test('setting off begins twelve hours before the leg, by what the report says', () => {
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

describe('no one there', () => {
  const waiting = (isAtAirport: boolean): Journey => ({
    legs: [{ sequence: 1, departsAt: departs, isAtAirport }],
    log: logOf([
      ['en_route', departs - hour],
      ['arrived', departs],
    ]),
  })
  const at = (minutes: number) => ({ ...rules, now: departs + minutes * minute })
  const tell = (on: Journey, minutes: number, wait = 15) =>
    resultOrRefusalCode(() => {
      const sent = report('no_show', { occurredAt: departs + minutes * minute })
      return acceptReport(on, sent, { ...at(minutes), noShowWaitMinutes: wait }).isRepeat
    })

  test.each([
    [false, 15, 15],
    [true, 15, 45],
    [true, 60, 60],
    [false, 30, 30],
  ])('at an airport: %p, with a wait of %d minutes, counts after %d', (isAtAirport, wait, minutes) => {
    const on = waiting(isAtAirport)

    expect(noShowAllowedAt(on, wait)).toBe(departs + minutes * minute)
    expect(tell(on, minutes - 1, wait)).toBe('no_show_too_early')
    expect(tell(on, minutes, wait)).toBe(false)
  })

  test('is not believed to a phone whose clock is ahead', () => {
    const ahead = report('no_show', { occurredAt: departs + 16 * minute })

    expect(resultOrRefusalCode(() => acceptReport(waiting(false), ahead, at(12)))).toBe('no_show_too_early')
    expect(refusalFactsOf(() => acceptReport(waiting(false), ahead, at(12)))).toEqual({
      current_status: 'arrived',
      allowed_at: '2026-06-12T08:15:00Z',
    })
  })

  test('has no time of its own while no driver waits', () => {
    expect(noShowAllowedAt(journey(['en_route']), 15)).toBeNull()
  })
})

describe('what the app may offer next', () => {
  test.each(Object.entries(allowed))('on a leg that is %s', (status, steps) => {
    const on = { legs: legs.slice(0, 1), log: logOf(first[status as LegStatus]) }

    expect(nextSteps(on, 15).map((step) => step.status)).toEqual([...steps] as never)
  })

  test('says from when', () => {
    expect(nextSteps(journey(), 15)).toEqual([{ status: 'en_route', leg: 1, notBefore: departs - 12 * hour }])
    expect(nextSteps(journey(...first.arrived), 15)).toEqual([
      { status: 'on_board', leg: 1, notBefore: null },
      { status: 'no_show', leg: 1, notBefore: departs + 16 * minute },
    ])
    expect(nextSteps(journey(...first.completed), 15)).toMatchObject([{ status: 'en_route', leg: 3 }])
  })
})

describe('what the booking says of the trip', () => {
  const second = (...more: readonly ReportedStep[]): Journey => ({
    legs,
    log: [...logOf(first.completed), ...logOf(more, 3).map((entry) => ({ ...entry, id: entry.id + 100 }))],
  })
  const nobody = (...more: readonly ReportedStep[]): Journey => ({
    legs,
    log: [...logOf(first.no_show), ...logOf(more, 3).map((entry) => ({ ...entry, id: entry.id + 100 }))],
  })

  test.each([
    ['before the first step, how it is staffed', journey(), 'acknowledged'],
    ['on the first leg, its step', journey(...first.arrived), 'arrived'],
    ['after the first leg, that it is between two', second(), 'between_legs'],
    ['after a first leg that nobody came to, the same', nobody(), 'between_legs'],
    ['on the second leg, its step', second(...first.on_board), 'on_board'],
    ['at the end, completed', second(...first.completed), 'completed'],
    ['when somebody came once, completed', nobody(...first.completed), 'completed'],
    ['when nobody ever came, that', nobody(...first.no_show), 'no_show'],
  ] as const)('%s', (_, on, status) => {
    expect(tripStatusOf(on, 'acknowledged')).toBe(status)
  })

  test('and of a coach standing by, that it is over once it sets off again', () => {
    const all = [
      { sequence: 1, kind: 'transfer' },
      { sequence: 2, kind: 'standby' },
      { sequence: 3, kind: 'transfer' },
    ] as const
    const of = (on: Journey) => [...statusOfEach(on, all).values()]

    expect(of(second())).toEqual(['completed', 'pending', 'pending'])
    expect(of(second(['en_route']))).toEqual(['completed', 'completed', 'en_route'])
    expect(of(second(...first.completed))).toEqual(['completed', 'completed', 'completed'])
  })
})

describe('taking back', () => {
  const on = journey(...first.arrived)
  const received = departs + minute
  const undo = (
    status: Reportable,
    at = received + 60_000,
    teller: { by: 'driver' | 'operator'; assignmentId: number } = me,
    log = on,
  ) => resultOrRefusalCode(() => stepToTakeBack(log, report(status), teller, at)?.id ?? 'known')

  test('takes the newest step, for two minutes after it was received', () => {
    expect(undo('arrived')).toBe(2)
    expect(undo('arrived', received + 120_000)).toBe(2)
    expect(undo('arrived', received + 120_001)).toBe('undo_expired')
    expect(undoableUntil(on, me, received)).toBe(received + 120_000)
    expect(undoableUntil(on, me, received + 120_001)).toBeNull()
  })

  test('counts from when a late report was received, not from when it happened', () => {
    const late = journey(['en_route', departs, { receivedAt: departs + hour }])

    expect(undo('en_route', departs + hour + minute, me, late)).toBe(1)
  })

  test('is for the driver or office that told it', () => {
    const byOffice = { by: 'operator', assignmentId: 5 } as const
    const byAnother = { by: 'driver', assignmentId: 6 } as const

    expect(undo('arrived', received, byOffice)).toBe('invalid_transition')
    expect(undo('arrived', received, byAnother)).toBe('invalid_transition')
    expect(undo('en_route', received, me, journey())).toBe('invalid_transition')
  })

  test('told again takes nothing more', () => {
    const taken = journey(...first.arrived, ['reverted', received, { revertsEventId: 2 }])

    expect(undo('arrived', received, me, taken)).toBe('known')
    expect(undo('en_route', received, me, taken)).toBe(1)
  })

  test('takes the newest own remark that is named, and no step', () => {
    const late = journey(...first.arrived, ['delayed', departs, { delayMinutes: 10 }], ['delayed', departs, { delayMinutes: 20 }])
    const taken = journey(...first.arrived, ['delayed'], ['delayed'], ['reverted', received, { revertsEventId: 4 }])

    expect(undo('delayed', received, me, late)).toBe(4)
    expect(undo('delayed', received, me, taken)).toBe('known')
    expect(undo('delayed', received, me, on)).toBe('invalid_transition')
    expect(undo('delayed', received + hour, me, late)).toBe('undo_expired')
  })

  test('leaves remarks where they are', () => {
    expect(undo('arrived', received, me, journey(...first.arrived, ['delayed']))).toBe(2)
  })

  test('names the leg where it names one', () => {
    expect(resultOrRefusalCode(() => stepToTakeBack(on, report('arrived', { leg: 3 }), me, received))).toBe('invalid_transition')
  })
})

test('a new driver starts the leg again until passengers are on board', () => {
  const reset = (...log: readonly ReportedStep[]) => stepsToReset(journey(...log)).map(({ status }) => status)

  expect(reset()).toEqual([])
  expect(reset(...first.arrived)).toEqual(['arrived', 'en_route'])
  expect(reset(['en_route'], ['delayed'])).toEqual(['en_route'])
  expect(reset(...first.on_board)).toEqual([])
  expect(reset(...first.completed)).toEqual([])
})

test('whatever is reported, the log only grows and each leg stays where its steps lead', () => {
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
            const step = stepToTakeBack(on, said, me, at)
            return step === null ? log : [...log, { ...entry, leg: step.leg, status: 'reverted', revertsEventId: step.id }]
          }
          const found = acceptReport(on, said, { ...rules, now: at })
          return found.isRepeat ? log : [...log, { ...entry, leg: found.leg, status, revertsEventId: null }]
        })
        if (typeof grown !== 'string') {
          expect(grown.slice(0, log.length)).toEqual(log)
          log = grown
        }
        const statuses = legs.map(({ sequence }) => legStatus({ legs, log }, sequence))
        if (statuses[1] !== 'pending') expect(['completed', 'no_show']).toContain(statuses[0] ?? '')
        for (const step of nextSteps({ legs, log }, 15)) {
          const soon = Math.max(at, step.notBefore ?? 0)
          const next = report(step.status, { leg: step.leg, occurredAt: soon })
          expect(acceptReport({ legs, log }, next, { ...rules, now: soon })).toMatchObject({ leg: step.leg, isRepeat: false })
        }
      }
    }),
    { numRuns: 300 },
  )
})
