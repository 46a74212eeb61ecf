import { type AmendmentMove, computeAnswerDeadline, isAnswerOverdue, moveAmendment } from '../../domain/amendment.ts'
import type { FactName } from '../../domain/notices.ts'
import { lockTrip } from '../../storage/locks.ts'
import { type AmendmentRow, findAmendment, findOpenAmendment, saveAmendment } from '../../storage/queries/amendments.ts'
import { type BookingRow, findBookingById, saveBooking } from '../../storage/queries/bookings.ts'
import { scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { notifyReaders } from '../outbox/notices.ts'

/** The scheduler's name for the end of the time to answer; its subject is the amendment. */
export const amendmentTask = 'amendment'

/** Saves a change of an amendment that affects only the booking's time of change. Returns the booking. */
export async function recordAmendment(
  tx: Writer,
  booking: BookingRow,
  before: AmendmentRow,
  after: AmendmentRow,
  now: number,
): Promise<BookingRow> {
  const saved = await saveAmendment(tx, before, after)
  if (saved.closedAt !== null) await unscheduleTask(tx, amendmentTask, saved.id)
  return saveBooking(tx, booking, { hasAmendments: true, updatedAt: now })
}

/** Plans the end of the time to answer a change request or a proposal. */
export async function awaitAnswer(tx: Writer, booking: BookingRow, { id }: AmendmentRow, now: number): Promise<number> {
  const respondBy = computeAnswerDeadline(booking, now)
  await scheduleTask(tx, amendmentTask, id, respondBy, now)
  return respondBy
}

/** Notifies the operator or the customer of an amendment. */
export async function notifyOfAmendment(
  tx: Writer,
  fact: FactName,
  { operatorId, tripId }: Pick<BookingRow, 'operatorId' | 'tripId'>,
  { id: subjectId }: Pick<AmendmentRow, 'id'>,
  now: number,
): Promise<void> {
  await notifyReaders(tx, { fact, operatorIds: [operatorId], tripId, subjectId }, now)
}

/** Ends amendments that were not answered in time. The caller locks the trip. Returns the booking after the change. */
export async function endUnanswered(tx: Writer, booking: BookingRow, now: number): Promise<BookingRow> {
  const open = await findOpenAmendment(tx, booking.id)
  return open === null || !isAnswerOverdue(open, now) ? booking : lapseAmendment(tx, booking, open, 'expire', now)
}

/** Ends the open amendment of a cancelled trip. Returns the booking after the change. */
export async function cancelAmendment(tx: Writer, booking: BookingRow, now: number): Promise<BookingRow> {
  const open = await findOpenAmendment(tx, booking.id)
  return open === null ? booking : recordAmendment(tx, booking, open, moveAmendment(open, 'call_off', now), now)
}

async function lapseAmendment(tx: Writer, booking: BookingRow, open: AmendmentRow, move: AmendmentMove, now: number) {
  const touched = await recordAmendment(tx, booking, open, moveAmendment(open, move, now), now)
  await notifyOfAmendment(tx, 'amendment_lapsed', booking, open, now)
  return touched
}

/** Ends an amendment whose time to answer has passed. */
export async function endAmendment({ storage, clock }: WorkerContext, id: number): Promise<void> {
  await storage.transact(async (tx) => {
    const amendment = await findAmendment(tx, id)
    const known = amendment === null ? null : await findBookingById(tx, amendment.bookingId)
    if (known === null) return
    await lockTrip(tx, known.tripId)
    const booking = await findBookingById(tx, known.id)
    if (booking !== null) await endUnanswered(tx, booking, clock())
  })
}

/** The changed parts that a driver needs: all but the customer's contact details. */
export function listPartsForCrew({ changes }: Pick<AmendmentRow, 'changes'>): string[] {
  return Object.keys(changes).filter((part) => part !== 'customer')
}
