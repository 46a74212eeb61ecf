import { claimDueTasks } from '../../src/actions/maintenance/due-tasks.ts'
import { openFirstRun } from '../../src/actions/office/first-run.ts'
import { addPlatformPerson } from '../../src/actions/people/platform-people.ts'
import { makeSignInLink } from '../../src/actions/people/sign-in-links.ts'
import { addUser } from '../../src/actions/people/users.ts'
import { scheduledTasks } from '../../src/actions/tasks.ts'
import type { BrowserApp } from '../../src/domain/browser-app.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { linkLifeMs } from '../../src/domain/sign-in.ts'
import { openFolderLedger } from '../../src/gateways/payments/ledger-folder.ts'
import type { Payments } from '../../src/gateways/payments/payments.ts'
import { manualPayments } from '../../src/gateways/payments/payments.ts'
import { createSandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import { openMessage } from '../../src/storage/queries/messages.ts'
import { saveOperator } from '../../src/storage/queries/operators.ts'
import { insertPayment } from '../../src/storage/queries/payments.ts'
import { findQuote } from '../../src/storage/queries/quotes.ts'
import { createDropper } from '../../src/storage/rows/statements.ts'
import type { Writer } from '../../src/storage/storage.ts'
import type { ApiAnswer, InProcessServer } from './in-process-server.ts'
import { days, hours, quoteTerms } from './market.ts'
import { svg } from './sample-pictures.ts'

/** One call of the walk: its route and its content. */
export interface RouteCall {
  readonly route: string
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the call may write. */
  readonly writes: boolean
}

/** Test money until `useTransfers` is called on it. */
export function switchablePayments(ledger: string): Payments {
  return { ...createSandboxPayments(openFolderLedger(ledger), 0) }
}

/** Changes the payments of the desk's customers to transfers. */
function useTransfers(desk: InProcessServer): void {
  Object.assign(desk.app.payments, manualPayments)
}

// biome-ignore lint/suspicious/noExplicitAny: a walk reads any response
type Data = any

type Params = Readonly<Record<string, string | number>>

/** Makes a call from a route, and returns its answer. */
function* call(
  route: string,
  token?: string,
  { params = {}, query = '', body }: { params?: Params; query?: string; body?: unknown } = {},
): Generator<RouteCall, Data, ApiAnswer> {
  const [method = '', template = ''] = route.split(' ')
  const path = template.replace(/:(\w+)/g, (_, name: string) => String(params[name])).replace('/.pdf', '.pdf') + query
  const writes = method !== 'GET' || route.endsWith('/export') || route === 'GET /api/v1/driver/trips/:ref'
  const { json } = yield {
    route,
    method,
    path,
    writes,
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  }
  return json?.data
}

/** Signs a browser in to an app and out again; its token exists only in the cookie. */
function* browse(app: BrowserApp, ways: readonly BrowserCall[]): Generator<RouteCall, void, ApiAnswer> {
  let cookie = ''
  const calls = [...ways, { method: 'POST', more: '/rotate' }, { method: 'DELETE', more: '' }] satisfies BrowserCall[]
  for (const { method, more, body } of calls) {
    const path = `/${app}/session${more}`
    const headers = { 'X-Charabanc-App': app, Cookie: cookie }
    const heard = yield { route: `${method} ${path}`, method, path, headers, writes: true, ...(body !== undefined && { body }) }
    cookie = heard.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
}

type BrowserCall = { readonly method: string; readonly more: string; readonly body?: unknown }

const entering = (token: string): BrowserCall => ({ method: 'POST', more: '', body: { token } })

/** Calls every route of the API at least once, each with success. */
export async function* callsOfEveryRoute(desk: InProcessServer): AsyncGenerator<RouteCall, void, ApiAnswer> {
  const { app, operator } = desk
  yield* firstRunSteps(desk)
  const platform = (await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })).token
  const key = (await desk.mint()).token
  const at = (seconds: number) => toInstant(app.clock() + seconds * 1_000)
  const ann = { email: 'ann@dales.example', name: 'Ann' }

  yield* call('GET /livez')
  yield* call('GET /readyz')

  const account = { name: 'Wolds', currency_code: 'GBP', timezone: 'Europe/London', admin_email: ann.email, admin_name: ann.name }
  const { operator_ref: otherRef } = yield* call('POST /platform/v1/operators', platform, { body: account })
  yield* call('GET /platform/v1/operators', platform)
  yield* call('GET /platform/v1/me', platform)
  const other = { params: { ref: otherRef } }
  yield* call('GET /platform/v1/operators/:ref', platform, other)
  yield* call('PATCH /platform/v1/operators/:ref', platform, { ...other, body: { commission_bps: 900, status: 'active' } })

  const [link, browserLink, consoleLink] = await app.storage.transact(async (tx) => {
    await saveOperator(tx, operator, { bankDetails: 'Skipton Bank, 31926819' })
    const { id: userId } = await addUser(tx, operator, { ...ann, role: 'admin' }, app.clock())
    const make = async () => (await makeSignInLink(tx, { userId }, linkLifeMs, app.clock())).token
    const kim = await addPlatformPerson(tx, { email: 'kim@market.example', name: 'Kim' }, app.clock())
    const { token: toConsole } = await makeSignInLink(tx, { userId: kim.id }, linkLifeMs, app.clock())
    return [await make(), await make(), toConsole] as const
  })
  const moving = { method: 'POST', more: '/switch', body: { operator_ref: otherRef } }
  yield* browse('portal', [entering(browserLink), moving])
  yield* browse('console', [entering(consoleLink)])
  yield* call('POST /api/v1/auth/link', undefined, { body: { email: ann.email } })
  const entry = { token: link, device_name: 'Desk', operator_ref: operator.ref }
  const { token: first } = yield* call('POST /api/v1/auth/exchange', undefined, { body: entry })
  yield* call('GET /api/v1/auth/devices', first)
  const { token: admin } = yield* call('POST /api/v1/auth/rotate', first)
  yield* call('GET /portal/v1/accounts', admin)
  const { token: elsewhere } = yield* call('POST /portal/v1/switch', admin, { body: { operator_ref: otherRef } })
  const [device] = yield* call('GET /api/v1/auth/devices', elsewhere)
  yield* call('DELETE /api/v1/auth/devices/:id', elsewhere, { params: { id: device.id } })

  yield* call('GET /api/v1/me', key)
  yield* call('GET /portal/v1/operator', admin)
  const wishes = yield* call('GET /portal/v1/notifications', admin)
  yield* call('PUT /portal/v1/notifications', admin, { body: { ...wishes, digest: 'hourly' } })
  yield* call('GET /portal/v1/brand', admin)
  yield* call('PUT /portal/v1/brand', admin, {
    body: { accent: '#174a90', logo: { media_type: 'image/svg+xml', data: Buffer.from(svg()).toString('base64') } },
  })
  yield* call('GET /portal/v1/wording', admin)
  yield* call('PUT /portal/v1/wording', admin, { body: { sign_off: 'Dales', messages: [{ fact: 'booked', subject: 'Booked' }] } })
  yield* call('PATCH /portal/v1/operator', admin, { body: { settings: { vehicle_check_required: false } } })
  const minted = yield* call('POST /portal/v1/keys', admin, { body: { name: 'Planner', abilities: ['jobs:read'] } })
  yield* call('GET /portal/v1/keys', admin)
  yield* call('DELETE /portal/v1/keys/:token_id', admin, { params: minted })
  const bea = yield* call('POST /portal/v1/users', admin, { body: { email: 'bea@dales.example', name: 'Bea', role: 'accounts' } })
  yield* call('GET /portal/v1/users', admin)
  yield* call('PATCH /portal/v1/users/:id', admin, { params: bea, body: { role: 'dispatcher', phone: '07700 900456' } })
  yield* call('DELETE /portal/v1/users/:id', admin, { params: bea })
  const coach = yield* call('POST /portal/v1/vehicles', admin, {
    body: { registration: 'YX20 ABC', type: 'coach_49', seats: 49 },
  })
  yield* call('GET /portal/v1/vehicles', admin)
  yield* call('GET /portal/v1/vehicles/:id/checks/.pdf', admin, { params: coach })
  yield* call('PATCH /portal/v1/vehicles/:id', admin, { params: coach, body: { seats: 51 } })
  const week = { starts_at: at(days(1)), ends_at: at(days(8)) }
  const block = yield* call('POST /portal/v1/blocks', admin, { body: { kind: 'service', vehicle_id: coach.id, ...week } })
  yield* call('GET /portal/v1/blocks', admin)
  for (const body of [
    { of: 'operator', show: 'full' },
    { of: 'vehicle', id: coach.id, show: 'busy' },
  ]) {
    const feed = yield* call('POST /portal/v1/feeds', admin, { body })
    yield* call('GET /feeds/:file', undefined, { params: { file: feed.url.split('/').at(-1) } })
  }
  const [{ id: feedId }] = yield* call('GET /portal/v1/feeds', admin)
  yield* call('DELETE /portal/v1/feeds/:id', admin, { params: { id: feedId } })
  for (const name of ['bookings', 'payments', 'dues', 'invoices', 'payouts', 'duties', 'quotes'])
    yield* call(`GET /portal/v1/exports/${name}.csv`, admin, { query: '?from=2020-01-01&to=2040-01-01' })
  yield* call('PATCH /portal/v1/blocks/:id', admin, { params: block, body: { note: 'New brakes.' } })
  yield* call('GET /portal/v1/summary', admin, { query: '?from=2027-01-01&to=2027-12-31&group=week' })
  yield* call('GET /portal/v1/numbers', admin, { query: '?from=2027-01-01&to=2027-12-31' })
  yield* call('GET /portal/v1/dues', admin, { query: '?status=due' })
  yield* call('GET /portal/v1/payments', admin, { query: '?status=cleared&method=card' })
  const span = `?from=${at(0).slice(0, 10)}&to=${at(days(30)).slice(0, 10)}`
  for (const by of ['vehicle', 'driver']) yield* call('GET /portal/v1/diary', admin, { query: `${span}&by=${by}` })
  yield* call('GET /portal/v1/search', admin, { query: '?q=leeds%20000001' })
  yield* call('GET /portal/v1/search', admin, { query: '?q=000001' })
  yield* call('GET /portal/v1/places', admin, { query: '?q=leeds' })
  yield* call('GET /portal/v1/availability', admin, { query: `?from=${at(0)}&to=${at(days(30))}&seats=40` })

  const hook = { label: 'Planner', endpoint_url: 'https://planner.example/hook', events: ['job.offered'] }
  const subscription = yield* call('POST /api/v1/webhooks', key, { body: hook })
  yield* call('GET /api/v1/webhooks', key)

  const phone = '+447700900123'
  const pat = yield* call('POST /api/v1/drivers', key, { body: { name: 'Pat Moss', phone, invite_now: true } })
  const ofPat = yield* call('POST /portal/v1/feeds', admin, { body: { of: 'driver', id: pat.id, show: 'full' } })
  yield* call('GET /feeds/:file', undefined, { params: { file: ofPat.url.split('/').at(-1) } })
  yield* call('GET /api/v1/drivers', key)
  desk.advance(61_000)
  yield* call('POST /api/v1/drivers/:id/reinvite', key, { params: pat })
  yield* call('PATCH /portal/v1/drivers/:id', admin, { params: pat, body: { license_kind: 'D' } })
  yield* call('POST /portal/v1/drivers/:id/link', admin, { params: pat })
  yield* call('POST /api/v1/driver/auth/code', undefined, { body: { phone } })
  const code = await lastCode(desk)
  const driverLink = await app.storage.transact((tx) => makeSignInLink(tx, { driverId: pat.id }, linkLifeMs, app.clock()))
  const { token: cab } = yield* call('POST /api/v1/driver/auth/verify', undefined, { body: { phone, code } })
  yield* call('POST /api/v1/driver/auth/code', undefined, { body: { phone } })
  const verifying = { method: 'POST', more: '/verify', body: { phone, code: await lastCode(desk) } }
  yield* browse('driver', [entering(driverLink.token), verifying])
  yield* call('GET /api/v1/driver/me', cab)
  yield* call('PATCH /api/v1/driver/me', cab, { body: { locale: 'en-GB' } })
  yield* call('PUT /api/v1/driver/push-token', cab, { body: { platform: 'android', token: 'abc' } })
  yield* call('PUT /api/v1/driver/privacy/consents', cab, { body: { location_tracking: true } })
  yield* call('GET /driver/v1/consents', cab)
  yield* call('POST /driver/v1/feeds', cab)
  const [{ id: ownFeedId }] = yield* call('GET /driver/v1/feeds', cab)
  yield* call('DELETE /driver/v1/feeds/:id', cab, { params: { id: ownFeedId } })

  const trip = (departsIn: number, returnsIn: number | null = null) => ({
    customer: { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123' },
    pickup: { label: 'Leeds Town Hall', kind: 'venue' },
    dropoff: { label: 'York Minster', kind: 'venue' },
    departs_at: at(departsIn),
    ...(returnsIn !== null && { returns_at: at(returnsIn) }),
    passenger_count: 45,
    quote_by: at(departsIn / 2),
  })
  function* entered(departsIn = days(3)): Generator<RouteCall, { ref: string; customer: string }, ApiAnswer> {
    const body = { ...trip(departsIn), offer_to: [operator.ref] }
    const { ref, customer_token: customer } = yield* call('POST /platform/v1/trips', platform, { body })
    return { ref, customer }
  }
  function* quoted(ref: string, availability: string): Generator<RouteCall, number, ApiAnswer> {
    const body = quoteTerms({ availability })
    return (yield* call('POST /api/v1/jobs/:ref/quote', key, { params: { ref }, body })).my_quote.id
  }
  function* booked(departsIn = days(3)): Generator<RouteCall, { ref: string; customer: string }, ApiAnswer> {
    const { ref, customer } = yield* entered(departsIn)
    const body = { quote_id: yield* quoted(ref, 'confirmed'), payment_method: 'pm_card_visa' }
    yield* call('POST /customer/v1/trip/book', customer, { body })
    yield* call('POST /api/v1/bookings/:ref/driver', key, {
      params: { ref },
      body: { driver_id: pat.id, vehicle_reg: 'YX20 ABC' },
    })
    return { ref, customer }
  }

  const asked = yield* entered()
  const here = { params: { ref: asked.ref } }
  yield* call('GET /platform/v1/trips/:ref', platform, here)
  for (const query of ['', '?status=open', '?q=leeds+yo', '?updated_since=2020-01-01T00:00:00Z&status=open']) {
    yield* call('GET /platform/v1/trips', platform, { query })
  }
  yield* call('GET /platform/v1/operators/:ref/summary', platform, { ...other, query: '?from=2026-05-01&to=2026-06-30' })
  yield* call('GET /platform/v1/places', platform, { query: '?q=leeds' })
  yield* call('GET /platform/v1/summary', platform, { query: '?from=2026-05-01&to=2026-06-30' })
  yield* call('POST /platform/v1/trips/:ref/offers', platform, { ...here, body: { offer_to: [otherRef] } })
  yield* call('GET /api/v1/webhooks/:id/deliveries', key, { params: subscription })
  yield* call('DELETE /api/v1/webhooks/:id', key, { params: subscription })
  yield* call('GET /api/v1/jobs', key)
  yield* call('GET /api/v1/jobs/:ref', key, here)
  const named = { availability: 'confirmed', vehicles: [{ type: 'coach_49', count: 1, seats: 49, vehicle_id: coach.id }] }
  for (const body of [quoteTerms(named), quoteTerms(named)]) yield* call('POST /api/v1/jobs/:ref/quote', key, { ...here, body })
  yield* quoted(asked.ref, 'confirmed')
  yield* call('GET /portal/v1/jobs/:ref/revisions', admin, here)
  yield* call('DELETE /portal/v1/blocks/:id', admin, { params: block })
  yield* call('DELETE /portal/v1/vehicles/:id', admin, { params: coach })
  yield* call('POST /api/v1/jobs/:ref/unconfirm', key, here)
  yield* call('POST /api/v1/jobs/:ref/withdraw', key, here)
  yield* call('POST /api/v1/jobs/:ref/decline', key, here)
  yield* call('GET /customer/v1/trip', asked.customer)
  yield* call('GET /customer/v1/places', undefined, { query: '?q=leeds' })
  yield* call('GET /customer/v1/trip/brand', asked.customer)
  yield* call('GET /customer/v1/trip/contact', asked.customer)
  yield* call('POST /customer/v1/link', undefined, { body: { email: 'ann@example.org', ref: asked.ref } })
  const request = function* (): Generator<RouteCall, void, ApiAnswer> {
    const body = { quote_id: yield* quoted(asked.ref, 'likely'), payment_method: 'pm_card_visa' }
    yield* call('POST /customer/v1/trip/request-booking', asked.customer, { body })
  }
  yield* request()
  yield* call('POST /customer/v1/trip/cancel-request', asked.customer)
  yield* request()
  yield* call('POST /api/v1/jobs/:ref/reject-booking-request', key, { ...here, body: { reason: 'No coach is left.' } })
  yield* request()
  yield* call('POST /api/v1/jobs/:ref/confirm-booking-request', key, here)
  const money = { kind: 'balance', method: 'cash', amount: 100, currency_code: 'GBP' }
  const { payments } = yield* call('POST /portal/v1/bookings/:ref/payments', admin, { ...here, body: money })
  const cash = { params: { ref: asked.ref, id: payments.at(-1).id } }
  yield* call('POST /portal/v1/bookings/:ref/payments/:id/reverse', admin, { ...cash, body: { reason: 'A mistake.' } })
  yield* call('POST /platform/v1/trips/:ref/payments', platform, { ...here, body: money })
  const extra = { kind: 'waiting', quantity: 45, amount: 3_000 }
  const { extras } = yield* call('POST /portal/v1/bookings/:ref/extras', admin, { ...here, body: extra })
  yield* call('DELETE /portal/v1/bookings/:ref/extras/:id', admin, { params: { ref: asked.ref, id: extras[0].id } })
  yield* call('POST /portal/v1/trips/:ref/payment-page', admin, here)
  Object.assign(app.payments, { readWebhook: async () => ({ refs: ['no page of ours'], isOfDispute: true }) })
  yield* call('POST /stripe/events')
  yield* call('POST /customer/v1/trip/check-payment', asked.customer)
  yield* call('POST /customer/v1/trip/pay', asked.customer)
  yield* call('GET /customer/v1/trip/calendar.ics', asked.customer)
  yield* amendmentSteps(asked, { portal: admin, platform })
  const bill = { address: { lines: ['1 Low Road'], town: 'Ilkley', postcode: 'LS29 8HL', country: 'GB' } }
  yield* call('POST /customer/v1/trip/invoice-request', asked.customer, { body: bill })
  yield* call('POST /customer/v1/trip/cancel', asked.customer, { body: { reason: 'The party is off.' } })
  const returned = yield* call('GET /api/v1/bookings/:ref', key, here)
  const owed = returned.payments.findLast(
    (one: { method: string; kind: string }) => one.kind === 'refund' && one.method === 'cash',
  )
  yield* call('POST /portal/v1/bookings/:ref/payments/:id/sent', admin, { params: { ref: asked.ref, id: owed.id } })

  const enquiry = { ...trip(days(3)), operator_ref: operator.ref }
  const own = yield* call('POST /customer/v1/enquiries', undefined, { body: enquiry })
  yield* call('POST /platform/v1/trips/:ref/cancel', platform, { params: own, body: { reason: 'A mistake.' } })
  const phoned = yield* call('POST /portal/v1/trips', admin, { body: trip(days(3)) })
  const both = { send: true, revoke_old: true }
  yield* call('POST /portal/v1/trips/:ref/customer-link', admin, { params: phoned, body: both })
  yield* call('POST /platform/v1/trips/:ref/customer-link', platform, { params: phoned, body: both })
  for (const query of ['', '?status=queued', `?ref=${phoned.ref}`, `?ref=${phoned.ref}&status=queued`])
    yield* call('GET /portal/v1/messages', admin, { query })
  for (const query of ['', `?since=${at(-100_000)}`, `?ref=${phoned.ref}`])
    yield* call('GET /portal/v1/activity', admin, { query })
  const [mail] = yield* call('GET /portal/v1/messages', admin, { query: `?ref=${asked.ref}` })
  yield* call('POST /portal/v1/messages/:id/resend', admin, { params: mail })
  yield* officeSteps(admin, trip)

  const declined = yield* booked(days(9))
  yield* call('GET /api/v1/bookings', key)
  yield* call('GET /api/v1/bookings/:ref', key, { params: declined })
  yield* call('GET /api/v1/payouts', key)
  yield* call('GET /api/v1/driver/trips', cab)
  yield* call('GET /api/v1/driver/trips/:ref', cab, { params: declined })
  yield* call('POST /api/v1/driver/trips/:ref/acknowledge', cab, { params: declined })
  yield* call('POST /api/v1/driver/trips/:ref/decline', cab, { params: declined, body: { reason: 'I am ill.' } })
  yield* call('POST /portal/v1/bookings/:ref/cancel', admin, { params: declined, body: { reason: 'No driver is left.' } })

  const driven = yield* booked(hours(30))
  yield* call('POST /portal/v1/bookings/:ref/extras', admin, { params: driven, body: extra })
  const vehicles = [{ type: 'coach_53', count: 1, seats: 53, description: 'As Pat likes it.' }]
  const bigger = { changes: { vehicles, notes: 'Pat knows the way.' }, reason: 'Pat asked.', consent: 'given' }
  yield* call('POST /portal/v1/bookings/:ref/amendments/preview', admin, { params: driven, body: bigger })
  yield* call('POST /portal/v1/bookings/:ref/amendments', admin, { params: driven, body: bigger })
  desk.advance(hours(29) * 1_000)
  const check = {
    vehicle_reg: 'YX20 ABC',
    trip_ref: driven.ref,
    kind: 'pre_trip',
    checked_at: at(0),
    items: [{ code: 'brakes', result: 'ok' }],
  }
  yield* call('POST /api/v1/driver/vehicle-checks', cab, { body: { ...check, safe_to_drive: true, declaration: true } })
  const worn = { kind: 'post_trip', checked_at: at(-hours(20)), items: [{ code: 'horn', result: 'defect', severity: 'minor' }] }
  const found = yield* call('POST /api/v1/driver/vehicle-checks', cab, {
    body: { ...check, ...worn, safe_to_drive: true, declaration: true },
  })
  for (const query of ['', '?result=unsafe', '?vehicle_reg=YX20%20ABC', '?vehicle_reg=YX20%20ABC&result=safe&from=2026-01-01'])
    yield* call('GET /portal/v1/vehicle-checks', admin, { query })
  const resolution = { note: 'Horn replaced.', rectified_by: 'Bo' }
  yield* call('POST /portal/v1/vehicle-checks/:id/resolve', admin, { params: found, body: resolution })
  yield* call('GET /portal/v1/vehicle-checks/:id/.pdf', admin, { params: found })
  const second = { driver_id: pat.id, vehicle_reg: 'YX20 ABC', role: 'second', report_place: 'At the depot' }
  const { duties } = yield* call('POST /api/v1/bookings/:ref/driver', key, { params: driven, body: second })
  yield* call('DELETE /portal/v1/bookings/:ref/duties/:id', admin, { params: { ...driven, id: duties.at(-1).id } })
  const { job_sheet_url: sheet } = yield* call('GET /api/v1/driver/trips/:ref', cab, { params: driven })
  yield* openSheet(sheet)
  const report = (status: string) => ({ params: driven, body: { status, occurred_at: at(0) } })
  yield* call('POST /api/v1/driver/trips/:ref/progress', cab, report('en_route'))
  const points = [{ recorded_at: at(0), latitude: 53.79, longitude: -1.54 }]
  yield* call('POST /api/v1/driver/locations', cab, { body: { points } })
  const incident = { kind: 'delay', severity: 'low', occurred_at: at(0), note: 'Roadworks' }
  const told = yield* call('POST /api/v1/driver/trips/:ref/incidents', cab, { params: driven, body: incident })
  yield* call('GET /portal/v1/incidents', admin)
  yield* call('GET /portal/v1/board', admin)
  yield* call('GET /portal/v1/setup', admin)
  yield* call('GET /portal/v1/incidents', admin, { query: '?status=open' })
  yield* call('PATCH /portal/v1/incidents/:id', admin, { params: told, body: { status: 'closed', note: 'They were told.' } })
  yield* call('GET /customer/v1/trip/progress', driven.customer)
  for (const status of ['arrived', 'on_board', 'completed'])
    yield* call('POST /portal/v1/bookings/:ref/progress', admin, report(status))
  desk.advance(hours(48) * 1_000)
  await doWhatIsDue(desk)
  const { id } = (yield* call('GET /api/v1/payouts', key, { query: '?status=scheduled' }))[0]
  yield* call('GET /platform/v1/payouts', platform)
  yield* call('GET /platform/v1/payments', platform, { query: '?status=cleared' })
  yield* call('GET /platform/v1/payments/to-settle', platform)
  yield* call('POST /platform/v1/payouts/:id', platform, { params: { id }, body: { status: 'paid', statement_ref: 'PAY-1' } })
  yield* call('GET /portal/v1/payouts/statement/.pdf', admin, { query: '?statement_ref=PAY-1' })
  yield* paperSteps(driven, admin)
  yield* call('POST /customer/v1/trip/lost-property', driven.customer, { body: { note: 'A blue hat.' } })
  yield* call('POST /platform/v1/payouts/batch', platform, { body: { ids: [id, 999_999], status: 'paid' } })

  const doubted = yield* entered()
  const quoteId = yield* quoted(doubted.ref, 'confirmed')
  const inDoubt = await app.storage.transact((tx) => enterDoubt(tx, quoteId, app.clock()))
  yield* call('GET /portal/v1/payments/to-settle', admin)
  yield* call('GET /portal/v1/trips/:ref/payments', admin, { params: doubted })
  yield* call('POST /portal/v1/payments/:id/settled-by-hand', admin, { params: { id: inDoubt.id } })

  useTransfers(desk)
  for (const [route, token] of [
    ['POST /platform/v1/trips/:ref/deposit-received', platform],
    ['POST /portal/v1/bookings/:ref/deposit-received', admin],
  ] as const) {
    const { ref, customer } = yield* entered()
    const body = { quote_id: yield* quoted(ref, 'confirmed'), payment_method: 'bank_transfer' }
    yield* call('POST /customer/v1/trip/book', customer, { body })
    yield* call('GET /customer/v1/trip/transfer-code.svg', customer)
    yield* call(route, token, { params: { ref } })
  }

  yield* call('GET /api/v1/driver/privacy/export', cab)
  yield* call('POST /api/v1/driver/privacy/erasure', cab, { body: { confirm: true } })
  yield* call('POST /api/v1/driver/privacy/erasure', cab, { body: { confirm: false } })
  yield* call('POST /api/v1/driver/auth/logout', cab)
  yield* call('DELETE /portal/v1/drivers/:id', admin, { params: pat })
}

/** Enters a deposit by card with an unknown result. */
async function enterDoubt(tx: Writer, quoteId: number, now: number) {
  const quote = await findQuote(tx, quoteId)
  if (quote === null) throw new Error('there is no quote to be paid for')
  const { tripId, operatorId, depositAmount: amount, currencyCode } = quote
  return insertPayment(tx, {
    ...{ tripId, quoteId, operatorId, amount, currencyCode },
    kind: 'deposit',
    origin: 'book',
    provider: 'sandbox',
    providerKey: 'in doubt',
    means: 'card',
    status: 'in_doubt',
    createdAt: now,
    updatedAt: now,
  })
}

/** The first run of a server, as before its operator existed, with a mail server of its own. */
async function* firstRunSteps({ app, operator }: InProcessServer): AsyncGenerator<RouteCall, void, ApiAnswer> {
  const mail_server = { host: '127.0.0.1', port: 1, security: 'none', sender: 'office@dales.example' }
  const to = 'jo@dales.example'
  const setup = await app.storage.transact(async (tx) => {
    await dropOperator(tx, operator.id)
    return openFirstRun(tx, app.secretBox, { isAnew: true, now: app.clock() })
  })
  yield* call('GET /portal/setup/state', setup ?? '')
  yield* call('POST /portal/setup/mail-test', setup ?? '', { body: { mail_server, to } })
  const { sign_in_token } = yield* call('POST /portal/setup/finish', setup ?? '', {
    body: {
      company: { name: 'Ridings', timezone: 'Europe/London', currency_code: 'GBP' },
      admin: { name: 'Jo', email: to },
      mail_server,
    },
  })
  const { token: jo } = yield* call('POST /api/v1/auth/exchange', undefined, { body: { token: sign_in_token } })
  yield* call('GET /portal/v1/mail-server', jo)
  yield* call('GET /portal/v1/data', jo)
  yield* call('POST /portal/v1/mail-server/test', jo, { body: { to } })
  yield* call('PUT /portal/v1/mail-server', jo, { body: { mail_server: null } })
  await app.storage.transact((tx) => tx.db.insert(tx.t.operators).values(operator))
}

const dropOperator = createDropper('operators', 'id')

/** The code in the last queued SMS. */
async function lastCode({ app }: InProcessServer): Promise<string> {
  const messages = await app.storage.read((db) => db.db.select().from(db.t.messages))
  const inOrder = messages.sort((one, other) => one.id - other.id)
  const texts = inOrder.filter(({ channel }) => channel === 'sms').map((message) => openMessage(app.secretBox, message))
  return /\b\d{6}\b/.exec(texts.at(-1) ?? '')?.[0] ?? ''
}

/** Runs all due tasks, as the worker does. */
async function doWhatIsDue({ app }: InProcessServer): Promise<void> {
  for (;;) {
    const taken = await claimDueTasks(app, 50)
    if (taken.length === 0) return
    for (const task of taken) await scheduledTasks[task.kind]?.(app, task.subjectId, task)
  }
}

/** The life of an operator's own customer: created, booked for, invoiced and erased. */
function* officeSteps(admin: string, trip: (departsIn: number) => object): Generator<RouteCall, void, ApiAnswer> {
  const account = { terms_days: 30, po_required: true, invoice: 'monthly' }
  const school = yield* call('POST /portal/v1/customers', admin, {
    body: { name: 'Cy', email: 'cy@school.example', phone: '07700 900456', account },
  })
  yield* call('GET /portal/v1/customers', admin)
  yield* call('GET /portal/v1/customers/:id', admin, { params: school })
  yield* call('PATCH /portal/v1/customers/:id', admin, { params: school, body: { notes: 'Pays late.' } })
  const agreed = { terms: 'account', agreed_by: 'phone', po_number: '4711' }
  const quote = quoteTerms({ availability: 'likely', note: 'For Cy.' })
  const own = { ...trip(days(3)), customer_id: school.id }
  const booked = yield* call('POST /portal/v1/trips', admin, { body: { ...own, quote, book: agreed } })
  yield* call('GET /portal/v1/places', admin, { query: `?q=leeds&customer_id=${school.id}` })
  const quoted = yield* call('POST /portal/v1/trips', admin, { body: { ...own, quote } })
  const book = { ...agreed, quote_id: quoted.quote_id }
  yield* call('POST /portal/v1/jobs/:ref/book', admin, { params: quoted, body: book })
  yield* call('POST /portal/v1/trips/:ref/copy', admin, {
    params: booked,
    body: { departs_at: (trip(days(9)) as { departs_at: string }).departs_at },
  })
  yield* call('GET /portal/v1/trips', admin)
  yield* call('GET /portal/v1/trips', admin, { query: '?status=booked' })
  const seen = yield* call('GET /portal/v1/trips/:ref', admin, { params: booked })
  const invoice = yield* call('POST /portal/v1/invoices', admin, { body: { refs: [booked.ref] } })
  const month = { customer_id: school.id, month: seen.departs_at.slice(0, 7) }
  yield* call('POST /portal/v1/invoices', admin, { body: month })
  yield* call('GET /portal/v1/invoices', admin)
  yield* call('GET /portal/v1/invoices/:number', admin, { params: invoice })
  yield* call('POST /portal/v1/invoices/:number/credit', admin, { params: invoice, body: { reason: 'The wrong price.' } })
  const once = yield* call('POST /portal/v1/customers', admin, { body: { name: 'Di', phone: '07700 900457' } })
  const given = yield* call('POST /portal/v1/trips', admin, {
    body: { ...own, customer: null, customer_id: once.id, quote, book: { ...agreed, terms: 'cash' } },
  })
  const asked = yield* call('POST /portal/v1/trips', admin, { body: trip(days(5)) })
  yield* call('POST /portal/v1/customers', admin, { body: { from_ref: asked.ref } })
  yield* call('POST /portal/v1/bookings/:ref/cancel', admin, { params: given, body: { reason: 'Di is ill.' } })
  yield* call('DELETE /portal/v1/customers/:id', admin, { params: once })
}

/** Every answer to a change of a booking, for the operator and the platform; the accepted change costs more and is charged. */
function* amendmentSteps(
  { ref, customer }: { readonly ref: string; readonly customer: string },
  tokens: { readonly portal: string; readonly platform: string },
): Generator<RouteCall, void, ApiAnswer> {
  const reason = 'The school asked.'
  const roads = [
    ['POST /portal/v1/bookings/:ref/amendments', tokens.portal, 80_000],
    ['POST /platform/v1/trips/:ref/amendments', tokens.platform, 90_000],
  ] as const
  for (const [route, token, price] of roads) {
    const body = { changes: { notes: `Ring for ${price}.` }, price_amount: price, reason, consent: 'ask' }
    const wish = { body: { changes: { passenger_count: 40 } } }
    const withdrawn = yield* call(route, token, { params: { ref }, body })
    yield* call(`${route}/:id/withdraw`, token, { params: { ref, id: withdrawn.id } })
    const unwanted = yield* call('POST /customer/v1/trip/amendments', customer, wish)
    yield* call(`${route}/:id/decline`, token, { params: { ref, id: unwanted.id }, body: { reason } })
    const wished = yield* call('POST /customer/v1/trip/amendments', customer, wish)
    yield* call(`${route}/:id/apply`, token, { params: { ref, id: wished.id } })
    for (const answer of ['decline', 'accept']) {
      const proposed = yield* call(route, token, { params: { ref }, body })
      yield* call(`POST /customer/v1/trip/amendments/:id/${answer}`, customer, { params: proposed })
    }
    yield* call(route.replace('POST', 'GET'), token, { params: { ref } })
  }
}

/** The papers of a booking. */
function* paperSteps({ ref, customer }: { ref: string; customer: string }, admin: string): Generator<RouteCall, void, ApiAnswer> {
  const { number } = yield* call('POST /portal/v1/invoices', admin, { body: { refs: [ref] } })
  yield* call('GET /portal/v1/invoices/:number/.pdf', admin, { params: { number } })
  for (const name of ['job-sheet', 'confirmation'])
    yield* call(`GET /portal/v1/bookings/:ref/${name}/.pdf`, admin, { params: { ref } })
  yield* call('GET /portal/v1/bookings/:ref/trip.ics', admin, { params: { ref } })
  yield* call('GET /portal/v1/bookings/:ref/invoice', admin, { params: { ref } })
  yield* call('GET /portal/v1/bookings/:ref/invoice-request', admin, { params: { ref } })
  for (const name of ['confirmation', 'receipt', 'invoice']) yield* call(`GET /customer/v1/trip/${name}/.pdf`, customer)
}

/** Opens the address of a job sheet in a driver's trip. */
function* openSheet(url: string): Generator<RouteCall, void, ApiAnswer> {
  const { pathname, search } = new URL(url)
  const params = { id: /(\d+)\.pdf$/.exec(pathname)?.[1] ?? '' }
  yield* call('GET /papers/job-sheets/:id/.pdf', undefined, { params, query: search })
}
