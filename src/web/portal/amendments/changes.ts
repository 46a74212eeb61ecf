import { slackMs } from '../../../domain/amendment-consent.ts'
import { formatDurationInWords } from '../../../domain/spoken.ts'
import type { Records } from '../../office/api/records.ts'
import { buildBody } from '../../office/form/body.ts'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import type { TypedBody } from '../../office/form/typed.ts'
import { buildChangedPlaceBody, findPlaceAt, toPlaceDraft } from '../../office/trip-fields/places.ts'
import { buildDetails, buildEnds, countSeats } from '../../office/trip-fields/trip-body.ts'

/** A whole booking with the fields that can change. */
export type WholeBooking = Records['BookingDetail']

type ChangesBody = Records['ChangesInput']
type LegBody = Records['LegInput']
export type SentAmendment = Records['AmendmentInput'] & { readonly changes: { readonly isReturn?: boolean } }

/** The limits of a change of a booking. */
export const amendLimits = readLimits('AmendmentInput')

export type AmendValues = TypedBody<SentAmendment>

/** The fields of a changed booking in a draft. */
export type ChangesDraft = TypedBody<SentAmendment['changes']>

/** The form values of an unchanged booking. */
export function toChangesDraft(booking: WholeBooking): ChangesDraft {
  return {
    ...booking,
    isReturn: booking.returns_at !== null,
    pickup: toPlaceDraft(booking.pickup),
    dropoff: toPlaceDraft(booking.dropoff),
    flight: booking.flight ?? { direction: 'arrival' },
  }
}

/** The typed changes of a booking, without unchanged fields. */
export function buildChangesBody(booking: WholeBooking, draft: ChangesDraft): ChangesBody {
  const { departs_at, returns_at, isReturn } = draft
  const [was, is] = [buildComparedBody(toChangesDraft(booking)), buildComparedBody(draft)]
  const changed = listDifferences<ChangesBody>(was, is)
  const { pickup, dropoff } = buildChangedEnds(booking, draft)
  return {
    ...(departs_at && isInstantChanged(booking.departs_at, departs_at) && { departs_at }),
    ...(isReturn && returns_at && isInstantChanged(booking.returns_at, returns_at) && { returns_at }),
    ...(isReturnAdded(booking, draft) && { legs: listThereAndBack(booking, draft) }),
    ...(hasMovedLegs(booking, draft) && {
      legs: booking.legs.map((leg, nth) => buildLegBody(booking, draft, leg, draft.legs?.[nth]?.departs_at)),
    }),
    ...changed,
    ...(changed.pickup && { pickup }),
    ...(changed.dropoff && { dropoff }),
    ...(changed.customer && { customer: listDifferences<Records['CustomerChangeInput']>(was.customer ?? {}, is.customer ?? {}) }),
  }
}

/** The body of all fields except the times, which are compared as instants. */
function buildComparedBody(draft: ChangesDraft) {
  const { passenger_count, notes, customer, vehicles, ...details } = (buildBody({ changes: draft }, amendLimits) as SentAmendment)
    .changes
  return {
    passenger_count,
    notes,
    customer,
    vehicles: vehicles?.map(({ type, seats, count, vehicle_id, description }) => {
      return { type, seats: seats ?? 0, count: count ?? 1, vehicle_id, description }
    }),
    ...buildDetails(details),
    ...buildEnds(draft),
  }
}

/** The values of `is` that differ from those of `was`. A missing value is no difference. */
function listDifferences<Body>(was: object, is: object): Partial<Body> {
  const before = new Map(Object.entries(was).map(([name, value]) => [name, JSON.stringify(value)]))
  const isOther = ([name, value]: [string, unknown]) => value !== undefined && JSON.stringify(value) !== before.get(name)
  return Object.fromEntries(Object.entries(is).filter(isOther)) as Partial<Body>
}

function buildChangedEnds(booking: WholeBooking, draft: ChangesDraft) {
  return {
    pickup: buildChangedPlaceBody(booking.pickup, findPlaceAt(draft, 'pickup')),
    dropoff: buildChangedPlaceBody(booking.dropoff, findPlaceAt(draft, 'dropoff')),
  }
}

function isReturnAdded(booking: WholeBooking, draft: ChangesDraft): boolean {
  return booking.returns_at === null && draft.isReturn === true && typeof draft.returns_at === 'string'
}

/** The booked outward leg, and the same leg in reverse. */
function listThereAndBack(booking: WholeBooking, draft: ChangesDraft): LegBody[] {
  const ways = booking.legs.map((leg) => buildLegBody(booking, draft, leg, draft.departs_at))
  const { pickup, dropoff } = buildChangedEnds(booking, draft)
  return [...ways, { pickup: dropoff, dropoff: pickup, departs_at: draft.returns_at ?? '' }]
}

/** Whether a booking has more legs than an outward and a return. */
export function hasManyLegs({ legs, returns_at }: WholeBooking): boolean {
  return legs.filter(({ kind }) => kind === 'transfer').length > (returns_at === null ? 1 : 2)
}

function hasMovedLegs(booking: WholeBooking, draft: ChangesDraft): boolean {
  return booking.legs.some(({ departs_at }, nth) => isInstantChanged(departs_at, draft.legs?.[nth]?.departs_at ?? departs_at))
}

/** The request body of a leg. A moved leg moves all its times, and takes over a changed pick-up or drop-off. */
function buildLegBody(
  booking: WholeBooking,
  draft: ChangesDraft,
  leg: WholeBooking['legs'][number],
  at: string | null | undefined,
): LegBody {
  const departsAt = at ?? leg.departs_at
  const later = Date.parse(departsAt) - Date.parse(leg.departs_at)
  const moved = (time: string | null) => (time === null || later === 0 ? time : new Date(Date.parse(time) + later).toISOString())
  const ends = [
    [booking.pickup, findPlaceAt(draft, 'pickup')],
    [booking.dropoff, findPlaceAt(draft, 'dropoff')],
  ] as const
  const placed = (place: Records['Place']) => {
    const end = ends.find(([was]) => JSON.stringify(was) === JSON.stringify(place))
    return buildChangedPlaceBody(place, end === undefined ? toPlaceDraft(place) : end[1])
  }
  const { kind, passenger_count, waiting_minutes, distance_m, driving_seconds, distance_source } = leg
  return {
    kind: kind as Records['LegKind'],
    pickup: placed(leg.pickup),
    dropoff: placed(leg.dropoff),
    departs_at: departsAt,
    arrive_by: moved(leg.arrive_by),
    passenger_count: passenger_count === booking.passenger_count ? (draft.passenger_count ?? passenger_count) : passenger_count,
    waiting_minutes,
    // The server looks up distances again, because the places may have changed.
    ...(distance_source === 'given' && { distance_m, driving_seconds }),
    stops: leg.stops.map((stop) => ({
      kind: stop.kind as Records['StopKind'],
      place: placed(stop.place),
      arrive_at: moved(stop.arrive_at),
      depart_at: moved(stop.depart_at),
      waiting_minutes: stop.waiting_minutes,
      note: stop.note,
    })),
  }
}

function isInstantChanged(before: string | null, after: string): boolean {
  return before === null || Date.parse(before) !== Date.parse(after)
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
    ...(changes.pickup === undefined ? [] : ['new pick-up']),
    ...(changes.dropoff === undefined ? [] : ['new drop-off']),
    ...(changes.vehicles === undefined ? [] : ['other vehicles']),
  ]
}

/** Number of passengers without a seat in the vehicles. */
export function countMissingSeats({ passenger_count, vehicles }: ChangesDraft): number {
  return Math.max(0, (passenger_count ?? 0) - countSeats(vehicles))
}
