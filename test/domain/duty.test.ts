import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isActiveAssignment } from '../../src/domain/assignment.ts'
import { tripStatuses } from '../../src/domain/booking.ts'
import {
  computeDutySpan,
  type Duty,
  dutyRoles,
  findCurrentDuty,
  findDutyOnLeg,
  findDutyToUndo,
  findLeadDuty,
  isMoved,
  isOnLeg,
  isTakenOver,
  listDrivenLegs,
  listReducedDuties,
  listStepsLeftBehind,
  type Post,
  sortDuties,
  unassignDriver,
} from '../../src/domain/duty.ts'
import { hourMs } from '../../src/domain/instant.ts'
import { buildDefaultLegs } from '../../src/domain/leg.ts'
import type { LogEntry } from '../../src/domain/progress.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const departs = Date.UTC(2026, 5, 12, 8)

/** The legs of a return trip with a wait. */
const legs = buildDefaultLegs(
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

/** The duties after assigning each post in turn. */
function give(posts: readonly Post[]): Duty[] {
  let duties: Duty[] = []
  for (const given of posts) {
    const taken = listReducedDuties(duties, given, legs)
    duties = duties.map((one) => {
      const found = taken.find((replaced) => replaced.duty === one)
      if (found === undefined) return one
      return found.legs.length === 0 ? { ...one, endedAt: 2 } : { ...one, legs: found.legs }
    })
    duties.push(duty(given))
  }
  return duties
}

describe('assigning posts in turn', () => {
  test('leaves at most one active duty for each vehicle, role and leg', () => {
    fc.assert(
      fc.property(fc.array(post, { maxLength: 20 }), (posts) => {
        const places = give(posts)
          .filter(isActiveAssignment)
          .flatMap((one) => sequences.filter((leg) => isOnLeg(one, leg)).map((leg) => `${one.vehicleNo} ${one.role} ${leg}`))
        expect(new Set(places).size).toBe(places.length)
      }),
    )
  })

  test('assigns each leg to the last driver, except a wait without other legs', () => {
    fc.assert(
      fc.property(fc.array(post, { minLength: 1, maxLength: 20 }), (posts) => {
        const duties = give(posts)
        for (const { sequence, kind } of legs) {
          for (const { vehicleNo, role } of posts) {
            const latest =
              duties[posts.findLastIndex((one) => one.vehicleNo === vehicleNo && one.role === role && isOnLeg(one, sequence))]
            const holder = duties.find(
              (one) => isActiveAssignment(one) && one.vehicleNo === vehicleNo && one.role === role && isOnLeg(one, sequence),
            )
            if (kind === 'transfer' || holder !== undefined) expect(holder?.id).toBe(latest?.id)
          }
        }
      }),
    )
  })

  test('leaves no driver with only a wait after a change', () => {
    const [first, second] = give([
      { vehicleNo: 1, role: 'driver', legs: null },
      { vehicleNo: 1, role: 'driver', legs: [1, 3] },
    ])
    expect([first?.endedAt, second?.endedAt]).toEqual([2, null])
  })

  test('leaves other vehicles, roles and legs unchanged', () => {
    const kept = [duty({ vehicleNo: 2 }), duty({ role: 'second' }), duty({ legs: [1] })]
    expect(listReducedDuties(kept, { vehicleNo: 1, role: 'driver', legs: [3] }, legs)).toEqual([])
  })

  test('ignores declined and ended duties', () => {
    const inactive = [duty({ declinedAt: 2 }), duty({ endedAt: 2 })]
    expect(listReducedDuties(inactive, { vehicleNo: 1, role: 'driver', legs: null }, legs)).toEqual([])
  })
})

test('treats a declined duty as taken over after others have all its driven legs', () => {
  const declined = duty({ declinedAt: 2 })
  const out = duty({ legs: [1] })
  const back = duty({ legs: [3] })

  expect(isTakenOver(declined, [declined, out], legs)).toBe(false)
  expect(isTakenOver(declined, [declined, out, back], legs)).toBe(true)
  expect(isTakenOver(declined, [declined, out, { ...back, vehicleNo: 2 }], legs)).toBe(false)
  expect(isTakenOver(declined, [declined, out, { ...back, role: 'relief' }], legs)).toBe(false)
  expect(isTakenOver({ ...declined, legs: [3] }, [declined, back], legs)).toBe(true)
})

describe('the driven legs of a duty', () => {
  const crew = [duty(), duty({ role: 'second', legs: [1, 3] }), duty({ role: 'relief', legs: [3] }), duty({ vehicleNo: 2 })]
  const driven = crew.map((one) => listDrivenLegs(one, crew, legs))

  test('exclude the legs that a relief takes over on the same vehicle', () => {
    expect(driven).toEqual([[1, 2], [1, 3], [3], [1, 2, 3]])
    expect(listDrivenLegs(duty({ legs: [3] }), crew, legs)).toEqual([])
  })
})

describe('the span of a duty', () => {
  const booking = { departsAt: departs, endsAt: departs + 11 * hourMs }

  test('is that of the booking, or from the first own leg to the end of the last', () => {
    expect(computeDutySpan({ legs: null }, booking, trip)).toEqual(booking)
    expect(computeDutySpan({ legs: [1] }, booking, trip)).toEqual({ departsAt: departs, endsAt: departs + hourMs })
    expect(computeDutySpan({ legs: [3] }, booking, trip).departsAt).toBe(departs + 9 * hourMs)
  })

  test('begins before it ends', () => {
    fc.assert(
      fc.property(someLegs, (own) => {
        const span = computeDutySpan({ legs: own }, booking, trip)
        expect(span.departsAt).toBeLessThan(span.endsAt)
      }),
    )
  })
})

describe('the driver of the first vehicle', () => {
  test('is the driver of its first leg', () => {
    const back = duty({ legs: [3], departsAt: departs + 9 })
    const out = duty({ legs: [1] })
    expect(findLeadDuty([back, out, duty({ vehicleNo: 2, departsAt: 1 }), duty({ role: 'second', departsAt: 1 })])).toBe(out)
  })

  test('is a driver who declined, until a replacement or removal', () => {
    const declined = duty({ declinedAt: 2 })
    expect(findLeadDuty([declined])).toBe(declined)
    expect(findLeadDuty([declined, duty()])?.declinedAt).toBeNull()
    expect(findLeadDuty([{ ...declined, endedAt: 3 }])).toBeNull()
    expect(findLeadDuty([])).toBeNull()
  })
})

test('returns the next of several duties, or the first after all have ended', () => {
  const out = duty({ legs: [1] })
  const back = duty({ legs: [3], departsAt: departs + 9 })

  expect(findCurrentDuty([back, out])).toBe(out)
  expect(findCurrentDuty([back, { ...out, tripStatus: 'completed' }])).toBe(back)
  expect(
    findCurrentDuty([
      { ...back, tripStatus: 'no_show' },
      { ...out, tripStatus: 'completed' },
    ])?.id,
  ).toBe(out.id)
  expect(findCurrentDuty([])).toBeNull()
})

test('sorts duties by vehicle, then by role, then by leg', () => {
  const unsorted = [
    duty({ vehicleNo: 2 }),
    duty({ role: 'relief', legs: [3] }),
    duty({ legs: [3] }),
    duty({ legs: [1] }),
    duty({ role: 'second' }),
  ]
  expect(sortDuties(unsorted).map(({ vehicleNo, role, legs: own }) => `${vehicleNo} ${role} ${own ?? 'all'}`)).toEqual([
    '1 driver 1',
    '1 driver 3',
    '1 second all',
    '1 relief 3',
    '2 driver all',
  ])
})

test('reports for the relief on a leg, then for the driver, then for the second driver', () => {
  const [driver, second, relief] = [duty(), duty({ role: 'second' }), duty({ role: 'relief', legs: [3] })]

  expect(findDutyOnLeg([driver, second, relief], 3)).toBe(relief)
  expect(findDutyOnLeg([second, driver, relief], 1)).toBe(driver)
  expect(findDutyOnLeg([second, relief], 1)).toBe(second)
  expect(findDutyOnLeg([relief, { ...driver, declinedAt: 2 }], 1)).toBeNull()
})

test.each(tripStatuses.map((status) => [status, !['on_board', 'completed', 'no_show'].includes(status)] as const))(
  'allows the removal of a driver with status %s: %p',
  (tripStatus, isPossible) => {
    const one = duty({ tripStatus })
    expect(resultOrRefusalCode(() => unassignDriver(one, 9))).toEqual(isPossible ? { endedAt: 9 } : 'invalid_transition')
    if (!isPossible) expect(refusalFactsOf(() => unassignDriver(one, 9))).toEqual({ current_status: tripStatus, allowed: [] })
  },
)

describe('reported steps', () => {
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
  const author = duty({ id: 1, driverId: 5 })
  const before = [line(1, 'en_route'), line(2, 'arrived')]
  const left = (duties: readonly Duty[], ...log: LogEntry[]) =>
    listStepsLeftBehind(on(...log), [author], duties).map(({ id }) => id)

  test('stay while their driver has the leg, also in another duty with the same vehicle', () => {
    expect(left([author], ...before)).toEqual([])
    expect(left([{ ...author, id: 2, legs: [1] }], ...before)).toEqual([])
  })

  test('are reset for another driver, another vehicle, or a driver without the leg', () => {
    expect(left([duty()], ...before)).toEqual([2, 1])
    expect(left([{ ...author, id: 2, vehicleReg: 'YX21 DEF' }], ...before)).toEqual([2, 1])
    expect(left([{ ...author, legs: [3] }, duty({ legs: [1] })], ...before)).toEqual([2, 1])
    expect(left([{ ...author, endedAt: 2 }], ...before)).toEqual([2, 1])
    expect(left([], ...before, line(3, 'on_board'))).toEqual([])
  })

  test('can be undone by the driver of the newest step, also after an undo', () => {
    const other = duty({ id: 2 })
    expect(findDutyToUndo([other, author], on(...before))).toBe(author)
    expect(findDutyToUndo([other, author], on(...before, line(3, 'on_board', { assignmentId: 2 })))).toBe(other)
    expect(findDutyToUndo([other, author], on(line(1, 'en_route'), line(2, 'reverted', { revertsEventId: 1 })))).toBe(author)
    expect(findDutyToUndo([other], on(...before))).toBe(other)
    expect(findDutyToUndo([], on(...before))).toBeNull()
  })
})

test('changes a duty only for the times and places of its own legs', () => {
  const later = legs.map((leg) => (leg.sequence === 3 ? { ...leg, departsAt: leg.departsAt + 1 } : leg))
  const fewer = legs.map((leg) => ({ ...leg, passengerCount: 3 }))

  expect(isMoved(duty(), legs, later)).toBe(true)
  expect(isMoved(duty({ legs: [3] }), legs, later)).toBe(true)
  expect(isMoved(duty({ legs: [1] }), legs, later)).toBe(false)
  expect(isMoved(duty(), legs, fewer)).toBe(false)
})
