import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type CheckFacts,
  type CheckItem,
  type CheckState,
  checkKinds,
  checkResult,
  checkResults,
  fitness,
  isNilDefect,
  mustBeGraded,
  plate,
  resolveCheck,
} from '../../src/domain/vehicle-check.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const item = (result: CheckItem['result'], severity: CheckItem['severity'] = null): CheckItem => ({
  code: 'brakes',
  result,
  severity,
  note: null,
})

test.each([
  [[], true, 'safe'],
  [[item('ok'), item('not_applicable')], true, 'safe'],
  [[item('defect', 'minor')], true, 'safe_with_defects'],
  [[item('ok'), item('defect', 'major')], true, 'safe_with_defects'],
  [[item('defect', 'minor'), item('defect', 'dangerous')], true, 'unsafe'],
  [[item('ok')], false, 'unsafe'],
] as const)('what was found comes to a result: %j, safe: %p', (items, safe, result) => {
  expect(checkResult(items, safe)).toBe(result)
})

test('nothing found is a nil-defect report', () => {
  expect(isNilDefect([item('ok'), item('not_applicable')])).toBe(true)
  expect(isNilDefect([item('ok'), item('defect', 'minor')])).toBe(false)
})

test('a defect says how bad it is, and only a defect does', () => {
  expect(resultOrRefusalCode(() => mustBeGraded([item('defect', 'minor'), item('ok')]))).toBeUndefined()
  expect(refusalFactsOf(() => mustBeGraded([item('ok', 'minor'), item('ok'), item('defect')]))).toEqual({
    fields: {
      'items.0.severity': ['The items.0.severity field is for defects only.'],
      'items.2.severity': ['The items.2.severity field is required for a defect.'],
    },
  })
})

const day = { from: 1_000, until: 2_000, at: 1_900 }
const check = (checkedAt: number, more: Partial<CheckFacts> = {}): CheckFacts => ({
  kind: 'pre_trip',
  result: 'safe',
  checkedAt,
  resolvedAt: null,
  ...more,
})

test.each([
  ['nobody looked', [], 'unchecked'],
  ['somebody looked today', [check(1_000)], 'fit'],
  ['somebody looked yesterday', [check(999)], 'unchecked'],
  ['somebody will have looked tomorrow', [check(2_000)], 'unchecked'],
  ['somebody only looked after a trip', [check(1_500, { kind: 'post_trip' })], 'unchecked'],
  ['it has defects that let it go', [check(1_500, { result: 'safe_with_defects' })], 'fit'],
  ['it was unsafe weeks ago and nobody looked since', [check(5, { result: 'unsafe' })], 'unsafe'],
  ['it was unsafe and was put right', [check(1_600), check(1_500, { result: 'unsafe', resolvedAt: 1_600 })], 'fit'],
  ['it was found unsafe after a good check', [check(1_600, { result: 'unsafe' }), check(1_500)], 'unsafe'],
  ['it came back unsafe', [check(1_600, { result: 'unsafe', kind: 'post_trip' }), check(1_500)], 'unsafe'],
  ['what was unsafe is resolved but nobody looked today', [check(5, { result: 'unsafe', resolvedAt: 6 })], 'unchecked'],
] as const)('a vehicle is judged when %s', (_, checks, verdict) => {
  expect(fitness(checks, day)).toBe(verdict)
})

test('a plate is trimmed, in capitals, with single spaces', () => {
  expect(plate('  yx20\t  abc ')).toBe('YX20 ABC')
  expect(plate('YX20ABC')).toBe('YX20ABC')
})

test.each([
  ['before anybody found it unsafe', 1_599, [check(1_600, { result: 'unsafe' }), check(1_500)], 'fit'],
  ['in the moment it was found unsafe', 1_600, [check(1_600, { result: 'unsafe' }), check(1_500)], 'unsafe'],
  ['between two checks', 1_550, [check(1_600), check(1_500, { result: 'unsafe', resolvedAt: 1_600 })], 'unsafe'],
  ['in the moment it was put right', 1_600, [check(1_600), check(1_500, { result: 'unsafe', resolvedAt: 1_600 })], 'fit'],
  ['before the first check of its day', 1_100, [check(1_500)], 'fit'],
  ['before a check that found it unsafe, the first of its day', 1_100, [check(1_500, { result: 'unsafe' })], 'unchecked'],
  ['with what was wrong yesterday', 1_100, [check(1_500), check(900, { result: 'unsafe', resolvedAt: 1_500 })], 'unsafe'],
] as const)('a vehicle that set off %s is judged by what was known then', (_, at, checks, verdict) => {
  expect(fitness(checks, { ...day, at })).toBe(verdict)
})

test('what is entered later than the departure never makes it unsafe', () => {
  const anyCheck = fc.record({
    kind: fc.constantFrom(...checkKinds),
    result: fc.constantFrom(...checkResults),
    checkedAt: fc.integer({ min: 0, max: 3_000 }),
    resolvedAt: fc.constant(null),
  })
  fc.assert(
    fc.property(fc.array(anyCheck), fc.integer({ min: 1_000, max: 1_999 }), (checks, at) => {
      const newestFirst = checks.sort((a, b) => b.checkedAt - a.checkedAt)
      const known = newestFirst.filter(({ checkedAt }) => checkedAt <= at)
      const isUnsafe = (some: readonly CheckFacts[]) => fitness(some, { ...day, at }) === 'unsafe'
      expect(isUnsafe(newestFirst)).toBe(isUnsafe(known))
    }),
  )
})

const found: CheckState = { result: 'unsafe', resolvedAt: null, resolution: null }
const said = { note: 'New pads.', rectifiedBy: 'Robin', odometer: null }

test('what was found is put right once, in the second it is said', () => {
  const resolved = resolveCheck(found, said, 5_999)
  expect(resolved).toEqual({ result: 'unsafe', resolvedAt: 5_000, resolution: said })
  expect(resolveCheck(resolved, { ...said }, 9_000)).toBe(resolved)
  for (const other of [{ note: 'Old pads.' }, { rectifiedBy: 'Bo' }, { odometer: 7 }])
    expect(refusalFactsOf(() => resolveCheck(resolved, { ...said, ...other }, 9_000))).toEqual({
      current_status: 'resolved',
      allowed: [],
    })
})

test('a vehicle that was found fit since stays resolved from then', () => {
  expect(resolveCheck({ ...found, resolvedAt: 3_000 }, said, 9_000).resolvedAt).toBe(3_000)
  expect(resolveCheck({ ...found, result: 'safe_with_defects' }, said, 9_000).resolution).toBe(said)
})

test('where nothing was found there is nothing to put right', () => {
  expect(refusalFactsOf(() => resolveCheck({ ...found, result: 'safe' }, said, 1))).toEqual({
    current_status: 'safe',
    allowed: [],
  })
  expect(resultOrRefusalCode(() => resolveCheck({ ...found, result: 'safe' }, said, 1))).toBe('invalid_transition')
})
