import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { decryptEndpoint, showPushToken } from '../../src/storage/rows/encryption.ts'
import { packedItinerary, packedMaskedItinerary } from '../../src/storage/rows/packed-itinerary.ts'
import { createSecretBox } from '../../src/storage/secret-box.ts'
import { packItineraries } from '../../src/storage/sqlite/compact-trips.ts'
import { encryptAddresses } from '../../src/storage/sqlite/encrypt-addresses.ts'
import { rewriteItineraries } from '../../src/storage/sqlite/plain-itineraries.ts'
import { fullItinerary } from '../support/sample-itineraries.ts'

// The exact texts of formats that only 0.1.0 wrote. An upgrade from 0.1.0 moves each member to its place today.

const minster =
  '{"label":"York Minster","kind":"station","locality":null,"postcode_area":null,"country_code":null,"address_lines":[],"postcode":"YO1 7HH","latitude":null,"longitude":null,"access_note":null}'
const hall =
  '{"label":"Leeds Town Hall","kind":"venue","locality":"Leeds","postcode_area":"LS1","country_code":"GB","address_lines":["The Headrow","West side"],"postcode":"LS1 3AD","latitude":53.8,"longitude":-1.55,"access_note":"Ring twice"}'
const services =
  '{"label":"Skelton Lake","kind":"other","locality":"Leeds","postcode_area":null,"country_code":null,"address_lines":[],"postcode":null,"latitude":null,"longitude":null,"access_note":null}'
const stop = `{"sequence":4,"kind":"comfort","place":${services},"arrive_at":"2027-01-26T21:46:41+00:00","depart_at":"2027-01-26T21:46:42+00:00","waiting_minutes":21,"note":"Coffee"}`
const leg = `{"sequence":3,"kind":"standby","pickup":${services},"dropoff":${minster},"departs_at":"2027-01-26T21:46:43+00:00","arrive_by":"2027-01-26T21:46:44+00:00","passenger_count":31,"waiting_minutes":32,"distance_m":33,"driving_seconds":34,"stops":[${stop}]}`

/** The text of an itinerary in the API of 0.1.0, with computed advice and without the time to quote by. */
const sheet = `{"trip_type":"multi_day","purpose":"school","summary":"Leeds → York, 45 passengers","pickup":${minster},"dropoff":${hall},"departs_at":"2027-01-26T21:46:45+00:00","returns_at":"2027-01-26T21:46:46+00:00","ends_at":"2027-01-26T21:46:47+00:00","timezone":"Europe/London","legs":[${leg}],"passenger_count":45,"passengers":{"adults":41,"children":42,"infants":43},"luggage":{"suitcases":51,"hand_luggage":52,"oversized":["A harp","Skis"],"note":"Fragile"},"vehicles_requested":[{"type":"coach_49","count":61,"min_seats":62}],"accessibility":{"wheelchair_spaces":71,"wheelchair_remains_seated":true,"lift_required":false,"step_free":true,"psvar_required":false,"assistance_dogs":72,"note":"A ramp"},"amenities_required":["toilet","wifi"],"coach_stays_with_group":true,"waiting_minutes":81,"driver_provisions":{"meals":"customer","accommodation":"operator","parking":"none","tolls":"customer"},"dbs_required":"enhanced","flight":{"number":"BA123","direction":"arrival","scheduled_at":"2027-01-26T21:46:48+00:00"},"distance_m":91,"driving_seconds":92,"hours_advice":{"driving_minutes":600,"duty_minutes":975,"breaks_minutes":90,"second_driver_likely":true,"rules":["rest_11h"]},"notes":"Three bags"}`

test('converts an itinerary of 0.1.0 and its masked copy', () => {
  using database = new Database(':memory:')
  database.run(
    'CREATE TABLE trips (id INTEGER PRIMARY KEY, itinerary TEXT, masked_itinerary TEXT, departs_at INTEGER, returns_at INTEGER, ends_at INTEGER, quote_by INTEGER)',
  )
  database.run(
    'CREATE TABLE legs (id INTEGER PRIMARY KEY, trip_id INTEGER, sequence INTEGER, departs_at INTEGER, arrive_by INTEGER)',
  )
  database.run('CREATE TABLE stops (leg_id INTEGER, sequence INTEGER, arrive_at INTEGER, depart_at INTEGER)')
  const { departsAt, returnsAt, endsAt, quoteBy } = fullItinerary
  database.query('INSERT INTO trips VALUES (1, ?, ?, ?, ?, ?, ?)').run(sheet, sheet, departsAt, returnsAt, endsAt, quoteBy)
  // The rows of legs and stops have milliseconds; the text has none.
  database.query('INSERT INTO legs VALUES (5, 1, 3, ?, ?)').run(1_801_000_003_250, 1_801_000_004_250)
  database.query('INSERT INTO stops VALUES (5, 4, ?, ?)').run(1_801_000_001_250, 1_801_000_002_250)

  database.transaction(() => rewriteItineraries(database))()
  database.transaction(() => packItineraries(database))()

  const kept = database
    .query<{ itinerary: string; masked: string }, []>('SELECT itinerary, masked_itinerary AS masked FROM trips')
    .get()
  // Every distance that 0.1.0 stored was given.
  const exact = {
    ...fullItinerary,
    distanceSource: 'given' as const,
    legs: fullItinerary.legs.map((drive) => ({
      ...drive,
      distanceSource: 'given' as const,
      departsAt: 1_801_000_003_250,
      arriveBy: 1_801_000_004_250,
      stops: drive.stops.map((call) => ({ ...call, arriveAt: 1_801_000_001_250, departAt: 1_801_000_002_250 })),
    })),
  }
  expect(packedItinerary.unpack(kept?.itinerary ?? '')).toEqual(exact)
  expect(packedMaskedItinerary.unpack(kept?.masked ?? '')).toEqual({ ...exact, isMasked: true })
})

test('encrypts the webhook and device addresses that 0.1.0 stored in clear', () => {
  using database = new Database(':memory:')
  database.run('CREATE TABLE webhook_subscriptions (id INTEGER PRIMARY KEY, sealed_endpoint_url TEXT, endpoint_host TEXT)')
  database.run('CREATE TABLE devices (id INTEGER PRIMARY KEY, sealed_push_token TEXT)')
  database.run("INSERT INTO webhook_subscriptions VALUES (7, 'https://hooks.example.org/in?k=s3cret', '')")
  database.run("INSERT INTO devices VALUES (8, NULL), (9, 'ExponentPushToken[abc]')")
  const secretBox = createSecretBox(new Uint8Array(32).fill(7))

  database.transaction(() => encryptAddresses(database, () => secretBox))()

  const hook = database
    .query<{ url: string; host: string }, []>(
      'SELECT sealed_endpoint_url AS url, endpoint_host AS host FROM webhook_subscriptions',
    )
    .get()
  expect(decryptEndpoint(secretBox, { id: 7, encryptedEndpointUrl: hook?.url ?? '' })).toBe(
    'https://hooks.example.org/in?k=s3cret',
  )
  expect(hook?.host).toBe('hooks.example.org')
  const devices = database
    .query<{ id: number; token: string | null }, []>('SELECT id, sealed_push_token AS token FROM devices ORDER BY id')
    .all()
  expect(devices.map(({ id, token }) => showPushToken(secretBox, { id, encryptedPushToken: token }))).toEqual([
    null,
    'ExponentPushToken[abc]',
  ])
})
