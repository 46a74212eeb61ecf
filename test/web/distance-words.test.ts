import { describe, expect, test } from 'bun:test'
import { getTimezone } from 'countries-and-timezones'
import {
  findDistanceUnit,
  formatDepotDistance,
  formatDistance,
  formatDrive,
  formatWholeDistance,
} from '../../src/web/plain/distance-said.ts'

const [london, berlin] = ['Europe/London', 'Europe/Berlin']

const drive = (distance_m: number | null, driving_seconds: number | null, distance_source: string | null = 'given') => ({
  distance_m,
  driving_seconds,
  distance_source,
})

describe('the unit of distances', () => {
  test('is the mile in every time zone of the United Kingdom and the United States, and else the kilometre', () => {
    const inMiles = new Set(['GB', 'GG', 'IM', 'JE', 'US'])
    const zones = Intl.supportedValuesOf('timeZone')
    const wrong = zones.filter((zone) => {
      const [country = ''] = getTimezone(zone)?.countries ?? []
      return findDistanceUnit(zone).name !== (inMiles.has(country) ? 'miles' : 'km')
    })
    expect(zones.length).toBeGreaterThan(400)
    expect(wrong).toEqual([])
  })
})

describe('the text of a distance', () => {
  test.each([
    [drive(45_400, 2_724, 'estimated'), 'about 28 miles, 45 min driving (estimated)'],
    [drive(45_400, 2_724, 'routed'), 'about 28 miles, 45 min driving'],
    [drive(45_400, 2_724), '28 miles, 45 min driving'],
    [drive(45_400, null), '28 miles'],
    [drive(null, 12_000), '3 h 20 min driving'],
    [drive(null, 12_000, 'estimated'), 'about 3 h 20 min driving (estimated)'],
    [drive(0, 0, 'estimated'), 'about 0 miles, 0 min driving (estimated)'],
  ])('names an estimate, and the only known figure: %j', (figures, words) => {
    expect(formatDrive(figures, london)).toBe(words)
    expect(formatDrive(figures, berlin)).toBe(words.replace('28 miles', '45 km').replace('miles', 'km'))
  })

  test('returns null for unknown values and for a trip from an earlier release', () => {
    expect(formatDrive(drive(null, null, null), london)).toBeNull()
    expect(formatDrive({} as ReturnType<typeof drive>, london)).toBeNull()
  })

  test.each([
    [0, '0 miles', '0 km'],
    [3_420, '2.1 miles', '3.4 km'],
    [9_949, '6.2 miles', '9.9 km'],
    [9_950, '6.2 miles', '10 km'],
    [10_499, '6.5 miles', '10 km'],
    [16_012, '9.9 miles', '16 km'],
    [16_013, '10 miles', '16 km'],
    [1_204_300, '748 miles', '1,204 km'],
    [2_000_000, '1,243 miles', '2,000 km'],
  ])('shows a decimal below ten: %d m', (metres, miles, km) => {
    expect([formatDistance(metres, london), formatDistance(metres, berlin)]).toEqual([miles, km])
  })

  test('formats the empty distance of both ways', () => {
    expect(formatDepotDistance(12_300, london)).toBe('about 7.6 miles empty (from and to the depot)')
  })
})

describe('the distance of a whole trip', () => {
  const [out, back] = [drive(45_000, 2_700), drive(45_400, 2_724, 'estimated')]

  test('returns null if the only leg has the same text', () => {
    expect(formatWholeDistance(out, [out], berlin)).toBeNull()
    expect(formatWholeDistance(out, [back], berlin)).toBe('45 km, 45 min driving')
    expect(formatWholeDistance(drive(90_400, 5_424, 'estimated'), [out, back], london)).toBe(
      'about 56 miles, 1 h 30 min driving (estimated)',
    )
  })
})
