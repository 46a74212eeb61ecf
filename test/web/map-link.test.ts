import { expect, test } from 'bun:test'
import { buildMapLink, opensGeoUrls } from '../../src/web/plain/map-link.ts'

const minster = {
  label: 'York Minster (west door)',
  locality: 'York',
  postcode: 'YO1 7HH',
  latitude: 53.962,
  longitude: -1.0819,
  map_url: 'https://maps.example/53.962/-1.0819',
}
const unknown = { ...minster, latitude: null, longitude: null, map_url: null }

const onNewPage = { href: minster.map_url, target: '_blank', rel: 'noreferrer' } as const

test.each<[string, boolean, string, boolean]>([
  ['a desktop', false, 'Mozilla/5.0 (X11; Linux x86_64)', false],
  ['an iPhone', true, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', false],
  ['an iPad', true, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', false],
  ['an Android phone', true, 'Mozilla/5.0 (Linux; Android 15)', true],
])('%s opens places in a map app: %p', (_, isTouch, userAgent, opens) => {
  expect(opensGeoUrls({ isTouch, userAgent })).toBe(opens)
})

test('the map of the server shows a place in a new tab, and nothing without coordinates', () => {
  expect(buildMapLink(minster, false)).toEqual(onNewPage)
  expect(buildMapLink(unknown, false)).toBeNull()
})

test('a map app shows the place, or searches its name without coordinates', () => {
  const name = 'York%20Minster%20(west%20door)%2C%20YO1%207HH'
  expect(buildMapLink(minster, true)).toEqual({ href: `geo:53.962,-1.0819?q=53.962,-1.0819(${name})` })
  expect(buildMapLink(unknown, true)).toEqual({ href: `geo:0,0?q=${name}` })
  expect(buildMapLink({ ...minster, latitude: 1e-7, postcode: null }, true)).toEqual({
    href: 'geo:0,-1.0819?q=0,-1.0819(York%20Minster%20(west%20door)%2C%20York)',
  })
})
