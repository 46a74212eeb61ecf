import { isStanding } from '../../domain/assignment.ts'
import { isDisputeOpen } from '../../domain/dispute.ts'
import { toSpokenTime } from '../../domain/instant.ts'
import { dueSince } from '../../domain/ledger.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import type { FactName } from '../../domain/notices.ts'
import { expiringPapers, type Paper, papersOfDriver, papersOfVehicle } from '../../domain/paper.ts'
import { isOfUnknownCharge } from '../../domain/payment.ts'
import * as words from '../../gateways/notices/desk-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import { dutiesOf, findAssignment } from '../../storage/queries/assignments.ts'
import { type BookingRecord, bookingOfTrip } from '../../storage/queries/bookings.ts'
import { findDispute } from '../../storage/queries/disputes.ts'
import { findDriverById, tripsLeftBy } from '../../storage/queries/drivers.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findPayment } from '../../storage/queries/payments.ts'
import { findQuote, findRequest } from '../../storage/queries/quotes.ts'
import { findTask } from '../../storage/queries/scheduler.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import { findVehicleCheckById } from '../../storage/queries/vehicle-checks.ts'
import { findVehicleById } from '../../storage/queries/vehicles.ts'
import { findSubscription } from '../../storage/queries/webhooks.ts'
import type { Reader } from '../../storage/storage.ts'
import { deskAmendmentWords } from '../amendments/amendment-notices.ts'
import { delayOf } from '../bookings/booking-notices.ts'
import { addressOfDispute } from '../cards/payment-account.ts'
import { lapsedRequest } from '../quotes/quote-notices.ts'
import { backupTask } from '../server/backups.ts'
import { mailFailingTask } from './mail-failures.ts'

/** The facts that a notice to an operator's people is made from; the trip where it is about one. */
export type DeskNews = {
  readonly operator: Operator
  readonly trip: TripRow | null
  readonly subjectId: number | null
  readonly now: number
}

/** News about a trip. */
type TripDeskNews = DeskNews & { readonly trip: TripRow }

type Saying<News> = (db: Reader, news: News) => Promise<NoticeWords | null>

/** Faults of a refund that are told as what keeps it; any other is told as a failure. */
const whyStuck = ['insufficient_funds', 'disputed', 'unanswered', 'no_charge'] as const

/**
 * The notices about a trip, by fact. A notice names trips and vehicles, never a driver: it lies in mailboxes, out of
 * reach of an erasure.
 */
const aboutTrips: Partial<Record<FactName, Saying<TripDeskNews>>> = {
  async job_offered(db, news) {
    return (await isUnanswered(db, news))
      ? words.jobOffered({ ...jobFacts(news), quoteBy: spokenAt(news, news.trip.quoteBy) })
      : null
  },
  async quote_reminder(db, news) {
    return (await isUnanswered(db, news))
      ? words.quoteReminder({ ...jobFacts(news), quoteBy: spokenAt(news, news.trip.quoteBy) })
      : null
  },
  async booking_requested(db, news) {
    const asked = await pendingRequest(db, news)
    return asked === null ? null : words.bookingRequested({ ...jobFacts(news), ...asked })
  },
  async request_reminder(db, news) {
    const asked = await pendingRequest(db, news)
    return asked === null ? null : words.requestReminder({ ...jobFacts(news), ...asked })
  },
  async request_lapsed(db, news) {
    return (await lapsedRequest(db, news.trip, news.subjectId)) === null ? null : words.deskRequestLapsed(jobFacts(news))
  },
  async booked(db, news) {
    const booked = await ownTrip(db, news)
    if (booked === null) return null
    const { priceAmount, payoutAmount, currencyCode } = booked.booking
    const amounts = { price: toSpokenAmount(priceAmount, currencyCode), payout: toSpokenAmount(payoutAmount, currencyCode) }
    return words.deskBooked({ ...bookedFacts(news), ...amounts })
  },
  async driver_declined(db, news) {
    const booked = await ownTrip(db, news)
    const declined = news.subjectId === null || booked === null ? null : await findAssignment(db, news.subjectId)
    // It ends once others stand in for them.
    const isGiven = declined === null || declined.assignment.endedAt !== null
    return booked === null || isGiven ? null : words.driverDeclined(bookedFacts(news))
  },
  async cancelled(db, news) {
    const { cancellation } = news.trip
    if (cancellation === null) return null
    return words.deskCancelled({ ...(await factsFor(db, news)), ...cancellation })
  },
  amendment_wished: (db, news) => amendmentWords(db, 'amendment_wished', news),
  amendment_declined: (db, news) => amendmentWords(db, 'amendment_declined', news),
  amendment_lapsed: (db, news) => amendmentWords(db, 'amendment_lapsed', news),
  amended: (db, news) => amendmentWords(db, 'amended', news),
  async balance_overdue(db, news) {
    const booked = await ownBooking(db, news)
    if (booked === null || booked.booking.dueAmount === 0) return null
    const { dueAmount, currencyCode } = booked.booking
    const dueAt = spokenAt(news, dueSince(booked.booking) ?? news.now)
    const owed = { amount: toSpokenAmount(dueAmount, currencyCode), dueAt }
    return words.deskBalanceOverdue({ ...bookedFacts(news), ...owed })
  },
  async late_payment(db, news) {
    const late = news.subjectId === null ? null : await findPayment(db, news.subjectId)
    if (late === null || late.operatorId !== news.operator.id) return null
    return words.deskLatePayment({ ...(await factsFor(db, news)), amount: toSpokenAmount(late.amount, late.currencyCode) })
  },
  async refund_stuck(db, news) {
    const refund = news.subjectId === null ? null : await findPayment(db, news.subjectId)
    if (refund === null || refund.operatorId !== news.operator.id) return null
    if (refund.status !== 'refund_failed' && refund.status !== 'refund_pending' && !isOfUnknownCharge(refund)) return null
    const why = whyStuck.find((one) => one === refund.fault) ?? 'failed'
    return words.refundStuck({ ...(await factsFor(db, news)), amount: toSpokenAmount(refund.amount, refund.currencyCode), why })
  },
  async dispute_opened(db, news) {
    const disputed = await ownDispute(db, news)
    if (disputed === null || !isDisputeOpen(disputed.dispute)) return null
    const { status, reason, respondBy } = disputed.dispute
    const until = status === 'needs_response' && respondBy !== null ? spokenAt(news, respondBy) : null
    return words.disputeOpened({ ...disputed.facts, reason, respondBy: until })
  },
  async dispute_closed(db, news) {
    const disputed = await ownDispute(db, news)
    if (disputed === null || isDisputeOpen(disputed.dispute)) return null
    return words.disputeClosed({ ...disputed.facts, isWon: disputed.dispute.status === 'won' })
  },
  async crew_missing(db, news) {
    const booked = await ownTrip(db, news)
    if (booked === null || booked.booking.departsAt <= news.now) return null
    const { booking } = booked
    const duties = (await dutiesOf(db, booking)).map(({ duty }) => duty).filter(isStanding)
    if (booking.isCrewed && duties.every(({ acknowledgedAt }) => acknowledgedAt !== null)) return null
    const missing = booking.isCrewed ? 'answer' : duties.length === 0 ? 'everybody' : 'somebody'
    return words.crewMissing({ ...bookedFacts(news), missing })
  },
  async delayed(db, news) {
    const booked = await ownTrip(db, news)
    const delay = booked === null ? null : await delayOf(db, booked, news.subjectId ?? 1)
    return delay === null ? null : words.deskDelayed({ ...bookedFacts(news), ...delay })
  },
}

/** The notices about everything else, by fact; each is about what its number says. */
const aboutAccounts: Partial<Record<FactName, Saying<DeskNews & { readonly subjectId: number }>>> = {
  async driver_left(db, { subjectId }) {
    const driver = await findDriverById(db, subjectId)
    const left = driver?.erasedAt == null ? [] : await tripsLeftBy(db, subjectId, driver.erasedAt)
    return left.length === 0 ? null : words.driverLeft(subjectId, left)
  },
  async vehicle_unsafe(db, { subjectId, operator, now }) {
    const check = await findVehicleCheckById(db, subjectId)
    if (check === null || check.resolvedAt !== null) return null
    const defects = check.items.filter(({ result }) => result === 'defect')
    return words.vehicleUnsafe({
      plate: check.vehicleReg,
      checked: toSpokenTime(check.checkedAt, operator.timezone, now),
      defects: defects.map(({ code, severity }) => `${code.replaceAll('_', ' ')} (${severity})`),
    })
  },
  async driver_documents(db, { subjectId, operator, now }) {
    const driver = await findDriverById(db, subjectId)
    if (driver === null || driver.removedAt !== null) return null
    return documents(`Driver #${subjectId}`, papersOfDriver(driver), operator, now)
  },
  async vehicle_documents(db, { subjectId, operator, now }) {
    const vehicle = await findVehicleById(db, subjectId)
    if (vehicle === null || vehicle.removedAt !== null) return null
    return documents(vehicle.registration, papersOfVehicle(vehicle), operator, now)
  },
  async webhook_parked(db, { subjectId }) {
    const found = await findSubscription(db, subjectId)
    if (found === null || found.subscription.parkedAt === null || found.subscription.deletedAt !== null) return null
    const { label, parkedReason } = found.subscription
    const isCredential = parkedReason === 'credential_revoked'
    return words.webhookParked({
      label,
      why: isCredential ? 'the key that made it has ended' : 'twenty attempts in a row have failed',
    })
  },
  async mail_failing(db, { operator, now }) {
    const failing = await findTask(db, mailFailingTask, 0)
    return failing === null ? null : words.mailFailing(toSpokenTime(failing.createdAt, operator.timezone, now))
  },
  async backup_failed(db) {
    const backup = await findTask(db, backupTask, 0)
    return backup === null || backup.lastError === null ? null : words.backupFailed()
  },
}

/** The notice of a fact as an operator's people read it now; null when the fact is over. */
export async function deskWords(db: Reader, fact: FactName, news: DeskNews): Promise<NoticeWords | null> {
  const { trip, subjectId } = news
  const say = aboutTrips[fact]
  if (say !== undefined) return trip === null ? null : say(db, { ...news, trip })
  return subjectId === null ? null : ((await aboutAccounts[fact]?.(db, { ...news, subjectId })) ?? null)
}

async function amendmentWords(db: Reader, fact: FactName, news: TripDeskNews): Promise<NoticeWords | null> {
  const booked = await ownTrip(db, news)
  return booked === null ? null : deskAmendmentWords(db, fact, { ...news, ...booked }, bookedFacts(news))
}

/** Never quoted for nor declined, and still to be quoted for. */
async function isUnanswered(db: Reader, { operator, trip, now }: TripDeskNews): Promise<boolean> {
  const job = await findJob(db, operator.id, trip.ref)
  if (job === null || now >= job.offer.quoteBy || trip.status !== 'open') return false
  return job.offer.outcome === null && job.offer.declinedAt === null && job.quote === null
}

async function pendingRequest(db: Reader, { subjectId, trip, now }: TripDeskNews) {
  const request = subjectId === null ? null : await findRequest(db, subjectId)
  if (request?.status !== 'pending' || request.respondBy <= now) return null
  const quote = await findQuote(db, request.quoteId)
  if (quote === null) return null
  const respondBy = toSpokenTime(request.respondBy, trip.timezone, now)
  return { price: toSpokenAmount(quote.priceAmount, quote.currencyCode), respondBy }
}

/** The booking of the trip where it is this operator's and stands. */
async function ownBooking(db: Reader, { operator, trip }: TripDeskNews): Promise<BookingRecord | null> {
  const record = await bookingOfTrip(db, trip.id)
  return record?.booking.operatorId === operator.id && record.booking.status === 'active' ? record : null
}

/** The booking of the trip where it is this operator's and stands, while the trip is not over. */
async function ownTrip(db: Reader, news: TripDeskNews): Promise<BookingRecord | null> {
  const record = await ownBooking(db, news)
  return record?.booking.finishedAt === null ? record : null
}

/** A dispute about money that was paid to this operator, and what is said of each. */
async function ownDispute(db: Reader, news: TripDeskNews) {
  const dispute = news.subjectId === null ? null : await findDispute(db, news.subjectId)
  const payment = dispute === null ? null : await findPayment(db, dispute.paymentId)
  const quote = payment === null ? null : await findQuote(db, payment.quoteId)
  if (dispute === null || payment === null || quote?.operatorId !== news.operator.id) return null
  const amount = toSpokenAmount(dispute.amount, dispute.currencyCode)
  const page = await addressOfDispute(db, payment.provider, dispute.providerRef)
  return { dispute, facts: { ...(await factsFor(db, news)), amount, page } }
}

function documents(whose: string, papers: readonly Paper[], { timezone }: Operator, now: number): NoticeWords | null {
  const expiring = expiringPapers(papers, now)
  if (expiring.length === 0) return null
  return words.documentsExpiring(
    whose,
    expiring.map(({ what, expiresAt }) => ({ what, until: toSpokenTime(expiresAt, timezone, now) })),
  )
}

/** Before it is booked a job is told without anything of its customer. */
function jobFacts(news: TripDeskNews): words.JobFacts {
  return { ref: news.trip.ref, summary: news.trip.maskedItinerary.read().summary, departs: spokenAt(news, news.trip.departsAt) }
}

/** The facts told of a trip: those of the booking to the operator who has it, those of the job to all others. */
async function factsFor(db: Reader, news: TripDeskNews): Promise<words.JobFacts> {
  const isTheirs = (await bookingOfTrip(db, news.trip.id))?.booking.operatorId === news.operator.id
  return isTheirs ? bookedFacts(news) : jobFacts(news)
}

function bookedFacts(news: TripDeskNews): words.JobFacts {
  return { ref: news.trip.ref, summary: news.trip.itinerary.summary, departs: spokenAt(news, news.trip.departsAt) }
}

function spokenAt({ trip, now }: TripDeskNews, at: number): string {
  return toSpokenTime(at, trip.timezone, now)
}
