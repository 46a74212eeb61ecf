import { depositOwed } from '../../domain/ledger.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOpenPayments, insertPayment, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findQuote } from '../../storage/queries/quotes.ts'
import { unschedule } from '../../storage/queries/scheduler.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { confirmBooking } from '../bookings/confirm-booking.ts'
import { chargeTask } from '../cards/charges.ts'
import type { WorkerContext } from '../context.ts'
import { mustHaveNoPage } from '../quotes/quote-moves.ts'
import { scheduleNextDeadline } from '../trips/trip-deadlines.ts'
import { noPaymentDue } from './deposits.ts'
import { giveUpIfPaid } from './paid-balances.ts'
import { recordSums } from './sums.ts'
import { takenOf } from './taken-money.ts'

/**
 * Somebody saw the money of a transfer, or of a deposit by card in doubt: the trip is won, and the provider is asked no
 * more. Or that of a deposit which was to follow. Refuses `no_payment_due`, and `invalid_transition` for a deposit that was
 * taken in another currency; throws `PageInTheWay` while its customer can pay that on a page.
 */
export async function receiveMoney(
  tx: Writer,
  context: WorkerContext,
  trip: TripRow,
  recordedBy: string,
  now: number,
): Promise<void> {
  const waiting = (await findOpenPayments(tx, trip.id)).find(isAwaitedDeposit)
  if (waiting === undefined) return receiveOwed(tx, trip, recordedBy, now)
  await savePayment(tx, waiting, { ...takenOf(waiting), status: 'succeeded', receivedAt: now, recordedBy, updatedAt: now })
  if (waiting.status === 'in_doubt') await unschedule(tx, chargeTask, waiting.id)
  const quote = await findQuote(tx, waiting.quoteId)
  if (quote === null) throw new Error(`payment ${waiting.id} points at a quote that is gone`)
  await confirmBooking(tx, context, trip, quote, now)
  // Another amount may have been taken than the deposit that a booking begins with.
  const record = waiting.takenAmount === null ? null : await bookingOfTrip(tx, trip.id)
  if (record !== null) await recordSums(tx, record, now)
  await scheduleNextDeadline(tx, { ...trip, status: 'booked' }, now)
}

function isAwaitedDeposit({ kind, status }: PaymentRow): boolean {
  return kind === 'deposit' && (status === 'awaiting_transfer' || status === 'in_doubt')
}

/** The deposit of a booking that was made without it, or lost it again. */
async function receiveOwed(tx: Writer, trip: TripRow, recordedBy: string, now: number): Promise<void> {
  const record = await bookingOfTrip(tx, trip.id)
  const amount = record === null ? 0 : depositOwed(record.booking, now)
  if (record === null || amount === 0) throw noPaymentDue(trip)
  await mustHaveNoPage(tx, trip.id)
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
  await giveUpIfPaid(tx, await recordSums(tx, record, now), now)
}
