import { describe, expect, test } from 'bun:test'
import type { RefundState } from '../../src/gateways/payments/payments.ts'
import type { CardName } from '../support/stripe/cards.ts'
import {
  faultOf,
  gatewayAt,
  lastCall,
  newCharge,
  newRefund,
  openTill,
  payer,
  refusal,
  serveAnswers,
  serverId,
  type Till,
} from './stripe-till.ts'

/** The reference of a charge of a saved card. */
async function taken({ stripe, gateway }: Till, card: CardName = 'visa'): Promise<string> {
  const customer = await gateway.openPayer(payer, null)
  const charge = newCharge(customer, stripe.keepCard(customer, card))
  const { ref } = await gateway.prepare(charge)
  await gateway.charge(ref, charge)
  return ref
}

const refunded: RefundState = { status: 'refunded', ref: expect.stringMatching(/^re_/), why: null }

describe('a refund', () => {
  test('lists earlier refunds first and sends all its parameters', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const chargeRef = await taken(till)
    const refund = newRefund(chargeRef, { amount: 10_000, attempt: 3 })

    expect(await gateway.refund(refund)).toEqual({ ...refunded, ref: stripe.refunds()[0]?.id ?? null })

    const [look, call] = stripe.calls.slice(-2)
    expect(look).toMatchObject({ name: 'refunds.list', params: { payment_intent: chargeRef, limit: 100 } })
    expect(call).toMatchObject({ name: 'refunds.create', key: `${refund.key}-${refund.owedAt}-3` })
    expect(call?.params).toEqual({
      payment_intent: chargeRef,
      amount: 10_000,
      reason: 'requested_by_customer',
      metadata: {
        charabanc_trip: refund.tripRef,
        charabanc_payment: String(refund.paymentId),
        charabanc_key: refund.key,
        charabanc_owed: String(refund.owedAt),
        charabanc_attempt: '3',
        charabanc_server: serverId,
      },
    })
  })

  test('is sent once for repeated calls', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const chargeRef = await taken(till)
    const first = newRefund(chargeRef, { amount: 10_000 })
    const second = newRefund(chargeRef, { amount: 10_000 })

    for (let turn = 0; turn < 3; turn++) {
      expect(await gateway.refund(first)).toEqual(refunded)
      expect(await gateway.refund(second)).toEqual(refunded)
      stripe.advance(25 * 3_600_000)
    }
    expect(stripe.refunds().map(({ amount }) => amount)).toEqual([10_000, 10_000])
    expect(await gateway.refund(newRefund(chargeRef))).toEqual({ status: 'failed', ref: null, why: 'failed' })
    expect(stripe.taken()).toMatchObject([{ refunded: 20_000 }])
  })

  test('reports that it waits for the balance, and then its result', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const refund = newRefund(await taken(till, 'refund_pending'))
    const ref = expect.stringMatching(/^re_/)

    expect(await gateway.refund(refund)).toEqual({ status: 'pending', ref, why: 'insufficient_funds' })
    stripe.moveRefund(stripe.refunds()[0]?.id ?? '', 'succeeded')
    expect(await gateway.refund(refund)).toEqual(refunded)
    stripe.moveRefund(stripe.refunds()[0]?.id ?? '', 'failed')
    expect(await gateway.refund(refund)).toEqual({ status: 'failed', ref, why: 'failed' })
    expect(stripe.refunds()).toHaveLength(1)
  })

  test('reports an immediate failure', async () => {
    await using till = await openTill()
    const refund = newRefund(await taken(till, 'refund_fails'))
    for (let turn = 0; turn < 2; turn++)
      expect(await till.gateway.refund(refund)).toMatchObject({ status: 'failed', why: 'failed' })
  })

  test('is sent again for a new attempt after a failure', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const refund = newRefund(await taken(till, 'refund_pending'))
    expect(await gateway.refund(refund)).toMatchObject({ status: 'pending' })
    stripe.moveRefund(stripe.refunds()[0]?.id ?? '', 'failed')
    expect(await gateway.refund(refund)).toMatchObject({ status: 'failed' })

    const again = { ...refund, attempt: 2 }
    const made = await gateway.refund(again)
    expect([made, await gateway.refund(again)]).toEqual([made, made])
    expect(made.ref).toBe(stripe.refunds()[1]?.id ?? null)
    expect(stripe.refunds()).toHaveLength(2)
  })

  test('fails for a disputed charge', async () => {
    await using till = await openTill()
    const refund = newRefund(await taken(till, 'disputed'))
    expect(await till.gateway.refund(refund)).toEqual({ status: 'failed', ref: null, why: 'disputed' })
  })

  test('counts as sent after a refund of the charge elsewhere', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const chargeRef = await taken(till)
    const theirs = newRefund(chargeRef)
    await gateway.refund(theirs)

    expect(await gateway.refund(newRefund(chargeRef))).toEqual({ status: 'refunded', ref: null, why: 'sent_elsewhere' })
    expect(await gateway.refund(theirs)).toEqual(refunded)
    expect(stripe.taken()).toMatchObject([{ refunded: 23_600 }])
  })

  test('is unknown, not failed, if Stripe does not know the charge', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const chargeRef = await taken(till)
    const refund = newRefund(chargeRef)
    expect([await gateway.refund(refund), await gateway.returnedOf(chargeRef)]).toMatchObject([refunded, 23_600])

    const restore = stripe.removeObject(chargeRef)
    expect(await gateway.refund(refund)).toEqual({ status: 'unknown', ref: null, why: null })
    expect(await gateway.returnedOf(chargeRef)).toBeNull()
    restore()
    expect(await gateway.refund(refund)).toEqual(refunded)
    expect(stripe.refunds()).toHaveLength(1)
  })

  test('is sent for a reused payment number after a restored database', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const chargeRef = await taken(till)
    const forgotten = newRefund(chargeRef, { amount: 5_000 })
    await gateway.refund(forgotten)
    // A restored database gives out payment numbers again, and the key is made from the number.
    const since = { ...forgotten, owedAt: forgotten.owedAt + 1, amount: 8_000 }
    expect(await gateway.refund(since)).toEqual(refunded)
    expect(await gateway.refund(since)).toEqual(refunded)
    expect(stripe.refunds().map(({ amount }) => amount)).toEqual([5_000, 8_000])
  })

  test('is found again after a lost answer', async () => {
    await using till = await openTill()
    const { stripe, gateway } = till
    const refund = newRefund(await taken(till))
    stripe.fail('refunds.create', 'drop_after')
    expect(await faultOf(gateway.refund(refund))).toMatchObject({ kind: 'silent' })
    stripe.advance(25 * 3_600_000)

    expect(await gateway.refund(refund)).toEqual(refunded)
    expect(stripe.calls.filter(({ name }) => name === 'refunds.create')).toHaveLength(1)
    expect(lastCall(stripe, 'refunds.list').status).toBe(200)
  })
})

describe('the answer of Stripe to a refund', () => {
  const sent = { id: 're_1', object: 'refund', amount: 23_600, currency: 'gbp' }

  async function refundWith(answer: object, listed: (calls: number) => readonly object[] = () => []) {
    let looks = 0
    await using server = serveAnswers((call) => (call.startsWith('GET') ? { object: 'list', data: listed(++looks) } : answer))
    const { gateway } = await gatewayAt(server.url)
    return await Promise.allSettled([gateway.refund(refund)])
  }
  const refund = newRefund('pi_1')
  const own = { charabanc_key: refund.key, charabanc_owed: String(refund.owedAt) }

  const rows: readonly (readonly [object, Omit<RefundState, 'ref'>])[] = [
    [{ status: 'succeeded' }, { status: 'refunded', why: null }],
    [{ status: 'pending' }, { status: 'pending', why: null }],
    [
      { status: 'pending', pending_reason: 'processing' },
      { status: 'pending', why: null },
    ],
    [
      { status: 'pending', pending_reason: 'insufficient_funds' },
      { status: 'pending', why: 'insufficient_funds' },
    ],
    [{ status: 'requires_action' }, { status: 'pending', why: null }],
    [
      { status: 'failed', failure_reason: 'lost_or_stolen_card' },
      { status: 'failed', why: 'failed' },
    ],
    [
      { status: 'failed', failure_reason: 'charge_for_pending_refund_disputed' },
      { status: 'failed', why: 'disputed' },
    ],
    [{ status: 'canceled' }, { status: 'failed', why: 'failed' }],
  ]

  test.each(rows)('maps %j to a state', async (said, state) => {
    const whole = { ...sent, ...said }
    expect(await refundWith(whole)).toEqual([{ status: 'fulfilled', value: { ref: 're_1', ...state } }])
    const found = { ...whole, metadata: own }
    expect(await refundWith(refusal(400, {}), () => [{ ...sent, metadata: {} }, found])).toEqual([
      { status: 'fulfilled', value: { ref: 're_1', ...state } },
    ])
  })

  test.each([
    [{ status: 'a_word_of_2031' }],
    [{ status: null }],
    [{ status: 'succeeded', amount: 1 }],
    [{ status: 'succeeded', currency: 'eur' }],
  ])('is undecided for %j', async (said) => {
    expect(await refundWith({ ...sent, ...said })).toMatchObject([{ reason: { kind: 'undecided' } }])
  })

  test('leads to a second listing if the charge was already refunded', async () => {
    const found = { ...sent, status: 'succeeded', metadata: own }
    const answers = await refundWith(refusal(400, { code: 'charge_already_refunded' }), (looks) => (looks === 1 ? [] : [found]))
    expect(answers).toMatchObject([{ value: { status: 'refunded', ref: 're_1', why: null } }])
  })

  test('is pending if the account holds too little', async () => {
    expect(await refundWith(refusal(400, { code: 'balance_insufficient' }))).toEqual([
      { status: 'fulfilled', value: { status: 'pending', ref: null, why: 'insufficient_funds' } },
    ])
  })

  test('is unknown if the charge was deleted meanwhile', async () => {
    const unknownCharge = refusal(404, { code: 'resource_missing', param: 'payment_intent' })
    expect(await refundWith(unknownCharge)).toMatchObject([{ value: { status: 'unknown', ref: null } }])
  })

  test('is undecided if Stripe returns no list', async () => {
    await using server = serveAnswers(() => ({}))
    const { gateway } = await gatewayAt(server.url)
    expect(await faultOf(gateway.refund(refund))).toMatchObject({ kind: 'undecided' })
  })
})
