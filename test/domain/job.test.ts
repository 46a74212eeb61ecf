import { describe, expect, test } from 'bun:test'
import { declineOffer, type JobStatus, jobClosedAt, jobStatus, jobStatuses, ranOutAt } from '../../src/domain/job.ts'
import { isPastQuoting, jobClosed, type Offer, type OfferOutcome } from '../../src/domain/offer.ts'
import { type Quote, type QuoteStatus, quoteStatuses } from '../../src/domain/quote.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 4, 20, 8)

const open: Offer = { quoteBy: now + hour, departsAt: now + 50 * hour, declinedAt: null, outcome: null, closedAt: null }
const late: Offer = { ...open, quoteBy: now }
const declined: Offer = { ...open, declinedAt: now - hour }
const over = (outcome: OfferOutcome, offer = open): Offer => ({ ...offer, outcome, closedAt: now - 1 })

function quoteIn(status: QuoteStatus, closedAt: number | null = null): Quote {
  return { status, revision: 1, validUntil: now + hour, lockedUntil: null, closedAt }
}

describe('a job to the operator who holds the offer', () => {
  /** The offer as it stands → the job's status without a quote and with one in every status. */
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
      test(`${name}, quote ${quote}: ${status}`, () => {
        expect(jobStatus(offer, quote === 'none' ? null : quoteIn(quote as QuoteStatus), now)).toBe(status)
      })
    }
  }

  for (const outcome of ['won', 'lost', 'cancelled', 'expired'] as const) {
    test(`that ended as ${outcome} is ${outcome}, whatever became of the quote`, () => {
      const ended: (QuoteStatus | null)[] = [
        null,
        ...quoteStatuses.filter((one) => !['likely', 'confirmed', 'requested'].includes(one)),
      ]
      for (const quote of ended) expect(jobStatus(over(outcome), quote && quoteIn(quote), now)).toBe(outcome)
    })
  }

  test('stays declined, also after its deadline and when somebody else won it or the trip was called off', () => {
    expect(jobStatus(declined, null, now)).toBe('declined')
    expect(jobStatus({ ...declined, quoteBy: now }, quoteIn('withdrawn'), now)).toBe('declined')
    for (const outcome of ['lost', 'cancelled', 'expired'] as const) {
      expect(jobStatus(over(outcome, declined), null, now)).toBe('declined')
    }
  })

  test('has eight statuses', () => {
    expect(jobStatuses).toHaveLength(8)
  })
})

describe('a job closes', () => {
  test('not while something can be done', () => {
    expect(jobClosedAt(open, null, now)).toBeNull()
    expect(jobClosedAt(late, quoteIn('likely'), now)).toBeNull()
    expect(jobClosedAt(declined, null, now)).toBeNull()
  })

  test('when it ended', () => {
    expect(jobClosedAt(over('lost'), quoteIn('lost'), now)).toBe(now - 1)
  })

  test('when quoting was over, or with the last quote that outlived it', () => {
    expect(jobClosedAt(late, null, now)).toBe(now)
    expect(jobClosedAt(late, quoteIn('expired', now + 5), now + hour)).toBe(now + 5)
    expect(jobClosedAt(late, quoteIn('withdrawn', now - 5), now)).toBe(now)
  })

  test('at the departure at the latest', () => {
    expect(ranOutAt({ ...open, departsAt: now + 1 }, null)).toBe(now + 1)
  })

  test('quoting is over at quote_by and at the departure, to the millisecond', () => {
    expect(isPastQuoting(open, now + hour - 1)).toBeFalse()
    expect(isPastQuoting(open, now + hour)).toBeTrue()
    expect(isPastQuoting({ ...open, quoteBy: now + 99 * hour }, open.departsAt)).toBeTrue()
  })
})

describe('declining', () => {
  test('twice changes nothing, also after quote_by', () => {
    expect(declineOffer(declined, null, now)).toBe(declined)
    const lateToo = { ...declined, quoteBy: now }
    expect(declineOffer(lateToo, null, now)).toBe(lateToo)
  })

  test('after quote_by, or when the job is over, is job_closed', () => {
    expect(resultOrRefusalCode(() => declineOffer(late, null, now))).toBe('job_closed')
    for (const outcome of ['won', 'lost', 'cancelled', 'expired'] as const) {
      expect(resultOrRefusalCode(() => declineOffer(over(outcome, declined), null, now))).toBe('job_closed')
    }
  })

  test('refusals name where the quote stands', () => {
    expect(refusalFactsOf(() => declineOffer(open, quoteIn('requested'), now))).toEqual({ current_status: 'requested' })
    expect(jobClosed(quoteIn('booked')).facts).toEqual({ currentStatus: 'booked' })
    expect(jobClosed(null).facts).toEqual({ currentStatus: null })
  })
})
