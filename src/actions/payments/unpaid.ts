import { findCardDecline } from '../../domain/card-fault.ts'
import { isCustomerPresent, type PaymentOrigin } from '../../domain/payment.ts'
import { findPaymentDeadline } from '../../domain/quote.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'
import { findQuote, findRequest } from '../../storage/queries/quotes.ts'
import type { Reader } from '../../storage/storage.ts'
import { isUndecided, requireExisting } from '../cards/charges.ts'

/** Seconds after which a customer whose payment is in doubt is asked to try again. */
const askAgainSeconds = 5

/**
 * Finds the instant (ms) until which the deposit of a payment's quote can be paid another way. Null for other money, and for a
 * quote that has ended.
 */
export async function findPayableUntil(db: Reader, { kind, quoteId }: PaymentRow): Promise<number | null> {
  if (kind !== 'deposit') return null
  const quote = await requireExisting(findQuote(db, quoteId))
  return findPaymentDeadline(quote, quote.requestId === null ? null : await findRequest(db, quote.requestId))
}

/** The refusal for a caller who has not paid, and can until `until` (ms; null without an end). */
export function notPaid(payment: PaymentRow, until: number | null): Refusal {
  const { kind, origin, lateAt } = payment
  // A late payment was released first.
  const status = lateAt === null ? payment.status : 'released'
  const isInDoubt = isUndecided({ status })
  if (isInDoubt && isCustomerPresent(origin)) return paymentInDoubt()
  const isBookedAlready = kind !== 'deposit'
  const reason = isCustomerPresent(origin) ? findCardDecline(payment) : null
  return new Refusal(
    'deposit_charge_failed',
    `${describeUnpaidReason(payment)} Nothing is ${isBookedAlready ? 'paid' : 'booked'}.`,
    {
      paymentStatus: isInDoubt ? 'in_doubt' : status,
      ...(reason !== null && { declineReason: reason }),
      currentStatus: isBookedAlready ? 'booked' : findStatusForOrigin(origin),
      ...(until !== null && { until }),
    },
  )
}

/** Status of the quote of the payment, or of the trip for a payment of the amount due. */
function findStatusForOrigin(origin: PaymentOrigin): string {
  if (origin === 'pay') return 'open'
  return origin === 'confirm' ? 'requested' : 'confirmed'
}

/** `unavailable`, while the result of a card charge is unknown. */
export function paymentInDoubt(): Refusal {
  const words = 'We are checking whether the card was charged. Try again in a minute. You will not be charged twice.'
  return new Refusal('unavailable', words, {}, askAgainSeconds)
}

function describeUnpaidReason({ status, lateAt }: PaymentRow): string {
  if (lateAt !== null) return 'The payment arrived too late and is being refunded.'
  if (status === 'requires_action') return 'The bank asks the customer to confirm the payment.'
  if (status === 'declined') return 'The card was declined.'
  return status === 'released' ? 'The payment was cancelled.' : 'We are checking whether the card was charged.'
}
