import { describe, expect, test } from 'bun:test'
import { buildMarketTripBody } from '../../src/web/console/market-trip.ts'
import { createRowNamer, findKeyOfRow, findRefOfRow, removeKeyOfRow, saveEnteredRow } from '../../src/web/console/sent-rows.ts'
import { describeLeftOutRows, exampleRow, findRowFault, importColumns, parseTripRow } from '../../src/web/console/trip-rows.ts'

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
  ])('reads the departure time %s', (departs, instant) => {
    expect(findRowFault(row({ departs }), zone)).toBeNull()
    expect(parseTripRow(row({ departs }), zone).departs_at).toBe(instant)
  })

  test('is one way without a return time, and is refused without a departure time', () => {
    expect(findRowFault(row({ returns: '' }), zone)).toBeNull()
    expect(parseTripRow(row({ returns: '' }), zone).isReturn).toBe(false)
    expect(findRowFault(row({ departs: '' }), zone)).toBe('The departure time is missing. Write it like 2027-06-12 08:30.')
  })

  test('is a trip for all operators, with its empty cells as null', () => {
    const body = buildMarketTripBody(parseTripRow(row({ returns: '', phone: '' }), zone))
    expect(body).toMatchObject({
      customer: { name: 'Ann Smith', organisation: 'Otley Brass Band', email: 'ann@example.org', phone: null },
      pickup: { label: 'Rose Cottage', kind: 'residential', locality: 'Leeds', postcode: 'LS6 2AB' },
      departs_at: '2027-06-12T08:30:00+01:00',
      returns_at: null,
      timezone: zone,
      passenger_count: 45,
      notes: null,
      offer_to: 'all',
    })
    expect(body).not.toHaveProperty('isReturn')
  })

  test('reads the types of its places, and refuses an unknown type', () => {
    const kinds = (cells: Readonly<Record<string, string>>) => {
      const { pickup, dropoff } = parseTripRow(row(cells), zone)
      return [pickup?.kind, dropoff?.kind]
    }
    expect(kinds({})).toEqual(['residential', 'venue'])
    expect(kinds({ from_kind: 'School', to_kind: '' })).toEqual(['school', null])
    expect(findRowFault(row({ from_kind: 'School', to_kind: '' }), zone)).toBeNull()
    for (const name of ['from_kind', 'to_kind']) {
      expect(findRowFault(row({ [name]: 'house' }), zone)).toStartWith(`${name} is not a place type. Use one of: school, venue,`)
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
  ])('refuses times like “%s”', (text) => {
    expect(findRowFault(row({ returns: text }), zone)).toBe('The return time is not valid. Write it like 2027-06-12 17:00.')
    expect(findRowFault(row({ departs: text }), zone)).toBe('The departure time is not valid. Write it like 2027-06-12 08:30.')
  })
})

test('names extra lines and unknown columns', () => {
  expect(describeLeftOutRows(Array.from({ length: 500 }, row), 500)).toEqual([])
  expect(describeLeftOutRows(Array.from({ length: 730 }, row), 500)).toEqual(['Only the first 500 of 730 lines are used.'])
  expect(describeLeftOutRows([row({ return: '2027-06-12 17:00' })], 500)).toEqual(['These columns are ignored: return.'])
})

describe('a sent row', () => {
  test('has the same name in a file that is read again, and a number for equal rows', () => {
    const [first, second] = [createRowNamer(), createRowNamer()]
    const names = ['a', 'b', 'a'].map(first)
    expect(new Set(names).size).toBe(3)
    expect(['b', 'a', 'a', 'c'].map(second).slice(0, 3)).toEqual([names[1] ?? '', names[0] ?? '', names[2] ?? ''])
  })

  test('keeps its key until an answer, and its trip afterwards', () => {
    const tab = memory()
    const name = createRowNamer()({ customer: 'Ann' })
    const key = findKeyOfRow(name, tab)
    expect(findKeyOfRow(name, tab)).toBe(key)
    expect(findKeyOfRow(name, memory())).not.toBe(key)
    removeKeyOfRow(name, tab)
    expect(findKeyOfRow(name, tab)).not.toBe(key)
    expect(findRefOfRow(name, tab)).toBeNull()
    saveEnteredRow(name, 'TR-7K3M9Q', tab)
    expect(findRefOfRow(name, tab)).toBe('TR-7K3M9Q')
  })
})
