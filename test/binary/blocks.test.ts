import { beforeAll, describe, expect, test } from 'bun:test'
import { toInstant } from '../../src/domain/instant.ts'
import {
  days,
  goodCard,
  hours,
  type Market,
  type MarketAnswer,
  type OperatorClient,
  ok,
  statusAndCode,
} from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let office: PortalClient
let stranger: PortalClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches')
  office = await portalClientOf(market, dales)
  stranger = await portalClientOf(market, await market.operator('Rival Travel'))
})

let plates = 100

async function coach(owner: PortalClient = office, seats = 49): Promise<number> {
  plates++
  return ok(await owner.call('POST', '/vehicles', { registration: `YX${plates} ABC`, type: 'coach_49', seats })).id
}

/** A time span in seconds from now, with one reading of the clock for both ends. */
function span(from: number, to: number) {
  const now = market.now()
  return { starts_at: toInstant(now + from * 1_000), ends_at: toInstant(now + to * 1_000) }
}

const faults = (answer: MarketAnswer): string[] => Object.keys(answer.json.error.fields)

// biome-ignore lint/suspicious/noExplicitAny: the tests read untyped answers
async function availability(query: string, owner: PortalClient = office): Promise<any> {
  return ok(await owner.call('GET', `/availability?${query}`))
}

function between(from: number, to: number): string {
  const { starts_at, ends_at } = span(from, to)
  return `from=${starts_at}&to=${ends_at}`
}

describe('a block', () => {
  test('is created, listed, changed and deleted', async () => {
    const vehicle_id = await coach()
    const { starts_at, ends_at } = span(days(1), days(2))
    const made = await office.call('POST', '/blocks', { kind: 'mot', vehicle_id, starts_at, ends_at, note: 'At Leeds.' })
    expect(made.status).toBe(201)
    expect(made.data).toMatchObject({
      kind: 'mot',
      vehicle_id,
      driver_id: null,
      note: 'At Leeds.',
      starts_at,
      ends_at,
    })
    const { id } = made.data

    const longer = { kind: 'service', ends_at: span(0, days(3)).ends_at, note: null }
    const changed = ok(await office.call('PATCH', `/blocks/${id}`, longer))
    expect(changed).toMatchObject({ id, vehicle_id, starts_at, ...longer })
    const listed = await office.call('GET', '/blocks')
    expect(listed.json.data.find((one: { id: number }) => one.id === id)).toEqual(changed)
    expect(listed.json.meta.total).toBe(listed.json.data.length)

    expect((await office.call('DELETE', `/blocks/${id}`)).status).toBe(204)
    expect(statusAndCode(await office.call('DELETE', `/blocks/${id}`))).toBe('404 not_found')
    expect(statusAndCode(await office.call('PATCH', `/blocks/${id}`, {}))).toBe('404 not_found')
  })

  test('is created once under an idempotency key', async () => {
    const body = { kind: 'sick', driver_id: await dales.driver(), ...span(0, days(1)) }
    const key = crypto.randomUUID()
    const both = [await office.call('POST', '/blocks', body, key), await office.call('POST', '/blocks', body, key)]
    expect(both[1]?.text).toBe(both[0]?.text ?? '')
    expect(both[1]?.headers.get('idempotency-replayed')).toBe('true')
  })

  test('moves from a coach to a driver', async () => {
    const [vehicle_id, driver_id] = [await coach(), await dales.driver()]
    const { id } = ok(await office.call('POST', '/blocks', { kind: 'hold', vehicle_id, ...span(0, days(1)) }))
    expect(faults(await office.call('PATCH', `/blocks/${id}`, { driver_id }))).toEqual(['vehicle_id'])
    const moved = ok(await office.call('PATCH', `/blocks/${id}`, { driver_id, vehicle_id: null }))
    expect(moved).toMatchObject({ driver_id, vehicle_id: null })
  })

  test('needs one coach or one driver of the account, and an end after its start', async () => {
    const [own, foreign, pat] = [await coach(), await coach(stranger), await dales.driver()]
    const refused = async (body: object) => {
      const answer = await office.call('POST', '/blocks', { kind: 'hold', vehicle_id: own, ...span(0, days(1)), ...body })
      expect(answer.status).toBe(422)
      return faults(answer)
    }
    expect(await refused({ driver_id: pat })).toEqual(['vehicle_id'])
    expect(await refused({ vehicle_id: null })).toEqual(['vehicle_id'])
    expect(await refused({ vehicle_id: foreign })).toEqual(['vehicle_id'])
    expect(await refused({ vehicle_id: null, driver_id: 987_654 })).toEqual(['driver_id'])
    expect(await refused(span(days(1), days(1)))).toEqual(['ends_at'])
    expect(await refused({ kind: 'asleep' })).toEqual(['kind'])
    expect(await refused({ note: 'x'.repeat(301) })).toEqual(['note'])
    expect(await refused({ starts_at: 'tomorrow' })).toEqual(['starts_at'])
  })

  test('is hidden from another operator', async () => {
    const { id } = ok(await office.call('POST', '/blocks', { kind: 'hold', vehicle_id: await coach(), ...span(0, days(1)) }))
    expect(statusAndCode(await stranger.call('PATCH', `/blocks/${id}`, { kind: 'mot' }))).toBe('404 not_found')
    expect(statusAndCode(await stranger.call('DELETE', `/blocks/${id}`))).toBe('404 not_found')
    expect(ok(await stranger.call('GET', '/blocks'))).toEqual([])
  })

  test('needs drivers:write to create, and drivers:read to read', async () => {
    const accounts = await market.personToken(dales, 'accounts')
    const body = { kind: 'hold', vehicle_id: await coach(), ...span(0, days(1)) }
    expect(statusAndCode(await market.call('POST', '/portal/v1/blocks', { token: accounts, body }))).toBe('403 missing_ability')
    const reader = await market.key(dales.ref, ['drivers:write'])
    expect(statusAndCode(await market.call('GET', '/portal/v1/blocks', { token: reader }))).toMatch(/^403/)
  })

  test('warns the dispatcher on an assignment of its driver or coach, and does not prevent it', async () => {
    const [vehicle_id, driver_id] = [await coach(), await dales.driver()]
    const trip = await market.bookedTrip(dales, { departsIn: days(100) })
    ok(await office.call('POST', '/blocks', { kind: 'sick', driver_id, ...span(days(100) + hours(8), days(101)) }))
    ok(await office.call('POST', '/blocks', { kind: 'mot', vehicle_id, ...span(days(90), days(100) + hours(1)) }))
    ok(await office.call('POST', '/blocks', { kind: 'service', vehicle_id, ...span(days(101), days(102)) }))
    const { assignment, duties } = ok(await dales.assign(trip, driver_id, `YX${plates} ABC`, { vehicle_id }))
    const warnings = assignment.warnings.filter(({ code }: { code: string }) => code.endsWith('_blocked'))
    expect(warnings).toEqual([
      { code: 'driver_blocked', message: 'The driver is not free at that time.' },
      { code: 'vehicle_blocked', message: 'The vehicle is not free at that time: at its MOT.' },
    ])
    expect(duties[0].warnings).toEqual(assignment.warnings)
  })
})

describe('availability', () => {
  test('lists the bookings, quotes and blocks of each coach and driver', async () => {
    const dep = await market.operator('Moors Travel')
    const desk = await portalClientOf(market, dep)
    const [small, large] = [await coach(desk, 16), await coach(desk, 53)]
    const registration = `YX${plates} ABC`
    const pat = await dep.driver()
    const jo = await dep.driver({ name: 'Jo Moss' })
    const start = market.now() + days(30) * 1_000
    const at = (day: number, seconds = 0) => toInstant(start + (days(day) + seconds) * 1_000)
    const trip = (day: number) => market.trip([dep], { departs_at: at(day), returns_at: at(day, hours(9)) })
    const vehicles = [{ type: 'coach_53', count: 1, seats: 53, vehicle_id: large }]
    const quoted = async (day: number, availability: string) => {
      const wanted = await trip(day)
      return { trip: wanted, id: await dep.makeQuote(wanted, { availability, vehicles }) }
    }
    const [booked, confirmed, likely, withdrawn] = [
      await quoted(0, 'confirmed'),
      await quoted(1, 'confirmed'),
      await quoted(2, 'likely'),
      await quoted(3, 'confirmed'),
    ] as const
    ok(await booked.trip.book(booked.id, goodCard))
    ok(await dep.withdraw(withdrawn.trip))
    const driven = await trip(4)
    ok(await driven.book(await dep.makeQuote(driven, { availability: 'confirmed' }), goodCard))
    ok(await dep.assign(driven, pat, 'YX16 ABC', { vehicle_id: small }))
    ok(await desk.call('POST', '/blocks', { kind: 'holiday', driver_id: jo, starts_at: at(0), ends_at: at(9) }))
    ok(await desk.call('POST', '/blocks', { kind: 'mot', vehicle_id: large, starts_at: at(-9), ends_at: at(0) }))

    const all = await availability(`from=${at(0)}&to=${at(9)}`, desk)
    const busy = new Map(all.vehicles.map((one: { id: number; busy: unknown }) => [one.id, one.busy]))
    // Leeds to York takes 46 minutes by the estimate.
    const road = (day: number) => ({ from: at(day), to: at(day, hours(9) + 46 * 60), kind: null })
    expect(busy.get(large)).toEqual([
      { ...road(0), what: 'booking', ref: booked.trip.ref },
      { ...road(1), what: 'confirmed', ref: confirmed.trip.ref },
      { ...road(2), what: 'likely', ref: likely.trip.ref },
    ])
    expect(busy.get(small)).toEqual([{ ...road(4), what: 'booking', ref: driven.ref }])
    expect(all.drivers).toEqual([
      { id: pat, name: 'Pat Moss', busy: [{ ...road(4), what: 'booking', ref: driven.ref }] },
      { id: jo, name: 'Jo Moss', busy: [{ from: at(0), to: at(9), what: 'block', ref: null, kind: 'holiday' }] },
    ])
    const before = await availability(`from=${at(-10)}&to=${at(0)}&seats=50`, desk)
    const mot = { from: at(-9), to: at(0), what: 'block', ref: null, kind: 'mot' }
    expect(before.vehicles).toEqual([{ id: large, registration, seats: 53, busy: [mot] }])
    expect((await availability(`from=${at(0)}&to=${at(9)}`)).drivers.map(({ id }: { id: number }) => id)).not.toContain(pat)
  })

  test('covers at most 62 days, and rejects a span that does not end after its start', async () => {
    expect(statusAndCode(await office.call('GET', `/availability?${between(0, days(62))}`))).toBe('200')
    for (const [query, field] of [
      [between(0, days(62) + 1), 'to'],
      [between(days(2), days(2)), 'to'],
      [`from=${market.at(0)}`, 'to'],
      [`${between(0, days(1))}&seats=many`, 'seats'],
      ['from=2027-03-02&to=2027-03-03', 'from'],
    ] as const) {
      const answer = await office.call('GET', `/availability?${query}`)
      expect(statusAndCode(answer)).toBe('422 validation_failed')
      expect(faults(answer)).toContain(field)
    }
  })

  test('needs drivers:read', async () => {
    const token = await market.key(dales.ref, ['jobs:read'])
    expect(statusAndCode(await market.call('GET', `/portal/v1/availability?${between(0, 60)}`, { token }))).toMatch(/^403/)
  })
})
