import type { PaymentStatus } from '../domain/payment.ts'
import { lock, transferUntil } from '../domain/quote.ts'
import { Refusal } from '../domain/refusal.ts'
import { findPaymentOfAnswer, insertPayment, openPayments, type PaymentRow, savePayment } from '../storage/queries/payments.ts'
import { findQuote, type QuoteRow } from '../storage/queries/quotes.ts'
import { unschedule } from '../storage/queries/scheduler.ts'
import type { TripRow } from '../storage/queries/trips.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { askProvider, chargeWork, isUnsettled, resumeCharge, settle } from './charges.ts'
import type { House, Works } from './house.ts'
import { type Answer, type Asked, type Keep, performOnce, type Told } from './once.ts'
import { recordQuote } from './quote-moves.ts'
import { setAlarm } from './trip-clock.ts'
import { win } from './wins.ts'

/** A customer whose payment is in doubt is asked to come back after this many seconds. */
const askAgainSeconds = 5

/** A deposit somebody wants paid: `open` decides in a transaction, `answer` tells what the caller sees when the money is there. */
export type Deposit = {
  readonly tripId: number
  open(tx: Writer, now: number, onceId: string | null): Promise<{ readonly payment: PaymentRow } | { readonly answer: Answer }>
  answer(tx: Writer, now: number): Promise<Answer>
}

/**
 * Takes a deposit: what is decided and what came of it are two transactions with the charge between them. Dying at any
 * point leaves either nothing, or a charging payment whose key makes the provider answer for the first try again.
 * Refuses `deposit_charge_failed`, `unavailable` (booking, while the payment is in doubt) and whatever `open` refuses.
 */
export function payDeposit(works: Works, keep: Keep, onceId: string | null, deposit: Deposit): Promise<Told> {
  return aloneOncePaid(works, deposit.tripId, async () => {
    const earlier = onceId === null ? null : await works.storage.read((db) => findPaymentOfAnswer(db, onceId))
    if (earlier !== null) return conclude(works, keep, deposit, earlier)
    const opened = await works.storage.transact(async (tx) => {
      const decided = await deposit.open(tx, works.clock(), onceId)
      return 'answer' in decided ? { told: await keep(tx, decided.answer) } : decided
    })
    if ('told' in opened) return opened.told
    const finding = await askProvider(works, opened.payment)
    const done = await works.storage.transact(async (tx) => {
      const payment = await settle(tx, works, opened.payment.id, finding, works.clock())
      return payment.status === 'succeeded' ? { told: await keep(tx, await deposit.answer(tx, works.clock())) } : { payment }
    })
    if ('told' in done) return done.told
    throw notPaid(done.payment)
  })
}

/** Nothing else decides about the trip while `work` runs, and what a dead process left of its charges is asked about first. */
function alone<T>(works: Works, tripId: number, work: () => Promise<T>): Promise<T> {
  return aloneAfter(works, tripId, ({ status }) => status === 'charging', work)
}

/** The same for whoever would pay: whatever is in doubt is asked about once more. */
function aloneOncePaid<T>(works: Works, tripId: number, work: () => Promise<T>): Promise<T> {
  return aloneAfter(works, tripId, isUnsettled, work)
}

/** What cannot be found out stays as it is: it is never a reason for `work` to fail. */
function aloneAfter<T>(
  works: Works,
  tripId: number,
  isAsked: (payment: PaymentRow) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  return works.turns.take(tripId, async () => {
    const left = await works.storage.read((db) => openPayments(db, tripId))
    for (const { id } of left.filter(isAsked)) {
      await resumeCharge(works, id).catch((fault) =>
        works.log.error({ payment: id, trip: tripId, err: fault }, 'what became of a payment could not be written down'),
      )
    }
    return work()
  })
}

/** Does `work` once (see `performOnce`) while nothing else decides about the trip. */
export function performAlone(house: House, asked: Asked, tripId: number, work: (tx: Writer) => Promise<Answer>): Promise<Told> {
  return alone(house, tripId, () => performOnce(house, asked, work))
}

/** The same for whoever would pay. */
export function performOncePaid(
  house: House,
  asked: Asked,
  tripId: number,
  work: (tx: Writer) => Promise<Answer>,
): Promise<Told> {
  return aloneOncePaid(house, tripId, () => performOnce(house, asked, work))
}

async function conclude(works: Works, keep: Keep, deposit: Deposit, earlier: PaymentRow): Promise<Told> {
  if (earlier.status !== 'succeeded') throw notPaid(earlier)
  return works.storage.transact(async (tx) => keep(tx, await deposit.answer(tx, works.clock())))
}

/** Nobody charges a second time for what may have been paid. Refuses `unavailable`: the customer waits or takes it back. */
export async function mustBeSettled(db: Reader, tripId: number): Promise<void> {
  if ((await findUnsettled(db, tripId)) !== null) throw stillInDoubt()
}

/** A charge of a trip of which it is not known what became, or null. */
export async function findUnsettled(db: Reader, tripId: number): Promise<PaymentRow | null> {
  return (await openPayments(db, tripId)).find(isUnsettled) ?? null
}

/** What whoever wanted a deposit hears when it is not paid. */
export function notPaid({ origin, status }: PaymentRow): Refusal {
  const isInDoubt = isUnsettled({ status })
  if (isInDoubt && origin === 'book') return stillInDoubt()
  return new Refusal('deposit_charge_failed', `${whyNotPaid(status)} Nothing is booked.`, {
    payment_status: isInDoubt ? 'in_doubt' : status,
    current_status: origin === 'confirm' ? 'requested' : 'confirmed',
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
  works: Works,
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
    provider: works.payments.name,
    providerKey: `transfer-${Bun.randomUUIDv7()}`,
    amount: quote.depositAmount,
    currencyCode: quote.currencyCode,
    status: 'awaiting_transfer',
    createdAt: now,
    updatedAt: now,
  })
  await setAlarm(tx, trip, now)
}

/** `no_payment_due`, with where the trip stands. */
export function noPaymentDue(trip: TripRow): Refusal {
  return new Refusal('no_payment_due', 'No payment is awaited for this trip.', { current_status: trip.status })
}

/**
 * Somebody has seen the money of a transfer, or of a card payment in doubt: the trip is won, and the provider is asked no
 * more. Refuses `no_payment_due`.
 */
export async function receiveMoney(tx: Writer, trip: TripRow, now: number): Promise<void> {
  const waiting = (await openPayments(tx, trip.id)).find(({ status }) => status === 'awaiting_transfer' || status === 'in_doubt')
  if (waiting === undefined) throw noPaymentDue(trip)
  await savePayment(tx, waiting, { ...waiting, status: 'succeeded', updatedAt: now })
  await unschedule(tx, chargeWork, waiting.id)
  const quote = await findQuote(tx, waiting.quoteId)
  if (quote === null) throw new Error(`payment ${waiting.id} points at a quote that is gone`)
  await win(tx, trip, quote, now)
  await setAlarm(tx, { ...trip, status: 'booked' }, now)
}
