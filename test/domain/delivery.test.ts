import { describe, expect, test } from 'bun:test'
import {
  type AttemptOutcome,
  abandonDelivery,
  applyAttempt,
  type Delivery,
  type DeliveryError,
  deliveryStatuses,
  mostAttempts,
  resendDelivery,
} from '../../src/domain/delivery.ts'
import { resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const waitsMs = [10_000, 30_000, 120_000, 300_000, 900_000, 3_600_000]
const endedAt = Date.UTC(2026, 4, 20, 8, 11, 2)

const pending: Delivery = {
  status: 'pending',
  attempts: 0,
  dueAt: endedAt - 5_000,
  lastStatus: null,
  lastError: null,
  deliveredAt: null,
}

const delivered: AttemptOutcome = { responseStatus: 204, error: null, durationMs: 12 }

const failures: readonly AttemptOutcome[] = (
  [
    [null, 'timeout'],
    [null, 'connection_refused'],
    [null, 'connection_reset'],
    [null, 'dns_error'],
    [null, 'tls_error'],
    [null, 'blocked_address'],
    [307, 'redirect'],
    [500, 'http_status'],
  ] as const satisfies readonly (readonly [number | null, DeliveryError])[]
).map(([responseStatus, error]) => ({ responseStatus, error, durationMs: 3 }))

describe('a successful attempt', () => {
  test.each([0, 1, 2, 3, 4, 5])('ends the delivery, also after %d failed attempts', (attempts) => {
    const before = { ...pending, attempts, lastStatus: 500, lastError: 'http_status' as const }
    expect<unknown>(applyAttempt(before, delivered, endedAt, waitsMs)).toEqual({
      status: 'delivered',
      attempts: attempts + 1,
      dueAt: pending.dueAt,
      lastStatus: 204,
      lastError: null,
      deliveredAt: endedAt,
    })
  })
})

describe.each(failures)('an attempt that ended in $error', (outcome) => {
  test.each([
    [1, 10],
    [2, 30],
    [3, 120],
    [4, 300],
    [5, 900],
  ])('is followed, as number %d, by another %d s after its end', (number, seconds) => {
    expect(applyAttempt({ ...pending, attempts: number - 1 }, outcome, endedAt, waitsMs)).toEqual({
      status: 'pending',
      attempts: number,
      dueAt: endedAt + seconds * 1_000,
      lastStatus: outcome.responseStatus,
      lastError: outcome.error,
      deliveredAt: null,
    })
  })

  test('is the last one as the sixth', () => {
    const over = applyAttempt({ ...pending, attempts: mostAttempts - 1 }, outcome, endedAt, waitsMs)
    expect(over).toMatchObject({ status: 'failed', attempts: 6, lastError: outcome.error, lastStatus: outcome.responseStatus })
  })

  test('ends the replay of a failed delivery immediately', () => {
    expect(applyAttempt({ ...pending, attempts: 6 }, outcome, endedAt, waitsMs)).toMatchObject({ status: 'failed', attempts: 7 })
  })
})

describe('a replay', () => {
  const [failure = delivered] = failures

  test('continues a delivered one up to the sixth attempt, and keeps its delivery time', () => {
    const arrived = applyAttempt({ ...pending, attempts: 1 }, delivered, endedAt, waitsMs)
    const later = endedAt + 86_400_000
    let delivery = resendDelivery(arrived, later)
    expect(delivery).toEqual({ ...arrived, status: 'pending', dueAt: later })
    const seen: unknown[] = []
    while (delivery.status === 'pending') {
      delivery = applyAttempt(delivery, failure, later, waitsMs)
      const { status, attempts, dueAt, deliveredAt } = delivery
      seen.push([status, attempts, dueAt - later, deliveredAt])
    }
    expect(seen).toEqual([
      ['pending', 3, 120_000, endedAt],
      ['pending', 4, 300_000, endedAt],
      ['pending', 5, 900_000, endedAt],
      ['failed', 6, 900_000, endedAt],
    ])
  })

  test('refuses a pending delivery, and one abandoned with its subscription', () => {
    for (const status of ['pending', 'abandoned'] as const) {
      expect(resultOrRefusalCode(() => resendDelivery({ ...pending, status }, endedAt))).toBe('invalid_transition')
    }
  })
})

test('repeats the last wait of a shorter list', () => {
  const [failure = delivered] = failures
  const dueAfter = (attempts: number) => applyAttempt({ ...pending, attempts }, failure, endedAt, [1_000, 2_000]).dueAt - endedAt
  expect([0, 1, 2, 3, 4].map(dueAfter)).toEqual([1_000, 2_000, 2_000, 2_000, 2_000])
})

test('abandons only deliveries that have not ended', () => {
  const become = deliveryStatuses.map((status) => [status, abandonDelivery({ ...pending, status }).status])
  expect(become).toEqual([
    ['pending', 'abandoned'],
    ['delivered', 'delivered'],
    ['failed', 'failed'],
    ['abandoned', 'abandoned'],
  ])
})
