import { expect, test } from 'bun:test'
import { checkCodes } from '../../src/domain/vehicle-check.ts'
import {
  buildCheckBody,
  checkGroups,
  createCheck,
  hasMajor,
  isDraftFresh,
  isUnfit,
  listMissingItems,
  markAllFine,
} from '../../src/web/driver/walkaround.ts'

const begun = createCheck('YX20 ABC', 'TR-1', 0)
const fine = [0, 1, 2].reduce(markAllFine, begun)

test('includes every check of the server exactly once', () => {
  const codes: string[] = checkGroups.flatMap(({ items }) => [...items])
  expect(codes.toSorted()).toEqual([...checkCodes].sort())
  expect(listMissingItems(begun)).toHaveLength(22)
  expect(listMissingItems(fine)).toEqual([])
})

test('keeps found defects after “All fine”', () => {
  const found = { ...begun, items: { brakes: { result: 'defect', severity: 'dangerous', note: ' Sinks. ' } as const } }
  const after = markAllFine(found, 0)
  expect(after.items.brakes?.result).toBe('defect')
  expect(isUnfit(after)).toBe(true)
  const { items, safe_to_drive: mayDrive } = buildCheckBody(after, ['2026-11-21T06:00:00Z', '2026-11-21T06:10:00Z'])
  expect(mayDrive).toBe(false)
  expect(items).toContainEqual({ code: 'brakes', result: 'defect', severity: 'dangerous', note: 'Sinks.' })
  expect(items).toContainEqual({ code: 'horn', result: 'ok' })
})

test('is unfit without a defect if the driver would not drive the vehicle', () => {
  expect(isUnfit(fine)).toBe(false)
  expect(isUnfit({ ...fine, mayDrive: false })).toBe(true)
})

test('continues this morning’s check, and starts a new one after yesterday’s', () => {
  expect(isDraftFresh(begun, 11 * 3_600_000)).toBe(true)
  expect(isDraftFresh(begun, 13 * 3_600_000)).toBe(false)
})

test('reopens yesterday’s declared check that was not accepted', () => {
  expect(isDraftFresh({ ...begun, at: 600_000 }, 30 * 3_600_000)).toBe(true)
})

test('requires a severity for each defect', () => {
  const ungraded = { ...fine, items: { ...fine.items, brakes: { result: 'defect', severity: '', note: '' } as const } }
  expect(listMissingItems(ungraded)).toEqual(['brakes'])
  const major = { ...fine, items: { ...fine.items, brakes: { result: 'defect', severity: 'major', note: '' } as const } }
  expect([listMissingItems(major), hasMajor(major), hasMajor(fine), isUnfit(major)]).toEqual([[], true, false, false])
})
