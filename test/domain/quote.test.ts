import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { declineOffer, findJobStatus, type JobStatus, jobStatuses } from '../../src/domain/job.ts'
import { largestAmount } from '../../src/domain/money.ts'
import type { Offer } from '../../src/domain/offer.ts'
import {
  changeQuoteToOnRequest,
  computeQuotePrice,
  expireQuote,
  isLive,
  isQuoteLocked,
  lockQuote,
  loseQuote,
  markQuoteBooked,
  type Quote,
  type QuoteStatus,
  quoteStatuses,
  rejectRequestedQuote,
  requestQuote,
  requireBookableQuote,
  requireQuotableJob,
  requireRequestedQuote,
  revertRequest,
  unlockQuote,
  withdrawLiveQuote,
} from '../../src/domain/quote.ts'
import { computeCardLockEnd, computeTransferLockEnd, computeUsualValidity } from '../../src/domain/quote-times.ts'
import { computeRespondBy } from '../../src/domain/respond-by.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'
import { transitionTable } from '../support/states-page.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 4, 20, 8)

function quoteIn(state: QuoteStatus | 'locked'): Quote {
  const status = state === 'locked' ? 'confirmed' : state
  const isClosed = !['likely', 'confirmed', 'requested', 'locked'].includes(state)
  return {
    status,
    revision: 3,
    validUntil: now + day,
    lockedUntil: state === 'locked' ? now + hour : null,
    closedAt: isClosed ? now - hour : null,
  }
}

const open: Offer = { quoteBy: now + hour, departsAt: now + 9 * day, declinedAt: null, outcome: null, closedAt: null }

const closed: Offer = { ...open, outcome: 'lost', closedAt: now }
const won: Offer = { ...open, outcome: 'won', closedAt: now }

type State = QuoteStatus | 'locked'
const states = new Set<string>([...quoteStatuses, 'locked', ...jobStatuses])
type Job = readonly [offer: Offer, quote: Quote | null]

function stateOf(quote: Quote): State {
  return isQuoteLocked(quote) ? 'locked' : quote.status
}

/** The jobs of a row in docs/states.md. A failed card changes no quote, so no row names it. */
const jobs: Record<string, readonly Job[]> = {
  'not there yet': [[open, null]],
  likely: [[open, quoteIn('likely')]],
  confirmed: [[open, quoteIn('confirmed')]],
  requested: [[open, quoteIn('requested')]],
  'requested, to be paid by transfer': [[open, quoteIn('requested')]],
  locked: [[open, quoteIn('locked')]],
  booked: [[won, quoteIn('booked')]],
  'withdrawn, rejected or expired': (['withdrawn', 'rejected', 'expired'] as const).map((state): Job => [open, quoteIn(state)]),
  'withdrawn or rejected': (['withdrawn', 'rejected'] as const).map((state): Job => [open, quoteIn(state)]),
  expired: [[open, quoteIn('expired')]],
  'of a closed job': [null, ...(['lost', 'withdrawn', 'rejected', 'expired'] as const).map(quoteIn)].map((quote) => [
    closed,
    quote,
  ]),
}

function putTerms(offer: Offer, quote: Quote | null, availability: 'likely' | 'confirmed'): State {
  requireQuotableJob(offer, quote, now)
  return availability
}

/** The result of each move for the quote, or for the job after a decline. */
const tasks: Record<string, (offer: Offer, quote: Quote | null, row: string) => State | JobStatus> = {
  'quote as likely': (offer, quote) => putTerms(offer, quote, 'likely'),
  'quote as confirmed': (offer, quote) => putTerms(offer, quote, 'confirmed'),
  withdraw: (_, quote) => stateOf(withdrawLiveQuote(quote, now)),
  decline: (offer, quote) => findJobStatus(declineOffer(offer, quote, now), quote, now),
  unconfirm: (_, quote) => stateOf(changeQuoteToOnRequest(quote)),
  'confirm-booking-request': (_, quote, row) => {
    const asked = requireRequestedQuote(quote)
    return stateOf(
      row.endsWith('by transfer')
        ? lockQuote(asked, computeTransferLockEnd(asked, now, open.departsAt))
        : markQuoteBooked(asked, now),
    )
  },
  'reject-booking-request': (_, quote) => stateOf(rejectRequestedQuote(quote, now)),
  'request-booking': (_, quote) => stateOf(requestQuote(quote as Quote)),
  book: (_, quote) => stateOf(markQuoteBooked(requireBookableQuote(quote as Quote), now)),
}

for (const corner of ['the quote is', 'the customer’s quote is']) {
  for (const [row, cells] of Object.entries(transitionTable('The quote', corner))) {
    test.each(Object.entries(cells))(`returns, if ${corner} ${row}, for the move %s: %s`, (task, expected) => {
      for (const [offer, quote] of jobs[row] ?? []) {
        const move = () => tasks[task]?.(offer, quote, row)
        expect(resultOrRefusalCode(move)).toBe(expected)
        if (!states.has(expected)) expect(refusalFactsOf(move)).toMatchObject({ current_status: quote?.status ?? null })
      }
    })
  }
}

test.each(['booked', 'lost'] as const)(
  'refuses a customer’s decision about a %s quote, even if its trip is still open',
  (state) => {
    expect(resultOrRefusalCode(() => requestQuote(quoteIn(state)))).toBe('no_live_quote')
    expect(resultOrRefusalCode(() => requireBookableQuote(quoteIn(state)))).toBe('no_live_quote')
  },
)

describe('automatic changes of a quote', () => {
  const live = ['likely', 'confirmed', 'requested', 'locked'] as const

  for (const state of live) {
    test(`loses, expires and books a quote that is ${state}, which is then neither live nor locked`, () => {
      const quote = quoteIn(state)
      expect(loseQuote(quote, now)).toEqual({ ...quote, status: 'lost', lockedUntil: null, closedAt: now })
      expect(expireQuote(quote, now - 1)).toEqual({ ...quote, status: 'expired', lockedUntil: null, closedAt: now - 1 })
      expect(markQuoteBooked(quote, now)).toEqual({ ...quote, status: 'booked', lockedUntil: null, closedAt: now })
      for (const over of [loseQuote(quote, now), expireQuote(quote, now), markQuoteBooked(quote, now)])
        expect(isLive(over)).toBeFalse()
    })
  }

  test('returns to a likely quote with its price after a request has ended', () => {
    expect(revertRequest(quoteIn('requested'))).toEqual(quoteIn('likely'))
  })

  test('locks a confirmed or requested quote during payment, and unlocks it without payment', () => {
    for (const state of ['confirmed', 'requested'] as const) {
      const locked = lockQuote(quoteIn(state), now + hour)
      expect(locked).toEqual(quoteIn('locked'))
      expect(unlockQuote(locked)).toEqual(quoteIn('confirmed'))
    }
  })

  test('counts likely, confirmed and requested as live', () => {
    expect(quoteStatuses.filter((status) => isLive(quoteIn(status)))).toEqual(['likely', 'confirmed', 'requested'])
  })

  test('records the time of a withdrawal and a rejection', () => {
    expect(withdrawLiveQuote(quoteIn('likely'), now)).toMatchObject({ status: 'withdrawn', closedAt: now })
    expect(rejectRequestedQuote(quoteIn('requested'), now)).toMatchObject({ status: 'rejected', closedAt: now })
  })
})

describe('new terms of a quote', () => {
  test('are accepted until the last millisecond before quote_by', () => {
    expect(resultOrRefusalCode(() => requireQuotableJob({ ...open, quoteBy: now + 1 }, null, now))).toBeUndefined()
    expect(resultOrRefusalCode(() => requireQuotableJob({ ...open, quoteBy: now }, null, now))).toBe('job_closed')
  })

  test('are refused after the departure, with any quote_by', () => {
    expect(resultOrRefusalCode(() => requireQuotableJob({ ...open, departsAt: now }, null, now))).toBe('job_closed')
  })

  test('are refused as a revision after quote_by', () => {
    expect(resultOrRefusalCode(() => requireQuotableJob({ ...open, quoteBy: now }, quoteIn('likely'), now))).toBe('job_closed')
  })

  test('are refused on a closed job, with any quote', () => {
    for (const state of ['withdrawn', 'rejected', 'expired', 'lost'] as const) {
      expect(resultOrRefusalCode(() => requireQuotableJob(closed, quoteIn(state), now))).toBe('job_closed')
    }
    expect(refusalFactsOf(() => requireQuotableJob(closed, null, now))).toEqual({ current_status: null })
    expect(refusalFactsOf(() => requireQuotableJob(closed, quoteIn('lost'), now))).toEqual({ current_status: 'lost' })
  })
})

describe('the amounts of a quote', () => {
  const policy = { commissionBps: 1000, depositBps: 2000, depositMinimumAmount: 5000 }

  test('include a deposit of 20 % of the price', () => {
    expect(computeQuotePrice({ priceAmount: 64_000, depositAmount: null }, policy)).toEqual({
      priceAmount: 64_000,
      commissionAmount: 6_400,
      payoutAmount: 57_600,
      depositAmount: 12_800,
    })
  })

  test('include a deposit of at least 50.00, and never more than the price', () => {
    expect(computeQuotePrice({ priceAmount: 25_000, depositAmount: null }, policy).depositAmount).toBe(5_000)
    expect(computeQuotePrice({ priceAmount: 24_999, depositAmount: null }, policy).depositAmount).toBe(5_000)
    expect(computeQuotePrice({ priceAmount: 25_005, depositAmount: null }, policy).depositAmount).toBe(5_001)
    expect(computeQuotePrice({ priceAmount: 4_999, depositAmount: null }, policy).depositAmount).toBe(4_999)
  })

  test('use the deposit of the quote, also below the minimum', () => {
    expect(computeQuotePrice({ priceAmount: 64_000, depositAmount: 1 }, policy).depositAmount).toBe(1)
    expect(computeQuotePrice({ priceAmount: 64_000, depositAmount: 64_000 }, policy).depositAmount).toBe(64_000)
  })

  test('raise the deposit to the smallest payable amount, unless it is zero', () => {
    const depositOf = (depositAmount: number, priceAmount = 64_000) =>
      computeQuotePrice({ priceAmount, depositAmount }, policy, 30).depositAmount
    expect([0, 1, 29, 30, 31].map((amount) => depositOf(amount))).toEqual([0, 30, 30, 30, 31])
    expect([depositOf(1, 20), depositOf(0, 20)]).toEqual([20, 0])
  })

  test('round up half of a penny of commission', () => {
    expect(
      computeQuotePrice({ priceAmount: 105, depositAmount: null }, { ...policy, commissionBps: 1000 }).commissionAmount,
    ).toBe(11)
    expect(
      computeQuotePrice({ priceAmount: 104, depositAmount: null }, { ...policy, commissionBps: 1000 }).commissionAmount,
    ).toBe(10)
  })

  test('add up to the price, and are never negative, fractional or more than the price', () => {
    const bps = fc.integer({ min: 0, max: 10_000 })
    const price = fc.integer({ min: 1, max: largestAmount })
    fc.assert(
      fc.property(
        price,
        fc.option(price),
        fc.record({ commissionBps: bps, depositBps: bps, depositMinimumAmount: fc.integer({ min: 0, max: largestAmount }) }),
        (priceAmount, depositAmount, anyPolicy) => {
          const made = computeQuotePrice({ priceAmount, depositAmount }, anyPolicy)
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

describe('the deadlines of a quote', () => {
  test('limit a quote by default to half of the remaining time, at most 14 days', () => {
    expect(computeUsualValidity(now, now + 10 * day)).toBe(now + 5 * day)
    expect(computeUsualValidity(now, now + 28 * day)).toBe(now + 14 * day)
    expect(computeUsualValidity(now, now + 300 * day)).toBe(now + 14 * day)
  })

  test('limit a request to half of the remaining time, at most 24 hours', () => {
    expect(computeRespondBy(now, now + 10 * hour)).toBe(now + 5 * hour)
    expect(computeRespondBy(now, now + 48 * hour)).toBe(now + 24 * hour)
    expect(computeRespondBy(now, now + 90 * day)).toBe(now + 24 * hour)
  })

  test('are whole milliseconds, also for an odd remaining time', () => {
    expect(computeUsualValidity(now, now + 3)).toBe(now + 1)
    expect(computeRespondBy(now, now + 3)).toBe(now + 1)
  })

  test('hold a quote for a transfer until its validity ends', () => {
    expect(computeTransferLockEnd(quoteIn('requested'), now, now + 9 * day)).toBe(now + day)
  })

  test('hold a late confirmed quote for the time of a request, so that the customer can pay', () => {
    expect(computeTransferLockEnd({ ...quoteIn('requested'), validUntil: now }, now, now + 9 * day)).toBe(now + 24 * hour)
  })

  test('hold a quote for a card for 30 minutes, at most until its validity ends', () => {
    expect(computeCardLockEnd(quoteIn('confirmed'), now)).toBe(now + hour / 2)
    expect(computeCardLockEnd({ ...quoteIn('confirmed'), validUntil: now + 1 }, now)).toBe(now + 1)
  })

  test('do not extend an existing lock for another card', () => {
    expect(computeCardLockEnd({ ...quoteIn('locked'), lockedUntil: now + 1 }, now)).toBe(now + 1)
  })
})
