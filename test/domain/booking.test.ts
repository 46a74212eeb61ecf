import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Booking,
  balanceDueAt,
  cancel,
  finish,
  mustBeUnderway,
  previewRefund,
  refundFor,
  reopen,
  type TripStatus,
  tripStatuses,
} from '../../src/domain/booking.ts'
import type { Refundable } from '../../src/domain/cancellation-terms.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const day = 86_400_000
const now = Date.UTC(2026, 4, 20, 8)

type CancellableBooking = Booking & Refundable

function booking(differing: Partial<CancellableBooking> = {}): CancellableBooking {
  return {
    status: 'active',
    tripStatus: 'unassigned',
    priceAmount: 64_000,
    cancellationTerms: null,
    depositAmount: 12_801,
    paidAmount: differing.depositAmount ?? 12_801,
    departsAt: now + 60 * day,
    endsAt: now + 61 * day,
    cancellation: null,
    cancelledAt: null,
    finishedAt: null,
    updatedAt: 0,
    ...differing,
  }
}

const isEnd = (status: TripStatus) => status === 'completed' || status === 'no_show'
const underway = tripStatuses.filter((status) => !isEnd(status))
const called = cancel(booking(), 'platform', 'No coaches.', now)

describe('a driver and a vehicle are given', () => {
  for (const tripStatus of tripStatuses) {
    const isPossible = !isEnd(tripStatus)
    test(`${tripStatus}: ${isPossible}`, () => {
      const one = booking({ tripStatus, finishedAt: isPossible ? null : now - 1 })
      expect(resultOrRefusalCode(() => mustBeUnderway(one))).toBe(isPossible ? undefined : 'trip_finished')
      if (!isPossible) expect(refusalFactsOf(() => mustBeUnderway(one))).toEqual({ current_status: tripStatus })
    })
  }

  test('but never to a cancelled trip', () => {
    expect(resultOrRefusalCode(() => mustBeUnderway(called))).toBe('trip_cancelled')
    expect(refusalFactsOf(() => mustBeUnderway(called))).toEqual({ current_status: 'cancelled' })
  })
})

describe('a booking is called off', () => {
  for (const tripStatus of underway) {
    test(`while ${tripStatus}`, () => {
      expect(cancel(booking({ tripStatus }), 'customer', 'Flu.', now)).toMatchObject({ status: 'cancelled', tripStatus })
    })
  }

  for (const tripStatus of ['completed', 'no_show'] as const) {
    test(`not when ${tripStatus}`, () => {
      expect(resultOrRefusalCode(() => cancel(finish(booking(), tripStatus, now), 'customer', 'Flu.', now))).toBe('trip_finished')
    })
  }

  test('not twice', () => {
    expect(resultOrRefusalCode(() => cancel(called, 'customer', 'Flu.', now))).toBe('trip_cancelled')
  })

  test('and says by whom, why, when and what goes back', () => {
    expect(called).toMatchObject({
      cancellation: { by: 'platform', reason: 'No coaches.', refundAmount: 12_801, at: now },
      cancelledAt: now,
    })
  })
})

describe('a customer who cancels gets back', () => {
  const scale: [string, number, number][] = [
    ['all of it 28 days ahead', 28 * day, 12_801],
    ['half a moment later, rounded up', 28 * day - 1, 6_401],
    ['half 14 days ahead', 14 * day, 6_401],
    ['nothing a moment later', 14 * day - 1, 0],
    ['nothing after the departure', -1, 0],
  ]

  for (const [words, noticeMs, refundAmount] of scale) {
    test(words, () => {
      const cancelled = cancel(booking({ departsAt: now + noticeMs }), 'customer', 'Flu.', now)
      expect(cancelled).toMatchObject({ cancellation: { refundAmount } })
    })

    test(`${words}, and what was paid beside the deposit`, () => {
      const paid = booking({ departsAt: now + noticeMs, paidAmount: 64_000 })
      expect(refundFor(paid, 'customer', now)).toBe(refundAmount + 51_199)
    })
  }

  test('nothing of a deposit that was lost again', () => {
    expect(refundFor(booking({ paidAmount: 0 }), 'customer', now)).toBe(0)
    expect(refundFor(booking({ paidAmount: 0 }), 'operator', now)).toBe(0)
  })

  test('everything, when the operator or the platform cancels, however late', () => {
    for (const by of ['operator', 'platform'] as const) expect(refundFor(booking({ departsAt: now }), by, now)).toBe(12_801)
  })

  test.each([
    [60 * day, 12_801, now + 32 * day],
    [28 * day, 12_801, now],
    [20 * day, 6_401, now + 6 * day],
    [14 * day - 1, 0, null],
    [-day, 0, null],
  ])('what was promised beforehand, with %d ms of notice', (noticeMs, refundAmount, until) => {
    expect(previewRefund(booking({ departsAt: now + noticeMs }), now)).toEqual({ refundAmount, until })
  })

  test('what was promised, until the last instant of it, and less from the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: -day, max: 90 * day }), (noticeMs) => {
        const one = booking({ departsAt: now + noticeMs })
        const promised = previewRefund(one, now)
        expect(cancel(one, 'customer', 'Flu.', now).cancellation?.refundAmount).toBe(promised?.refundAmount ?? -1)
        if (promised?.until == null) return
        expect(refundFor(one, 'customer', promised.until)).toBe(promised.refundAmount)
        expect(refundFor(one, 'customer', promised.until + 1)).toBeLessThan(promised.refundAmount)
      }),
    )
  })

  test('and is promised nothing once it is called off or over', () => {
    expect(previewRefund(called, now)).toBeNull()
    expect(previewRefund(finish(booking(), 'completed', now), now)).toBeNull()
  })

  test('never more than the deposit, never less than nothing', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.integer({ min: -day, max: 90 * day }), (depositAmount, noticeMs) => {
        const refund = refundFor(booking({ depositAmount, departsAt: now + noticeMs }), 'customer', now)
        expect(Number.isSafeInteger(refund)).toBeTrue()
        expect(refund).toBeGreaterThanOrEqual(0)
        expect(refund).toBeLessThanOrEqual(depositAmount)
      }),
    )
  })
})

describe('what is left to pay', () => {
  test('falls due a fortnight before the departure, or at once', () => {
    expect(balanceDueAt(1, now + 60 * day, now)).toBe(now + 46 * day)
    expect(balanceDueAt(1, now + 14 * day, now)).toBe(now)
    expect(balanceDueAt(1, now + 3 * day, now)).toBe(now)
  })

  test('falls due as early or late as the operator says', () => {
    expect(balanceDueAt(1, now + 60 * day, now, 30)).toBe(now + 30 * day)
    expect(balanceDueAt(1, now + 60 * day, now, 0)).toBe(now + 60 * day)
    expect(balanceDueAt(1, now + 20 * day, now, 30)).toBe(now)
  })

  test('is nothing when the deposit is the price', () => {
    expect(balanceDueAt(0, now + 60 * day, now)).toBeNull()
  })
})

test('a trip ends once and says when', () => {
  expect(finish(booking({ tripStatus: 'on_board' }), 'completed', now)).toMatchObject({
    tripStatus: 'completed',
    finishedAt: now,
    updatedAt: now,
  })
})

test('an end that was a slip of the finger is taken back', () => {
  const over = finish(booking({ tripStatus: 'on_board' }), 'completed', now)
  expect(reopen(over, 'on_board')).toMatchObject({ tripStatus: 'on_board', finishedAt: null })
})
