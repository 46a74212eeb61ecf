import { afterAll, describe, expect, test } from 'bun:test'
import Ajv from 'ajv'
import Stripe from 'stripe'
import { cutToCalls } from '../../scripts/stripe-openapi.ts'
import { eventually } from '../support/eventually.ts'
import { callNames, callOf, type StripeCall, stripeCalls } from '../support/stripe/calls.ts'
import { type CardName, cardNames } from '../support/stripe/cards.ts'
import { type StripeDouble, type StripeOptions, startStripe } from '../support/stripe/double.ts'
import { decodeForm } from '../support/stripe/form.ts'
import { strictSchema, stripeDocument } from '../support/stripe/schema.ts'

const minute = 60_000
const hour = 60 * minute

/** Every answer that a test of this file received; the last test compares them with Stripe's own schema. */
const answers: { readonly call: StripeCall; readonly status: number; readonly body: unknown; readonly replayed: boolean }[] = []

async function recordAnswer(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(input, init)
  const found = callOf(init?.method ?? 'GET', new URL(`${input}`).pathname)
  if (found !== null && answer.headers.get('content-type') === 'application/json') {
    const text = await answer
      .clone()
      .text()
      .catch(() => '')
    const replayed = answer.headers.get('idempotent-replayed') === 'true'
    if (text.length < 1_000_000 && text.endsWith('}')) {
      answers.push({ call: found.name, status: answer.status, body: JSON.parse(text), replayed })
    }
  }
  return answer
}

/** The `stripe` package as the product uses it, connected to a double. */
function clientOf(double: StripeDouble, key = double.key, timeout = 20_000): Stripe {
  const { hostname: host, port } = new URL(double.url)
  return new Stripe(key, {
    apiVersion: '2026-08-26.dahlia',
    host,
    port,
    protocol: 'http',
    timeout,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(Object.assign(recordAnswer, { preconnect: fetch.preconnect })),
  })
}

/** The error that a call was refused with. */
async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const refused = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (refused instanceof Stripe.errors.StripeError) return refused
  throw new Error(`The call was not refused by Stripe: ${refused}`)
}

let keysMade = 0
const newKey = () => ({ idempotencyKey: `key-${keysMade++}` })

const metadata = { charabanc_trip: 'CB-1', charabanc_payment: '7', charabanc_server: 'one' }
const inMinutes = (minutes: number) => Math.floor(Date.now() / 1_000) + minutes * 60

function setupPage(customer: string) {
  return {
    mode: 'setup',
    customer,
    payment_method_types: ['card'],
    client_reference_id: 'CB-1',
    success_url: 'http://127.0.0.1:9/trip?back=CB-1',
    cancel_url: 'http://127.0.0.1:9/trip?back=CB-1',
    expires_at: inMinutes(31),
    locale: 'auto',
    metadata,
    setup_intent_data: { metadata, description: 'Trip CB-1' },
    custom_text: { submit: { message: 'You pay nothing now.' } },
  } as const satisfies Stripe.Checkout.SessionCreateParams
}

function paymentPage(customer: string, { keeps = true, amount = 23_600 }: { keeps?: boolean; amount?: number } = {}) {
  return {
    mode: 'payment',
    customer,
    payment_method_types: ['card'],
    client_reference_id: 'CB-1',
    success_url: 'http://127.0.0.1:9/trip?back=CB-1',
    cancel_url: 'http://127.0.0.1:9/trip?back=CB-1',
    expires_at: inMinutes(31),
    locale: 'auto',
    metadata,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'gbp', unit_amount: amount, product_data: { name: 'Deposit', description: 'Leeds to York' } },
      },
    ],
    payment_intent_data: { description: 'Trip CB-1', metadata, ...(keeps ? { setup_future_usage: 'off_session' as const } : {}) },
    saved_payment_method_options: { allow_redisplay_filters: ['always', 'limited', 'unspecified'] },
    custom_text: { submit: { message: 'And the balance of £944.00 on 13 December.' } },
  } satisfies Stripe.Checkout.SessionCreateParams
}

const allOfPage = { expand: ['setup_intent.payment_method', 'payment_intent.payment_method'] }

function charge(customer: string, method: string, amount = 94_400) {
  return {
    amount,
    currency: 'gbp',
    customer,
    payment_method: method,
    payment_method_types: ['card'],
    description: 'Balance of CB-1',
    metadata,
  }
}

/** A double with a customer and a client. */
async function openShop(options: StripeOptions = {}) {
  const double = await startStripe(options)
  const stripe = clientOf(double)
  const customer = await stripe.customers.create({ email: 'ann@example.org', name: 'Ann', metadata }, newKey())
  return {
    double,
    stripe,
    customer: customer.id,
    /** The intent of a charge of a saved card, confirmed without the customer. */
    async charged(card: CardName, amount?: number) {
      const method = double.keepCard(customer.id, card)
      const { id } = await stripe.paymentIntents.create(charge(customer.id, method, amount), newKey())
      return stripe.paymentIntents.confirm(id, { off_session: true }, newKey())
    },
    [Symbol.asyncDispose]: () => double.stop(),
  }
}

const shop = await openShop()
const { double, stripe, customer } = shop
afterAll(() => double.stop())

describe('an API key', () => {
  test('is answered with 401 if it is wrong, in any header form', async () => {
    const wrong = await refusal(clientOf(double, 'sk_test_somebody_else').accounts.retrieveCurrent())
    expect(wrong).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
      requestId: expect.stringMatching(/^req_\w{14}$/),
    })
    expect(wrong.message).not.toContain('somebody')
    const basic = { authorization: `Basic ${btoa(`${double.key}:`)}` }
    expect((await fetch(`${double.url}/v1/account`, { headers: basic })).status).toBe(200)
    expect((await fetch(`${double.url}/v1/account`)).status).toBe(401)
  })

  test('makes objects of its own mode', async () => {
    await using live = await openShop({ keys: ['sk_live_51Doublecharabanc1234'], account: { id: 'acct_live', country: 'CH' } })
    const session = await live.stripe.checkout.sessions.create(setupPage(live.customer), newKey())
    expect(session).toMatchObject({ livemode: true, id: expect.stringMatching(/^cs_live_/) })
    expect(await live.stripe.accounts.retrieveCurrent()).toMatchObject({ id: 'acct_live', country: 'CH', charges_enabled: true })
  })

  test('is refused for another API version and for an unknown call', async () => {
    const headers = { authorization: `Bearer ${double.key}` }
    const older = await fetch(`${double.url}/v1/account`, { headers: { ...headers, 'stripe-version': '2024-06-20' } })
    expect(older.status).toBe(400)
    expect((await fetch(`${double.url}/v1/invoices`, { headers })).status).toBe(404)
  })
})

describe('an idempotency key', () => {
  test('returns the same answer and does the work once', async () => {
    const key = newKey()
    const before = double.customers().length
    const first = await stripe.customers.create({ email: 'bob@example.org', metadata }, key)
    const second = await stripe.customers.create({ email: 'bob@example.org', metadata }, key)
    expect(second).toEqual(first)
    expect(double.customers()).toHaveLength(before + 1)
    expect(double.calls.filter((call) => call.key === key.idempotencyKey).map((call) => call.isReplayed)).toEqual([false, true])
  })

  test('repeats a decline', async () => {
    const method = double.keepCard(customer, 'insufficient_later')
    const { id } = await stripe.paymentIntents.create(charge(customer, method), newKey())
    const key = newKey()
    const first = await refusal(stripe.paymentIntents.confirm(id, { off_session: true }, key))
    const second = await refusal(stripe.paymentIntents.confirm(id, { off_session: true }, key))
    expect(first).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'insufficient_funds' })
    expect(second).toMatchObject({ statusCode: 402, charge: first.charge, headers: { 'idempotent-replayed': 'true' } })
  })

  test('repeats a 500, whether or not the work was done', async () => {
    for (const how of ['500_before', '500_after'] as const) {
      const key = newKey()
      const before = double.customers().length
      double.fail('customers.create', how)
      for (const _ of [1, 2]) {
        const refused = await refusal(stripe.customers.create({ email: 'bob@example.org' }, key))
        expect(refused).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
      }
      expect(double.customers()).toHaveLength(before + (how === '500_after' ? 1 : 0))
    }
  })

  test('is answered with 400 for other parameters or another call', async () => {
    const key = newKey()
    await stripe.customers.create({ email: 'bob@example.org' }, key)
    const other = await refusal(stripe.customers.create({ email: 'eve@example.org' }, key))
    expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400, rawType: 'idempotency_error' })
    const elsewhere = await refusal(stripe.customers.update(customer, { email: 'bob@example.org' }, key))
    expect(elsewhere).toMatchObject({ type: 'StripeIdempotencyError', message: expect.stringContaining('same endpoint') })
  })

  test('is answered with 409 while the first call is in progress', async () => {
    const key = newKey()
    const release = double.hold('customers.create')
    const first = stripe.customers.create({ email: 'bob@example.org' }, key)
    const count = double.calls.length
    while (double.calls.length === count) await Bun.sleep(1)
    const second = await refusal(stripe.customers.create({ email: 'bob@example.org' }, key))
    expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    release()
    expect(await first).toMatchObject({ object: 'customer' })
  })

  test('is forgotten after a day of the double’s clock', async () => {
    await using own = await openShop()
    const key = newKey()
    const first = await own.stripe.customers.create({ email: 'bob@example.org' }, key)
    own.double.advance(23 * hour)
    expect((await own.stripe.customers.create({ email: 'bob@example.org' }, key)).id).toBe(first.id)
    own.double.advance(hour)
    expect((await own.stripe.customers.create({ email: 'eve@example.org' }, key)).id).not.toBe(first.id)
  })

  test('stays unused after parameters that Stripe cannot read', async () => {
    const key = newKey()
    await refusal(stripe.customers.create({ email: 'x'.repeat(600) }, key))
    expect(await stripe.customers.create({ email: 'bob@example.org' }, key)).toMatchObject({ email: 'bob@example.org' })
  })
})

describe('parameters', () => {
  const post = async (path: string, form: string) => {
    const headers = { authorization: `Bearer ${double.key}`, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${double.url}${path}`, { method: 'POST', body: form, headers })
    return { status: answer.status, ...((await answer.json()) as { error?: object }) }
  }

  test.each([
    ['/v1/customers', 'colour=red', { code: 'parameter_unknown', param: 'colour' }],
    ['/v1/customers', 'email=nothing', { code: 'email_invalid', param: 'email' }],
    ['/v1/customers', 'balance=5', { param: 'balance' }],
    ['/v1/customers', `metadata[${'k'.repeat(41)}]=1`, { param: `metadata[${'k'.repeat(41)}]` }],
    ['/v1/payment_intents', 'currency=gbp', { code: 'parameter_missing', param: 'amount' }],
    ['/v1/payment_intents', 'currency=gbp&amount=1.5', { code: 'parameter_invalid_integer', param: 'amount' }],
    ['/v1/payment_intents', 'currency=gbp&amount=29', { code: 'amount_too_small', param: 'amount' }],
    ['/v1/payment_intents', 'currency=GBP&amount=2900', { param: 'currency' }],
    [
      '/v1/payment_intents',
      'currency=gbp&amount=2900&allowed_payment_method_types[0]=card',
      { param: 'allowed_payment_method_types' },
    ],
    ['/v1/payment_intents', 'currency=gbp&amount=2900&customer=cus_none', { code: 'resource_missing', param: 'customer' }],
    [
      '/v1/payment_intents',
      'currency=gbp&amount=2900&payment_method=pm_none',
      { code: 'resource_missing', param: 'payment_method' },
    ],
    ['/v1/checkout/sessions', 'success_url=https://a.example', { code: 'parameter_missing', param: 'mode' }],
    ['/v1/checkout/sessions', 'mode=gift', { param: 'mode' }],
    ['/v1/checkout/sessions', 'mode=setup&payment_method_types[0]=card', { code: 'parameter_missing', param: 'success_url' }],
    ['/v1/checkout/sessions', 'mode=payment&success_url=https://a.example', { code: 'parameter_missing', param: 'line_items' }],
    ['/v1/checkout/sessions', 'mode=setup&success_url=/trip&payment_method_types[0]=card', { code: 'url_invalid' }],
    [
      '/v1/checkout/sessions',
      'mode=setup&setup_intent_data[colour]=red',
      { code: 'parameter_unknown', param: 'setup_intent_data[colour]' },
    ],
    ['/v1/refunds', 'amount=100', {}],
    ['/v1/refunds', 'payment_intent=pi_none', { code: 'resource_missing', param: 'payment_intent' }],
    ['/v1/refunds', 'payment_intent=pi_none&reason=because', { param: 'reason' }],
  ])('are refused for %s with %s', async (path, form, error) => {
    expect(await post(path, form)).toMatchObject({ status: 400, error: { type: 'invalid_request_error', ...error } })
  })

  test('are decoded as Stripe encodes them', () => {
    expect(decodeForm('a[b][0][c]=1&a[b][1][c]=2&d[]=x&d[]=y&e=%26+%C3%A9&f[k]=')).toEqual({
      a: { b: [{ c: '1' }, { c: '2' }] },
      d: ['x', 'y'],
      e: '& é',
      f: { k: '' },
    })
  })

  test('are recorded for every call', async () => {
    await stripe.paymentIntents.create(charge(customer, double.keepCard(customer, 'visa'), 12_300), newKey())
    expect(double.calls.at(-1)).toMatchObject({
      name: 'paymentIntents.create',
      status: 200,
      params: { amount: 12_300, metadata },
    })
  })
})

test('updates a customer and keeps the other values', async () => {
  const changed = await stripe.customers.update(customer, { email: 'ann@example.com', metadata: { note: 'one' } }, newKey())
  expect(changed).toMatchObject({ id: customer, email: 'ann@example.com', name: 'Ann', metadata: { ...metadata, note: 'one' } })
  const less = await stripe.customers.update(customer, { metadata: { note: '' } }, newKey())
  expect(less.metadata).toEqual(metadata)
  expect(await refusal(stripe.customers.update('cus_none', {}, newKey()))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
})

describe('a Checkout page', () => {
  const opened = (params: Stripe.Checkout.SessionCreateParams) => stripe.checkout.sessions.create(params, newKey())
  const look = (id: string) => stripe.checkout.sessions.retrieve(id, allOfPage)

  test('saves a card and takes no money', async () => {
    const before = double.taken().length
    const session = await opened(setupPage(customer))
    expect(session).toMatchObject({ status: 'open', payment_status: 'no_payment_required', payment_intent: null })
    expect(session.url).toStartWith(`${double.url}/c/pay/${session.id}#`)

    expect(double.pay(session.url ?? '', 'visa')).toBe('complete')
    const seen = await look(session.id)
    const card = { brand: 'visa', last4: '4242', exp_month: 12 }
    const setup_intent = { status: 'succeeded', metadata, payment_method: { customer, card } }
    expect(seen).toMatchObject({ status: 'complete', url: null, setup_intent, metadata })
    expect(double.taken()).toHaveLength(before)
  })

  test('takes money, and has an intent only once the customer pays', async () => {
    const session = await opened(paymentPage(customer))
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 23_600,
      currency: 'gbp',
    })

    expect(double.pay(session.id, 'visa')).toBe('complete')
    const seen = await look(session.id)
    const payment_intent = { status: 'succeeded', amount_received: 23_600, payment_method: { customer }, metadata }
    expect(seen).toMatchObject({ status: 'complete', payment_status: 'paid', payment_intent })
    expect(double.taken().at(-1)).toMatchObject({ amount: 23_600, currency: 'gbp', customer, refunded: 0, metadata })
    expect(double.pay(session.id, 'visa')).toBe('complete')
    expect(double.taken().filter(({ intent }) => intent === double.taken().at(-1)?.intent)).toHaveLength(1)
  })

  test('saves no card unless the page asks for it', async () => {
    const session = await opened(paymentPage(customer, { keeps: false }))
    double.pay(session.id, 'visa')
    const { payment_intent } = await look(session.id)
    const method = typeof payment_intent === 'object' ? payment_intent?.payment_method : null
    if (typeof method !== 'object' || method === null) throw new Error('The method was not expanded.')
    expect(method.customer).toBeNull()
    const later = await refusal(stripe.paymentIntents.create(charge(customer, method.id), newKey()))
    expect(later).toMatchObject({ statusCode: 400, code: 'payment_method_unexpected_state' })
  })

  test('offers the saved cards', async () => {
    await using own = await openShop()
    const kept = own.double.keepCard(own.customer, 'sca_once')
    const session = await own.stripe.checkout.sessions.create(paymentPage(own.customer), newKey())
    expect(own.double.pay(session.id, kept as `pm_${string}`)).toBe('complete')
    expect(own.double.intents()).toMatchObject([{ payment_method: kept, status: 'succeeded' }])
  })

  test('stays open after a decline and keeps control of its intent', async () => {
    const session = await opened(paymentPage(customer))
    expect(double.pay(session.id, 'declined')).toBe('declined')
    const { status, payment_intent } = await look(session.id)
    if (typeof payment_intent !== 'object' || payment_intent === null) throw new Error('The intent was not expanded.')
    expect({ status, intent: payment_intent.status }).toEqual({ status: 'open', intent: 'requires_payment_method' })
    expect(payment_intent.last_payment_error).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' })

    const cancelled = await refusal(stripe.paymentIntents.cancel(payment_intent.id, {}, newKey()))
    expect(cancelled).toMatchObject({ statusCode: 400, message: expect.stringContaining('created by Checkout') })
    expect(double.pay(session.id, 'visa')).toBe('complete')
    expect(await stripe.paymentIntents.retrieve(payment_intent.id)).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
  })

  test.each([
    ['sca_once', true, 'complete'],
    ['sca_once', false, 'declined'],
    ['sca_always', true, 'complete'],
    ['sca_always', false, 'declined'],
    ['declines_later', true, 'complete'],
    ['refund_pending', true, 'complete'],
    ['declined', true, 'declined'],
  ] as const)('asks the bank of %s, with confirmation %p: %s', async (card, authenticates, step) => {
    for (const params of [setupPage(customer), paymentPage(customer)]) {
      const session = await opened(params)
      expect(double.pay(session.id, card, { authenticates })).toBe(step)
      expect((await look(session.id)).status).toBe(step === 'complete' ? 'complete' : 'open')
    }
  })

  test('waits for the bank and can expire meanwhile', async () => {
    const session = await opened(paymentPage(customer))
    expect(double.pay(session.id, 'sca_always', { authenticates: 'not_yet' })).toBe('bank')
    expect(await look(session.id)).toMatchObject({ status: 'open', payment_intent: { status: 'requires_action' } })
    await stripe.checkout.sessions.expire(session.id, {}, newKey())
    expect(double.answerBank(session.id, true)).toBe('expired')
    expect(await look(session.id)).toMatchObject({ status: 'expired', payment_intent: { status: 'canceled' } })
  })

  test('expires once and then accepts no payment', async () => {
    const session = await opened(setupPage(customer))
    expect(await stripe.checkout.sessions.expire(session.id, {}, newKey())).toMatchObject({ status: 'expired', url: null })
    expect(double.pay(session.id, 'visa')).toBe('expired')
    const again = await refusal(stripe.checkout.sessions.expire(session.id, {}, newKey()))
    expect(again).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' })
    expect(again.message).toBe(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `expired`.',
    )
    expect((await look(session.id)).setup_intent).toMatchObject({ status: 'canceled' })
  })

  test('cannot expire once it is complete', async () => {
    const session = await opened(setupPage(customer))
    double.pay(session.id, 'visa')
    const late = await refusal(stripe.checkout.sessions.expire(session.id, {}, newKey()))
    expect(late.message).toBe(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `complete`.',
    )
    expect(await refusal(stripe.checkout.sessions.expire('cs_test_none', {}, newKey()))).toMatchObject({ statusCode: 404 })
  })

  test.each([
    [29, 400],
    [31, 200],
    [24 * 60 - 1, 200],
    [24 * 60 + 1, 400],
  ])('answers a duration of %d minutes with %d', async (minutes, status) => {
    const asked = opened({ ...setupPage(customer), expires_at: inMinutes(minutes) })
    if (status === 200) expect((await asked).status).toBe('open')
    else expect(await refusal(asked)).toMatchObject({ statusCode: status, param: 'expires_at' })
  })

  test('expires by the double’s clock', async () => {
    await using own = await openShop()
    const first = await own.stripe.checkout.sessions.create(setupPage(own.customer), newKey())
    own.double.advance(30 * minute)
    expect((await own.stripe.checkout.sessions.retrieve(first.id)).status).toBe('open')
    own.double.advance(minute)
    expect((await own.stripe.checkout.sessions.retrieve(first.id)).status).toBe('expired')
    expect(own.double.pay(first.id, 'visa')).toBe('expired')
    const next = { ...setupPage(own.customer), expires_at: inMinutes(31 + 31) }
    const second = await own.stripe.checkout.sessions.create(next, newKey())
    expect(second.status).toBe('open')
    own.double.lapse(second.id)
    expect((await own.stripe.checkout.sessions.retrieve(second.id)).status).toBe('expired')
    expect(own.double.events.map(({ type }) => type)).toEqual(['checkout.session.expired', 'checkout.session.expired'])
  })

  test.each(['submit_type', 'line_items', 'saved_payment_method_options'] as const)(
    'rejects %s if it saves a card',
    async (name) => {
      const { line_items, saved_payment_method_options } = paymentPage(customer)
      const more = { submit_type: 'book', line_items, saved_payment_method_options } as const
      const refused = await refusal(opened({ ...setupPage(customer), [name]: more[name] }))
      expect(refused).toMatchObject({ statusCode: 400, param: name })
    },
  )

  test('is listed by its customer', async () => {
    await using own = await openShop()
    const ids: string[] = []
    for (const _ of [1, 2, 3]) ids.unshift((await own.stripe.checkout.sessions.create(setupPage(own.customer), newKey())).id)
    own.double.pay(ids[0] ?? '', 'visa')
    const listed = await own.stripe.checkout.sessions.list({ customer: own.customer, limit: 2 })
    expect({ ids: listed.data.map(({ id }) => id), more: listed.has_more }).toEqual({ ids: ids.slice(0, 2), more: true })
    const rest = await own.stripe.checkout.sessions.list({ customer: own.customer, status: 'open' })
    expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(1))
    expect((await own.stripe.checkout.sessions.list({ customer: 'cus_none' })).data).toEqual([])
  })
})

describe('a Checkout page in a browser', () => {
  const form = (page: string, said: Record<string, string>) =>
    fetch(page, { method: 'POST', body: new URLSearchParams(said), redirect: 'manual' })

  test('shows the amount, accepts a card and returns to the product', async () => {
    const session = await stripe.checkout.sessions.create(paymentPage(customer), newKey())
    const page = session.url ?? ''
    const shown = await (await fetch(page)).text()
    for (const text of ['Deposit', '£236.00', 'Leeds to York', 'And the balance of £944.00 on 13 December.', 'Go back'])
      expect(shown).toContain(text)
    for (const name of cardNames) expect(shown).toContain(`<button name="card" value="${name}">`)

    // The form posts to the page without the fragment: a browser would carry the fragment through redirects.
    expect(shown).toContain(`action="/c/pay/${session.id}"`)
    const declined = await form(page, { card: 'declined' })
    expect([declined.status, await declined.text()]).toEqual([200, expect.stringContaining('Your card was declined')])
    const bank = await (await form(page, { card: 'sca_always' })).text()
    expect(bank).toContain('Confirm at the bank')
    expect(await (await fetch(page)).text()).toContain('Refuse at the bank')
    expect(await (await form(page, { bank: 'refuse' })).text()).toContain('Your card was declined')
    await form(page, { card: 'sca_always' })
    const home = await form(page, { bank: 'confirm' })
    expect([home.status, home.headers.get('location')]).toEqual([303, 'http://127.0.0.1:9/trip?back=CB-1'])
    expect(await (await fetch(page)).text()).toContain('all done here')
  })

  test('shows that it has expired', async () => {
    const session = await stripe.checkout.sessions.create(setupPage(customer), newKey())
    const page = session.url ?? ''
    expect(await (await fetch(page)).text()).toContain('You pay nothing now.')
    double.lapse(session.id)
    expect(await (await fetch(page)).text()).toContain('This page has expired')
    expect(await (await form(page, { card: 'visa' })).text()).toContain('This page has expired')
    expect((await fetch(`${double.url}/c/pay/cs_test_none`)).status).toBe(404)
  })
})

describe('a charge without the customer', () => {
  test.each(['visa', 'sca_once', 'refund_pending', 'refund_fails', 'disputed'] as const)(
    'takes the money of %s',
    async (card) => {
      const intent = await shop.charged(card, 5_000)
      expect(intent).toMatchObject({ status: 'succeeded', amount_received: 5_000, metadata })
      expect(double.taken().at(-1)).toMatchObject({ intent: intent.id, amount: 5_000 })
    },
  )

  test.each([
    ['declined', { code: 'card_declined', decline_code: 'generic_decline' }],
    ['declines_later', { code: 'card_declined', decline_code: 'generic_decline' }],
    ['insufficient_later', { code: 'card_declined', decline_code: 'insufficient_funds' }],
    ['lost_later', { code: 'card_declined', decline_code: 'lost_card', advice_code: 'do_not_try_again' }],
    ['expired_later', { code: 'expired_card' }],
    ['sca_always', { code: 'authentication_required', decline_code: 'authentication_required' }],
  ] as const)('is answered with 402 and the intent for %s', async (card, error) => {
    const before = double.taken().length
    const refused = await refusal(shop.charged(card))
    expect(refused).toMatchObject({ type: 'StripeCardError', statusCode: 402, raw: error })
    const { payment_intent } = refused.raw as { payment_intent: Stripe.PaymentIntent }
    expect(payment_intent).toMatchObject({ status: 'requires_payment_method', payment_method: null, last_payment_error: error })
    expect(await stripe.paymentIntents.retrieve(payment_intent.id)).toMatchObject({ status: 'requires_payment_method' })
    expect(double.taken()).toHaveLength(before)
  })

  test('can be confirmed again with another card after a failure', async () => {
    const method = double.keepCard(customer, 'lost_later')
    const { id } = await stripe.paymentIntents.create(charge(customer, method), newKey())
    await refusal(stripe.paymentIntents.confirm(id, { off_session: true }, newKey()))
    const without = await refusal(stripe.paymentIntents.confirm(id, { off_session: true }, newKey()))
    expect(without).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    const good = double.keepCard(customer, 'visa')
    const again = await stripe.paymentIntents.confirm(id, { off_session: true, payment_method: good }, newKey())
    expect(again.status).toBe('succeeded')
  })

  test('takes the money once and refuses later calls', async () => {
    const { id } = await shop.charged('visa')
    for (const call of [
      stripe.paymentIntents.confirm(id, { off_session: true }, newKey()),
      stripe.paymentIntents.cancel(id, {}, newKey()),
    ]) {
      expect(await refusal(call)).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id, status: 'succeeded' },
      })
    }
    expect(double.taken().filter(({ intent }) => intent === id)).toHaveLength(1)
  })

  test('takes no money after a cancellation and keeps its decline reason', async () => {
    const method = double.keepCard(customer, 'insufficient_later')
    const { id } = await stripe.paymentIntents.create(charge(customer, method), newKey())
    await refusal(stripe.paymentIntents.confirm(id, { off_session: true }, newKey()))
    const over = await stripe.paymentIntents.cancel(id, {}, newKey())
    expect(over).toMatchObject({ status: 'canceled', last_payment_error: { decline_code: 'insufficient_funds' } })
    for (const call of [
      stripe.paymentIntents.confirm(id, { off_session: true }, newKey()),
      stripe.paymentIntents.cancel(id, {}, newKey()),
    ])
      expect(await refusal(call)).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect(await refusal(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })

  test('waits for the customer without off_session', async () => {
    const method = double.keepCard(customer, 'sca_always')
    const { id } = await stripe.paymentIntents.create(charge(customer, method), newKey())
    expect(await stripe.paymentIntents.confirm(id, {}, newKey())).toMatchObject({ status: 'requires_action' })
  })

  test('is refused for a detached card, before and after the intent was made', async () => {
    const method = double.keepCard(customer, 'visa')
    const { id } = await stripe.paymentIntents.create(charge(customer, method), newKey())
    expect((await stripe.paymentMethods.detach(method, {}, newKey())).customer).toBeNull()
    const detached = { statusCode: 400, code: 'payment_method_unexpected_state' }
    expect(await refusal(stripe.paymentIntents.confirm(id, { off_session: true }, newKey()))).toMatchObject(detached)
    expect(await refusal(stripe.paymentIntents.create(charge(customer, method), newKey()))).toMatchObject(detached)

    const again = await refusal(stripe.paymentMethods.detach(method, {}, newKey()))
    expect(again).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' })
    expect(again.message).toBe('The payment method you provided is not attached to a customer so detachment is impossible.')
    expect((await stripe.paymentMethods.retrieve(method)).customer).toBeNull()
    for (const call of [stripe.paymentMethods.detach('pm_none', {}, newKey()), stripe.paymentMethods.retrieve('pm_none')])
      expect(await refusal(call)).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })

  test('is refused without a code for a detached card, if the double is set to that', async () => {
    await using own = await openShop({ saysMethodGone: false })
    const method = own.double.keepCard(own.customer, 'visa')
    await own.stripe.paymentMethods.detach(method, {}, newKey())
    const refused = await refusal(own.stripe.paymentIntents.create(charge(own.customer, method), newKey()))
    expect(refused).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', code: undefined, param: undefined })
    expect(refused.message).toContain('It may not be used again.')
  })

  test('is refused for the card of another customer', async () => {
    const other = await stripe.customers.create({}, newKey())
    const method = double.keepCard(other.id, 'visa')
    const refused = await refusal(stripe.paymentIntents.create(charge(customer, method), newKey()))
    expect(refused).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'payment_method' })
  })

  test('is listed by its customer', async () => {
    await using own = await openShop()
    const ids = [(await own.charged('visa')).id, (await own.charged('visa')).id].reverse()
    const listed = await own.stripe.paymentIntents.list({ customer: own.customer, expand: ['data.payment_method'] })
    expect(listed.data.map(({ id }) => id)).toEqual(ids)
    expect(listed.data[0]?.payment_method).toMatchObject({ object: 'payment_method' })
  })
})

describe('a refund', () => {
  const refund = (payment_intent: string, amount?: number) =>
    stripe.refunds.create(
      { payment_intent, reason: 'requested_by_customer', metadata, ...(amount === undefined ? {} : { amount }) },
      newKey(),
    )

  test('returns at most the rest of the charge', async () => {
    const { id } = await shop.charged('visa', 10_000)
    expect(await refund(id, 4_000)).toMatchObject({ amount: 4_000, status: 'succeeded', payment_intent: id, metadata })
    const more = await refusal(refund(id, 6_001))
    expect(more).toMatchObject({ statusCode: 400, param: 'amount', message: expect.stringContaining('£60.00') })
    expect(await refusal(refund(id, -5))).toMatchObject({ statusCode: 400, param: 'amount' })
    expect(await refund(id)).toMatchObject({ amount: 6_000 })
    expect(await refusal(refund(id))).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
    expect(double.taken().find(({ intent }) => intent === id)).toMatchObject({ amount: 10_000, refunded: 10_000 })
    const listed = await stripe.refunds.list({ payment_intent: id, limit: 100 })
    expect(listed.data.map(({ amount, metadata }) => [amount, metadata])).toEqual([
      [6_000, metadata],
      [4_000, metadata],
    ])
  })

  test("waits for the account's balance, then succeeds or fails", async () => {
    for (const status of ['succeeded', 'failed'] as const) {
      const { id } = await shop.charged('refund_pending', 10_000)
      const waiting = await refund(id, 10_000)
      expect(waiting).toMatchObject({ status: 'pending', pending_reason: 'insufficient_funds' })
      expect(await refusal(refund(id))).toMatchObject({ code: 'charge_already_refunded' })
      double.moveRefund(waiting.id, status)
      expect(await stripe.refunds.retrieve(waiting.id)).toMatchObject({ status })
      expect(double.taken().find(({ intent }) => intent === id)).toMatchObject({ refunded: status === 'failed' ? 0 : 10_000 })
    }
  })

  test('can fail immediately or after it succeeded', async () => {
    const refused = await refund((await shop.charged('refund_fails')).id)
    expect(refused).toMatchObject({ status: 'failed', failure_reason: 'lost_or_stolen_card' })
    const { id } = await refund((await shop.charged('visa')).id)
    double.moveRefund(id, 'failed')
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' })
    expect(double.events.slice(-2).map(({ type }) => type)).toEqual(['refund.updated', 'refund.failed'])
    expect(double.refunds().filter(({ status }) => status === 'failed').length).toBeGreaterThan(1)
  })

  test('is refused for a disputed charge', async () => {
    const { id } = await shop.charged('disputed')
    expect(await refusal(refund(id))).toMatchObject({ statusCode: 400, code: 'charge_disputed' })
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
    double.moveDispute(dispute?.id ?? '', 'won')
    expect(await refund(id)).toMatchObject({ status: 'succeeded' })
  })

  test('is refused for a charge that took no money', async () => {
    const method = double.keepCard(customer, 'visa')
    const { id } = await stripe.paymentIntents.create(charge(customer, method), newKey())
    expect(await refusal(refund(id))).toMatchObject({ statusCode: 400, param: 'payment_intent' })
    expect(await refusal(stripe.refunds.retrieve('re_none'))).toMatchObject({ statusCode: 404 })
  })
})

describe('disputes', () => {
  test('are listed page by page, since an instant', async () => {
    await using own = await openShop()
    const { double, stripe } = own
    const first = await own.charged('disputed', 1_000)
    double.advance(48 * hour)
    const since = Math.floor((Date.now() + 24 * hour) / 1_000)
    const later: string[] = []
    for (const amount of [1_100, 1_200, 1_300]) later.unshift(double.dispute((await own.charged('visa', amount)).id).id)

    const found: string[] = []
    for await (const { id } of stripe.disputes.list({ created: { gte: since }, limit: 2 })) found.push(id)
    expect(found).toEqual(later)
    expect((await stripe.disputes.list({ created: { lt: since } })).data).toMatchObject([
      {
        payment_intent: first.id,
        amount: 1_000,
        reason: 'fraudulent',
        status: 'needs_response',
        evidence_details: { has_evidence: false },
      },
    ])
    expect(await refusal(stripe.disputes.list({ limit: 101 }))).toMatchObject({ statusCode: 400, param: 'limit' })
    expect(await refusal(stripe.disputes.list({ starting_after: 'du_none' }))).toMatchObject({ statusCode: 400 })
  })

  test('change status, and events report it', async () => {
    const dispute = double.dispute((await shop.charged('visa')).id, { reason: 'product_not_received', amount: 500 })
    double.moveDispute(dispute.id, 'under_review')
    double.moveDispute(dispute.id, 'lost')
    expect(double.disputes().find(({ id }) => id === dispute.id)).toMatchObject({ status: 'lost', amount: 500 })
    expect(double.events.slice(-3).map(({ type, data }) => [type, 'status' in data.object && data.object.status])).toEqual([
      ['charge.dispute.created', 'needs_response'],
      ['charge.dispute.updated', 'under_review'],
      ['charge.dispute.closed', 'lost'],
    ])
  })
})

describe('a fault of the double', () => {
  const made = (key = newKey()) => stripe.customers.create({ email: 'bob@example.org' }, key)
  const count = () => double.customers().length

  test('drops the connection and gives no answer, also to the package’s second try', async () => {
    for (const how of ['drop_before', 'drop_after'] as const) {
      const before = count()
      double.fail('customers.create', how, 2)
      const key = newKey()
      expect(await refusal(made(key))).toMatchObject({ type: 'StripeConnectionError' })
      expect(double.calls.filter((call) => call.key === key.idempotencyKey).map((call) => [call.fault, call.status])).toEqual([
        [how, null],
        [how, null],
      ])
      expect(count()).toBe(before + (how === 'drop_after' ? 1 : 0))
      await made(key)
      expect(double.calls.at(-1)).toMatchObject({ key: key.idempotencyKey, isReplayed: how === 'drop_after' })
      expect(count()).toBe(before + 1)
    }
  })

  test('leaves the caller without an answer until its timeout', async () => {
    const impatient = clientOf(double, double.key, 300)
    for (const how of ['hang_before', 'hang_after'] as const) {
      const before = count()
      double.fail('customers.create', how)
      expect(await refusal(impatient.customers.create({}, newKey()))).toMatchObject({ type: 'StripeConnectionError' })
      await eventually(() => double.calls.at(-1)?.fault === how)
      expect(count()).toBe(before + (how === 'hang_after' ? 1 : 0))
    }
  })

  test.each([
    ['429', 'StripeRateLimitError', 429],
    ['401', 'StripeAuthenticationError', 401],
    ['403', 'StripePermissionError', 403],
  ] as const)('does no work and stores no answer under the key: %s', async (how, type, statusCode) => {
    const key = newKey()
    double.fail('customers.create', how)
    expect(await refusal(made(key))).toMatchObject({ type, statusCode })
    expect(await made(key)).toMatchObject({ object: 'customer' })
  })

  test('returns a proxy’s page or a truncated answer', async () => {
    const before = count()
    double.fail('customers.create', 'html')
    expect(await refusal(made())).toMatchObject({ type: 'StripeAPIError' })
    expect(count()).toBe(before)
    double.fail('customers.create', 'cut')
    expect(await refusal(made())).toMatchObject({ type: 'StripeAPIError' })
    expect(count()).toBe(before + 1)
  })

  test('returns an answer without an end', async () => {
    double.fail('accounts.retrieveCurrent', 'huge')
    const answer = await fetch(`${double.url}/v1/account`, { headers: { authorization: `Bearer ${double.key}` } })
    let read = 0
    for await (const piece of answer.body ?? []) {
      read += piece.length
      if (read > 5_000_000) break
    }
    expect(read).toBeGreaterThan(5_000_000)
  })

  test('redirects to another origin, which records the caller', async () => {
    double.fail('accounts.retrieveCurrent', 'redirect')
    await stripe.accounts.retrieveCurrent()
    expect(double.redirectedCalls).toMatchObject([{ path: '/v1/account' }])
  })

  test('fails every call until recover is called', async () => {
    await using own = await openShop()
    own.double.fail('any', '429', Infinity)
    await refusal(own.stripe.accounts.retrieveCurrent())
    await refusal(own.stripe.disputes.list())
    own.double.recover()
    expect(await own.stripe.disputes.list()).toMatchObject({ data: [] })
  })

  test('moves the clock and adds a notice for developers', async () => {
    await using own = await startStripe({ notice: 'Upgrade now.' })
    own.advance(hour)
    const { headers } = await fetch(`${own.url}/v1/account`, { headers: { authorization: `Bearer ${own.key}` } })
    expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now() - hour)).toBeLessThan(minute)
    expect(headers.get('stripe-notice')).toBe('Upgrade now.')
  })
})

describe('webhooks', () => {
  const secret = 'whsec_of_this_account'

  /** A receiver of webhooks, with the event type that the package read from each. */
  function openReceiver() {
    const eventTypes: (string | null)[] = []
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        const text = await request.text()
        const header = request.headers.get('stripe-signature') ?? ''
        const event = await Stripe.webhooks.constructEventAsync(text, header, secret, 300).catch(() => null)
        eventTypes.push(event?.type ?? null)
        return new Response(null, { status: event === null ? 400 : 200 })
      },
    })
    return { to: server.url.href, eventTypes, [Symbol.asyncDispose]: () => server.stop(true) }
  }

  const types = ['payment_intent.succeeded', 'checkout.session.completed', 'refund.created']

  async function eventful() {
    const own = await openShop()
    const session = await own.stripe.checkout.sessions.create(paymentPage(own.customer), newKey())
    own.double.pay(session.id, 'visa')
    await own.stripe.refunds.create({ payment_intent: own.double.taken()[0]?.intent ?? '' }, newKey())
    return own
  }

  test('carry the signature that the package checks', async () => {
    await using own = await eventful()
    await using receiver = openReceiver()
    const { to, eventTypes } = receiver
    const delivered = await own.double.send({ to, secret })
    expect(delivered.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(eventTypes).toEqual(types)
    expect(own.double.events.at(-1)).toMatchObject({
      livemode: false,
      request: { idempotency_key: expect.stringMatching(/^key-/) },
    })
  })

  test('can arrive twice, in reverse order, in part, or under a changed secret', async () => {
    await using own = await eventful()
    await using receiver = openReceiver()
    const { to, eventTypes } = receiver
    await own.double.send({ to, secret, times: 2, without: ['refund.created'] })
    await own.double.send({ to, secret: ['whsec_new', secret], isReversed: true })
    expect(eventTypes).toEqual([...types.slice(0, 2).flatMap((type) => [type, type]), ...types.toReversed()])
  })

  test('fail the check if they are stale or forged, and pass it in the other mode', async () => {
    await using own = await eventful()
    await using receiver = openReceiver()
    const { to, eventTypes } = receiver
    const events = own.double.events.slice(0, 1)
    expect(await own.double.send({ to, secret, ageSeconds: 301 }, events)).toMatchObject([{ status: 400 }])
    expect(await own.double.send({ to, secret, isForged: true }, events)).toMatchObject([{ status: 400 }])
    const change = (event: (typeof events)[number]) => ({ ...event, livemode: true })
    expect(await own.double.send({ to, secret, change }, events)).toMatchObject([{ status: 200, event: { livemode: true } }])
    expect(eventTypes).toEqual([null, null, types[0] ?? ''])
    expect(await own.double.send({ to: 'http://127.0.0.1:9/', secret }, events)).toMatchObject([{ status: 0 }])
  })

  test('follow the events as they happen', async () => {
    await using own = await openShop()
    await using receiver = openReceiver()
    const leave = own.double.sendAsTheyHappen({ to: receiver.to, secret })
    const { id } = await own.charged('visa')
    own.double.dispute(id)
    await leave()
    await own.charged('visa')
    expect(receiver.eventTypes).toEqual(['payment_intent.succeeded', 'charge.dispute.created'])
  })
})

/** Adds `source: null` to the schema of an intent: Stripe returns it and the package names it, but the document omits it. */
function withSource(document: ReturnType<typeof stripeDocument>) {
  const { payment_intent } = document.components.schemas
  const { properties } = payment_intent as { properties: object }
  const extended = { ...(payment_intent as object), properties: { ...properties, source: { enum: [null] } } }
  return { ...document, components: { schemas: { ...document.components.schemas, payment_intent: extended } } }
}

/** The place of an answer's schema in the document. */
function schemaOf(call: StripeCall, status: number): string {
  const [method, path] = stripeCalls[call]
  const place = ['paths', path, method.toLowerCase(), 'responses', '200', 'content', 'application/json', 'schema']
  if (status !== 200) return 'stripe#/components/schemas/error'
  return `stripe#/${place.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')}`
}

describe("Stripe's own document", () => {
  test('has the version of the package and only the calls used', () => {
    const document = stripeDocument()
    expect(document.info.version).toBe(Stripe.API_VERSION)
    expect(cutToCalls(document)).toEqual(document)
    expect(new Set(Object.keys(document.paths))).toEqual(new Set(callNames.map((name) => stripeCalls[name][1])))
  })

  test('allows every answer that the double gave', async () => {
    await using own = await openShop({ account: { id: 'acct_1' } })
    for (const params of [setupPage(own.customer), paymentPage(own.customer)]) {
      for (const card of ['visa', 'sca_always', 'declined'] as const) {
        const { id } = await own.stripe.checkout.sessions.create(params, newKey())
        own.double.pay(id, card, { authenticates: card === 'visa' })
        await own.stripe.checkout.sessions.retrieve(id, allOfPage)
      }
      const { id } = await own.stripe.checkout.sessions.create(params, newKey())
      own.double.pay(id, 'sca_once', { authenticates: 'not_yet' })
      await own.stripe.checkout.sessions.retrieve(id, allOfPage)
      await own.stripe.checkout.sessions.expire(id, {}, newKey())
    }
    await own.stripe.checkout.sessions.list({ customer: own.customer })
    await own.stripe.customers.update(own.customer, { name: 'Bob' }, newKey())
    for (const card of cardNames) await own.charged(card).catch(() => null)
    const waits = await own.stripe.paymentIntents.create(
      charge(own.customer, own.double.keepCard(own.customer, 'sca_always')),
      newKey(),
    )
    await own.stripe.paymentIntents.confirm(waits.id, {}, newKey())
    await own.stripe.paymentIntents.cancel(waits.id, { cancellation_reason: 'abandoned' }, newKey())
    await refusal(own.stripe.paymentIntents.cancel(waits.id, {}, newKey()))
    for (const { intent } of own.double.taken())
      await own.stripe.refunds.create({ payment_intent: intent }, newKey()).catch(() => null)
    const { data } = await own.stripe.paymentIntents.list({ limit: 100 })
    for (const { id } of data) await own.stripe.paymentIntents.retrieve(id)
    for (const { id } of (await own.stripe.refunds.list({ limit: 100 })).data) await own.stripe.refunds.retrieve(id)
    await own.stripe.paymentMethods.detach(own.double.keepCard(own.customer, 'visa'), {}, newKey())
    await own.stripe.disputes.list()
    await own.stripe.accounts.retrieveCurrent()
    for (const how of ['500_before', '429', '403'] as const) {
      own.double.fail('customers.create', how)
      await refusal(own.stripe.customers.create({}, newKey()))
    }

    expect(new Set(answers.filter(({ status }) => status === 200).map(({ call }) => call))).toEqual(new Set(callNames))
    expect(new Set(answers.map(({ status }) => status))).toEqual(expect.objectContaining(new Set([200, 400, 402, 403, 429, 500])))
    const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false, code: { optimize: false } })
    ajv.addSchema(strictSchema(withSource(stripeDocument())) as object, 'stripe')
    const schemas = new Set<string>()
    for (const { call, status, body } of answers) {
      const schema = schemaOf(call, status)
      schemas.add(schema)
      const validate = ajv.getSchema(schema) ?? ajv.compile({ $id: schema, $ref: schema })
      const faults = validate(body) ? [] : validate.errors
      expect({ call, status, faults, body: faults?.length === 0 ? null : body }).toEqual({ call, status, faults: [], body: null })
    }
    expect(schemas.size).toBe(callNames.length + 1)
    for (const { type, data } of own.double.events) {
      const validate = ajv.getSchema(`stripe#/components/schemas/${data.object.object}`)
      expect({ type, isValid: validate?.(data.object), faults: validate?.errors }).toEqual({ type, isValid: true, faults: null })
    }
  })
})
