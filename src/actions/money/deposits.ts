import { isPaged, isPageOpen, isWithProvider } from '../../domain/card-page.ts'
import { hasPaid } from '../../domain/payment.ts'
import { lock } from '../../domain/quote.ts'
import { transferUntil } from '../../domain/quote-times.ts'
import { Refusal } from '../../domain/refusal.ts'
import { countingWait, patienceLeft } from '../../storage/patience.ts'
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
import { closeUnseen, shutPage } from '../cards/card-page-ends.ts'
import { recordOutcome } from '../cards/charge-outcomes.ts'
import { askProvider, isInHand, isUndecided, resumeAfterMs } from '../cards/charges.ts'
import { followPayment } from '../cards/follow-payments.ts'
import { openCardPage } from '../cards/open-card-page.ts'
import type { AppContext, WorkerContext } from '../context.ts'
import { type IdempotentRequest, type Steps, transactOnce } from '../idempotency.ts'
import { tell } from '../messages/notices.ts'
import { PageInTheWay, recordQuote } from '../quotes/quote-moves.ts'
import { CoachBeingPaid, lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { tryAgain } from '../server/try-again.ts'
import { scheduleNextDeadline } from '../trips/trip-deadlines.ts'
import { notPaid, payableUntilOf, stillInDoubt } from './unpaid.ts'

/** A payment to be made. `open` decides; `show`, at most once and in the last transaction, finds the thing paid for and may tell people. */
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
 * Takes money by card: what is decided and what came of it are two transactions with the charge between them, or the opening of a page on
 * which the customer pays. Dying at any point leaves either nothing, or a charging payment whose key makes the provider answer for the
 * first try again; a page that no one has the address of is given up.
 * Refuses `deposit_charge_failed`, `unavailable` (the customer's own payment, while it is in doubt) and whatever `open` refuses; throws the
 * provider's fault where the call itself was wrong.
 */
export function takePayment<Thing>(
  context: WorkerContext,
  { storedResponseId, complete }: Steps<Thing>,
  purchase: Purchase<Thing>,
): Promise<Thing> {
  const paying = lockTripAfter(context, purchase.tripId, isToBeAsked, async (begin) => {
    const earlier =
      storedResponseId === null ? null : await context.storage.read((db) => findPaymentOfResponse(db, storedResponseId))
    if (earlier !== null) {
      if (!hasPaid(earlier)) throw notPaid(earlier, await context.storage.read((db) => payableUntilOf(db, earlier)))
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
    const finding = await askProvider(context, opened.payment)
    const done = await context.storage.transact(async (tx) => {
      const payment = await recordOutcome(tx, context, opened.payment, finding, context.clock())
      if (hasPaid(payment)) return { thing: await complete(tx, await purchase.show(tx)) }
      return { payment, until: await payableUntilOf(tx, payment) }
    })
    if ('thing' in done) return done.thing
    if (finding.rejection !== undefined) throw finding.rejection
    throw finding.isSilent ? stillInDoubt() : notPaid(done.payment, done.until)
  })
  return paying.catch((fault) => {
    if (fault instanceof Refusal && fault.code === 'unavailable') resumeLater(context, purchase.tripId)
    throw fault
  })
}

/**
 * Asks about what this node began to charge and could not write down, once storage is back. Other nodes wait for that,
 * since this one lives. With the trip locked no one here is charging.
 */
function resumeLater(context: WorkerContext, tripId: number): void {
  const isLeft = (payment: PaymentRow) => isWithProvider(payment) && payment.bootId === context.bootId
  const resume = async () => {
    const open = await context.storage.read((db) => findOpenPayments(db, tripId))
    for (const { id } of open.filter(isLeft)) await followPayment(context, id)
  }
  tryAgain(context, context.clock() + resumeAfterMs, () => context.tripLocks.take(tripId, resume))
}

/** Another node has begun to charge for the trip. */
class ChargedElsewhere extends Error {}

/** Another node that charges or opens a page is waited for so long, and asked for so often (ms). */
const chargedElsewhere = { waitsMs: 15_000, askedEveryMs: 15 }

/**
 * Nothing else decides about the trip while `work` runs, and what became of some of its payments is asked first. What cannot be found
 * out stays as it is: it is never a reason for `work` to fail. Within one process the lock keeps others out; between nodes the payment
 * that is being charged does. `work` begins with `begin` each transaction in which it decides. Refuses `unavailable` when others
 * charge for too long.
 */
function lockTripAfter<T>(
  context: WorkerContext,
  tripId: number,
  isAsked: (payment: PaymentRow) => boolean,
  work: (begin: (tx: Writer) => Promise<void>) => Promise<T>,
): Promise<T> {
  return context.tripLocks.take(tripId, async () => {
    const deadline = performance.now() + patienceLeft(chargedElsewhere.waitsMs)
    for (;;) {
      const open = await openHere(context, tripId, deadline)
      // With the trip locked no one here is opening a page: the storage was away when one was to be written down.
      for (const { id, status, bootId } of open)
        if (status === 'opening' && bootId === context.bootId) await closeUnseen(context, id)
      await askAbout(context, open.filter(isAsked))
      const known = new Set(open.map(({ id }) => id))
      const begin = async (tx: Writer) => {
        await lockTripWithRivals(tx, tripId)
        if (await isChargedBeside(tx, tripId, known)) throw new ChargedElsewhere()
      }
      try {
        return await work(begin)
      } catch (fault) {
        if (fault instanceof CoachBeingPaid) await chargeToEnd(context, fault.paymentId)
        else if (fault instanceof PageInTheWay) await shutPage(context, fault.paymentId)
        else if (!(fault instanceof ChargedElsewhere)) throw fault
      }
    }
  })
}

/** The open payments of a trip, once no other node is charging or opening a page. */
async function openHere(context: WorkerContext, tripId: number, deadline: number): Promise<PaymentRow[]> {
  for (;;) {
    const open = await context.storage.read((db) => findOpenPayments(db, tripId))
    const charge = open.find((one) => isWithProvider(one) && one.bootId !== context.bootId)
    if (charge === undefined || !(await isInHand(context, charge))) return open
    if (performance.now() > deadline) throw stillInDoubt()
    await countingWait(() => Bun.sleep(chargedElsewhere.askedEveryMs))
  }
}

/** A charge is over, or its boot has let go of it and what became of it is asked. Refuses `unavailable` when that takes too long. */
async function chargeToEnd(context: WorkerContext, paymentId: number): Promise<void> {
  const deadline = performance.now() + patienceLeft(chargedElsewhere.waitsMs)
  for (;;) {
    const charge = await context.storage.read((db) => findPayment(db, paymentId))
    if (charge?.status !== 'charging') return
    if (!(await isInHand(context, charge))) return followPayment(context, paymentId)
    if (performance.now() > deadline) throw stillInDoubt()
    await countingWait(() => Bun.sleep(chargedElsewhere.askedEveryMs))
  }
}

/** Whether a caller who would pay wants to know first what became of this payment. */
function isToBeAsked(payment: PaymentRow): boolean {
  return isUndecided(payment) || isPageOpen(payment) || payment.status === 'opening'
}

async function askAbout(context: WorkerContext, payments: readonly PaymentRow[]): Promise<void> {
  for (const { id, tripId } of payments) {
    await followPayment(context, id).catch((fault) =>
      context.log.error({ payment: id, trip: tripId, err: fault }, 'what became of a payment could not be written down'),
    )
  }
}

/** Does `work` once (see `transactOnce`) with the trip locked; what a dead process left of its charges is asked about first. */
export function transactWithTripLock<Thing>(
  app: AppContext,
  idempotent: IdempotentRequest<Thing>,
  tripId: number,
  work: (tx: Writer, now: number) => Promise<Thing>,
): Promise<Thing> {
  return lockTripAfter(app, tripId, isWithProvider, (begin) => decideOnce(app, idempotent, begin, work))
}

/**
 * Does what `transactWithTripLock` does, for a caller who would pay. What is in doubt, or open on a page, is asked
 * about once more if it is `worthAsking`.
 */
export function transactOncePaid<Thing>(
  app: AppContext,
  idempotent: IdempotentRequest<Thing>,
  tripId: number,
  work: (tx: Writer, now: number) => Promise<Thing>,
  worthAsking: (payment: PaymentRow) => boolean = () => true,
): Promise<Thing> {
  const isAsked = (payment: PaymentRow) => isToBeAsked(payment) && worthAsking(payment)
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

/** No card is charged a second time for what may have been paid. Refuses `unavailable`: the customer waits or takes it back. */
export async function mustBeDecided(db: Reader, tripId: number): Promise<void> {
  if ((await findUndecided(db, tripId)) !== null) throw stillInDoubt()
}

/** A charge of a trip of which it is not known what became, or null. */
export async function findUndecided(db: Reader, tripId: number): Promise<PaymentRow | null> {
  return (await findOpenPayments(db, tripId)).find(isUndecided) ?? null
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
  await tell(tx, { fact: 'transfer_awaited', ...about }, now)
  await scheduleNextDeadline(tx, trip, now)
}

/** A quote that asks for no deposit is booked as soon as both sides have agreed. */
export async function bookUnpaid(tx: Writer, context: WorkerContext, trip: TripRow, quote: QuoteRow, now: number): Promise<void> {
  await confirmBooking(tx, context, trip, quote, now)
  await scheduleNextDeadline(tx, { ...trip, status: 'booked' }, now)
}

/** `no_payment_due`, with where the trip stands. */
export function noPaymentDue(trip: TripRow): Refusal {
  return new Refusal('no_payment_due', 'No payment is awaited for this trip.', { currentStatus: trip.status })
}
