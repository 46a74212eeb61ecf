import type { Charge, PaymentPage, Refund } from '../../src/gateways/payments/payments.ts'
import { createStripePayments, type StripePayments } from '../../src/gateways/payments/stripe.ts'
import type { StripeSettings } from '../../src/gateways/payments/stripe-client.ts'
import { patience } from '../support/patience.ts'
import { type StripeDouble, startStripe } from '../support/stripe/double.ts'

/** The gateway, its log lines and the double that it calls. */
export type Till = AsyncDisposable & {
  readonly stripe: StripeDouble
  readonly gateway: StripePayments
  readonly lines: readonly unknown[]
}

/** The id of the server that opens the gateway. */
export const serverId = 'srv_0190b0a4'

/** A gateway for a URL, and its log lines. */
export async function gatewayAt(
  url: string,
  settings: Partial<StripeSettings> = {},
): Promise<{ readonly gateway: StripePayments; readonly lines: readonly unknown[] }> {
  const lines: unknown[] = []
  const log = { debug: (...said: unknown[]) => void lines.push(said) }
  const usual = { key: 'sk_test_51Doublecharabanc1234', timeoutMs: patience(10_000), webhookSecrets: [], serverId, log }
  return { gateway: await createStripePayments({ ...usual, url, ...settings }), lines }
}

/** A gateway with its own double. */
export async function openTill(settings: Partial<StripeSettings> = {}): Promise<Till> {
  const stripe = await startStripe()
  const { gateway, lines } = await gatewayAt(stripe.url, { key: stripe.key, ...settings })
  return { stripe, gateway, lines, [Symbol.asyncDispose]: () => stripe.stop() }
}

/** A server that answers each method and path with `answer`; a value that is not a Response is sent as JSON. */
export function serveAnswers(answer: (call: string, request: Request) => Response | object | Promise<Response | object>) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const said = await answer(`${request.method} ${new URL(request.url).pathname}`, request)
      return said instanceof Response ? said : Response.json(said)
    },
  })
  return { url: server.url.origin, [Symbol.asyncDispose]: () => server.stop(true) }
}

/** An error in Stripe's form. */
export function refusal(status: number, error: object): Response {
  return Response.json({ error: { type: status === 402 ? 'card_error' : 'invalid_request_error', ...error } }, { status })
}

let payments = 0

function newMark() {
  payments += 1
  return { key: Bun.randomUUIDv7(), paymentId: payments, tripRef: 'CHB-2K7Q', attempt: 1 }
}

/** A new payment on a page. */
export function newPage(payer: string, said: Partial<PaymentPage> = {}): PaymentPage {
  return {
    ...newMark(),
    payer,
    purpose: 'payment',
    amount: 23_600,
    currencyCode: 'GBP',
    title: 'Deposit',
    summary: 'Coach hire CHB-2K7Q, Leeds to York, 22 November',
    consent: null,
    backUrl: 'http://localhost:8080/trip?back=CHB-2K7Q',
    expiresAt: Math.ceil(Date.now() / 1_000) * 1_000 + 31 * 60_000,
    ...said,
  }
}

/** A new payment from a saved card. */
export function newCharge(payer: string | null, method: string, said: Partial<Charge> = {}): Charge {
  return {
    ...newMark(),
    payer,
    method,
    amount: 23_600,
    currencyCode: 'GBP',
    summary: 'Deposit for CHB-2K7Q',
    isCustomerPresent: false,
    ...said,
  }
}

/** A new refund. */
export function newRefund(chargeRef: string, said: Partial<Refund> = {}): Refund {
  return { ...newMark(), chargeRef, amount: 23_600, currencyCode: 'GBP', owedAt: Date.now(), ...said }
}

export const payer = { tripRef: 'CHB-2K7Q', name: 'Łucja Öztürk', email: 'lucja@example.org' }

/** The error that a call throws; fails if it throws none. */
export async function faultOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (fault) {
    return fault
  }
  throw new Error('It was answered.')
}

/** The double's last call of a name. */
export function lastCall(stripe: StripeDouble, name: string) {
  const call = stripe.calls.findLast((one) => one.name === name)
  if (call === undefined) throw new Error(`${name} was never called.`)
  return call
}
