import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  homeWords,
  maskPlace,
  type Place,
  type PlaceInput,
  placeFrom,
  placeKinds,
  scrubPlace,
  townOf,
} from '../../src/domain/place.ts'
import { makeScrub, type Scrub } from '../../src/domain/scrub.ts'

const both = (scrub: Scrub) => ({ names: scrub, notes: scrub })
const nobody = both(makeScrub([]))
const home = (change: Partial<PlaceInput> = {}): Place =>
  placeFrom({
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
  test('has null or nothing for what was not sent', () => {
    expect(placeFrom({ label: 'The station', kind: 'station' })).toEqual({
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
  ])('with the postcode %p lies in %p', (postcode, area) => {
    expect(placeFrom({ label: 'A', kind: 'other', postcode }).postcodeArea).toBe(area)
  })

  test.each([
    ['ls6  2ab', 'LS6 2AB'],
    ['1012\u00a0ab', '1012 AB'],
    ['00-950', '00-950'],
    ['  ', null],
  ])('keeps the postcode %p as %p', (postcode, kept) => {
    expect(placeFrom({ label: 'A', kind: 'other', postcode }).postcode).toBe(kept)
  })

  test.each([
    ['LS', 'LS'],
    [' ls6 ', 'LS6'],
    ['ls6-2ab', 'LS6'],
  ])('keeps the postcode area %p as %p', (postcodeArea, kept) => {
    expect(home({ postcodeArea }).postcodeArea).toBe(kept)
  })
})

describe('a home in a job', () => {
  test('shows the town and nothing nearer', () => {
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
  ])('is not called %p', (label) => {
    expect(maskPlace(home({ label }), nobody).label).toBe('Leeds')
  })

  test.each(['Home', 'Meeting point by the park', 'The Old Vicarage', 'Lindenstraße 5', 'Rose Cottage'])(
    'is not called %p, whatever it is',
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
  ])('entered with the town %p is called %p', (locality, label) => {
    const addressLines = ['Rose Cottage', '9 Moor Road, Mill Lane']
    expect(maskPlace(home({ label: 'Rosebank', addressLines, locality }), nobody).label).toBe(label)
  })

  test.each([
    ['Wren Cottage, The Green', [], 'Wren Cottage'],
    ['Bo', ['Sunnyside'], 'Sunnyside Farm'],
    ['Sunnyside', [], 'Sunnyside Farm'],
    ['Rose Cottage', [], 'Rose Cottage'],
    ['1 Station Road', [], 'Station Road Ilkley'],
  ])('called %p does not show its name as a town', (label, addressLines, locality) => {
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
  ])('at %p %p in %p shows %p alone', (label, addressLines, locality, town) => {
    expect(maskPlace(home({ label, addressLines, locality }), nobody).locality).toBe(town)
  })

  test('has the outward code of its postcode wherever that was typed', () => {
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

  test('is named after its postcode area, or not at all, where no town is known', () => {
    expect(maskPlace(home({ locality: null }), nobody).label).toBe('LS6')
    expect(maskPlace(home({ locality: null, postcode: null }), nobody).label).toBe('Private address')
    expect(maskPlace(home({ locality: '14 Acacia Avenue', postcode: null }), nobody).label).toBe('Private address')
  })

  test('does not give its postcode away as an area', () => {
    expect(maskPlace(home({ postcodeArea: 'ls6 2ab' }), nobody).postcodeArea).toBe('LS6')
  })

  test('never shows its address, whatever it is', () => {
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

  test('is known by its addresses, and by the names of its house and street', () => {
    expect(homeWords(home())).toEqual({
      addresses: ['14 acacia avenue', 'LS6 2AB', 'LS62AB'],
      parts: ['14 acacia avenue', 'headingley', 'acacia avenue'],
    })
    const words = (change: Partial<PlaceInput>) => homeWords(home({ addressLines: [], postcode: null, ...change }))
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

describe('any other place in a job', () => {
  test('is shown with its address and its exact position', () => {
    for (const kind of placeKinds.filter((kind) => kind !== 'residential')) {
      const place = home({ kind })
      expect(maskPlace(place, nobody)).toEqual(place)
      expect(homeWords(place)).toEqual({ addresses: [], parts: [] })
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

  test('keeps a postcode of figures and loses a number that poses as one', () => {
    expect(maskPlace(home({ kind: 'venue', postcode: '12345-6789' }), nobody).postcode).toBe('12345-6789')
    expect(maskPlace(home({ kind: 'venue', postcode: '07700900123' }), nobody).postcode).toBe('[removed]')
  })
})

test('a place whose texts are scrubbed keeps its address', () => {
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

test('a summary names the town, else the place, and of a home the area', () => {
  expect(townOf(home())).toBe('Leeds')
  expect(townOf(home({ locality: null }))).toBe('LS6')
  expect(townOf(home({ locality: null, postcode: null }))).toBe('Private address')
  expect(townOf(placeFrom({ label: 'Leeds Bradford Airport', kind: 'airport' }))).toBe('Leeds Bradford Airport')
})
