import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { declineOffer, type JobStatus, jobStatus, jobStatuses } from '../../src/domain/job.ts'
import { largestAmount } from '../../src/domain/money.ts'
import type { Offer } from '../../src/domain/offer.ts'
import {
  book,
  bookable,
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
  takeBack,
  unconfirm,
  unlock,
  withdraw,
} from '../../src/domain/quote.ts'
import { cardUntil, transferUntil, usualValidity } from '../../src/domain/quote-times.ts'
import { respondBy } from '../../src/domain/respond-by.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'
import { transitionTable } from '../support/states-page.ts'

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

const closed: Offer = { ...open, outcome: 'lost', closedAt: now }
const won: Offer = { ...open, outcome: 'won', closedAt: now }

type State = QuoteStatus | 'locked'
const states = new Set<string>([...quoteStatuses, 'locked', ...jobStatuses])
type Job = readonly [offer: Offer, quote: Quote | null]

function stateOf(quote: Quote): State {
  return isLocked(quote) ? 'locked' : quote.status
}

/** The jobs that a row of the page is about. A card that fails is the bank's affair: nothing here knows of it. */
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
  mustTakeTerms(offer, quote, now)
  return availability
}

/** What each move of the page does to the quote, or to the job where it is declined. */
const tasks: Record<string, (offer: Offer, quote: Quote | null, row: string) => State | JobStatus> = {
  'quote as likely': (offer, quote) => putTerms(offer, quote, 'likely'),
  'quote as confirmed': (offer, quote) => putTerms(offer, quote, 'confirmed'),
  withdraw: (_, quote) => stateOf(withdraw(quote, now)),
  decline: (offer, quote) => jobStatus(declineOffer(offer, quote, now), quote, now),
  unconfirm: (_, quote) => stateOf(unconfirm(quote)),
  'confirm-booking-request': (_, quote, row) => {
    const asked = requested(quote)
    return stateOf(row.endsWith('by transfer') ? lock(asked, transferUntil(asked, now, open.departsAt)) : book(asked, now))
  },
  'reject-booking-request': (_, quote) => stateOf(reject(quote, now)),
  'request-booking': (_, quote) => stateOf(request(quote as Quote)),
  book: (_, quote) => stateOf(book(bookable(quote as Quote), now)),
}

for (const corner of ['the quote is', 'the customer’s quote is']) {
  for (const [row, cells] of Object.entries(transitionTable('The quote', corner))) {
    test.each(Object.entries(cells))(`where ${corner} ${row}, %s comes to %s`, (task, expected) => {
      for (const [offer, quote] of jobs[row] ?? []) {
        const move = () => tasks[task]?.(offer, quote, row)
        expect(resultOrRefusalCode(move)).toBe(expected)
        if (!states.has(expected)) expect(refusalFactsOf(move)).toMatchObject({ current_status: quote?.status ?? null })
      }
    })
  }
}

test.each(['booked', 'lost'] as const)(
  'a customer who decides about a %s quote is refused even where its trip were open',
  (state) => {
    expect(resultOrRefusalCode(() => request(quoteIn(state)))).toBe('no_live_quote')
    expect(resultOrRefusalCode(() => bookable(quoteIn(state)))).toBe('no_live_quote')
  },
)

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
  test('until the last millisecond before quote_by', () => {
    expect(resultOrRefusalCode(() => mustTakeTerms({ ...open, quoteBy: now + 1 }, null, now))).toBeUndefined()
    expect(resultOrRefusalCode(() => mustTakeTerms({ ...open, quoteBy: now }, null, now))).toBe('job_closed')
  })

  test('not after the departure, whatever quote_by says', () => {
    expect(resultOrRefusalCode(() => mustTakeTerms({ ...open, departsAt: now }, null, now))).toBe('job_closed')
  })

  test('not as a revision after quote_by either', () => {
    expect(resultOrRefusalCode(() => mustTakeTerms({ ...open, quoteBy: now }, quoteIn('likely'), now))).toBe('job_closed')
  })

  test('not on a job that is over, whatever became of the quote', () => {
    for (const state of ['withdrawn', 'rejected', 'expired', 'lost'] as const) {
      expect(resultOrRefusalCode(() => mustTakeTerms(closed, quoteIn(state), now))).toBe('job_closed')
    }
    expect(refusalFactsOf(() => mustTakeTerms(closed, null, now))).toEqual({ current_status: null })
    expect(refusalFactsOf(() => mustTakeTerms(closed, quoteIn('lost'), now))).toEqual({ current_status: 'lost' })
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

  test('and the least that can be paid at least, unless none is asked for', () => {
    const depositOf = (depositAmount: number, priceAmount = 64_000) =>
      priced({ priceAmount, depositAmount }, policy, 30).depositAmount
    expect([0, 1, 29, 30, 31].map((amount) => depositOf(amount))).toEqual([0, 30, 30, 30, 31])
    expect([depositOf(1, 20), depositOf(0, 20)]).toEqual([20, 0])
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
  test('a quote no one limited holds for half the time left, at most 14 days', () => {
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
