import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Booking, markBookingCancelled, previewRefund } from '../../src/domain/booking.ts'
import {
  type CancellationTerm,
  computeRefundByTerms,
  findRisingRow,
  type Refundable,
  usualCancellationTerms,
} from '../../src/domain/cancellation-terms.ts'
import { computeBookingSums, computeRefundable, listPlannedRefunds } from '../../src/domain/ledger.ts'

const day = 86_400_000
const now = Date.UTC(2027, 4, 20, 8)

const term = (daysBefore: number, keepBps: number, of: CancellationTerm['of'] = 'price') => ({ daysBefore, keepBps, of })

function booked(differing: Partial<Refundable> = {}): Refundable {
  const amounts = { priceAmount: 64_000, depositAmount: 12_800, paidAmount: 64_000 }
  return { ...amounts, departsAt: now + 60 * day, cancellationTerms: null, ...differing }
}

describe('the refund by the terms of a quote', () => {
  const cancellationTerms = [term(30, 1_000), term(7, 5_000), term(2, 10_000, 'deposit')]

  test.each([
    [30 * day, 57_600],
    [30 * day - 1, 32_000],
    [7 * day, 32_000],
    [7 * day - 1, 51_200],
    [2 * day, 51_200],
    [2 * day - 1, 0],
    [-day, 0],
  ])('returns the refund with %d ms of notice', (noticeMs, refund) => {
    expect(computeRefundByTerms(booked({ departsAt: now + noticeMs, cancellationTerms }), now)).toBe(refund)
  })

  test('is never negative', () => {
    expect(computeRefundByTerms(booked({ paidAmount: 100, cancellationTerms }), now)).toBe(0)
  })

  test('is nothing without any row', () => {
    expect(computeRefundByTerms(booked({ cancellationTerms: [] }), now)).toBe(0)
  })

  test('rounds half of a penny in the customer’s favour', () => {
    expect(computeRefundByTerms(booked({ paidAmount: 101, priceAmount: 101, cancellationTerms: [term(0, 5_000)] }), now)).toBe(51)
  })
})

describe('the days of a scale', () => {
  test('accepts the usual scale', () => expect(findRisingRow(usualCancellationTerms)).toBeNull())
  test('returns the first row that does not fall', () => expect(findRisingRow([term(9, 0), term(7, 0), term(7, 0)])).toBe(2))
})

const terms = fc
  .uniqueArray(
    fc.record({
      daysBefore: fc.integer({ min: 0, max: 90 }),
      keepBps: fc.integer({ min: 0, max: 10_000 }),
      of: fc.constantFrom('deposit' as const, 'price' as const),
    }),
    { selector: ({ daysBefore }) => daysBefore, maxLength: 6 },
  )
  .map((rows) => rows.sort((one, other) => other.daysBefore - one.daysBefore))

/** Payments in any order: some failed, and one is refunded in part. */
const lines = fc
  .array(
    fc.record({
      kind: fc.constantFrom('deposit' as const, 'balance' as const, 'extra' as const),
      status: fc.constantFrom('succeeded' as const, 'declined' as const, 'reversed' as const, 'awaiting_transfer' as const),
      amount: fc.integer({ min: 1, max: 90_000 }),
      receivedAt: fc.integer({ min: 0, max: now }),
    }),
    { maxLength: 6 },
  )
  .map((paid) => paid.map((line, nth) => ({ ...line, id: nth + 1, providerRef: null, lateAt: null, refundOf: null })))

const activeBooking = {
  status: 'active',
  tripStatus: 'unassigned',
  cancellation: null,
  cancelledAt: null,
  finishedAt: null,
  updatedAt: 0,
  balanceDueAt: null,
  confirmedAt: 0,
  paymentStatus: 'unpaid',
} as const

test('matches the preview with the refund to the penny, for any payments and terms', () => {
  fc.assert(
    fc.property(
      terms,
      lines,
      fc.integer({ min: 1, max: 200_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: -day, max: 100 * day }),
      (cancellationTerms, paid, priceAmount, depositBps, noticeMs) => {
        const departsAt = now + noticeMs
        const amounts = { priceAmount, depositAmount: Math.floor((priceAmount * depositBps) / 10_000) }
        const one: Booking & Refundable = {
          ...activeBooking,
          ...amounts,
          paidAmount: computeRefundable(paid),
          departsAt,
          endsAt: departsAt + day,
          cancellationTerms,
        }
        const promised = previewRefund(one, now)
        const refund = markBookingCancelled(one, 'customer', 'Flu.', now).cancellation?.refundAmount ?? -1
        expect(refund).toBe(promised?.refundAmount ?? -2)

        const refunds = listPlannedRefunds(paid, refund).map(({ of, amount }, nth) => ({
          ...of,
          id: 100 + nth,
          kind: 'refund' as const,
          status: 'refunded' as const,
          amount,
          refundOf: of.id,
        }))
        expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(refund)
        const sums = computeBookingSums({ ...activeBooking, ...amounts, status: 'cancelled' }, [...paid, ...refunds], [])
        expect(sums.paidAmount).toBe(one.paidAmount - refund)

        if (promised?.until == null) {
          for (const later of [1, day, 30 * day, 200 * day]) expect(computeRefundByTerms(one, now + later)).toBe(refund)
          return
        }
        expect(computeRefundByTerms(one, promised.until)).toBe(refund)
        expect(computeRefundByTerms(one, promised.until + 1)).not.toBe(refund)
      },
    ),
  )
})
