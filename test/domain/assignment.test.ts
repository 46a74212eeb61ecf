import { expect, test } from 'bun:test'
import {
  type Assignment,
  acknowledge,
  acknowledgeBy,
  contactWindow,
  declineDuty,
  isStanding,
  staffingOf,
} from '../../src/domain/assignment.ts'
import { tripStatuses } from '../../src/domain/booking.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const hour = 3_600_000
const one: Assignment = { assignedAt: 5, acknowledgedAt: null, declinedAt: null, endedAt: null }

test('a trip is staffed by drivers who neither declined nor were replaced', () => {
  expect(staffingOf(null)).toBe('unassigned')
  expect(staffingOf(one)).toBe('assigned')
  expect(staffingOf({ ...one, acknowledgedAt: 6 })).toBe('acknowledged')
  expect(staffingOf({ ...one, acknowledgedAt: 6, declinedAt: 7 })).toBe('unassigned')
  expect(staffingOf({ ...one, endedAt: 7 })).toBe('unassigned')
  expect([isStanding(null), isStanding(one), isStanding({ ...one, endedAt: 7 })]).toEqual([false, true, false])
})

test('acknowledging again changes nothing', () => {
  const first = acknowledge(one, 6)

  expect(first.acknowledgedAt).toBe(6)
  expect(acknowledge(first, 9)).toBe(first)
})

test.each(tripStatuses.map((status) => [status, status === 'assigned' || status === 'acknowledged'] as const))(
  'a trip that is %s can be declined: %p',
  (status, isPossible) => {
    const outcome = resultOrRefusalCode(() => declineDuty(one, status, 'Ill.', 9))

    expect(outcome).toEqual(isPossible ? { ...one, declinedAt: 9, declineReason: 'Ill.' } : 'invalid_transition')
    if (!isPossible)
      expect(refusalFactsOf(() => declineDuty(one, status, 'Ill.', 9))).toEqual({ current_status: status, allowed: [] })
  },
)

test('acknowledging is due the day before, or half-way when there is less time', () => {
  const departsAt = 100 * hour

  expect(acknowledgeBy({ ...one, assignedAt: 0 }, departsAt)).toBe(76 * hour)
  expect(acknowledgeBy({ ...one, assignedAt: 90 * hour }, departsAt)).toBe(95 * hour)
  expect(acknowledgeBy({ ...one, assignedAt: 101 * hour }, departsAt)).toBe(101 * hour)
})

test('the contact shows from 48 hours before the departure to 12 hours after the end', () => {
  expect(contactWindow({ departsAt: 100 * hour, endsAt: 110 * hour })).toEqual({ from: 52 * hour, until: 122 * hour })
})
