import { describe, expect, test } from 'bun:test'
import { openCluster } from '../support/cluster.ts'
import { openEventStreamClient } from '../support/event-stream-client.ts'
import { eventually } from '../support/eventually.ts'
import { type Market, ok, openMarket, statusAndCode } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { addSignedInPerson, signInDriverByLink, signInPerson } from '../support/people.ts'
import { postgresUrl } from '../support/postgres.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

const van = (registration: string) => ({ registration, type: 'minibus_16', seats: 16 })

function addVehicle(market: Market, token: string, registration: string) {
  return market.call('POST', '/portal/v1/vehicles', { token, body: van(registration) })
}

describe('event stream content', () => {
  test('reports changes by systems, colleagues, customers, drivers and the platform to their own account', async () => {
    const market = await openShared()
    const [dales, wolds] = [await market.operator('Dales'), await market.operator('Wolds')]
    const jo = await addSignedInPerson(market, dales.ref)
    const kim = await addSignedInPerson(market, dales.ref)
    const rival = await addSignedInPerson(market, wolds.ref)
    const listening = await openEventStreamClient(market, jo.token)
    const elsewhere = await openEventStreamClient(market, rival.token)

    const trip = await market.trip([dales, wolds])
    expect(await listening.hears('job', trip.ref)).toEqual({ kind: 'job', ref: trip.ref, at: expect.stringMatching(/Z$/) })
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    await listening.hears('quote', trip.ref)
    ok(await trip.book(quoteId, 'pm_card_visa'))
    await listening.hears('booking', trip.ref)
    await listening.hears('payment', trip.ref)
    ok(await addVehicle(market, kim.token, 'YX20 ABC'))
    await listening.hears('vehicle')
    const pat = await dales.driver()
    ok(await dales.assign(trip, pat))
    const cab = await signInDriverByLink(market, dales.ref, pat)
    ok(await market.call('POST', `/api/v1/driver/trips/${trip.ref}/acknowledge`, { token: cab.token }))
    await eventually(() => listening.kinds().filter((kind) => kind === 'duty').length === 2)
    ok(await market.platform('POST', `/trips/${trip.ref}/cancel`, { reason: 'A flood.' }))
    await listening.hears('payout', trip.ref)

    // The rival was also offered the job and lost it. The rival may know nothing else.
    expect(elsewhere.heard().map(({ kind, ref }) => [kind, ref])).toEqual([
      ['job', trip.ref],
      ['job', trip.ref],
    ])
    await Promise.all([listening.hangUp(), elsewhere.hangUp()])
  })

  test('reports changes that the worker makes on schedule', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const jo = await addSignedInPerson(market, dales.ref)
    const trip = await market.trip([dales])
    const { my_quote: quote } = ok(await dales.quote(trip, { valid_until: market.at(3_600) }))
    const listening = await openEventStreamClient(market, jo.token)
    await market.advanceTo(quote.valid_until, 1)
    await listening.hears('quote', trip.ref)
    await listening.hangUp()
  })

  test('reports changes that another process makes', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const jo = await addSignedInPerson(market, dales.ref)
    const listening = await openEventStreamClient(market, jo.token)
    await market.server.cli([
      'user',
      'create',
      '--operator',
      dales.ref,
      '--email',
      'new@dales.example',
      '--name',
      'New',
      '--role',
      'accounts',
    ])
    await listening.hears('user')
    await listening.hangUp()
  })

  test('sends each role only the kinds that it can read', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const [admin, accounts] = [await addSignedInPerson(market, dales.ref), await addSignedInPerson(market, dales.ref, 'accounts')]
    const [all, books] = [await openEventStreamClient(market, admin.token), await openEventStreamClient(market, accounts.token)]
    ok(await market.call('POST', '/portal/v1/keys', { token: admin.token, body: { name: 'Planner', abilities: ['jobs:read'] } }))
    ok(await addVehicle(market, admin.token, 'YX21 ABC'))
    const trip = await market.bookedTrip(dales)
    await Promise.all([all.hears('payment', trip.ref), books.hears('payment', trip.ref)])
    expect(new Set(all.kinds())).toEqual(new Set(['key', 'vehicle', 'job', 'quote', 'booking', 'payment']))
    expect(new Set(books.kinds())).toEqual(new Set(['booking', 'payment']))
    await Promise.all([all.hangUp(), books.hangUp()])
  })

  test('reports nothing for a rejected request', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const jo = await addSignedInPerson(market, dales.ref)
    const listening = await openEventStreamClient(market, jo.token)
    ok(await addVehicle(market, jo.token, 'YX22 ABC'))
    expect(statusAndCode(await addVehicle(market, jo.token, 'YX22 ABC'))).toStartWith('422')
    const trip = await market.trip([dales])
    await listening.hears('job', trip.ref)
    expect(listening.kinds()).toEqual(['vehicle', 'job'])
    await listening.hangUp()
  })

  test('sends keep-alive comments so that proxies do not close an idle stream', async () => {
    const market = await openShared()
    const jo = await addSignedInPerson(market, (await market.operator()).ref)
    const listening = await openEventStreamClient(market, jo.token)
    expect(listening.headers.get('Content-Type')).toStartWith('text/event-stream')
    expect(listening.headers.get('Cache-Control')).toBe('no-store')
    await eventually(() => (listening.text().includes(': still here\n\n') ? true : listening.isOver() ? true : null))
    expect(listening.isOver()).toBe(false)
    await listening.hangUp()
  })
})

describe('event stream end', () => {
  test('ends when the device is signed out, and sends nothing afterwards', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const jo = await addSignedInPerson(market, dales.ref)
    const other = await signInPerson(market, jo.email, 'Lost phone')
    const [mine, lost] = [await openEventStreamClient(market, jo.token), await openEventStreamClient(market, other.token)]
    const { data: devices } = await market.call('GET', '/api/v1/auth/devices', { token: other.token })
    const { id } = devices.find(({ current }: { current: boolean }) => current)
    expect((await market.call('DELETE', `/api/v1/auth/devices/${id}`, { token: jo.token })).status).toBe(204)
    const trip = await market.trip([dales])
    await lost.ended
    await mine.hears('job', trip.ref)
    expect(lost.heard()).toEqual([])
    expect(mine.isOver()).toBe(false)
    await mine.hangUp()
  })

  test('ends when the person leaves the account, and sends fewer kinds after a smaller role', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const admin = await addSignedInPerson(market, dales.ref)
    const [left, smaller] = [await addSignedInPerson(market, dales.ref), await addSignedInPerson(market, dales.ref)]
    const [first, second] = [await openEventStreamClient(market, left.token), await openEventStreamClient(market, smaller.token)]
    ok(await market.call('PATCH', `/portal/v1/users/${smaller.id}`, { token: admin.token, body: { role: 'accounts' } }))
    expect((await market.call('DELETE', `/portal/v1/users/${left.id}`, { token: admin.token })).status).toBe(204)
    await first.ended
    const trip = await market.bookedTrip(dales)
    await second.hears('booking', trip.ref)
    expect(second.kinds()).not.toContain('job')
    await second.hangUp()
  })

  test('rejects more than twenty streams of one person until one closes', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const [jo, kim] = [await addSignedInPerson(market, dales.ref), await addSignedInPerson(market, dales.ref)]
    const streams = await Promise.all(Array.from({ length: 20 }, () => openEventStreamClient(market, jo.token)))
    const refused = await market.call('GET', '/portal/v1/events', { token: jo.token })
    expect(statusAndCode(refused)).toBe('429 rate_limited')
    expect(refused.headers.get('Retry-After')).toBe('15')
    await (await openEventStreamClient(market, kim.token)).hangUp()
    await streams[0]?.hangUp()
    const again = await eventually(() => openEventStreamClient(market, jo.token).catch(() => null))
    await Promise.all([...streams.slice(1), again].map((stream) => stream.hangUp()))
  })

  test('ends immediately when the server stops', async () => {
    await using market = await openMarket()
    const dales = await market.operator()
    const people = await Promise.all([1, 2, 3].map(() => addSignedInPerson(market, dales.ref)))
    const open = Array.from({ length: 50 }, (_, nth) => openEventStreamClient(market, people[nth % 3]?.token ?? ''))
    const streams = await Promise.all(open)
    const startedAt = performance.now()
    expect(await market.server.stop()).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(patience(1_000))
    await Promise.all(streams.map(({ ended }) => ended))
  })
})

test('accepts only people on their devices, and opens no stream for a HEAD request', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const jo = await addSignedInPerson(market, dales.ref)
  const cab = await signInDriverByLink(market, dales.ref, await dales.driver())
  const ask = (token?: string, method = 'GET') => market.call(method, '/portal/v1/events', token === undefined ? {} : { token })
  expect(statusAndCode(await ask())).toBe('401 unauthenticated')
  for (const token of [dales.token, cab.token, market.platformToken])
    expect(statusAndCode(await ask(token))).toBe('403 wrong_credential')
  for (let nth = 0; nth < 25; nth++) expect((await ask(jo.token, 'HEAD')).status).toBe(200)
  await (await openEventStreamClient(market, jo.token)).hangUp()
})

if (postgresUrl !== null) {
  test('sends changes of one node to the streams of the others, also after a node is killed', async () => {
    await using cluster = await openCluster(2)
    const { market, servers } = cluster
    const other = cluster.through(servers[1] as Market['server'])
    const dales = await market.operator()
    const jo = await addSignedInPerson(market, dales.ref)
    const [here, there] = [await openEventStreamClient(market, jo.token), await openEventStreamClient(other, jo.token)]
    const trip = await market.trip([dales])
    await Promise.all([here.hears('job', trip.ref), there.hears('job', trip.ref)])
    ok(await addVehicle(other, jo.token, 'YX23 ABC'))
    await Promise.all([here.hears('vehicle'), there.hears('vehicle')])
    expect(here.kinds()).toEqual(there.kinds())
    await servers[1]?.kill()
    await there.ended
    const next = await market.trip([dales])
    await here.hears('job', next.ref)
    await here.hangUp()
  })
}
