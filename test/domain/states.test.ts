import { describe, expect, test } from 'bun:test'
import { amendmentStatuses } from '../../src/domain/amendment.ts'
import type { BookingPaymentStatus, BookingStatus } from '../../src/domain/booking.ts'
import { tripStatuses } from '../../src/domain/booking.ts'
import {
  type AttemptOutcome,
  abandonDelivery,
  applyAttempt,
  type Delivery,
  deliveryStatuses,
  mostAttempts,
  resendDelivery,
} from '../../src/domain/delivery.ts'
import { type Dispute, disputeStatuses, updateDispute } from '../../src/domain/dispute.ts'
import { incidentStatuses, moveIncident } from '../../src/domain/incident.ts'
import { jobStatuses, type TripState } from '../../src/domain/job.ts'
import { balanceStatuses } from '../../src/domain/ledger.ts'
import type { MessageStatus } from '../../src/domain/message.ts'
import type { OfferOutcome } from '../../src/domain/offer.ts'
import type { PaymentStatus } from '../../src/domain/payment.ts'
import {
  applyPayoutReport,
  cancelPayout,
  type Payout,
  payoutStatuses,
  reportablePayoutStatuses,
  schedulePayout,
  unschedulePayout,
  withholdPayout,
} from '../../src/domain/payout.ts'
import { type EventStatus, type LegStatus, nextStepsByStatus } from '../../src/domain/progress.ts'
import {
  changeQuoteToOnRequest,
  lockQuote,
  type Quote,
  type QuoteStatus,
  quoteStatuses,
  type RequestStatus,
  rejectRequestedQuote,
  requestQuote,
  withdrawLiveQuote,
} from '../../src/domain/quote.ts'
import { resultOrRefusalCode } from '../support/refusal-outcomes.ts'
import { drawnTransitions, statesSection, transitionTable } from '../support/states-page.ts'

const listed = <Name extends string>(names: Record<Name, true>) => Object.keys(names) as Name[]

const paymentStatuses = listed<PaymentStatus>({
  card_saved: true,
  opening: true,
  awaiting_customer: true,
  charging: true,
  requires_action: true,
  declined: true,
  in_doubt: true,
  awaiting_transfer: true,
  succeeded: true,
  released: true,
  refund_due: true,
  refund_pending: true,
  refund_failed: true,
  refunded: true,
  reversed: true,
})

const messageStatuses = listed<MessageStatus>({ queued: true, sent: true, failed: true })

/** Every state with its section in docs/states.md. A missing state is a type error. */
const states: [string, readonly string[]][] = [
  ['The trip', listed<TripState>({ open: true, booked: true, completed: true, cancelled: true, expired: true })],
  ['The job', jobStatuses],
  ['The job', listed<OfferOutcome>({ won: true, lost: true, cancelled: true, expired: true })],
  ['The quote', quoteStatuses],
  [
    'The booking request',
    listed<RequestStatus>({ pending: true, confirmed: true, rejected: true, withdrawn: true, expired: true, lost: true }),
  ],
  ['The payment', paymentStatuses],
  [
    'The payment',
    listed<BookingPaymentStatus>({ unpaid: true, deposit_paid: true, paid: true, refunded: true, part_refunded: true }),
  ],
  ['The balance', balanceStatuses],
  ['The booking', listed<BookingStatus>({ active: true, cancelled: true })],
  ['The booking', tripStatuses],
  [
    'The booking',
    listed<LegStatus | EventStatus>({
      pending: true,
      en_route: true,
      arrived: true,
      on_board: true,
      completed: true,
      no_show: true,
      delayed: true,
      stop_reached: true,
      reverted: true,
    }),
  ],
  ['The amendment', amendmentStatuses],
  ['The incident', incidentStatuses],
  ['The payout', payoutStatuses],
  ['The dispute', disputeStatuses],
  ['The message', messageStatuses],
  ['The webhook delivery', deliveryStatuses],
  ['The webhook subscription', ['active', 'parked']],
  ['The node', ['living', 'dead', 'replaced']],
]

describe('the page about states', () => {
  for (const [heading, names] of states) {
    for (const name of names) {
      test(`names ${name} under “${heading}”`, () => {
        expect(statesSection(heading)).toMatch(new RegExp(`\\b${name}\\b`))
      })
    }
  }
})

describe('the diagrams in the page about states', () => {
  test('show exactly the existing states', () => {
    const drawn = (heading: string) => new Set(drawnTransitions(heading).flatMap((arrow) => arrow.split(' → ')))
    expect([...drawn('The trip')].sort()).toEqual(['booked', 'cancelled', 'completed', 'expired', 'open'])
    expect([...drawn('The job')].sort()).toEqual([...jobStatuses].sort())
    expect([...drawn('The quote')].sort()).toEqual([...quoteStatuses, 'locked'].sort())
    expect([...drawn('The booking')].sort()).toEqual([...tripStatuses].sort())
    expect([...drawn('The payment')].sort()).toEqual([...paymentStatuses].sort())
    expect([...drawn('The amendment')].sort()).toEqual([...amendmentStatuses].sort())
    expect([...drawn('The incident')].sort()).toEqual([...incidentStatuses].sort())
    expect([...drawn('The balance')].sort()).toEqual([...balanceStatuses].sort())
    expect([...drawn('The payout')].sort()).toEqual([...payoutStatuses].sort())
    expect([...drawn('The dispute')].sort()).toEqual([...disputeStatuses].sort())
    expect([...drawn('The message')].sort()).toEqual([...messageStatuses].sort())
    expect([...drawn('The webhook delivery')].sort()).toEqual([...deliveryStatuses].sort())
    expect([...drawn('The webhook subscription')].sort()).toEqual(['active', 'parked'])
    expect([...drawn('The node')].sort()).toEqual(['dead', 'living', 'replaced'])
  })

  test('show exactly the moves of an incident, and the result of each request', () => {
    const made: string[] = []
    const table = transitionTable('The incident', 'the incident is')
    for (const status of incidentStatuses) {
      const first = { status, movedAt: 1, movedById: 1, moveNote: 'First.' }
      for (const wanted of incidentStatuses) {
        const moved = moveIncident(first, { status: wanted, byId: 2, note: 'Then.' }, 2)
        if (moved.status !== status) made.push(`${status} → ${moved.status}`)
        expect([status, wanted, moved === first ? 'kept' : moved.status]).toEqual([status, wanted, table[status]?.[wanted] ?? ''])
      }
    }
    expect(drawnTransitions('The incident').sort()).toEqual(made.sort())
  })

  test('show exactly the moves of a payout', () => {
    const made: string[] = []
    for (const from of payoutStatuses) {
      const payout: Payout = {
        status: from,
        amount: 1,
        scheduledFor: null,
        paidAt: null,
        statementRef: null,
        failureReason: null,
        updatedAt: 0,
      }
      const moved = [
        ...reportablePayoutStatuses.map((status) => resultOrRefusalCode(() => applyPayoutReport(payout, { status }, 1))),
        schedulePayout(payout, 1, 1),
        resultOrRefusalCode(() => unschedulePayout(payout, 1)),
        withholdPayout(payout, 1),
        ...(from === 'pending' ? [cancelPayout(payout, 0, 0, 1)] : []),
      ]
      for (const to of moved) if (typeof to !== 'string' && to.status !== from) made.push(`${from} → ${to.status}`)
    }
    expect(drawnTransitions('The payout').sort()).toEqual([...new Set(made)].sort())
  })

  test('show exactly the moves of a dispute', () => {
    const made: string[] = []
    for (const from of disputeStatuses) {
      const terms = { status: from, reason: 'general', amount: 1, currencyCode: 'GBP', respondBy: null }
      const dispute: Dispute = { ...terms, closedAt: null, updatedAt: 0 }
      for (const status of disputeStatuses) {
        const updated = updateDispute(dispute, { ...terms, status }, 1)
        if (updated.status !== from) made.push(`${from} → ${updated.status}`)
      }
    }
    expect(drawnTransitions('The dispute').sort()).toEqual(made.sort())
  })

  test('show exactly the moves of a webhook delivery', () => {
    const delivered: AttemptOutcome = { responseStatus: 204, error: null, durationMs: 1 }
    const refused: AttemptOutcome = { responseStatus: 500, error: 'http_status', durationMs: 1 }
    const made: string[] = []
    for (const from of deliveryStatuses) {
      for (let attempts = 0; attempts < mostAttempts; attempts++) {
        const delivery: Delivery = { status: from, attempts, dueAt: 1, lastStatus: null, lastError: null, deliveredAt: null }
        const tried = [delivered, refused].map((outcome) => applyAttempt(delivery, outcome, 1, [1]))
        // An attempt starts from a pending delivery, and an abandoned delivery has no further attempts.
        const attempted = from === 'pending' ? tried : from === 'abandoned' ? tried.map(abandonDelivery) : []
        const moved = [...attempted, abandonDelivery(delivery), resultOrRefusalCode(() => resendDelivery(delivery, 1))]
        for (const to of moved) if (typeof to !== 'string' && to.status !== from) made.push(`${from} → ${to.status}`)
      }
    }
    expect(drawnTransitions('The webhook delivery').sort()).toEqual([...new Set(made)].sort())
    const pending: Delivery = { status: 'pending', attempts: 0, dueAt: 1, lastStatus: null, lastError: null, deliveredAt: null }
    expect(resultOrRefusalCode(() => resendDelivery(pending, 1))).toBe('invalid_transition')
  })

  test('show every move of a quote', () => {
    const moves: ((quote: Quote) => Quote)[] = [
      (quote) => withdrawLiveQuote(quote, 1),
      changeQuoteToOnRequest,
      requestQuote,
      (quote) => rejectRequestedQuote(quote, 1),
    ]
    const quote = (status: QuoteStatus): Quote => ({ status, revision: 1, validUntil: 9, lockedUntil: null, closedAt: null })
    for (const from of quoteStatuses) {
      for (const move of moves) {
        const to = resultOrRefusalCode(() => move(quote(from)))
        if (typeof to === 'string' || to.status === from) continue
        expect(drawnTransitions('The quote')).toContain(`${from} → ${to.status}`)
      }
    }
    expect(lockQuote(quote('requested'), 2).status).toBe('confirmed')
  })

  test('show every step of a leg, in the text and in the table', () => {
    const words = statesSection('The booking').replace(/\s+/g, ' ')
    expect(words).toContain('`pending` → `en_route` → `arrived` → `on_board` → `completed`, or from `arrived` to `no_show`')
    for (const [leg, table] of Object.entries(transitionTable('The booking', 'the leg is'))) {
      const steps = Object.keys(table).filter((report) => table[report] === report)
      expect([leg, ...nextStepsByStatus[leg as LegStatus]]).toEqual([leg, ...steps])
    }
    expect(Object.keys(transitionTable('The booking', 'the leg is')).sort()).toEqual(Object.keys(nextStepsByStatus).sort())
  })
})
