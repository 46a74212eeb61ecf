import { expect, test } from 'bun:test'
import { drivenTrip, signInDriver } from '../support/cab.ts'
import { hours, inShort, ok, openMarket } from '../support/market.ts'
import { signedIn } from '../support/people.ts'

const calls = [
  ['GET', '/me'],
  ['PATCH', '/me'],
  ['PUT', '/push-token'],
  ['GET', '/trips'],
  ['GET', '/trips/TR-000000'],
  ['POST', '/trips/TR-000000/acknowledge'],
  ['POST', '/trips/TR-000000/decline'],
  ['POST', '/trips/TR-000000/progress'],
  ['POST', '/locations'],
  ['POST', '/vehicle-checks'],
  ['POST', '/trips/TR-000000/incidents'],
  ['GET', '/privacy/export'],
  ['PUT', '/privacy/consents'],
  ['POST', '/privacy/erasure'],
] as const

test('only drivers come in, and a stranger never learns the shape of a body', async () => {
  await using market = await openMarket()
  const dales = await market.operator()
  const ann = await market.trip([dales])
  const office = await signedIn(market, dales.ref)
  const others = { 'api key': dales.token, device: office.token, platform: market.platformToken, customer: ann.token }

  for (const [method, path] of calls) {
    const knock = async (token?: string) => {
      const sent = { ...(token !== undefined && { token }), ...(method !== 'GET' && { body: { nonsense: true } }) }
      return inShort(await market.call(method, `/api/v1/driver${path}`, sent))
    }
    expect([method, path, await knock()]).toEqual([method, path, '401 unauthenticated'])
    for (const [kind, token] of Object.entries(others)) {
      expect([method, path, kind, await knock(token)]).toEqual([method, path, kind, '403 wrong_credential'])
    }
  }
})

test('a driver holds no ability', async () => {
  await using market = await openMarket()
  const dales = await market.operator()
  const { token } = await signInDriver(dales)

  const refused = await market.call('GET', '/api/v1/bookings', { token })
  expect([refused.status, refused.json.error]).toMatchObject([403, { code: 'missing_ability', missing_ability: 'bookings:read' }])
  expect(inShort(await market.call('GET', '/api/v1/me', { token }))).toBe('403 wrong_credential')
})

test('a removed driver is out at once, and their trips need another', async () => {
  await using market = await openMarket()
  const dales = await market.operator()
  const office = await signedIn(market, dales.ref)
  const pat = await signInDriver(dales)
  const ann = await drivenTrip(pat, { departsIn: hours(30) })
  ok(await pat.trip(ann))

  expect(inShort(await market.call('DELETE', `/portal/v1/drivers/${pat.id}`, { token: office.token }))).toBe('204')

  expect(inShort(await pat.trip(ann))).toBe('401 unauthenticated')
  expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'unassigned', needs_driver: true, assignment: null })
})

test('reads, writes and points are counted apart, for each device', async () => {
  const env = { CHARABANC_LIMIT_DRIVER_READ: '3/m', CHARABANC_LIMIT_DRIVER_WRITE: '2/m', CHARABANC_LIMIT_LOCATIONS: '1/m' }
  await using market = await openMarket({ env })
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const kim = await signInDriver(dales, { name: 'Kim Low' })
  const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
    const heard: number[] = []
    for (let nth = 0; nth < count; nth++) heard.push((await ask()).status)
    return heard
  }

  expect(await statuses(4, () => pat.trips())).toEqual([200, 200, 200, 429])
  expect(await statuses(3, () => pat.consent(true))).toEqual([200, 200, 429])
  expect(await statuses(2, () => pat.locate(market.at(0)))).toEqual([202, 429])
  const refused = await pat.locate(market.at(0))
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await statuses(2, () => kim.trips())).toEqual([200, 200])
  await market.advance(61)
  expect(await statuses(2, () => pat.locate(market.at(0)))).toEqual([202, 429])
})
