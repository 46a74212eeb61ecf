import { describe, expect, test } from 'bun:test'
import type { Itinerary } from '../../src/domain/itinerary.ts'
import {
  findLabelBeginning,
  foldLabel,
  type KnownPlace,
  listKnownPlaces,
  listKnownPlacesBehind,
  listLabelTails,
  mostPlacesFound,
  type PlaceCandidate,
  rankPlaces,
} from '../../src/domain/known-place.ts'
import { maskItinerary } from '../../src/domain/masked-itinerary.ts'
import { completePlace, type PlaceInput } from '../../src/domain/place.ts'
import { defaultItinerary, fullItinerary } from '../support/sample-itineraries.ts'
import { peopleOf } from '../support/sample-people.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

/** A trip between two places, with one leg that calls at these stops. */
function calling(pickup: PlaceInput, dropoff: PlaceInput, ...stops: readonly PlaceInput[]): Itinerary {
  const [from, to] = [completePlace(pickup), completePlace(dropoff)]
  const [leg] = fullItinerary.legs
  const [stop] = leg?.stops ?? []
  if (leg === undefined || stop === undefined) throw new Error('the sample has no stop')
  const called = stops.map((place, nth) => ({ ...stop, sequence: nth + 1, place: completePlace(place) }))
  return { ...defaultItinerary, pickup: from, dropoff: to, legs: [{ ...leg, pickup: from, dropoff: to, stops: called }] }
}

const hall: PlaceInput = { label: 'Leeds Town Hall', kind: 'venue', locality: 'Leeds', postcode: 'LS1 3AD' }
const minster: PlaceInput = { label: 'York Minster', kind: 'venue' }
const home: PlaceInput = { label: '14 Acacia Avenue', kind: 'residential', locality: 'Leeds', postcode: 'LS6 3HF' }

const labelsOf = (places: readonly KnownPlace[]) => places.map(({ label }) => label).sort()

describe('the coordinates of a known place', () => {
  const filled = (coordinatesSource: 'town' | 'postcode', latitude: number) => ({
    ...hall,
    ...{ latitude, longitude: 0, coordinatesSource },
  })
  const pointOf = (...places: readonly PlaceInput[]) => {
    const [known] = listKnownPlaces(calling(places[0] ?? hall, places[1] ?? hall), null)
    return [known?.pointSource, known?.point?.latitude]
  }

  test('are the most exact ones of its calls', () => {
    expect(pointOf(filled('town', 1), filled('postcode', 2))).toEqual(['postcode', 2])
    expect(pointOf(filled('postcode', 2), filled('town', 1))).toEqual(['postcode', 2])
    expect(pointOf(filled('town', 1), { ...hall, ...at(3, 0) })).toEqual(['given', 3])
    expect(pointOf(filled('town', 1), hall)).toEqual(['town', 1])
    expect(pointOf(filled('town', 1), filled('town', 4))).toEqual(['town', 4])
  })

  test('have no country unless the place names one', () => {
    const countries = ['fr', null].map((countryCode) => listKnownPlaces(calling({ ...hall, countryCode }, minster), null))
    expect(countries.map((places) => places.find(({ label }) => label === hall.label)?.country)).toEqual(['FR', null])
  })
})

describe('a folded label', () => {
  test.each([
    ['Gare de Besançon', 'gare de besancon'],
    ['  YORK   Minster ', 'york minster'],
    ['York York', 'york york'],
    ['Straße', 'strasse'],
    ['O’Connell Hall', "o'connell hall"],
    ['Łódź', 'lodz'],
    ['100% Fun_Park', '100% fun_park'],
    ['\u0301\u0301', ''],
  ])('has no case, no accents and single blanks: %s', (typed, folded) => {
    expect(foldLabel(typed)).toBe(folded)
  })

  test('is cut at the limit of an index', () => {
    expect(foldLabel('ﷺ'.repeat(160)).length).toBeLessThanOrEqual(200)
    expect(findLabelBeginning('🚌'.repeat(90))).toBe('🚌'.repeat(80))
  })

  test('is found by its beginning and by the beginning of each word', () => {
    expect(listLabelTails('york minster')).toEqual(['york minster', 'minster'])
    expect(listLabelTails("st. mary's (hall)")).toEqual(["st. mary's (hall)", "mary's (hall)", 's (hall)', 'hall)'])
    expect(listLabelTails("'t huis")).toEqual(["'t huis", 't huis', 'huis'])
    expect(listLabelTails('a '.repeat(60).trim()).length).toBe(16)
  })
})

describe('the places of an itinerary', () => {
  test('are its pick-up, its drop-off and the stops of its legs, each once', () => {
    const trip = calling(hall, minster, { label: 'Skelton Lake', kind: 'other' }, { ...hall, label: 'LEEDS town  hall' })
    const places = listKnownPlaces(trip, null)
    expect(labelsOf(places)).toEqual(['LEEDS town  hall', 'Skelton Lake', 'York Minster'])
    expect(places.map(({ key }) => key)).toEqual(places.map(({ key }) => key).toSorted())
  })

  test('differ by kind and postcode, in any spelling of the postcode', () => {
    const other = { ...hall, kind: 'office' } as const
    const away = { ...hall, postcode: 'LS2 8BB' }
    expect(listKnownPlaces(calling(hall, other, away, { ...hall, postcode: 'ls13ad' }), null)).toHaveLength(3)
  })

  test('differ by town if the name is the same and there is no postcode', () => {
    const church = (locality: string): PlaceInput => ({ label: 'Church Hall', kind: 'venue', locality })
    const trip = calling({ ...church('Ilkley'), ...at(53.925, -1.823) }, church('York'), church('ILKLEY'))
    expect(listKnownPlaces(trip, null).map(({ locality, point }) => [locality, point])).toEqual([
      ['ILKLEY', at(53.925, -1.823)],
      ['York', null],
    ])
  })

  test('have the coordinates of the last call with coordinates', () => {
    const trip = calling({ ...hall, ...at(53.7, -1.5) }, minster, { ...hall, ...at(53.8, -1.55) }, hall)
    const [found] = listKnownPlaces(trip, null).filter(({ folded }) => folded === 'leeds town hall')
    expect(found?.point).toEqual(at(53.8, -1.55))
    expect(listKnownPlaces(calling({ ...hall, latitude: 53.8 }, minster), null).map(({ point }) => point)).toEqual([null, null])
  })

  test('include a home only for its customer', () => {
    const trip = calling(home, minster)
    expect(labelsOf(listKnownPlaces(trip, null))).toEqual(['York Minster'])
    const [one, other] = [7, 8].map((customer) => listKnownPlaces(trip, customer))
    expect(labelsOf(one ?? [])).toEqual(['14 Acacia Avenue', 'York Minster'])
    expect(one?.map(({ ownCustomerId }) => ownCustomerId).toSorted()).toEqual([7, null])
    const keysOfHomes = [one, other].map((places) => places?.find(({ kind }) => kind === 'residential')?.key)
    expect(new Set(keysOfHomes).size).toBe(2)
  })

  test('exclude homes and renamed places of a masked trip', () => {
    const behind = (trip: Itinerary, known = {}) => labelsOf(listKnownPlacesBehind(maskItinerary(trip, peopleOf(known)), trip))
    expect(behind(calling({ label: 'Office of Ann Smith', kind: 'office' }, hall, home), { name: 'Ann Smith' })).toEqual([
      'Leeds Town Hall',
    ])
    // The town replaces a name that the mask removes, and would become an office.
    const office = calling({ label: 'Ann Smith', kind: 'office', locality: 'Otley' }, hall)
    expect(behind(office, { name: 'Ann Smith' })).toEqual(['Leeds Town Hall'])
    const school = calling({ label: 'Otley Grammar School', kind: 'school', locality: 'Otley' }, hall)
    expect(behind(school, { organisation: 'Otley Grammar School' })).toEqual(['Leeds Town Hall', 'Otley Grammar School'])
    expect(behind(calling({ label: 'Otley', kind: 'other', locality: 'Otley' }, hall))).toEqual(['Leeds Town Hall', 'Otley'])
  })

  test('exclude a label without a letter or a mark', () => {
    expect(listKnownPlaces(calling({ label: '\u0301', kind: 'other' }, hall), null)).toHaveLength(1)
  })
})

describe('ranked places for a text', () => {
  const candidates = (...labels: readonly (readonly [label: string, used: number])[]): PlaceCandidate[] =>
    labels.map(([label, used], nth) => ({ id: nth + 1, folded: foldLabel(label), used }))

  test('puts a label that begins with the text first, then words, then parts, each by use', () => {
    const places = candidates(
      ['Newark', 50],
      ['Park Gate', 1],
      ['Hyde Park', 2],
      ['Roundhay Park', 9],
      ['Parkside', 3],
      ['Leeds', 99],
      ['Landmark', 1],
    )
    expect(rankPlaces(places, 'park')).toEqual([5, 2, 4, 3])
    expect(rankPlaces(places, 'ark')).toEqual([1, 4, 5, 3, 7, 2])
  })

  test('sorts equal use by label, and then by age', () => {
    expect(rankPlaces(candidates(['York B', 1], ['York A', 1], ['York B', 1]), 'york')).toEqual([2, 1, 3])
  })

  test('returns each place once, and at most ten', () => {
    const many = candidates(...Array.from({ length: 30 }, (_, nth): [string, number] => [`York ${nth}`, nth]))
    const ids = rankPlaces([...many, ...many], 'york')
    expect(ids).toEqual(Array.from({ length: mostPlacesFound }, (_, nth) => 30 - nth))
  })

  test('finds several words in sequence, and not in another order', () => {
    const places = candidates(['National Railway Museum, York', 1])
    expect(rankPlaces(places, foldLabel('Railway Mus'))).toEqual([1])
    expect(rankPlaces(places, foldLabel('Museum Railway'))).toEqual([])
  })
})
