import { beforeAll, describe, expect, test } from 'bun:test'
import { type DriverClient, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  hours,
  type Market,
  minutes,
  type OperatorClient,
  ok,
  openMarket,
  quoteTerms,
  statusAndCode,
} from '../support/market.ts'
import { messagesTo } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let rival: OperatorClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches')
  rival = await market.operator('Rival Travel')
})

const refs = (bookings: { ref: string }[]) => bookings.map(({ ref }) => ref)

const listFields = `ref status trip_status trip_type purpose summary pickup dropoff departs_at returns_at ends_at timezone
  passenger_count vehicles price_amount deposit_amount balance_amount commission_amount payout_amount currency_code payment_status
  paid_amount due_amount balance_status balance_due_at driver vehicle_reg needs_driver vehicles_needed vehicles_assigned confirmed_at cancelled_at updated_at`.split(
  /\s+/,
)

const detailFields = `customer lead_passenger legs passengers luggage accessibility amenities_required coach_stays_with_group
  driver_provisions dbs_required flight distance_m driving_seconds distance_source hours_advice notes quote assignment duties progress vehicle_check incidents cancellation cancellation_preview payments dispute extras revision amendments payout terms agreed_by po_number`.split(
  /\s+/,
)

describe('the list of bookings', () => {
  let planner: OperatorClient
  let soon: CustomerClient
  let later: CustomerClient
  let last: CustomerClient
  let off: CustomerClient

  beforeAll(async () => {
    planner = await market.operator('Planner Coaches')
    later = await market.bookedTrip(planner, { departsIn: days(50) })
    soon = await market.bookedTrip(planner, { departsIn: days(40) })
    off = await market.bookedTrip(planner, { departsIn: days(45) })
    last = await market.bookedTrip(planner, { departsIn: days(70) })
    ok(await off.cancel())
    ok(await planner.quote(await market.trip([planner]), { availability: 'confirmed' }))
  })

  test('shows active bookings by default, latest departure first', async () => {
    expect(refs(ok(await planner.bookings()))).toEqual(refs([last, later, soon]))
    expect(refs(ok(await planner.bookings('?status=active')))).toEqual(refs([last, later, soon]))
    expect(refs(ok(await planner.bookings('?status=cancelled')))).toEqual(refs([off]))
    expect(refs(ok(await planner.bookings('?status=all')))).toEqual(refs([last, later, off, soon]))
  })

  test('can be limited to departures between two instants, inclusive', async () => {
    const { departs_at } = ok(await planner.booking(later))
    const at = encodeURIComponent(departs_at)
    expect(refs(ok(await planner.bookings(`?departs_from=${at}`)))).toEqual(refs([last, later]))
    expect(refs(ok(await planner.bookings(`?departs_to=${at}`)))).toEqual(refs([later, soon]))
    expect(refs(ok(await planner.bookings(`?departs_from=${at}&departs_to=${at}`)))).toEqual(refs([later]))
  })

  test('can be limited to bookings updated since an instant', async () => {
    // The refund of the cancelled booking updates it when it is sent.
    await market.server.dueTasksDone()
    await market.advance(60)
    const since = market.at(-30)
    expect(ok(await planner.bookings(`?updated_since=${since}`))).toEqual([])
    ok(await planner.assign(soon, await planner.driver()))
    expect(refs(ok(await planner.bookings(`?status=all&updated_since=${since}`)))).toEqual(refs([soon]))
  })

  test('is split into pages', async () => {
    const page = await planner.bookings('?status=all&per_page=3&page=2')
    expect(refs(page.data)).toEqual(refs([soon]))
    expect(page.json.meta).toMatchObject({ total: 4, from: 4, to: 4, last_page: 2 })
  })

  for (const query of [
    'status=upcoming',
    'status=',
    'departs_from=tomorrow',
    'departs_to=2026-02-30T00:00:00Z',
    'updated_since=',
  ]) {
    test(`refuses ${query}`, async () => {
      const answer = await planner.bookings(`?${query}`)
      expect(statusAndCode(answer)).toBe('422 validation_failed')
      expect(Object.keys(answer.json.error.fields)).toEqual([query.split('=')[0] ?? ''])
    })
  }

  test('has every field of the contract in order, and no contact details', async () => {
    const answer = await planner.bookings('?status=all')
    for (const booking of ok(answer)) expect(Object.keys(booking)).toEqual(listFields)
    expect(answer.text).not.toMatch(/Ann Smith|ann@example\.org|07700/)
  })

  test('leads to details with the same fields first, and with the customer', async () => {
    const [listed] = ok(await planner.bookings())
    const detail = ok(await planner.booking(last))
    expect(Object.keys(detail)).toEqual([...listFields, ...detailFields])
    expect(detail).toMatchObject(listed)
    expect(detail.customer).toEqual({ name: 'Ann Smith', organisation: null, email: 'ann@example.org', phone: '07700 900123' })
    expect(detail).toMatchObject({
      assignment: null,
      cancellation: null,
      lead_passenger: null,
      incidents: [],
      vehicle_check: null,
    })
    expect(detail.progress).toMatchObject({ status: 'unassigned', events: [], last_location: null })
    expect(detail.quote).toEqual(ok(await planner.job(last)).my_quote)
    expect(detail.payout).toEqual({ id: expect.any(Number), status: 'pending' })
  })

  test('leads to details with the full address and the unmasked notes', async () => {
    const home = {
      label: 'Rose Cottage',
      kind: 'residential',
      address_lines: ['14 Acacia Avenue'],
      postcode: 'LS6 2AB',
      latitude: 53.812345,
      longitude: -1.561234,
      access_note: 'Ring twice',
    }
    const notes = 'Ask for Ann Smith on 07700 900123.'
    const lead = { name: 'Bob Jones', phone: '07700 900456' }
    const trip = await market.bookedTrip(planner, { pickup: home, notes, lead_passenger: lead })
    const detail = ok(await planner.booking(trip))
    expect(detail.pickup).toMatchObject(home)
    expect(detail.legs[0].pickup).toMatchObject(home)
    expect(detail).toMatchObject({ notes, lead_passenger: lead })
    expect(ok(await planner.job(trip)).pickup).toMatchObject({ address_lines: [], postcode: null, access_note: null })
  })

  test('hides bookings of another operator', async () => {
    expect(ok(await rival.bookings('?status=all'))).toEqual([])
    const foreign = await rival.booking(last)
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe((await rival.get('/bookings/TR-ZZZZZZ')).text)
  })
})

describe('the assignment of a driver and a vehicle', () => {
  test('is stored on the booking', async () => {
    const trip = await market.bookedTrip(dales)
    const pat = await dales.driver({ name: 'Pat Moss', phone: '07700 900999' })

    const booking = ok(await dales.assign(trip, pat, 'YX20 ABC'))

    expect(booking).toMatchObject({ trip_status: 'assigned', needs_driver: false, driver: { id: pat, name: 'Pat Moss' } })
    expect(booking.assignment).toEqual({
      driver: { id: pat, name: 'Pat Moss', phone: '07700 900999' },
      vehicle_reg: 'YX20 ABC',
      vehicle_id: null,
      assigned_at: expect.any(String),
      acknowledged_at: null,
      declined_at: null,
      decline_reason: null,
      warnings: [{ code: 'driver_not_in_app', message: expect.any(String) }],
    })
    expect(ok(await dales.booking(trip))).toEqual(booking)
  })

  const plates: [string, string][] = [
    ['  yx20   abc ', 'YX20 ABC'],
    ['yx20abc', 'YX20ABC'],
    ['b\u00fcs 1', 'BÜS 1'],
    ['12345678901234567890', '12345678901234567890'],
    ['🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌', '🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌🚌'],
  ]

  for (const [typed, kept] of plates) {
    test(`keeps the plate “${typed}” as “${kept}”`, async () => {
      const trip = await market.bookedTrip(dales)
      const booking = ok(await dales.assign(trip, await dales.driver(), typed))
      expect([booking.vehicle_reg, booking.assignment.vehicle_reg]).toEqual([kept, kept])
    })
  }

  test('changes nothing when it is repeated, however the plate is typed', async () => {
    const trip = await market.bookedTrip(dales)
    const pat = await dales.driver()
    const first = ok(await dales.assign(trip, pat, 'YX20 ABC'))
    await market.advance(10)
    expect(ok(await dales.assign(trip, pat, ' yx20  abc'))).toEqual(first)
  })

  test('is replaced when the driver or the vehicle differs', async () => {
    const trip = await market.bookedTrip(dales)
    const [pat, sam] = [await dales.driver(), await dales.driver({ name: 'Sam Reed' })]
    const first = ok(await dales.assign(trip, pat, 'YX20 ABC')).assignment
    await market.advance(10)
    const second = ok(await dales.assign(trip, pat, 'YX20 DEF'))
    expect(second.assignment.assigned_at).not.toBe(first.assigned_at)
    expect(second).toMatchObject({ trip_status: 'assigned', vehicle_reg: 'YX20 DEF' })
    const third = ok(await dales.assign(trip, sam, 'YX20 DEF'))
    expect(third).toMatchObject({ driver: { id: sam, name: 'Sam Reed' }, assignment: { driver: { id: sam } } })
  })

  describe('an assignment with a fleet plate', () => {
    let fleet: OperatorClient
    let office: string
    let pat: DriverClient

    beforeAll(async () => {
      fleet = await market.operator('Fleet Coaches')
      office = await market.personToken(fleet)
      pat = await signInDriver(fleet, { phone: '07700 900777' })
    })

    const register = async (desk: string, registration: string, seats = 33): Promise<number> => {
      const body = { registration, type: 'midicoach_35', seats, description: 'The green one' }
      return ok(await market.call('POST', '/portal/v1/vehicles', { token: desk, body })).id
    }
    test('names the vehicle, warns about it, and shows it to the driver', async () => {
      const id = await register(office, 'FL33 ABC')
      const trip = await market.bookedTrip(fleet, { departsIn: days(9) })
      const { assignment } = ok(await fleet.assign(trip, pat.id, ' fl33  abc'))
      expect(assignment).toMatchObject({ vehicle_reg: 'FL33 ABC', vehicle_id: id })
      expect(assignment.warnings.map(({ code }: { code: string }) => code)).toContain('seats_below_passengers')
      const vehicle = { registration: 'FL33 ABC', vehicle_id: id, description: 'The green one' }
      expect(ok(await pat.trip(trip)).vehicle).toEqual(vehicle)
    })

    test('changes nothing and sends nothing when it is repeated, with or without the vehicle id', async () => {
      await using loud = await openMarket()
      const owner = await loud.operator('Fleet Coaches')
      const body = { registration: 'FL34 ABC', type: 'midicoach_35', seats: 33 }
      const { id } = ok(await loud.call('POST', '/portal/v1/vehicles', { token: await loud.personToken(owner), body }))
      const trip = await loud.bookedTrip(owner)
      const sam = await owner.driver({ name: 'Sam Reed', email: 'sam.reed@example.org' })
      const first = ok(await owner.assign(trip, sam, 'FL34 ABC'))
      await loud.advance(10)
      for (const more of [{}, { vehicle_id: null }, { vehicle_id: id }]) {
        expect(ok(await owner.assign(trip, sam, 'FL34 ABC', more))).toEqual(first)
      }
      const other = await loud.bookedTrip(owner)
      ok(await owner.assign(other, sam, 'FL34 ABC'))
      const mails = await messagesTo(loud.server, 'sam.reed@example.org', 2)
      // Two emails may arrive in either order.
      expect(mails.map(({ text }) => /Reference: (\S+)/.exec(text)?.[1]).sort()).toEqual([trip.ref, other.ref].sort())
    })

    test('names the vehicle once the plate joins the fleet, and updates the booking', async () => {
      const trips = [await market.bookedTrip(fleet), await market.bookedTrip(fleet)]
      for (const [index, trip] of trips.entries()) ok(await fleet.assign(trip, pat.id, index === 0 ? 'FL35 ABC' : 'FL36 ABC'))
      const elsewhere = await market.bookedTrip(dales)
      ok(await dales.assign(elsewhere, await dales.driver(), 'FL35 ABC'))
      const over = await market.bookedTrip(fleet, { departsIn: days(1), returns_at: null })
      ok(await fleet.assign(over, pat.id, 'FL35 ABC'))
      await market.advanceTo(ok(await fleet.booking(over)).ends_at, days(1) + 1)
      await eventually(async () => ok(await fleet.booking(over)).trip_status === 'completed')
      // The same jump of the clock makes its balance due.
      await market.server.dueTasksDone()

      await market.advance(minutes(2))
      const id = await register(office, 'FL35 ABC', 53)
      const since = market.at(-60)
      expect(refs(ok(await fleet.bookings(`?status=all&updated_since=${since}`)))).toEqual(refs(trips.slice(0, 1)))
      const vehicleOf = async (desk: OperatorClient, trip: CustomerClient) => ok(await desk.booking(trip)).assignment.vehicle_id
      expect(await vehicleOf(fleet, trips[0] as CustomerClient)).toBe(id)
      for (const trip of [trips[1] as CustomerClient, over]) expect(await vehicleOf(fleet, trip)).toBeNull()
      expect(await vehicleOf(dales, elsewhere)).toBeNull()

      const change = { token: office, body: { registration: 'FL36 ABC' } }
      ok(await market.call('PATCH', `/portal/v1/vehicles/${id}`, change))
      expect(await vehicleOf(fleet, trips[1] as CustomerClient)).toBe(id)
      expect(ok(await fleet.booking(trips[0] as CustomerClient))).toMatchObject({
        vehicle_reg: 'FL35 ABC',
        assignment: { vehicle_id: id },
      })
    })

    test('names no vehicle after the plate left the fleet, until it returns', async () => {
      const id = await register(office, 'FL37 ABC')
      const [before, after] = [await market.bookedTrip(fleet), await market.bookedTrip(fleet)]
      ok(await fleet.assign(before, pat.id, 'FL37 ABC'))
      expect((await market.call('DELETE', `/portal/v1/vehicles/${id}`, { token: office })).status).toBe(204)
      expect(ok(await fleet.assign(after, pat.id, 'FL37 ABC')).assignment.vehicle_id).toBeNull()
      const again = await register(office, 'FL37 ABC')
      for (const trip of [before, after]) expect(ok(await fleet.booking(trip)).assignment.vehicle_id).toBe(again)
    })

    test('names no vehicle of another operator', async () => {
      await register(await market.personToken(rival), 'FL38 ABC')
      const trip = await market.bookedTrip(fleet)
      expect(ok(await fleet.assign(trip, pat.id, 'FL38 ABC')).assignment.vehicle_id).toBeNull()
    })
  })

  const wrong: [string, unknown, unknown, object, string[]][] = [
    ['no driver', undefined, 'YX20 ABC', {}, ['driver_id']],
    ['a driver by name', 'Pat', 'YX20 ABC', {}, ['driver_id']],
    ['a number in quotes', '5', 'YX20 ABC', {}, ['driver_id']],
    ['no plate', 1, null, {}, ['vehicle_reg']],
    ['a blank plate', 1, '   ', {}, ['vehicle_reg']],
    ['21 characters', 1, '123456789012345678901', {}, ['vehicle_reg']],
    ['a vehicle by name', 1, 'YX20 ABC', { vehicle_id: 'bus' }, ['vehicle_id']],
    ['three wrong fields', null, 7, { vehicle_id: 0 }, ['driver_id', 'vehicle_id', 'vehicle_reg']],
  ]

  for (const [words, driver, plate, more, fields] of wrong) {
    test(`is refused with ${words}, before the booking is looked up`, async () => {
      const answer = await dales.assign({ ref: 'TR-ZZZZZZ' }, driver, plate, more)
      expect(statusAndCode(answer)).toBe('422 validation_failed')
      expect(Object.keys(answer.json.error.fields).sort()).toEqual(fields)
    })
  }

  test('is refused with the same 404 for a foreign booking as for an unknown one', async () => {
    const trip = await market.bookedTrip(rival)
    const foreign = await dales.assign(trip, 1)
    expect(statusAndCode(foreign)).toBe('404 not_found')
    expect(foreign.text).toBe((await dales.assign({ ref: 'TR-ZZZZZZ' }, 1)).text)
    const offeredOnly = await dales.assign(await market.trip([dales]), 1)
    expect(offeredOnly.text).toBe(foreign.text)
  })

  test('is refused for a cancelled, unconfirmed or finished booking before the driver is looked up', async () => {
    const nobody = 999_999
    const cancelled = await market.bookedTrip(dales)
    ok(await cancelled.cancel())
    expect(statusAndCode(await dales.assign(cancelled, nobody))).toBe('409 trip_cancelled')

    for (const availability of ['likely', 'confirmed']) {
      const quoted = await market.trip([dales])
      ok(await dales.quote(quoted, { availability }))
      const answer = await dales.assign(quoted, nobody)
      expect(statusAndCode(answer)).toBe('409 booking_not_confirmed')
      expect(answer.json.error.current_status).toBe(availability)
    }
    expect(statusAndCode(await dales.assign(await market.requestedTrip(dales), nobody))).toBe('409 booking_not_confirmed')

    const withdrawn = await market.trip([dales])
    ok(await dales.quote(withdrawn))
    ok(await dales.withdraw(withdrawn))
    expect(statusAndCode(await dales.assign(withdrawn, nobody))).toBe('404 not_found')

    const finished = await market.bookedTrip(dales, { departsIn: days(2) })
    await market.advanceTo(ok(await dales.booking(finished)).ends_at, days(1) + 1)
    await eventually(async () => ok(await dales.booking(finished)).trip_status === 'completed')
    expect(statusAndCode(await dales.assign(finished, nobody))).toBe('409 trip_finished')
  })

  test('is refused with a driver or a vehicle that is not the operator’s', async () => {
    const trip = await market.bookedTrip(dales)
    const foreign = await rival.driver()
    for (const driver of [foreign, 999_999]) {
      const answer = await dales.assign(trip, driver)
      expect(statusAndCode(answer)).toBe('422 validation_failed')
      expect(answer.json.error.fields).toEqual({ driver_id: ['The selected driver_id is invalid.'] })
    }
    const answer = await dales.assign(trip, await dales.driver(), 'YX20 ABC', { vehicle_id: 999_999 })
    expect(answer.json.error.fields).toEqual({ vehicle_id: ['The selected vehicle_id is invalid.'] })
    expect(ok(await dales.booking(trip))).toMatchObject({ assignment: null, trip_status: 'unassigned' })
  })

  test('is refused with a removed driver, whose trips need another one', async () => {
    const trip = await market.bookedTrip(dales)
    const pat = await dales.driver()
    ok(await dales.assign(trip, pat))
    const token = await market.personToken(dales)
    expect((await market.call('DELETE', `/portal/v1/drivers/${pat}`, { token })).status).toBe(204)
    expect(ok(await dales.booking(trip))).toMatchObject({
      needs_driver: true,
      trip_status: 'unassigned',
      driver: null,
      vehicle_reg: null,
    })
    const answer = await dales.assign(trip, pat)
    expect(answer.json.error.fields).toEqual({ driver_id: ['The selected driver_id is invalid.'] })
  })

  test('needs both abilities, and is refused with the name of the missing one', async () => {
    const trip = await market.bookedTrip(dales)
    const pat = await dales.driver()
    for (const [held, lacking] of [
      ['bookings:read', 'drivers:write'],
      ['drivers:write', 'bookings:read'],
    ] as const) {
      const token = await market.key(dales.ref, [held])
      const body = { driver_id: pat, vehicle_reg: 'A1' }
      const answer = await market.call('POST', `/api/v1/bookings/${trip.ref}/driver`, { token, body })
      expect(statusAndCode(answer)).toBe('403 missing_ability')
      expect(answer.json.error.missing_ability).toBe(lacking)
    }
  })

  test('returns the first answer when it is replayed by key, even after a new assignment', async () => {
    const trip = await market.bookedTrip(dales)
    const [pat, sam] = [await dales.driver(), await dales.driver()]
    const key = crypto.randomUUID()
    const assign = () => dales.post(`/bookings/${trip.ref}/driver`, { driver_id: pat, vehicle_reg: 'A1' }, { key })
    const first = await assign()
    ok(await dales.assign(trip, sam, 'A1'))
    expect((await assign()).text).toBe(first.text)
    expect(ok(await dales.booking(trip)).driver.id).toBe(sam)
  })

  test('warns of clashes and missing documents, and is accepted', async () => {
    const busy = await market.operator('Busy Buses')
    const school = { departsIn: days(30), dbs_required: 'enhanced' }
    const [first, second] = [await market.bookedTrip(busy, school), await market.bookedTrip(busy, school)]
    const pat = await busy.driver({ dbs_check_kind: 'basic', license_number: 'M1', license_expires_at: market.at(days(10)) })
    const codes = (booking: { assignment: { warnings: { code: string }[] } }) =>
      booking.assignment.warnings.map(({ code }) => code)

    expect(codes(ok(await busy.assign(first, pat, 'B1')))).toEqual([
      'license_expires_before_trip',
      'dbs_below_required',
      'driver_not_in_app',
    ])
    expect(codes(ok(await busy.assign(second, pat, ' b1')))).toEqual([
      'driver_overlap',
      'vehicle_overlap',
      'license_expires_before_trip',
      'dbs_below_required',
      'driver_not_in_app',
    ])
    expect(codes(ok(await busy.booking(first)))).toContain('driver_overlap')
    ok(await second.cancel())
    expect(codes(ok(await busy.booking(first)))).not.toContain('driver_overlap')

    const next = await market.bookedTrip(busy, { departsIn: days(30) + hours(20) })
    expect(codes(ok(await busy.assign(next, pat, 'B1')))).toContain('short_rest')
  })
})

test('shows the booking ref on a won job, and refuses another quote', async () => {
  const trip = await market.bookedTrip(dales)
  expect(ok(await dales.job(trip))).toMatchObject({ status: 'won', booking_ref: trip.ref })
  const { error } = (await dales.post(`/jobs/${trip.ref}/quote`, quoteTerms())).json
  expect(error).toMatchObject({ code: 'quote_locked', current_status: 'booked' })
  expect(error).not.toHaveProperty('until')
})
