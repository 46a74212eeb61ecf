import { describe, expect, test } from 'bun:test'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import {
  days,
  declinedCard,
  goodCard,
  hours,
  type Market,
  minutes,
  type OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

const contact = { phone: '0113 496 0000', email: 'office@dales.example', operator_licence: 'PB1234567' }

type Line = { kind: string; ref: string | null; severity: string; summary: string; due_at: string | null; subject: unknown }

async function openToday(market: Market, dales: OperatorClient, role: 'admin' | 'dispatcher' | 'accounts' = 'admin') {
  const { token } = await addSignedInPerson(market, dales.ref, role)
  const call = (method: string, path: string, body?: unknown) =>
    market.call(method, `/portal/v1${path}`, { token, ...(body !== undefined && { body }) })
  return {
    call,
    board: async (query = '') => ok(await call('GET', `/board${query}`)),
    lines: async (kind: string): Promise<Line[]> =>
      ok(await call('GET', '/board')).needs_you.filter((line: Line) => line.kind === kind),
  }
}

describe('the board', () => {
  test('is empty when nothing needs attention, and shows the next departure', async () => {
    const market = await openShared()
    const dales = await market.operator('Dales Coaches', contact)
    const { board } = await openToday(market, dales)
    const departs_at = market.at(days(30))
    const trip = await market.bookedTrip(dales, { departs_at })
    const shown = await board()
    expect(shown).toEqual({
      day: market.at(0).slice(0, 10),
      needs_you: [],
      trips: [],
      counts: { fresh: 0, closing: 0, requests: 0, unstaffed_48h: 0, overdue: 0, incidents_open: 0 },
      next_departure: {
        ref: trip.ref,
        departs_at,
        summary: 'Leeds → York, 45 passengers, return',
      },
    })
  })

  test('shows booking requests and closing jobs until they are answered', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { board, lines } = await openToday(market, dales)
    const asked = await market.requestedTrip(dales)
    const closing = await market.trip([dales], { quote_by: market.at(hours(1)) })
    await market.trip([dales])

    expect((await board()).counts).toMatchObject({ fresh: 2, closing: 1, requests: 1 })
    expect(await lines('booking_request')).toMatchObject([
      { ref: asked.ref, summary: expect.stringContaining('requests a booking') },
    ])
    expect(await lines('job_closing')).toMatchObject([{ ref: closing.ref, severity: 'now', due_at: expect.any(String) }])

    await dales.makeQuote(closing)
    ok(await dales.confirm(asked))
    expect([await lines('booking_request'), await lines('job_closing')]).toEqual([[], []])
    expect((await board()).counts).toMatchObject({ closing: 1, requests: 0 })
  })

  test('hides a confirmed request with a declined card until the customer leaves another card', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { board, lines } = await openToday(market, dales)
    const asked = await market.requestedTrip(dales, {}, declinedCard)
    expect(await lines('booking_request')).toHaveLength(1)
    expect(statusAndCode(await dales.confirm(asked))).toBe('409 deposit_charge_failed')
    expect([await lines('booking_request'), (await board()).counts.requests]).toEqual([[], 0])
    const { id } = ok(await dales.job(asked)).my_quote
    ok(await asked.request(id, goodCard))
    expect([(await lines('booking_request')).length, (await board()).counts.requests]).toEqual([1, 1])
  })

  test('follows a trip from unstaffed to completed', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { board, lines } = await openToday(market, dales)
    const pat = await signInDriver(dales, { phone: '07700 900111' })
    const trip = await market.bookedTrip(dales, { departsIn: hours(20) })
    const about = { ref: trip.ref }
    expect(await lines('unstaffed')).toMatchObject([{ ...about, severity: 'now' }])
    expect((await board()).counts.unstaffed_48h).toBe(1)

    ok(await dales.assign(trip, pat.id))
    expect([await lines('unstaffed'), await lines('unacknowledged')]).toEqual([[], []])
    await market.advance(hours(11))
    expect(await lines('unacknowledged')).toMatchObject([{ ...about, summary: expect.stringContaining('Pat Moss') }])
    ok(await pat.acknowledge(trip))
    expect(await lines('unacknowledged')).toEqual([])

    await market.advance(hours(9) + minutes(15))
    expect(await lines('late')).toEqual([])
    await market.advance(minutes(2))
    expect(await lines('late')).toMatchObject([{ ...about, severity: 'now', summary: expect.stringContaining('17 min late') }])
    ok(await pat.submitVehicleCheck())
    ok(await pat.report(trip, 'en_route'))
    const [shown] = (await board(`?day=${(await board()).day}`)).trips
    expect(shown).toMatchObject({
      ref: trip.ref,
      late_minutes: 17,
      last_location_at: null,
      last_event: { status: 'en_route', by: 'driver' },
      customer: { name: 'Ann Smith', phone: '07700 900123' },
      duties: [
        { vehicle_no: 1, role: 'driver', driver: { id: pat.id, name: 'Pat Moss' }, vehicle_reg: 'YX20 ABC', status: 'en_route' },
      ],
    })
    const { customer, duties, late_minutes, last_location_at, last_event, ...booking } = shown
    expect(booking).toEqual(ok(await dales.bookings()).find(({ ref }: { ref: string }) => ref === trip.ref))
    ok(await pat.setLocationConsent(true))
    const seenAt = market.at(0)
    ok(await pat.sendLocations(seenAt))
    expect((await board(`?day=${booking.departs_at.slice(0, 10)}`)).trips[0].last_location_at).toBe(seenAt)
    ok(await pat.report(trip, 'arrived'))
    await pat.reportSteps(trip, 'on_board', 'completed')
    expect(await lines('late')).toEqual([])
  })

  test('shows incidents, unsafe vehicles and expiring documents until they are handled', async () => {
    const market = await openShared()
    const dales = await market.operator('Dales Coaches', contact)
    const { board, lines, call } = await openToday(market, dales)
    const pat = await signInDriver(dales)
    const trip = await assignedTrip(pat, { departsIn: days(9) })
    const incident = { kind: 'breakdown', severity: 'high', occurred_at: market.at(0), note: 'The clutch.' }
    const { id } = ok(await pat.call('POST', `/trips/${trip.ref}/incidents`, incident))
    const unsafe = ok(
      await pat.submitVehicleCheck({
        items: [{ code: 'brakes', result: 'defect', severity: 'dangerous', note: 'Gone.' }],
        safe_to_drive: false,
      }),
    )
    ok(await call('PATCH', `/drivers/${pat.id}`, { license_expires_at: market.at(days(5)) }))
    ok(await call('POST', '/vehicles', { registration: 'YX20 ABC', type: 'coach_49', seats: 49, mot_due: market.at(days(50)) }))

    expect(await lines('incident')).toMatchObject([
      {
        ref: trip.ref,
        subject: { kind: 'incident', id },
        severity: 'now',
        summary: `Pat Moss reports a breakdown on ${trip.ref}.`,
      },
    ])
    expect(await lines('unsafe_vehicle')).toMatchObject([{ subject: { kind: 'vehicle_check', id: unsafe.id }, severity: 'now' }])
    expect((await lines('document_expiring')).map(({ severity }) => severity)).toEqual(['soon', 'info'])
    expect((await board()).needs_you.map(({ kind }: Line) => kind)).toEqual([
      'incident',
      'unsafe_vehicle',
      'document_expiring',
      'document_expiring',
    ])
    expect((await board()).counts.incidents_open).toBe(1)

    ok(await call('PATCH', `/incidents/${id}`, { status: 'closed', note: 'Towed away.' }))
    ok(await call('POST', `/vehicle-checks/${unsafe.id}/resolve`, { note: 'New brakes.', rectified_by: 'Al' }))
    expect([await lines('incident'), await lines('unsafe_vehicle')]).toEqual([[], []])
  })

  test('returns only the trips of a day without points and counts', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { board, call } = await openToday(market, dales)
    const trip = await market.bookedTrip(dales, { departsIn: hours(20) })
    const day = ok(await dales.booking(trip)).departs_at.slice(0, 10)
    const whole = await board(`?day=${day}`)
    const shown = await board(`?day=${day}&only=trips`)
    expect(shown).toEqual({ day, needs_you: [], trips: whole.trips, counts: {} })
    expect(shown.trips).toMatchObject([{ ref: trip.ref }])
    expect(whole.needs_you).not.toEqual([])
    expect(statusAndCode(await call('GET', `/board?only=counts`))).toBe('422 validation_failed')
  })

  test('names the trip, the money and the person of each line', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { lines, call } = await openToday(market, dales)
    const asked = await market.requestedTrip(dales)
    const price = ok(await dales.job(asked)).my_quote.price_amount
    const departs_at = ok(await dales.job(asked)).departs_at
    // Before the booking the customer is not known to the operator.
    expect(await lines('booking_request')).toMatchObject([
      {
        trip: {
          summary: 'Leeds → York, 45 passengers, return',
          pickup_label: 'Leeds Town Hall',
          dropoff_label: 'York Minster',
          departs_at: new Date(departs_at).toISOString().replace('.000Z', 'Z'),
          passenger_count: 45,
          customer_name: null,
          vehicle_reg: null,
        },
        amount: price,
        currency_code: 'GBP',
        subject_name: null,
      },
    ])

    const pat = await signInDriver(dales, { phone: '07700 900111' })
    const trip = await market.bookedTrip(dales, { departsIn: hours(20) })
    expect(await lines('unstaffed')).toMatchObject([{ trip: { customer_name: 'Ann Smith', vehicle_reg: null }, amount: null }])
    ok(await call('PATCH', `/drivers/${pat.id}`, { license_expires_at: market.at(days(5)) }))
    expect(await lines('document_expiring')).toMatchObject([{ ref: null, trip: null, subject_name: 'Pat Moss' }])

    ok(await dales.assign(trip, pat.id))
    expect(await lines('document_expiring')).toMatchObject([
      { ref: null, trip: { customer_name: 'Ann Smith', vehicle_reg: 'YX20 ABC' }, subject_name: 'Pat Moss' },
    ])
    await market.advance(hours(11))
    expect(await lines('unacknowledged')).toMatchObject([{ trip: { vehicle_reg: 'YX20 ABC' }, subject_name: 'Pat Moss' }])
  })

  test('shows a change requested by the customer until it is declined', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { lines, call } = await openToday(market, dales)
    const trip = await market.bookedTrip(dales)
    ok(await trip.post('amendments', { changes: { passenger_count: 30 } }))
    const [{ id }] = ok(await dales.booking(trip)).amendments
    expect(await lines('amendment')).toMatchObject([{ ref: trip.ref, subject: { kind: 'amendment', id } }])
    ok(await call('POST', `/bookings/${trip.ref}/amendments/${id}/decline`, { reason: 'We are full.' }))
    expect(await lines('amendment')).toEqual([])
  })

  test('shows awaited transfers, overdue balances and manual refunds', async () => {
    await using market = await openMarket({ payments: 'manual' })
    const dales = await market.operator()
    const { board, lines, call } = await openToday(market, dales)
    const trip = await market.trip([dales])
    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
    expect(await lines('transfer_awaited')).toMatchObject([{ ref: trip.ref, summary: expect.stringContaining('128') }])
    ok(await call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    expect(await lines('transfer_awaited')).toEqual([])

    await market.advanceTo(ok(await dales.booking(trip)).balance_due_at, days(3) + 1)
    expect(await lines('balance_overdue')).toMatchObject([{ ref: trip.ref, severity: 'soon' }])
    expect((await board()).counts.overdue).toBe(1)

    ok(await call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach burnt down.' }))
    const [refund] = await lines('refund_due')
    expect(refund).toMatchObject({ ref: trip.ref, subject: { kind: 'payment' } })
    expect((await board()).counts.overdue).toBe(0)
    const { id } = (refund as Line).subject as { id: number }
    ok(await call('POST', `/bookings/${trip.ref}/payments/${id}/sent`, {}))
    expect(await lines('refund_due')).toEqual([])
  })

  test('shows a parked webhook to admins only', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { lines, call } = await openToday(market, dales)
    const { lines: seen } = await openToday(market, dales, 'dispatcher')
    const { token, token_id } = ok(await call('POST', '/keys', { name: 'TMS', abilities: ['jobs:read', 'webhooks:manage'] }))
    const body = { label: 'Planner <b>', endpoint_url: 'https://planner.example/hook', events: ['job.offered'] }
    const { id } = ok(await market.call('POST', '/api/v1/webhooks', { token, body }))
    ok(await call('DELETE', `/keys/${token_id}`))
    expect(await lines('webhook_parked')).toMatchObject([
      { subject: { kind: 'webhook', id }, summary: 'The webhook “Planner <b>” has stopped.' },
    ])
    expect(await seen('webhook_parked')).toEqual([])
  })

  test('shows each role only the lines and counts it may read', async () => {
    const market = await openShared()
    const dales = await market.operator('Dales Coaches', contact)
    await market.requestedTrip(dales)
    const pat = await signInDriver(dales)
    ok(
      await pat.submitVehicleCheck({
        items: [{ code: 'brakes', result: 'defect', severity: 'dangerous', note: 'Gone.' }],
        safe_to_drive: false,
      }),
    )
    const kindsAs = async (role: 'admin' | 'dispatcher' | 'accounts') => {
      const shown = await (await openToday(market, dales, role)).board()
      return [shown.needs_you.map(({ kind }: Line) => kind), Object.keys(shown.counts)]
    }
    const all = ['fresh', 'closing', 'requests', 'overdue', 'unstaffed_48h', 'incidents_open']
    expect((await kindsAs('admin')).map((list) => list.toSorted())).toEqual([
      ['booking_request', 'unsafe_vehicle'],
      all.toSorted(),
    ])
    expect((await kindsAs('dispatcher')).map((list) => list.toSorted())).toEqual(
      (await kindsAs('admin')).map((list) => list.toSorted()),
    )
    const [kinds, counts] = await kindsAs('accounts')
    expect([kinds, counts?.toSorted()]).toEqual([[], ['incidents_open', 'overdue', 'unstaffed_48h']])
  })

  test('uses the day of the operator’s time zone, and includes tours in progress', async () => {
    const market = await openShared()
    const kiwi = await market.operator('Kiwi Coaches', { timezone: 'Pacific/Auckland' })
    const { board, call } = await openToday(market, kiwi)
    const trip = (departs_at: string, returns_at: string) =>
      market.bookedTrip(kiwi, { departs_at, returns_at, quote_by: market.at(hours(2)) })
    // Auckland ends daylight saving time on 4 April 2027: that day has 25 hours.
    const before = await trip('2027-04-03T10:59:00Z', '2027-04-03T10:59:30Z')
    const first = await trip('2027-04-03T11:00:00Z', '2027-04-03T14:00:00Z')
    const last = await trip('2027-04-04T11:59:00Z', '2027-04-04T15:00:00Z')
    const tour = await trip('2027-03-20T08:00:00Z', '2027-04-10T08:00:00Z')
    const refs = async (day: string) => (await board(`?day=${day}`)).trips.map(({ ref }: { ref: string }) => ref)
    const dayOne = await refs('2027-04-04')
    expect(dayOne).toEqual(expect.arrayContaining([tour.ref, first.ref, last.ref]))
    expect(await refs('2027-04-05')).toEqual([tour.ref, last.ref])
    expect(await refs('2027-04-03')).toEqual([tour.ref, before.ref])
    expect(await refs('2027-04-12')).toEqual([])
    for (const day of ['2027-02-30', 'today', '20270404'])
      expect(statusAndCode(await call('GET', `/board?day=${day}`))).toBe('422 validation_failed')
  })
})

describe('the setup checklist', () => {
  test('shows each role its own steps, and marks those done', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { call } = await openToday(market, dales)
    const open = async () =>
      ok(await call('GET', '/setup'))
        .steps.filter(({ done }: { done: boolean }) => !done)
        .map(({ code }: { code: string }) => code)
    expect(await open()).toEqual(expect.arrayContaining(['people', 'fleet', 'drivers', 'bank_details', 'cancellation_terms']))
    ok(await call('POST', '/vehicles', { registration: 'YX20 ABC', type: 'coach_49', seats: 49 }))
    ok(await call('PATCH', '/operator', { settings: { bank_details: 'Skipton Bank' } }))
    await dales.driver()
    const { call: asked } = await openToday(market, dales, 'dispatcher')
    expect(await open()).toEqual(expect.not.arrayContaining(['people', 'fleet', 'drivers', 'bank_details']))
    const { steps } = ok(await asked('GET', '/setup'))
    expect(steps.map(({ code }: { code: string }) => code)).toEqual(['fleet', 'drivers', 'first_job'])
    expect(steps[0]).toEqual({ code: 'fleet', done: true, hint: expect.stringMatching(/\.$/) })
    const { call: clerk } = await openToday(market, dales, 'accounts')
    expect(ok(await clerk('GET', '/setup'))).toEqual({ steps: [] })
  })
})
