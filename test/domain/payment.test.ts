import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  chargeOutcomes,
  computeBusyAskTime,
  computeNextAskTime,
  inDoubt,
  isRefundStillChecked,
  readChargeAnswer,
  readSilence,
} from '../../src/domain/payment.ts'

describe('the result of a charge at the provider', () => {
  test('is one of three outcomes with the provider’s reference', () => {
    for (const outcome of chargeOutcomes) {
      expect(readChargeAnswer({ outcome, ref: 'ch_1', key: 'k' })).toEqual({ status: outcome, ref: 'ch_1', fault: null })
    }
  })

  test('is in doubt for any other answer', () => {
    const outcome = fc.oneof(fc.anything(), fc.constantFrom('toString', 'constructor', '__proto__', ...chargeOutcomes))
    const answer = fc.oneof(fc.anything(), fc.record({ outcome, ref: fc.oneof(fc.anything(), fc.string()) }))
    fc.assert(
      fc.property(answer, (given) => {
        const { status, ref } = readChargeAnswer(given)
        if (status === 'in_doubt') expect(ref).toBeNull()
        else expect(given).toMatchObject({ outcome: status, ref })
      }),
    )
  })
})

test('stays in doubt for an hour if the provider does not know the charge', () => {
  expect(readSilence(0, 3_599_999)).toEqual(inDoubt)
  expect(readSilence(0, 3_600_000)).toEqual({ status: 'declined', ref: null })
})

test('asks about a charge in doubt for 30 days', () => {
  expect([30 * 86_400_000 - 1, 30 * 86_400_000].map((now) => isRefundStillChecked(0, now))).toEqual([true, false])
})

test('asks a provider again at growing intervals, between a second and a minute', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 10), fc.integer({ min: -(10 ** 6), max: 10 ** 9 }), (createdAt, age) => {
      const waits = [createdAt + age]
      for (let times = 0; times < 20; times++) waits.push(computeNextAskTime(createdAt, waits.at(-1) ?? 0))
      const gaps = waits.slice(1).map((at, index) => at - (waits[index] ?? 0))
      for (const gap of gaps) expect(gap >= 1_000 && gap <= 60_000).toBeTrue()
      expect(gaps).toEqual(gaps.toSorted((a, b) => a - b))
    }),
  )
})

test('doubles the wait for a busy provider, up to sixteen minutes, and never below the usual wait', () => {
  const minute = 60_000
  const usual = 1_000 + minute
  const waits = [0, 60, 120, 240, 480, 960].map((seconds) => (computeBusyAskTime(usual, seconds * 1_000, 1_000) - 1_000) / minute)
  expect(waits).toEqual([1, 2, 4, 8, 16, 16])
})
