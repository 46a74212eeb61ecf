import type { FactName } from '../../domain/notices.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import type { MessageRow } from '../../storage/queries/messages.ts'
import type { QuoteNotice } from '../../storage/queries/quote-notices.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { composeCustomerAmendmentNotice } from './amendment-notices.ts'
import { composeBalanceNotice, composeLatePaymentNotice, composeRefundSentNotice } from './balance-notices.ts'
import {
  composeBookedNotice,
  composeCancelledNotice,
  composeDayBeforeNotice,
  composeDelayedNotice,
  composeOnTheWayNotice,
  findActiveBooking,
} from './booking-notices.ts'
import { composeCrewNotice } from './crew-notices.ts'
import type { Addressee } from './message-recipients.ts'
import { composeOperatorNotice } from './operator-notices.ts'
import { composePaymentPageNotice } from './payment-page-notice.ts'
import {
  composeCardFailedNotice,
  composeLinkNotice,
  composeQuotesChangedNotice,
  composeRequestLapsedNotice,
  composeRequestRejectedNotice,
  composeTransferAwaitedNotice,
  composeTripEnteredNotice,
  type TripNews,
} from './quote-notices.ts'

/** The words of a message, and the offers that it names. */
type Wording = { readonly words: NoticeWords; readonly toldQuotes: readonly QuoteNotice[] }

/** The words of a message from the current state; null once its fact no longer applies. */
export async function composeMessageWording(
  db: Reader,
  context: WorkerContext,
  row: MessageRow,
  { operator, driver }: Addressee,
  now: number,
): Promise<Wording | null> {
  const { fact, tripId, subjectId } = row
  if (fact === null) return null
  const trip = tripId === null ? null : await findTrip(db, tripId)
  if (row.toKind === 'customer') {
    if (trip === null) return null
    const news = { trip, subjectId, now }
    if (fact !== 'quotes_changed')
      return toMessageWording(await composeCustomerNotice(db, context, fact, news, operator?.id ?? null))
    const offers = await composeQuotesChangedNotice(db, news)
    return offers === null ? null : { words: offers.words, toldQuotes: offers.told }
  }
  if (operator === null) return null
  if (driver !== null) {
    const queuedAt = row.createdAt
    return toMessageWording(await composeCrewNotice(db, fact, { driver, operator, tripId, subjectId, queuedAt, now }))
  }
  return toMessageWording(await composeOperatorNotice(db, fact, { operator, trip, subjectId, now }))
}

function toMessageWording(words: NoticeWords | null): Wording | null {
  return words === null ? null : { words, toldQuotes: [] }
}

async function composeCustomerNotice(
  db: Reader,
  context: WorkerContext,
  fact: FactName,
  news: TripNews,
  operatorId: number | null,
): Promise<NoticeWords | null> {
  switch (fact) {
    case 'trip_entered':
      return composeTripEnteredNotice(db, news, operatorId)
    case 'link_asked':
      return composeLinkNotice(news)
    case 'request_rejected':
      return composeRequestRejectedNotice(db, news)
    case 'request_lapsed':
      return composeRequestLapsedNotice(db, news)
    case 'card_failed':
      return composeCardFailedNotice(db, news)
    case 'payment_page':
      return composePaymentPageNotice(db, context, news)
    case 'transfer_awaited':
      return composeTransferAwaitedNotice(db, news)
    case 'cancelled':
      return composeCancelledNotice(db, news, context)
    case 'refund_sent':
      return composeRefundSentNotice(db, news)
    case 'late_payment':
      return composeLatePaymentNotice(db, news)
  }
  const booked = await findActiveBooking(db, news)
  if (booked === null) return null
  switch (fact) {
    case 'balance_reminder':
    case 'balance_due':
    case 'balance_overdue':
    case 'balance_declined':
    case 'extra_added':
      return composeBalanceNotice(db, fact, booked, context)
  }
  // An amount can be due after the trip; other facts end with it.
  if (booked.booking.finishedAt !== null) return null
  switch (fact) {
    case 'booked':
      return composeBookedNotice(db, booked, context)
    case 'day_before':
      return composeDayBeforeNotice(db, booked)
    case 'on_the_way':
      return composeOnTheWayNotice(db, booked)
    case 'delayed':
      return composeDelayedNotice(db, booked)
  }
  return composeCustomerAmendmentNotice(db, fact, booked, context)
}
