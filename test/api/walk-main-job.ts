import { expect } from 'bun:test'
import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from '../../clients/typescript/charabanc.d.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, type Market } from '../support/market.ts'

// `clients/` is not in the repository: client.test.ts makes it and compiles this file with it.

type PlaceInput = components['schemas']['PlaceInput']

/** The client that openapi-typescript and openapi-fetch make from the document. */
type Api = Client<paths>

/** The faults of an answer, by the document. */
type Judge = (method: string, path: string, answer: { status: number; headers: Headers; text: string }) => string[]

/** Results shared by all clients of a walk. */
interface Seen {
  /** Every operation that was called, with its status: `GET /api/v1/jobs 200`. */
  readonly calls: Set<string>
  /** Differences between the server and the document. */
  readonly faults: string[]
  readonly judge: Judge
}

/** A typed client with this token; each answer is compared with the document. */
function apiOf(baseUrl: string, token: string | null, seen: Seen): Api {
  const client = createClient<paths>({ baseUrl, headers: token === null ? {} : { Authorization: `Bearer ${token}` } })
  client.use({
    async onResponse({ request, response, schemaPath }) {
      const { status, headers } = response
      seen.calls.add(`${request.method} ${schemaPath} ${status}`)
      seen.faults.push(...seen.judge(request.method, schemaPath, { status, headers, text: await response.clone().text() }))
    },
  })
  return client
}

/** The body of a call; fails if the call failed. */
function got<Body>(outcome: { readonly data?: Body; readonly error?: unknown; readonly response: Response }): Body {
  if (outcome.data !== undefined) return outcome.data
  throw new Error(`expected a success, but received ${outcome.response.status}: ${JSON.stringify(outcome.error)}`)
}

/** Walks a job from the operator's account to the payout, with typed clients only. */
export async function walkMainJob(market: Market, judge: Judge): Promise<Seen> {
  const seen: Seen = { calls: new Set(), faults: [], judge }
  const { url } = market.server
  const platform = apiOf(url, market.platformToken, seen)
  const stranger = apiOf(url, null, seen)

  const account = { name: 'Dales Coaches', currency_code: 'GBP', timezone: 'Europe/London', commission_bps: 1000 }
  const { operator_ref: operatorRef } = got(await platform.POST('/platform/v1/operators', { body: account })).data
  const dales = apiOf(url, await market.key(operatorRef), seen)
  const admin = apiOf(url, await market.personToken({ ref: operatorRef }), seen)
  expect(got(await dales.GET('/api/v1/me')).data.operator.name).toBe('Dales Coaches')
  got(await admin.GET('/api/v1/auth/devices'))

  const hook = { label: 'Planner', endpoint_url: 'https://planner.example/hook', events: ['booking.confirmed' as const] }
  const { id: hookId } = got(await dales.POST('/api/v1/webhooks', { body: hook })).data
  expect(got(await dales.GET('/api/v1/webhooks')).data).toHaveLength(1)

  const entered = got(
    await platform.POST('/platform/v1/trips', { body: { ...trip(market.at(days(3))), offer_to: [operatorRef] } }),
  )
  const { ref } = entered.data
  const ann = apiOf(url, entered.data.customer_token, seen)
  const here = { params: { path: { ref } } }
  const [fresh] = got(await dales.GET('/api/v1/jobs', { params: { query: { filter: 'fresh', per_page: 5 } } })).data
  expect(fresh?.status).toBe('fresh')

  const wrong = await dales.POST('/api/v1/jobs/{ref}/withdraw', here)
  expect(wrong.error?.error.code).toBe('no_live_quote')
  const offer = {
    price_amount: 64_000,
    currency_code: 'GBP',
    availability: 'likely' as const,
    vehicles: [{ type: 'coach_49' as const, count: 1, seats: 49 }],
  }
  const once = { path: { ref }, header: { 'Idempotency-Key': 'quote-1' } }
  const quoted = got(await dales.POST('/api/v1/jobs/{ref}/quote', { params: once, body: offer })).data
  const replayed = await dales.POST('/api/v1/jobs/{ref}/quote', { params: once, body: offer })
  expect(replayed.response.headers.get('Idempotency-Replayed')).toBe('true')
  const reused = await dales.POST('/api/v1/jobs/{ref}/quote', { params: once, body: { ...offer, price_amount: 1 } })
  expect(reused.error?.error.code).toBe('idempotency_key_reused')
  const nonsense = await dales.POST('/api/v1/jobs/{ref}/quote', { ...here, body: { ...offer, price_amount: -1 } })
  expect(nonsense.response.status).toBe(422)

  const quoteId = quoted.my_quote?.id ?? 0
  expect(got(await ann.GET('/customer/v1/trip')).data.quotes.map(({ id }) => id)).toEqual([quoteId])
  const choice = { quote_id: quoteId, payment_method: 'pm_card_visa' }
  got(await ann.POST('/customer/v1/trip/request-booking', { body: choice }))
  const won = got(await dales.POST('/api/v1/jobs/{ref}/confirm-booking-request', here)).data
  expect(won).toMatchObject({ status: 'won', booking_ref: ref })
  got(await dales.GET('/api/v1/jobs/{ref}', here))
  got(await platform.GET('/platform/v1/trips/{ref}', here))

  const [listed] = got(await dales.GET('/api/v1/bookings')).data
  expect(listed?.needs_driver).toBe(true)
  const driver = { name: 'Pat Moss', phone: '+447700900123', invite_now: true }
  const { id: driverId } = got(await dales.POST('/api/v1/drivers', { body: driver })).data
  got(await dales.GET('/api/v1/drivers'))
  const crew = { driver_id: driverId, vehicle_reg: 'YJ21 DCL' }
  got(await dales.POST('/api/v1/bookings/{ref}/driver', { ...here, body: crew }))

  const pat = apiOf(url, await signIn(stranger, driver.phone, () => market.server.mails()), seen)
  await drive(
    pat,
    ref,
    () => market.at(0),
    (seconds) => market.advance(seconds),
  )
  const { ends_at: endsAt } = got(await dales.GET('/api/v1/bookings/{ref}', here)).data
  await market.advanceTo(endsAt, hours(24) + 1)
  const payout = await eventually(async () =>
    got(await dales.GET('/api/v1/payouts')).data.find((one) => one.status === 'scheduled'),
  )
  expect(payout?.amount).toBe(57_600)
  const paying = { params: { path: { id: payout?.id ?? 0 } }, body: { status: 'paid' as const, statement_ref: 'S-1' } }
  expect(got(await platform.POST('/platform/v1/payouts/{id}', paying)).data.status).toBe('paid')

  const deliveries = { params: { path: { id: hookId } } }
  expect(got(await dales.GET('/api/v1/webhooks/{id}/deliveries', deliveries)).data).toHaveLength(1)
  expect((await dales.DELETE('/api/v1/webhooks/{id}', deliveries)).response.status).toBe(204)
  expect((await dales.GET('/api/v1/jobs/{ref}', { params: { path: { ref: 'TR-000000' } } })).response.status).toBe(404)
  expect((await stranger.GET('/api/v1/jobs')).response.status).toBe(401)
  expect((await pat.GET('/api/v1/jobs')).error?.error.code).toBe('missing_ability')
  return seen
}

/** A one-way trip of a school class from Leeds to York. */
function trip(departsAt: string) {
  const place = (label: string, kind: PlaceInput['kind'], locality: string) => ({ label, kind, locality, country_code: 'GB' })
  return {
    customer: { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123' },
    pickup: place('Wharfedale School', 'school', 'Leeds'),
    dropoff: place('National Railway Museum', 'venue', 'York'),
    departs_at: departsAt,
    timezone: 'Europe/London',
    passenger_count: 45,
  }
}

/** Signs a driver in with the code from the SMS, and returns the token. */
async function signIn(stranger: Api, phone: string, mails: () => readonly { to: string; text: string }[]): Promise<string> {
  got(await stranger.POST('/api/v1/driver/auth/code', { body: { phone } }))
  const code = await eventually(() =>
    mails()
      .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
      .findLast(Boolean),
  )
  const wrong = await stranger.POST('/api/v1/driver/auth/verify', { body: { phone, code: code === '000000' ? '1' : '000000' } })
  expect(wrong.error?.error.code).toBe('invalid_code')
  const body = { phone, code: code ?? '', device_name: "Pat's phone" }
  return got(await stranger.POST('/api/v1/driver/auth/verify', { body })).data.token
}

/** A driver's day, from reading the trip to its end. */
async function drive(pat: Api, ref: string, now: () => string, advance: (seconds: number) => Promise<void>): Promise<void> {
  const here = { params: { path: { ref } } }
  got(await pat.GET('/api/v1/driver/me'))
  got(await pat.PATCH('/api/v1/driver/me', { body: { locale: 'en-GB', notify_by_sms: true } }))
  got(await pat.PUT('/api/v1/driver/push-token', { body: { platform: 'android', token: 'abc' } }))
  got(await pat.PUT('/api/v1/driver/privacy/consents', { body: { location_tracking: true } }))
  expect(got(await pat.GET('/api/v1/driver/trips')).data).toHaveLength(1)
  const own = got(await pat.GET('/api/v1/driver/trips/{ref}', here)).data
  got(await pat.POST('/api/v1/driver/trips/{ref}/acknowledge', here))
  const early = await pat.POST('/api/v1/driver/trips/{ref}/progress', {
    ...here,
    body: { status: 'arrived', occurred_at: now() },
  })
  expect(early.error?.error.code).toBe('invalid_transition')

  await advance(Math.round((Date.parse(own.departs_at) - Date.parse(now())) / 1_000) - hours(1))
  const walkaround = {
    vehicle_reg: 'YJ21 DCL',
    trip_ref: ref,
    kind: 'pre_trip' as const,
    odometer: 184_220,
    checked_at: now(),
    items: [{ code: 'brakes' as const, result: 'ok' as const }],
    safe_to_drive: true,
    declaration: true as const,
  }
  got(await pat.POST('/api/v1/driver/vehicle-checks', { body: walkaround }))
  for (const status of ['en_route', 'arrived', 'on_board'] as const) {
    got(await pat.POST('/api/v1/driver/trips/{ref}/progress', { ...here, body: { status, occurred_at: now() } }))
  }
  const points = [{ recorded_at: now(), latitude: 53.83, longitude: -1.57 }]
  got(await pat.POST('/api/v1/driver/locations', { body: { points } }))
  const incident = { kind: 'delay' as const, severity: 'low' as const, occurred_at: now(), note: 'Roadworks', delay_minutes: 10 }
  got(await pat.POST('/api/v1/driver/trips/{ref}/incidents', { ...here, body: incident }))
  const completed = { status: 'completed' as const, occurred_at: now() }
  const driven = got(await pat.POST('/api/v1/driver/trips/{ref}/progress', { ...here, body: completed })).data
  expect(driven.trip_status).toBe('completed')
  got(await pat.GET('/api/v1/driver/privacy/export'))
  got(await pat.POST('/api/v1/driver/privacy/erasure', { body: { confirm: true } }))
  expect((await pat.POST('/api/v1/driver/privacy/erasure', { body: { confirm: true } })).response.status).toBe(409)
  got(await pat.POST('/api/v1/driver/privacy/erasure', { body: { confirm: false } }))
}
