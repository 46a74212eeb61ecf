import { eventually } from './eventually.ts'
import { type CustomerClient, type Market, type OperatorClient, ok, openMarket } from './market.ts'
import { startStripe } from './stripe/double.ts'

/** The executable with a double of Stripe; it sends no email unless `differing` says so. */
export async function openStripeMarket(
  env: Readonly<Record<string, string>> = {},
  differing: { readonly isMute?: boolean; readonly isFile?: boolean; readonly isAlone?: boolean } = {},
) {
  const stripe = await startStripe()
  try {
    const settings = { CHARABANC_STRIPE_KEY: stripe.key, CHARABANC_STRIPE_URL: stripe.url, CHARABANC_STRIPE_TIMEOUT: '5', ...env }
    const market = await openMarket({ payments: 'stripe', isMute: true, ...differing, env: settings })
    return new StripeMarket(market, stripe)
  } catch (fault) {
    await stripe.stop()
    throw fault
  }
}

/** A marketplace with payments through Stripe, and the calls to Stripe. */
export class StripeMarket implements AsyncDisposable {
  constructor(
    readonly market: Market,
    readonly stripe: Awaited<ReturnType<typeof startStripe>>,
  ) {}

  /** A trip with an operator's quote, ready for a booking request or a booking. */
  async quotedTrip(operator: OperatorClient, availability: 'likely' | 'confirmed', differing: object = {}) {
    const trip = await this.market.trip([operator])
    return Object.assign(trip, { quoteId: await operator.makeQuote(trip, { availability, ...differing }) })
  }

  /** The status of each payment of a trip, oldest first. */
  async paymentStatuses(trip: CustomerClient): Promise<string[]> {
    const query = `select kind, payments.status from payments join trips on trips.id = trip_id where ref = ? order by payments.id`
    const found = await this.market.server.ask<{ kind: string; status: string }>(query, trip.ref)
    return found.map(({ kind, status }) => `${kind} ${status}`)
  }

  /** The amount that Stripe has charged for a trip without refunds, in minor units. */
  held(trip: CustomerClient): number {
    return this.charges(trip).reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)
  }

  /** The charges of a trip at Stripe, each with its refunded amount. */
  charges({ ref }: CustomerClient) {
    return this.stripe.taken().filter(({ metadata }) => metadata.charabanc_trip === ref)
  }

  /** Pays or fills in the page of an answer with a card; returns the page's result. */
  fillInCardPage(
    answer: { readonly payment: { readonly url: string } },
    card: Parameters<typeof this.stripe.pay>[1],
    authenticates = true,
  ) {
    return this.stripe.pay(answer.payment.url, card, { authenticates })
  }

  /** Returns from the page as the customer. */
  async returnFromCardPage(trip: CustomerClient) {
    return ok(await trip.post('check-payment'))
  }

  /**
   * Waits like `eventually` while the clock advances a minute every eight seconds. On a busy machine a call to the provider may
   * time out. The server repeats it a minute later, so the clock must move.
   */
  eventuallyAsTimePasses<T>(ask: () => T | Promise<T>) {
    let movedAt = performance.now()
    return eventually(async () => {
      const answer = await ask()
      if (answer || performance.now() - movedAt < 8_000) return answer
      movedAt = performance.now()
      await this.market.advance(60)
      return null
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.market[Symbol.asyncDispose]()
    await this.stripe.stop()
  }
}
