import { describe, expect, test } from 'bun:test'
import { type IncidentState, isIncidentTaken, moveIncident } from '../../src/domain/incident.ts'
import { dayMs } from '../../src/domain/instant.ts'

const reported: IncidentState = { status: 'open', movedAt: null, movedById: null, moveNote: null }
const close = (state: IncidentState, note: string, now: number, byId = 1) =>
  moveIncident(state, { status: 'closed', byId, note }, now)
const open = (state: IncidentState, note: string, now: number) => moveIncident(state, { status: 'open', byId: 2, note }, now)

describe('an incident', () => {
  test('is accepted until 14 days after the planned or actual end', () => {
    const lateEnd = { endsAt: 0, finishedAt: dayMs }
    expect([isIncidentTaken(lateEnd, 15 * dayMs), isIncidentTaken(lateEnd, 15 * dayMs + 1)]).toEqual([true, false])
    expect(isIncidentTaken({ endsAt: dayMs, finishedAt: null }, 15 * dayMs + 1)).toBe(false)
  })

  test('records the person, time and reason of the last close or reopen', () => {
    const closed = close(reported, 'Paid for the phone.', 5)
    expect(closed).toEqual({ status: 'closed', movedAt: 5, movedById: 1, moveNote: 'Paid for the phone.' })
    expect(open(closed, 'She calls again.', 6)).toEqual({
      status: 'open',
      movedAt: 6,
      movedById: 2,
      moveNote: 'She calls again.',
    })
  })

  test('ignores a second opening', () => {
    expect(open(reported, 'Look at it.', 5)).toBe(reported)
    const opened = open(close(reported, 'Done.', 5), 'Not done.', 6)
    expect(open(opened, 'Still not.', 7)).toBe(opened)
  })

  test('accepts another reason after it is closed, and ignores the same one', () => {
    const closed = close(reported, 'Done.', 5)
    expect(close(closed, 'Done.', 6, 2)).toBe(closed)
    expect(close(closed, 'Paid.', 6, 2)).toEqual({ status: 'closed', movedAt: 6, movedById: 2, moveNote: 'Paid.' })
  })
})
