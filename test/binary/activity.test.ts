import { describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { days, goodCard, type Market, type MarketAnswer, ok, openMarket, statusAndCode } from '../support/market.ts'
import { addSignedInPerson, signInDriverByLink } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

type Line = { at: string; ref: string | null; what: string; by: { kind: string; name: string; token_id: string | null } }

const read = (market: Market, token: string, query = ''): Promise<MarketAnswer> =>
  market.call('GET', `/portal/v1/activity${query}`, { token })

const linesOf = async (market: Market, token: string, query = '?per_page=100'): Promise<Line[]> =>
  ok(await read(market, token, query))

const linesText = (lines: readonly Line[]) => lines.map(({ what, by }) => `${what} by ${by.kind} ${by.name}`)

describe('the activity log of a trip', () => {
  test('lists each action with its actor, newest first', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const jo = await addSignedInPerson(market, dales.ref)
    const trip = await market.trip([dales])
    ok(await dales.quote(trip))
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed', price_amount: 70_000 })
    ok(await trip.book(quoteId, goodCard))
    const pat = await dales.driver({ name: 'Pat <b>Moss</b>' })
    ok(
      await market.call('POST', `/api/v1/bookings/${trip.ref}/driver`, {
        token: jo.token,
        body: { driver_id: pat, vehicle_reg: 'YX20 ABC' },
      }),
    )
    const cab = await signInDriverByLink(market, dales.ref, pat)
    ok(await market.call('POST', `/api/v1/driver/trips/${trip.ref}/acknowledge`, { token: cab.token }))
    ok(await trip.cancel('The party is off.'))

    const lines = await linesOf(market, jo.token, `?ref=${trip.ref}&per_page=100`)
    const { data: people } = await market.call('GET', '/portal/v1/users', { token: jo.token })
    const { name } = people.find((one: { id: number }) => one.id === jo.id)
    // The actions of one transaction have no defined order.
    expect(linesText(lines).slice(-7, -3).sort()).toEqual([
      'booked by customer Ann Smith',
      `driver_assigned by person ${name}`,
      'payment_received by customer Ann Smith',
      'quote_locked by customer Ann Smith',
    ])
    expect(linesText(lines)).toContain('driver_acknowledged by driver Pat <b>Moss</b>')
    expect(linesText(lines).slice(-3)).toEqual([
      'quote_revised by key test',
      'quote_sent by key test',
      'job_offered by platform Platform',
    ])
    expect(linesText(lines)).toContain('booking_cancelled by customer Ann Smith')
    expect(lines.every(({ ref }) => ref === trip.ref)).toBe(true)
    const tokens = new Map(lines.map(({ by }) => [by.kind, by.token_id]))
    expect([tokens.get('person'), tokens.get('driver')]).toEqual([jo.token_id, cab.token_id])
    expect([tokens.get('customer'), tokens.get('platform')]).toEqual([null, null])

    // The log shows the current name of a driver.
    ok(await market.call('PATCH', `/portal/v1/drivers/${pat}`, { token: jo.token, body: { name: 'Pat Field' } }))
    expect(linesText(await linesOf(market, jo.token, `?ref=${trip.ref}&per_page=100`))).toContain(
      'driver_acknowledged by driver Pat Field',
    )
  })

  test('shows each operator its own lines, without the rival or the customer', async () => {
    const market = await openShared()
    const [dales, wolds, moors] = [await market.operator('Dales'), await market.operator('Wolds'), await market.operator('Moors')]
    const trip = await market.trip([dales, wolds])
    ok(await wolds.quote(trip))
    ok(await trip.request(await dales.makeQuote(trip), goodCard))
    ok(await dales.confirm(trip))
    const [ours, theirs, strange] = await Promise.all([dales, wolds, moors].map(({ ref }) => addSignedInPerson(market, ref)))
    const query = `?ref=${trip.ref}`
    expect(linesText(await linesOf(market, theirs?.token ?? '', query))).toEqual([
      'job_lost by system System',
      'quote_sent by key test',
      'job_offered by platform Platform',
    ])
    expect(linesText(await linesOf(market, ours?.token ?? '', query))).toEqual(
      expect.arrayContaining(['booked by key test', 'booking_requested by customer Ann Smith']),
    )
    expect(statusAndCode(await read(market, strange?.token ?? '', query))).toBe('404 not_found')
    expect(statusAndCode(await read(market, strange?.token ?? '', '?ref=TR-000000'))).toBe('404 not_found')
    const own = (await linesOf(market, strange?.token ?? '')).map(({ what }) => what)
    expect(own).toEqual(['user_added', 'key_made'])
  })

  test('hides the name of a customer before the booking, unless the operator entered the trip', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const jo = await addSignedInPerson(market, dales.ref)
    const trip = await market.requestedTrip(dales)
    expect(linesText(await linesOf(market, jo.token, `?ref=${trip.ref}`))[0]).toBe('booking_requested by customer Customer')
    const ask = {
      customer: { name: 'Ann Smith', email: 'ann@example.org' },
      pickup: { label: 'Leeds', kind: 'venue' },
      dropoff: { label: 'York', kind: 'venue' },
      departs_at: market.at(days(30)),
      passenger_count: 45,
    }
    const own = ok(await market.call('POST', '/portal/v1/trips', { token: jo.token, body: ask }))
    const [line, ...rest] = await linesOf(market, jo.token, `?ref=${own.ref}`)
    expect([line?.what, line?.by.token_id, rest]).toEqual(['trip_entered', jo.token_id, []])
    const { ref } = ok(await market.call('POST', '/customer/v1/enquiries', { body: { ...ask, operator_ref: dales.ref } }))
    expect(linesText(await linesOf(market, jo.token, `?ref=${ref}`))).toEqual(['job_offered by customer Customer'])
  })

  test('names the system for a quote that expired and quoting that ended', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const jo = await addSignedInPerson(market, dales.ref)
    const [quoted, open] = [await market.trip([dales]), await market.trip([dales])]
    ok(await dales.quote(quoted, { valid_until: market.at(3_600) }))
    await market.advance(days(21))
    await market.server.dueTasksDone()
    expect(linesText(await linesOf(market, jo.token, `?ref=${quoted.ref}`))[0]).toMatch(
      /^(quote_expired|quoting_ended) by system System$/,
    )
    expect(linesText(await linesOf(market, jo.token, `?ref=${open.ref}`))[0]).toBe('quoting_ended by system System')
  })
})

describe('the activity log of an account', () => {
  test('lists the last seven days, or since a given instant, in pages', async () => {
    await using market = await openMarket()
    const dales = await market.operator()
    const jo = await addSignedInPerson(market, dales.ref)
    const earlier = market.at(-60)
    for (let nth = 10; nth < 13; nth++) await dales.driver({ name: `Driver ${nth}` })
    await market.advance(days(8))
    await dales.driver({ name: 'A new one' })
    expect(linesText(await linesOf(market, jo.token, ''))).toEqual(['driver_added by key test'])
    const all = await read(market, jo.token, `?since=${earlier}&per_page=2&page=2`)
    expect(linesText(ok(all))).toEqual(['driver_added by key test', 'driver_added by key test'])
    expect(all.json.meta).toMatchObject({ total: 6, last_page: 3 })
    expect(statusAndCode(await read(market, jo.token, '?since=yesterday'))).toBe('422 validation_failed')
  })

  test('shows each role only the actions it may read', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const admin = await addSignedInPerson(market, dales.ref)
    const body = { name: 'Planner', abilities: ['jobs:read'] }
    const { token_id } = ok(await market.call('POST', '/portal/v1/keys', { token: admin.token, body }))
    expect((await market.call('DELETE', `/portal/v1/keys/${token_id}`, { token: admin.token })).status).toBe(204)
    const trip = await market.bookedTrip(dales)
    const whats = async (role: 'admin' | 'dispatcher' | 'accounts') => {
      const { token } = await addSignedInPerson(market, dales.ref, role)
      return new Set((await linesOf(market, token)).map(({ what }) => what))
    }
    const [all, road, books] = [await whats('admin'), await whats('dispatcher'), await whats('accounts')]
    const keys = ['key_made', 'key_revoked']
    expect(keys.every((one) => all.has(one) && !road.has(one) && !books.has(one))).toBe(true)
    expect([all, road, books].map((one) => one.has('job_offered'))).toEqual([true, true, false])
    expect([all, road, books].map((one) => one.has('booked'))).toEqual([true, true, true])
    expect([all, road, books].map((one) => one.has('user_added'))).toEqual([true, true, true])
    expect(statusAndCode(await read(market, dales.token, `?ref=${trip.ref}`))).toBe('403 wrong_credential')
  })

  test('adds a line for each change, and none for a refused call or one without effect', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const jo = await addSignedInPerson(market, dales.ref)
    const call = (method: string, path: string, body?: unknown) =>
      market.call(method, `/portal/v1${path}`, { token: jo.token, ...(body !== undefined && { body }) })
    const { id } = ok(await call('POST', '/vehicles', { registration: 'YX20 ABC', type: 'coach_49', seats: 49 }))
    ok(await call('PATCH', `/vehicles/${id}`, { seats: 49 }))
    ok(await call('PATCH', `/vehicles/${id}`, { seats: 51 }))
    expect((await call('PATCH', `/vehicles/${id}`, { seats: 0 })).status).toBe(422)
    const week = { starts_at: market.at(days(1)), ends_at: market.at(days(8)) }
    const block = ok(await call('POST', '/blocks', { kind: 'service', vehicle_id: id, ...week }))
    ok(await call('PATCH', `/blocks/${block.id}`, { note: 'New brakes.' }))
    expect((await call('DELETE', `/blocks/${block.id}`)).status).toBe(204)
    expect((await call('DELETE', `/vehicles/${id}`)).status).toBe(204)
    ok(await call('PATCH', '/operator', { settings: { vehicle_check_required: false } }))
    ok(await call('PUT', '/notifications', { mail: [], sms: [], digest: 'hourly' }))
    expect((await linesOf(market, jo.token)).map(({ what }) => what)).toEqual([
      'settings_changed',
      'vehicle_removed',
      'block_removed',
      'block_changed',
      'block_added',
      'vehicle_changed',
      'vehicle_added',
      'user_added',
      'key_made',
    ])
  })

  test('keeps its lines for fifteen months', async () => {
    await using market = await openMarket()
    const dales = await market.operator()
    await dales.driver()
    const count = async () => (await market.server.ask('SELECT 1 FROM activities')).length
    const before = await count()
    expect(before).toBeGreaterThan(0)
    await market.advance(days(440))
    await market.server.dueTasksDone()
    expect(await count()).toBeGreaterThanOrEqual(before)
    await market.advance(days(30))
    await eventually(async () => ((await count()) === 0 ? true : null))
  })
})
