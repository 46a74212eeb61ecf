import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  applyPayoutReport,
  cancelPayout,
  computeOperatorLoss,
  type Payout,
  type PayoutStatus,
  payoutStatuses,
  schedulePayout,
  unschedulePayout,
  withholdPayout,
} from '../../src/domain/payout.ts'
import { resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const now = Date.UTC(2026, 4, 20, 8)

function payoutIn(status: PayoutStatus): Payout {
  return {
    status,
    amount: 57_600,
    scheduledFor: null,
    paidAt: null,
    statementRef: null,
    failureReason: status === 'failed' ? 'Account closed.' : null,
    updatedAt: 0,
  }
}

describe('a report of the platform', () => {
  test('records the time of the payment, by default now, and keeps it', () => {
    expect(applyPayoutReport(payoutIn('scheduled'), { status: 'paid' }, now).paidAt).toBe(now)
    const paid = applyPayoutReport(payoutIn('scheduled'), { status: 'paid', paidAt: now - 5 }, now)
    expect(paid.paidAt).toBe(now - 5)
    expect(applyPayoutReport(paid, { status: 'paid' }, now + 9).paidAt).toBe(now - 5)
  })

  test('records the reason of a failure, and clears it when the payout continues', () => {
    const failed = applyPayoutReport(payoutIn('in_transit'), { status: 'failed', failureReason: 'Account closed.' }, now)
    expect(failed).toMatchObject({ status: 'failed', failureReason: 'Account closed.', paidAt: null })
    expect(applyPayoutReport(failed, { status: 'failed' }, now).failureReason).toBe('Account closed.')
    expect(applyPayoutReport(failed, { status: 'scheduled' }, now).failureReason).toBeNull()
  })

  test('records the statement, and keeps it if a later report omits it', () => {
    const sent = applyPayoutReport(payoutIn('scheduled'), { status: 'in_transit', statementRef: 'S-12' }, now)
    expect(applyPayoutReport(sent, { status: 'paid' }, now).statementRef).toBe('S-12')
  })
})

describe('a payout at the end of the trip', () => {
  test('gets its date if it is pending', () => {
    expect(schedulePayout(payoutIn('pending'), now + 9, now)).toMatchObject({
      status: 'scheduled',
      scheduledFor: now + 9,
      updatedAt: now,
    })
  })

  for (const status of payoutStatuses.filter((one) => one !== 'pending')) {
    test(`stays unchanged if it is ${status}`, () => {
      const payout = payoutIn(status)
      expect(schedulePayout(payout, now + 9, now)).toBe(payout)
    })
  }
})

describe('a payout after the trip is reopened', () => {
  const resultOf: Record<PayoutStatus, string> = {
    pending: 'undo_expired',
    scheduled: 'pending',
    in_transit: 'undo_expired',
    paid: 'undo_expired',
    failed: 'undo_expired',
    cancelled: 'undo_expired',
  }

  for (const status of payoutStatuses) {
    test(`returns for the status ${status}: ${resultOf[status]}`, () => {
      const outcome = resultOrRefusalCode(() => unschedulePayout({ ...payoutIn(status), scheduledFor: now }, now))
      expect(typeof outcome === 'string' ? outcome : outcome.status).toBe(resultOf[status])
      if (status === 'scheduled') expect(outcome).toMatchObject({ scheduledFor: null })
    })
  }
})

describe('a payout after a cancellation', () => {
  test('is the operator’s share of the kept amount', () => {
    expect(cancelPayout(payoutIn('pending'), 6_400, 1_000, now)).toMatchObject({ status: 'pending', amount: 5_760 })
  })

  test('is cancelled if nothing is kept', () => {
    expect(cancelPayout(payoutIn('pending'), 0, 1_000, now)).toMatchObject({ status: 'cancelled', amount: 0 })
  })

  test('is never more than the kept amount', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.integer({ min: 0, max: 10_000 }), (kept, bps) => {
        const { amount, status } = cancelPayout(payoutIn('pending'), kept, bps, now)
        expect(amount).toBeGreaterThanOrEqual(0)
        expect(amount).toBeLessThanOrEqual(kept)
        expect(status).toBe(amount === 0 ? 'cancelled' : 'pending')
      }),
    )
  })
})

describe('a disputed payout', () => {
  test('waits without a date if it has not been sent', () => {
    const scheduled = { ...payoutIn('scheduled'), scheduledFor: now + 9 }
    expect(withholdPayout(scheduled, now)).toMatchObject({ status: 'pending', scheduledFor: null, updatedAt: now })
    expect(withholdPayout(payoutIn('failed'), now)).toMatchObject({ status: 'pending', failureReason: null, updatedAt: now })
  })

  test.each(['pending', 'in_transit', 'paid', 'cancelled'] as const)('stays unchanged if it is %s', (status) => {
    const payout = payoutIn(status)
    expect(withholdPayout(payout, now)).toBe(payout)
  })

  test('loses the operator’s share: the whole payout if the whole price is lost', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.nat(5_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (price, bps, lost) => {
          const commissionAmount = Math.round((price * bps) / 10_000)
          const booked = { priceAmount: price, commissionAmount }
          expect(computeOperatorLoss(booked, price)).toBe(price - commissionAmount)
          const part = computeOperatorLoss(booked, Math.floor(price * lost))
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(price - commissionAmount + 1)
        },
      ),
    )
    expect(computeOperatorLoss({ priceAmount: 0, commissionAmount: 0 }, 500)).toBe(500)
  })
})
