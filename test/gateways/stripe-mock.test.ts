import { expect, test } from 'bun:test'
import { ProviderFault } from '../../src/gateways/payments/payments.ts'
import { callNames, callOf } from '../support/stripe/calls.ts'
import schema from '../support/stripe/openapi.json'
import { gatewayAt, newCharge, newPage, newRefund, payer, refusal, serveAnswers } from './stripe-till.ts'

/** The address of stripe-mock, which refuses calls outside Stripe's schema and stores nothing. */
const address = process.env.STRIPE_MOCK

/** The call that the double answers and the gateway never makes. */
const unused = ['refunds.retrieve']

test('keeps exactly the gateway’s calls in the schema', () => {
  const kept = Object.entries(schema.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => callOf(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'id_1'))?.name),
  )
  expect(kept.sort()).toEqual([...callNames].sort())
})

if (address !== undefined) {
  test("accepts every call of the gateway by Stripe's own schema", async () => {
    const charge = newCharge('cus_1', 'pm_card_visa')
    const ready = { id: 'pi_1', status: 'requires_confirmation', amount: charge.amount, currency: 'gbp' }
    const made = new Set<string>()

    // Two canned answers would prevent later calls, so a charge is ready and a card was already detached.
    await using front = serveAnswers(async (call, request) => {
      const { pathname, search } = new URL(request.url)
      made.add(callOf(request.method, pathname)?.name ?? call)
      const body = request.method === 'POST' ? await request.text() : null
      const { method, headers } = request
      const answer = await fetch(`http://${address?.replace(/^https?:\/\//, '')}${pathname}${search}`, { method, headers, body })
      if (answer.status !== 200) return answer
      if (/^GET .*\/payment_intents\//.test(call)) return ready
      return call.endsWith('/detach') ? refusal(400, {}) : answer
    })
    const { gateway, lines } = await gatewayAt(front.url, { key: 'sk_test_123' })

    /** Waits for a call that the schema accepts, whatever the canned answer is. */
    async function accepted(work: Promise<unknown>): Promise<void> {
      try {
        await work
      } catch (fault) {
        if (!(fault instanceof ProviderFault) || 'status' in fault.told) throw fault
      }
    }

    const customer = await gateway.openPayer(payer, null)
    await gateway.openPayer(payer, customer)
    const consent = 'I agree.'
    await accepted(gateway.openPage(newPage(customer, { purpose: 'save_card', consent })))
    for (const agreed of [consent, null]) await accepted(gateway.openPage(newPage(customer, { consent: agreed })))
    await accepted(gateway.readPage('cs_test_1'))
    await accepted(gateway.closePage('cs_test_1', newPage(customer)))
    await accepted(gateway.prepare(charge))
    await accepted(gateway.charge('pi_1', charge))
    await accepted(gateway.cancelCharge('pi_1', charge))
    await accepted(gateway.refund(newRefund('pi_1')))
    await accepted(
      gateway.forget('pm_card_visa').catch((fault) => expect(fault).toMatchObject({ told: { status: 400, code: null } })),
    )
    await accepted(Array.fromAsync(gateway.disputesSince(Date.now() - 86_400_000)))
    await accepted(Array.fromAsync(gateway.listCreatedSince(Date.now() - 86_400_000)))
    expect(await gateway.readAccount(10_000)).toMatchObject({ id: expect.stringMatching(/^acct_/) })

    expect([...made].sort()).toEqual(callNames.filter((name) => !unused.includes(name)).sort())
    expect(lines.filter((line) => !JSON.stringify(line).includes('"status":200'))).toHaveLength(1)
  })
}
