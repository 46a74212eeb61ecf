import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isStanding } from '../../src/domain/assignment.ts'
import { tripStatuses } from '../../src/domain/booking.ts'
import {
  atHand,
  type Duty,
  drivenLegs,
  dutyOnLeg,
  dutyRoles,
  dutySpanOf,
  dutyToTakeBack,
  inOrder,
  isMoved,
  isOnLeg,
  isTakenOver,
  leadOf,
  type Post,
  replacedBy,
  stepsLeftBehind,
  takeOff,
} from '../../src/domain/duty.ts'
import { hourMs } from '../../src/domain/instant.ts'
import { defaultLegs } from '../../src/domain/leg.ts'
import type { LogEntry } from '../../src/domain/progress.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const departs = Date.UTC(2026, 5, 12, 8)

/** There, waiting, and back. */
const legs = defaultLegs(
  {
    pickup: { label: 'Leeds', kind: 'venue' },
    dropoff: { label: 'York', kind: 'venue' },
    departsAt: departs,
    returnsAt: departs + 9 * hourMs,
    passengerCount: 90,
    coachStays: true,
    distanceM: null,
    drivingSeconds: 7_200,
  },
  () => null,
)
const trip = { legs, drivingSeconds: 7_200, distanceSource: 'given' } as const

const sequences = legs.map(({ sequence }) => sequence)

let lastId = 0

function duty(differing: Partial<Duty> = {}): Duty {
  lastId += 1
  return {
    id: lastId,
    vehicleNo: 1,
    role: 'driver',
    legs: null,
    driverId: lastId,
    vehicleReg: 'YX20 ABC',
    vehicleId: null,
    tripStatus: 'assigned',
    departsAt: departs,
    assignedAt: 1,
    acknowledgedAt: null,
    declinedAt: null,
    endedAt: null,
    ...differing,
  }
}

const someLegs = fc.option(fc.subarray([...sequences], { minLength: 1 }), { nil: null })

const post: fc.Arbitrary<Post> = fc.record({
  vehicleNo: fc.integer({ min: 1, max: 3 }),
  role: fc.constantFrom(...dutyRoles),
  legs: someLegs,
})

/** Who stands where when each post has been given in turn, as the office gives them. */
function give(posts: readonly Post[]): Duty[] {
  let duties: Duty[] = []
  for (const given of posts) {
    const taken = replacedBy(duties, given, legs)
    duties = duties.map((one) => {
      const found = taken.find((replaced) => replaced.duty === one)
      if (found === undefined) return one
      return found.legs.length === 0 ? { ...one, endedAt: 2 } : { ...one, legs: found.legs }
    })
    duties.push(duty(given))
  }
  return duties
}

describe('giving one post after another', () => {
  test('leaves one standing duty at most for each coach, role and leg', () => {
    fc.assert(
      fc.property(fc.array(post, { maxLength: 20 }), (posts) => {
        const places = give(posts)
          .filter(isStanding)
          .flatMap((one) => sequences.filter((leg) => isOnLeg(one, leg)).map((leg) => `${one.vehicleNo} ${one.role} ${leg}`))
        expect(new Set(places).size).toBe(places.length)
      }),
    )
  })

  test('gives every leg to who was given it last, but for a wait that is left alone', () => {
    fc.assert(
      fc.property(fc.array(post, { minLength: 1, maxLength: 20 }), (posts) => {
        const duties = give(posts)
        for (const { sequence, kind } of legs) {
          for (const { vehicleNo, role } of posts) {
            const latest =
              duties[posts.findLastIndex((one) => one.vehicleNo === vehicleNo && one.role === role && isOnLeg(one, sequence))]
            const holder = duties.find(
              (one) => isStanding(one) && one.vehicleNo === vehicleNo && one.role === role && isOnLeg(one, sequence),
            )
            if (kind === 'transfer' || holder !== undefined) expect(holder?.id).toBe(latest?.id)
          }
        }
      }),
    )
  })

  test('leaves no one with a wait alone who had more', () => {
    const [first, second] = give([
      { vehicleNo: 1, role: 'driver', legs: null },
      { vehicleNo: 1, role: 'driver', legs: [1, 3] },
    ])
    expect([first?.endedAt, second?.endedAt]).toEqual([2, null])
  })

  test('touches neither another coach, nor another role, nor other legs', () => {
    const kept = [duty({ vehicleNo: 2 }), duty({ role: 'second' }), duty({ legs: [1] })]
    expect(replacedBy(kept, { vehicleNo: 1, role: 'driver', legs: [3] }, legs)).toEqual([])
  })

  test('takes nothing from who has declined or was taken off', () => {
    const gone = [duty({ declinedAt: 2 }), duty({ endedAt: 2 })]
    expect(replacedBy(gone, { vehicleNo: 1, role: 'driver', legs: null }, legs)).toEqual([])
  })
})

test('what was declined is taken over once others stand on all of its driven legs', () => {
  const declined = duty({ declinedAt: 2 })
  const out = duty({ legs: [1] })
  const back = duty({ legs: [3] })

  expect(isTakenOver(declined, [declined, out], legs)).toBe(false)
  expect(isTakenOver(declined, [declined, out, back], legs)).toBe(true)
  expect(isTakenOver(declined, [declined, out, { ...back, vehicleNo: 2 }], legs)).toBe(false)
  expect(isTakenOver(declined, [declined, out, { ...back, role: 'relief' }], legs)).toBe(false)
  expect(isTakenOver({ ...declined, legs: [3] }, [declined, back], legs)).toBe(true)
})

describe('the legs at the wheel', () => {
  const crew = [duty(), duty({ role: 'second', legs: [1, 3] }), duty({ role: 'relief', legs: [3] }), duty({ vehicleNo: 2 })]
  const driven = crew.map((one) => drivenLegs(one, crew, legs))

  test('are those of a duty, but for those that a relief takes over on the same coach', () => {
    expect(driven).toEqual([[1, 2], [1, 3], [3], [1, 2, 3]])
    expect(drivenLegs(duty({ legs: [3] }), crew, legs)).toEqual([])
  })
})

describe('the time on the road', () => {
  const booking = { departsAt: departs, endsAt: departs + 11 * hourMs }

  test('is that of the booking, or from the first own leg to the end of the last one', () => {
    expect(dutySpanOf({ legs: null }, booking, trip)).toEqual(booking)
    expect(dutySpanOf({ legs: [1] }, booking, trip)).toEqual({ departsAt: departs, endsAt: departs + hourMs })
    expect(dutySpanOf({ legs: [3] }, booking, trip).departsAt).toBe(departs + 9 * hourMs)
  })

  test('never begins after it ends', () => {
    fc.assert(
      fc.property(someLegs, (own) => {
        const span = dutySpanOf({ legs: own }, booking, trip)
        expect(span.departsAt).toBeLessThan(span.endsAt)
      }),
    )
  })
})

describe('who drives the first coach', () => {
  test('is who stands on its first leg', () => {
    const back = duty({ legs: [3], departsAt: departs + 9 })
    const out = duty({ legs: [1] })
    expect(leadOf([back, out, duty({ vehicleNo: 2, departsAt: 1 }), duty({ role: 'second', departsAt: 1 })])).toBe(out)
  })

  test('or who declined, until somebody stands in or they were taken off', () => {
    const declined = duty({ declinedAt: 2 })
    expect(leadOf([declined])).toBe(declined)
    expect(leadOf([declined, duty()])?.declinedAt).toBeNull()
    expect(leadOf([{ ...declined, endedAt: 3 }])).toBeNull()
    expect(leadOf([])).toBeNull()
  })
})

test('of several duties the one that comes next is at hand, and the first once all are over', () => {
  const out = duty({ legs: [1] })
  const back = duty({ legs: [3], departsAt: departs + 9 })

  expect(atHand([back, out])).toBe(out)
  expect(atHand([back, { ...out, tripStatus: 'completed' }])).toBe(back)
  expect(
    atHand([
      { ...back, tripStatus: 'no_show' },
      { ...out, tripStatus: 'completed' },
    ])?.id,
  ).toBe(out.id)
  expect(atHand([])).toBeNull()
})

test('duties are told coach by coach, who drives first, leg by leg', () => {
  const told = [
    duty({ vehicleNo: 2 }),
    duty({ role: 'relief', legs: [3] }),
    duty({ legs: [3] }),
    duty({ legs: [1] }),
    duty({ role: 'second' }),
  ]
  expect(inOrder(told).map(({ vehicleNo, role, legs: own }) => `${vehicleNo} ${role} ${own ?? 'all'}`)).toEqual([
    '1 driver 1',
    '1 driver 3',
    '1 second all',
    '1 relief 3',
    '2 driver all',
  ])
})

test('the office reports for who took a leg over, else for who drives it, else for who comes along', () => {
  const [driver, second, relief] = [duty(), duty({ role: 'second' }), duty({ role: 'relief', legs: [3] })]

  expect(dutyOnLeg([driver, second, relief], 3)).toBe(relief)
  expect(dutyOnLeg([second, driver, relief], 1)).toBe(driver)
  expect(dutyOnLeg([second, relief], 1)).toBe(second)
  expect(dutyOnLeg([relief, { ...driver, declinedAt: 2 }], 1)).toBeNull()
})

test.each(tripStatuses.map((status) => [status, !['on_board', 'completed', 'no_show'].includes(status)] as const))(
  'somebody whose duty is %s can be taken off: %p',
  (tripStatus, isPossible) => {
    const one = duty({ tripStatus })
    expect(resultOrRefusalCode(() => takeOff(one, 9))).toEqual(isPossible ? { endedAt: 9 } : 'invalid_transition')
    if (!isPossible) expect(refusalFactsOf(() => takeOff(one, 9))).toEqual({ current_status: tripStatus, allowed: [] })
  },
)

describe('steps that were told', () => {
  const line = (id: number, status: LogEntry['status'], more: Partial<LogEntry> = {}): LogEntry => ({
    id,
    assignmentId: 1,
    leg: 1,
    status,
    by: 'driver',
    occurredAt: departs,
    receivedAt: departs,
    revertsEventId: null,
    ...more,
  })
  const journeyLegs = [
    { sequence: 1, departsAt: departs, isAtAirport: false },
    { sequence: 3, departsAt: departs + 9, isAtAirport: false },
  ]
  const on = (...log: LogEntry[]) => ({ legs: journeyLegs, log })
  const teller = duty({ id: 1, driverId: 5 })
  const before = [line(1, 'en_route'), line(2, 'arrived')]
  const left = (duties: readonly Duty[], ...log: LogEntry[]) => stepsLeftBehind(on(...log), [teller], duties).map(({ id }) => id)

  test('stay while their teller stands on the leg, also under another duty with the same vehicle', () => {
    expect(left([teller], ...before)).toEqual([])
    expect(left([{ ...teller, id: 2, legs: [1] }], ...before)).toEqual([])
  })

  test('begin again when somebody else drives, with another vehicle, or only elsewhere', () => {
    expect(left([duty()], ...before)).toEqual([2, 1])
    expect(left([{ ...teller, id: 2, vehicleReg: 'YX21 DEF' }], ...before)).toEqual([2, 1])
    expect(left([{ ...teller, legs: [3] }, duty({ legs: [1] })], ...before)).toEqual([2, 1])
    expect(left([{ ...teller, endedAt: 2 }], ...before)).toEqual([2, 1])
    expect(left([], ...before, line(3, 'on_board'))).toEqual([])
  })

  test('can be taken back by who told the newest, also when that was taken back already', () => {
    const other = duty({ id: 2 })
    expect(dutyToTakeBack([other, teller], on(...before))).toBe(teller)
    expect(dutyToTakeBack([other, teller], on(...before, line(3, 'on_board', { assignmentId: 2 })))).toBe(other)
    expect(dutyToTakeBack([other, teller], on(line(1, 'en_route'), line(2, 'reverted', { revertsEventId: 1 })))).toBe(teller)
    expect(dutyToTakeBack([other], on(...before))).toBe(other)
    expect(dutyToTakeBack([], on(...before))).toBeNull()
  })
})

test('a duty moves with the times and places of its own legs alone', () => {
  const later = legs.map((leg) => (leg.sequence === 3 ? { ...leg, departsAt: leg.departsAt + 1 } : leg))
  const fewer = legs.map((leg) => ({ ...leg, passengerCount: 3 }))

  expect(isMoved(duty(), legs, later)).toBe(true)
  expect(isMoved(duty({ legs: [3] }), legs, later)).toBe(true)
  expect(isMoved(duty({ legs: [1] }), legs, later)).toBe(false)
  expect(isMoved(duty(), legs, fewer)).toBe(false)
})
