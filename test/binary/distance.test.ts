import { beforeAll, describe, expect, test } from 'bun:test'
import { amendmentBody, amendmentClientOf, customerAmendmentClient } from '../support/amendment-clients.ts'
import { signInDriver } from '../support/driver-client.ts'
import { days, hours, type Market, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

let market: Market
let dales: OperatorClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator()
})

const leeds = { label: 'Leeds Town Hall', kind: 'venue', locality: 'Leeds', latitude: 53.795, longitude: -1.548 }
const york = { label: 'York Minster', kind: 'venue', locality: 'York', latitude: 53.958, longitude: -1.093 }
const hull = { label: 'Hull Marina', kind: 'venue', locality: 'Hull', latitude: 53.739, longitude: -0.337 }
const selby = { label: 'Selby Abbey', kind: 'venue', locality: 'Selby', latitude: 53.784, longitude: -1.067 }
const nowhere = { label: 'The old mill', kind: 'venue', locality: 'Nowhere at all' }

const oneWay = { pickup: leeds, dropoff: york, returns_at: null }
const estimated = { distance_m: 45_400, driving_seconds: 2_724, distance_source: 'estimated' }
const unknown = { distance_m: null, driving_seconds: null, distance_source: null }

type Entered = { readonly legs?: readonly { readonly departs_at: string }[] }

/** Enters a trip that departs at the time of its first leg, so that the clock cannot tick between the two. */
const enter = ({ legs, ...fields }: Entered & object) =>
  market.trip([dales], { ...fields, ...(legs && { departs_at: legs[0]?.departs_at, legs }) })
const jobOf = async (fields: object) => ok(await dales.job(await enter(fields)))

type DistanceFields = {
  readonly distance_m: number | null
  readonly driving_seconds: number | null
  readonly distance_source: string | null
}
const distanceOf = ({ distance_m, driving_seconds, distance_source }: DistanceFields): DistanceFields => ({
  distance_m,
  driving_seconds,
  distance_source,
})

describe('a trip with coordinates', () => {
  test('has its distance, driving time and hours advice before the first quote', async () => {
    const job = await jobOf(oneWay)
    expect(job).toMatchObject({ ...estimated, legs: [estimated] })
    expect(job.hours_advice).toMatchObject({ driving_minutes: 45, second_driver_likely: false, estimated: true })
    expect(job.ends_at.slice(0, 16)).toBe(`${job.departs_at.slice(0, 11)}09:45`)
  })

  test('has twice the distance for a return, and none for a standby leg', async () => {
    const job = await jobOf({ pickup: leeds, dropoff: york, coach_stays_with_group: true })
    expect(job).toMatchObject({ distance_m: 90_800, driving_seconds: 5_448, distance_source: 'estimated' })
    expect(job.legs.map(distanceOf)).toEqual([
      estimated,
      { distance_m: 0, driving_seconds: 0, distance_source: 'estimated' },
      estimated,
    ])
  })

  test('includes its stops in the distance', async () => {
    const leg = { pickup: leeds, dropoff: york, departs_at: market.at(days(60)) }
    const stop = { kind: 'comfort', place: selby }
    const straight = await jobOf({ ...oneWay, legs: [leg] })
    const round = await jobOf({ ...oneWay, legs: [{ ...leg, stops: [stop] }] })
    expect(round.distance_m).toBeGreaterThan(straight.distance_m)
    expect(round.distance_m % 100).toBe(0)
    expect(await jobOf({ ...oneWay, legs: [{ ...leg, stops: [{ ...stop, place: nowhere }] }] })).toMatchObject(unknown)
  })

  test('keeps given figures, and reports the least reliable source for the sum', async () => {
    const leg = { pickup: leeds, dropoff: york, departs_at: market.at(days(60)) }
    const back = { pickup: york, dropoff: leeds, departs_at: market.at(days(60) + hours(5)) }
    const given = { ...leg, distance_m: 40_000, driving_seconds: 3_000 }
    const job = await jobOf({ pickup: leeds, dropoff: york, returns_at: null, legs: [given, back] })
    expect(job.legs.map(distanceOf)).toEqual([
      { distance_m: 40_000, driving_seconds: 3_000, distance_source: 'given' },
      estimated,
    ])
    expect(distanceOf(job)).toEqual({ distance_m: 85_400, driving_seconds: 5_724, distance_source: 'estimated' })
  })

  test('estimates the missing one of distance and time on a leg, with the source given', async () => {
    const leg = { pickup: leeds, dropoff: york, departs_at: market.at(days(60)) }
    const metres = await jobOf({ ...oneWay, legs: [{ ...leg, distance_m: 40_000 }] })
    expect(metres.legs.map(distanceOf)).toEqual([{ distance_m: 40_000, driving_seconds: 2_724, distance_source: 'given' }])
    const seconds = await jobOf({ ...oneWay, legs: [{ ...leg, driving_seconds: 3_000 }] })
    expect(seconds.legs.map(distanceOf)).toEqual([{ distance_m: 45_400, driving_seconds: 3_000, distance_source: 'given' }])
  })

  test('estimates its legs when only the trip has given figures', async () => {
    const job = await jobOf({ ...oneWay, distance_m: 50_000, driving_seconds: 3_600 })
    expect(distanceOf(job)).toEqual({ distance_m: 50_000, driving_seconds: 3_600, distance_source: 'given' })
    expect(job.legs.map(distanceOf)).toEqual([estimated])
    expect(job.hours_advice).toMatchObject({ driving_minutes: 60, estimated: false })
    expect(job.ends_at.slice(0, 16)).toBe(`${job.departs_at.slice(0, 11)}10:00`)
  })

  test('has the distance 0 when it starts and ends at one point', async () => {
    expect(await jobOf({ ...oneWay, dropoff: leeds })).toMatchObject({
      ...{ distance_m: 0, driving_seconds: 0, distance_source: 'estimated' },
      legs: [{ distance_m: 0, driving_seconds: 0, distance_source: 'estimated' }],
    })
  })
})

test('leaves distance, time and advice unknown for a place without coordinates', async () => {
  const job = await jobOf({ ...oneWay, dropoff: nowhere })
  expect(job).toMatchObject({ ...unknown, legs: [unknown], hours_advice: null })
})

test.each([
  ['pickup.latitude', { pickup: { ...leeds, latitude: 90.01 } }],
  ['dropoff.longitude', { dropoff: { ...york, longitude: -180.5 } }],
])('rejects coordinates out of range: %s', async (field, wrong) => {
  const body = {
    ...{
      customer: { name: 'Ann', email: 'ann@example.org' },
      departs_at: market.at(days(60)),
      passenger_count: 4,
      offer_to: [dales.ref],
    },
    ...oneWay,
    ...wrong,
  }
  const refused = await market.platform('POST', '/trips', body)
  expect(statusAndCode(refused)).toBe('422 validation_failed')
  expect(Object.keys(refused.json.error.fields)).toEqual([field])
})

describe('the estimate of a distance', () => {
  test('is made for an enquiry, an own trip and its copy', async () => {
    const asked = {
      customer: { name: 'Ann', email: 'ann@example.org' },
      ...{ departs_at: market.at(days(60)), passenger_count: 4, pickup: leeds, dropoff: york },
    }
    const enquiry = ok(await market.call('POST', '/customer/v1/enquiries', { body: { ...asked, operator_ref: dales.ref } }))
    expect(ok(await dales.job(enquiry))).toMatchObject(estimated)

    const token = await market.personToken(dales)
    const own = ok(await market.call('POST', '/portal/v1/trips', { token, body: asked }))
    expect(ok(await market.call('GET', `/portal/v1/trips/${own.ref}`, { token }))).toMatchObject({
      ...estimated,
      legs: [estimated],
    })
    const body = { departs_at: market.at(days(90)) }
    const copy = ok(await market.call('POST', `/portal/v1/trips/${own.ref}/copy`, { token, body }))
    expect(ok(await market.call('GET', `/portal/v1/trips/${copy.ref}`, { token }))).toMatchObject({
      ...estimated,
      legs: [estimated],
    })
  })

  test('is the same for the platform, the customer, the operator and the driver', async () => {
    const trip = await market.bookedTrip(dales, oneWay)
    const driver = await signInDriver(dales)
    ok(await dales.assign(trip, driver.id))
    const views = [
      ok(await market.platform('GET', `/trips/${trip.ref}`)),
      ok(await trip.readTrip()),
      ok(await dales.booking(trip)),
      ok(await driver.trip(trip)),
    ]
    for (const view of views) {
      expect(distanceOf(view)).toEqual(estimated as DistanceFields)
      expect(view.legs.map(distanceOf)).toEqual([estimated])
    }
  })
})

describe('the distance of an amended booking', () => {
  async function booked(fields: object = oneWay) {
    const trip = await market.bookedTrip(dales, fields)
    return { trip, office: await amendmentClientOf(market, dales), ann: customerAmendmentClient(trip) }
  }

  test('is estimated again only when a place changes', async () => {
    const { trip, office } = await booked({ pickup: leeds, dropoff: york })
    ok(await office.propose(trip, amendmentBody({ notes: 'Ring.' })))
    expect(distanceOf(ok(await dales.booking(trip)))).toMatchObject({ distance_m: 90_800 })
    ok(await office.propose(trip, amendmentBody({ dropoff: hull })))
    const { legs, ...moved } = ok(await dales.booking(trip))
    expect(moved.distance_m).toBe(legs[0].distance_m * 2)
    expect(moved.distance_m).toBeGreaterThan(200_000)
    expect(moved.distance_source).toBe('estimated')
    expect(moved.hours_advice.driving_minutes).toBe(Math.round(moved.driving_seconds / 60))
  })

  test('stays as given on a leg, unless another figure is given', async () => {
    const leg = { pickup: leeds, dropoff: york, departs_at: market.at(days(60)), distance_m: 41_000, driving_seconds: 3_000 }
    const { trip, office } = await booked({ ...oneWay, legs: [leg] })
    const { distance_m: _, driving_seconds: __, ...silent } = leg
    ok(await office.propose(trip, amendmentBody({ legs: [{ ...silent, departs_at: market.at(days(60) + hours(1)) }] })))
    expect(ok(await dales.booking(trip)).legs.map(distanceOf)).toEqual([
      { distance_m: 41_000, driving_seconds: 3_000, distance_source: 'given' },
    ])
    ok(
      await office.propose(
        trip,
        amendmentBody({ legs: [{ ...leg, distance_m: 39_000, departs_at: market.at(days(60) + hours(1)) }] }),
      ),
    )
    expect(distanceOf(ok(await dales.booking(trip)))).toEqual({
      distance_m: 39_000,
      driving_seconds: 3_000,
      distance_source: 'given',
    })
  })

  test('stays estimated when the amendment repeats the estimate', async () => {
    const { trip, office } = await booked()
    const [leg] = ok(await dales.booking(trip)).legs
    const { pickup, dropoff, distance_m, driving_seconds } = leg
    const same = { pickup, dropoff, distance_m, driving_seconds, departs_at: market.at(days(60) + hours(1)) }
    ok(await office.propose(trip, amendmentBody({ legs: [same] })))
    expect(ok(await dales.booking(trip)).legs.map(distanceOf)).toEqual([estimated])
  })

  test('is estimated once for a change that the customer requests', async () => {
    const { trip, office, ann } = await booked()
    const request = ok(await ann.wish({ dropoff: selby }))
    ok(await office.move(trip, request.id, 'apply', { consent: 'given' }))
    const { distance_m, distance_source } = ok(await dales.booking(trip))
    expect({ distance_m, distance_source }).toEqual({
      distance_m: (await jobOf({ ...oneWay, dropoff: selby })).distance_m,
      distance_source: 'estimated',
    })
  })
})

describe('the empty distance from the depot and back', () => {
  const setDepot = async (operator: OperatorClient, depot: object | null) => {
    const token = await market.personToken(operator)
    return market.call('PATCH', '/portal/v1/operator', { token, body: { settings: { depot } } })
  }

  test('is shown on a job once the operator has a depot with coordinates', async () => {
    const rival = await market.operator('Rival Travel')
    const trip = await market.trip([rival], oneWay)
    expect(ok(await rival.job(trip)).empty_m).toBeNull()
    expect(ok(await setDepot(rival, york)).settings.depot).toMatchObject({ label: 'York Minster', latitude: 53.958 })
    expect(ok(await rival.job(trip)).empty_m).toBe(45_400)
    expect((await rival.jobs()).data.map(({ empty_m }: { empty_m: number }) => empty_m)).toEqual([45_400])
    ok(await setDepot(rival, { ...york, latitude: null }))
    expect(ok(await rival.job(trip)).empty_m).toBeNull()
    ok(await setDepot(rival, null))
    expect(ok(await rival.job(trip)).empty_m).toBeNull()
  })

  test('is estimated from the masked place of a home, and from the home once it is booked', async () => {
    const rival = await market.operator('Rival Travel')
    ok(await setDepot(rival, york))
    const home = { label: '4 Elm Road', kind: 'residential', locality: 'Leeds', latitude: 53.7951, longitude: -1.5449 }
    const shown = { ...home, latitude: 53.8, longitude: -1.54 }
    const masked = await market.trip([rival], { ...oneWay, pickup: home })
    const open = await market.trip([rival], { ...oneWay, pickup: { ...shown, kind: 'venue', label: 'Hall' } })
    const moved = ok(await rival.job(masked)).empty_m
    expect(moved).toBe(ok(await rival.job(open)).empty_m)
    ok(await masked.book(await rival.makeQuote(masked, { availability: 'confirmed' })))
    const whole = await market.trip([rival], { ...oneWay, pickup: { ...home, kind: 'venue', label: 'Hall' } })
    expect(ok(await rival.job(masked)).empty_m).toBe(ok(await rival.job(whole)).empty_m)
    expect(ok(await rival.job(masked)).empty_m).not.toBe(moved)
  })

  test('is refused for a depot with invalid coordinates', async () => {
    const refused = await setDepot(dales, { label: 'Yard', kind: 'depot', latitude: 91 })
    expect(statusAndCode(refused)).toBe('422 validation_failed')
    expect(Object.keys(refused.json.error.fields)).toEqual(['settings.depot.latitude'])
  })
})
