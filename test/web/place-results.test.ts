import { expect, test } from 'bun:test'
import { describeWhereabouts, type PlaceResult } from '../../src/web/customer/place-results.ts'

const town = (label: string, more: Partial<PlaceResult> = {}): PlaceResult => ({
  label,
  kind: 'other',
  locality: label,
  postcode: null,
  country: 'GB',
  latitude: 51,
  longitude: 0,
  ambiguous: false,
  near_town: null,
  ...more,
})

const kent = town('Ashford', { near_town: 'Folkestone' })
const surrey = town('Ashford', { near_town: 'Feltham' })

test('describes a place by what tells it from the others', () => {
  expect(describeWhereabouts(kent, [kent, surrey])).toBe('near Folkestone')
  expect(describeWhereabouts(town('Leeds'), [town('Leeds')])).toBe('')
  expect(describeWhereabouts(town('Leeds'), [town('Leeds'), town('Leeds', { country: 'US' })])).toBe('United Kingdom')
  const postcode = town('LS1 4DY', { locality: 'Leeds', postcode: 'LS1 4DY' })
  expect(describeWhereabouts(postcode, [postcode])).toBe('Leeds')
  const station = town('Leeds Station', { locality: 'Leeds', postcode: 'LS1 4DY' })
  expect(describeWhereabouts(station, [station])).toBe('Leeds · LS1 4DY')
})
