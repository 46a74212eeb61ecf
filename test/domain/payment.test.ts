import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  askAgainAt,
  askBusyAgainAt,
  chargeOutcomes,
  inDoubt,
  isStillAsked,
  readChargeAnswer,
  readSilence,
} from '../../src/domain/payment.ts'

describe('an answer of a provider', () => {
  test('is one of three words with a name for the charge', () => {
    for (const outcome of chargeOutcomes) {
      expect(readChargeAnswer({ outcome, ref: 'ch_1', key: 'k' })).toEqual({ status: outcome, ref: 'ch_1', fault: null })
    }
  })

  test('or leaves a doubt, whatever it is', () => {
    const outcome = fc.oneof(fc.anything(), fc.constantFrom('toString', 'constructor', '__proto__', ...chargeOutcomes))
    const answer = fc.oneof(fc.anything(), fc.record({ outcome, ref: fc.oneof(fc.anything(), fc.string()) }))
    fc.assert(
      fc.property(answer, (said) => {
        const { status, ref } = readChargeAnswer(said)
        if (status === 'in_doubt') expect(ref).toBeNull()
        else expect(said).toMatchObject({ outcome: status, ref })
      }),
    )
  })
})

test('a charge that a provider has never heard of may be on its way for an hour', () => {
  expect(readSilence(0, 3_599_999)).toEqual(inDoubt)
  expect(readSilence(0, 3_600_000)).toEqual({ status: 'declined', ref: null })
})

test('what was given up in doubt is asked about for 30 days', () => {
  expect([30 * 86_400_000 - 1, 30 * 86_400_000].map((now) => isStillAsked(0, now))).toEqual([true, false])
})

test('a provider is asked again at growing intervals, between a second and a minute', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 10), fc.integer({ min: -(10 ** 6), max: 10 ** 9 }), (createdAt, age) => {
      const waits = [createdAt + age]
      for (let times = 0; times < 20; times++) waits.push(askAgainAt(createdAt, waits.at(-1) ?? 0))
      const gaps = waits.slice(1).map((at, index) => at - (waits[index] ?? 0))
      for (const gap of gaps) expect(gap >= 1_000 && gap <= 60_000).toBeTrue()
      expect(gaps).toEqual(gaps.toSorted((a, b) => a - b))
    }),
  )
})

test('asks a busy provider again after twice the last wait, sixteen minutes at most, and never sooner than usual', () => {
  const minute = 60_000
  const usual = 1_000 + minute
  const waits = [0, 60, 120, 240, 480, 960].map((seconds) => (askBusyAgainAt(usual, seconds * 1_000, 1_000) - 1_000) / minute)
  expect(waits).toEqual([1, 2, 4, 8, 16, 16])
})
