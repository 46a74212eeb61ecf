import type { PortalCaller } from '../../domain/caller.ts'
import { type ExtraKind, requireOpenForExtras, requireUnpaidExtra } from '../../domain/extra.ts'
import { notFound } from '../../domain/refusal.ts'
import { insertExtra, listExtras, saveExtra } from '../../storage/queries/extras.ts'
import type { Writer } from '../../storage/storage.ts'
import { recordSums } from '../money/sums.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { type BookingDetail, lockBookingToStaff, showBooking } from './bookings.ts'

/** An extra: `amount` (minor units) is the sum, `quantity` describes it. */
export type NewExtra = {
  readonly kind: ExtraKind
  readonly quantity: number | null
  readonly amount: number
  readonly note: string | null
}

/**
 * Adds an extra to the price and notifies the customer. Refuses `not_found`, `booking_not_confirmed`, `trip_cancelled`,
 * `trip_finished` (14 days after the end).
 */
export async function addExtra(
  tx: Writer,
  caller: PortalCaller,
  ref: string,
  extra: NewExtra,
  now: number,
): Promise<BookingDetail> {
  const record = await lockBookingToStaff(tx, caller, ref, now)
  requireOpenForExtras(record.booking, now)
  const { id: bookingId, currencyCode } = record.booking
  const { id: subjectId } = await insertExtra(tx, { ...extra, bookingId, currencyCode, addedAt: now })
  const { tripId, operatorId } = await recordSums(tx, record, now)
  await notifyReaders(tx, { fact: 'extra_added', operatorIds: [operatorId], tripId, subjectId }, now)
  return showBooking(tx, caller, ref, now)
}

/**
 * Removes an extra. Refuses `not_found`, `booking_not_confirmed`, `trip_cancelled`, `trip_finished`, `invalid_transition` (less
 * than its amount is due).
 */
export async function removeExtra(tx: Writer, caller: PortalCaller, ref: string, extraId: number, now: number): Promise<void> {
  const record = await lockBookingToStaff(tx, caller, ref, now)
  const extra = (await listExtras(tx, record.booking.id)).find(({ id }) => id === extraId)
  if (extra === undefined) throw notFound()
  requireOpenForExtras(record.booking, now)
  requireUnpaidExtra(extra, record.booking)
  await saveExtra(tx, extra, { removedAt: now })
  await recordSums(tx, record, now)
}
