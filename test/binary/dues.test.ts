import { describe, expect, test } from 'bun:test'
import { days, declinedCard, type MarketAnswer, ok, statusAndCode } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

const dueDayOf = ({ ref, due_at }: { ref: string; due_at: string }) => ({ ref, due_at })

const refs = ({ data }: MarketAnswer) => data.map(({ ref }: { ref: string }) => ref)

async function openOffice(settings = {}) {
  const market = await openShared()
  const dales = await market.operator()
  const token = await market.personToken(dales)
  const portal = (method: string, path: string, body?: unknown) =>
    market.call(method, `/portal/v1${path}`, { token, ...(body !== undefined && { body }) })
  ok(await portal('PATCH', '/operator', { settings: { charge_balance: false, ...settings } }))
  return { market, dales, token, portal }
}

/** Recounts the bookings with an amount due. */
async function recountDues({ market, dales }: Awaited<ReturnType<typeof openOffice>>) {
  await market.server.dueTasksDone()
  const bookings = ok(await dales.bookings('?status=all&per_page=100'))
  return bookings.filter(({ due_amount }: { due_amount: number }) => due_amount > 0)
}

describe('the list of dues', () => {
  test('shows each booking with an amount due, its customer and due date, earliest first', async () => {
    const office = await openOffice()
    const { market, dales, portal } = office
    const later = await market.bookedTrip(dales, { departsIn: days(60) })
    const sooner = await market.bookedTrip(dales, {
      departsIn: days(30),
      customer: { name: '=<b>Bob</b>', email: 'bob@example.org' },
    })
    const paid = await market.bookedTrip(dales)
    ok(await paid.pay())
    ok(await (await market.bookedTrip(dales)).cancel())

    const before = await portal('GET', '/dues')

    expect(refs(before)).toEqual([sooner.ref, later.ref])
    expect(before.json.meta.total).toBe((await recountDues(office)).length)
    const { price_amount, paid_amount, due_amount, balance_due_at, ...booking } = ok(await dales.booking(sooner))
    expect(before.data[0]).toEqual({
      ref: sooner.ref,
      summary: booking.summary,
      customer: { name: '=<b>Bob</b>', organisation: null, email: 'bob@example.org', phone: null },
      departs_at: booking.departs_at,
      timezone: 'Europe/London',
      due_at: balance_due_at,
      due_on: balance_due_at.slice(0, 10),
      days_over: 0,
      price_amount,
      paid_amount,
      due_amount,
      balance_status: 'not_due',
      currency_code: 'GBP',
      terms: null,
      last_reminder_at: null,
    })

    await market.advanceTo(balance_due_at, days(5))
    await market.server.dueTasksDone()
    const [after] = ok(await portal('GET', '/dues'))
    expect(after).toMatchObject({ ref: sooner.ref, balance_status: 'overdue', days_over: 5 })
    ok(
      await portal('POST', `/bookings/${sooner.ref}/payments`, {
        kind: 'balance',
        method: 'cash',
        amount: due_amount,
        currency_code: 'GBP',
      }),
    )
    expect(refs(await portal('GET', '/dues'))).toEqual([later.ref])
  })

  test('shows the time of the last reminder to the customer', async () => {
    const { market, dales, portal } = await openOffice()
    const trip = await market.bookedTrip(dales, { departsIn: days(30) })
    await market.advanceTo(ok(await dales.booking(trip)).balance_due_at, -days(7) + 60)
    await market.server.dueTasksDone()
    const [{ last_reminder_at: first }] = ok(await portal('GET', '/dues'))
    expect(Date.parse(first)).toBeLessThanOrEqual(market.now())
    await market.advance(days(11))
    await market.server.dueTasksDone()
    const [{ last_reminder_at: again }] = ok(await portal('GET', '/dues'))
    expect(Date.parse(again)).toBeGreaterThan(Date.parse(first))
  })

  test('can be filtered by balance status, and matches the bookings and the board', async () => {
    const office = await openOffice()
    const { market, dales, portal } = office
    for (const departsIn of [days(16), days(18), days(20), days(40)]) await market.bookedTrip(dales, { departsIn })
    const finished = await market.bookedTrip(dales, { departsIn: days(2) })
    ok(await portal('POST', `/bookings/${finished.ref}/extras`, { kind: 'parking', amount: 500 }))
    for (const passed of [0, 2, 1, 1, 1, 1]) {
      await market.advance(days(passed))
      const bookings = await recountDues(office)
      for (const status of ['overdue', 'due', 'not_due']) {
        const expected = bookings.filter(({ balance_status }: { balance_status: string }) => balance_status === status)
        const listed = await portal('GET', `/dues?status=${status}`)
        expect(refs(listed).sort()).toEqual(expected.map(({ ref }: { ref: string }) => ref).sort())
        expect(listed.data.every(({ balance_status }: { balance_status: string }) => balance_status === status)).toBe(true)
      }
      // The board shows the same count and the same due dates.
      const overdue = await portal('GET', '/dues?status=overdue')
      const { counts, needs_you } = ok(await portal('GET', '/board'))
      expect(counts.overdue).toBe(overdue.json.meta.total)
      const lines = needs_you.filter(({ kind }: { kind: string }) => kind === 'balance_overdue')
      expect(lines.map(dueDayOf)).toEqual(overdue.data.map(dueDayOf))
    }
    const pages = [await portal('GET', '/dues?per_page=2'), await portal('GET', '/dues?per_page=2&page=2')]
    expect(pages.flatMap(refs)).toEqual(refs(await portal('GET', '/dues')).slice(0, 4))
    expect(statusAndCode(await portal('GET', '/dues?status=paid'))).toBe('422 validation_failed')
  })
})

describe('the list of payments', () => {
  test('shows each payment with its trip and recorder, newest first', async () => {
    const { market, dales, portal } = await openOffice()
    const ann = await market.bookedTrip(dales)
    await market.advance(60)
    const cash = { kind: 'balance', method: 'cash', amount: 1_000, currency_code: 'GBP', reference: '=1+1' }
    ok(await portal('POST', `/bookings/${ann.ref}/payments`, cash))
    await market.advance(60)
    const bob = await market.bookedTrip(dales, { customer: { name: 'Bob', email: 'bob@example.org' } })
    ok(await bob.cancel())
    await market.server.dueTasksDone()
    // Neither a declined charge without a booking nor a payment of another operator is listed.
    const open = await market.trip([dales])
    await open.book(await dales.makeQuote(open, { availability: 'confirmed' }), declinedCard)
    await market.bookedTrip(await market.operator('Moors Coaches'))

    const listed = await portal('GET', '/payments')

    const books = await Promise.all(
      [ann, bob].map(async ({ ref }) =>
        ok(await dales.booking({ ref })).payments.map(({ consent: _, ...one }: { consent: null }) => ({ ref, ...one })),
      ),
    )
    const newestFirst = books.flat().sort((one, other) => other.id - one.id)
    expect(listed.data).toMatchObject(newestFirst)
    expect(listed.json.meta.total).toBe(newestFirst.length)
    const recorded = listed.data.find(({ method }: { method: string }) => method === 'cash')
    expect(recorded).toMatchObject({ customer_name: 'Ann Smith', reference: '=1+1', recorded_by: 'Jo Bloggs', status: 'cleared' })
    ok(await portal('POST', `/bookings/${ann.ref}/payments/${recorded.id}/reverse`, { reason: 'It bounced.' }))

    const asked = async (query: string) => (await portal('GET', `/payments${query}`)).data.map(({ id }: { id: number }) => id)
    const after = ok(await portal('GET', '/payments'))
    for (const method of ['card', 'cash', 'cheque'])
      for (const status of ['pending', 'cleared', 'failed', 'reversed']) {
        const those = after.filter((one: { method: string; status: string }) => one.method === method && one.status === status)
        expect(await asked(`?method=${method}&status=${status}`)).toEqual(those.map(({ id }: { id: number }) => id))
      }
    expect(await asked('?status=reversed')).toEqual([recorded.id])
    expect(await asked('?method=cash')).toEqual([recorded.id])
  })

  test('covers days in the operator’s time zone, the last 90 by default', async () => {
    const { market, dales, portal } = await openOffice()
    const trip = await market.bookedTrip(dales, { departsIn: days(300) })
    const today = market.at(0).slice(0, 10)
    const total = async (query: string) => (await portal('GET', `/payments${query}`)).json.meta.total
    expect(await total(`?from=${today}&to=${today}`)).toBe(1)
    expect(await total(`?to=${market.at(-days(1)).slice(0, 10)}`)).toBe(0)
    await market.advance(days(91))
    expect([await total(''), await total(`?from=${today}`)]).toEqual([0, 1])
    expect(ok(await dales.booking(trip)).payments).toHaveLength(1)
    const refused = async (query: string) => {
      const answer = await portal('GET', `/payments${query}`)
      return [statusAndCode(answer), ...Object.keys(answer.json.error?.fields ?? {})]
    }
    expect(await refused('?from=2027-01-02&to=2027-01-01')).toEqual(['422 validation_failed', 'to'])
    expect(await refused('?from=2025-01-01&to=2027-01-01')).toEqual(['422 validation_failed', 'to'])
    expect(await refused('?status=lost')).toEqual(['422 validation_failed', 'status'])
    expect(await refused('?method=gold')).toEqual(['422 validation_failed', 'method'])
  })
})

test('shows dues and payments to every role of the operator, and none of another operator', async () => {
  const { market, dales } = await openOffice()
  await market.bookedTrip(dales)
  const total = async (token: string, path: string) => {
    const answer = await market.call('GET', `/portal/v1/${path}`, { token })
    return ok(answer).length
  }
  for (const path of ['dues', 'payments']) {
    for (const role of ['admin', 'dispatcher', 'accounts'] as const) {
      expect(await total(await market.personToken(dales, role), path)).toBe(1)
    }
    expect(await total(await market.personToken(await market.operator('Moors Coaches')), path)).toBe(0)
  }
})
