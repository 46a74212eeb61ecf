import { isPaged, isPageOpen, isWaitingForProvider } from '../../domain/card-page.ts'
import { hasPaid } from '../../domain/payment.ts'
import { lockQuote } from '../../domain/quote.ts'
import { computeTransferLockEnd } from '../../domain/quote-times.ts'
import { Refusal } from '../../domain/refusal.ts'
import { computePatienceLeft, runCountingWait } from '../../storage/patience.ts'
import {
  findOpenPayments,
  findPayment,
  findPaymentOfResponse,
  insertPayment,
  isChargedBeside,
  type PaymentRow,
} from '../../storage/queries/payments.ts'
import type { QuoteRow } from '../../storage/queries/quotes.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { confirmBooking } from '../bookings/confirm-booking.ts'
import { chargeWithProvider, isBeingCharged, isUndecided, resumeAfterMs } from '../cards/charges.ts'
import { PageInTheWay } from '../cards/open-pages.ts'
import type { AppContext, WorkerContext } from '../context.ts'
import { type IdempotentRequest, type Steps, transactOnce } from '../idempotency.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { CoachBeingPaid, lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { retryUntil } from '../server/try-again.ts'
import { recordQuote } from '../transitions/quote-moves.ts'
import { scheduleNextDeadline } from '../transitions/trip-deadlines.ts'
import { cancelUnseenPage, expirePage } from './card-page-ends.ts'
import { settleChargeOutcome } from './charge-outcomes.ts'
import { settleCardPayment } from './follow-payments.ts'
import { openCardPage } from './open-card-page.ts'
import { findPayableUntil, notPaid, paymentInDoubt } from './unpaid.ts'

/**
 * A payment to make. `open` decides; `show`, at most once and in the last transaction, finds the thing paid for and may notify
 * people.
 */
export type Purchase<Thing> = {
  readonly tripId: number
  open(
    tx: Writer,
    now: number,
    storedResponseId: string | null,
  ): Promise<{ readonly payment: PaymentRow } | { readonly thing: Thing }>
  show(tx: Writer): Promise<Thing>
}

/**
 * Takes money by card in two transactions, for the decision and for its result, with the charge or the opening of a page
 * between them. A crash leaves either nothing, or a payment whose key gets the same answer from the provider on the next try. A
 * page whose address no customer has is released. Refuses `deposit_charge_failed`, `unavailable` (the customer's own payment is
 * in doubt), and as `open` does; throws the provider's fault if the call itself was wrong.
 */
export function takePayment<Thing>(
  context: WorkerContext,
  { storedResponseId, complete }: Steps<Thing>,
  purchase: Purchase<Thing>,
): Promise<Thing> {
  const paying = lockTripAfter(context, purchase.tripId, isResultNeeded, async (begin) => {
    const earlier =
      storedResponseId === null ? null : await context.storage.read((db) => findPaymentOfResponse(db, storedResponseId))
    if (earlier !== null) {
      if (!hasPaid(earlier)) throw notPaid(earlier, await context.storage.read((db) => findPayableUntil(db, earlier)))
      return context.storage.transact(async (tx) => complete(tx, await purchase.show(tx)))
    }
    const opened = await context.storage.transact(async (tx) => {
      await begin(tx)
      const decided = await purchase.open(tx, context.clock(), storedResponseId)
      return 'thing' in decided ? { thing: await complete(tx, decided.thing) } : decided
    })
    if ('thing' in opened) return opened.thing
    if (isPaged(opened.payment)) {
      return openCardPage(context, opened.payment, async (tx) => complete(tx, await purchase.show(tx)))
    }
    const finding = await chargeWithProvider(context, opened.payment)
    const done = await context.storage.transact(async (tx) => {
      const payment = await settleChargeOutcome(tx, context, opened.payment, finding, context.clock())
      if (hasPaid(payment)) return { thing: await complete(tx, await purchase.show(tx)) }
      return { payment, until: await findPayableUntil(tx, payment) }
    })
    if ('thing' in done) return done.thing
    if (finding.rejection !== undefined) throw finding.rejection
    throw finding.isSilent ? paymentInDoubt() : notPaid(done.payment, done.until)
  })
  return paying.catch((fault) => {
    if (fault instanceof Refusal && fault.code === 'unavailable') resumeChargesLater(context, purchase.tripId)
    throw fault
  })
}

/**
 * Resumes charges that this node began and could not record, once storage is available. Other nodes leave them alone while this
 * one lives. With the trip locked this node charges nothing for it.
 */
function resumeChargesLater(context: WorkerContext, tripId: number): void {
  const isLeft = (payment: PaymentRow) => isWaitingForProvider(payment) && payment.bootId === context.bootId
  const resume = async () => {
    const open = await context.storage.read((db) => findOpenPayments(db, tripId))
    for (const { id } of open.filter(isLeft)) await settleCardPayment(context, id)
  }
  retryUntil(context, context.clock() + resumeAfterMs, () => context.tripLocks.take(tripId, resume))
}

/** Signals that another node has begun to charge for the trip. */
class ChargedElsewhere extends Error {}

/** The wait for a node that charges or opens a page, and the time between two checks (ms). */
const chargedElsewhere = { waitsMs: 15_000, askedEveryMs: 15 }

/**
 * Runs `work` alone among the decisions about the trip, after it has checked some of its payments. A payment without an answer
 * does not change, and never makes `work` fail. Within one process a lock excludes others; between nodes the payment in
 * progress does. `work` begins each deciding transaction with `begin`. Refuses `unavailable` if others charge for too long.
 */
function lockTripAfter<T>(
  context: WorkerContext,
  tripId: number,
  isAsked: (payment: PaymentRow) => boolean,
  work: (begin: (tx: Writer) => Promise<void>) => Promise<T>,
): Promise<T> {
  return context.tripLocks.take(tripId, async () => {
    const deadline = performance.now() + computePatienceLeft(chargedElsewhere.waitsMs)
    for (;;) {
      const open = await openHere(context, tripId, deadline)
      // With the trip locked this process opens no page. An open one remains from a time when storage was unavailable.
      for (const { id, status, bootId } of open)
        if (status === 'opening' && bootId === context.bootId) await cancelUnseenPage(context, id)
      await settleUndecidedPayments(context, open.filter(isAsked))
      const known = new Set(open.map(({ id }) => id))
      const begin = async (tx: Writer) => {
        await lockTripWithRivals(tx, tripId)
        if (await isChargedBeside(tx, tripId, known)) throw new ChargedElsewhere()
      }
      try {
        return await work(begin)
      } catch (fault) {
        if (fault instanceof CoachBeingPaid) await chargeToEnd(context, fault.paymentId)
        else if (fault instanceof PageInTheWay) await expirePage(context, fault.paymentId)
        else if (!(fault instanceof ChargedElsewhere)) throw fault
      }
    }
  })
}

/** The open payments of a trip, once no other node is charging or opening a page. */
async function openHere(context: WorkerContext, tripId: number, deadline: number): Promise<PaymentRow[]> {
  for (;;) {
    const open = await context.storage.read((db) => findOpenPayments(db, tripId))
    const charge = open.find((one) => isWaitingForProvider(one) && one.bootId !== context.bootId)
    if (charge === undefined || !(await isBeingCharged(context, charge))) return open
    if (performance.now() > deadline) throw paymentInDoubt()
    await runCountingWait(() => Bun.sleep(chargedElsewhere.askedEveryMs))
  }
}

/**
 * Waits until a charge has ended, or its boot has dropped it and its result is known. Refuses `unavailable` if that takes too
 * long.
 */
async function chargeToEnd(context: WorkerContext, paymentId: number): Promise<void> {
  const deadline = performance.now() + computePatienceLeft(chargedElsewhere.waitsMs)
  for (;;) {
    const charge = await context.storage.read((db) => findPayment(db, paymentId))
    if (charge?.status !== 'charging') return
    if (!(await isBeingCharged(context, charge))) return settleCardPayment(context, paymentId)
    if (performance.now() > deadline) throw paymentInDoubt()
    await runCountingWait(() => Bun.sleep(chargedElsewhere.askedEveryMs))
  }
}

/** Whether a caller who will pay now needs the result of this payment first. */
function isResultNeeded(payment: PaymentRow): boolean {
  return isUndecided(payment) || isPageOpen(payment) || payment.status === 'opening'
}

async function settleUndecidedPayments(context: WorkerContext, payments: readonly PaymentRow[]): Promise<void> {
  for (const { id, tripId } of payments) {
    await settleCardPayment(context, id).catch((fault) =>
      context.log.error({ payment: id, trip: tripId, err: fault }, 'could not record the outcome of a payment'),
    )
  }
}

/** Does `work` once (see `transactOnce`) with the trip locked, after it has checked charges of a dead process. */
export function transactWithTripLock<Thing>(
  app: AppContext,
  idempotent: IdempotentRequest<Thing>,
  tripId: number,
  work: (tx: Writer, now: number) => Promise<Thing>,
): Promise<Thing> {
  return lockTripAfter(app, tripId, isWaitingForProvider, (begin) => decideOnce(app, idempotent, begin, work))
}

/**
 * Does the work of `transactWithTripLock` for a caller who will pay now. A payment in doubt or open on a page is checked again
 * if it is `worthAsking`.
 */
export function transactOncePaid<Thing>(
  app: AppContext,
  idempotent: IdempotentRequest<Thing>,
  tripId: number,
  work: (tx: Writer, now: number) => Promise<Thing>,
  worthAsking: (payment: PaymentRow) => boolean = () => true,
): Promise<Thing> {
  const isAsked = (payment: PaymentRow) => isResultNeeded(payment) && worthAsking(payment)
  return lockTripAfter(app, tripId, isAsked, (begin) => decideOnce(app, idempotent, begin, work))
}

function decideOnce<Thing>(
  app: AppContext,
  idempotent: IdempotentRequest<Thing>,
  begin: (tx: Writer) => Promise<void>,
  work: (tx: Writer, now: number) => Promise<Thing>,
): Promise<Thing> {
  return transactOnce(app, idempotent, async (tx) => {
    await begin(tx)
    return work(tx, app.clock())
  })
}

/**
 * Checks that no earlier payment is undecided, so that nothing is charged twice. Refuses `unavailable`: the customer waits or
 * withdraws the request.
 */
export async function requireDecidedPayments(db: Reader, tripId: number): Promise<void> {
  if ((await findUndecided(db, tripId)) !== null) throw paymentInDoubt()
}

/** A charge of a trip with an unknown result, or null. */
export async function findUndecided(db: Reader, tripId: number): Promise<PaymentRow | null> {
  return (await findOpenPayments(db, tripId)).find(isUndecided) ?? null
}

/** Locks a quote for a customer who will pay by transfer. */
export async function awaitTransfer(
  tx: Writer,
  context: WorkerContext,
  trip: TripRow,
  quote: QuoteRow,
  origin: 'confirm' | 'book',
  now: number,
): Promise<void> {
  await recordQuote(tx, quote, lockQuote(quote, computeTransferLockEnd(quote, now, trip.departsAt)), now)
  const awaited = await insertPayment(tx, {
    tripId: quote.tripId,
    quoteId: quote.id,
    operatorId: quote.operatorId,
    kind: 'deposit',
    origin,
    means: 'bank_transfer',
    provider: context.payments.name,
    providerKey: `transfer-${Bun.randomUUIDv7()}`,
    amount: quote.depositAmount,
    currencyCode: quote.currencyCode,
    status: 'awaiting_transfer',
    createdAt: now,
    updatedAt: now,
  })
  const about = { operatorIds: [quote.operatorId], tripId: trip.id, subjectId: awaited.id }
  await notifyReaders(tx, { fact: 'transfer_awaited', ...about }, now)
  await scheduleNextDeadline(tx, trip, now)
}

/** Books a quote without a deposit as soon as both sides have agreed. */
export async function bookUnpaid(tx: Writer, context: WorkerContext, trip: TripRow, quote: QuoteRow, now: number): Promise<void> {
  await confirmBooking(tx, context, trip, quote, now)
  await scheduleNextDeadline(tx, { ...trip, status: 'booked' }, now)
}

/** The `no_payment_due` refusal, with the state of the trip. */
export function noPaymentDue(trip: TripRow): Refusal {
  return new Refusal('no_payment_due', 'No payment is due for this trip.', { currentStatus: trip.status })
}
