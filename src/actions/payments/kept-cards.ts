import { chargeSpan } from '../../domain/balance.ts'
import { isPaged } from '../../domain/card-page.ts'
import { isLive } from '../../domain/quote.ts'
import { lockTrip } from '../../storage/locks.ts'
import { type BookingRecord, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { listPaymentsOfTrip, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { listQuotesOfTrip } from '../../storage/queries/quotes.ts'
import { type DueTask, finishTask, scheduleTask } from '../../storage/queries/scheduler.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { cardsTask } from '../cards/cards-task.ts'
import { findProviderOfPayment, isUndecided, requireExisting } from '../cards/charges.ts'
import { findBalanceCard } from '../cards/saved-cards.ts'
import type { WorkerContext } from '../context.ts'
import { cardCheckIntervalMs } from './card-page-ends.ts'

/**
 * Removes at the provider the cards of a trip that will not be charged any more, and runs daily while others remain. It can be
 * repeated, and throws the provider's fault if there is no answer.
 */
export async function removeCards(context: WorkerContext, tripId: number, claimed: DueTask): Promise<void> {
  const { kept, wanted } = await context.storage.read((db) => listCardsOfTrip(db, context, tripId))
  for (const payment of kept.filter(({ method }) => !wanted.has(method))) {
    await findProviderOfPayment(context, payment).forget(payment.method)
    await context.storage.transact((tx) => removeCardFromPayments(tx, payment))
  }
  await context.storage.transact(async (tx) => {
    await lockTrip(tx, tripId)
    const now = context.clock()
    // Requests that arrived while this ran were skipped: their cards are handled here.
    const left = await listCardsOfTrip(tx, context, tripId)
    if (left.kept.some(({ method }) => !left.wanted.has(method))) await scheduleTask(tx, cardsTask, tripId, now, now)
    else if (left.wanted.size === 0) await finishTask(tx, claimed)
    else await scheduleTask(tx, cardsTask, tripId, now + cardCheckIntervalMs, now)
  })
}

type KeptPayment = PaymentRow & { readonly method: string }

/** The saved cards that were entered on a page, and which of them can still be charged. */
async function listCardsOfTrip(db: Reader, context: WorkerContext, tripId: number) {
  const payments = await listPaymentsOfTrip(db, tripId)
  const isOurs = ({ provider }: PaymentRow) => provider === context.payments.name
  const kept = payments.filter((one): one is KeptPayment => isPaged(one) && one.method !== null && isOurs(one))
  const wanted = new Set<string>()
  const trip = await requireExisting(findTrip(db, tripId))
  const record = await findBookingOfTrip(db, tripId)
  if (trip.status === 'open') {
    const live = (await listQuotesOfTrip(db, tripId)).filter(({ quote }) => isLive(quote))
    for (const { quote, request } of live) {
      if (request?.status === 'pending' && request.paymentMethod !== null) wanted.add(request.paymentMethod)
      // The operator has confirmed the request of this card, so the customer books with it.
      const card = kept.findLast(({ quoteId, status }) => quoteId === quote.id && status === 'card_saved')
      if (quote.status === 'confirmed' && card !== undefined) wanted.add(card.method)
    }
  }
  const saved = record === null ? null : await findCardForBalance(db, context, record, payments)
  if (saved !== null) wanted.add(saved)
  for (const { method } of payments.filter(isUndecided)) if (method !== null) wanted.add(method)
  return { kept, wanted }
}

/** The card that can still be charged for the balance of a booking; null once the trip and the time to charge have ended. */
async function findCardForBalance(
  db: Reader,
  context: WorkerContext,
  { booking, quote, trip }: BookingRecord,
  payments: readonly PaymentRow[],
): Promise<string | null> {
  const span = chargeSpan({ ...booking, balanceDays: quote.balanceDays })
  const isOver = trip.status !== 'booked' && context.clock() > (span?.until ?? 0)
  if (booking.status !== 'active' || booking.dueAmount === 0 || isOver) return null
  return findBalanceCard(context, { operator: await findOperator(db, booking.operatorId), payments })
}

/** Removes the card's name from all of its payments. */
async function removeCardFromPayments(tx: Writer, { tripId, method }: KeptPayment): Promise<void> {
  for (const payment of await listPaymentsOfTrip(tx, tripId)) {
    if (payment.method === method) await savePayment(tx, payment, { method: null })
  }
}
