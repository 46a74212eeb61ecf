import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dueStatuses } from '../../src/domain/ledger.ts'
import { type Market, type OperatorClient, ok, openMarket, quoteTerms, statusAndCode } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { codeBlocksIn } from '../support/repository-pages.ts'
import { schoolAddress } from '../support/sample-addresses.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches')
  office = await portalClientOf(market, dales)
})

const always = 'from=2020-01-01&to=2040-01-01'
const names = ['bookings', 'payments', 'payouts', 'dues', 'invoices', 'duties', 'quotes'] as const

type Name = (typeof names)[number]

async function fetchExport(name: Name, query = always, owner: PortalClient = office): Promise<Response> {
  const headers = { Authorization: `Bearer ${owner.token}` }
  return market.server.fetch(`/portal/v1/exports/${name}.csv?${query}`, { headers })
}

/** Parses a CSV file by RFC 4180 into rows, each keyed by the column names of the first line. */
async function table(name: Name, query = always, owner: PortalClient = office) {
  const answer = await fetchExport(name, query, owner)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv;charset=utf-8;header=present'])
  const bytes = await answer.bytes()
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = new TextDecoder().decode(bytes)
  expect(text).toEndWith('\r\n')
  const [columns = [], ...lines] = linesOf(text)
  for (const line of lines) expect(line).toHaveLength(columns.length)
  return { columns, lines: lines.map((line) => Object.fromEntries(columns.map((column, nth) => [column, line[nth] ?? '']))) }
}

function linesOf(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    line.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    lines.push(line)
    line = []
  }
  return lines
}

describe('an export', () => {
  test('has exactly the columns that the handbook lists', async () => {
    const listed = codeBlocksIn('docs/exports.md', 'csv').map((block) => block.trim().split(','))
    const found: string[][] = []
    for (const name of names) found.push((await table(name)).columns)
    // The exports that a page of the portal makes are listed after these.
    expect(found).toEqual(listed.slice(0, names.length))
  })

  test('writes bookings with local times, decimal amounts and escaped formulas', async () => {
    const hostile = { name: '=HYPERLINK("http://evil.example";"x")', email: 'ann@example.org', phone: '+44 7700 900123' }
    const customer = await market.bookedTrip(dales, { customer: hostile })
    const booking = ok(await dales.get(`/bookings/${customer.ref}`))
    const { lines } = await table('bookings')
    const line = lines.find(({ ref }) => ref === customer.ref)
    expect(line).toMatchObject({
      status: 'active',
      departs_at: booking.departs_at,
      timezone: 'Europe/London',
      customer_name: `'${hostile.name}`,
      customer_email: hostile.email,
      customer_phone: "'+44 7700 900123",
      currency_code: 'GBP',
      price_amount: '640.00',
      paid_amount: '128.00',
      due_amount: '512.00',
      cancelled_at: '',
      confirmed_at: booking.confirmed_at,
    })
  })

  test('has a line for each duty, payment, payout and quote', async () => {
    const customer = await market.bookedTrip(dales)
    const driverId = await dales.driver({ name: '-Pat' })
    ok(await dales.assign(customer, driverId))
    const ofTrip = async (name: Name, query?: string) =>
      (await table(name, query)).lines.filter((line) => (line.ref ?? line.booking_ref) === customer.ref)
    expect(await ofTrip('duties')).toMatchObject([
      { driver_id: String(driverId), driver_name: "'-Pat", vehicle_reg: 'YX20 ABC', role: 'driver' },
    ])
    expect(await ofTrip('payments')).toMatchObject([
      { kind: 'deposit', method: 'card', amount: '128.00', currency_code: 'GBP', status: 'cleared' },
    ])
    expect(await ofTrip('payouts')).toMatchObject([
      { price_amount: '640.00', commission_amount: '64.00', adjustments_amount: '0.00', amount: '576.00' },
    ])
    expect(await ofTrip('quotes')).toMatchObject([
      { status: 'booked', price_amount: '640.00', summary: expect.stringContaining('Leeds') },
    ])

    expect(await ofTrip('payments', `${always}&method=cash`)).toEqual([])
    expect(await ofTrip('payments', `${always}&method=card&status=cleared`)).toHaveLength(1)
    expect(await ofTrip('payouts', `${always}&status=paid`)).toEqual([])
  })

  test('selects dues and invoices by date, and dues by status like their list', async () => {
    const desk = await market.operator('Owed Coaches')
    const people = await portalClientOf(market, desk)
    const trip = await market.bookedTrip(desk, { customer: { name: '=Owing', email: 'ann@example.org' } })
    const { balance_due_at, departs_at } = ok(await desk.booking(trip))
    const day = balance_due_at.slice(0, 10)
    const dueLine = {
      ref: trip.ref,
      customer_name: "'=Owing",
      due_amount: '512.00',
      due_on: day,
      days_over: '0',
      last_reminder_at: '',
    }
    expect((await table('dues', `from=${day}&to=${day}`, people)).lines).toMatchObject([dueLine])
    expect((await table('dues', 'from=2020-01-01&to=2020-12-31', people)).lines).toEqual([])
    expect((await table('dues', `${always}&status=not_due`, people)).lines).toHaveLength(1)
    expect((await table('dues', `${always}&status=overdue`, people)).lines).toEqual([])
    for (const status of dueStatuses) {
      const listed: { ref: string }[] = ok(await people.call('GET', `/dues?status=${status}`))
      const exported = (await table('dues', `${always}&status=${status}`, people)).lines
      expect([status, exported.map(({ ref }) => ref)]).toEqual([status, listed.map(({ ref }) => ref)])
    }
    ok(await trip.pay('pm_card_visa'))
    expect((await table('dues', always, people)).lines).toEqual([])

    const { number, issued_at } = ok(await people.invoice({ refs: [trip.ref], customer: { address: schoolAddress } }))
    ok(await people.call('POST', `/invoices/${number}/credit`, { reason: '-Wrong.' }))
    const { lines } = await table('invoices', `from=${issued_at.slice(0, 10)}&to=2040-01-01`, people)
    expect(lines).toMatchObject([
      {
        number,
        status: 'credited',
        refs: trip.ref,
        period_from: departs_at.slice(0, 10),
        gross_amount: '640.00',
        sent_at: '',
        customer_address: 'Wharfedale School, Otley, LS21 2AB, United Kingdom',
      },
      { credits: number, reason: "'-Wrong.", period_from: '', gross_amount: '-640.00' },
    ])
    expect((await table('invoices', 'from=2020-01-01&to=2020-12-31', people)).lines).toEqual([])
  })

  test('writes yen without decimals, and a price reduction as a negative adjustment', async () => {
    const tokyo = await market.operator('Tokyo Tours', { currency_code: 'JPY', timezone: 'Asia/Tokyo' })
    const people = await portalClientOf(market, tokyo)
    const yen = quoteTerms({ price_amount: 50_000, currency_code: 'JPY', availability: 'confirmed' })
    const customer = await market.trip([tokyo], { currency_code: 'JPY' })
    ok(await customer.book(await tokyo.makeQuote(customer, yen), 'pm_card_visa'))
    const less = { changes: { notes: 'Fewer.' }, price_amount: 40_000, currency_code: 'JPY', reason: 'Cheaper', consent: 'given' }
    ok(await people.call('POST', `/bookings/${customer.ref}/amendments`, less))
    expect((await table('payouts', always, people)).lines).toMatchObject([
      { price_amount: '50000', adjustments_amount: '-9000', currency_code: 'JPY' },
    ])
    expect((await table('bookings', always, people)).lines).toMatchObject([{ price_amount: '40000' }])
  })

  test("contains whole days in the operator's time zone, including both dates", async () => {
    const desk = await market.operator('Eastern', { timezone: 'Asia/Kolkata' })
    const people = await portalClientOf(market, desk)
    for (const departs_at of ['2027-06-10T00:00:00+05:30', '2027-06-11T23:59:59+05:30', '2027-06-12T00:00:00+05:30'])
      await market.bookedTrip(desk, { departs_at, returns_at: null })
    const departures = async (query: string) => (await table('bookings', query, people)).lines.map((line) => line.departs_at)
    expect(await departures('from=2027-06-10&to=2027-06-11')).toHaveLength(2)
    expect(await departures('from=2027-06-12&to=2027-06-12')).toHaveLength(1)
    expect(await departures('from=2027-06-13&to=2027-06-13')).toEqual([])
    expect(await departures(always)).toHaveLength(3)
  })

  test('rejects missing abilities and invalid dates before it sends any data', async () => {
    const accounts = await portalClientOf(market, dales)
    const bookkeeper = await market.personToken(dales, 'accounts')
    const dispatcher = await market.personToken(dales, 'dispatcher')
    const codeOf = async (token: string, name: string, query = always) =>
      statusAndCode(
        await market.call('GET', `/portal/v1/exports/${name}.csv?${query}`, { token }).catch(() => ({ status: 200 }) as never),
      )
    expect(await codeOf(bookkeeper, 'duties')).toBe('403 missing_ability')
    expect(await codeOf(bookkeeper, 'quotes')).toBe('403 missing_ability')
    expect(await codeOf(bookkeeper, 'bookings')).toBe('200')
    expect(await codeOf(dispatcher, 'payouts')).toBe('403 missing_ability')
    expect(await codeOf(dispatcher, 'duties')).toBe('200')
    expect(await codeOf(dales.token, 'bookings')).toBe('403 wrong_credential')
    expect(await codeOf('', 'bookings')).toBe('401 unauthenticated')
    for (const query of ['', 'from=2027-01-01', 'from=2027-02-01&to=2027-01-31', 'from=2027-02-30&to=2027-03-01', 'from=x&to=y'])
      expect([query, await codeOf(accounts.token, 'bookings', query)]).toEqual([query, '422 validation_failed'])
    expect(await codeOf(accounts.token, 'payments', `${always}&status=nonsense`)).toBe('422 validation_failed')
    expect(await codeOf(accounts.token, 'trips')).toBe('404 not_found')
  })

  test('sends only the column names without data, and only headers for a HEAD request', async () => {
    const nobody = await portalClientOf(market, await market.operator('New Coaches'))
    for (const name of names) expect((await table(name, always, nobody)).lines).toEqual([])
    const headers = { Authorization: `Bearer ${office.token}` }
    const head = await market.server.fetch(`/portal/v1/exports/bookings.csv?${always}`, { method: 'HEAD', headers })
    expect([head.status, await head.text(), head.headers.get('content-disposition')]).toEqual([
      200,
      '',
      'attachment; filename="bookings-2020-01-01-2040-01-01.csv"',
    ])
  })
})

describe('a big export', () => {
  test('sends 100,000 payments in under 30 MB, waits for slow readers and does not block writers', async () => {
    await using other = await openMarket({ isMute: true, isFile: true })
    const desk = await other.operator()
    const { token } = await portalClientOf(other, desk)
    await other.bookedTrip(desk)
    await other.server.change(`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 100000)
      insert into payments (trip_id, quote_id, operator_id, kind, origin, means, provider, provider_key, amount, currency_code, status, reference, created_at, updated_at)
      select trip_id, quote_id, operator_id, kind, origin, means, provider, 'more ' || n, amount, currency_code, status, 'A cheque from the school, number ' || n, created_at + n, updated_at
      from payments, numbers where payments.id = 1`)
    const open = (query: string) =>
      other.server.fetch(`/portal/v1/exports/payments.csv?${query}`, { headers: { Authorization: `Bearer ${token}` } })

    // The first export loads modules that stay in memory. A busy machine starts the worker late.
    await other.server.dueTasksDone()
    await (await open('from=2020-01-01&to=2026-01-01')).text()
    const before = residentMegabytes(other.server.pid)
    let most = before
    let lines = 0
    const answer = await open(always)
    for await (const part of answer.body ?? []) {
      for (const byte of part) if (byte === 10) lines++
      most = Math.max(most, residentMegabytes(other.server.pid))
    }
    expect(lines).toBe(100_002)
    expect(most - before).toBeLessThan(30)

    const slow = (await open(always)).body?.getReader()
    await slow?.read()
    // Other requests are served and other writes are not delayed meanwhile.
    expect(statusAndCode(await other.call('GET', '/portal/v1/payments', { token }))).toBe('200')
    expect(residentMegabytes(other.server.pid) - before).toBeLessThan(30)
    expect(await writesFor(desk, 10)).toBeLessThan(patience(500))
    await slow?.cancel()

    const reading = open(always).then((whole) => whole.bytes())
    expect(await writesFor(desk, 50)).toBeLessThan(patience(500))
    expect((await reading).length).toBeGreaterThan(5_000_000)
  }, 120_000)
})

/** Adds drivers one after the other, and returns the time of the slowest write (ms). */
async function writesFor(desk: OperatorClient, count: number): Promise<number> {
  let longest = 0
  for (let nth = 0; nth < count; nth++) {
    const began = performance.now()
    await desk.driver({ name: `Driver ${nth}` })
    longest = Math.max(longest, performance.now() - began)
  }
  return longest
}

function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}
