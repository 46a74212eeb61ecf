import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  goodCard,
  hours,
  type Market,
  type OperatorClient,
  ok,
  statusAndCode,
} from '../support/market.ts'
import { sandboxEntryText, sandboxProviderOf } from '../support/sandbox-provider.ts'
import { shareMarket } from '../support/shared-market.ts'

/** Names of properties that every JavaScript object has, which are no payment methods. */
const words = ['toString', 'constructor', '__proto__', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toLocaleString']

/** Answers of a provider that the server cannot read. */
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

const moves = ['book', 'confirm'] as const
type Move = (typeof moves)[number]

const openShared = shareMarket({ isMute: true, env: { CHARABANC_METRICS_TOKEN: 'prometheus-only' } })
let market: Market
let dales: OperatorClient
let rival: OperatorClient
let bank: ReturnType<typeof sandboxProviderOf>
let isOut = false

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator()
  rival = await market.operator('Rival Travel')
  bank = sandboxProviderOf(market)
})

afterEach(() => {
  if (isOut) recover()
})

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

async function prepareTrip(move: Move, card = goodCard): Promise<CustomerClient & { readonly quoteId: number }> {
  const trip = await market.trip([dales, rival])
  const quoteId = await dales.makeQuote(trip, { availability: move === 'book' ? 'confirmed' : 'likely' })
  if (move === 'confirm') ok(await trip.request(quoteId, card))
  return Object.assign(trip, { quoteId })
}

/** Pays a deposit while the provider is down, which leaves the payment in doubt. */
async function payInDoubt(move: Move, key: string = crypto.randomUUID()) {
  const trip = await prepareTrip(move)
  breakDown()
  const answer = move === 'book' ? await trip.book(trip.quoteId, goodCard, { key }) : await dales.confirm(trip, { key })
  const charge = (await bank.payments(trip.ref)).at(-1)?.key ?? ''
  return { trip, answer, charge, key }
}

describe('a payment method that is a property of every object', () => {
  test.each(words)('is rejected: %s', async (word) => {
    const booked = await prepareTrip('book')
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

describe.each(moves)('a payment in doubt (%s)', (move) => {
  test('is shown as in doubt to the customer, the operator and the platform', async () => {
    const { trip, answer, charge } = await payInDoubt(move)
    if (move === 'book') {
      expect(statusAndCode(answer)).toBe('503 unavailable')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    } else {
      expect(statusAndCode(answer)).toBe('409 deposit_charge_failed')
      expect(answer.json.error).toMatchObject({ payment_status: 'in_doubt', current_status: 'requested' })
    }

    const { my_quote: quote, status } = ok(await dales.job(trip))
    expect(quote).toMatchObject({ instantly_bookable: false, booking_request: { payment_status: 'in_doubt' } })
    expect(status).toBe(move === 'book' ? 'quoted' : 'booking_requested')
    expect(ok(await dales.jobs()).find(({ ref }: { ref: string }) => ref === trip.ref).my_quote).toEqual(quote)
    const whole = ok(await market.platform('GET', `/trips/${trip.ref}`))
    expect(whole).toMatchObject({ status: 'open', booking: null, quotes: [{ booking_request: { payment_status: 'in_doubt' } }] })
    const seen = ok(await trip.readTrip())
    if (move === 'book') expect(seen.booking).toMatchObject({ status: 'awaiting_payment', payment_status: 'in_doubt' })
    else expect(seen).toMatchObject({ booking: null, booking_request: { status: 'payment_in_doubt' } })
    await eventually(() => market.server.stderr.includes('payment in doubt'))
    expect(market.server.stderr).not.toContain(goodCard)
    // A node repeats the charge as soon as it reaches the provider again.
    expect(entered(charge)).toEqual([])
    recover()
  })

  test('locks its quote, and is charged once after the provider recovers', async () => {
    const { trip, key, charge } = await payInDoubt(move)
    expect(statusAndCode(await dales.withdraw(trip))).toBe('409 quote_locked')
    expect(statusAndCode(await dales.quote(trip))).toBe('409 quote_locked')
    const other = await rival.makeQuote(trip, { availability: 'confirmed' })
    expect(statusAndCode(await trip.book(other))).toBe('409 request_pending')
    for (const again of move === 'book'
      ? [await trip.book(trip.quoteId), await trip.book(trip.quoteId, goodCard, { key })]
      : [await trip.request(trip.quoteId), await trip.request(trip.quoteId, goodCard, { key: crypto.randomUUID() })]) {
      expect(statusAndCode(again)).toBe('503 unavailable')
      expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    if (move === 'confirm') expect((await dales.confirm(trip)).json.error).toMatchObject({ payment_status: 'in_doubt' })
    expect((await bank.payments(trip.ref)).map(({ status }) => status)).toEqual(['in_doubt'])

    recover()
    await market.advance(60)
    await eventually(async () => ok(await trip.readTrip()).status === 'booked')
    expect(inWords(charge)).toEqual(['charge succeeded 12800'])
    expect(await bank.payments(trip.ref)).toHaveLength(1)
    expect(ok(await dales.booking(trip)).payment_status).toBe('deposit_paid')
  })

  test('is settled by the next request, under the same key or another', async () => {
    for (const isSameKey of [true, false]) {
      const { trip, key, charge } = await payInDoubt(move)
      recover()
      const options = isSameKey ? { key } : {}
      const again = move === 'book' ? await trip.book(trip.quoteId, goodCard, options) : await dales.confirm(trip, options)
      const expected = { book: ['200', '409 job_closed'], confirm: ['409 deposit_charge_failed', '409 no_booking_request'] }[move]
      expect(statusAndCode(again)).toBe(expected[isSameKey ? 0 : 1] ?? '')
      if (move === 'confirm' && isSameKey) {
        expect(again.headers.get('idempotency-replayed')).toBe('true')
        await market.advance(60)
      }
      await eventually(async () => ok(await dales.booking(trip)).status === 'active')
      expect(inWords(charge)).toEqual(['charge succeeded 12800'])
    }
  })

  test.each(nonsense)('stays in doubt after the answer %p, and its trip can be cancelled', async (text) => {
    const { trip, charge } = await payInDoubt(move)
    bank.says(charge, text)
    recover()
    await market.advance(60)
    const again = move === 'book' ? await trip.book(trip.quoteId) : await trip.request(trip.quoteId)
    expect(statusAndCode(again)).toBe('503 unavailable')
    expect(ok(await dales.job(trip)).my_quote.booking_request.payment_status).toBe('in_doubt')
    expect(ok(await trip.cancel())).toMatchObject({ status: 'cancelled', booking: null })
    expect(ok(await dales.job(trip)).status).toBe('cancelled')
    bank.says(charge, sandboxEntryText(charge, 'declined'))
  })

  test.each(['declined', 'requires_action'])('ends like an immediate answer when it turns out %s', async (outcome) => {
    const { trip, charge } = await payInDoubt(move)
    bank.says(charge, sandboxEntryText(charge, outcome))
    recover()
    await market.advance(60)
    if (move === 'confirm') {
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

  /** Ways to end the doubt, and the status of the trip afterwards. */
  const waysOut: [string, (trip: CustomerClient) => Promise<unknown>, string][] = [
    ['the customer withdraws', async (trip) => ok(await trip.cancelRequest()), 'open'],
    ['the customer cancels the trip', async (trip) => ok(await trip.cancel()), 'cancelled'],
    [
      'the platform cancels the trip',
      async (trip) => ok(await market.platform('POST', `/trips/${trip.ref}/cancel`, { reason: 'Entered twice.' })),
      'cancelled',
    ],
    ['its deadline passes', async () => market.advance(hours(24) + 1), 'open'],
    ...(move === 'confirm'
      ? ([['the operator rejects it', async (trip) => ok(await dales.reject(trip)), 'open']] as typeof waysOut)
      : []),
  ]

  test.each(waysOut)('ends when %s, and a charge that succeeded after all is refunded', async (_, leave, status) => {
    const { trip, charge } = await payInDoubt(move)
    await leave(trip)
    await eventually(async () => ok(await dales.job(trip)).my_quote.booking_request === null)
    expect(ok(await trip.readTrip())).toMatchObject({ status, booking: null })
    expect((await bank.payments(trip.ref)).map((one) => one.status)).toEqual(['released'])

    // The entry is written before the provider recovers, because a query in between would find no charge.
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

  test.each(waysOut)('ends when %s, and never charges the card later', async (_, leave) => {
    const { trip, charge } = await payInDoubt(move)
    await leave(trip)
    await eventually(async () => (await bank.payments(trip.ref))[0]?.status === 'released' && (await bank.isQuiet(trip.ref)))
    recover()
    await market.advance(days(2))
    await eventually(async () => (await bank.questions(trip.ref)) === 0)
    expect(inWords(charge)).toEqual([])
    expect((await bank.payments(trip.ref)).map((one) => `${one.kind} ${one.status}`)).toEqual(['deposit released'])
  })
})

test('counts payments in doubt in the metrics, and names their trips in the doctor', async () => {
  const readReports = async () => {
    const headers = { Authorization: 'Bearer prometheus-only' }
    const text = await (await market.server.fetch('/metrics', { headers })).text()
    const { checks } = await market.server.cliJson<{ checks: { check: string; state: string; found: string; mend: string }[] }>([
      'doctor',
    ])
    const finding = checks.find(({ check }) => check === 'payments')
    return { count: Number(/^charabanc_payments_in_doubt (\d+)$/m.exec(text)?.[1]), ...finding }
  }
  const before = await readReports()
  const { trip } = await payInDoubt('book')
  expect(await readReports()).toMatchObject({
    count: before.count + 1,
    state: 'warn',
    found: expect.stringContaining(`: ${before.count + 1} (`),
    mend: expect.stringContaining('deposit-received'),
  })

  recover()
  // One of three nodes can repeat the charge between the provider's recovery and this request.
  const received = await market.platform('POST', `/trips/${trip.ref}/deposit-received`, {})
  expect(['200', '409 no_payment_due']).toContain(statusAndCode(received))
  expect(await readReports()).toEqual(before)
})
