import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { chooseTown, type Gazetteer, openGazetteer } from '../../src/domain/gazetteer.ts'
import { computeGreatCircle } from '../../src/domain/road-distance.ts'
import { packTowns, type Town } from '../../src/domain/town-file.ts'
import { foldTownName, listShortNames } from '../../src/domain/town-name.ts'

const town = (name: string, more: Partial<Town> = {}): Town => ({
  name,
  country: 'GB',
  population: 1_000,
  latitude: 53.8,
  longitude: -1.5,
  ...more,
})

const open = (...towns: readonly Town[]): Gazetteer => openGazetteer(packTowns(towns, [['Europe/London', 'GB']]))

const find = (gazetteer: Gazetteer, q: string, country: string | null = 'GB') =>
  gazetteer.find({ q, country, near: null }, 10).map(({ name }) => name)

describe('the folded name of a town', () => {
  test.each([
    ['Münster', 'munster'],
    ['Łódź', 'lodz'],
    ['Stratford-upon-Avon', 'stratford upon avon'],
    ['St. Helens', 'saint helens'],
    ['St.Helens', 'saint helens'],
    ['Ste.-Foy', 'sainte foy'],
    ['Last.', 'last'],
    ['Saint-Étienne', 'saint etienne'],
    ['Bury St Edmunds', 'bury saint edmunds'],
    ['Ste Anne', 'sainte anne'],
    ['Stafford', 'stafford'],
    ['King’s Lynn', 'kings lynn'],
    ['  YORK  ', 'york'],
    ['--', ''],
  ])('of %p is %p', (name, folded) => {
    expect(foldTownName(name)).toBe(folded)
  })

  test.each([
    ['Newcastle upon Tyne', ['newcastle', 'tyne']],
    ['Newcastle-under-Lyme', ['newcastle']],
    ['Wells-next-the-Sea', ['wells']],
    ['Kingston upon Hull', ['kingston', 'hull']],
    ['Upton', []],
  ])('of %p has the short forms %p', (name, shorts) => {
    expect(listShortNames(name)).toEqual(shorts)
  })
})

describe('the gazetteer', () => {
  test('orders towns by country, exact name, population and distance', () => {
    const gazetteer = open(
      town('Leeds', { country: 'US', population: 900_000 }),
      town('Leedstown', { population: 5_000 }),
      town('Leeds', { population: 2_000, latitude: 51 }),
      town('Leeds', { population: 2_000, latitude: 53 }),
      town('Leeds', { population: 400_000 }),
    )
    const near = { latitude: 53.1, longitude: -1.5 }
    const found = gazetteer.find({ q: 'leeds', country: 'GB', near }, 10)
    const shown = found.map(({ name, country, population, latitude }) => [name, country, population, latitude])
    expect(shown).toEqual([
      ['Leeds', 'GB', 400_000, 53.8],
      ['Leeds', 'GB', 2_000, 53],
      ['Leeds', 'GB', 2_000, 51],
      ['Leedstown', 'GB', 5_000, 53.8],
      ['Leeds', 'US', 900_000, 53.8],
    ])
  })

  test('finds a short form as an exact name, and a town once', () => {
    const gazetteer = open(town('Newcastle upon Tyne', { population: 192_382 }), town('Newcastle', { population: 2 }))
    expect(find(gazetteer, 'newcastle')).toEqual(['Newcastle upon Tyne', 'Newcastle'])
    expect(find(gazetteer, 'tyne')).toEqual(['Newcastle upon Tyne'])
    expect(find(gazetteer, 'new')).toEqual(['Newcastle upon Tyne', 'Newcastle'])
  })

  test('reads a last St as the beginning of a name and as Saint', () => {
    const gazetteer = open(town('Bury St Edmunds'), town('Bury Stoke'), town('Bury Hill'))
    expect(find(gazetteer, 'bury st').sort()).toEqual(['Bury St Edmunds', 'Bury Stoke'])
    expect(find(gazetteer, 'bury sai')).toEqual(['Bury St Edmunds'])
  })

  test('finds the town before other words', () => {
    const gazetteer = open(town('Leeds'), town('St Helens'), town('Lee'), town('Rose', { country: 'IT' }))
    const named = (q: string, country: string | null = 'GB') =>
      gazetteer.findNamedFirst({ q, country, near: null }, 10).map(({ name }) => name)
    expect([named('rose cottage'), named('rose cottage', 'IT'), named('rose cottage', null)]).toEqual([[], ['Rose'], ['Rose']])
    expect([named('leeds sta'), named('St. Helens, bus station'), named('leedsx sta'), named('leeds')]).toEqual([
      ['Leeds'],
      ['St Helens'],
      [],
      [],
    ])
  })

  test('finds the town before other words although no town is in the country', () => {
    const gazetteer = open(town('Leeds'))
    expect(gazetteer.findNamedFirst({ q: 'leeds sta', country: 'UK', near: null }, 10).map(({ name }) => name)).toEqual(['Leeds'])
    expect([gazetteer.hasCountry('GB'), gazetteer.hasCountry('UK')]).toEqual([true, false])
  })

  test('lists the towns of a country that a whole name or short form names', () => {
    const gazetteer = open(
      town('Newcastle upon Tyne'),
      town('Newcastle'),
      town('Newcastle', { country: 'AU' }),
      town('Newcastleton'),
      town('St Helens'),
    )
    const named = (name: string, country = 'GB') => gazetteer.listNamed(name, country).map((one) => one.name)
    expect(named(' NEWCASTLE ').toSorted()).toEqual(['Newcastle', 'Newcastle upon Tyne'])
    expect([named('saint-helens'), named('tyne'), named('newcastle', 'AU')]).toEqual([
      ['St Helens'],
      ['Newcastle upon Tyne'],
      ['Newcastle'],
    ])
    expect([named('newcast'), named('newcastle station'), named(''), named('--'), named('newcastle', 'ZZ')]).toEqual(
      Array.from({ length: 5 }, () => []),
    )
  })

  test('finds the country of a time zone', () => {
    expect([open().findCountry('Europe/London'), open().findCountry('UTC')]).toEqual(['GB', null])
  })

  test('finds nothing in an empty file, and nothing for an empty text', () => {
    expect([open().size, find(open(), 'leeds'), find(open(town('Leeds')), '--')]).toEqual([0, [], []])
  })

  test('finds each town by every beginning of its name', () => {
    const name = fc
      .array(fc.constantFrom('St', 'Saint', 'Leeds', 'upon', 'Tyne', 'É', 'ß', 'ø', 'Bad-', "d'", '東', '𐐀'), {
        minLength: 1,
        maxLength: 4,
      })
      .map((words) => words.join(' '))
    const towns = fc.array(
      fc.record({
        name,
        country: fc.constantFrom('GB', 'DE'),
        population: fc.integer({ min: 0, max: 30_000_000 }),
        latitude: fc.double({ min: -90, max: 90, noNaN: true }),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      }),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(towns, fc.nat(), (all, seed) => {
        const gazetteer = open(...all)
        const wanted = all[seed % all.length] as Town
        const folded = foldTownName(wanted.name)
        const q = [...folded].slice(0, 1 + (seed % folded.length)).join('')
        const found = gazetteer.find({ q, country: wanted.country, near: null }, 50)
        const same = found.filter(({ name, population }) => name === wanted.name && population === wanted.population)
        expect(same.length).toBeGreaterThan(0)
        const error = Math.min(
          ...same.map((one) => Math.abs(one.latitude - wanted.latitude) + Math.abs(one.longitude - wanted.longitude)),
        )
        expect(error).toBeLessThan(0.0003)
        const isOrdered = found.every(
          ({ country }, nth) => nth === 0 || country !== wanted.country || found[nth - 1]?.country === country,
        )
        expect(isOrdered).toBe(true)
      }),
    )
  })
})

describe('the nearest town', () => {
  const point = { latitude: 53.8, longitude: -1.5 }

  test('is one of the British Isles within 10 km', () => {
    expect(open().findNearest(point)).toBeNull()
    expect(open(town('Far', { latitude: 53.891 })).findNearest(point)).toBeNull()
    expect(open(town('Near', { latitude: 53.889 })).findNearest(point)?.name).toBe('Near')
    expect(open(town('Lille', { country: 'FR' }), town('Near', { latitude: 53.85 })).findNearest(point)?.name).toBe('Near')
    for (const country of ['GG', 'IM', 'JE']) expect(open(town('Douglas', { country })).findNearest(point)?.name).toBe('Douglas')
  })

  test('is nearer than any other', () => {
    const near = fc.double({ min: -0.2, max: 0.2, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(near, near), { minLength: 1, maxLength: 20 }), (offsets) => {
        const towns = offsets.map(([north, east], nth) =>
          town(`Town ${nth}`, { latitude: point.latitude + north, longitude: point.longitude + east }),
        )
        const nearest = open(...towns).findNearest(point)
        const least = Math.min(...towns.map((one) => computeGreatCircle(point, one)))
        // The file rounds the degrees of a town to 11 m.
        if (nearest === null) expect(least).toBeGreaterThan(10_000 - 20)
        else expect(Math.abs(computeGreatCircle(point, nearest) - least)).toBeLessThan(20)
      }),
    )
  })
})

describe('a large town near another', () => {
  const kent = town('Ashford', { population: 62_000, latitude: 51.15, longitude: 0.87 })
  const gazetteer = open(
    kent,
    town('Ashford', { population: 27_000, latitude: 51.43, longitude: -0.46 }),
    town('Hythe', { population: 14_000, latitude: 51.07, longitude: 1.08 }),
    town('Folkestone', { population: 51_000, latitude: 51.08, longitude: 1.17 }),
    town('Maidstone', { population: 107_000, latitude: 51.27, longitude: 0.52 }),
    town('Boulogne', { country: 'FR', population: 90_000, latitude: 51.1, longitude: 0.9 }),
    town('Feltham', { population: 63_000, latitude: 51.45, longitude: -0.41 }),
  )

  test('is the nearest of the country with 50,000 people or more, and another name', () => {
    const [first, second] = gazetteer.find({ q: 'ashford', country: 'GB', near: null }, 10)
    expect([first, second].map((one) => one && gazetteer.findLargeTownNear(one)?.name)).toEqual(['Folkestone', 'Feltham'])
  })

  test('is null without one within 50 km', () => {
    expect(gazetteer.findLargeTownNear(town('Hythe', { latitude: 57, longitude: -4 }))).toBeNull()
    expect(gazetteer.findLargeTownNear(town('Hythe', { country: 'FR', latitude: 51.07, longitude: 1.08 }))?.name).toBe('Boulogne')
    expect(open(kent).findLargeTownNear(kent)).toBeNull()
  })
})

describe('the town that a name means', () => {
  const meant = (...populations: readonly number[]) =>
    chooseTown(populations.map((population, nth) => town('Ashford', { population, latitude: nth })))?.population ?? null

  test.each([
    [[], null],
    [[12], 12],
    [[0], 0],
    [[5_000, 1_000], 5_000],
    [[1_000, 5_000, 900], 5_000],
    [[4_999, 1_000], null],
    [[5_000, 1_001, 1], null],
    [[5_000, 0], 5_000],
    [[0, 0], null],
  ])('of the populations %p is %p', (populations, expected) => {
    expect(meant(...populations)).toBe(expected)
  })

  test('is at least five times as populous as every other, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 200 }), { minLength: 2, maxLength: 6 }), (populations) => {
        const most = Math.max(...populations)
        const others = populations.toSpliced(populations.indexOf(most), 1)
        const isClear = most > 0 && others.every((other) => most >= 5 * other)
        expect(meant(...populations)).toBe(isClear ? most : null)
      }),
    )
  })
})
