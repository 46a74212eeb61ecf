import { beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { days, declinedCard, hours, type Market, type MarketAnswer, ok, securedCard, statusAndCode } from '../support/market.ts'
import { openOperatorWithCoaches, type QuotedTrip } from '../support/operator-with-coaches.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true, env: { CHARABANC_SANDBOX_DELAY: '0.05' } })
let market: Market

const depot = (coaches?: number) => openOperatorWithCoaches(market, coaches)

// The delay makes other calls arrive during a charge.
beforeAll(async () => {
  market = await openShared()
})

/** Counts the answers by status and code. */
function tally(answers: readonly MarketAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[statusAndCode(answer)] = (counts[statusAndCode(answer)] ?? 0) + 1
  return counts
}

/** Counts the trips that have a booking. */
async function countBooked(offered: readonly QuotedTrip[]): Promise<number> {
  const trips = await Promise.all(offered.map(async ({ trip }) => ok(await trip.readTrip()).booking))
  return trips.filter((booking) => booking !== null).length
}

const charged = (): number => market.ledger().filter(({ kind }) => kind === 'charge').length

describe('one coach in two confirmed quotes', () => {
  test('is booked and charged once when twenty calls arrive simultaneously', async () => {
    const { quoted, standing } = await depot()
    const both = [await quoted(), await quoted()] as const
    const before = charged()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, nth) => both[nth % 2 === 0 ? 0 : 1].book()))

    expect(tally(answers)).toEqual({ '200': 1, '409 job_closed': 9, '409 quote_not_confirmed': 10 })
    expect(charged() - before).toBe(1)
    expect(await countBooked(both)).toBe(1)
    expect((await Promise.all(both.map(standing))).sort()).toEqual(['booked', 'likely'])
  })

  test('is booked once when the customers of twenty trips call simultaneously', async () => {
    const { quoted, standing } = await depot()
    const all: QuotedTrip[] = []
    for (let nth = 0; nth < 20; nth++) all.push(await quoted({ departsIn: days(60) + hours(nth / 4) }))
    const before = charged()
    const answers = await Promise.all(all.map((one) => one.book()))

    expect(tally(answers)).toEqual({ '200': 1, '409 quote_not_confirmed': 19 })
    expect(charged() - before).toBe(1)
    expect(await countBooked(all)).toBe(1)
    expect((await Promise.all(all.map(standing))).filter((status) => status === 'likely')).toHaveLength(19)
  })

  test('is booked without a deadlock when quotes of two coaches overlap in a ring', async () => {
    const { quoted, naming, fleet } = await depot(3)
    const [a = 0, b = 0, c = 0] = fleet
    const ring = [await quoted({}, naming(a, b)), await quoted({}, naming(b, c)), await quoted({}, naming(c, a))]
    const answers = await Promise.all([...ring, ...ring].map((one) => one.book()))
    expect(tally(answers)['200']).toBe(1)
    expect(await countBooked(ring)).toBe(1)
  })

  test('is booked for both when the times differ', async () => {
    const { quoted } = await depot()
    const both = [await quoted(), await quoted({ departsIn: days(61) })]
    expect(tally(await Promise.all(both.map((one) => one.book())))).toEqual({ '200': 2 })
  })
})

describe('a charge for a coach', () => {
  test('allows the next one when it fails', async () => {
    const { quoted, standing } = await depot()
    const [poor, rich] = [await quoted(), await quoted()] as const
    const begun = poor.book(declinedCard)
    await eventually(async () => (await market.server.ask(`select 1 from payments where quote_id = ${poor.quoteId}`)).length > 0)
    const answers = await Promise.all([begun, rich.book()])
    expect(answers.map(statusAndCode)).toEqual(['409 deposit_charge_failed', '200'])
    expect([await standing(poor), await standing(rich)]).toEqual(['likely', 'booked'])
  })

  test('does not lock the coach while the bank requires authentication', async () => {
    const { quoted, standing, codes } = await depot()
    const [asked, other, third] = [await quoted(), await quoted(), await quoted()] as const
    expect(statusAndCode(await asked.book(securedCard))).toBe('409 deposit_charge_failed')
    expect(ok(await other.book()).booking.status).toBe('active')
    expect([await standing(asked), await standing(third)]).toEqual(['confirmed', 'likely'])
    expect(await codes(asked)).toEqual(['vehicle_overlap'])
    expect(ok(await asked.book()).booking.status).toBe('active')
  })

  test('of a purchase and that of a request run in turn, and the request succeeds', async () => {
    const { desk, quoted } = await depot()
    const requested = await quoted({}, { availability: 'likely' })
    const sure = await quoted()
    ok(await requested.trip.request(requested.quoteId))
    const answers = await Promise.all([desk.confirm(requested.trip), sure.book(), sure.book()])
    expect(statusAndCode(answers[0])).toBe('200')
    const purchases = answers.slice(1).map(statusAndCode).sort()
    // A likely quote is not changed by a clash. The purchase is refused if the request was confirmed first.
    expect([
      ['200', '409 job_closed'],
      ['409 quote_not_confirmed', '409 quote_not_confirmed'],
    ]).toContainEqual(purchases)
  })
})

describe('a booking that takes a coach', () => {
  test('makes its other confirmed quotes of that time likely, and no others', async () => {
    const { desk, quoted, standing, naming, fleet, codes } = await depot(2)
    const won = await quoted()
    const rival = await quoted({ departsIn: days(60) + hours(8) })
    const likely = await quoted({}, { availability: 'likely' })
    const later = await quoted({ departsIn: days(60) + hours(12) })
    const elsewhere = await quoted({}, naming(fleet[1] ?? 0))
    const unnamed = await quoted({}, { vehicles: [{ type: 'coach_49', count: 1, seats: 49 }] })
    expect(await codes(won)).toEqual(['vehicle_promised'])
    const since = ok(await desk.job(rival.trip)).updated_at
    await market.advance(2)
    ok(await won.book())

    expect(await Promise.all([rival, likely, later, elsewhere, unnamed].map(standing))).toEqual([
      'likely',
      'likely',
      'confirmed',
      'confirmed',
      'confirmed',
    ])
    const changed = ok(await desk.job(rival.trip))
    expect(changed).toMatchObject({ status: 'quoted', my_quote: { instantly_bookable: false, revision: 1 } })
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(since))
    expect(await codes(rival)).toEqual(['vehicle_overlap', 'vehicle_promised'])
    expect(statusAndCode(await rival.book())).toBe('409 quote_not_confirmed')
    ok(await rival.trip.request(rival.quoteId))
  })

  test('leaves the other quotes confirmed when unconfirm_on_clash is off', async () => {
    const { office, quoted, standing, codes } = await depot()
    expect(ok(await office.call('GET', '/operator')).settings.unconfirm_on_clash).toBe(true)
    expect(await office.settings({ unconfirm_on_clash: false })).toMatchObject({ unconfirm_on_clash: false })
    const [one, two] = [await quoted(), await quoted()] as const
    const answers = await Promise.all([one.book(), two.book()])
    expect(tally(answers)).toEqual({ '200': 2 })
    expect([await standing(one), await standing(two)]).toEqual(['booked', 'booked'])
    expect(await codes(one)).toEqual([])
  })

  test('makes them likely when the operator books it too', async () => {
    const { office, quoted, standing, coach, naming } = await depot()
    const rival = await quoted()
    const phoned = await office.booked({}, { quote: { availability: 'confirmed', ...naming(coach) } })
    expect(await standing(rival)).toBe('likely')
    expect(ok(await phoned.readTrip()).booking.status).toBe('active')
  })

  test('makes them likely without a deposit too', async () => {
    const { office, quoted, standing } = await depot()
    await office.settings({ deposit_minimum_amount: 0 })
    const [free, rival] = [await quoted({}, { deposit_amount: 0 }), await quoted()] as const
    ok(await free.book())
    expect(await standing(rival)).toBe('likely')
  })

  test('frees the coach when it is cancelled', async () => {
    const { quoted, codes } = await depot()
    const [won, other] = [await quoted(), await quoted()] as const
    ok(await won.book())
    expect(await codes(other)).toEqual(['vehicle_overlap'])
    ok(await won.trip.cancel())
    expect(await codes(other)).toEqual([])
  })
})
