import { expect, test } from 'bun:test'
import { toInstant } from '../../src/domain/instant.ts'
import { printedSetupToken } from '../support/first-run.ts'
import { type CustomerClient, days, hours, type Market, type OperatorClient, ok, openMarket } from '../support/market.ts'
import { addSignedInPerson, codeIn, messagesTo } from '../support/people.ts'
import { type Anything, operations } from './document.ts'

type Facts = Readonly<Record<string, unknown>>

interface Wish {
  readonly token?: string
  /** What stands in the path. */
  readonly params?: Anything
  /** What no document can know and the example names all the same: refs, ids, tokens and codes. */
  readonly known?: Facts
}

/** Sends the examples of requests as the server's own document has them when they are sent. */
class Examples {
  readonly sent = new Set<string>()
  readonly refused: string[] = []

  private constructor(
    readonly market: Market,
    private paths: Anything,
  ) {}

  static async of(market: Market): Promise<Examples> {
    return new Examples(market, await pathsOn(market))
  }

  /** Time has passed, and the document is read again. */
  async readAgain(): Promise<void> {
    this.paths = await pathsOn(this.market)
  }

  of(name: string): Anything {
    const [method = '', path = ''] = name.split(' ')
    return this.paths[path][method.toLowerCase()].requestBody.content['application/json'].example
  }

  async send(name: string, { token, params = {}, known = {} }: Wish = {}): Promise<Anything> {
    const [method = '', template = ''] = name.split(' ')
    const example = this.of(name)
    expect([name, ...Object.keys(example)]).toEqual(expect.arrayContaining([name, ...Object.keys(known)]))
    const path = template.replace(/\{(\w+)\}/g, (_, part: string) => String(params[part]))
    const answer = await this.market.call(method, path, { ...(token && { token }), body: { ...example, ...known } })
    this.sent.add(name)
    if (answer.status >= 300) this.refused.push(`${name}: ${answer.status} ${answer.text}`)
    return answer.data
  }
}

async function pathsOn(market: Market): Promise<Anything> {
  return ((await (await market.server.fetch('/openapi.json')).json()) as Anything).paths
}

/** A server for its one operator, from the first run on. */
async function sendOnFirstRun(examples: Examples): Promise<void> {
  const { market } = examples
  const setup = { token: printedSetupToken(market.server) }
  await examples.send('POST /portal/setup/mail-test', setup)
  const { sign_in_token } = await examples.send('POST /portal/setup/finish', setup)
  await examples.send('POST /customer/v1/enquiries')
  const { token } = await examples.send('POST /api/v1/auth/exchange', { known: { token: sign_in_token } })
  await examples.send('POST /portal/v1/mail-server/test', { token })
  await examples.send('PUT /portal/v1/mail-server', { token })
}

/** What an operator keeps and how it likes things done. */
async function sendOfTheOffice(examples: Examples, dales: OperatorClient, token: string): Promise<void> {
  await examples.send('POST /portal/v1/keys', { token })
  const { id: userId } = await examples.send('POST /portal/v1/users', { token })
  await examples.send('PATCH /portal/v1/users/{id}', { token, params: { id: userId } })
  await examples.send('PUT /portal/v1/notifications', { token })
  await examples.send('PUT /portal/v1/brand', { token })
  await examples.send('PUT /portal/v1/wording', { token })
  await examples.send('PATCH /portal/v1/operator', { token })
  await examples.send('POST /portal/v1/switch', { token, known: { operator_ref: dales.ref } })
  await examples.send('POST /portal/v1/feeds', { token })
  const { id: customerId } = await examples.send('POST /portal/v1/customers', { token })
  await examples.send('PATCH /portal/v1/customers/{id}', { token, params: { id: customerId } })
  await examples.send('POST /api/v1/webhooks', { token: dales.token })
  await examples.send('POST /api/v1/auth/link')
}

/** The coach and the driver of the example, who is signed in. */
async function sendOfTheDepot(examples: Examples, dales: OperatorClient, token: string) {
  const { market } = examples
  const { id: vehicleId } = await examples.send('POST /portal/v1/vehicles', { token })
  await examples.send('PATCH /portal/v1/vehicles/{id}', { token, params: { id: vehicleId } })
  const block = await examples.send('POST /portal/v1/blocks', { token, known: { vehicle_id: vehicleId } })
  await examples.send('PATCH /portal/v1/blocks/{id}', { token, params: block, known: { vehicle_id: vehicleId } })
  ok(await market.call('DELETE', `/portal/v1/blocks/${block.id}`, { token }))
  const pat = await examples.send('POST /api/v1/drivers', { token: dales.token })
  await examples.send('PATCH /portal/v1/drivers/{id}', { token, params: { id: pat.id } })
  await examples.send('POST /api/v1/driver/auth/code')
  const [sms] = await messagesTo(market.server, pat.phone)
  const { token: cab } = await examples.send('POST /api/v1/driver/auth/verify', { known: { code: codeIn(sms?.text ?? '') } })
  await examples.send('PATCH /api/v1/driver/me', { token: cab })
  await examples.send('PUT /api/v1/driver/push-token', { token: cab })
  await examples.send('PUT /api/v1/driver/privacy/consents', { token: cab })
  return { cab, driver_id: pat.id, vehicle_id: vehicleId }
}

/** From the wish for a coach to what becomes of an offer. */
async function sendOfTrading(examples: Examples, dales: OperatorClient, rival: OperatorClient): Promise<void> {
  const { market } = examples
  const { platformToken: token } = market
  const account = await examples.send('POST /platform/v1/operators', { token })
  await examples.send('PATCH /platform/v1/operators/{ref}', { token, params: { ref: account.operator_ref } })
  const params = await examples.send('POST /platform/v1/trips', { token, known: { offer_to: [dales.ref] } })
  const { ref, customer_token: customer } = params
  await examples.send('POST /platform/v1/trips/{ref}/offers', { token, params, known: { offer_to: [rival.ref] } })
  await examples.send('POST /platform/v1/trips/{ref}/customer-link', { token, params })
  await examples.send('POST /customer/v1/link', { known: { ref } })
  await examples.send('POST /api/v1/jobs/{ref}/decline', { token: rival.token, params })

  const quoting = { token: dales.token, params }
  const quoted = async () => ({ quote_id: (await examples.send('POST /api/v1/jobs/{ref}/quote', quoting)).my_quote.id })
  await quoted()
  ok(await dales.quote({ ref }, { availability: 'confirmed' }))
  await examples.send('POST /api/v1/jobs/{ref}/unconfirm', quoting)
  await examples.send('POST /api/v1/jobs/{ref}/withdraw', quoting)
  await examples.send('POST /customer/v1/trip/request-booking', { token: customer, known: await quoted() })
  await examples.send('POST /api/v1/jobs/{ref}/reject-booking-request', quoting)
  await quoted()
  await examples.send('POST /platform/v1/trips/{ref}/cancel', { token, params })
}

/** The trip of the example, booked, but for what differs. */
async function booked(examples: Examples, dales: OperatorClient, differing: Facts = {}): Promise<CustomerClient> {
  const { customer: _, ...trip } = examples.of('POST /platform/v1/trips')
  return examples.market.bookedTrip(dales, { ...trip, quote_by: undefined, offer_to: [dales.ref], ...differing })
}

/** Money, papers and changes of what is booked. */
async function sendOfBookings(examples: Examples, dales: OperatorClient, office: string): Promise<void> {
  const { market } = examples
  const { platformToken: platform } = market
  const trip = await booked(examples, dales)
  const { ref, token: customer } = trip
  const [here, there] = [
    { token: office, params: { ref } },
    { token: platform, params: { ref } },
  ]
  const { payments } = await examples.send('POST /portal/v1/bookings/{ref}/payments', here)
  const cash = { ...here, params: { ref, id: payments.at(-1).id } }
  await examples.send('POST /portal/v1/bookings/{ref}/payments/{id}/reverse', cash)
  await examples.send('POST /platform/v1/trips/{ref}/payments', there)
  await examples.send('POST /portal/v1/bookings/{ref}/extras', here)
  await examples.send('POST /customer/v1/trip/invoice-request', { token: customer })
  const { number } = await examples.send('POST /portal/v1/invoices', { token: office, known: { refs: [ref] } })
  await examples.send('POST /portal/v1/invoices/{number}/credit', { token: office, params: { number } })

  await examples.send('POST /portal/v1/bookings/{ref}/amendments/preview', here)
  for (const [road, who] of [
    ['/portal/v1/bookings/{ref}/amendments', here],
    ['/platform/v1/trips/{ref}/amendments', there],
  ] as const) {
    for (const answer of ['apply', 'decline']) {
      const { id } = await examples.send('POST /customer/v1/trip/amendments', { token: customer })
      await examples.send(`POST ${road}/{id}/${answer}`, { ...who, params: { ref, id } })
      // What was wished for is so now, and the next one wishes it back.
      if (answer === 'apply') await asItWas(market, office, ref)
    }
    for (const answer of ['decline', 'accept']) {
      const { id } = await examples.send(`POST ${road}`, who)
      await examples.send(`POST /customer/v1/trip/amendments/{id}/${answer}`, { token: customer, params: { id } })
    }
    await asItWas(market, office, ref)
  }
  await examples.send('POST /customer/v1/trip/pay', { token: customer })
  await examples.send('POST /customer/v1/trip/cancel', { token: customer })
  const { payments: after } = ok(await dales.booking(trip))
  const owed = after.find(({ kind, method }: Anything) => kind === 'refund' && method === 'bank_transfer')
  await examples.send('POST /portal/v1/bookings/{ref}/payments/{id}/sent', { ...here, params: { ref, id: owed.id } })
  const another = await market.trip([dales])
  const quoteId = await dales.makeQuote(another, { availability: 'confirmed' })
  await examples.send('POST /customer/v1/trip/book', { token: another.token, known: { quote_id: quoteId } })
  await examples.send('POST /portal/v1/bookings/{ref}/cancel', { token: office, params: another })
}

async function asItWas(market: Market, token: string, ref: string): Promise<void> {
  const changes = { notes: 'Year 5 with four teachers.' }
  const body = { changes, reason: 'As it was.', consent: 'given' }
  ok(await market.call('POST', `/portal/v1/bookings/${ref}/amendments`, { token, body }))
}

/** Customers of the operator's own. */
async function sendOfOwnTrips(examples: Examples, dales: OperatorClient, office: string): Promise<void> {
  const own = { token: office, params: await examples.send('POST /portal/v1/trips', { token: office }) }
  await examples.send('POST /portal/v1/trips/{ref}/customer-link', own)
  await examples.send('POST /portal/v1/trips/{ref}/copy', own)
  const { ref } = own.params
  const quoteId = await dales.makeQuote({ ref }, { availability: 'confirmed' })
  await examples.send('POST /portal/v1/jobs/{ref}/book', { ...own, known: { quote_id: quoteId } })
}

/**
 * What happens on the road. The trips leave on the day of which the document says two weeks later that it is over, and bring the group
 * back after that.
 */
async function sendOfTheRoad(
  examples: Examples,
  dales: OperatorClient,
  office: string,
  { cab, ...crew }: { cab: string; driver_id: number; vehicle_id: number },
): Promise<void> {
  const { market } = examples
  const laterDays = 14
  const happened = Date.parse(examples.of('POST /api/v1/driver/trips/{ref}/progress').occurred_at) + days(laterDays) * 1_000
  const after = (seconds: number) => toInstant(happened + seconds * 1_000)
  const trips: CustomerClient[] = []
  for (const back of [hours(8), days(laterDays), days(laterDays), days(laterDays)]) {
    const trip = await booked(examples, dales, { departs_at: after(hours(2)), returns_at: after(back) })
    await examples.send('POST /api/v1/bookings/{ref}/driver', { token: dales.token, params: trip, known: crew })
    trips.push(trip)
  }
  const [over, given, taken, byOffice] = trips as [CustomerClient, CustomerClient, CustomerClient, CustomerClient]
  await examples.send('POST /api/v1/driver/trips/{ref}/decline', { token: cab, params: given })
  await market.advance(days(laterDays))
  await examples.readAgain()

  const onBoard = { token: cab, params: taken }
  await examples.send('POST /api/v1/driver/vehicle-checks', onBoard)
  await examples.send('POST /api/v1/driver/trips/{ref}/progress', onBoard)
  await examples.send('POST /portal/v1/bookings/{ref}/progress', { token: office, params: byOffice })
  await examples.send('POST /api/v1/driver/locations', onBoard)
  const incident = await examples.send('POST /api/v1/driver/trips/{ref}/incidents', onBoard)
  await examples.send('PATCH /portal/v1/incidents/{id}', { token: office, params: incident })
  await examples.send('POST /customer/v1/trip/lost-property', { token: over.token })

  const items = [{ code: 'horn', result: 'defect', severity: 'minor' }]
  const body = { ...examples.of('POST /api/v1/driver/vehicle-checks'), items }
  const worn = ok(await market.call('POST', '/api/v1/driver/vehicle-checks', { token: cab, body }))
  await examples.send('POST /portal/v1/vehicle-checks/{id}/resolve', { token: office, params: worn })
  await examples.send('POST /api/v1/driver/privacy/erasure', onBoard)
}

/** What is kept of a trip that is called off late is to be paid out. */
async function sendOfPayouts(examples: Examples, dales: OperatorClient): Promise<void> {
  const { market } = examples
  const ids: number[] = []
  for (let count = 0; count < 2; count++) {
    const trip = await market.bookedTrip(dales, { departsIn: days(3) })
    ok(await trip.cancel())
    ids.push(ok(await dales.booking(trip)).payout.id)
  }
  const [id] = ids
  await examples.send('POST /platform/v1/payouts/{id}', { token: market.platformToken, params: { id } })
  await examples.send('POST /platform/v1/payouts/batch', { token: market.platformToken, known: { ids } })
}

/** Needs what cannot be brought about from outside, with why. */
const unsent = ['POST /portal/v1/payments/{id}/settled-by-hand: a card payment of which no one knows how it ended']

test('every example of a request is taken by the server that shows it, on the trip of the example', async () => {
  await using alone = await openMarket()
  await using market = await openMarket()
  const examples = await Examples.of(market)
  const first = await Examples.of(alone)
  await sendOnFirstRun(first)

  const dales = await market.operator('Dales Coaches')
  const rival = await market.operator('Rival Travel')
  const { token: office } = await addSignedInPerson(market, dales.ref)
  await sendOfTheOffice(examples, dales, office)
  const crew = await sendOfTheDepot(examples, dales, office)
  await sendOfTrading(examples, dales, rival)
  await sendOfBookings(examples, dales, office)
  await sendOfOwnTrips(examples, dales, office)
  await sendOfPayouts(examples, dales)
  await sendOfTheRoad(examples, dales, office, crew)

  expect([...first.refused, ...examples.refused]).toEqual([])
  const shown = operations.filter(({ operation }) => operation.requestBody !== undefined).map(({ name }) => name)
  const known = [...first.sent, ...examples.sent, ...unsent.map((line) => line.split(': ')[0])]
  expect(shown.filter((name) => !known.includes(name))).toEqual([])
})

test('no example names what is not there: whether it is shown or sent, a quote names its coach by kind alone', () => {
  const quote = operations.find(({ name }) => name === 'POST /api/v1/jobs/{ref}/quote')?.operation
  expect(Object.keys(quote.requestBody.content['application/json'].example.vehicles[0])).not.toContain('vehicle_id')
})

test('a parameter that asks for what has changed says that it is inclusive', () => {
  const said = operations.flatMap(({ operation }) =>
    operation.parameters.filter(({ name }: Anything) => name === 'updated_since').map(({ description }: Anything) => description),
  )
  expect(said.length).toBeGreaterThan(2)
  for (const one of said) expect(one).toContain('inclusive')
})
