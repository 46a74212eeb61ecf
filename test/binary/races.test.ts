import { afterAll, beforeAll, expect, test } from 'bun:test'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  type Market,
  type MarketAnswer,
  OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { repetitions } from '../support/test-depth.ts'

let market: Market
let dales: OperatorClient
let rival: OperatorClient

// A charge takes a while, so that a racing request really meets it half way.
beforeAll(async () => {
  market = await openMarket({ isMute: true, env: { CHARABANC_SANDBOX_DELAY: '0.1' } })
  dales = await market.operator('Dales Coaches')
  rival = await market.operator('Rival Travel')
})

afterAll(() => market[Symbol.asyncDispose]())

let lastPrice = 64_000

/** A trip with a quote whose deposit no one else's is, so that the provider's ledger tells what was paid for it. */
async function quoted(availability: 'likely' | 'confirmed') {
  lastPrice += 5
  const price = lastPrice
  const trip = await market.trip([dales, rival])
  const { id: quoteId, deposit_amount: deposit } = ok(await dales.quote(trip, { availability, price_amount: price })).my_quote
  return { trip, quoteId, deposit }
}

async function requested() {
  const made = await quoted('likely')
  ok(await made.trip.request(made.quoteId))
  return made
}

function chargesOf(deposit: number): number {
  return market.ledger().filter(({ kind, outcome, amount }) => kind === 'charge' && outcome === 'succeeded' && amount === deposit)
    .length
}

function refundsOf(deposit: number): number {
  return market.ledger().filter(({ kind, amount }) => kind === 'refund' && amount === deposit).length
}

/** How often each answer came. */
function tally(answers: readonly MarketAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[statusAndCode(answer)] = (counts[statusAndCode(answer)] ?? 0) + 1
  return counts
}

/** The status of the booking there is for a trip, if there is one; a booked quote and a booking go together. */
async function bookingsOf(trip: CustomerClient): Promise<string[]> {
  const { booking, quotes } = ok(await market.platform('GET', `/trips/${trip.ref}`))
  const booked = quotes.filter(({ status }: { status: string }) => status === 'booked')
  expect(booked).toHaveLength(booking === null ? 0 : 1)
  return booking === null ? [] : [booking.status]
}

/** Who starts, and by how many milliseconds: the race is about time. The charge is in flight for the first hundred. */
const headStarts = [0, 20, -20, 5, -5, 0, 2, -2, 60, -60].slice(0, repetitions(10))

/** Both at once, or one a little earlier than the other: the first with a positive head start, the second with a negative one. */
async function raced(
  headStartMs: number,
  first: () => Promise<MarketAnswer>,
  second: () => Promise<MarketAnswer>,
): Promise<[string, string]> {
  const after = async (ms: number, work: () => Promise<MarketAnswer>) => {
    if (ms > 0) await Bun.sleep(ms)
    return work()
  }
  const [one, two] = await Promise.all([after(-headStartMs, first), after(headStartMs, second)])
  return [statusAndCode(one), statusAndCode(two)]
}

const everyRound = (round: (headStartMs: number) => Promise<void>) => Promise.all(headStarts.map(round))

test('two confirmations at once book once', async () => {
  const { trip, deposit } = await requested()
  expect(tally(await Promise.all([dales.confirm(trip), dales.confirm(trip)]))).toEqual({ '200': 1, '409 no_booking_request': 1 })
  expect(chargesOf(deposit)).toBe(1)
  expect(await bookingsOf(trip)).toEqual(['active'])
})

test('twenty confirmations with one key charge once, and the key keeps the answer', async () => {
  const { trip, deposit } = await requested()
  const key = crypto.randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => dales.confirm(trip, { key })))

  const { '200': told = 0, '409 idempotency_in_progress': waiting = 0, ...others } = tally(answers)
  expect(others).toEqual({})
  expect(told).toBeGreaterThanOrEqual(1)
  expect(told + waiting).toBe(20)
  for (const answer of answers) if (answer.status === 409) expect(answer.headers.get('retry-after')).toBe('1')
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1)
  expect(chargesOf(deposit)).toBe(1)
  expect(await bookingsOf(trip)).toEqual(['active'])

  const replay = await dales.confirm(trip, { key })
  expect(replay.headers.get('idempotency-replayed')).toBe('true')
  expect(ok(replay)).toMatchObject({ status: 'won' })
})

test('twenty confirmations with twenty keys charge once, and each key keeps its own answer', async () => {
  const { trip, deposit } = await requested()
  const keys = Array.from({ length: 20 }, () => crypto.randomUUID())
  const answers = await Promise.all(keys.map((key) => dales.confirm(trip, { key })))
  expect(tally(answers)).toEqual({ '200': 1, '409 no_booking_request': 19 })
  expect(chargesOf(deposit)).toBe(1)
  expect(await bookingsOf(trip)).toEqual(['active'])
  const replays = await Promise.all(keys.map((key) => dales.confirm(trip, { key })))
  expect(replays.map(({ text }) => text)).toEqual(answers.map(({ text }) => text))
})

test('twenty purchases by an impatient customer charge once', async () => {
  const { trip, quoteId, deposit } = await quoted('confirmed')
  const answers = await Promise.all(Array.from({ length: 20 }, () => trip.book(quoteId)))
  expect(tally(answers)).toEqual({ '200': 1, '409 job_closed': 19 })
  expect(chargesOf(deposit)).toBe(1)
  expect(await bookingsOf(trip)).toEqual(['active'])
})

/** What was charged went back, and only that. */
async function mustBeRefunded(trip: CustomerClient, deposit: number, wasBooked: boolean): Promise<void> {
  if (wasBooked) await eventually(() => refundsOf(deposit) === 1)
  expect({ charges: chargesOf(deposit), refunds: refundsOf(deposit) }).toEqual(
    wasBooked ? { charges: 1, refunds: 1 } : { charges: 0, refunds: 0 },
  )
  expect(await bookingsOf(trip)).toEqual(wasBooked ? ['cancelled'] : [])
  expect(ok(await dales.job(trip)).status).toBe('cancelled')
}

test('a confirmation against the customer who gives the trip up: booked and refunded, or never charged', async () => {
  await everyRound(async (headStart) => {
    const { trip, deposit } = await requested()
    const [confirmed, cancelled] = await raced(
      headStart,
      () => dales.confirm(trip),
      () => trip.cancel(),
    )
    expect(cancelled).toBe('200')
    expect(['200', '409 no_booking_request']).toContain(confirmed)
    await mustBeRefunded(trip, deposit, confirmed === '200')
  })
})

test('the platform’s cancellation against the customer’s purchase: booked and refunded, or never charged', async () => {
  await everyRound(async (headStart) => {
    const { trip, quoteId, deposit } = await quoted('confirmed')
    const [booked, cancelled] = await raced(
      headStart,
      () => trip.book(quoteId),
      () => market.platform('POST', `/trips/${trip.ref}/cancel`, { reason: 'Fraud.' }),
    )
    expect(cancelled).toBe('200')
    expect(['200', '409 trip_cancelled']).toContain(booked)
    await mustBeRefunded(trip, deposit, booked === '200')
  })
})

test('a confirmation against the customer who takes the request back: booked, or likely and never charged', async () => {
  await everyRound(async (headStart) => {
    const { trip, deposit } = await requested()
    const answers = await raced(
      headStart,
      () => dales.confirm(trip),
      () => trip.cancelRequest(),
    )
    const outcome = { answers, charges: chargesOf(deposit), status: ok(await dales.job(trip)).my_quote.status }
    expect([
      { answers: ['200', '409 no_booking_request'], charges: 1, status: 'booked' },
      { answers: ['409 no_booking_request', '200'], charges: 0, status: 'likely' },
    ]).toContainEqual(outcome)
  })
})

test('a confirmation against the operator’s own second thoughts: booked, or rejected and never charged', async () => {
  await everyRound(async (headStart) => {
    const { trip, deposit } = await requested()
    const answers = await raced(
      headStart,
      () => dales.confirm(trip),
      () => dales.reject(trip),
    )
    const outcome = { answers, charges: chargesOf(deposit), status: ok(await dales.job(trip)).my_quote.status }
    expect([
      { answers: ['200', '409 no_booking_request'], charges: 1, status: 'booked' },
      { answers: ['409 no_booking_request', '200'], charges: 0, status: 'rejected' },
    ]).toContainEqual(outcome)
  })
})

test('the quotes of two operators booked at once: one wins, the other has lost', async () => {
  await everyRound(async (headStart) => {
    const { trip, quoteId: ours, deposit } = await quoted('confirmed')
    const theirs = await rival.makeQuote(trip, { availability: 'confirmed', deposit_amount: deposit })
    const answers = await raced(
      headStart,
      () => trip.book(ours),
      () => trip.book(theirs),
    )
    expect(answers.toSorted()).toEqual(['200', '409 job_closed'])
    expect(chargesOf(deposit)).toBe(1)
    expect(await bookingsOf(trip)).toEqual(['active'])
    const jobs = [ok(await dales.job(trip)), ok(await rival.job(trip))]
    expect(jobs.map(({ status }) => status).sort()).toEqual(['lost', 'won'])
    expect(jobs.map(({ my_quote }) => my_quote.status).sort()).toEqual(['booked', 'lost'])
  })
})

test('withdrawing against booking: either may be first, no one pays for a quote that is gone', async () => {
  await everyRound(async (headStart) => {
    const { trip, quoteId, deposit } = await quoted('confirmed')
    const answers = await raced(
      headStart,
      () => dales.withdraw(trip),
      () => trip.book(quoteId),
    )
    const outcome = { answers, charges: chargesOf(deposit), status: ok(await dales.job(trip)).my_quote.status }
    expect([
      { answers: ['200', '409 no_live_quote'], charges: 0, status: 'withdrawn' },
      { answers: ['409 quote_locked', '200'], charges: 1, status: 'booked' },
    ]).toContainEqual(outcome)
  })
})

test('revising against booking: the customer pays the deposit of the price that is booked', async () => {
  await everyRound(async (headStart) => {
    const { trip, quoteId, deposit } = await quoted('confirmed')
    const dearer = { availability: 'confirmed', price_amount: 90_000, deposit_amount: deposit + 40_000 }
    const [booked, revised] = await raced(
      headStart,
      () => trip.book(quoteId),
      () => dales.quote(trip, dearer),
    )
    expect(booked).toBe('200')
    expect(['200', '409 quote_locked']).toContain(revised)
    const paid = revised === '200' ? deposit + 40_000 : deposit
    expect(ok(await dales.booking(trip)).deposit_amount).toBe(paid)
    expect([chargesOf(deposit), chargesOf(deposit + 40_000)]).toEqual(revised === '200' ? [0, 1] : [1, 0])
  })
})

/** A key of an operator's with these abilities, and the call that revokes it. */
async function revocableKey(desk: OperatorClient, abilities: readonly string[]) {
  const { call } = await bookkeepingClientOf(market, desk)
  const { token, token_id } = ok(await call('POST', '/keys', { name: 'Busy', abilities }))
  return { key: new OperatorClient(market, desk.ref, token), revoke: () => call('DELETE', `/keys/${token_id}`) }
}

test('a key is refused from the next call on if it is revoked while six callers write with it', async () => {
  const { key, revoke } = await revocableKey(rival, ['drivers:write'])
  const began = Promise.withResolvers<void>()
  let isRevoked = false
  let isLate = false
  const write = async () => {
    for (let nth = 0; nth < 400; nth++) {
      const wasRevoked = isRevoked
      const heard = statusAndCode(await key.post('/drivers', { name: 'Pat Moss' }))
      if (nth === 3) began.resolve()
      if (heard !== '201') return heard
      isLate ||= wasRevoked
    }
    return 'never refused'
  }
  const callers = Array.from({ length: 6 }, write)
  await began.promise
  expect(statusAndCode(await revoke())).toBe('204')
  isRevoked = true
  expect(await Promise.all(callers)).toEqual(Array(6).fill('401 unauthenticated'))
  expect(isLate).toBe(false)
})

test('a key revoked while it charges a deposit: the charge books the trip, or none is made', async () => {
  await everyRound(async (headStart) => {
    const { trip, deposit } = await requested()
    const { key, revoke } = await revocableKey(dales, ['quotes:write'])
    const [confirmed, revoked] = await raced(headStart, () => key.confirm(trip), revoke)
    expect(revoked).toBe('204')
    const isBooked = confirmed === '200'
    expect(['200', '401 unauthenticated']).toContain(confirmed)
    expect(chargesOf(deposit)).toBe(isBooked ? 1 : 0)
    expect(await bookingsOf(trip)).toEqual(isBooked ? ['active'] : [])
    expect(statusAndCode(await key.confirm(trip))).toBe('401 unauthenticated')
  })
})

test('ten exports of one driver at once hand out two', async () => {
  const pat = await signInDriver(dales)
  const answers = await Promise.all(Array.from({ length: 10 }, () => pat.call('GET', '/privacy/export')))
  expect(tally(answers)).toEqual({ '200': 2, '429 rate_limited': 8 })
})
