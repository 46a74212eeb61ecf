import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type CheckFacts,
  type CheckItem,
  type CheckState,
  checkKinds,
  checkResults,
  findCheckResult,
  findFitness,
  isNilDefect,
  normalisePlate,
  requireGradedDefects,
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
] as const)('returns the result of the check: %j, safe: %p', (items, safe, result) => {
  expect(findCheckResult(items, safe)).toBe(result)
})

test('returns a nil-defect report without defects', () => {
  expect(isNilDefect([item('ok'), item('not_applicable')])).toBe(true)
  expect(isNilDefect([item('ok'), item('defect', 'minor')])).toBe(false)
})

test('requires a severity for a defect, and only for a defect', () => {
  expect(resultOrRefusalCode(() => requireGradedDefects([item('defect', 'minor'), item('ok')]))).toBeUndefined()
  expect(refusalFactsOf(() => requireGradedDefects([item('ok', 'minor'), item('ok'), item('defect')]))).toEqual({
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
  ['there is no check', [], 'unchecked'],
  ['there is a check of today', [check(1_000)], 'fit'],
  ['the last check is of yesterday', [check(999)], 'unchecked'],
  ['the only check is of tomorrow', [check(2_000)], 'unchecked'],
  ['the only check is after a trip', [check(1_500, { kind: 'post_trip' })], 'unchecked'],
  ['it has minor defects', [check(1_500, { result: 'safe_with_defects' })], 'fit'],
  ['it was unsafe weeks ago without a later check', [check(5, { result: 'unsafe' })], 'unsafe'],
  ['it was unsafe and is repaired', [check(1_600), check(1_500, { result: 'unsafe', resolvedAt: 1_600 })], 'fit'],
  ['it is unsafe after a good check', [check(1_600, { result: 'unsafe' }), check(1_500)], 'unsafe'],
  ['it is unsafe after a trip', [check(1_600, { result: 'unsafe', kind: 'post_trip' }), check(1_500)], 'unsafe'],
  ['the defect is resolved without a check today', [check(5, { result: 'unsafe', resolvedAt: 6 })], 'unchecked'],
] as const)('judges a vehicle if %s', (_, checks, verdict) => {
  expect(findFitness(checks, day)).toBe(verdict)
})

test('trims a registration, in capitals with single spaces', () => {
  expect(normalisePlate('  yx20\t  abc ')).toBe('YX20 ABC')
  expect(normalisePlate('YX20ABC')).toBe('YX20ABC')
})

test.each([
  ['before the unsafe check', 1_599, [check(1_600, { result: 'unsafe' }), check(1_500)], 'fit'],
  ['at the time of the unsafe check', 1_600, [check(1_600, { result: 'unsafe' }), check(1_500)], 'unsafe'],
  ['between two checks', 1_550, [check(1_600), check(1_500, { result: 'unsafe', resolvedAt: 1_600 })], 'unsafe'],
  ['at the time of the repair', 1_600, [check(1_600), check(1_500, { result: 'unsafe', resolvedAt: 1_600 })], 'fit'],
  ['before the first check of its day', 1_100, [check(1_500)], 'fit'],
  ['before an unsafe first check of its day', 1_100, [check(1_500, { result: 'unsafe' })], 'unchecked'],
  ['with a defect of yesterday', 1_100, [check(1_500), check(900, { result: 'unsafe', resolvedAt: 1_500 })], 'unsafe'],
] as const)('judges a vehicle that set off %s by the checks of that time', (_, at, checks, verdict) => {
  expect(findFitness(checks, { ...day, at })).toBe(verdict)
})

test('never counts a vehicle as unsafe after a check that is entered later than the departure', () => {
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
      const isUnsafe = (some: readonly CheckFacts[]) => findFitness(some, { ...day, at }) === 'unsafe'
      expect(isUnsafe(newestFirst)).toBe(isUnsafe(known))
    }),
  )
})

const found: CheckState = { result: 'unsafe', resolvedAt: null, resolution: null }
const report = { note: 'New pads.', rectifiedBy: 'Robin', odometer: null }

test('resolves a check once, with the second of the report', () => {
  const resolved = resolveCheck(found, report, 5_999)
  expect(resolved).toEqual({ result: 'unsafe', resolvedAt: 5_000, resolution: report })
  expect(resolveCheck(resolved, { ...report }, 9_000)).toBe(resolved)
  for (const other of [{ note: 'Old pads.' }, { rectifiedBy: 'Bo' }, { odometer: 7 }])
    expect(refusalFactsOf(() => resolveCheck(resolved, { ...report, ...other }, 9_000))).toEqual({
      current_status: 'resolved',
      allowed: [],
    })
})

test('keeps the earlier time if a later check found the vehicle safe', () => {
  expect(resolveCheck({ ...found, resolvedAt: 3_000 }, report, 9_000).resolvedAt).toBe(3_000)
  expect(resolveCheck({ ...found, result: 'safe_with_defects' }, report, 9_000).resolution).toBe(report)
})

test('refuses to resolve a check without defects', () => {
  expect(refusalFactsOf(() => resolveCheck({ ...found, result: 'safe' }, report, 1))).toEqual({
    current_status: 'safe',
    allowed: [],
  })
  expect(resultOrRefusalCode(() => resolveCheck({ ...found, result: 'safe' }, report, 1))).toBe('invalid_transition')
})
