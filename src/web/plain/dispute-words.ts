import { spokenWord, type Tone } from './words.ts'

/** The part of a dispute that it is told from. */
type ToldDispute = { readonly status: string; readonly reason: string }

/** The standing of a dispute: a word and its colour, the bank's reason, and what that means. */
type DisputeWords = { readonly word: string; readonly tone: Tone; readonly reason: string; readonly says: string }

const standings: Readonly<Record<string, Pick<DisputeWords, 'word' | 'tone' | 'says'>>> = {
  needs_response: {
    word: 'To be answered',
    tone: 'wrong',
    says: 'Answer it on the pages of your provider of card payments: without an answer the money is lost.',
  },
  under_review: { word: 'Being read', tone: 'waiting', says: 'The bank reads what was answered, and decides.' },
  won: { word: 'Won', tone: 'good', says: 'The money is yours.' },
  lost: {
    word: 'Lost',
    tone: 'over',
    says: 'The money is gone.',
  },
}

const takenOff = 'The money is gone, and your part of it comes off a payout that has not left.'

/** A dispute in words; nothing comes off a payout of who is paid none. */
export function disputeWords({ status, reason }: ToldDispute, isPaidOut: boolean): DisputeWords {
  const standing = standings[status] ?? { word: spokenWord(status), tone: 'plain' as const, says: '' }
  return { ...standing, ...(status === 'lost' && isPaidOut && { says: takenOff }), reason: spokenWord(reason) }
}

/** Whether the bank has not decided yet. */
export function isWithBank({ status }: { readonly status: string }): boolean {
  return status !== 'won' && status !== 'lost'
}
