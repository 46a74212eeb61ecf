import { keptFault } from '../domain/card-fault.ts'
import { isWithProvider } from '../domain/card-page.ts'
import { minuteMs } from '../domain/instant.ts'
import {
  type ChargeFinding,
  inDoubt,
  isCustomerPresent,
  type PaymentOrigin,
  type PaymentStatus,
  readChargeAnswer,
  readSilence,
} from '../domain/payment.ts'
import { type CardPayments, type Charge, type ChargeAnswer, ProviderFault } from '../gateways/payments/payments.ts'
import { findPayer } from '../storage/queries/payers.ts'
import { findPayment, insertPayment, type PaymentRow, savePayment } from '../storage/queries/payments.ts'
import type { QuoteRow } from '../storage/queries/quotes.ts'
import { schedule } from '../storage/queries/scheduler.ts'
import { findTrip, type TripRow } from '../storage/queries/trips.ts'
import type { Writer } from '../storage/storage.ts'
import type { WorkerContext } from './context.ts'
import { mustHaveNoPage } from './quote-moves.ts'
import { mustBeCompared } from './restored.ts'
import { mustKnowMoney } from './unknown-payments.ts'

/** The scheduler's name for a charge of which no one has written down yet what became of it. */
export const chargeTask = 'charge'

/** A charge no one came back from is taken up again this much later; a restart does so at once. */
export const resumeAfterMs = minuteMs

/** A provider that says nothing for so long leaves a charge in doubt; shorter than a caller waits for an answer. */
const patienceMs = 10_000

/** True while it is not known whether a charge took the money. */
export function isUndecided({ status }: { readonly status: PaymentStatus }): boolean {
  return status === 'charging' || status === 'in_doubt'
}

/**
 * Whether the boot that began a charge, or to open a page, is asking the provider right now: of two who ask at once one may be refused.
 * What no one came back from for a minute is anybody's.
 */
export async function isInHand(
  { clock, isDead }: WorkerContext,
  charge: Pick<PaymentRow, 'status' | 'bootId' | 'createdAt'>,
): Promise<boolean> {
  if (!isWithProvider(charge) || charge.bootId === null) return false
  return clock() < charge.createdAt + resumeAfterMs && !(await isDead(charge.bootId))
}

/** A card to be charged, and for what: a quote's deposit unless it says otherwise. */
type CardCharge = {
  readonly origin: PaymentOrigin
  readonly method: string
  readonly storedResponseId: string | null
  readonly kind?: 'deposit' | 'balance' | 'extra'
  readonly amount?: number
}

/**
 * Opens a card charge for a quote. Refuses `unavailable` on a node that the others think dead, and where the provider may hold money for the
 * trip already. Throws `PageInTheWay` while the customer is paying on a page.
 */
export async function beginCharge(
  tx: Writer,
  context: WorkerContext,
  quote: QuoteRow,
  charge: CardCharge,
  now: number,
): Promise<PaymentRow> {
  await context.membership.mustBeAlive(tx)
  await mustHaveNoPage(tx, quote.tripId)
  await mustKnowMoney(tx, context, quote.tripId)
  const payment = await insertPayment(tx, {
    tripId: quote.tripId,
    quoteId: quote.id,
    operatorId: quote.operatorId,
    kind: 'deposit',
    means: 'card',
    provider: context.payments.name,
    providerKey: `${charge.kind ?? 'deposit'}-${Bun.randomUUIDv7()}`,
    amount: quote.depositAmount,
    ...charge,
    currencyCode: quote.currencyCode,
    status: 'charging',
    bootId: context.bootId,
    createdAt: now,
    updatedAt: now,
  })
  await schedule(tx, chargeTask, payment.id, now + resumeAfterMs, now)
  return payment
}

/**
 * Asks what became of a charge, always under the key it began with; one that has been given up is seen to take nothing more, and is never
 * made. It never throws: whatever is not an answer, comes too late or cannot be had from the provider of this server leaves the
 * charge in doubt.
 */
export async function askProvider(context: WorkerContext, payment: PaymentRow): Promise<ChargeFinding> {
  const { id, tripId, provider } = payment
  try {
    const payments = cardsOf(context, payment)
    const charge = await chargeOf(context, payment)
    const isGivenUp = payment.status === 'released'
    const asked = isGivenUp ? payments.giveUp(payment.intentRef ?? '', charge) : makeCharge(context, payments, payment, charge)
    const answer = await inTime(asked)
    const finding = isGivenUp && answer === null ? readSilence(payment.createdAt, context.clock()) : readChargeAnswer(answer)
    if (finding.status === 'in_doubt') throw new Error('the answer decides nothing')
    return finding
  } catch (fault) {
    // It may go on for days, and what is known already is no news.
    const level = payment.status === 'in_doubt' ? 'warn' : 'error'
    context.log[level]({ payment: id, trip: tripId, provider, err: fault }, 'payment in doubt')
    if (!(fault instanceof ProviderFault)) return inDoubt
    // The call was wrong, and no charge came of it.
    if (fault.kind === 'rejected') return { status: 'declined', ref: null, fault: fault.told.code ?? 'rejected' }
    return { ...inDoubt, isSilent: true }
  }
}

/** The provider that a payment was begun with. Throws where this server has another. */
export function cardsOf({ payments }: WorkerContext, { provider }: Pick<PaymentRow, 'provider'>): CardPayments {
  if (payments.kind === 'cards' && payments.name === provider) return payments
  throw new Error(`this server takes no payments by ${provider}`)
}

async function chargeOf(context: WorkerContext, payment: PaymentRow): Promise<Charge> {
  const { id, tripId, provider, providerKey: key, method, amount, currencyCode, origin } = payment
  const { trip, payer } = await context.storage.read(async (db) => ({
    trip: await mustExist(findTrip(db, tripId)),
    payer: await findPayer(db, tripId, provider),
  }))
  return {
    ...{ key, amount, currencyCode },
    attempt: attemptOf(payment),
    paymentId: id,
    tripRef: trip.ref,
    payer: payer?.providerRef ?? null,
    method: method ?? '',
    summary: summaryOf(trip),
    isCustomerPresent: isCustomerPresent(origin),
  }
}

/** How often something that takes no money has been tried, this time included. */
export function attemptOf({ attempt }: Pick<PaymentRow, 'attempt'>): number {
  return attempt ?? 1
}

/** What a statement shows a charge as; it names no one. */
export function summaryOf({ ref }: Pick<TripRow, 'ref'>): string {
  return `Coach hire ${ref}`
}

/** The charge is got ready and its name written down before it takes money, so that it is the same one however often it is asked for. */
async function makeCharge(
  context: WorkerContext,
  payments: CardPayments,
  { id, intentRef }: PaymentRow,
  charge: Charge,
): Promise<ChargeAnswer | null> {
  if (intentRef !== null) return payments.charge(intentRef, charge)
  await context.storage.read(mustBeCompared)
  const { ref } = await payments.prepare(charge)
  const noted = await context.storage.transact(async (tx) => {
    const payment = await mustExist(findPayment(tx, id))
    return isUndecided(payment) ? savePayment(tx, payment, { intentRef: payment.intentRef ?? ref }) : payment
  })
  return isUndecided(noted) ? payments.charge(noted.intentRef ?? ref, charge) : payments.giveUp(ref, charge)
}

async function inTime(answer: Promise<ChargeAnswer | null>): Promise<ChargeAnswer | null> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${patienceMs / 1_000} s`)), patienceMs)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

/** What a finding says of the charge and of the card it was made with. */
export function foundOf({ ref: providerRef, fault, card }: ChargeFinding): Partial<PaymentRow> {
  const shown = card && { method: card.method, cardBrand: card.brand, cardLast4: card.last4, cardExpires: card.expires }
  return { providerRef, fault: keptFault(fault ?? null), ...shown }
}

/** A row that is pointed at, or an error. */
export async function mustExist<T>(found: Promise<T | null>): Promise<T> {
  const row = await found
  if (row === null) throw new Error('a payment points at a row that is gone')
  return row
}
