import { describe, expect, test } from 'bun:test'
import { type Cab, drivenTrip, signInDriver } from '../support/cab.ts'
import { hours, inShort, ok, openMarket } from '../support/market.ts'
import { signedIn } from '../support/people.ts'

/** How a leg comes to stand where it stands. */
const ways = {
  pending: [],
  en_route: ['en_route'],
  arrived: ['en_route', 'arrived'],
  on_board: ['en_route', 'arrived', 'on_board'],
  completed: ['en_route', 'arrived', 'on_board', 'completed'],
  no_show: ['en_route', 'arrived', 'no_show'],
}

const reports = ['en_route', 'arrived', 'on_board', 'completed', 'no_show', 'delayed', 'stop_reached']

const refused = '409 invalid_transition'

/** What each report comes to, in the order of `reports`. */
const outcomes: Record<keyof typeof ways, string[]> = {
  pending: ['new', refused, refused, refused, refused, 'new', refused],
  en_route: ['known', 'new', refused, refused, refused, 'new', 'new'],
  arrived: ['known', 'known', 'new', refused, 'new', 'new', 'new'],
  on_board: ['known', 'known', 'known', 'new', refused, 'new', 'new'],
  completed: ['known', 'known', 'known', 'known', refused, refused, refused],
  no_show: ['known', 'known', refused, refused, 'known', refused, refused],
}

async function whatBecomesOf(cab: Cab, way: readonly string[], report: string): Promise<string> {
  const trip = await drivenTrip(cab, { departsIn: hours(3), returns_at: null })
  for (const step of way) ok(await cab.report(trip, step, { contact_attempted: true }))

  const answer = await cab.report(trip, report, { contact_attempted: true })
  const { events, trip_status } = ok(await cab.trip(trip))
  if (answer.status !== 200) {
    expect([events.length, answer.json.error.current_status]).toEqual([way.length, way.at(-1) ?? 'pending'])
    return inShort(answer)
  }
  expect(answer.data).toMatchObject({ trip_status, events })
  return events.length === way.length ? 'known' : 'new'
}

describe('every report, wherever a leg stands', () => {
  test.each(Object.keys(ways) as (keyof typeof ways)[])('%s', async (status) => {
    await using market = await openMarket()
    const dales = await market.operator()
    const { token } = await signedIn(market, dales.ref)
    const body = { settings: { no_show_wait_minutes: 0 } }
    ok(await market.call('PATCH', '/portal/v1/operator', { token, body }))
    const pat = await signInDriver(dales)
    ok(await pat.check())

    const heard: string[] = []
    for (const report of reports) heard.push(await whatBecomesOf(pat, ways[status], report))
    expect(heard).toEqual(outcomes[status])
  })
})
