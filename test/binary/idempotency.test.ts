import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import {
  days,
  hours,
  type Market,
  type MarketAnswer,
  minutes,
  type OperatorClient,
  ok,
  openMarket,
  quoteTerms,
  statusAndCode,
} from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isAlone: true, env: { CHARABANC_SANDBOX_DELAY: '0.3' } })
let market: Market
let operator: OperatorClient
let rival: OperatorClient

beforeAll(async () => {
  market = await openShared()
  operator = await market.operator()
  rival = await market.operator('Fell Travel')
})

let keys = 0
const newKey = () => `attempt-${++keys}`

const isReplay = ({ headers }: MarketAnswer) => headers.get('Idempotency-Replayed') === 'true'

/** Expects the second answer to repeat the first, byte for byte. */
function expectReplay(again: MarketAnswer, first: MarketAnswer): void {
  expect(isReplay(first)).toBe(false)
  expect({ replayed: isReplay(again), status: again.status, text: again.text }).toEqual({
    replayed: true,
    status: first.status,
    text: first.text,
  })
  expect(again.headers.get('Content-Type')).toBe(first.headers.get('Content-Type'))
}

const roster = async (desk: OperatorClient) => ok(await desk.get('/drivers?per_page=100')) as { id: number; name: string }[]
const add = (desk: OperatorClient, key: string, body: unknown = { name: 'Pat Moss' }) => desk.post('/drivers', body, { key })

/** Repeats the request with the same key while a busy machine answers 503. */
const addInTime = (desk: OperatorClient, key: string, body: unknown) =>
  eventually(async () => {
    const answer = await add(desk, key, body)
    return answer.status === 503 && answer.headers.has('Retry-After') ? null : answer
  })

describe('repeated request with the same key', () => {
  test('returns the first answer byte for byte, even after later changes', async () => {
    const trip = await market.trip([operator])
    const key = newKey()
    const first = await operator.quote(trip, {}, { key })
    expect(statusAndCode(first)).toBe('200')
    expectReplay(await operator.quote(trip, {}, { key }), first)

    ok(await operator.withdraw(trip))
    expectReplay(await operator.quote(trip, {}, { key }), first)
    expect(ok(await operator.job(trip)).my_quote).toMatchObject({ status: 'withdrawn', revision: 1 })
  })

  test('returns the first answer after a restart and after kill -9', async () => {
    const trip = await market.trip([operator])
    const [quoteKey, driverKey] = [newKey(), newKey()]
    const quoted = await operator.quote(trip, {}, { key: quoteKey })
    const added = await add(operator, driverKey)
    const before = await roster(operator)

    expect(await market.server.stop()).toBe(0)
    await market.server.start()
    expectReplay(await operator.quote(trip, {}, { key: quoteKey }), quoted)
    await market.server.kill()
    await market.server.start()
    expectReplay(await operator.quote(trip, {}, { key: quoteKey }), quoted)
    expectReplay(await add(operator, driverKey), added)
    expect(await roster(operator)).toEqual(before)
  })

  test('ignores key order and white space in the body', async () => {
    const trip = await market.trip([operator])
    const key = newKey()
    const path = `/api/v1/jobs/${trip.ref}/quote`
    const postQuote = (body: string) =>
      market.server.fetch(path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${operator.token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body,
      })
    const first = await postQuote(JSON.stringify(quoteTerms()))
    const backwards = Object.fromEntries(Object.entries(quoteTerms()).reverse())
    const again = await postQuote(`\n${JSON.stringify(backwards, null, 3).replace('64000', '64000.0')}\t`)
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await again.text()).toBe(await first.text())
  })

  test('repeats the answer of every POST that creates or settles', async () => {
    const trip = await market.trip([operator])
    const entered = { ...tripBody(), offer_to: [operator.ref] }
    const account = { name: 'Moor Coaches', currency_code: 'GBP', timezone: 'Europe/London' }
    const hook = { label: 'dispatch', endpoint_url: 'https://receiver.invalid/hook', events: ['job.offered'] }
    const driver = await operator.driver({ email: 'pat.moss@example.org' })
    const card = 'pm_card_visa'
    let quoteId = 0
    const steps: [string, (key: string) => Promise<MarketAnswer>][] = [
      ['enter a trip', (key) => market.platform('POST', '/trips', entered, { key })],
      ['open an account', (key) => market.platform('POST', '/operators', account, { key })],
      ['offer', (key) => market.platform('POST', `/trips/${trip.ref}/offers`, { offer_to: [rival.ref] }, { key })],
      ['quote', (key) => operator.quote(trip, { availability: 'confirmed' }, { key })],
      ['unconfirm', (key) => operator.post(`/jobs/${trip.ref}/unconfirm`, {}, { key })],
      ['withdraw', (key) => operator.withdraw(trip, { key })],
      ['decline', (key) => operator.post(`/jobs/${trip.ref}/decline`, { note: 'too far' }, { key })],
      ['quote again', (key) => operator.quote(trip, {}, { key })],
      ['request', (key) => trip.request(quoteId, card, { key })],
      ['take the request back', (key) => trip.post('cancel-request', {}, { key })],
      ['request again', (key) => trip.request(quoteId, card, { key })],
      ['reject', (key) => operator.post(`/jobs/${trip.ref}/reject-booking-request`, { reason: 'Broken down.' }, { key })],
      ['quote a third time', (key) => operator.quote(trip, {}, { key })],
      ['request a third time', (key) => trip.request(quoteId, card, { key })],
      ['confirm', (key) => operator.confirm(trip, { key })],
      ['assign', (key) => operator.post(`/bookings/${trip.ref}/driver`, { driver_id: driver, vehicle_reg: 'YX20 ABC' }, { key })],
      ['add a driver', (key) => add(operator, key)],
      ['reinvite', (key) => operator.post(`/drivers/${driver}/reinvite`, {}, { key })],
      ['subscribe', (key) => operator.post('/webhooks', hook, { key })],
      ['cancel', (key) => trip.post('cancel', { reason: 'The party is off.' }, { key })],
    ]
    for (const [name, step] of steps) {
      const key = newKey()
      const first = await step(key)
      expect(first.status, `${name}: ${first.text}`).toBeLessThan(300)
      expectReplay(await step(key), first)
      if (name.startsWith('quote')) quoteId = first.data.my_quote.id
    }

    const booked = await market.trip([operator])
    const bookable = await operator.makeQuote(booked, { availability: 'confirmed' })
    const key = newKey()
    const first = await booked.book(bookable, card, { key })
    expect(statusAndCode(first)).toBe('200')
    expectReplay(await booked.book(bookable, card, { key }), first)
  })

  test('repeats a 409 answer even when the request could now succeed', async () => {
    const trip = await market.trip([operator])
    const key = newKey()
    const first = await operator.withdraw(trip, { key })
    expect(statusAndCode(first)).toBe('409 no_live_quote')
    ok(await operator.quote(trip))
    expectReplay(await operator.withdraw(trip, { key }), first)
    ok(await operator.withdraw(trip, { key: newKey() }))
  })
})

describe('reused key for a different request', () => {
  test('rejects another body, path or endpoint', async () => {
    const [trip, other] = [await market.trip([operator]), await market.trip([operator])]
    const key = newKey()
    ok(await operator.quote(trip, {}, { key }))
    const reused = [
      await operator.quote(trip, { price_amount: 64_001 }, { key }),
      await operator.quote(trip, { note: null }, { key }),
      await operator.quote(other, {}, { key }),
      await operator.withdraw(trip, { key }),
      await add(operator, key),
    ]
    expect(reused.map(statusAndCode)).toEqual(reused.map(() => '409 idempotency_key_reused'))
    expect(reused.some(isReplay)).toBe(false)
    expect(ok(await operator.job(other)).my_quote).toBeNull()
    expect(ok(await operator.job(trip)).my_quote).toMatchObject({ revision: 1, price_amount: 64_000 })
  })

  test('reports a validation error before the key reuse', async () => {
    const trip = await market.trip([operator])
    const key = newKey()
    ok(await operator.quote(trip, {}, { key }))
    expect(statusAndCode(await operator.quote(trip, { price_amount: '1' }, { key }))).toBe('422 validation_failed')
  })
})

describe('scope of a key', () => {
  test('repeats the answer for another token of the same operator', async () => {
    const second = await market.key(operator.ref)
    const key = newKey()
    const first = await add(operator, key)
    expectReplay(await market.call('POST', '/api/v1/drivers', { token: second, body: { name: 'Pat Moss' }, key }), first)
  })

  test('separates operators, the platform and trips', async () => {
    const key = newKey()
    const first = await add(operator, key)
    const theirs = await add(rival, key)
    expect(isReplay(theirs)).toBe(false)
    expect(theirs.data.id).not.toBe(first.data.id)

    const account = await market.platform('POST', '/operators', { name: 'X', currency_code: 'GBP', timezone: 'UTC' }, { key })
    expect([statusAndCode(account), isReplay(account)]).toEqual(['201', false])
    for (let time = 0; time < 2; time++) {
      const trip = await market.trip([operator])
      const answer = await trip.post('cancel', { reason: 'Rain.' }, { key })
      expect([statusAndCode(answer), isReplay(answer)]).toEqual(['200', false])
    }
  })

  test('repeats the answer for another platform key', async () => {
    const { token } = await market.server.cliJson<{ token: string }>(['key', 'mint', '--platform', '--name', 'standby'])
    const body = { ...tripBody(), offer_to: [operator.ref] }
    const key = newKey()
    const first = await market.platform('POST', '/trips', body, { key })
    expect(statusAndCode(first)).toBe('201')
    expectReplay(await market.platform('POST', '/trips', body, { key, token }), first)
  })

  test('checks the abilities of a token before it repeats an answer', async () => {
    const trip = await market.trip([operator])
    const key = newKey()
    ok(await operator.quote(trip, {}, { key }))
    const path = `/api/v1/jobs/${trip.ref}/quote`
    const reader = await market.key(operator.ref, ['jobs:read'])
    expect(statusAndCode(await market.call('POST', path, { token: reader, body: quoteTerms(), key }))).toBe('403 missing_ability')
    expect(statusAndCode(await market.call('POST', path, { token: trip.token, body: quoteTerms(), key }))).toBe(
      '403 missing_ability',
    )
    expect(statusAndCode(await market.call('POST', path, { body: quoteTerms(), key }))).toBe('401 unauthenticated')

    const minted = ['key', 'mint', '--operator', operator.ref, '--name', 'lost', '--ability', 'quotes:write']
    const lost = await market.server.cliJson<{ token: string; token_id: string }>(minted)
    await market.server.cliJson(['key', 'revoke', '--token-id', lost.token_id])
    expect(statusAndCode(await market.call('POST', path, { token: lost.token, body: quoteTerms(), key }))).toBe(
      '401 unauthenticated',
    )
  })
})

describe('key of a refused request', () => {
  test('becomes free after 401, 403, 404, 405, 413 and 422', async () => {
    const trip = await market.trip([operator])
    const reader = await market.key(operator.ref, ['jobs:read'])
    const path = `/api/v1/jobs/${trip.ref}/quote`
    const large = { ...quoteTerms(), note: 'x'.repeat(300_000) }
    const refusals: [string, (key: string) => Promise<MarketAnswer>][] = [
      ['401 unauthenticated', (key) => market.call('POST', path, { body: quoteTerms(), key })],
      ['403 missing_ability', (key) => market.call('POST', path, { token: reader, body: quoteTerms(), key })],
      ['404 not_found', (key) => rival.quote(trip, {}, { key })],
      ['405 method_not_allowed', (key) => market.call('PUT', path, { token: operator.token, body: quoteTerms(), key })],
      ['413 payload_too_large', (key) => operator.post(`/jobs/${trip.ref}/quote`, large, { key })],
      ['422 validation_failed', (key) => operator.quote(trip, { price_amount: 0 }, { key })],
      ['422 validation_failed', (key) => operator.quote(trip, { vehicles: [{ type: 'coach_49', count: 1, seats: 1 }] }, { key })],
    ]
    for (const [refusal, ask] of refusals) {
      const key = newKey()
      expect(statusAndCode(await ask(key))).toBe(refusal)
      expect(statusAndCode(await ask(key))).toBe(refusal)
      const answer = await operator.quote(trip, {}, { key })
      expect([statusAndCode(answer), isReplay(answer)], refusal).toEqual(['200', false])
    }
  })

  test('becomes free after a reinvite that is too early', async () => {
    const driver = await operator.driver({ email: 'soon@example.org', invite_now: true })
    const key = newKey()
    const invite = () => operator.post(`/drivers/${driver}/reinvite`, {}, { key })
    expect(statusAndCode(await invite())).toBe('429 rate_limited')
    await market.advance(minutes(1))
    const answer = await invite()
    expect([statusAndCode(answer), isReplay(answer)]).toEqual(['200', false])
  })

  test('becomes free after a rate limit', async () => {
    await using small = await openMarket({ env: { CHARABANC_LIMIT_WRITE: '1/2s' } })
    const desk = await small.operator()
    const [first, second] = [newKey(), newKey()]
    expect(statusAndCode(await add(desk, first))).toBe('201')
    expect(statusAndCode(await add(desk, second))).toBe('429 rate_limited')
    await small.advance(2)
    const answer = await add(desk, second)
    expect([statusAndCode(answer), isReplay(answer)]).toEqual(['201', false])
  })
})

describe('Idempotency-Key header', () => {
  test.each(['a b', '', 'é', 'x'.repeat(256), 'tab\there', 'a,\u00a0b'])('rejects the key %j', async (key) => {
    const answer = await add(operator, key)
    expect(statusAndCode(answer)).toBe('422 validation_failed')
    expect(Object.keys(answer.json.error.fields)).toEqual(['Idempotency-Key'])
  })

  test.each(['1', 'x'.repeat(255), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~', "'--"])('accepts the key %p', async (key) => {
    const first = await add(operator, key)
    expect(statusAndCode(first)).toBe('201')
    expectReplay(await add(operator, key), first)
  })

  test('has no effect on a GET or a DELETE', async () => {
    expect(statusAndCode(await market.call('GET', '/api/v1/me', { token: operator.token, key: 'a b' }))).toBe('200')
    const hook = { label: 'x', endpoint_url: 'https://receiver.invalid/hook', events: ['job.offered'] }
    const { id } = ok(await operator.post('/webhooks', hook))
    const drop = () => market.call('DELETE', `/api/v1/webhooks/${id}`, { token: operator.token, key: 'a b' })
    expect([statusAndCode(await drop()), statusAndCode(await drop())]).toEqual(['204', '404 not_found'])
  })
})

describe('simultaneous requests with one key', () => {
  async function twenty(ask: () => Promise<MarketAnswer>): Promise<MarketAnswer[]> {
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    const done = answers.filter(({ status }) => status < 300)
    const waiting = answers.filter(({ status }) => status >= 300)
    expect(new Set(waiting.map(statusAndCode))).toEqual(new Set(waiting.length > 0 ? ['409 idempotency_in_progress'] : []))
    expect(waiting.every(({ headers }) => headers.get('Retry-After') === '1')).toBe(true)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    expect(done.filter((answer) => !isReplay(answer))).toHaveLength(1)
    return answers
  }

  test('creates one quote', async () => {
    const trip = await market.trip([operator])
    const key = newKey()
    await twenty(() => operator.quote(trip, {}, { key }))
    expect(ok(await operator.job(trip)).my_quote).toMatchObject({ revision: 1 })
  })

  test('adds one driver', async () => {
    const key = newKey()
    const before = (await roster(operator)).length
    await twenty(() => add(operator, key, { name: 'Twenty at once' }))
    expect((await roster(operator)).length).toBe(before + 1)
  })

  test('charges one card, and asks parallel callers to retry after a second', async () => {
    const trip = await market.requestedTrip(operator)
    const key = newKey()
    const before = market.ledger().length
    const answers = await twenty(() => operator.confirm(trip, { key }))
    expect(answers.filter(({ status }) => status === 409).length).toBeGreaterThan(0)
    const done = answers.find(({ status }) => status === 200)
    const later = await operator.confirm(trip, { key })
    expect([isReplay(later), later.text]).toEqual([true, done?.text ?? ''])
    expect(market.ledger()).toHaveLength(before + 1)
  })
})

test('runs each request once when all are repeated after kill -9', async () => {
  const before = (await roster(rival)).length
  const bodies = Array.from({ length: 60 }, (_, index) => ({ key: newKey(), body: { name: `Driver ${index} of sixty` } }))
  const first = bodies.map(({ key, body }) => add(rival, key, body).catch(() => null))
  await Promise.race(first)
  await market.server.kill()
  const received = await Promise.all(first)
  await market.server.start()
  const again = await Promise.all(bodies.map(({ key, body }) => addInTime(rival, key, body)))
  for (const [index, answer] of again.entries()) {
    expect(answer.status).toBe(201)
    const before = received[index]
    if (before) expect({ replayed: isReplay(answer), text: answer.text }).toEqual({ replayed: true, text: before.text })
  }
  const ids = again.map(({ data }) => data.id)
  expect(new Set(ids).size).toBe(60)
  expect((await roster(rival)).length).toBe(Math.min(100, before + 60))
})

test('encrypts stored answers in the database and the data folder', async () => {
  const body = { ...tripBody(), offer_to: [operator.ref] }
  const key = newKey()
  const entered = await market.platform('POST', '/trips', body, { key })
  const added = await add(operator, newKey(), { name: 'Secret Driver' })
  const secrets = [entered.data.customer_token, '"customer_token"', added.text, '"compliance":{', '{"data":{"id":']
  const kept = [await market.server.readWholeDatabase(), ...filesIn(market.server.dataDir)].join('\n')
  expect(kept.includes('Secret Driver')).toBe(true)
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([])
  expectReplay(await market.platform('POST', '/trips', body, { key }), entered)
})

test('keeps a key for 24 hours', async () => {
  const key = newKey()
  const first = await add(operator, key)
  await market.advance(hours(24) - 60)
  expectReplay(await add(operator, key), first)
  await market.advance(60)
  const later = await add(operator, key)
  expect([statusAndCode(later), isReplay(later)]).toEqual(['201', false])
  expect(later.data.id).not.toBe(first.data.id)
  expectReplay(await add(operator, key), later)
})

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}

function tripBody() {
  const place = (label: string) => ({ label, kind: 'venue' })
  return {
    customer: { name: 'Ann Smith', email: 'ann@example.org' },
    pickup: place('Leeds Town Hall'),
    dropoff: place('York Minster'),
    departs_at: market.at(days(60)),
    passenger_count: 45,
  }
}
