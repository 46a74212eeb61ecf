import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { toInstant } from '../../src/domain/instant.ts'
import { eventually } from '../support/eventually.ts'
import {
  type Customer,
  days,
  hours,
  inShort,
  type Market,
  minutes,
  type OperatorDesk,
  ok,
  openMarket,
  securedCard,
} from '../support/market.ts'

/** Lets time pass under the server's eyes, or behind its back. */
const ways: [string, (market: Market, seconds: number) => Promise<void>][] = [
  ['while the server runs', (market, seconds) => market.advance(seconds)],
  [
    'while the server is down',
    async (market, seconds) => {
      await market.server.stop()
      await market.advance(seconds)
      await market.server.start()
    },
  ],
]

const plusSeconds = (instant: string, seconds: number) => toInstant(Date.parse(instant) + seconds * 1_000)

for (const [when, pass] of ways) {
  describe(when, () => {
    let market: Market
    let manual: Market

    beforeAll(async () => {
      market = await openMarket()
      manual = await openMarket({ payments: 'manual' })
    })

    afterAll(async () => {
      await market[Symbol.asyncDispose]()
      await manual[Symbol.asyncDispose]()
    })

    const until = (one: Market, instant: string) => pass(one, Math.ceil((Date.parse(instant) - one.now()) / 1_000) + 1)

    async function quoteBecomes(dales: OperatorDesk, trip: Customer, status: string) {
      return eventually(async () => {
        const job = ok(await dales.job(trip))
        return job.my_quote.status === status ? job : null
      })
    }

    test('a request no one answered is over: the quote is likely again and nothing was charged', async () => {
      const dales = await market.operator()
      const trip = await market.requestedTrip(dales)
      const charges = market.ledger().length
      const { respond_by } = ok(await dales.job(trip)).my_quote.booking_request

      await until(market, respond_by)

      const job = await quoteBecomes(dales, trip, 'likely')
      expect(job).toMatchObject({ status: 'quoted', my_quote: { booking_request: null, closed_at: null } })
      expect(inShort(await dales.confirm(trip))).toBe('409 no_booking_request')
      expect(ok(await trip.look()).booking_request.status).toBe('expired')
      expect(market.ledger()).toHaveLength(charges)
      expect(inShort(await trip.request(job.my_quote.id))).toBe('200')
    })

    for (const availability of ['likely', 'confirmed']) {
      test(`a ${availability} quote expires at valid_until; the job is fresh and may be quoted anew`, async () => {
        const dales = await market.operator()
        const trip = await market.trip([dales])
        const { my_quote: quote } = ok(await dales.quote(trip, { availability, valid_until: market.at(hours(2)) }))

        await until(market, quote.valid_until)

        const job = await quoteBecomes(dales, trip, 'expired')
        expect(job).toMatchObject({ status: 'fresh', my_quote: { closed_at: quote.valid_until, instantly_bookable: false } })
        expect(ok(await trip.look()).quotes).toEqual([])
        for (const answer of [await trip.request(quote.id), await trip.book(quote.id)]) {
          expect(inShort(answer)).toBe('409 quote_expired')
          expect(answer.json.error.current_status).toBe('expired')
        }
        expect(ok(await dales.quote(trip)).my_quote).toMatchObject({ status: 'likely', revision: 1 })
      })
    }

    test('a request outlives valid_until, and the quote does not outlive the request', async () => {
      const dales = await market.operator()
      const trip = await market.trip([dales])
      const quoteId = await dales.quoteId(trip, { valid_until: market.at(hours(2)) })
      const { valid_until } = ok(await dales.job(trip)).my_quote
      ok(await trip.request(quoteId))
      await until(market, valid_until)
      expect(ok(await dales.job(trip)).status).toBe('booking_requested')

      await until(market, ok(await dales.job(trip)).my_quote.booking_request.respond_by)

      expect((await quoteBecomes(dales, trip, 'expired')).my_quote.closed_at).toBe(valid_until)
      expect(ok(await trip.look()).booking_request.status).toBe('expired')
    })

    test('a card that needs authentication holds the quote for 30 minutes', async () => {
      const dales = await market.operator()
      const trip = await market.trip([dales])
      const quoteId = await dales.quoteId(trip, { availability: 'confirmed' })
      expect(inShort(await trip.book(quoteId, securedCard))).toBe('409 deposit_charge_failed')
      await pass(market, minutes(29))
      expect(inShort(await dales.withdraw(trip))).toBe('409 quote_locked')
      expect(ok(await trip.look()).booking).toMatchObject({ status: 'awaiting_payment', payment_status: 'requires_action' })

      await pass(market, minutes(1) + 1)

      await eventually(async () => ok(await dales.job(trip)).my_quote.instantly_bookable)
      expect(ok(await trip.look()).booking).toBeNull()
      expect(inShort(await dales.withdraw(trip))).toBe('200')
    })

    test('a declined card does not stretch what another holds', async () => {
      const dales = await market.operator()
      const trip = await market.trip([dales])
      const quoteId = await dales.quoteId(trip, { availability: 'confirmed' })
      await trip.book(quoteId, securedCard)
      await pass(market, minutes(20))
      expect((await trip.book(quoteId, 'pm_card_chargeDeclined')).json.error.payment_status).toBe('declined')
      expect(inShort(await dales.withdraw(trip))).toBe('409 quote_locked')
      await pass(market, minutes(10) + 1)
      await eventually(async () => ok(await dales.job(trip)).my_quote.instantly_bookable)
    })

    test('a card holds the quote no longer than it is valid', async () => {
      const dales = await market.operator()
      const trip = await market.trip([dales])
      const quoteId = await dales.quoteId(trip, { availability: 'confirmed', valid_until: market.at(minutes(10)) })
      const { valid_until } = ok(await dales.job(trip)).my_quote
      await trip.book(quoteId, securedCard)
      await until(market, valid_until)
      expect((await quoteBecomes(dales, trip, 'expired')).my_quote.closed_at).toBe(valid_until)
    })

    for (const road of ['book', 'confirm'] as const) {
      test(`a transfer (${road}) holds the quote until valid_until; then it has expired and the money is not awaited`, async () => {
        const dales = await manual.operator()
        const trip = await manual.trip([dales])
        const quoteId = await dales.quoteId(trip, { availability: road === 'book' ? 'confirmed' : 'likely' })
        if (road === 'book') ok(await trip.book(quoteId, 'bank_transfer'))
        else {
          ok(await trip.request(quoteId, 'bank_transfer'))
          ok(await dales.confirm(trip))
        }
        const { valid_until } = ok(await dales.job(trip)).my_quote
        await pass(manual, hours(25))
        expect(inShort(await dales.withdraw(trip))).toBe('409 quote_locked')

        await until(manual, valid_until)

        const job = await quoteBecomes(dales, trip, 'expired')
        expect(job.my_quote).toMatchObject({ closed_at: valid_until, booking_request: null })
        expect(ok(await trip.look())).toMatchObject({ booking: null, quotes: [] })
        expect(inShort(await manual.platform('POST', `/trips/${trip.ref}/deposit-received`, {}))).toBe('409 no_payment_due')
      })
    }

    test('a transfer confirmed after valid_until leaves the customer a day to pay', async () => {
      const dales = await manual.operator()
      const trip = await manual.trip([dales])
      const quoteId = await dales.quoteId(trip, { valid_until: manual.at(hours(1)) })
      ok(await trip.request(quoteId, 'bank_transfer'))
      await pass(manual, hours(2))
      ok(await dales.confirm(trip))
      await pass(manual, hours(23))
      expect(ok(await trip.look()).booking).toMatchObject({ status: 'awaiting_payment' })
      expect(inShort(await manual.platform('POST', `/trips/${trip.ref}/deposit-received`, {}))).toBe('200')
      expect(ok(await dales.booking(trip)).status).toBe('active')
    })

    test('a trip no one booked is over at its departure', async () => {
      const dales = await market.operator()
      const rival = await market.operator('Rival Travel')
      const trip = await market.trip([dales, rival], { departsIn: days(3) })
      const { quote_by, departs_at } = ok(await dales.job(trip))
      const quoteId = await dales.quoteId(trip, { availability: 'confirmed', valid_until: plusSeconds(departs_at, -1) })
      ok(await rival.decline(trip))

      await until(market, departs_at)

      const job = await quoteBecomes(dales, trip, 'expired')
      expect(job.status).toBe('expired')
      expect(job.closed_at).toBe(job.my_quote.closed_at)
      expect(ok(await rival.job(trip))).toMatchObject({ status: 'declined', closed_at: quote_by })
      expect(ok(await trip.look())).toMatchObject({ status: 'expired', quotes: [] })
      expect(inShort(await trip.book(quoteId))).toBe('409 quote_expired')
      const reason = { reason: 'Late.' }
      for (const late of [await trip.cancel(), await market.platform('POST', `/trips/${trip.ref}/cancel`, reason)]) {
        expect(inShort(late)).toBe('409 job_closed')
        expect(late.json.error.current_status).toBe('expired')
      }
      expect(inShort(await dales.quote(trip))).toBe('409 job_closed')
    })

    test('a trip without a reported end completes 24 hours after it, and is paid on the second Friday after that', async () => {
      const dales = await market.operator()
      const trip = await market.bookedTrip(dales, { departsIn: days(40) })
      const { ends_at, payout } = ok(await dales.booking(trip))
      expect(payout.status).toBe('pending')

      await until(market, plusSeconds(ends_at, days(1)))

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
      expect(ok(await trip.look()).status).toBe('completed')
      expect(inShort(await trip.cancel())).toBe('409 trip_finished')
      const pat = await dales.driver()
      const late = await dales.assign(trip, pat)
      expect(inShort(late)).toBe('409 trip_finished')
      expect(late.json.error.current_status).toBe('completed')
    })

    test('the payout weekday follows the clocks of the operator, and the moment before nothing is completed', async () => {
      const tokyo = await market.operator('Edo Bus', { currency_code: 'JPY', timezone: 'Asia/Tokyo' })
      const trip = await market.trip([tokyo], { departsIn: days(30) })
      ok(await trip.book(await tokyo.quoteId(trip, { availability: 'confirmed', currency_code: 'JPY' })))
      const { ends_at } = ok(await tokyo.booking(trip))
      await pass(market, Math.floor((Date.parse(ends_at) - market.now()) / 1_000) + days(1) - 30)
      expect(ok(await tokyo.booking(trip)).trip_status).toBe('unassigned')
      await pass(market, 31)
      const [payout] = await eventually(async () => {
        const list = ok(await tokyo.payouts('?status=scheduled'))
        return list.length > 0 ? list : null
      })
      expect(payout.scheduled_for).toEndWith('T15:00:00Z')
      expect(new Date(payout.scheduled_for).getUTCDay()).toBe(4)
    })
  })
}
