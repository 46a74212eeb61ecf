import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isRevokedOrExpired, parkedAfter, parkForGood, type Subscription, tallyAttempt } from '../../src/domain/subscription.ts'

const at = Date.UTC(2026, 4, 20, 8, 11, 2)

const healthy: Subscription = {
  consecutiveFailures: 0,
  parkedAt: null,
  parkedReason: null,
  lastDeliveryAt: null,
  lastResponseStatus: null,
}

const failed = { isDelivered: false, responseStatus: 500 }
const unreached = { isDelivered: false, responseStatus: null }
const arrived = { isDelivered: true, responseStatus: 204 }

function after(failures: number): Subscription {
  let subscription = healthy
  for (let n = 0; n < failures; n++) subscription = tallyAttempt(subscription, failed, at + n)
  return subscription
}

describe('the count of failures', () => {
  test('increases with each failed attempt, and parks at twenty', () => {
    expect(after(19)).toMatchObject({ consecutiveFailures: 19, parkedAt: null, parkedReason: null })
    expect(after(20)).toMatchObject({ consecutiveFailures: 20, parkedAt: at + 19, parkedReason: 'consecutive_failures' })
  })

  test.each([1, 4, 19])('is reset by one 2xx after %d failures', (failures) => {
    expect(tallyAttempt(after(failures), arrived, at + 99)).toEqual({
      consecutiveFailures: 0,
      parkedAt: null,
      parkedReason: null,
      lastDeliveryAt: at + 99,
      lastResponseStatus: 204,
    })
  })

  test('records the status of the last attempt, and null without a response', () => {
    expect(tallyAttempt(healthy, failed, at).lastResponseStatus).toBe(500)
    expect(tallyAttempt(after(1), unreached, at)).toMatchObject({ lastResponseStatus: null, lastDeliveryAt: null })
  })

  test('keeps a subscription parked after a late 2xx', () => {
    const late = tallyAttempt(after(20), arrived, at + 99)
    expect(late).toMatchObject({ parkedAt: at + 19, parkedReason: 'consecutive_failures', lastDeliveryAt: at + 99 })
  })

  test('parks exactly after twenty failures without a 2xx between them', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 80 }), (attempts) => {
        let subscription = healthy
        for (const isDelivered of attempts) subscription = tallyAttempt(subscription, { isDelivered, responseStatus: null }, at)
        const longest = Math.max(
          0,
          ...attempts
            .map(String)
            .join('')
            .split('true')
            .map((run) => run.length / 'false'.length),
        )
        expect(subscription.parkedAt !== null).toBe(longest >= parkedAfter)
      }),
    )
  })
})

test('keeps the first reason and time of a parked subscription', () => {
  const parked = parkForGood(healthy, 'credential_revoked', at)
  expect(parked).toMatchObject({ parkedAt: at, parkedReason: 'credential_revoked' })
  expect(parkForGood(parked, 'consecutive_failures', at + 1)).toEqual(parked)
})

test('rejects a credential after its revocation or expiry', () => {
  expect(isRevokedOrExpired({ revokedAt: null, expiresAt: null }, at)).toBe(false)
  expect(isRevokedOrExpired({ revokedAt: at - 1, expiresAt: null }, at)).toBe(true)
  expect(isRevokedOrExpired({ revokedAt: null, expiresAt: at + 1 }, at)).toBe(false)
  expect(isRevokedOrExpired({ revokedAt: null, expiresAt: at }, at)).toBe(true)
})
