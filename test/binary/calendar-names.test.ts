import { expect, test } from 'bun:test'
import { cpSync, mkdirSync } from 'node:fs'
import { readFeed, readTripCalendar } from '../support/calendar-reader.ts'
import { openCluster } from '../support/cluster.ts'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { changeDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { Market, OperatorClient, ok, openMarket } from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { makePostgresDatabase, postgresUrl } from '../support/postgres.ts'
import { copyReleaseInto, releases } from '../support/released.ts'
import { type Server, startServer } from '../support/server.ts'

const installation = /@[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const uidsOf = (events: readonly { readonly uid: string }[]) => events.map(({ uid }) => uid).sort()

/** Adds to a market a booking with a driver, one without, and a calendar feed of the account. */
async function withCalendars(market: Market) {
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  const crewed = await market.bookedTrip(dales)
  const open = await market.bookedTrip(dales)
  ok(await dales.assign(crewed, await dales.driver()))
  const { url } = ok(await office.call('POST', '/feeds', { of: 'operator', show: 'full' }))
  return { dales, office, crewed, open, url }
}

test('gives the events of two installations different identifiers', async () => {
  await using one = await openMarket({ isMute: true })
  await using other = await openMarket({ isMute: true })
  const [ours, theirs] = [await withCalendars(one), await withCalendars(other)]
  const of = async (market: Market, { url, crewed }: { url: string; crewed: { token: string } }) =>
    uidsOf([...(await readFeed(market.server, url)), ...(await readTripCalendar(market.server, crewed.token))])
  const [own, others] = [await of(one, ours), await of(other, theirs)]
  expect(own).toHaveLength(4)
  for (const uid of own) expect(uid).toMatch(installation)
  expect(new Set(own.map((uid) => uid.split('@')[1])).size).toBe(1)
  expect(own.filter((uid) => others.includes(uid))).toEqual([])
})

test('keeps the identifier of an event when the base URL changes, and after a restore', async () => {
  using folder = makeFolder()
  await using market = await openMarket({ isMute: true, isFile: true })
  const { url, crewed } = await withCalendars(market)
  const read = async ({ server }: Pick<Market, 'server'>) => [
    uidsOf(await readFeed(server, url)),
    uidsOf(await readTripCalendar(server, crewed.token)),
  ]
  const before = await read(market)
  await market.server.stop()

  const { dataDir } = market.server
  const moved = { isFile: true, env: { CHARABANC_BASE_URL: 'https://new.example', CHARABANC_PAYMENTS: 'sandbox' } }
  {
    await using server = await startServer({ ...moved, dataDir })
    expect(await read({ server })).toEqual(before)
  }
  const { file } = await runExecutableJson<{ file: string }>(['backup'], { dataDir })
  const elsewhere = folder.at('elsewhere')
  mkdirSync(elsewhere)
  cpSync(`${dataDir}/master.key`, `${elsewhere}/master.key`)
  await runExecutableJson(['restore', file], { dataDir: elsewhere })
  await using server = await startServer({ ...moved, dataDir: elsewhere })
  expect(await read({ server })).toEqual(before)
})

if (postgresUrl !== null) {
  test('keeps the identifier of an event when the data moves to PostgreSQL and back to a folder', async () => {
    using folder = makeFolder()
    await using database = await makePostgresDatabase('empty')
    await using market = await openMarket({ isMute: true, isFile: true })
    const { url, crewed } = await withCalendars(market)
    const read = async (server: Server) => [
      uidsOf(await readFeed(server, url)),
      uidsOf(await readTripCalendar(server, crewed.token)),
    ]
    const before = await read(market.server)
    await market.server.stop()

    const { dataDir } = market.server
    const settings = { CHARABANC_BASE_URL: 'https://new.example', CHARABANC_PAYMENTS: 'sandbox' }
    await runExecutableJson(['import', '--from', dataDir, '--to', database.url])
    const env = { ...settings, CHARABANC_DATABASE_URL: database.url }
    {
      await using server = await startServer({ isFile: true, dataDir, env, startsAt: market.server.now() })
      expect(await read(server)).toEqual(before)
    }
    const home = folder.at('home')
    await eventually(async () => (await runExecutable(['export', '--to', home], { dataDir, env })).exitCode === 0)
    await using server = await startServer({ isFile: true, dataDir: home, env: settings, startsAt: market.server.now() })
    expect(await read(server)).toEqual(before)
  })

  test('gives an event the same identifier on every node, also under another base URL', async () => {
    await using cluster = await openCluster(2)
    const { url, crewed } = await withCalendars(cluster.market)
    const env = { ...cluster.settings, CHARABANC_BASE_URL: 'https://other.example' }
    await using other = await startServer({ isFile: true, env })
    const read = async (server: Server) =>
      uidsOf([...(await readFeed(server, url)), ...(await readTripCalendar(server, crewed.token))])
    const [first, ...rest] = await Promise.all([...cluster.servers, other].map(read))
    expect(first).toHaveLength(4)
    for (const uid of first ?? []) expect(uid).toMatch(installation)
    for (const uids of rest) expect<unknown>(uids).toEqual(first)
  })
}

test('keeps the host in events of an earlier release, and puts the installation id into later ones', async () => {
  await using market = await openMarket({ isMute: true })
  const { dales, url, crewed, open } = await withCalendars(market)
  // Earlier releases stored no calendar names.
  await market.server.stop()
  await changeDatabase(market.server.dataDir, "DELETE FROM server_settings WHERE name = 'calendar_names'")
  await market.server.start()

  const { hostname } = new URL(market.server.url)
  const earlier = uidsOf(await readFeed(market.server, url))
  expect(earlier).toEqual([expect.stringMatching(/^booking-\d+@/), expect.stringMatching(/^duty-\d+@/)])
  for (const uid of earlier) expect(uid).toEndWith(`@${hostname}`)
  expect(uidsOf(await readTripCalendar(market.server, crewed.token))).toEqual([
    `${crewed.ref}-1@${hostname}`,
    `${crewed.ref}-2@${hostname}`,
  ])

  ok(await dales.assign(open, await dales.driver({ name: 'Kim Low' })))
  const later = await market.bookedTrip(dales)
  for (const { uid } of await readTripCalendar(market.server, later.token)) expect(uid).toMatch(installation)
  const [booking, duty, given, ...none] = uidsOf(await readFeed(market.server, url))
  expect(none).toEqual([])
  expect(booking).toMatch(installation)
  expect(duty).toBe(earlier[1] ?? '')
  expect(given).toMatch(installation)
})

test.each(releases)('keeps the host at the upgrade of a data folder of %s, whatever the later base URL', async (release) => {
  using folder = makeFolder()
  const dataDir = folder.at('data')
  const about = copyReleaseInto(release, dataDir)
  const startAt = (CHARABANC_BASE_URL: string) => {
    const env = { CHARABANC_PAYMENTS: 'sandbox', CHARABANC_BASE_URL }
    return startServer({ isFile: true, dataDir, env, startsAt: about.made_at_ms })
  }
  const feedIn = async (server: Server) => {
    const market = new Market(server, about.platform_token)
    const office = await portalClientOf(
      market,
      new OperatorClient(market, about.operators.dales.ref, about.operators.dales.token),
    )
    const { url } = ok(await office.call('POST', '/feeds', { of: 'operator', show: 'full' }))
    return uidsOf(await readFeed(server, url))
  }
  const uids: string[][] = []
  for (const address of ['https://old.example/hire', 'https://new.example']) {
    await using server = await startAt(address)
    uids.push(await feedIn(server))
  }
  expect(uids[0]?.length).toBeGreaterThan(0)
  for (const uid of uids[0] ?? []) expect(uid).toEndWith('@old.example')
  expect(uids[1]).toEqual(uids[0] ?? [])
})
