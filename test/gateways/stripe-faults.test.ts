import { describe, expect, test } from 'bun:test'
import { type Charge, type PaymentPage, ProviderFault } from '../../src/gateways/payments/payments.ts'
import type { StripeSettings } from '../../src/gateways/payments/stripe-client.ts'
import { stretchedForLoad } from '../support/patience.ts'
import { callNames, type StripeCall } from '../support/stripe/calls.ts'
import type { FaultKind } from '../support/stripe/faults.ts'
import { faultOf, newCharge, newPage, newRefund, openTill, payer, type Till } from './stripe-till.ts'

const lookKinds = ['drop_before', 'hang_before', '500_before', '429', '401', '403', 'redirect', 'html', 'cut', 'huge'] as const
const kinds: readonly FaultKind[] = [...lookKinds, 'drop_after', 'hang_after', '500_after']

/** Each takes as long as an answer may take. */
const isSlow = (kind: FaultKind) => kind.startsWith('hang')

/** What the double answers, and the gateway never calls. */
const unused: readonly StripeCall[] = ['refunds.retrieve']

type Step = {
  /** Makes the call that goes wrong; `attempt` counts from 1. */
  readonly ask: (attempt: number) => Promise<unknown>
  /** What it answers in the end. */
  readonly answer: unknown
  /** How much is taken, and sent back, in the end. */
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

/** For each call how it comes about. */
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
      ask: (attempt) => till.gateway.giveUp(ref, { ...charge, attempt }),
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
    // Until the key of the first time is forgotten, Stripe says that it lets the card go.
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
    ask: () => Array.fromAsync(till.gateway.madeSince(0)),
    answer: [expect.objectContaining({ kind: 'charge', ref, key: charge.key })],
    money: [1, 0],
  }
}

const faulty = callNames.filter((call) => !unused.includes(call))

test('every call that is made goes wrong here', () => {
  expect(Object.keys(steps).sort()).toEqual([...faulty].sort())
})

/** A call goes wrong once, and is asked for again until it says what it should. */
async function goesWrong(call: StripeCall, kind: FaultKind, settings: Partial<StripeSettings> = {}): Promise<void> {
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

  // A fault of Stripe's own is remembered: what takes money waits until it is forgotten, or finds it taken.
  if (kind === '500_before' && (call === 'paymentIntents.confirm' || call === 'refunds.create')) {
    expect(await faultOf(step.ask(2))).toMatchObject({ kind: 'silent', told: { status: 500 } })
    stripe.advance(25 * 3_600_000)
  }
  expect(await step.ask(2)).toEqual(step.answer)
  expect(await step.ask(2)).toEqual(step.answer)
  expect([stripe.taken().length, stripe.refunds().length]).toEqual([...step.money])
  expect(stripe.redirectedCalls).toEqual([])
  const isLook = /list|retrieve/.test(call)
  expect(isLook || stripe.calls.filter(({ name }) => name === call).every(({ key }) => key !== null)).toBe(true)
}

describe.each(faulty)('%s', (call) => {
  test.each(kinds.filter((kind) => !isSlow(kind)))('%s', (kind) => goesWrong(call, kind))
})

test.each(kinds.filter(isSlow))('every call: %s', async (kind) => {
  await Promise.all(faulty.map((call) => goesWrong(call, kind, { timeoutMs: stretchedForLoad(1_000) })))
})

test('nothing is taken twice when every call goes wrong once in every way', async () => {
  await using till = await openTill({ timeoutMs: stretchedForLoad(400) })
  const { stripe, gateway } = till

  /** Asks as a scheduler does: again, with another attempt after a fault of Stripe's own. */
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
