import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildMapUrl, isMapTemplate, usualMapUrl } from '../../src/domain/map-url.ts'

const minster = { label: 'York Minster', latitude: 53.962, longitude: -1.0819 }

describe('a map link', () => {
  test('names the coordinates of a place on OpenStreetMap', () => {
    const url = 'https://www.openstreetmap.org/?mlat=53.962&mlon=-1.0819#map=17/53.962/-1.0819'
    expect(buildMapUrl(usualMapUrl, minster)).toBe(url)
  })

  test('is null without coordinates', () => {
    expect(buildMapUrl(usualMapUrl, { ...minster, latitude: null })).toBeNull()
    expect(buildMapUrl(usualMapUrl, { ...minster, longitude: null })).toBeNull()
  })

  test('has the label in its query, whatever its characters', () => {
    const template = 'https://maps.example/{latitude}/{longitude}?name={label}'
    const points = { latitude: 0, longitude: -1e-7 }
    expect(buildMapUrl(template, { label: '{latitude} & "$1"', ...points })).toBe(
      'https://maps.example/0/-0?name=%7Blatitude%7D%20%26%20%22%241%22',
    )
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), degrees(90), degrees(180), (label, latitude, longitude) => {
        const url = new URL(buildMapUrl(template, { label, latitude, longitude }) ?? '')
        const [, north, east] = url.pathname.split('/')
        expect(url.origin).toBe('https://maps.example')
        expect(url.searchParams.get('name')).toBe(label.toWellFormed())
        expect(Math.abs(Number(north) - latitude)).toBeLessThan(1e-6)
        expect(Math.abs(Number(east) - longitude)).toBeLessThan(1e-6)
      }),
    )
  })
})

describe('the template of map links', () => {
  test.each([
    usualMapUrl,
    'http://maps.lan:8080/#{latitude},{longitude}',
    'https://maps.example/?q={latitude},{longitude}({label})',
  ])('accepts %s', (template) => {
    expect(isMapTemplate(template)).toBe(true)
  })

  test.each([
    '',
    'maps.example/{latitude}/{longitude}',
    'geo:{latitude},{longitude}',
    'javascript://a/%0A{latitude}{longitude}',
    'https://maps.example/{latitude}',
    'https://maps.example/{lat}/{lon}',
    'https://maps.example/{latitude}/{longitude}/{zoom}',
    'https://maps.example/{latitude}/{longitude}/}',
    'https://{label}.example/{latitude}/{longitude}',
    'https://{latitude}/{longitude}',
    'https://me:secret@maps.example/{latitude}/{longitude}',
    'https://maps.example/{latitude} {longitude}',
  ])('rejects %j', (template) => {
    expect(isMapTemplate(template)).toBe(false)
  })
})
