import { describe, expect, test } from 'bun:test'
import { describeCoordinatesFault, formatCoordinates, parseCoordinates } from '../../src/web/plain/coordinates.ts'

describe('coordinates from a text field', () => {
  test.each([
    '53.795, -1.548',
    ' 53.795,-1.548 ',
    '53.795 -1.548',
    '53.795; −1.548',
    '53.795/-1.548',
    '53.795°, -1.548°',
    '+53.795, -1.548',
  ])('reads copied coordinates: “%s”', (text) => {
    expect(parseCoordinates(text)).toEqual({ latitude: 53.795, longitude: -1.548 })
  })

  test.each(['', '53.795', 'Leeds', '53.795, ', '53,795, -1,548', '90.001, 0', '0, -180.5', '53.795, -1.548, 12', '1.2.3, 4'])(
    'returns null for a text that is no point on the earth: “%s”',
    (text) => {
      expect(parseCoordinates(text)).toBeNull()
    },
  )

  test.each([
    ['by the church', 'Enter latitude and longitude, such as 53.795, -1.548.'],
    ['53.795', 'Enter latitude and longitude, such as 53.795, -1.548.'],
    ['95, 0', 'Latitude is from -90 to 90. Longitude is from -180 to 180.'],
    ['0, -180.5', 'Latitude is from -90 to 90. Longitude is from -180 to 180.'],
    ['90, -180', null],
    [' ', null],
  ])('returns the fault of the text “%s”', (text, sentence) => {
    expect(describeCoordinatesFault(text)).toBe(sentence)
  })

  test.each([
    [53.795, -1.548],
    [-90, 180],
    [0.000_000_1, 0],
    [53.123_456_789_012_3, -1.000_000_000_000_1],
  ])('reads its own text back to the last digit: %d, %d', (latitude, longitude) => {
    expect(parseCoordinates(formatCoordinates({ latitude, longitude }))).toEqual({ latitude, longitude })
  })
})
