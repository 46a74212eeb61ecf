import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type Answer,
  type Customer,
  declinedCard,
  inShort,
  type Market,
  type OperatorDesk,
  ok,
  openMarket,
  terms,
} from '../support/market.ts'

let market: Market
let dales: OperatorDesk
let rival: OperatorDesk

beforeAll(async () => {
  market = await openMarket()
  dales = await market.operator('Dales Coaches')
  rival = await market.operator('Rival Travel')
})

afterAll(() => market[Symbol.asyncDispose]())

const customer = {
  name: 'Dr Zebedee Quartermaine',
  email: 'zeb.q@quartermaine.example',
  phone: '+44 7700 900321',
  organisation: 'Quartermaine Widgets Ltd',
}
const lead = { name: 'Philippa Ockenden', phone: '07700 900654' }

const telling = `Ask Mr Quartermaine (ZEBEDEE QUARTERMAINE, 07700 900321, 0044-7700-900-321, zeb.q@quartermaine.example,
  www.quartermaine.example/party) or Philippa Ockenden on 07700900654. Quartermaine Widgets Ltd pays. Mind the low bridge.`

/** A trip whose customer wrote who they are into every field that takes words. */
function tellingTrip(): object {
  const place = (label: string, kind: string) => ({
    label: `${label} of Zebedee Quartermaine`,
    kind,
    locality: 'Leeds',
    access_note: telling,
  })
  const stop = { kind: 'visit', place: place('Works', 'venue'), note: telling, waiting_minutes: 15 }
  return {
    customer,
    lead_passenger: lead,
    pickup: { ...place('Home', 'residential'), address_lines: ['14 Acacia Avenue'], postcode: 'LS6 2AB' },
    dropoff: place('Quartermaine Widgets Ltd, seat', 'office'),
    returns_at: null,
    legs: [
      {
        kind: 'transfer',
        pickup: place('Home', 'residential'),
        dropoff: place('Seat', 'office'),
        departs_at: market.at(60 * 86_400),
        stops: [stop],
      },
    ],
    luggage: { suitcases: 2, oversized: ['The harp of Philippa Ockenden'], note: telling },
    accessibility: { wheelchair_spaces: 1, note: telling },
    notes: telling,
  }
}

/** Whatever tells the customer from anybody else, in words or in digits. */
function mustNotTell(text: string): void {
  expect(text).not.toMatch(/quartermaine|zebedee|zeb\.q|ockenden|philippa|acacia|LS6 2AB/i)
  expect(text.replace(/\D/g, '')).not.toMatch(/7700900321|7700900654/)
}

describe('before the deal nobody hears who the customer is', () => {
  test('in a job, in the inbox, and in whatever is answered to a quote, also in a refusal', async () => {
    const trip = await market.trip([dales, rival], tellingTrip())
    const heard: Answer[] = []
    const hear = async (answer: Promise<Answer>) => {
      const told = await answer
      heard.push(told)
      return told
    }
    const look = async () => {
      await hear(dales.job(trip))
      for (const filter of ['all', 'fresh', 'quoted', 'closing', 'expired'])
        await hear(dales.jobs(`?filter=${filter}&per_page=100`))
    }

    await look()
    await hear(dales.withdraw(trip))
    await hear(dales.confirm(trip))
    await hear(dales.decline(trip))
    await hear(dales.quote(trip, { price_amount: 'Quarter' }))
    const { my_quote: quote } = ok(await hear(dales.quote(trip)))
    await look()
    ok(await trip.request(quote.id, declinedCard))
    await look()
    await hear(dales.quote(trip))
    await hear(dales.decline(trip))
    expect(inShort(await hear(dales.confirm(trip)))).toBe('409 deposit_charge_failed')
    ok(await hear(dales.reject(trip)))
    await hear(dales.unconfirm(trip))
    const again = ok(await hear(dales.quote(trip, { availability: 'confirmed' }))).my_quote
    ok(await hear(dales.unconfirm(trip)))
    ok(await trip.request(again.id))
    await hear(dales.assign(trip, 1))
    await hear(dales.booking(trip))
    ok(await hear(dales.confirm(trip)))
    await look()
    await hear(dales.payouts())
    await hear(rival.job(trip))
    await hear(rival.booking(trip))

    for (const { text } of heard) mustNotTell(text)
    const seen = heard.map(inShort)
    for (const answer of ['200', '404 not_found', '422 validation_failed', '409 no_live_quote', '409 quote_locked']) {
      expect(seen).toContain(answer)
    }

    const job = ok(await dales.job(trip))
    expect(job.notes).toContain('[removed]')
    expect(job.notes).toContain('Mind the low bridge.')
  })

  test('and after it only the booking itself tells, in full', async () => {
    const trip = await market.bookedTrip(dales, tellingTrip())
    const detail = ok(await dales.booking(trip))
    expect(detail).toMatchObject({ customer, lead_passenger: lead, notes: telling })
    expect(detail.pickup).toMatchObject({ postcode: 'LS6 2AB', access_note: telling })
    mustNotTell((await dales.job(trip)).text)
  })

  test('nor does the log of the server, nor any token', async () => {
    const trip = await market.bookedTrip(dales, tellingTrip())
    ok(await dales.booking(trip))
    ok(await trip.look())
    const log = market.server.stderr + market.server.stdout
    expect(log).toContain('answered')
    mustNotTell(log)
    for (const token of [dales.token, trip.token, market.platformToken]) expect(log).not.toContain(token)
  })

  test('an operator who lost, declined or saw it cancelled still reads the job, masked', async () => {
    const lost = await market.trip([dales, rival], tellingTrip())
    ok(await lost.book(await rival.quoteId(lost, { availability: 'confirmed' })))
    const cancelled = await market.trip([dales], tellingTrip())
    ok(await cancelled.cancel('Zebedee Quartermaine is ill'))
    for (const trip of [lost, cancelled]) mustNotTell((await dales.job(trip)).text)
  })
})

describe('what is somebody else’s does not exist', () => {
  /** Every endpoint under the operator's address that names one thing, how it is called, and what it names. */
  const endpoints: [string, string, 'ref' | 'driver' | 'webhook' | 'device', object?][] = [
    ['GET', '/api/v1/jobs/{ref}', 'ref'],
    ['POST', '/api/v1/jobs/{ref}/quote', 'ref', terms()],
    ['POST', '/api/v1/jobs/{ref}/withdraw', 'ref', {}],
    ['POST', '/api/v1/jobs/{ref}/decline', 'ref', {}],
    ['POST', '/api/v1/jobs/{ref}/unconfirm', 'ref', {}],
    ['POST', '/api/v1/jobs/{ref}/confirm-booking-request', 'ref', {}],
    ['POST', '/api/v1/jobs/{ref}/reject-booking-request', 'ref', { reason: 'Sorry, no.' }],
    ['GET', '/api/v1/bookings/{ref}', 'ref'],
    ['POST', '/api/v1/bookings/{ref}/driver', 'ref', { driver_id: 1, vehicle_reg: 'A1' }],
    ['POST', '/api/v1/drivers/{id}/reinvite', 'driver', {}],
    ['DELETE', '/api/v1/webhooks/{id}', 'webhook'],
    ['GET', '/api/v1/webhooks/{id}/deliveries', 'webhook'],
    ['DELETE', '/api/v1/auth/devices/{id}', 'device'],
  ]

  const absent = { ref: 'TR-ZZZZZZ', driver: '999999', webhook: '999999', device: '999999' }
  const foreign = { ...absent }
  let token: string

  beforeAll(async () => {
    const booked = await market.bookedTrip(rival)
    foreign.ref = booked.ref
    foreign.driver = String(await rival.driver({ email: 'sam@example.org' }))
    const hook = { label: 'Rival', endpoint_url: 'https://hooks.example.com/in', events: ['job.offered'] }
    foreign.webhook = String(ok(await rival.post('/webhooks', hook)).id)
    const theirs = await market.person(rival)
    foreign.device = String(ok(await market.call('GET', '/api/v1/auth/devices', { token: theirs }))[0].id)
    token = await market.person(dales)
  })

  const pathFor = (path: string, id: string) => path.replace(/\{\w+\}/, id)

  const comparable = ({ status, text, headers }: Answer) => ({
    status,
    text,
    type: headers.get('content-type'),
    length: headers.get('content-length'),
  })

  for (const [method, path, names, body] of endpoints) {
    test(`${method} ${path}`, async () => {
      const wishes = { token: path.includes('/auth/') ? token : dales.token, ...(body !== undefined && { body }) }
      const theirs = await market.call(method, pathFor(path, foreign[names]), wishes)
      const nobodys = await market.call(method, pathFor(path, absent[names]), wishes)
      expect(inShort(nobodys)).toBe('404 not_found')
      expect(comparable(theirs)).toEqual(comparable(nobodys))
    })
  }

  test('and no such endpoint is forgotten here', async () => {
    const { paths } = (await market.call('GET', '/openapi.json')).json
    const documented = Object.entries<Record<string, { tags: string[] }>>(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { tags }]) => path.includes('{') && path.startsWith('/api/v1/') && tags.includes('Operator'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    expect(documented.sort()).toEqual(endpoints.map(([method, path]) => `${method} ${path}`).sort())
  })

  test('a customer’s link says nothing of another trip’s quotes', async () => {
    const [mine, theirs]: Customer[] = [await market.trip([dales]), await market.trip([dales])]
    if (!mine || !theirs) throw new Error('two trips were entered')
    const quoteId = await dales.quoteId(theirs, { availability: 'confirmed' })
    for (const deed of ['book', 'request'] as const) {
      expect(comparable(await mine[deed](quoteId))).toEqual(comparable(await mine[deed](999_999)))
    }
  })
})
