import { describe, expect, test } from 'bun:test'
import {
  declineOffer,
  findJobCloseTime,
  findJobStatus,
  findOfferEndTime,
  type JobStatus,
  jobStatuses,
} from '../../src/domain/job.ts'
import { isPastQuoting, jobClosed, type Offer, type OfferOutcome } from '../../src/domain/offer.ts'
import { type Quote, type QuoteStatus, quoteStatuses } from '../../src/domain/quote.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 4, 20, 8)

const open: Offer = { quoteBy: now + hour, departsAt: now + 50 * hour, declinedAt: null, outcome: null, closedAt: null }
const late: Offer = { ...open, quoteBy: now }
const declined: Offer = { ...open, declinedAt: now - hour }
const endedAs = (outcome: OfferOutcome, offer = open): Offer => ({ ...offer, outcome, closedAt: now - 1 })

function quoteIn(status: QuoteStatus, closedAt: number | null = null): Quote {
  return { status, revision: 1, validUntil: now + hour, lockedUntil: null, closedAt }
}

describe('the status of a job for the operator of its offer', () => {
  /** Offer → the job’s status without a quote, and with a quote of each status. */
  const table: [string, Offer, Record<QuoteStatus | 'none', JobStatus>][] = [
    [
      'open',
      open,
      {
        none: 'fresh',
        likely: 'quoted',
        confirmed: 'quoted',
        requested: 'booking_requested',
        booked: 'fresh',
        rejected: 'fresh',
        withdrawn: 'fresh',
        lost: 'fresh',
        expired: 'fresh',
      },
    ],
    [
      'past quote_by',
      late,
      {
        none: 'expired',
        likely: 'quoted',
        confirmed: 'quoted',
        requested: 'booking_requested',
        booked: 'expired',
        rejected: 'expired',
        withdrawn: 'expired',
        lost: 'expired',
        expired: 'expired',
      },
    ],
  ]

  for (const [name, offer, statuses] of table) {
    for (const [quote, status] of Object.entries(statuses)) {
      test(`is ${status} for ${name}, quote ${quote}`, () => {
        expect(findJobStatus(offer, quote === 'none' ? null : quoteIn(quote as QuoteStatus), now)).toBe(status)
      })
    }
  }

  for (const outcome of ['won', 'lost', 'cancelled', 'expired'] as const) {
    test(`is ${outcome} after the end as ${outcome}, with any quote`, () => {
      const ended: (QuoteStatus | null)[] = [
        null,
        ...quoteStatuses.filter((one) => !['likely', 'confirmed', 'requested'].includes(one)),
      ]
      for (const quote of ended) expect(findJobStatus(endedAs(outcome), quote && quoteIn(quote), now)).toBe(outcome)
    })
  }

  test('stays declined after its deadline, another operator’s booking, and a cancellation', () => {
    expect(findJobStatus(declined, null, now)).toBe('declined')
    expect(findJobStatus({ ...declined, quoteBy: now }, quoteIn('withdrawn'), now)).toBe('declined')
    for (const outcome of ['lost', 'cancelled', 'expired'] as const) {
      expect(findJobStatus(endedAs(outcome, declined), null, now)).toBe('declined')
    }
  })

  test('is one of eight', () => {
    expect(jobStatuses).toHaveLength(8)
  })
})

describe('the closing time of a job', () => {
  test('is null while a move is possible', () => {
    expect(findJobCloseTime(open, null, now)).toBeNull()
    expect(findJobCloseTime(late, quoteIn('likely'), now)).toBeNull()
    expect(findJobCloseTime(declined, null, now)).toBeNull()
  })

  test('is the time of its end', () => {
    expect(findJobCloseTime(endedAs('lost'), quoteIn('lost'), now)).toBe(now - 1)
  })

  test('is the end of quoting, or of the last quote after it', () => {
    expect(findJobCloseTime(late, null, now)).toBe(now)
    expect(findJobCloseTime(late, quoteIn('expired', now + 5), now + hour)).toBe(now + 5)
    expect(findJobCloseTime(late, quoteIn('withdrawn', now - 5), now)).toBe(now)
  })

  test('is the departure at the latest', () => {
    expect(findOfferEndTime({ ...open, departsAt: now + 1 }, null)).toBe(now + 1)
  })

  test('ends quoting at quote_by and at the departure, to the millisecond', () => {
    expect(isPastQuoting(open, now + hour - 1)).toBeFalse()
    expect(isPastQuoting(open, now + hour)).toBeTrue()
    expect(isPastQuoting({ ...open, quoteBy: now + 99 * hour }, open.departsAt)).toBeTrue()
  })
})

describe('declining', () => {
  test('ignores a second decline, also after quote_by', () => {
    expect(declineOffer(declined, null, now)).toBe(declined)
    const declinedLate = { ...declined, quoteBy: now }
    expect(declineOffer(declinedLate, null, now)).toBe(declinedLate)
  })

  test('refuses with job_closed after quote_by, and after the end of the job', () => {
    expect(resultOrRefusalCode(() => declineOffer(late, null, now))).toBe('job_closed')
    for (const outcome of ['won', 'lost', 'cancelled', 'expired'] as const) {
      expect(resultOrRefusalCode(() => declineOffer(endedAs(outcome, declined), null, now))).toBe('job_closed')
    }
  })

  test('names the status of the quote in refusals', () => {
    expect(refusalFactsOf(() => declineOffer(open, quoteIn('requested'), now))).toEqual({ current_status: 'requested' })
    expect(jobClosed(quoteIn('booked')).facts).toEqual({ currentStatus: 'booked' })
    expect(jobClosed(null).facts).toEqual({ currentStatus: null })
  })
})
