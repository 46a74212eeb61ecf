import { describe, expect, test } from 'bun:test'
import { depotWaySaid, distanceSaid, spokenKm, wholeDistanceSaid } from '../../src/web/plain/distance-said.ts'

const drive = (distance_m: number | null, driving_seconds: number | null, distance_source: string | null = 'given') => ({
  distance_m,
  driving_seconds,
  distance_source,
})

describe('a distance in words', () => {
  test.each([
    [drive(45_400, 2_724, 'estimated'), 'about 45 km, 45 min driving (estimated)'],
    [drive(45_400, 2_724, 'routed'), 'about 45 km, 45 min driving'],
    [drive(45_400, 2_724), '45 km, 45 min driving'],
    [drive(45_400, null), '45 km'],
    [drive(null, 12_000), '3 h 20 min driving'],
    [drive(null, 12_000, 'estimated'), 'about 3 h 20 min driving (estimated)'],
    [drive(0, 0, 'estimated'), 'about 0 km, 0 min driving (estimated)'],
  ])('says where it comes from, and the one figure that is known: %j', (told, words) => {
    expect(distanceSaid(told)).toBe(words)
  })

  test('is none where nothing is known, also of a trip that a phone kept from an earlier release', () => {
    expect(distanceSaid(drive(null, null, null))).toBeNull()
    expect(distanceSaid({} as ReturnType<typeof drive>)).toBeNull()
  })

  test.each([
    [0, '0 km'],
    [3_420, '3.4 km'],
    [9_949, '9.9 km'],
    [9_950, '10 km'],
    [10_499, '10 km'],
    [1_204_300, '1,204 km'],
  ])('has a decimal below ten kilometres: %d m', (metres, words) => {
    expect(spokenKm(metres)).toBe(words)
  })

  test('of the way to the depot is said with both ways', () => {
    expect(depotWaySaid(12_300)).toBe('about 12 km empty (from and to the depot)')
  })
})

describe('the distance of a whole trip', () => {
  const [out, back] = [drive(45_000, 2_700), drive(45_400, 2_724, 'estimated')]

  test('is said once where its one leg says the same, and where it says something else', () => {
    expect(wholeDistanceSaid(out, [out])).toBeNull()
    expect(wholeDistanceSaid(out, [back])).toBe('45 km, 45 min driving')
    expect(wholeDistanceSaid(drive(90_400, 5_424, 'estimated'), [out, back])).toBe('about 90 km, 1 h 30 min driving (estimated)')
  })
})
