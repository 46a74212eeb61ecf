import { expect, test } from 'bun:test'
import {
  type Assignment,
  acknowledgeAssignment,
  computeAcknowledgeDeadline,
  computeContactWindow,
  declineDuty,
  findStaffing,
  isActiveAssignment,
} from '../../src/domain/assignment.ts'
import { tripStatuses } from '../../src/domain/booking.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const hour = 3_600_000
const one: Assignment = { assignedAt: 5, acknowledgedAt: null, declinedAt: null, endedAt: null }

test('counts a trip as staffed by drivers who neither declined nor were replaced', () => {
  expect(findStaffing(null)).toBe('unassigned')
  expect(findStaffing(one)).toBe('assigned')
  expect(findStaffing({ ...one, acknowledgedAt: 6 })).toBe('acknowledged')
  expect(findStaffing({ ...one, acknowledgedAt: 6, declinedAt: 7 })).toBe('unassigned')
  expect(findStaffing({ ...one, endedAt: 7 })).toBe('unassigned')
  expect([isActiveAssignment(null), isActiveAssignment(one), isActiveAssignment({ ...one, endedAt: 7 })]).toEqual([
    false,
    true,
    false,
  ])
})

test('ignores a second acknowledgement', () => {
  const first = acknowledgeAssignment(one, 6)

  expect(first.acknowledgedAt).toBe(6)
  expect(acknowledgeAssignment(first, 9)).toBe(first)
})

test.each(tripStatuses.map((status) => [status, status === 'assigned' || status === 'acknowledged'] as const))(
  'allows a decline for a trip with status %s: %p',
  (status, isPossible) => {
    const outcome = resultOrRefusalCode(() => declineDuty(one, status, 'Ill.', 9))

    expect(outcome).toEqual(isPossible ? { ...one, declinedAt: 9, declineReason: 'Ill.' } : 'invalid_transition')
    if (!isPossible)
      expect(refusalFactsOf(() => declineDuty(one, status, 'Ill.', 9))).toEqual({ current_status: status, allowed: [] })
  },
)

test('requires an acknowledgement a day ahead, or after half of a shorter time', () => {
  const departsAt = 100 * hour

  expect(computeAcknowledgeDeadline({ ...one, assignedAt: 0 }, departsAt)).toBe(76 * hour)
  expect(computeAcknowledgeDeadline({ ...one, assignedAt: 90 * hour }, departsAt)).toBe(95 * hour)
  expect(computeAcknowledgeDeadline({ ...one, assignedAt: 101 * hour }, departsAt)).toBe(101 * hour)
})

test('shows the contact from 48 hours before departure to 12 hours after the end', () => {
  expect(computeContactWindow({ departsAt: 100 * hour, endsAt: 110 * hour })).toEqual({ from: 52 * hour, until: 122 * hour })
})
