import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { customerAmendmentClient } from '../support/amendment-clients.ts'
import { withStorageOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import {
  CustomerClient,
  days,
  type Market,
  type OperatorClient,
  ok,
  openMarket,
  quoteTerms,
  statusAndCode,
} from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { schoolAddress } from '../support/sample-addresses.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
let market: Market
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator()
  office = await portalClientOf(market, dales)
})

const show = (id: number) => office.call('GET', `/customers/${id}`)
const remove = (id: number) => office.call('DELETE', `/customers/${id}`)

describe('own customers', () => {
  test('creates, reads, changes and lists customers, newest first', async () => {
    const account = { terms_days: 30, po_required: true, invoice: 'monthly' }
    const body = {
      name: 'Jo Field',
      organisation: 'Wharfedale School',
      email: 'jo@school.example',
      phone: null,
      address: schoolAddress,
      account,
      notes: 'By post.',
    }
    const made = await office.call('POST', '/customers', body)
    expect(made.status).toBe(201)
    const { id } = made.data
    expect(made.data).toEqual({ id, ...body, created_at: expect.any(String), updated_at: expect.any(String) })
    expect(ok(await show(id))).toEqual(made.data)
    const changed = ok(await office.call('PATCH', `/customers/${id}`, { phone: '07700 900456', account: { terms_days: 0 } }))
    expect(changed).toMatchObject({
      ...body,
      phone: '07700 900456',
      account: { terms_days: 0, po_required: false, invoice: 'each' },
    })
    expect(ok(await office.call('PATCH', `/customers/${id}`, { account: null })).account).toBeNull()
    const bare = ok(await office.call('POST', '/customers', { name: 'Bo' }))
    expect(bare).toMatchObject({ organisation: null, email: null, phone: null, account: null, notes: null })
    const listed = ok(await office.call('GET', '/customers?per_page=2')).map((one: { id: number }) => one.id)
    expect(listed).toEqual([bare.id, id])
  })

  test('finds customers by phone number in any format, and by words of their name', async () => {
    const office = await portalClientOf(market, await market.operator('Moors Coaches'))
    const rival = await portalClientOf(market, await market.operator('Wolds Coaches'))
    const add = async (name: string, phone: string | null, fields = {}) =>
      ok(await office.call('POST', '/customers', { name, phone, ...fields })).id
    const abroad = await add('Zoë Straßer', '+44 (0)7700 900-456')
    const atHome = await add('Jo Field', '07700.900457', { organisation: 'Wharfedale School' })
    const phoneless = await add('Pct 100%', null)
    ok(await rival.call('POST', '/customers', { name: 'Jo Field', phone: '07700 900456' }))
    const found = async (q: string) => {
      const { data, json } = await office.call('GET', `/customers?q=${encodeURIComponent(q)}`)
      expect(json.meta.total).toBe(data.length)
      return data.map(({ id }: { id: number }) => id)
    }
    for (const q of ['07700 900456', '+447700900456', '0044 7700 900456', '900456']) expect(await found(q)).toEqual([abroad])
    expect(await found('07700 9004')).toEqual([atHome, abroad])
    for (const q of ['school jo', 'WHARFEDALE']) expect(await found(q)).toEqual([atHome])
    expect(await found('strasser zoe')).toEqual([abroad])
    expect(await found('100%')).toEqual([phoneless])
    for (const q of ['0777 77777', '__', 'Jo Straßer']) expect(await found(q)).toEqual([])
    expect(statusAndCode(await office.call('GET', '/customers?q=j'))).toBe('422 validation_failed')
  })

  test('rejects invalid fields, and customers of other operators', async () => {
    for (const [fields, at] of [
      [{ name: '' }, 'name'],
      [{ email: 'nowhere' }, 'email'],
      [{ notes: 'x'.repeat(2_001) }, 'notes'],
      [{ account: { terms_days: 91 } }, 'account.terms_days'],
      [{ account: { terms_days: 30, invoice: 'weekly' } }, 'account.invoice'],
    ] as const) {
      const refused = await office.call('POST', '/customers', { name: 'Bo', ...fields })
      expect([statusAndCode(refused), Object.keys(refused.json.error.fields)]).toEqual(['422 validation_failed', [at]])
    }
    const id = await office.customer()
    const rival = await portalClientOf(market, await market.operator('Wolds Coaches'))
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      expect(statusAndCode(await rival.call(method, `/customers/${id}`, body))).toBe('404 not_found')
    }
    expect(statusAndCode(await rival.enter({ customer: undefined, customer_id: id }))).toBe('422 validation_failed')
    expect(statusAndCode(await show(999_999))).toBe('404 not_found')
  })

  test('keeps the customer details of a trip when the saved customer changes', async () => {
    const id = await office.customer()
    const own = ok(await office.enter({ customer: undefined, customer_id: id }))
    const named = ok(await office.enter({ customer: { name: 'Ms Cook', phone: '07700 900457' }, customer_id: id }))
    ok(await office.call('PATCH', `/customers/${id}`, { name: 'Jo Meadow' }))
    const trip = async (ref: string) => ok(await office.call('GET', `/trips/${ref}`))
    expect(await trip(own.ref)).toMatchObject({
      customer_id: id,
      customer: { name: 'Jo Field', organisation: 'Wharfedale School' },
    })
    expect(await trip(named.ref)).toMatchObject({ customer_id: id, customer: { name: 'Ms Cook', email: null } })
    const bare = ok(await office.call('POST', '/customers', { name: 'Bo' }))
    const nowhere = await office.enter({ customer: undefined, customer_id: bare.id })
    expect(Object.keys(nowhere.json.error.fields)).toEqual(['customer.email'])
  })
})

describe('deletion of a customer', () => {
  const jo = { name: 'Josephine Quill', email: 'josephine@quill.example', phone: '07700 900321', organisation: 'Quill Rovers' }

  test('fails while a trip is ahead, or a payment or refund is due', async () => {
    const id = await office.customer(jo)
    const { ref, quote_id, customer_token } = ok(
      await office.enter({ customer: undefined, customer_id: id, quote: quoteTerms() }),
    )
    const refusal = async () => {
      const refused = await remove(id)
      return [statusAndCode(refused), refused.json.error.current_status]
    }
    expect(await refusal()).toEqual(['409 invalid_transition', 'open'])
    ok(await office.call('POST', `/jobs/${ref}/book`, { quote_id, terms: 'cash', agreed_by: 'phone' }))
    expect(await refusal()).toEqual(['409 invalid_transition', 'booked'])
    const { ends_at } = ok(await dales.booking({ ref }))
    await market.advanceTo(ends_at, 86_401)
    await eventually(async () => ok(await office.call('GET', `/trips/${ref}`)).status === 'completed')
    expect(statusAndCode(await remove(id))).toBe('409 invalid_transition')
    ok(await office.record({ ref }, { method: 'cash', amount: 64_000 }))
    const customer = new CustomerClient(market, ref, customer_token)
    expect(ok(await customer.readTrip()).status).toBe('completed')
    expect((await remove(id)).status).toBe(204)
    expect(statusAndCode(await remove(id))).toBe('404 not_found')

    const refunded = await office.customer(jo)
    const trip = await office.booked({ terms: 'cash' }, { customer: undefined, customer_id: refunded })
    ok(await office.record(trip, { method: 'cash', amount: 64_000 }))
    const called = ok(await office.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach has burnt down.' }))
    expect(statusAndCode(await remove(refunded))).toBe('409 invalid_transition')
    ok(await office.sent(trip, called.payments.at(-1).id))
    expect((await remove(refunded)).status).toBe(204)
  })

  test('removes the name except on invoices, closes the trip link and keeps the trip', async () => {
    const id = await office.customer({ ...jo, notes: 'Josephine pays late.' })
    const quote = { note: 'As Josephine Quill asked.', inclusions: ['driver'] }
    const asked = { customer: undefined, customer_id: id, departsIn: days(3), notes: 'Josephine Quill travels along.' }
    const trip = await office.booked(
      { terms: 'cash' },
      { ...asked, lead_passenger: { name: 'Josephine Quill', phone: jo.phone }, quote },
    )
    ok(await office.addExtra(trip, { note: 'Waited for Josephine Quill.' }))
    ok(await office.record(trip, { method: 'cash', amount: 67_000 }))
    const { number } = ok(await office.invoice({ refs: [trip.ref] }))
    for (const name of ['Wilhelmina Quill', 'Barnaby Quill']) {
      const changes = { lead_passenger: { name, phone: jo.phone }, notes: `Ask for ${name}, no longer for Wilhelmina Quill.` }
      const amendment = { changes, reason: `${name} rang.`, consent: 'given' }
      ok(await office.call('POST', `/bookings/${trip.ref}/amendments`, amendment))
    }
    const driverId = await dales.driver()
    ok(await dales.assign(trip, driverId, 'YX20 ABC', { report_place: 'At Josephine Quill’s gate' }))
    const mailed = () => market.server.mails().some(({ to, text }) => to === jo.email && text.includes(trip.ref))
    await eventually(mailed)
    const { ends_at } = ok(await dales.booking(trip))
    await market.advanceTo(ends_at, 86_401)
    await eventually(async () => ok(await office.call('GET', `/trips/${trip.ref}`)).status === 'completed')
    await eventually(async () => (await office.call('GET', `/messages?ref=${trip.ref}&status=queued`)).data.length === 0)
    const since = market.at(-1)

    expect((await remove(id)).status).toBe(204)

    expect(statusAndCode(await show(id))).toBe('404 not_found')
    expect(statusAndCode(await trip.readTrip())).toBe('401 unauthenticated')
    const name = `Former customer #${id}`
    const seen = await office.call('GET', `/trips/${trip.ref}`)
    expect(seen.data).toMatchObject({ customer: { name, email: null, phone: null, organisation: null }, lead_passenger: null })
    const booking = await dales.booking(trip)
    expect(booking.data).toMatchObject({ price_amount: 64_000, paid_amount: 67_000, extras: [{ note: 'Waited for [removed].' }] })
    expect(booking.data.amendments).toMatchObject([{ changes: {}, before: {}, reason: '[removed] rang.' }, { changes: {} }])
    expect(booking.data.duties).toMatchObject([{ report_place: expect.stringMatching(/^At \[removed\]/) }])
    for (const { text } of [seen, booking, await dales.job(trip), await office.call('GET', '/messages')]) {
      expect(text).not.toMatch(/Quill|quill|Acacia|900321|Wilhelmina|Barnaby/)
    }
    expect(ok(await dales.bookings(`?updated_since=${since}`)).map(({ ref }: { ref: string }) => ref)).toContain(trip.ref)
    expect(ok(await office.call('GET', `/invoices/${number}`)).customer).toMatchObject({ name: 'Josephine Quill' })
  })
})

test('leaves no trace of a deleted customer in the database file', async () => {
  await using alone = await openMarket({ isFile: true })
  const desk = await alone.operator()
  const front = await portalClientOf(alone, desk)
  const id = await front.customer({ name: 'Zebedee Quixano', email: 'zebedee@quixano.example', organisation: null, phone: null })
  const trip = await front.booked({ terms: 'cash', po_number: 'PO-QUIXANO' }, { customer: undefined, customer_id: id })
  ok(await front.record(trip, { method: 'cash', amount: 64_000, reference: 'QUIXANO MAY' }))
  const asked = { changes: { notes: 'For Quixano.' }, consent: 'ask' }
  const propose = async (reason: string) =>
    ok(await front.call('POST', `/bookings/${trip.ref}/amendments`, { ...asked, reason })).id
  const customer = customerAmendmentClient(trip)
  ok(await customer.decline(await propose('As Mr Quixano’s son said.'), { reason: 'The lad Zeb says no.' }))
  const requested = ok(await customer.wish({ notes: 'Slowly.' }, { message: 'My lad Zeb has the Quixano cough.' }))
  const declined = { reason: 'No driver for Quixano.' }
  ok(await front.call('POST', `/bookings/${trip.ref}/amendments/${requested.id}/decline`, declined))
  const called = ok(await front.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The party is off.' }))
  ok(await front.sent(trip, called.payments.at(-1).id, { reference: 'BACK TO QUIXANO' }))
  await eventually(async () => (await front.call('GET', `/messages?ref=${trip.ref}&status=queued`)).data.length === 0)
  expect((await front.call('DELETE', `/customers/${id}`)).status).toBe(204)
  const booking = await desk.booking(trip)
  expect(booking.text).not.toMatch(/quixano|Zeb/i)
  expect(booking.data).toMatchObject({ po_number: null, paid_amount: 0 })
  expect(booking.data.payments.map(({ reference }: { reference: string | null }) => reference)).toEqual([null, null])
  expect(booking.data.amendments).toMatchObject([
    { reason: expect.stringContaining('[removed]'), decline_reason: null },
    { reason: null, decline_reason: 'No driver for [removed].' },
  ])
  const isLeft = () =>
    ['charabanc.sqlite', 'charabanc.sqlite-wal'].some((file) => {
      try {
        return readFileSync(join(alone.server.dataDir, file), 'latin1').match(/quixano|lad Zeb/i) !== null
      } catch {
        return false
      }
    })
  await eventually(() => !isLeft())
  const left = await withStorageOf(alone.server.dataDir, (storage) =>
    storage.read(({ db, t }) => db.select({ name: t.ownCustomers.name }).from(t.ownCustomers)),
  )
  expect(left).toEqual([{ name: `Former customer #${id}` }])
})
