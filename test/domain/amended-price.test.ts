import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type AmendedMoney, computeAmendedPrice, computeOverpayment } from '../../src/domain/amended-price.ts'
import { dayMs } from '../../src/domain/instant.ts'
import {
  type Billed,
  computeBookingSums,
  computeRefundable,
  type LedgerLine,
  listPlannedRefunds,
} from '../../src/domain/ledger.ts'

const now = Date.parse('2027-03-01T09:00:00Z')
const departsAt = now + 60 * dayMs

const money = (differing: Partial<AmendedMoney> = {}): AmendedMoney => ({
  priceAmount: 70_000,
  depositAmount: 12_800,
  commissionBps: 1_000,
  departsAt,
  movedMs: 0,
  balanceDueAt: departsAt - 14 * dayMs,
  balanceDays: 14,
  isPaidAfter: false,
  owedAmount: 51_200,
  ...differing,
})

const bill: Billed = {
  status: 'active',
  priceAmount: 0,
  depositAmount: 0,
  balanceDueAt: now,
  confirmedAt: now,
  paymentStatus: 'unpaid',
}

describe('an amended price', () => {
  test('calculates its own commission, payout and balance', () => {
    expect(computeAmendedPrice(money(), now)).toEqual({
      priceAmount: 70_000,
      commissionAmount: 7_000,
      payoutAmount: 63_000,
      balanceAmount: 57_200,
      balanceDueAt: departsAt - 14 * dayMs,
    })
  })

  test.each<[string, Partial<AmendedMoney>, number | null]>([
    ['as many days before the departure as now', { departsAt: departsAt + dayMs, movedMs: dayMs }, departsAt - 13 * dayMs],
    ['immediately if that day has passed', { departsAt: now + dayMs }, now],
    ['on the earlier date if it was due and is unpaid', { balanceDueAt: now - dayMs }, now - dayMs],
    ['again if it was due and is paid', { balanceDueAt: now - dayMs, owedAmount: 0, departsAt: now + 3 * dayMs }, now],
    [
      'as long after the departure as before, on an account',
      { balanceDueAt: departsAt + 30 * dayMs, isPaidAfter: true, movedMs: dayMs },
      departsAt + 31 * dayMs,
    ],
    ['never if the deposit covers the price', { priceAmount: 12_000 }, null],
  ])('falls due %s', (_, differing, dueAt) => {
    expect(computeAmendedPrice(money(differing), now).balanceDueAt).toBe(dueAt)
  })
})

describe('the overpaid amount', () => {
  test('refunds the payments above the new price, except those above the old price', () => {
    expect(computeOverpayment(64_000, { before: 64_000, after: 60_000 })).toBe(4_000)
    expect(computeOverpayment(12_800, { before: 64_000, after: 60_000 })).toBe(0)
    expect(computeOverpayment(12_800, { before: 64_000, after: 10_000 })).toBe(2_800)
    expect(computeOverpayment(65_000, { before: 64_000, after: 60_000 })).toBe(4_000)
    expect(computeOverpayment(64_000, { before: 60_000, after: 64_000 })).toBe(0)
  })

  test('leaves as overpaid only what was overpaid before, after any changes', () => {
    const amount = fc.integer({ min: 1, max: 1_000 })
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 4 }), fc.array(amount, { minLength: 2, maxLength: 6 }), (paid, prices) => {
        const taken = { kind: 'balance', status: 'succeeded', providerRef: 'ch', lateAt: null, refundOf: null } as const
        let lines: LedgerLine[] = paid.map((one, nth) => ({ ...taken, id: nth + 1, amount: one, receivedAt: nth }))
        let [price = 0] = prices
        const over = Math.max(0, computeRefundable(lines) - price)
        for (const next of prices.slice(1)) {
          const back = computeOverpayment(computeRefundable(lines), { before: price, after: next })
          const given = listPlannedRefunds(lines, back).map(({ of, amount: part }, nth) => {
            return {
              ...taken,
              id: lines.length + nth + 1,
              amount: part,
              receivedAt: 0,
              kind: 'refund',
              status: 'refunded',
              refundOf: of.id,
            } as const
          })
          expect(given.reduce((sum, one) => sum + one.amount, 0)).toBe(back)
          lines = [...lines, ...given]
          price = next
          const { paidAmount, dueAmount } = computeBookingSums({ ...bill, priceAmount: price }, lines, [])
          expect(paidAmount).toBe(computeRefundable(lines))
          expect(dueAmount).toBe(Math.max(0, price - paidAmount))
          expect(Math.max(0, paidAmount - price)).toBeLessThanOrEqual(over)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
