import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Billed,
  balanceOwed,
  balanceStatuses,
  balanceStatusOf,
  countedLines,
  countedRefunds,
  depositOwed,
  kindOfNextPayment,
  type LedgerLine,
  ledgerStatusOf,
  leftOf,
  paidBy,
  refundable,
  refundsFor,
  statusesShownAs,
  sumsOf,
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

/** Money that came too late, and its refund. */
function wentBack(amount: number, status: PaymentStatus): LedgerLine[] {
  const late = line(amount, { providerRef: 'ch_late', lateAt: booked })
  return [late, refundOf(late, amount, status)]
}

describe('what is paid and due', () => {
  const deposit = line(12_800, { kind: 'deposit', providerRef: 'ch_1' })

  test.each<[string, LedgerLine[], { amount: number; addedAt: number }[], object]>([
    ['nothing', [], [], { paidAmount: 0, dueAmount: 64_000, paymentStatus: 'unpaid' }],
    ['the deposit', [deposit], [], { paidAmount: 12_800, dueAmount: 51_200, paymentStatus: 'deposit_paid' }],
    ['everything', [deposit, line(51_200)], [], { paidAmount: 64_000, dueAmount: 0, paymentStatus: 'paid', overdueAt: null }],
    ['more than everything', [deposit, line(60_000)], [], { paidAmount: 72_800, dueAmount: 0, paymentStatus: 'paid' }],
    ['a card that failed', [deposit, line(51_200, { status: 'declined' })], [], { paidAmount: 12_800, dueAmount: 51_200 }],
    [
      'what came too late and goes back',
      [deposit, ...wentBack(51_200, 'refunded'), ...wentBack(51_200, 'refund_failed')],
      [],
      { paidAmount: 12_800, dueAmount: 51_200, paymentStatus: 'deposit_paid' },
    ],
    ['what was reversed', [deposit, line(51_200, { status: 'reversed' })], [], { paidAmount: 12_800, dueAmount: 51_200 }],
    [
      'all but an extra',
      [deposit, line(51_200)],
      [{ amount: 3_000, addedAt: booked }],
      { dueAmount: 3_000, paymentStatus: 'deposit_paid' },
    ],
  ])('%s', (_, lines, extras, sums) => {
    expect(sumsOf(booking, lines, extras)).toMatchObject(sums)
  })

  test('is overdue three days after the balance, or after the extra that came later', () => {
    const late = { amount: 3_000, addedAt: booked + 60 * day }
    expect(sumsOf(booking, [deposit], [late]).overdueAt).toBe(booked + 49 * day)
    expect(sumsOf(booking, [deposit, line(51_200)], [late]).overdueAt).toBe(booked + 63 * day)
    const early = { amount: 1_000, addedAt: booked + 1 }
    expect(sumsOf(booking, [deposit, line(51_200)], [early, late]).overdueAt).toBe(booked + 49 * day)
    expect(sumsOf(booking, [deposit, line(52_200)], [early, late]).overdueAt).toBe(booked + 63 * day)
  })

  test('is the price again where an extra was paid as such', () => {
    const late = { amount: 3_000, addedAt: booked + 60 * day }
    const lines = [deposit, line(50_000), line(3_000, { kind: 'extra' })]
    const sums = sumsOf(booking, lines, [late])
    expect(sums.overdueAt).toBe(booked + 49 * day)
    expect(balanceOwed({ ...booking, ...sums }, lines)).toBe(1_200)
    expect(balanceOwed({ ...booking, ...sumsOf(booking, lines, []) }, lines)).toBe(0)
  })

  test('is paid deposit first, then balance, then extras', () => {
    const extra = { amount: 3_000, addedAt: booked + day }
    const kindAfter = (lines: readonly LedgerLine[], extras: readonly (typeof extra)[] = [], differing: Partial<Billed> = {}) => {
      const billed = { ...booking, ...differing }
      return kindOfNextPayment({ ...billed, ...sumsOf(billed, lines, extras) }, lines)
    }
    const almost = line(12_799)
    expect([kindAfter([]), kindAfter([almost]), kindAfter([almost, line(1)])]).toEqual(['deposit', 'deposit', 'balance'])
    expect(kindAfter([], [], { depositAmount: 0 })).toBe('balance')
    expect(kindAfter([line(10_000)], [], { priceAmount: 10_000 })).toBe('balance')
    expect(kindAfter([deposit, line(51_200)], [extra])).toBe('extra')
    expect(kindAfter([deposit, line(51_199)], [extra])).toBe('balance')
    expect(kindAfter([deposit, line(51_200)])).toBe('balance')
  })

  test('stands in one of five words', () => {
    const owing = { status: 'active', balanceAmount: 51_200, balanceDueAt: 10, overdueAt: 20, dueAmount: 1 } as const
    const said = [9, 10, 19, 20].map((now) => balanceStatusOf(owing, now))
    const paid = { ...owing, dueAmount: 0, overdueAt: null }
    const whole = { ...paid, balanceAmount: 0, balanceDueAt: null }
    const off = { ...paid, status: 'cancelled' } as const
    expect(said).toEqual(['not_due', 'due', 'due', 'overdue'])
    expect([paid, whole, off].map((one) => balanceStatusOf(one, 99))).toEqual(['paid', 'none', 'none'])
    expect(balanceStatusOf({ ...whole, dueAmount: 1, overdueAt: 20 }, 5)).toBe('due')
    expect(balanceStatuses).toHaveLength(5)
  })
})

test('came in one way, or in several', () => {
  const by = (means: PaymentMeans, differing: Partial<LedgerLine> = {}) => ({ ...line(12_800, differing), means })
  expect(paidBy([])).toBeNull()
  expect(paidBy([by('card'), by('card')])).toBe('card')
  expect(paidBy([by('card'), by('cash')])).toBeNull()
  // What was not paid says nothing, nor what went back, or came too late.
  const others = [
    by('cash', { status: 'reversed' }),
    by('cash', { kind: 'refund', status: 'refunded' }),
    by('cash', { lateAt: 1 }),
  ]
  expect(paidBy([by('card'), ...others])).toBe('card')
})

describe('what goes back', () => {
  const deposit = line(12_800, { kind: 'deposit', providerRef: 'ch_1', receivedAt: 1 })
  const cash = line(20_000, { receivedAt: 3 })
  const card = line(31_200, { providerRef: 'ch_2', receivedAt: 2 })
  const all = [deposit, cash, card]

  test('is the newest payment first, a row for each', () => {
    const inShort = (amount: number) => refundsFor(all, amount).map(({ of, amount: back }) => [of.id, back])
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

  test('has left at once by a provider, and by hand when somebody says so', () => {
    const off: Billed = { ...booking, status: 'cancelled' }
    const owed = [refundOf(card, 31_200, 'refund_due'), refundOf(cash, 20_000, 'refund_due')]
    expect(sumsOf(off, [...all, ...owed], [])).toMatchObject({ paidAmount: 32_800, dueAmount: 0, paymentStatus: 'part_refunded' })
    const [byCard, byHand] = owed as [LedgerLine, LedgerLine]
    const sent = [byCard, { ...byHand, status: 'refunded' as const }, refundOf(deposit, 12_800, 'refunded')]
    expect(sumsOf(off, [...all, ...sent], [])).toMatchObject({ paidAmount: 0, paymentStatus: 'refunded' })
    expect(sumsOf(off, [...all, byHand], [])).toMatchObject({ paidAmount: 64_000, paymentStatus: 'deposit_paid' })
    expect(refundable([...all, byHand])).toBe(44_000)
    expect(countedLines([...all, ...owed, ...wentBack(51_200, 'refunded')])).toEqual([...all, byCard])
    expect(countedLines([...all, refundOf(card, 31_200, 'refund_pending')])).toHaveLength(4)
    expect(sumsOf(off, [deposit, ...wentBack(51_200, 'refunded')], [])).toMatchObject({ paymentStatus: 'deposit_paid' })
  })
})

/** One thing that happens to the money of a booking; amounts are shares of what there is. */
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

test('whatever happens in whatever order, the sums hold and nothing goes back twice', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (path) => {
      let bill: Billed = { ...booking }
      let lines: LedgerLine[] = [line(12_800, { kind: 'deposit', providerRef: 'ch' })]
      const extras: { amount: number; addedAt: number }[] = []
      const replace = (before: LedgerLine, after: Partial<LedgerLine>) => {
        lines = lines.map((one) => (one === before ? { ...one, ...after } : one))
      }
      const giveBack = (amount: number) => {
        for (const { of, amount: back } of refundsFor(lines, amount)) lines.push(refundOf(of, back, 'refund_due'))
      }
      for (const { what, share, one } of path) {
        const sums = sumsOf(bill, lines, extras)
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
          (each) => each.providerRef === null && each.status === 'succeeded' && leftOf(lines, each) === each.amount,
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
          giveBack(Math.max(0, Math.min(bill.priceAmount - priceAmount, refundable(lines) - total)))
          bill = { ...bill, priceAmount }
        }
        if (what === 'cancel' && bill.status === 'active') {
          giveBack(Math.round(share * refundable(lines)))
          bill = { ...bill, status: 'cancelled' }
        }
        bill = { ...bill, paymentStatus: sumsOf(bill, lines, extras).paymentStatus }
      }

      const sums = sumsOf(bill, lines, extras)
      const amountOf = (which: (one: LedgerLine) => boolean) => lines.filter(which).reduce((sum, { amount }) => sum + amount, 0)
      const taken = amountOf(({ kind, status, lateAt }) => kind !== 'refund' && status === 'succeeded' && lateAt === null)
      const refunds = new Set(countedRefunds(lines))
      const owedBack = amountOf((one) => refunds.has(one))
      const gone = amountOf((one) => refunds.has(one) && (one.status === 'refunded' || one.providerRef !== null))
      const extra = extras.reduce((sum, { amount }) => sum + amount, 0)
      expect(sums.paidAmount).toBe(taken - gone)
      expect(sums.extrasAmount).toBe(extra)
      expect(sums.dueAmount).toBe(bill.status === 'cancelled' ? 0 : Math.max(0, bill.priceAmount + extra - sums.paidAmount))
      expect(refundable(lines)).toBe(taken - owedBack)
      expect(refundable(lines)).toBeGreaterThanOrEqual(0)
      for (const one of lines) expect(leftOf(lines, one)).toBeGreaterThanOrEqual(0)
      expect(balanceOwed({ ...bill, ...sums }, lines)).toBeLessThanOrEqual(sums.dueAmount)
      expect(depositOwed({ ...bill, ...sums }, booked)).toBeLessThanOrEqual(sums.dueAmount)
      if (bill.status === 'active') expect(sums.paymentStatus === 'paid').toBe(sums.dueAmount === 0)
      expect(sums.overdueAt === null).toBe(sums.dueAmount === 0)
      // In whatever order the lines are read.
      expect(sumsOf(bill, lines.toReversed(), extras)).toEqual(sums)
      expect(refundsFor(lines.toReversed(), refundable(lines))).toEqual(refundsFor(lines, refundable(lines)))
    }),
    { numRuns: 300 },
  )
})

test.each([
  [['opening', 'charging', 'awaiting_customer', 'awaiting_transfer', 'in_doubt', 'refund_due', 'refund_pending'], 'pending'],
  [['succeeded', 'refunded'], 'cleared'],
  [['declined', 'requires_action', 'refund_failed', 'released'], 'failed'],
  [['reversed'], 'reversed'],
] as const)('a payment that is one of %p stands in the books as %p', (statuses, said) => {
  for (const status of statuses) expect(ledgerStatusOf({ status })).toBe(said)
  expect(statusesShownAs(said)).toEqual(expect.arrayContaining([...statuses]))
})
