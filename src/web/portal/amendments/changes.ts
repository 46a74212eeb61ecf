import { slackMs } from '../../../domain/amendment-consent.ts'
import { formatDurationInWords } from '../../../domain/spoken.ts'
import type { Records } from '../../office/api/records.ts'
import { buildBody } from '../../office/form/body.ts'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import type { TypedBody } from '../../office/form/typed.ts'
import {
  buildLegBody,
  findSavedShape,
  isSameMinute,
  type LegBody,
  type LegDraft,
  type LegInstants,
  listLegTimes,
  listTransfers,
  listWholeLegs,
  type StopDraft,
  type TripShape,
  toLegDrafts,
  type WholeLeg,
  type WholeLegs,
} from '../../office/trip-fields/legs.ts'
import { buildChangedPlaceBody, buildPlaceBody } from '../../office/trip-fields/places.ts'
import { buildDetails, countSeats } from '../../office/trip-fields/trip-body.ts'
import { formatWithOffset } from '../../plain/zone.ts'

/** A whole booking with the fields that can change. */
export type WholeBooking = Records['BookingDetail']

type ChangesBody = Records['ChangesInput']
/** A change of a booking, with its legs as drafts. */
export type SentAmendment = Omit<Records['AmendmentInput'], 'changes'> & {
  readonly changes: Omit<ChangesBody, 'legs' | 'pickup' | 'dropoff' | 'departs_at' | 'returns_at'> & {
    readonly legs?: readonly LegDraft[]
    readonly shape?: TripShape
  }
}

/** The limits of a change of a booking. */
export const amendLimits = readLimits('AmendmentInput')

export type AmendValues = TypedBody<SentAmendment>

/** The fields of a changed booking in a draft. */
export type ChangesDraft = TypedBody<SentAmendment['changes']>

/** The form values of an unchanged booking. */
export function toChangesDraft(booking: WholeBooking): ChangesDraft {
  const { passenger_count, luggage, accessibility, flight, lead_passenger, customer, notes, vehicles } = booking
  return {
    ...{ passenger_count, luggage, accessibility, lead_passenger, customer, notes, vehicles },
    flight: flight ?? { direction: 'arrival' },
    legs: toLegDrafts(booking, booking.timezone),
    shape: findSavedShape(booking),
  }
}

/** The legs of a changed booking in a draft. */
function listChangedLegs({ legs, shape }: ChangesDraft): WholeLegs {
  return listWholeLegs((shape ?? 'one_way') as TripShape, (legs ?? []) as readonly Partial<LegDraft>[])
}

/** The typed changes of a booking, without unchanged fields. */
export function buildChangesBody(booking: WholeBooking, draft: ChangesDraft): ChangesBody {
  const [was, is] = [buildComparedBody(toChangesDraft(booking)), buildComparedBody(draft)]
  return {
    ...buildItineraryChanges(booking, draft),
    ...listDifferences<ChangesBody>(was, is),
    ...(JSON.stringify(was.customer) !== JSON.stringify(is.customer) && {
      customer: listDifferences<Records['CustomerChangeInput']>(was.customer ?? {}, is.customer ?? {}),
    }),
  }
}

/**
 * The changed times, places and legs. Times and ends that the server moves along with all legs are sent without legs, so that
 * the change says no more than it must.
 */
function buildItineraryChanges(booking: WholeBooking, draft: ChangesDraft): ChangesBody {
  const { timezone: zone } = booking
  const [was, is] = [listChangedLegs(toChangesDraft(booking)), listChangedLegs(draft)]
  const [before, after] = [listLegTimes(was, zone), listLegTimes(is, zone)]
  // A leg or a stop that is still being typed is no change.
  if (after.some(({ departs }) => departs === null) || is.some(({ stops }) => stops.some(isUnnamed))) return {}
  const people = draft.passenger_count ?? booking.passenger_count
  const legs = listAmendedLegs(booking, is, after, people)
  const [pickup, dropoff] = [
    buildChangedPlaceBody(booking.pickup, is[0].pickup),
    buildChangedPlaceBody(booking.dropoff, is[0].dropoff),
  ]
  const isOtherPlace = (end: 'pickup' | 'dropoff') => !isSameBody(buildPlaceBody(was[0][end]), buildPlaceBody(is[0][end]))
  const [departs, returns] = [after[0]?.departs ?? null, draft.shape === 'return' ? (after[1]?.departs ?? null) : null]
  const isMoved = (nth: number) => before[nth]?.departs !== after[nth]?.departs
  const isLonger = was.length < is.length
  const isOutline =
    was.length === is.length && was.length <= 2 && draft.shape !== 'multi_day' && areMovedAlong(was, is, before, after)
  const isUnchanged = isSameBody(legs, listAmendedLegs(booking, was, before, people))
  return {
    ...(isOutline && departs !== null && isMoved(0) && { departs_at: formatWithOffset(departs, zone) }),
    ...((isOutline || isLonger) && returns !== null && isMoved(1) && { returns_at: formatWithOffset(returns, zone) }),
    ...(!isOutline && !isUnchanged && { legs }),
    ...(isOtherPlace('pickup') && { pickup }),
    ...(isOtherPlace('dropoff') && hasFirstDropoff(booking) && { dropoff }),
  }
}

function isUnnamed({ place }: StopDraft): boolean {
  return place.label.trim() === ''
}

/** Whether the drop-off of a booking is that of its first leg. */
function hasFirstDropoff({ dropoff, legs: [first] }: WholeBooking): boolean {
  return first === undefined || isSameBody(first.dropoff, dropoff)
}

function isSameBody(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether legs differ in nothing but their departures, which move all their times, and the ends of the trip. */
function areMovedAlong(was: WholeLegs, is: WholeLegs, before: readonly LegInstants[], after: readonly LegInstants[]): boolean {
  return is.every((leg, nth) => {
    const [old, from, to] = [was[nth], before[nth], after[nth]]
    if (old === undefined || from === undefined || to === undefined) return false
    const later = (to.departs ?? 0) - (from.departs ?? 0)
    const moved = [...from.stops, from.arrives].map((at) => (at === null ? null : at + later))
    const places = ({ pickup, dropoff, stops, isMirrored }: WholeLeg) => [
      stops.map(({ kind, place }) => [kind, buildPlaceBody(place)]),
      nth === 0 || isMirrored ? isMirrored : [buildPlaceBody(pickup), buildPlaceBody(dropoff)],
    ]
    return isSameBody(moved, [...to.stops, to.arrives]) && isSameBody(places(old), places(leg))
  })
}

/** The legs of a changed booking, with the waits between them. Given distances are kept, others are looked up again. */
function listAmendedLegs(booking: WholeBooking, legs: WholeLegs, times: readonly LegInstants[], people: number): LegBody[] {
  const booked = listTransfers(booking)
  const bodies = legs.map((leg, nth) => {
    const own = times[nth]
    const body = buildLegBody(leg, own, booking.timezone)
    const before = booked[nth]
    if (before === undefined) return body
    const { departs_at, arrive_by, passenger_count, waiting_minutes, distance_m, driving_seconds, distance_source } = before
    return {
      ...body,
      pickup: buildChangedPlaceBody(before.pickup, leg.pickup),
      dropoff: buildChangedPlaceBody(before.dropoff, leg.dropoff),
      ...(isSameMinute(own?.departs, departs_at) && { departs_at }),
      ...(isSameMinute(own?.arrives, arrive_by) && { arrive_by }),
      passenger_count: passenger_count === booking.passenger_count ? people : passenger_count,
      waiting_minutes,
      ...(distance_source === 'given' && { distance_m, driving_seconds }),
    }
  })
  return bodies.flatMap((leg, nth) => [leg, ...listWaits(booking, bodies, nth)])
}

/** The booked waits after a leg, from its arrival to the next departure. */
function listWaits(booking: WholeBooking, bodies: readonly LegBody[], nth: number): LegBody[] {
  const [leg, next, before] = [bodies[nth], bodies[nth + 1], listTransfers(booking)[nth]]
  if (leg === undefined || next === undefined || before === undefined) return []
  const waits = booking.legs.slice(before.sequence)
  const end = waits.findIndex(({ kind }) => kind !== 'standby')
  const later = Date.parse(leg.departs_at) - Date.parse(before.departs_at)
  return waits.slice(0, end === -1 ? undefined : end).map(({ departs_at, passenger_count }) => ({
    kind: 'standby',
    pickup: leg.dropoff,
    dropoff: leg.dropoff,
    departs_at: leg.arrive_by ?? formatWithOffset(Date.parse(departs_at) + later, booking.timezone),
    arrive_by: next.departs_at,
    passenger_count,
  }))
}

/** The body of all fields except times, places and legs. */
function buildComparedBody(draft: ChangesDraft) {
  const { passenger_count, notes, customer, vehicles, ...details } = (
    buildBody({ changes: { ...draft, legs: undefined } }, amendLimits) as SentAmendment
  ).changes
  return {
    passenger_count,
    notes,
    customer,
    vehicles: vehicles?.map(({ type, seats, count, vehicle_id, description }) => {
      return { type, seats: seats ?? 0, count: count ?? 1, vehicle_id, description }
    }),
    ...buildDetails(details),
  }
}

/** The values of `is` that differ from those of `was`. A missing value is no difference. */
function listDifferences<Body>(was: object, is: object): Partial<Body> {
  const before = new Map(Object.entries(was).map(([name, value]) => [name, JSON.stringify(value)]))
  const isOther = ([name, value]: [string, unknown]) => value !== undefined && JSON.stringify(value) !== before.get(name)
  return Object.fromEntries(Object.entries(is).filter(isOther)) as Partial<Body>
}

/** Reasons for which the customer must approve the changes. Empty if the office can apply them alone. */
export function listConsentReasons(booking: WholeBooking, changes: ChangesBody, price: number): string[] {
  const isMoved = (before: string | null, after: string | undefined) =>
    after !== undefined && (before === null || Math.abs(Date.parse(after) - Date.parse(before)) > slackMs)
  const otherwise = `more than ${formatDurationInWords(slackMs)} earlier or later`
  return [
    ...(price > booking.price_amount ? ['higher price'] : []),
    ...(isMoved(booking.departs_at, changes.departs_at) ? [`departure ${otherwise}`] : []),
    ...(isMoved(booking.returns_at, changes.returns_at) ? [`return departure ${otherwise}`] : []),
    ...(booking.legs.some(({ departs_at }, nth) => isMoved(departs_at, changes.legs?.[nth]?.departs_at))
      ? [`departure of a leg ${otherwise}`]
      : []),
    ...(changes.legs !== undefined && !isSameBody(describeRoute(booking.legs), describeRoute(changes.legs))
      ? ['other legs or stops']
      : []),
    ...(changes.pickup === undefined ? [] : ['new pick-up']),
    ...(changes.dropoff === undefined ? [] : ['new drop-off']),
    ...(changes.vehicles === undefined ? [] : ['other vehicles']),
    ...(changes.accessibility === undefined ? [] : ['other wheelchair spaces']),
  ]
}

type RoutePlace = { readonly label: string; readonly locality?: string | null; readonly postcode?: string | null }
type RouteLeg = {
  readonly pickup: RoutePlace
  readonly dropoff: RoutePlace
  readonly stops?: readonly { readonly place: RoutePlace }[] | null
}

/** The places of legs by their names. */
function describeRoute(legs: readonly RouteLeg[]): readonly string[][] {
  const name = ({ label, locality, postcode }: RoutePlace) => [label, locality, postcode].filter(Boolean).join(', ')
  return legs.map(({ pickup, dropoff, stops }) => [pickup, ...(stops ?? []).map(({ place }) => place), dropoff].map(name))
}

/** Number of passengers without a seat in the vehicles. */
export function countMissingSeats({ passenger_count, vehicles }: ChangesDraft): number {
  return Math.max(0, (passenger_count ?? 0) - countSeats(vehicles))
}
