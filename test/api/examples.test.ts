import { expect, test } from 'bun:test'
import { toInstant } from '../../src/domain/instant.ts'
import { printedSetupToken } from '../support/first-run.ts'
import { type CustomerClient, days, hours, type Market, type OperatorClient, ok, openMarket } from '../support/market.ts'
import { addSignedInPerson, codeIn, messagesTo } from '../support/people.ts'
import { type Anything, operations } from './document.ts'

type Facts = Readonly<Record<string, unknown>>

interface RequestOptions {
  readonly token?: string
  /** Parameters of the path. */
  readonly params?: Anything
  /** Values that the example has and the document cannot know: refs, ids, tokens and codes. */
  readonly known?: Facts
}

/** Sends the examples of requests from the server's current document. */
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

  /** Reads the document again after time has passed. */
  async readAgain(): Promise<void> {
    this.paths = await pathsOn(this.market)
  }

  of(name: string): Anything {
    const [method = '', path = ''] = name.split(' ')
    return this.paths[path][method.toLowerCase()].requestBody.content['application/json'].example
  }

  async send(name: string, { token, params = {}, known = {} }: RequestOptions = {}): Promise<Anything> {
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

/** Sends the examples of the first run, on a server without an operator. */
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

/** Sends the examples of an operator's settings. */
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

/** Sends the examples of vehicles and drivers, and returns the signed-in driver and the vehicle. */
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

/** Sends the examples from a trip to its offers. */
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

/** A booked trip of the example, with these differences. */
async function booked(examples: Examples, dales: OperatorClient, differing: Facts = {}): Promise<CustomerClient> {
  const { customer: _, ...trip } = examples.of('POST /platform/v1/trips')
  return examples.market.bookedTrip(dales, { ...trip, quote_by: undefined, offer_to: [dales.ref], ...differing })
}

/** Sends the examples of money, papers and amendments. */
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
      // The amendment was applied, so the trip is restored for the next amendment.
      if (answer === 'apply') await restoreNotes(market, office, ref)
    }
    for (const answer of ['decline', 'accept']) {
      const { id } = await examples.send(`POST ${road}`, who)
      await examples.send(`POST /customer/v1/trip/amendments/{id}/${answer}`, { token: customer, params: { id } })
    }
    await restoreNotes(market, office, ref)
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

async function restoreNotes(market: Market, token: string, ref: string): Promise<void> {
  const changes = { notes: 'Year 5 with four teachers.' }
  const body = { changes, reason: 'As it was.', consent: 'given' }
  ok(await market.call('POST', `/portal/v1/bookings/${ref}/amendments`, { token, body }))
}

/** Sends the examples of own trips. */
async function sendOfOwnTrips(examples: Examples, dales: OperatorClient, office: string): Promise<void> {
  const own = { token: office, params: await examples.send('POST /portal/v1/trips', { token: office }) }
  await examples.send('POST /portal/v1/trips/{ref}/customer-link', own)
  await examples.send('POST /portal/v1/trips/{ref}/copy', own)
  const { ref } = own.params
  const quoteId = await dales.makeQuote({ ref }, { availability: 'confirmed' })
  await examples.send('POST /portal/v1/jobs/{ref}/book', { ...own, known: { quote_id: quoteId } })
}

/**
 * Sends the examples of a driver's day.
 * The trips depart on the day of the document's progress example, two weeks ahead, and return after it.
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

/** Sends the examples of payouts: a late cancellation leaves money to pay out. */
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

/** Examples that a client cannot bring about, with the reason. */
const unsent = ['POST /portal/v1/payments/{id}/settled-by-hand: a card payment of which no one knows how it ended']

test("are all accepted by the server that shows them, with the example's trip", async () => {
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

test('name a vehicle of a quote by type only, as no fleet vehicle exists', () => {
  const quote = operations.find(({ name }) => name === 'POST /api/v1/jobs/{ref}/quote')?.operation
  expect(Object.keys(quote.requestBody.content['application/json'].example.vehicles[0])).not.toContain('vehicle_id')
})

test('say that updated_since is inclusive', () => {
  const descriptions = operations.flatMap(({ operation }) =>
    operation.parameters.filter(({ name }: Anything) => name === 'updated_since').map(({ description }: Anything) => description),
  )
  expect(descriptions.length).toBeGreaterThan(2)
  for (const one of descriptions) expect(one).toContain('at this instant or later')
})
