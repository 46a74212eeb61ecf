import { describe, expect, test } from 'bun:test'
import type { ChargeAnswer } from '../../src/gateways/payments/payments.ts'
import type { CardName } from '../support/stripe/cards.ts'
import {
  faultOf,
  gatewayAt,
  lastCall,
  newCharge,
  openTill,
  payer,
  refusal,
  serveAnswers,
  serverId,
  type Till,
} from './stripe-till.ts'

/** A prepared charge of a saved card. */
async function readyCharge({ stripe, gateway }: Till, card: CardName, said = {}) {
  const customer = await gateway.openPayer(payer, null)
  const method = stripe.keepCard(customer, card)
  const charge = newCharge(customer, method, said)
  const { ref } = await gateway.prepare(charge)
  return { customer, method, charge, ref }
}

describe('a charge of a saved card', () => {
  test('is prepared with all its parameters and without taking money', async () => {
    await using till = await openTill()
    const { charge, ref, customer, method } = await readyCharge(till, 'visa', { attempt: 2 })

    expect(ref).toStartWith('pi_')
    expect(till.stripe.taken()).toEqual([])
    const { key, params } = lastCall(till.stripe, 'paymentIntents.create')
    expect(key).toBe(`${charge.key}-create-2`)
    expect(params).toEqual({
      amount: 23_600,
      currency: 'gbp',
      customer,
      payment_method: method,
      payment_method_types: ['card'],
      description: charge.summary,
      metadata: {
        charabanc_trip: charge.tripRef,
        charabanc_payment: String(charge.paymentId),
        charabanc_key: charge.key,
        charabanc_server: serverId,
      },
    })
    expect(await till.gateway.prepare(charge)).toEqual({ ref })
    expect(till.stripe.intents()).toHaveLength(1)
  })

  test('takes the money once for repeated calls', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const { charge, ref } = await readyCharge(till, 'visa')

    for (let turn = 0; turn < 3; turn++) {
      expect(await gateway.charge(ref, charge)).toEqual({ outcome: 'succeeded', ref, fault: null })
      stripe.advance(25 * 3_600_000)
    }

    const confirms = stripe.calls.filter(({ name }) => name === 'paymentIntents.confirm')
    expect(confirms).toMatchObject([{ key: `${charge.key}-confirm`, params: { off_session: true } }])
    expect(stripe.taken()).toHaveLength(1)
    expect(await gateway.cancelCharge(ref, charge)).toEqual({ outcome: 'succeeded', ref, fault: null })
  })

  test('takes the money once for concurrent calls', async () => {
    await using till = await openTill()
    const { charge, ref } = await readyCharge(till, 'visa')

    const answers = await Promise.allSettled(Array.from({ length: 4 }, () => till.gateway.charge(ref, charge)))

    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    for (const one of answers) {
      if (one.status === 'fulfilled') expect(one.value).toMatchObject({ outcome: 'succeeded' })
      else expect(one.reason).toMatchObject({ kind: 'silent' })
    }
    expect(till.stripe.taken()).toHaveLength(1)
  })

  test('omits off_session if the customer is present', async () => {
    await using till = await openTill()
    const { charge, ref } = await readyCharge(till, 'sca_always', { isCustomerPresent: true })

    expect(await till.gateway.charge(ref, charge)).toEqual({
      outcome: 'requires_action',
      ref,
      fault: 'authentication_required',
    })
    expect(lastCall(till.stripe, 'paymentIntents.confirm').params).toEqual({})
    expect(till.stripe.intents()).toMatchObject([{ status: 'canceled' }])
  })

  test.each([
    ['visa', 'succeeded', null],
    ['sca_once', 'succeeded', null],
    ['declines_later', 'declined', 'generic_decline'],
    ['insufficient_later', 'declined', 'insufficient_funds'],
    ['lost_later', 'declined', 'do_not_try_again'],
    ['expired_later', 'declined', 'expired_card'],
    ['sca_always', 'requires_action', 'authentication_required'],
  ] as const)('ends for %s as %s', async (card, outcome, fault) => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const { charge, ref } = await readyCharge(till, card)
    const money = outcome === 'succeeded' ? 1 : 0

    // The answer is the same a day later and after a cancellation.
    for (let turn = 0; turn < 2; turn++) {
      expect(await gateway.charge(ref, charge)).toEqual({ outcome, ref, fault })
      stripe.advance(25 * 3_600_000)
    }
    expect(await gateway.cancelCharge(ref, charge)).toEqual({ outcome, ref, fault })
    expect(stripe.taken()).toHaveLength(money)
    expect(stripe.intents()).toMatchObject([{ status: money === 1 ? 'succeeded' : 'canceled' }])
  })

  test.each(['prepare', 'charge'] as const)('fails with method_gone for a removed card at %s', async (when) => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const customer = await gateway.openPayer(payer, null)
    const method = stripe.keepCard(customer, 'visa')
    const charge = newCharge(customer, method)
    if (when === 'prepare') {
      await gateway.forget(method)
      expect(await faultOf(gateway.prepare(charge))).toMatchObject({
        kind: 'rejected',
        told: { code: 'method_gone', status: 400 },
      })
      expect(await faultOf(gateway.prepare(newCharge(customer, 'pm_unknown')))).toMatchObject({ told: { code: 'method_gone' } })
      expect(stripe.intents()).toEqual([])
      return
    }
    const { ref } = await gateway.prepare(charge)
    await gateway.forget(method)
    expect(await gateway.charge(ref, charge)).toEqual({ outcome: 'declined', ref, fault: 'method_gone' })
    expect(stripe.intents()).toMatchObject([{ status: 'canceled' }])
    expect(stripe.taken()).toEqual([])
  })

  test.each([
    ['amount', { amount: 23_601 }],
    ['currency', { currencyCode: 'EUR' }],
  ])('rejects another %s as undecided and takes no money', async (_, other) => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const { charge, ref } = await readyCharge(till, 'visa')

    const undecided = { kind: 'undecided', told: { code: 'other_amount' } }
    expect(await faultOf(gateway.charge(ref, { ...charge, ...other }))).toMatchObject(undecided)
    expect(stripe.taken()).toEqual([])
    await gateway.charge(ref, charge)
    expect(await faultOf(gateway.charge(ref, { ...charge, ...other }))).toMatchObject(undecided)
    expect(await faultOf(gateway.cancelCharge(ref, { ...charge, ...other }))).toMatchObject(undecided)
  })

  test('rejects an amount below the minimum', async () => {
    await using till = await openTill()
    const customer = await till.gateway.openPayer(payer, null)
    const charge = newCharge(customer, till.stripe.keepCard(customer, 'visa'), { amount: 3 })
    expect(await faultOf(till.gateway.prepare(charge))).toMatchObject({
      kind: 'rejected',
      told: { status: 400, code: 'amount_too_small', param: 'amount', requestId: expect.stringMatching(/^req_/) },
    })
  })

  test('is undecided if Stripe does not know the intent, which can belong to another account', async () => {
    await using till = await openTill()
    const fault = { kind: 'undecided', told: { code: 'no_charge' } }
    expect(await faultOf(till.gateway.charge('pi_unknown', newCharge('cus_1', 'pm_1')))).toMatchObject(fault)
  })
})

describe('cancelling a charge', () => {
  test('ensures that no money can be taken', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const { charge, ref } = await readyCharge(till, 'visa')

    const over = { outcome: 'declined', ref, fault: null } as const
    expect(await gateway.cancelCharge(ref, { ...charge, attempt: 2 })).toEqual(over)
    expect(lastCall(stripe, 'paymentIntents.cancel').key).toBe(`${charge.key}-cancel-2`)
    expect(await gateway.cancelCharge(ref, charge)).toEqual(over)
    expect(await gateway.charge(ref, charge)).toEqual(over)
    expect(stripe.taken()).toEqual([])
  })

  test('returns null for a charge without an intent, and is undecided for an unknown intent', async () => {
    await using till = await openTill()
    expect(await till.gateway.cancelCharge('', newCharge('cus_1', 'pm_1'))).toBeNull()
    const fault = await faultOf(till.gateway.cancelCharge('pi_unknown', newCharge('cus_1', 'pm_1')))
    expect(fault).toMatchObject({ kind: 'undecided', told: { code: 'no_charge' } })
  })

  test('works after a 500 that Stripe replays', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const { charge, ref } = await readyCharge(till, 'visa')
    stripe.fail('paymentIntents.cancel', '500_before')

    expect(await faultOf(gateway.cancelCharge(ref, charge))).toMatchObject({ kind: 'silent', told: { status: 500 } })
    expect(await gateway.cancelCharge(ref, charge)).toMatchObject({ outcome: 'declined' })
    expect(stripe.intents()).toMatchObject([{ status: 'canceled' }])
  })
})

type DeclineRow = readonly [object, ChargeAnswer['outcome'], string | null]

describe('the answer of a bank', () => {
  const ready = { id: 'pi_1', amount: 23_600, amount_received: 0, currency: 'gbp', status: 'requires_confirmation' }
  const charge = newCharge('cus_1', 'pm_1')

  /** Charges a card with this answer to the confirmation, and lists the calls that were made. */
  async function chargeOf(confirmed: Response | object, cancelled: Response | object = { ...ready, status: 'canceled' }) {
    const calls: string[] = []
    await using server = serveAnswers((call) => {
      calls.push(call)
      if (call.endsWith('/confirm')) return confirmed
      if (call.endsWith('/cancel')) return cancelled
      return calls.some((one) => one.endsWith('/cancel')) ? { ...ready, status: 'succeeded', amount_received: 23_600 } : ready
    })
    const { gateway } = await gatewayAt(server.url)
    return { work: await Promise.allSettled([gateway.charge('pi_1', charge)]), calls: calls.map((one) => one.split('/').at(-1)) }
  }

  const declined = (code: string): DeclineRow => [{ code: 'card_declined', decline_code: code }, 'declined', code]
  const authentication = 'authentication_required'
  const rows: readonly DeclineRow[] = [
    [{ code: authentication }, 'requires_action', authentication],
    [{ code: 'card_declined', decline_code: authentication }, 'requires_action', authentication],
    [{ code: 'card_declined', decline_code: authentication, advice_code: 'do_not_try_again' }, 'requires_action', authentication],
    ...['insufficient_funds', 'generic_decline', 'do_not_honor', 'try_again_later', 'card_velocity_exceeded'].map(declined),
    ...['withdrawal_count_limit_exceeded', 'lost_card', 'stolen_card', 'pickup_card', 'fraudulent'].map(declined),
    ...['merchant_blacklist', 'new_word_2031'].map(declined),
    [{ code: 'processing_error' }, 'declined', 'processing_error'],
    [{ code: 'expired_card' }, 'declined', 'expired_card'],
    [{ code: 'incorrect_cvc' }, 'declined', 'incorrect_cvc'],
    [{ code: 'incorrect_number', decline_code: '' }, 'declined', 'incorrect_number'],
    [{ code: 'card_declined', decline_code: 'lost_card', advice_code: 'do_not_try_again' }, 'declined', 'do_not_try_again'],
    [{ code: 'card_declined', advice_code: 'try_again_later' }, 'declined', 'card_declined'],
    [{}, 'declined', null],
    [{ code: 'No code: 4242 4242', decline_code: 7 }, 'declined', null],
  ]

  test.each(rows)('maps %j to an outcome', async (error, outcome, fault) => {
    const { work, calls } = await chargeOf(refusal(402, error))
    expect(work).toEqual([{ status: 'fulfilled', value: { outcome, ref: 'pi_1', fault } }])
    expect(calls).toEqual(['pi_1', 'confirm', 'cancel'])
  })

  test.each([
    { code: 'resource_missing', param: 'payment_method' },
    { code: 'payment_method_unexpected_state' },
    { param: 'payment_method' },
  ])('maps %j of the card to method_gone', async (error) => {
    const { work, calls } = await chargeOf(refusal(400, error))
    expect(work).toMatchObject([{ value: { outcome: 'declined', fault: 'method_gone' } }])
    expect(calls).toEqual(['pi_1', 'confirm', 'cancel'])
  })

  test('is ignored if the money was taken meanwhile', async () => {
    const { work } = await chargeOf(
      refusal(402, { code: 'card_declined' }),
      refusal(400, { code: 'payment_intent_unexpected_state' }),
    )
    expect(work).toMatchObject([{ value: { outcome: 'succeeded', ref: 'pi_1', fault: null } }])
  })

  test('decides nothing while Stripe cannot cancel the charge', async () => {
    const { work } = await chargeOf(refusal(402, { code: 'card_declined' }), refusal(500, { type: 'api_error' }))
    expect(work).toMatchObject([{ status: 'rejected', reason: { kind: 'silent', told: { status: 500 } } }])
  })

  test('cancels the charge if the call itself was wrong', async () => {
    const { work, calls } = await chargeOf(refusal(400, { code: 'parameter_unknown', param: 'off_session' }))
    expect(work).toMatchObject([{ status: 'rejected', reason: { kind: 'rejected', told: { code: 'parameter_unknown' } } }])
    expect(calls).toEqual(['pi_1', 'confirm', 'pi_1', 'cancel'])
  })

  test.each(['processing', 'requires_capture', 'a_word_of_2031', null])('decides nothing in the status %s', async (status) => {
    const { work, calls } = await chargeOf({ ...ready, status })
    expect(work).toMatchObject([{ status: 'rejected', reason: { kind: 'undecided' } }])
    expect(calls).toEqual(['pi_1', 'confirm'])
  })
})
