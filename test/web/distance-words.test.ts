import { describe, expect, test } from 'bun:test'
import { formatDepotDistance, formatDrive, formatKm, formatWholeDistance } from '../../src/web/plain/distance-said.ts'

const drive = (distance_m: number | null, driving_seconds: number | null, distance_source: string | null = 'given') => ({
  distance_m,
  driving_seconds,
  distance_source,
})

describe('the text of a distance', () => {
  test.each([
    [drive(45_400, 2_724, 'estimated'), 'about 45 km, 45 min driving (estimated)'],
    [drive(45_400, 2_724, 'routed'), 'about 45 km, 45 min driving'],
    [drive(45_400, 2_724), '45 km, 45 min driving'],
    [drive(45_400, null), '45 km'],
    [drive(null, 12_000), '3 h 20 min driving'],
    [drive(null, 12_000, 'estimated'), 'about 3 h 20 min driving (estimated)'],
    [drive(0, 0, 'estimated'), 'about 0 km, 0 min driving (estimated)'],
  ])('names an estimate, and the only known figure: %j', (figures, words) => {
    expect(formatDrive(figures)).toBe(words)
  })

  test('returns null for unknown values and for a trip from an earlier release', () => {
    expect(formatDrive(drive(null, null, null))).toBeNull()
    expect(formatDrive({} as ReturnType<typeof drive>)).toBeNull()
  })

  test.each([
    [0, '0 km'],
    [3_420, '3.4 km'],
    [9_949, '9.9 km'],
    [9_950, '10 km'],
    [10_499, '10 km'],
    [1_204_300, '1,204 km'],
  ])('shows a decimal below ten kilometres: %d m', (metres, words) => {
    expect(formatKm(metres)).toBe(words)
  })

  test('formats the empty distance of both ways', () => {
    expect(formatDepotDistance(12_300)).toBe('about 12 km empty (from and to the depot)')
  })
})

describe('the distance of a whole trip', () => {
  const [out, back] = [drive(45_000, 2_700), drive(45_400, 2_724, 'estimated')]

  test('returns null if the only leg has the same text', () => {
    expect(formatWholeDistance(out, [out])).toBeNull()
    expect(formatWholeDistance(out, [back])).toBe('45 km, 45 min driving')
    expect(formatWholeDistance(drive(90_400, 5_424, 'estimated'), [out, back])).toBe(
      'about 90 km, 1 h 30 min driving (estimated)',
    )
  })
})
