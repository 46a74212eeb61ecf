import { afterAll, describe, expect, test } from 'bun:test'
import { abilities } from '../../src/domain/ability.ts'
import { eventually } from '../support/eventually.ts'
import { type Market, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { shareMarket } from '../support/shared-market.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const receiver = startWebhookReceiver()
afterAll(() => receiver[Symbol.dispose]())

/** A server that allows http and one port of the local machine. */
const openShared = shareMarket({ isMute: true, env: { ...receiver.env, CHARABANC_WEBHOOK_WAITS: '300' } })

/** A server with default settings, without a receiver. */
const openStrict = shareMarket({ isMute: true })

const there = 'https://hooks.example.org/in'
const validBody = { label: 'Back office', endpoint_url: there, events: ['job.offered'] }

function subscribe(desk: OperatorClient, differing: Record<string, unknown> = {}, key?: string) {
  return desk.post('/webhooks', { ...validBody, ...differing }, key === undefined ? {} : { key })
}

function remove(market: Market, desk: OperatorClient, id: unknown) {
  return market.call('DELETE', `/api/v1/webhooks/${id}`, { token: desk.token })
}

describe('a subscription', () => {
  test('is created with all fields of the contract, and shows its secret once', async () => {
    const market = await openShared()
    const dales = await market.operator()

    const made = await subscribe(dales, { events: ['booking.confirmed', 'job.offered'], operator_id: 99 })
    expect(made.status).toBe(201)
    expect(made.data).toEqual({
      id: expect.any(Number),
      label: 'Back office',
      endpoint_url: there,
      events: ['booking.confirmed', 'job.offered'],
      status: 'active',
      consecutive_failures: 0,
      parked_at: null,
      parked_reason: null,
      skipped_since_parked: 0,
      last_delivery_at: null,
      last_response_status: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      secret: expect.stringMatching(/^whsec_[0-9A-Za-z]{43}$/),
    })
    const { secret, ...rest } = made.data
    const listed = await dales.get('/webhooks')
    expect(listed.json).toEqual({ data: [rest] })
    expect(listed.text).not.toContain(secret.slice(6))
  })

  test('is listed on the command line with its host, or with its URL on --show-url', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { id } = ok(await subscribe(dales))

    const words = ['webhook', 'list', '--operator', dales.ref]
    const { data } = (await dales.get('/webhooks')).json
    const { host } = new URL(there)
    expect(await market.server.cliJson<object>([...words, '--show-url'])).toEqual({ data })
    expect(await market.server.cliJson<object>(words)).toEqual({ data: [{ ...data[0], endpoint_url: host }] })
    for (const [more, shown] of [
      [[], host],
      [['--show-url'], there],
    ] as const) {
      const { stdout } = await market.server.cli([...words, ...more])
      expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toContainEqual([
        ...[String(id), 'Back office', shown],
        ...['job.offered', 'active', 'never'],
      ])
    }
  })

  test('returns its secret again for the same Idempotency-Key, and stores it encrypted', async () => {
    const market = await openStrict()
    const dales = await market.operator()

    const first = await subscribe(dales, {}, 'once')
    const again = await subscribe(dales, {}, 'once')
    expect(again.text).toBe(first.text)
    expect([first, again].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true'])
    await market.server.stop()
    await market.server.start()
    expect((await subscribe(dales, {}, 'once')).text).toBe(first.text)
    expect(statusAndCode(await subscribe(dales, { label: 'Other' }, 'once'))).toBe('409 idempotency_key_reused')
    expect(ok(await dales.get('/webhooks'))).toHaveLength(1)

    const bits = first.data.secret.slice(6)
    expect(await market.server.readWholeDatabase()).not.toContain(bits)
    expect(market.server.stderr).not.toContain(bits)
  })

  test('cannot use the secret of another row, and delays only its own deliveries', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const [first, second] = [await receiver.subscribe(dales, '/first'), await receiver.subscribe(dales, '/second')]
    await market.server.change(
      `UPDATE webhook_subscriptions SET encrypted_secret = (SELECT encrypted_secret FROM webhook_subscriptions WHERE id = ${second.id}) WHERE id = ${first.id}`,
    )

    await market.trip([dales])
    await receiver.exactly(1, '/second')
    expect(receiver.at('/first')).toEqual([])
    const [waiting, ...others] = ok(await dales.get(`/webhooks/${first.id}/deliveries`))
    expect([waiting, others]).toEqual([expect.objectContaining({ status: 'pending', attempt_count: 0 }), []])
    await eventually(() => market.server.stderr.includes(`"subscription":${first.id}`))
  })

  test('is rejected as the twenty-first, while parked ones count and deleted ones do not', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const wolds = await market.operator('Wolds Travel')
    const key = await market.key(dales.ref)
    const { credential } = ok(await market.call('GET', '/api/v1/me', { token: key }))
    ok(await market.call('POST', '/api/v1/webhooks', { token: key, body: validBody }))
    await market.server.cliJson(['key', 'revoke', '--token-id', credential.token_id])
    const made = await Promise.all(Array.from({ length: 19 }, (_, n) => subscribe(dales, { label: `Number ${n}` })))
    expect(made.map(({ status }) => status)).toEqual(Array(19).fill(201))
    expect(new Set(made.map(({ data }) => data.secret)).size).toBe(19)
    const listed: { status: string }[] = ok(await dales.get('/webhooks'))
    expect(listed.map(({ status }) => status)).toEqual(['parked', ...Array(19).fill('active')])

    const tooMany = await subscribe(dales)
    expect(statusAndCode(tooMany)).toBe('422 validation_failed')
    expect(tooMany.json.error.fields).toEqual({ body: [expect.stringContaining('20')] })
    expect((await subscribe(wolds)).status).toBe(201)
    expect((await remove(market, dales, made[3]?.data.id)).status).toBe(204)
    expect((await subscribe(dales)).status).toBe(201)
    expect(statusAndCode(await subscribe(dales))).toBe('422 validation_failed')
  })
})

describe('an invalid subscription body', () => {
  const faulty: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['an unknown event', { events: ['job.withdrawn'] }, 'events.0'],
    ['an event in capitals', { events: ['job.offered', 'JOB.OFFERED'] }, 'events.1'],
    ['no events', { events: [] }, 'events'],
    ['an event twice', { events: ['job.offered', 'job.offered'] }, 'events'],
    ['events as a text', { events: 'job.offered' }, 'events'],
    ['events missing', { events: undefined }, 'events'],
    ['events that are null', { events: null }, 'events'],
    ['an empty label', { label: '' }, 'label'],
    ['a label of white space', { label: '   ' }, 'label'],
    ['a label too long', { label: '😀'.repeat(121) }, 'label'],
    ['a label that is a number', { label: 7 }, 'label'],
    ['a label with a NUL', { label: 'a\0b' }, 'label'],
    ['a label missing', { label: undefined }, 'label'],
    ['a URL missing', { endpoint_url: undefined }, 'endpoint_url'],
    ['an empty URL', { endpoint_url: '' }, 'endpoint_url'],
    ['a text that is no URL', { endpoint_url: 'back office' }, 'endpoint_url'],
    ['a URL too long', { endpoint_url: `https://hooks.example.org/${'a'.repeat(2_023)}` }, 'endpoint_url'],
    ['http', { endpoint_url: 'http://hooks.example.org/in' }, 'endpoint_url'],
    ['another scheme', { endpoint_url: 'ftp://hooks.example.org/in' }, 'endpoint_url'],
    ['a user name', { endpoint_url: 'https://ann@hooks.example.org/in' }, 'endpoint_url'],
    ['a fragment', { endpoint_url: 'https://hooks.example.org/in#here' }, 'endpoint_url'],
    ['port 0', { endpoint_url: 'https://hooks.example.org:0/in' }, 'endpoint_url'],
    ['this machine', { endpoint_url: 'https://127.0.0.1/in' }, 'endpoint_url'],
    ['this machine by name', { endpoint_url: 'https://localhost:8443/in' }, 'endpoint_url'],
    ['a private network', { endpoint_url: 'https://192.168.1.4/in' }, 'endpoint_url'],
    ['the metadata of a cloud', { endpoint_url: 'https://169.254.169.254/latest' }, 'endpoint_url'],
  ]

  test('is rejected with the name of the field', async () => {
    const market = await openStrict()
    const dales = await market.operator()
    for (const [what, differing, field] of faulty) {
      const answer = await subscribe(dales, differing)
      expect([what, statusAndCode(answer), Object.keys(answer.json.error.fields)]).toEqual([
        what,
        '422 validation_failed',
        [field],
      ])
      expect(answer.json.error.fields[field][0]).toBeString()
    }
    expect(ok(await dales.get('/webhooks'))).toEqual([])
    for (const fine of [{ label: '😀'.repeat(120) }, { endpoint_url: `https://hooks.example.org/${'a'.repeat(2_022)}` }]) {
      expect((await subscribe(dales, fine)).status).toBe(201)
    }
  })

  test('becomes valid with http and the local port that the configuration allows', async () => {
    const market = await openShared()
    const dales = await market.operator()
    expect((await subscribe(dales, { endpoint_url: receiver.url('/in') })).status).toBe(201)
    expect(statusAndCode(await subscribe(dales, { endpoint_url: `http://127.0.0.1:${receiver.port + 1}/in` }))).toBe(
      '422 validation_failed',
    )
  })
})

describe('a caller of the webhook routes', () => {
  test('needs the key of an operator with the ability webhooks:manage', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { id } = ok(await subscribe(dales))
    const weak = await market.key(
      dales.ref,
      abilities.filter((one) => one !== 'webhooks:manage'),
    )
    const calls = [
      ['GET', '/api/v1/webhooks'],
      ['POST', '/api/v1/webhooks'],
      ['DELETE', `/api/v1/webhooks/${id}`],
      ['GET', `/api/v1/webhooks/${id}/deliveries`],
      ['DELETE', '/api/v1/webhooks/999999'],
    ] as const
    for (const [method, path] of calls) {
      const answer = await market.call(method, path, { token: weak, ...(method === 'POST' && { body: {} }) })
      expect([method, statusAndCode(answer), answer.json.error.missing_ability]).toEqual([
        method,
        '403 missing_ability',
        'webhooks:manage',
      ])
      expect(statusAndCode(await market.call(method, path))).toBe('401 unauthenticated')
      const platform = await market.call(method, path, { token: market.platformToken, ...(method === 'POST' && { body: {} }) })
      expect(statusAndCode(platform)).toBe('403 missing_ability')
    }
    const alone = await market.key(dales.ref, ['webhooks:manage'])
    expect(ok(await market.call('GET', '/api/v1/webhooks', { token: alone }))).toHaveLength(1)
  })

  test("receives the same 404 for another operator's subscription as for an unknown one", async () => {
    const market = await openShared()
    const dales = await market.operator()
    const wolds = await market.operator('Wolds Travel')
    const { id } = ok(await subscribe(dales))
    const answers = []
    for (const other of [id, 999_999, 'abc', '0', '-1', '1.5', '1e3', '9'.repeat(20), '%20', `0${id}`]) {
      const removal = await remove(market, wolds, other)
      const log = await wolds.get(`/webhooks/${other}/deliveries`)
      answers.push([removal.status, removal.text], [log.status, log.text])
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]?.[0]).toBe(404)
    expect(ok(await dales.get('/webhooks'))).toHaveLength(1)
  })

  test('removes a subscription once', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const { id } = ok(await subscribe(dales))
    const removal = await remove(market, dales, id)
    expect([removal.status, removal.text]).toEqual([204, ''])
    expect(statusAndCode(await remove(market, dales, id))).toBe('404 not_found')
    expect(statusAndCode(await dales.get(`/webhooks/${id}/deliveries`))).toBe('404 not_found')
    expect(ok(await dales.get('/webhooks'))).toEqual([])
  })
})

describe('the delivery log', () => {
  test('shows requests and answers, newest first, in pages and by status and event', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const hook = await receiver.subscribe(dales, '/log', ['job.offered', 'booking.confirmed'])
    receiver.answer('/log', 204, 204, 500, 204)
    for (let n = 0; n < 3; n++) {
      await market.trip([dales])
      await receiver.exactly(n + 1, '/log')
    }
    const log = (query = '') => dales.get(`/webhooks/${hook.id}/deliveries${query}`)
    const [newest, , oldest] = await eventually(async () => {
      const all = ok(await log())
      return all.length === 3 && all[0].attempt_count === 1 && all
    })
    const [first, , third] = receiver.at('/log')
    expect(oldest).toEqual({
      id: first?.delivery,
      event: 'job.offered',
      operator_ref: dales.ref,
      occurred_at: first?.json.occurred_at,
      status: 'delivered',
      attempt_count: 1,
      next_attempt_at: null,
      delivered_at: expect.stringMatching(/Z$/),
      response_status: 204,
      error: null,
      payload: first?.json,
      attempts: [
        {
          number: 1,
          attempted_at: expect.stringMatching(/Z$/),
          response_status: 204,
          error: null,
          duration_ms: expect.any(Number),
        },
      ],
    })
    expect(newest).toMatchObject({
      id: third?.delivery,
      status: 'pending',
      response_status: 500,
      error: 'http_status',
      delivered_at: null,
    })
    const wait = Date.parse(newest.next_attempt_at) - Date.parse(newest.attempts[0].attempted_at)
    expect(wait / 1_000).toBeWithin(299, 300 + patience(2))

    await market.bookedTrip(dales)
    await receiver.exactly(5, '/log')
    const counts = async (query: string) => (await log(query)).json.meta.total
    await eventually(async () => (await counts('?status=delivered')) === 4)
    expect(await counts('?status=pending')).toBe(1)
    expect(await counts('?status=failed')).toBe(0)
    expect(await counts('?status=abandoned')).toBe(0)
    expect(await counts('?event=job.offered')).toBe(4)
    expect(await counts('?event=booking.confirmed')).toBe(1)
    expect(await counts('?event=job.offered&status=pending')).toBe(1)
    for (const query of ['?status=leased', '?status=', '?event=job.closed', '?event=']) {
      expect([query, statusAndCode(await log(query))]).toEqual([query, '422 validation_failed'])
    }
    const page = await log('?event=job.offered&per_page=3&page=2')
    expect(Object.keys(page.json)).toEqual(['data', 'links', 'meta'])
    expect(page.json.data.map(({ id }: { id: string }) => id)).toEqual([first?.delivery])
    expect(page.json.meta).toMatchObject({ current_page: 2, last_page: 2, total: 4, from: 4, to: 4, per_page: 3 })
    expect(page.json.links.prev).toBe(
      `${market.server.url}/api/v1/webhooks/${hook.id}/deliveries?event=job.offered&per_page=3&page=1`,
    )
  })
})
