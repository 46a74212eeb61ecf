import type { Records } from '../../office/api/records.ts'
import { buildBody } from '../../office/form/body.ts'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import type { TypedBody } from '../../office/form/typed.ts'
import {
  buildItineraryBody,
  emptyLeg,
  findSavedShape,
  type LegDraft,
  listWholeLegs,
  mapLegPlaces,
  type TripShape,
  toLegDrafts,
  type WholeLegs,
} from '../../office/trip-fields/legs.ts'
import { emptyPlace, type PlaceDraft, resolvePlace } from '../../office/trip-fields/places.ts'
import { buildDetails } from '../../office/trip-fields/trip-body.ts'
import { toWallDay, toWallTime } from '../../plain/moment.ts'
import { toWallAt } from '../../plain/zone.ts'

type TripBody = Records['OwnTripInput']

/** A booking by phone, with its legs as drafts. */
export type PhoneBooking = Omit<TripBody, 'legs' | 'pickup' | 'dropoff' | 'departs_at' | 'returns_at'> & {
  readonly legs?: readonly LegDraft[]
}

export type BookingValues = TypedBody<PhoneBooking>

/** The limits of a booking by phone. */
export const bookingLimits = readLimits('OwnTripInput')

/** The values of a new form, for an account with this currency. */
export function createBooking(currency: string): BookingValues {
  return {
    trip_type: 'one_way',
    legs: [emptyLeg],
    purpose: 'other',
    flight: { direction: 'arrival' },
    quote: { currency_code: currency, availability: 'confirmed' },
    book: { agreed_by: 'phone' },
  }
}

/** The form of the trip in a draft. */
export function findShape({ trip_type }: BookingValues): TripShape {
  return trip_type === 'return' || trip_type === 'multi_day' ? trip_type : 'one_way'
}

/** The legs in a draft. */
function readLegDrafts({ legs }: BookingValues): readonly Partial<LegDraft>[] {
  return (legs ?? []) as readonly Partial<LegDraft>[]
}

/** The legs of a draft with all their places. */
export function listBookingLegs(values: BookingValues): WholeLegs {
  return listWholeLegs(findShape(values), readLegDrafts(values))
}

/** A draft of an earlier release, which has two places and two instants in place of legs. */
type EarlierDraft = {
  readonly departs_at?: string | null
  readonly returns_at?: string | null
  readonly isReturn?: boolean
  readonly pickup?: PlaceDraft | null
  readonly dropoff?: PlaceDraft | null
}

/** Whether a draft is of an earlier release. */
export function isEarlierBooking({ departs_at, returns_at, pickup, dropoff }: BookingValues & EarlierDraft): boolean {
  return [departs_at, returns_at, pickup, dropoff].some((value) => value != null)
}

/** The changes that bring a draft of an earlier release up to date. */
export function upgradeBooking(values: BookingValues & EarlierDraft, zone: string): BookingValues & EarlierDraft {
  const { departs_at, returns_at, isReturn, pickup, dropoff } = values
  const at = (instant: string | null | undefined) => {
    const wall = instant == null ? '' : toWallAt(Date.parse(instant), zone)
    return { day: toWallDay(wall), departs: toWallTime(wall) }
  }
  return {
    trip_type: isReturn ? 'return' : 'one_way',
    legs: [
      { ...emptyLeg, ...at(departs_at), pickup: { ...emptyPlace, ...pickup }, dropoff: { ...emptyPlace, ...dropoff } },
      { ...emptyLeg, ...at(returns_at) },
    ],
    ...{ departs_at: null, returns_at: null, pickup: null, dropoff: null },
  }
}

/** The changes for another form of the trip. A tour has at least two legs, with places of their own. */
export function toShape(values: BookingValues, shape: TripShape): BookingValues {
  if (shape !== 'multi_day') return { trip_type: shape }
  const [, second] = listWholeLegs('return', readLegDrafts(values))
  const drafts = readLegDrafts(values)
  return { trip_type: shape, legs: [drafts[0] ?? emptyLeg, second ?? emptyLeg, ...drafts.slice(2)] as readonly LegDraft[] }
}

/** The changes for another customer, or none: clears the payment and the homes of the previous customer. */
export function toCustomer(values: BookingValues, customerId: number | null): BookingValues {
  const withoutHome = (typed: PlaceDraft) => {
    const place = resolvePlace(typed)
    return place.taken?.kind === 'residential' && place.taken.customerId !== customerId ? emptyPlace : place
  }
  const legs = readLegDrafts(values).map((leg) => mapLegPlaces(leg, withoutHome)) as readonly LegDraft[]
  return { customer_id: customerId, book: { ...values.book, terms: null, po_number: null }, legs }
}

/** The changes that repeat an earlier trip on the day of the draft. */
export function repeatTrip(values: BookingValues, trip: Records['OwnTrip']): BookingValues {
  const day = readLegDrafts(values)[0]?.day ?? ''
  const [out = emptyLeg, ...others] = toLegDrafts(trip)
  const { wheelchair_spaces = 0 } = trip.accessibility ?? {}
  return {
    trip_type: findSavedShape(trip),
    legs: [{ ...out, day }, ...others],
    passenger_count: trip.passenger_count,
    purpose: trip.purpose,
    coach_stays_with_group: trip.coach_stays_with_group,
    accessibility: wheelchair_spaces > 0 ? { wheelchair_spaces } : null,
  }
}

/** The request body: the trip, the customer, the quote and with `isBooked` the agreed payment. */
export function buildTripBody(
  values: BookingValues,
  { zone, isBooked }: { readonly zone: string; readonly isBooked: boolean },
): TripBody {
  const shape = findShape(values)
  const { customer, customer_id, book, accessibility, coach_stays_with_group, ...trip } = buildBody(
    { ...values, legs: undefined },
    bookingLimits,
  ) as Omit<PhoneBooking, 'legs'>
  const coachStays = shape !== 'one_way' && coach_stays_with_group === true
  return {
    ...trip,
    ...buildDetails(trip),
    trip_type: shape,
    ...buildItineraryBody(shape, listBookingLegs(values), { zone, coachStays }),
    ...(coachStays && { coach_stays_with_group: true }),
    ...(accessibility?.wheelchair_spaces && { accessibility }),
    ...(customer_id != null && { customer_id }),
    ...((customer_id == null || customer != null) && { customer: nameCaller(customer) }),
    ...(isBooked && book?.terms && { book }),
  }
}

/** Without a name, the phone number or email address is the name. */
function nameCaller(customer: PhoneBooking['customer']): Records['TelephoneCustomerInput'] {
  const { name, organisation, phone, email } = customer ?? {}
  return { ...customer, name: name || organisation || phone || email || 'Caller' }
}
