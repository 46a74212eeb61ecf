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
/** Market that sends emails and SMS. */
const openMailing = shareMarket()

// biome-ignore lint/suspicious/noExplicitAny: the tests read untyped answers
type Shown = any

/** Books two coaches for ninety people, out on leg 1 and back on leg 2. */
async function twoCoaches(desk: OperatorClient, fields: object = {}, offered: object = {}): Promise<CustomerClient> {
  const vehicles = [{ type: 'coach_49', count: 2, seats: 49 }]
  const customer = await desk.market.trip([desk], { passenger_count: 90, ...fields })
  ok(await customer.book(await desk.makeQuote(customer, { availability: 'confirmed', vehicles, ...offered })))
  return customer
}

/** Adds an operator without a no-show wait, with two signed-in drivers. */
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
const coachStatuses = (booking: Shown) => booking.duties.map(({ progress }: Shown) => progress.status)
const removeDuty = (market: Market, token: string, { ref }: CustomerClient, id: unknown) =>
  market.call('DELETE', `/portal/v1/bookings/${ref}/duties/${id}`, { token })

describe('a booking of two coaches', () => {
  test('needs a driver until both coaches have one, and lists the driver of each', async () => {
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

  test('is shown to each driver for their own coach, with their colleagues', async () => {
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
    ['an unknown leg', { legs: [1, 9] }, 'legs.1'],
    ['no leg', { legs: [] }, 'legs'],
    ['a long place', { report_place: 'x'.repeat(161) }, 'report_place'],
    ['no instant', { report_at: 'early' }, 'report_at'],
    ['half a person', { passenger_count: 1.5 }, 'passenger_count'],
  ]
  test('refuses an assignment with invalid fields', async () => {
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

  test('adds up the seats of both, and warns of a driver or vehicle on both', async () => {
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

  test('needs a second driver when the quote includes one or the driving time requires it', async () => {
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

describe('a duty', () => {
  test('loses the legs that a new duty takes, and is removed when none is left', async () => {
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

  test('covers its legs as relief, and not as second driver', async () => {
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

  test('stays unchanged on repetition, and needs a new acknowledgement for a new place to report', async () => {
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

  test('is shown as declined until another driver replaces it', async () => {
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

describe('the progress of a trip with two coaches', () => {
  async function onTheRoad(fields: object = {}) {
    const crew = await crewed(await openShared())
    const ann = await twoCoaches(crew.dales, { departsIn: hours(3), ...fields })
    ok(await crew.dales.assign(ann, crew.pat.id))
    ok(await crew.dales.assign(ann, crew.sam.id, 'YX21 DEF', { vehicle_no: 2 }))
    return { ...crew, ann }
  }

  test('is that of the coach behind for the trip, and that of the own coach for each driver', async () => {
    const { market, dales, pat, sam, ann } = await onTheRoad({ returns_at: null })
    const trip = async () => {
      const { trip_status, duties, legs, needs_driver, payout } = ok(await dales.booking(ann))
      return { trip: trip_status, leg: legs[0].status, coaches: coachStatuses({ duties }), needs_driver, payout: payout.status }
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

  test('is no-show only when every coach reports it', async () => {
    const { dales, pat, sam, ann } = await onTheRoad({ returns_at: null })
    for (const cab of [pat, sam]) {
      await cab.reportSteps(ann, 'en_route', 'arrived')
      ok(await cab.report(ann, 'no_show', { contact_attempted: true }))
    }
    expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'no_show', legs: [{ status: 'no_show' }] })
  })

  test('is completed automatically for every coach 24 hours after the end', async () => {
    const { market, dales, pat, ann } = await onTheRoad({ returns_at: null })
    ok(await pat.report(ann, 'en_route'))
    await market.advanceTo(ok(await dales.booking(ann)).ends_at, days(1) + 1)
    await eventually(async () => ok(await dales.booking(ann)).trip_status === 'completed')
    const booking = ok(await dales.booking(ann))
    expect(booking).toMatchObject({ payout: { status: 'scheduled' }, needs_driver: false })
    expect(coachStatuses(booking)).toEqual(['completed', 'completed'])
    expect(booking.progress.events.map(({ vehicle_no, by }: Shown) => `${vehicle_no} ${by}`)).toEqual([
      '1 driver',
      '1 system',
      '2 system',
    ])
  })

  test('accepts steps only for the legs of the driver’s own duty', async () => {
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
    const incident = { kind: 'delay', severity: 'low', occurred_at: market.at(0), note: 'Roadworks.' }
    for (const cab of [sam, kim]) ok(await cab.call('POST', `/trips/${ann.ref}/incidents`, incident))
    ok(await sam.submitVehicleCheck({ trip_ref: ann.ref }))
    ok(await sam.setLocationConsent(true))
    expect(ok(await sam.sendLocations(market.at(1)))).toMatchObject({ accepted: 1, tracking: true })
    ok(await pat.setLocationConsent(true))
    expect(ok(await pat.sendLocations(market.at(1)))).toMatchObject({ accepted: 0, tracking: false })
    await sam.reportSteps(ann, 'arrived', 'on_board', 'completed')
    expect(ok(await dales.booking(ann)).trip_status).toBe('completed')
  })

  test('shows each driver the incidents of their own coach only', async () => {
    const { market, pat, sam, ann } = await onTheRoad()
    const incident = { kind: 'delay', severity: 'low', occurred_at: market.at(0), note: 'Roadworks.' }
    ok(await sam.call('POST', `/trips/${ann.ref}/incidents`, incident))
    expect(ok(await sam.trip(ann)).incidents).toHaveLength(1)
    expect(ok(await pat.trip(ann)).incidents).toEqual([])
  })

  test('restarts the leg of one coach only when its driver changes', async () => {
    const { dales, pat, sam, ann } = await onTheRoad()
    await pat.reportSteps(ann, 'en_route', 'arrived')
    await sam.reportSteps(ann, 'en_route', 'arrived')
    const kim = await signInDriver(dales, { name: 'Kim Low' })
    const after = ok(await dales.assign(ann, kim.id, 'YX21 DEF', { vehicle_no: 2 }))
    expect(after.trip_status).toBe('assigned')
    expect(coachStatuses(after)).toEqual(['arrived', 'assigned'])
    expect(statusAndCode(await sam.trip(ann))).toBe('404 not_found')
    await kim.reportSteps(ann, 'en_route', 'arrived', 'on_board')
    const lee = await signInDriver(dales, { name: 'Lee Fox' })
    expect(coachStatuses(ok(await dales.assign(ann, lee.id, 'YX21 DEF', { vehicle_no: 2 })))).toEqual(['arrived', 'on_board'])
    expect(ok(await lee.trip(ann)).next_steps).toMatchObject([{ status: 'completed' }])
  })

  test('is reported by the operator for one coach, by default the first', async () => {
    const { market, dales, office, ann } = await onTheRoad()
    const report = (status: string, more: object = {}, trip: CustomerClient = ann) =>
      market.call('POST', `/portal/v1/bookings/${trip.ref}/progress`, {
        token: office,
        body: { status, occurred_at: market.at(0), ...more },
      })
    expect(coachStatuses(ok(await report('en_route')))).toEqual(['en_route', 'assigned'])
    expect(coachStatuses(ok(await report('en_route', { vehicle_no: 2 })))).toEqual(['en_route', 'en_route'])
    expect(coachStatuses(ok(await report('en_route', { vehicle_no: 2, undo: true })))).toEqual(['en_route', 'acknowledged'])
    const third = await report('en_route', { vehicle_no: 3 })
    expect([statusAndCode(third), Object.keys(third.json.error.fields)]).toEqual(['422 validation_failed', ['vehicle_no']])

    const bare = await twoCoaches(dales, { departsIn: hours(3) })
    ok(await dales.assign(bare, await dales.driver()))
    expect(statusAndCode(await report('en_route', { vehicle_no: 2 }, bare))).toBe('409 invalid_transition')
    expect(statusAndCode(await report('en_route', {}, bare))).toBe('200')
  })

  test('shows a driver with two duties the next one only', async () => {
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
    expect(coachStatuses(ok(await dales.booking(ann)))).toEqual(['completed', 'completed', 'completed'])
    // The first coach has no driver for the way back.
    expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'between_legs', needs_driver: true })
  })
})

describe('the removal of a duty', () => {
  test('leaves the coach without a driver, and hides the trip from the driver', async () => {
    const { market, dales, office, pat, sam } = await crewed(await openShared())
    const ann = await twoCoaches(dales)
    ok(await dales.assign(ann, pat.id))
    const { duties } = ok(await dales.assign(ann, sam.id, 'YX21 DEF', { vehicle_no: 2 }))
    expect((await removeDuty(market, office, ann, duties[1].id)).status).toBe(204)
    expect(statusAndCode(await sam.trip(ann))).toBe('404 not_found')
    expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'unassigned', needs_driver: true, vehicles_assigned: 1 })
    expect(statusAndCode(await removeDuty(market, office, ann, duties[1].id))).toBe('404 not_found')
    expect((await removeDuty(market, office, ann, duties[0].id)).status).toBe(204)
    expect(ok(await dales.booking(ann))).toMatchObject({ assignment: null, driver: null, vehicle_reg: null, duties: [] })
  })

  test('is refused with passengers on board, for an unknown duty and without the right', async () => {
    const { market, dales, office, pat } = await crewed(await openShared())
    const ann = await market.bookedTrip(dales, { departsIn: hours(3) })
    const { duties } = ok(await dales.assign(ann, pat.id))
    const [{ id }] = duties
    await pat.reportSteps(ann, 'en_route', 'arrived', 'on_board')
    const refused: MarketAnswer = await removeDuty(market, office, ann, id)
    expect([statusAndCode(refused), refused.json.error.current_status]).toEqual(['409 invalid_transition', 'on_board'])
    expect(statusAndCode(await removeDuty(market, office, ann, 'x'))).toBe('404 not_found')
    expect(statusAndCode(await removeDuty(market, dales.token, ann, id))).toBe('403 wrong_credential')
    const clerk = await market.personToken(dales, 'accounts')
    expect(statusAndCode(await removeDuty(market, clerk, ann, id))).toBe('403 missing_ability')
    const rival = await market.operator('Rival Travel')
    expect(statusAndCode(await removeDuty(market, await market.personToken(rival), ann, id))).toBe('404 not_found')
    const off = await market.bookedTrip(dales)
    const given = ok(await dales.assign(off, pat.id))
    ok(await off.cancel())
    expect(statusAndCode(await removeDuty(market, office, off, given.duties[0].id))).toBe('409 trip_cancelled')
    expect(ok(await dales.booking(off)).duties).toMatchObject([{ driver: { id: pat.id } }])
    expect(ok(await pat.trip(off))).toMatchObject({ status: 'cancelled', next_steps: [] })
  })

  test('restarts the leg when no passengers are on board', async () => {
    const { market, dales, office, pat } = await crewed(await openShared())
    const ann = await market.bookedTrip(dales, { departsIn: hours(3) })
    const { duties } = ok(await dales.assign(ann, pat.id))
    await pat.reportSteps(ann, 'en_route', 'arrived')
    expect((await removeDuty(market, office, ann, duties[0].id)).status).toBe(204)
    const { trip_status, progress } = ok(await dales.booking(ann))
    expect([trip_status, progress.events.at(-1)]).toMatchObject(['unassigned', { status: 'reverted', by: 'system' }])
  })
})

describe('the notices about duties', () => {
  const noticesTo = (market: Market, cab: string, count: number) => messagesTo(market.server, cab, count)

  test('name the driver’s own coach and place to report, and its removal', async () => {
    const { market, dales, office } = await crewed(await openMailing())
    const kim = await dales.driver({ name: 'Kim Low', email: 'kim.low@example.org' })
    const ann = await twoCoaches(dales)
    const { duties } = ok(await dales.assign(ann, kim, 'YX21 DEF', { vehicle_no: 2, report_place: 'Depot, bay 4' }))
    const [first] = await noticesTo(market, 'kim.low@example.org', 1)
    expect(first?.text).toContain('Vehicle: YX21 DEF, coach 2')
    expect(first?.text).toContain('Report: Depot, bay 4')
    expect((await removeDuty(market, office, ann, duties[0].id)).status).toBe(204)
    const [, second] = await noticesTo(market, 'kim.low@example.org', 2)
    expect(second?.subject).toMatch(/^Job removed \w{3} \d+ \w{3}: \d\d:\d\d Leeds → York$/)
    expect(second?.text).toContain(`Reference: ${ann.ref}`)
  })

  test('name by SMS when and where to report, with coach and legs', async () => {
    const { market, dales } = await crewed(await openMailing())
    const phone = '07700 900888'
    const kim = await dales.driver({ name: 'Kim Low', phone })
    const ann = await twoCoaches(dales, { departsIn: days(4) })
    const { legs, departs_at } = ok(await dales.booking(ann))
    const own = { vehicle_no: 2, legs: [legs[0].sequence], passenger_count: 23 }
    const report = { report_at: new Date(Date.parse(departs_at) - 45 * 60_000).toISOString(), report_place: 'Depot, bay 4' }
    ok(await dales.assign(ann, kim, 'YX21 DEF', { ...own, ...report }))
    const duty =
      /: report \d\d:\d\d at Depot, bay 4, \d\d:\d\d Leeds Town Hall to York Minster, YX21 DEF, coach 2, leg 1\. Accept: \S+/
    const findMail = (event: string) =>
      eventually(() =>
        market.server.mails().find(({ to, text }) => to === phone && text.includes(event) && text.includes(ann.ref)),
      )
    expect((await findMail('New job '))?.text).toMatch(duty)
    const lee = await dales.driver({ name: 'Lee Fox', phone: '07700 900889' })
    ok(await dales.assign(ann, lee, 'YX20 ABC', { vehicle_no: 1, legs: [legs[1].sequence] }))
    const [back] = await noticesTo(market, '07700 900889', 1)
    expect(back?.text).toMatch(/: \d\d:\d\d York Minster to Leeds Town Hall, YX20 ABC, coach 1, leg 2\. Accept: \S+/)
    await market.advance(days(3))
    expect((await findMail('Reminder '))?.text).toMatch(duty)
  })

  test('remind every driver and the customer a day before, and warn the operator of missing drivers', async () => {
    const { market, dales, office } = await crewed(await openMailing())
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
    for (const mail of mails) await noticesTo(market, mail ?? '', 1)
    await market.advance(days(3))
    for (const mail of mails) {
      const [, reminder] = await noticesTo(market, mail ?? '', 2)
      expect(reminder?.subject).toStartWith('Reminder ')
      expect(reminder?.text).toContain(`Reference: ${trip.ref}`)
    }
    const findMail = (inbox: string, event: string, words: string) =>
      eventually(() =>
        market.server.mails().some(({ to, subject, text }) => to === inbox && subject.startsWith(event) && text.includes(words)),
      )
    await findMail(ann, 'Tomorrow ', 'Lee in YX20 ABC and Kim in YX21 DEF will collect you at ')
    await findMail(boss, 'Driver not confirmed: ', trip.ref)
    await findMail(boss, 'Driver missing: ', short.ref)
  })

  test('inform the customer when each coach departs, and which one is late', async () => {
    const { market, dales, pat, sam } = await crewed(await openMailing())
    const ann = `${crypto.randomUUID()}@example.org`
    const trip = await twoCoaches(dales, { departsIn: hours(3), customer: { name: 'Ann Smith', email: ann } })
    ok(await dales.assign(trip, pat.id))
    ok(await dales.assign(trip, sam.id, 'YX21 DEF', { vehicle_no: 2 }))
    const findMail = (words: string) =>
      eventually(() => market.server.mails().some(({ to, text }) => to === ann && text.includes(words)))
    ok(await pat.report(trip, 'en_route'))
    await findMail('Pat is on the way to you in YX20 ABC.')
    ok(await sam.report(trip, 'en_route'))
    await findMail('Sam is on the way to you in YX21 DEF.')
    await market.advance(minutes(1))
    ok(await sam.report(trip, 'delayed', { delay_minutes: 25 }))
    await findMail('Coach YX21 DEF is about 25 minutes late; we are sorry.')
  })
})

test('exports a driver’s duties with coach and legs', async () => {
  const { dales, pat, sam } = await crewed(await openShared())
  const ann = await twoCoaches(dales)
  ok(await dales.assign(ann, sam.id))
  ok(await dales.assign(ann, pat.id, 'YX21 DEF', { vehicle_no: 2, role: 'relief', legs: [2], report_place: 'Depot' }))
  const { categories } = ok(await pat.call('GET', '/privacy/export'))
  expect(categories.assignments.records).toMatchObject([
    { ref: ann.ref, vehicle_no: 2, role: 'relief', legs: [2], report_place: 'Depot' },
  ])
})

test('removes every duty of a removed driver', async () => {
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
