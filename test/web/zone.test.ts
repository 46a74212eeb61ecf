import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  describeZone,
  findEndOfDay,
  findOffset,
  findPageZone,
  formatOffset,
  formatWithOffset,
  listInstants,
  toWallAt,
} from '../../src/web/plain/zone.ts'

const zone = fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
const instant = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) }).map((ms) => ms - (ms % 60_000))

describe('listInstants', () => {
  test('returns the instant of its wall time', () => {
    fc.assert(
      fc.property(instant, zone, (at, name) => {
        expect(listInstants(toWallAt(at, name), name)).toContain(at)
      }),
    )
  })

  test('returns none for a skipped time, and two for a repeated one', () => {
    expect(listInstants('2026-03-29T01:30', 'Europe/London')).toEqual([])
    expect(listInstants('2026-10-25T01:30', 'Europe/London')).toEqual([
      Date.UTC(2026, 9, 25, 0, 30),
      Date.UTC(2026, 9, 25, 1, 30),
    ])
  })

  test('returns at most two, which all show the wall time', () => {
    fc.assert(
      fc.property(instant, zone, (at, name) => {
        const wall = new Date(at).toISOString().slice(0, 19)
        const all = listInstants(wall, name)
        expect(all.length).toBeLessThanOrEqual(2)
        for (const one of all) expect(toWallAt(one, name)).toBe(wall)
      }),
    )
  })

  test('returns none for an invalid time', () => {
    expect(listInstants('', 'Europe/London')).toEqual([])
    expect(listInstants('2026-13-40T99:99', 'Europe/London')).toEqual([])
  })
})

test('sends an instant with the offset of its zone', () => {
  fc.assert(
    fc.property(instant, zone, (at, name) => {
      expect(Date.parse(formatWithOffset(at, name))).toBe(at)
    }),
  )
  expect(formatWithOffset(Date.UTC(2026, 6, 1, 7, 30), 'Europe/London')).toBe('2026-07-01T08:30:00+01:00')
})

test('names a zone only if the reader’s clocks differ', () => {
  const summer = Date.UTC(2026, 6, 1)
  expect(describeZone('Europe/London', summer, 'Europe/London')).toBe('')
  expect(describeZone('Europe/London', summer, 'Europe/Berlin')).toBe('London time')
  expect(describeZone('America/New_York', summer, 'Europe/Berlin')).toBe('New York time')
  expect(findOffset(summer, 'Europe/London')).toBe(3_600_000)
})

test('names the zone of a page also if the clocks differ only in the other season', () => {
  const winter = Date.UTC(2026, 11, 1)
  expect(findPageZone('Europe/London', winter, 'Europe/London')).toBe('')
  expect(findPageZone('Europe/London', winter, 'Africa/Abidjan')).toBe('London time')
  expect(findPageZone('Europe/London', winter, 'Asia/Kolkata')).toBe('London time')
})

test('shows the offset from UTC only if the zone’s clocks differ', () => {
  expect(formatOffset('2026-07-01T08:30:00+01:00', 'Europe/London')).toBe('')
  expect(formatOffset('2026-07-01T08:30:00+02:00', 'Europe/London')).toBe('UTC+2')
  expect(formatOffset('2026-07-01T08:30:00+05:30', 'Europe/London')).toBe('UTC+5:30')
  expect(formatOffset('2026-07-01T08:30:00-04:00', 'Europe/London')).toBe('UTC−4')
})

test('finds the end of a day whose year is typed only in part', () => {
  expect(findEndOfDay('0002-11-24', 'Europe/London')).toMatch(/^0002-11-24T23:59:00/)
  expect(findEndOfDay('2026-06-24', 'Europe/London')).toBe('2026-06-24T23:59:00+01:00')
  expect(findEndOfDay('', 'Europe/London')).toBeNull()
})
