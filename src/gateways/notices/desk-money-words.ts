import { refundAskedMs } from '../../domain/payment.ts'
import { formatDurationInWords } from '../../domain/spoken.ts'
import { formatTripInSubject } from './customer-words.ts'
import { composeJobNotice, type JobFacts, listJobRows } from './desk-words.ts'
import { type NoticeWords, shortenForSms } from './letter.ts'

export function composeDeskBalanceOverdue(job: JobFacts & { readonly amount: string; readonly dueAt: string }): NoticeWords {
  const { amount, dueAt } = job
  return composeJobNotice(
    job,
    `${amount} overdue: ${formatTripInSubject(job)}`,
    `The customer has not paid ${amount}, which was due on ${dueAt}.`,
  )
}

export function composeDeskLatePayment(job: JobFacts & { readonly amount: string }): NoticeWords {
  const { amount } = job
  return composeJobNotice(
    job,
    `Late card payment of ${amount}: ${formatTripInSubject(job)}`,
    `A card was charged ${amount} too late; the server refunds all of it automatically.`,
    'The customer had already paid or cancelled, or the quote had ended.',
  )
}

export function composeRefundStuck(
  job: JobFacts & {
    readonly amount: string
    readonly why: 'insufficient_funds' | 'disputed' | 'unanswered' | 'no_charge' | 'failed'
  },
): NoticeWords {
  const { amount, why } = job
  const reasons: Readonly<Record<typeof why, readonly string[]>> = {
    insufficient_funds: [
      `The refund of ${amount} is waiting because your card account holds too little.`,
      'Top up the account and the server sends the refund automatically.',
    ],
    disputed: [`The bank is already claiming back the ${amount}; you do not need to send a refund.`],
    unanswered: [
      `The bank has not confirmed the refund of ${amount} for ${formatDurationInWords(refundAskedMs)}.`,
      'Check the refund with your card provider, then mark it as refunded.',
    ],
    no_charge: [
      `The card account does not have the payment that this refund of ${amount} belongs to.`,
      'Check the account that took the payment, or refund it another way, then mark it as refunded.',
    ],
    failed: [`The refund of ${amount} could not be sent to the card.`, 'Refund it another way, then mark it as refunded.'],
  }
  const isUncertain = why === 'unanswered' || why === 'no_charge'
  return composeJobNotice(
    job,
    `${isUncertain ? 'Check refund' : 'Refund not sent'}: ${amount}, ${formatTripInSubject(job)}`,
    ...reasons[why],
  )
}

/** `respondBy` is null if no answer is needed; `page` is the dispute's address without its scheme, so that a mail has one link. */
export function composeDisputeOpened(
  job: JobFacts & {
    readonly amount: string
    readonly reason: string
    readonly respondBy: string | null
    readonly page: string | null
  },
): NoticeWords {
  const { amount, reason, respondBy, page } = job
  const words = composeJobNotice(
    job,
    `Card payment of ${amount} disputed: ${formatTripInSubject(job)}`,
    respondBy === null
      ? `The customer’s bank claims back ${amount}; you do not need to answer for now.`
      : `The customer’s bank claims back ${amount}; answer the dispute with your card provider by ${respondBy}.`,
    `Reason: ${shortenForSms(reason.replaceAll('_', ' '), 120)}.`,
    'Unpaid payouts for this trip wait until the bank has decided.',
  )
  return { ...words, facts: [...listJobRows(job), ...buildDisputeLinkFact(page)] }
}

export function composeDisputeClosed(
  job: JobFacts & { readonly amount: string; readonly isWon: boolean; readonly page: string | null },
): NoticeWords {
  const { amount, isWon, page } = job
  const words = isWon
    ? composeJobNotice(
        job,
        `Dispute won: ${amount}, ${formatTripInSubject(job)}`,
        `The bank has decided for you; you keep the ${amount}.`,
      )
    : composeJobNotice(
        job,
        `Dispute lost: ${amount}, ${formatTripInSubject(job)}`,
        `The bank has taken back ${amount}.`,
        'The operator’s share is deducted from the unpaid payout for this trip.',
      )
  return { ...words, facts: [...listJobRows(job), ...buildDisputeLinkFact(page)] }
}

function buildDisputeLinkFact(page: string | null): [string, string][] {
  return page === null ? [] : [['Dispute', page]]
}

/** Address of a dispute for the account's holder, without its scheme; null for a provider whose pages are unknown. */
export function buildDisputeAddress(provider: string, ref: string, isLive: boolean): string | null {
  return provider === 'stripe' ? `dashboard.stripe.com${isLive ? '' : '/test'}/disputes/${ref}` : null
}
