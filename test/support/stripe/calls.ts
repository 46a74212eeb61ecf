/** The supported calls, each with its method and path in Stripe's OpenAPI document. */
export const stripeCalls = {
  'customers.create': ['POST', '/v1/customers'],
  'customers.update': ['POST', '/v1/customers/{customer}'],
  'checkout.sessions.create': ['POST', '/v1/checkout/sessions'],
  'checkout.sessions.list': ['GET', '/v1/checkout/sessions'],
  'checkout.sessions.retrieve': ['GET', '/v1/checkout/sessions/{session}'],
  'checkout.sessions.expire': ['POST', '/v1/checkout/sessions/{session}/expire'],
  'paymentIntents.create': ['POST', '/v1/payment_intents'],
  'paymentIntents.list': ['GET', '/v1/payment_intents'],
  'paymentIntents.retrieve': ['GET', '/v1/payment_intents/{intent}'],
  'paymentIntents.confirm': ['POST', '/v1/payment_intents/{intent}/confirm'],
  'paymentIntents.cancel': ['POST', '/v1/payment_intents/{intent}/cancel'],
  'refunds.create': ['POST', '/v1/refunds'],
  'refunds.list': ['GET', '/v1/refunds'],
  'refunds.retrieve': ['GET', '/v1/refunds/{refund}'],
  'paymentMethods.retrieve': ['GET', '/v1/payment_methods/{payment_method}'],
  'paymentMethods.detach': ['POST', '/v1/payment_methods/{payment_method}/detach'],
  'disputes.list': ['GET', '/v1/disputes'],
  'accounts.retrieveCurrent': ['GET', '/v1/account'],
} as const

/** A call by its name in the `stripe` package. */
export type StripeCall = keyof typeof stripeCalls

/** The names of all calls. */
export const callNames = Object.keys(stripeCalls) as readonly StripeCall[]

const patterns = callNames.map((name) => {
  const [method, path] = stripeCalls[name]
  return { name, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/, '([^/]+)')}$`) }
})

/** The call of a request, and the id in its path (empty without one); null for an unsupported request. */
export function callOf(method: string, path: string): { readonly name: StripeCall; readonly id: string } | null {
  for (const one of patterns) {
    const found = one.method === method ? one.pattern.exec(path) : null
    if (found !== null) return { name: one.name, id: decodeURIComponent(found[1] ?? '') }
  }
  return null
}
