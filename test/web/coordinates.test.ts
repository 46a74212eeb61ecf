import { describe, expect, test } from 'bun:test'
import { coordinatesFault, coordinatesFrom, typedCoordinates } from '../../src/web/plain/coordinates.ts'

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
    ['by the church', 'Write latitude and longitude like 53.795, -1.548.'],
    ['53.795', 'Write latitude and longitude like 53.795, -1.548.'],
    ['95, 0', 'Latitude goes from -90 to 90, longitude from -180 to 180.'],
    ['0, -180.5', 'Latitude goes from -90 to 90, longitude from -180 to 180.'],
    ['90, -180', null],
    [' ', null],
  ])('say what is wrong with them: “%s”', (text, sentence) => {
    expect(coordinatesFault(text)).toBe(sentence)
  })

  test.each([
    [53.795, -1.548],
    [-90, 180],
    [0.000_000_1, 0],
    [53.123_456_789_012_3, -1.000_000_000_000_1],
  ])('come back to the last digit: %d, %d', (latitude, longitude) => {
    expect(coordinatesFrom(typedCoordinates({ latitude, longitude }))).toEqual({ latitude, longitude })
  })
})
