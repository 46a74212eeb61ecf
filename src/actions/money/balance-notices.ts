import { balanceOwed, depositOwed, dueSince } from '../../domain/ledger.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { toSpokenMoneyTime } from '../../domain/money-time.ts'
import {
  balanceDeclined,
  balanceDue,
  balanceOverdue,
  balanceReminder,
  extraAdded,
  latePayment,
  type Owed,
  type OwedDeposit,
  refundSent,
} from '../../gateways/notices/balance-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { extrasOf } from '../../storage/queries/extras.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findPayment, paymentsOfBooking } from '../../storage/queries/payments.ts'
import type { Reader } from '../../storage/storage.ts'
import { balanceDecline } from '../cards/chosen-cards.ts'
import { cardPlanOf, isPaidByHand } from '../cards/saved-cards.ts'
import type { WorkerContext } from '../context.ts'
import { payToOf, type TripNews, tripFactsOf } from '../quotes/quote-notices.ts'

/** A booking that stands, with its operator. */
export type BookedNews = BookingRecord & { readonly operator: Operator; readonly now: number; readonly subjectId: number | null }

type Taker = Pick<WorkerContext, 'payments'>

/** The sum still to be paid of a booking, with when and how it is paid; null when nothing is owed. */
export async function owedOf(db: Reader, news: BookedNews, context: Taker): Promise<Owed | null> {
  const { booking, trip, quote, operator, now } = news
  if (booking.dueAmount === 0) return null
  const dueAt = dueSince(booking) ?? now
  const plan = cardPlanOf(context, { booking, quote, operator, payments: await paymentsOfBooking(db, booking) }, now)
  // The clock looks at a card once; what it left then it leaves for good.
  const card = plan !== null && plan.from > now ? plan : null
  const said = (at: number) => toSpokenMoneyTime(at, { timezone: operator.timezone, tripTimezone: trip.timezone }, now)
  return {
    amount: spoken(news, booking.dueAmount),
    dueAt: said(dueAt),
    isDue: dueAt <= now,
    payTo: isPaidByHand(context, booking) ? payToOf(operator, trip) : null,
    card: card && { amount: spoken(news, card.amount), at: said(card.from) },
  }
}

/**
 * The part of a deposit that is to be paid first, and the rest that is owed; null where no deposit is still to come.
 */
export function owedDepositOf(news: BookedNews): OwedDeposit | null {
  const { booking, now } = news
  const amount = depositOwed(booking, now)
  if (amount === 0) return null
  return { amount: spoken(news, amount), rest: booking.dueAmount === amount ? null : spoken(news, booking.dueAmount - amount) }
}

/** Notices to the customer about what they owe. */
export type BalanceFact = 'balance_reminder' | 'balance_due' | 'balance_overdue' | 'balance_declined' | 'extra_added'

/** The notice of what is still to be paid; null once nothing is, or the fact no longer holds. */
export async function balanceWords(db: Reader, fact: BalanceFact, news: BookedNews, context: Taker): Promise<NoticeWords | null> {
  const owed = await owedOf(db, news, context)
  if (owed === null) return null
  const facts = { ...tripFactsOf(news.trip, news.now), ...owed }
  switch (fact) {
    case 'balance_reminder':
      return owed.isDue ? null : balanceReminder(facts)
    case 'balance_due':
      return balanceDue(facts)
    case 'balance_overdue':
      return balanceOverdue({ ...facts, reason: balanceDecline(news.booking, await paymentsOfBooking(db, news.booking)) })
    case 'balance_declined': {
      const payments = await paymentsOfBooking(db, news.booking)
      const amount = balanceOwed(news.booking, payments)
      const reason = balanceDecline(news.booking, payments) ?? 'use_another_card'
      return amount === 0 ? null : balanceDeclined({ ...facts, amount: spoken(news, amount), reason })
    }
    case 'extra_added': {
      const extra = (await extrasOf(db, news.booking.id)).find(({ id }) => id === news.subjectId)
      if (extra === undefined) return null
      return extraAdded({ ...facts, operator: news.operator.name, extra: spoken(news, extra.amount), kind: extra.kind })
    }
  }
}

/** The notice that money is on its way back. */
export async function refundSentWords(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const refund = subjectId === null ? null : await findPayment(db, subjectId)
  if (refund === null) return null
  return refundSent({ ...tripFactsOf(trip, now), amount: toSpokenAmount(refund.amount, refund.currencyCode) })
}

/** The notice that money came too late, and is on its way back. */
export async function latePaymentWords(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const late = subjectId === null ? null : await findPayment(db, subjectId)
  if (late === null) return null
  return latePayment({ ...tripFactsOf(trip, now), amount: toSpokenAmount(late.amount, late.currencyCode) })
}

function spoken({ booking }: BookedNews, amount: number): string {
  return toSpokenAmount(amount, booking.currencyCode)
}
