import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isRevokedOrExpired, park, parkedAfter, type Subscription, tally } from '../../src/domain/subscription.ts'

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
  for (let n = 0; n < failures; n++) subscription = tally(subscription, failed, at + n)
  return subscription
}

describe('the count of failures', () => {
  test('goes up with each attempt that failed, and the twentieth parks', () => {
    expect(after(19)).toMatchObject({ consecutiveFailures: 19, parkedAt: null, parkedReason: null })
    expect(after(20)).toMatchObject({ consecutiveFailures: 20, parkedAt: at + 19, parkedReason: 'consecutive_failures' })
  })

  test.each([1, 4, 19])('is forgiven by one 2xx after %d failures', (failures) => {
    expect(tally(after(failures), arrived, at + 99)).toEqual({
      consecutiveFailures: 0,
      parkedAt: null,
      parkedReason: null,
      lastDeliveryAt: at + 99,
      lastResponseStatus: 204,
    })
  })

  test('tells the status of the last attempt, and none of one that reached no one', () => {
    expect(tally(healthy, failed, at).lastResponseStatus).toBe(500)
    expect(tally(after(1), unreached, at)).toMatchObject({ lastResponseStatus: null, lastDeliveryAt: null })
  })

  test('a 2xx that comes late does not unpark', () => {
    const late = tally(after(20), arrived, at + 99)
    expect(late).toMatchObject({ parkedAt: at + 19, parkedReason: 'consecutive_failures', lastDeliveryAt: at + 99 })
  })

  test('whatever the order, what parks is twenty failures without a 2xx between them', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 80 }), (attempts) => {
        let subscription = healthy
        for (const isDelivered of attempts) subscription = tally(subscription, { isDelivered, responseStatus: null }, at)
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

test('a subscription that is parked keeps its first reason and time', () => {
  const parked = park(healthy, 'credential_revoked', at)
  expect(parked).toMatchObject({ parkedAt: at, parkedReason: 'credential_revoked' })
  expect(park(parked, 'consecutive_failures', at + 1)).toEqual(parked)
})

test('a credential is gone when it is revoked and from the moment it expires', () => {
  expect(isRevokedOrExpired({ revokedAt: null, expiresAt: null }, at)).toBe(false)
  expect(isRevokedOrExpired({ revokedAt: at - 1, expiresAt: null }, at)).toBe(true)
  expect(isRevokedOrExpired({ revokedAt: null, expiresAt: at + 1 }, at)).toBe(false)
  expect(isRevokedOrExpired({ revokedAt: null, expiresAt: at }, at)).toBe(true)
})
