import { describe, expect, test } from 'bun:test'
import {
  type Amendment,
  amendmentMoves,
  amendmentStatuses,
  answerBy,
  isOpenAmendment,
  isUnanswered,
  moveAmendment,
} from '../../src/domain/amendment.ts'
import { dayMs, hourMs } from '../../src/domain/instant.ts'
import { resultOrRefusalCode } from '../support/refusal-outcomes.ts'
import { drawnTransitions, transitionTable } from '../support/states-page.ts'

const now = Date.parse('2027-03-01T09:00:00Z')
const amendment = (status: Amendment['status']): Amendment => ({ status, respondBy: now + hourMs, closedAt: null })

const table = transitionTable('The amendment', 'the amendment is')

describe('the table of moves', () => {
  test('has every state and every move', () => {
    expect(Object.keys(table)).toEqual([...amendmentStatuses])
    for (const row of Object.values(table)) expect(Object.keys(row)).toEqual([...amendmentMoves])
  })

  for (const status of amendmentStatuses) {
    test.each([...amendmentMoves])(`${status}, %s`, (move) => {
      const before = amendment(status)
      expect(resultOrRefusalCode(() => moveAmendment(before, move, now).status)).toBe(table[status]?.[move] ?? 'nothing')
    })
  }

  test('has the arrows of the drawing, and no other', () => {
    const moved = Object.entries(table).flatMap(([from, row]) =>
      Object.values(row).flatMap((to) => (to === 'invalid_transition' ? [] : [`${from} → ${to}`])),
    )
    expect([...new Set(moved)].sort()).toEqual(drawnTransitions('The amendment').sort())
  })
})

test('a move that closes says when', () => {
  expect(moveAmendment(amendment('proposed'), 'accept', now).closedAt).toBeNull()
  expect(moveAmendment(amendment('proposed'), 'decline', now).closedAt).toBe(now)
  expect(amendmentStatuses.filter((status) => isOpenAmendment({ status }))).toEqual(['wished', 'proposed', 'accepted'])
})

test('the clock ends what waits for an answer, never what is being paid', () => {
  const late = now + hourMs
  expect(amendmentStatuses.filter((status) => isUnanswered(amendment(status), late))).toEqual(['wished', 'proposed'])
  expect(isUnanswered(amendment('wished'), late - 1)).toBe(false)
})

test.each([
  ['half the time left', 10 * hourMs, 5 * hourMs],
  ['at most 72 h', 30 * dayMs, 72 * hourMs],
  ['half the time to the end, on the way', -hourMs, 5 * hourMs],
])('may be answered for %s', (_, left, answerMs) => {
  expect(answerBy({ departsAt: now + left, endsAt: now + 10 * hourMs }, now)).toBe(now + answerMs)
})
