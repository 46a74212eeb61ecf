import type { PortalCaller } from '../../domain/caller.ts'
import { type ExtraKind, mustBeUnpaid, mustTakeExtras } from '../../domain/extra.ts'
import { notFound } from '../../domain/refusal.ts'
import { extrasOf, insertExtra, saveExtra } from '../../storage/queries/extras.ts'
import type { Writer } from '../../storage/storage.ts'
import { tell } from '../messages/notices.ts'
import { recordSums } from '../money/sums.ts'
import { type BookingDetail, bookingToStaff, showBooking } from './bookings.ts'

/** An extra on top of the price: `amount` (minor units) is the sum, `quantity` describes it. */
export type NewExtra = {
  readonly kind: ExtraKind
  readonly quantity: number | null
  readonly amount: number
  readonly note: string | null
}

/**
 * The operator asks for more than the price; the customer is told, and pays it by themselves. Refuses `not_found`,
 * `booking_not_confirmed`, `trip_cancelled`, `trip_finished` (14 days after the end).
 */
export async function addExtra(
  tx: Writer,
  caller: PortalCaller,
  ref: string,
  extra: NewExtra,
  now: number,
): Promise<BookingDetail> {
  const record = await bookingToStaff(tx, caller, ref, now)
  mustTakeExtras(record.booking, now)
  const { id: bookingId, currencyCode } = record.booking
  const { id: subjectId } = await insertExtra(tx, { ...extra, bookingId, currencyCode, addedAt: now })
  const { tripId, operatorId } = await recordSums(tx, record, now)
  await tell(tx, { fact: 'extra_added', operatorIds: [operatorId], tripId, subjectId }, now)
  return showBooking(tx, caller, ref, now)
}

/**
 * An extra is taken back. Refuses `not_found`, `booking_not_confirmed`, `trip_cancelled`, `trip_finished`, `invalid_transition` (once
 * less is due than its amount).
 */
export async function removeExtra(tx: Writer, caller: PortalCaller, ref: string, extraId: number, now: number): Promise<void> {
  const record = await bookingToStaff(tx, caller, ref, now)
  const extra = (await extrasOf(tx, record.booking.id)).find(({ id }) => id === extraId)
  if (extra === undefined) throw notFound()
  mustTakeExtras(record.booking, now)
  mustBeUnpaid(extra, record.booking)
  await saveExtra(tx, extra, { removedAt: now })
  await recordSums(tx, record, now)
}
