import { chargeSpan } from '../../domain/balance.ts'
import { isPaged } from '../../domain/card-page.ts'
import { isLive } from '../../domain/quote.ts'
import { lockTrip } from '../../storage/locks.ts'
import { type BookingRecord, bookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { type PaymentRow, paymentsOfTrip, savePayment } from '../../storage/queries/payments.ts'
import { quotesOfTrip } from '../../storage/queries/quotes.ts'
import { type DueTask, finishTask, schedule } from '../../storage/queries/scheduler.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { cardsLookedAtMs } from './card-page-ends.ts'
import { cardsTask } from './cards-task.ts'
import { cardsOf, isUndecided, mustExist } from './charges.ts'
import { balanceCardOf } from './saved-cards.ts'

/**
 * Has the provider let go of the cards of a trip that will not be charged any more, and comes back daily while others are kept. Safe to
 * repeat; throws what the provider says instead of an answer.
 */
export async function letCardsGo(context: WorkerContext, tripId: number, claimed: DueTask): Promise<void> {
  const { kept, wanted } = await context.storage.read((db) => cardsOfTrip(db, context, tripId))
  for (const payment of kept.filter(({ method }) => !wanted.has(method))) {
    await cardsOf(context, payment).forget(payment.method)
    await context.storage.transact((tx) => forget(tx, payment))
  }
  await context.storage.transact(async (tx) => {
    await lockTrip(tx, tripId)
    const now = context.clock()
    // Whatever wished for this meanwhile found it in hand: what it left behind is looked at here.
    const left = await cardsOfTrip(tx, context, tripId)
    if (left.kept.some(({ method }) => !left.wanted.has(method))) await schedule(tx, cardsTask, tripId, now, now)
    else if (left.wanted.size === 0) await finishTask(tx, claimed)
    else await schedule(tx, cardsTask, tripId, now + cardsLookedAtMs, now)
  })
}

type KeptPayment = PaymentRow & { readonly method: string }

/** The cards that were typed on a page and are kept, and which of them may still be charged. */
async function cardsOfTrip(db: Reader, context: WorkerContext, tripId: number) {
  const payments = await paymentsOfTrip(db, tripId)
  const isOurs = ({ provider }: PaymentRow) => provider === context.payments.name
  const kept = payments.filter((one): one is KeptPayment => isPaged(one) && one.method !== null && isOurs(one))
  const wanted = new Set<string>()
  const trip = await mustExist(findTrip(db, tripId))
  const record = await bookingOfTrip(db, tripId)
  if (trip.status === 'open') {
    const live = (await quotesOfTrip(db, tripId)).filter(({ quote }) => isLive(quote))
    for (const { quote, request } of live) {
      if (request?.status === 'pending' && request.paymentMethod !== null) wanted.add(request.paymentMethod)
      // Left for a request, and the operator has confirmed meanwhile: the customer books with it.
      const card = kept.findLast(({ quoteId, status }) => quoteId === quote.id && status === 'card_saved')
      if (quote.status === 'confirmed' && card !== undefined) wanted.add(card.method)
    }
  }
  const saved = record === null ? null : await cardForBalance(db, context, record, payments)
  if (saved !== null) wanted.add(saved)
  for (const { method } of payments.filter(isUndecided)) if (method !== null) wanted.add(method)
  return { kept, wanted }
}

/** The card that may still be charged the balance of a booking; null once the trip is over, and its time to be charged too. */
async function cardForBalance(
  db: Reader,
  context: WorkerContext,
  { booking, quote, trip }: BookingRecord,
  payments: readonly PaymentRow[],
): Promise<string | null> {
  const span = chargeSpan({ ...booking, balanceDays: quote.balanceDays })
  const isOver = trip.status !== 'booked' && context.clock() > (span?.until ?? 0)
  if (booking.status !== 'active' || booking.dueAmount === 0 || isOver) return null
  return balanceCardOf(context, { operator: await findOperator(db, booking.operatorId), payments })
}

/** No payment made with the card knows any more what it was kept under. */
async function forget(tx: Writer, { tripId, method }: KeptPayment): Promise<void> {
  for (const payment of await paymentsOfTrip(tx, tripId)) {
    if (payment.method === method) await savePayment(tx, payment, { method: null })
  }
}
