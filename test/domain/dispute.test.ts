import { describe, expect, test } from 'bun:test'
import {
  type Dispute,
  type DisputeStatus,
  disputeStatuses,
  hearDispute,
  isDisputeOpen,
  lostAmountOf,
  newsOfDispute,
} from '../../src/domain/dispute.ts'

const now = Date.UTC(2026, 4, 20, 8)

function disputeIn(status: DisputeStatus): Dispute {
  return { status, reason: 'general', amount: 12_800, currencyCode: 'GBP', respondBy: now + 9, closedAt: null, updatedAt: 1 }
}

describe('what the provider says of a dispute', () => {
  test('is what it is from then on, and closes it once the bank has decided', () => {
    const asked = disputeIn('needs_response')
    const said = { ...asked, status: 'under_review', reason: 'fraudulent', amount: 12_700, respondBy: null } as const
    expect(hearDispute(asked, said, now)).toEqual({ ...said, closedAt: null, updatedAt: now })
    expect(hearDispute(asked, { ...said, status: 'won' }, now)).toEqual({ ...said, status: 'won', closedAt: now, updatedAt: now })
  })

  test.each(disputeStatuses)('and was known changes nothing: %s', (status) => {
    const dispute = disputeIn(status)
    expect(hearDispute(dispute, { ...dispute }, now)).toBe(dispute)
  })

  test.each(['won', 'lost'] as const)('changes nothing any more once it is %s', (status) => {
    const dispute = disputeIn(status)
    for (const other of disputeStatuses) expect(hearDispute(dispute, { ...disputeIn(other), amount: 1 }, now)).toBe(dispute)
  })
})

test('people hear that a dispute is opened, that the bank asks again and how it ends, each once', () => {
  const heard = (before: DisputeStatus | null, after: DisputeStatus) =>
    newsOfDispute(before && disputeIn(before), disputeIn(after))
  for (const status of disputeStatuses) {
    expect(heard(null, status)).toBe(isDisputeOpen({ status }) ? 'dispute_opened' : 'dispute_closed')
    expect(heard(status, status)).toBeNull()
  }
  expect(heard('needs_response', 'under_review')).toBeNull()
  expect(heard('under_review', 'needs_response')).toBe('dispute_opened')
  expect(heard('needs_response', 'lost')).toBe('dispute_closed')
  expect(heard('under_review', 'won')).toBe('dispute_closed')
})

test('what is lost is what banks took back, in the currency of the booking', () => {
  const of = (status: DisputeStatus, amount: number, currencyCode = 'GBP') => ({
    dispute: { status, amount, currencyCode },
    paidAmount: 500,
  })
  expect(lostAmountOf([], 'GBP')).toBe(0)
  expect(lostAmountOf([of('lost', 300), of('won', 200), of('needs_response', 100), of('under_review', 50)], 'GBP')).toBe(300)
  expect(lostAmountOf([of('lost', 300), of('lost', 350, 'EUR')], 'GBP')).toBe(800)
})
