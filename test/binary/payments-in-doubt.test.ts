import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  goodCard,
  hours,
  type Market,
  type OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { sandboxEntryText, sandboxProviderOf } from '../support/sandbox-provider.ts'

/** Words that every JavaScript object knows, and no bank. */
const words = ['toString', 'constructor', '__proto__', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toLocaleString']

/** What a provider may say that no one understands. */
const nonsense = [
  '',
  'null',
  '[]',
  '{}',
  '"succeeded"',
  '{"outcome":"paid","ref":"ch_1"}',
  '{"outcome":"toString","ref":"ch_1"}',
  '{"outcome":{},"ref":"ch_1"}',
  '{"outcome":"succeeded"}',
  '<html>',
]

const roads = ['book', 'confirm'] as const
type Road = (typeof roads)[number]

let market: Market
let dales: OperatorClient
let rival: OperatorClient
let bank: ReturnType<typeof sandboxProviderOf>
let isOut = false

beforeAll(async () => {
  market = await openMarket({ isMute: true, env: { CHARABANC_METRICS_TOKEN: 'prometheus-only' } })
  dales = await market.operator()
  rival = await market.operator('Rival Travel')
  bank = sandboxProviderOf(market)
})

afterEach(() => {
  if (isOut) recover()
})

afterAll(() => market[Symbol.asyncDispose]())

function breakDown(): void {
  bank.breakDown()
  isOut = true
}

function recover(): void {
  bank.recover()
  isOut = false
}

const entered = (key: string) => market.ledger().filter((one) => one.key === key || one.key === `refund-${key}`)
const inWords = (key: string) => entered(key).map(({ kind, outcome, amount }) => `${kind} ${outcome} ${amount}`)

async function askedFor(road: Road, card = goodCard): Promise<CustomerClient & { readonly quoteId: number }> {
  const trip = await market.trip([dales, rival])
  const quoteId = await dales.makeQuote(trip, { availability: road === 'book' ? 'confirmed' : 'likely' })
  if (road === 'confirm') ok(await trip.request(quoteId, card))
  return Object.assign(trip, { quoteId })
}

/** The provider breaks down while a deposit is taken. */
async function payInDoubt(road: Road, key: string = crypto.randomUUID()) {
  const trip = await askedFor(road)
  breakDown()
  const answer = road === 'book' ? await trip.book(trip.quoteId, goodCard, { key }) : await dales.confirm(trip, { key })
  const charge = (await bank.payments(trip.ref)).at(-1)?.key ?? ''
  return { trip, answer, charge, key }
}

describe('a word that every object knows is no card', () => {
  test.each(words)('%s', async (word) => {
    const booked = await askedFor('book')
    const requested = await market.trip([dales])
    const quoteId = await dales.makeQuote(requested)
    for (const refused of [await booked.book(booked.quoteId, word), await requested.request(quoteId, word)]) {
      expect(statusAndCode(refused)).toBe('422 validation_failed')
      expect(Object.keys(refused.json.error.fields)).toEqual(['payment_method'])
    }
    expect([...(await bank.payments(booked.ref)), ...(await bank.payments(requested.ref))]).toEqual([])
    ok(await booked.book(booked.quoteId))
    ok(await requested.cancel())
  })
})

describe.each(roads)('a payment in doubt (%s)', (road) => {
  test('is told to everybody it concerns, and no more than that', async () => {
    const { trip, answer, charge } = await payInDoubt(road)
    if (road === 'book') {
      expect(statusAndCode(answer)).toBe('503 unavailable')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    } else {
      expect(statusAndCode(answer)).toBe('409 deposit_charge_failed')
      expect(answer.json.error).toMatchObject({ payment_status: 'in_doubt', current_status: 'requested' })
    }

    const { my_quote: quote, status } = ok(await dales.job(trip))
    expect(quote).toMatchObject({ instantly_bookable: false, booking_request: { payment_status: 'in_doubt' } })
    expect(status).toBe(road === 'book' ? 'quoted' : 'booking_requested')
    expect(ok(await dales.jobs()).find(({ ref }: { ref: string }) => ref === trip.ref).my_quote).toEqual(quote)
    const whole = ok(await market.platform('GET', `/trips/${trip.ref}`))
    expect(whole).toMatchObject({ status: 'open', booking: null, quotes: [{ booking_request: { payment_status: 'in_doubt' } }] })
    const seen = ok(await trip.readTrip())
    if (road === 'book') expect(seen.booking).toMatchObject({ status: 'awaiting_payment', payment_status: 'in_doubt' })
    else expect(seen).toMatchObject({ booking: null, booking_request: { status: 'payment_in_doubt' } })
    await eventually(() => market.server.stderr.includes('payment in doubt'))
    expect(market.server.stderr).not.toContain(goodCard)
    // The charge is asked for again as soon as a node finds the provider there.
    expect(entered(charge)).toEqual([])
    recover()
  })

  test('holds its quote, and nothing is charged for it a second time', async () => {
    const { trip, key, charge } = await payInDoubt(road)
    expect(statusAndCode(await dales.withdraw(trip))).toBe('409 quote_locked')
    expect(statusAndCode(await dales.quote(trip))).toBe('409 quote_locked')
    const other = await rival.makeQuote(trip, { availability: 'confirmed' })
    expect(statusAndCode(await trip.book(other))).toBe('409 request_pending')
    for (const again of road === 'book'
      ? [await trip.book(trip.quoteId), await trip.book(trip.quoteId, goodCard, { key })]
      : [await trip.request(trip.quoteId), await trip.request(trip.quoteId, goodCard, { key: crypto.randomUUID() })]) {
      expect(statusAndCode(again)).toBe('503 unavailable')
      expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    if (road === 'confirm') expect((await dales.confirm(trip)).json.error).toMatchObject({ payment_status: 'in_doubt' })
    expect((await bank.payments(trip.ref)).map(({ status }) => status)).toEqual(['in_doubt'])

    recover()
    await market.advance(60)
    await eventually(async () => ok(await trip.readTrip()).status === 'booked')
    expect(inWords(charge)).toEqual(['charge succeeded 12800'])
    expect(await bank.payments(trip.ref)).toHaveLength(1)
    expect(ok(await dales.booking(trip)).payment_status).toBe('deposit_paid')
  })

  test('is settled by the next caller who asks, under the same key or another', async () => {
    for (const isSameKey of [true, false]) {
      const { trip, key, charge } = await payInDoubt(road)
      recover()
      const wish = isSameKey ? { key } : {}
      const again = road === 'book' ? await trip.book(trip.quoteId, goodCard, wish) : await dales.confirm(trip, wish)
      const told = { book: ['200', '409 job_closed'], confirm: ['409 deposit_charge_failed', '409 no_booking_request'] }[road]
      expect(statusAndCode(again)).toBe(told[isSameKey ? 0 : 1] ?? '')
      if (road === 'confirm' && isSameKey) {
        expect(again.headers.get('idempotency-replayed')).toBe('true')
        await market.advance(60)
      }
      await eventually(async () => ok(await dales.booking(trip)).status === 'active')
      expect(inWords(charge)).toEqual(['charge succeeded 12800'])
    }
  })

  test.each(nonsense)('comes of an answer such as %p, and of nothing else that is moved', async (text) => {
    const { trip, charge } = await payInDoubt(road)
    bank.says(charge, text)
    recover()
    await market.advance(60)
    const again = road === 'book' ? await trip.book(trip.quoteId) : await trip.request(trip.quoteId)
    expect(statusAndCode(again)).toBe('503 unavailable')
    expect(ok(await dales.job(trip)).my_quote.booking_request.payment_status).toBe('in_doubt')
    expect(ok(await trip.cancel())).toMatchObject({ status: 'cancelled', booking: null })
    expect(ok(await dales.job(trip)).status).toBe('cancelled')
    bank.says(charge, sandboxEntryText(charge, 'declined'))
  })

  test.each(['declined', 'requires_action'])('that turns out %s is as if the answer had come at once', async (outcome) => {
    const { trip, charge } = await payInDoubt(road)
    bank.says(charge, sandboxEntryText(charge, outcome))
    recover()
    await market.advance(60)
    if (road === 'confirm') {
      await eventually(async () => ok(await dales.job(trip)).my_quote.booking_request.payment_status === outcome)
      ok(await trip.request(trip.quoteId))
      ok(await dales.confirm(trip))
    } else {
      const held = outcome === 'requires_action' ? 'requires_action' : undefined
      await eventually(async () => ok(await trip.readTrip()).booking?.payment_status === held)
      ok(await trip.book(trip.quoteId))
    }
    expect(ok(await dales.booking(trip)).status).toBe('active')
  })

  /** Everybody's way out, and how the trip stands afterwards. */
  const waysOut: [string, (trip: CustomerClient) => Promise<unknown>, string][] = [
    ['the customer takes it back', async (trip) => ok(await trip.cancelRequest()), 'open'],
    ['the customer gives the trip up', async (trip) => ok(await trip.cancel()), 'cancelled'],
    [
      'the platform calls the trip off',
      async (trip) => ok(await market.platform('POST', `/trips/${trip.ref}/cancel`, { reason: 'Entered twice.' })),
      'cancelled',
    ],
    ['its time runs out', async () => market.advance(hours(24) + 1), 'open'],
    ...(road === 'confirm'
      ? ([['the operator turns it down', async (trip) => ok(await dales.reject(trip)), 'open']] as typeof waysOut)
      : []),
  ]

  test.each(waysOut)('is over when %s, and what was taken after all goes back', async (_, leave, status) => {
    const { trip, charge } = await payInDoubt(road)
    await leave(trip)
    await eventually(async () => ok(await dales.job(trip)).my_quote.booking_request === null)
    expect(ok(await trip.readTrip())).toMatchObject({ status, booking: null })
    expect((await bank.payments(trip.ref)).map((one) => one.status)).toEqual(['released'])

    // What it will say is written before it is back: a question in between would hear that nothing was taken.
    bank.says(charge, sandboxEntryText(charge, 'succeeded'))
    recover()
    await market.advance(days(2))
    await eventually(async () => (await bank.payments(trip.ref)).at(-1)?.status === 'refunded')
    expect(inWords(charge).sort()).toEqual(['charge succeeded 12800', 'refund succeeded 12800'])
    expect((await bank.payments(trip.ref)).map((one) => `${one.kind} ${one.status}`)).toEqual([
      'deposit succeeded',
      'refund refunded',
    ])
  })

  test.each(waysOut)('is over when %s, and what was never taken is not taken any more', async (_, leave) => {
    const { trip, charge } = await payInDoubt(road)
    await leave(trip)
    await eventually(async () => (await bank.payments(trip.ref))[0]?.status === 'released' && (await bank.isQuiet(trip.ref)))
    recover()
    await market.advance(days(2))
    await eventually(async () => (await bank.questions(trip.ref)) === 0)
    expect(inWords(charge)).toEqual([])
    expect((await bank.payments(trip.ref)).map((one) => `${one.kind} ${one.status}`)).toEqual(['deposit released'])
  })
})

test('the metrics count what is in doubt, and the doctor names its trips', async () => {
  const told = async () => {
    const headers = { Authorization: 'Bearer prometheus-only' }
    const text = await (await market.server.fetch('/metrics', { headers })).text()
    const { checks } = await market.server.cliJson<{ checks: { check: string; state: string; found: string; mend: string }[] }>([
      'doctor',
    ])
    const finding = checks.find(({ check }) => check === 'payments')
    return { count: Number(/^charabanc_payments_in_doubt (\d+)$/m.exec(text)?.[1]), ...finding }
  }
  const before = await told()
  const { trip } = await payInDoubt('book')
  expect(await told()).toMatchObject({
    count: before.count + 1,
    state: 'warn',
    found: expect.stringContaining(`: ${before.count + 1} (`),
    mend: expect.stringContaining('deposit-received'),
  })

  recover()
  // Among three nodes one may ask again, and charge, between the provider's return and the office's word.
  const received = await market.platform('POST', `/trips/${trip.ref}/deposit-received`, {})
  expect(['200', '409 no_payment_due']).toContain(statusAndCode(received))
  expect(await told()).toEqual(before)
})
