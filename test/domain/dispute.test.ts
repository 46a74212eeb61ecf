import { describe, expect, test } from 'bun:test'
import {
  computeLostAmount,
  type Dispute,
  type DisputeStatus,
  disputeStatuses,
  findDisputeNews,
  isDisputeOpen,
  updateDispute,
} from '../../src/domain/dispute.ts'

const now = Date.UTC(2026, 4, 20, 8)

function disputeIn(status: DisputeStatus): Dispute {
  return { status, reason: 'general', amount: 12_800, currencyCode: 'GBP', respondBy: now + 9, closedAt: null, updatedAt: 1 }
}

describe('the provider’s report of a dispute', () => {
  test('replaces the dispute, and closes it after the bank’s decision', () => {
    const asked = disputeIn('needs_response')
    const next = { ...asked, status: 'under_review', reason: 'fraudulent', amount: 12_700, respondBy: null } as const
    expect(updateDispute(asked, next, now)).toEqual({ ...next, closedAt: null, updatedAt: now })
    expect(updateDispute(asked, { ...next, status: 'won' }, now)).toEqual({
      ...next,
      status: 'won',
      closedAt: now,
      updatedAt: now,
    })
  })

  test.each(disputeStatuses)('changes nothing if it is known: %s', (status) => {
    const dispute = disputeIn(status)
    expect(updateDispute(dispute, { ...dispute }, now)).toBe(dispute)
  })

  test.each(['won', 'lost'] as const)('changes nothing after the dispute is %s', (status) => {
    const dispute = disputeIn(status)
    for (const other of disputeStatuses) expect(updateDispute(dispute, { ...disputeIn(other), amount: 1 }, now)).toBe(dispute)
  })
})

test('notifies once each of a new dispute, a new request of the bank, and the result', () => {
  const news = (before: DisputeStatus | null, after: DisputeStatus) =>
    findDisputeNews(before && disputeIn(before), disputeIn(after))
  for (const status of disputeStatuses) {
    expect(news(null, status)).toBe(isDisputeOpen({ status }) ? 'dispute_opened' : 'dispute_closed')
    expect(news(status, status)).toBeNull()
  }
  expect(news('needs_response', 'under_review')).toBeNull()
  expect(news('under_review', 'needs_response')).toBe('dispute_opened')
  expect(news('needs_response', 'lost')).toBe('dispute_closed')
  expect(news('under_review', 'won')).toBe('dispute_closed')
})

test('adds up the amounts that banks took back, in the currency of the booking', () => {
  const of = (status: DisputeStatus, amount: number, currencyCode = 'GBP') => ({
    dispute: { status, amount, currencyCode },
    paidAmount: 500,
  })
  expect(computeLostAmount([], 'GBP')).toBe(0)
  expect(computeLostAmount([of('lost', 300), of('won', 200), of('needs_response', 100), of('under_review', 50)], 'GBP')).toBe(300)
  expect(computeLostAmount([of('lost', 300), of('lost', 350, 'EUR')], 'GBP')).toBe(800)
})
