import { describe, expect, test } from 'bun:test'
import { addGeocoded, type FoundPlace, type GeocodedPlace, needsGeocoder } from '../../src/domain/found-place.ts'

const leeds = { latitude: 53.797, longitude: -1.548 }

const geocoded = (label: string, more: Partial<GeocodedPlace> = {}): GeocodedPlace => ({
  ...{ label, locality: 'Leeds', postcode: null, country: 'GB', point: leeds },
  ...more,
})

const found = (label: string, more: Partial<FoundPlace> = {}): FoundPlace => ({
  ...geocoded(label),
  ...{ source: 'known', kind: 'venue', country: null, used: 1 },
  ...more,
})

const labels = (places: readonly FoundPlace[]) => places.map(({ source, label }) => `${source} ${label}`)

describe('a search with a geocoder', () => {
  test('has the geocoder’s places last, those of the country first', () => {
    const more = [geocoded('Leeds Castle', { country: null }), geocoded('Leeds Arena'), geocoded('Leeds Road', { country: 'US' })]
    const all = addGeocoded([found('Leeds Town Hall')], more, 'GB')
    expect(labels(all)).toEqual(['known Leeds Town Hall', 'geocoder Leeds Arena', 'geocoder Leeds Castle', 'geocoder Leeds Road'])
    expect(all[1]).toEqual({ ...geocoded('Leeds Arena'), source: 'geocoder', kind: 'other', used: 0 })
  })

  test('has at most ten places', () => {
    const many = Array.from({ length: 12 }, (_, nth) => geocoded(`Leeds ${nth}`))
    expect(addGeocoded([found('Leeds Town Hall')], many, 'GB')).toHaveLength(10)
    const full = Array.from({ length: 12 }, (_, nth) => found(`Leeds ${nth}`))
    expect(addGeocoded(full, [geocoded('Leeds Arena')], 'GB')).toEqual(full)
  })

  const north = (degrees: number) => ({ ...leeds, latitude: leeds.latitude + degrees })

  test.each<[string, FoundPlace, GeocodedPlace]>([
    ['of the same name nearby', found('LEEDS  arena'), geocoded('Leeds Arena', { point: north(0.008) })],
    ['that is the middle of a town', found('Leeds', { source: 'town' }), geocoded('Leeds', { point: north(0.08) })],
    ['with the postcode', found('Hall', { point: null, postcode: 'LS1 3AD' }), geocoded('Hall', { postcode: 'LS1 3AD' })],
    ['in the town', found('Hall', { point: null }), geocoded('Hall', { postcode: 'LS1 3AD' })],
  ])('leaves out a place %s of an earlier one', (_, earlier, place) => {
    expect(addGeocoded([earlier], [place], 'GB')).toEqual([earlier])
  })

  test.each<[string, FoundPlace, GeocodedPlace]>([
    ['of another name', found('Leeds Arena'), geocoded('Leeds Arena Car Park')],
    ['of the same name elsewhere', found("St Mary's"), geocoded("St Mary's", { point: north(0.02) })],
    ['of a town’s name elsewhere', found('Leeds', { source: 'town' }), geocoded('Leeds', { point: north(0.2) })],
    ['with another postcode', found('Hall', { point: null, postcode: 'LS1 3AD' }), geocoded('Hall', { postcode: 'LS2 3AD' })],
    ['in another town', found('Hall', { point: null, locality: null }), geocoded('Hall')],
  ])('adds a place %s', (_, earlier, place) => {
    expect(addGeocoded([earlier], [place], 'GB')).toHaveLength(2)
  })

  test('has each place of the geocoder once', () => {
    expect(addGeocoded([], [geocoded('The Headrow'), geocoded('The Headrow', { point: north(0.001) })], 'GB')).toHaveLength(1)
  })

  test('needs it for four letters or digits and fewer than ten places', () => {
    const nine = Array.from({ length: 9 }, (_, nth) => found(`Leeds ${nth}`))
    expect(['lee', 'ls 1', "l.e'e", 'leed', 'LS1 4', 'Łódź'].map((q) => needsGeocoder(q, nine))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ])
    expect(needsGeocoder('leeds', [...nine, found('Leeds')])).toBe(false)
  })
})
