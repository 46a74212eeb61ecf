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

/** A charge that is ready, of a card that is kept. */
async function readyCharge({ stripe, gateway }: Till, card: CardName, said = {}) {
  const customer = await gateway.openPayer(payer, null)
  const method = stripe.keepCard(customer, card)
  const charge = newCharge(customer, method, said)
  const { ref } = await gateway.prepare(charge)
  return { customer, method, charge, ref }
}

describe('a charge of a kept card', () => {
  test('is made ready without money, with all that it is to say', async () => {
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

  test('is taken once, however often it is asked for', async () => {
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
    expect(await gateway.giveUp(ref, charge)).toEqual({ outcome: 'succeeded', ref, fault: null })
  })

  test('is taken once when it is asked for at the same time', async () => {
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

  test('says that the customer is there when they are', async () => {
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
  ] as const)('of %s is %s', async (card, outcome, fault) => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const { charge, ref } = await readyCharge(till, card)
    const money = outcome === 'succeeded' ? 1 : 0

    // Asked again much later, and after it was given up, it says the same.
    for (let turn = 0; turn < 2; turn++) {
      expect(await gateway.charge(ref, charge)).toEqual({ outcome, ref, fault })
      stripe.advance(25 * 3_600_000)
    }
    expect(await gateway.giveUp(ref, charge)).toEqual({ outcome, ref, fault })
    expect(stripe.taken()).toHaveLength(money)
    expect(stripe.intents()).toMatchObject([{ status: money === 1 ? 'succeeded' : 'canceled' }])
  })

  test.each(['prepare', 'charge'] as const)('of a card that was let go is over when it is asked at %s', async (when) => {
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
  ])('of another %s is not taken, and not believed', async (_, other) => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const { charge, ref } = await readyCharge(till, 'visa')

    const undecided = { kind: 'undecided', told: { code: 'other_amount' } }
    expect(await faultOf(gateway.charge(ref, { ...charge, ...other }))).toMatchObject(undecided)
    expect(stripe.taken()).toEqual([])
    await gateway.charge(ref, charge)
    expect(await faultOf(gateway.charge(ref, { ...charge, ...other }))).toMatchObject(undecided)
    expect(await faultOf(gateway.giveUp(ref, { ...charge, ...other }))).toMatchObject(undecided)
  })

  test('that is wrong in itself is rejected', async () => {
    await using till = await openTill()
    const customer = await till.gateway.openPayer(payer, null)
    const charge = newCharge(customer, till.stripe.keepCard(customer, 'visa'), { amount: 3 })
    expect(await faultOf(till.gateway.prepare(charge))).toMatchObject({
      kind: 'rejected',
      told: { status: 400, code: 'amount_too_small', param: 'amount', requestId: expect.stringMatching(/^req_/) },
    })
  })

  test('that Stripe had named and does not know may be another account’s, and decides nothing', async () => {
    await using till = await openTill()
    const fault = { kind: 'undecided', told: { code: 'no_charge' } }
    expect(await faultOf(till.gateway.charge('pi_unknown', newCharge('cus_1', 'pm_1')))).toMatchObject(fault)
  })
})

describe('giving a charge up', () => {
  test('sees to it that nothing can be taken', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const { charge, ref } = await readyCharge(till, 'visa')

    const over = { outcome: 'declined', ref, fault: null } as const
    expect(await gateway.giveUp(ref, { ...charge, attempt: 2 })).toEqual(over)
    expect(lastCall(stripe, 'paymentIntents.cancel').key).toBe(`${charge.key}-cancel-2`)
    expect(await gateway.giveUp(ref, charge)).toEqual(over)
    expect(await gateway.charge(ref, charge)).toEqual(over)
    expect(stripe.taken()).toEqual([])
  })

  test('of one that Stripe never named is null, and of one that it does not know any more nothing', async () => {
    await using till = await openTill()
    expect(await till.gateway.giveUp('', newCharge('cus_1', 'pm_1'))).toBeNull()
    const fault = await faultOf(till.gateway.giveUp('pi_unknown', newCharge('cus_1', 'pm_1')))
    expect(fault).toMatchObject({ kind: 'undecided', told: { code: 'no_charge' } })
  })

  test('is not stopped by a fault that Stripe remembers', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const { charge, ref } = await readyCharge(till, 'visa')
    stripe.fail('paymentIntents.cancel', '500_before')

    expect(await faultOf(gateway.giveUp(ref, charge))).toMatchObject({ kind: 'silent', told: { status: 500 } })
    expect(await gateway.giveUp(ref, charge)).toMatchObject({ outcome: 'declined' })
    expect(stripe.intents()).toMatchObject([{ status: 'canceled' }])
  })
})

type DeclineRow = readonly [object, ChargeAnswer['outcome'], string | null]

describe('what a bank says', () => {
  const ready = { id: 'pi_1', amount: 23_600, amount_received: 0, currency: 'gbp', status: 'requires_confirmation' }
  const charge = newCharge('cus_1', 'pm_1')

  /** What comes of a charge whose confirmation is answered so, and which calls it took. */
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
  const wanted = 'authentication_required'
  const rows: readonly DeclineRow[] = [
    [{ code: wanted }, 'requires_action', wanted],
    [{ code: 'card_declined', decline_code: wanted }, 'requires_action', wanted],
    [{ code: 'card_declined', decline_code: wanted, advice_code: 'do_not_try_again' }, 'requires_action', wanted],
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

  test.each(rows)('%j', async (error, outcome, fault) => {
    const { work, calls } = await chargeOf(refusal(402, error))
    expect(work).toEqual([{ status: 'fulfilled', value: { outcome, ref: 'pi_1', fault } }])
    expect(calls).toEqual(['pi_1', 'confirm', 'cancel'])
  })

  test.each([
    { code: 'resource_missing', param: 'payment_method' },
    { code: 'payment_method_unexpected_state' },
    { param: 'payment_method' },
  ])('%j of the card means that it is gone', async (error) => {
    const { work, calls } = await chargeOf(refusal(400, error))
    expect(work).toMatchObject([{ value: { outcome: 'declined', fault: 'method_gone' } }])
    expect(calls).toEqual(['pi_1', 'confirm', 'cancel'])
  })

  test('is not believed when the money was taken meanwhile', async () => {
    const { work } = await chargeOf(
      refusal(402, { code: 'card_declined' }),
      refusal(400, { code: 'payment_intent_unexpected_state' }),
    )
    expect(work).toMatchObject([{ value: { outcome: 'succeeded', ref: 'pi_1', fault: null } }])
  })

  test('is nothing while the charge cannot be ended', async () => {
    const { work } = await chargeOf(refusal(402, { code: 'card_declined' }), refusal(500, { type: 'api_error' }))
    expect(work).toMatchObject([{ status: 'rejected', reason: { kind: 'silent', told: { status: 500 } } }])
  })

  test('about a call that is wrong ends the charge', async () => {
    const { work, calls } = await chargeOf(refusal(400, { code: 'parameter_unknown', param: 'off_session' }))
    expect(work).toMatchObject([{ status: 'rejected', reason: { kind: 'rejected', told: { code: 'parameter_unknown' } } }])
    expect(calls).toEqual(['pi_1', 'confirm', 'pi_1', 'cancel'])
  })

  test.each(['processing', 'requires_capture', 'a_word_of_2031', null])('is nothing yet while a charge is %s', async (status) => {
    const { work, calls } = await chargeOf({ ...ready, status })
    expect(work).toMatchObject([{ status: 'rejected', reason: { kind: 'undecided' } }])
    expect(calls).toEqual(['pi_1', 'confirm'])
  })
})
