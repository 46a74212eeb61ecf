import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { openGazetteer } from '../../src/domain/gazetteer.ts'
import { completePlace, type Place, type PlaceInput } from '../../src/domain/place.ts'
import {
  createPlaceLocator,
  fillChanges,
  fillItinerary,
  fillPlace,
  fillTrip,
  listCodesOf,
  listTripPlaces,
} from '../../src/domain/place-filling.ts'
import { packTowns, type Town } from '../../src/domain/town-file.ts'
import { fullItinerary } from '../support/sample-itineraries.ts'

const town = (name: string, latitude: number, more: Partial<Town> = {}): Town => ({
  ...{ name, country: 'GB', population: 1_000, latitude, longitude: 0 },
  ...more,
})

const gazetteer = openGazetteer(
  packTowns(
    [
      town('Leeds', 53.8, { population: 455_123 }),
      town('Leeds', 51.2, { population: 800 }),
      town('Ashford', 51.1, { population: 67_528 }),
      town('Ashford', 51.4, { population: 27_382 }),
      town('Kingston upon Hull', 53.7),
      town('Lyon', 45.7, { country: 'FR' }),
      town('Leeds', 44, { country: 'US' }),
    ],
    [],
  ),
)
const postcodes = new Map([
  ['LS1 4DY', { latitude: 53.795, longitude: -1.547 }],
  ['LS1', { latitude: 53.797, longitude: -1.55 }],
  ['GIR 0AA', { latitude: 53.5, longitude: -3 }],
])

const locator = (country: string | null = 'GB') => createPlaceLocator({ gazetteer, postcodes, country })
const place = (more: Partial<PlaceInput> = {}): PlaceInput => ({ label: 'The hall', kind: 'venue', ...more })

/** The source and the latitude of a place after filling; null for a place without coordinates. */
function filled(more: Partial<PlaceInput>, country: string | null = 'GB') {
  const { coordinatesSource, latitude } = completePlace(fillPlace(place(more), locator(country)))
  return coordinatesSource === null ? null : [coordinatesSource, latitude]
}

describe('the coordinates of a place without any', () => {
  test.each([
    [{ postcode: 'ls1-4dy', locality: 'Ashford' }, ['postcode', 53.795]],
    [{ label: 'Leeds Station, LS1 4DY' }, ['postcode', 53.795]],
    [{ label: 'Leeds Station (LS14DY).' }, ['postcode', 53.795]],
    [{ label: 'Girobank GIR 0AA' }, ['postcode', 53.5]],
    [{ postcode: 'LS1 9ZZ' }, ['outward', 53.797]],
    [{ postcode: 'LS1' }, ['outward', 53.797]],
    [{ postcodeArea: 'LS1' }, ['outward', 53.797]],
    [{ postcode: 'YO1 7HH', postcodeArea: 'LS1', locality: 'Leeds' }, ['town', 53.8]],
    [{ postcode: 'YO1 7HH', label: 'Station, LS1 4DY' }, null],
    [{ label: 'LS1 4DY Leeds Station' }, null],
    [{ postcodeArea: 'LS', locality: 'Leeds' }, ['town', 53.8]],
    [{ locality: ' LEEDS ' }, ['town', 53.8]],
    [{ locality: 'Headingley, Leeds' }, ['town', 53.8]],
    [{ label: 'Leeds' }, ['town', 53.8]],
    [{ label: 'Town Hall, Leeds' }, ['town', 53.8]],
    [{ label: 'Town Hall, Leeds, YO1 7HH' }, ['town', 53.8]],
    [{ label: 'Town Hall, Leeds,' }, ['town', 53.8]],
    [{ label: 'Leeds Station, YO1 7HH' }, null],
    [{ label: 'Town Hall, Leeds', locality: 'Ashford' }, null],
    [{ label: 'Town Hall, Leeds', locality: 'Nowhere' }, null],
    [{ label: 'Town Hall, Leeds', locality: '  ' }, ['town', 53.8]],
    [{ locality: 'Hull' }, ['town', 53.7]],
    [{ locality: 'Ashford' }, null],
    [{ locality: 'Lyon' }, null],
    [{ locality: 'Lyon', countryCode: 'fr' }, ['town', 45.7]],
    [{ locality: 'Leeds', countryCode: 'FR' }, null],
    [{ locality: 'Leeds', countryCode: 'US' }, ['town', 44]],
    [{ locality: 'Leeds', countryCode: 'UK' }, ['town', 53.8]],
    [{ locality: 'Leeds', countryCode: 'ZZ' }, null],
    [{ postcode: 'LS1 4DY', countryCode: 'FR' }, null],
  ] as const)('of %j are %j', (texts, expected) => {
    expect(filled(texts)).toEqual(expected as ReturnType<typeof filled>)
  })

  test('come from a postcode, and from no town, if the country of the account is unknown', () => {
    expect([filled({ postcode: 'LS1 4DY' }, null), filled({ locality: 'Leeds' }, null)]).toEqual([['postcode', 53.795], null])
    expect(filled({ locality: 'Leeds', countryCode: 'GB' }, null)).toEqual(['town', 53.8])
  })

  test('need the British postcodes of the places, and their outward codes', () => {
    const places = [place({ postcode: 'LS1 4DY' }), place({ label: 'Hall, yo1 7hh' }), place({ postcodeArea: 'LS1' })]
    const abroad = [place({ postcode: '75008' }), place({ postcode: 'LS1 4DY', countryCode: 'FR' })]
    const none = { postcode: null, outward: null }
    for (const country of ['GB', null]) {
      expect(listCodesOf([...places, ...abroad], country)).toEqual([
        { postcode: 'LS1 4DY', outward: 'LS1' },
        { postcode: 'YO1 7HH', outward: 'YO1' },
        { postcode: null, outward: 'LS1' },
        none,
        none,
      ])
    }
    expect(listCodesOf(places, 'FR')).toEqual([none, none, none])
  })
})

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .array(fc.constantFrom('Leeds', 'Ashford', 'Hull', 'LS1 4DY', 'LS1', 'ls14dy', ',', ' ', 'St', 'Hall', 'É'), { maxLength: 5 })
    .map((words) => words.join('')),
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const code = fc.constantFrom('LS1 4DY', 'ls1-4dy', 'LS1', 'LS', 'YO1 7HH', 'GIR0AA', '75008', ' ', '')
const anyPlace = fc.record<PlaceInput>({
  label: text,
  kind: fc.constantFrom('venue', 'residential'),
  locality: maybe(text),
  postcode: maybe(code),
  postcodeArea: maybe(code),
  countryCode: maybe(fc.constantFrom('GB', 'FR', 'UK', '??')),
  latitude: maybe(fc.constantFrom(53.8, 51)),
  longitude: maybe(fc.constantFrom(0, -1.5)),
})

describe('a filled place', () => {
  test('keeps given coordinates and every text, and is the same when filled again', () => {
    fc.assert(
      fc.property(anyPlace, maybe(fc.constantFrom('GB', 'FR')), (one, country) => {
        const locate = locator(country)
        const once = fillPlace(one, locate)
        const { latitude, longitude, coordinatesSource: _, ...texts } = once
        const { latitude: sentLatitude, longitude: sentLongitude, ...sentTexts } = one
        expect(texts).toEqual(sentTexts)
        if (sentLatitude !== null && sentLongitude !== null)
          expect({ latitude, longitude }).toEqual({ latitude: sentLatitude ?? null, longitude: sentLongitude ?? null })
        expect(fillPlace(once, locate)).toEqual(once)
        // A caller who sends the answer back gets the same answer.
        const { coordinatesSource: __, ...answered } = completePlace(once)
        expect(completePlace(fillPlace(answered, locate))).toEqual(completePlace(once))
      }),
    )
  })

  test('has a source exactly if it has both coordinates', () => {
    fc.assert(
      fc.property(anyPlace, (one) => {
        const { latitude, longitude, coordinatesSource } = completePlace(fillPlace(one, locator()))
        expect(coordinatesSource !== null).toBe(latitude !== null && longitude !== null)
      }),
    )
  })

  test('replaces half of a pair of coordinates', () => {
    expect(filled({ locality: 'Leeds', latitude: 1 })).toEqual(['town', 53.8])
  })

  test('has a given source for other coordinates than those of its texts', () => {
    expect(filled({ locality: 'Leeds', latitude: 53.8, longitude: 0 })).toEqual(['town', 53.8])
    expect(filled({ locality: 'Leeds', latitude: 53.8, longitude: 0.1 })).toEqual(['given', 53.8])
  })
})

describe('filling', () => {
  const leeds = place({ locality: 'Leeds' })

  test('covers the ends, legs and stops of a trip', () => {
    const leg = { pickup: leeds, dropoff: leeds, departsAt: 1, stops: [{ kind: 'comfort', place: leeds } as const] }
    const trip = { pickup: leeds, dropoff: leeds, departsAt: 1, passengerCount: 1, legs: [leg] }
    expect(listTripPlaces(fillTrip(trip, locator())).map(({ coordinatesSource }) => coordinatesSource)).toEqual(
      Array.from({ length: 5 }, () => 'town'),
    )
  })

  test('returns an itinerary without new coordinates itself, and changes no given ones', () => {
    const known = { ...completePlace(leeds), latitude: 1, longitude: 2, coordinatesSource: 'given' as const }
    const trip = { ...fullItinerary, pickup: known, dropoff: known, legs: [] }
    expect(fillItinerary(trip, locator())).toBe(trip)
    const { pickup, dropoff } = fillItinerary({ ...trip, dropoff: completePlace(leeds) }, locator())
    expect([pickup, dropoff]).toEqual([
      known,
      { ...completePlace(leeds), latitude: 53.8, longitude: 0, coordinatesSource: 'town' },
    ])
  })

  describe('of changes', () => {
    const before: Place = completePlace({ ...leeds, latitude: 9, longitude: 8, coordinatesSource: 'outward' })
    const sentBack = { latitude: 9, longitude: 8 }
    const changed = (sent: PlaceInput, ...places: readonly Place[]) => {
      const { pickup } = fillChanges({ pickup: sent }, places, locator())
      return completePlace(pickup ?? sent)
    }

    test('keeps the source of found coordinates that are sent back', () => {
      expect(changed({ ...leeds, ...sentBack }, before)).toEqual(before)
    })

    test('finds the coordinates again if their texts change', () => {
      const hull = place({ locality: 'Hull' })
      expect(changed({ ...hull, ...sentBack }, before)).toMatchObject({ latitude: 53.7, coordinatesSource: 'town' })
      const nowhere = place({ locality: 'Nowhere' })
      expect(changed({ ...nowhere, ...sentBack }, before)).toMatchObject({ latitude: null, coordinatesSource: null })
    })

    test('keeps given coordinates with other texts', () => {
      const given = { ...before, coordinatesSource: 'given' as const }
      expect(changed({ ...leeds, label: 'The new hall', ...sentBack }, given)).toMatchObject({
        ...sentBack,
        coordinatesSource: 'given',
      })
    })
  })
})
