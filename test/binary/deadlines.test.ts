import { beforeAll, describe, expect, test } from 'bun:test'
import { toInstant } from '../../src/domain/instant.ts'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  hours,
  type Market,
  minutes,
  type OperatorClient,
  ok,
  securedCard,
  statusAndCode,
} from '../support/market.ts'
import { sandboxProviderOf } from '../support/sandbox-provider.ts'
import { shareMarket } from '../support/shared-market.ts'

const plusSeconds = (instant: string, seconds: number) => toInstant(Date.parse(instant) + seconds * 1_000)

/** Time at which a scenario continues: from one instant, and before another. */
interface Wait {
  readonly from: string | null
  readonly until: string
}

/** Continues a scenario just before an instant, or at any time until then. */
const before = (instant: string): Wait => ({ from: null, until: instant })

/** Continues a scenario just after an instant, or later but before another. */
const after = (instant: string, until = plusSeconds(instant, days(3))): Wait => ({ from: plusSeconds(instant, 1), until })

/** Continues a scenario within an hour after an instant. */
const soonAfter = (instant: string): Wait => after(instant, plusSeconds(instant, hours(1)))

/** A scenario with its own trip, which yields the times at which it continues. */
type Scenario = (market: Market) => AsyncGenerator<Wait, void>

/** Margin before an instant, so that a check on a slow machine is still in time. */
const checkMargin = -minutes(2)

/** Runs one scenario on a running server, at exactly the times it yields. */
async function runScenario(market: Market, scenario: Scenario): Promise<void> {
  for await (const { from, until } of scenario(market)) {
    await market.server.dueTasksDone()
    await market.advanceTo(from ?? plusSeconds(until, checkMargin))
  }
}

/**
 * Runs many scenarios with the server down between their steps, and with as few restarts as their times allow.
 * Returns the failures by scenario name.
 */
async function runTogether(market: Market, scenarios: readonly (readonly [string, Scenario])[]): Promise<Map<string, unknown>> {
  const faults = new Map<string, unknown>()
  const waiting = new Map<ReturnType<Scenario>, Wait>()
  async function proceed(name: string, scenario: ReturnType<Scenario>): Promise<void> {
    try {
      const { done, value } = await scenario.next()
      if (done) waiting.delete(scenario)
      else waiting.set(scenario, value)
    } catch (fault) {
      waiting.delete(scenario)
      faults.set(name, fault)
    }
  }
  const begun = scenarios.map(([name, scenario]) => [name, scenario(market)] as const)
  for (const [name, scenario] of begun) await proceed(name, scenario)
  while (waiting.size > 0) {
    const [first = ''] = [...waiting.values()].map(({ until }) => until).sort()
    const moment = plusSeconds(first, checkMargin)
    await market.server.dueTasksDone()
    await market.server.stop()
    await market.advanceTo(moment)
    await market.server.start()
    for (const [name, scenario] of begun) {
      const wait = waiting.get(scenario)
      if (wait !== undefined && (wait.from ?? '') <= moment) await proceed(name, scenario)
    }
  }
  return faults
}

async function quoteBecomes(dales: OperatorClient, trip: CustomerClient, status: string) {
  return eventually(async () => {
    const job = ok(await dales.job(trip))
    return job.my_quote.status === status ? job : null
  })
}

const onCards: Record<string, Scenario> = {
  async *'expires an unanswered request, makes its quote likely again and charges nothing'(market) {
    const dales = await market.operator()
    const trip = await market.requestedTrip(dales)
    yield after(ok(await dales.job(trip)).my_quote.booking_request.respond_by)

    const job = await quoteBecomes(dales, trip, 'likely')
    expect(job).toMatchObject({ status: 'quoted', my_quote: { booking_request: null, closed_at: null } })
    expect(statusAndCode(await dales.confirm(trip))).toBe('409 no_booking_request')
    expect(ok(await trip.readTrip()).booking_request.status).toBe('expired')
    expect(await sandboxProviderOf(market).payments(trip.ref)).toEqual([])
    expect(statusAndCode(await trip.request(job.my_quote.id))).toBe('200')
  },

  'expires a likely quote at valid_until, and makes the job fresh again': (market) => expiring(market, 'likely'),
  'expires a confirmed quote at valid_until, and makes the job fresh again': (market) => expiring(market, 'confirmed'),

  async *'keeps a request after valid_until, and expires its quote with the request'(market) {
    const dales = await market.operator()
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { valid_until: market.at(hours(2)) })
    const { valid_until } = ok(await dales.job(trip)).my_quote
    ok(await trip.request(quoteId))
    const { respond_by } = ok(await dales.job(trip)).my_quote.booking_request
    yield after(valid_until, respond_by)
    expect(ok(await dales.job(trip)).status).toBe('booking_requested')
    yield after(respond_by)

    expect((await quoteBecomes(dales, trip, 'expired')).my_quote.closed_at).toBe(valid_until)
    expect(ok(await trip.readTrip()).booking_request.status).toBe('expired')
  },

  async *'locks the quote for 30 minutes for a card that needs authentication'(market) {
    const dales = await market.operator()
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    expect(statusAndCode(await trip.book(quoteId, securedCard))).toBe('409 deposit_charge_failed')
    const halfAnHour = market.at(minutes(30))
    yield before(halfAnHour)
    expect(statusAndCode(await dales.withdraw(trip))).toBe('409 quote_locked')
    expect(ok(await trip.readTrip()).booking).toMatchObject({ status: 'awaiting_payment', payment_status: 'requires_action' })
    yield after(halfAnHour)

    await eventually(async () => ok(await dales.job(trip)).my_quote.instantly_bookable)
    expect(ok(await trip.readTrip()).booking).toBeNull()
    expect(statusAndCode(await dales.withdraw(trip))).toBe('200')
  },

  async *'does not extend the lock of a quote for a declined card'(market) {
    const dales = await market.operator()
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    await trip.book(quoteId, securedCard)
    const halfAnHour = market.at(minutes(30))
    yield before(halfAnHour)
    expect((await trip.book(quoteId, 'pm_card_chargeDeclined')).json.error.payment_status).toBe('declined')
    expect(statusAndCode(await dales.withdraw(trip))).toBe('409 quote_locked')
    yield after(halfAnHour)
    await eventually(async () => ok(await dales.job(trip)).my_quote.instantly_bookable)
  },

  async *'locks the quote for a card no longer than it is valid'(market) {
    const dales = await market.operator()
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed', valid_until: market.at(minutes(10)) })
    const { valid_until } = ok(await dales.job(trip)).my_quote
    await trip.book(quoteId, securedCard)
    yield after(valid_until, plusSeconds(valid_until, minutes(19)))
    expect((await quoteBecomes(dales, trip, 'expired')).my_quote.closed_at).toBe(valid_until)
  },

  async *'expires an unbooked trip at its departure'(market) {
    const dales = await market.operator()
    const rival = await market.operator('Rival Travel')
    const trip = await market.trip([dales, rival], { departsIn: days(3) })
    const { quote_by, departs_at } = ok(await dales.job(trip))
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed', valid_until: plusSeconds(departs_at, -1) })
    ok(await rival.decline(trip))
    yield after(departs_at)

    const job = await quoteBecomes(dales, trip, 'expired')
    expect(job.status).toBe('expired')
    expect(job.closed_at).toBe(job.my_quote.closed_at)
    expect(ok(await rival.job(trip))).toMatchObject({ status: 'declined', closed_at: quote_by })
    expect(ok(await trip.readTrip())).toMatchObject({ status: 'expired', quotes: [] })
    expect(statusAndCode(await trip.book(quoteId))).toBe('409 quote_expired')
    const reason = { reason: 'Late.' }
    for (const late of [await trip.cancel(), await market.platform('POST', `/trips/${trip.ref}/cancel`, reason)]) {
      expect(statusAndCode(late)).toBe('409 job_closed')
      expect(late.json.error.current_status).toBe('expired')
    }
    expect(statusAndCode(await dales.quote(trip))).toBe('409 job_closed')
  },

  async *'completes a trip 24 hours after its end, and schedules its payout on a Friday 7 to 14 days later'(market) {
    const dales = await market.operator()
    const trip = await market.bookedTrip(dales, { departsIn: days(30) })
    const { ends_at, payout } = ok(await dales.booking(trip))
    expect(payout.status).toBe('pending')
    yield soonAfter(plusSeconds(ends_at, days(1)))

    const booking = await eventually(async () => {
      const seen = ok(await dales.booking(trip))
      return seen.trip_status === 'completed' ? seen : null
    })
    expect(booking).toMatchObject({ status: 'active', needs_driver: false, payout: { id: payout.id, status: 'scheduled' } })
    expect(booking.progress.events.at(-1)).toMatchObject({ status: 'completed', by: 'system' })
    const [{ scheduled_for }] = ok(await dales.payouts())
    const endedOn = new Date(Date.parse(ends_at) + days(1) * 1_000)
    const local = new Date(Date.parse(scheduled_for) + hours(2) * 1_000)
    expect(local.getUTCDay()).toBe(5)
    expect((Date.parse(scheduled_for) - endedOn.getTime()) / 86_400_000).toBeWithin(6.9, 14.1)
    expect(ok(await trip.readTrip()).status).toBe('completed')
    expect(statusAndCode(await trip.cancel())).toBe('409 trip_finished')
    const pat = await dales.driver()
    const late = await dales.assign(trip, pat)
    expect(statusAndCode(late)).toBe('409 trip_finished')
    expect(late.json.error.current_status).toBe('completed')
  },

  async *'completes a trip no earlier, and schedules its payout in the operator’s time zone'(market) {
    const tokyo = await market.operator('Edo Bus', { currency_code: 'JPY', timezone: 'Asia/Tokyo' })
    const trip = await market.trip([tokyo], { departsIn: days(30) })
    ok(await trip.book(await tokyo.makeQuote(trip, { availability: 'confirmed', currency_code: 'JPY' })))
    const { ends_at } = ok(await tokyo.booking(trip))
    const completedAt = plusSeconds(ends_at, days(1))
    yield before(completedAt)
    expect(ok(await tokyo.booking(trip)).trip_status).toBe('unassigned')
    yield soonAfter(completedAt)
    const [payout] = await eventually(async () => {
      const list = ok(await tokyo.payouts('?status=scheduled'))
      return list.length > 0 ? list : null
    })
    expect(payout.scheduled_for).toEndWith('T15:00:00Z')
    expect(new Date(payout.scheduled_for).getUTCDay()).toBe(4)
  },
}

async function* expiring(market: Market, availability: 'likely' | 'confirmed'): AsyncGenerator<Wait, void> {
  const dales = await market.operator()
  const trip = await market.trip([dales])
  const { my_quote: quote } = ok(await dales.quote(trip, { availability, valid_until: market.at(hours(2)) }))
  yield after(quote.valid_until)

  const job = await quoteBecomes(dales, trip, 'expired')
  expect(job).toMatchObject({ status: 'fresh', my_quote: { closed_at: quote.valid_until, instantly_bookable: false } })
  expect(ok(await trip.readTrip()).quotes).toEqual([])
  for (const answer of [await trip.request(quote.id), await trip.book(quote.id)]) {
    expect(statusAndCode(answer)).toBe('409 quote_expired')
    expect(answer.json.error.current_status).toBe('expired')
  }
  expect(ok(await dales.quote(trip)).my_quote).toMatchObject({ status: 'likely', revision: 1 })
}

const onTransfers: Record<string, Scenario> = {
  'locks the quote of a transfer (book) until valid_until, then expires it': (market) => awaited(market, 'book'),
  'locks the quote of a transfer (confirm) until valid_until, then expires it': (market) => awaited(market, 'confirm'),

  async *'gives the customer a day to pay a transfer confirmed after valid_until'(market) {
    const dales = await market.operator()
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { valid_until: market.at(hours(1)) })
    const { valid_until } = ok(await dales.job(trip)).my_quote
    ok(await trip.request(quoteId, 'bank_transfer'))
    yield after(valid_until, ok(await dales.job(trip)).my_quote.booking_request.respond_by)
    ok(await dales.confirm(trip))
    yield before(market.at(days(1)))
    expect(ok(await trip.readTrip()).booking).toMatchObject({ status: 'awaiting_payment' })
    expect(statusAndCode(await market.platform('POST', `/trips/${trip.ref}/deposit-received`, {}))).toBe('200')
    expect(ok(await dales.booking(trip)).status).toBe('active')
  },
}

async function* awaited(market: Market, road: 'book' | 'confirm'): AsyncGenerator<Wait, void> {
  const dales = await market.operator()
  const trip = await market.transferTrip(dales, road)
  const { valid_until } = ok(await dales.job(trip)).my_quote
  yield after(market.at(hours(25)), valid_until)
  expect(statusAndCode(await dales.withdraw(trip))).toBe('409 quote_locked')
  yield after(valid_until)

  const job = await quoteBecomes(dales, trip, 'expired')
  expect(job.my_quote).toMatchObject({ closed_at: valid_until, booking_request: null })
  expect(ok(await trip.readTrip())).toMatchObject({ booking: null, quotes: [] })
  expect(statusAndCode(await market.platform('POST', `/trips/${trip.ref}/deposit-received`, {}))).toBe('409 no_payment_due')
}

const providers = [
  ['deadlines of card payments', shareMarket({ isMute: true }), onCards],
  ['deadlines of bank transfers', shareMarket({ payments: 'manual', isMute: true }), onTransfers],
] as const

describe.each(providers)('%s', (_, openShared, scenarios) => {
  describe('the server while it runs', () => {
    for (const [name, scenario] of Object.entries(scenarios)) test(name, async () => runScenario(await openShared(), scenario))
  })

  describe('the server after downtime', () => {
    let faults: ReadonlyMap<string, unknown>

    beforeAll(async () => {
      faults = await runTogether(await openShared(), Object.entries(scenarios))
    })

    for (const name of Object.keys(scenarios)) {
      test(name, () => {
        if (faults.has(name)) throw faults.get(name)
      })
    }
  })
})
