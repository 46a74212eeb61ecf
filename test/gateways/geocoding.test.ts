import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readGeocoderAddress } from '../../src/domain/service-address.ts'
import { openGeocoder } from '../../src/gateways/geocoding/geocoder.ts'
import { nominatimDialect } from '../../src/gateways/geocoding/nominatim.ts'
import { photonDialect } from '../../src/gateways/geocoding/photon.ts'
import { wordsOfService } from '../support/bad-moods.ts'
import { eventually } from '../support/eventually.ts'
import { type GeocoderDouble, type GeocoderMood, type MappedPlace, openGeocoderDouble } from '../support/geocoder-double.ts'
import { patience } from '../support/patience.ts'

const kinds = ['nominatim', 'photon'] as const
const york = { latitude: 53.958, longitude: -1.093 }

/** A geocoder, and the lines that it logs. */
function geocoderAt(double: Pick<GeocoderDouble, 'address'> | null) {
  const lines: unknown[][] = []
  const log = { warn: (...line: unknown[]) => void lines.push(line) }
  return { lines, geocoder: openGeocoder(double?.address ?? null, log) }
}

const hall: MappedPlace = { name: 'Leeds Town Hall', city: 'Leeds', postcode: 'ls13ad', country: 'gb', lat: 53.8, lon: -1.5491 }
const parkRow: MappedPlace = {
  name: '',
  house: '12',
  street: 'Park Row',
  city: 'Leeds',
  country: 'gb',
  lat: 53.7975,
  lon: -1.5465,
}
const found = (label: string, postcode: string | null, latitude: number, longitude: number) => ({
  ...{ label, postcode, locality: 'Leeds', country: 'GB' },
  point: { latitude, longitude },
})

const missed = 'geocoder found no places; the search continued without it'

describe('no geocoder', () => {
  test('finds no places and logs nothing', async () => {
    const { geocoder, lines } = geocoderAt(null)
    expect(geocoder.isOn).toBe(false)
    expect(await geocoder.find({ q: 'leeds', near: null, most: 10 })).toEqual([])
    expect(await geocoder.check()).toBeNull()
    expect(lines).toEqual([])
  })
})

describe.each(kinds)('a geocoder of the kind %s', (kind) => {
  test('finds places with their town, postcode, country and coordinates', async () => {
    await using double = await openGeocoderDouble(kind)
    double.behave('answers', [hall, parkRow])
    const { geocoder, lines } = geocoderAt(double)
    expect(await geocoder.find({ q: 'leeds', near: null, most: 10 })).toEqual([
      found('Leeds Town Hall', 'LS1 3AD', 53.8, -1.5491),
      found('12 Park Row', null, 53.7975, -1.5465),
    ])
    expect(await geocoder.find({ q: 'leeds', near: null, most: 1 })).toHaveLength(1)
    expect(lines).toEqual([])
  })

  test('receives the text, the number of places and the surroundings', async () => {
    await using double = await openGeocoderDouble(kind)
    const { geocoder } = geocoderAt(double)
    await geocoder.find({ q: 'Straße & Söhne #1', near: york, most: 10 })
    await geocoder.find({ q: 'pole', near: { latitude: 89.9, longitude: 179 }, most: 10 })
    await geocoder.find({ q: 'anywhere', near: null, most: 3 })
    const [first, second, third] = double.questions
    expect([first?.get('q'), first?.get('limit'), third?.get('limit')]).toEqual(['Straße & Söhne #1', '10', '3'])
    if (kind === 'nominatim') {
      expect(double.paths).toEqual(['/search', '/search', '/search'])
      expect([first, second, third].map((query) => query?.get('viewbox'))).toEqual([
        '-2.593,54.858,0.407,53.058',
        '177.5,90,180,89',
        null,
      ])
      expect([first?.get('format'), first?.get('addressdetails')]).toEqual(['jsonv2', '1'])
    } else {
      expect(double.paths).toEqual(['/api', '/api', '/api'])
      expect([first?.get('lat'), first?.get('lon'), third?.get('lat')]).toEqual(['53.958', '-1.093', null])
    }
  })

  test('finds nothing and logs nothing for an unknown place', async () => {
    await using double = await openGeocoderDouble(kind)
    double.behave('knows no such place')
    const { geocoder, lines } = geocoderAt(double)
    expect(await geocoder.find({ q: 'nowhere', near: null, most: 10 })).toEqual([])
    expect(await geocoder.check()).toBeNull()
    expect(lines).toEqual([])
  })

  test.each<[GeocoderMood, string]>([
    ['hangs', 'no answer within 1.5 s'],
    ['hangs in its body', 'no answer within 1.5 s'],
    ['trickles', 'no answer within 1.5 s'],
    ['fails', 'status 500'],
    ['speaks no JSON', 'an answer that is not JSON'],
    ['redirects', 'status 302'],
    ['floods', 'an answer over 1 MiB'],
    ['answers with an object', 'an answer without places'],
    ['answers with nameless places', 'places without a name or coordinates'],
    ['answers with places beyond the poles', 'places without a name or coordinates'],
  ])('finds nothing if it %s, and causes one log line without its words', async (mood, reason) => {
    await using double = await openGeocoderDouble(kind)
    double.behave(mood)
    const { geocoder, lines } = geocoderAt(double)
    const startedAt = performance.now()
    expect(await geocoder.find({ q: 'leeds', near: null, most: 10 })).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(patience(2_000))
    expect(lines).toEqual([[{ geocoder: double.host, reason }, missed]])
    expect(JSON.stringify(lines)).not.toContain(wordsOfService)
    expect(double.strays).toEqual([])
    await eventually(() => double.connections.open === 0)
    expect(await geocoder.check()).toBe(reason)
    expect(lines).toHaveLength(1)
  })

  test('finds nothing if it closes the connection within its answer, or is not running', async () => {
    const double = await openGeocoderDouble(kind)
    double.behave('hangs up')
    const { geocoder, lines } = geocoderAt(double)
    expect(await geocoder.find({ q: 'leeds', near: null, most: 10 })).toEqual([])
    await double[Symbol.asyncDispose]()
    expect(await geocoder.find({ q: 'leeds', near: null, most: 10 })).toEqual([])
    expect(lines).toHaveLength(2)
    expect(await geocoder.check()).toMatch(/^no connection \(\w+\)$/)
  })

  test('leaves out texts that a trip would refuse', async () => {
    await using double = await openGeocoderDouble(kind)
    double.behave('answers with wild members')
    const { geocoder, lines } = geocoderAt(double)
    const [place, ...others] = await geocoder.find({ q: 'leeds', near: null, most: 10 })
    expect(place).toMatchObject({ label: 'Leeds Town Hall', locality: null, postcode: null, country: null })
    expect([others, lines]).toEqual([[], []])
  })
})

test('an address of a place without a name has the street of its house', () => {
  const [street] = nominatimDialect.listPlaces([{ name: '', display_name: 'A, B', address: { road: 'The Headrow' } }]) ?? []
  const [point] = nominatimDialect.listPlaces([{ display_name: 'Gate 5, Leeds' }]) ?? []
  const feature = { properties: { street: 'The Headrow', district: 'Hyde Park' } }
  const [crossing] = photonDialect.listPlaces({ features: [feature] }) ?? []
  const [city] = photonDialect.listPlaces({ features: [{ properties: { name: 'Leeds', type: 'city' } }] }) ?? []
  expect([street?.label, point?.label, crossing?.label]).toEqual(['The Headrow', 'Gate 5', 'The Headrow'])
  expect([crossing?.locality, city?.locality]).toEqual(['Hyde Park', 'Leeds'])
})

test('any JSON is read without an error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, name) => {
      for (const dialect of [nominatimDialect, photonDialect])
        for (const answer of [value, [value], { features: [value] }, { features: [{ properties: { name, street: value } }] }])
          expect(() => dialect.listPlaces(answer)).not.toThrow()
      const [result] = nominatimDialect.listPlaces([{ name, lat: value, address: value }]) ?? []
      expect(result).toHaveProperty('label')
    }),
  )
})

test('the address of a geocoder has a kind and a server, and nothing more', () => {
  expect(readGeocoderAddress('photon+https://Places.Example:443/')).toEqual({
    kind: 'photon',
    origin: 'https://places.example',
    host: 'places.example',
  })
  for (const text of [
    '',
    'http://127.0.0.1',
    'osrm+http://127.0.0.1',
    'nominatim+http://127.0.0.1/search',
    'photon+http://me@host',
  ])
    expect([text, readGeocoderAddress(text)]).toEqual([text, undefined])
})
