import { type Ability, abilities } from '../../src/domain/ability.ts'
import { toInstant, toSpokenDay } from '../../src/domain/instant.ts'
import { addPerson, mintKey, personLinkToken } from './admin-commands.ts'
import { nodeCount } from './postgres.ts'
import { type SandboxLedgerEntry, sandboxLedgerOf } from './sandbox-ledger.ts'
import { type Server, startServer } from './server.ts'

/** An answer; `data` and `code` are the parts of the body that tests read most. */
export interface MarketAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any response
  readonly json: any
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any response
  readonly data: any
  readonly code: string | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: tests send values that no type allows
type Fields = Record<string, any>

interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  /** The value of `Idempotency-Key`. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const minutes = (count: number) => count * 60
export const hours = (count: number) => count * 3_600
export const days = (count: number) => count * 86_400

/** Sandbox cards by their behaviour. */
export const goodCard = 'pm_card_visa'
export const declinedCard = 'pm_card_chargeDeclined'
export const securedCard = 'pm_card_authenticationRequired'
export const absentCard = 'pm_card_chargeCustomerFail'

/** The `data` of an answer that must have succeeded. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads any response
export function ok(answer: MarketAnswer): any {
  if (answer.status >= 200 && answer.status < 300) return answer.data
  throw new Error(`expected a success, but heard ${answer.status}: ${answer.text}`)
}

/** An answer in one line: `200`, or `409 quote_locked`. */
export function statusAndCode(answer: MarketAnswer): string {
  return answer.code === undefined ? `${answer.status}` : `${answer.status} ${answer.code}`
}

/** The usual terms of a quote, with the given differences. */
export function quoteTerms(differing: Fields = {}): Fields {
  const vehicles = [{ type: 'coach_49', count: 1, seats: 49 }]
  return { price_amount: 64_000, currency_code: 'GBP', availability: 'likely', vehicles, ...differing }
}

interface MarketWishes {
  /** The customers' payments; test money by default. */
  readonly payments?: 'sandbox' | 'manual' | 'stripe'
  /** Whether only the executable opens the database. */
  readonly isAlone?: boolean
  /** Whether it uses a SQLite file even if the tests run on PostgreSQL, since the test is about that file. */
  readonly isFile?: boolean
  /**
   * Whether it sends no email and no SMS, for tests that read none: the papers of a booking's email cost more than the booking.
   */
  readonly isMute?: boolean
  /** The number of nodes on PostgreSQL, each request going to the next; by default as many as the tests run on. */
  readonly nodes?: number
  /** Settings beside those of every market: no rate limits, the clock of test mode. */
  readonly env?: Readonly<Record<string, string>>
}

export const noRateLimits = Object.fromEntries(
  'READ QUOTE_WRITE WRITE DRIVER_READ DRIVER_WRITE LOCATIONS PORTAL PLATFORM CUSTOMER SIGN_IN EXCHANGE ENQUIRY FEED'
    .split(' ')
    .map((name) => [`CHARABANC_LIMIT_${name}`, 'off']),
)

/** A Tuesday morning in winter: a test sees the same whenever it runs. */
const morning = Date.UTC(2027, 2, 2, 8)

/** Starts the executable with a marketplace and without rate limits: `await using market = await openMarket()`. */
export async function openMarket({
  payments = 'sandbox',
  isAlone = false,
  isFile = false,
  isMute = false,
  nodes = nodeCount,
  env = {},
}: MarketWishes = {}): Promise<Market> {
  const mute = isMute ? { CHARABANC_MAIL_DIR: '' } : {}
  const settings = { ...noRateLimits, ...mute, CHARABANC_PAYMENTS: payments, ...env }
  const server = await startServer({ env: settings, startsAt: morning, isAlone, isFile, nodes, isLaidOut: true })
  try {
    return new Market(server, await mintKey(server, null))
  } catch (fault) {
    await server[Symbol.asyncDispose]()
    throw fault
  }
}

/** A running server, the platform that enters trips, and the clock of test mode. */
export class Market implements AsyncDisposable {
  constructor(
    readonly server: Server,
    readonly platformToken: string,
  ) {}

  /** Makes any request; a body is sent as JSON. */
  async call(method: string, path: string, { token, body, key, headers = {} }: CallOptions = {}): Promise<MarketAnswer> {
    const response = await this.server.fetch(path, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isFile = /^(application\/pdf|text\/(csv|calendar))/.test(response.headers.get('content-type') ?? '')
    const json = text === '' || isFile ? null : JSON.parse(text)
    return { status: response.status, headers: response.headers, text, json, data: json?.data, code: json?.error?.code }
  }

  /** Makes a request of the platform: `market.platform('POST', '/trips', body)`. */
  platform(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, options: CallOptions = {}): Promise<MarketAnswer> {
    return this.call(method, `/platform/v1${path}`, {
      token: this.platformToken,
      ...(body !== undefined && { body }),
      ...options,
    })
  }

  /** Opens an account with a key that has all abilities, or only the named ones. */
  async operator(name = 'Dales Coaches', fields: Fields = {}, can: readonly Ability[] = abilities): Promise<OperatorClient> {
    const account = { name, currency_code: 'GBP', timezone: 'Europe/London', commission_bps: 1000, ...fields }
    const { operator_ref: ref } = ok(await this.platform('POST', '/operators', account))
    return new OperatorClient(this, ref, await this.key(ref, can))
  }

  /** Adds a person to an operator's account and signs them in; returns their device's token. */
  async personToken({ ref }: { readonly ref: string }, role: 'admin' | 'dispatcher' | 'accounts' = 'admin'): Promise<string> {
    const email = `${crypto.randomUUID()}@example.org`
    await addPerson(this.server, ref, { email, name: 'Jo Bloggs', role })
    const token = await personLinkToken(this.server, email)
    return ok(await this.call('POST', '/api/v1/auth/exchange', { body: { token, device_name: 'Desk' } })).token
  }

  /** Mints a key for an operator. */
  key(ref: string, can: readonly Ability[] = abilities): Promise<string> {
    return mintKey(this.server, ref, can)
  }

  /** Enters a trip that is offered to these operators: to York and back in 60 days, with the given differences. */
  async trip(offerTo: readonly OperatorClient[], { departsIn = days(60), ...fields }: Fields = {}): Promise<CustomerClient> {
    const body = {
      customer: { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123' },
      pickup: { label: 'Leeds Town Hall', kind: 'venue', locality: 'Leeds', postcode: 'LS1 3AD' },
      dropoff: { label: 'York Minster', kind: 'venue', locality: 'York', postcode: 'YO1 7HH' },
      departs_at: this.at(departsIn),
      returns_at: this.at(departsIn + hours(9)),
      passenger_count: 45,
      quote_by: this.at(Math.min(departsIn / 2, days(20))),
      offer_to: offerTo.map(({ ref }) => ref),
      ...fields,
    }
    const { ref, customer_token: token } = ok(await this.#insist('/trips', body))
    return new CustomerClient(this, ref, token)
  }

  /** Repeats a call under the same key while a busy storage answers 503, as any client would; a minute at most. */
  async #insist(path: string, body: unknown): Promise<MarketAnswer> {
    const key = crypto.randomUUID()
    const giveUpAt = performance.now() + 60_000
    for (;;) {
      const answer = await this.platform('POST', path, body, { key })
      if (answer.status !== 503 || performance.now() > giveUpAt) return answer
      await Bun.sleep(Number(answer.headers.get('Retry-After')) * 1_000)
    }
  }

  /** A trip with a booking request for this operator's likely quote. */
  async requestedTrip(operator: OperatorClient, fields: Fields = {}, card = goodCard): Promise<CustomerClient> {
    const customer = await this.trip([operator], fields)
    ok(await customer.request(await operator.makeQuote(customer), card))
    return customer
  }

  /** A trip that this operator has won, with its deposit paid. */
  async bookedTrip(operator: OperatorClient, fields: Fields = {}, card = goodCard): Promise<CustomerClient> {
    const customer = await this.trip([operator], fields)
    ok(await customer.book(await operator.makeQuote(customer, { availability: 'confirmed' }), card))
    return customer
  }

  /** A trip with a deposit due by a transfer that has not arrived, after a booking or a confirmed request. */
  async transferTrip(operator: OperatorClient, road: 'book' | 'confirm'): Promise<CustomerClient> {
    const trip = await this.trip([operator])
    const quoteId = await operator.makeQuote(trip, { availability: road === 'book' ? 'confirmed' : 'likely' })
    if (road === 'book') ok(await trip.book(quoteId, 'bank_transfer'))
    else {
      ok(await trip.request(quoteId, 'bank_transfer'))
      ok(await operator.confirm(trip))
    }
    return trip
  }

  /** Every charge and refund that the test money provider has entered. */
  ledger(): SandboxLedgerEntry[] {
    return sandboxLedgerOf(this.server.dataDir).entries()
  }

  /** The server's time in milliseconds. */
  now(): number {
    return this.server.now()
  }

  /** An instant this many seconds from the server's now, as the API writes it. */
  at(seconds: number): string {
    return toInstant(this.now() + seconds * 1_000)
  }

  /** The day of an instant in London as messages write it: `Sat 1 May`. */
  spokenDay(instant: string): string {
    return toSpokenDay(Date.parse(instant), 'Europe/London', this.now())
  }

  /** Advances the clock to this many seconds after an instant of the API: `await market.advanceTo(quote.valid_until, 1)`. */
  advanceTo(instant: string, thenSeconds = 0): Promise<void> {
    return this.advance(Math.ceil((Date.parse(instant) - this.now()) / 1_000) + thenSeconds)
  }

  /** Advances the clock by this many seconds: `await market.advance(days(3))`. */
  advance(seconds: number): Promise<void> {
    return this.server.advance(seconds)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.server[Symbol.asyncDispose]()
  }
}

/** An operator's integration: one key, and its calls about jobs and bookings. */
export class OperatorClient {
  constructor(
    readonly market: Market,
    readonly ref: string,
    readonly token: string,
  ) {}

  get(path: string): Promise<MarketAnswer> {
    return this.market.call('GET', `/api/v1${path}`, { token: this.token })
  }

  post(path: string, body?: unknown, options: CallOptions = {}): Promise<MarketAnswer> {
    return this.market.call('POST', `/api/v1${path}`, { token: this.token, ...(body !== undefined && { body }), ...options })
  }

  job({ ref }: { readonly ref: string }): Promise<MarketAnswer> {
    return this.get(`/jobs/${ref}`)
  }

  jobs(query = ''): Promise<MarketAnswer> {
    return this.get(`/jobs${query}`)
  }

  quote({ ref }: { readonly ref: string }, differing: Fields = {}, options: CallOptions = {}): Promise<MarketAnswer> {
    return this.post(`/jobs/${ref}/quote`, quoteTerms(differing), options)
  }

  /** Makes a quote and returns its id. */
  async makeQuote(trip: { readonly ref: string }, differing: Fields = {}): Promise<number> {
    return ok(await this.quote(trip, differing)).my_quote.id
  }

  withdraw({ ref }: { readonly ref: string }, options: CallOptions = {}): Promise<MarketAnswer> {
    return this.post(`/jobs/${ref}/withdraw`, undefined, options)
  }

  decline({ ref }: { readonly ref: string }, why: Fields = {}): Promise<MarketAnswer> {
    return this.post(`/jobs/${ref}/decline`, why)
  }

  unconfirm({ ref }: { readonly ref: string }): Promise<MarketAnswer> {
    return this.post(`/jobs/${ref}/unconfirm`)
  }

  confirm({ ref }: { readonly ref: string }, options: CallOptions = {}): Promise<MarketAnswer> {
    return this.post(`/jobs/${ref}/confirm-booking-request`, undefined, options)
  }

  reject({ ref }: { readonly ref: string }, why: Fields = { reason: 'The coach is in the workshop.' }): Promise<MarketAnswer> {
    return this.post(`/jobs/${ref}/reject-booking-request`, why)
  }

  booking({ ref }: { readonly ref: string }): Promise<MarketAnswer> {
    return this.get(`/bookings/${ref}`)
  }

  bookings(query = ''): Promise<MarketAnswer> {
    return this.get(`/bookings${query}`)
  }

  payouts(query = ''): Promise<MarketAnswer> {
    return this.get(`/payouts${query}`)
  }

  /** Adds a driver to the roster and returns their id. */
  async driver(fields: Fields = {}): Promise<number> {
    return ok(await this.post('/drivers', { name: 'Pat Moss', ...fields })).id
  }

  assign(
    { ref }: { readonly ref: string },
    driverId: unknown,
    vehicleReg: unknown = 'YX20 ABC',
    more: Fields = {},
  ): Promise<MarketAnswer> {
    return this.post(`/bookings/${ref}/driver`, { driver_id: driverId, vehicle_reg: vehicleReg, ...more })
  }
}

/** The customer who requests the coach, with the link to their one trip. */
export class CustomerClient {
  constructor(
    readonly market: Market,
    readonly ref: string,
    readonly token: string,
  ) {}

  readTrip(): Promise<MarketAnswer> {
    return this.market.call('GET', '/customer/v1/trip', { token: this.token })
  }

  post(task: string, body: unknown = {}, options: CallOptions = {}): Promise<MarketAnswer> {
    return this.market.call('POST', `/customer/v1/trip/${task}`, { token: this.token, body, ...options })
  }

  request(quoteId: unknown, card = goodCard, options: CallOptions = {}): Promise<MarketAnswer> {
    return this.post('request-booking', { quote_id: quoteId, payment_method: card }, options)
  }

  book(quoteId: unknown, card = goodCard, options: CallOptions = {}): Promise<MarketAnswer> {
    return this.post('book', { quote_id: quoteId, payment_method: card }, options)
  }

  /** Pays the amount due, with the saved card unless another is named. */
  pay(card: string | null = null, options: CallOptions = {}): Promise<MarketAnswer> {
    return this.post('pay', card === null ? {} : { payment_method: card }, options)
  }

  cancelRequest(): Promise<MarketAnswer> {
    return this.post('cancel-request')
  }

  cancel(reason = 'The party is off.'): Promise<MarketAnswer> {
    return this.post('cancel', { reason })
  }
}
