import { cardDeclineOf } from '../../domain/card-fault.ts'
import { isCustomerPresent, type PaymentOrigin } from '../../domain/payment.ts'
import { payableUntil } from '../../domain/quote.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'
import { findQuote, findRequest } from '../../storage/queries/quotes.ts'
import type { Reader } from '../../storage/storage.ts'
import { isUndecided, mustExist } from '../cards/charges.ts'

/** A customer whose payment is in doubt is asked to come back after this many seconds. */
const askAgainSeconds = 5

/** Finds until when (ms) the deposit of a payment's quote can be paid another way. Null for other money, and for a quote that has ended. */
export async function payableUntilOf(db: Reader, { kind, quoteId }: PaymentRow): Promise<number | null> {
  if (kind !== 'deposit') return null
  const quote = await mustExist(findQuote(db, quoteId))
  return payableUntil(quote, quote.requestId === null ? null : await findRequest(db, quote.requestId))
}

/** The refusal for a caller who has not paid, and can until `until` (ms; null where nothing says). */
export function notPaid(payment: PaymentRow, until: number | null): Refusal {
  const { kind, origin, lateAt } = payment
  // What came too late was given up before.
  const status = lateAt === null ? payment.status : 'released'
  const isInDoubt = isUndecided({ status })
  if (isInDoubt && isCustomerPresent(origin)) return stillInDoubt()
  const isBookedAlready = kind !== 'deposit'
  const reason = isCustomerPresent(origin) ? cardDeclineOf(payment) : null
  return new Refusal('deposit_charge_failed', `${whyNotPaid(payment)} Nothing is ${isBookedAlready ? 'paid' : 'booked'}.`, {
    paymentStatus: isInDoubt ? 'in_doubt' : status,
    ...(reason !== null && { declineReason: reason }),
    currentStatus: isBookedAlready ? 'booked' : standingOf(origin),
    ...(until !== null && { until }),
  })
}

/** Status of the quote that was to be booked; for a caller who pays whatever is due, that of the trip. */
function standingOf(origin: PaymentOrigin): string {
  if (origin === 'pay') return 'open'
  return origin === 'confirm' ? 'requested' : 'confirmed'
}

/** `unavailable`, while it is not known whether a card was charged. */
export function stillInDoubt(): Refusal {
  const words = 'It is not known yet whether the card was charged; ask again in a moment. Nothing is charged twice.'
  return new Refusal('unavailable', words, {}, askAgainSeconds)
}

function whyNotPaid({ status, lateAt }: PaymentRow): string {
  if (lateAt !== null) return 'The payment came too late and is being refunded.'
  if (status === 'requires_action') return 'The card needs the customer to authenticate.'
  if (status === 'declined') return 'The card was declined.'
  return status === 'released' ? 'The payment was given up.' : 'It is not known yet whether the card was charged.'
}
