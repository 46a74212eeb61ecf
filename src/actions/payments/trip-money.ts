import type { PortalCaller } from '../../domain/caller.ts'
import { isOfUnknownCharge } from '../../domain/payment.ts'
import { requireFound } from '../../domain/refusal.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { type DisputeRow, listDisputesOfBooking } from '../../storage/queries/disputes.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { listPaymentsToSettle } from '../../storage/queries/open-payments.ts'
import { listPaymentsOfTrip, type PaymentRow } from '../../storage/queries/payments.ts'
import { listQuotesOfTrip } from '../../storage/queries/quotes.ts'
import { findTrip, type TripRow } from '../../storage/queries/trips.ts'
import { listUnknownPaymentsOfOperator, type UnknownPaymentRow } from '../../storage/queries/unknown-payments.ts'
import type { Reader } from '../../storage/storage.ts'
import { requireExisting } from '../cards/charges.ts'
import { findDisputeAddress } from '../cards/payment-account.ts'
import type { WorkerContext } from '../context.ts'
import { isSentByProvider } from '../money/refunds.ts'
import { findUndecided } from './deposits.ts'
import { findDueOnPage, type PageDue, toPageDue } from './mailed-pages.ts'

/** The calls by which a person reports the result of a payment. */
export const closingCalls = ['sent', 'settled_by_hand'] as const

/** A payment as the office sees it; `closedBy` is null if nothing needs to be reported. */
export type SeenPayment = { readonly payment: PaymentRow; readonly closedBy: (typeof closingCalls)[number] | null }

/** A payment with the ref of its trip, and whether it was paid for the booked quote. */
export type SettledPayment = SeenPayment & { readonly ref: string; readonly isOfBooking: boolean }

/** A dispute; `page` is where the provider shows it, without the scheme. */
export type SeenDispute = DisputeRow & { readonly page: string | null }

/** The money of a trip with one operator: payments and disputes, oldest first. */
export type TripMoney = {
  readonly ref: string
  readonly isBooked: boolean
  readonly pageDue: PageDue | null
  readonly payments: readonly SeenPayment[]
  readonly disputes: readonly SeenDispute[]
}

/** Shows the payments of a trip to the caller's account, and the amount that can be paid on a page. Refuses `not_found`. */
export async function showTripMoney(
  db: Reader,
  context: WorkerContext,
  caller: PortalCaller,
  ref: string,
  now: number,
): Promise<TripMoney> {
  const job = await requireFound(findJob(db, caller.operatorId, ref))
  const trip = await requireExisting(findTrip(db, job.trip.id))
  const quotes = (await listQuotesOfTrip(db, trip.id)).filter(({ quote }) => quote.operatorId === caller.operatorId)
  const booking = (await findBookingOfTrip(db, trip.id))?.booking
  const isOwn = ({ quoteId }: Pick<PaymentRow, 'quoteId'>) => quotes.some(({ quote }) => quote.id === quoteId)
  const payments = (await listPaymentsOfTrip(db, trip.id)).filter(isOwn)
  return {
    ref,
    isBooked: booking !== undefined && isOwn(booking),
    pageDue: await pageDueOf(db, context, caller, trip, now),
    payments: payments
      .filter(({ status }) => status !== 'card_saved' && status !== 'released')
      .map((payment) => toSeenPayment(context, payment, booking?.quoteId === payment.quoteId)),
    disputes: payments.some(({ means }) => means === 'card') ? await disputesOf(db, payments) : [],
  }
}

/** Money of all trips that needs attention. */
export type MoneyToSettle = { readonly payments: readonly SettledPayment[]; readonly unknown: readonly UnknownPaymentRow[] }

/**
 * Lists the money of all trips that needs the attention of the caller's people, oldest first, at most a hundred of each kind.
 * It contains payments of this database, and money that only the provider has known since a restore.
 */
export async function listMoneyToSettle(
  db: Reader,
  context: WorkerContext,
  { operatorId }: PortalCaller,
): Promise<MoneyToSettle> {
  const of = { operatorId, limit: 100 }
  const found = await listPaymentsToSettle(db, of)
  return {
    payments: found.map(({ payment, ref, isOfBooking: isBooked }) => ({
      ...toSeenPayment(context, payment, isBooked),
      ref,
      isOfBooking: isBooked,
    })),
    unknown: await listUnknownPaymentsOfOperator(db, of),
  }
}

export async function showSettledPayment(db: Reader, context: WorkerContext, payment: PaymentRow): Promise<SettledPayment> {
  const { ref } = await requireExisting(findTrip(db, payment.tripId))
  const isBooked = await isOfBooking(db, payment)
  return { ...toSeenPayment(context, payment, isBooked), ref, isOfBooking: isBooked }
}

/** Whether a payment is for the booked quote: another quote of the same trip may have been paid. */
export async function isOfBooking(db: Reader, { tripId, quoteId }: Pick<PaymentRow, 'tripId' | 'quoteId'>): Promise<boolean> {
  return (await findBookingOfTrip(db, tripId))?.booking.quoteId === quoteId
}

function toSeenPayment(context: WorkerContext, payment: PaymentRow, isBooked: boolean): SeenPayment {
  return { payment, closedBy: closedBy(context, payment, isBooked) }
}

function closedBy(context: WorkerContext, payment: PaymentRow, isBooked: boolean): SeenPayment['closedBy'] {
  const { kind, status } = payment
  if (kind !== 'refund') return status === 'in_doubt' && kind !== 'save_card' ? 'settled_by_hand' : null
  if (isBooked) return isManualRefundDue(context, payment) ? 'sent' : null
  return status === 'refund_failed' || isOfUnknownCharge(payment) ? 'settled_by_hand' : null
}

/** Whether a person must still send a refund or confirm it. */
export function isManualRefundDue(context: WorkerContext, refund: PaymentRow): boolean {
  if (isOfUnknownCharge(refund)) return true
  const isOwed = refund.status === 'refund_due' || refund.status === 'refund_failed'
  return refund.kind === 'refund' && isOwed && !isSentByProvider(context, refund)
}

async function disputesOf(db: Reader, payments: readonly PaymentRow[]): Promise<SeenDispute[]> {
  const disputes: SeenDispute[] = []
  for (const quoteId of new Set(payments.map((payment) => payment.quoteId))) {
    for (const { dispute } of await listDisputesOfBooking(db, { quoteId })) {
      const provider = payments.find(({ id }) => id === dispute.paymentId)?.provider ?? ''
      disputes.push({ ...dispute, page: await findDisputeAddress(db, provider, dispute.providerRef) })
    }
  }
  return disputes
}

/** The amount for a page; null while a payment has an unknown result. */
async function pageDueOf(
  db: Reader,
  context: WorkerContext,
  caller: PortalCaller,
  trip: TripRow,
  now: number,
): Promise<PageDue | null> {
  const due = (await findUndecided(db, trip.id)) === null ? await findDueOnPage(db, context, caller, trip) : null
  return due && toPageDue(due, now)
}
