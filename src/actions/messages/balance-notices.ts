import { toSpokenDay } from '../../domain/instant.ts'
import { computeBalanceDue, computeUnpaidDeposit, findDueSince } from '../../domain/ledger.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { toSpokenMoneyTime } from '../../domain/money-time.ts'
import {
  type AmountDueFacts,
  composeBalanceDeclined,
  composeBalanceDue,
  composeBalanceOverdue,
  composeBalanceReminder,
  composeExtraAdded,
  composeLatePayment,
  composeRefundSent,
  type DepositDueFacts,
} from '../../gateways/notices/balance-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { listExtras } from '../../storage/queries/extras.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findPayment, listPaymentsOfBooking } from '../../storage/queries/payments.ts'
import type { Reader } from '../../storage/storage.ts'
import { findBalanceChargePlan, isPaidByHand } from '../cards/saved-cards.ts'
import type { WorkerContext } from '../context.ts'
import type { BalanceFact } from '../payments/balances.ts'
import { findBalanceDecline } from '../payments/chosen-cards.ts'
import { buildTripFacts, findTransferPayee, type TripNews } from './quote-notices.ts'

/** An active booking with its operator. */
export type BookedNews = BookingRecord & { readonly operator: Operator; readonly now: number; readonly subjectId: number | null }

type Taker = Pick<WorkerContext, 'payments'>

/** The amount due of a booking, with its date and payment method; null if nothing is due. */
export async function findAmountDue(db: Reader, news: BookedNews, context: Taker): Promise<AmountDueFacts | null> {
  const { booking, trip, quote, operator, now } = news
  if (booking.dueAmount === 0) return null
  const dueAt = findDueSince(booking) ?? now
  const plan = findBalanceChargePlan(
    context,
    { booking, quote, operator, payments: await listPaymentsOfBooking(db, booking) },
    now,
  )
  // The worker charges a card once, at `from`; later no automatic charge follows.
  const card = plan !== null && plan.from > now ? plan : null
  const spokenAt = (at: number) => toSpokenMoneyTime(at, { timezone: operator.timezone, tripTimezone: trip.timezone }, now)
  return {
    amount: formatBookingAmount(news, booking.dueAmount),
    dueAt: spokenAt(dueAt),
    dueOn: toSpokenDay(dueAt, operator.timezone, now),
    isDue: dueAt <= now,
    payTo: isPaidByHand(context, booking) ? findTransferPayee(operator, trip) : null,
    card: card && { amount: formatBookingAmount(news, card.amount), at: spokenAt(card.from) },
  }
}

/** The unpaid part of a deposit, and the rest of the amount due; null if no deposit is due. */
export function findDepositDue(news: BookedNews): DepositDueFacts | null {
  const { booking, now } = news
  const amount = computeUnpaidDeposit(booking, now)
  if (amount === 0) return null
  return {
    amount: formatBookingAmount(news, amount),
    rest: booking.dueAmount === amount ? null : formatBookingAmount(news, booking.dueAmount - amount),
  }
}

/** The notice of an amount due; null once nothing is due, or the fact no longer applies. */
export async function composeBalanceNotice(
  db: Reader,
  fact: BalanceFact,
  news: BookedNews,
  context: Taker,
): Promise<NoticeWords | null> {
  const due = await findAmountDue(db, news, context)
  if (due === null) return null
  const facts = { ...buildTripFacts(news.trip, news.now), ...due }
  switch (fact) {
    case 'balance_reminder':
      return due.isDue ? null : composeBalanceReminder(facts)
    case 'balance_due':
      return composeBalanceDue(facts)
    case 'balance_overdue':
      return composeBalanceOverdue({
        ...facts,
        reason: findBalanceDecline(news.booking, await listPaymentsOfBooking(db, news.booking)),
      })
    case 'balance_declined': {
      const payments = await listPaymentsOfBooking(db, news.booking)
      const amount = computeBalanceDue(news.booking, payments)
      const reason = findBalanceDecline(news.booking, payments) ?? 'use_another_card'
      return amount === 0 ? null : composeBalanceDeclined({ ...facts, amount: formatBookingAmount(news, amount), reason })
    }
    case 'extra_added': {
      const extra = (await listExtras(db, news.booking.id)).find(({ id }) => id === news.subjectId)
      if (extra === undefined) return null
      return composeExtraAdded({
        ...facts,
        operator: news.operator.name,
        extra: formatBookingAmount(news, extra.amount),
        kind: extra.kind,
      })
    }
  }
}

/** The notice of a sent refund. */
export async function composeRefundSentNotice(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const refund = subjectId === null ? null : await findPayment(db, subjectId)
  if (refund === null) return null
  return composeRefundSent({ ...buildTripFacts(trip, now), amount: toSpokenAmount(refund.amount, refund.currencyCode) })
}

/** The notice of a late payment that is refunded. */
export async function composeLatePaymentNotice(db: Reader, { trip, subjectId, now }: TripNews): Promise<NoticeWords | null> {
  const late = subjectId === null ? null : await findPayment(db, subjectId)
  if (late === null) return null
  return composeLatePayment({ ...buildTripFacts(trip, now), amount: toSpokenAmount(late.amount, late.currencyCode) })
}

function formatBookingAmount({ booking }: BookedNews, amount: number): string {
  return toSpokenAmount(amount, booking.currencyCode)
}
