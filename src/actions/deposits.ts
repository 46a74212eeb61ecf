import type { PaymentStatus } from '../domain/payment.ts'
import { lock, transferUntil } from '../domain/quote.ts'
import { Refusal } from '../domain/refusal.ts'
import { findPaymentOfResponse, insertPayment, openPayments, type PaymentRow, savePayment } from '../storage/queries/payments.ts'
import { findQuote, type QuoteRow } from '../storage/queries/quotes.ts'
import { unschedule } from '../storage/queries/scheduler.ts'
import type { TripRow } from '../storage/queries/trips.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { askProvider, chargeTask, isUndecided, recordOutcome, resumeCharge } from './charges.ts'
import { confirmBooking } from './confirm-booking.ts'
import type { AppContext, WorkerContext } from './context.ts'
import { type IdempotentRequest, type Steps, transactOnce } from './idempotency.ts'
import { recordQuote } from './quote-moves.ts'
import { scheduleNextDeadline } from './trip-deadlines.ts'

/** A customer whose payment is in doubt is asked to come back after this many seconds. */
const askAgainSeconds = 5

/** A deposit a caller wants paid: `open` decides in a transaction, `show` finds the thing it was paid for when the money is there. */
export type Deposit<Thing> = {
  readonly tripId: number
  open(
    tx: Writer,
    now: number,
    storedResponseId: string | null,
  ): Promise<{ readonly payment: PaymentRow } | { readonly thing: Thing }>
  show(tx: Writer): Promise<Thing>
}

/**
 * Takes a deposit: what is decided and what came of it are two transactions with the charge between them. Dying at any
 * point leaves either nothing, or a charging payment whose key makes the provider answer for the first try again.
 * Refuses `deposit_charge_failed`, `unavailable` (booking, while the payment is in doubt) and whatever `open` refuses.
 */
export function payDeposit<Thing>(
  context: WorkerContext,
  { storedResponseId, complete }: Steps<Thing>,
  deposit: Deposit<Thing>,
): Promise<Thing> {
  return lockTripAfter(context, deposit.tripId, isUndecided, async () => {
    const earlier =
      storedResponseId === null ? null : await context.storage.read((db) => findPaymentOfResponse(db, storedResponseId))
    if (earlier !== null) {
      if (earlier.status !== 'succeeded') throw notPaid(earlier)
      return context.storage.transact(async (tx) => complete(tx, await deposit.show(tx)))
    }
    const opened = await context.storage.transact(async (tx) => {
      const decided = await deposit.open(tx, context.clock(), storedResponseId)
      return 'thing' in decided ? { thing: await complete(tx, decided.thing) } : decided
    })
    if ('thing' in opened) return opened.thing
    const finding = await askProvider(context, opened.payment)
    const done = await context.storage.transact(async (tx) => {
      const payment = await recordOutcome(tx, context, opened.payment.id, finding, context.clock())
      return payment.status === 'succeeded' ? { thing: await complete(tx, await deposit.show(tx)) } : { payment }
    })
    if ('thing' in done) return done.thing
    throw notPaid(done.payment)
  })
}

/**
 * Nothing else decides about the trip while `work` runs, and what became of some of its payments is asked first. What cannot be found
 * out stays as it is: it is never a reason for `work` to fail.
 */
function lockTripAfter<T>(
  context: WorkerContext,
  tripId: number,
  isAsked: (payment: PaymentRow) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  return context.tripLocks.take(tripId, async () => {
    const left = await context.storage.read((db) => openPayments(db, tripId))
    for (const { id } of left.filter(isAsked)) {
      await resumeCharge(context, id).catch((fault) =>
        context.log.error({ payment: id, trip: tripId, err: fault }, 'what became of a payment could not be written down'),
      )
    }
    return work()
  })
}

/** Does `work` once (see `transactOnce`) with the trip locked; what a dead process left of its charges is asked about first. */
export function transactWithTripLock<Thing>(
  app: AppContext,
  idempotent: IdempotentRequest<Thing>,
  tripId: number,
  work: (tx: Writer, now: number) => Promise<Thing>,
): Promise<Thing> {
  const isLeft = ({ status }: PaymentRow) => status === 'charging'
  return lockTripAfter(app, tripId, isLeft, () => transactOnce(app, idempotent, (tx) => work(tx, app.clock())))
}

/** The same for a caller who would pay: whatever is in doubt is asked about once more. */
export function transactOncePaid<Thing>(
  app: AppContext,
  idempotent: IdempotentRequest<Thing>,
  tripId: number,
  work: (tx: Writer, now: number) => Promise<Thing>,
): Promise<Thing> {
  return lockTripAfter(app, tripId, isUndecided, () => transactOnce(app, idempotent, (tx) => work(tx, app.clock())))
}

/** No card is charged a second time for what may have been paid. Refuses `unavailable`: the customer waits or takes it back. */
export async function mustBeDecided(db: Reader, tripId: number): Promise<void> {
  if ((await findUndecided(db, tripId)) !== null) throw stillInDoubt()
}

/** A charge of a trip of which it is not known what became, or null. */
export async function findUndecided(db: Reader, tripId: number): Promise<PaymentRow | null> {
  return (await openPayments(db, tripId)).find(isUndecided) ?? null
}

/** What a caller hears whose deposit is not paid. */
export function notPaid({ origin, status }: PaymentRow): Refusal {
  const isInDoubt = isUndecided({ status })
  if (isInDoubt && origin === 'book') return stillInDoubt()
  return new Refusal('deposit_charge_failed', `${whyNotPaid(status)} Nothing is booked.`, {
    paymentStatus: isInDoubt ? 'in_doubt' : status,
    currentStatus: origin === 'confirm' ? 'requested' : 'confirmed',
  })
}

function stillInDoubt(): Refusal {
  const words = 'It is not known yet whether the card was charged; ask again in a moment. Nothing is charged twice.'
  return new Refusal('unavailable', words, {}, askAgainSeconds)
}

function whyNotPaid(status: PaymentStatus): string {
  if (status === 'requires_action') return 'The card needs the customer to authenticate.'
  if (status === 'declined') return 'The card was declined.'
  return status === 'released' ? 'The payment was given up.' : 'It is not known yet whether the card was charged.'
}

/** The customer will send the money, and the quote is held for them meanwhile. */
export async function awaitTransfer(
  tx: Writer,
  context: WorkerContext,
  trip: TripRow,
  quote: QuoteRow,
  origin: 'confirm' | 'book',
  now: number,
): Promise<void> {
  await recordQuote(tx, quote, lock(quote, transferUntil(quote, now, trip.departsAt)), now)
  await insertPayment(tx, {
    tripId: quote.tripId,
    quoteId: quote.id,
    kind: 'deposit',
    origin,
    provider: context.payments.name,
    providerKey: `transfer-${Bun.randomUUIDv7()}`,
    amount: quote.depositAmount,
    currencyCode: quote.currencyCode,
    status: 'awaiting_transfer',
    createdAt: now,
    updatedAt: now,
  })
  await scheduleNextDeadline(tx, trip, now)
}

/** `no_payment_due`, with where the trip stands. */
export function noPaymentDue(trip: TripRow): Refusal {
  return new Refusal('no_payment_due', 'No payment is awaited for this trip.', { currentStatus: trip.status })
}

/**
 * The money of a transfer was seen, or of a card payment in doubt: the trip is won, and the provider is asked no
 * more. Refuses `no_payment_due`.
 */
export async function receiveMoney(tx: Writer, context: WorkerContext, trip: TripRow, now: number): Promise<void> {
  const waiting = (await openPayments(tx, trip.id)).find(({ status }) => status === 'awaiting_transfer' || status === 'in_doubt')
  if (waiting === undefined) throw noPaymentDue(trip)
  await savePayment(tx, waiting, { status: 'succeeded', updatedAt: now })
  await unschedule(tx, chargeTask, waiting.id)
  const quote = await findQuote(tx, waiting.quoteId)
  if (quote === null) throw new Error(`payment ${waiting.id} points at a quote that is gone`)
  await confirmBooking(tx, context, trip, quote, now)
  await scheduleNextDeadline(tx, { ...trip, status: 'booked' }, now)
}
