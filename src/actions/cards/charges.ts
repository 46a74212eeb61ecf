import { rejectedCharge, toStoredFault } from '../../domain/card-fault.ts'
import { isWaitingForProvider } from '../../domain/card-page.ts'
import { minuteMs } from '../../domain/instant.ts'
import {
  type ChargeFinding,
  inDoubt,
  isCustomerPresent,
  isRefundStillChecked,
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
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findPayer } from '../../storage/queries/payers.ts'
import {
  findPayment,
  insertPayment,
  listPaymentsOfBooking,
  type PaymentRow,
  savePayment,
} from '../../storage/queries/payments.ts'
import type { QuoteRow } from '../../storage/queries/quotes.ts'
import { findDueTime, scheduleTask } from '../../storage/queries/scheduler.ts'
import { findTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { requireNoOpenPage } from './open-pages.ts'
import { findBalanceChargePlan, isAutomaticCharge } from './saved-cards.ts'
import { isMoneyUnknown, requireKnownMoney } from './unknown-payments.ts'

/** The scheduler's name for a charge without a recorded result. */
export const chargeTask = 'charge'

/** Milliseconds after which an abandoned charge is resumed; a restart resumes it immediately. */
export const resumeAfterMs = minuteMs

/** Milliseconds without an answer after which a charge is in doubt; shorter than a caller's own wait. */
const patienceMs = 10_000

/** True while the result of a charge is unknown. */
export function isUndecided({ status }: { readonly status: PaymentStatus }): boolean {
  return status === 'charging' || status === 'in_doubt'
}

/**
 * Whether the boot that began a charge or a page is waiting for the provider now, which may refuse one of two simultaneous
 * requests. After a minute without a result any boot can take it over.
 */
export async function isBeingCharged(
  { clock, isDead }: WorkerContext,
  charge: Pick<PaymentRow, 'status' | 'bootId' | 'createdAt'>,
): Promise<boolean> {
  if (!isWaitingForProvider(charge) || charge.bootId === null) return false
  return clock() < charge.createdAt + resumeAfterMs && !(await isDead(charge.bootId))
}

/** A card to charge, and the purpose: by default a quote's deposit. */
type CardCharge = {
  readonly origin: PaymentOrigin
  readonly method: string
  readonly storedResponseId: string | null
  readonly kind?: 'deposit' | 'balance' | 'extra'
  readonly amount?: number
}

/**
 * Opens a card charge for a quote. Refuses `unavailable` on a node that the others consider dead, and if the provider may already
 * hold money for the trip. Throws `PageInTheWay` while the customer is paying on a page.
 */
export async function openCharge(
  tx: Writer,
  context: WorkerContext,
  quote: QuoteRow,
  charge: CardCharge,
  now: number,
): Promise<PaymentRow> {
  await context.membership.requireAlive(tx)
  await requireNoOpenPage(tx, quote.tripId)
  await requireKnownMoney(tx, context, quote.tripId)
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
  await scheduleTask(tx, chargeTask, payment.id, now + resumeAfterMs, now)
  return payment
}

/**
 * Asks the provider for the result of a charge, always under its original key. A charge that was released, or whose date has
 * passed, is only checked and never made. It never throws: a missing, late or unusable answer leaves the charge in doubt.
 */
export async function chargeWithProvider(context: WorkerContext, payment: PaymentRow): Promise<ChargeFinding> {
  const { id, tripId, provider } = payment
  try {
    const payments = findProviderOfPayment(context, payment)
    const charge = await buildCharge(context, payment)
    const isWanted = payment.status !== 'released' && (await isChargeStillDue(context, payment))
    const asked = isWanted
      ? chargePreparedPayment(context, payments, payment, charge)
      : payments.cancelCharge(payment.intentRef ?? '', charge)
    const answer = await limitChargeWait(ignoreRefundedCharge(payments, payment, asked))
    const finding = !isWanted && answer === null ? readSilence(payment.createdAt, context.clock()) : readChargeAnswer(answer)
    if (finding.status === 'in_doubt') throw new Error("the provider's answer is inconclusive")
    // A charge that was released before a bank was asked may be tried again.
    if (!isWanted && finding.status !== 'succeeded')
      return { ...finding, fault: finding.fault ?? rejectedCharge, isGivenUp: true }
    return finding
  } catch (fault) {
    if (fault instanceof ProviderFault && fault.kind === 'rejected') return reportRejectedCharge(context, payment, fault)
    // Retries can go on for days, and a known doubt is only a warning.
    const level = payment.status === 'in_doubt' || payment.askedAt !== null ? 'warn' : 'error'
    context.log[level]({ payment: id, trip: tripId, provider, err: fault }, 'payment in doubt')
    if (!(fault instanceof ProviderFault)) return inDoubt
    const isUnknown = fault.kind === 'undecided'
    const isOver = isUnknown && payment.status === 'released' && !isRefundStillChecked(payment.createdAt, context.clock())
    return isOver
      ? { status: 'declined', ref: null }
      : { ...inDoubt, isSilent: true, isUnknown, isBusy: isBusyFault(fault), taken: fault.taken }
  }
}

/**
 * Whether a charge must still be made. An automatic charge must still be due, since it may have waited for days. Without a
 * provider's name it is neither made nor released while the provider may hold money for the trip.
 */
async function isChargeStillDue(context: WorkerContext, payment: PaymentRow): Promise<boolean> {
  return context.storage.read(async (db) => {
    const isUnknown = payment.intentRef === null && (await isMoneyUnknown(db, context, payment.tripId))
    if (isUnknown) throw new ProviderFault('silent', { code: 'unknown_money' })
    if (!isAutomaticCharge(payment)) return true
    const { booking, quote } = await requireExisting(findBookingOfTrip(db, payment.tripId))
    const operator = await findOperator(db, booking.operatorId)
    const payments = (await listPaymentsOfBooking(db, booking)).filter(({ id }) => id !== payment.id)
    const now = context.clock()
    const plan = findBalanceChargePlan(context, { booking, quote, operator, payments }, now)
    return plan !== null && now >= plan.from && payment.amount <= plan.amount
  })
}

/**
 * Reports a charge that the provider rejected as a wrong call. It is our fault, unless the card was removed or the bank refused
 * immediately.
 */
function reportRejectedCharge({ log }: WorkerContext, { id, tripId, provider }: PaymentRow, fault: ProviderFault): ChargeFinding {
  const { code, status } = fault.told
  if (code === 'method_gone' || status === 402) return { status: 'declined', ref: null, fault: code ?? null }
  log.error({ payment: id, trip: tripId, provider, err: fault }, 'charge rejected')
  return { status: 'declined', ref: null, fault: rejectedCharge, rejection: fault }
}

/** The provider of a payment. Throws if this server has another. */
export function findProviderOfPayment({ payments }: WorkerContext, { provider }: Pick<PaymentRow, 'provider'>): CardPayments {
  if (payments.kind === 'cards' && payments.name === provider) return payments
  throw new Error(`this server does not use the payment provider ${provider}`)
}

async function buildCharge(context: WorkerContext, payment: PaymentRow): Promise<Charge> {
  const { id, tripId, provider, providerKey: key, method, amount, currencyCode, origin } = payment
  const { trip, payer } = await context.storage.read(async (db) => ({
    trip: await requireExisting(findTrip(db, tripId)),
    payer: await findPayer(db, tripId, provider),
  }))
  return {
    ...{ key, amount, currencyCode },
    attempt: countAttempts(payment),
    paymentId: id,
    tripRef: trip.ref,
    payer: payer?.providerRef ?? null,
    method: method ?? '',
    summary: formatStatementText(trip),
    isCustomerPresent: isCustomerPresent(origin),
  }
}

/** Number of tries of a charge that takes no money, this one included. */
export function countAttempts({ attempt }: Pick<PaymentRow, 'attempt'>): number {
  return attempt ?? 1
}

/** Text that a statement shows for a charge; it contains no name. */
export function formatStatementText({ ref }: Pick<TripRow, 'ref'>): string {
  return `Coach hire ${ref}`
}

/** Prepares a charge and saves its name before it takes money, so that a repeat finds the same charge. */
async function chargePreparedPayment(
  context: WorkerContext,
  payments: CardPayments,
  { id, intentRef }: PaymentRow,
  charge: Charge,
): Promise<ChargeAnswer | null> {
  if (intentRef !== null) return payments.charge(intentRef, charge)
  const { ref } = await payments.prepare(charge)
  const noted = await context.storage.transact(async (tx) => {
    const payment = await requireExisting(findPayment(tx, id))
    return isUndecided(payment) ? savePayment(tx, payment, { intentRef: payment.intentRef ?? ref }) : payment
  })
  return isUndecided(noted) ? payments.charge(noted.intentRef ?? ref, charge) : payments.cancelCharge(ref, charge)
}

/** A charge that was fully refunded pays for nothing. */
async function ignoreRefundedCharge(
  payments: CardPayments,
  { intentRef, amount }: PaymentRow,
  asked: Promise<ChargeAnswer | null>,
): Promise<ChargeAnswer | null> {
  const answer = await asked
  if (intentRef === null || answer?.outcome !== 'succeeded') return answer
  const returned = (await payments.returnedOf(answer.ref)) ?? 0
  return returned < amount ? answer : { outcome: 'declined', ref: answer.ref, fault: 'sent_back' }
}

async function limitChargeWait(answer: Promise<ChargeAnswer | null>): Promise<ChargeAnswer | null> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${patienceMs / 1_000} s`)), patienceMs)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

/** Columns of a payment for a finding: its charge and its card. */
export function buildFindingColumns({ ref: providerRef, fault, card }: ChargeFinding): Partial<PaymentRow> {
  const shown = card && { method: card.method, cardBrand: card.brand, cardLast4: card.last4, cardExpires: card.expires }
  return { providerRef, fault: toStoredFault(fault ?? null), ...shown }
}

/** The row of a reference, or an error. */
export async function requireExisting<T>(found: Promise<T | null>): Promise<T> {
  const row = await found
  if (row === null) throw new Error('the payment refers to a row that was deleted')
  return row
}

/** Milliseconds from the last check of a payment at its provider to the planned one; 0 for the first check. */
export async function findLastWaitMs(db: Reader, { id, askedAt }: Pick<PaymentRow, 'id' | 'askedAt'>): Promise<number> {
  const dueAt = await findDueTime(db, chargeTask, id)
  return askedAt === null || dueAt === null ? 0 : Math.max(0, dueAt - askedAt)
}
