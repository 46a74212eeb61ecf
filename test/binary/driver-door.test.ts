import { expect, test } from 'bun:test'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { hours, ok, openMarket, statusAndCode } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

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
  ['GET', '/driver/v1/consents'],
  ['GET', '/driver/v1/feeds'],
  ['POST', '/driver/v1/feeds'],
  ['DELETE', '/driver/v1/feeds/1'],
] as const

test('refuses other credentials on every driver route, before it reads the body', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const ann = await market.trip([dales])
  const office = await addSignedInPerson(market, dales.ref)
  const others = { 'api key': dales.token, device: office.token, platform: market.platformToken, customer: ann.token }

  for (const [method, path] of calls) {
    const statusWith = async (token?: string) => {
      const sent = { ...(token !== undefined && { token }), ...(method !== 'GET' && { body: { nonsense: true } }) }
      return statusAndCode(await market.call(method, path.startsWith('/driver/v1') ? path : `/api/v1/driver${path}`, sent))
    }
    expect([method, path, await statusWith()]).toEqual([method, path, '401 unauthenticated'])
    for (const [kind, token] of Object.entries(others)) {
      expect([method, path, kind, await statusWith(token)]).toEqual([method, path, kind, '403 wrong_credential'])
    }
  }
})

test('gives a driver no ability', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { token } = await signInDriver(dales)

  const refused = await market.call('GET', '/api/v1/bookings', { token })
  expect([refused.status, refused.json.error]).toMatchObject([403, { code: 'missing_ability', missing_ability: 'bookings:read' }])
  expect(statusAndCode(await market.call('GET', '/api/v1/me', { token }))).toBe('403 wrong_credential')
})

test('signs a removed driver out immediately, and keeps the trip’s progress only with passengers on board', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await addSignedInPerson(market, dales.ref)
  const remove = async ({ id }: { id: number }) =>
    statusAndCode(await market.call('DELETE', `/portal/v1/drivers/${id}`, { token: office.token }))
  const pat = await signInDriver(dales)
  const kim = await signInDriver(dales, { name: 'Kim Low' })
  const lee = await signInDriver(dales, { name: 'Lee Fox' })
  const ann = await assignedTrip(pat, { departsIn: hours(3) })
  ok(await pat.submitVehicleCheck())
  await pat.reportSteps(ann, 'en_route')

  expect(await remove(pat)).toBe('204')
  expect(statusAndCode(await pat.trip(ann))).toBe('401 unauthenticated')
  expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'unassigned', needs_driver: true, assignment: null })

  ok(await dales.assign(ann, kim.id))
  await kim.reportSteps(ann, 'en_route', 'arrived', 'on_board')
  expect(await remove(kim)).toBe('204')
  expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'on_board', needs_driver: true })
  expect(ok(await dales.assign(ann, lee.id))).toMatchObject({ trip_status: 'on_board', needs_driver: false })
  expect(await lee.reportSteps(ann, 'completed')).toMatchObject({ trip_status: 'between_legs' })
})

test('limits reads, writes and locations separately for each device', async () => {
  const env = { CHARABANC_LIMIT_DRIVER_READ: '3/m', CHARABANC_LIMIT_DRIVER_WRITE: '2/m', CHARABANC_LIMIT_LOCATIONS: '1/m' }
  await using market = await openMarket({ env })
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const kim = await signInDriver(dales, { name: 'Kim Low' })
  const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
    const results: number[] = []
    for (let nth = 0; nth < count; nth++) results.push((await ask()).status)
    return results
  }

  expect(await statuses(4, () => pat.trips())).toEqual([200, 200, 200, 429])
  expect(await statuses(3, () => pat.setLocationConsent(true))).toEqual([200, 200, 429])
  expect(await statuses(2, () => pat.sendLocations(market.at(0)))).toEqual([202, 429])
  const refused = await pat.sendLocations(market.at(0))
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await statuses(2, () => kim.trips())).toEqual([200, 200])
  await market.advance(61)
  expect(await statuses(2, () => pat.sendLocations(market.at(0)))).toEqual([202, 429])
})
