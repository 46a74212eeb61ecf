import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { instantsOf, offsetAt, offsetNote, wallAt, withOffset, zoneNote, zoneOfPage } from '../../src/web/plain/zone.ts'

const zone = fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
const instant = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) }).map((ms) => ms - (ms % 60_000))

describe('instantsOf', () => {
  test('has the instant that a wall time was read from', () => {
    fc.assert(
      fc.property(instant, zone, (at, name) => {
        expect(instantsOf(wallAt(at, name), name)).toContain(at)
      }),
    )
  })

  test('has none where the clocks jump, and two where they go back', () => {
    expect(instantsOf('2026-03-29T01:30', 'Europe/London')).toEqual([])
    expect(instantsOf('2026-10-25T01:30', 'Europe/London')).toEqual([Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)])
  })

  test('never has more than two, and all of them show the wall time', () => {
    fc.assert(
      fc.property(instant, zone, (at, name) => {
        const wall = new Date(at).toISOString().slice(0, 19)
        const all = instantsOf(wall, name)
        expect(all.length).toBeLessThanOrEqual(2)
        for (const one of all) expect(wallAt(one, name)).toBe(wall)
      }),
    )
  })

  test('has none for what is no time', () => {
    expect(instantsOf('', 'Europe/London')).toEqual([])
    expect(instantsOf('2026-13-40T99:99', 'Europe/London')).toEqual([])
  })
})

test('an instant is sent with the offset of its zone', () => {
  fc.assert(
    fc.property(instant, zone, (at, name) => {
      expect(Date.parse(withOffset(at, name))).toBe(at)
    }),
  )
  expect(withOffset(Date.UTC(2026, 6, 1, 7, 30), 'Europe/London')).toBe('2026-07-01T08:30:00+01:00')
})

test('a zone is named only where the reader’s clocks show something else', () => {
  const summer = Date.UTC(2026, 6, 1)
  expect(zoneNote('Europe/London', summer, 'Europe/London')).toBe('')
  expect(zoneNote('Europe/London', summer, 'Europe/Berlin')).toBe('London time')
  expect(zoneNote('America/New_York', summer, 'Europe/Berlin')).toBe('New York time')
  expect(offsetAt(summer, 'Europe/London')).toBe(3_600_000)
})

test('a page names its zone also where the clocks differ in the other half of the year only', () => {
  const winter = Date.UTC(2026, 11, 1)
  expect(zoneOfPage('Europe/London', winter, 'Europe/London')).toBe('')
  expect(zoneOfPage('Europe/London', winter, 'Africa/Abidjan')).toBe('London time')
  expect(zoneOfPage('Europe/London', winter, 'Asia/Kolkata')).toBe('London time')
})

test('a local time says how far it is from UTC only where the zone’s clocks show another', () => {
  expect(offsetNote('2026-07-01T08:30:00+01:00', 'Europe/London')).toBe('')
  expect(offsetNote('2026-07-01T08:30:00+02:00', 'Europe/London')).toBe('UTC+2')
  expect(offsetNote('2026-07-01T08:30:00+05:30', 'Europe/London')).toBe('UTC+5:30')
  expect(offsetNote('2026-07-01T08:30:00-04:00', 'Europe/London')).toBe('UTC−4')
})
