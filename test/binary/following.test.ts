import { beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { toInstant } from '../../src/domain/instant.ts'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { ListMirror, readWholeLists } from '../support/list-mirror.ts'
import { days, hours, type Market, minutes, type OperatorClient, ok, quoteTerms, statusAndCode } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market

beforeAll(async () => {
  market = await openShared()
})

const refs = (rows: { ref: string }[]) => rows.map(({ ref }) => ref)
const lists = (desk: OperatorClient) => async (path: string) => (await desk.get(path)).json

/** The record of a ref among those updated in the last minute, after all due tasks are done. */
async function findUpdated(desk: OperatorClient, list: 'jobs' | 'bookings', { ref }: { readonly ref: string }) {
  const query = list === 'jobs' ? '' : 'status=all&'
  const since = market.at(-60)
  await market.server.dueTasksDone()
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any response
  return eventually(async () => ok(await desk.get(`/${list}?${query}updated_since=${since}`)).find((row: any) => row.ref === ref))
}

for (const [when, pass] of [
  ['while the server runs', (seconds: number) => market.advance(seconds)],
  [
    'while the server is down',
    async (seconds: number) => {
      await market.server.stop()
      await market.advance(seconds)
      await market.server.start()
    },
  ],
] as const) {
  test(`lists a job as updated when quote_by passes ${when}`, async () => {
    const dales = await market.operator()
    const ran = await market.trip([dales], { quote_by: market.at(hours(5)) })
    const declined = await market.trip([dales], { quote_by: market.at(hours(5)) })
    ok(await dales.decline(declined))
    const quoted = await market.trip([dales], { quote_by: market.at(hours(5)) })
    ok(await dales.quote(quoted, { valid_until: market.at(hours(50)) }))

    await pass(hours(30))

    const expired = await findUpdated(dales, 'jobs', ran)
    expect(expired).toMatchObject({ status: 'expired', closed_at: expired.quote_by })
    expect(Date.parse(expired.updated_at)).toBeGreaterThan(market.now() - 60_000)
    expect(refs(ok(await dales.jobs(`?updated_since=${market.at(-60)}`)))).toEqual([ran.ref])

    await pass(hours(25))
    expect(await findUpdated(dales, 'jobs', quoted)).toMatchObject({ status: 'expired', my_quote: { status: 'expired' } })
  })
}

test('lists a lapsed booking request and a completed trip as updated at that time', async () => {
  const dales = await market.operator()
  const asked = await market.requestedTrip(dales)
  const { respond_by } = ok(await dales.job(asked)).my_quote.booking_request
  await market.advanceTo(respond_by, 1)
  expect(await findUpdated(dales, 'jobs', asked)).toMatchObject({ status: 'quoted', my_quote: { status: 'likely' } })

  const driven = await market.bookedTrip(dales, { departsIn: days(2), returns_at: null })
  const { ends_at } = ok(await dales.booking(driven))
  await market.advanceTo(ends_at, days(1) + 1)
  expect(await findUpdated(dales, 'bookings', driven)).toMatchObject({ trip_status: 'completed', needs_driver: false })
})

test('updates only the bookings of a driver who is renamed or erased', async () => {
  const dales = await market.operator()
  const office = await market.personToken(dales)
  const pat = await signInDriver(dales)
  const sam = await signInDriver(dales, { name: 'Sam Reed' })
  const [theirs, others] = [await assignedTrip(pat), await assignedTrip(sam)]
  const finished = await assignedTrip(pat, { departsIn: hours(8), returns_at: null })
  await market.advance(hours(7))
  await pat.submitVehicleCheck()
  await pat.reportSteps(finished, 'en_route', 'arrived', 'on_board', 'completed')
  const rename = (body: object) => market.call('PATCH', `/portal/v1/drivers/${pat.id}`, { token: office, body })

  await market.server.dueTasksDone()
  await market.advance(hours(1))
  ok(await rename({ license_number: 'MOSS901234P99AB' }))
  expect(ok(await dales.bookings(`?status=all&updated_since=${market.at(-60)}`))).toEqual([])

  ok(await rename({ name: 'Pat Hill' }))
  const renamed = ok(await dales.bookings(`?status=all&updated_since=${market.at(-60)}`))
  expect(refs(renamed)).toEqual([theirs.ref, finished.ref])
  for (const { driver } of renamed) expect(driver).toEqual({ id: pat.id, name: 'Pat Hill' })

  ok(await pat.call('POST', '/privacy/erasure', { confirm: true }))
  await market.advance(days(14) + 1)
  const former = { id: pat.id, name: `Former driver #${pat.id}` }
  expect(await findUpdated(dales, 'bookings', finished)).toMatchObject({ driver: former })
  expect(await findUpdated(dales, 'bookings', theirs)).toMatchObject({ driver: null, needs_driver: true })
  expect(refs(ok(await dales.bookings(`?status=all&updated_since=${market.at(-60)}`)))).not.toContain(others.ref)
})

test('updates a booking when its incidents or its payout change', async () => {
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const trip = await assignedTrip(pat, { departsIn: days(3) })
  await market.advance(minutes(10))
  const incident = { kind: 'delay', severity: 'low', occurred_at: market.at(0), note: 'Roadworks.' }
  ok(await pat.call('POST', `/trips/${trip.ref}/incidents`, incident))
  await findUpdated(dales, 'bookings', trip)

  await market.advanceTo(ok(await dales.booking(trip)).ends_at, days(1) + 1)
  await findUpdated(dales, 'bookings', trip)
  await market.advance(minutes(10))
  const { payout } = ok(await dales.booking(trip))
  ok(await market.platform('POST', `/payouts/${payout.id}`, { status: 'in_transit' }))
  await findUpdated(dales, 'bookings', trip)
})

test('includes changes at updated_since and compares whole seconds', async () => {
  const dales = await market.operator()
  const trip = await market.bookedTrip(dales)
  await market.advance(minutes(5))
  ok(await dales.assign(trip, await dales.driver()))
  const { updated_at } = ok(await dales.booking(trip))
  const after = toInstant(Date.parse(updated_at) + 1_000)
  for (const since of [updated_at, updated_at.replace('Z', '.999Z')]) {
    expect(refs(ok(await dales.bookings(`?updated_since=${since}`)))).toEqual([trip.ref])
  }
  expect(ok(await dales.bookings(`?updated_since=${after}`))).toEqual([])
})

test('keeps a copy current with updated_since one minute before the largest updated_at', async () => {
  const dales = await market.operator()
  const mirror = new ListMirror(lists(dales))
  let since = toInstant(0)
  async function follow(): Promise<void> {
    await mirror.updateSince(since)
    const { jobs, bookings } = mirror.lists
    const updates = [...Object.values(jobs), ...Object.values(bookings)].map(({ updated_at }) => Date.parse(updated_at))
    since = toInstant(Math.max(...updates) - 60_000)
  }
  const moves = [
    () => market.trip([dales], { quote_by: market.at(hours(3)) }),
    () => market.requestedTrip(dales),
    async () => (await market.bookedTrip(dales)).cancel(),
    () => market.bookedTrip(dales),
    () => market.advance(hours(4)),
    () => market.advance(hours(25)),
    () => market.advance(days(61)),
  ]
  for (const move of moves) {
    await move()
    await market.advance(minutes(2))
    await eventually(async () => {
      await follow()
      return Bun.deepEquals(mirror.lists, await readWholeLists(lists(dales)))
    })
  }
  expect(Object.keys(mirror.lists.jobs)).toHaveLength(3)
  expect(Object.keys(mirror.lists.bookings)).toHaveLength(2)
})

test('decides on a late body when it arrives, not when the request began', async () => {
  const dales = await market.operator()
  const trip = await market.trip([dales], { quote_by: market.at(hours(1)) })
  const body = JSON.stringify(quoteTerms())
  const { hostname, port } = new URL(market.server.url)
  const head = [
    `POST /api/v1/jobs/${trip.ref}/quote HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${dales.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  const closed = new Promise<void>((resolve, reject) => socket.on('close', () => resolve()).on('error', reject))
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`, () => resolve()))
  // The server has received the request once it has answered a later one.
  expect(statusAndCode(await dales.job(trip))).toBe('200')
  await market.advance(hours(2))
  socket.write(body.slice(10))
  await closed
  expect(received).toStartWith('HTTP/1.1 409 ')
  expect(received).toContain('job_closed')
})
