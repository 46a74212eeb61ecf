import { expect, test } from 'bun:test'
import { listStepsDone } from '../../src/web/plain/steps-done.ts'

const step = (status: string, minute: number, { leg = 1, coach = 1 } = {}) => ({
  status,
  leg,
  vehicle_no: coach,
  occurred_at: `2026-11-24T08:${minute}:00Z`,
})
const words = (log: readonly ReturnType<typeof step>[]) => listStepsDone(log).map(({ status }) => status)

test('returns the steps of the current leg in order, without remarks', () => {
  expect(words([step('en_route', 10), step('delayed', 15), step('arrived', 30)])).toEqual(['en_route', 'arrived'])
  const first = [step('en_route', 10), step('completed', 40)]
  expect(words([...first, step('en_route', 50, { leg: 2 })])).toEqual(['en_route'])
  expect(words([])).toEqual([])
})

test('keeps a step when a remark is undone', () => {
  const log = [
    { ...step('en_route', 10), id: 1 },
    { ...step('delayed', 12), id: 2 },
    { ...step('reverted', 13), id: 3, reverts_event_id: 2 },
  ]
  expect(words(log)).toEqual(['en_route'])
  expect(words([...log, { ...step('reverted', 14), id: 4, reverts_event_id: 1 }])).toEqual([])
})

test('leaves out undone steps and steps of another vehicle', () => {
  expect(words([step('en_route', 10), step('arrived', 20), step('reverted', 21)])).toEqual(['en_route'])
  expect(words([step('en_route', 10), step('reverted', 11)])).toEqual([])
  expect(words([step('en_route', 10), step('arrived', 12), step('en_route', 15, { coach: 2 })])).toEqual(['en_route'])
  expect(words([step('en_route', 10), step('en_route', 12, { coach: 2 }), step('reverted', 13)])).toEqual(['en_route'])
})
