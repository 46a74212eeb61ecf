import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { reportable } from '../../src/domain/progress.ts'
import { assignedTrip, type DriverClient, signInDriver } from '../support/driver-client.ts'
import { type CustomerClient, hours, type Market, ok, openMarket } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { transitionTable } from '../support/states-page.ts'

/** How a leg comes to stand where it stands. */
const ways = {
  pending: [],
  en_route: ['en_route'],
  arrived: ['en_route', 'arrived'],
  on_board: ['en_route', 'arrived', 'on_board'],
  completed: ['en_route', 'arrived', 'on_board', 'completed'],
  no_show: ['en_route', 'arrived', 'no_show'],
}

const table = transitionTable('The booking', 'the leg is')

/** A trip with this driver on its only coach, or on the second of two. */
type Given = (cab: DriverClient) => Promise<CustomerClient>

const alone: Given = (cab) => assignedTrip(cab, { departsIn: hours(3), returns_at: null })

/** The driver of the other coach is somewhere on the way. */
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

/** A trip whose leg stands there. */
async function tripAt(cab: DriverClient, give: Given, status: keyof typeof ways): Promise<CustomerClient> {
  const trip = await give(cab)
  for (const step of ways[status]) ok(await cab.report(trip, step, { contact_attempted: true }))
  return trip
}

/** What a report comes to where a leg stands: the state of the leg afterwards, `noted`, `known`, or the code of the refusal. */
async function whatBecomesOf(cab: DriverClient, trip: CustomerClient, status: keyof typeof ways, report: string) {
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

describe('every report, wherever a leg stands', () => {
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

  test.each(Object.keys(ways) as (keyof typeof ways)[])('%s', async (status) => {
    for (const give of [alone, beside(sam)]) {
      const heard: Record<string, string> = {}
      let given: CustomerClient | null = null
      for (const report of reportable) {
        const trip: CustomerClient = given ?? (await tripAt(pat, give, status))
        const { what, isAsBefore } = await whatBecomesOf(pat, trip, status, report)
        heard[report] = what
        // A trip on which nothing was written down is as good as a new one.
        given = isAsBefore ? trip : null
      }
      expect(heard).toEqual(table[status] ?? {})
    }
  })

  test('the page knows the same states', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(ways).sort())
  })
})
