import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { largestAmount } from '../../src/domain/money.ts'
import type { Offer } from '../../src/domain/offer.ts'
import {
  book,
  bookable,
  cardUntil,
  expire,
  isLive,
  isLocked,
  lock,
  lose,
  mustTakeTerms,
  priced,
  type Quote,
  type QuoteStatus,
  quoteStatuses,
  reject,
  request,
  requested,
  respondBy,
  takeBack,
  transferUntil,
  unconfirm,
  unlock,
  usualValidity,
  withdraw,
} from '../../src/domain/quote.ts'
import { extraOf, outcomeOf } from '../support/outcome.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 4, 20, 8)

function quoteIn(state: QuoteStatus | 'locked'): Quote {
  const status = state === 'locked' ? 'confirmed' : state
  const isOver = !['likely', 'confirmed', 'requested', 'locked'].includes(state)
  return {
    status,
    revision: 3,
    validUntil: now + day,
    lockedUntil: state === 'locked' ? now + hour : null,
    closedAt: isOver ? now - hour : null,
  }
}

const open: Offer = { quoteBy: now + hour, departsAt: now + 9 * day, declinedAt: null, outcome: null, closedAt: null }

const states = ['none', ...quoteStatuses, 'locked'] as const
type State = (typeof states)[number]

function stateOf(quote: Quote): State {
  return isLocked(quote) ? 'locked' : quote.status
}

/** What each move on a quote comes to, from every state: the state it is in afterwards, or the refusal. */
const tasks: Record<string, { does: (quote: Quote | null) => State | undefined; comesTo: Record<State, string> }> = {
  'putting terms on the table': {
    does: (quote) => {
      mustTakeTerms(open, quote, now)
      return 'likely'
    },
    comesTo: {
      none: 'likely',
      likely: 'likely',
      confirmed: 'likely',
      requested: 'quote_locked',
      locked: 'quote_locked',
      booked: 'quote_locked',
      withdrawn: 'likely',
      rejected: 'likely',
      expired: 'likely',
      lost: 'likely',
    },
  },
  withdrawing: {
    does: (quote) => stateOf(withdraw(quote, now)),
    comesTo: {
      none: 'no_live_quote',
      likely: 'withdrawn',
      confirmed: 'withdrawn',
      requested: 'quote_locked',
      locked: 'quote_locked',
      booked: 'quote_locked',
      withdrawn: 'no_live_quote',
      rejected: 'no_live_quote',
      expired: 'no_live_quote',
      lost: 'no_live_quote',
    },
  },
  unconfirming: {
    does: (quote) => stateOf(unconfirm(quote)),
    comesTo: {
      none: 'no_live_quote',
      likely: 'quote_not_confirmed',
      confirmed: 'likely',
      requested: 'quote_not_confirmed',
      locked: 'quote_locked',
      booked: 'quote_not_confirmed',
      withdrawn: 'no_live_quote',
      rejected: 'no_live_quote',
      expired: 'no_live_quote',
      lost: 'no_live_quote',
    },
  },
  'accepting the request': {
    does: (quote) => stateOf(requested(quote)),
    comesTo: {
      none: 'no_booking_request',
      likely: 'no_booking_request',
      confirmed: 'no_booking_request',
      requested: 'requested',
      locked: 'no_booking_request',
      booked: 'no_booking_request',
      withdrawn: 'no_booking_request',
      rejected: 'no_booking_request',
      expired: 'no_booking_request',
      lost: 'no_booking_request',
    },
  },
  'rejecting the request': {
    does: (quote) => stateOf(reject(quote, now)),
    comesTo: {
      none: 'no_booking_request',
      likely: 'no_booking_request',
      confirmed: 'no_booking_request',
      requested: 'rejected',
      locked: 'no_booking_request',
      booked: 'no_booking_request',
      withdrawn: 'no_booking_request',
      rejected: 'no_booking_request',
      expired: 'no_booking_request',
      lost: 'no_booking_request',
    },
  },
  'requesting, as the customer': {
    does: (quote) => (quote === null ? undefined : stateOf(request(quote))),
    comesTo: {
      none: '',
      likely: 'requested',
      confirmed: 'invalid_transition',
      requested: 'requested',
      locked: 'invalid_transition',
      booked: 'no_live_quote',
      withdrawn: 'no_live_quote',
      rejected: 'no_live_quote',
      expired: 'quote_expired',
      lost: 'no_live_quote',
    },
  },
  'booking at once, as the customer': {
    does: (quote) => (quote === null ? undefined : stateOf(bookable(quote))),
    comesTo: {
      none: '',
      likely: 'quote_not_confirmed',
      confirmed: 'confirmed',
      requested: 'quote_not_confirmed',
      locked: 'locked',
      booked: 'no_live_quote',
      withdrawn: 'no_live_quote',
      rejected: 'no_live_quote',
      expired: 'quote_expired',
      lost: 'no_live_quote',
    },
  },
}

for (const [task, { does, comesTo }] of Object.entries(tasks)) {
  describe(task, () => {
    for (const state of states) {
      const expected = comesTo[state]
      if (expected === '') continue
      test(`${state} comes to ${expected}`, () => {
        const quote = state === 'none' ? null : quoteIn(state)
        expect(outcomeOf(() => does(quote))).toBe(expected)
        if ((states as readonly string[]).includes(expected)) return
        expect(extraOf(() => does(quote))).toMatchObject({ current_status: quote?.status ?? null })
      })
    }
  })
}

describe('what happens to a quote by itself', () => {
  const live = ['likely', 'confirmed', 'requested', 'locked'] as const

  for (const state of live) {
    test(`${state} can be lost, expire and be booked, and is then neither live nor locked`, () => {
      const quote = quoteIn(state)
      expect(lose(quote, now)).toEqual({ ...quote, status: 'lost', lockedUntil: null, closedAt: now })
      expect(expire(quote, now - 1)).toEqual({ ...quote, status: 'expired', lockedUntil: null, closedAt: now - 1 })
      expect(book(quote, now)).toEqual({ ...quote, status: 'booked', lockedUntil: null, closedAt: now })
      for (const over of [lose(quote, now), expire(quote, now), book(quote, now)]) expect(isLive(over)).toBeFalse()
    })
  }

  test('a request that is over leaves a likely quote with the price it had', () => {
    expect(takeBack(quoteIn('requested'))).toEqual(quoteIn('likely'))
  })

  test('paying locks a quote as confirmed, also one that was requested; to stop paying unlocks it', () => {
    for (const state of ['confirmed', 'requested'] as const) {
      const locked = lock(quoteIn(state), now + hour)
      expect(locked).toEqual(quoteIn('locked'))
      expect(unlock(locked)).toEqual(quoteIn('confirmed'))
    }
  })

  test('live are likely, confirmed, requested and nothing else', () => {
    expect(quoteStatuses.filter((status) => isLive(quoteIn(status)))).toEqual(['likely', 'confirmed', 'requested'])
  })

  test('withdrawing and rejecting say when', () => {
    expect(withdraw(quoteIn('likely'), now)).toMatchObject({ status: 'withdrawn', closedAt: now })
    expect(reject(quoteIn('requested'), now)).toMatchObject({ status: 'rejected', closedAt: now })
  })
})

describe('terms are taken', () => {
  const closed = { ...open, outcome: 'lost', closedAt: now } as const

  test('until the last millisecond before quote_by', () => {
    expect(outcomeOf(() => mustTakeTerms({ ...open, quoteBy: now + 1 }, null, now))).toBeUndefined()
    expect(outcomeOf(() => mustTakeTerms({ ...open, quoteBy: now }, null, now))).toBe('job_closed')
  })

  test('not after the departure, whatever quote_by says', () => {
    expect(outcomeOf(() => mustTakeTerms({ ...open, departsAt: now }, null, now))).toBe('job_closed')
  })

  test('not as a revision after quote_by either', () => {
    expect(outcomeOf(() => mustTakeTerms({ ...open, quoteBy: now }, quoteIn('likely'), now))).toBe('job_closed')
  })

  test('not on a job that is over, whatever became of the quote', () => {
    for (const state of ['withdrawn', 'rejected', 'expired', 'lost'] as const) {
      expect(outcomeOf(() => mustTakeTerms(closed, quoteIn(state), now))).toBe('job_closed')
    }
    expect(extraOf(() => mustTakeTerms(closed, null, now))).toEqual({ current_status: null })
    expect(extraOf(() => mustTakeTerms(closed, quoteIn('lost'), now))).toEqual({ current_status: 'lost' })
  })
})

describe('money', () => {
  const policy = { commissionBps: 1000, depositBps: 2000, depositMinimumAmount: 5000 }

  test('a deposit is a fifth of the price', () => {
    expect(priced({ priceAmount: 64_000, depositAmount: null }, policy)).toEqual({
      priceAmount: 64_000,
      commissionAmount: 6_400,
      payoutAmount: 57_600,
      depositAmount: 12_800,
    })
  })

  test('but 50.00 at least, and never more than the price', () => {
    expect(priced({ priceAmount: 25_000, depositAmount: null }, policy).depositAmount).toBe(5_000)
    expect(priced({ priceAmount: 24_999, depositAmount: null }, policy).depositAmount).toBe(5_000)
    expect(priced({ priceAmount: 25_005, depositAmount: null }, policy).depositAmount).toBe(5_001)
    expect(priced({ priceAmount: 4_999, depositAmount: null }, policy).depositAmount).toBe(4_999)
  })

  test('unless the quote sets it, also below the minimum', () => {
    expect(priced({ priceAmount: 64_000, depositAmount: 1 }, policy).depositAmount).toBe(1)
    expect(priced({ priceAmount: 64_000, depositAmount: 64_000 }, policy).depositAmount).toBe(64_000)
  })

  test('half a penny of commission is rounded up', () => {
    expect(priced({ priceAmount: 105, depositAmount: null }, { ...policy, commissionBps: 1000 }).commissionAmount).toBe(11)
    expect(priced({ priceAmount: 104, depositAmount: null }, { ...policy, commissionBps: 1000 }).commissionAmount).toBe(10)
  })

  test('commission and payout make up the price, and nothing is ever negative, fractional or more than the price', () => {
    const bps = fc.integer({ min: 0, max: 10_000 })
    const price = fc.integer({ min: 1, max: largestAmount })
    fc.assert(
      fc.property(
        price,
        fc.option(price),
        fc.record({ commissionBps: bps, depositBps: bps, depositMinimumAmount: fc.integer({ min: 0, max: largestAmount }) }),
        (priceAmount, depositAmount, anyPolicy) => {
          const made = priced({ priceAmount, depositAmount }, anyPolicy)
          expect(made.commissionAmount + made.payoutAmount).toBe(priceAmount)
          for (const amount of Object.values(made)) {
            expect(Number.isSafeInteger(amount)).toBeTrue()
            expect(amount).toBeGreaterThanOrEqual(0)
            expect(amount).toBeLessThanOrEqual(priceAmount)
          }
          if (depositAmount === null && made.depositAmount < priceAmount) {
            expect(made.depositAmount).toBeGreaterThanOrEqual(anyPolicy.depositMinimumAmount)
          }
        },
      ),
    )
  })
})

describe('deadlines', () => {
  test('a quote nobody limited holds for half the time left, at most 14 days', () => {
    expect(usualValidity(now, now + 10 * day)).toBe(now + 5 * day)
    expect(usualValidity(now, now + 28 * day)).toBe(now + 14 * day)
    expect(usualValidity(now, now + 300 * day)).toBe(now + 14 * day)
  })

  test('a request waits for half the time left, at most 24 hours', () => {
    expect(respondBy(now, now + 10 * hour)).toBe(now + 5 * hour)
    expect(respondBy(now, now + 48 * hour)).toBe(now + 24 * hour)
    expect(respondBy(now, now + 90 * day)).toBe(now + 24 * hour)
  })

  test('deadlines are whole milliseconds, also of an odd time left', () => {
    expect(usualValidity(now, now + 3)).toBe(now + 1)
    expect(respondBy(now, now + 3)).toBe(now + 1)
  })

  test('a transfer holds the quote until it is no longer valid', () => {
    expect(transferUntil(quoteIn('requested'), now, now + 9 * day)).toBe(now + day)
  })

  test('a quote confirmed after that holds as long as a request would wait, so that the customer can pay', () => {
    expect(transferUntil({ ...quoteIn('requested'), validUntil: now }, now, now + 9 * day)).toBe(now + 24 * hour)
  })

  test('a card holds the quote for 30 minutes, but not beyond its validity', () => {
    expect(cardUntil(quoteIn('confirmed'), now)).toBe(now + hour / 2)
    expect(cardUntil({ ...quoteIn('confirmed'), validUntil: now + 1 }, now)).toBe(now + 1)
  })

  test('a further card does not stretch what holds already', () => {
    expect(cardUntil({ ...quoteIn('locked'), lockedUntil: now + 1 }, now)).toBe(now + 1)
  })
})
