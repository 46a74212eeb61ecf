import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ProviderDispute } from '../../src/gateways/payments/payments.ts'
import type { StripePayments } from '../../src/gateways/payments/stripe.ts'
import { isTestKey } from '../../src/gateways/payments/stripe-key.ts'
import { eventually } from '../support/eventually.ts'
import type { CardName } from '../support/stripe/cards.ts'
import { startStripe } from '../support/stripe/double.ts'
import { faultOf, gatewayAt, newCharge, newPage, newRefund, payer } from './stripe-till.ts'

// The same tests run against the double and, if STRIPE_TEST_KEY is set, against Stripe's own test mode.

const { STRIPE_TEST_KEY: testKey } = process.env

/** Stripe's test cards by their API names, each with the double's name. */
const cards = {
  pm_card_visa: 'visa',
  pm_card_chargeCustomerFail: 'declines_later',
  pm_card_authenticationRequired: 'sca_always',
  pm_card_pendingRefund: 'refund_pending',
  pm_card_createDispute: 'disputed',
} as const satisfies Record<string, CardName>

type Bank = AsyncDisposable & {
  readonly gateway: StripePayments
  /** A customer with a saved card: no program can type a card on Stripe's pages. */
  keep(card: keyof typeof cards): Promise<{ readonly customer: string; readonly method: string }>
}

async function openDouble(): Promise<Bank> {
  const stripe = await startStripe()
  const { gateway } = await gatewayAt(stripe.url, { key: stripe.key })
  return {
    gateway,
    async keep(card) {
      const customer = await gateway.openPayer(payer, null)
      return { customer, method: stripe.keepCard(customer, cards[card]) }
    },
    [Symbol.asyncDispose]: () => stripe.stop(),
  }
}

async function openStripe(key: string): Promise<Bank> {
  // Each run has a new server id, so that it does not find the objects of an earlier run.
  const serverId = `tests-${crypto.randomUUID()}`
  const { gateway } = await gatewayAt('https://api.stripe.com', { key, serverId })
  return {
    gateway,
    async keep(card) {
      const customer = await gateway.openPayer(payer, null)
      const answer = await fetch(`https://api.stripe.com/v1/payment_methods/${card}/attach`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
        body: new URLSearchParams({ customer }),
      })
      expect(answer.status).toBe(200)
      const { id } = (await answer.json()) as { readonly id: string }
      return { customer, method: id }
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

test('accepts only a test key', () => {
  expect(testKey === undefined || isTestKey(testKey)).toBe(true)
})

const banks = [
  ['the double', openDouble] as const,
  ...(testKey !== undefined && isTestKey(testKey) ? [['Stripe', () => openStripe(testKey)] as const] : []),
]

describe.each(banks)('%s', (_, open) => {
  let bank: Bank
  let gateway: StripePayments

  beforeAll(async () => {
    bank = await open()
    gateway = bank.gateway
  })

  afterAll(() => bank[Symbol.asyncDispose]())

  /** A charge of a saved card. */
  async function charged(card: keyof typeof cards) {
    const { customer, method } = await bank.keep(card)
    const charge = newCharge(customer, method)
    const { ref } = await gateway.prepare(charge)
    return { method, charge, ref, answer: await gateway.charge(ref, charge) }
  }

  test('reports its account', async () => {
    expect(await gateway.readAccount(30_000)).toMatchObject({ id: expect.stringMatching(/^acct_/), isLive: false })
  })

  test('finds a customer again after a change of name and address', async () => {
    const known = await gateway.openPayer(payer, null)
    expect(await gateway.openPayer(payer, null)).toBe(known)
    expect(await gateway.openPayer({ ...payer, name: 'Lucy', email: null }, known)).toBe(known)
  })

  test.each([
    ['to keep a card', { purpose: 'save_card', consent: 'Dales may charge £128.00 to this card.' }],
    ['to pay and keep the card', { consent: 'And the balance on 13 December.' }],
    ['to pay', {}],
  ] as const)('opens a page %s once and closes it permanently', async (__, said) => {
    const page = newPage(await gateway.openPayer(payer, null), said)
    const { ref, expiresAt } = await gateway.openPage(page)
    expect(ref).toStartWith('cs_test_')
    expect(expiresAt).toBe(page.expiresAt)
    expect(await gateway.openPage(page)).toMatchObject({ ref })
    expect(await gateway.readPage(ref)).toEqual({ status: 'open' })
    expect(await gateway.closePage(ref, page)).toEqual({ status: 'expired' })
    expect(await gateway.closePage(ref, { ...page, attempt: 2 })).toEqual({ status: 'expired' })
    expect(await gateway.readPage(ref)).toEqual({ status: 'expired' })
  })

  test('charges a saved card once and refunds at most the charge', async () => {
    const { charge, ref, answer } = await charged('pm_card_visa')
    expect(answer).toEqual({ outcome: 'succeeded', ref, fault: null })
    expect(await gateway.charge(ref, charge)).toEqual(answer)
    expect(await gateway.prepare(charge)).toEqual({ ref })
    expect(await gateway.cancelCharge(ref, charge)).toEqual(answer)

    const part = newRefund(ref, { amount: 5_000 })
    const sent = await gateway.refund(part)
    expect(sent).toEqual({ status: 'refunded', ref: expect.stringMatching(/^re_/), why: null })
    expect(await gateway.refund(part)).toEqual(sent)
    expect(await gateway.refund(newRefund(ref, { amount: 18_601 }))).toMatchObject({ status: 'failed', ref: null })
    expect(await gateway.refund(newRefund(ref, { amount: 18_600 }))).toMatchObject({ status: 'refunded' })
    expect(await gateway.refund(newRefund(ref, { amount: 1 }))).toMatchObject({ why: 'sent_elsewhere' })
  })

  test('takes no money from a card that the bank declines', async () => {
    const { charge, ref, answer } = await charged('pm_card_chargeCustomerFail')
    expect(answer).toEqual({ outcome: 'declined', ref, fault: expect.any(String) })
    expect(await gateway.charge(ref, charge)).toMatchObject({ outcome: 'declined', ref })
  })

  test('takes no money from a card that needs the customer’s confirmation', async () => {
    const { charge, ref, answer } = await charged('pm_card_authenticationRequired')
    expect(answer).toEqual({ outcome: 'requires_action', ref, fault: 'authentication_required' })
    expect(await gateway.charge(ref, charge)).toEqual(answer)
  })

  test('cancels a prepared charge', async () => {
    const { customer, method } = await bank.keep('pm_card_visa')
    const charge = newCharge(customer, method)
    const { ref } = await gateway.prepare(charge)
    expect(await gateway.cancelCharge(ref, charge)).toEqual({ outcome: 'declined', ref, fault: null })
    expect(await gateway.charge(ref, charge)).toMatchObject({ outcome: 'declined', ref })
  })

  test('removes a card, which then cannot be charged', async () => {
    const { customer, method } = await bank.keep('pm_card_visa')
    await gateway.forget(method)
    await gateway.forget(method)
    expect(await faultOf(gateway.prepare(newCharge(customer, method)))).toMatchObject({
      kind: 'rejected',
      told: { code: 'method_gone' },
    })
  })

  test('reports a pending refund', async () => {
    const { ref } = await charged('pm_card_pendingRefund')
    expect(await gateway.refund(newRefund(ref))).toMatchObject({ status: 'pending', ref: expect.stringMatching(/^re_/) })
  })

  test('reports a dispute', async () => {
    const since = Date.now() - 86_400_000
    const { ref } = await charged('pm_card_createDispute')
    const found = await eventually(async () => {
      const disputes: ProviderDispute[] = await Array.fromAsync(gateway.disputesSince(since))
      return disputes.find(({ chargeRef }) => chargeRef === ref)
    })
    expect(found).toMatchObject({ status: 'needs_response', amount: 23_600, currencyCode: 'GBP' })
  })
})
