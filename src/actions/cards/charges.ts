import { keptFault, rejectedCharge } from '../../domain/card-fault.ts'
import { isWithProvider } from '../../domain/card-page.ts'
import { minuteMs } from '../../domain/instant.ts'
import {
  type ChargeFinding,
  inDoubt,
  isCustomerPresent,
  isStillAsked,
  type PaymentOrigin,
  type PaymentStatus,
  readChargeAnswer,
  readSilence,
} from '../../domain/payment.ts'
import {
  type CardPayments,
  type Charge,
  type ChargeAnswer,
  isBusyFault,
  ProviderFault,
} from '../../gateways/payments/payments.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findPayer } from '../../storage/queries/payers.ts'
import { findPayment, insertPayment, type PaymentRow, paymentsOfBooking, savePayment } from '../../storage/queries/payments.ts'
import type { QuoteRow } from '../../storage/queries/quotes.ts'
import { dueAtOf, schedule } from '../../storage/queries/scheduler.ts'
import { findTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { mustHaveNoPage } from '../quotes/quote-moves.ts'
import { cardPlanOf, isByClock } from './saved-cards.ts'
import { isMoneyUnknown, mustKnowMoney } from './unknown-payments.ts'

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
 * Asks what became of a charge, always under the key it began with; one that has been given up, or that the clock began and would begin no
 * more, is seen to take nothing more, and is never made. It never throws: whatever is not an answer, comes too late or cannot be had from
 * the provider of this server leaves the charge in doubt.
 */
export async function askProvider(context: WorkerContext, payment: PaymentRow): Promise<ChargeFinding> {
  const { id, tripId, provider } = payment
  try {
    const payments = cardsOf(context, payment)
    const charge = await chargeOf(context, payment)
    const isWanted = payment.status !== 'released' && (await isStillWanted(context, payment))
    const asked = isWanted ? makeCharge(context, payments, payment, charge) : payments.giveUp(payment.intentRef ?? '', charge)
    const answer = await inTime(unlessReturned(payments, payment, asked))
    const finding = !isWanted && answer === null ? readSilence(payment.createdAt, context.clock()) : readChargeAnswer(answer)
    if (finding.status === 'in_doubt') throw new Error('the answer decides nothing')
    // What was given up before a bank was asked may be tried again.
    if (!isWanted && finding.status !== 'succeeded')
      return { ...finding, fault: finding.fault ?? rejectedCharge, isGivenUp: true }
    return finding
  } catch (fault) {
    if (fault instanceof ProviderFault && fault.kind === 'rejected') return rejectedFor(context, payment, fault)
    // It may go on for days, and what is known already is no news.
    const level = payment.status === 'in_doubt' || payment.askedAt !== null ? 'warn' : 'error'
    context.log[level]({ payment: id, trip: tripId, provider, err: fault }, 'payment in doubt')
    if (!(fault instanceof ProviderFault)) return inDoubt
    const isUnknown = fault.kind === 'undecided'
    const isOver = isUnknown && payment.status === 'released' && !isStillAsked(payment.createdAt, context.clock())
    return isOver
      ? { status: 'declined', ref: null }
      : { ...inDoubt, isSilent: true, isUnknown, isBusy: isBusyFault(fault), taken: fault.taken }
  }
}

/**
 * Whether a charge is still to be made: what the clock began only while it would begin it now, since it may have waited for days. Nothing
 * that is still wanted and has no name is made or given up beside money that the provider may hold for the trip.
 */
async function isStillWanted(context: WorkerContext, payment: PaymentRow): Promise<boolean> {
  return context.storage.read(async (db) => {
    const isUnknown = payment.intentRef === null && (await isMoneyUnknown(db, context, payment.tripId))
    if (isUnknown) throw new ProviderFault('silent', { code: 'unknown_money' })
    if (!isByClock(payment)) return true
    const { booking, quote } = await mustExist(bookingOfTrip(db, payment.tripId))
    const operator = await findOperator(db, booking.operatorId)
    const payments = (await paymentsOfBooking(db, booking)).filter(({ id }) => id !== payment.id)
    const now = context.clock()
    const plan = cardPlanOf(context, { booking, quote, operator, payments }, now)
    return plan !== null && now >= plan.from && payment.amount <= plan.amount
  })
}

/** No charge came of a call that was wrong: that is a fault of ours, unless the card is kept no more or its bank refused at once. */
function rejectedFor({ log }: WorkerContext, { id, tripId, provider }: PaymentRow, fault: ProviderFault): ChargeFinding {
  const { code, status } = fault.told
  if (code === 'method_gone' || status === 402) return { status: 'declined', ref: null, fault: code ?? null }
  log.error({ payment: id, trip: tripId, provider, err: fault }, 'a charge was rejected')
  return { status: 'declined', ref: null, fault: rejectedCharge, rejection: fault }
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

/** Number of times that something which takes no money has been tried, this time included. */
export function attemptOf({ attempt }: Pick<PaymentRow, 'attempt'>): number {
  return attempt ?? 1
}

/** Text that a statement shows for a charge; it names no one. */
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
  const { ref } = await payments.prepare(charge)
  const noted = await context.storage.transact(async (tx) => {
    const payment = await mustExist(findPayment(tx, id))
    return isUndecided(payment) ? savePayment(tx, payment, { intentRef: payment.intentRef ?? ref }) : payment
  })
  return isUndecided(noted) ? payments.charge(noted.intentRef ?? ref, charge) : payments.giveUp(ref, charge)
}

/** Money that was taken before and is back with its customer whole pays for nothing. */
async function unlessReturned(
  payments: CardPayments,
  { intentRef, amount }: PaymentRow,
  asked: Promise<ChargeAnswer | null>,
): Promise<ChargeAnswer | null> {
  const answer = await asked
  if (intentRef === null || answer?.outcome !== 'succeeded') return answer
  const returned = (await payments.returnedOf(answer.ref)) ?? 0
  return returned < amount ? answer : { outcome: 'declined', ref: answer.ref, fault: 'sent_back' }
}

async function inTime(answer: Promise<ChargeAnswer | null>): Promise<ChargeAnswer | null> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${patienceMs / 1_000} s`)), patienceMs)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

/** Columns of a payment that a finding fills: those of the charge and of the card it was made with. */
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

/** Milliseconds for which a payment waited before its provider was asked just now; 0 the first time. */
export async function lastWaitMs(db: Reader, { id, askedAt }: Pick<PaymentRow, 'id' | 'askedAt'>): Promise<number> {
  const dueAt = await dueAtOf(db, chargeTask, id)
  return askedAt === null || dueAt === null ? 0 : Math.max(0, dueAt - askedAt)
}
