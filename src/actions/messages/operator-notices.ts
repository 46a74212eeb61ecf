import { isActiveAssignment } from '../../domain/assignment.ts'
import { isDisputeOpen } from '../../domain/dispute.ts'
import { toSpokenDay, toSpokenTime } from '../../domain/instant.ts'
import { formatTowns } from '../../domain/itinerary.ts'
import { findDueSince } from '../../domain/ledger.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import type { FactName } from '../../domain/notices.ts'
import { documentNames, listExpiringPapers, listPapersOfDriver, listPapersOfVehicle } from '../../domain/paper.ts'
import { isOfUnknownCharge } from '../../domain/payment.ts'
import * as moneyWords from '../../gateways/notices/desk-money-words.ts'
import * as words from '../../gateways/notices/desk-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import { findAssignment, listDutiesOfBooking } from '../../storage/queries/assignments.ts'
import { type BookingRecord, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { findDispute } from '../../storage/queries/disputes.ts'
import { findDriverById, listOpenAssignments, listTripsLeftBy } from '../../storage/queries/drivers.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findPayment } from '../../storage/queries/payments.ts'
import { findQuote, findRequest } from '../../storage/queries/quotes.ts'
import { findTask } from '../../storage/queries/scheduler.ts'
import { findVehicleCheckById } from '../../storage/queries/vehicle-checks.ts'
import { findVehicleById } from '../../storage/queries/vehicles.ts'
import { findSubscription } from '../../storage/queries/webhooks.ts'
import type { Reader } from '../../storage/storage.ts'
import { findDisputeAddress } from '../cards/payment-account.ts'
import { backupTask } from '../maintenance/backups.ts'
import { mailFailingTask } from '../outbox/mail-failures.ts'
import { composeDeskAmendmentNotice } from './amendment-notices.ts'
import { findCoachDelay } from './booking-notices.ts'
import {
  bookedFacts,
  type DeskNews,
  factsFor,
  formatDeadline,
  formatTimeOfTrip,
  jobFacts,
  type TripDeskNews,
} from './job-facts.ts'
import { findLapsedRequest } from './quote-notices.ts'

type NoticeComposer<News> = (db: Reader, news: News) => Promise<NoticeWords | null>

/** Faults of a refund with their own words; any other is a failure. */
const whyStuck = ['insufficient_funds', 'disputed', 'unanswered', 'no_charge'] as const

/**
 * The notices about a trip, by fact. They name trips and vehicles but no driver, because an erasure cannot delete emails from a
 * mailbox. The notice about a driver's documents is the exception.
 */
const aboutTrips: Partial<Record<FactName, NoticeComposer<TripDeskNews>>> = {
  async job_offered(db, news) {
    return (await isJobUnanswered(db, news))
      ? words.composeJobOffered({ ...jobFacts(news), quoteBy: formatDeadline(news, news.trip.quoteBy) })
      : null
  },
  async quote_reminder(db, news) {
    return (await isJobUnanswered(db, news))
      ? words.composeQuoteReminder({ ...jobFacts(news), quoteBy: formatDeadline(news, news.trip.quoteBy) })
      : null
  },
  async booking_requested(db, news) {
    const request = await pendingRequest(db, news)
    return request === null ? null : words.composeBookingRequested({ ...jobFacts(news), ...request })
  },
  async request_reminder(db, news) {
    const request = await pendingRequest(db, news)
    return request === null ? null : words.composeRequestReminder({ ...jobFacts(news), ...request })
  },
  async request_lapsed(db, news) {
    return (await findLapsedRequest(db, news.trip, news.subjectId)) === null
      ? null
      : words.composeDeskRequestExpired(jobFacts(news))
  },
  async booked(db, news) {
    const booked = await findOwnUnfinishedBooking(db, news)
    if (booked === null) return null
    const { priceAmount, payoutAmount, currencyCode } = booked.booking
    const amounts = { price: toSpokenAmount(priceAmount, currencyCode), payout: toSpokenAmount(payoutAmount, currencyCode) }
    return words.composeDeskBooked({ ...bookedFacts(news), ...amounts })
  },
  async driver_declined(db, news) {
    const booked = await findOwnUnfinishedBooking(db, news)
    const declined = news.subjectId === null || booked === null ? null : await findAssignment(db, news.subjectId)
    // The notice is obsolete once other drivers have the job.
    const isGiven = declined === null || declined.assignment.endedAt !== null
    return booked === null || isGiven ? null : words.composeDriverDeclined(bookedFacts(news))
  },
  async cancelled(db, news) {
    const { cancellation } = news.trip
    if (cancellation === null) return null
    return words.composeDeskCancelled({ ...(await factsFor(db, news)), ...cancellation })
  },
  amendment_wished: (db, news) => composeAmendmentNoticeForDesk(db, 'amendment_wished', news),
  amendment_declined: (db, news) => composeAmendmentNoticeForDesk(db, 'amendment_declined', news),
  amendment_lapsed: (db, news) => composeAmendmentNoticeForDesk(db, 'amendment_lapsed', news),
  amended: (db, news) => composeAmendmentNoticeForDesk(db, 'amended', news),
  async balance_overdue(db, news) {
    const booked = await findOwnActiveBooking(db, news)
    if (booked === null || booked.booking.dueAmount === 0) return null
    const { dueAmount, currencyCode } = booked.booking
    const dueAt = formatTimeOfTrip(news, findDueSince(booked.booking) ?? news.now)
    const owed = { amount: toSpokenAmount(dueAmount, currencyCode), dueAt }
    return moneyWords.composeDeskBalanceOverdue({ ...bookedFacts(news), ...owed })
  },
  async late_payment(db, news) {
    const late = news.subjectId === null ? null : await findPayment(db, news.subjectId)
    if (late === null || late.operatorId !== news.operator.id) return null
    return moneyWords.composeDeskLatePayment({
      ...(await factsFor(db, news)),
      amount: toSpokenAmount(late.amount, late.currencyCode),
    })
  },
  async refund_stuck(db, news) {
    const refund = news.subjectId === null ? null : await findPayment(db, news.subjectId)
    if (refund === null || refund.operatorId !== news.operator.id) return null
    if (refund.status !== 'refund_failed' && refund.status !== 'refund_pending' && !isOfUnknownCharge(refund)) return null
    const why = whyStuck.find((one) => one === refund.fault) ?? 'failed'
    return moneyWords.composeRefundStuck({
      ...(await factsFor(db, news)),
      amount: toSpokenAmount(refund.amount, refund.currencyCode),
      why,
    })
  },
  async dispute_opened(db, news) {
    const disputed = await ownDispute(db, news)
    if (disputed === null || !isDisputeOpen(disputed.dispute)) return null
    const { status, reason, respondBy } = disputed.dispute
    const until = status === 'needs_response' && respondBy !== null ? formatTimeOfTrip(news, respondBy) : null
    return moneyWords.composeDisputeOpened({ ...disputed.facts, reason, respondBy: until })
  },
  async dispute_closed(db, news) {
    const disputed = await ownDispute(db, news)
    if (disputed === null || isDisputeOpen(disputed.dispute)) return null
    return moneyWords.composeDisputeClosed({ ...disputed.facts, isWon: disputed.dispute.status === 'won' })
  },
  async crew_missing(db, news) {
    const booked = await findOwnUnfinishedBooking(db, news)
    if (booked === null || booked.booking.departsAt <= news.now) return null
    const { booking } = booked
    const duties = (await listDutiesOfBooking(db, booking)).map(({ duty }) => duty).filter(isActiveAssignment)
    if (booking.isCrewed && duties.every(({ acknowledgedAt }) => acknowledgedAt !== null)) return null
    const missing = booking.isCrewed ? 'answer' : duties.length === 0 ? 'all' : 'some'
    return words.composeCrewMissing({ ...bookedFacts(news), missing })
  },
  async delayed(db, news) {
    const booked = await findOwnUnfinishedBooking(db, news)
    const delay = booked === null ? null : await findCoachDelay(db, booked, news.subjectId ?? 1)
    return delay === null ? null : words.composeDeskDelayed({ ...bookedFacts(news), ...delay })
  },
}

/** The notices about other subjects, by fact; `subjectId` is the number of the subject. */
const aboutAccounts: Partial<Record<FactName, NoticeComposer<DeskNews & { readonly subjectId: number }>>> = {
  async driver_left(db, { subjectId }) {
    const driver = await findDriverById(db, subjectId)
    const left = driver?.erasedAt == null ? [] : await listTripsLeftBy(db, subjectId, driver.erasedAt)
    return left.length === 0 ? null : words.composeDriverLeft(subjectId, left)
  },
  async vehicle_unsafe(db, { subjectId, operator, now }) {
    const check = await findVehicleCheckById(db, subjectId)
    if (check === null || check.resolvedAt !== null) return null
    const defects = check.items.filter(({ result }) => result === 'defect')
    return words.composeVehicleUnsafe({
      plate: check.vehicleReg,
      checked: toSpokenTime(check.checkedAt, operator.timezone, now),
      defects: defects.map(({ code, severity }) => `${code.replaceAll('_', ' ')} (${severity})`),
    })
  },
  async driver_documents(db, { subjectId, operator, now }) {
    const driver = await findDriverById(db, subjectId)
    if (driver === null || driver.removedAt !== null) return null
    const expiring = listExpiringPapers(listPapersOfDriver(driver), now)
    if (expiring.length === 0) return null
    const after = await jobsAfter(db, subjectId, Math.min(...expiring.map(({ expiresAt }) => expiresAt)), now)
    return words.composeDriverDocuments(driver.name, formatPapers(expiring, operator, now), after)
  },
  async vehicle_documents(db, { subjectId, operator, now }) {
    const vehicle = await findVehicleById(db, subjectId)
    if (vehicle === null || vehicle.removedAt !== null) return null
    const expiring = listExpiringPapers(listPapersOfVehicle(vehicle), now)
    return expiring.length === 0
      ? null
      : words.composeVehicleDocuments(vehicle.registration, formatPapers(expiring, operator, now))
  },
  async webhook_parked(db, { subjectId }) {
    const found = await findSubscription(db, subjectId)
    if (found === null || found.subscription.parkedAt === null || found.subscription.deletedAt !== null) return null
    const { label, parkedReason } = found.subscription
    const isCredential = parkedReason === 'credential_revoked'
    return words.composeWebhookStopped({
      label,
      why: isCredential ? 'the key that created it is no longer valid' : 'twenty attempts in a row have failed',
    })
  },
  async mail_failing(db, { operator, now }) {
    const failing = await findTask(db, mailFailingTask, 0)
    return failing === null ? null : words.composeMailFailing(toSpokenTime(failing.createdAt, operator.timezone, now))
  },
  async backup_failed(db) {
    const backup = await findTask(db, backupTask, 0)
    return backup === null || backup.lastError === null ? null : words.composeBackupFailed()
  },
}

/** The notice of a fact to an operator's people; null once the fact no longer applies. */
export async function composeOperatorNotice(db: Reader, fact: FactName, news: DeskNews): Promise<NoticeWords | null> {
  const { trip, subjectId } = news
  const say = aboutTrips[fact]
  if (say !== undefined) return trip === null ? null : say(db, { ...news, trip })
  return subjectId === null ? null : ((await aboutAccounts[fact]?.(db, { ...news, subjectId })) ?? null)
}

async function composeAmendmentNoticeForDesk(db: Reader, fact: FactName, news: TripDeskNews): Promise<NoticeWords | null> {
  const booked = await findOwnUnfinishedBooking(db, news)
  return booked === null ? null : composeDeskAmendmentNotice(db, fact, { ...news, ...booked }, bookedFacts(news))
}

/** Whether a job is open for quotes and the operator has neither quoted nor declined. */
async function isJobUnanswered(db: Reader, { operator, trip, now }: TripDeskNews): Promise<boolean> {
  const job = await findJob(db, operator.id, trip.ref)
  if (job === null || now >= job.offer.quoteBy || trip.status !== 'open') return false
  return job.offer.outcome === null && job.offer.declinedAt === null && job.quote === null
}

async function pendingRequest(db: Reader, { subjectId, trip, now }: TripDeskNews) {
  const request = subjectId === null ? null : await findRequest(db, subjectId)
  if (request?.status !== 'pending' || request.respondBy <= now) return null
  const quote = await findQuote(db, request.quoteId)
  if (quote === null) return null
  const inFull = formatTimeOfTrip({ trip, now }, request.respondBy)
  const respondBy = { ...formatDeadline({ trip, now }, request.respondBy), inFull }
  return { price: toSpokenAmount(quote.priceAmount, quote.currencyCode), respondBy }
}

/** The active booking of the trip with this operator. */
async function findOwnActiveBooking(db: Reader, { operator, trip }: TripDeskNews): Promise<BookingRecord | null> {
  const record = await findBookingOfTrip(db, trip.id)
  return record?.booking.operatorId === operator.id && record.booking.status === 'active' ? record : null
}

/** The active booking of the trip with this operator, before the end of the trip. */
async function findOwnUnfinishedBooking(db: Reader, news: TripDeskNews): Promise<BookingRecord | null> {
  const record = await findOwnActiveBooking(db, news)
  return record?.booking.finishedAt === null ? record : null
}

/** A dispute about a payment to this operator, and the facts of its notice. */
async function ownDispute(db: Reader, news: TripDeskNews) {
  const dispute = news.subjectId === null ? null : await findDispute(db, news.subjectId)
  const payment = dispute === null ? null : await findPayment(db, dispute.paymentId)
  const quote = payment === null ? null : await findQuote(db, payment.quoteId)
  if (dispute === null || payment === null || quote?.operatorId !== news.operator.id) return null
  const amount = toSpokenAmount(dispute.amount, dispute.currencyCode)
  const page = await findDisputeAddress(db, payment.provider, dispute.providerRef)
  return { dispute, facts: { ...(await factsFor(db, news)), amount, page } }
}

type ExpiringPaper = ReturnType<typeof listExpiringPapers>[number]

function formatPapers(papers: readonly ExpiringPaper[], { timezone }: Operator, now: number): words.DocumentFacts[] {
  return papers.map(({ what, expiresAt }) => ({ what: documentNames[what], until: toSpokenDay(expiresAt, timezone, now) }))
}

/** The jobs of a driver that depart after an instant (ms). */
async function jobsAfter(db: Reader, driverId: number, after: number, now: number): Promise<words.JobsAfter> {
  const late = (await listOpenAssignments(db, driverId)).filter(({ assignment }) => assignment.departsAt > after)
  const first = late.toSorted((one, other) => one.assignment.departsAt - other.assignment.departsAt)[0]
  if (first === undefined) return { count: 0, first: null }
  const { assignment, trip } = first
  const day = toSpokenDay(assignment.departsAt, trip.timezone, now)
  return { count: new Set(late.map(({ booking }) => booking.id)).size, first: `${day}, ${formatTowns(trip.itinerary)}` }
}
