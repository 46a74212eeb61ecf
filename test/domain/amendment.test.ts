import { describe, expect, test } from 'bun:test'
import {
  type Amendment,
  amendmentMoves,
  amendmentStatuses,
  computeAnswerDeadline,
  isAnswerOverdue,
  isOpenAmendment,
  moveAmendment,
} from '../../src/domain/amendment.ts'
import { dayMs, hourMs } from '../../src/domain/instant.ts'
import { resultOrRefusalCode } from '../support/refusal-outcomes.ts'
import { drawnTransitions, transitionTable } from '../support/states-page.ts'

const now = Date.parse('2027-03-01T09:00:00Z')
const amendment = (status: Amendment['status']): Amendment => ({ status, respondBy: now + hourMs, closedAt: null })

const table = transitionTable('The amendment', 'the amendment is')

describe('the table of moves', () => {
  test('contains every state and every move', () => {
    expect(Object.keys(table)).toEqual([...amendmentStatuses])
    for (const row of Object.values(table)) expect(Object.keys(row)).toEqual([...amendmentMoves])
  })

  for (const status of amendmentStatuses) {
    test.each([...amendmentMoves])(`moves the amendment from ${status} by %s as in the table`, (move) => {
      const before = amendment(status)
      expect(resultOrRefusalCode(() => moveAmendment(before, move, now).status)).toBe(table[status]?.[move] ?? 'nothing')
    })
  }

  test('contains exactly the arrows of the drawing', () => {
    const moved = Object.entries(table).flatMap(([from, row]) =>
      Object.values(row).flatMap((to) => (to === 'invalid_transition' ? [] : [`${from} → ${to}`])),
    )
    expect([...new Set(moved)].sort()).toEqual(drawnTransitions('The amendment').sort())
  })
})

test('sets the time of a closing move', () => {
  expect(moveAmendment(amendment('proposed'), 'accept', now).closedAt).toBeNull()
  expect(moveAmendment(amendment('proposed'), 'decline', now).closedAt).toBe(now)
  expect(amendmentStatuses.filter((status) => isOpenAmendment({ status }))).toEqual(['wished', 'proposed', 'accepted'])
})

test('expires amendments without an answer, not those in payment', () => {
  const late = now + hourMs
  expect(amendmentStatuses.filter((status) => isAnswerOverdue(amendment(status), late))).toEqual(['wished', 'proposed'])
  expect(isAnswerOverdue(amendment('wished'), late - 1)).toBe(false)
})

test.each([
  ['half of the remaining time', 10 * hourMs, 5 * hourMs],
  ['at most 72 h', 30 * dayMs, 72 * hourMs],
  ['half of the time to the end, after departure', -hourMs, 5 * hourMs],
])('allows an answer for %s', (_, left, answerMs) => {
  expect(computeAnswerDeadline({ departsAt: now + left, endsAt: now + 10 * hourMs }, now)).toBe(now + answerMs)
})
