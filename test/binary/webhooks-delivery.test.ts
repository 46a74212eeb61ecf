import { afterAll, describe, expect, test } from 'bun:test'
import { signWebhook } from '../../src/gateways/webhook-signature.ts'
import { openDispatcherCheckpoint } from '../support/dispatcher-checkpoint.ts'
import { eventually } from '../support/eventually.ts'
import { Market, OperatorClient, ok } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { startServer } from '../support/server.ts'
import { shareMarket } from '../support/shared-market.ts'
import { findWebhook, listDeliveries } from '../support/webhook-log.ts'
import { isSigned, type ReceiverSubscription, startWebhookReceiver } from '../support/webhook-receiver.ts'

/** The waits of the contract, three hundred times as fast, but long enough to be measured. */
const scaled = '0.2,0.3,0.6,1,1.5'
const scaledMs = [200, 300, 600, 1_000, 1_500]

const receiver = startWebhookReceiver()
/** A receiver that no longer listens. */
const closedReceiver = startWebhookReceiver()
closedReceiver[Symbol.dispose]()
afterAll(() => receiver[Symbol.dispose]())

function share(env: Record<string, string>) {
  return shareMarket({ isMute: true, env: { ...receiver.env, CHARABANC_WEBHOOK_TIMEOUT: '60', ...env } })
}

/** Retries so soon that twenty failures take little time. */
const hasty = share({ CHARABANC_WEBHOOK_WAITS: '0.05' })
const inScale = share({ CHARABANC_WEBHOOK_WAITS: scaled })
/** Retries so late that nothing is sent again unless the clock moves. */
const patient = share({ CHARABANC_WEBHOOK_WAITS: '600' })
const branded = share({
  CHARABANC_WEBHOOK_HEADER_PREFIX: 'X-Dales-',
  CHARABANC_WEBHOOK_ALLOW: `127.0.0.1:${receiver.port},127.0.0.1:${closedReceiver.port},localhost:${receiver.port}`,
  CHARABANC_WEBHOOK_TIMEOUT: (patience(500) / 1_000).toFixed(1),
  CHARABANC_WEBHOOK_WAITS: '600',
})

let opened = 0

/** Opens an operator and a path at the receiver, both of this test only. */
async function open(share = hasty): Promise<{ market: Market; dales: OperatorClient; path: string }> {
  const market = await share()
  return { market, dales: await market.operator(), path: `/in/${++opened}` }
}

/** Waits until the latest delivery has this status. A receiver gets a request before the server stores its result. */
function settled(desk: OperatorClient, hook: ReceiverSubscription, status: string, attempts: number) {
  return eventually(async () => {
    const [latest] = await listDeliveries(desk, hook)
    return latest.status === status && latest.attempt_count === attempts && latest
  })
}

/** Waits until a subscription is parked and has no pending delivery. */
function parked(desk: OperatorClient, hook: ReceiverSubscription) {
  return eventually(async () => {
    const subscription = await findWebhook(desk, hook)
    return subscription.status === 'parked' && (await listDeliveries(desk, hook, '?status=pending')).length === 0 && subscription
  })
}

describe('a webhook request', () => {
  test('has exactly the headers of the contract and those that HTTP requires', async () => {
    const { market, dales } = await open()
    const { secret } = await receiver.subscribe(dales, '/in?from=charabanc')
    const before = Math.floor(market.now() / 1_000)
    await market.trip([dales])
    const [hit] = await receiver.exactly(1, '/in?from=charabanc')
    if (hit === undefined) throw new Error('nothing came')
    expect(hit.requestLine).toBe('POST /in?from=charabanc HTTP/1.1')
    expect(Object.fromEntries(hit.headers)).toEqual({
      'X-Service-Event': 'job.offered',
      'X-Service-Signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
      'X-Service-Timestamp': expect.stringMatching(/^\d{10}$/),
      'X-Service-Delivery': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1.0',
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      Host: `127.0.0.1:${receiver.port}`,
      'Content-Length': String(Buffer.byteLength(hit.text)),
      Connection: 'keep-alive',
    })
    expect(hit.headers).toHaveLength(11)
    expect(hit.event).toBe(hit.json.event)
    expect(hit.timestamp).toBeWithin(before, market.now() / 1_000)
    expect(isSigned(hit, secret)).toBe(true)
  })

  test("has the signature of the contract's test vector", () => {
    const body =
      '{"event":"job.offered","operator_ref":"OP-1","occurred_at":"2026-01-02T03:04:05Z","data":{"note":"Zürich – 😀"}}'
    expect(signWebhook('whsec_test', 1767323045, new TextEncoder().encode(body))).toBe(
      'sha256=d6f80b09c233b5f23033243fb89be32992e97eddcb2232ddd7fd18b78c9763da',
    )
  })

  test('uses the configured header prefix', async () => {
    const { market, dales, path } = await open(branded)
    await receiver.subscribe(dales, path)
    await market.trip([dales])
    const [hit] = await receiver.exactly(1, path)
    const names = hit?.headers.map(([name]) => name)
    expect(names).toContain('X-Dales-Delivery')
    expect(names?.join()).not.toContain('X-Service')
    expect(Object.fromEntries(hit?.headers ?? [])['User-Agent']).toBe('Dales-Webhooks/1.0')
  })
})

describe('a delivery that fails', () => {
  test('is tried six times at the waits, with the same bytes and id and a new timestamp each time', async () => {
    const { market, dales, path } = await open(inScale)
    const hook = await receiver.subscribe(dales, path)
    const witness = await openDispatcherCheckpoint(market, receiver)
    receiver.answer(path, 500, 404, 302, 'reset', { afterMs: 100, status: 503 }, 410)
    await market.trip([dales])
    const hits = await receiver.exactly(6, path)
    await eventually(async () => (await listDeliveries(dales, hook))[0].status === 'failed')
    await market.advance(3_600)
    await witness.pass()
    expect(receiver.at(path)).toHaveLength(6)

    const gaps = hits.slice(1).map((hit, index) => hit.at - (hits[index]?.at ?? 0))
    for (const [index, wait] of scaledMs.entries()) {
      const answeredAfter = index === 4 ? 100 : 0
      expect((gaps[index] ?? 0) - wait - answeredAfter).toBeWithin(-5, patience(250))
    }
    expect(new Set(hits.map(({ text }) => text)).size).toBe(1)
    expect(new Set(hits.map(({ delivery }) => delivery)).size).toBe(1)
    expect(hits.every((hit) => isSigned(hit, hook.secret))).toBe(true)
    const secondsBetween = ((hits[5]?.at ?? 0) - (hits[0]?.at ?? 0)) / 1_000
    expect((hits[5]?.timestamp ?? 0) - (hits[0]?.timestamp ?? 0) - secondsBetween).toBeWithin(-1.5, 1.5)

    const [logged] = await listDeliveries(dales, hook)
    expect(logged).toMatchObject({
      id: hits[0]?.delivery,
      status: 'failed',
      attempt_count: 6,
      next_attempt_at: null,
      delivered_at: null,
      response_status: 410,
      error: 'http_status',
      payload: hits[0]?.json,
    })
    const tried = logged.attempts.map((one: Record<string, unknown>) => [one.number, one.response_status, one.error])
    expect(tried).toEqual([
      [1, 500, 'http_status'],
      [2, 404, 'http_status'],
      [3, 302, 'redirect'],
      [4, null, 'connection_reset'],
      [5, 503, 'http_status'],
      [6, 410, 'http_status'],
    ])
    expect(logged.attempts[4].duration_ms).toBeWithin(95, patience(400))
    expect(await findWebhook(dales, hook)).toMatchObject({
      status: 'active',
      consecutive_failures: 6,
      last_response_status: 410,
    })
  })

  test('is delivered by a later attempt, which resets the count of failures', async () => {
    const { market, dales, path } = await open()
    const hook = await receiver.subscribe(dales, path)
    receiver.answer(path, 500, 500, 500, 201)
    await market.trip([dales])
    const hits = await receiver.exactly(4, path)
    const logged = await settled(dales, hook, 'delivered', 4)
    expect(logged).toMatchObject({
      id: hits[0]?.delivery,
      status: 'delivered',
      attempt_count: 4,
      response_status: 201,
      error: null,
    })
    expect(logged.delivered_at).toBeString()
    expect(await findWebhook(dales, hook)).toMatchObject({
      consecutive_failures: 0,
      last_response_status: 201,
      last_delivery_at: logged.delivered_at,
    })
  })

  test('follows no redirect and counts it as a failure', async () => {
    const { market, dales, path } = await open()
    const hook = await receiver.subscribe(dales, path)
    receiver.answer(path, { redirectTo: receiver.url(`${path}/elsewhere`) })
    await market.trip([dales])
    await receiver.exactly(6, path)
    const logged = await settled(dales, hook, 'failed', 6)
    expect(receiver.at(`${path}/elsewhere`)).toEqual([])
    expect(logged).toMatchObject({ status: 'failed', error: 'redirect', response_status: 307 })
  })

  test('logs the reason as an error code', async () => {
    const { market, dales, path } = await open(branded)
    receiver.answer('/hang', 'hang')
    receiver.answer('/reset', 'reset')
    const targets = {
      timeout: receiver.url('/hang'),
      connection_reset: receiver.url('/reset'),
      connection_refused: closedReceiver.url(path),
      dns_error: 'https://nobody.invalid/in',
      tls_error: receiver.url('/tls').replace('http:', 'https:'),
    }
    for (const [label, endpoint_url] of Object.entries(targets)) {
      ok(await dales.post('/webhooks', { label, endpoint_url, events: ['job.offered'] }))
    }
    await market.trip([dales])
    for (const { id, label } of ok(await dales.get('/webhooks'))) {
      const [logged] = await eventually(async () => {
        const log = await listDeliveries(dales, { id })
        return log[0].attempt_count === 1 && log
      })
      expect([label, logged.error, logged.response_status, logged.status]).toEqual([label, label, null, 'pending'])
    }
  })

  test('is blocked and sends nothing if its address is no longer allowed', async () => {
    const { market, dales, path } = await open(inScale)
    const hook = await receiver.subscribe(dales, path)
    // No later test uses the server that allows this address.
    expect(await market.server.stop()).toBe(0)
    const { dataDir } = market.server
    const env = { CHARABANC_WEBHOOK_ALLOW_HTTP: '1', CHARABANC_WEBHOOK_WAITS: '0.05', CHARABANC_MAIL_DIR: '' }
    await using strict = await startServer({ dataDir, env })
    const later = new Market(strict, market.platformToken)
    const desk = new OperatorClient(later, dales.ref, dales.token)
    await later.trip([desk])
    const [logged] = await eventually(async () => {
      const log = await listDeliveries(desk, hook)
      return log[0]?.status === 'failed' && log
    })
    expect(logged).toMatchObject({ error: 'blocked_address', response_status: null, attempt_count: 6 })
    expect(receiver.at(path)).toEqual([])
  })
})

describe('a subscription with twenty failures in a row', () => {
  test.each([
    ['one after another', 8],
    ['with four in parallel at first', 30],
  ])('is parked after exactly twenty requests, %s', async (_, trips) => {
    const { market, dales, path } = await open()
    const hook = await receiver.subscribe(dales, path)
    const other = await receiver.subscribe(dales, `${path}/healthy`)
    const witness = await openDispatcherCheckpoint(market, receiver)
    const fourInFlight = eventually(() => receiver.open(path) === 4)
    const areEntered = Promise.withResolvers<void>()
    const after = Promise.all([fourInFlight, areEntered.promise])
    receiver.answer(path, ...Array.from({ length: 4 }, () => ({ after, status: 500 })), 500)
    await Promise.all(Array.from({ length: trips }, () => market.trip([dales])))
    areEntered.resolve()
    const subscription = await parked(dales, hook)
    await market.advance(60)
    await witness.pass()
    expect(receiver.at(path)).toHaveLength(20)
    expect(receiver.mostWaitingAtOnce(path)).toBe(4)
    expect(subscription).toMatchObject({
      parked_reason: 'consecutive_failures',
      consecutive_failures: 20,
      skipped_since_parked: 0,
    })
    expect(subscription.parked_at).toBeString()

    const log = await listDeliveries(dales, hook)
    expect(log).toHaveLength(trips)
    const attempts = log.reduce((sum: number, one: { attempt_count: number }) => sum + one.attempt_count, 0)
    expect(attempts).toBe(20)
    expect(new Set(log.map(({ status }: { status: string }) => status))).toContain('abandoned')
    expect(log.every((one: { next_attempt_at: unknown }) => one.next_attempt_at === null)).toBe(true)

    for (let n = 0; n < 3; n++) await market.trip([dales])
    await receiver.exactly(trips + 3, `${path}/healthy`)
    expect(receiver.at(path)).toHaveLength(20)
    expect(await findWebhook(dales, hook)).toMatchObject({ status: 'parked', skipped_since_parked: 3 })
    expect(await listDeliveries(dales, hook)).toHaveLength(trips)
    expect(await findWebhook(dales, other)).toMatchObject({
      status: 'active',
      skipped_since_parked: 0,
      consecutive_failures: 0,
    })
  })

  test('stays active if a delivery succeeds between the failures', async () => {
    const { market, dales, path } = await open()
    const hook = await receiver.subscribe(dales, path)
    receiver.answer(path, ...Array(19).fill(500), 204, ...Array(19).fill(500), 204)
    for (let n = 0; n < 8; n++) await market.trip([dales])
    const hits = await receiver.atLeast(40, path)
    expect(hits.length).toBeGreaterThanOrEqual(40)
    await eventually(async () => (await listDeliveries(dales, hook, '?status=pending')).length === 0)
    expect(await findWebhook(dales, hook)).toMatchObject({ status: 'active', consecutive_failures: 0 })
  })

  test('is replaced only by a new subscription, with a new secret and new events', async () => {
    const { market, dales, path } = await open()
    const hook = await receiver.subscribe(dales, path)
    receiver.answer(path, ...Array(20).fill(500), 204)
    for (let n = 0; n < 4; n++) await market.trip([dales])
    await parked(dales, hook)
    expect((await market.call('DELETE', `/api/v1/webhooks/${hook.id}`, { token: dales.token })).status).toBe(204)
    const again = await receiver.subscribe(dales, path)
    expect([again.id === hook.id, again.secret === hook.secret]).toEqual([false, false])
    const late = await market.trip([dales])
    const hits = await receiver.exactly(21, path)
    expect(hits[20]?.json.data.ref).toBe(late.ref)
    expect(hits[20] && isSigned(hits[20], again.secret)).toBe(true)
  })
})

describe('a replay', () => {
  test('sends the same bytes under the same id after a failure and after a success', async () => {
    const { market, dales, path } = await open()
    const hook = await receiver.subscribe(dales, path)
    receiver.answer(path, ...Array(6).fill(500), 204)
    await market.trip([dales])
    const [first] = await receiver.exactly(6, path)
    await settled(dales, hook, 'failed', 6)
    const id = first?.delivery ?? ''
    for (const attempt_count of [7, 8]) {
      expect(await market.server.cliJson<object>(['webhook', 'replay', '--delivery', id])).toEqual({
        delivery: id,
        status: 'pending',
      })
      const hits = await receiver.exactly(attempt_count, path)
      expect([hits.at(-1)?.delivery, hits.at(-1)?.text]).toEqual([id, first?.text])
      const logged = await settled(dales, hook, 'delivered', attempt_count)
      expect(logged.attempts.map(({ number }: { number: number }) => number)).toEqual(
        Array.from({ length: attempt_count }, (_, n) => n + 1),
      )
    }
    expect((await listDeliveries(dales, hook)).length).toBe(1)
  })

  test('is rejected for pending and unknown deliveries and for parked subscriptions', async () => {
    const { market, dales, path } = await open(patient)
    const hook = await receiver.subscribe(dales, path)
    receiver.answer(path, 500)
    await market.trip([dales])
    const [hit] = await receiver.exactly(1, path)
    await settled(dales, hook, 'pending', 1)
    const replay = (id: string) => market.server.cli(['webhook', 'replay', '--delivery', id])
    const early = await replay(hit?.delivery ?? '')
    expect([early.exitCode, early.stdout]).toEqual([1, ''])
    expect(early.stderr).toContain('The delivery is already being sent.')
    const unknown = await replay('01a1fe4e-d91b-74b4-9481-adc09162c706')
    expect(unknown.exitCode).toBe(1)
    expect(unknown.stderr).toContain('There is no delivery 01a1fe4e-d91b-74b4-9481-adc09162c706')

    const { credential } = ok(await dales.get('/me'))
    const admin = new OperatorClient(market, dales.ref, await market.key(dales.ref))
    await market.server.cliJson(['key', 'revoke', '--token-id', credential.token_id])
    expect((await listDeliveries(admin, hook))[0].status).toBe('abandoned')
    const late = await replay(hit?.delivery ?? '')
    expect([late.exitCode, late.stdout]).toEqual([1, ''])
    expect(late.stderr).toContain('parked')
    await receiver.exactly(1, path)
  })
})
