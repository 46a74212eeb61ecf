import { beforeAll, describe, expect, test } from 'bun:test'
import {
  type CustomerClient,
  days,
  goodCard,
  type Market,
  type MarketAnswer,
  type OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { millAddress, schoolAddress } from '../support/sample-addresses.ts'
import { shareMarket } from '../support/shared-market.ts'
import { repetitions } from '../support/test-depth.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator()
  office = await portalClientOf(market, dales)
})

const faultsOf = ({ json }: MarketAnswer) => Object.keys(json.error.fields)
const coach = { type: 'coach_49', count: 1, seats: 49 }
const taxi = { type: 'mpv_8', count: 1, seats: 8 }
const vat = { number: 'GB123456789', standard_rate_bps: 2_000 }

describe('an invoice', () => {
  test('shows the price of a booking, payments received and the amount due', async () => {
    const trip = await market.bookedTrip(dales)
    const made = await office.invoice({ refs: [trip.ref] })
    expect(made.status).toBe(201)
    const { balance_due_at, departs_at, ends_at } = ok(await dales.booking(trip))
    const line = { net_amount: 64_000, vat_rate_bps: 0, vat_amount: 0, gross_amount: 64_000, currency_code: 'GBP' }
    expect(made.data).toEqual({
      number: expect.stringMatching(/^\d{6}$/),
      credits: null,
      credited_by: null,
      reason: null,
      customer_id: null,
      customer: { name: 'Ann Smith', organisation: null, email: 'ann@example.org', address: null },
      operator: { address: null },
      vat_number: null,
      issued_at: expect.any(String),
      lines: [{ ref: trip.ref, description: expect.stringContaining('Leeds → York, 45 passengers, return'), ...line }],
      net_amount: 64_000,
      vat_amount: 0,
      gross_amount: 64_000,
      paid_amount: 12_800,
      due_amount: 51_200,
      currency_code: 'GBP',
      due_on: balance_due_at.slice(0, 10),
      status: 'open',
      period_from: departs_at.slice(0, 10),
      period_to: ends_at.slice(0, 10),
      sent_at: null,
    })
    const { number } = made.data
    expect(ok(await office.call('GET', `/invoices/${number}`))).toEqual(made.data)
    expect(ok(await office.call('GET', `/bookings/${trip.ref}/invoice`))).toEqual({ invoice: made.data })
    const bare = await market.bookedTrip(dales)
    expect(ok(await office.call('GET', `/bookings/${bare.ref}/invoice`))).toEqual({ invoice: null })
    const stranger = await portalClientOf(market, await market.operator('Rival Travel'))
    expect(statusAndCode(await stranger.call('GET', `/bookings/${trip.ref}/invoice`))).toBe('404 not_found')
    expect(ok(await office.call('GET', `/invoices/${Number(number)}`))).toEqual(made.data)
    ok(await trip.pay(goodCard))
    const paid = { ...made.data, paid_amount: 64_000, due_amount: 0, status: 'paid' }
    expect(ok(await office.call('GET', `/invoices/${number}`))).toEqual(paid)
    expect(ok(await office.call('GET', '/invoices'))[0]).toEqual(paid)
    for (const wrong of ['999999', 'x', '0'])
      expect(statusAndCode(await office.call('GET', `/invoices/${wrong}`))).toBe('404 not_found')
    const rival = await portalClientOf(market, await market.operator('Wolds Coaches'))
    expect(statusAndCode(await rival.call('GET', `/invoices/${number}`))).toBe('404 not_found')
    expect(statusAndCode(await rival.call('POST', `/invoices/${number}/credit`, { reason: 'Mine.' }))).toBe('404 not_found')
  })

  test('has a line for each VAT rate, with large vehicles zero-rated', async () => {
    await office.registerForVat(vat)
    expect(ok(await office.call('GET', '/operator')).settings.vat).toEqual(vat)
    const lines = async (vehicles: object[], price_amount: number) => {
      const trip = await office.booked({ terms: 'cash' }, { quote: { vehicles, price_amount }, passenger_count: 8 })
      const { lines, vat_number, net_amount, vat_amount, gross_amount } = ok(
        await office.invoice({ refs: [trip.ref], customer: { address: schoolAddress } }),
      )
      expect(vat_number).toBe(vat.number)
      expect([net_amount + vat_amount, gross_amount]).toEqual([price_amount, price_amount])
      return lines.map((one: Record<string, number>) => [one.vat_rate_bps, one.net_amount, one.vat_amount, one.gross_amount])
    }
    expect(await lines([coach], 64_000)).toEqual([[0, 64_000, 0, 64_000]])
    expect(await lines([{ ...taxi, seats: 9 }], 64_000)).toEqual([[0, 64_000, 0, 64_000]])
    expect(await lines([taxi], 12_000)).toEqual([[2_000, 10_000, 2_000, 12_000]])
    expect(await lines([coach, taxi], 57_000)).toEqual([
      [0, 49_000, 0, 49_000],
      [2_000, 6_667, 1_333, 8_000],
    ])
    ok(await office.call('PATCH', '/operator', { address: null, settings: { vat: null } }))
    expect(await office.call('PATCH', '/operator', { settings: { vat: { number: 'GB1' } } })).toMatchObject({ status: 422 })
  })

  test('includes only the extras added before it was issued', async () => {
    const trip = await market.bookedTrip(dales)
    ok(await office.addExtra(trip))
    const { number, gross_amount, lines } = ok(await office.invoice({ refs: [trip.ref] }))
    expect(gross_amount).toBe(67_000)
    expect(lines[0].description).toEndWith('; with extras')
    ok(await office.addExtra(trip))
    ok(await trip.pay(goodCard))
    expect(ok(await office.call('GET', `/invoices/${number}`))).toMatchObject({
      gross_amount: 67_000,
      paid_amount: 67_000,
      status: 'paid',
    })
  })

  test('limits its amount due to the balance of a booking after a price cut or cancellation', async () => {
    const extra = async (trip: CustomerClient) => {
      ok(await office.addExtra(trip, { amount: 700 }))
      return trip
    }
    const customer_id = await office.customer()
    const on = async () =>
      office.booked({ terms: 'account' }, { customer: undefined, customer_id, quote: { price_amount: 12_345 } })
    const seen = async (number: string) => {
      const { paid_amount: paid, due_amount: due, status } = ok(await office.call('GET', `/invoices/${number}`))
      return { paid, due, status }
    }

    const off = await extra(await on())
    const called = ok(await office.invoice({ refs: [off.ref] })).number
    ok(await office.record(off, { method: 'account', amount: 12_345 }))
    ok(await office.record(off, { method: 'cash', kind: 'extra', amount: 700 }))
    expect(await seen(called)).toEqual({ paid: 13_045, due: 0, status: 'paid' })
    const { payments } = ok(await office.call('POST', `/bookings/${off.ref}/cancel`, { reason: 'The coach has burnt down.' }))
    const refunds = payments.filter(({ kind }: { kind: string }) => kind === 'refund')
    expect(refunds).toHaveLength(2)
    for (const { id } of refunds) ok(await office.sent(off, id))
    expect(ok(await dales.booking(off))).toMatchObject({ payment_status: 'refunded', due_amount: 0 })
    expect(await seen(called)).toEqual({ paid: 0, due: 0, status: 'paid' })

    const cheaper = await on()
    const amended = ok(await office.invoice({ refs: [cheaper.ref] })).number
    const change = { changes: { notes: 'A smaller coach.' }, price_amount: 5_000, currency_code: 'GBP', reason: 'They asked.' }
    ok(await office.call('POST', `/bookings/${cheaper.ref}/amendments`, { ...change, consent: 'given' }))
    expect(await seen(amended)).toEqual({ paid: 0, due: 5_000, status: 'open' })
    ok(await office.record(cheaper, { method: 'account', amount: 5_000 }))
    expect(await seen(amended)).toEqual({ paid: 5_000, due: 0, status: 'paid' })
    expect(ok(await office.call('GET', '/invoices'))[0]).toMatchObject({ number: amended, due_amount: 0, status: 'paid' })
  })

  test('rejects invalid, cancelled, already invoiced and other operators’ bookings', async () => {
    const rival = await market.operator('Rival Travel')
    const theirs = await market.bookedTrip(rival)
    const quoted = await market.trip([dales])
    await dales.makeQuote(quoted)
    const trip = await market.bookedTrip(dales)
    for (const ref of [theirs.ref, quoted.ref, 'TR-000000']) {
      const refused = await office.invoice({ refs: [trip.ref, ref] })
      expect([statusAndCode(refused), faultsOf(refused)]).toEqual(['422 validation_failed', ['refs.1']])
    }
    for (const [body, at] of [
      [{}, 'refs'],
      [{ refs: [] }, 'refs'],
      [{ refs: [trip.ref, trip.ref] }, 'refs'],
      [{ refs: [trip.ref], month: '2027-06' }, 'refs'],
      [{ month: '2027-06' }, 'customer_id'],
      [{ customer_id: 1 }, 'month'],
      [{ customer_id: 1, month: '2027-13' }, 'month'],
      [{ customer_id: 999_999, month: '2027-06' }, 'customer_id'],
    ] as const) {
      const refused = await office.invoice(body)
      expect([body, statusAndCode(refused), faultsOf(refused)]).toEqual([body, '422 validation_failed', [at]])
    }
    ok(await office.invoice({ refs: [trip.ref] }))
    expect(statusAndCode(await office.invoice({ refs: [trip.ref] }))).toBe('409 invalid_transition')
    const off = await market.bookedTrip(dales)
    ok(await off.cancel())
    expect(statusAndCode(await office.invoice({ refs: [off.ref] }))).toBe('409 trip_cancelled')
  })

  test('is issued once for each key', async () => {
    const trip = await market.bookedTrip(dales)
    const first = await office.invoice({ refs: [trip.ref] }, 'invoice-once')
    expect((await office.invoice({ refs: [trip.ref] }, 'invoice-once')).text).toBe(first.text)
  })
})

describe('addresses of an invoice', () => {
  test('requires addresses only with a VAT registration, the operator’s first', async () => {
    const desk = await portalClientOf(market, await market.operator('Fell Coaches'))
    const trip = await desk.booked()
    const refused = async (body: object = {}) => faultsOf(await desk.invoice({ refs: [trip.ref], ...body }))
    ok(await desk.call('PATCH', '/operator', { settings: { vat } }))
    expect(await refused()).toEqual(['operator.address'])
    ok(await desk.call('PATCH', '/operator', { address: millAddress }))
    expect(await refused()).toEqual(['customer.address'])
    expect(await refused({ customer: { address: { ...schoolAddress, country: 'XX' } } })).toEqual(['customer.address.country'])
    expect(await refused({ customer: { address: { ...schoolAddress, town: '' } } })).toEqual(['customer.address.town'])
    const made = ok(await desk.invoice({ refs: [trip.ref], customer: { address: schoolAddress } }))
    expect([made.number, made.operator, made.customer.address]).toEqual(['000001', { address: millAddress }, schoolAddress])

    const other = await desk.booked()
    ok(await desk.call('PATCH', '/operator', { address: null, settings: { vat: null } }))
    const plain = ok(await desk.invoice({ refs: [other.ref] }))
    expect([plain.operator, plain.customer.address]).toEqual([{ address: null }, null])
  })

  test('keeps the addresses of the issue date, also on the credit note', async () => {
    const desk = await portalClientOf(market, await market.operator('Beck Coaches'))
    await desk.registerForVat(vat)
    const customer_id = await desk.customer({ address: schoolAddress })
    const trip = await desk.booked({ terms: 'account' }, { customer: undefined, customer_id })
    const { number } = ok(await desk.invoice({ refs: [trip.ref] }))
    const moved = { ...millAddress, lines: ['2 High Road'] }
    ok(await desk.call('PATCH', '/operator', { address: moved }))
    ok(await desk.call('PATCH', `/customers/${customer_id}`, { address: moved }))
    const addresses = ({ operator, customer }: { operator: { address: object }; customer: { address: object } }) => [
      operator.address,
      customer.address,
    ]
    expect(addresses(ok(await desk.call('GET', `/invoices/${number}`)))).toEqual([millAddress, schoolAddress])
    expect(addresses(ok(await desk.call('POST', `/invoices/${number}/credit`, { reason: 'Wrong.' })))).toEqual([
      millAddress,
      schoolAddress,
    ])
    expect(addresses(ok(await desk.invoice({ refs: [trip.ref] })))).toEqual([moved, moved])
  })

  test('saves the address for the next invoice of a customer, or uses the customer’s request', async () => {
    const desk = await portalClientOf(market, await market.operator('Gill Coaches'))
    await desk.registerForVat(vat)
    const customer_id = await desk.customer()
    const trip = await desk.booked({ terms: 'account' }, { customer: undefined, customer_id })
    ok(await desk.invoice({ refs: [trip.ref], customer: { address: schoolAddress } }))
    expect(ok(await desk.call('GET', `/customers/${customer_id}`)).address).toEqual(schoolAddress)

    const asking = await desk.booked()
    expect(ok(await desk.call('GET', `/bookings/${asking.ref}/invoice-request`))).toEqual({ requested_at: null, address: null })
    ok(await market.call('POST', '/customer/v1/trip/invoice-request', { token: asking.token, body: { address: schoolAddress } }))
    expect(ok(await desk.call('GET', `/bookings/${asking.ref}/invoice-request`))).toEqual({
      requested_at: expect.any(String),
      address: schoolAddress,
    })
    expect(ok(await desk.invoice({ refs: [asking.ref] })).customer.address).toEqual(schoolAddress)
  })

  test('prefers the address of the customer’s request to the saved address', async () => {
    const desk = await portalClientOf(market, await market.operator('Tarn Coaches'))
    await desk.registerForVat(vat)
    const customer_id = await desk.customer({ address: schoolAddress })
    const trip = await desk.booked({}, { customer: undefined, customer_id })
    const asked = { token: trip.token, body: { address: millAddress } }
    ok(await market.call('POST', '/customer/v1/trip/invoice-request', asked))
    expect(ok(await desk.call('GET', `/bookings/${trip.ref}/invoice-request`)).address).toEqual(millAddress)
    expect(ok(await desk.invoice({ refs: [trip.ref] })).customer.address).toEqual(millAddress)
  })
})

describe('monthly invoice of a customer', () => {
  test('selects departures in the operator’s time zone that are not yet invoiced', async () => {
    const customer_id = await office.customer({ account: { terms_days: 30, invoice: 'monthly' } })
    const on = async (departs_at: string) =>
      (await office.booked({ terms: 'account' }, { customer: undefined, customer_id, departs_at, returns_at: null })).ref
    await on('2027-05-31T22:59:59Z')
    const first = await on('2027-05-31T23:00:00Z')
    const alone = await on('2027-06-10T08:00:00Z')
    const last = await on('2027-06-30T22:59:59Z')
    const off = await on('2027-06-15T08:00:00Z')
    await on('2027-06-30T23:00:00Z')
    ok(await office.call('POST', `/bookings/${off}/cancel`, { reason: 'The coach has burnt down.' }))
    ok(await office.invoice({ refs: [alone] }))

    const june = { customer_id, month: '2027-06' }
    const made = ok(await office.invoice(june))
    expect(made.lines.map(({ ref }: { ref: string }) => ref)).toEqual([first, last])
    expect(made).toMatchObject({
      customer_id,
      customer: { name: 'Jo Field', organisation: 'Wharfedale School', email: 'jo@school.example' },
      gross_amount: 128_000,
      due_amount: 128_000,
      status: 'open',
    })
    const issued = Date.parse(`${made.issued_at.slice(0, 10)}T00:00:00Z`)
    expect(made.due_on).toBe(new Date(issued + 30 * 86_400_000).toISOString().slice(0, 10))
    const dueAt = ok(await dales.booking({ ref: first })).balance_due_at
    expect(Temporal.Instant.from(dueAt).toZonedDateTimeISO('Europe/London').toPlainDate().toString()).toBe(made.due_on)
    expect(statusAndCode(await office.invoice(june))).toBe('409 invalid_transition')
    const empty = await office.invoice({ customer_id, month: '2027-09' })
    expect([statusAndCode(empty), faultsOf(empty)]).toEqual(['422 validation_failed', ['month']])

    ok(await office.record({ ref: first }, { method: 'account', amount: 64_000 }))
    expect(ok(await office.call('GET', `/invoices/${made.number}`))).toMatchObject({ paid_amount: 64_000, due_amount: 64_000 })
  })

  test('rejects bookings of two saved customers', async () => {
    const [one, other] = [await office.customer(), await office.customer()]
    const of = (customer_id: number) => office.booked({ terms: 'account' }, { customer: undefined, customer_id })
    const refused = await office.invoice({ refs: [(await of(one)).ref, (await of(other)).ref] })
    expect([statusAndCode(refused), faultsOf(refused)]).toEqual(['422 validation_failed', ['refs.1']])
  })

  test('rejects bookings with different customer details when no customer is saved', async () => {
    const of = async (customer: object) => (await office.booked({ terms: 'cash' }, { customer })).ref
    const zoe = { name: 'Zoe Marsh', email: 'zoe@example.org' }
    const [first, second] = [await of(zoe), await of(zoe)]
    for (const customer of [
      { name: 'Yan Moor', email: 'yan@example.org' },
      { ...zoe, name: 'Yan Moor' },
      { ...zoe, organisation: 'Scouts' },
    ]) {
      const refused = await office.invoice({ refs: [first, await of(customer)] })
      expect([statusAndCode(refused), faultsOf(refused)]).toEqual(['422 validation_failed', ['refs.1']])
    }
    expect(ok(await office.invoice({ refs: [first, second] })).customer).toMatchObject(zoe)
  })
})

test('shows when the invoice was last emailed', async () => {
  await using other = await openMarket()
  const desk = await other.operator()
  const people = await portalClientOf(other, desk)
  const trip = await other.bookedTrip(desk, { departsIn: days(30) })
  const { number } = ok(await people.invoice({ refs: [trip.ref] }))
  await other.advanceTo(ok(await desk.booking(trip)).balance_due_at, -days(7) + 60)
  await other.server.dueTasksDone()
  const { sent_at, issued_at } = ok(await people.call('GET', `/invoices/${number}`))
  expect(Date.parse(sent_at)).toBeGreaterThan(Date.parse(issued_at))
  ok(await people.call('POST', `/invoices/${number}/credit`, { reason: 'The wrong price.' }))
  await other.advance(days(11))
  await other.server.dueTasksDone()
  // Later emails do not include the invoice.
  expect(ok(await people.call('GET', `/invoices/${number}`)).sent_at).toBe(sent_at)
})

describe('a credit note', () => {
  test('cancels an invoice under the next number, and allows a new invoice', async () => {
    const trip = await market.bookedTrip(dales)
    ok(await office.addExtra(trip))
    const invoice = ok(await office.invoice({ refs: [trip.ref] }))
    for (const reason of ['', 'ab', 'x'.repeat(501)]) {
      const refused = await office.call('POST', `/invoices/${invoice.number}/credit`, { reason })
      expect([statusAndCode(refused), faultsOf(refused)]).toEqual(['422 validation_failed', ['reason']])
    }
    const answer = await office.call('POST', `/invoices/${invoice.number}/credit`, { reason: 'The wrong price.' })
    expect(answer.status).toBe(201)
    const note = answer.data
    expect(Number(note.number)).toBe(Number(invoice.number) + 1)
    const [line] = invoice.lines
    expect(note).toMatchObject({
      credits: invoice.number,
      reason: 'The wrong price.',
      lines: [{ ...line, net_amount: -67_000, vat_amount: 0, gross_amount: -67_000 }],
      net_amount: -67_000,
      gross_amount: -67_000,
      paid_amount: 0,
      due_amount: 0,
    })
    const taken = ok(await office.call('GET', `/invoices/${invoice.number}`))
    expect(taken).toMatchObject({ status: 'credited', credited_by: note.number, due_amount: 0, gross_amount: 67_000 })
    for (const number of [invoice.number, note.number]) {
      expect(statusAndCode(await office.call('POST', `/invoices/${number}/credit`, { reason: 'Again.' }))).toBe(
        '409 invalid_transition',
      )
    }
    const reissued = ok(await office.invoice({ refs: [trip.ref] }))
    expect(Number(reissued.number)).toBe(Number(note.number) + 1)
    expect(reissued).toMatchObject({ status: 'open', paid_amount: 12_800 })
    expect(statusAndCode(await office.invoice({ refs: [trip.ref] }))).toBe('409 invalid_transition')
    const listed = ok(await office.call('GET', '/invoices?per_page=3')).map(({ number }: { number: string }) => number)
    expect(listed).toEqual([reissued.number, note.number, invoice.number])
  })

  test('restores the previous due date of an account booking', async () => {
    const customer_id = await office.customer({ account: { terms_days: 14, invoice: 'each' } })
    const trip = await office.booked({ terms: 'account' }, { customer: undefined, customer_id })
    const cash = await office.booked({ terms: 'cash' }, { customer: undefined, customer_id })
    const datesOf = async () => [ok(await dales.booking(trip)).balance_due_at, ok(await dales.booking(cash)).balance_due_at]
    const [before, departure] = await datesOf()
    const invoice = ok(await office.invoice({ refs: [trip.ref, cash.ref] }))
    const [invoiced] = await datesOf()
    expect(Date.parse(invoiced)).toBeLessThan(Date.parse(before))
    ok(await office.call('POST', `/invoices/${invoice.number}/credit`, { reason: 'Too early.' }))
    expect(await datesOf()).toEqual([before, departure])
    await market.advanceTo(invoiced, days(3) + 1)
    expect(ok(await dales.booking(trip)).balance_status).toBe('not_due')
  })
})

/** The numbers of an operator's invoices, in order. */
async function numbersOf(desk: PortalClient): Promise<number[]> {
  const { data, meta } = (await desk.call('GET', '/invoices?per_page=100')).json
  expect(meta.total).toBe(data.length)
  return data.map(({ number }: { number: string }) => Number(number)).reverse()
}

/** Repeats a request after a 503 under load. Nothing was written in that case. */
async function untilAnswered(ask: () => Promise<MarketAnswer>): Promise<MarketAnswer> {
  const answer = await ask()
  return answer.status === 503 ? untilAnswered(ask) : answer
}

/** Own trips that are booked for cash, one a day. */
async function booked(desk: PortalClient, count: number): Promise<CustomerClient[]> {
  const trips: CustomerClient[] = []
  for (const day of upTo(count)) trips.push(await desk.booked({ terms: 'cash' }, { departsIn: days(20 + day) }))
  return trips
}

const upTo = (last: number) => Array.from({ length: last }, (_, nth) => nth + 1)

test('numbers simultaneous invoices and credit notes without a gap', async () => {
  const lone = await market.operator('Lone Coaches')
  const desk = await portalClientOf(market, lone)
  const count = repetitions(50)
  const credited = repetitions(20)
  const trips = await booked(desk, count)
  const made = await Promise.all(trips.map(({ ref }) => untilAnswered(() => desk.invoice({ refs: [ref] }))))
  expect(made.map(({ status }) => status)).toEqual(trips.map(() => 201))
  expect(await numbersOf(desk)).toEqual(upTo(count))
  const [again] = await Promise.all([
    untilAnswered(() => desk.invoice({ refs: [trips[0]?.ref] })),
    ...made
      .slice(0, credited)
      .map(({ data }) => untilAnswered(() => desk.call('POST', `/invoices/${data.number}/credit`, { reason: 'Wrong.' }))),
  ])
  expect([201, 409]).toContain(again.status)
  expect(await numbersOf(desk)).toEqual(upTo(count + credited + (again.status === 201 ? 1 : 0)))
  const both = await Promise.all([1, 2].map(() => untilAnswered(() => desk.invoice({ refs: [trips[1]?.ref] }))))
  expect(both.map(statusAndCode).sort()).toEqual(['201', '409 invalid_transition'])
})

test('leaves no missing or duplicate invoice number after kill -9', async () => {
  await using alone = await openMarket({ isMute: true, isAlone: true })
  const desk = await portalClientOf(alone, await alone.operator())
  const trips = await booked(desk, repetitions(100))
  const invoiced = (ref: string) => untilAnswered(() => desk.invoice({ refs: [ref] }, `kill-${ref}`))
  const first = trips.map(({ ref }) => invoiced(ref).catch(() => null))
  await Promise.race(first)
  await alone.server.kill()
  const answered = await Promise.all(first)
  await alone.server.start()
  const left = await numbersOf(desk)
  expect(left).toEqual(upTo(left.length))
  const again = await Promise.all(trips.map(({ ref }) => invoiced(ref)))
  for (const [nth, answer] of again.entries()) {
    expect(answer.status).toBe(201)
    const before = answered[nth] ?? null
    if (before !== null) expect(answer.data.number).toBe(before.data.number)
  }
  expect(await numbersOf(desk)).toEqual(upTo(trips.length))
})

describe('invoice request', () => {
  const address = { lines: ['1 Low Road'], town: 'Ilkley', postcode: 'LS29 8HL', country: 'GB' }
  const request = (trip: CustomerClient, body: object = {}, key?: string) =>
    market.call('POST', '/customer/v1/trip/invoice-request', { token: trip.token, body, ...(key !== undefined && { key }) })
  const onBoard = async (trip: CustomerClient) =>
    ok(await office.call('GET', '/board')).needs_you.filter(
      ({ kind, ref }: { kind: string; ref: string }) => kind === 'invoice_requested' && ref === trip.ref,
    )

  test('is on the board until an invoice is issued, and can be repeated after a credit note', async () => {
    const trip = await market.bookedTrip(dales)
    expect(ok(await trip.readTrip()).booking).toMatchObject({ invoice: null, invoice_requested_at: null })
    const asked = await request(trip, { address })
    expect([asked.status, asked.data.booking.invoice_requested_at]).toEqual([202, expect.any(String)])
    expect(await onBoard(trip)).toMatchObject([
      {
        kind: 'invoice_requested',
        ref: trip.ref,
        subject: null,
        summary: `The customer of ${trip.ref} requests an invoice.`,
        due_at: null,
        severity: 'soon',
      },
    ])

    const { number } = ok(await office.invoice({ refs: [trip.ref] }))
    expect(await onBoard(trip)).toEqual([])
    const invoiced = { invoice: { number, issued_at: expect.any(String) }, invoice_requested_at: null }
    expect(ok(await trip.readTrip()).booking).toMatchObject(invoiced)
    const late = await request(trip)
    expect([late.status, late.data.booking]).toMatchObject([202, invoiced])
    expect(await onBoard(trip)).toEqual([])

    ok(await office.call('POST', `/invoices/${number}/credit`, { reason: 'The wrong name.' }))
    expect(ok(await trip.readTrip()).booking.invoice).toBeNull()
    expect((await request(trip)).status).toBe(202)
    expect(await onBoard(trip)).toHaveLength(1)
  })

  test('changes nothing the second time, with or without its key', async () => {
    const trip = await market.bookedTrip(dales)
    const key = crypto.randomUUID()
    const first = await request(trip, {}, key)
    await market.advance(60)
    const replay = await request(trip, {}, key)
    expect([replay.text, replay.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
    const { updated_at } = ok(await dales.booking(trip))
    const again = await request(trip, { address: null })
    expect(again.data.booking.invoice_requested_at).toBe(first.data.booking.invoice_requested_at)
    expect(ok(await dales.booking(trip)).updated_at).toBe(updated_at)
    expect(await onBoard(trip)).toHaveLength(1)
  })

  test('is rejected before booking and after cancellation, which removes it from the board', async () => {
    const open = await market.trip([dales])
    expect(statusAndCode(await request(open))).toBe('409 booking_not_confirmed')
    const trip = await market.bookedTrip(dales)
    expect((await request(trip)).status).toBe(202)
    ok(await trip.cancel('No.'))
    expect(await onBoard(trip)).toEqual([])
    expect(statusAndCode(await request(trip))).toBe('409 trip_cancelled')
  })

  test.each([
    [{ country: 'XX' }, 'address.country'],
    [{ country: 'UK' }, 'address.country'],
    [{ postcode: null }, 'address.postcode'],
    [{ postcode: 'LS29' }, 'address.postcode'],
    [{ lines: [] }, 'address.lines'],
    [{ lines: ['1', '2', '3', '4'] }, 'address.lines'],
    [{ lines: ['  '] }, 'address.lines.0'],
    [{ town: '' }, 'address.town'],
  ])('rejects an incomplete or invalid address: %j', async (differing, field) => {
    const trip = await market.bookedTrip(dales)
    const refused = await request(trip, { address: { ...address, ...differing } })
    expect([statusAndCode(refused), faultsOf(refused)]).toEqual(['422 validation_failed', [field]])
    expect(await onBoard(trip)).toEqual([])
  })
})
