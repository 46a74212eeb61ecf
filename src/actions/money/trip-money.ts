import type { PortalCaller } from '../../domain/caller.ts'
import { isOfUnknownCharge } from '../../domain/payment.ts'
import { mustFind } from '../../domain/refusal.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import { type DisputeRow, disputesOfBooking } from '../../storage/queries/disputes.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { paymentsToSettle } from '../../storage/queries/open-payments.ts'
import { type PaymentRow, paymentsOfTrip } from '../../storage/queries/payments.ts'
import { quotesOfTrip } from '../../storage/queries/quotes.ts'
import { findTrip, type TripRow } from '../../storage/queries/trips.ts'
import { type UnknownPaymentRow, unknownPaymentsOfOperator } from '../../storage/queries/unknown-payments.ts'
import type { Reader } from '../../storage/storage.ts'
import { mustExist } from '../cards/charges.ts'
import { dueOnPage, type PageDue, toPageDue } from '../cards/mailed-pages.ts'
import { addressOfDispute } from '../cards/payment-account.ts'
import type { WorkerContext } from '../context.ts'
import { findUndecided } from './deposits.ts'
import { isSentByProvider } from './refunds.ts'

/** The call by which somebody says what they saw of a payment. */
export const closingCalls = ['sent', 'settled_by_hand'] as const

/** A payment as the office looks at it; `closedBy` is null where nothing is to be said of it. */
export type SeenPayment = { readonly payment: PaymentRow; readonly closedBy: (typeof closingCalls)[number] | null }

/** One with the ref of its trip, and whether it was paid for what was booked. */
export type SettledPayment = SeenPayment & { readonly ref: string; readonly isOfBooking: boolean }

/** A bank that wants money back; `page` is where the provider shows it, without the scheme. */
export type SeenDispute = DisputeRow & { readonly page: string | null }

/** The money of a trip with one operator, as it stands: payments and disputes oldest first. */
export type TripMoney = {
  readonly ref: string
  readonly isBooked: boolean
  readonly pageDue: PageDue | null
  readonly payments: readonly SeenPayment[]
  readonly disputes: readonly SeenDispute[]
}

/**
 * The payments of a trip that were meant for the caller's account, as they stand, and what could be paid on a page.
 * Refuses `not_found`.
 */
export async function showTripMoney(
  db: Reader,
  context: WorkerContext,
  caller: PortalCaller,
  ref: string,
  now: number,
): Promise<TripMoney> {
  const job = await mustFind(findJob(db, caller.operatorId, ref))
  const trip = await mustExist(findTrip(db, job.trip.id))
  const quotes = (await quotesOfTrip(db, trip.id)).filter(({ quote }) => quote.operatorId === caller.operatorId)
  const booking = (await bookingOfTrip(db, trip.id))?.booking
  const isOwn = ({ quoteId }: Pick<PaymentRow, 'quoteId'>) => quotes.some(({ quote }) => quote.id === quoteId)
  const payments = (await paymentsOfTrip(db, trip.id)).filter(isOwn)
  return {
    ref,
    isBooked: booking !== undefined && isOwn(booking),
    pageDue: await pageDueOf(db, context, caller, trip, now),
    payments: payments
      .filter(({ status }) => status !== 'card_saved' && status !== 'released')
      .map((payment) => seen(context, payment, booking?.quoteId === payment.quoteId)),
    disputes: payments.some(({ means }) => means === 'card') ? await disputesOf(db, payments) : [],
  }
}

/** Money of all trips that somebody has to see to. */
export type MoneyToSettle = { readonly payments: readonly SettledPayment[]; readonly unknown: readonly UnknownPaymentRow[] }

/**
 * The money of all trips that the caller's people have to see to, the oldest first; a hundred of each at most. That is
 * payments here, and what the provider alone knows of since a backup was restored.
 */
export async function listMoneyToSettle(
  db: Reader,
  context: WorkerContext,
  { operatorId }: PortalCaller,
): Promise<MoneyToSettle> {
  const of = { operatorId, limit: 100 }
  const found = await paymentsToSettle(db, of)
  return {
    payments: found.map(({ payment, ref, isOfBooking: isBooked }) => ({
      ...seen(context, payment, isBooked),
      ref,
      isOfBooking: isBooked,
    })),
    unknown: await unknownPaymentsOfOperator(db, of),
  }
}

/** A payment as it stands. */
export async function showSettledPayment(db: Reader, context: WorkerContext, payment: PaymentRow): Promise<SettledPayment> {
  const { ref } = await mustExist(findTrip(db, payment.tripId))
  const isBooked = await isOfBooking(db, payment)
  return { ...seen(context, payment, isBooked), ref, isOfBooking: isBooked }
}

/** Whether a payment is for what was booked: a quote of the same trip may have been paid for in vain. */
export async function isOfBooking(db: Reader, { tripId, quoteId }: Pick<PaymentRow, 'tripId' | 'quoteId'>): Promise<boolean> {
  return (await bookingOfTrip(db, tripId))?.booking.quoteId === quoteId
}

function seen(context: WorkerContext, payment: PaymentRow, isBooked: boolean): SeenPayment {
  return { payment, closedBy: closedBy(context, payment, isBooked) }
}

function closedBy(context: WorkerContext, payment: PaymentRow, isBooked: boolean): SeenPayment['closedBy'] {
  const { kind, status } = payment
  if (kind !== 'refund') return status === 'in_doubt' && kind !== 'save_card' ? 'settled_by_hand' : null
  if (isBooked) return isOwedByHand(context, payment) ? 'sent' : null
  return status === 'refund_failed' || isOfUnknownCharge(payment) ? 'settled_by_hand' : null
}

/** Whether somebody has to send a refund, or to see whether it has gone, and has not. */
export function isOwedByHand(context: WorkerContext, refund: PaymentRow): boolean {
  if (isOfUnknownCharge(refund)) return true
  const isOwed = refund.status === 'refund_due' || refund.status === 'refund_failed'
  return refund.kind === 'refund' && isOwed && !isSentByProvider(context, refund)
}

async function disputesOf(db: Reader, payments: readonly PaymentRow[]): Promise<SeenDispute[]> {
  const disputes: SeenDispute[] = []
  for (const quoteId of new Set(payments.map((payment) => payment.quoteId))) {
    for (const { dispute } of await disputesOfBooking(db, { quoteId })) {
      const provider = payments.find(({ id }) => id === dispute.paymentId)?.provider ?? ''
      disputes.push({ ...dispute, page: await addressOfDispute(db, provider, dispute.providerRef) })
    }
  }
  return disputes
}

/** Null while it is not known what became of a payment: no page is opened beside one. */
async function pageDueOf(
  db: Reader,
  context: WorkerContext,
  caller: PortalCaller,
  trip: TripRow,
  now: number,
): Promise<PageDue | null> {
  const due = (await findUndecided(db, trip.id)) === null ? await dueOnPage(db, context, caller, trip) : null
  return due && toPageDue(due, now)
}
