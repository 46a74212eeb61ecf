import { describe, expect, test } from 'bun:test'
import { buildPageUrl, buildSignInUrl } from '../../src/actions/people/sign-in-links.ts'
import { RateLimiter } from '../../src/actions/server/rate-limits.ts'
import { SharedRateLimiter } from '../../src/actions/server/shared-rate-limits.ts'
import type { EarlierNames } from '../../src/domain/calendar-names.ts'
import { listDutyEvents, type TripOnCalendar } from '../../src/domain/duty-calendar.ts'
import { usualMapUrl } from '../../src/domain/map-url.ts'
import { type MaskedItinerary, maskItinerary, maskVersion } from '../../src/domain/masked-itinerary.ts'
import { readCounters } from '../../src/domain/rate-limit.ts'
import { buildTripSearchText, searchText } from '../../src/domain/search.ts'
import { buildTripEvents } from '../../src/domain/trip-calendar.ts'
import { listTripWords } from '../../src/domain/trip-words.ts'
import { createEventBodies } from '../../src/http/contracts/event.ts'
import { computeFingerprint } from '../../src/http/idempotency.ts'
import { findCounter, keepCounter } from '../../src/storage/queries/rate-limits.ts'
import { packedMaskedItinerary } from '../../src/storage/rows/packed-itinerary.ts'
import { Stored } from '../../src/storage/rows/stored.ts'
import { rateLimitsOf, startInProcess } from '../support/in-process-server.ts'
import { fullItinerary } from '../support/sample-itineraries.ts'

// The exact texts that rows store beside their packed columns, and that other systems keep. A later release reads them as the
// release that wrote them did. Never change a literal here.

const at = 1_801_000_000_000

describe('a rate limit counter', () => {
  const text = '{"60000":{"hits":[1801000000000,1801000000250]},"86400000":{"startedAt":1801000000000,"count":2}}'
  const counters = {
    60000: { hits: [1_801_000_000_000, 1_801_000_000_250] },
    86400000: { startedAt: 1_801_000_000_000, count: 2 },
  }
  const limits = rateLimitsOf({ read: '3/m,5/d' })
  const ways = [
    ['in memory', RateLimiter],
    ['for all nodes together', SharedRateLimiter],
  ] as const

  test.each(ways)('is written without a change since its release, counted %s', async (_, Limiter) => {
    await using desk = await startInProcess()
    const { storage } = desk.app
    const limiter = new Limiter(storage, limits, (fault) => expect(fault).toBeNull())
    await limiter.take('key:7', 'read', at)
    await limiter.take('key:7', 'read', at + 250)
    await limiter.close()
    expect(await storage.read((db) => findCounter(db, 'key:7', 'read'))).toBe(text)
  })

  test.each(ways)('is read without a change since its release, counted %s', async (_, Limiter) => {
    expect(readCounters(text)).toEqual(counters)
    await using desk = await startInProcess()
    const { storage } = desk.app
    const row = { subject: 'key:7', bucket: 'read', state: text, expiresAt: at + 86_400_000 }
    await storage.transact((tx) => keepCounter(tx, row))
    const limiter = new Limiter(storage, limits, (fault) => expect(fault).toBeNull())
    const { windows } = await limiter.take('key:7', 'read', at + 1_000)
    expect(windows.map(({ windowMs, remaining }) => [windowMs, remaining])).toEqual([
      [60_000, 0],
      [86_400_000, 2],
    ])
    await limiter.close()
  })
})

describe('a request under an Idempotency-Key', () => {
  test('is recognised by its content', () => {
    const body = { url: 'https://a.example', events: ['job.offered'], nested: { b: 1, a: null } }
    const found = '355e022c16ad51d62f9d16b262c22d15a34c1e250144abfcfeefb548b6d4cf6f'
    expect(computeFingerprint('POST', '/api/v1/webhooks', body)).toBe(found)
  })

  test('is recognised by its account', async () => {
    await using desk = await startInProcess()
    const { token } = await desk.mint()
    const platform = await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })
    const options = { headers: { 'Idempotency-Key': 'k-1' }, body: {} }
    const webhook = { endpoint_url: 'https://hooks.example.org/in', label: 'Ours', events: ['job.offered'] }
    const made = await desk.call('POST', '/api/v1/webhooks', { ...options, token, body: webhook })
    expect(made.status).toBe(201)
    const account = { name: 'Peaks', currency_code: 'GBP', timezone: 'Europe/London', commission_bps: 1_000 }
    await desk.call('POST', '/platform/v1/operators', { ...options, token: platform.token, body: account })
    const rows = await desk.app.storage.read(({ db, t }) => db.select().from(t.storedResponses).orderBy(t.storedResponses.id))
    expect(rows.map(({ scope, state, status }) => ({ scope, state, status }))).toEqual([
      { scope: `operator:${desk.operator.id}`, state: 'completed', status: 201 },
      { scope: 'platform', state: 'completed', status: 201 },
    ])
  })
})

describe('the body of a webhook', () => {
  const masked = Stored.of<MaskedItinerary>({ ...fullItinerary, isMasked: true }, packedMaskedItinerary)
  const eventBodies = createEventBodies(usualMapUrl)
  const head = '"operator_ref":"OP-M4VW8","occurred_at":"2027-01-26T21:46:40Z"'
  const minster =
    '{"label":"York Minster","kind":"station","locality":null,"postcode_area":null,"country_code":null,"address_lines":[],"postcode":"YO1 7HH","latitude":null,"longitude":null,"coordinates_source":null,"access_note":null,"map_url":null}'
  const hall =
    '{"label":"Leeds Town Hall","kind":"venue","locality":"Leeds","postcode_area":"LS1","country_code":"GB","address_lines":["The Headrow","West side"],"postcode":"LS1 3AD","latitude":53.8,"longitude":-1.55,"coordinates_source":"given","access_note":"Ring twice","map_url":"https://www.openstreetmap.org/?mlat=53.8&mlon=-1.55#map=17/53.8/-1.55"}'
  const offered = `{"event":"job.offered",${head},"data":{"ref":"TR-7K3MQ2","trip_type":"multi_day","pickup":${minster},"dropoff":${hall},"departs_at":"2027-01-26T21:46:45+00:00","returns_at":"2027-01-26T21:46:46+00:00","timezone":"Europe/London","passenger_count":45,"quote_by":"2027-01-26T21:46:49Z","currency_code":"GBP"}}`
  /** The same as release 0.2.0 wrote it, without map links and sources of coordinates. */
  const offeredBefore = offered.replaceAll(/,"map_url":(?:null|"[^"]+")|"coordinates_source":(?:null|"given"),/g, '')
  const confirmed = `{"event":"booking.confirmed",${head},"data":{"ref":"TR-7K3MQ2","departs_at":"2027-01-26T21:46:45+00:00","passenger_count":45,"payout_amount":57600,"currency_code":"GBP","confirmed_at":"2027-01-26T21:46:41Z"}}`

  test('is written without a change since its release', () => {
    const offer = { operatorId: 1, tripId: 2, quoteBy: at + 9_000, currencyCode: 'GBP' }
    const trip = { ref: 'TR-7K3MQ2', maskedItinerary: masked, itinerary: fullItinerary }
    expect(eventBodies.of({ event: 'job.offered', trip, offer }, 'OP-M4VW8', at)).toBe(offered)
    const facts = { ref: 'TR-7K3MQ2', payoutAmount: 57_600, currencyCode: 'GBP', confirmedAt: at + 1_000 }
    const booking = { operatorId: 1, tripId: 2, ...facts }
    expect(eventBodies.of({ event: 'booking.confirmed', trip, booking }, 'OP-M4VW8', at)).toBe(confirmed)
  })

  test('loses its data without a change since its release', () => {
    expect(eventBodies.withoutData(offered)).toBe(`{"event":"job.offered",${head},"data":{}}`)
    expect(eventBodies.withoutData(offeredBefore)).toBe(eventBodies.withoutData(offered))
    expect(eventBodies.withoutData(confirmed)).toBe(`{"event":"booking.confirmed",${head},"data":{}}`)
  })
})

/** If one of these texts changes, the stored rows must be written again: by a migration, or under a new `maskVersion`. */
describe('a text derived from other columns', () => {
  const customer = { name: 'Ánn Øster-Smith', email: 'ann@example.org', phone: null, organisation: 'Straße & Söhne' }
  const trip = { ref: 'TR-7K3MQ2', itinerary: fullItinerary }

  test('holds the words of a search', () => {
    expect(searchText(['Ánn Øster-Smith', null, 'Łódź'])).toBe('ann oster-smith lodz')
    expect(buildTripSearchText(trip, customer)).toBe(
      'tr-7k3mq2 strasse & sohne ann oster-smith york minster yo1 7hh leeds town hall ls1 3ad skelton lake',
    )
    expect(listTripWords({ ...trip, customer }).join()).toBe(
      '7k3mq2,ann,øster,smith,strasse,sohne,york,minster,yo1,7hh,leeds,town,hall,ls1,3ad,skelton,lake',
    )
  })

  test('holds a masked copy without the customer', () => {
    const home = { ...fullItinerary.dropoff, kind: 'residential' as const, label: '14 Acacia Avenue' }
    const told = { ...fullItinerary, dropoff: home, notes: 'Ring Ann Smith or ann@example.org' }
    const ann = { name: 'Ann Smith', email: 'ann@example.org', phone: null, organisation: null }
    const masked = maskItinerary(told, { customer: ann, leadPassenger: null })
    expect([maskVersion, packedMaskedItinerary.pack(masked)]).toEqual([
      3,
      '[[["York Minster","station",null,"YO1","YO1 7HH"],["Leeds","residential","Leeds","LS1",null,53.8,-1.55,null,"GB"],["Skelton Lake",null,"Leeds"]],["multi_day","school","York Minster → Leeds, 45 passengers, multi day",null,1,1801000005000,1801000006000,1801000007000,"Europe/London",[[3,"standby",2,null,1801000003000,31,1801000004000,32,33,34,[[4,"comfort",2,1801000001000,1801000002000,21,"Coffee"]],1]],45,1801000009000,{"adults":41,"children":42,"infants":43},{"suitcases":51,"handLuggage":52,"oversized":["A harp","Skis"],"note":"Fragile"},[{"type":"coach_49","count":61,"minSeats":62}],{"wheelchairSpaces":71,"wheelchairRemainsSeated":true,"liftRequired":false,"stepFree":true,"psvarRequired":false,"assistanceDogs":72,"note":"A ramp"},["toilet","wifi"],true,81,{"meals":"customer","accommodation":"operator","parking":"none","tolls":"customer"},"enhanced",{"number":"BA123","direction":"arrival","scheduledAt":1801000008000},91,92,"Ring [removed] or [removed]",2]]',
    ])
  })
})

describe('texts that other systems keep', () => {
  test('name the events of a calendar, which a phone saves once and then moves', () => {
    const legs = fullItinerary.legs.map((leg) => ({ ...leg, kind: 'transfer' as const }))
    const itinerary = { ...fullItinerary, legs }
    const booked = { ref: 'TR-7K3MQ2', status: 'active', revision: 2, updatedAt: at, itinerary } as const
    const [drive] = buildTripEvents({ ...booked, operator: { name: 'Dales', phone: null }, dropped: [] }, 'b.example')
    expect(drive?.uid).toBe('TR-7K3MQ2-3@b.example')
    const booking: TripOnCalendar['booking'] = {
      ...{ id: 5, ref: 'TR-7K3MQ2', status: 'active', revision: 2, departsAt: at, endsAt: at + 1, vehiclesNeeded: 2 },
      ...{ cancelledAt: null, updatedAt: at },
    }
    const duty: TripOnCalendar['duty'] = {
      ...{ id: 7, vehicleReg: 'YJ21 ABC', departsAt: at, endsAt: at + 1, reportAt: null, reportPlace: null },
      ...{ passengerCount: null, endedAt: null, vehicleNo: 1, role: 'driver', legs: null },
    }
    const names = { installation: '9f3c', earlier: null }
    const unstaffed: TripOnCalendar = { booking, itinerary, duty: null, driverName: null, crewChanges: 0, changesSince: 0 }
    const uidsOf = (trips: readonly TripOnCalendar[], earlier: EarlierNames | null = null) =>
      listDutyEvents(trips, { show: 'full', names: { ...names, earlier }, now: at, isWhole: true }).map(({ uid }) => uid)
    expect(uidsOf([unstaffed])).toEqual(['booking-5@9f3c'])
    expect(uidsOf([{ ...unstaffed, duty }])).toEqual(['duty-7@9f3c', 'booking-5-coach-2@9f3c'])
    const staffed = [{ ...unstaffed, duty }]
    const earlier = { host: 'b.example', lastDutyId: 6, lastBookingId: 5 }
    expect(uidsOf(staffed, earlier)).toEqual(['duty-7@9f3c', 'booking-5-coach-2@b.example'])
    expect(uidsOf(staffed, { ...earlier, lastDutyId: 7 })).toEqual(['duty-7@b.example', 'booking-5-coach-2@b.example'])
  })

  test('are the links in emails', () => {
    expect(buildSignInUrl('https://b.example', 'driver', 'cbl_x', '/trips/TR-7K3MQ2')).toBe(
      'https://b.example/driver/sign-in?to=%2Ftrips%2FTR-7K3MQ2#cbl_x',
    )
    expect(buildSignInUrl('https://b.example', 'marketplace', 'cbl_x')).toBe('https://b.example/console/sign-in#cbl_x')
    expect(buildPageUrl('https://b.example', 'office', '/bookings/TR-7K3MQ2')).toBe('https://b.example/portal/bookings/TR-7K3MQ2')
  })
})
