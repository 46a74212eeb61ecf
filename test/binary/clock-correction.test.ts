import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type TaskKind, taskKinds } from '../../src/domain/task-kind.ts'
import { listBackups } from '../../src/storage/sqlite/manifest.ts'
import { personLinkToken } from '../support/admin-commands.ts'
import { changeDatabase } from '../support/database.ts'
import { signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, type Market, minutes, ok, openMarket, securedCard } from '../support/market.ts'
import { addOperatorPerson } from '../support/people.ts'
import { postgresUrl } from '../support/postgres.ts'
import { startTestMailServer } from '../support/test-mail-server.ts'

type Planned = { readonly kind: TaskKind; readonly due_at: number; readonly ready_at: number }

interface Report {
  readonly checks: readonly { readonly check: string; readonly state: string; readonly found: string }[]
}

/** Lists the kinds of scheduled work that are due later than their longest wait allows. */
async function kindsAhead({ server }: Market): Promise<TaskKind[]> {
  const planned = await server.ask<Planned>('SELECT kind, due_at, ready_at FROM scheduler')
  const isAhead = ({ kind, due_at, ready_at }: Planned) =>
    Math.max(due_at, ready_at) > server.now() + taskKinds[kind].longestWaitMs
  return planned.filter(isAhead).map(({ kind }) => kind)
}

/** Lists the warnings of one check of the doctor. */
async function warningsOf({ server }: Market, check: string): Promise<string[]> {
  const { stdout } = await server.cli(['doctor', '--json', '--offline'])
  const { checks }: Report = JSON.parse(stdout)
  return checks.filter((one) => one.check === check && one.state === 'warn').map(({ found }) => found)
}

const backupsOf = ({ server }: Market) => listBackups(join(server.dataDir, 'backups'), server.now()).map(({ madeAt }) => madeAt)

async function openAhead(refuse: (status: number | null) => void, env: Record<string, string>) {
  const market = await openMarket({ env })
  const dales = await market.operator()
  const { email } = await addOperatorPerson(market, dales.ref)
  await market.server.dueTasksDone()
  refuse(450)
  await market.advance(days(400))
  ok(await market.call('POST', '/api/v1/auth/link', { body: { email } }))
  const tried = 'SELECT attempts FROM messages WHERE recipient = ? AND attempts > 0'
  await eventually(async () => (await market.server.ask(tried, email)).length > 0)
  await market.server.dueTasksDone()
  if (postgresUrl === null) await eventually(() => backupsOf(market).length > 0)
  refuse(null)
  return { market, email }
}

test.each(['runs', 'is down'])('delays no work after a fast clock is corrected while the server %s', async (while_) => {
  await using office = await startTestMailServer()
  const { market, email } = await openAhead(office.refuse, { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}` })
  await using _market = market
  if (while_ === 'is down') await market.server.stop()
  await market.advance(-days(397))
  if (while_ === 'is down') {
    expect(await kindsAhead(market)).toEqual(expect.arrayContaining(['purge', 'message']))
    expect(await warningsOf(market, 'due work')).toHaveLength(1)
    await market.server.start()
  }
  await eventually(async () => (await kindsAhead(market)).length === 0)
  expect(await warningsOf(market, 'due work')).toEqual([])
  const isAhead = 'SELECT 1 FROM messages WHERE created_at > ? UNION ALL SELECT 1 FROM sign_in_links WHERE expires_at > ?'
  const at = market.server.now()
  expect(await market.server.ask(isAhead, at, at + days(7) * 1_000)).toEqual([])

  await market.advance(minutes(6))
  await eventually(() => office.mails.some(({ to }) => to.includes(email)))
  await market.advance(hours(24))
  await market.server.dueTasksDone()
  const [purge] = await market.server.ask<Planned>("SELECT due_at FROM scheduler WHERE kind = 'purge'")
  expect(purge?.due_at).toBeLessThanOrEqual(market.server.now() + hours(1) * 1_000)
  if (postgresUrl === null) {
    await eventually(() => backupsOf(market).some((madeAt) => madeAt <= market.server.now()))
    expect(await warningsOf(market, 'backup')).toEqual([expect.stringContaining('The clock was wrong.')])
  }
})

test('keeps dates set by users after a fast clock is corrected', async () => {
  await using market = await openMarket({ payments: 'manual' })
  const { server } = market
  const dales = await market.operator()
  await server.cliJson(['key', 'mint', '--operator', dales.ref, '--name', 'books', '--expires', '1000d'])
  const endsOfKey = () => server.ask<{ expires_at: number }>("SELECT expires_at FROM credentials WHERE name = 'books'")
  const chosen = await endsOfKey()
  const awaited = await market.trip([dales], { departsIn: days(700) })
  const terms = { availability: 'confirmed', valid_until: market.at(days(600)) }
  ok(await awaited.book(await dales.makeQuote(awaited, terms), 'bank_transfer'))
  await server.dueTasksDone()

  const { email } = await addOperatorPerson(market, dales.ref)
  await market.advance(days(400))
  await server.dueTasksDone()
  await personLinkToken(server, email)
  await market.advance(-days(397))
  // The transaction that corrects a sign-in link from the future would correct dates set by users too.
  const linksAhead = () => server.ask('SELECT 1 FROM sign_in_links WHERE expires_at > ?', server.now() + days(7) * 1_000)
  await eventually(async () => (await kindsAhead(market)).length === 0 && (await linksAhead()).length === 0)

  expect(await endsOfKey()).toEqual(chosen)
  expect(ok(await awaited.readTrip()).booking).toMatchObject({ status: 'awaiting_payment', held_until: terms.valid_until })
})

test.each([
  ['weeks', days(14)],
  ['minutes, less than the time to pay', minutes(20)],
])('unlocks an unpaid quote after a fast clock is corrected, valid for %s', async (_, validFor) => {
  await using market = await openMarket()
  const { server } = market
  const dales = await market.operator()
  await server.dueTasksDone()
  await market.advance(days(400))
  await server.dueTasksDone()
  const tried = await market.trip([dales])
  await tried.book(await dales.makeQuote(tried, { availability: 'confirmed', valid_until: market.at(validFor) }), securedCard)
  expect(ok(await dales.job(tried)).my_quote.instantly_bookable).toBe(false)
  await market.advance(-days(397))
  const held = 'SELECT 1 FROM quotes JOIN trips ON trips.id = trip_id WHERE ref = ? AND locked_until > ?'
  await eventually(async () => (await server.ask(held, tried.ref, server.now() + days(1) * 1_000)).length === 0)
  await market.advance(hours(25))
  await eventually(async () => ok(await dales.job(tried)).my_quote.instantly_bookable)
})

test('runs work on its due date after an attempt under a fast clock', async () => {
  await using market = await openMarket()
  const { server } = market
  const dales = await market.operator()
  const trip = await market.requestedTrip(dales)
  await server.dueTasksDone()
  const ofTrip = `kind = 'trip' AND subject_id = (SELECT id FROM trips WHERE ref = '${trip.ref}')`
  const planned = () => server.ask<Planned>(`SELECT kind, due_at, ready_at FROM scheduler WHERE ${ofTrip}`)
  const [before] = await planned()
  expect(before?.due_at).toBeGreaterThan(server.now() + hours(2) * 1_000)
  expect(await warningsOf(market, 'due work')).toEqual([])

  await server.stop()
  // A failed attempt under a fast clock leaves this time to retry.
  await changeDatabase(server.dataDir, `UPDATE scheduler SET ready_at = ready_at + ${days(400) * 1_000} WHERE ${ofTrip}`)
  expect(await warningsOf(market, 'due work')).toHaveLength(1)
  await server.start()
  await eventually(async () => (await planned())[0]?.ready_at === before?.due_at)
  expect(await planned()).toMatchObject([{ due_at: before?.due_at }])
  expect(await warningsOf(market, 'due work')).toEqual([])
})

test.each(['runs', 'is down'])('deletes nothing after a slow clock is corrected while the server %s', async (while_) => {
  await using market = await openMarket()
  const dales = await market.operator()
  const trip = await market.requestedTrip(dales)
  const pat = await signInDriver(dales)
  const { data } = await pat.call('POST', '/privacy/erasure', { confirm: true })
  const typed = { body: { name: 'Ann Smith', phone: '07700 900123' }, token: await market.personToken(dales), key: 'ann' }
  const customer = ok(await market.call('POST', '/portal/v1/customers', typed))
  await market.server.dueTasksDone()

  const moveClock = async (seconds: number) => {
    if (while_ === 'is down') await market.server.stop()
    await market.advance(seconds)
    if (while_ === 'is down') await market.server.start()
    await eventually(async () => (await kindsAhead(market)).length === 0)
    // The worker needs this long to read the clock again.
    await Bun.sleep(2_500)
  }
  await moveClock(-days(40))
  await moveClock(days(40))
  await market.server.dueTasksDone()

  expect(ok(await dales.job(trip)).status).toBe('booking_requested')
  expect(ok(await pat.call('GET', '/me')).erasure).toEqual({ scheduled_for: data.scheduled_for })
  expect(ok(await market.call('POST', '/portal/v1/customers', typed))).toEqual(customer)
})
