import { type AmendmentMove, answerBy, isUnanswered, moveAmendment } from '../../domain/amendment.ts'
import type { FactName } from '../../domain/notices.ts'
import { lockTrip } from '../../storage/locks.ts'
import { type AmendmentRow, findAmendment, openAmendmentOf, saveAmendment } from '../../storage/queries/amendments.ts'
import { type BookingRow, findBookingById, saveBooking } from '../../storage/queries/bookings.ts'
import { schedule, unschedule } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { tell } from '../messages/notices.ts'

/** The scheduler's name for the end of the time to answer; its subject is the amendment. */
export const amendmentTask = 'amendment'

/** Writes down a move of an amendment that leaves the booking as it is, but for when it was touched, which is answered. */
export async function recordAmendment(
  tx: Writer,
  booking: BookingRow,
  before: AmendmentRow,
  after: AmendmentRow,
  now: number,
): Promise<BookingRow> {
  const saved = await saveAmendment(tx, before, after)
  if (saved.closedAt !== null) await unschedule(tx, amendmentTask, saved.id)
  return saveBooking(tx, booking, { hasAmendments: true, updatedAt: now })
}

/** Asks for an answer to a wish or a proposal until the time is over. */
export async function awaitAnswer(tx: Writer, booking: BookingRow, { id }: AmendmentRow, now: number): Promise<number> {
  const respondBy = answerBy(booking, now)
  await schedule(tx, amendmentTask, id, respondBy, now)
  return respondBy
}

/** Tells somebody of an amendment. */
export async function tellAmendment(
  tx: Writer,
  fact: FactName,
  { operatorId, tripId }: Pick<BookingRow, 'operatorId' | 'tripId'>,
  { id: subjectId }: Pick<AmendmentRow, 'id'>,
  now: number,
): Promise<void> {
  await tell(tx, { fact, operatorIds: [operatorId], tripId, subjectId }, now)
}

/** Ends what no one answered in time. The trip is to be locked; answers the booking as it then stands. */
export async function endUnanswered(tx: Writer, booking: BookingRow, now: number): Promise<BookingRow> {
  const open = await openAmendmentOf(tx, booking.id)
  return open === null || !isUnanswered(open, now) ? booking : close(tx, booking, open, 'expire', now)
}

/** The trip is called off, and with it whatever change of it was talked about. Answers the booking as it then stands. */
export async function callOffAmendment(tx: Writer, booking: BookingRow, now: number): Promise<BookingRow> {
  const open = await openAmendmentOf(tx, booking.id)
  return open === null ? booking : recordAmendment(tx, booking, open, moveAmendment(open, 'call_off', now), now)
}

async function close(tx: Writer, booking: BookingRow, open: AmendmentRow, move: AmendmentMove, now: number) {
  const touched = await recordAmendment(tx, booking, open, moveAmendment(open, move, now), now)
  await tellAmendment(tx, 'amendment_lapsed', booking, open, now)
  return touched
}

/** The time to answer is over. */
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
