import { isStanding } from '../domain/assignment.ts'
import { toSpokenTime } from '../domain/instant.ts'
import { tripStatusOf } from '../domain/progress.ts'
import { invitationLifeMs } from '../domain/sign-in.ts'
import { operatorInSms, smsName } from '../domain/sms.ts'
import { type AssignmentRow, findAssignment, saveAssignment, saveBooking } from '../storage/queries/bookings.ts'
import { openAssignmentsOf } from '../storage/queries/drivers.ts'
import { insertMessage } from '../storage/queries/messages.ts'
import { schedule } from '../storage/queries/scheduler.ts'
import type { Writer } from '../storage/storage.ts'
import type { WorkerContext } from './context.ts'
import { startLegAgain } from './journeys.ts'
import { makeSignInLink, signInPageUrl, signInUrl } from './sign-in-links.ts'
import { journeyOf } from './trip-logs.ts'

/** The scheduler's name for telling a driver what they are to drive, or no longer. */
export const crewNoticeTask = 'crew_notice'

/** How much of an SMS may be said of a trip and of its vehicle. */
const summaryInSms = 60
const plateInSms = 20

/** The driver no longer drives this trip, which leaves their sight at once; a notice follows. */
export async function endAssignment<T extends AssignmentRow>(tx: Writer, assignment: T, now: number): Promise<void> {
  await saveAssignment(tx, assignment, { endedAt: now })
  await schedule(tx, crewNoticeTask, assignment.id, now, now)
}

/** A driver leaves: whatever they were to drive needs a driver again. Answers the refs of those trips. */
export async function releaseTrips(tx: Writer, driverId: number, now: number): Promise<string[]> {
  const open = await openAssignmentsOf(tx, driverId)
  for (const { booking, trip, assignment } of open) {
    await saveAssignment(tx, assignment, { endedAt: now })
    await startLegAgain(tx, { booking, trip, assignment }, now)
    const tripStatus = tripStatusOf(await journeyOf(tx, { booking, trip }), 'unassigned')
    await saveBooking(tx, booking, { tripStatus, assignmentId: null, updatedAt: now })
  }
  return open.map(({ booking }) => booking.ref)
}

/**
 * Tells a driver how an assignment of theirs stands now, by SMS or mail as they wish. A driver who has left hears nothing.
 * A mail carries a link that signs in; an SMS leads to where its phone gets a code.
 */
export async function tellDriver(context: WorkerContext, assignmentId: number): Promise<void> {
  const now = context.clock()
  await context.storage.transact(async (tx) => {
    const found = await findAssignment(tx, assignmentId)
    if (found === null || found.driver.removedAt !== null || found.booking.finishedAt !== null) return
    const { driver, operator } = found
    const isBySms = driver.notifyBySms && driver.phone !== null
    const recipient = isBySms ? driver.phone : driver.email
    if (recipient === null) return

    await insertMessage(tx, context.secretBox, {
      channel: isBySms ? 'sms' : 'mail',
      recipient,
      driverId: driver.id,
      subject: isBySms ? null : `${operator.name}: ${headline(found)}`,
      text: isBySms ? noticeSms(found, context, now) : await noticeMail(tx, found, context, now),
      now,
    })
  })
}

type FoundAssignment = NonNullable<Awaited<ReturnType<typeof findAssignment>>>

function noticeSms({ operator, ...found }: FoundAssignment, { baseUrl }: WorkerContext, now: number): string {
  const { trip, assignment } = found
  const summary = smsName(trip.itinerary.summary, summaryInSms, '')
  const vehicle = smsName(assignment.vehicleReg, plateInSms, '')
  const news = newsOf(found, { summary, vehicle }, now)
  const link = signInPageUrl(baseUrl)
  return `${smsName(operator.name, operatorInSms, 'Your operator')}: ${news} ${isTheirs(found) ? 'Please confirm' : 'Your trips'}: ${link}`
}

async function noticeMail(tx: Writer, { operator, ...found }: FoundAssignment, { baseUrl }: WorkerContext, now: number) {
  const { trip, assignment, driver } = found
  const news = newsOf(found, { summary: trip.itinerary.summary, vehicle: assignment.vehicleReg }, now)
  const { token } = await makeSignInLink(tx, { driverId: driver.id }, invitationLifeMs, now)
  return [
    `${operator.name}: ${news}`,
    '',
    isTheirs(found) ? 'Please confirm it in the driver app.' : 'Your other trips are in the driver app.',
    'To sign in on a new device, use this link, once, within 7 days:',
    '',
    signInUrl(baseUrl, token),
  ].join('\n')
}

type FoundTrip = Omit<FoundAssignment, 'operator'>

/** What happened, in as few words as a subject has. */
function headline(found: FoundTrip): string {
  const { booking } = found
  if (booking.status === 'cancelled') return `${booking.ref} is cancelled`
  return isTheirs(found) ? `You are to drive ${booking.ref}` : `You no longer drive ${booking.ref}`
}

function newsOf(found: FoundTrip, words: { summary: string; vehicle: string }, now: number): string {
  const { booking, trip } = found
  const vehicle = isTheirs(found) && words.vehicle !== '' ? `in ${words.vehicle}` : ''
  const facts = [toSpokenTime(booking.departsAt, trip.timezone, now), words.summary, vehicle]
  return `${[headline(found), ...facts].filter(Boolean).join(', ')}.`
}

function isTheirs({ booking, assignment }: FoundTrip): boolean {
  return booking.status === 'active' && booking.assignmentId === assignment.id && isStanding(assignment)
}
