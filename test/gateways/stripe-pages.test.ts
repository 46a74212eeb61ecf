import { describe, expect, test } from 'bun:test'
import { ProviderFault } from '../../src/gateways/payments/payments.ts'
import { buildMetadata } from '../../src/gateways/payments/stripe-client.ts'
import { faultOf, gatewayAt, lastCall, newPage, openTill, payer, refusal, serveAnswers, serverId } from './stripe-till.ts'

const visa = {
  method: expect.stringMatching(/^pm_/),
  brand: 'visa',
  last4: '4242',
  expires: expect.stringMatching(/^20\d\d-\d\d$/),
}

describe('a page that saves a card', () => {
  test('is opened with all its parameters', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const customer = await gateway.openPayer(payer, null)
    const consent = 'You pay nothing now. Aire Coaches may charge £236.00 to this card.'
    const page = newPage(customer, { purpose: 'save_card', consent })

    const opened = await gateway.openPage(page)

    expect(opened).toEqual({
      ref: expect.stringMatching(/^cs_/),
      url: expect.stringContaining(`${stripe.url}/`),
      expiresAt: page.expiresAt,
    })
    const metadata = buildMetadata(page, serverId)
    const { key, params } = lastCall(stripe, 'checkout.sessions.create')
    expect(key).toBe(`${page.key}-page`)
    expect(params).toEqual({
      mode: 'setup',
      customer,
      payment_method_types: ['card'],
      client_reference_id: page.tripRef,
      success_url: page.backUrl,
      cancel_url: page.backUrl,
      expires_at: page.expiresAt / 1_000,
      locale: 'auto',
      metadata,
      setup_intent_data: { metadata, description: page.summary },
      custom_text: { submit: { message: consent } },
    })
  })

  test('is open, then saved with the card’s details', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const { ref } = await gateway.openPage(newPage(await gateway.openPayer(payer, null), { purpose: 'save_card' }))
    expect(await gateway.readPage(ref)).toEqual({ status: 'open' })

    stripe.pay(ref, 'visa')

    expect(await gateway.readPage(ref)).toEqual({ status: 'saved', card: visa })
    expect(stripe.taken()).toEqual([])
  })
})

describe('a page that takes money', () => {
  test.each(['And the balance.', null])('is opened with all its parameters (consent: %p)', async (consent) => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const customer = await gateway.openPayer(payer, null)
    const page = newPage(customer, { consent, attempt: 3 })

    await gateway.openPage(page)

    const metadata = buildMetadata(page, serverId)
    const { key, params } = lastCall(stripe, 'checkout.sessions.create')
    expect(key).toBe(`${page.key}-page-3`)
    expect(params).toEqual({
      mode: 'payment',
      customer,
      payment_method_types: ['card'],
      client_reference_id: page.tripRef,
      success_url: page.backUrl,
      cancel_url: page.backUrl,
      expires_at: page.expiresAt / 1_000,
      locale: 'auto',
      metadata,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'gbp',
            unit_amount: page.amount,
            product_data: { name: 'Deposit', description: page.summary },
          },
        },
      ],
      payment_intent_data: {
        description: page.summary,
        metadata,
        ...(consent !== null && { setup_future_usage: 'off_session' }),
      },
      ...(consent !== null && { custom_text: { submit: { message: consent } } }),
      saved_payment_method_options: { allow_redisplay_filters: ['always', 'limited', 'unspecified'] },
    })
  })

  test('is paid once Stripe reports it as complete and paid', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const { ref } = await gateway.openPage(newPage(await gateway.openPayer(payer, null), { consent: 'I agree.' }))
    expect(stripe.pay(ref, 'declined')).toBe('declined')
    expect(await gateway.readPage(ref)).toEqual({ status: 'open' })

    stripe.pay(ref, 'sca_once')

    const state = await gateway.readPage(ref)
    const [taken] = stripe.taken()
    expect(state).toMatchObject({ status: 'paid', amount: 23_600, currencyCode: 'GBP', ref: taken?.intent })
    expect(stripe.taken()).toHaveLength(1)
  })

  test.each([
    ['complete and unpaid', { payment_status: 'unpaid' }],
    ['in an unknown state', { status: 'paused' }],
    ['without a state', { status: null }],
    ['complete without a charge', { payment_intent: null }],
    ['complete with an invalid charge', { payment_intent: 'pi_1' }],
    ['complete with a pending charge', { payment_intent: { id: 'pi_1', status: 'processing', payment_method: 'pm_1' } }],
    [
      'complete with a charge that says no amount',
      { payment_intent: { id: 'pi_1', status: 'succeeded', payment_method: 'pm_1' } },
    ],
    ['a setup without a card', { mode: 'setup', setup_intent: { status: 'succeeded', payment_method: null } }],
    ['a pending setup', { mode: 'setup', setup_intent: { status: 'processing', payment_method: 'pm_1' } }],
    ['an invalid setup', { mode: 'setup', setup_intent: 'seti_1' }],
  ])('is undecided when it is %s', async (_, odd) => {
    const session = { id: 'cs_1', object: 'checkout.session', status: 'complete', mode: 'payment', payment_status: 'paid' }
    await using server = serveAnswers(() => ({ ...session, ...odd }))
    const { gateway } = await gatewayAt(server.url)

    for (const work of [gateway.readPage('cs_1'), gateway.closePage('cs_1', newPage('cus_1'))]) {
      const fault = await faultOf(work)
      expect(fault).toBeInstanceOf(ProviderFault)
      expect(fault).toMatchObject({ kind: 'undecided' })
    }
  })

  test('is undecided if Stripe does not know it, as it can belong to another account', async () => {
    await using till = await openTill()
    const fault = { kind: 'undecided', told: { code: 'no_page' } }
    expect(await faultOf(till.gateway.readPage('cs_test_gone'))).toMatchObject(fault)
    expect(await faultOf(till.gateway.closePage('cs_test_gone', { key: 'key', attempt: 1 }))).toMatchObject(fault)
  })
})

describe('the smallest amount', () => {
  test.each(['GBP', 'EUR', 'USD', 'DKK', 'CZK', 'HUF', 'JPY'])('is Stripe’s minimum in %s', async (currencyCode) => {
    await using till = await openTill()
    const { gateway } = till
    const customer = await gateway.openPayer(payer, null)
    const least = gateway.least(currencyCode)
    const opened = (amount: number) => gateway.openPage(newPage(customer, { amount, currencyCode }))
    expect(await opened(least)).toMatchObject({ ref: expect.stringMatching(/^cs_/) })
    expect(await faultOf(opened(least - 1))).toMatchObject({ kind: 'rejected', told: { code: 'amount_too_small' } })
  })

  test('is one minor unit if Stripe states no minimum', async () => {
    await using till = await openTill()
    expect([till.gateway.least('KES'), till.gateway.least('XAF')]).toEqual([1, 1])
  })
})

describe('a wrong clock', () => {
  const minute = 60_000

  test.each([
    ['behind', 5 * minute, 31 * minute],
    ['ahead', -120 * minute, 23 * 60 * minute],
  ])('keeps the duration of a page if it is %s of Stripe’s', async (_, aheadMs, openMs) => {
    await using till = await openTill()
    const { stripe, gateway } = till
    stripe.advance(aheadMs)
    const { ref, expiresAt } = await gateway.openPage(
      newPage(await gateway.openPayer(payer, null), { expiresAt: Date.now() + openMs }),
    )
    expect(await gateway.readPage(ref)).toEqual({ status: 'open' })
    expect(Math.abs(expiresAt - (Date.now() + aheadMs + openMs))).toBeLessThan(minute / 2)
    const keys = stripe.calls.flatMap(({ name, key }) => (name === 'checkout.sessions.create' ? [key] : []))
    expect(new Set(keys).size).toBe(2)
  })

  test('opens the page with one call if it is a few seconds off', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    stripe.advance(20_000)
    await gateway.openPage(newPage(await gateway.openPayer(payer, null)))
    expect(stripe.calls.filter(({ name }) => name === 'checkout.sessions.create')).toHaveLength(1)
  })
})

describe('the address of a page', () => {
  const opened = (url: unknown) => ({ id: 'cs_1', object: 'checkout.session', status: 'open', expires_at: 1_900_000_000, url })

  test.each([['https://checkout.stripe.com/c/pay/cs_1#fid'], ['https://pay.aire-coaches.example/c/pay/cs_1']])(
    'accepts %s',
    async (url) => {
      await using server = serveAnswers(() => opened(url))
      const { gateway } = await gatewayAt(server.url)
      expect(await gateway.openPage(newPage('cus_1'))).toEqual({ ref: 'cs_1', url, expiresAt: 1_900_000_000_000 })
    },
  )

  test.each([
    ['http://checkout.stripe.com/c/pay/cs_1'],
    ['http://127.0.0.1:1/c/pay/cs_1'],
    ['javascript:alert(1)'],
    ['data:text/html,pay'],
    ['//checkout.stripe.com/'],
    [''],
    [null],
    [7],
  ])('rejects %p', async (url) => {
    await using server = serveAnswers(() => opened(url))
    const { gateway } = await gatewayAt(server.url)
    expect(await faultOf(gateway.openPage(newPage('cus_1')))).toMatchObject({ kind: 'rejected', told: { code: 'page_url' } })
  })
})

describe('closing a page', () => {
  test('expires an open page', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const page = newPage(await gateway.openPayer(payer, null))
    const { ref } = await gateway.openPage(page)

    expect(await gateway.closePage(ref, { ...page, attempt: 2 })).toEqual({ status: 'expired' })
    expect(lastCall(stripe, 'checkout.sessions.expire').key).toBe(`${page.key}-expire-2`)
    expect(await gateway.closePage(ref, page)).toEqual({ status: 'expired' })
    expect(lastCall(stripe, 'checkout.sessions.expire').key).toBe(`${page.key}-expire`)
    expect(stripe.pay(ref, 'visa')).toBe('expired')
    expect(stripe.taken()).toEqual([])
  })

  test('returns the state of a page that has already ended', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const customer = await gateway.openPayer(payer, null)
    const saving = newPage(customer, { purpose: 'save_card' })
    const paying = newPage(customer)
    const lapsing = newPage(customer)
    const [saved, paid, lapsed] = await Promise.all([saving, paying, lapsing].map((page) => gateway.openPage(page)))
    stripe.pay(saved?.ref ?? '', 'visa')
    stripe.pay(paid?.ref ?? '', 'visa')
    stripe.lapse(lapsed?.ref ?? '')

    expect(await gateway.closePage(saved?.ref ?? '', saving)).toEqual({ status: 'saved', card: visa })
    expect(await gateway.closePage(paid?.ref ?? '', paying)).toMatchObject({ status: 'paid', amount: 23_600, card: visa })
    expect(await gateway.closePage(lapsed?.ref ?? '', lapsing)).toEqual({ status: 'expired' })
  })

  test('is undecided if Stripe still reports the page as open', async () => {
    const refused = refusal(400, { message: 'Not now.' })
    await using server = serveAnswers((call) => (call.startsWith('POST') ? refused.clone() : { id: 'cs_1', status: 'open' }))
    const { gateway } = await gatewayAt(server.url)
    expect(await faultOf(gateway.closePage('cs_1', newPage('cus_1')))).toMatchObject({ kind: 'undecided' })
  })

  test('works after a 500 that Stripe replays', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const page = newPage(await gateway.openPayer(payer, null))
    const { ref } = await gateway.openPage(page)
    stripe.fail('checkout.sessions.expire', '500_before')

    expect(await faultOf(gateway.closePage(ref, page))).toMatchObject({ kind: 'silent', told: { status: 500 } })
    expect(await gateway.closePage(ref, page)).toEqual({ status: 'expired' })
  })
})
