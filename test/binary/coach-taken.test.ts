import { beforeAll, describe, expect, test } from 'bun:test'
import { amendmentBody, amendmentClientOf, customerAmendmentClient } from '../support/amendment-clients.ts'
import { days, hours, type Market, ok, statusAndCode } from '../support/market.ts'
import { openOperatorWithCoaches, type QuotedTrip } from '../support/operator-with-coaches.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market

const depot = (coaches?: number) => openOperatorWithCoaches(market, coaches)

beforeAll(async () => {
  market = await openShared()
})

describe('a coach that is assigned to a booking', () => {
  test('makes confirmed quotes of that time likely, by its id or its plate', async () => {
    const { desk, fleet, quoted, standing, naming } = await depot(2)
    const [first = 0, second = 0] = fleet
    const won = await quoted({}, { vehicles: [{ type: 'coach_49', count: 1, seats: 49 }] })
    ok(await won.book())
    const [one, two] = [await quoted({}, naming(first)), await quoted({}, naming(second))] as const
    const pat = await desk.driver()
    ok(await desk.assign(won.trip, pat, 'YX21 ABC', { vehicle_id: first }))
    expect([await standing(one), await standing(two)]).toEqual(['likely', 'confirmed'])
    ok(await desk.assign(won.trip, pat, 'YX22 ABC'))
    expect(await standing(two)).toBe('likely')
  })

  test('replaces the promised vehicle', async () => {
    const { desk, fleet, quoted, codes, naming } = await depot(2)
    const [first = 0, second = 0] = fleet
    const won = await quoted()
    ok(await won.book())
    const [one, two] = [await quoted({}, naming(first)), await quoted({}, naming(second))] as const
    expect([await codes(one), await codes(two)]).toEqual([['vehicle_overlap'], []])
    ok(await desk.assign(won.trip, await desk.driver(), 'YX22 ABC', { vehicle_id: second }))
    expect([await codes(one), await codes(two)]).toEqual([[], ['vehicle_overlap']])
  })
})

describe('an amended booking', () => {
  test('occupies the coach it now names, and frees the other', async () => {
    const { desk, fleet, quoted, standing, codes, naming } = await depot(2)
    const [first = 0, second = 0] = fleet
    const won = await quoted()
    ok(await won.book())
    const [one, two] = [await quoted({}, naming(first)), await quoted({}, naming(second))] as const
    const amender = await amendmentClientOf(market, desk)
    ok(await amender.propose(won.trip, amendmentBody(naming(second), { consent: 'given' })))
    expect([await codes(one), await codes(two)]).toEqual([[], ['vehicle_overlap']])
    expect([await standing(one), await standing(two)]).toEqual(['confirmed', 'likely'])
  })

  test('occupies its coach at the new time', async () => {
    const { desk, quoted, standing, codes } = await depot()
    const won = await quoted()
    ok(await won.book())
    const [then, later] = [await quoted(), await quoted({ departsIn: days(62) })] as const
    const amender = await amendmentClientOf(market, desk)
    const moved = { departs_at: market.at(days(62)), returns_at: market.at(days(62) + hours(9)) }
    ok(await amender.propose(won.trip, amendmentBody(moved, { consent: 'given' })))
    expect([await codes(then), await codes(later)]).toEqual([[], ['vehicle_overlap']])
    expect([await standing(then), await standing(later)]).toEqual(['confirmed', 'likely'])
  })

  test('occupies its assigned coach at the new time', async () => {
    const { desk, fleet, quoted, standing, naming } = await depot(2)
    const [, given = 0] = fleet
    const won = await quoted()
    ok(await won.book())
    ok(await desk.assign(won.trip, await desk.driver(), 'YX22 ABC', { vehicle_id: given }))
    const later = await quoted({ departsIn: days(62) }, naming(given))
    const amender = await amendmentClientOf(market, desk)
    const moved = { departs_at: market.at(days(62)), returns_at: market.at(days(62) + hours(9)) }
    ok(await amender.propose(won.trip, amendmentBody(moved)))
    expect(await standing(later)).toBe('likely')
  })

  test('warns of blocks at its new time', async () => {
    const { desk, office, coach, quoted } = await depot()
    const won = await quoted()
    ok(await won.book())
    const driver = await desk.driver()
    ok(await desk.assign(won.trip, driver, 'YX21 ABC', { vehicle_id: coach }))
    const then = { starts_at: market.at(days(62)), ends_at: market.at(days(63)) }
    ok(await office.call('POST', '/blocks', { kind: 'mot', vehicle_id: coach, ...then }))
    ok(await office.call('POST', '/blocks', { kind: 'holiday', driver_id: driver, ...then }))
    const codes = async () => {
      const [{ warnings }] = ok(await desk.booking(won.trip)).duties
      return warnings.map(({ code }: { code: string }) => code)
    }
    expect(await codes()).not.toContain('vehicle_blocked')
    const moved = { departs_at: market.at(days(62)), returns_at: market.at(days(62) + hours(9)) }
    const { id } = ok(await (await amendmentClientOf(market, desk)).propose(won.trip, amendmentBody(moved, { consent: 'ask' })))
    expect(await codes()).not.toContain('vehicle_blocked')
    ok(await customerAmendmentClient(won.trip).accept(id))
    expect(await codes()).toEqual(expect.arrayContaining(['vehicle_blocked', 'driver_blocked']))
  })

  test('occupies no coach when it is cancelled before the customer accepts', async () => {
    const { desk, office, fleet, quoted, standing, naming } = await depot(2)
    const [first = 0, second = 0] = fleet
    const won = await quoted()
    ok(await won.book())
    const [one, two] = [await quoted({}, naming(first)), await quoted({}, naming(second))] as const
    const { id } = ok(
      await (await amendmentClientOf(market, desk)).propose(won.trip, amendmentBody(naming(second), { consent: 'ask' })),
    )
    ok(await won.trip.cancel())
    expect(statusAndCode(await customerAmendmentClient(won.trip).accept(id))).toBe('409 trip_cancelled')
    expect([await standing(one), await standing(two)]).toEqual(['confirmed', 'confirmed'])
    const span = `from=${market.at(days(59))}&to=${market.at(days(62))}`
    const { vehicles } = ok(await office.call('GET', `/availability?${span}`))
    const taken = vehicles.map(({ busy }: { busy: { what: string; ref: string }[] }) => busy.map(({ what, ref }) => [what, ref]))
    expect(taken).toEqual([[['confirmed', one.trip.ref]], [['confirmed', two.trip.ref]]])
  })

  test('changes no quote when its time and coaches stay the same', async () => {
    const { desk, quoted, standing } = await depot()
    const won = await quoted()
    ok(await won.book())
    const confirmed = await quoted()
    const amender = await amendmentClientOf(market, desk)
    ok(await amender.propose(won.trip, amendmentBody({ notes: 'Ring the bell.' }, { price_amount: 60_000 })))
    expect(await standing(confirmed)).toBe('confirmed')
  })

  test('is handled without a deadlock when operators and customers call simultaneously', async () => {
    const { desk, fleet, quoted, naming, standing } = await depot(2)
    const [first = 0, second = 0] = fleet
    const won = [await quoted({}, naming(first)), await quoted({}, naming(second))] as const
    for (const { book } of won) ok(await book())
    const [one, two] = won
    const rivals: QuotedTrip[] = []
    for (const pair of [
      [first, second],
      [second, first],
      [first, second],
      [second, first],
    ])
      rivals.push(await quoted({}, naming(...pair)))
    const waiting = [await quoted({}, naming(first)), await quoted({}, naming(second))] as const
    const amender = await amendmentClientOf(market, desk)
    const [driver, other] = [await desk.driver(), await desk.driver()]
    const answers = await Promise.all([
      ...rivals.map(({ book }) => book()),
      amender.propose(one.trip, amendmentBody(naming(second))),
      amender.propose(two.trip, amendmentBody(naming(first))),
      desk.assign(one.trip, driver, 'YX22 ABC', { vehicle_id: second }),
      desk.assign(two.trip, other, 'YX21 ABC', { vehicle_id: first }),
    ])
    expect(answers.slice(4).map(({ status }) => status)).toEqual([201, 201, 200, 200])
    for (const answer of answers.slice(0, 4)) expect(statusAndCode(answer)).toMatch(/^(200|201|409 quote_not_confirmed)$/)
    expect(await Promise.all(waiting.map(standing))).toEqual(['likely', 'likely'])
  })
})

describe('the warnings of a quote', () => {
  test('name blocks, and the likely need for a second driver', async () => {
    const { desk, office, coach, naming } = await depot()
    const block = { kind: 'service', vehicle_id: coach, starts_at: market.at(days(59)), ends_at: market.at(days(61)) }
    const { id } = ok(await office.call('POST', '/blocks', block))
    const trip = await market.trip([desk], { returns_at: null, driving_seconds: 10 * 3_600 })
    const { warnings } = ok(await desk.quote(trip, naming(coach))).my_quote
    expect(warnings).toEqual([
      {
        code: 'vehicle_blocked',
        message: expect.stringMatching(/^The vehicle is in service until \w{3} \d+ \w{3}, \d\d:\d\d\.$/),
      },
      { code: 'second_driver_likely', message: expect.stringContaining('second driver') },
    ])
    ok(await office.call('DELETE', `/blocks/${id}`))
    const both = ok(await desk.quote(trip, { ...naming(coach), inclusions: ['second_driver'] })).my_quote
    expect(both.warnings).toEqual([])
    expect(ok(await desk.jobs())[0].my_quote.warnings).toEqual([])
  })

  test('are empty once the quote is booked or withdrawn', async () => {
    const { desk, quoted, codes } = await depot()
    const [won, other] = [await quoted(), await quoted()] as const
    ok(await won.book())
    ok(await desk.withdraw(other.trip))
    expect([await codes(won), await codes(other)]).toEqual([[], []])
  })
})
