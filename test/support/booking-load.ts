import type { ConcurrentCallers } from './concurrent-callers.ts'
import { days, goodCard, type Market, type MarketAnswer, ok, quoteTerms } from './market.ts'
import type { NodeRotation } from './node-rotation.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** Asks the shared database; counts are numbers. */
type Ask = <T>(query: string) => Promise<T[]>

/** The trips with successful answers, by ref. */
interface Promised {
  readonly offered: Set<string>
  readonly quoted: Set<string>
  readonly booked: Set<string>
}

/**
 * Customers who each request a coach, receive a quote and book it by card. Every call goes to the next node, under a key, and is
 * repeated until it is answered.
 */
export async function openBookingLoad(rotation: NodeRotation, receiver: WebhookReceiver) {
  const { first } = rotation
  const dales = await first.operator()
  await receiver.subscribe(dales, '/in', ['job.offered', 'booking.confirmed'])
  const promised: Promised = { offered: new Set(), quoted: new Set(), booked: new Set() }
  const wish = {
    customer: { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123' },
    pickup: { label: 'Leeds Town Hall', kind: 'venue' },
    dropoff: { label: 'York Minster', kind: 'venue' },
    departs_at: first.at(days(60)),
    passenger_count: 45,
    offer_to: [dales.ref],
  }

  return {
    promised,
    /** The life of one caller: one customer after another, each from the request to the booking. */
    lifeOf(callers: ConcurrentCallers) {
      const lot = crypto.randomUUID()
      const insist = async (what: string, call: (at: Market) => Promise<MarketAnswer>) =>
        ok(await callers.callUntilAnswered(what, () => rotation.call(call)))
      return async (turn: string): Promise<void> => {
        const key = `${lot}-${turn}`
        const { ref, customer_token: customer } = await insist('trip', (at) => at.platform('POST', '/trips', wish, { key }))
        promised.offered.add(ref)
        const quoting = { token: dales.token, key, body: quoteTerms({ availability: 'confirmed' }) }
        const { my_quote: quote } = await insist('quote', (at) => at.call('POST', `/api/v1/jobs/${ref}/quote`, quoting))
        promised.quoted.add(ref)
        const paying = { token: customer, key, body: { quote_id: quote.id, payment_method: goodCard } }
        await insist('book', (at) => at.call('POST', '/customer/v1/trip/book', paying))
        promised.booked.add(ref)
        await insist('inbox', (at) => at.call('GET', '/api/v1/jobs', { token: dales.token }))
      }
    },
    /** Whether every pending delivery has arrived. */
    async settled(ask: Ask): Promise<boolean> {
      return (await ask("select 1 from webhook_deliveries where status = 'pending'")).length === 0
    },
    /** Lists each broken promise, a line each; empty if all promises were kept. */
    async broken(ask: Ask): Promise<string[]> {
      const refs = async (query: string) => (await ask<{ ref: string }>(query)).map(({ ref }) => ref)
      const trips = await refs('select ref from trips')
      const quotes = await refs('select ref from quotes join trips on trips.id = trip_id')
      const bookings = await refs(
        "select trips.ref from bookings join trips on trips.id = trip_id where bookings.status = 'active'",
      )
      const charges = await refs(
        `select trips.ref from sandbox_ledger join payments on payments.provider_key = sandbox_ledger.key
           join trips on trips.id = payments.trip_id where sandbox_ledger.kind = 'charge' and payments.status = 'succeeded'`,
      )
      const entries = await refs('select ref from sandbox_ledger')
      const heard = new Set(receiver.at('/in').map(({ delivery }) => delivery))
      const owed = await ask<{ id: string; event: string; ref: string }>(
        'select d.id, d.event, trips.ref from webhook_deliveries d join webhook_events e on e.id = event_id join trips on trips.id = e.trip_id',
      )
      const owedFor = (event: string) => owed.filter((one) => one.event === event).map(({ ref }) => ref)
      return [
        ...differing('offered and not there, or there twice', promised.offered, trips),
        ...differing('quoted and not there, or there twice', promised.quoted, quotes),
        ...differing('booked and not there, or there twice', promised.booked, bookings),
        ...differing('booked and not charged, or charged otherwise than once', promised.booked, charges),
        ...(entries.length === promised.booked.size ? [] : [`${entries.length} entries in the ledger`]),
        ...differing('offered and not told, or told twice', promised.offered, owedFor('job.offered')),
        ...differing('booked and not told, or told twice', promised.booked, owedFor('booking.confirmed')),
        ...owed.filter(({ id }) => !heard.has(id)).map(({ id, event }) => `${event} ${id} never arrived`),
        ...[...heard].filter((id) => owed.every((one) => one.id !== id)).map((id) => `${id} arrived and was not owed`),
      ]
    },
  }
}

/** Lists each of `promised` that was not found exactly once, and everything else that was found. */
function differing(what: string, promised: ReadonlySet<string>, found: readonly string[]): string[] {
  const times = Map.groupBy([...promised, ...found], (ref) => ref)
  const isRight = (ref: string, count: number) => promised.has(ref) && count === 2
  return [...times].flatMap(([ref, all]) => (isRight(ref, all.length) ? [] : [`${ref} was ${what}`]))
}
