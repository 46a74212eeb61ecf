import { type BalanceStep, stepsBetween } from '../../domain/balance.ts'
import { isPageOpen, isWithProvider } from '../../domain/card-page.ts'
import { minuteMs } from '../../domain/instant.ts'
import { balanceOwed } from '../../domain/ledger.ts'
import { lockTrip } from '../../storage/locks.ts'
import { type BookingRow, bookingOfTrip, saveBooking } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { type PaymentRow, paymentsOfBooking } from '../../storage/queries/payments.ts'
import type { QuoteRow } from '../../storage/queries/quotes.ts'
import { type DueTask, dueAtOf, postpone, runOneNow, schedule, unschedule } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import { beginCharge, chargeTask, isUndecided } from '../cards/charges.ts'
import { type CardPlan, cardPlanOf, isByClock } from '../cards/saved-cards.ts'
import { isMoneyUnknown } from '../cards/unknown-payments.ts'
import type { WorkerContext } from '../context.ts'
import { tell } from '../messages/notices.ts'
import type { BalanceFact } from './balance-notices.ts'
import { awaitNextStep, type BookedQuote, balanceTask, waitsForPage } from './sums.ts'

/** While a payment of the trip is undecided nothing is said of its balance; it is looked at again this much later. */
const undecidedPauseMs = minuteMs

/**
 * Does what has fallen due about the balance of a trip: people are told, and the saved card is charged. One that was declined is
 * tried again, twice at most. A charge is only begun here, in one transaction with the next date: dying at any point neither makes it
 * twice nor forgets it. What waits for a bank, the closing of a page as well, is done elsewhere.
 */
export async function followDueBalance(context: WorkerContext, tripId: number, claimed: DueTask): Promise<void> {
  await context.storage.transact((tx) => takeSteps(tx, context, tripId, claimed))
}

async function takeSteps(tx: Writer, context: WorkerContext, tripId: number, claimed: DueTask): Promise<void> {
  const now = context.clock()
  await lockTrip(tx, tripId)
  const dueAt = await dueAtOf(tx, balanceTask, tripId)
  if (dueAt === null || dueAt > now) return
  const record = await bookingOfTrip(tx, tripId)
  if (record === null || record.booking.dueAmount === 0) return unschedule(tx, balanceTask, tripId)
  const payments = await paymentsOfBooking(tx, record.booking)
  const steps = stepsBetween({ ...record.booking, balanceDays: record.quote.balanceDays }, dueAt, now)
  const showsMove = steps.includes('due') || steps.includes('overdue')
  const booking = showsMove ? await saveBooking(tx, record.booking, { updatedAt: now }) : record.booking
  const isUnclear = payments.some((one) => isUndecided(one) || isWithProvider(one)) || (await isMoneyUnknown(tx, context, tripId))
  if (isUnclear) return waitForPayment(tx, claimed, now)
  const isAgain = (steps.includes('again') || steps.includes('overdue')) && payments.some(isByClock)
  const plan =
    steps.includes('charge') || isAgain ? await planOf(tx, context, { booking, quote: record.quote }, payments, now) : null
  const page = plan === null ? undefined : payments.find(isPageOpen)
  if (page !== undefined) {
    // A page whose provider fails is asked once more, and then keeps the waits of its own task.
    if (claimed.lastError !== waitsForPage || page.fault === null) await runOneNow(tx, chargeTask, page.id, now)
    return postpone(tx, claimed, now + undecidedPauseMs, waitsForPage)
  }
  const charge = plan === null ? null : await chargeSavedCard(tx, context, record.quote, plan, now)
  // A server that comes back late says that it is overdue once the card has said no.
  if (charge !== null && steps.includes('overdue')) return waitForPayment(tx, claimed, now)
  const fact = charge === null ? factOf(steps, booking, payments) : null
  if (fact !== null) await tell(tx, { fact, operatorIds: [booking.operatorId], tripId }, now)
  await awaitNextStep(tx, booking, record.quote, now)
}

/** Puts the same steps off until it may be known what became of a payment. */
function waitForPayment(tx: Writer, claimed: DueTask, now: number): Promise<void> {
  return postpone(tx, claimed, now + undecidedPauseMs, 'a payment of the trip is undecided')
}

/** The plan of a charge to the saved card; null where paying is left to the customer. */
async function planOf(
  tx: Writer,
  context: WorkerContext,
  { booking, quote }: BookedQuote,
  payments: readonly PaymentRow[],
  now: number,
) {
  return cardPlanOf(context, { booking, quote, operator: await findOperator(tx, booking.operatorId), payments }, now)
}

async function chargeSavedCard(
  tx: Writer,
  context: WorkerContext,
  quote: QuoteRow,
  { method, amount }: Pick<CardPlan, 'method' | 'amount'>,
  now: number,
): Promise<PaymentRow> {
  const charge = { origin: 'clock', kind: 'balance', method, amount, storedResponseId: null } as const
  const begun = await beginCharge(tx, context, quote, charge, now)
  await schedule(tx, chargeTask, begun.id, now, now)
  return begun
}

/**
 * The fact to tell where no card is being charged: that of the last step to fall due. Null for none, and for one that
 * is over by now.
 */
function factOf(steps: readonly BalanceStep[], booking: BookingRow, payments: readonly PaymentRow[]): BalanceFact | null {
  const tries = payments.filter(isByClock)
  if (steps.includes('overdue')) return 'balance_overdue'
  // What is owed since for something else was never charged to the card.
  if (steps.includes('again') && tries.some(({ status }) => status === 'declined') && balanceOwed(booking, payments) > 0)
    return 'balance_declined'
  if (steps.includes('due') || steps.includes('charge')) return tries.length > 0 ? null : 'balance_due'
  return steps.includes('due_soon') ? 'balance_reminder' : null
}
