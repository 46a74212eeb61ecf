import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Booking,
  computeBalanceDueTime,
  computeRefund,
  finishBooking,
  markBookingCancelled,
  previewRefund,
  reopenBooking,
  requireActiveTrip,
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
const called = markBookingCancelled(booking(), 'platform', 'No coaches.', now)

describe('assigning a driver and a vehicle', () => {
  for (const tripStatus of tripStatuses) {
    const isPossible = !isEnd(tripStatus)
    test(`is possible while the trip is ${tripStatus}: ${isPossible}`, () => {
      const one = booking({ tripStatus, finishedAt: isPossible ? null : now - 1 })
      expect(resultOrRefusalCode(() => requireActiveTrip(one))).toBe(isPossible ? undefined : 'trip_finished')
      if (!isPossible) expect(refusalFactsOf(() => requireActiveTrip(one))).toEqual({ current_status: tripStatus })
    })
  }

  test('refuses a cancelled trip', () => {
    expect(resultOrRefusalCode(() => requireActiveTrip(called))).toBe('trip_cancelled')
    expect(refusalFactsOf(() => requireActiveTrip(called))).toEqual({ current_status: 'cancelled' })
  })
})

describe('the cancellation of a booking', () => {
  for (const tripStatus of underway) {
    test(`cancels while the trip is ${tripStatus}`, () => {
      expect(markBookingCancelled(booking({ tripStatus }), 'customer', 'Flu.', now)).toMatchObject({
        status: 'cancelled',
        tripStatus,
      })
    })
  }

  for (const tripStatus of ['completed', 'no_show'] as const) {
    test(`refuses a trip that is ${tripStatus}`, () => {
      expect(
        resultOrRefusalCode(() => markBookingCancelled(finishBooking(booking(), tripStatus, now), 'customer', 'Flu.', now)),
      ).toBe('trip_finished')
    })
  }

  test('refuses a second cancellation', () => {
    expect(resultOrRefusalCode(() => markBookingCancelled(called, 'customer', 'Flu.', now))).toBe('trip_cancelled')
  })

  test('records who cancelled, why, when and the refund', () => {
    expect(called).toMatchObject({
      cancellation: { by: 'platform', reason: 'No coaches.', refundAmount: 12_801, at: now },
      cancelledAt: now,
    })
  })
})

describe('refund of a customer who cancels', () => {
  const scale: [string, number, number][] = [
    ['refunds the whole deposit 28 days ahead', 28 * day, 12_801],
    ['refunds 50 %, rounded up, a millisecond later', 28 * day - 1, 6_401],
    ['refunds 50 % 14 days ahead', 14 * day, 6_401],
    ['refunds nothing a millisecond later', 14 * day - 1, 0],
    ['refunds nothing after the departure', -1, 0],
  ]

  for (const [words, noticeMs, refundAmount] of scale) {
    test(words, () => {
      const cancelled = markBookingCancelled(booking({ departsAt: now + noticeMs }), 'customer', 'Flu.', now)
      expect(cancelled).toMatchObject({ cancellation: { refundAmount } })
    })

    test(`${words}, and the payments beside the deposit`, () => {
      const paid = booking({ departsAt: now + noticeMs, paidAmount: 64_000 })
      expect(computeRefund(paid, 'customer', now)).toBe(refundAmount + 51_199)
    })
  }

  test('refunds nothing of a reversed deposit', () => {
    expect(computeRefund(booking({ paidAmount: 0 }), 'customer', now)).toBe(0)
    expect(computeRefund(booking({ paidAmount: 0 }), 'operator', now)).toBe(0)
  })

  test('refunds everything if the operator or the platform cancels, at any time', () => {
    for (const by of ['operator', 'platform'] as const) expect(computeRefund(booking({ departsAt: now }), by, now)).toBe(12_801)
  })

  test.each([
    [60 * day, 12_801, now + 32 * day],
    [28 * day, 12_801, now],
    [20 * day, 6_401, now + 6 * day],
    [14 * day - 1, 0, null],
    [-day, 0, null],
  ])('matches the preview, with %d ms of notice', (noticeMs, refundAmount, until) => {
    expect(previewRefund(booking({ departsAt: now + noticeMs }), now)).toEqual({ refundAmount, until })
  })

  test('matches the preview until its last instant, and is less from the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: -day, max: 90 * day }), (noticeMs) => {
        const one = booking({ departsAt: now + noticeMs })
        const promised = previewRefund(one, now)
        expect(markBookingCancelled(one, 'customer', 'Flu.', now).cancellation?.refundAmount).toBe(promised?.refundAmount ?? -1)
        if (promised?.until == null) return
        expect(computeRefund(one, 'customer', promised.until)).toBe(promised.refundAmount)
        expect(computeRefund(one, 'customer', promised.until + 1)).toBeLessThan(promised.refundAmount)
      }),
    )
  })

  test('has no preview after a cancellation or the end of the trip', () => {
    expect(previewRefund(called, now)).toBeNull()
    expect(previewRefund(finishBooking(booking(), 'completed', now), now)).toBeNull()
  })

  test('is never more than the deposit, and never negative', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.integer({ min: -day, max: 90 * day }), (depositAmount, noticeMs) => {
        const refund = computeRefund(booking({ depositAmount, departsAt: now + noticeMs }), 'customer', now)
        expect(Number.isSafeInteger(refund)).toBeTrue()
        expect(refund).toBeGreaterThanOrEqual(0)
        expect(refund).toBeLessThanOrEqual(depositAmount)
      }),
    )
  })
})

describe('the due date of the balance', () => {
  test('is a fortnight before departure, or immediate', () => {
    expect(computeBalanceDueTime(1, now + 60 * day, now)).toBe(now + 46 * day)
    expect(computeBalanceDueTime(1, now + 14 * day, now)).toBe(now)
    expect(computeBalanceDueTime(1, now + 3 * day, now)).toBe(now)
  })

  test('follows the operator’s number of days', () => {
    expect(computeBalanceDueTime(1, now + 60 * day, now, 30)).toBe(now + 30 * day)
    expect(computeBalanceDueTime(1, now + 60 * day, now, 0)).toBe(now + 60 * day)
    expect(computeBalanceDueTime(1, now + 20 * day, now, 30)).toBe(now)
  })

  test('is null if the deposit is the price', () => {
    expect(computeBalanceDueTime(0, now + 60 * day, now)).toBeNull()
  })
})

test('records the end of a trip once, with its time', () => {
  expect(finishBooking(booking({ tripStatus: 'on_board' }), 'completed', now)).toMatchObject({
    tripStatus: 'completed',
    finishedAt: now,
    updatedAt: now,
  })
})

test('reopens a trip that ended by mistake', () => {
  const finished = finishBooking(booking({ tripStatus: 'on_board' }), 'completed', now)
  expect(reopenBooking(finished, 'on_board')).toMatchObject({ tripStatus: 'on_board', finishedAt: null })
})
