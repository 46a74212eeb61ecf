import { type TripChanges, valuesBefore } from '../../domain/amended-trip.ts'
import { type Amender, type AmendmentMove, amendmentPending, type Consent, moveAmendment } from '../../domain/amendment.ts'
import { mustHaveConsent } from '../../domain/amendment-consent.ts'
import { type AskedChanges, changesFrom } from '../../domain/asked-changes.ts'
import { mustBeUnderway } from '../../domain/booking.ts'
import type { OperatorCaller, PortalCaller } from '../../domain/caller.ts'
import { legDrivesOf } from '../../domain/leg.ts'
import { invalid, mustFind, notFound } from '../../domain/refusal.ts'
import type { DriveFinder } from '../../domain/road-distance.ts'
import {
  type AmendmentRow,
  amendmentsOf,
  findAmendment,
  insertAmendment,
  openAmendmentOf,
} from '../../storage/queries/amendments.ts'
import { bookingOfTrip, findBooking } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findTripByRef, type TripRow } from '../../storage/queries/trips.ts'
import { findVehicle } from '../../storage/queries/vehicles.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { bookingToStaff, notBooked } from '../bookings/bookings.ts'
import type { AppContext } from '../context.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { transactWithTripLock } from '../money/deposits.ts'
import { mustBePhones, type PhoneSetting } from '../people/phones.ts'
import { tripIdOf } from '../quotes/jobs.ts'
import { currentTripByRef } from '../trips/trips.ts'
import { findMovedDrives } from './amended-drives.ts'
import { awaitAnswer, endUnanswered, recordAmendment, tellAmendment } from './amendment-moves.ts'
import { type AmendedBooking, type AmendmentPlan, applyAmendment, planAmendment, planEntered } from './apply-amendments.ts'

/** A change of what was booked: the trip, its price (minor units; null where it stays), and why. */
export type AmendmentDraft = {
  readonly changes: AskedChanges
  readonly priceAmount: number | null
  /** Null for that of the booking. */
  readonly currencyCode: string | null
  readonly reason: string | null
}

/** An amendment draft whose changes have everything that was left out filled in. */
type WholeDraft = Omit<AmendmentDraft, 'changes'> & { readonly changes: TripChanges }

/** A change that the operator or the platform wants, and what they say of the customer's consent. */
export type Proposal = AmendmentDraft & { readonly consent: Consent }

/** The answer of the operator or the platform to a wish; null for what was not said. */
export type WishAnswer = Pick<AmendmentDraft, 'priceAmount' | 'currencyCode'> & { readonly consent: Consent | null }

/** An amendment with the trip it is about. */
export type ShownAmendment = { readonly amendment: AmendmentRow; readonly trip: TripRow }

/** Somebody other than the customer who may change a booking: whose it is, or the platform. */
export type Office = {
  readonly by: Exclude<Amender, 'customer'>
  tripId(app: AppContext): Promise<number>
  /** The booking as it stands, its trip locked. */
  find(tx: Writer, now: number): Promise<AmendedBooking>
}

/** The people of the operator, for a booking of theirs. */
export function officeOf(caller: PortalCaller, ref: string): Office {
  return {
    by: 'operator',
    tripId: (app) => tripIdOf(app, caller, ref),
    find: (tx, now) => bookingToStaff(tx, caller, ref, now),
  }
}

/** The platform, for whichever trip is booked. */
export function platformOffice(ref: string): Office {
  return {
    by: 'platform',
    tripId: async (app) => (await mustFind(app.storage.read((db) => findTripByRef(db, ref)))).id,
    find: async (tx, now) => bookedAs(tx, await currentTripByRef(tx, ref, now)),
  }
}

/** The booking that a trip became. Refuses `booking_not_confirmed`. */
export async function bookedAs(db: Reader, trip: TripRow): Promise<AmendedBooking> {
  const record = await bookingOfTrip(db, trip.id)
  if (record === null) throw notBooked(trip)
  return record
}

/** The changes of one of the caller's bookings, oldest first. Refuses `not_found`. */
export async function listAmendments(db: Reader, caller: OperatorCaller, ref: string): Promise<ShownAmendment[]> {
  const { booking, trip } = await mustFind(findBooking(db, caller.operatorId, ref))
  return (await amendmentsOf(db, booking.id)).map((amendment) => ({ amendment, trip }))
}

/** The changes of any trip's booking, oldest first; none while nothing is booked. Refuses `not_found`. */
export async function listAmendmentsOfTrip(db: Reader, ref: string): Promise<ShownAmendment[]> {
  const trip = await mustFind(findTripByRef(db, ref))
  const record = await bookingOfTrip(db, trip.id)
  const found = record === null ? [] : await amendmentsOf(db, record.booking.id)
  return found.map((amendment) => ({ amendment, trip }))
}

/**
 * The office changes a booking, or asks its customer whether it may. Refuses `not_found`, `booking_not_confirmed`, `trip_cancelled`,
 * `trip_finished`, `amendment_pending`, `invalid_transition` (a coach that would go is on its way), `validation_failed` (a trip that
 * cannot be, another currency, no consent).
 */
export async function proposeAmendment(
  app: AppContext,
  office: Office,
  { consent, ...asked }: Proposal,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  const tripId = await office.tripId(app)
  const find = await findMovedDrives(app, tripId, asked.changes, idempotent)
  return transactWithTripLock(app, idempotent, tripId, async (tx, now) => {
    const record = await amendable(tx, await office.find(tx, now), now)
    const { draft, plan } = await planDraft(tx, app, record, asked, find, now)
    mustHaveConsent(consent, plan.before, plan.after)
    const made = await enterAmendment(tx, record, draft, plan, { by: office.by, status: 'proposed' }, now)
    if (consent === 'ask') await ask(tx, record, made, made, now)
    else await applyAmendment(tx, record, made, { ...made, status: 'applied', closedAt: now }, plan, now)
    return shown(tx, record.trip, made.id)
  })
}

/** The booking where it may still be changed. Refuses `trip_cancelled`, `trip_finished`, `amendment_pending`. */
export async function amendable(tx: Writer, found: AmendedBooking, now: number): Promise<AmendedBooking> {
  mustBeUnderway(found.booking)
  const booking = await endUnanswered(tx, found.booking, now)
  const open = await openAmendmentOf(tx, booking.id)
  if (open !== null) throw amendmentPending(open)
  return { ...found, booking }
}

/**
 * Fills in a draft and plans the booking that it would make. Refuses `validation_failed`, and as `planAmendment` does.
 */
export async function planDraft(
  tx: Writer,
  setting: PhoneSetting,
  record: AmendedBooking,
  asked: AmendmentDraft,
  find: DriveFinder,
  now: number,
) {
  const { booking, trip } = record
  await mustHavePhones(tx, setting, record, asked.changes)
  const draft: WholeDraft = { ...asked, changes: changesFrom(asked.changes, trip) }
  mustBeItsCurrency(booking, draft)
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
async function mustHavePhones(db: Reader, setting: PhoneSetting, { booking, trip }: AmendedBooking, asked: AskedChanges) {
  const { customer, leadPassenger } = asked
  const isKept = leadPassenger?.phone === trip.leadPassenger?.phone
  const typed = [
    [['changes', 'customer', 'phone'], customer?.phone],
    [['changes', 'leadPassenger', 'phone'], isKept ? null : leadPassenger?.phone],
  ] as const
  if (typed.every(([, phone]) => phone == null)) return
  const operator = await findOperator(db, booking.operatorId)
  mustBePhones(setting, operator === null ? [] : [operator], typed)
}

function mustBeItsCurrency({ currencyCode }: AmendedBooking['booking'], said: Pick<AmendmentDraft, 'currencyCode'>): void {
  if ((said.currencyCode ?? currencyCode) !== currencyCode) throw invalid(['currencyCode'], 'exactly', { value: currencyCode })
}

/** Writes an amendment down as it begins. */
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
    before: valuesBefore(before, changes),
    drives: legDrivesOf(after.itinerary.legs),
    priceAmount,
    priceDifferenceAmount: after.priceAmount - before.priceAmount,
    currencyCode: booking.currencyCode,
    reason,
    createdAt: now,
  })
}

/** The customer is asked, and has so long to answer. */
async function ask(tx: Writer, { booking }: AmendedBooking, before: AmendmentRow, proposed: AmendmentRow, now: number) {
  const respondBy = await awaitAnswer(tx, booking, proposed, now)
  await recordAmendment(tx, booking, before, { ...proposed, respondBy }, now)
  await tellAmendment(tx, 'amendment_proposed', booking, proposed, now)
}

/** An amendment as it stands, with its trip. */
export async function shown(db: Reader, { id: tripId }: Pick<TripRow, 'id'>, id: number): Promise<ShownAmendment> {
  const record = await mustFind(bookingOfTrip(db, tripId))
  const amendment = await mustFind(findAmendment(db, id))
  if (amendment.bookingId !== record.booking.id) throw notFound()
  return { amendment, trip: record.trip }
}

/**
 * The office grants what the customer wished; at a higher price to which they have not agreed they are asked. Refuses `not_found`,
 * `booking_not_confirmed`, `trip_cancelled`, `trip_finished`, `invalid_transition`, `validation_failed`.
 */
export async function grantWish(
  app: AppContext,
  office: Office,
  id: number,
  { priceAmount, currencyCode, consent }: WishAnswer,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  return moveByOffice(app, office, id, idempotent, async (tx, record, wish, now) => {
    const applied = moveAmendment(wish, 'apply', now)
    mustBeItsCurrency(record.booking, { currencyCode })
    const granted = { ...applied, priceAmount }
    const plan = await planEntered(tx, record, granted, now)
    const priceDifferenceAmount = plan.after.priceAmount - plan.before.priceAmount
    const isToBeAsked = consent === 'ask' || (priceDifferenceAmount > 0 && consent !== 'given')
    if (isToBeAsked) {
      const proposed = { ...moveAmendment(wish, 'propose', now), priceAmount, priceDifferenceAmount }
      await ask(tx, record, wish, proposed, now)
    } else await applyAmendment(tx, record, wish, { ...granted, priceDifferenceAmount }, plan, now)
  })
}

/** The office says no to a wish, and why. Refuses as `grantWish` does. */
export function declineWish(
  app: AppContext,
  office: Office,
  id: number,
  declineReason: string,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  return close(app, office, id, 'turn_down', { declineReason }, idempotent)
}

/** The office takes a proposal back. Refuses as `grantWish` does. */
export function withdrawAmendment(
  app: AppContext,
  office: Office,
  id: number,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  return close(app, office, id, 'withdraw', {}, idempotent)
}

function close(
  app: AppContext,
  office: Office,
  id: number,
  move: AmendmentMove,
  said: Partial<AmendmentRow>,
  idempotent: IdempotentRequest<ShownAmendment>,
): Promise<ShownAmendment> {
  return moveByOffice(app, office, id, idempotent, async (tx, { booking }, open, now) => {
    await recordAmendment(tx, booking, open, { ...moveAmendment(open, move, now), ...said }, now)
    await tellAmendment(tx, move === 'withdraw' ? 'amendment_withdrawn' : 'amendment_refused', booking, open, now)
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
    const { record, amendment } = await toBeMoved(tx, await office.find(tx, now), id, now)
    await move(tx, record, amendment, now)
    return shown(tx, record.trip, id)
  })
}

/** An amendment of a booking as it stands now, to be moved. Refuses `not_found`, `trip_cancelled`, `trip_finished`. */
export async function toBeMoved(tx: Writer, found: AmendedBooking, id: number, now: number) {
  await shown(tx, found.trip, id)
  mustBeUnderway(found.booking)
  const booking = await endUnanswered(tx, found.booking, now)
  const { amendment } = await shown(tx, found.trip, id)
  return { record: { ...found, booking }, amendment }
}
