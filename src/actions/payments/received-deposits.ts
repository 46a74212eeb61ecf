import { computeUnpaidDeposit } from '../../domain/ledger.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOpenPayments, insertPayment, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findQuote } from '../../storage/queries/quotes.ts'
import { unscheduleTask } from '../../storage/queries/scheduler.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { confirmBooking } from '../bookings/confirm-booking.ts'
import { chargeTask } from '../cards/charges.ts'
import { requireNoOpenPage } from '../cards/open-pages.ts'
import type { WorkerContext } from '../context.ts'
import { recordSums } from '../money/sums.ts'
import { scheduleNextDeadline } from '../transitions/trip-deadlines.ts'
import { noPaymentDue } from './deposits.ts'
import { cancelPaymentsIfPaid } from './paid-balances.ts'
import { buildBookedAmountColumns } from './taken-money.ts'

/**
 * Records the money of a transfer, of a card deposit in doubt, or of a deposit due later, as a person reports it. The trip is
 * won, and the provider is not asked again. Refuses `no_payment_due`, and `invalid_transition` for a deposit taken in another
 * currency; throws `PageInTheWay` while its customer can pay on a page.
 */
export async function receiveMoney(
  tx: Writer,
  context: WorkerContext,
  trip: TripRow,
  recordedBy: string,
  now: number,
): Promise<void> {
  const waiting = (await findOpenPayments(tx, trip.id)).find(isAwaitedDeposit)
  if (waiting === undefined) return receiveMissingDeposit(tx, trip, recordedBy, now)
  await savePayment(tx, waiting, {
    ...buildBookedAmountColumns(waiting),
    status: 'succeeded',
    receivedAt: now,
    recordedBy,
    updatedAt: now,
  })
  if (waiting.status === 'in_doubt') await unscheduleTask(tx, chargeTask, waiting.id)
  const quote = await findQuote(tx, waiting.quoteId)
  if (quote === null) throw new Error(`payment ${waiting.id} refers to a deleted quote`)
  await confirmBooking(tx, context, trip, quote, now)
  // The amount taken may differ from the deposit that a booking begins with.
  const record = waiting.takenAmount === null ? null : await findBookingOfTrip(tx, trip.id)
  if (record !== null) await recordSums(tx, record, now)
  await scheduleNextDeadline(tx, { ...trip, status: 'booked' }, now)
}

function isAwaitedDeposit({ kind, status }: PaymentRow): boolean {
  return kind === 'deposit' && (status === 'awaiting_transfer' || status === 'in_doubt')
}

/** Records the missing deposit of a booking. */
async function receiveMissingDeposit(tx: Writer, trip: TripRow, recordedBy: string, now: number): Promise<void> {
  const record = await findBookingOfTrip(tx, trip.id)
  const amount = record === null ? 0 : computeUnpaidDeposit(record.booking, now)
  if (record === null || amount === 0) throw noPaymentDue(trip)
  await requireNoOpenPage(tx, trip.id)
  const { tripId, quoteId, operatorId, currencyCode } = record.booking
  await insertPayment(tx, {
    ...{ tripId, quoteId, operatorId, amount, currencyCode, recordedBy },
    kind: 'deposit',
    origin: 'record',
    means: 'bank_transfer',
    provider: 'manual',
    providerKey: `recorded-${Bun.randomUUIDv7()}`,
    receivedAt: now,
    status: 'succeeded',
    createdAt: now,
    updatedAt: now,
  })
  await cancelPaymentsIfPaid(tx, await recordSums(tx, record, now), now)
}
