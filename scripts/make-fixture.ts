import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { version } from '../package.json'
import { signInDriver } from '../test/support/driver-client.ts'
import { eventually } from '../test/support/eventually.ts'
import { type ReplayedRequest, readFixtureAnswers } from '../test/support/fixture-answers.ts'
import { makeFolder } from '../test/support/folder.ts'
import {
  type CustomerClient,
  days,
  goodCard,
  hours,
  type OperatorClient,
  ok,
  openMarket,
  quoteTerms,
} from '../test/support/market.ts'

// Makes test/fixtures/release-<version>: a small marketplace as this release writes it, and the answers of everyone's reads
// there. Later releases must be able to open it. Run it with the executable of the release (`bun run build`) and commit the
// result; an existing fixture stays unchanged. An argument sets another name than the release's.

const folder = resolve(import.meta.dir, '../test/fixtures')
const name = process.argv[2] ?? `release-${version}`
if (existsSync(join(folder, `${name}.json`))) throw new Error(`${name} exists. Add fixtures; never replace one.`)

// The receiver accepts everything, so that no delivery is in progress when the next release opens the database.
using receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(null, { status: 204 }) })
const settings = { CHARABANC_WEBHOOK_ALLOW_HTTP: '1', CHARABANC_WEBHOOK_ALLOW: `127.0.0.1:${receiver.port}` }
await using market = await openMarket({ env: settings })
using scratch = makeFolder()
const { server } = market

const dales = await market.operator('Dales Coaches')
const peaks = await market.operator('Peak Travel', { commission_bps: 1500 })
for (const desk of [dales, peaks]) {
  const hook = { label: 'dispatch', endpoint_url: `${receiver.url}charabanc` }
  ok(await desk.post('/webhooks', { ...hook, events: ['job.offered', 'booking.confirmed'] }))
}
const pat = await signInDriver(dales, { name: 'Pat Moss', phone: '07700 900456' })

const home = {
  label: '14 Acacia Avenue',
  kind: 'residential',
  locality: 'Leeds',
  address_lines: ['14 Acacia Avenue'],
  postcode: 'LS6 2AB',
  latitude: 53.81968,
  longitude: -1.57742,
  access_note: 'Ring twice',
}
const airport = { label: 'Manchester Airport, Terminal 2', kind: 'airport', locality: 'Manchester', country_code: 'GB' }
const notes = 'Ann Smith, ann@example.org, 07700 900123: gate code 0419, 14 Acacia Avenue'
/** A trip with every optional part of an itinerary, through the night in which the clocks go back. */
const whole = {
  lead_passenger: { name: 'Tom Weaver', phone: '07700 900789' },
  pickup: home,
  dropoff: airport,
  departs_at: '2027-10-30T22:30:15.250Z',
  returns_at: '2027-10-31T09:00:00Z',
  quote_by: market.at(days(100)),
  timezone: 'Europe/Zurich',
  trip_type: 'multi_day',
  purpose: 'airport',
  passengers: { adults: 40, children: 4, infants: 1 },
  luggage: { suitcases: 45, hand_luggage: 40, oversized: ['A cello for Ann Smith'], note: notes },
  vehicles_requested: [{ type: 'coach_49', count: 1 }],
  accessibility: { wheelchair_spaces: 1, lift_required: true, note: notes },
  amenities_required: ['toilet', 'wifi'],
  coach_stays_with_group: true,
  driver_provisions: { meals: 'customer', tolls: 'operator' },
  dbs_required: 'enhanced',
  flight: { number: 'BA2490', direction: 'departure', scheduled_at: '2027-10-31T04:45:00+01:00' },
  distance_m: 140_000,
  driving_seconds: 36_000,
  notes,
  legs: [
    {
      pickup: home,
      dropoff: airport,
      departs_at: '2027-10-30T22:30:15.250Z',
      arrive_by: '2027-10-31T00:40:45.750Z',
      distance_m: 70_000,
      stops: [{ kind: 'pickup', place: { ...home, label: 'Tom Weaver' }, arrive_at: '2027-10-30T22:45:00Z', note: notes }],
    },
    {
      kind: 'standby',
      pickup: airport,
      dropoff: airport,
      departs_at: '2027-10-31T00:40:45.750Z',
      arrive_by: '2027-10-31T09:00:00Z',
    },
    { pickup: airport, dropoff: home, departs_at: '2027-10-31T09:00:00Z', passenger_count: 40 },
  ],
}

const open = await market.trip([dales, peaks])
const full = await market.trip([dales, peaks], whole)
ok(await peaks.quote(full))
const quoted = await market.trip([dales, peaks], { passenger_count: 30 })
ok(await dales.quote(quoted))
ok(await peaks.quote(quoted, { price_amount: 59_000 }))
const withdrawn = await market.trip([dales])
ok(await dales.quote(withdrawn))
ok(await dales.withdraw(withdrawn))
const declined = await market.trip([dales, peaks])
ok(await dales.decline(declined, { reason_code: 'dates', note: 'All out that day.' }))
const rejected = await market.requestedTrip(dales)
ok(await dales.reject(rejected))
const booked = await market.bookedTrip(dales, whole)
ok(await dales.assign(booked, pat.id))
ok(await pat.acknowledge(booked))
const completed = await market.bookedTrip(dales, { departsIn: days(2) })
ok(await dales.assign(completed, pat.id))
const cancelled = await market.bookedTrip(peaks)
ok(await cancelled.cancel())
await market.advance(days(2))
ok(await pat.submitVehicleCheck())
await pat.reportSteps(completed, 'en_route', 'arrived', 'on_board')
ok(
  await pat.call('POST', `/trips/${completed.ref}/incidents`, {
    kind: 'delay',
    severity: 'low',
    note: 'Jane was late',
    occurred_at: market.at(0),
  }),
)
await market.advance(hours(12))
await pat.reportSteps(completed, 'completed', 'en_route', 'arrived')
await market.advance(days(2))
const driven = await market.bookedTrip(dales, { departsIn: hours(3) })
ok(await dales.assign(driven, pat.id))
ok(await pat.submitVehicleCheck())
await pat.reportSteps(driven, 'en_route', 'arrived')
const requested = await market.requestedTrip(dales)
const trips = [open, full, quoted, withdrawn, declined, rejected, booked, completed, cancelled, driven, requested]

const replays: ReplayedRequest[] = []
async function once(path: string, token: string, key: string, body: unknown): Promise<void> {
  const { text } = await market.call('POST', path, { token, key, body })
  replays.push({ path, token, key, body, text })
}
await once(`/api/v1/jobs/${full.ref}/quote`, dales.token, 'quote-once', quoteTerms({ availability: 'confirmed' }))
const { id } = ok(await dales.job(full)).my_quote
const bought = await market.trip([peaks])
const quoteId = await peaks.makeQuote(bought, { availability: 'confirmed' })
await once('/customer/v1/trip/book', bought.token, 'book-once', { quote_id: quoteId, payment_method: goodCard })
await once(`/api/v1/jobs/${booked.ref}/withdraw`, dales.token, 'refused-once', {})
await once('/platform/v1/trips', market.platformToken, 'enter-once', { ...whole, ...customerOf(id) })
await market.advance(60)

const everyone: readonly CustomerClient[] = [...trips, bought]
const askers = {
  platform: market.platformToken,
  operators: { dales: dales.token, peaks: peaks.token },
  customers: Object.fromEntries(everyone.map(({ ref, token }) => [ref, token])),
  drivers: { pat: pat.token },
}
await eventually(async () => (await Promise.all([dales, peaks].map(pendingOf))).every((count) => count === 0))
const answers = await readFixtureAnswers(market, askers)
const madeAt = market.now()
const file = scratch.at(`${name}.sqlite`)
const manifest = await server.cliJson<object>(['backup', '--to', file])
const about = {
  release: version,
  made_at_ms: madeAt,
  master_key: readFileSync(join(server.dataDir, 'master.key'), 'utf8').trim(),
  platform_token: market.platformToken,
  operators: Object.fromEntries(Object.entries({ dales, peaks }).map(([who, { ref, token }]) => [who, { ref, token }])),
  open_job: { ref: open.ref, customer_token: open.token },
  requested_job: { ref: requested.ref, customer_token: requested.token },
  jobs: ok(await dales.jobs()).map(({ ref, status }: { ref: string; status: string }) => ({ ref, status })),
  bookings: ok(await dales.bookings()).map(({ ref, status }: { ref: string; status: string }) => ({ ref, status })),
  drivers: ok(await dales.get('/drivers')).map((driver: { name: string }) => driver.name),
  askers,
  replays,
}
writeFileSync(join(folder, `${name}.sqlite.gz`), gzipSync(readFileSync(file), { level: 9 }))
writeFileSync(join(folder, `${name}.answers.json.gz`), gzipSync(JSON.stringify(answers), { level: 9 }))
writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(about, null, 2)}\n`)
process.stdout.write(`${JSON.stringify(manifest)}\n`)

function customerOf(number: number) {
  return { customer: { name: 'Ann Smith', email: `ann${number}@example.org` }, passenger_count: 45, offer_to: [dales.ref] }
}

async function pendingOf(desk: OperatorClient): Promise<number> {
  const [hook] = ok(await desk.get('/webhooks'))
  return ok(await desk.get(`/webhooks/${hook.id}/deliveries?status=pending`)).length
}
