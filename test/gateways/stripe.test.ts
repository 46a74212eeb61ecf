import { describe, expect, spyOn, test } from 'bun:test'
import { startStripe } from '../support/stripe/double.ts'
import {
  faultOf,
  gatewayAt,
  lastCall,
  newCharge,
  newPage,
  newRefund,
  openTill,
  payer,
  refusal,
  serveAnswers,
  serverId,
} from './stripe-till.ts'

describe('the gateway', () => {
  test.each([
    ['sk_test_51abc', false],
    ['rk_test_51abc', false],
    ['sk_live_51abc', true],
    ['rk_live_51abc', true],
  ])('reports from the key %s whether money moves, without a call', async (key, isLive) => {
    await using till = await openTill({ key })
    const { kind, name, method, takesNames } = till.gateway
    expect({ kind, name, method, takesNames }).toEqual({ kind: 'cards', name: 'stripe', method: 'card', takesNames: false })
    expect(till.gateway.isLive).toBe(isLive)
    expect(await till.gateway.saveMethod('pm_card_visa')).toBeNull()
    expect(till.stripe.calls).toEqual([])
  })
})

describe('the payer', () => {
  test('is created once for a trip', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const customer = await gateway.openPayer(payer, null)

    expect(customer).toStartWith('cus_')
    expect(await gateway.openPayer(payer, null)).toBe(customer)
    expect(stripe.customers()).toHaveLength(1)
    const { key, params } = lastCall(stripe, 'customers.create')
    expect(key).toMatch(new RegExp(`^trip-CHB-2K7Q-${serverId}-[0-9a-f]{16}$`))
    expect(params).toEqual({
      name: payer.name,
      email: payer.email,
      metadata: { charabanc_trip: 'CHB-2K7Q', charabanc_server: serverId },
    })
  })

  test('stays the same through changes of name and address', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const known = await gateway.openPayer(payer, null)

    for (const change of [{ email: 'office@example.org' }, {}, { email: null, name: 'x'.repeat(400) }, {}]) {
      const now = { ...payer, ...change }
      expect(await gateway.openPayer(now, known)).toBe(known)
      expect(stripe.customers()).toMatchObject([{ name: now.name.slice(0, 256), email: now.email }])
    }
  })

  test('needs no email address and accepts one that Stripe rejects', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const known = await gateway.openPayer({ ...payer, email: null }, null)
    await gateway.openPayer({ ...payer, tripRef: 'CHB-3', email: 'łucja@localhost' }, null)
    await gateway.openPayer({ ...payer, email: 'łucja@localhost' }, known)
    expect(stripe.customers()).toMatchObject([{ email: null }, { email: null }])
  })

  test('is created again if Stripe has deleted it', async () => {
    await using till = await openTill()
    expect(await till.gateway.openPayer(payer, 'cus_deleted')).toStartWith('cus_')
    expect(till.stripe.customers()).toHaveLength(1)
  })

  test.each([{}, { id: null }, { id: '' }])('is undecided if Stripe answers %j', async (answer) => {
    await using server = serveAnswers(() => answer)
    const { gateway } = await gatewayAt(server.url)
    const works = [gateway.openPayer(payer, null), gateway.openPayer(payer, 'cus_1'), gateway.prepare(newCharge('cus_1', 'pm_1'))]
    for (const work of works) expect(await faultOf(work)).toMatchObject({ kind: 'undecided', told: { code: 'no_id' } })
  })
})

describe('a removed card', () => {
  test('is detached once and stays detached', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const method = stripe.keepCard(await gateway.openPayer(payer, null), 'visa')

    await gateway.forget(method)
    expect(lastCall(stripe, 'paymentMethods.detach').key).toBe(`detach-${method}`)
    expect(stripe.methods()).toMatchObject([{ customer: null }])
    await gateway.forget(method)
    stripe.advance(25 * 3_600_000)
    await gateway.forget(method)
    await gateway.forget('pm_unknown')
  })

  test.each([
    ['without a customer', { id: 'pm_1', customer: null }, null],
    ['unknown to Stripe', refusal(404, { code: 'resource_missing' }), null],
    ['still attached', { id: 'pm_1', customer: 'cus_1' }, 'rejected'],
    ['behind a fault', refusal(500, {}), 'silent'],
  ])('is read again if the refusal is unclear: %s', async (_, look, kind) => {
    await using server = serveAnswers((call) => (call.startsWith('POST') ? refusal(400, { message: 'No.' }) : look))
    const { gateway } = await gatewayAt(server.url)
    if (kind === null) await gateway.forget('pm_1')
    else expect(await faultOf(gateway.forget('pm_1'))).toMatchObject({ kind })
  })
})

describe('disputes', () => {
  test('are listed over several pages of results', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const customer = await gateway.openPayer(payer, null)
    const charge = newCharge(customer, stripe.keepCard(customer, 'visa'))
    const { ref } = await gateway.prepare(charge)
    await gateway.charge(ref, charge)
    const made = Array.from({ length: 203 }, () => stripe.dispute(ref, { reason: 'fraudulent', amount: 500 }).id)

    const since = Date.now() - 60_000
    const found = await Array.fromAsync(gateway.disputesSince(since))

    expect(found.map((one) => one.ref)).toEqual(made.reverse())
    const [first] = found
    expect(first).toMatchObject({
      chargeRef: ref,
      status: 'needs_response',
      reason: 'fraudulent',
      amount: 500,
      currencyCode: 'GBP',
    })
    expect(Math.abs((first?.openedAt ?? 0) - Date.now())).toBeLessThan(120_000)
    expect((first?.respondBy ?? 0) - Date.now()).toBeGreaterThan(6 * 86_400_000)
    expect(lastCall(stripe, 'disputes.list').params).toMatchObject({ created: { gte: Math.floor(since / 1_000) }, limit: 100 })
    expect(await Array.fromAsync(gateway.disputesSince(Date.now() + 3_600_000))).toEqual([])
  })

  const raw = { id: 'du_1', payment_intent: 'pi_1', reason: 'x', amount: 1, currency: 'gbp', created: 1, evidence_details: {} }

  test.each([
    [{ status: 'warning_needs_response' }, 'needs_response'],
    [{ status: 'needs_response' }, 'needs_response'],
    [{ status: 'warning_under_review' }, 'under_review'],
    [{ status: 'under_review' }, 'under_review'],
    [{ status: 'warning_closed' }, 'won'],
    [{ status: 'won' }, 'won'],
    [{ status: 'lost' }, 'lost'],
    [{ status: 'prevented' }, 'lost'],
    [{ status: 'prevented', payment_method_details: { card: { case_type: 'resolution' } } }, 'lost'],
    [{ status: 'prevented', payment_method_details: { card: { case_type: 'block' } } }, 'won'],
    [{ status: 'a_word_of_2031' }, 'under_review'],
  ] as const)('maps %j to %s', async (said, status) => {
    const data = [
      { ...raw, ...said },
      { ...raw, payment_intent: null },
    ]
    await using server = serveAnswers(() => ({ object: 'list', data, has_more: false }))
    const { gateway } = await gatewayAt(server.url)
    expect(await Array.fromAsync(gateway.disputesSince(0))).toMatchObject([{ ref: 'du_1', status, respondBy: null }])
  })

  test.each([{}, { data: [], has_more: true }, { data: [raw], has_more: true }])(
    'are undecided if a list is invalid: %j',
    async (list) => {
      await using server = serveAnswers(() => list)
      const { gateway } = await gatewayAt(server.url)
      expect(await faultOf(Array.fromAsync(gateway.disputesSince(0)))).toMatchObject({ kind: 'undecided' })
    },
  )
})

describe('the account', () => {
  test('is read with the clock’s lead', async () => {
    await using stripe = await startStripe({ account: { country: 'DE', default_currency: 'eur', charges_enabled: false } })
    const { gateway } = await gatewayAt(stripe.url, { key: stripe.key })
    stripe.advance(-600_000)

    const { clockAheadMs, ...account } = await gateway.readAccount(10_000)
    expect(account).toEqual({
      id: expect.stringMatching(/^acct_/),
      isLive: false,
      country: 'DE',
      currencyCode: 'EUR',
      mayCharge: false,
    })
    expect(Math.abs(clockAheadMs - 600_000)).toBeLessThan(60_000)
  })

  test('can have no country and no currency', async () => {
    await using server = serveAnswers(() => ({ id: 'acct_1' }))
    const { gateway } = await gatewayAt(server.url)
    expect(await gateway.readAccount(10_000)).toMatchObject({ country: null, currencyCode: null, mayCharge: false })
  })

  test('is not read with a wrong key', async () => {
    await using till = await openTill({ key: 'sk_test_wrong' })
    expect(await faultOf(till.gateway.readAccount(10_000))).toMatchObject({ kind: 'refused', told: { status: 401 } })
  })
})

test('logs no key, secret, address, name or card', async () => {
  const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    spyOn(console, name).mockImplementation(() => {}),
  )
  const secret = 'whsec_0123456789abcdef'
  await using till = await openTill({ webhookSecrets: [secret] })
  const { stripe, gateway, lines } = till
  const faults: unknown[] = []
  const customer = await gateway.openPayer(payer, null)
  const page = newPage(customer, { consent: 'I agree.' })
  const { ref: pageRef, url } = await gateway.openPage(page)
  stripe.pay(pageRef, 'visa')
  await gateway.readPage(pageRef)
  for (const card of ['visa', 'declines_later', 'sca_always', 'lost_later'] as const) {
    const charge = newCharge(customer, stripe.keepCard(customer, card))
    const { ref } = await gateway.prepare(charge)
    await gateway.charge(ref, charge)
  }
  for (const kind of ['401', '403', '429', '500_after', 'drop_after', 'cut', 'html', 'redirect'] as const) {
    stripe.fail('any', kind)
    faults.push(await faultOf(gateway.openPage(newPage(customer))))
  }
  faults.push(await faultOf(gateway.prepare(newCharge(customer, 'pm_4242424242424242'))))
  await gateway.refund(newRefund('pi_unknown'))
  await gateway.readWebhook(JSON.stringify({ livemode: true, data: { object: { id: pageRef } } }), 'v1=00')

  const texts = faults.map((fault) => (fault instanceof Error ? `${fault.message}${fault.stack}${JSON.stringify(fault)}` : ''))
  const said = `${JSON.stringify(lines)}${texts.join('')}`
  const banned = [
    stripe.key,
    stripe.key.slice(8),
    secret,
    url,
    '_secret_',
    payer.name,
    payer.email,
    customer,
    pageRef,
    '4242',
    'http',
    'pm_',
  ]
  expect(banned.filter((word) => said.includes(word))).toEqual([])
  expect(lines.length).toBe(stripe.calls.length)
  const members = new Set(lines.flatMap((line) => (Array.isArray(line) ? Object.keys(line[0]) : [])))
  expect([...members].sort()).toEqual(['code', 'ms', 'requestId', 'status'])
  for (const spy of printed) {
    expect(spy.mock.calls).toEqual([])
    spy.mockRestore()
  }
})
