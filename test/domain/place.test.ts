import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  completePlace,
  findTown,
  listHomeWords,
  maskPlace,
  type Place,
  type PlaceInput,
  placeKinds,
  scrubPlace,
} from '../../src/domain/place.ts'
import { makeScrub, type Scrub } from '../../src/domain/scrub.ts'

const both = (scrub: Scrub) => ({ names: scrub, notes: scrub })
const nobody = both(makeScrub([]))
const home = (change: Partial<PlaceInput> = {}): Place =>
  completePlace({
    label: '14 Acacia Avenue',
    kind: 'residential',
    locality: 'Leeds',
    countryCode: 'GB',
    addressLines: ['14 Acacia Avenue', 'Headingley'],
    postcode: 'LS6 2AB',
    latitude: 53.81968,
    longitude: -1.57742,
    accessNote: 'Gate code 0419',
    ...change,
  })

describe('a place', () => {
  test('has null or an empty value for missing fields', () => {
    expect(completePlace({ label: 'The station', kind: 'station' })).toEqual({
      label: 'The station',
      kind: 'station',
      locality: null,
      postcodeArea: null,
      countryCode: null,
      addressLines: [],
      postcode: null,
      latitude: null,
      longitude: null,
      accessNote: null,
      coordinatesSource: null,
    })
  })

  test.each([
    ['LS6 2AB', 'LS6'],
    ['ls62ab', 'LS6'],
    ['SW1A 1AA', 'SW1A'],
    ['M1 1AE', 'M1'],
    ['LS6  2AB', 'LS6'],
    [' ls6\u00a02ab ', 'LS6'],
    ['LS6-2AB', 'LS6'],
    ['ls6\u20112ab', 'LS6'],
    ['ｌｓ６ ２ａｂ', 'LS6'],
    ['75008', null],
    ['1012 ab', null],
  ])('reads the postcode %p with the area %p', (postcode, area) => {
    expect(completePlace({ label: 'A', kind: 'other', postcode }).postcodeArea).toBe(area)
  })

  test.each([
    ['ls6  2ab', 'LS6 2AB'],
    ['1012\u00a0ab', '1012 AB'],
    ['00-950', '00-950'],
    ['  ', null],
  ])('keeps the postcode %p as %p', (postcode, kept) => {
    expect(completePlace({ label: 'A', kind: 'other', postcode }).postcode).toBe(kept)
  })

  test.each([
    ['LS', 'LS'],
    [' ls6 ', 'LS6'],
    ['ls6-2ab', 'LS6'],
  ])('keeps the postcode area %p as %p', (postcodeArea, kept) => {
    expect(home({ postcodeArea }).postcodeArea).toBe(kept)
  })
})

describe('a masked home', () => {
  test('shows its town and no other address', () => {
    expect(maskPlace(home(), nobody)).toEqual({
      label: 'Leeds',
      kind: 'residential',
      locality: 'Leeds',
      postcodeArea: 'LS6',
      countryCode: 'GB',
      addressLines: [],
      postcode: null,
      latitude: 53.82,
      longitude: -1.58,
      accessNote: null,
      coordinatesSource: 'given',
    })
  })

  test.each([
    '14 Acacia Avenue',
    '14a acacia avenue',
    'Flat 3, Rose Court',
    'No. 7',
    'Grandma, 9 Mill Lane',
    'Rose Cottage LS6 2AB',
    'Rose Cottage ls62ab',
    'ACACIA AVENUE',
    'Headingley',
    '１４ Acacia Avenue',
  ])('does not show the label %p', (label) => {
    expect(maskPlace(home({ label }), nobody).label).toBe('Leeds')
  })

  test.each(['Home', 'Meeting point by the park', 'The Old Vicarage', 'Lindenstraße 5', 'Rose Cottage'])(
    'does not show the label %p of a home',
    (label) => {
      expect(maskPlace(home({ label, addressLines: [] }), nobody).label).toBe('Leeds')
      expect(maskPlace(home({ label, addressLines: [], locality: null }), nobody).label).toBe('LS6')
      expect(maskPlace(home({ label, addressLines: [], locality: null, postcode: null }), nobody).label).toBe('Private address')
    },
  )

  test.each([
    ['Rosebank, Leeds', 'Leeds'],
    ['Rose Cottage, Leeds', 'Leeds'],
    ['14 Acacia Avenue, Leeds', 'Leeds'],
    ['Headingley, Leeds', 'Headingley, Leeds'],
    ['The Rose Cottage', 'LS6'],
    ['Mill Lane, Leeds', 'Leeds'],
    ['Leeds LS6 2AB', 'Leeds'],
    ['Besançon', 'Besançon'],
  ])('shows for the town %p the label %p', (locality, label) => {
    const addressLines = ['Rose Cottage', '9 Moor Road, Mill Lane']
    expect(maskPlace(home({ label: 'Rosebank', addressLines, locality }), nobody).label).toBe(label)
  })

  test.each([
    ['Wren Cottage, The Green', [], 'Wren Cottage'],
    ['Bo', ['Sunnyside'], 'Sunnyside Farm'],
    ['Sunnyside', [], 'Sunnyside Farm'],
    ['Rose Cottage', [], 'Rose Cottage'],
    ['1 Station Road', [], 'Station Road Ilkley'],
  ])('shows no town for the label %p', (label, addressLines, locality) => {
    expect(maskPlace(home({ label, addressLines, locality }), nobody)).toMatchObject({ label: 'LS6', locality: null })
  })

  test.each([
    ['York, 1 Mill Lane', [], 'York', 'York'],
    ['Ilkley, LS29 8AB', [], 'Ilkley', 'Ilkley'],
    ['Leeds (home)', [], 'Leeds', 'Leeds'],
    ['Kingston', [], 'Kingston upon Hull', 'Kingston upon Hull'],
    ['Ilkley, 3 Acacia Avenue', [], 'Ilkley, West Yorkshire', 'Ilkley, West Yorkshire'],
    ['Rose Cottage', ['3 Mill Lane', 'Ilkley'], 'Ilkley, West Yorkshire', 'Ilkley, West Yorkshire'],
    ['14 Acacia Avenue', [], 'Acacia Avenue, Ilkley', 'Ilkley'],
    ['The Old Vicarage', [], 'Old Vicarage, Otley', 'Otley'],
    ['Flat 2, Rosedene', [], 'Rosedene, Ilkley', 'Ilkley'],
    ['Home', ['Rosedene'], 'Rosedene, Ilkley', 'Ilkley'],
  ])('shows for %p and %p in %p only %p', (label, addressLines, locality, town) => {
    expect(maskPlace(home({ label, addressLines, locality }), nobody).locality).toBe(town)
  })

  test('keeps the outward code of its postcode from any field', () => {
    const area = (change: Partial<PlaceInput>) => maskPlace(home({ postcode: null, ...change }), nobody).postcodeArea
    expect(area({ label: 'Rose Cottage, LS29-8AB' })).toBe('LS29')
    expect(area({ addressLines: ['14 Acacia Avenue', 'ls298ab'] })).toBe('LS29')
    expect(area({ locality: 'Ilkley, LS29 8AB' })).toBe('LS29')
    expect(area({ postcode: 'ls29' })).toBe('LS29')
    expect(area({ postcodeArea: 'Rose Cottage' })).toBeNull()
    expect(area({ postcode: '1012 AB', postcodeArea: '1012ab' })).toBeNull()
    expect(area({ postcode: '1012 AB', postcodeArea: '1012' })).toBe('1012')
  })

  test('keeps a town that an address line repeats', () => {
    const masked = maskPlace(home({ label: 'Leeds', addressLines: ['14 Acacia Avenue, Leeds'] }), nobody)
    expect([masked.label, masked.locality]).toEqual(['Leeds', 'Leeds'])
  })

  test('shows its postcode area, or a private address, if no town is known', () => {
    expect(maskPlace(home({ locality: null }), nobody).label).toBe('LS6')
    expect(maskPlace(home({ locality: null, postcode: null }), nobody).label).toBe('Private address')
    expect(maskPlace(home({ locality: '14 Acacia Avenue', postcode: null }), nobody).label).toBe('Private address')
  })

  test('does not show a whole postcode as its area', () => {
    expect(maskPlace(home({ postcodeArea: 'ls6 2ab' }), nobody).postcodeArea).toBe('LS6')
  })

  test('never shows its address', () => {
    const line = fc
      .tuple(fc.integer({ min: 1, max: 999 }), fc.stringMatching(/^[A-Z][a-z]{3,9} [A-Z][a-z]{3,9}$/))
      .map((parts) => parts.join(' '))
    const coordinate = fc.double({ min: -90, max: 90, noNaN: true })
    fc.assert(
      fc.property(line, coordinate, coordinate, (address, latitude, longitude) => {
        const masked = maskPlace(
          home({ label: `Ours: ${address}`, addressLines: [address], latitude, longitude, locality: address }),
          nobody,
        )
        expect(JSON.stringify(masked)).not.toContain(address)
        expect(Math.abs((masked.latitude ?? 99) - latitude)).toBeLessThanOrEqual(0.005 + 1e-9)
        expect(String(masked.longitude)).toMatch(/^-?\d+(\.\d{1,2})?$/)
        expect(Object.is(masked.latitude, -0)).toBe(false)
      }),
    )
  })

  test('is recognised by its addresses, and by the names of its house and street', () => {
    expect(listHomeWords(home())).toEqual({
      addresses: ['14 acacia avenue', 'LS6 2AB', 'LS62AB'],
      parts: ['14 acacia avenue', 'headingley', 'acacia avenue'],
    })
    const words = (change: Partial<PlaceInput>) => listHomeWords(home({ addressLines: [], postcode: null, ...change }))
    expect(words({ label: 'Leeds' })).toEqual({ addresses: [], parts: [] })
    expect(words({ label: 'My home' })).toEqual({ addresses: [], parts: [] })
    expect(words({ label: 'Flat 3, Rose Court, Mill Lane Leeds' }).parts).toContain('mill lane')
    expect(words({ label: 'Lindenstraße 5' }).parts).toContain('lindenstrasse')
    expect(words({ label: 'The Old Vicarage' }).parts).toEqual(['the old vicarage', 'old vicarage'])
    expect(words({ label: 'The Cottage' }).parts).toEqual(['the cottage'])
    expect(words({ label: 'Rosebank', locality: 'Leeds ls6-2ab' }).addresses).toEqual(['LS6 2AB', 'LS62AB'])
    expect(words({ label: 'Rose Cottage ls62ab' })).toMatchObject({
      addresses: expect.arrayContaining(['rose cottage', 'LS6 2AB']),
    })
  })
})

describe('another place in a job', () => {
  test('shows its address and its exact position', () => {
    for (const kind of placeKinds.filter((kind) => kind !== 'residential')) {
      const place = home({ kind })
      expect(maskPlace(place, nobody)).toEqual(place)
      expect(listHomeWords(place)).toEqual({ addresses: [], parts: [] })
    }
  })

  test('does not name the customer', () => {
    const scrub = both(makeScrub(['Hillside School', 'Jane Smith']))
    const school = home({
      kind: 'school',
      label: 'Hillside School',
      addressLines: ['Hillside School', 'Mill Lane'],
      accessNote: 'Jane Smith, 07700 900123',
    })
    const masked = maskPlace(school, scrub)
    expect(masked.label).toBe('Leeds')
    expect(masked.addressLines).toEqual(['[removed]', 'Mill Lane'])
    expect(masked.accessNote).toBe('[removed], [removed]')
    expect(maskPlace(home({ kind: 'school', label: 'Hillside School, gate 2' }), scrub).label).toBe('[removed], gate 2')
  })

  test('keeps a numeric postcode, and removes a phone number in its field', () => {
    expect(maskPlace(home({ kind: 'venue', postcode: '12345-6789' }), nobody).postcode).toBe('12345-6789')
    expect(maskPlace(home({ kind: 'venue', postcode: '07700900123' }), nobody).postcode).toBe('[removed]')
  })
})

test('keeps the address of a place with scrubbed texts', () => {
  expect(scrubPlace(home(), nobody)).toEqual(home())
  const typed = home({ label: 'Ann Smith', locality: 'Leeds, Ann Smith', accessNote: 'Ann Smith', addressLines: ['Ann Smith'] })
  const scrubbed = scrubPlace(typed, both(makeScrub(['Ann Smith'])))
  expect([scrubbed.label, scrubbed.locality, scrubbed.accessNote, ...scrubbed.addressLines]).toEqual([
    '[removed]',
    'Leeds, [removed]',
    '[removed]',
    '[removed]',
  ])
  expect([scrubbed.postcode, scrubbed.latitude]).toEqual(['LS6 2AB', 53.81968])
})

test('names in a summary the town, or the place, and for a home the area', () => {
  expect(findTown(home())).toBe('Leeds')
  expect(findTown(home({ locality: null }))).toBe('LS6')
  expect(findTown(home({ locality: null, postcode: null }))).toBe('Private address')
  expect(findTown(completePlace({ label: 'Leeds Bradford Airport', kind: 'airport' }))).toBe('Leeds Bradford Airport')
})
