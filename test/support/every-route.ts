import { claimDueTasks } from '../../src/actions/schedule.ts'
import { makeSignInLink } from '../../src/actions/sign-in-links.ts'
import { scheduledTasks } from '../../src/actions/tasks.ts'
import { addUser } from '../../src/actions/users.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { linkLifeMs } from '../../src/domain/sign-in.ts'
import type { Payments } from '../../src/gateways/payments/payments.ts'
import { manualPayments } from '../../src/gateways/payments/payments.ts'
import { sandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import { openMessage } from '../../src/storage/queries/messages.ts'
import type { Answer, Desk } from './desk.ts'
import { days, hours, terms } from './market.ts'

/** One call of the walk: the route it is for, and what is sent. */
export interface Step {
  readonly route: string
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: unknown
  /** Whether it may leave anything behind. */
  readonly writes: boolean
}

/** Play money until `useTransfers` is called on it. */
export function cardsOrTransfers(ledger: string): Payments {
  return { ...sandboxPayments(ledger, 0) }
}

/** From now on customers of the desk pay by transfer. */
function useTransfers(desk: Desk): void {
  Object.assign(desk.app.payments, manualPayments)
}

// biome-ignore lint/suspicious/noExplicitAny: a walk reads whatever came back
type Data = any

type Params = Readonly<Record<string, string | number>>

/** Makes a call out of a route; it hands back what was heard. */
function* call(
  route: string,
  token?: string,
  { params = {}, query = '', body }: { params?: Params; query?: string; body?: unknown } = {},
): Generator<Step, Data, Answer> {
  const [method = '', template = ''] = route.split(' ')
  const path = template.replace(/:(\w+)/g, (_, name: string) => String(params[name])) + query
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

/** Walks past every route of the API at least once, each call such that it succeeds. */
export async function* stepsOf(desk: Desk): AsyncGenerator<Step, void, Answer> {
  const { app, operator } = desk
  const platform = (await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })).token
  const key = (await desk.mint()).token
  const at = (seconds: number) => toInstant(app.clock() + seconds * 1_000)
  const ann = { email: 'ann@dales.example', name: 'Ann' }

  yield* call('GET /livez')
  yield* call('GET /readyz')

  const account = { name: 'Wolds', currency_code: 'GBP', timezone: 'Europe/London', admin_email: ann.email, admin_name: ann.name }
  const { operator_ref: otherRef } = yield* call('POST /platform/v1/operators', platform, { body: account })
  yield* call('GET /platform/v1/operators', platform)

  const link = await app.storage.transact(async (tx) => {
    const { id: userId } = await addUser(tx, operator, { ...ann, role: 'admin' }, app.clock())
    return (await makeSignInLink(tx, { userId }, linkLifeMs, app.clock())).token
  })
  yield* call('POST /api/v1/auth/link', undefined, { body: { email: ann.email } })
  const entry = { token: link, device_name: 'Desk', operator_ref: operator.ref }
  const { token: first } = yield* call('POST /api/v1/auth/exchange', undefined, { body: entry })
  yield* call('GET /api/v1/auth/devices', first)
  const { token: admin } = yield* call('POST /api/v1/auth/rotate', first)
  const { token: elsewhere } = yield* call('POST /portal/v1/switch', admin, { body: { operator_ref: otherRef } })
  const [device] = yield* call('GET /api/v1/auth/devices', elsewhere)
  yield* call('DELETE /api/v1/auth/devices/:id', elsewhere, { params: { id: device.id } })

  yield* call('GET /api/v1/me', key)
  yield* call('GET /portal/v1/operator', admin)
  yield* call('PATCH /portal/v1/operator', admin, { body: { settings: { vehicle_check_required: false } } })
  const minted = yield* call('POST /portal/v1/keys', admin, { body: { name: 'Planner', abilities: ['jobs:read'] } })
  yield* call('GET /portal/v1/keys', admin)
  yield* call('DELETE /portal/v1/keys/:token_id', admin, { params: minted })
  const bea = yield* call('POST /portal/v1/users', admin, { body: { email: 'bea@dales.example', name: 'Bea', role: 'accounts' } })
  yield* call('GET /portal/v1/users', admin)
  yield* call('PATCH /portal/v1/users/:id', admin, { params: bea, body: { role: 'dispatcher' } })
  yield* call('DELETE /portal/v1/users/:id', admin, { params: bea })
  const coach = yield* call('POST /portal/v1/vehicles', admin, {
    body: { registration: 'YX20 ABC', type: 'coach_49', seats: 49 },
  })
  yield* call('GET /portal/v1/vehicles', admin)
  yield* call('PATCH /portal/v1/vehicles/:id', admin, { params: coach, body: { seats: 51 } })
  yield* call('DELETE /portal/v1/vehicles/:id', admin, { params: coach })

  const hook = { label: 'Planner', endpoint_url: 'https://planner.example/hook', events: ['job.offered'] }
  const subscription = yield* call('POST /api/v1/webhooks', key, { body: hook })
  yield* call('GET /api/v1/webhooks', key)

  const phone = '+447700900123'
  const pat = yield* call('POST /api/v1/drivers', key, { body: { name: 'Pat Moss', phone, invite_now: true } })
  yield* call('GET /api/v1/drivers', key)
  desk.advance(61_000)
  yield* call('POST /api/v1/drivers/:id/reinvite', key, { params: pat })
  yield* call('PATCH /portal/v1/drivers/:id', admin, { params: pat, body: { license_kind: 'D' } })
  yield* call('POST /api/v1/driver/auth/code', undefined, { body: { phone } })
  const code = await lastCode(desk)
  const { token: cab } = yield* call('POST /api/v1/driver/auth/verify', undefined, { body: { phone, code } })
  yield* call('GET /api/v1/driver/me', cab)
  yield* call('PATCH /api/v1/driver/me', cab, { body: { locale: 'en-GB' } })
  yield* call('PUT /api/v1/driver/push-token', cab, { body: { platform: 'android', token: 'abc' } })
  yield* call('PUT /api/v1/driver/privacy/consents', cab, { body: { location_tracking: true } })

  const trip = (departsIn: number, returnsIn: number | null = null) => ({
    customer: { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123' },
    pickup: { label: 'Leeds Town Hall', kind: 'venue' },
    dropoff: { label: 'York Minster', kind: 'venue' },
    departs_at: at(departsIn),
    ...(returnsIn !== null && { returns_at: at(returnsIn) }),
    passenger_count: 45,
    quote_by: at(departsIn / 2),
  })
  function* entered(departsIn = days(3)): Generator<Step, { ref: string; customer: string }, Answer> {
    const body = { ...trip(departsIn), offer_to: [operator.ref] }
    const { ref, customer_token: customer } = yield* call('POST /platform/v1/trips', platform, { body })
    return { ref, customer }
  }
  function* quoted(ref: string, availability: string): Generator<Step, number, Answer> {
    const body = terms({ availability })
    return (yield* call('POST /api/v1/jobs/:ref/quote', key, { params: { ref }, body })).my_quote.id
  }
  function* booked(departsIn = days(3)): Generator<Step, { ref: string; customer: string }, Answer> {
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
  yield* call('POST /platform/v1/trips/:ref/offers', platform, { ...here, body: { offer_to: [otherRef] } })
  yield* call('GET /api/v1/webhooks/:id/deliveries', key, { params: subscription })
  yield* call('DELETE /api/v1/webhooks/:id', key, { params: subscription })
  yield* call('GET /api/v1/jobs', key)
  yield* call('GET /api/v1/jobs/:ref', key, here)
  yield* quoted(asked.ref, 'confirmed')
  yield* call('POST /api/v1/jobs/:ref/unconfirm', key, here)
  yield* call('POST /api/v1/jobs/:ref/withdraw', key, here)
  yield* call('POST /api/v1/jobs/:ref/decline', key, here)
  yield* call('GET /customer/v1/trip', asked.customer)
  const request = function* (): Generator<Step, void, Answer> {
    const body = { quote_id: yield* quoted(asked.ref, 'likely'), payment_method: 'pm_card_visa' }
    yield* call('POST /customer/v1/trip/request-booking', asked.customer, { body })
  }
  yield* request()
  yield* call('POST /customer/v1/trip/cancel-request', asked.customer)
  yield* request()
  yield* call('POST /api/v1/jobs/:ref/reject-booking-request', key, { ...here, body: { reason: 'No coach is left.' } })
  yield* request()
  yield* call('POST /api/v1/jobs/:ref/confirm-booking-request', key, here)
  yield* call('POST /customer/v1/trip/cancel', asked.customer, { body: { reason: 'The party is off.' } })

  const enquiry = { ...trip(days(3)), operator_ref: operator.ref }
  const own = yield* call('POST /customer/v1/enquiries', undefined, { body: enquiry })
  yield* call('POST /platform/v1/trips/:ref/cancel', platform, { params: own, body: { reason: 'A mistake.' } })
  yield* call('POST /portal/v1/trips', admin, { body: trip(days(3)) })

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
  desk.advance(hours(29) * 1_000)
  const check = {
    vehicle_reg: 'YX20 ABC',
    trip_ref: driven.ref,
    kind: 'pre_trip',
    checked_at: at(0),
    items: [{ code: 'brakes', result: 'ok' }],
  }
  yield* call('POST /api/v1/driver/vehicle-checks', cab, { body: { ...check, safe_to_drive: true, declaration: true } })
  const report = (status: string) => ({ params: driven, body: { status, occurred_at: at(0) } })
  yield* call('POST /api/v1/driver/trips/:ref/progress', cab, report('en_route'))
  const points = [{ recorded_at: at(0), latitude: 53.79, longitude: -1.54 }]
  yield* call('POST /api/v1/driver/locations', cab, { body: { points } })
  const incident = { kind: 'delay', severity: 'low', occurred_at: at(0), note: 'Roadworks' }
  yield* call('POST /api/v1/driver/trips/:ref/incidents', cab, { params: driven, body: incident })
  for (const status of ['arrived', 'on_board', 'completed'])
    yield* call('POST /portal/v1/bookings/:ref/progress', admin, report(status))
  desk.advance(hours(48) * 1_000)
  await doWhatIsDue(desk)
  const { id } = (yield* call('GET /api/v1/payouts', key, { query: '?status=scheduled' }))[0]
  yield* call('POST /platform/v1/payouts/:id', platform, { params: { id }, body: { status: 'paid' } })

  useTransfers(desk)
  for (const [route, token] of [
    ['POST /platform/v1/trips/:ref/deposit-received', platform],
    ['POST /portal/v1/bookings/:ref/deposit-received', admin],
  ] as const) {
    const { ref, customer } = yield* entered()
    const body = { quote_id: yield* quoted(ref, 'confirmed'), payment_method: 'bank_transfer' }
    yield* call('POST /customer/v1/trip/book', customer, { body })
    yield* call(route, token, { params: { ref } })
  }

  yield* call('GET /api/v1/driver/privacy/export', cab)
  yield* call('POST /api/v1/driver/privacy/erasure', cab, { body: { confirm: true } })
  yield* call('POST /api/v1/driver/privacy/erasure', cab, { body: { confirm: false } })
  yield* call('POST /api/v1/driver/auth/logout', cab)
  yield* call('DELETE /portal/v1/drivers/:id', admin, { params: pat })
}

/** The code in the last SMS that waits to be sent. */
async function lastCode({ app }: Desk): Promise<string> {
  const messages = await app.storage.read((db) => db.db.select().from(db.t.messages))
  const texts = messages.filter(({ channel }) => channel === 'sms').map((message) => openMessage(app.secretBox, message))
  return /\b\d{6}\b/.exec(texts.at(-1) ?? '')?.[0] ?? ''
}

/** Everything that has fallen due happens, as the worker would have it. */
async function doWhatIsDue({ app }: Desk): Promise<void> {
  for (;;) {
    const taken = await claimDueTasks(app, 50)
    if (taken.length === 0) return
    for (const { kind, subjectId } of taken) await scheduledTasks[kind]?.(app, subjectId)
  }
}
