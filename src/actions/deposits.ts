import { type ChargeOutcome, cardLockMs } from '../domain/payment.ts'
import { isLocked, lock, transferUntil } from '../domain/quote.ts'
import { Refusal } from '../domain/refusal.ts'
import type { CardPayments } from '../gateways/payments/payments.ts'
import {
  findPayment,
  findPaymentOfAnswer,
  insertPayment,
  openPayments,
  type PaymentRow,
  savePayment,
} from '../storage/queries/payments.ts'
import { findQuote, findRequest, type QuoteRow, saveRequest } from '../storage/queries/quotes.ts'
import { schedule, unschedule } from '../storage/queries/scheduler.ts'
import { findTrip, type TripRow } from '../storage/queries/trips.ts'
import type { Writer } from '../storage/storage.ts'
import type { House, Works } from './house.ts'
import { type Answer, type Asked, type Keep, performOnce, type Told } from './once.ts'
import { recordQuote, stopPaying } from './quote-moves.ts'
import { setAlarm } from './trip-clock.ts'
import { win } from './wins.ts'

/** The scheduler's name for a charge whose end nobody has written down yet. */
export const chargeWork = 'charge'

/** A charge nobody came back from is taken up again this much later; a restart does so at once. */
const resumeAfterMs = 60_000

/** A deposit somebody wants paid: `open` decides in a transaction, `answer` tells what the caller sees when the money is there. */
export type Deposit = {
  readonly tripId: number
  open(tx: Writer, now: number, onceId: string | null): Promise<{ readonly payment: PaymentRow } | { readonly answer: Answer }>
  answer(tx: Writer, now: number): Promise<Answer>
}

/**
 * Takes a deposit: what is decided and what came of it are two transactions with the charge between them. Dying at any
 * point leaves either nothing, or a charging payment whose key makes the provider answer for the first try again.
 * Refuses `deposit_charge_failed` and whatever `open` refuses.
 */
export function payDeposit(works: Works, keep: Keep, onceId: string | null, deposit: Deposit): Promise<Told> {
  return alone(works, deposit.tripId, async () => {
    const earlier = onceId === null ? null : await works.storage.read((db) => findPaymentOfAnswer(db, onceId))
    if (earlier !== null) return conclude(works, keep, deposit, earlier)
    const opened = await works.storage.transact(async (tx) => {
      const decided = await deposit.open(tx, works.clock(), onceId)
      return 'answer' in decided ? { told: await keep(tx, decided.answer) } : decided
    })
    if ('told' in opened) return opened.told
    const { outcome, ref } = await askProvider(works, opened.payment)
    const paid = await works.storage.transact(async (tx) => {
      await settle(tx, opened.payment.id, outcome, ref, works.clock())
      return outcome === 'succeeded' ? keep(tx, await deposit.answer(tx, works.clock())) : null
    })
    if (paid === null) throw chargeFailed(opened.payment, outcome)
    return paid
  })
}

/** Nothing else decides about the trip while `work` runs, and what a dead process left of its charges is settled first. */
export function alone<T>(works: Works, tripId: number, work: () => Promise<T>): Promise<T> {
  return works.turns.take(tripId, async () => {
    const left = await works.storage.read((db) => openPayments(db, tripId))
    for (const payment of left) if (payment.status === 'charging') await resumeCharge(works, payment.id)
    return work()
  })
}

/** Does `work` once (see `performOnce`) while nothing else decides about the trip. */
export function performAlone(house: House, asked: Asked, tripId: number, work: (tx: Writer) => Promise<Answer>): Promise<Told> {
  return alone(house, tripId, () => performOnce(house, asked, work))
}

/** Finds out what became of a charge and writes it down; harmless when somebody already has. */
export async function resumeCharge(works: Works, paymentId: number): Promise<void> {
  const payment = await works.storage.read((db) => findPayment(db, paymentId))
  if (payment?.status !== 'charging') return
  const { outcome, ref } = await askProvider(works, payment)
  await works.storage.transact((tx) => settle(tx, payment.id, outcome, ref, works.clock()))
}

async function askProvider(works: Works, { providerKey, method, amount, currencyCode }: PaymentRow) {
  try {
    return await cardsOf(works).charge({ key: providerKey, method: method ?? '', amount, currencyCode })
  } catch (fault) {
    works.log.error({ err: fault }, 'the payment provider did not answer')
    throw new Refusal('unavailable', 'The payment provider does not answer; ask again in a moment.', {}, 5)
  }
}

function cardsOf(works: Works): CardPayments {
  if (works.payments.kind !== 'cards') throw new Error('a card charge was left behind, but this server takes no cards')
  return works.payments
}

async function conclude(works: Works, keep: Keep, deposit: Deposit, earlier: PaymentRow): Promise<Told> {
  if (earlier.status !== 'succeeded') throw chargeFailed(earlier, outcomeOf(earlier))
  return works.storage.transact(async (tx) => keep(tx, await deposit.answer(tx, works.clock())))
}

function outcomeOf({ status }: PaymentRow): ChargeOutcome {
  return status === 'succeeded' || status === 'requires_action' ? status : 'declined'
}

function chargeFailed({ origin }: PaymentRow, outcome: ChargeOutcome): Refusal {
  const why = outcome === 'requires_action' ? 'The card needs the customer to authenticate.' : 'The card was declined.'
  return new Refusal('deposit_charge_failed', `${why} Nothing is booked.`, {
    payment_status: outcome,
    current_status: origin === 'confirm' ? 'requested' : 'confirmed',
  })
}

/** Opens a card charge for a quote's deposit. */
export async function beginCharge(
  tx: Writer,
  works: Works,
  quote: QuoteRow,
  charge: { readonly origin: 'confirm' | 'book'; readonly method: string; readonly onceId: string | null },
  now: number,
): Promise<PaymentRow> {
  const payment = await insertPayment(tx, {
    tripId: quote.tripId,
    quoteId: quote.id,
    kind: 'deposit',
    ...charge,
    provider: works.payments.name,
    providerKey: `deposit-${Bun.randomUUIDv7()}`,
    amount: quote.depositAmount,
    currencyCode: quote.currencyCode,
    status: 'charging',
    bootId: works.bootId,
    createdAt: now,
    updatedAt: now,
  })
  await schedule(tx, chargeWork, payment.id, now + resumeAfterMs, now)
  return payment
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

/** Writes down what came of a charge, once: a won trip, a request whose card failed, or a quote still held for the payer. */
async function settle(tx: Writer, paymentId: number, outcome: ChargeOutcome, ref: string, now: number): Promise<void> {
  const payment = await findPayment(tx, paymentId)
  if (payment?.status !== 'charging') return
  const settled = await savePayment(tx, payment, { ...payment, status: outcome, providerRef: ref, updatedAt: now })
  await unschedule(tx, chargeWork, payment.id)
  const trip = await mustFind(findTrip(tx, payment.tripId))
  const quote = await mustFind(findQuote(tx, payment.quoteId))
  if (outcome === 'succeeded') await win(tx, trip, quote, now)
  else if (payment.origin === 'confirm') await noteFailedCard(tx, quote, outcome, now)
  else await holdOrFree(tx, quote, settled, now)
  await setAlarm(tx, await mustFind(findTrip(tx, payment.tripId)), now)
}

/** The request stays open; the customer is asked for another card. */
async function noteFailedCard(
  tx: Writer,
  quote: QuoteRow,
  outcome: Exclude<ChargeOutcome, 'succeeded'>,
  now: number,
): Promise<void> {
  const request = quote.requestId === null ? null : await findRequest(tx, quote.requestId)
  if (request !== null) await saveRequest(tx, request, { ...request, paymentStatus: outcome })
  await recordQuote(tx, quote, quote, now)
}

/** A card that needs authentication holds the quote for a while; a declined one lets go, unless another is still held. */
async function holdOrFree(tx: Writer, quote: QuoteRow, payment: PaymentRow, now: number): Promise<void> {
  if (payment.status === 'requires_action') {
    await recordQuote(tx, quote, lock(quote, Math.min(now + cardLockMs, quote.validUntil)), now)
    return
  }
  const others = (await openPayments(tx, quote.tripId)).filter(({ quoteId }) => quoteId === quote.id)
  if (others.length === 0 && isLocked(quote)) await stopPaying(tx, quote, null, 'withdrawn', now)
}

/** `no_payment_due`, with where the trip stands. */
export function noPaymentDue(trip: TripRow): Refusal {
  return new Refusal('no_payment_due', 'No payment is awaited for this trip.', { current_status: trip.status })
}

/** The money of a transfer has come: the trip is won. Refuses `no_payment_due`. */
export async function receiveTransfer(tx: Writer, trip: TripRow, now: number): Promise<void> {
  const waiting = (await openPayments(tx, trip.id)).find(({ status }) => status === 'awaiting_transfer')
  if (waiting === undefined) throw noPaymentDue(trip)
  await savePayment(tx, waiting, { ...waiting, status: 'succeeded', updatedAt: now })
  await win(tx, trip, await mustFind(findQuote(tx, waiting.quoteId)), now)
  await setAlarm(tx, await mustFind(findTrip(tx, trip.id)), now)
}

async function mustFind<T>(found: Promise<T | null>): Promise<T> {
  const row = await found
  if (row === null) throw new Error('a payment points at a row that is gone')
  return row
}
