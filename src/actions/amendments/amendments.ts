import { listReplacedValues, type TripChanges } from '../../domain/amended-trip.ts'
import { type AmendmentMove, amendmentPending, type Consent, moveAmendment } from '../../domain/amendment.ts'
import { requireConsent } from '../../domain/amendment-consent.ts'
import { requireActiveTrip } from '../../domain/booking.ts'
import type { OperatorCaller } from '../../domain/caller.ts'
import { listLegDrives } from '../../domain/leg.ts'
import { invalid, notFound, requireFound } from '../../domain/refusal.ts'
import { type TripChangeInput, toTripChanges } from '../../domain/requested-changes.ts'
import type { DriveFinder } from '../../domain/road-distance.ts'
import {
  type AmendmentRow,
  findAmendment,
  findOpenAmendment,
  insertAmendment,
  listAmendmentsOfBooking,
} from '../../storage/queries/amendments.ts'
import { findBooking, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findTripByRef, type TripRow } from '../../storage/queries/trips.ts'
import { findVehicle } from '../../storage/queries/vehicles.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { transactWithTripLock } from '../payments/deposits.ts'
import { type PhoneSetting, requireValidPhones } from '../people/phones.ts'
import { awaitAnswer, endUnanswered, notifyOfAmendment, recordAmendment } from '../transitions/amendment-moves.ts'
import { locateChanges } from './amended-drives.ts'
import type { Office } from './amending-office.ts'
import { type AmendedBooking, type AmendmentPlan, applyAmendment, planAmendment, planEntered } from './apply-amendments.ts'

/** A change of a booking: the trip, its price (minor units; null for the same), and the reason. */
export type AmendmentDraft = {
  readonly changes: TripChangeInput
  readonly priceAmount: number | null
  /** Null for the booking's currency. */
  readonly currencyCode: string | null
  readonly reason: string | null
}

/** An amendment draft whose changes are complete. */
type WholeDraft = Omit<AmendmentDraft, 'changes'> & { readonly changes: TripChanges }

/** A change that the operator or the platform proposes, and their report of the customer's consent. */
export type Proposal = AmendmentDraft & { readonly consent: Consent }

/** The answer of the operator or the platform to a change request; null for omitted members. */
export type ChangeRequestDecision = Pick<AmendmentDraft, 'priceAmount' | 'currencyCode'> & { readonly consent: Consent | null }

/** An amendment with its trip. */
export type ShownAmendment = { readonly amendment: AmendmentRow; readonly trip: TripRow }

/** Lists the amendments of one of the caller's bookings, oldest first. Refuses `not_found`. */
export async function listAmendments(db: Reader, caller: OperatorCaller, ref: string): Promise<ShownAmendment[]> {
  const { booking, trip } = await requireFound(findBooking(db, caller.operatorId, ref))
  return (await listAmendmentsOfBooking(db, booking.id)).map((amendment) => ({ amendment, trip }))
}

/** Lists the amendments of any trip's booking, oldest first; none without a booking. Refuses `not_found`. */
export async function listAmendmentsOfTrip(db: Reader, ref: string): Promise<ShownAmendment[]> {
  const trip = await requireFound(findTripByRef(db, ref))
  const record = await findBookingOfTrip(db, trip.id)
  const found = record === null ? [] : await listAmendmentsOfBooking(db, record.booking.id)
  return found.map((amendment) => ({ amendment, trip }))
}

/**
 * Changes a booking for the office, or asks its customer for consent. Refuses `not_found`, `booking_not_confirmed`,
 * `trip_cancelled`, `trip_finished`, `amendment_pending`, `invalid_transition` (a vehicle to remove has set off),
 * `validation_failed` (an impossible trip, another currency, no consent).
 */
export async function proposeAmendment(
  app: AppContext,
  office: Office,
  { consent, ...asked }: Proposal,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  const tripId = await office.tripId(app)
  const { changes, find } = await locateChanges(app, tripId, asked.changes, idempotent)
  return transactWithTripLock(app, idempotent, tripId, async (tx, now) => {
    const record = await requireAmendableBooking(tx, await office.find(tx, now), now)
    const { draft, plan } = await planDraft(tx, app, record, { ...asked, changes }, find, now)
    requireConsent(consent, plan.before, plan.after)
    const made = await enterAmendment(tx, record, draft, plan, { by: office.by, status: 'proposed' }, now)
    if (consent === 'ask') await requestCustomerAnswer(tx, record, made, made, now)
    else await applyAmendment(tx, record, made, { ...made, status: 'applied', closedAt: now }, plan, now)
    return findAmendmentWithTrip(tx, record.trip, made.id)
  })
}

/** The booking, if it can be changed. Refuses `trip_cancelled`, `trip_finished`, `amendment_pending`. */
export async function requireAmendableBooking(tx: Writer, found: AmendedBooking, now: number): Promise<AmendedBooking> {
  requireActiveTrip(found.booking)
  const booking = await endUnanswered(tx, found.booking, now)
  const open = await findOpenAmendment(tx, booking.id)
  if (open !== null) throw amendmentPending(open)
  return { ...found, booking }
}

/** Fills in a draft and plans the booking after it. Refuses `validation_failed`, and as `planAmendment` does. */
export async function planDraft(
  tx: Writer,
  setting: PhoneSetting,
  record: AmendedBooking,
  asked: AmendmentDraft,
  find: DriveFinder,
  now: number,
) {
  const { booking, trip } = record
  await requireValidPhonesIn(tx, setting, record, asked.changes)
  const draft: WholeDraft = { ...asked, changes: toTripChanges(asked.changes, trip) }
  requireSameCurrency(booking, draft)
  if (Object.keys(draft.changes).length === 0 && (draft.priceAmount ?? booking.priceAmount) === booking.priceAmount) {
    throw invalid(['changes'], 'noChange')
  }
  for (const [nth, { vehicleId }] of (draft.changes.vehicles ?? []).entries()) {
    if (vehicleId === null || (await findVehicle(tx, booking.operatorId, vehicleId)) !== null) continue
    throw invalid(['changes', 'vehicles', nth, 'vehicleId'], 'unknown')
  }
  return { draft, plan: await planAmendment(tx, record, draft, find, now) }
}

/** Refuses `validation_failed` for an invalid phone number in the changes. */
async function requireValidPhonesIn(
  db: Reader,
  setting: PhoneSetting,
  { booking, trip }: AmendedBooking,
  asked: TripChangeInput,
) {
  const { customer, leadPassenger } = asked
  const isKept = leadPassenger?.phone === trip.leadPassenger?.phone
  const typed = [
    [['changes', 'customer', 'phone'], customer?.phone],
    [['changes', 'leadPassenger', 'phone'], isKept ? null : leadPassenger?.phone],
  ] as const
  if (typed.every(([, phone]) => phone == null)) return
  const operator = await findOperator(db, booking.operatorId)
  requireValidPhones(setting, operator === null ? [] : [operator], typed)
}

function requireSameCurrency({ currencyCode }: AmendedBooking['booking'], said: Pick<AmendmentDraft, 'currencyCode'>): void {
  if ((said.currencyCode ?? currencyCode) !== currencyCode) throw invalid(['currencyCode'], 'exactly', { value: currencyCode })
}

export function enterAmendment(
  tx: Writer,
  { booking }: AmendedBooking,
  { changes, priceAmount, reason }: WholeDraft,
  { before, after }: AmendmentPlan,
  begun: Pick<AmendmentRow, 'by' | 'status'>,
  now: number,
): Promise<AmendmentRow> {
  return insertAmendment(tx, {
    ...begun,
    bookingId: booking.id,
    changes,
    before: listReplacedValues(before, changes),
    drives: listLegDrives(after.itinerary.legs),
    priceAmount,
    priceDifferenceAmount: after.priceAmount - before.priceAmount,
    currencyCode: booking.currencyCode,
    reason,
    createdAt: now,
  })
}

/** Asks the customer, and plans the end of their time to answer. */
async function requestCustomerAnswer(
  tx: Writer,
  { booking }: AmendedBooking,
  before: AmendmentRow,
  proposed: AmendmentRow,
  now: number,
) {
  const respondBy = await awaitAnswer(tx, booking, proposed, now)
  await recordAmendment(tx, booking, before, { ...proposed, respondBy }, now)
  await notifyOfAmendment(tx, 'amendment_proposed', booking, proposed, now)
}

/** Reads an amendment with its trip. */
export async function findAmendmentWithTrip(
  db: Reader,
  { id: tripId }: Pick<TripRow, 'id'>,
  id: number,
): Promise<ShownAmendment> {
  const record = await requireFound(findBookingOfTrip(db, tripId))
  const amendment = await requireFound(findAmendment(db, id))
  if (amendment.bookingId !== record.booking.id) throw notFound()
  return { amendment, trip: record.trip }
}

/**
 * Grants a customer's change request; a higher price that they have not accepted needs their consent first. Refuses `not_found`,
 * `booking_not_confirmed`, `trip_cancelled`, `trip_finished`, `invalid_transition`, `validation_failed`.
 */
export async function grantChangeRequest(
  app: AppContext,
  office: Office,
  id: number,
  { priceAmount, currencyCode, consent }: ChangeRequestDecision,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  return moveByOffice(app, office, id, idempotent, async (tx, record, request, now) => {
    const applied = moveAmendment(request, 'apply', now)
    requireSameCurrency(record.booking, { currencyCode })
    const granted = { ...applied, priceAmount }
    const plan = await planEntered(tx, record, granted, now)
    const priceDifferenceAmount = plan.after.priceAmount - plan.before.priceAmount
    const isToBeAsked = consent === 'ask' || (priceDifferenceAmount > 0 && consent !== 'given')
    if (isToBeAsked) {
      const proposed = { ...moveAmendment(request, 'propose', now), priceAmount, priceDifferenceAmount }
      await requestCustomerAnswer(tx, record, request, proposed, now)
    } else await applyAmendment(tx, record, request, { ...granted, priceDifferenceAmount }, plan, now)
  })
}

/** Rejects a change request with a reason. Refuses as `grantChangeRequest` does. */
export function declineChangeRequest(
  app: AppContext,
  office: Office,
  id: number,
  declineReason: string,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  return closeAmendmentByOffice(app, office, id, 'turn_down', { declineReason }, idempotent)
}

/** Withdraws a proposal for the office. Refuses as `grantChangeRequest` does. */
export function withdrawAmendment(
  app: AppContext,
  office: Office,
  id: number,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  return closeAmendmentByOffice(app, office, id, 'withdraw', {}, idempotent)
}

function closeAmendmentByOffice(
  app: AppContext,
  office: Office,
  id: number,
  move: AmendmentMove,
  said: Partial<AmendmentRow>,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  return moveByOffice(app, office, id, idempotent, async (tx, { booking }, open, now) => {
    await recordAmendment(tx, booking, open, { ...moveAmendment(open, move, now), ...said }, now)
    await notifyOfAmendment(tx, move === 'withdraw' ? 'amendment_withdrawn' : 'amendment_refused', booking, open, now)
  })
}

type OfficeMove = (tx: Writer, record: AmendedBooking, open: AmendmentRow, now: number) => Promise<void>

async function moveByOffice(
  app: AppContext,
  office: Office,
  id: number,
  idempotent: IdempotentRequest<ShownAmendment>,
  move: OfficeMove,
): Promise<ShownAmendment> {
  return transactWithTripLock(app, idempotent, await office.tripId(app), async (tx, now) => {
    const { record, amendment } = await findForMove(tx, await office.find(tx, now), id, now)
    await move(tx, record, amendment, now)
    return findAmendmentWithTrip(tx, record.trip, id)
  })
}

/** Finds the amendment of a booking for a change. Refuses `not_found`, `trip_cancelled`, `trip_finished`. */
export async function findForMove(tx: Writer, found: AmendedBooking, id: number, now: number) {
  await findAmendmentWithTrip(tx, found.trip, id)
  requireActiveTrip(found.booking)
  const booking = await endUnanswered(tx, found.booking, now)
  const { amendment } = await findAmendmentWithTrip(tx, found.trip, id)
  return { record: { ...found, booking }, amendment }
}
