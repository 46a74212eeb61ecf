import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writeToSqliteFile } from '../support/database-rows.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import {
  CustomerClient,
  days,
  goodCard,
  hours,
  Market,
  OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { sandboxEntryText, sandboxProviderOf } from '../support/sandbox-provider.ts'
import { startServer } from '../support/server.ts'
import { shareMarket } from '../support/shared-market.ts'

const moves = ['book', 'confirm'] as const

type Move = (typeof moves)[number]

/** Pays a deposit of this operator while the provider is down, which leaves the payment in doubt. */
async function inDoubt(market: Market, dales: OperatorClient, move: Move, fields = {}) {
  const bank = sandboxProviderOf(market)
  const begun = await aboutToPay(market, dales, move, fields)
  bank.breakDown()
  return { bank, ...(await pay(market, dales, begun)) }
}

async function aboutToPay(market: Market, dales: OperatorClient, move: Move, fields = {}) {
  const trip = await market.trip([dales], fields)
  const quoteId = await dales.makeQuote(trip, { availability: move === 'book' ? 'confirmed' : 'likely' })
  if (move === 'confirm') ok(await trip.request(quoteId))
  return { move, trip, quoteId }
}

async function pay(market: Market, dales: OperatorClient, { move, trip, quoteId }: Awaited<ReturnType<typeof aboutToPay>>) {
  await (move === 'book' ? trip.book(quoteId) : dales.confirm(trip))
  const charge = (await sandboxProviderOf(market).payments(trip.ref)).at(-1)?.key ?? ''
  return { trip, quoteId, charge }
}

const charges = (market: Market) => market.ledger().filter(({ kind }) => kind === 'charge').length

const openShared = shareMarket({ isMute: true })

describe('a payment in doubt', () => {
  let market: Market
  let dales: OperatorClient

  beforeAll(async () => {
    market = await openShared()
    dales = await market.operator()
  })

  for (const move of moves) {
    for (const who of ['platform', 'operator'] as const) {
      test(`books when the ${who} marks the deposit received (${move}), and asks the provider no more`, async () => {
        const { bank, trip } = await inDoubt(market, dales, move)
        const path = `/trips/${trip.ref}/deposit-received`
        const token = await market.personToken(dales)
        const received = () =>
          who === 'platform'
            ? market.platform('POST', path, {})
            : market.call('POST', `/portal/v1/bookings/${trip.ref}/deposit-received`, { token, body: {} })

        expect(ok(await received()).status).toBe(who === 'platform' ? 'booked' : 'active')

        bank.recover()
        const before = charges(market)
        expect(statusAndCode(await received())).toBe('409 no_payment_due')
        expect(ok(await dales.job(trip))).toMatchObject({ status: 'won', my_quote: { status: 'booked', booking_request: null } })
        expect(ok(await trip.readTrip()).booking).toMatchObject({ status: 'active', payment_status: 'deposit_paid' })
        expect(await bank.questions(trip.ref)).toBe(0)
        await market.advance(hours(1))
        expect(charges(market)).toBe(before)
        // A payment without the provider's reference is refunded by hand.
        ok(await trip.cancel())
        await eventually(async () => (await bank.payments(trip.ref)).at(-1)?.status === 'refund_due')
      })
    }
  }

  test('refunds the first card if it was charged, after the customer books with another card', async () => {
    const { bank, trip, quoteId, charge } = await inDoubt(market, dales, 'book')
    ok(await trip.cancelRequest())
    bank.says(charge, sandboxEntryText(charge, 'succeeded'))
    bank.recover()
    ok(await trip.book(quoteId))
    await market.advance(hours(2))
    await eventually(async () => (await bank.payments(trip.ref)).some(({ status }) => status === 'refunded'))
    // The server can ask the provider before or after the second charge.
    expect((await bank.payments(trip.ref)).map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
      'deposit succeeded',
      'deposit succeeded',
      'refund refunded',
    ])
    expect(ok(await dales.booking(trip))).toMatchObject({
      payment_status: 'deposit_paid',
      paid_amount: 12_800,
      due_amount: 51_200,
    })
    expect(ok(await trip.readTrip()).booking).toMatchObject({ status: 'active', payment_status: 'deposit_paid' })
    // Cancelling the booking refunds the second charge as well.
    ok(await trip.cancel())
    await eventually(async () => (await bank.payments(trip.ref)).filter(({ status }) => status === 'refunded').length === 2)
  })

  test('leaves the trip without a booking at departure if it is never settled', async () => {
    const { bank, trip } = await inDoubt(market, dales, 'book', { departsIn: days(2) })
    await market.advance(days(2) + 1)
    await eventually(async () => ok(await trip.readTrip()).status === 'expired')
    expect(ok(await dales.job(trip)).status).toBe('expired')
    bank.recover()
  })
})

describe('a restart', () => {
  let market: Market
  let dales: OperatorClient

  beforeAll(async () => {
    market = await openShared()
    dales = await market.operator()
  })

  test('asks again about payments in doubt after kill -9, and keeps unreadable answers in doubt until cancelled', async () => {
    const bank = sandboxProviderOf(market)
    const begun = []
    for (const move of [...moves, ...moves]) begun.push(await aboutToPay(market, dales, move))
    bank.breakDown()
    const all = []
    for (const one of begun) all.push(await pay(market, dales, one))
    const [doubts, ends] = [all.slice(0, moves.length), all.slice(moves.length)]
    await market.server.kill()
    await market.server.start()
    for (const { trip } of all) expect(ok(await dales.job(trip)).my_quote.booking_request.payment_status).toBe('in_doubt')

    await market.server.kill()
    for (const { charge } of ends) {
      bank.says(charge, '{"outcome":"maybe"}')
      await market.server.change(`UPDATE payments SET status = 'charging' WHERE provider_key = '${charge}'`)
    }
    bank.recover()
    await market.server.start()
    for (const { trip, charge } of doubts) {
      await eventually(async () => ok(await trip.readTrip()).status === 'booked')
      expect(market.ledger().filter(({ key }) => key === charge)).toHaveLength(1)
      const payouts = ok(await dales.payouts()).filter(({ booking_ref: ref }: { booking_ref: string }) => ref === trip.ref)
      expect(payouts).toHaveLength(1)
    }
    for (const { trip } of ends) {
      await eventually(async () => (await bank.payments(trip.ref))[0]?.status === 'in_doubt')
      ok(await trip.cancel())
    }

    await market.server.kill()
    for (const { charge } of ends) bank.says(charge, sandboxEntryText(charge, 'succeeded'))
    await market.server.start()
    for (const { trip } of ends) await eventually(async () => (await bank.payments(trip.ref)).at(-1)?.status === 'refunded')
  })
})

test('counts a charge once if the provider answers after more than ten seconds', async () => {
  await using market = await openMarket({ isMute: true, env: { CHARABANC_SANDBOX_DELAY: '12' } })
  const dales = await market.operator()
  const bank = sandboxProviderOf(market)
  const trip = await market.trip([dales])
  const booking = trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }))
  await eventually(async () => (await bank.payments(trip.ref)).length === 1)
  const cancelling = trip.cancel()
  expect(statusAndCode(await booking)).toBe('503 unavailable')
  expect(ok(await cancelling).status).toBe('cancelled')
  await eventually(() => charges(market) === 1)
  await market.advance(hours(2))
  await eventually(async () => (await bank.payments(trip.ref)).at(-1)?.status === 'refunded')
  expect(charges(market)).toBe(1)
})

describe('a charge that release 0.1.0 left unfinished with an invalid payment method', () => {
  const fixtures = resolve(import.meta.dir, '../fixtures')

  test('ends as if the card was declined', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const about = JSON.parse(readFileSync(join(fixtures, 'release-0.1.0.json'), 'utf8'))
    mkdirSync(dataDir, { mode: 0o700 })
    const path = join(dataDir, 'charabanc.sqlite')
    writeFileSync(path, gunzipSync(readFileSync(join(fixtures, 'release-0.1.0.sqlite.gz'))))
    writeFileSync(join(dataDir, 'master.key'), `${about.master_key}\n`, { mode: 0o600 })
    const { ref, customer_token: token } = about.requested_job
    const at = about.made_at_ms
    // That release left a charge that never ends, a key in flight, and a ledger entry without an outcome.
    writeToSqliteFile(
      path,
      `INSERT INTO payments (trip_id, quote_id, kind, origin, provider, provider_key, method, amount, currency_code, status, once_id, boot_id, created_at, updated_at)
       SELECT r.trip_id, r.quote_id, 'deposit', 'confirm', 'sandbox', 'deposit-0.1.0', 'toString', 12800, 'GBP', 'charging', 'once-0.1.0', 'boot-0.1.0', ${at}, ${at}
       FROM booking_requests r JOIN trips t ON t.id = r.trip_id WHERE t.ref = '${ref}' AND r.status = 'pending'`,
      `UPDATE booking_requests SET payment_method = 'toString', payment_status = 'charging'
       WHERE trip_id = (SELECT id FROM trips WHERE ref = '${ref}') AND status = 'pending'`,
      `INSERT INTO scheduler (kind, subject_id, due_at, attempts, created_at)
       SELECT 'charge', id, ${at + 60_000}, 7, ${at} FROM payments WHERE provider_key = 'deposit-0.1.0'`,
    )
    mkdirSync(join(dataDir, 'sandbox-ledger'))
    await using server = await startServer({
      dataDir,
      isFile: true,
      env: { CHARABANC_PAYMENTS: 'sandbox' },
      startsAt: at + 1_000,
    })
    const market = new Market(server, about.platform_token)
    const bank = sandboxProviderOf(market)
    bank.says(
      'deposit-0.1.0',
      '{"key":"deposit-0.1.0","kind":"charge","amount":12800,"currencyCode":"GBP","ref":"ch_d1e880394c40"}\n',
    )
    const dales = new OperatorClient(market, about.operators.dales.ref, about.operators.dales.token)
    const trip = new CustomerClient(market, ref, token)

    await eventually(async () => ok(await trip.readTrip()).booking_request.status === 'payment_declined')
    const { my_quote: quote } = ok(await dales.job(trip))
    expect(quote.booking_request.payment_status).toBe('declined')
    ok(await trip.request(quote.id, goodCard))
    expect(ok(await dales.confirm(trip)).status).toBe('won')
    ok(await trip.cancel())
  })
})
