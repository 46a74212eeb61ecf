import { isActiveAssignment } from '../../domain/assignment.ts'
import { findFirstName } from '../../domain/driver.ts'
import { findDutyOnLeg, listDrivenLegs, sortDuties } from '../../domain/duty.ts'
import { toNamedDay, toSpokenClock } from '../../domain/instant.ts'
import { listTransferLegs } from '../../domain/leg.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { noticeDelayMinutes } from '../../domain/notices.ts'
import { findPublicName } from '../../domain/place.ts'
import { findCurrentLeg, findLegStatus } from '../../domain/progress.ts'
import {
  type CrewFacts,
  composeBooked,
  composeCancelled,
  composeDayBefore,
  composeDelayed,
  composeOnTheWay,
} from '../../gateways/notices/booking-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import { type DutyRecord, findAssignment, listDutiesOfBooking } from '../../storage/queries/assignments.ts'
import { type BookingRecord, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { listOffersOfTrip } from '../../storage/queries/jobs.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { listPaymentsOfBooking } from '../../storage/queries/payments.ts'
import { listTripEvents } from '../../storage/queries/trip-events.ts'
import type { Reader } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { isSentByProvider } from '../money/refunds.ts'
import { findDelayOnLeg } from '../road/on-the-road.ts'
import { buildJourney } from '../transitions/convoys.ts'
import { type BookedNews, findAmountDue, findDepositDue } from './balance-notices.ts'
import { buildTripFacts, type TripNews } from './quote-notices.ts'

/** The active booking of a trip; null if it is not booked or cancelled. */
export async function findActiveBooking(db: Reader, { trip, now, subjectId }: TripNews): Promise<BookedNews | null> {
  const record = await findBookingOfTrip(db, trip.id)
  if (record === null || record.booking.status !== 'active') return null
  const operator = await findOperator(db, record.booking.operatorId)
  return operator === null ? null : { ...record, operator, now, subjectId }
}

/** The confirmation, with the unpaid part of an agreed deposit. */
export async function composeBookedNotice(
  db: Reader,
  news: BookedNews,
  context: Pick<WorkerContext, 'payments'>,
): Promise<NoticeWords> {
  const { priceAmount, paidAmount, currencyCode, terms } = news.booking
  const spoken = (amount: number) => toSpokenAmount(amount, currencyCode)
  return composeBooked({
    ...buildBookedFacts(news),
    price: spoken(priceAmount),
    paid: spoken(paidAmount),
    owed: await findAmountDue(db, news, context),
    terms,
    deposit: findDepositDue(news),
  })
}

/** The notice of a cancelled trip, with its refund. */
export async function composeCancelledNotice(
  db: Reader,
  { trip, now }: TripNews,
  context: Pick<WorkerContext, 'payments'>,
): Promise<NoticeWords | null> {
  const { cancellation } = trip
  if (cancellation === null) return null
  const { by, reason, refundAmount } = cancellation
  const record = await findBookingOfTrip(db, trip.id)
  const currency =
    record?.booking.currencyCode ?? trip.currencyCode ?? (await listOffersOfTrip(db, trip.id))[0]?.offer.currencyCode
  const refund = refundAmount === 0 || currency === undefined ? null : toSpokenAmount(refundAmount, currency)
  const payments = record === null || refund === null ? [] : await listPaymentsOfBooking(db, record.booking)
  const refunds = payments.filter(({ refundOf }) => refundOf !== null)
  const isToCard = refunds.length > 0 && refunds.every((one) => one.means === 'card' && isSentByProvider(context, one))
  return composeCancelled({ ...buildTripFacts(trip, now), by, reason, refund, isToCard, isBooked: record !== null })
}

/** The notice of the day before, with drivers and vehicles. Null once the trip has departed. */
export async function composeDayBeforeNotice(db: Reader, news: BookedNews): Promise<NoticeWords | null> {
  if (news.booking.departsAt <= news.now) return null
  const driving = (await listDutiesOfBooking(db, news.booking)).filter(
    ({ duty }) => isActiveAssignment(duty) && duty.role !== 'second',
  )
  const crew = sortDuties(driving.map(({ duty }) => duty)).flatMap((duty) => driving.find((one) => one.duty === duty) ?? [])
  const { departsAt, timezone, itinerary } = news.trip
  const [firstLeg] = listTransferLegs(itinerary.legs)
  const posts = crew.map(({ duty }) => duty)
  const drivesFirst = ({ duty }: DutyRecord) =>
    firstLeg === undefined || listDrivenLegs(duty, posts, itinerary.legs).includes(firstLeg.sequence)
  return composeDayBefore({
    ...buildBookedFacts(news),
    crew: crew.filter(drivesFirst).map(asCrew),
    laterCrew: crew.filter((one) => !drivesFirst(one)).map(asCrew),
    when: toNamedDay(departsAt, timezone, news.now),
    time: toSpokenClock(departsAt, timezone),
    pickup: findPublicName(itinerary.pickup),
  })
}

/** The notice of a coach that has set off for a leg. Null unless the leg is `en_route`. */
export async function composeOnTheWayNotice(db: Reader, news: BookedNews): Promise<NoticeWords | null> {
  const found = news.subjectId === null ? null : await findAssignment(db, news.subjectId)
  if (found === null || !isActiveAssignment(found.assignment)) return null
  const { assignment: duty, driver } = found
  const journey = buildJourney(news.trip, await listTripEvents(db, news.booking.id), duty.vehicleNo)
  const leg = findCurrentLeg(journey)
  if (leg === null || findLegStatus(journey, leg.sequence) !== 'en_route') return null
  return composeOnTheWay({ ...buildBookedFacts(news), crew: asCrew({ duty, driver }) })
}

/**
 * The last reported delay (minutes) of a coach on its current leg, and its plate if the trip has several.
 * Null if the delay is too short for a message.
 */
export async function findCoachDelay(
  db: Reader,
  { booking, trip }: Pick<BookingRecord, 'booking' | 'trip'>,
  vehicleNo: number,
): Promise<{ readonly minutes: number; readonly vehicle: string | null } | null> {
  const events = await listTripEvents(db, booking.id)
  const journey = buildJourney(trip, events, vehicleNo)
  const leg = findCurrentLeg(journey)
  const minutes = findDelayOnLeg(journey, events)
  if (leg === null || minutes <= noticeDelayMinutes) return null
  const duties = booking.vehiclesNeeded === 1 ? [] : (await listDutiesOfBooking(db, booking)).map(({ duty }) => duty)
  const own = duties.filter((duty) => duty.vehicleNo === vehicleNo)
  return { minutes, vehicle: findDutyOnLeg(own, leg.sequence)?.vehicleReg ?? null }
}

/** The notice of a late coach, while its leg lasts. */
export async function composeDelayedNotice(db: Reader, news: BookedNews): Promise<NoticeWords | null> {
  const delay = await findCoachDelay(db, news, news.subjectId ?? 1)
  return delay === null ? null : composeDelayed({ ...buildBookedFacts(news), ...delay })
}

function buildBookedFacts({ trip, operator, now }: BookedNews) {
  return { ...buildTripFacts(trip, now), operator: operator.name, phone: operator.phone, licence: operator.operatorLicence }
}

/** A vehicle and its driver in a message to the customer: the driver by first name only. */
function asCrew({ duty, driver }: Pick<DutyRecord, 'duty' | 'driver'>): CrewFacts {
  return { driverId: driver.id, driver: findFirstName(driver.name), vehicle: duty.vehicleReg }
}
