import { tripCancelled } from '../../domain/booking.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { minuteMs } from '../../domain/instant.ts'
import { computeUnrefunded, findLedgerStatus, findNextPaymentKind } from '../../domain/ledger.ts'
import type { recordedKinds, recordedMeans } from '../../domain/payment.ts'
import { invalid, notFound, Refusal, requireFound } from '../../domain/refusal.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { insertPayment, listPaymentsOfBooking, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findTripByRef } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { type BookingDetail, lockBookingToStaff, notBooked, showBooking } from '../bookings/bookings.ts'
import { requireNoOpenPage } from '../cards/open-pages.ts'
import type { AppContext } from '../context.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { isSentByProvider, recordRefund } from '../money/refunds.ts'
import { type BookedQuote, recordSums } from '../money/sums.ts'
import { findOfferedTripId } from '../quotes/jobs.ts'
import { lockCurrentTripByRef } from '../trips/trips.ts'
import { showWholeTrip, type WholeTrip } from '../trips/whole-trip.ts'
import { transactWithTripLock } from './deposits.ts'
import { cancelPaymentsIfPaid } from './paid-balances.ts'
import { isManualRefundDue } from './trip-money.ts'

/** Money that a person recorded as received; `amount` in minor units, `receivedAt` in ms and null for now. */
export type ReceivedMoney = {
  /** Null for the first due kind: deposit, balance, extras. */
  readonly kind: (typeof recordedKinds)[number] | null
  readonly method: (typeof recordedMeans)[number]
  readonly amount: number
  readonly currencyCode: string
  readonly receivedAt: number | null
  readonly reference: string | null
  /** Whether the caller permits an overpayment, which is otherwise a mistake. */
  readonly allowOver: boolean | null
}

/**
 * Records money that the operator received for a booking. Refuses `not_found`, `booking_not_confirmed`, `trip_cancelled`,
 * `validation_failed` (another currency, a future date, more than the amount due).
 */
export async function recordPayment(
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  money: ReceivedMoney,
  idempotent: IdempotentRequest<BookingDetail>,
): Promise<BookingDetail> {
  return transactWithTripLock(app, idempotent, await findOfferedTripId(app, caller, ref), async (tx, now) => {
    await enterPayment(tx, await lockBookingToStaff(tx, caller, ref, now), money, caller.user.name, now)
    return showBooking(tx, caller, ref, now)
  })
}

/** Records money that the platform received for a booking. Refuses as `recordPayment` does. */
export async function recordPaymentAsPlatform(
  app: AppContext,
  ref: string,
  money: ReceivedMoney,
  idempotent: IdempotentRequest<WholeTrip>,
): Promise<WholeTrip> {
  const { id } = await requireFound(app.storage.read((db) => findTripByRef(db, ref)))
  return transactWithTripLock(app, idempotent, id, async (tx, now) => {
    const trip = await lockCurrentTripByRef(tx, ref, now)
    const record = await findBookingOfTrip(tx, trip.id)
    if (record === null) throw notBooked(trip)
    await enterPayment(tx, record, money, 'platform', now)
    return showWholeTrip(tx, ref)
  })
}

async function enterPayment(
  tx: Writer,
  { booking, quote }: BookedQuote,
  { method: means, allowOver, ...money }: ReceivedMoney,
  recordedBy: string,
  now: number,
): Promise<void> {
  if (booking.status === 'cancelled') throw tripCancelled()
  await requireNoOpenPage(tx, booking.tripId)
  requireReceivableMoney(money, booking, allowOver === true, now)
  await insertPayment(tx, {
    ...money,
    kind: money.kind ?? findNextPaymentKind(booking, await listPaymentsOfBooking(tx, booking)),
    tripId: booking.tripId,
    quoteId: booking.quoteId,
    operatorId: booking.operatorId,
    origin: 'record',
    means,
    provider: 'manual',
    providerKey: `recorded-${Bun.randomUUIDv7()}`,
    receivedAt: money.receivedAt ?? now,
    recordedBy,
    status: 'succeeded',
    createdAt: now,
    updatedAt: now,
  })
  await cancelPaymentsIfPaid(tx, await recordSums(tx, { booking, quote }, now), now)
}

/** The clock of an office computer may be ahead of ours by this much (ms). */
const clockToleranceMs = 5 * minuteMs

function requireReceivableMoney(
  money: Pick<ReceivedMoney, 'amount' | 'currencyCode' | 'receivedAt'>,
  { currencyCode, dueAmount }: BookedQuote['booking'],
  mayBeOver: boolean,
  now: number,
): void {
  if (money.currencyCode !== currencyCode) throw invalid(['currencyCode'], 'exactly', { value: currencyCode })
  if ((money.receivedAt ?? now) > now + clockToleranceMs) throw invalid(['receivedAt'], 'notInFuture')
  if (money.amount > dueAmount && !mayBeOver) throw invalid(['amount'], 'atMostDue', { dueAmount })
}

/**
 * Reverses a recorded payment that was lost or never received; a repeat changes nothing. Refuses `not_found`,
 * `booking_not_confirmed`, `invalid_transition` (a card payment, a refund, or a payment that was refunded in part).
 */
export async function reversePayment(
  app: AppContext,
  caller: PortalCaller,
  which: WhichPayment,
  reason: string,
  idempotent: IdempotentRequest<BookingDetail>,
): Promise<BookingDetail> {
  return movePayment(app, caller, which, idempotent, async (tx, record, payment, payments, now) => {
    if (payment.status === 'reversed') return
    const isByHand = payment.recordedBy !== null && payment.means !== 'card'
    const isWhole = computeUnrefunded(payments, payment) === payment.amount
    if (!isByHand || !isWhole) throw cannotBecome('reversed', payment)
    await savePayment(tx, payment, { status: 'reversed', reversedAt: now, reverseReason: reason, updatedAt: now })
    await recordSums(tx, record, now)
  })
}

/**
 * Records that a manual refund was sent; a repeat changes nothing. Refuses `not_found`, `booking_not_confirmed`,
 * `invalid_transition` (no refund, or one that the provider sends).
 */
export async function markRefundSent(
  app: AppContext,
  caller: PortalCaller,
  which: WhichPayment,
  reference: string | null,
  idempotent: IdempotentRequest<BookingDetail>,
): Promise<BookingDetail> {
  return movePayment(app, caller, which, idempotent, async (tx, _, payment, __, now) => {
    if (payment.status === 'refunded' && !isSentByProvider(app, payment)) return
    if (!isManualRefundDue(app, payment)) throw cannotBecome('sent', payment)
    await recordRefund(tx, payment, { reference, recordedBy: caller.user.name }, now)
  })
}

/** A payment of a booking, by the ref of its trip. */
export type WhichPayment = { readonly ref: string; readonly paymentId: number }

type LineMove = (
  tx: Writer,
  record: BookedQuote,
  payment: PaymentRow,
  payments: readonly PaymentRow[],
  now: number,
) => Promise<void>

async function movePayment(
  app: AppContext,
  caller: PortalCaller,
  { ref, paymentId }: WhichPayment,
  idempotent: IdempotentRequest<BookingDetail>,
  move: LineMove,
): Promise<BookingDetail> {
  return transactWithTripLock(app, idempotent, await findOfferedTripId(app, caller, ref), async (tx, now) => {
    const record = await lockBookingToStaff(tx, caller, ref, now)
    const payments = await listPaymentsOfBooking(tx, record.booking)
    const payment = payments.find(({ id }) => id === paymentId)
    if (payment === undefined) throw notFound()
    await move(tx, record, payment, payments, now)
    return showBooking(tx, caller, ref, now)
  })
}

function cannotBecome(moved: string, { status, kind }: PaymentRow): Refusal {
  const facts = { currentStatus: findLedgerStatus({ status }), allowed: [] }
  return new Refusal('invalid_transition', `This ${kind} cannot be ${moved}.`, facts)
}
