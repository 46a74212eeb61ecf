import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { reportable } from '../../src/domain/progress.ts'
import { assignedTrip, type DriverClient, signInDriver } from '../support/driver-client.ts'
import { type CustomerClient, hours, type Market, ok, openMarket } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { transitionTable } from '../support/states-page.ts'

/** Reports that bring a leg to each status. */
const ways = {
  pending: [],
  en_route: ['en_route'],
  arrived: ['en_route', 'arrived'],
  on_board: ['en_route', 'arrived', 'on_board'],
  completed: ['en_route', 'arrived', 'on_board', 'completed'],
  no_show: ['en_route', 'arrived', 'no_show'],
}

const table = transitionTable('The booking', 'the leg is')

/** Makes a trip with this driver on its only coach, or on the second of two. */
type Given = (cab: DriverClient) => Promise<CustomerClient>

const alone: Given = (cab) => assignedTrip(cab, { departsIn: hours(3), returns_at: null })

/** Makes a trip of two coaches, with the other driver already at the pick-up. */
const beside =
  (other: DriverClient): Given =>
  async (cab) => {
    const { market, operator } = cab
    const trip = await market.trip([operator], { departsIn: hours(3), returns_at: null, passenger_count: 90 })
    const vehicles = [{ type: 'coach_49', count: 2, seats: 49 }]
    ok(await trip.book(await operator.makeQuote(trip, { availability: 'confirmed', vehicles })))
    ok(await operator.assign(trip, other.id))
    ok(await operator.assign(trip, cab.id, 'YX20 ABC', { vehicle_no: 2 }))
    await other.reportSteps(trip, 'en_route', 'arrived')
    return trip
  }

/** Makes a trip with its leg in this status. */
async function tripAt(cab: DriverClient, give: Given, status: keyof typeof ways): Promise<CustomerClient> {
  const trip = await give(cab)
  for (const step of ways[status]) ok(await cab.report(trip, step, { contact_attempted: true }))
  return trip
}

/** Sends a report, and returns the new status of the leg, `noted`, `known` or the error code. */
async function resultOf(cab: DriverClient, trip: CustomerClient, status: keyof typeof ways, report: string) {
  const way = ways[status]
  const answer = await cab.report(trip, report, { contact_attempted: true })
  const { events, trip_status, legs } = ok(await cab.trip(trip))
  const isAsBefore = events.length === way.length
  if (answer.status !== 200) {
    expect([answer.status, isAsBefore, answer.json.error.current_status]).toEqual([409, true, status])
    return { what: answer.code ?? '', isAsBefore }
  }
  expect(answer.data).toMatchObject({ trip_status, events })
  if (isAsBefore) return { what: 'known', isAsBefore }
  return { what: legs[0].status === status ? 'noted' : legs[0].status, isAsBefore }
}

describe('the booking table of docs/states.md', () => {
  let pat: DriverClient
  let sam: DriverClient
  let market: Market

  beforeAll(async () => {
    market = await openMarket({ isMute: true })
    const dales = await market.operator()
    const { token } = await addSignedInPerson(market, dales.ref)
    const body = { settings: { no_show_wait_minutes: 0 } }
    ok(await market.call('PATCH', '/portal/v1/operator', { token, body }))
    pat = await signInDriver(dales)
    sam = await signInDriver(dales, { name: 'Sam Reed' })
    ok(await pat.submitVehicleCheck())
  })

  afterAll(() => market[Symbol.asyncDispose]())

  test.each(Object.keys(ways) as (keyof typeof ways)[])('gives the documented result of every report: %s', async (status) => {
    for (const give of [alone, beside(sam)]) {
      const results: Record<string, string> = {}
      let given: CustomerClient | null = null
      for (const report of reportable) {
        const trip: CustomerClient = given ?? (await tripAt(pat, give, status))
        const { what, isAsBefore } = await resultOf(pat, trip, status, report)
        results[report] = what
        // A trip without a new event can be used again.
        given = isAsBefore ? trip : null
      }
      expect(results).toEqual(table[status] ?? {})
    }
  })

  test('covers every status of a leg', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(ways).sort())
  })
})
