import { describe, expect, test } from 'bun:test'
import { keyOfRow, refOfRow, rowEntered, rowNamer, rowRefused } from '../../src/web/console/sent-rows.ts'
import { exampleRow, faultOfRow, importColumns, leftOut, tripOfRow } from '../../src/web/console/trip-rows.ts'

const zone = 'Europe/London'

function row(cells: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  const example = importColumns.map((name, at) => [name, exampleRow[at] ?? ''] as const)
  return new Map([...example, ...Object.entries(cells)])
}

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

describe('a line of a file of trips', () => {
  test.each([
    ['2027-06-12 08:30', '2027-06-12T08:30:00+01:00'],
    ['2027-01-12T08:30', '2027-01-12T08:30:00+00:00'],
    ['2027-06-12 08:30:00', '2027-06-12T08:30:00+01:00'],
  ])('departs at %s', (departs, instant) => {
    expect(faultOfRow(row({ departs }), zone)).toBeNull()
    expect(tripOfRow(row({ departs }), zone).departsAt).toBe(instant)
  })

  test('is one way without a time to come back, and with none of the two is not sent', () => {
    expect(faultOfRow(row({ returns: '' }), zone)).toBeNull()
    expect(tripOfRow(row({ returns: '' }), zone).isReturn).toBe(false)
    expect(faultOfRow(row({ departs: '' }), zone)).toBe('The time to leave is missing: write 2027-06-12 08:30.')
  })

  test('has the types of its places, and refuses a type that does not exist', () => {
    const kinds = (cells: Readonly<Record<string, string>>) => {
      const { pickup, dropoff } = tripOfRow(row(cells), zone)
      return [pickup.kind, dropoff.kind]
    }
    expect(kinds({})).toEqual(['residential', 'venue'])
    expect(kinds({ from_kind: 'School', to_kind: '' })).toEqual(['school', null])
    expect(faultOfRow(row({ from_kind: 'School', to_kind: '' }), zone)).toBeNull()
    for (const name of ['from_kind', 'to_kind']) {
      expect(faultOfRow(row({ [name]: 'house' }), zone)).toStartWith(`${name} is not a type of place. Use one of: school, venue,`)
    }
  })

  test.each([
    '12/06/2027 17:00',
    '5 pm',
    '2027-06-12',
    '2027-06-31 17:00',
    '2027-06-12 17:00+02:00',
    '2027-06-12 17:00 or later',
    '2027-03-28 01:30',
  ])('with times like “%s” is not sent', (text) => {
    expect(faultOfRow(row({ returns: text }), zone)).toBe('The time to come back cannot be read: write 2027-06-12 17:00.')
    expect(faultOfRow(row({ departs: text }), zone)).toBe('The time to leave cannot be read: write 2027-06-12 08:30.')
  })
})

test('lines beyond the most, and columns of other names, are told', () => {
  expect(leftOut(Array.from({ length: 500 }, row), 500)).toEqual([])
  expect(leftOut(Array.from({ length: 730 }, row), 500)).toEqual(['Only the first 500 lines are taken; the file has 730.'])
  expect(leftOut([row({ return: '2027-06-12 17:00' })], 500)).toEqual(['These columns are not read: return.'])
})

describe('a row that was sent', () => {
  test('is found in a file that is read again, and equal rows are as many', () => {
    const [first, second] = [rowNamer(), rowNamer()]
    const names = ['a', 'b', 'a'].map(first)
    expect(new Set(names).size).toBe(3)
    expect(['b', 'a', 'a', 'c'].map(second).slice(0, 3)).toEqual([names[1] ?? '', names[0] ?? '', names[2] ?? ''])
  })

  test('keeps its key until an answer was heard, and its trip from then on', () => {
    const tab = memory()
    const name = rowNamer()({ customer: 'Ann' })
    const key = keyOfRow(name, tab)
    expect(keyOfRow(name, tab)).toBe(key)
    expect(keyOfRow(name, memory())).not.toBe(key)
    rowRefused(name, tab)
    expect(keyOfRow(name, tab)).not.toBe(key)
    expect(refOfRow(name, tab)).toBeNull()
    rowEntered(name, 'TR-7K3M9Q', tab)
    expect(refOfRow(name, tab)).toBe('TR-7K3M9Q')
  })
})
