import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  cancelPayout,
  hold,
  type Payout,
  type PayoutStatus,
  partOfLoss,
  payoutStatuses,
  report,
  schedulePayout,
  unschedulePayout,
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

describe('the platform reports', () => {
  test('when it was paid, now unless it says otherwise, and keeps that', () => {
    expect(report(payoutIn('scheduled'), { status: 'paid' }, now).paidAt).toBe(now)
    const paid = report(payoutIn('scheduled'), { status: 'paid', paidAt: now - 5 }, now)
    expect(paid.paidAt).toBe(now - 5)
    expect(report(paid, { status: 'paid' }, now + 9).paidAt).toBe(now - 5)
  })

  test('why it failed, which is forgotten once it goes on', () => {
    const failed = report(payoutIn('in_transit'), { status: 'failed', failureReason: 'Account closed.' }, now)
    expect(failed).toMatchObject({ status: 'failed', failureReason: 'Account closed.', paidAt: null })
    expect(report(failed, { status: 'failed' }, now).failureReason).toBe('Account closed.')
    expect(report(failed, { status: 'scheduled' }, now).failureReason).toBeNull()
  })

  test('on which statement, which stays when it is not repeated', () => {
    const sent = report(payoutIn('scheduled'), { status: 'in_transit', statementRef: 'S-12' }, now)
    expect(report(sent, { status: 'paid' }, now).statementRef).toBe('S-12')
  })
})

describe('the trip is over', () => {
  test('and a pending payout gets its day', () => {
    expect(schedulePayout(payoutIn('pending'), now + 9, now)).toMatchObject({
      status: 'scheduled',
      scheduledFor: now + 9,
      updatedAt: now,
    })
  })

  for (const status of payoutStatuses.filter((one) => one !== 'pending')) {
    test(`which leaves a ${status} one alone`, () => {
      const payout = payoutIn(status)
      expect(schedulePayout(payout, now + 9, now)).toBe(payout)
    })
  }
})

describe('the trip goes on after all', () => {
  const comesTo: Record<PayoutStatus, string> = {
    pending: 'undo_expired',
    scheduled: 'pending',
    in_transit: 'undo_expired',
    paid: 'undo_expired',
    failed: 'undo_expired',
    cancelled: 'undo_expired',
  }

  for (const status of payoutStatuses) {
    test(`and a ${status} payout comes to ${comesTo[status]}`, () => {
      const outcome = resultOrRefusalCode(() => unschedulePayout({ ...payoutIn(status), scheduledFor: now }, now))
      expect(typeof outcome === 'string' ? outcome : outcome.status).toBe(comesTo[status])
      if (status === 'scheduled') expect(outcome).toMatchObject({ scheduledFor: null })
    })
  }
})

describe('the trip is called off', () => {
  test('and the operator gets their part of what is kept', () => {
    expect(cancelPayout(payoutIn('pending'), 6_400, 1_000, now)).toMatchObject({ status: 'pending', amount: 5_760 })
  })

  test('and nothing kept is nothing paid', () => {
    expect(cancelPayout(payoutIn('pending'), 0, 1_000, now)).toMatchObject({ status: 'cancelled', amount: 0 })
  })

  test('and never is more paid than was kept', () => {
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

describe('a bank disputes what was paid', () => {
  test('and what has not left waits without a day', () => {
    const scheduled = { ...payoutIn('scheduled'), scheduledFor: now + 9 }
    expect(hold(scheduled, now)).toMatchObject({ status: 'pending', scheduledFor: null, updatedAt: now })
    expect(hold(payoutIn('failed'), now)).toMatchObject({ status: 'pending', failureReason: null, updatedAt: now })
  })

  test.each(['pending', 'in_transit', 'paid', 'cancelled'] as const)('and a %s one stays as it is', (status) => {
    const payout = payoutIn(status)
    expect(hold(payout, now)).toBe(payout)
  })

  test('and the operator bears its part: all of the payout where all of the price is lost', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.nat(5_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (price, bps, lost) => {
          const commissionAmount = Math.round((price * bps) / 10_000)
          const booked = { priceAmount: price, commissionAmount }
          expect(partOfLoss(booked, price)).toBe(price - commissionAmount)
          const part = partOfLoss(booked, Math.floor(price * lost))
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(price - commissionAmount + 1)
        },
      ),
    )
    expect(partOfLoss({ priceAmount: 0, commissionAmount: 0 }, 500)).toBe(500)
  })
})
