import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { startInProcess } from '../support/in-process-server.ts'

/** The frequent calls of a working day by name, with the number of statements that the last call prepared. */
const prepared = new Map<string, number>()

const prepare = Database.prototype.prepare
const spy = spyOn(Database.prototype, 'prepare')

beforeAll(async () => {
  spy.mockImplementation(function (this: Database, ...given: Parameters<typeof prepare>) {
    return prepare.apply(this, given)
  } as typeof prepare)
  await using desk = await startInProcess({ isFile: true })
  const operator = (await desk.mint()).token
  const platform = (await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })).token

  async function did(name: string, token: string, method: string, path: string, body?: unknown, headers = {}) {
    spy.mockClear()
    const answer = await desk.call(method, path, { token, headers, ...(body !== undefined && { body }) })
    if (answer.status >= 400) throw new Error(`${name}: ${answer.text}`)
    prepared.set(name, spy.mock.calls.length)
    return answer.json.data
  }

  async function work(day: number): Promise<void> {
    const place = (label: string) => ({ label, kind: 'venue' })
    const departsAt = new Date(Date.UTC(2026, 7, 20)).toISOString()
    const entered = {
      pickup: place('Leeds'),
      dropoff: place('York'),
      departs_at: departsAt,
      passenger_count: 45,
      offer_to: 'all',
    }
    const customer = { name: 'Ann Smith', email: 'ann@example.org' }
    const { ref, customer_token: own } = await did('enter a trip', platform, 'POST', '/platform/v1/trips', {
      ...entered,
      customer,
    })

    await did('me', operator, 'GET', '/api/v1/me')
    for (const filter of ['all', 'fresh', 'quoted', 'closing', 'expired'])
      await did(`jobs ${filter}`, operator, 'GET', `/api/v1/jobs?filter=${filter}&page=2&updated_since=2026-01-01T00:00:00Z`)
    const vehicles = [{ type: 'coach_49', count: 1, seats: 49 }]
    const terms = { price_amount: 64_000, currency_code: 'GBP', availability: 'confirmed', vehicles }
    const job = `/api/v1/jobs/${ref}`
    await did('quote', operator, 'POST', `${job}/quote`, terms)
    await did('revise, with a key', operator, 'POST', `${job}/quote`, terms, {
      'Idempotency-Key': `key ${day}`.replace(' ', '-'),
    })
    await did('the same again', operator, 'POST', `${job}/quote`, terms, { 'Idempotency-Key': `key-${day}` })
    await did('unconfirm', operator, 'POST', `${job}/unconfirm`)
    await did('withdraw', operator, 'POST', `${job}/withdraw`)
    await did('decline', operator, 'POST', `${job}/decline`)
    const { my_quote: quote } = await did('quote again', operator, 'POST', `${job}/quote`, terms)
    await did('job', operator, 'GET', job)

    await did("the customer's trip", own, 'GET', '/customer/v1/trip')
    const choice = { quote_id: quote.id, payment_method: 'bank_transfer' }
    await did('book', own, 'POST', '/customer/v1/trip/book', choice)
    await did('deposit received', platform, 'POST', `/platform/v1/trips/${ref}/deposit-received`)
    await did('the whole trip', platform, 'GET', `/platform/v1/trips/${ref}`)

    const pat = { name: 'Pat Moss', email: `pat${day}@example.org`, invite_now: true }
    const driver = await did('add a driver', operator, 'POST', '/api/v1/drivers', pat)
    await did('drivers', operator, 'GET', '/api/v1/drivers?per_page=100')
    const crew = { driver_id: driver.id, vehicle_reg: `YX20 AB${day}` }
    await did('assign', operator, 'POST', `/api/v1/bookings/${ref}/driver`, crew)
    await did('booking', operator, 'GET', `/api/v1/bookings/${ref}`)
    for (const status of ['active', 'cancelled', 'all'])
      await did(`bookings ${status}`, operator, 'GET', `/api/v1/bookings?status=${status}&departs_from=2026-01-01T00:00:00Z`)
    await did('every payout', platform, 'GET', '/platform/v1/payouts?status=pending&scheduled_before=2026-01-01T00:00:00Z')
    await did('payouts', operator, 'GET', '/api/v1/payouts?status=pending')
    await did('cancel', own, 'POST', '/customer/v1/trip/cancel', { reason: 'Rain.' })
    await desk.app.rateLimits.flush()
    await desk.app.lastUsed.flush()
  }

  for (const day of [1, 2, 3]) await work(day)
})

afterAll(() => spy.mockRestore())

describe('frequent calls', () => {
  test('prepare each statement only once', () => {
    const builders = [...prepared].filter(([, count]) => count > 0).map(([name]) => name)
    expect(builders.filter((name) => name !== 'enter a trip')).toEqual([])
    expect(prepared.size).toBeGreaterThan(25)
  })
})
