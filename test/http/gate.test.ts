import { describe, expect, spyOn, test } from 'bun:test'
import { formatToken } from '../../src/domain/token.ts'
import { revokeKey } from '../../src/storage/queries/credentials.ts'
import { createInserter } from '../../src/storage/rows/statements.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { tryRoutes } from './try-routes.ts'

const openTryDesk = (rateLimits = {}) => startInProcess({ counters: [tryRoutes], rateLimits })

describe('authentication', () => {
  test('accepts a key with any spelling of its scheme', async () => {
    await using desk = await openTryDesk()
    const { token, tokenId } = await desk.mint({ name: 'Haulier’s TMS', abilities: ['jobs:read'] })
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) {
      const { status, json } = await desk.call('GET', '/api/v1/me', { headers: { Authorization: `${scheme} ${token}` } })
      expect(status).toBe(200)
      expect(json.data.credential).toMatchObject({
        kind: 'api_key',
        token_id: tokenId,
        name: 'Haulier’s TMS',
        abilities: ['jobs:read'],
      })
    }
  })

  test('answers 401 for anything but one bearer token', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    const never = formatToken('api_key', new Uint8Array(32))
    const wrong = ['', 'Bearer', 'Bearer ', token, `Basic ${token}`, `Bearer${token}`, `Bearer ${token} x`, `Bearer ${token},`]
    const headers = [
      ...wrong,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token.slice(0, -1)}_`,
      `Bearer ${never}`,
      `Token ${token}`,
    ]
    for (const authorization of headers) {
      const answer = await desk.call('GET', '/api/v1/me', { headers: { Authorization: authorization } })
      expect([authorization, answer.status, answer.json.error.code]).toEqual([authorization, 401, 'unauthenticated'])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
    expect((await desk.call('GET', `/api/v1/me?access_token=${token}`)).status).toBe(401)
    expect((await desk.call('POST', '/try/optional', { body: { access_token: token } })).status).toBe(401)
  })

  test('answers 401 for two headers, even with the same token', async () => {
    await using desk = await openTryDesk()
    const line = `Authorization: Bearer ${(await desk.mint()).token}\r\n`
    const request = (lines: string) => desk.raw(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`)
    expect(await request(line)).toStartWith('HTTP/1.1 200 ')
    expect(await request(line + line)).toStartWith('HTTP/1.1 401 ')
  })

  test('rejects a mistyped token without reading the database', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    let reads = 0
    const read = desk.app.storage.read
    Object.assign(desk.app.storage, {
      read: (work: never) => {
        reads++
        return read(work)
      },
    })
    await desk.call('GET', '/api/v1/me', { token: `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}` })
    await desk.call('GET', '/api/v1/me', { token: 'cbk_short' })
    expect(reads).toBe(0)
    await desk.call('GET', '/api/v1/me', { token })
    expect(reads).toBeGreaterThan(0)
  })

  test('rejects a revoked key from the next call', async () => {
    await using desk = await openTryDesk()
    const { token, tokenId } = await desk.mint()
    expect((await desk.call('GET', '/api/v1/me', { token })).status).toBe(200)
    await desk.app.storage.transact((tx) => revokeKey(tx, tokenId, 1))
    expect((await desk.call('GET', '/api/v1/me', { token })).status).toBe(401)
  })

  test('answers 401 to a caller without a token before it reads body, query or key', async () => {
    await using desk = await openTryDesk()
    const headers = { 'Idempotency-Key': 'a b' }
    expect((await desk.call('POST', '/try/everything', { body: '{', headers })).status).toBe(401)
    expect((await desk.call('GET', '/try/list?filter=nonsense')).status).toBe(401)
    expect((await desk.call('POST', '/try/everything', { body: 'x'.repeat(300_000) })).status).toBe(401)
  })
})

describe('authorisation', () => {
  test('admits each kind of caller to its own routes only', async () => {
    await using desk = await openTryDesk()
    const key = await desk.mint()
    const platform = await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })
    const trip = await desk.mint({ kind: 'trip_link', operatorId: null, tripId: 12, abilities: [] })
    const doors = { '/api/v1/me': key, '/try/platform': platform, '/try/trip': trip }
    for (const [address, owner] of Object.entries(doors)) {
      for (const { token } of [key, platform, trip]) {
        const { status, json } = await desk.call('GET', address, { token })
        if (token === owner.token) expect(status).toBe(200)
        else expect([status, json.error.code]).toEqual([403, 'wrong_credential'])
      }
    }
    expect((await desk.call('GET', '/try/trip', { token: trip.token })).json).toEqual({ trip: 12 })
  })

  test('names the first missing ability, also for a caller of another kind', async () => {
    await using desk = await openTryDesk()
    const refusal = async (token: string) => {
      const { status, json } = await desk.call('GET', '/try/needs', { token })
      return [status, json.error?.code, json.error?.missing_ability]
    }
    const both = await desk.mint({ abilities: ['drivers:write', 'bookings:read'] })
    const none = await desk.mint({ abilities: [] })
    const one = await desk.mint({ abilities: ['bookings:read'] })
    const platform = await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })
    expect(await refusal(both.token)).toEqual([200, undefined, undefined])
    expect(await refusal(none.token)).toEqual([403, 'missing_ability', 'bookings:read'])
    expect(await refusal(one.token)).toEqual([403, 'missing_ability', 'drivers:write'])
    expect(await refusal(platform.token)).toEqual([403, 'missing_ability', 'bookings:read'])
  })

  test('answers 403 for a missing ability before it checks the body', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint({ abilities: [] })
    const answer = await desk.call('POST', '/try/work', { token, body: '{', headers: { 'Idempotency-Key': 'a b' } })
    expect(answer.json.error).toMatchObject({ code: 'missing_ability', missing_ability: 'quotes:write' })
  })

  test('admits a driver’s device to driver routes only, and keeps its rate limit after a new token', async () => {
    await using desk = await openTryDesk({ driver_read: '2/m', locations: '1/m' })
    const { driverId, deviceId } = await desk.app.storage.transact(async (tx) => {
      const now = desk.app.clock()
      const person = { operatorId: desk.operator.id, name: 'Jo', notifyBySms: false, createdAt: now, updatedAt: now }
      const driver = await createInserter('drivers')(tx, person)
      const device = await createInserter('devices')(tx, { driverId: driver.id, name: 'Jo’s phone', createdAt: now })
      return { driverId: driver.id, deviceId: device.id }
    })
    const credential = { kind: 'driver_device', driverId, deviceId, abilities: [] } as const
    const before = await desk.mint(credential)
    const after = await desk.mint(credential)
    expect((await desk.call('GET', '/try/driver', { token: before.token })).json).toEqual({ driver: driverId })
    expect((await desk.call('GET', '/try/driver', { token: after.token })).headers.get('x-ratelimit-remaining')).toBe('0')
    expect((await desk.call('GET', '/try/driver', { token: after.token })).status).toBe(429)
    expect((await desk.call('POST', '/try/driver', { token: after.token })).headers.get('ratelimit-policy')).toBe(
      '"locations-min";q=1;w=60',
    )
    expect((await desk.call('GET', '/api/v1/me', { token: before.token })).json.error.code).toBe('wrong_credential')
    expect((await desk.call('GET', '/try/list', { token: before.token })).json.error.missing_ability).toBe('jobs:read')
    expect((await desk.call('GET', '/try/driver', { token: (await desk.mint()).token })).json.error.code).toBe('wrong_credential')
  })

  test('ignores a bad token on a public route', async () => {
    await using desk = await openTryDesk()
    expect((await desk.call('GET', '/try/open')).status).toBe(200)
    expect((await desk.call('GET', '/try/open', { token: 'nonsense' })).status).toBe(200)
  })
})

describe('rate limits', () => {
  test('apply to reads and writes separately and are shown in the headers', async () => {
    await using desk = await openTryDesk({ read: '2/m,100/d', write: '1/m' })
    const { token } = await desk.mint()
    const first = await desk.call('GET', '/api/v1/me', { token })
    expect(
      Object.fromEntries(
        ['x-ratelimit-limit', 'x-ratelimit-remaining', 'ratelimit-policy', 'ratelimit'].map((name) => [
          name,
          first.headers.get(name),
        ]),
      ),
    ).toEqual({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'ratelimit-policy': '"read-min";q=2;w=60,"read-day";q=100;w=86400',
      ratelimit: '"read-min";r=1;t=60,"read-day";r=99;t=86400',
    })
    desk.advance(10_500)
    expect((await desk.call('HEAD', '/api/v1/me', { token })).headers.get('x-ratelimit-remaining')).toBe('0')
    const refused = await desk.call('GET', '/api/v1/me', { token })
    expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '50'])
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect((await desk.call('POST', '/try/nothing', { token })).status).toBe(200)
    desk.advance(49_500)
    const again = await desk.call('GET', '/api/v1/me', { token })
    expect([again.status, again.headers.get('ratelimit')]).toEqual([200, '"read-min";r=0;t=11,"read-day";r=97;t=86340'])
  })

  test('count 403, 404 and 422, and do not count 401 and 429', async () => {
    await using desk = await openTryDesk({ read: '3/m' })
    const { token } = await desk.mint({ abilities: ['jobs:read'] })
    await desk.call('GET', '/api/v1/me', { token: `${token}x` })
    expect((await desk.call('GET', '/try/needs', { token })).status).toBe(403)
    expect((await desk.call('GET', '/try/list?filter=', { token })).status).toBe(422)
    expect((await desk.call('GET', '/api/v1/me', { token })).status).toBe(200)
    for (let call = 0; call < 5; call++) expect((await desk.call('GET', '/api/v1/me', { token })).status).toBe(429)
    desk.advance(60_000)
    expect((await desk.call('GET', '/api/v1/me', { token })).status).toBe(200)
  })

  test('answer 429 before 403 and before body checks', async () => {
    await using desk = await openTryDesk({ quote_write: '1/m', read: '1/m' })
    const { token } = await desk.mint({ abilities: [] })
    expect((await desk.call('POST', '/try/work', { token, body: '{' })).status).toBe(403)
    expect((await desk.call('POST', '/try/work', { token, body: '{' })).status).toBe(429)
  })

  test('count each key separately', async () => {
    await using desk = await openTryDesk({ read: '1/m' })
    const [one, two] = [await desk.mint(), await desk.mint()]
    expect((await desk.call('GET', '/api/v1/me', { token: one.token })).status).toBe(200)
    expect((await desk.call('GET', '/api/v1/me', { token: one.token })).status).toBe(429)
    expect((await desk.call('GET', '/api/v1/me', { token: two.token })).status).toBe(200)
  })

  test('read the address only of callers without a token, and once', async () => {
    await using desk = await openTryDesk()
    const found = spyOn(desk.app, 'callerBehind')
    await desk.call('GET', '/api/v1/me', { token: (await desk.mint()).token })
    expect(found).not.toHaveBeenCalled()
    await desk.call('POST', '/try/enquiry', { body: {} })
    expect(found).toHaveBeenCalledTimes(1)
    found.mockRestore()
  })

  test('count callers without a token by address and route, and show them no figures', async () => {
    await using desk = await openTryDesk({ enquiry: '2/h' })
    for (const status of [200, 200, 429]) {
      const answer = await desk.call('POST', '/try/enquiry', { body: {} })
      expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([status, null])
      if (status === 429) expect(answer.headers.get('retry-after')).toBe('3600')
    }
    expect((await desk.call('POST', '/try/other-enquiry', { body: {} })).status).toBe(200)
  })

  test('are left out of the headers if they are off', async () => {
    await using desk = await openTryDesk({ read: 'off' })
    const { token } = await desk.mint()
    const { status, headers } = await desk.call('GET', '/api/v1/me', { token })
    expect([status, headers.get('ratelimit')]).toEqual([200, null])
  })

  test('accept sixty concurrent calls and refuse the rest', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    const statuses = await Promise.all(
      Array.from({ length: 75 }, async () => (await desk.call('GET', '/api/v1/me', { token })).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  })
})
