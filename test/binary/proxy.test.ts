import { describe, expect, test } from 'bun:test'
import { type Market, ok, openMarket, statusAndCode } from '../support/market.ts'
import { addOperatorPerson, linkTokenIn, messagesTo } from '../support/people.ts'

const base = 'https://coaches.example/hire'

/** Sends an enquiry with this `X-Forwarded-For`, and returns its status and code. */
async function enquireFrom(market: Market, forwardedFor: string, body: unknown = enquiry(market)): Promise<string> {
  const headers = { 'X-Forwarded-For': forwardedFor }
  return statusAndCode(await market.call('POST', '/customer/v1/enquiries', { body, headers }))
}

function enquiry(market: Market) {
  const place = (label: string) => ({ label, kind: 'venue' })
  return {
    customer: { name: 'Ann Smith', email: 'ann@example.org' },
    pickup: place('Leeds Town Hall'),
    dropoff: place('York Minster'),
    departs_at: market.at(60 * 86_400),
    passenger_count: 45,
  }
}

describe('a server behind a proxy', () => {
  test('counts enquiries for the client that the trusted proxy names, not for a forged one', async () => {
    await using market = await openMarket({
      env: { CHARABANC_LIMIT_ENQUIRY: '2/h', CHARABANC_TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8' },
    })
    await market.operator()

    const statuses: string[] = []
    for (const forged of ['6.6.6.1', '6.6.6.2', '6.6.6.3'])
      statuses.push(await enquireFrom(market, `${forged}, 203.0.113.9, 10.0.0.7`))

    expect(statuses).toEqual(['201', '201', '429 rate_limited'])
    expect(await enquireFrom(market, '203.0.113.10')).toBe('201')
    expect(await enquireFrom(market, '203.0.113.9:4711')).toBe('429 rate_limited')
  })

  test('finds the same client with empty members, quotes or the Forwarded header', async () => {
    await using market = await openMarket({
      env: { CHARABANC_LIMIT_ENQUIRY: '1/h', CHARABANC_TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8' },
    })
    await market.operator()
    const forwarded = async (header: string, others: Readonly<Record<string, string>> = {}) => {
      const headers = { Forwarded: header, ...others }
      return statusAndCode(await market.call('POST', '/customer/v1/enquiries', { body: enquiry(market), headers }))
    }

    expect(await enquireFrom(market, '203.0.113.9')).toBe('201')
    for (const same of ['203.0.113.9, ,10.0.0.7,,', '"203.0.113.9:4711" ,\t10.0.0.7', '", 203.0.113.9'])
      expect(await enquireFrom(market, same)).toBe('429 rate_limited')
    for (const same of [
      'for=203.0.113.9',
      'For="203.0.113.9:80";by="a,b" , ,for=10.0.0.7;proto=https',
      'for="x, for=203.0.113.9',
    ])
      expect(await forwarded(same)).toBe('429 rate_limited')
    for (const empty of ['', ',', ' , '])
      expect(await forwarded('for=203.0.113.9', { 'X-Forwarded-For': empty })).toBe('429 rate_limited')
    expect(await forwarded('for="[2001:db8:1:2::1]:4711";host="a,b"')).toBe('201')
    expect(await enquireFrom(market, ',2001:db8:1:2::2,')).toBe('429 rate_limited')
  })

  test('counts an untrusted proxy itself, whatever it forwards', async () => {
    await using market = await openMarket({
      env: { CHARABANC_LIMIT_ENQUIRY: '2/h', CHARABANC_TRUSTED_PROXIES: '10.0.0.0/8' },
    })
    await market.operator()

    const statuses: string[] = []
    for (const forged of ['6.6.6.1', '6.6.6.2', '6.6.6.3']) statuses.push(await enquireFrom(market, forged))

    expect(statuses).toEqual(['201', '201', '429 rate_limited'])
  })

  test('counts an IPv6 address by its /64, and IPv4 written as IPv6 as IPv4', async () => {
    await using market = await openMarket({
      env: { CHARABANC_LIMIT_ENQUIRY: '2/h', CHARABANC_TRUSTED_PROXIES: '127.0.0.1/32' },
    })
    await market.operator()
    const inTurn = async (...addresses: string[]) => {
      const statuses: string[] = []
      for (const address of addresses) statuses.push(await enquireFrom(market, address))
      return statuses
    }

    expect(await inTurn('2001:db8:1:2::1', '[2001:DB8:1:2:ffff:ffff:ffff:ffff]:443', '2001:db8:1:2:a:b:c:d')).toEqual([
      '201',
      '201',
      '429 rate_limited',
    ])
    expect(await inTurn('2001:db8:1:3::1')).toEqual(['201'])
    expect(await inTurn('203.0.113.9', '::ffff:203.0.113.9', '::FFFF:cb00:7109')).toEqual(['201', '201', '429 rate_limited'])
    expect(await inTurn('::ffff:203.0.113.10')).toEqual(['201'])
  })

  test('counts requested sign-in messages and tried codes in the same way', async () => {
    await using market = await openMarket({
      env: { CHARABANC_LIMIT_SIGN_IN: '9/h;1/h', CHARABANC_LIMIT_EXCHANGE: '1/h', CHARABANC_TRUSTED_PROXIES: '127.0.0.1/32' },
    })
    const calls: [path: string, body: object, first: string][] = [
      ['/api/v1/auth/link', { email: 'ann@example.org' }, '202'],
      ['/api/v1/driver/auth/code', { phone: '07700 900123' }, '202'],
      ['/api/v1/driver/auth/verify', { phone: '07700 900123', code: '123456', device_name: null }, '401'],
    ]
    for (const [path, body, first] of calls) {
      const from = (address: string) => market.call('POST', path, { body, headers: { 'X-Forwarded-For': address } })
      const statuses = [await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8:0:1::1')]
      expect(
        statuses.map(({ status }) => String(status)),
        path,
      ).toEqual([first, '429', first])
    }
  })

  test('counts exchanges of sign-in links in the same way', async () => {
    await using market = await openMarket({
      env: { CHARABANC_LIMIT_EXCHANGE: '1/h', CHARABANC_TRUSTED_PROXIES: '127.0.0.1/32' },
    })
    const body = { token: `cbl_${'0'.repeat(49)}`, device_name: null }
    const exchangeFrom = async (address: string) =>
      statusAndCode(await market.call('POST', '/api/v1/auth/exchange', { body, headers: { 'X-Forwarded-For': address } }))

    expect(await exchangeFrom('203.0.113.9')).toBe('401 invalid_sign_in_link')
    expect(await exchangeFrom('203.0.113.9')).toBe('429 rate_limited')
    expect(await exchangeFrom('2001:db8::1')).toBe('401 invalid_sign_in_link')
    expect(await exchangeFrom('2001:DB8:0::1')).toBe('429 rate_limited')
  })
})

describe('a server under a path of another server', () => {
  test('includes the path in every link: lists, emails, OpenAPI document and command line', async () => {
    await using market = await openMarket({ env: { CHARABANC_BASE_URL: `${base}/` } })
    const operator = await market.operator()
    const { email } = await addOperatorPerson(market, operator.ref)
    const driver = { name: 'Pat Moss', email: 'pat@example.org', invite_now: true }
    await operator.driver(driver)

    const { links, meta } = (await operator.get('/drivers?per_page=1')).json
    const trip = ok(await market.call('POST', '/customer/v1/enquiries', { body: enquiry(market) }))
    ok(await market.call('POST', '/api/v1/auth/link', { body: { email } }))
    const mail = (await messagesTo(market.server, email, 2)).find(({ subject }) => subject === 'Your sign-in link')
    const [invitation] = await messagesTo(market.server, driver.email)
    const { url } = await market.server.cliJson<{ url: string }>(['user', 'link', '--email', email])
    const document = await market.call('GET', '/openapi.json')

    expect([links.first, meta.path]).toEqual([`${base}/api/v1/drivers?per_page=1&page=1`, `${base}/api/v1/drivers`])
    expect(trip.customer_url).toBe(`${base}/trip#${trip.customer_token}`)
    expect(mail?.text).toContain(`${base}/portal/sign-in#${linkTokenIn(mail?.text ?? '')}`)
    expect(invitation?.text).toContain(`${base}/driver/sign-in#${linkTokenIn(invitation?.text ?? '')}`)
    expect(url).toStartWith(`${base}/portal/sign-in#cbl_`)
    expect(document.json.servers).toMatchObject([{ url: base }])
  })

  test('answers with or without the path, with the same replays', async () => {
    await using market = await openMarket({ env: { CHARABANC_BASE_URL: base } })
    const operator = await market.operator()
    const hire = (path: string, options: object = {}) => market.call('POST', path, { token: operator.token, ...options })
    const options = { key: 'once', body: { name: 'Pat Moss' } }

    const first = await hire('/hire/api/v1/drivers', options)
    const again = await hire('/api/v1/drivers', options)

    expect([statusAndCode(first), statusAndCode(again)]).toEqual(['201', '201'])
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    expect((await market.server.fetch('/hire/livez')).status).toBe(200)
    expect((await market.server.fetch('/hire/trip')).status).toBe(200)
    expect((await market.server.fetch('/hired/livez')).status).toBe(404)
    expect((await market.server.fetch('/hire/hire/livez')).status).toBe(404)
  })
})

describe('a page of another origin', () => {
  test('can call the API if its exact origin is listed, without cookies', async () => {
    await using market = await openMarket({ env: { CHARABANC_CORS_ORIGINS: 'https://app.example,http://localhost:5173' } })
    const allowed = async (origin: string, method = 'GET') =>
      (await market.call(method, '/api/v1/me', { headers: { Origin: origin } })).headers.get('access-control-allow-origin')

    expect(await allowed('https://app.example')).toBe('https://app.example')
    expect(await allowed('http://localhost:5173', 'OPTIONS')).toBe('http://localhost:5173')
    for (const stranger of ['http://app.example', 'https://app.example:8443', 'https://app.example.evil', 'null'])
      expect(await allowed(stranger)).toBeNull()
    const { headers } = await market.call('OPTIONS', '/api/v1/me', { headers: { Origin: 'https://app.example' } })
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })
})
