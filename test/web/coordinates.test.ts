import { describe, expect, test } from 'bun:test'
import { coordinatesFrom, typedCoordinates } from '../../src/web/plain/coordinates.ts'

describe('coordinates that somebody types', () => {
  test.each([
    '53.795, -1.548',
    ' 53.795,-1.548 ',
    '53.795 -1.548',
    '53.795; −1.548',
    '53.795/-1.548',
    '53.795°, -1.548°',
    '+53.795, -1.548',
  ])('are read as they are copied from elsewhere: “%s”', (text) => {
    expect(coordinatesFrom(text)).toEqual({ latitude: 53.795, longitude: -1.548 })
  })

  test.each(['', '53.795', 'Leeds', '53.795, ', '53,795, -1,548', '90.001, 0', '0, -180.5', '53.795, -1.548, 12', '1.2.3, 4'])(
    'are none where they are no point on the earth: “%s”',
    (text) => {
      expect(coordinatesFrom(text)).toBeNull()
    },
  )

  test.each([
    [53.795, -1.548],
    [-90, 180],
    [0.000_000_1, 0],
    [53.123_456_789_012_3, -1.000_000_000_000_1],
  ])('come back to the last digit: %d, %d', (latitude, longitude) => {
    expect(coordinatesFrom(typedCoordinates({ latitude, longitude }))).toEqual({ latitude, longitude })
  })
})
