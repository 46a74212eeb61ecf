import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { addUser } from '../../src/actions/people/users.ts'
import { startInProcess } from '../support/in-process-server.ts'

/** The number of statements of each call of the main job, with sign-in and rate limit. */
const counts = new Map<string, number>()
/** Those statements, for the message of a failed test. */
const statementsOf = new Map<string, readonly string[]>()
let statements: string[] = []

/** Statements not counted: transaction control, and counts that the server writes at intervals for all calls. */
const uncounted =
  /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|insert into "rate_limits"|delete from "rate_limits"|update "credentials" set "last_used_at"|update "drivers" set "app_last_seen_at")/

const prepare = Database.prototype.prepare
const spy = spyOn(Database.prototype, 'prepare')

beforeAll(async () => {
  spy.mockImplementation(function (this: Database, ...given: Parameters<typeof prepare>) {
    const statement = prepare.apply(this, given)
    for (const way of ['all', 'get', 'run', 'values'] as const) {
      const execute = statement[way].bind(statement) as (...values: never[]) => never
      statement[way] = (...values: never[]) => {
        statements.push(given[0])
        return execute(...values)
      }
    }
    return statement
  } as typeof prepare)

  await using desk = await startInProcess({ isFile: true })
  await desk.app.storage.transact(async (tx) => {
    for (const role of ['admin', 'dispatcher', 'accounts'] as const) {
      await addUser(tx, desk.operator, { email: `${role}@dales.example`, name: 'Jo', role }, 0)
    }
  })
  const operator = (await desk.mint()).token
  const platform = (await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })).token

  async function did(name: string, token: string, method: string, path: string, body?: unknown) {
    desk.advance(1_000)
    statements = []
    const answer = await desk.call(method, path, { token, ...(body !== undefined && { body }) })
    if (answer.status >= 400) throw new Error(`${name}: ${answer.text}`)
    const own = statements.filter((sql) => !uncounted.test(sql))
    counts.set(name, own.length)
    statementsOf.set(name, own)
    return answer.json.data
  }

  const place = (label: string) => ({ label, kind: 'venue' })
  const { ref, customer_token: own } = await did('enter a trip', platform, 'POST', '/platform/v1/trips', {
    pickup: place('Leeds'),
    dropoff: place('York'),
    departs_at: new Date(Date.UTC(2026, 7, 20)).toISOString(),
    passenger_count: 45,
    offer_to: 'all',
    customer: { name: 'Ann Smith', email: 'ann@example.org' },
  })
  const job = `/api/v1/jobs/${ref}`
  const vehicles = [{ type: 'coach_49', count: 4, seats: 49 }]
  const terms = { price_amount: 64_000, currency_code: 'GBP', availability: 'confirmed', vehicles }
  await did('list jobs', operator, 'GET', '/api/v1/jobs')
  await did('check the key', operator, 'GET', '/api/v1/me')
  await did('read a job', operator, 'GET', job)
  await did('quote', operator, 'POST', `${job}/quote`, terms)
  await did('revise', operator, 'POST', `${job}/quote`, terms)
  await did('unconfirm', operator, 'POST', `${job}/unconfirm`)
  await did('withdraw', operator, 'POST', `${job}/withdraw`)
  await did('decline', operator, 'POST', `${job}/decline`)
  const { my_quote: quote } = await did('quote again', operator, 'POST', `${job}/quote`, { ...terms, availability: 'likely' })
  await did("read the customer's trip", own, 'GET', '/customer/v1/trip')
  await did('request booking', own, 'POST', '/customer/v1/trip/request-booking', {
    quote_id: quote.id,
    payment_method: 'bank_transfer',
  })
  await did('confirm', operator, 'POST', `${job}/confirm-booking-request`)
  await did('deposit received', platform, 'POST', `/platform/v1/trips/${ref}/deposit-received`)
  await did('list bookings', operator, 'GET', '/api/v1/bookings')
  await did('read a booking', operator, 'GET', `/api/v1/bookings/${ref}`)

  const { id } = await did('subscribe', operator, 'POST', '/api/v1/webhooks', {
    label: 'Back office',
    endpoint_url: 'https://hooks.example.com/heard',
    events: ['job.offered'],
  })
  await log(desk, id, 2)
  await did('read the log of 2', operator, 'GET', `/api/v1/webhooks/${id}/deliveries`)
  await log(desk, id, 20)
  await did('read the log of 20', operator, 'GET', `/api/v1/webhooks/${id}/deliveries?per_page=50`)

  const drivers: { id: number; token: string }[] = []
  for (const vehicleNo of [1, 2, 3, 4]) {
    const { id: driverId } = await did('add a driver', operator, 'POST', '/api/v1/drivers', { name: `Driver ${vehicleNo}` })
    drivers.push({ id: driverId, token: (await desk.mint({ kind: 'driver_device', driverId, abilities: [] })).token })
    const given = { driver_id: driverId, vehicle_reg: `YX2${vehicleNo} ABC`, vehicle_no: vehicleNo }
    await did('assign the driver', operator, 'POST', `/api/v1/bookings/${ref}/driver`, given)
    await did(`list bookings of ${vehicleNo}`, operator, 'GET', '/api/v1/bookings')
    await did(`read a booking of ${vehicleNo}`, operator, 'GET', `/api/v1/bookings/${ref}`)
    const first = drivers[0]?.token ?? ''
    if (vehicleNo === 1) await did("read a driver's trip for the first time", first, 'GET', `/api/v1/driver/trips/${ref}`)
    await did(`list a driver's trips of ${vehicleNo}`, first, 'GET', '/api/v1/driver/trips')
    await did(`read a driver's trip of ${vehicleNo}`, first, 'GET', `/api/v1/driver/trips/${ref}`)
  }
})

afterAll(() => spy.mockRestore())

/** Adds this many deliveries of a subscription, each with two attempts. */
async function log({ app: { storage } }: Awaited<ReturnType<typeof startInProcess>>, subscriptionId: number, many: number) {
  const payload = { event: 'job.offered', operator_ref: 'OP-1', occurred_at: '2026-05-20T08:11:02Z', data: {} }
  await storage.transact(async ({ db, t }) => {
    for (let n = 0; n < many; n++) {
      const about = { event: 'job.offered', tripId: 1, operatorId: 1, body: JSON.stringify(payload), occurredAt: n } as const
      const [event] = await db.insert(t.webhookEvents).values(about).returning()
      const deliveryId = Bun.randomUUIDv7()
      await db.insert(t.webhookDeliveries).values({
        id: deliveryId,
        eventId: event?.id ?? 0,
        subscriptionId,
        event: 'job.offered',
        hasData: true,
        status: 'failed',
        attempts: 2,
        dueAt: n,
        createdAt: n,
      })
      for (const number of [1, 2]) {
        await db.insert(t.webhookAttempts).values({ deliveryId, number, attemptedAt: n, durationMs: 1, error: 'timeout' })
      }
    }
  })
}

/** The number of statements of each call before notices existed. */
const withoutNotices = {
  'enter a trip': 15,
  quote: 17,
  revise: 11,
  withdraw: 9,
  'request booking': 20,
  confirm: 18,
  'deposit received': 31,
}

describe('the main job', () => {
  test.each([
    ['enter a trip', 21],
    ['list jobs', 4],
    ['check the key', 2],
    ['read a job', 2],
    ['quote', 21],
    ['revise', 14],
    ['unconfirm', 10],
    ['withdraw', 12],
    ['decline', 6],
    ["read the customer's trip", 8],
    ['request booking', 24],
    ['confirm', 22],
    ['deposit received', 38],
    ['list bookings', 3],
    ['read a booking', 8],
  ])('%s takes at most %d statements', (name, most) => {
    expect(counts.get(name), statementsOf.get(name)?.join('\n')).toBeLessThanOrEqual(most)
  })

  test('takes less than a third more statements for notices', () => {
    const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
    const withNotices = total(Object.keys(withoutNotices).map((name) => counts.get(name) ?? 0))
    expect(withNotices / total(Object.values(withoutNotices))).toBeLessThanOrEqual(1.3)
  })

  test.each(['list bookings', 'read a booking', "list a driver's trips", "read a driver's trip"])(
    'needs no more statements for four drivers than for one: %s',
    (name) => {
      expect(counts.get(`${name} of 4`)).toBe(counts.get(`${name} of 1`) ?? 0)
    },
  )

  test('needs no more statements for more deliveries in the log', () => {
    expect(counts.get('read the log of 20')).toBe(counts.get('read the log of 2') ?? 0)
  })
})
