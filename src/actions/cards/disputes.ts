import { hearDispute, newsOfDispute } from '../../domain/dispute.ts'
import { dayMs, hourMs } from '../../domain/instant.ts'
import type { CardPayments, ProviderDispute } from '../../gateways/payments/payments.ts'
import { lockTrip } from '../../storage/locks.ts'
import { touchBooking } from '../../storage/queries/booking-changes.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import {
  type DisputeRow,
  findDisputeNamed,
  insertDispute,
  oldestOpenDispute,
  saveDispute,
} from '../../storage/queries/disputes.ts'
import { findPayment, type PaymentRow, paymentsNamed, paymentsOfTrip, savePayment } from '../../storage/queries/payments.ts'
import { findQuote } from '../../storage/queries/quotes.ts'
import { type DueTask, dueAtOf, runNowFor, schedule, unschedule } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { tell } from '../messages/notices.ts'
import { followDisputes } from '../money/held-payouts.ts'
import { refundTask } from '../money/late-payments.ts'
import { disputesTask, hasDisputes } from './cards-task.ts'
import { attemptOf } from './charges.ts'

const askedEveryMs = hourMs

/** Milliseconds before the last question that are asked about again, lest a slow answer lose a dispute. */
const overlapMs = dayMs

/** Disputes that have been logged because no payment of this server is theirs. */
const loggedRefs = new Set<string>()

/** Asks for disputes now. What is due already stays due since then: from that is reckoned how far back is asked. */
export async function askForDisputesNow(tx: Writer, now: number): Promise<void> {
  const dueAt = await dueAtOf(tx, disputesTask, 0)
  if (dueAt !== null && dueAt > now) await runNowFor(tx, disputesTask, [0], now)
}

/**
 * Asks the provider for disputes and saves changes. The next question is due an hour after the start of this one, because the
 * provider's list can already be outdated when its last page arrives.
 */
export async function askForDisputes(
  context: WorkerContext,
  _subjectId: number,
  { dueAt }: Pick<DueTask, 'dueAt'>,
): Promise<void> {
  const { payments, storage, clock } = context
  const startedAt = clock()
  if (!hasDisputes(payments)) return storage.transact((tx) => unschedule(tx, disputesTask, 0))
  for await (const said of payments.disputesSince(await askedSince(context, dueAt))) await hear(context, payments, said)
  await storage.transact((tx) => schedule(tx, disputesTask, 0, startedAt + askedEveryMs, clock()))
}

/**
 * Instant (ms) back to which is asked, by the wall clock, which is the provider's. It is a day before the last answer,
 * or the opening of the oldest undecided dispute where that is earlier. Work that failed stays due since it first was.
 */
async function askedSince({ storage, clock, wallClock }: WorkerContext, dueAt: number): Promise<number> {
  const oldest = await storage.read(oldestOpenDispute)
  const since = wallClock() - Math.max(0, clock() - dueAt) - askedEveryMs - overlapMs
  return oldest === null ? since : Math.min(since, oldest)
}

async function hear(context: WorkerContext, provider: CardPayments, said: ProviderDispute): Promise<void> {
  const { storage, clock, log } = context
  const known = await storage.read((db) => findDisputeNamed(db, said.ref))
  if (known !== null && hearDispute(known, said, 0) === known) return
  const payment = known === null ? await paymentOf(context, provider, said) : { id: known.paymentId }
  if (payment !== null) return storage.transact((tx) => recordDispute(tx, payment.id, said, clock()))
  if (loggedRefs.has(said.ref)) return
  loggedRefs.add(said.ref)
  log.error({ dispute: said.ref, charge: said.chargeRef }, 'a bank takes back a card payment that is none of this server’s')
}

/**
 * The payment that was made by the charge a dispute is about. A refund is passed over: it carries the name of its
 * charge until it is sent.
 */
async function paymentOf({ storage }: WorkerContext, { name }: CardPayments, { chargeRef }: ProviderDispute) {
  return storage.read(async (db) => {
    for (const { id, kind } of await paymentsNamed(db, [chargeRef])) {
      const payment = kind === 'refund' ? null : await findPayment(db, id)
      if (payment?.provider === name) return payment
    }
    return null
  })
}

/** Writes down what a provider says of a dispute: the payout follows, the booking shows it, and people are told. */
async function recordDispute(tx: Writer, paymentId: number, said: ProviderDispute, now: number): Promise<void> {
  const payment = await findPayment(tx, paymentId)
  if (payment === null) return
  await lockTrip(tx, payment.tripId)
  const known = await findDisputeNamed(tx, said.ref)
  const dispute =
    known === null
      ? await insertDispute(tx, opened(payment, said, now))
      : await saveDispute(tx, known, hearDispute(known, said, now))
  if (dispute.status === 'won') await oweAgain(tx, payment, now)
  const record = await bookingOfTrip(tx, payment.tripId)
  if (record?.booking.quoteId === payment.quoteId) {
    await followDisputes(tx, record.booking, now)
    await touchBooking(tx, record.booking.id, now)
  }
  await tellOf(tx, payment, known, dispute, now)
}

/** Owes refunds again that could not be sent while the bank was taking the money, now that the money is ours. */
async function oweAgain(tx: Writer, { id, tripId }: PaymentRow, now: number): Promise<void> {
  for (const refund of await paymentsOfTrip(tx, tripId)) {
    if (refund.refundOf !== id || refund.status !== 'refund_failed' || refund.fault !== 'disputed') continue
    // Under its old key the provider would say the same again.
    await savePayment(tx, refund, { status: 'refund_due', fault: null, attempt: attemptOf(refund) + 1, updatedAt: now })
    await schedule(tx, refundTask, refund.id, now, now)
  }
}

function opened({ id }: PaymentRow, said: ProviderDispute, now: number) {
  const { ref, status, reason, amount, currencyCode, respondBy, openedAt } = said
  const isOver = newsOfDispute(null, said) === 'dispute_closed'
  const terms = { status, reason, amount, currencyCode, respondBy, openedAt, closedAt: isOver ? now : null }
  return { ...terms, paymentId: id, providerRef: ref, updatedAt: now }
}

async function tellOf(tx: Writer, { tripId, quoteId }: PaymentRow, known: DisputeRow | null, dispute: DisputeRow, now: number) {
  const fact = newsOfDispute(known, dispute)
  const quote = await findQuote(tx, quoteId)
  if (fact === null || quote === null) return
  await tell(tx, { fact, operatorIds: [quote.operatorId], tripId, subjectId: dispute.id }, now)
}
