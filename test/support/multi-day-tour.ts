import { expect } from 'bun:test'
import { type DriverClient, signInDriver } from './driver-client.ts'
import { CustomerClient, type Market, type MarketAnswer, minutes, type OperatorClient, ok, openMarket } from './market.ts'
import { addSignedInPerson } from './people.ts'
import { millAddress } from './sample-addresses.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads any response
export type ShownBody = any

const school = { label: 'Rookwood School', kind: 'school', locality: 'Leeds', postcode: 'LS8 1AA' }
const hostel = { label: 'Castle Hostel', kind: 'hotel', locality: 'Edinburgh', postcode: 'EH1 2PW' }
const castle = { label: 'Stirling Castle', kind: 'venue', locality: 'Stirling', postcode: 'FK8 1EJ' }

/** Out on the first day, to Stirling and back on the second, home on the third. */
const legs = [
  { pickup: school, dropoff: hostel, departs_at: '2027-05-12T06:30:00Z', driving_seconds: 16_200 },
  { pickup: hostel, dropoff: castle, departs_at: '2027-05-13T08:30:00Z', driving_seconds: 3_600 },
  { pickup: castle, dropoff: hostel, departs_at: '2027-05-13T15:30:00Z', driving_seconds: 3_600 },
  { pickup: hostel, dropoff: school, departs_at: '2027-05-14T08:00:00Z', driving_seconds: 16_200 },
]

const ruthsMail = 'ruth@rookwood.example'
const ruthsPhone = '07700 900151'
const patsPhone = '07700 900111'
const mailOf = (name: string) => `${name}@dales.example`

/** A tour as its operator and customers see it while it is sold, changed, driven and paid for. */
class Tour implements AsyncDisposable {
  /** The messages that the portal has shown so far, by id: it deletes them after a week. */
  readonly #queued = new Map<number, ShownBody>()

  constructor(
    readonly market: Market,
    readonly dales: OperatorClient,
    /** The person in the office: token and address. */
    readonly jo: { readonly token: string; readonly email: string },
    /** The customer who ordered the tour. */
    readonly ruth: CustomerClient,
  ) {}

  /** Makes a request of the office to the portal. */
  office(method: string, path: string, body?: unknown): Promise<MarketAnswer> {
    return this.market.call(method, `/portal/v1${path}`, { token: this.jo.token, ...(body !== undefined && { body }) })
  }

  /** Makes a change of the booking as the office. */
  change(path: string, body: unknown): Promise<MarketAnswer> {
    return this.office('POST', `/bookings/${this.ruth.ref}/${path}`, body)
  }

  async booking(): Promise<ShownBody> {
    return ok(await this.dales.booking(this.ruth))
  }

  async customersTrip(): Promise<ShownBody> {
    return ok(await this.ruth.readTrip())
  }

  async platformsTrip(): Promise<ShownBody> {
    return ok(await this.market.platform('GET', `/trips/${this.ruth.ref}`))
  }

  /** The job as it was offered, byte for byte. */
  async job(): Promise<string> {
    return (await this.dales.job(this.ruth)).text
  }

  /** The occupations of each coach between two instants. */
  async takenBy(from: string, to: string): Promise<Record<string, string[]>> {
    const { vehicles } = ok(await this.office('GET', `/availability?from=${from}&to=${to}&seats=35`))
    return Object.fromEntries(
      vehicles.map(({ registration, busy }: ShownBody) => [
        registration,
        busy.map(({ what, ref, kind }: ShownBody) => `${what} ${ref ?? kind}`),
      ]),
    )
  }

  /** Waits for all due tasks, and records the messages so far. */
  async settle(): Promise<void> {
    await this.market.server.dueTasksDone()
    for (const message of ok(await this.office('GET', `/messages?ref=${this.ruth.ref}&per_page=100`))) {
      this.#queued.set(message.id, message)
    }
  }

  /** Advances the clock to this instant. */
  async until(instant: string): Promise<void> {
    await this.settle()
    await this.market.advanceTo(instant)
    await this.settle()
  }

  /** Each driver in turn reports these steps of a leg, a minute apart. */
  async drive(leg: number, cabs: readonly DriverClient[], steps: readonly string[]): Promise<void> {
    for (const step of steps) {
      for (const cab of cabs) {
        ok(await cab.report(this.ruth, step, { leg }))
        await this.settle()
        await this.market.advance(minutes(1))
      }
    }
  }

  /**
   * Every message that was sent, by its reader and in order: what it is about, and its subject or, for an SMS, its words. The
   * portal lists exactly these; messages that stayed queued had expired before they were due.
   */
  async messages(): Promise<Record<string, string[]>> {
    await this.settle()
    const mails = this.market.server.mails().toSorted((one, other) => one.id - other.id)
    const listed = [...this.#queued.values()].filter(({ status }) => status !== 'queued').map(({ id }) => id)
    expect(mails.map(({ id }) => id)).toEqual(listed.sort((one, other) => one - other))
    const told: Record<string, string[]> = {}
    for (const { id, to, subject, text } of mails) {
      const { topic, status, to: masked } = this.#queued.get(id)
      expect([status, masked]).toEqual(['sent', maskedAddress(to)])
      const reader = this.#readerOf(to)
      const words = (subject || text.trim()).replaceAll(this.ruth.ref, 'TR')
      told[reader] ??= []
      told[reader].push(`${topic}: ${words.replace(/ (Accept:|Your trip:|See the job:|See your jobs:|Questions\?).*/s, '')}`)
    }
    return told
  }

  #readerOf(address: string): string {
    const readers: Record<string, string> = {
      [this.jo.email]: 'Jo of the office',
      [ruthsMail]: 'Ruth of the school',
      [ruthsPhone]: 'Ruth by SMS',
      [patsPhone]: 'Pat',
      [mailOf('sam')]: 'Sam',
      [mailOf('lee')]: 'Lee',
      [mailOf('kim')]: 'Kim',
    }
    return readers[address] ?? address
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.market[Symbol.asyncDispose]()
  }
}

/** An address as the portal shows it. */
function maskedAddress(address: string): string {
  return address.includes('@') ? address.replace(/^(.)[^@]*/, '$1…') : `…${address.slice(-4)}`
}

/**
 * A coach operator with three coaches, four drivers and a person in the office, and a school that requests a tour of Scotland.
 */
export async function openMultiDayTour() {
  const market = await openMarket()
  try {
    return await crewed(market)
  } catch (fault) {
    await market[Symbol.asyncDispose]()
    throw fault
  }
}

async function crewed(market: Market) {
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const jo = await addSignedInPerson(market, dales.ref)
  const { ref, customer_token } = ok(await market.platform('POST', '/trips', wish(dales)))
  const tour = new Tour(market, dales, jo, new CustomerClient(market, ref, customer_token))
  await market.server.dueTasksDone()

  const vat = { number: 'GB123456789', standard_rate_bps: 2_000 }
  ok(await tour.office('PATCH', '/operator', { address: millAddress, settings: { vat } }))
  const coach = async (registration: string, type: string, seats: number) => {
    const { id } = ok(await tour.office('POST', '/vehicles', { registration, type, seats }))
    return { id, registration, named: { type, count: 1, seats, vehicle_id: id } }
  }
  return {
    tour,
    large: await coach('YX21 AAA', 'coach_53', 53),
    small: await coach('YX22 BBB', 'midicoach_35', 35),
    spare: await coach('YX23 CCC', 'midicoach_35', 35),
    pat: await signInDriver(dales, { name: 'Pat Moss', phone: patsPhone }),
    sam: await signInDriver(dales, { name: 'Sam Reed', email: mailOf('sam') }),
    lee: await signInDriver(dales, { name: 'Lee Fox', email: mailOf('lee') }),
    kim: await signInDriver(dales, { name: 'Kim Low', email: mailOf('kim') }),
  }
}

function wish({ ref }: OperatorClient): object {
  return {
    customer: { name: 'Ruth Adeyemi', organisation: 'Rookwood School', email: ruthsMail, phone: ruthsPhone },
    trip_type: 'multi_day',
    purpose: 'school',
    pickup: school,
    dropoff: hostel,
    departs_at: '2027-05-12T06:30:00Z',
    returns_at: '2027-05-14T08:00:00Z',
    legs,
    timezone: 'Europe/London',
    passenger_count: 84,
    quote_by: '2027-03-09T17:00:00Z',
    offer_to: [ref],
  }
}
