import { aliasedTable, and, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { CancelledBooking } from '../../domain/cancelled-bookings.ts'
import type { CoachDrives } from '../../domain/empty-distance.ts'
import type { CountedBooking, PickupArrival } from '../../domain/takings.ts'
import type { CountedQuote, PricedQuote } from '../../domain/win-rate.ts'
import { isWithinSpan } from '../lists/counted-listing.ts'
import { prepareStatement, type Reader } from '../storage.ts'

/** A span of an account's time between two instants (ms), both included. */
export type SpanOfAccount = { readonly operatorId: number; readonly from: number; readonly to: number }

const sent = prepareStatement('quotes_sent', (handle) => {
  const { offers, quotes } = handle.t
  return handle.db
    .select({
      status: quotes.status,
      submittedAt: quotes.submittedAt,
      offeredAt: offers.offeredAt,
      isAnother: isAnother(handle),
    })
    .from(quotes)
    .innerJoin(offers, eq(offers.id, quotes.offerId))
    .where(and(eq(quotes.operatorId, sql.placeholder('operatorId')), isWithinSpan(quotes.submittedAt)))
})

/** Whether the job of a quote had an earlier quote. */
function isAnother({ db, t: { quotes } }: Reader): SQL<boolean> {
  const earlier = aliasedTable(quotes, 'earlier')
  const found = db
    .select({ id: earlier.id })
    .from(earlier)
    .where(and(eq(earlier.tripId, quotes.tripId), eq(earlier.offerId, quotes.offerId), lt(earlier.id, quotes.id)))
  return sql<boolean>`exists ${found}`.mapWith(Boolean)
}

/** The quotes that an account first sent within a span, in no order. */
export function listQuotesSentIn(db: Reader, span: SpanOfAccount): Promise<CountedQuote[]> {
  return sent(db).execute(span)
}

const departing = prepareStatement('bookings_departing', ({ db, t: { bookings: b } }) =>
  db
    .select({
      status: b.status,
      departsAt: b.departsAt,
      priceAmount: b.priceAmount,
      extrasAmount: b.extrasAmount,
      paidAmount: b.paidAmount,
      currencyCode: b.currencyCode,
    })
    .from(b)
    .where(and(eq(b.operatorId, sql.placeholder('operatorId')), isWithinSpan(b.departsAt))),
)

/** The money of an account's bookings with a departure within a span, including cancelled ones, in no order. */
export function listBookingsDepartingIn(db: Reader, span: SpanOfAccount): Promise<CountedBooking[]> {
  return departing(db).execute(span)
}

const arriving = prepareStatement('arrivals_at_pickups', ({ db, t: { bookings: b, tripEvents } }) => {
  const undoing = aliasedTable(tripEvents, 'undoing')
  const undone = db
    .select({ id: undoing.id })
    .from(undoing)
    .where(
      and(
        eq(undoing.bookingId, tripEvents.bookingId),
        gt(undoing.id, tripEvents.id),
        sql`${undoing.revertsEventId} + 0 = ${tripEvents.id}`,
      ),
    )
  const isFirstPickup = and(
    eq(tripEvents.bookingId, b.id),
    eq(tripEvents.status, sql`'arrived'`),
    eq(tripEvents.leg, sql`1`),
    // A vehicle that an amendment removed has the number 0.
    gt(tripEvents.vehicleNo, sql`0`),
  )
  return db
    .select({ bookingId: tripEvents.bookingId, departsAt: b.departsAt, occurredAt: tripEvents.occurredAt })
    .from(b)
    .innerJoin(tripEvents, isFirstPickup)
    .where(and(eq(b.operatorId, sql.placeholder('operatorId')), isWithinSpan(b.departsAt), sql`not exists ${undone}`))
})

/** Arrivals of coaches at the first pickup of bookings with a departure within a span, without undone ones, in no order. */
export function listArrivalsIn(db: Reader, span: SpanOfAccount): Promise<PickupArrival[]> {
  return arriving(db).execute(span)
}

const detailed = prepareStatement('quotes_sent_in_detail', (handle) => {
  const { offers, quotes, trips } = handle.t
  return handle.db
    .select({
      status: quotes.status,
      submittedAt: quotes.submittedAt,
      offeredAt: offers.offeredAt,
      isAnother: isAnother(handle),
      priceAmount: quotes.priceAmount,
      currencyCode: quotes.currencyCode,
      rejectionCode: quotes.rejectionCode,
      itinerary: trips.maskedItinerary,
    })
    .from(quotes)
    .innerJoin(offers, eq(offers.id, quotes.offerId))
    .innerJoin(trips, eq(trips.id, quotes.tripId))
    .where(and(eq(quotes.operatorId, sql.placeholder('operatorId')), isWithinSpan(quotes.submittedAt)))
})

/** The quotes of `listQuotesSentIn`, each with its price, the trip's purpose and its decline reason. */
export async function listQuotesSentInDetail(db: Reader, span: SpanOfAccount): Promise<PricedQuote[]> {
  const found = await detailed(db).execute(span)
  return found.map(({ itinerary, ...quote }) => ({ ...quote, purpose: itinerary.read().purpose }))
}

const declined = prepareStatement('offers_declined', ({ db, t: { offers } }) =>
  db
    .select({ reasonCode: offers.declineReasonCode })
    .from(offers)
    .where(and(eq(offers.operatorId, sql.placeholder('operatorId')), isWithinSpan(offers.declinedAt))),
)

/** Reasons for which an account declined jobs within a span: a code or null for each job. */
export async function listDeclinesIn(db: Reader, span: SpanOfAccount): Promise<(string | null)[]> {
  return (await declined(db).execute(span)).map(({ reasonCode }) => reasonCode)
}

const calledOff = prepareStatement('bookings_called_off', ({ db, t: { bookings: b } }) =>
  db
    .select({
      cancellation: b.cancellation,
      priceAmount: b.priceAmount,
      extrasAmount: b.extrasAmount,
      currencyCode: b.currencyCode,
    })
    .from(b)
    .where(and(eq(b.operatorId, sql.placeholder('operatorId')), eq(b.status, sql`'cancelled'`), isWithinSpan(b.departsAt))),
)

/** The cancelled bookings of an account with a departure within a span, in no order. */
export function listCancellationsIn(db: Reader, span: SpanOfAccount): Promise<CancelledBooking[]> {
  return calledOff(db).execute(span)
}

const driving = prepareStatement('coaches_departing', ({ db, t: { assignments: a, bookings: b, trips } }) =>
  db
    .select({ vehicleId: a.vehicleId, departsAt: a.departsAt, sequences: a.legs, itinerary: trips.itinerary })
    .from(b)
    .innerJoin(trips, eq(trips.id, b.tripId))
    .innerJoin(a, and(eq(a.bookingId, b.id), isNull(a.endedAt), isNull(a.declinedAt), isNotNull(a.vehicleId)))
    .where(and(eq(b.operatorId, sql.placeholder('operatorId')), eq(b.status, sql`'active'`), isWithinSpan(b.departsAt))),
)

/** Drives of an account's vehicles for bookings with a departure within a span: per duty the ends of its legs, in no order. */
export async function listCoachDrivesIn(db: Reader, span: SpanOfAccount): Promise<CoachDrives[]> {
  const found = await driving(db).execute(span)
  return found.map(({ vehicleId, departsAt, sequences, itinerary }) => ({
    vehicleId: vehicleId ?? 0,
    departsAt,
    legs: itinerary.legs.filter(({ kind, sequence }) => kind === 'transfer' && (sequences ?? [sequence]).includes(sequence)),
  }))
}
