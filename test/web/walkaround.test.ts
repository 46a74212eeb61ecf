import { expect, test } from 'bun:test'
import { checkCodes } from '../../src/domain/vehicle-check.ts'
import {
  checkBody,
  checkGroups,
  hasMajor,
  isStillGood,
  isUnfit,
  missingOf,
  newCheck,
  withAllFine,
} from '../../src/web/driver/walkaround.ts'

const begun = newCheck('YX20 ABC', 'TR-1', 0)
const fine = [0, 1, 2].reduce(withAllFine, begun)

test('a walkaround looks at everything the server knows, each thing once', () => {
  const codes: string[] = checkGroups.flatMap(({ items }) => [...items])
  expect(codes.toSorted()).toEqual([...checkCodes].sort())
  expect(missingOf(begun)).toHaveLength(22)
  expect(missingOf(fine)).toEqual([])
})

test('“All fine” leaves what was found', () => {
  const found = { ...begun, items: { brakes: { result: 'defect', severity: 'dangerous', note: ' Sinks. ' } as const } }
  const after = withAllFine(found, 0)
  expect(after.items.brakes?.result).toBe('defect')
  expect(isUnfit(after)).toBe(true)
  const { items, safe_to_drive: mayDrive } = checkBody(after, ['2026-11-21T06:00:00Z', '2026-11-21T06:10:00Z'])
  expect(mayDrive).toBe(false)
  expect(items).toContainEqual({ code: 'brakes', result: 'defect', severity: 'dangerous', note: 'Sinks.' })
  expect(items).toContainEqual({ code: 'horn', result: 'ok' })
})

test('a coach the driver would not drive is unfit without a defect', () => {
  expect(isUnfit(fine)).toBe(false)
  expect(isUnfit({ ...fine, mayDrive: false })).toBe(true)
})

test('a walkaround of this morning goes on, and one of yesterday begins again', () => {
  expect(isStillGood(begun, 11 * 3_600_000)).toBe(true)
  expect(isStillGood(begun, 13 * 3_600_000)).toBe(false)
})

test('one that was declared yesterday and not taken is mended, not begun again', () => {
  expect(isStillGood({ ...begun, at: 600_000 }, 30 * 3_600_000)).toBe(true)
})

test('a defect of which nobody said how bad it is was not looked at', () => {
  const unsaid = { ...fine, items: { ...fine.items, brakes: { result: 'defect', severity: '', note: '' } as const } }
  expect(missingOf(unsaid)).toEqual(['brakes'])
  const major = { ...fine, items: { ...fine.items, brakes: { result: 'defect', severity: 'major', note: '' } as const } }
  expect([missingOf(major), hasMajor(major), hasMajor(fine), isUnfit(major)]).toEqual([[], true, false, false])
})
