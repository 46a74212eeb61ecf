import { isActiveAssignment } from '../../domain/assignment.ts'
import { dayMs } from '../../domain/instant.ts'
import {
  findNextPaperNoticeTime,
  isPaperNoticeDue,
  listPapersOfDriver,
  listPapersOfVehicle,
  type Paper,
} from '../../domain/paper.ts'
import type { TaskKind } from '../../domain/task-kind.ts'
import { listDutiesOfBooking } from '../../storage/queries/assignments.ts'
import { findBookingById, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { type DriverRow, findDriverById } from '../../storage/queries/drivers.ts'
import { listOffersOfTrip, type OfferRow } from '../../storage/queries/jobs.ts'
import { findQuote, findRequest, type RequestRow } from '../../storage/queries/quotes.ts'
import {
  type DueTask,
  finishTask,
  type PlannedTask,
  scheduleTask,
  scheduleTasks,
  unscheduleTask,
} from '../../storage/queries/scheduler.ts'
import { findVehicleById, type VehicleRow } from '../../storage/queries/vehicles.ts'
import type { Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { type News, notifyReaders } from './notices.ts'

/** The scheduler's names for timed notices: about a trip's offers, a request, a booking, a driver, a vehicle. */
const quoteReminderTask = 'quote_reminder'
const requestReminderTask = 'request_reminder'
const dayBeforeTask = 'day_before'
const driverDocumentsTask = 'driver_documents'
const vehicleDocumentsTask = 'vehicle_documents'

/**
 * Instant (ms) at which an operator is reminded of an unanswered offer: a day before quoting ends, or after 50 % of the time if
 * that is shorter.
 */
function computeReminderTime({ quoteBy, offeredAt }: OfferRow): number {
  return quoteBy - Math.min(dayMs, Math.floor((quoteBy - offeredAt) / 2))
}

/** The next instant at which an operator is reminded of one of a trip's offers; none after the last. */
export function planQuoteReminder(offers: readonly OfferRow[], now: number): PlannedTask[] {
  const [first] = offers
    .filter((offer) => computeReminderTime(offer) > now)
    .sort((one, other) => computeReminderTime(one) - computeReminderTime(other))
  return first === undefined ? [] : [{ kind: quoteReminderTask, subjectId: first.tripId, dueAt: computeReminderTime(first) }]
}

/** The task that reminds an operator of a booking request, after 50 % of the time they have. */
export function planRequestReminder({ id, requestedAt, respondBy }: RequestRow): PlannedTask {
  return { kind: requestReminderTask, subjectId: id, dueAt: Math.floor((requestedAt + respondBy) / 2) }
}

/** The task of the notice on the day before a booked trip. For a later booking it runs after 50 % of the time left. */
export function planDayBeforeNotice(
  { id, departsAt }: { readonly id: number; readonly departsAt: number },
  now: number,
): PlannedTask {
  const dayBefore = departsAt - dayMs
  return { kind: dayBeforeTask, subjectId: id, dueAt: dayBefore > now ? dayBefore : Math.floor((now + departsAt) / 2) }
}

export function planDriverPapers(tx: Writer, driver: DriverRow, now: number): Promise<void> {
  return planPapers(tx, driverDocumentsTask, driver, listPapersOfDriver(driver), now)
}

export function planVehiclePapers(tx: Writer, vehicle: VehicleRow, now: number): Promise<void> {
  return planPapers(tx, vehicleDocumentsTask, vehicle, listPapersOfVehicle(vehicle), now)
}

type Keeper = Pick<DriverRow, 'id' | 'removedAt'>

async function planPapers(tx: Writer, kind: TaskKind, { id, removedAt }: Keeper, papers: readonly Paper[], now: number) {
  const dueAt = removedAt === null ? findNextPaperNoticeTime(papers, now) : null
  if (dueAt === null) await unscheduleTask(tx, kind, id)
  else await scheduleTask(tx, kind, id, dueAt, now)
}

type Remind = (tx: Writer, subjectId: number, claimed: DueTask, now: number) => Promise<readonly News[]>

/** The news of each due task, by the task's name. Subjects that have ended have none. Papers are notified more than once. */
const reminders: Readonly<Record<string, Remind>> = {
  async [quoteReminderTask](tx, tripId, claimed, now) {
    const offers = (await listOffersOfTrip(tx, tripId)).map(({ offer }) => offer)
    await scheduleTasks(tx, planQuoteReminder(offers, now), now)
    const isDue = (offer: OfferRow) => computeReminderTime(offer) >= claimed.dueAt && computeReminderTime(offer) <= now
    return [{ fact: 'quote_reminder', operatorIds: offers.filter(isDue).map(({ operatorId }) => operatorId), tripId }]
  },
  async [requestReminderTask](tx, id) {
    const request = await findRequest(tx, id)
    const isUnanswered = request?.status === 'pending' && request.paymentStatus === 'card_saved'
    const quote = isUnanswered ? await findQuote(tx, request.quoteId) : null
    if (quote === null) return []
    return [{ fact: 'request_reminder', operatorIds: [quote.operatorId], tripId: quote.tripId, subjectId: id }]
  },
  async [dayBeforeTask](tx, id, _claimed, now) {
    const booking = await findBookingById(tx, id)
    if (booking !== null && booking.departsAt - dayMs > now) {
      await scheduleTasks(tx, [planDayBeforeNotice(booking, now)], now)
      return []
    }
    const record = booking === null || booking.departsAt <= now ? null : await findBookingOfTrip(tx, booking.tripId)
    if (record === null || record.booking.status !== 'active') return []
    const { tripId, operatorId, isCrewed } = record.booking
    const duties = (await listDutiesOfBooking(tx, record.booking)).map(({ duty }) => duty).filter(isActiveAssignment)
    const about = { operatorIds: [operatorId], tripId }
    const isReady = isCrewed && duties.every(({ acknowledgedAt }) => acknowledgedAt !== null)
    const driverIds = [...new Set(duties.map(({ driverId }) => driverId))]
    return [{ fact: 'day_before', ...about, driverIds }, ...(isReady ? [] : [{ fact: 'crew_missing', ...about } as const])]
  },
  async [driverDocumentsTask](tx, id, claimed, now) {
    const driver = await findDriverById(tx, id)
    if (driver === null || driver.removedAt !== null) return []
    await planDriverPapers(tx, driver, now)
    if (!isPaperNoticeDue(listPapersOfDriver(driver), claimed.dueAt, now)) return []
    return [{ fact: 'driver_documents', operatorIds: [driver.operatorId], subjectId: id, driverIds: [id] }]
  },
  async [vehicleDocumentsTask](tx, id, claimed, now) {
    const vehicle = await findVehicleById(tx, id)
    if (vehicle === null || vehicle.removedAt !== null) return []
    await planVehiclePapers(tx, vehicle, now)
    if (!isPaperNoticeDue(listPapersOfVehicle(vehicle), claimed.dueAt, now)) return []
    return [{ fact: 'vehicle_documents', operatorIds: [vehicle.operatorId], subjectId: id }]
  },
}

/** The task of a reminder: queues its messages and finishes it in the same transaction. */
export async function sendReminder(context: WorkerContext, subjectId: number, claimed: DueTask): Promise<void> {
  const remind = Object.hasOwn(reminders, claimed.kind) ? reminders[claimed.kind] : undefined
  if (remind === undefined) throw new Error(`no reminder is called ${claimed.kind}`)
  await context.storage.transact(async (tx) => {
    const now = context.clock()
    await notifyReaders(tx, await remind(tx, subjectId, claimed, now), now)
    await finishTask(tx, claimed)
  })
}
