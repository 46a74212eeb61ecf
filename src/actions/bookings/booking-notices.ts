import { isStanding } from '../../domain/assignment.ts'
import { firstNameOf } from '../../domain/driver.ts'
import { dutyOnLeg, inOrder } from '../../domain/duty.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { toldDelayMinutes } from '../../domain/notices.ts'
import { currentLeg, legStatus } from '../../domain/progress.ts'
import { booked, type CrewFacts, cancelled, dayBefore, delayed, onTheWay } from '../../gateways/notices/booking-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import { type DutyRecord, dutiesOf, findAssignment } from '../../storage/queries/assignments.ts'
import { type BookingRecord, bookingOfTrip } from '../../storage/queries/bookings.ts'
import { offersOfTrip } from '../../storage/queries/jobs.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { tripEventsOf } from '../../storage/queries/trip-events.ts'
import type { Reader } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { type BookedNews, owedDepositOf, owedOf } from '../money/balance-notices.ts'
import { type TripNews, tripFactsOf } from '../quotes/quote-notices.ts'
import { journeyFrom } from '../road/convoys.ts'
import { delayOnLeg } from '../road/on-the-road.ts'

/** The booking of a trip while it stands; null once it is called off. */
export async function activeBooking(db: Reader, { trip, now, subjectId }: TripNews): Promise<BookedNews | null> {
  const record = await bookingOfTrip(db, trip.id)
  if (record === null || record.booking.status !== 'active') return null
  const operator = await findOperator(db, record.booking.operatorId)
  return operator === null ? null : { ...record, operator, now, subjectId }
}

/** The confirmation, with how a deposit is paid that was agreed and is still to come. */
export async function bookedWords(db: Reader, news: BookedNews, context: Pick<WorkerContext, 'payments'>): Promise<NoticeWords> {
  const { priceAmount, paidAmount, currencyCode, terms } = news.booking
  const spoken = (amount: number) => toSpokenAmount(amount, currencyCode)
  return booked({
    ...factsOf(news),
    price: spoken(priceAmount),
    paid: spoken(paidAmount),
    owed: await owedOf(db, news, context),
    terms,
    deposit: owedDepositOf(news),
  })
}

/** The notice that a trip was called off, and of what goes back. */
export async function cancelledWords(db: Reader, { trip, now }: TripNews): Promise<NoticeWords | null> {
  const { cancellation } = trip
  if (cancellation === null) return null
  const { by, reason, refundAmount } = cancellation
  const record = await bookingOfTrip(db, trip.id)
  const currency = record?.booking.currencyCode ?? trip.currencyCode ?? (await offersOfTrip(db, trip.id))[0]?.offer.currencyCode
  const refund = refundAmount === 0 || currency === undefined ? null : toSpokenAmount(refundAmount, currency)
  return cancelled({ ...tripFactsOf(trip, now), by, reason, refund })
}

/** The notice of the day before: who comes and whom to call. Null once the trip has begun. */
export async function dayBeforeWords(db: Reader, news: BookedNews): Promise<NoticeWords | null> {
  if (news.booking.departsAt <= news.now) return null
  const driving = (await dutiesOf(db, news.booking)).filter(({ duty }) => isStanding(duty) && duty.role !== 'second')
  const crew = inOrder(driving.map(({ duty }) => duty)).flatMap((duty) => driving.find((one) => one.duty === duty) ?? [])
  return dayBefore({ ...factsOf(news), crew: crew.map(asCrew) })
}

/** The notice that a coach has set off for a leg. Null unless it is on its way there. */
export async function onTheWayWords(db: Reader, news: BookedNews): Promise<NoticeWords | null> {
  const found = news.subjectId === null ? null : await findAssignment(db, news.subjectId)
  if (found === null || !isStanding(found.assignment)) return null
  const { assignment: duty, driver } = found
  const journey = journeyFrom(news.trip, await tripEventsOf(db, news.booking.id), duty.vehicleNo)
  const leg = currentLeg(journey)
  if (leg === null || legStatus(journey, leg.sequence) !== 'en_route') return null
  return onTheWay({ ...factsOf(news), crew: asCrew({ duty, driver }) })
}

/**
 * The delay (minutes) that was last reported of one coach on its present leg, and its plate where there are several.
 * Null where that is not worth a message.
 */
export async function delayOf(
  db: Reader,
  { booking, trip }: Pick<BookingRecord, 'booking' | 'trip'>,
  vehicleNo: number,
): Promise<{ readonly minutes: number; readonly vehicle: string | null } | null> {
  const events = await tripEventsOf(db, booking.id)
  const journey = journeyFrom(trip, events, vehicleNo)
  const leg = currentLeg(journey)
  const minutes = delayOnLeg(journey, events)
  if (leg === null || minutes <= toldDelayMinutes) return null
  const duties = booking.vehiclesNeeded === 1 ? [] : (await dutiesOf(db, booking)).map(({ duty }) => duty)
  const own = duties.filter((duty) => duty.vehicleNo === vehicleNo)
  return { minutes, vehicle: dutyOnLeg(own, leg.sequence)?.vehicleReg ?? null }
}

/** The notice that a coach is late, while the leg goes on. */
export async function delayedWords(db: Reader, news: BookedNews): Promise<NoticeWords | null> {
  const delay = await delayOf(db, news, news.subjectId ?? 1)
  return delay === null ? null : delayed({ ...factsOf(news), ...delay })
}

function factsOf({ trip, operator, now }: BookedNews) {
  return { ...tripFactsOf(trip, now), operator: operator.name, phone: operator.phone, licence: operator.operatorLicence }
}

/** A coach and its driver as the customer is told of them: the driver by first name alone. */
function asCrew({ duty, driver }: Pick<DutyRecord, 'duty' | 'driver'>): CrewFacts {
  return { driver: firstNameOf(driver.name), vehicle: duty.vehicleReg }
}
