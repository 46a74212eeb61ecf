import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { chooseReader, PostcodeFileFault, type PostcodeSource } from '../../src/domain/postcode-file.ts'
import { toPostcodeNumber } from '../../src/domain/postcode-number.ts'

const nowhere = () => ({ latitude: 0, longitude: 0 })
const leeds = () => ({ latitude: 53.794_001, longitude: -1.547_5 })

const read = (heading: string, row: string, source: PostcodeSource | null = null) =>
  chooseReader(heading.split(','), source, leeds).readRow(row.split(','))

const point = { number: toPostcodeNumber('LS1 4DY') ?? 0, latitude: 5_379_400, longitude: -154_750 }

describe('a file of postcodes', () => {
  test.each([
    ['postcode,latitude,longitude', 'csv', true],
    [' Longitude , POSTCODE,x,Latitude', 'csv', true],
    ['pcd,pcds,lat,long,doterm', 'ons', true],
    ['PCDS,LAT,LONG', 'ons', true],
    ['LS14DY,10,429900,433300,E92000001', 'codepoint', false],
  ] as const)('with the first row %p is recognised as %p', (first, source, hasHeading) => {
    expect(chooseReader(first.split(','), null, nowhere)).toMatchObject({ source, hasHeading })
    expect(chooseReader(first.split(','), source, nowhere)).toMatchObject({ source, hasHeading })
  })

  test('without the columns is refused with the columns that it has', () => {
    for (const [first, source] of [
      ['postcode,lat,long', null],
      ['', null],
      ['postcode,latitude,longitude', 'ons'],
      ['pcds,lat,long', 'csv'],
      ['pcds,lat,long', 'codepoint'],
      ['LS1 4DY,10,429900,433300', 'csv'],
    ] as const) {
      const choose = () => chooseReader(first.split(','), source, nowhere)
      expect(choose).toThrow(PostcodeFileFault)
      expect(choose).toThrow(`The first row is: ${first.split(',').join(', ')}.`)
    }
    const wide = Array.from({ length: 50 }, (_, nth) => `column${nth}`)
    expect(() => chooseReader(wide, null, nowhere)).toThrow('column18, column19 and more.')
  })
})

describe('a row of postcodes', () => {
  test('has its point in parts of a degree', () => {
    expect(read('postcode,latitude,longitude', 'ls1-4dy, 53.794 ,-1.5475')).toEqual({ point })
    expect(read('x,longitude,latitude,postcode', ',-1.5475,53.794,LS14DY')).toEqual({ point })
    expect(read('pcds,lat,long,doterm', 'LS1 4DY,53.794,-1.5475,')).toEqual({ point })
    expect(read('LS1 4DY,10,1,1', 'LS14DY,10,429900,433300')).toEqual({ point })
  })

  test.each([
    ['postcode,latitude,longitude', 'Leeds,53.8,-1.5', 'no British postcode'],
    ['postcode,latitude,longitude', '', 'no British postcode'],
    ['postcode,latitude,longitude', 'LS1 4DY', 'no coordinates'],
    ['postcode,latitude,longitude', 'LS1 4DY,,', 'no coordinates'],
    ['postcode,latitude,longitude', 'LS1 4DY,0,0', 'no coordinates'],
    ['postcode,latitude,longitude', 'LS1 4DY,0x35,-1', 'no coordinates'],
    ['postcode,latitude,longitude', 'LS1 4DY,-1.5475,53.794', 'coordinates outside the British Isles'],
    ['postcode,latitude,longitude', 'LS1 4DY,91,200', 'coordinates outside the British Isles'],
    ['pcds,lat,long', 'LS1 4DY,99.999999,0', 'no coordinates'],
    ['LS1 4DY,10,1,1', 'LS1 4DY,90,429900,433300', 'no coordinates'],
    ['LS1 4DY,10,1,1', 'LS1 4DY,10,0,0', 'no coordinates'],
    ['LS1 4DY,10,1,1', 'LS1 4DY,10,east,north', 'no coordinates'],
    ['LS1 4DY,10,1,1', 'nowhere,10,429900,433300', 'no British postcode'],
  ])('after %p, %p is bad: %s', (heading, row, fault) => {
    expect(read(heading, row)).toEqual({ fault })
  })

  test('can be of a terminated postcode', () => {
    expect(read('pcds,doterm,lat,long', 'LS1 4DY,199606,99.999999,0')).toEqual({ isTerminated: true })
  })

  test('of any text is a point or has a fault', () => {
    const reader = chooseReader(['postcode', 'latitude', 'longitude'], null, nowhere)
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 4 }), (cells) => {
        const row = reader.readRow(cells)
        expect('fault' in row || 'point' in row).toBe(true)
      }),
    )
    fc.assert(
      fc.property(
        fc.double({ min: 49, max: 61.5, noNaN: true }),
        fc.double({ min: -11, max: 2.5, noNaN: true }),
        (latitude, longitude) => {
          const row = reader.readRow(['LS1 4DY', latitude.toFixed(7), longitude.toFixed(7)])
          if (!('point' in row)) throw new Error(JSON.stringify(row))
          expect(Math.abs(row.point.latitude / 100_000 - latitude)).toBeLessThan(0.000_006)
          expect(Math.abs(row.point.longitude / 100_000 - longitude)).toBeLessThan(0.000_006)
        },
      ),
    )
  })
})
