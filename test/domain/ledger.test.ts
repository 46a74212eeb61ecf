import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Billed,
  balanceStatuses,
  computeBalanceDue,
  computeBookingSums,
  computeRefundable,
  computeUnpaidDeposit,
  computeUnrefunded,
  findBalanceStatus,
  findCommonMeans,
  findLedgerStatus,
  findNextPaymentKind,
  type LedgerLine,
  listCountedLines,
  listCountedRefunds,
  listPlannedRefunds,
  listStatusesShownAs,
} from '../../src/domain/ledger.ts'
import type { PaymentMeans, PaymentStatus } from '../../src/domain/payment.ts'

const day = 86_400_000
const booked = Date.UTC(2027, 2, 2, 8)

const booking: Billed = {
  status: 'active',
  priceAmount: 64_000,
  depositAmount: 12_800,
  balanceDueAt: booked + 46 * day,
  confirmedAt: booked,
  paymentStatus: 'deposit_paid',
}

let ids = 0
function line(amount: number, differing: Partial<LedgerLine> = {}): LedgerLine {
  ids += 1
  return {
    id: ids,
    kind: 'balance',
    status: 'succeeded',
    amount,
    providerRef: null,
    receivedAt: ids,
    lateAt: null,
    refundOf: null,
    ...differing,
  }
}

const refundOf = ({ id, providerRef }: LedgerLine, amount: number, status: PaymentStatus): LedgerLine =>
  line(amount, { kind: 'refund', status, providerRef, refundOf: id })

/** A payment that came too late, and its refund. */
function lateAndRefunded(amount: number, status: PaymentStatus): LedgerLine[] {
  const late = line(amount, { providerRef: 'ch_late', lateAt: booked })
  return [late, refundOf(late, amount, status)]
}

describe('the paid and due amounts', () => {
  const deposit = line(12_800, { kind: 'deposit', providerRef: 'ch_1' })

  test.each<[string, LedgerLine[], { amount: number; addedAt: number }[], object]>([
    ['without payments', [], [], { paidAmount: 0, dueAmount: 64_000, paymentStatus: 'unpaid' }],
    ['with the deposit', [deposit], [], { paidAmount: 12_800, dueAmount: 51_200, paymentStatus: 'deposit_paid' }],
    ['with the price', [deposit, line(51_200)], [], { paidAmount: 64_000, dueAmount: 0, paymentStatus: 'paid', overdueAt: null }],
    ['with more than the price', [deposit, line(60_000)], [], { paidAmount: 72_800, dueAmount: 0, paymentStatus: 'paid' }],
    ['with a declined card', [deposit, line(51_200, { status: 'declined' })], [], { paidAmount: 12_800, dueAmount: 51_200 }],
    [
      'with late payments and their refunds',
      [deposit, ...lateAndRefunded(51_200, 'refunded'), ...lateAndRefunded(51_200, 'refund_failed')],
      [],
      { paidAmount: 12_800, dueAmount: 51_200, paymentStatus: 'deposit_paid' },
    ],
    ['with a reversed payment', [deposit, line(51_200, { status: 'reversed' })], [], { paidAmount: 12_800, dueAmount: 51_200 }],
    [
      'with an unpaid extra',
      [deposit, line(51_200)],
      [{ amount: 3_000, addedAt: booked }],
      { dueAmount: 3_000, paymentStatus: 'deposit_paid' },
    ],
  ])('are calculated %s', (_, lines, extras, sums) => {
    expect(computeBookingSums(booking, lines, extras)).toMatchObject(sums)
  })

  test('are overdue three days after the balance, or after a later extra', () => {
    const late = { amount: 3_000, addedAt: booked + 60 * day }
    expect(computeBookingSums(booking, [deposit], [late]).overdueAt).toBe(booked + 49 * day)
    expect(computeBookingSums(booking, [deposit, line(51_200)], [late]).overdueAt).toBe(booked + 63 * day)
    const early = { amount: 1_000, addedAt: booked + 1 }
    expect(computeBookingSums(booking, [deposit, line(51_200)], [early, late]).overdueAt).toBe(booked + 49 * day)
    expect(computeBookingSums(booking, [deposit, line(52_200)], [early, late]).overdueAt).toBe(booked + 63 * day)
  })

  test('return to the price after an extra is paid', () => {
    const late = { amount: 3_000, addedAt: booked + 60 * day }
    const lines = [deposit, line(50_000), line(3_000, { kind: 'extra' })]
    const sums = computeBookingSums(booking, lines, [late])
    expect(sums.overdueAt).toBe(booked + 49 * day)
    expect(computeBalanceDue({ ...booking, ...sums }, lines)).toBe(1_200)
    expect(computeBalanceDue({ ...booking, ...computeBookingSums(booking, lines, []) }, lines)).toBe(0)
  })

  test('ask for the deposit first, then the balance, then extras', () => {
    const extra = { amount: 3_000, addedAt: booked + day }
    const kindAfter = (lines: readonly LedgerLine[], extras: readonly (typeof extra)[] = [], differing: Partial<Billed> = {}) => {
      const billed = { ...booking, ...differing }
      return findNextPaymentKind({ ...billed, ...computeBookingSums(billed, lines, extras) }, lines)
    }
    const almost = line(12_799)
    expect([kindAfter([]), kindAfter([almost]), kindAfter([almost, line(1)])]).toEqual(['deposit', 'deposit', 'balance'])
    expect(kindAfter([], [], { depositAmount: 0 })).toBe('balance')
    expect(kindAfter([line(10_000)], [], { priceAmount: 10_000 })).toBe('balance')
    expect(kindAfter([deposit, line(51_200)], [extra])).toBe('extra')
    expect(kindAfter([deposit, line(51_199)], [extra])).toBe('balance')
    expect(kindAfter([deposit, line(51_200)])).toBe('balance')
  })

  test('have one of five statuses', () => {
    const dueBalance = { status: 'active', balanceAmount: 51_200, balanceDueAt: 10, overdueAt: 20, dueAmount: 1 } as const
    const said = [9, 10, 19, 20].map((now) => findBalanceStatus(dueBalance, now))
    const paid = { ...dueBalance, dueAmount: 0, overdueAt: null }
    const whole = { ...paid, balanceAmount: 0, balanceDueAt: null }
    const off = { ...paid, status: 'cancelled' } as const
    expect(said).toEqual(['not_due', 'due', 'due', 'overdue'])
    expect([paid, whole, off].map((one) => findBalanceStatus(one, 99))).toEqual(['paid', 'none', 'none'])
    expect(findBalanceStatus({ ...whole, dueAmount: 1, overdueAt: 20 }, 5)).toBe('due')
    expect(balanceStatuses).toHaveLength(5)
  })
})

test('returns the payment method, or null for several', () => {
  const by = (means: PaymentMeans, differing: Partial<LedgerLine> = {}) => ({ ...line(12_800, differing), means })
  expect(findCommonMeans([])).toBeNull()
  expect(findCommonMeans([by('card'), by('card')])).toBe('card')
  expect(findCommonMeans([by('card'), by('cash')])).toBeNull()
  // Reversed payments, refunds and late payments do not count.
  const others = [
    by('cash', { status: 'reversed' }),
    by('cash', { kind: 'refund', status: 'refunded' }),
    by('cash', { lateAt: 1 }),
  ]
  expect(findCommonMeans([by('card'), ...others])).toBe('card')
})

describe('a refund', () => {
  const deposit = line(12_800, { kind: 'deposit', providerRef: 'ch_1', receivedAt: 1 })
  const cash = line(20_000, { receivedAt: 3 })
  const card = line(31_200, { providerRef: 'ch_2', receivedAt: 2 })
  const all = [deposit, cash, card]

  test('refunds the newest payment first, with a row for each', () => {
    const inShort = (amount: number) => listPlannedRefunds(all, amount).map(({ of, amount: back }) => [of.id, back])
    expect(inShort(64_000)).toEqual([
      [cash.id, 20_000],
      [card.id, 31_200],
      [deposit.id, 12_800],
    ])
    expect(inShort(25_000)).toEqual([
      [cash.id, 20_000],
      [card.id, 5_000],
    ])
    expect(inShort(0)).toEqual([])
    expect(inShort(99_999).map(([, back]) => back)).toEqual([20_000, 31_200, 12_800])
  })

  test('counts immediately from a provider, and by hand after its report', () => {
    const off: Billed = { ...booking, status: 'cancelled' }
    const owed = [refundOf(card, 31_200, 'refund_due'), refundOf(cash, 20_000, 'refund_due')]
    expect(computeBookingSums(off, [...all, ...owed], [])).toMatchObject({
      paidAmount: 32_800,
      dueAmount: 0,
      paymentStatus: 'part_refunded',
    })
    const [byCard, byHand] = owed as [LedgerLine, LedgerLine]
    const sent = [byCard, { ...byHand, status: 'refunded' as const }, refundOf(deposit, 12_800, 'refunded')]
    expect(computeBookingSums(off, [...all, ...sent], [])).toMatchObject({ paidAmount: 0, paymentStatus: 'refunded' })
    expect(computeBookingSums(off, [...all, byHand], [])).toMatchObject({ paidAmount: 64_000, paymentStatus: 'deposit_paid' })
    expect(computeRefundable([...all, byHand])).toBe(44_000)
    expect(listCountedLines([...all, ...owed, ...lateAndRefunded(51_200, 'refunded')])).toEqual([...all, byCard])
    expect(listCountedLines([...all, refundOf(card, 31_200, 'refund_pending')])).toHaveLength(4)
    expect(computeBookingSums(off, [deposit, ...lateAndRefunded(51_200, 'refunded')], [])).toMatchObject({
      paymentStatus: 'deposit_paid',
    })
  })
})

/** One event on the money of a booking; amounts are shares of the available amount. */
const happening = fc.record({
  what: fc.constantFrom(
    'card',
    'hand',
    'decline',
    'doubt',
    'late',
    'reverse',
    'extra',
    'less',
    'more',
    'sent',
    'cancel',
    'settle',
  ),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  one: fc.nat(20),
})

test('keeps correct sums and refunds nothing twice, for any events in any order', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (path) => {
      let bill: Billed = { ...booking }
      let lines: LedgerLine[] = [line(12_800, { kind: 'deposit', providerRef: 'ch' })]
      const extras: { amount: number; addedAt: number }[] = []
      const replace = (before: LedgerLine, after: Partial<LedgerLine>) => {
        lines = lines.map((one) => (one === before ? { ...one, ...after } : one))
      }
      const giveBack = (amount: number) => {
        for (const { of, amount: back } of listPlannedRefunds(lines, amount)) lines.push(refundOf(of, back, 'refund_due'))
      }
      for (const { what, share, one } of path) {
        const sums = computeBookingSums(bill, lines, extras)
        const picked = (which: (one: LedgerLine) => boolean) => lines.filter(which)[one % Math.max(1, lines.filter(which).length)]
        const part = Math.max(1, Math.round(share * 64_000))
        const due = Math.min(part, sums.dueAmount)
        if (what === 'card' && due > 0) lines.push(line(due, { providerRef: 'ch' }))
        if (what === 'hand' && bill.status === 'active') lines.push(line(part, { kind: one % 2 === 0 ? 'balance' : 'extra' }))
        if (what === 'decline') lines.push(line(part, { status: 'declined' }))
        if (what === 'late') {
          const late = line(part, { providerRef: 'ch', lateAt: booked })
          lines.push(late, refundOf(late, part, share < 0.5 ? 'refund_failed' : 'refunded'))
        }
        if (what === 'doubt') lines.push(line(part, { status: 'in_doubt' }))
        if (what === 'extra' && bill.status === 'active') extras.push({ amount: part, addedAt: booked + one * day })
        const byHand = picked(
          (each) => each.providerRef === null && each.status === 'succeeded' && computeUnrefunded(lines, each) === each.amount,
        )
        if (what === 'reverse' && byHand !== undefined) replace(byHand, { status: 'reversed' })
        const owed = picked((each) => each.status === 'refund_due')
        if (what === 'sent' && owed !== undefined) replace(owed, { status: 'refunded' })
        const doubt = picked((each) => each.status === 'in_doubt')
        if (what === 'settle' && doubt !== undefined) replace(doubt, { status: share < 0.5 ? 'succeeded' : 'declined' })
        if (what === 'more') bill = { ...bill, priceAmount: bill.priceAmount + part }
        if (what === 'less') {
          const priceAmount = Math.max(1, bill.priceAmount - part)
          const total = priceAmount + extras.reduce((sum, { amount }) => sum + amount, 0)
          giveBack(Math.max(0, Math.min(bill.priceAmount - priceAmount, computeRefundable(lines) - total)))
          bill = { ...bill, priceAmount }
        }
        if (what === 'cancel' && bill.status === 'active') {
          giveBack(Math.round(share * computeRefundable(lines)))
          bill = { ...bill, status: 'cancelled' }
        }
        bill = { ...bill, paymentStatus: computeBookingSums(bill, lines, extras).paymentStatus }
      }

      const sums = computeBookingSums(bill, lines, extras)
      const amountOf = (which: (one: LedgerLine) => boolean) => lines.filter(which).reduce((sum, { amount }) => sum + amount, 0)
      const taken = amountOf(({ kind, status, lateAt }) => kind !== 'refund' && status === 'succeeded' && lateAt === null)
      const refunds = new Set(listCountedRefunds(lines))
      const owedBack = amountOf((one) => refunds.has(one))
      const gone = amountOf((one) => refunds.has(one) && (one.status === 'refunded' || one.providerRef !== null))
      const extra = extras.reduce((sum, { amount }) => sum + amount, 0)
      expect(sums.paidAmount).toBe(taken - gone)
      expect(sums.extrasAmount).toBe(extra)
      expect(sums.dueAmount).toBe(bill.status === 'cancelled' ? 0 : Math.max(0, bill.priceAmount + extra - sums.paidAmount))
      expect(computeRefundable(lines)).toBe(taken - owedBack)
      expect(computeRefundable(lines)).toBeGreaterThanOrEqual(0)
      for (const one of lines) expect(computeUnrefunded(lines, one)).toBeGreaterThanOrEqual(0)
      expect(computeBalanceDue({ ...bill, ...sums }, lines)).toBeLessThanOrEqual(sums.dueAmount)
      expect(computeUnpaidDeposit({ ...bill, ...sums }, booked)).toBeLessThanOrEqual(sums.dueAmount)
      if (bill.status === 'active') expect(sums.paymentStatus === 'paid').toBe(sums.dueAmount === 0)
      expect(sums.overdueAt === null).toBe(sums.dueAmount === 0)
      // The order of the lines does not matter.
      expect(computeBookingSums(bill, lines.toReversed(), extras)).toEqual(sums)
      expect(listPlannedRefunds(lines.toReversed(), computeRefundable(lines))).toEqual(
        listPlannedRefunds(lines, computeRefundable(lines)),
      )
    }),
    { numRuns: 300 },
  )
})

test.each([
  [['opening', 'charging', 'awaiting_customer', 'awaiting_transfer', 'in_doubt', 'refund_due', 'refund_pending'], 'pending'],
  [['succeeded', 'refunded'], 'cleared'],
  [['declined', 'requires_action', 'refund_failed', 'released'], 'failed'],
  [['reversed'], 'reversed'],
] as const)('shows payments with status %p as %p', (statuses, said) => {
  for (const status of statuses) expect(findLedgerStatus({ status })).toBe(said)
  expect(listStatusesShownAs(said)).toEqual(expect.arrayContaining([...statuses]))
})
