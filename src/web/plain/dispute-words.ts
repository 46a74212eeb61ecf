import { formatWord, type Tone } from './words.ts'

/** The part of a dispute that its words depend on. */
type ShownDispute = { readonly status: string; readonly reason: string }

/** The state of a dispute: a word, its colour, the bank's reason and an explanation. */
type DisputeWords = { readonly word: string; readonly tone: Tone; readonly reason: string; readonly says: string }

const disputeStates: Readonly<Record<string, Pick<DisputeWords, 'word' | 'tone' | 'says'>>> = {
  needs_response: {
    word: 'Answer needed',
    tone: 'wrong',
    says: 'Answer it on your card provider’s website. Without an answer you lose the money.',
  },
  under_review: { word: 'Under review', tone: 'waiting', says: 'The bank is reviewing your answer.' },
  won: { word: 'Won', tone: 'good', says: 'You keep the money.' },
  lost: {
    word: 'Lost',
    tone: 'over',
    says: 'The bank refunded the customer.',
  },
}

const takenOff = 'The bank refunded the customer. Your share is deducted from the unpaid payout for this trip.'

/** The words of a dispute. `isPaidOut` marks an operator whose payouts bear a lost dispute. */
export function describeDispute({ status, reason }: ShownDispute, isPaidOut: boolean): DisputeWords {
  const standing = disputeStates[status] ?? { word: formatWord(status), tone: 'plain' as const, says: '' }
  return { ...standing, ...(status === 'lost' && isPaidOut && { says: takenOff }), reason: formatWord(reason) }
}

/** Whether the bank has not decided yet. */
export function isWithBank({ status }: { readonly status: string }): boolean {
  return status !== 'won' && status !== 'lost'
}
