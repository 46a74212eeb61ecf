import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatChosenPlace, isStillChosen, parseChosenPlace } from '../../src/domain/chosen-place.ts'

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true }).map((value) => value + 0)

describe('a chosen place in a hidden field', () => {
  test('is read as it was written', () => {
    const place = fc.record({
      latitude: degrees(90),
      longitude: degrees(180),
      country: fc.option(fc.constantFrom('GB', 'FR')),
      label: fc.string(),
      locality: fc.string(),
      postcode: fc.string(),
    })
    fc.assert(fc.property(place, (one) => expect(parseChosenPlace(formatChosenPlace(one))).toEqual(one)))
  })

  test('is null for any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(parseChosenPlace(text)).toBeNull()))
    fc.assert(
      fc.property(fc.json(), (text) => {
        const read = parseChosenPlace(text)
        if (read !== null) expect(parseChosenPlace(formatChosenPlace(read))).toEqual(read)
      }),
    )
    for (const list of [
      [91, 0, 'GB', 'Leeds', 'Leeds', ''],
      [0, -181, 'GB', 'Leeds', 'Leeds', ''],
      ['53.8', 0, 'GB', 'Leeds', 'Leeds', ''],
      [53.8, -1.5, 'gb', 'Leeds', 'Leeds', ''],
      [53.8, -1.5, 'GB', 'Leeds', 'Leeds'],
      [53.8, -1.5, 'GB', 'Leeds', 'Leeds', '', ''],
      [53.8, -1.5, 'GB', 1, 'Leeds', ''],
    ]) {
      expect([list, parseChosenPlace(JSON.stringify(list))]).toEqual([list, null])
    }
  })

  test.each([
    ['Ashford', 'Ashford', '', true],
    [' ashford ', 'Ashford', '', true],
    ['Ashford, bus station', 'Ashford', '', true],
    ['Ashford bus station', 'Ashford', '', true],
    ['Ashfordby', 'Ashford', '', false],
    ['Hythe', 'Ashford', '', false],
    ['Ashford', 'Hythe', '', false],
    ['Ashford', 'Ashford', 'TN24 8AA', false],
  ])('of Ashford is %j in %j %j: %p', (label, locality, postcode, isStill) => {
    const ashford = { label: 'Ashford', locality: 'Ashford', postcode: '' }
    expect(isStillChosen(ashford, { label, locality, postcode })).toBe(isStill)
  })
})
