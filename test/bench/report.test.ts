import { expect, test } from 'bun:test'
import { judge, tableOf } from '../../bench/report.ts'
import type { Goal, Measured } from '../../bench/scene.ts'

function measured(bare: readonly number[], goals: readonly Goal[]): Measured {
  const columns = [{ key: 'perSecond', title: 'req/s' }]
  return {
    scene: { name: 'list', title: 'a list', columns, goals, open: async () => ({ sides: [] }) },
    series: new Map([
      ['charabanc', new Map([['perSecond', [90, 100, 110]]])],
      ['bare', new Map([['perSecond', bare]])],
    ]),
    missing: new Map(),
    remarks: ['without svix'],
    others: [0.02, 0.31, 0.04],
  }
}

test('computes a goal against another side as a ratio of the same run', () => {
  const goal = { against: 'bare', column: 'perSecond', atLeast: 0.8 }
  expect(judge(measured([120, 125, 130], [goal]))).toEqual([{ goal, figure: 0.8, isReached: true }])
  expect(judge(measured([190, 200, 210], [goal]))).toEqual([{ goal, figure: 0.5, isReached: false }])
})

test('computes a goal without another side as the median', () => {
  expect(judge(measured([1], [{ column: 'perSecond', atMost: 99 }]))[0]).toMatchObject({ figure: 100, isReached: false })
})

test('computes a goal by difference as the distance from the other side', () => {
  const goal = { against: 'bare', isDifference: true, column: 'perSecond', atMost: 1 }
  expect(judge(measured([98, 99, 100], [goal]))).toEqual([{ goal, figure: 1, isReached: true }])
  expect(judge(measured([97, 98, 99], [goal]))).toEqual([{ goal, figure: 2, isReached: false }])
  expect(tableOf(measured([97, 98, 99], [goal]))).toContain('charabanc − bare, req/s: 2.00 (goal ≤ 1.00: missed)')
  expect(tableOf(measured([50, 100, 200], [goal]))).toContain("charabanc − bare, req/s: no difference, bare's own runs differ")
})

test('omits a goal against a missing side', () => {
  expect(judge(measured([1], [{ against: 'pocketbase', column: 'perSecond', atLeast: 3 }]))).toEqual([])
})

test('shows each side, its goals, missing sides and the load of others in the table', () => {
  const table = tableOf(measured([120, 125, 130], [{ against: 'bare', column: 'perSecond', atLeast: 0.8 }]))
  expect(table).toContain('charabanc    100  90.0–110')
  expect(table).toContain('charabanc ÷ bare, req/s: 0.80 (goal ≥ 0.80: reached)')
  expect(table).toContain('without svix')
  expect(table).toContain('others used 4 % of the machine (most 31 %)')
})

test('shows a side that did not start with its output, and no goal against it', () => {
  const goals = [{ against: 'pocketbase', column: 'perSecond', atLeast: 3 }]
  const missing = new Map([['pocketbase', 'pocketbase serve left with 1 before it listened: no space left on device']])
  const table = tableOf({ ...measured([120, 125, 130], goals), missing })
  expect(table).toMatch(/^ {2}pocketbase +not there$/m)
  expect(table).toContain(
    'pocketbase did not start, tried 3 times: pocketbase serve left with 1 before it listened: no space left',
  )
  expect(table).not.toContain('÷ pocketbase')
})

test('shows no ratio in the table if the base’s own runs differ', () => {
  const goals = [{ against: 'bare', column: 'perSecond', atLeast: 0.8 }]
  expect(tableOf(measured([50, 100, 200], goals))).toContain("no ratio, bare's own runs differ by 75 % (at most 25 % allowed)")
  expect(tableOf(measured([0, 0, 0], goals))).toContain("no ratio, bare's runs came to nothing")
})
