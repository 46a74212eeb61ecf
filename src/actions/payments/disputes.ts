import { findDisputeNews, updateDispute } from '../../domain/dispute.ts'
import { dayMs, hourMs } from '../../domain/instant.ts'
import type { CardPayments, ProviderDispute } from '../../gateways/payments/payments.ts'
import { lockTrip } from '../../storage/locks.ts'
import { touchBooking } from '../../storage/queries/booking-changes.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import {
  type DisputeRow,
  findDisputeNamed,
  findOldestOpenDispute,
  insertDispute,
  saveDispute,
} from '../../storage/queries/disputes.ts'
import {
  findPayment,
  listPaymentsByProviderRefs,
  listPaymentsOfTrip,
  type PaymentRow,
  savePayment,
} from '../../storage/queries/payments.ts'
import { findQuote } from '../../storage/queries/quotes.ts'
import { type DueTask, findDueTime, runTasksNowFor, scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import { disputesTask, hasDisputes } from '../cards/cards-task.ts'
import { countAttempts } from '../cards/charges.ts'
import type { WorkerContext } from '../context.ts'
import { followDisputes } from '../money/held-payouts.ts'
import { refundTask } from '../money/late-payments.ts'
import { notifyReaders } from '../outbox/notices.ts'

const askedEveryMs = hourMs

/** Milliseconds that each check overlaps the last one, so that a slow answer loses no dispute. */
const overlapMs = dayMs

/** Disputes without a payment of this server that have been logged. */
const loggedRefs = new Set<string>()

/**
 * Schedules a check for disputes now. A task that is already due keeps its date, because the date decides how far back it
 * reads.
 */
export async function scheduleDisputesNow(tx: Writer, now: number): Promise<void> {
  const dueAt = await findDueTime(tx, disputesTask, 0)
  if (dueAt !== null && dueAt > now) await runTasksNowFor(tx, disputesTask, [0], now)
}

/**
 * Reads disputes from the provider and saves changes. The next check is due an hour after the start of this one, because the
 * provider's list can be outdated when its last page arrives.
 */
export async function compareDisputes(
  context: WorkerContext,
  _subjectId: number,
  { dueAt }: Pick<DueTask, 'dueAt'>,
): Promise<void> {
  const { payments, storage, clock } = context
  const startedAt = clock()
  if (!hasDisputes(payments)) return storage.transact((tx) => unscheduleTask(tx, disputesTask, 0))
  for await (const dispute of payments.disputesSince(await findDisputesStart(context, dueAt)))
    await compareDispute(context, payments, dispute)
  await storage.transact((tx) => scheduleTask(tx, disputesTask, 0, startedAt + askedEveryMs, clock()))
}

/**
 * Start (ms) of the period to check, by the wall clock, which the provider uses. It is a day before the last answer, or the
 * opening of the oldest undecided dispute if that is earlier. Failed work keeps its first due date.
 */
async function findDisputesStart({ storage, clock, wallClock }: WorkerContext, dueAt: number): Promise<number> {
  const oldest = await storage.read(findOldestOpenDispute)
  const since = wallClock() - Math.max(0, clock() - dueAt) - askedEveryMs - overlapMs
  return oldest === null ? since : Math.min(since, oldest)
}

async function compareDispute(context: WorkerContext, provider: CardPayments, said: ProviderDispute): Promise<void> {
  const { storage, clock, log } = context
  const known = await storage.read((db) => findDisputeNamed(db, said.ref))
  if (known !== null && updateDispute(known, said, 0) === known) return
  const payment = known === null ? await findDisputedPayment(context, provider, said) : { id: known.paymentId }
  if (payment !== null) return storage.transact((tx) => saveDisputeReport(tx, payment.id, said, clock()))
  if (loggedRefs.has(said.ref)) return
  loggedRefs.add(said.ref)
  log.error({ dispute: said.ref, charge: said.chargeRef }, 'dispute of a card payment unknown to this server')
}

/** The payment of a disputed charge. Refunds are ignored: they have the name of the charge until they are sent. */
async function findDisputedPayment({ storage }: WorkerContext, { name }: CardPayments, { chargeRef }: ProviderDispute) {
  return storage.read(async (db) => {
    for (const { id, kind } of await listPaymentsByProviderRefs(db, [chargeRef])) {
      const payment = kind === 'refund' ? null : await findPayment(db, id)
      if (payment?.provider === name) return payment
    }
    return null
  })
}

/** Saves a provider's report of a dispute, adjusts the payout and notifies people. */
async function saveDisputeReport(tx: Writer, paymentId: number, said: ProviderDispute, now: number): Promise<void> {
  const payment = await findPayment(tx, paymentId)
  if (payment === null) return
  await lockTrip(tx, payment.tripId)
  const known = await findDisputeNamed(tx, said.ref)
  const dispute =
    known === null
      ? await insertDispute(tx, buildDisputeRow(payment, said, now))
      : await saveDispute(tx, known, updateDispute(known, said, now))
  if (dispute.status === 'won') await refundDisputedAgain(tx, payment, now)
  const record = await findBookingOfTrip(tx, payment.tripId)
  if (record?.booking.quoteId === payment.quoteId) {
    await followDisputes(tx, record.booking, now)
    await touchBooking(tx, record.booking.id, now)
  }
  await notifyOfDispute(tx, payment, known, dispute, now)
}

/** Reschedules refunds that failed because of a dispute, after the operator has won it. */
async function refundDisputedAgain(tx: Writer, { id, tripId }: PaymentRow, now: number): Promise<void> {
  for (const refund of await listPaymentsOfTrip(tx, tripId)) {
    if (refund.refundOf !== id || refund.status !== 'refund_failed' || refund.fault !== 'disputed') continue
    // The provider would repeat its answer under the old key.
    await savePayment(tx, refund, { status: 'refund_due', fault: null, attempt: countAttempts(refund) + 1, updatedAt: now })
    await scheduleTask(tx, refundTask, refund.id, now, now)
  }
}

function buildDisputeRow({ id }: PaymentRow, said: ProviderDispute, now: number) {
  const { ref, status, reason, amount, currencyCode, respondBy, openedAt } = said
  const isOver = findDisputeNews(null, said) === 'dispute_closed'
  const terms = { status, reason, amount, currencyCode, respondBy, openedAt, closedAt: isOver ? now : null }
  return { ...terms, paymentId: id, providerRef: ref, updatedAt: now }
}

async function notifyOfDispute(
  tx: Writer,
  { tripId, quoteId }: PaymentRow,
  known: DisputeRow | null,
  dispute: DisputeRow,
  now: number,
) {
  const fact = findDisputeNews(known, dispute)
  const quote = await findQuote(tx, quoteId)
  if (fact === null || quote === null) return
  await notifyReaders(tx, { fact, operatorIds: [quote.operatorId], tripId, subjectId: dispute.id }, now)
}
