import type { FactName } from '../../domain/notices.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import type { MessageRow } from '../../storage/queries/messages.ts'
import type { QuoteNotice } from '../../storage/queries/quote-notices.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import { customerAmendmentWords } from '../amendments/amendment-notices.ts'
import {
  activeBooking,
  bookedWords,
  cancelledWords,
  dayBeforeWords,
  delayedWords,
  onTheWayWords,
} from '../bookings/booking-notices.ts'
import { paymentPageWords } from '../cards/mailed-pages.ts'
import type { WorkerContext } from '../context.ts'
import { crewWords } from '../crews/crew-notices.ts'
import { balanceWords, latePaymentWords, refundSentWords } from '../money/balance-notices.ts'
import {
  cardFailedWords,
  linkAskedWords,
  quotesChangedWords,
  requestLapsedWords,
  requestRejectedWords,
  type TripNews,
  transferAwaitedWords,
  tripEnteredWords,
} from '../quotes/quote-notices.ts'
import type { Addressee } from './message-recipients.ts'
import { deskWords } from './operator-notices.ts'

/** The words of a message, and the offers that its customer will then know. */
type Wording = { readonly words: NoticeWords; readonly toldQuotes: readonly QuoteNotice[] }

/** The words of a message as things stand now; null when what it tells of is over. */
export async function wordsOf(
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
    if (fact !== 'quotes_changed') return saying(await customerWords(db, context, fact, news, operator?.id ?? null))
    const offers = await quotesChangedWords(db, news)
    return offers === null ? null : { words: offers.words, toldQuotes: offers.told }
  }
  if (operator === null) return null
  if (driver !== null) return saying(await crewWords(db, fact, { driver, operator, tripId, subjectId, now }))
  return saying(await deskWords(db, fact, { operator, trip, subjectId, now }))
}

function saying(words: NoticeWords | null): Wording | null {
  return words === null ? null : { words, toldQuotes: [] }
}

async function customerWords(
  db: Reader,
  context: WorkerContext,
  fact: FactName,
  news: TripNews,
  operatorId: number | null,
): Promise<NoticeWords | null> {
  switch (fact) {
    case 'trip_entered':
      return tripEnteredWords(db, news, operatorId)
    case 'link_asked':
      return linkAskedWords(news)
    case 'request_rejected':
      return requestRejectedWords(db, news)
    case 'request_lapsed':
      return requestLapsedWords(db, news)
    case 'card_failed':
      return cardFailedWords(db, news)
    case 'payment_page':
      return paymentPageWords(db, context, news)
    case 'transfer_awaited':
      return transferAwaitedWords(db, news)
    case 'cancelled':
      return cancelledWords(db, news)
    case 'refund_sent':
      return refundSentWords(db, news)
    case 'late_payment':
      return latePaymentWords(db, news)
  }
  const booked = await activeBooking(db, news)
  if (booked === null) return null
  switch (fact) {
    case 'balance_reminder':
    case 'balance_due':
    case 'balance_overdue':
    case 'balance_declined':
    case 'extra_added':
      return balanceWords(db, fact, booked, context)
  }
  // Money may be owed after the trip; all else is over then.
  if (booked.booking.finishedAt !== null) return null
  switch (fact) {
    case 'booked':
      return bookedWords(db, booked, context)
    case 'day_before':
      return dayBeforeWords(db, booked)
    case 'on_the_way':
      return onTheWayWords(db, booked)
    case 'delayed':
      return delayedWords(db, booked)
  }
  return customerAmendmentWords(db, fact, booked, context)
}
