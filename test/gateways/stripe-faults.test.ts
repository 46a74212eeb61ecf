import { describe, expect, test } from 'bun:test'
import { type Charge, type PaymentPage, ProviderFault } from '../../src/gateways/payments/payments.ts'
import type { StripeSettings } from '../../src/gateways/payments/stripe-client.ts'
import { stretchedForLoad } from '../support/patience.ts'
import { callNames, type StripeCall } from '../support/stripe/calls.ts'
import type { FaultKind } from '../support/stripe/faults.ts'
import { faultOf, newCharge, newPage, newRefund, openTill, payer, type Till } from './stripe-till.ts'

const readFaults = ['drop_before', 'hang_before', '500_before', '429', '401', '403', 'redirect', 'html', 'cut', 'huge'] as const
const kinds: readonly FaultKind[] = [...readFaults, 'drop_after', 'hang_after', '500_after']

/** Each takes as long as the timeout. */
const isSlow = (kind: FaultKind) => kind.startsWith('hang')

/** The call that the double answers and the gateway never makes. */
const unused: readonly StripeCall[] = ['refunds.retrieve']

type Step = {
  /** Makes the call that fails; `attempt` counts from 1. */
  readonly ask: (attempt: number) => Promise<unknown>
  /** The answer after all retries. */
  readonly answer: unknown
  /** The number of charges and refunds after all retries. */
  readonly money: readonly [taken: number, refunded: number]
}

const ready = async ({ stripe, gateway }: Till) => {
  const customer = await gateway.openPayer(payer, null)
  const charge = newCharge(customer, stripe.keepCard(customer, 'visa'))
  return { charge, ref: (await gateway.prepare(charge)).ref }
}

const opened = async ({ gateway }: Till) => {
  const page = newPage(await gateway.openPayer(payer, null))
  return { page, ref: (await gateway.openPage(page)).ref }
}

const named = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_`))

/** The situation in which the gateway makes each call. */
const steps: Partial<Record<StripeCall, (till: Till) => Promise<Step>>> = {
  'customers.create': async ({ gateway }) => ({
    ask: () => gateway.openPayer(payer, null),
    answer: named('cus'),
    money: [0, 0],
  }),
  'customers.update': async ({ gateway }) => {
    const known = await gateway.openPayer(payer, null)
    return { ask: () => gateway.openPayer({ ...payer, name: 'Lucy' }, known), answer: known, money: [0, 0] }
  },
  'checkout.sessions.create': async ({ gateway }) => {
    const page: PaymentPage = newPage(await gateway.openPayer(payer, null))
    return {
      ask: (attempt) => gateway.openPage({ ...page, attempt }),
      answer: { ref: named('cs'), url: expect.any(String), expiresAt: page.expiresAt },
      money: [0, 0],
    }
  },
  'checkout.sessions.retrieve': async (till) => {
    const { ref } = await opened(till)
    till.stripe.pay(ref, 'visa')
    return { ask: () => till.gateway.readPage(ref), answer: expect.objectContaining({ status: 'paid' }), money: [1, 0] }
  },
  'checkout.sessions.expire': async (till) => {
    const { ref, page } = await opened(till)
    return {
      ask: (attempt) => till.gateway.closePage(ref, { ...page, attempt }),
      answer: { status: 'expired' },
      money: [0, 0],
    }
  },
  'paymentIntents.create': async ({ stripe, gateway }) => {
    const customer = await gateway.openPayer(payer, null)
    const charge: Charge = newCharge(customer, stripe.keepCard(customer, 'visa'))
    return {
      async ask(attempt) {
        const { ref } = await gateway.prepare({ ...charge, attempt })
        return gateway.charge(ref, charge)
      },
      answer: expect.objectContaining({ outcome: 'succeeded' }),
      money: [1, 0],
    }
  },
  'paymentIntents.retrieve': async (till) => {
    const { ref, charge } = await ready(till)
    return {
      ask: () => till.gateway.charge(ref, charge),
      answer: { outcome: 'succeeded', ref, fault: null },
      money: [1, 0],
    }
  },
  'paymentIntents.confirm': async (till) => {
    const { ref, charge } = await ready(till)
    return {
      ask: (attempt) => till.gateway.charge(ref, { ...charge, attempt }),
      answer: { outcome: 'succeeded', ref, fault: null },
      money: [1, 0],
    }
  },
  'paymentIntents.cancel': async (till) => {
    const { ref, charge } = await ready(till)
    return {
      ask: (attempt) => till.gateway.cancelCharge(ref, { ...charge, attempt }),
      answer: { outcome: 'declined', ref, fault: null },
      money: [0, 0],
    }
  },
  'refunds.list': refundStep,
  'refunds.create': refundStep,
  'paymentMethods.detach': async ({ stripe, gateway }) => {
    const method = stripe.keepCard(await gateway.openPayer(payer, null), 'visa')
    return { ask: () => gateway.forget(method), answer: undefined, money: [0, 0] }
  },
  'paymentMethods.retrieve': async ({ stripe, gateway }) => {
    const method = stripe.keepCard(await gateway.openPayer(payer, null), 'visa')
    await gateway.forget(method)
    // Stripe replays the detach until its key expires after 24 hours.
    stripe.advance(25 * 3_600_000)
    return { ask: () => gateway.forget(method), answer: undefined, money: [0, 0] }
  },
  'disputes.list': async (till) => {
    const { ref, charge } = await ready(till)
    await till.gateway.charge(ref, charge)
    till.stripe.dispute(ref)
    return {
      ask: () => Array.fromAsync(till.gateway.disputesSince(0)),
      answer: [expect.objectContaining({ chargeRef: ref })],
      money: [1, 0],
    }
  },
  'checkout.sessions.list': madeStep,
  'paymentIntents.list': madeStep,
  'accounts.retrieveCurrent': async ({ gateway }) => ({
    ask: () => gateway.readAccount(60_000),
    answer: expect.objectContaining({ id: named('acct') }),
    money: [0, 0],
  }),
}

async function refundStep(till: Till): Promise<Step> {
  const { ref, charge } = await ready(till)
  await till.gateway.charge(ref, charge)
  const refund = newRefund(ref)
  return { ask: () => till.gateway.refund(refund), answer: { status: 'refunded', ref: named('re'), why: null }, money: [1, 1] }
}

async function madeStep(till: Till): Promise<Step> {
  const { ref, charge } = await ready(till)
  await till.gateway.charge(ref, charge)
  return {
    ask: () => Array.fromAsync(till.gateway.listCreatedSince(0)),
    answer: [expect.objectContaining({ kind: 'charge', ref, key: charge.key })],
    money: [1, 0],
  }
}

const faulty = callNames.filter((call) => !unused.includes(call))

test('has a step for every call of the gateway', () => {
  expect(Object.keys(steps).sort()).toEqual([...faulty].sort())
})

/** A call fails once; the gateway repeats it until it returns the expected answer. */
async function expectRecovery(call: StripeCall, kind: FaultKind, settings: Partial<StripeSettings> = {}): Promise<void> {
  await using till = await openTill(settings)
  const { stripe } = till
  const step = await steps[call]?.(till)
  if (step === undefined) throw new Error(`${call} is not tested.`)
  stripe.fail(call, kind)

  const fault = await faultOf(step.ask(1))

  expect(fault).toBeInstanceOf(ProviderFault)
  expect(fault).toMatchObject({ kind: kind === '401' || kind === '403' ? 'refused' : 'silent' })
  const status = /^\d+/.exec(kind)?.[0]
  if (status !== undefined) {
    expect(fault).toMatchObject({ told: { status: Number(status), requestId: expect.stringMatching(/^req_/) } })
  }
  expect(Object.keys(fault instanceof Error ? fault : {}).sort()).toEqual(['kind', 'told'])
  expect(stripe.calls.filter((one) => one.name === call && one.fault !== null)).toHaveLength(1)

  // Stripe replays its own 500 for 24 hours: a call that moves money waits, or finds the money taken.
  if (kind === '500_before' && (call === 'paymentIntents.confirm' || call === 'refunds.create')) {
    expect(await faultOf(step.ask(2))).toMatchObject({ kind: 'silent', told: { status: 500 } })
    stripe.advance(25 * 3_600_000)
  }
  expect(await step.ask(2)).toEqual(step.answer)
  expect(await step.ask(2)).toEqual(step.answer)
  expect([stripe.taken().length, stripe.refunds().length]).toEqual([...step.money])
  expect(stripe.redirectedCalls).toEqual([])
  const isRead = /list|retrieve/.test(call)
  expect(isRead || stripe.calls.filter(({ name }) => name === call).every(({ key }) => key !== null)).toBe(true)
}

describe.each(faulty)('%s', (call) => {
  test.each(kinds.filter((kind) => !isSlow(kind)))('recovers after %s', (kind) => expectRecovery(call, kind))
})

test.each(kinds.filter(isSlow))('recovers every call after %s', async (kind) => {
  await Promise.all(faulty.map((call) => expectRecovery(call, kind, { timeoutMs: stretchedForLoad(1_000) })))
})

test('takes and refunds the money once if every call fails in every way', async () => {
  await using till = await openTill({ timeoutMs: stretchedForLoad(400) })
  const { stripe, gateway } = till

  /** Repeats the call as the scheduler does, with a new attempt after a 500 of Stripe. */
  async function persist<T>(ask: (attempt: number) => Promise<T>): Promise<T> {
    for (let attempt = 1, turn = 0; turn < 60; turn++) {
      try {
        return await ask(attempt)
      } catch (fault) {
        if (!(fault instanceof ProviderFault) || fault.kind === 'rejected') throw fault
        if (fault.told.status === 500) attempt++
        if (turn % 20 === 19) stripe.advance(25 * 3_600_000)
      }
    }
    throw new Error('It never ended.')
  }

  const failInEveryWay = () => {
    for (const kind of kinds) stripe.fail('any', kind, isSlow(kind) ? 1 : 3)
  }
  failInEveryWay()
  const customer = await persist(() => gateway.openPayer(payer, null))
  const method = stripe.keepCard(customer, 'visa')
  const charge = newCharge(customer, method)
  const { ref } = await persist((attempt) => gateway.prepare({ ...charge, attempt }))
  failInEveryWay()
  expect(await persist((attempt) => gateway.charge(ref, { ...charge, attempt }))).toMatchObject({ outcome: 'succeeded' })
  failInEveryWay()
  const refund = newRefund(ref)
  expect(await persist(() => gateway.refund(refund))).toMatchObject({ status: 'refunded' })
  stripe.recover()

  expect(await gateway.charge(ref, charge)).toMatchObject({ outcome: 'succeeded' })
  expect(stripe.taken()).toMatchObject([{ amount: 23_600, refunded: 23_600 }])
  expect(stripe.refunds()).toHaveLength(1)
})
