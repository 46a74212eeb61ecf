import { beforeAll, describe, expect, test } from 'bun:test'
import { partsOfDegree, postcodeNumbers, toPostcodeNumber } from '../../src/domain/postcode-number.ts'
import {
  amendmentBody,
  amendmentClientOf,
  customerAmendmentClient,
  platformAmendmentClient,
} from '../support/amendment-clients.ts'
import { signInDriver } from '../support/driver-client.ts'
import { days, type Market, type OperatorClient, ok } from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

let market: Market
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator()
  office = await portalClientOf(market, dales)
})

type Fields = Record<string, unknown>

const venue = (locality: string | null, more: Fields = {}) => ({ label: 'The hall', kind: 'venue', locality, ...more })
const [leeds, york] = [venue('Leeds'), venue('York')]
const ways = { pickup: leeds, dropoff: york, returns_at: null }

type Answered = {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly coordinates_source: string | null
}
const sourceOf = ({ latitude, longitude, coordinates_source }: Answered) => ({ latitude, longitude, coordinates_source })
const nowhere = { latitude: null, longitude: null, coordinates_source: null }

/** Expects a trip from Leeds to York with the coordinates of both towns and an estimated distance. */
function expectFilled(trip: {
  readonly pickup: Answered
  readonly dropoff: Answered
  readonly distance_m: number
  readonly distance_source: string
  readonly hours_advice: unknown
  readonly legs: readonly { readonly pickup: Answered; readonly distance_source: string }[]
}): void {
  expect([trip.pickup.coordinates_source, trip.dropoff.coordinates_source]).toEqual(['town', 'town'])
  expect(Math.abs(trip.pickup.latitude ?? 0)).toBeCloseTo(53.8, 1)
  expect(Math.abs(trip.distance_m - 45_400)).toBeLessThan(45_400 * 0.05)
  expect(trip.distance_source).toBe('estimated')
  expect(trip.hours_advice).toMatchObject({ estimated: true })
  for (const leg of trip.legs) expect([leg.pickup.coordinates_source, leg.distance_source]).toEqual(['town', 'estimated'])
}

const readOwn = async (ref: string) => ok(await office.call('GET', `/trips/${ref}`))
const enquired = (fields: Fields) => ({
  customer: { name: 'Ann', email: 'ann@example.org' },
  ...{ departs_at: market.at(days(60)), passenger_count: 4 },
  ...ways,
  ...fields,
})

describe('a trip that names only its towns has their coordinates and its distance', () => {
  test('from the platform, for every reader', async () => {
    const trip = await market.bookedTrip(dales, ways)
    const driver = await signInDriver(dales)
    ok(await dales.assign(trip, driver.id))
    expectFilled(ok(await market.platform('GET', `/trips/${trip.ref}`)))
    expectFilled(ok(await trip.readTrip()))
    expectFilled(ok(await dales.booking(trip)))
    expectFilled(ok(await dales.job(trip)))
    const { pickup, distance_source } = ok(await driver.trip(trip))
    expect([pickup.coordinates_source, distance_source]).toEqual(['town', 'estimated'])
  })

  test('from an enquiry by the API', async () => {
    const body = enquired({ operator_ref: dales.ref })
    const enquiry = ok(await market.call('POST', '/customer/v1/enquiries', { body }))
    expectFilled(ok(await dales.job(enquiry)))
  })

  test('from the page for enquiries', async () => {
    const rival = await market.operator('Enquiry Coaches')
    const form = new URLSearchParams({
      ...{ way: 'one_way', day: market.at(days(60)).slice(0, 10), time: '09:00', people: '4' },
      ...{ from: 'Town Hall', from_town: 'Leeds', to: 'The station, York', organisation: 'Ripon School' },
      ...{ name: 'Ann', email: 'ann@example.org', key: '0123456789abcdef0123456789abcdef' },
    })
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const sent = await market.server.fetch(`/enquire/${rival.ref}`, { method: 'POST', headers, body: form.toString() })
    expect(sent.status).toBe(303)
    const [job] = (await rival.jobs()).data
    expectFilled(ok(await rival.job(job)))
  })

  test('from the portal, and in a copy', async () => {
    const { ref } = ok(await office.enter(ways))
    expectFilled(await readOwn(ref))
    const copy = ok(await office.call('POST', `/trips/${ref}/copy`, { departs_at: market.at(days(90)) }))
    expectFilled(await readOwn(copy.ref))
  })

  test('with a given distance, which stays', async () => {
    const trip = ok(await dales.job(await market.trip([dales], { ...ways, distance_m: 50_000, driving_seconds: 3_600 })))
    expect(trip).toMatchObject({ distance_m: 50_000, distance_source: 'given', pickup: { coordinates_source: 'town' } })
  })
})

describe('an amendment without coordinates gets them', () => {
  const hull = venue('Hull')
  const filledHull = { dropoff: { locality: 'Hull', coordinates_source: 'town' }, distance_source: 'estimated' }

  test('from the office, in its preview too', async () => {
    const trip = await market.bookedTrip(dales, ways)
    const client = await amendmentClientOf(market, dales)
    ok(await client.preview(trip, amendmentBody({ dropoff: hull })))
    const { changes } = ok(await client.propose(trip, amendmentBody({ dropoff: hull })))
    expect(changes.dropoff.coordinates_source).toBe('town')
    const booking = ok(await dales.booking(trip))
    expect(booking).toMatchObject(filledHull)
    expect(booking.distance_m).toBeGreaterThan(90_000)
  })

  test('from the platform', async () => {
    const trip = await market.bookedTrip(dales, ways)
    ok(await platformAmendmentClient(market).propose(trip, amendmentBody({ dropoff: hull })))
    expect(ok(await dales.booking(trip))).toMatchObject(filledHull)
  })

  test('from the customer, when it is applied', async () => {
    const trip = await market.bookedTrip(dales, ways)
    const request = ok(await customerAmendmentClient(trip).wish({ dropoff: hull }))
    ok(await (await amendmentClientOf(market, dales)).move(trip, request.id, 'apply', { consent: 'given' }))
    expect(ok(await dales.booking(trip))).toMatchObject(filledHull)
  })

  test('and keeps the source of coordinates that are sent back, unless the town changes', async () => {
    const trip = await market.bookedTrip(dales, ways)
    const client = await amendmentClientOf(market, dales)
    const { legs, distance_m } = ok(await dales.booking(trip))
    const [{ pickup, dropoff, departs_at }] = legs
    const leg = { pickup, dropoff, departs_at, passenger_count: 3 }
    ok(await client.propose(trip, { ...amendmentBody({ legs: [leg] }), consent: 'not_needed' }))
    expect(ok(await dales.booking(trip))).toMatchObject({ pickup, dropoff, distance_m })

    ok(await client.propose(trip, amendmentBody({ legs: [{ ...leg, dropoff: { ...dropoff, locality: 'Hull' } }] })))
    const moved = ok(await dales.booking(trip))
    expect(moved).toMatchObject(filledHull)
    expect(moved.dropoff.longitude).not.toBe(dropoff.longitude)

    ok(await client.propose(trip, amendmentBody({ legs: [{ ...leg, dropoff: { ...moved.dropoff, locality: 'Nowhere' } }] })))
    expect(sourceOf(ok(await dales.booking(trip)).dropoff)).toEqual(nowhere)
  })

  test('without the customer’s consent, if only exact coordinates replace those of the town', async () => {
    const trip = await market.bookedTrip(dales, ways)
    const client = await amendmentClientOf(market, dales)
    const exact = { ...york, latitude: 53.9619, longitude: -1.0819 }
    ok(await client.propose(trip, { ...amendmentBody({ dropoff: exact }), consent: 'not_needed' }))
    expect(sourceOf(ok(await dales.booking(trip)).dropoff)).toEqual({
      ...{ latitude: 53.9619, longitude: -1.0819, coordinates_source: 'given' },
    })
  })
})

describe('the coordinates of a town', () => {
  const dropoffOf = async (place: Fields) => ok(await dales.job(await market.trip([dales], { ...ways, dropoff: place }))).dropoff

  test.each(['Ashford', 'Hythe', 'Newcastle', 'Nowhere at all'])('stay unknown for %s, which is not clear', async (locality) => {
    const trip = ok(await dales.job(await market.trip([dales], { ...ways, dropoff: venue(locality) })))
    expect(trip).toMatchObject({ dropoff: nowhere, distance_m: null, distance_source: null, hours_advice: null })
  })

  test('are those of the much larger town of the name, or of its short form', async () => {
    const { latitude, longitude } = await dropoffOf(venue('Newport'))
    expect([latitude, longitude].map(Math.round)).toEqual([52, -3])
    expect(await dropoffOf(venue('hull'))).toMatchObject({ locality: 'hull', coordinates_source: 'town' })
    expect(await dropoffOf(venue('St. Helens'))).toMatchObject({ coordinates_source: 'town' })
  })

  test('come from the end of the label without a locality', async () => {
    expect(await dropoffOf({ label: 'Town Hall, York', kind: 'venue' })).toMatchObject({ coordinates_source: 'town' })
    expect(await dropoffOf({ label: 'York Minster', kind: 'venue' })).toMatchObject(nowhere)
  })

  test('are in the country of the place, otherwise in the country of the time zone', async () => {
    expect(await dropoffOf(venue('Lyon'))).toMatchObject(nowhere)
    expect(await dropoffOf(venue('Lyon', { country_code: 'FR' }))).toMatchObject({ coordinates_source: 'town' })
    const trip = await market.trip([dales], { ...ways, dropoff: venue('Lyon'), timezone: 'Europe/Paris' })
    expect(ok(await dales.job(trip)).dropoff).toMatchObject({ coordinates_source: 'town' })
  })

  test('never replace given ones, and are no secret of a request', async () => {
    const given = { latitude: 51.5, longitude: -0.12 }
    expect(await dropoffOf(venue('York', given))).toMatchObject({ ...given, coordinates_source: 'given' })
    const claimed = { coordinates_source: 'postcode', ...given }
    expect(await dropoffOf(venue('York', claimed))).toMatchObject({ ...given, coordinates_source: 'given' })
    const { latitude, longitude } = await dropoffOf(york)
    expect(await dropoffOf(venue('York', { latitude, longitude }))).toMatchObject({ coordinates_source: 'town' })
  })

  test('are rounded for a home until it is booked', async () => {
    const home = venue('York', { kind: 'residential', label: '4 Elm Road' })
    const trip = await market.trip([dales], { ...ways, pickup: home })
    const { latitude, longitude } = await dropoffOf(york)
    const rounded = { latitude: Math.round(latitude * 100) / 100, longitude: Math.round(longitude * 100) / 100 }
    expect(sourceOf(ok(await dales.job(trip)).pickup)).toEqual({ ...rounded, coordinates_source: 'town' })
    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' })))
    expect(sourceOf(ok(await dales.booking(trip)).pickup)).toEqual({ latitude, longitude, coordinates_source: 'town' })
  })
})

test('answers a repeated request with the same coordinates', async () => {
  const body = office.wish(ways)
  const answers = await Promise.all([1, 2].map(() => office.call('POST', '/trips', body, 'the-same-key')))
  const refs = answers.filter(({ status }) => status === 201).map(({ data }) => data.ref)
  const again = ok(await office.call('POST', '/trips', body, 'the-same-key'))
  expect([...new Set([...refs, again.ref])]).toHaveLength(1)
  expectFilled(await readOwn(again.ref))
})

test('suggests a known place with its country and the most exact coordinates of its trips', async () => {
  const found = async () => {
    const { results } = ok(await office.call('GET', '/places?q=Zebra'))
    return results.flatMap(({ source, country, latitude, used }: Fields) =>
      source === 'known' ? [{ country, latitude, used }] : [],
    )
  }
  const zebra = { label: 'Zebra House', kind: 'venue', locality: 'York' }
  ok(await office.enter({ ...ways, dropoff: zebra }))
  const [{ latitude }] = await found()
  expect(await found()).toEqual([{ country: 'GB', latitude, used: 1 }])
  expect(latitude).toBeCloseTo(53.96, 1)
  ok(await office.enter({ ...ways, dropoff: { ...zebra, latitude: 53.9, longitude: -1.1 } }))
  expect(await found()).toEqual([{ country: 'GB', latitude: 53.9, used: 2 }])
  ok(await office.enter({ ...ways, dropoff: zebra }))
  expect(await found()).toEqual([{ country: 'GB', latitude: 53.9, used: 3 }])
})

describe('the coordinates of a British postcode', () => {
  // The north pier of Lerwick is 1.5 km from the mean of both postcodes.
  const points: readonly (readonly [code: string, latitude: number, longitude: number])[] = [
    ['ZE1 0LL', 60.15462, -1.14349],
    ['ZE1 0TP', 60.18462, -1.14349],
  ]
  const dropoffOf = async (place: Fields) => {
    const trip = await market.trip([dales], { ...ways, dropoff: { label: 'The pier', kind: 'port', ...place } })
    return sourceOf(ok(await dales.job(trip)).dropoff)
  }
  const pier = { latitude: 60.15462, longitude: -1.14349, coordinates_source: 'postcode' }
  const middle = { latitude: 60.16962, longitude: -1.14349, coordinates_source: 'outward' }

  beforeAll(async () => {
    const stored = points.map(([code, ...degrees]) => {
      const values = [
        postcodeNumbers + (toPostcodeNumber(code) ?? 0),
        ...degrees.map((degree) => Math.round(degree * partsOfDegree)),
      ]
      return `INSERT INTO postcodes (id, latitude, longitude) VALUES (${values.join()})`
    })
    await market.server.change("INSERT INTO postcode_sets (id, source, imported_at) VALUES (1, 'csv', 1)", ...stored)
  })

  test('are found in any spelling, in the field or at the end of the label', async () => {
    expect(await dropoffOf({ postcode: 'ze1-0ll', locality: 'York' })).toEqual(pier)
    expect(await dropoffOf({ label: 'North pier, ZE10LL' })).toEqual(pier)
    expect(await dropoffOf({ postcode: 'ZE1 0LL', country_code: 'FR' })).toEqual(nowhere)
  })

  test('are the centre of the outward code for an unknown postcode, and otherwise those of the town', async () => {
    expect(await dropoffOf({ postcode: 'ZE1 0ZZ', locality: 'York' })).toEqual(middle)
    expect(await dropoffOf({ postcode_area: 'ZE1' })).toEqual(middle)
    expect((await dropoffOf({ postcode: 'ZE9 9ZZ', locality: 'York' })).coordinates_source).toBe('town')
    expect(await dropoffOf({ postcode: 'ZE9 9ZZ' })).toEqual(nowhere)
  })

  test('of a home are rounded in the job, and kept from an account that only quoted', async () => {
    const rival = await market.operator('Quoting Coaches')
    const home = { label: '4 Elm Road', kind: 'residential', postcode: 'ZE1 0LL' }
    const trip = await market.trip([rival], { ...ways, dropoff: home })
    const job = ok(await rival.job(trip))
    expect(job.dropoff).toMatchObject({ latitude: 60.15, longitude: -1.14, postcode: null, postcode_area: 'ZE1', label: 'ZE1' })
    await rival.makeQuote(trip)
    const search = ok(await (await portalClientOf(market, rival)).call('GET', '/places?q=hall')).results
    expect(JSON.stringify([await rival.jobs(), await rival.job(trip), search])).not.toContain('60.15462')
    const kept = await market.server.ask<{ label: string }>("SELECT label FROM known_places WHERE label LIKE '4 Elm%'")
    expect(kept).toEqual([])
    expect(sourceOf(ok(await trip.readTrip()).dropoff)).toEqual(pier)
  })
})
