import { type BalanceStep, listStepsBetween } from '../../domain/balance.ts'
import { isPageOpen, isWaitingForProvider } from '../../domain/card-page.ts'
import { minuteMs } from '../../domain/instant.ts'
import { computeBalanceDue } from '../../domain/ledger.ts'
import { lockTrip } from '../../storage/locks.ts'
import { type BookingRow, findBookingOfTrip, saveBooking } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { listPaymentsOfBooking, type PaymentRow } from '../../storage/queries/payments.ts'
import type { QuoteRow } from '../../storage/queries/quotes.ts'
import {
  type DueTask,
  findDueTime,
  postponeTask,
  runTaskNow,
  scheduleTask,
  unscheduleTask,
} from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import { chargeTask, isUndecided, openCharge } from '../cards/charges.ts'
import { type CardPlan, findBalanceChargePlan, isAutomaticCharge } from '../cards/saved-cards.ts'
import { isMoneyUnknown } from '../cards/unknown-payments.ts'
import type { WorkerContext } from '../context.ts'
import { awaitNextStep, type BookedQuote, balanceTask, waitsForPage } from '../money/sums.ts'
import { notifyReaders } from '../outbox/notices.ts'

/** Notices to the customer about the amount due. */
export type BalanceFact = 'balance_reminder' | 'balance_due' | 'balance_overdue' | 'balance_declined' | 'extra_added'

/** Milliseconds until a balance is checked again while a payment of its trip is undecided. */
const undecidedPauseMs = minuteMs

/**
 * Does the due steps of the balance of a trip: it notifies people and begins the charge of the saved card. A declined card is
 * charged again, at most twice. The charge begins in one transaction with the next date, so that a crash neither repeats nor
 * loses it. Calls to a bank, and closing a page, happen elsewhere.
 */
export async function followDueBalance(context: WorkerContext, tripId: number, claimed: DueTask): Promise<void> {
  await context.storage.transact((tx) => takeSteps(tx, context, tripId, claimed))
}

async function takeSteps(tx: Writer, context: WorkerContext, tripId: number, claimed: DueTask): Promise<void> {
  const now = context.clock()
  await lockTrip(tx, tripId)
  const dueAt = await findDueTime(tx, balanceTask, tripId)
  if (dueAt === null || dueAt > now) return
  const record = await findBookingOfTrip(tx, tripId)
  if (record === null || record.booking.dueAmount === 0) return unscheduleTask(tx, balanceTask, tripId)
  const payments = await listPaymentsOfBooking(tx, record.booking)
  const steps = listStepsBetween({ ...record.booking, balanceDays: record.quote.balanceDays }, dueAt, now)
  const showsMove = steps.includes('due') || steps.includes('overdue')
  const booking = showsMove ? await saveBooking(tx, record.booking, { updatedAt: now }) : record.booking
  const isUnclear =
    payments.some((one) => isUndecided(one) || isWaitingForProvider(one)) || (await isMoneyUnknown(tx, context, tripId))
  if (isUnclear) return waitForPayment(tx, claimed, now)
  const isAgain = (steps.includes('again') || steps.includes('overdue')) && payments.some(isAutomaticCharge)
  const plan =
    steps.includes('charge') || isAgain
      ? await readBalanceChargePlan(tx, context, { booking, quote: record.quote }, payments, now)
      : null
  const page = plan === null ? undefined : payments.find(isPageOpen)
  if (page !== undefined) {
    // A page with a failing provider has its own task with its own waits.
    if (claimed.lastError !== waitsForPage || page.fault === null) await runTaskNow(tx, chargeTask, page.id, now)
    return postponeTask(tx, claimed, now + undecidedPauseMs, waitsForPage)
  }
  const charge = plan === null ? null : await chargeSavedCard(tx, context, record.quote, plan, now)
  // After an outage the customer is notified of an overdue balance only once the card was declined.
  if (charge !== null && steps.includes('overdue')) return waitForPayment(tx, claimed, now)
  const fact = charge === null ? findBalanceFact(steps, booking, payments) : null
  if (fact !== null) await notifyReaders(tx, { fact, operatorIds: [booking.operatorId], tripId }, now)
  await awaitNextStep(tx, booking, record.quote, now)
}

/** Postpones the same steps until the result of a payment can be known. */
function waitForPayment(tx: Writer, claimed: DueTask, now: number): Promise<void> {
  return postponeTask(tx, claimed, now + undecidedPauseMs, 'a payment of the trip is in doubt')
}

/** The plan of a charge to the saved card; null if the customer pays. */
async function readBalanceChargePlan(
  tx: Writer,
  context: WorkerContext,
  { booking, quote }: BookedQuote,
  payments: readonly PaymentRow[],
  now: number,
) {
  return findBalanceChargePlan(context, { booking, quote, operator: await findOperator(tx, booking.operatorId), payments }, now)
}

async function chargeSavedCard(
  tx: Writer,
  context: WorkerContext,
  quote: QuoteRow,
  { method, amount }: Pick<CardPlan, 'method' | 'amount'>,
  now: number,
): Promise<PaymentRow> {
  const charge = { origin: 'clock', kind: 'balance', method, amount, storedResponseId: null } as const
  const begun = await openCharge(tx, context, quote, charge, now)
  await scheduleTask(tx, chargeTask, begun.id, now, now)
  return begun
}

/** The fact to notify if no card is charged: that of the last step to fall due. Null for none, and for an obsolete fact. */
function findBalanceFact(
  steps: readonly BalanceStep[],
  booking: BookingRow,
  payments: readonly PaymentRow[],
): BalanceFact | null {
  const tries = payments.filter(isAutomaticCharge)
  if (steps.includes('overdue')) return 'balance_overdue'
  // The card is charged for the price alone, and never for a later amount.
  if (steps.includes('again') && tries.some(({ status }) => status === 'declined') && computeBalanceDue(booking, payments) > 0)
    return 'balance_declined'
  if (steps.includes('due') || steps.includes('charge')) return tries.length > 0 ? null : 'balance_due'
  return steps.includes('due_soon') ? 'balance_reminder' : null
}
