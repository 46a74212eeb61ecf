import { describe, expect, test } from 'bun:test'
import { signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  hours,
  type Market,
  type MarketAnswer,
  minutes,
  type OperatorClient,
  ok,
  statusAndCode,
} from '../support/market.ts'
import { messagesTo } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
/** Where mails and SMS are looked at. */
const openTelling = shareMarket()

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Shown = any

/** A booking of ninety people that takes two coaches, there and back on legs 1 and 2. */
async function twoCoaches(desk: OperatorClient, fields: object = {}, offered: object = {}): Promise<CustomerClient> {
  const vehicles = [{ type: 'coach_49', count: 2, seats: 49 }]
  const customer = await desk.market.trip([desk], { passenger_count: 90, ...fields })
  ok(await customer.book(await desk.makeQuote(customer, { availability: 'confirmed', vehicles, ...offered })))
  return customer
}

/** An operator whose drivers wait for no one, with two of them signed in. */
async function crewed(market: Market) {
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const office = await market.personToken(dales)
  const settings = { no_show_wait_minutes: 0, vehicle_check_required: false }
  ok(await market.call('PATCH', '/portal/v1/operator', { token: office, body: { settings } }))
  const pat = await signInDriver(dales)
  const sam = await signInDriver(dales, { name: 'Sam Reed' })
  return { market, dales, office, pat, sam }
}

const codes = (duty: Shown): string[] => duty.warnings.map(({ code }: { code: string }) => code)
const standing = (booking: Shown) => booking.duties.map(({ progress }: Shown) => progress.status)
const takeOff = (market: Market, token: string, { ref }: CustomerClient, id: unknown) =>
  market.call('DELETE', `/portal/v1/bookings/${ref}/duties/${id}`, { token })

describe('a booking of two coaches', () => {
  test('wants a driver until both have one, and says who is on which', async () => {
    const { market, dales, pat, sam } = await crewed(await openShared())
    const ann = await twoCoaches(dales)
    expect(ok(await dales.booking(ann))).toMatchObject({
      vehicles_needed: 2,
      vehicles_assigned: 0,
      needs_driver: true,
      duties: [],
    })

    const first = ok(await dales.assign(ann, pat.id))
    expect(first).toMatchObject({ trip_status: 'unassigned', vehicles_assigned: 1, needs_driver: true })
    expect(codes(first.assignment)).toEqual(['vehicle_missing'])
    expect(ok(await dales.bookings()).find(({ ref }: Shown) => ref === ann.ref)).toMatchObject({
      vehicles_needed: 2,
      vehicles_assigned: 1,
      needs_driver: true,
    })

    const reportAt = market.at(days(59))
    const where = { vehicle_no: 2, report_at: reportAt, report_place: 'Depot, bay 4', passenger_count: 41 }
    const both = ok(await dales.assign(ann, sam.id, 'YX21 DEF', where))
    expect(both).toMatchObject({ trip_status: 'assigned', vehicles_assigned: 2, needs_driver: false })
    expect(both.assignment).toMatchObject({ driver: { id: pat.id }, vehicle_reg: 'YX20 ABC', warnings: [] })
    expect([both.driver.id, both.vehicle_reg]).toEqual([pat.id, 'YX20 ABC'])
    expect(both.duties[1]).toEqual({
      id: expect.any(Number),
      vehicle_no: 2,
      role: 'driver',
      legs: null,
      driver: { id: sam.id, name: 'Sam Reed', phone: null },
      vehicle_reg: 'YX21 DEF',
      vehicle_id: null,
      passenger_count: 41,
      report_at: reportAt,
      report_place: 'Depot, bay 4',
      assigned_at: expect.any(String),
      acknowledged_at: null,
      declined_at: null,
      decline_reason: null,
      warnings: [],
      progress: { status: 'assigned', leg: null, updated_at: null },
    })
    expect(Object.keys(both.duties[1])).toEqual(
      `id vehicle_no role legs driver vehicle_reg vehicle_id passenger_count report_at report_place assigned_at acknowledged_at
        declined_at decline_reason warnings progress`.split(/\s+/),
    )
  })

  test('is told to each driver for their own coach, with who else comes', async () => {
    const { dales, pat, sam } = await crewed(await openShared())
    const ann = await twoCoaches(dales)
    ok(await dales.assign(ann, pat.id))
    ok(await dales.assign(ann, sam.id, 'YX21 DEF', { vehicle_no: 2, report_place: 'Depot', passenger_count: 41 }))
    const kim = await signInDriver(dales, { name: 'Kim Low' })
    ok(await dales.assign(ann, kim.id, 'YX21 DEF', { vehicle_no: 2, role: 'second', legs: [2] }))

    expect(ok(await sam.trip(ann))).toMatchObject({ passenger_count: 41, vehicle: { registration: 'YX21 DEF' } })
    expect(ok(await sam.trip(ann)).duty).toEqual({
      vehicle_no: 2,
      of: 2,
      role: 'driver',
      legs: null,
      report_at: null,
      report_place: 'Depot',
      colleagues: [
        { first_name: 'Pat', vehicle_reg: 'YX20 ABC', role: 'driver' },
        { first_name: 'Kim', vehicle_reg: 'YX21 DEF', role: 'second' },
      ],
    })
    expect(ok(await kim.trip(ann)).duty).toMatchObject({ role: 'second', legs: [2] })
    expect(ok(await pat.trip(ann))).toMatchObject({ passenger_count: 90, duty: { vehicle_no: 1, legs: null } })
    expect(ok(await kim.trips())).toMatchObject([{ ref: ann.ref, vehicle: { registration: 'YX21 DEF' } }])
  })

  const wrong: [string, object, string][] = [
    ['a third coach', { vehicle_no: 3 }, 'vehicle_no'],
    ['coach zero', { vehicle_no: 0 }, 'vehicle_no'],
    ['another role', { role: 'guide' }, 'role'],
    ['a leg there is not', { legs: [1, 9] }, 'legs.1'],
    ['no leg at all', { legs: [] }, 'legs'],
    ['a long place', { report_place: 'x'.repeat(161) }, 'report_place'],
    ['no instant', { report_at: 'early' }, 'report_at'],
    ['half a person', { passenger_count: 1.5 }, 'passenger_count'],
  ]
  test('refuses what it does not have', async () => {
    const { dales, pat } = await crewed(await openShared())
    const ann = await twoCoaches(dales)
    for (const [words, more, field] of wrong) {
      const answer = await dales.assign(ann, pat.id, 'YX20 ABC', more)
      expect([words, statusAndCode(answer), Object.keys(answer.json.error.fields)]).toEqual([
        words,
        '422 validation_failed',
        [field],
      ])
    }
    expect(statusAndCode(await dales.assign({ ref: 'TR-ZZZZZZ' }, pat.id, 'YX20 ABC', { vehicle_no: 3 }))).toBe('404 not_found')
    ok(await ann.cancel())
    expect(statusAndCode(await dales.assign(ann, pat.id, 'YX20 ABC', { vehicle_no: 3 }))).toBe('409 trip_cancelled')
  })

  test('counts the seats of both, and names who or what is to be on both at once', async () => {
    const { market, dales, office, pat } = await crewed(await openShared())
    const register = async (registration: string, seats: number) => {
      const body = { registration, type: 'coach_49', seats }
      ok(await market.call('POST', '/portal/v1/vehicles', { token: office, body }))
    }
    await register('TW49 AAA', 49)
    await register('TW49 BBB', 49)
    await register('TW33 CCC', 33)
    const ann = await twoCoaches(dales)
    const other = await dales.driver({ name: 'Lee Fox' })
    const warned = async (more: object, plate: string, driver = other) =>
      (await dales.assign(ann, driver, plate, more)).data.duties.flatMap(codes)

    expect(await warned({}, 'TW49 AAA', pat.id)).toEqual(['vehicle_missing'])
    expect(await warned({ vehicle_no: 2 }, 'TW49 BBB')).toEqual(['driver_not_in_app'])
    expect(await warned({ vehicle_no: 2 }, 'TW33 CCC')).toEqual([
      'seats_below_passengers',
      'seats_below_passengers',
      'driver_not_in_app',
    ])
    expect(await warned({ vehicle_no: 2 }, 'TW49 AAA')).toEqual(['vehicle_overlap', 'vehicle_overlap', 'driver_not_in_app'])
    expect(await warned({ vehicle_no: 2 }, 'TW49 BBB', pat.id)).toEqual(['driver_overlap', 'driver_overlap'])
  })

  test('wants a second driver where the quote has one or the hours ask for one', async () => {
    const { dales, pat, sam } = await crewed(await openShared())
    const promised = await twoCoaches(
      dales,
      {},
      { vehicles: [{ type: 'coach_49', count: 2, seats: 49 }], inclusions: ['second_driver'] },
    )
    const long = await twoCoaches(dales, { driving_seconds: 12 * 3_600, returns_at: null })
    for (const ann of [promised, long]) {
      ok(await dales.assign(ann, pat.id))
      expect(codes(ok(await dales.booking(ann)).assignment)).toContain('second_driver_missing')
      const after = ok(await dales.assign(ann, sam.id, 'YX20 ABC', { role: 'second' }))
      expect(after.duties.map(({ role }: Shown) => role)).toEqual(['driver', 'second'])
      expect(after.duties.flatMap(codes)).not.toContain('second_driver_missing')
      expect(after).toMatchObject({ vehicles_assigned: 1, trip_status: 'unassigned' })
    }
  })
})

describe('one duty for each coach, role and leg', () => {
  test('a new one takes its legs from the old one, who loses sight of it once nothing is left', async () => {
    const { dales, pat, sam } = await crewed(await openShared())
    const ann = await twoCoaches(dales)
    ok(await dales.assign(ann, pat.id))
    const parted = ok(await dales.assign(ann, sam.id, 'YX21 DEF', { legs: [2] }))
    expect(parted.duties.map(({ driver, legs }: Shown) => [driver.name, legs])).toEqual([
      ['Pat Moss', [1]],
      ['Sam Reed', [2]],
    ])
    expect(parted.assignment.driver.id).toBe(pat.id)
    expect(ok(await pat.trip(ann)).duty.legs).toEqual([1])

    const whole = ok(await dales.assign(ann, sam.id, 'YX21 DEF'))
    expect(whole.duties.map(({ driver, legs }: Shown) => [driver.name, legs])).toEqual([['Sam Reed', null]])
    expect((await pat.trip(ann)).text).toBe((await pat.trip({ ref: 'TR-000000' })).text)
    expect(ok(await pat.trips('?filter=all')).map(({ ref }: Shown) => ref)).not.toContain(ann.ref)
  })

  test('a relief counts on the legs handed over, a second driver does not', async () => {
    const { dales, pat, sam } = await crewed(await openShared())
    const ann = await dales.market.bookedTrip(dales)
    expect(ok(await dales.assign(ann, pat.id, 'YX20 ABC', { legs: [1] })).needs_driver).toBe(true)
    expect(ok(await dales.assign(ann, sam.id, 'YX20 ABC', { role: 'second', legs: [2] })).needs_driver).toBe(true)
    expect(ok(await dales.assign(ann, sam.id, 'YX20 ABC', { role: 'relief', legs: [2] }))).toMatchObject({
      needs_driver: false,
      vehicles_assigned: 1,
      assignment: { driver: { id: pat.id } },
    })
    ok(await sam.decline(ann))
    expect(ok(await dales.booking(ann))).toMatchObject({ needs_driver: true, trip_status: 'assigned' })
  })

  test('again with the same changes nothing; where to report may change, and is acknowledged again', async () => {
    const { market, dales, pat } = await crewed(await openShared())
    const ann = await twoCoaches(dales)
    const first = ok(await dales.assign(ann, pat.id, 'YX20 ABC', { report_place: 'Depot' }))
    ok(await pat.acknowledge(ann))
    await market.advance(10)
    const again = ok(await dales.assign(ann, pat.id, ' yx20  abc'))
    expect(again.duties[0]).toMatchObject({ id: first.duties[0].id, report_place: 'Depot', acknowledged_at: expect.any(String) })
    expect(ok(await dales.assign(ann, pat.id, 'YX20 ABC', { passenger_count: 45 })).duties[0]).toMatchObject({
      passenger_count: 45,
      acknowledged_at: expect.any(String),
    })
    const moved = ok(await dales.assign(ann, pat.id, 'YX20 ABC', { report_place: 'Yard', legs: [1, 2] }))
    expect(moved.duties).toMatchObject([
      { id: first.duties[0].id, report_place: 'Yard', passenger_count: 45, acknowledged_at: null },
    ])
    expect(ok(await dales.assign(ann, pat.id, 'YX20 ABC', { report_place: null })).duties[0].report_place).toBeNull()
  })

  test('what was declined is shown until somebody stands in', async () => {
    const { dales, pat, sam } = await crewed(await openShared())
    const ann = await twoCoaches(dales)
    ok(await dales.assign(ann, sam.id, 'YX21 DEF', { vehicle_no: 2 }))
    ok(await sam.decline(ann, 'I am ill.'))
    expect(ok(await dales.booking(ann))).toMatchObject({
      vehicles_assigned: 0,
      assignment: null,
      duties: [{ vehicle_no: 2, decline_reason: 'I am ill.', progress: { status: 'unassigned' } }],
    })
    const after = ok(await dales.assign(ann, pat.id, 'YX21 DEF', { vehicle_no: 2 }))
    expect(after.duties).toMatchObject([{ driver: { id: pat.id }, declined_at: null }])
  })
})

describe('on the road', () => {
  async function onTheRoad(fields: object = {}) {
    const crew = await crewed(await openShared())
    const ann = await twoCoaches(crew.dales, { departsIn: hours(3), ...fields })
    ok(await crew.dales.assign(ann, crew.pat.id))
    ok(await crew.dales.assign(ann, crew.sam.id, 'YX21 DEF', { vehicle_no: 2 }))
    return { ...crew, ann }
  }

  test('the trip is as far as the coach behind, and each driver as far as their own', async () => {
    const { market, dales, pat, sam, ann } = await onTheRoad({ returns_at: null })
    const trip = async () => {
      const { trip_status, duties, legs, needs_driver, payout } = ok(await dales.booking(ann))
      return { trip: trip_status, leg: legs[0].status, coaches: standing({ duties }), needs_driver, payout: payout.status }
    }
    ok(await pat.acknowledge(ann))
    expect(await trip()).toMatchObject({ trip: 'assigned', coaches: ['acknowledged', 'assigned'] })
    expect(ok(await pat.report(ann, 'en_route'))).toMatchObject({
      trip_status: 'en_route',
      legs: [{ status: 'en_route' }],
      next_steps: [{ status: 'arrived', leg: 1 }],
    })
    expect(await trip()).toMatchObject({ trip: 'assigned', leg: 'pending', coaches: ['en_route', 'assigned'] })
    expect(ok(await sam.trip(ann))).toMatchObject({ trip_status: 'assigned', events: [], next_steps: [{ status: 'en_route' }] })
    expect(ok(await sam.trips())[0]).toMatchObject({ ref: ann.ref, trip_status: 'assigned' })

    ok(await sam.report(ann, 'en_route'))
    expect(await trip()).toMatchObject({ trip: 'en_route', leg: 'en_route', coaches: ['en_route', 'en_route'] })
    await market.advance(60)
    ok(await pat.report(ann, 'arrived'))
    ok(await sam.report(ann, 'arrived'))
    ok(await sam.report(ann, 'no_show', { contact_attempted: true }))
    expect(await trip()).toMatchObject({ trip: 'arrived', coaches: ['arrived', 'no_show'], payout: 'pending' })
    ok(await pat.report(ann, 'on_board'))
    expect(await trip()).toMatchObject({ trip: 'on_board', leg: 'on_board', needs_driver: false })
    await market.advance(hours(1))
    ok(await pat.report(ann, 'completed'))
    expect(await trip()).toMatchObject({
      trip: 'completed',
      leg: 'completed',
      coaches: ['completed', 'no_show'],
      payout: 'scheduled',
    })

    const { progress, duties } = ok(await dales.booking(ann))
    expect(progress.events.map(({ vehicle_no, status }: Shown) => `${vehicle_no} ${status}`)).toEqual([
      '1 en_route',
      '2 en_route',
      '1 arrived',
      '2 arrived',
      '2 no_show',
      '1 on_board',
      '1 completed',
    ])
    expect(duties[1].progress).toEqual({ status: 'no_show', leg: 1, updated_at: progress.events[4].received_at })
    expect(ok(await sam.trip(ann)).events.map(({ status }: Shown) => status)).toEqual(['en_route', 'arrived', 'no_show'])
    expect(ok(await pat.report(ann, 'completed', { undo: true })).trip_status).toBe('on_board')
    expect(await trip()).toMatchObject({ trip: 'on_board', payout: 'pending' })
  })

  test('no one came only when every coach says so', async () => {
    const { dales, pat, sam, ann } = await onTheRoad({ returns_at: null })
    for (const cab of [pat, sam]) {
      await cab.reportSteps(ann, 'en_route', 'arrived')
      ok(await cab.report(ann, 'no_show', { contact_attempted: true }))
    }
    expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'no_show', legs: [{ status: 'no_show' }] })
  })

  test('what nobody reported is completed for every coach 24 hours after the end', async () => {
    const { market, dales, pat, ann } = await onTheRoad({ returns_at: null })
    ok(await pat.report(ann, 'en_route'))
    await market.advanceTo(ok(await dales.booking(ann)).ends_at, days(1) + 1)
    await eventually(async () => ok(await dales.booking(ann)).trip_status === 'completed')
    const booking = ok(await dales.booking(ann))
    expect(booking).toMatchObject({ payout: { status: 'scheduled' }, needs_driver: false })
    expect(standing(booking)).toEqual(['completed', 'completed'])
    expect(booking.progress.events.map(({ vehicle_no, by }: Shown) => `${vehicle_no} ${by}`)).toEqual([
      '1 driver',
      '1 system',
      '2 system',
    ])
  })

  test('a step is for the legs of one’s own duty', async () => {
    const { market, dales, pat, sam } = await crewed(await openShared())
    const ann = await market.bookedTrip(dales, { departsIn: hours(3), returns_at: market.at(hours(8)) })
    ok(await dales.assign(ann, pat.id, 'YX20 ABC', { legs: [1] }))
    ok(await dales.assign(ann, sam.id, 'YX20 ABC', { role: 'relief', legs: [2] }))
    const kim = await signInDriver(dales, { name: 'Kim Low' })
    ok(await dales.assign(ann, kim.id, 'YX20 ABC', { role: 'second', legs: [1] }))

    for (const more of [{}, { leg: 1 }]) {
      const refused = await sam.report(ann, 'en_route', more)
      expect([statusAndCode(refused), refused.json.error.current_status, refused.json.error.allowed]).toEqual([
        '409 invalid_transition',
        'pending',
        [],
      ])
    }
    expect(ok(await sam.trip(ann))).toMatchObject({ next_steps: [], trip_status: 'assigned' })
    ok(await kim.report(ann, 'en_route'))
    expect(ok(await pat.trip(ann))).toMatchObject({ trip_status: 'en_route', next_steps: [{ status: 'arrived', leg: 1 }] })
    await pat.reportSteps(ann, 'arrived', 'on_board', 'completed')
    expect(statusAndCode(await pat.report(ann, 'completed'))).toBe('200')
    expect(ok(await pat.trip(ann))).toMatchObject({ trip_status: 'completed', next_steps: [], undo_until: expect.any(String) })
    expect(statusAndCode(await pat.report(ann, 'en_route', { leg: 2 }))).toBe('409 invalid_transition')
    expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'between_legs', needs_driver: false })

    expect(ok(await sam.trip(ann)).next_steps).toMatchObject([{ status: 'en_route', leg: 2 }])
    ok(await sam.report(ann, 'en_route'))
    const told = { kind: 'delay', severity: 'low', occurred_at: market.at(0), note: 'Roadworks.' }
    for (const cab of [sam, kim]) ok(await cab.call('POST', `/trips/${ann.ref}/incidents`, told))
    ok(await sam.submitVehicleCheck({ trip_ref: ann.ref }))
    ok(await sam.setLocationConsent(true))
    expect(ok(await sam.sendLocations(market.at(1)))).toMatchObject({ accepted: 1, tracking: true })
    ok(await pat.setLocationConsent(true))
    expect(ok(await pat.sendLocations(market.at(1)))).toMatchObject({ accepted: 0, tracking: false })
    await sam.reportSteps(ann, 'arrived', 'on_board', 'completed')
    expect(ok(await dales.booking(ann)).trip_status).toBe('completed')
  })

  test('each driver reads the incidents of their own coach', async () => {
    const { market, pat, sam, ann } = await onTheRoad()
    const told = { kind: 'delay', severity: 'low', occurred_at: market.at(0), note: 'Roadworks.' }
    ok(await sam.call('POST', `/trips/${ann.ref}/incidents`, told))
    expect(ok(await sam.trip(ann)).incidents).toHaveLength(1)
    expect(ok(await pat.trip(ann)).incidents).toEqual([])
  })

  test('another driver starts the leg of their own coach again, and of no other', async () => {
    const { dales, pat, sam, ann } = await onTheRoad()
    await pat.reportSteps(ann, 'en_route', 'arrived')
    await sam.reportSteps(ann, 'en_route', 'arrived')
    const kim = await signInDriver(dales, { name: 'Kim Low' })
    const after = ok(await dales.assign(ann, kim.id, 'YX21 DEF', { vehicle_no: 2 }))
    expect(after.trip_status).toBe('assigned')
    expect(standing(after)).toEqual(['arrived', 'assigned'])
    expect(statusAndCode(await sam.trip(ann))).toBe('404 not_found')
    await kim.reportSteps(ann, 'en_route', 'arrived', 'on_board')
    const lee = await signInDriver(dales, { name: 'Lee Fox' })
    expect(standing(ok(await dales.assign(ann, lee.id, 'YX21 DEF', { vehicle_no: 2 })))).toEqual(['arrived', 'on_board'])
    expect(ok(await lee.trip(ann)).next_steps).toMatchObject([{ status: 'completed' }])
  })

  test('the office reports for one coach, the first unless it says which', async () => {
    const { market, dales, office, ann } = await onTheRoad()
    const report = (status: string, more: object = {}, trip: CustomerClient = ann) =>
      market.call('POST', `/portal/v1/bookings/${trip.ref}/progress`, {
        token: office,
        body: { status, occurred_at: market.at(0), ...more },
      })
    expect(standing(ok(await report('en_route')))).toEqual(['en_route', 'assigned'])
    expect(standing(ok(await report('en_route', { vehicle_no: 2 })))).toEqual(['en_route', 'en_route'])
    expect(standing(ok(await report('en_route', { vehicle_no: 2, undo: true })))).toEqual(['en_route', 'acknowledged'])
    const third = await report('en_route', { vehicle_no: 3 })
    expect([statusAndCode(third), Object.keys(third.json.error.fields)]).toEqual(['422 validation_failed', ['vehicle_no']])

    const bare = await twoCoaches(dales, { departsIn: hours(3) })
    ok(await dales.assign(bare, await dales.driver()))
    expect(statusAndCode(await report('en_route', { vehicle_no: 2 }, bare))).toBe('409 invalid_transition')
    expect(statusAndCode(await report('en_route', {}, bare))).toBe('200')
  })

  test('a driver with two duties on a trip has it once, and the one that comes next', async () => {
    const { market, dales, pat, sam } = await crewed(await openShared())
    const ann = await twoCoaches(dales, { departsIn: hours(3), returns_at: market.at(hours(8)) })
    ok(await dales.assign(ann, pat.id, 'YX20 ABC', { legs: [1] }))
    ok(await dales.assign(ann, pat.id, 'YX21 DEF', { legs: [2], vehicle_no: 2 }))
    ok(await dales.assign(ann, sam.id, 'YX21 DEF', { legs: [1], vehicle_no: 2 }))
    const listed = async (filter: string) =>
      ok(await pat.trips(`?filter=${filter}`)).map(({ vehicle }: Shown) => vehicle.registration)

    expect([await listed('all'), await listed('upcoming'), await listed('today')]).toEqual([
      ['YX20 ABC'],
      ['YX20 ABC'],
      ['YX20 ABC'],
    ])
    expect(ok(await pat.acknowledge(ann)).duty).toMatchObject({ vehicle_no: 1, legs: [1] })
    expect(ok(await dales.booking(ann)).duties.filter(({ acknowledged_at }: Shown) => acknowledged_at !== null)).toHaveLength(2)
    await pat.reportSteps(ann, 'en_route', 'arrived', 'on_board', 'completed')
    expect(ok(await pat.trip(ann)).duty).toMatchObject({ vehicle_no: 2, legs: [2] })
    expect(await listed('all')).toEqual(['YX21 DEF'])
    expect(statusAndCode(await pat.report(ann, 'completed', { leg: 1 }))).toBe('200')
    await sam.reportSteps(ann, 'en_route', 'arrived', 'on_board', 'completed')
    await pat.reportSteps(ann, 'en_route', 'arrived', 'on_board', 'completed')
    expect(standing(ok(await dales.booking(ann)))).toEqual(['completed', 'completed', 'completed'])
    // No one drives the first coach back.
    expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'between_legs', needs_driver: true })
  })
})

describe('taking somebody off', () => {
  test('leaves their coach without a driver, and them without the trip', async () => {
    const { market, dales, office, pat, sam } = await crewed(await openShared())
    const ann = await twoCoaches(dales)
    ok(await dales.assign(ann, pat.id))
    const { duties } = ok(await dales.assign(ann, sam.id, 'YX21 DEF', { vehicle_no: 2 }))
    expect((await takeOff(market, office, ann, duties[1].id)).status).toBe(204)
    expect(statusAndCode(await sam.trip(ann))).toBe('404 not_found')
    expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'unassigned', needs_driver: true, vehicles_assigned: 1 })
    expect(statusAndCode(await takeOff(market, office, ann, duties[1].id))).toBe('404 not_found')
    expect((await takeOff(market, office, ann, duties[0].id)).status).toBe(204)
    expect(ok(await dales.booking(ann))).toMatchObject({ assignment: null, driver: null, vehicle_reg: null, duties: [] })
  })

  test('is refused on board, of what is not there, and to who may not', async () => {
    const { market, dales, office, pat } = await crewed(await openShared())
    const ann = await market.bookedTrip(dales, { departsIn: hours(3) })
    const { duties } = ok(await dales.assign(ann, pat.id))
    const [{ id }] = duties
    await pat.reportSteps(ann, 'en_route', 'arrived', 'on_board')
    const refused: MarketAnswer = await takeOff(market, office, ann, id)
    expect([statusAndCode(refused), refused.json.error.current_status]).toEqual(['409 invalid_transition', 'on_board'])
    expect(statusAndCode(await takeOff(market, office, ann, 'x'))).toBe('404 not_found')
    expect(statusAndCode(await takeOff(market, dales.token, ann, id))).toBe('403 wrong_credential')
    const clerk = await market.personToken(dales, 'accounts')
    expect(statusAndCode(await takeOff(market, clerk, ann, id))).toBe('403 missing_ability')
    const rival = await market.operator('Rival Travel')
    expect(statusAndCode(await takeOff(market, await market.personToken(rival), ann, id))).toBe('404 not_found')
    const off = await market.bookedTrip(dales)
    const given = ok(await dales.assign(off, pat.id))
    ok(await off.cancel())
    expect(statusAndCode(await takeOff(market, office, off, given.duties[0].id))).toBe('409 trip_cancelled')
    expect(ok(await dales.booking(off)).duties).toMatchObject([{ driver: { id: pat.id } }])
    expect(ok(await pat.trip(off))).toMatchObject({ status: 'cancelled', next_steps: [] })
  })

  test('before anybody is on board starts the leg again', async () => {
    const { market, dales, office, pat } = await crewed(await openShared())
    const ann = await market.bookedTrip(dales, { departsIn: hours(3) })
    const { duties } = ok(await dales.assign(ann, pat.id))
    await pat.reportSteps(ann, 'en_route', 'arrived')
    expect((await takeOff(market, office, ann, duties[0].id)).status).toBe(204)
    const { trip_status, progress } = ok(await dales.booking(ann))
    expect([trip_status, progress.events.at(-1)]).toMatchObject(['unassigned', { status: 'reverted', by: 'system' }])
  })
})

describe('who hears of it', () => {
  const told = (market: Market, cab: string, count: number) => messagesTo(market.server, cab, count)

  test('each driver of their own coach, where to report and when it is gone', async () => {
    const { market, dales, office } = await crewed(await openTelling())
    const kim = await dales.driver({ name: 'Kim Low', email: 'kim.low@example.org' })
    const ann = await twoCoaches(dales)
    const { duties } = ok(await dales.assign(ann, kim, 'YX21 DEF', { vehicle_no: 2, report_place: 'Depot, bay 4' }))
    const [first] = await told(market, 'kim.low@example.org', 1)
    expect(first?.text).toContain('Coach: YX21 DEF, coach 2')
    expect(first?.text).toContain('Report: Depot, bay 4')
    expect((await takeOff(market, office, ann, duties[0].id)).status).toBe(204)
    const [, second] = await told(market, 'kim.low@example.org', 2)
    expect(second?.subject).toBe(`Dales Coaches: You no longer drive ${ann.ref}`)
  })

  test('a driver by SMS of when and where to report, which coach and legs, and how many ride in it', async () => {
    const { market, dales } = await crewed(await openTelling())
    const phone = '07700 900888'
    const kim = await dales.driver({ name: 'Kim Low', phone })
    const ann = await twoCoaches(dales, { departsIn: days(4) })
    const { legs, departs_at } = ok(await dales.booking(ann))
    const own = { vehicle_no: 2, legs: [legs[0].sequence], passenger_count: 23 }
    const report = { report_at: new Date(Date.parse(departs_at) - 45 * 60_000).toISOString(), report_place: 'Depot, bay 4' }
    ok(await dales.assign(ann, kim, 'YX21 DEF', { ...own, ...report }))
    const said = new RegExp(
      `${ann.ref}, .*, Leeds to York, 23 passengers, return, in YX21 DEF, coach 2, leg 1\\. Report: \\w{3} \\d+ \\w{3}, \\d\\d:\\d\\d, Depot, bay 4\\. `,
    )
    const heard = (headline: string) =>
      eventually(() => market.server.mails().find(({ to, text }) => to === phone && text.includes(`${headline} ${ann.ref}`)))
    expect((await heard('You are to drive'))?.text).toMatch(said)
    await market.advance(days(3))
    expect((await heard('Coming up:'))?.text).toMatch(said)
  })

  test('the day before everybody on it, the customer of both, and the office of who is missing', async () => {
    const { market, dales, office } = await crewed(await openTelling())
    const [boss, ann] = [`${crypto.randomUUID()}@example.org`, `${crypto.randomUUID()}@example.org`]
    ok(await market.call('PATCH', '/portal/v1/operator', { token: office, body: { email: boss } }))
    ok(await market.call('POST', '/portal/v1/users', { token: office, body: { email: boss, name: 'Bo', role: 'dispatcher' } }))
    const mails = ['lee', 'kim'].map((name) => `${name}.${crypto.randomUUID()}@example.org`)
    const [lee, kim] = [
      await dales.driver({ name: 'Lee Fox', email: mails[0] }),
      await dales.driver({ name: 'Kim Low', email: mails[1] }),
    ]
    const trip = await twoCoaches(dales, { departsIn: days(4), customer: { name: 'Ann Smith', email: ann } })
    const short = await twoCoaches(dales, { departsIn: days(4) })
    ok(await dales.assign(trip, lee))
    ok(await dales.assign(trip, kim, 'YX21 DEF', { vehicle_no: 2 }))
    ok(await dales.assign(short, await dales.driver()))
    for (const mail of mails) await told(market, mail ?? '', 1)
    await market.advance(days(3))
    for (const mail of mails) expect((await told(market, mail ?? '', 2))[1]?.subject).toContain(`Coming up: ${trip.ref}`)
    const heard = (whose: string, words: string) =>
      eventually(() =>
        market.server.mails().some(({ to, subject, text }) => to === whose && `${subject} ${text}`.includes(words)),
      )
    await heard(ann, 'Your drivers are Lee in YX20 ABC and Kim in YX21 DEF.')
    await heard(boss, `${trip.ref} leaves soon and is not acknowledged`)
    await heard(boss, `${short.ref} leaves soon and lacks a driver`)
  })

  test('the customer when each coach sets off, and which of them is late', async () => {
    const { market, dales, pat, sam } = await crewed(await openTelling())
    const ann = `${crypto.randomUUID()}@example.org`
    const trip = await twoCoaches(dales, { departsIn: hours(3), customer: { name: 'Ann Smith', email: ann } })
    ok(await dales.assign(trip, pat.id))
    ok(await dales.assign(trip, sam.id, 'YX21 DEF', { vehicle_no: 2 }))
    const heard = (words: string) =>
      eventually(() => market.server.mails().some(({ to, text }) => to === ann && text.includes(words)))
    ok(await pat.report(trip, 'en_route'))
    await heard('Pat in YX20 ABC is on the way')
    ok(await sam.report(trip, 'en_route'))
    await heard('Sam in YX21 DEF is on the way')
    await market.advance(minutes(1))
    ok(await sam.report(trip, 'delayed', { delay_minutes: 25 }))
    await heard('The coach YX21 DEF for your trip')
  })
})

/** Everything under a driver's own name in their export. */
test('a driver takes along what they were given, coach and legs', async () => {
  const { dales, pat, sam } = await crewed(await openShared())
  const ann = await twoCoaches(dales)
  ok(await dales.assign(ann, sam.id))
  ok(await dales.assign(ann, pat.id, 'YX21 DEF', { vehicle_no: 2, role: 'relief', legs: [2], report_place: 'Depot' }))
  const { categories } = ok(await pat.call('GET', '/privacy/export'))
  expect(categories.assignments.records).toMatchObject([
    { ref: ann.ref, vehicle_no: 2, role: 'relief', legs: [2], report_place: 'Depot' },
  ])
})

test('a driver who leaves leaves every coach they were on', async () => {
  const { market, dales, office, pat, sam } = await crewed(await openShared())
  const ann = await twoCoaches(dales)
  ok(await dales.assign(ann, pat.id))
  ok(await dales.assign(ann, sam.id, 'YX21 DEF', { vehicle_no: 2 }))
  expect((await market.call('DELETE', `/portal/v1/drivers/${sam.id}`, { token: office })).status).toBe(204)
  expect(ok(await dales.booking(ann))).toMatchObject({
    trip_status: 'unassigned',
    needs_driver: true,
    vehicles_assigned: 1,
    assignment: { driver: { id: pat.id } },
    duties: [{ vehicle_no: 1 }],
  })
})
