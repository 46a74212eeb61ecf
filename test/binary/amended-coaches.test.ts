import { beforeAll, describe, expect, test } from 'bun:test'
import { amendmentBody, amendmentClientOf, customerAmendmentClient } from '../support/amendment-clients.ts'
import { type DriverClient, signInDriver } from '../support/driver-client.ts'
import { hours, type Market, ok, statusAndCode } from '../support/market.ts'
import { openOperatorWithCoaches } from '../support/operator-with-coaches.ts'
import { shareMarket } from '../support/shared-market.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tests read untyped answers
type Shown = any

const openShared = shareMarket({ isMute: true })
let market: Market

beforeAll(async () => {
  market = await openShared()
})

const big = (vehicle_id: number | null = null, count = 1) => ({ type: 'coach_49', count, seats: 49, vehicle_id })
const small = (vehicle_id: number | null = null) => ({ type: 'minibus_16', count: 1, seats: 16, vehicle_id })

/** A booking that departs soon, in these vehicles of a fleet of three, with a driver on each. */
async function crewed(vehicles: (fleet: readonly number[]) => object[], fields: object = {}) {
  const depot = await openOperatorWithCoaches(market, 3)
  const { desk, fleet, office: clerk } = depot
  const settings = { no_show_wait_minutes: 0, vehicle_check_required: false }
  ok(await clerk.call('PATCH', '/operator', { settings }))
  const offered = vehicles(fleet)
  const won = await depot.quoted({ passenger_count: 14, departsIn: hours(3), ...fields }, { vehicles: offered })
  ok(await won.book())
  const office = await amendmentClientOf(market, desk)
  const drivers: DriverClient[] = []
  for (const [nth] of offered.entries()) {
    const driver = await signInDriver(desk, { name: `Driver ${nth + 1}` })
    ok(await desk.assign(won.trip, driver.id, `YX2${nth + 1} ABC`, { vehicle_no: nth + 1 }))
    drivers.push(driver)
  }
  const [one, two] = drivers as [DriverClient, DriverClient]
  const { trip } = won
  const booking = async () => ok(await desk.booking(trip))
  const { departs_at, returns_at } = await booking()
  const span = `from=${encodeURIComponent(departs_at)}&to=${encodeURIComponent(returns_at)}`
  const busy = async () => {
    const { vehicles: found } = ok(await clerk.call('GET', `/availability?${span}`))
    return fleet.map((id) => found.find((vehicle: Shown) => vehicle.id === id).busy.map(({ ref }: Shown) => ref))
  }
  return { ...depot, office, trip, one, two, booking, busy, customer: customerAmendmentClient(trip) }
}

const duties = ({ duties: found }: Shown) =>
  found.map(({ vehicle_no, driver, vehicle_id, progress }: Shown) => [vehicle_no, driver.name, vehicle_id, progress.status])

describe('a coach that has set off', () => {
  const fewer = { passenger_count: 40, vehicles: [big()] }
  const two = () => [big(), big()]

  test('stays on the booking when the operator proposes one coach fewer', async () => {
    const { office, trip, two: driver, booking } = await crewed(two, { passenger_count: 40 })
    await driver.reportSteps(trip, 'en_route', 'arrived', 'on_board')
    const before = await booking()
    for (const consent of ['given', 'ask']) {
      const refused = await office.propose(trip, amendmentBody(fewer, { consent }))
      expect([statusAndCode(refused), refused.json.error.current_status]).toEqual(['409 invalid_transition', 'on_board'])
    }
    expect(await booking()).toEqual(before)
    expect(statusAndCode(await driver.trip(trip))).toBe('200')
    await market.advance(60)
    ok(await driver.report(trip, 'completed'))
    ok(await office.propose(trip, amendmentBody(fewer)))
    expect(statusAndCode(await driver.trip(trip))).toBe('404 not_found')
    // A second coach that is added later has no progress.
    ok(await office.propose(trip, amendmentBody({ vehicles: [big(), big()] })))
    expect((await booking()).legs[0].status).toBe('pending')
  })

  test('stays on the booking when an earlier amendment drops it', async () => {
    const { office, trip, two: driver, booking, customer } = await crewed(two, { passenger_count: 60 })
    const request = ok(await customer.wish(fewer))
    ok(await driver.report(trip, 'en_route'))
    const refused = await office.move(trip, request.id, 'apply')
    expect([statusAndCode(refused), refused.json.error.current_status]).toEqual(['409 invalid_transition', 'en_route'])
    ok(await office.move(trip, request.id, 'decline', { reason: 'They are on the way.' }))
    expect(duties(await booking())).toHaveLength(2)

    const other = await crewed(two, { passenger_count: 60 })
    const asked = ok(await other.office.propose(other.trip, amendmentBody(fewer, { consent: 'ask' })))
    await other.two.reportSteps(other.trip, 'en_route', 'arrived', 'on_board')
    expect(statusAndCode(await other.customer.accept(asked.id))).toBe('409 invalid_transition')
    expect(ok(await other.office.list(other.trip)).at(-1).status).toBe('proposed')
    expect(duties(await other.booking())).toHaveLength(2)
  })
})

describe('the crew of a coach', () => {
  test('keeps its coach and progress when the other coach is dropped', async () => {
    const { office, trip, one, two, fleet, booking, busy } = await crewed(([a = 0, b = 0]) => [big(a), small(b)])
    const [, second = 0] = fleet
    await two.reportSteps(trip, 'en_route', 'arrived')
    const { duties: before } = await booking()
    ok(await office.propose(trip, amendmentBody({ passenger_count: 14, vehicles: [small(second)] })))

    const after = await booking()
    expect(duties(after)).toEqual([[1, 'Driver 2', second, 'arrived']])
    expect(after).toMatchObject({ vehicles_needed: 1, vehicles_assigned: 1, trip_status: 'arrived', needs_driver: false })
    expect([after.duties[0].id, after.assignment.driver.name, after.vehicle_reg]).toEqual([before[1].id, 'Driver 2', 'YX22 ABC'])
    expect(after.progress.events.map((event: Shown) => [event.status, event.vehicle_no])).toEqual([
      ['en_route', 1],
      ['arrived', 1],
    ])
    expect(statusAndCode(await one.trip(trip))).toBe('404 not_found')
    expect(await busy()).toEqual([[], [trip.ref], []])
    ok(await two.report(trip, 'on_board'))
    expect((await booking()).trip_status).toBe('on_board')
  })

  test('keeps its own log when two coaches swap numbers', async () => {
    const { office, trip, two, fleet, booking } = await crewed(([a = 0, b = 0]) => [big(a), small(b)])
    const [first = 0, second = 0] = fleet
    ok(await two.report(trip, 'en_route'))
    ok(await office.propose(trip, amendmentBody({ vehicles: [small(second), big(first)] })))
    expect(duties(await booking())).toEqual([
      [1, 'Driver 2', second, 'en_route'],
      [2, 'Driver 1', first, 'assigned'],
    ])
    expect(ok(await two.trip(trip)).duty).toMatchObject({ vehicle_no: 1, of: 2 })
  })
})

test('keeps a substitute coach busy until its crew is assigned another coach', async () => {
  const { desk, office, trip, one, fleet, booking, busy } = await crewed(([a = 0]) => [big(a)])
  const [first = 0, second = 0, third = 0] = fleet
  ok(await office.propose(trip, amendmentBody({ vehicles: [big(third)] })))
  expect(duties(await booking())).toEqual([[1, 'Driver 1', first, 'assigned']])
  expect(await busy()).toEqual([[trip.ref], [], [trip.ref]])
  ok(await office.propose(trip, amendmentBody({ vehicles: [big(third), small()] })))
  expect(await busy()).toEqual([[trip.ref], [], [trip.ref]])
  ok(await desk.assign(trip, one.id, 'YX22 ABC', { vehicle_id: second }))
  expect(await busy()).toEqual([[], [trip.ref], []])
})
