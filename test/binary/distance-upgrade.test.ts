import { expect, test } from 'bun:test'
import { mapItineraryPlaces } from '../../src/domain/itinerary.ts'
import type { Place } from '../../src/domain/place.ts'
import { packedItinerary, packedMaskedItinerary } from '../../src/storage/rows/packed-itinerary.ts'
import { changeDatabase, queryDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, ok, openMarket } from '../support/market.ts'

const leeds = { label: 'Leeds Town Hall', kind: 'venue', locality: 'Leeds', latitude: 53.795, longitude: -1.548 }
const york = { label: 'York Minster', kind: 'venue', locality: 'York', latitude: 53.958, longitude: -1.093 }
const unknown = { distanceM: null, drivingSeconds: null, distanceSource: null }
const estimated = { distance_m: 45_400, driving_seconds: 2_724, distance_source: 'estimated' }

type KeptTrip = { readonly id: number; readonly itinerary: string; readonly masked_itinerary: string }

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** A place as a release without coordinates left it. */
const withoutFound = (place: Place): Place =>
  place.coordinatesSource === 'given' ? place : { ...place, latitude: null, longitude: null, coordinatesSource: null }

/**
 * Changes the trips of a data folder as a release without distances and found coordinates left them: they end two hours after
 * departure. Deletes the notes that both were filled in, unless `isNoted`.
 */
async function forgetDistances(dataDir: string, isNoted = false): Promise<void> {
  const rows = await queryDatabase<KeptTrip>(dataDir, 'SELECT id, itinerary, masked_itinerary FROM trips')
  const bare = <T extends ReturnType<typeof packedItinerary.unpack>>(whole: T): T => {
    const isGiven = whole.distanceSource === 'given'
    const legs = whole.legs.map((leg) => (leg.distanceSource === 'given' ? leg : { ...leg, ...unknown }))
    const trip = { ...whole, ...(!isGiven && { ...unknown, endsAt: whole.departsAt + 1_000 * hours(2) }), legs }
    return mapItineraryPlaces(trip, withoutFound)
  }
  const statements = rows.map(({ id, itinerary, masked_itinerary }) => {
    const whole = packedItinerary.pack(bare(packedItinerary.unpack(itinerary)))
    const masked = packedMaskedItinerary.pack(bare(packedMaskedItinerary.unpack(masked_itinerary)))
    return `UPDATE trips SET itinerary = ${quoted(whole)}, masked_itinerary = ${quoted(masked)} WHERE id = ${id}`
  })
  const forgotten = isNoted ? [] : ["DELETE FROM server_settings WHERE name IN ('filled_distances', 'filled_coordinates')"]
  await changeDatabase(dataDir, ...statements, ...forgotten)
}

test('fills in the distances of open and booked trips once at a start, and no others', async () => {
  await using market = await openMarket({ isMute: true })
  const dales = await market.operator()
  const oneWay = { pickup: leeds, dropoff: york, returns_at: null }
  const open = await market.trip([dales], oneWay)
  const booked = await market.bookedTrip(dales, oneWay)
  const given = await market.trip([dales], { ...oneWay, distance_m: 50_000, driving_seconds: 3_600 })
  const cancelled = await market.trip([dales], oneWay)
  ok(await cancelled.cancel())

  await market.server.stop()
  await forgetDistances(market.server.dataDir)
  await market.server.start()

  for (const view of [ok(await dales.job(open)), ok(await dales.job(booked)), ok(await dales.booking(booked))]) {
    expect(view).toMatchObject({ ...estimated, legs: [estimated], hours_advice: { driving_minutes: 45, estimated: true } })
  }
  for (const view of [ok(await dales.job(open)), ok(await dales.booking(booked))]) {
    expect(Date.parse(view.ends_at) - Date.parse(view.departs_at)).toBe(1_000 * hours(2))
  }
  expect(ok(await dales.job(given))).toMatchObject({ distance_m: 50_000, distance_source: 'given', legs: [estimated] })
  expect(ok(await dales.job(cancelled))).toMatchObject({ distance_m: null, distance_source: null })

  // Later starts skip trips without distances, so that they take no longer.
  await market.server.stop()
  await forgetDistances(market.server.dataDir, true)
  const [note] = await queryDatabase<{ value: unknown }>(
    market.server.dataDir,
    "SELECT value FROM server_settings WHERE name = 'filled_distances'",
  )
  expect(JSON.stringify(note)).toContain('\\"isDone\\":true')
  await market.server.start()
  expect(ok(await dales.job(open))).toMatchObject({ distance_m: null, distance_source: null })
})

test('continues at the next start after a kill -9', async () => {
  await using market = await openMarket({ isMute: true, nodes: 1 })
  const { dataDir } = market.server
  const dales = await market.operator()
  const trip = await market.trip([dales], { pickup: leeds, dropoff: york, returns_at: null })
  await market.server.stop()
  await forgetDistances(dataDir)
  const columns = [
    ...'customer_id source operator_id own_customer_id status timezone currency_code departs_at returns_at ends_at quote_by'.split(
      ' ',
    ),
    ...'passenger_count dbs_required lead_passenger itinerary masked_itinerary mask_version created_at updated_at'.split(' '),
  ].join()
  await changeDatabase(
    dataDir,
    `INSERT INTO trips (ref, ${columns}) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
       SELECT 'TR-COPY' || i, ${columns} FROM n, trips WHERE ref = '${trip.ref}'`,
  )
  const filled = async () => {
    const rows = await queryDatabase<{ itinerary: string }>(dataDir, 'SELECT itinerary FROM trips')
    return rows.filter(({ itinerary }) => packedItinerary.unpack(itinerary).distanceM === 45_400).length
  }
  const starting = market.server.start().catch(() => 'killed')
  await eventually(async () => (await filled()) > 0)
  await market.server.kill()
  await starting
  const before = await filled()
  expect(before % 200).toBe(0)

  await market.server.start()
  expect(await filled()).toBe(6_001)
  expect(before).toBeLessThan(6_001)
  await market.advance(days(1) + hours(1))
  expect(ok(await dales.job(trip))).toMatchObject(estimated)
})

test('fills in the coordinates of places in open and booked trips once at a start, and no others', async () => {
  await using market = await openMarket({ isMute: true })
  const { dataDir } = market.server
  const dales = await market.operator()
  const [home, town] = [
    { label: '4 Elm Road', kind: 'residential', locality: 'Leeds' },
    { label: 'The hall', kind: 'venue', locality: 'York' },
  ]
  const named = { pickup: home, dropoff: town, returns_at: null }
  const open = await market.trip([dales], named)
  const booked = await market.bookedTrip(dales, named)
  const given = await market.trip([dales], { ...named, distance_m: 50_000, driving_seconds: 3_600 })
  const unclear = await market.trip([dales], { ...named, pickup: { ...town, locality: 'Ashford' } })
  const cancelled = await market.trip([dales], named)
  ok(await cancelled.cancel())
  const views = async () => ({
    open: ok(await dales.job(open)),
    job: ok(await dales.job(booked)),
    booking: ok(await dales.booking(booked)),
    given: ok(await dales.job(given)),
    unclear: ok(await dales.job(unclear)),
  })
  type Trip = Awaited<ReturnType<typeof views>>['open']
  const shown = ({ pickup, dropoff, legs, distance_m, distance_source }: Trip) => [
    pickup,
    dropoff,
    legs,
    distance_m,
    distance_source,
  ]
  const before = await views()

  await market.server.stop()
  await forgetDistances(dataDir)
  await market.server.start()
  const after = await views()
  for (const name of Object.keys(before) as (keyof typeof before)[]) expect(shown(after[name])).toEqual(shown(before[name]))
  expect(after.open.pickup).toMatchObject({ coordinates_source: 'town', label: 'Leeds' })
  expect(after.open.distance_m).toBeGreaterThan(0)
  expect(after.unclear).toMatchObject({ pickup: { latitude: null, coordinates_source: null }, distance_m: null })
  expect(ok(await dales.job(cancelled)).pickup).toMatchObject({ latitude: null, coordinates_source: null })

  await market.server.stop()
  await forgetDistances(dataDir, true)
  await market.server.start()
  expect(ok(await dales.job(open))).toMatchObject({ pickup: { coordinates_source: null }, distance_m: null })
})
