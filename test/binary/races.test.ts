import { beforeAll, expect, test } from 'bun:test'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, type Market, type MarketAnswer, OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'
import { repetitions } from '../support/test-depth.ts'

const openShared = shareMarket({ isMute: true, env: { CHARABANC_SANDBOX_DELAY: '0.1' } })
let market: Market
let dales: OperatorClient
let rival: OperatorClient

// A charge takes 100 ms, so that the other request of a race can arrive during the charge.
beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches')
  rival = await market.operator('Rival Travel')
})

let lastPrice = 64_000

/** Makes a quoted trip with a unique deposit, so that the provider's ledger shows the charges of the trip. */
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

/** Counts the answers by status and code. */
function tally(answers: readonly MarketAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[statusAndCode(answer)] = (counts[statusAndCode(answer)] ?? 0) + 1
  return counts
}

/** Status of the trip's booking, if there is one. Checks that exactly one quote is booked then. */
async function bookingsOf(trip: CustomerClient): Promise<string[]> {
  const { booking, quotes } = ok(await market.platform('GET', `/trips/${trip.ref}`))
  const booked = quotes.filter(({ status }: { status: string }) => status === 'booked')
  expect(booked).toHaveLength(booking === null ? 0 : 1)
  return booking === null ? [] : [booking.status]
}

/** Milliseconds by which the first request starts before the second. The charge is in flight for the first hundred. */
const headStarts = [0, 20, -20, 5, -5, 0, 2, -2, 60, -60].slice(0, repetitions(10))

/** Runs both requests; a positive head start delays the second, a negative one the first. */
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

test('books once for two simultaneous confirmations', async () => {
  const { trip, deposit } = await requested()
  expect(tally(await Promise.all([dales.confirm(trip), dales.confirm(trip)]))).toEqual({ '200': 1, '409 no_booking_request': 1 })
  expect(chargesOf(deposit)).toBe(1)
  expect(await bookingsOf(trip)).toEqual(['active'])
})

test('charges once for twenty confirmations with one key, and replays its answer', async () => {
  const { trip, deposit } = await requested()
  const key = crypto.randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => dales.confirm(trip, { key })))

  const { '200': succeeded = 0, '409 idempotency_in_progress': waiting = 0, ...others } = tally(answers)
  expect(others).toEqual({})
  expect(succeeded).toBeGreaterThanOrEqual(1)
  expect(succeeded + waiting).toBe(20)
  for (const answer of answers) if (answer.status === 409) expect(answer.headers.get('retry-after')).toBe('1')
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1)
  expect(chargesOf(deposit)).toBe(1)
  expect(await bookingsOf(trip)).toEqual(['active'])

  const replay = await dales.confirm(trip, { key })
  expect(replay.headers.get('idempotency-replayed')).toBe('true')
  expect(ok(replay)).toMatchObject({ status: 'won' })
})

test('charges once for twenty confirmations with twenty keys, and replays the answer of each key', async () => {
  const { trip, deposit } = await requested()
  const keys = Array.from({ length: 20 }, () => crypto.randomUUID())
  const answers = await Promise.all(keys.map((key) => dales.confirm(trip, { key })))
  expect(tally(answers)).toEqual({ '200': 1, '409 no_booking_request': 19 })
  expect(chargesOf(deposit)).toBe(1)
  expect(await bookingsOf(trip)).toEqual(['active'])
  const replays = await Promise.all(keys.map((key) => dales.confirm(trip, { key })))
  expect(replays.map(({ text }) => text)).toEqual(answers.map(({ text }) => text))
})

test('charges once if the customer books twenty times simultaneously', async () => {
  const { trip, quoteId, deposit } = await quoted('confirmed')
  const answers = await Promise.all(Array.from({ length: 20 }, () => trip.book(quoteId)))
  expect(tally(answers)).toEqual({ '200': 1, '409 job_closed': 19 })
  expect(chargesOf(deposit)).toBe(1)
  expect(await bookingsOf(trip)).toEqual(['active'])
})

/** Checks that the charge was refunded if the trip was booked, and that nothing was charged otherwise. */
async function expectRefunded(trip: CustomerClient, deposit: number, wasBooked: boolean): Promise<void> {
  if (wasBooked) await eventually(() => refundsOf(deposit) === 1)
  expect({ charges: chargesOf(deposit), refunds: refundsOf(deposit) }).toEqual(
    wasBooked ? { charges: 1, refunds: 1 } : { charges: 0, refunds: 0 },
  )
  expect(await bookingsOf(trip)).toEqual(wasBooked ? ['cancelled'] : [])
  expect(ok(await dales.job(trip)).status).toBe('cancelled')
}

test('books and refunds, or never charges, if the customer cancels during confirmation', async () => {
  await everyRound(async (headStart) => {
    const { trip, deposit } = await requested()
    const [confirmed, cancelled] = await raced(
      headStart,
      () => dales.confirm(trip),
      () => trip.cancel(),
    )
    expect(cancelled).toBe('200')
    expect(['200', '409 no_booking_request']).toContain(confirmed)
    await expectRefunded(trip, deposit, confirmed === '200')
  })
})

test('books and refunds, or never charges, if the platform cancels during booking', async () => {
  await everyRound(async (headStart) => {
    const { trip, quoteId, deposit } = await quoted('confirmed')
    const [booked, cancelled] = await raced(
      headStart,
      () => trip.book(quoteId),
      () => market.platform('POST', `/trips/${trip.ref}/cancel`, { reason: 'Fraud.' }),
    )
    expect(cancelled).toBe('200')
    expect(['200', '409 trip_cancelled']).toContain(booked)
    await expectRefunded(trip, deposit, booked === '200')
  })
})

test('books, or leaves a likely quote without a charge, if the customer withdraws during confirmation', async () => {
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

test('books, or rejects without a charge, if the operator confirms and rejects simultaneously', async () => {
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

test('books only one of two quotes that the customer books simultaneously', async () => {
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

test('books, or withdraws without a charge, if the operator withdraws during booking', async () => {
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

test('charges the deposit of the booked price if the operator revises during booking', async () => {
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

/** Creates an operator's key with these abilities, and a function that revokes it. */
async function revocableKey(desk: OperatorClient, abilities: readonly string[]) {
  const { call } = await bookkeepingClientOf(market, desk)
  const { token, token_id } = ok(await call('POST', '/keys', { name: 'Busy', abilities }))
  return { key: new OperatorClient(market, desk.ref, token), revoke: () => call('DELETE', `/keys/${token_id}`) }
}

test('rejects a key from the next call on if it is revoked while six callers write with it', async () => {
  const { key, revoke } = await revocableKey(rival, ['drivers:write'])
  const began = Promise.withResolvers<void>()
  let isRevoked = false
  let isLate = false
  const write = async () => {
    for (let nth = 0; nth < 400; nth++) {
      const wasRevoked = isRevoked
      const answer = statusAndCode(await key.post('/drivers', { name: 'Pat Moss' }))
      if (nth === 3) began.resolve()
      if (answer !== '201') return answer
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

test('books the trip, or charges nothing, if a key is revoked while it charges a deposit', async () => {
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

test('returns two of ten simultaneous exports of one driver', async () => {
  const pat = await signInDriver(dales)
  const answers = await Promise.all(Array.from({ length: 10 }, () => pat.call('GET', '/privacy/export')))
  expect(tally(answers)).toEqual({ '200': 2, '429 rate_limited': 8 })
})
