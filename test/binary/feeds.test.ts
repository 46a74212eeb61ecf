import { beforeAll, describe, expect, test } from 'bun:test'
import ICAL from 'ical.js'
import { assignedTrip, type DriverClient, signInDriver } from '../support/driver-client.ts'
import { days, hours, type Market, minutes, type OperatorClient, ok, openMarket, statusAndCode } from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches')
  office = await portalClientOf(market, dales)
})

const openCalendar = (url: string, headers: Record<string, string> = {}) =>
  market.server.fetch(new URL(url).pathname, { headers })

async function feed(body: object, owner: PortalClient = office): Promise<{ readonly id: number; readonly url: string }> {
  return ok(await owner.call('POST', '/feeds', body))
}

/** Events of a calendar, read with a strict parser. */
async function eventsAt(url: string) {
  const answer = await openCalendar(url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar;charset=utf-8'])
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()))
  const zones = calendar.getAllSubcomponents('vtimezone').map((zone) => new ICAL.Timezone(zone))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const start = component.getFirstProperty('dtstart')
    const zone = zones.find(({ tzid }) => tzid === start?.getFirstParameter('tzid'))
    if (zone === undefined) throw new Error('an event on clocks that are not in the calendar')
    event.startDate.zone = zone
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      location: component.getFirstPropertyValue('location'),
      description: component.getFirstPropertyValue('description'),
      status: component.getFirstPropertyValue('status'),
      wall: event.startDate.toString(),
      start: event.startDate.toUnixTime() * 1_000,
      zone: zone.tzid,
    }
  })
}

const vehicle = async (registration: string) =>
  ok(await office.call('POST', '/vehicles', { registration, type: 'coach_49', seats: 49 })).id as number

describe('calendar feed', () => {
  test('lists the duties of all drivers, one driver or one vehicle, and trips without a driver', async () => {
    const customer = await market.bookedTrip(dales)
    const coachId = await vehicle('AB12 CAL')
    const driverId = await dales.driver({ name: 'Pat Lee' })
    const all = await feed({ of: 'operator', show: 'full' })
    const ofCoach = await feed({ of: 'vehicle', id: coachId, show: 'full' })
    const ofDriver = await feed({ of: 'driver', id: driverId, show: 'busy' })
    expect(all.url).toMatch(/\/feeds\/cbf_[0-9A-Za-z]{49}\.ics$/)

    const [waiting] = await eventsAt(all.url)
    const { departs_at, timezone, revision } = ok(await dales.get(`/bookings/${customer.ref}`))
    expect(waiting).toMatchObject({ sequence: revision, status: 'CONFIRMED', start: Date.parse(departs_at), zone: timezone })
    expect(waiting?.summary).toStartWith('No driver yet: ')
    expect(await eventsAt(ofCoach.url)).toEqual([])

    ok(await dales.assign(customer, driverId, 'AB12 CAL', { vehicle_id: coachId }))
    const [duty, ...none] = await eventsAt(all.url)
    expect(none).toEqual([])
    expect(duty?.uid).not.toBe(waiting?.uid)
    expect(duty?.wall).toBe(departs_at.slice(0, 19))
    expect(duty?.location).toBe('Leeds Town Hall, Leeds, LS1 3AD')
    expect(duty?.description).toContain('Coach: AB12 CAL\nDriver: Pat Lee')
    expect<unknown>(await eventsAt(ofCoach.url)).toEqual([duty])
    const [busy] = await eventsAt(ofDriver.url)
    expect(busy).toEqual({ ...duty, summary: 'Busy', location: null, description: null } as never)
  })

  test('never contains phone numbers, email addresses, prices or the customer', async () => {
    const lines = { address_lines: ['off the M62, 640.00 GBP'], locality: 'Leeds £640' }
    const home = { label: 'Ring 07700 900123 or ann@example.org', kind: 'venue', ...lines }
    const away = { label: 'York by 15:30, EUR 1.200,50; 1 200 €', kind: 'venue' }
    const fields = { pickup: home, dropoff: away, notes: 'Ring 07700 900123, $50' }
    const customer = await market.bookedTrip(dales, fields)
    const driverId = await dales.driver({ name: 'Pat, 07700 900 999' })
    ok(await dales.assign(customer, driverId, 'YX20 ABC', { report_place: 'Ask Bo on 01132 496 0000, £5 a tea' }))
    for (const of of ['operator', 'driver'] as const) {
      const { url } = await feed({ of, ...(of === 'driver' && { id: driverId }), show: 'full' })
      const text = (await (await openCalendar(url)).text()).replaceAll('\r\n ', '')
      expect(text).toContain(customer.ref)
      expect(text).toContain('York by 15:30\\, [removed]\\; [removed]')
      expect(text).toContain('off the M62\\, [removed]')
      const typed = [
        '900123',
        '900 123',
        '900 999',
        '496 0000',
        'ann@',
        'Ann Smith',
        '£',
        '€',
        '$',
        'GBP',
        'EUR',
        '1.200',
        '1 200',
        '640.00',
      ]
      for (const secret of typed) expect(text).not.toContain(secret)
    }
  })

  test('has an event for each vehicle without a driver when another vehicle has one', async () => {
    const desk = await market.operator('Two Coaches')
    const people = await portalClientOf(market, desk)
    const customer = await market.trip([desk], { passenger_count: 90 })
    const two = { availability: 'confirmed', vehicles: [{ type: 'coach_49', count: 2, seats: 49 }] }
    ok(await customer.book(await desk.makeQuote(customer, two)))
    const { url } = await feed({ of: 'operator', show: 'full' }, people)
    const readEvents = async (address = url) => {
      const events = await eventsAt(address)
      return events.map(({ uid, summary, wall }) => [
        uid.split('@')[0],
        /^No driver yet|\(coach \d of 2\)$/g[Symbol.match](summary),
        wall,
      ])
    }
    const { departs_at, legs } = ok(await desk.booking(customer))
    const [out, back] = legs.map((leg: { departs_at: string }) => leg.departs_at.slice(0, 19))
    const [[whole]] = (await readEvents()) as [[string]]
    expect(await readEvents()).toEqual([[whole, ['No driver yet'], departs_at.slice(0, 19)]])

    const pat = await desk.driver({ name: 'Pat Lee' })
    ok(await desk.assign(customer, pat, 'YX20 ABC', { vehicle_no: 1 }))
    const duty = [expect.stringMatching(/^duty-\d+$/), ['(coach 1 of 2)'], out]
    const open = `${whole}-coach-2`
    expect(await readEvents()).toEqual([duty, [open, ['No driver yet', '(coach 2 of 2)'], out]])
    const busy = await feed({ of: 'operator', show: 'busy' }, people)
    expect(await readEvents(busy.url)).toEqual([
      [duty[0], null, out],
      [open, null, out],
    ])
    expect(await readEvents((await feed({ of: 'driver', id: pat, show: 'full' }, people)).url)).toEqual([duty])

    // A second driver, or a driver on the way out only, leaves the vehicle open.
    const kim = await desk.driver({ name: 'Kim Low' })
    const helper = await desk.driver({ name: 'Bo Day' })
    ok(await desk.assign(customer, helper, 'YX21 ABC', { vehicle_no: 2, role: 'second' }))
    ok(await desk.assign(customer, kim, 'YX21 ABC', { vehicle_no: 2, legs: [legs[0].sequence] }))
    expect((await readEvents()).filter(([uid]) => uid === open)).toEqual([[open, ['No driver yet', '(coach 2 of 2)'], back]])
    ok(await desk.assign(customer, kim, 'YX21 ABC', { vehicle_no: 2 }))
    expect((await readEvents()).map(([uid]) => uid)).not.toContain(open)

    ok(await people.call('POST', `/bookings/${customer.ref}/cancel`, { reason: 'The road is closed.' }))
    expect((await eventsAt(url)).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
  })

  test('sends an ETag, and sends the calendar again only after a change', async () => {
    const customer = await market.bookedTrip(dales)
    const driverId = await dales.driver()
    ok(await dales.assign(customer, driverId))
    const { url } = await feed({ of: 'driver', id: driverId, show: 'full' })
    const first = await openCalendar(url)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{43}"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await openCalendar(url, { 'If-None-Match': known })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    }
    const [before] = await eventsAt(url)
    const later = { departs_at: market.at(days(60) + minutes(10)) }
    ok(await office.call('POST', `/bookings/${customer.ref}/amendments`, { changes: later, reason: 'Later', consent: 'given' }))
    const changed = await openCalendar(url, { 'If-None-Match': tag })
    expect(changed.status).toBe(200)
    const [after] = await eventsAt(url)
    expect(after).toMatchObject({ uid: before?.uid, sequence: (before?.sequence ?? 0) + 1, start: Date.parse(later.departs_at) })
    await changed.body?.cancel()
  })

  test('keeps a cancelled trip for 30 days', async () => {
    await using other = await openMarket({ isMute: true })
    const desk = await other.operator()
    const people = await portalClientOf(other, desk)
    const customer = await other.bookedTrip(desk)
    const driverId = await desk.driver()
    ok(await desk.assign(customer, driverId))
    const { url } = ok(await people.call('POST', '/feeds', { of: 'driver', id: driverId, show: 'full' }))
    ok(await people.call('POST', `/bookings/${customer.ref}/cancel`, { reason: 'The road is closed.' }))
    const read = async () => (await (await other.server.fetch(new URL(url).pathname)).text()).replaceAll('\r\n ', '')
    expect(await read()).toContain('STATUS:CANCELLED')
    await other.advance(days(30) - hours(1))
    expect(await read()).toContain(customer.ref)
    await other.advance(hours(2))
    expect(await read()).not.toContain('VEVENT')
  })

  test('increases the sequence after each change, removed duty and cancellation', async () => {
    const customer = await market.bookedTrip(dales)
    const { legs } = ok(await dales.booking(customer))
    const [out, back] = legs.filter(({ kind }: { kind: string }) => kind === 'transfer')
    const [pat, kim] = [await dales.driver(), await dales.driver({ name: 'Kim Low' })]
    const { url } = await feed({ of: 'driver', id: pat, show: 'full' })
    const whole = await feed({ of: 'operator', show: 'full' })
    const seen = new Map<string, { readonly sequence: number; readonly content: string }>()
    /** Reads the events of this trip. A changed event must have a higher sequence than before. */
    const read = async (address = url) => {
      const events = (await eventsAt(address)).filter(({ description }) => String(description).includes(customer.ref))
      for (const { uid, sequence, status, wall, description } of events) {
        const content = JSON.stringify([status, wall, description])
        const before = seen.get(uid)
        if (before !== undefined && before.content !== content) expect(sequence).toBeGreaterThan(before.sequence)
        if (before !== undefined) expect(sequence).toBeGreaterThanOrEqual(before.sequence)
        seen.set(uid, { sequence, content })
      }
      return events.map(({ status, wall }) => `${status} ${wall}`)
    }
    const at = (leg: { departs_at: string }) => leg.departs_at.slice(0, 19)
    ok(await dales.assign(customer, pat))
    expect(await read()).toEqual([`CONFIRMED ${at(out)}`])
    await read(whole.url)
    // Another driver takes the way out, so that this duty begins later.
    ok(await dales.assign(customer, kim, 'YX20 ABC', { legs: [out.sequence] }))
    expect(await read()).toEqual([`CONFIRMED ${at(back)}`])
    await read(whole.url)
    const { duties } = ok(await dales.booking(customer))
    const own = duties.find(({ driver }: { driver: { id: number } }) => driver.id === pat)
    expect((await office.call('DELETE', `/bookings/${customer.ref}/duties/${own.id}`)).status).toBe(204)
    expect(await read()).toEqual([`CANCELLED ${at(back)}`])
    expect((await read(whole.url)).sort()).toEqual(
      [`CANCELLED ${at(back)}`, `CONFIRMED ${at(out)}`, `CONFIRMED ${at(back)}`].sort(),
    )
    ok(await office.call('POST', `/bookings/${customer.ref}/cancel`, { reason: 'The road is closed.' }))
    await read()
    expect((await read(whole.url)).filter((event) => event.startsWith('CONFIRMED'))).toEqual([])
  })

  test('removes a duty when another driver takes it over', async () => {
    const customer = await market.bookedTrip(dales)
    const [pat, kim] = [await dales.driver(), await dales.driver({ name: 'Kim Low' })]
    ok(await dales.assign(customer, pat))
    const { url } = await feed({ of: 'driver', id: pat, show: 'full' })
    expect(await eventsAt(url)).toHaveLength(1)
    ok(await dales.assign(customer, kim))
    expect(await eventsAt(url)).toEqual([])
  })

  test('shows a duty without remaining drives as cancelled for 30 days', async () => {
    await using other = await openMarket({ isMute: true })
    const desk = await other.operator()
    const people = await portalClientOf(other, desk)
    const customer = await other.bookedTrip(desk)
    const { legs } = ok(await desk.booking(customer))
    const [out, back] = legs.filter(({ kind }: { kind: string }) => kind === 'transfer')
    const [pat, kim] = [await desk.driver(), await desk.driver({ name: 'Kim Low' })]
    ok(await desk.assign(customer, pat, 'YX20 ABC', { legs: [back.sequence] }))
    const feedOf = async (body: object) => ok(await people.call('POST', '/feeds', { ...body, show: 'full' })).url
    const [ofPat, whole] = [await feedOf({ of: 'driver', id: pat }), await feedOf({ of: 'operator' })]
    const readEvents = async (url: string) => {
      const text = await (await other.server.fetch(new URL(url).pathname)).text()
      return [...text.matchAll(/^UID:([a-z]+)-.*?^STATUS:(\w+)/gms)].map(([, kind, status]) => `${kind} ${status}`)
    }
    const one = { pickup: out.pickup, dropoff: out.dropoff, departs_at: out.departs_at }
    const changes = { legs: [one] }
    ok(await people.call('POST', `/bookings/${customer.ref}/amendments`, { changes, reason: 'One way', consent: 'given' }))
    expect(await readEvents(ofPat)).toEqual(['duty CANCELLED'])
    expect((await readEvents(whole)).sort()).toEqual(['booking CONFIRMED', 'duty CANCELLED'])
    ok(await desk.assign(customer, kim, 'YX20 ABC'))
    expect((await readEvents(whole)).sort()).toEqual(['duty CANCELLED', 'duty CONFIRMED'])
    await other.advance(days(30) + hours(1))
    expect(await readEvents(ofPat)).toEqual([])
    expect(await readEvents(whole)).toEqual(['duty CONFIRMED'])
  })

  test('removes prices typed into a place, except in the calendar of the customer', async () => {
    const pickup = { label: 'Scouts', kind: 'venue', address_lines: ['12 Pound Lane'], locality: 'Otley, fare 64, £5 a car' }
    const customer = await market.bookedTrip(dales, { pickup })
    const { url } = await feed({ of: 'operator', show: 'full' })
    const event = (await eventsAt(url)).find(({ description }) => String(description).includes(customer.ref))
    expect(event?.location).toBe('Scouts, 12 Pound Lane, Otley, [removed], [removed] a car')
    const own = await market.server.fetch('/customer/v1/trip/calendar.ics', {
      headers: { Authorization: `Bearer ${customer.token}` },
    })
    expect((await own.text()).replaceAll('\r\n ', '')).toContain(
      'LOCATION:Scouts\\, 12 Pound Lane\\, Otley\\, fare 64\\, £5 a car',
    )
  })

  test('rounds a calculated end up to five minutes', async () => {
    const customer = await market.bookedTrip(dales, { returns_at: null, driving_seconds: 3_107, distance_m: 51_234 })
    const { departs_at, ends_at } = ok(await dales.booking(customer))
    expect(Date.parse(ends_at) - Date.parse(departs_at)).toBe(3_107_000)
    const five = minutes(5) * 1_000
    const rounded = Math.ceil(Date.parse(ends_at) / five) * five
    const { url } = await feed({ of: 'operator', show: 'full' })
    const own = { headers: { Authorization: `Bearer ${customer.token}` } }
    for (const answer of [await openCalendar(url), await market.server.fetch('/customer/v1/trip/calendar.ics', own)]) {
      const calendar = new ICAL.Component(ICAL.parse(await answer.text()))
      const zones = calendar.getAllSubcomponents('vtimezone').map((zone) => new ICAL.Timezone(zone))
      const ends = calendar.getAllSubcomponents('vevent').map((component) => {
        const end = new ICAL.Event(component).endDate
        end.zone = zones.find(({ tzid }) => tzid === component.getFirstProperty('dtend')?.getFirstParameter('tzid')) ?? end.zone
        return end.toUnixTime() * 1_000
      })
      expect(ends).toContain(rounded)
      expect(ends).not.toContain(Date.parse(ends_at))
    }
  })

  test('shows local times in the time zone of the trip', async () => {
    for (const [timezone, offset] of [
      ['America/New_York', '-04:00'],
      ['Asia/Kolkata', '+05:30'],
      ['Europe/London', '+01:00'],
    ] as const) {
      const desk = await market.operator(`In ${timezone}`, { timezone })
      const people = await portalClientOf(market, desk)
      // The return is after the clock changes in America and in Britain.
      const departs_at = `2027-06-20T02:30:00${offset}`
      await market.bookedTrip(desk, { departs_at, returns_at: `2027-11-20T02:30:00${offset}`, timezone })
      const { url } = await feed({ of: 'operator', show: 'full' }, people)
      expect(await eventsAt(url)).toMatchObject([{ wall: '2027-06-20T02:30:00', start: Date.parse(departs_at), zone: timezone }])
    }
  })

  test('hides its address in the list, and closes only for its own account', async () => {
    const { id, url } = await feed({ of: 'operator', show: 'busy' })
    const listed = await office.call('GET', '/feeds')
    expect(listed.json.data[0]).toEqual({
      id,
      of: 'operator',
      vehicle_id: null,
      driver_id: null,
      name: null,
      show: 'busy',
      created_at: expect.any(String),
    })
    expect(listed.text).not.toContain('cbf_')
    const stranger = await portalClientOf(market, await market.operator('Rival Travel'))
    expect(statusAndCode(await stranger.call('DELETE', `/feeds/${id}`))).toBe('404 not_found')
    expect((await openCalendar(url)).status).toBe(200)
    expect((await office.call('DELETE', `/feeds/${id}`)).status).toBe(204)
    expect(await codeAt(url)).toEqual([404, 'not_found'])
    expect(statusAndCode(await office.call('DELETE', `/feeds/${id}`))).toBe('404 not_found')
  })

  test('allows a driver to create, list and delete feeds of their own duties only', async () => {
    const pat = await signInDriver(dales)
    const kim = await signInDriver(dales, { name: 'Kim Low' })
    const own = (cab: DriverClient, method: string, path: string, key?: string) =>
      market.call(method, `/driver/v1${path}`, { token: cab.token, ...(key !== undefined && { key }) })
    const trip = await assignedTrip(pat, { departsIn: days(40) })
    const key = crypto.randomUUID()
    const make = () => own(pat, 'POST', '/feeds', key)
    const { id, url } = ok(await make())
    expect(ok(await make())).toEqual({ id, url })
    expect((await eventsAt(url)).map(({ description }) => description)).toEqual([expect.stringContaining(trip.ref)])

    const listed = await own(pat, 'GET', '/feeds')
    expect(listed.json.data).toMatchObject([{ id, of: 'driver', driver_id: pat.id, show: 'full' }])
    expect(listed.text).not.toContain('cbf_')
    expect((await own(kim, 'GET', '/feeds')).json.data).toEqual([])
    expect(statusAndCode(await own(kim, 'DELETE', `/feeds/${id}`))).toBe('404 not_found')
    const ofOffice = await feed({ of: 'driver', id: pat.id, show: 'busy' })
    expect((await own(pat, 'DELETE', `/feeds/${ofOffice.id}`)).status).toBe(204)
    expect((await own(pat, 'DELETE', `/feeds/${id}`)).status).toBe(204)
    expect([await codeAt(url), await codeAt(ofOffice.url)]).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ])
  })

  test('disappears when its driver or vehicle is deleted', async () => {
    const [coachId, driverId] = [await vehicle('AB12 DIE'), await dales.driver()]
    const ofCoach = await feed({ of: 'vehicle', id: coachId, show: 'full' })
    const ofDriver = await feed({ of: 'driver', id: driverId, show: 'full' })
    expect((await office.call('DELETE', `/vehicles/${coachId}`)).status).toBe(204)
    expect(await codeAt(ofCoach.url)).toEqual([404, 'not_found'])
    expect((await openCalendar(ofDriver.url)).status).toBe(200)
    expect((await office.call('DELETE', `/drivers/${driverId}`)).status).toBe(204)
    expect(await codeAt(ofDriver.url)).toEqual([404, 'not_found'])
    const ids = (await office.call('GET', '/feeds')).json.data.map(({ id }: { id: number }) => id)
    expect(ids).not.toContain(ofCoach.id)
    expect(ids).not.toContain(ofDriver.id)
  })

  test('rejects drivers of other accounts, unknown vehicles and invalid fields', async () => {
    const rival = await market.operator('Other Coaches')
    const theirs = await rival.driver()
    const fieldsOf = async (body: object) => {
      const answer = await office.call('POST', '/feeds', body)
      return [statusAndCode(answer), Object.keys(answer.json.error.fields ?? {})]
    }
    expect(await fieldsOf({ of: 'driver', id: theirs, show: 'full' })).toEqual(['422 validation_failed', ['id']])
    expect(await fieldsOf({ of: 'vehicle', id: 99_999, show: 'full' })).toEqual(['422 validation_failed', ['id']])
    expect(await fieldsOf({ of: 'vehicle', show: 'full' })).toEqual(['422 validation_failed', ['id']])
    expect(await fieldsOf({ of: 'fleet', show: 'all' })).toEqual(['422 validation_failed', ['of', 'show']])
    expect(await fieldsOf({})).toEqual(['422 validation_failed', ['of', 'show']])
  })

  test('returns 404 for an invalid address', async () => {
    const { url } = await feed({ of: 'operator', show: 'full' })
    const path = new URL(url).pathname
    const typo = path.replace(/.\.ics$/, (end) => (end.startsWith('a') ? 'b.ics' : 'a.ics'))
    for (const wrong of [
      '/feeds/x.ics',
      '/feeds/.ics',
      '/feeds/%',
      '/feeds/%zz.ics',
      path.slice(0, -4),
      typo,
      '/feeds/%00.ics',
      `${path}.ics`,
    ])
      expect([wrong, ...(await codeAt(wrong))]).toEqual([wrong, 404, 'not_found'])
  })

  test('limits the request rate of one client', async () => {
    await using other = await openMarket({ isMute: true, env: { CHARABANC_LIMIT_FEED: '2/m' } })
    const people = await portalClientOf(other, await other.operator())
    const { url } = ok(await people.call('POST', '/feeds', { of: 'operator', show: 'full' }))
    const statuses: number[] = []
    for (let nth = 0; nth < 3; nth++) statuses.push((await other.server.fetch(new URL(url).pathname)).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('creates one feed when the same request is repeated', async () => {
    const key = crypto.randomUUID()
    const made = ok(await office.call('POST', '/feeds', { of: 'operator', show: 'full' }, key))
    expect(ok(await office.call('POST', '/feeds', { of: 'operator', show: 'full' }, key))).toEqual(made)
  })
})

describe("a customer's calendar", () => {
  test('lists each drive of a booked trip, and returns 404 before the booking', async () => {
    const asked = await market.trip([dales])
    const before = await market.server.fetch('/customer/v1/trip/calendar.ics', {
      headers: { Authorization: `Bearer ${asked.token}` },
    })
    expect([before.status, ((await before.json()) as { error: { code: string } }).error.code]).toEqual([404, 'not_found'])
    const customer = await market.bookedTrip(dales)
    const headers = { Authorization: `Bearer ${customer.token}` }
    const answer = await market.server.fetch('/customer/v1/trip/calendar.ics', { headers })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="coach-trip.ics"')
    const calendar = new ICAL.Component(ICAL.parse(await answer.text()))
    const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one).summary)
    expect(events).toEqual(['Coach: Leeds Town Hall to York Minster', 'Coach: York Minster to Leeds Town Hall'])
    expect((await market.server.fetch('/customer/v1/trip/calendar.ics')).status).toBe(401)
  })

  test('cancels drives that an amendment removes, and confirms them when they return', async () => {
    const customer = await market.bookedTrip(dales)
    const { legs } = ok(await dales.booking(customer))
    const asked = (leg: Record<string, unknown>) => ({ pickup: leg.pickup, dropoff: leg.dropoff, departs_at: leg.departs_at })
    const amend = async (to: readonly Record<string, unknown>[]) => {
      const body = { changes: { legs: to.map(asked) }, reason: 'They stay.', consent: 'given' }
      ok(await office.call('POST', `/bookings/${customer.ref}/amendments`, body))
    }
    /** Events in a calendar program that imports each file: the highest sequence of each event. */
    const kept = new Map<string, readonly [number, unknown, string]>()
    const take = async () => {
      const headers = { Authorization: `Bearer ${customer.token}` }
      const text = await (await market.server.fetch('/customer/v1/trip/calendar.ics', { headers })).text()
      for (const component of new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')) {
        const { uid, sequence, summary } = new ICAL.Event(component)
        if ((kept.get(uid)?.[0] ?? -1) < sequence) kept.set(uid, [sequence, component.getFirstPropertyValue('status'), summary])
      }
      return [...kept].map(([uid, content]) => [uid.split('@')[0], ...content])
    }
    const [out, back] = ['Coach: Leeds Town Hall to York Minster', 'Coach: York Minster to Leeds Town Hall']
    const [one, two] = [`${customer.ref}-1`, `${customer.ref}-2`]
    expect(await take()).toEqual([
      [one, 1, 'CONFIRMED', out],
      [two, 1, 'CONFIRMED', back],
    ])
    await amend(legs.slice(0, 1))
    expect(await take()).toEqual([
      [one, 2, 'CONFIRMED', out],
      [two, 2, 'CANCELLED', back],
    ])
    ok(
      await office.call('POST', `/bookings/${customer.ref}/amendments`, {
        changes: { notes: 'Quietly.' },
        reason: 'Quieter',
        consent: 'given',
      }),
    )
    expect((await take())[1]).toEqual([two, 3, 'CANCELLED', back])
    await amend(legs)
    expect((await take())[1]).toEqual([two, 4, 'CONFIRMED', back])
    ok(await office.call('POST', `/bookings/${customer.ref}/cancel`, { reason: 'The road is closed.' }))
    expect(await take()).toEqual([
      [one, 5, 'CANCELLED', out],
      [two, 5, 'CANCELLED', back],
    ])
  })
})

test("returns the customer's calendar to the office, for its own bookings only", async () => {
  const customer = await market.bookedTrip(dales)
  const path = `/portal/v1/bookings/${customer.ref}/trip.ics`
  const answer = await market.server.fetch(path, { headers: { Authorization: `Bearer ${office.token}` } })
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="trip-${customer.ref}.ics"`,
  ])
  const own = await answer.text()
  const events = new ICAL.Component(ICAL.parse(own)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one).summary)
  expect(events).toEqual(['Coach: Leeds Town Hall to York Minster', 'Coach: York Minster to Leeds Town Hall'])
  const theirs = await market.server.fetch('/customer/v1/trip/calendar.ics', {
    headers: { Authorization: `Bearer ${customer.token}` },
  })
  expect(own).toBe(await theirs.text())
  const other = await portalClientOf(market, await market.operator())
  expect((await other.call('GET', `/bookings/${customer.ref}/trip.ics`)).status).toBe(404)
})

async function codeAt(url: string): Promise<[number, string]> {
  const answer = await openCalendar(new URL(url, 'http://localhost').href)
  return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code]
}
