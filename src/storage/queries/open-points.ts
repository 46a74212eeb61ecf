import { and, asc, count, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/sqlite-core'
import { isWithinSpan } from '../lists/counted-listing.ts'
import { takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'

/** A request for an account's open points, with at most `limit` lines of each kind. */
type PointsAsked = { readonly operatorId: number; readonly limit: number }

const limit = () => sql.placeholder('limit')
const operatorId = () => sql.placeholder('operatorId')

/** The trip of a line, with the facts for a sentence. */
function tripFacts({ t: { trips } }: Reader) {
  return { ref: trips.ref, timezone: trips.timezone }
}

/** Quotes whose request needs an answer. After an acceptance, a failed card is the customer's task. */
function selectRequestedQuotes(handle: Reader, fields: SelectedFields) {
  const { bookingRequests, quotes, trips } = handle.t
  return handle.db
    .select(fields)
    .from(quotes)
    .innerJoin(bookingRequests, eq(bookingRequests.id, quotes.requestId))
    .innerJoin(trips, eq(trips.id, quotes.tripId))
    .where(
      and(
        eq(quotes.operatorId, operatorId()),
        sql`${quotes.status} = 'requested'`,
        eq(bookingRequests.status, 'pending'),
        eq(bookingRequests.paymentStatus, 'card_saved'),
      ),
    )
    .$dynamic()
}

type WaitingRequest = {
  readonly quoteId: number
  readonly respondBy: number
  readonly departsAt: number
  readonly priceAmount: number
  readonly currencyCode: string
  readonly ref: string
  readonly timezone: string
}

const requests = prepareStatement('board_requests', (handle) => {
  const { bookingRequests, quotes, trips } = handle.t
  const { id: quoteId, priceAmount, currencyCode } = quotes
  const { respondBy } = bookingRequests
  const fields = { quoteId, priceAmount, currencyCode, respondBy, departsAt: trips.departsAt, ...tripFacts(handle) }
  return selectRequestedQuotes(handle, fields).orderBy(asc(quotes.id)).limit(limit())
})

const requestTotal = prepareStatement('board_requests_total', (handle) => selectRequestedQuotes(handle, { total: count() }))

/** Lists the booking requests that an operator must answer, oldest first, with their count. */
export async function listWaitingRequests(db: Reader, of: PointsAsked) {
  const [total] = (await requestTotal(db).execute({ operatorId: of.operatorId })) as { total: number }[]
  return { lines: (await requests(db).execute(of)) as WaitingRequest[], total: total?.total ?? 0 }
}

const transfers = prepareStatement('board_transfers', (handle) => {
  const { payments, quotes, trips } = handle.t
  return handle.db
    .select({
      paymentId: payments.id,
      amount: payments.amount,
      currencyCode: payments.currencyCode,
      lockedUntil: quotes.lockedUntil,
      ...tripFacts(handle),
    })
    .from(payments)
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .innerJoin(trips, eq(trips.id, payments.tripId))
    .where(and(sql`${payments.status} = 'awaiting_transfer'`, eq(payments.operatorId, operatorId())))
    .orderBy(asc(payments.id))
    .limit(limit())
})

/** Transfers that customers of an operator have promised, the oldest first. */
export async function listAwaitedTransfers(db: Reader, of: PointsAsked) {
  return transfers(db).execute(of)
}

/** A condition for an operator's bookings that have not ended. */
function ahead({ t: { bookings } }: Reader): SQL | undefined {
  return and(eq(bookings.operatorId, operatorId()), sql`${bookings.status} = 'active'`, isNull(bookings.finishedAt))
}

/**
 * An SQL condition for an operator's bookings that end after `now` and leave by `until`. They are found by their end: by
 * departure, SQLite would read every past booking of the account.
 */
function endsSoon(handle: Reader): SQL | undefined {
  const { departsAt, endsAt } = handle.t.bookings
  return and(ahead(handle), gt(endsAt, sql.placeholder('now')), sql`${departsAt} + 0 <= ${sql.placeholder('until')}`)
}

type UnstaffedTrip = {
  readonly bookingId: number
  readonly ref: string
  readonly timezone: string
  readonly departsAt: number
  readonly vehiclesNeeded: number
  readonly vehiclesAssigned: number | null
}

const unstaffed = prepareStatement('board_unstaffed', (handle) => {
  const { bookings, trips } = handle.t
  const { id: bookingId, departsAt, isCrewed, vehiclesNeeded, vehiclesAssigned } = bookings
  return handle.db
    .select({ bookingId, departsAt, vehiclesNeeded, vehiclesAssigned, ...tripFacts(handle) })
    .from(bookings)
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .where(and(endsSoon(handle), sql`not ${isCrewed}`))
})

/** Bookings without a driver that end after `now` and leave by `until`, by departure, with their count. */
export async function listUnstaffedBookings(db: Reader, of: PointsAsked & { readonly now: number; readonly until: number }) {
  const { limit: most, ...whole } = of
  const found: UnstaffedTrip[] = await unstaffed(db).execute(whole)
  found.sort((one, other) => one.departsAt - other.departsAt || one.bookingId - other.bookingId)
  return { lines: found.slice(0, most), total: found.length }
}

const unanswered = prepareStatement('board_unanswered', (handle) => {
  const { assignments, bookings, drivers, trips } = handle.t
  return handle.db
    .select({
      dutyId: assignments.id,
      assignedAt: assignments.assignedAt,
      acknowledgedAt: assignments.acknowledgedAt,
      declinedAt: assignments.declinedAt,
      endedAt: assignments.endedAt,
      departsAt: assignments.departsAt,
      driverName: drivers.name,
      booking: { bookingId: bookings.id, departsAt: bookings.departsAt },
      ...tripFacts(handle),
    })
    .from(bookings)
    .innerJoin(assignments, eq(assignments.bookingId, bookings.id))
    .innerJoin(drivers, eq(drivers.id, assignments.driverId))
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .where(and(endsSoon(handle), isNull(assignments.endedAt), isNull(assignments.declinedAt), isNull(assignments.acknowledgedAt)))
})

/** Unacknowledged duties of bookings that have not ended at `now` and leave by `until`. */
export async function listUnansweredDuties(
  db: Reader,
  of: { readonly operatorId: number; readonly now: number; readonly until: number },
) {
  const found = await unanswered(db).execute(of)
  return found.sort(
    (one, other) =>
      one.booking.departsAt - other.booking.departsAt ||
      one.booking.bookingId - other.booking.bookingId ||
      one.dutyId - other.dutyId,
  )
}

const dutiesAhead = prepareStatement('board_duties_ahead', (handle) => {
  const { assignments, bookings } = handle.t
  return handle.db
    .select({
      ref: bookings.ref,
      departsAt: assignments.departsAt,
      driverId: assignments.driverId,
      vehicleReg: assignments.vehicleReg,
    })
    .from(bookings)
    .innerJoin(assignments, eq(assignments.bookingId, bookings.id))
    .where(and(endsSoon(handle), isNull(assignments.endedAt), isNull(assignments.declinedAt)))
})

/** Active duties of bookings that have not ended at `now` and leave by `until`, by departure. */
export async function listDutiesAhead(
  db: Reader,
  of: { readonly operatorId: number; readonly now: number; readonly until: number },
) {
  const found = await dutiesAhead(db).execute(of)
  return found.sort((one, other) => one.departsAt - other.departsAt)
}

const next = prepareStatement('board_next_departure', (handle) => {
  const { bookings, trips } = handle.t
  return handle.db
    .select({ ref: bookings.ref, departsAt: bookings.departsAt, itinerary: trips.itinerary })
    .from(bookings)
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .where(and(ahead(handle), gt(bookings.departsAt, sql.placeholder('now'))))
    .orderBy(asc(bookings.departsAt), asc(bookings.id))
    .limit(1)
})

/** The booking with the next departure after `now`, or null. */
export async function findNextDeparture(db: Reader, of: { readonly operatorId: number; readonly now: number }) {
  return takeFirstRow(await next(db).execute(of))
}

const contacts = prepareStatement('board_customer_contacts', (handle) => {
  const { bookings, customers, trips } = handle.t
  const next = handle.db
    .select({ tripId: bookings.tripId, departsAt: bookings.departsAt, id: bookings.id })
    .from(bookings)
    .where(and(ahead(handle), gt(bookings.departsAt, sql.placeholder('now'))))
    .orderBy(asc(bookings.departsAt), asc(bookings.id))
    .limit(limit())
    .as('next')
  return handle.db
    .select({ departsAt: next.departsAt, email: customers.email, phone: customers.phone, ...tripFacts(handle) })
    .from(next)
    .innerJoin(trips, eq(trips.id, next.tripId))
    .innerJoin(customers, eq(customers.id, trips.customerId))
})

/** The contact details of the customers of an operator's next `limit` departures after `now`, in no order. */
export async function listCustomerContactsAhead(db: Reader, of: PointsAsked & { readonly now: number }) {
  return contacts(db).execute(of)
}

function selectOverdueBookings(handle: Reader, fields: SelectedFields) {
  const { bookings, trips } = handle.t
  return handle.db
    .select(fields)
    .from(bookings)
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .where(and(eq(bookings.operatorId, operatorId()), isWithinSpan(bookings.overdueAt)))
    .$dynamic()
}

type OverdueBalance = {
  readonly ref: string
  readonly timezone: string
  readonly overdueAt: number
  readonly dueAmount: number
  readonly currencyCode: string
}

const overdueBalances = prepareStatement('board_overdue', (handle) => {
  const { currencyCode, dueAmount, id, overdueAt } = handle.t.bookings
  return selectOverdueBookings(handle, { overdueAt, dueAmount, currencyCode, ...tripFacts(handle) })
    .orderBy(asc(overdueAt), asc(id))
    .limit(limit())
})

const overdueTotal = prepareStatement('board_overdue_total', (handle) => selectOverdueBookings(handle, { total: count() }))

/**
 * Lists bookings with an amount due whose `overdueAt` is between two instants (ms, both included), the longest first, with their
 * count.
 */
export async function listOverdueBookings(db: Reader, of: PointsAsked & { readonly from: number; readonly to: number }) {
  const { limit: _, ...whole } = of
  const [total] = (await overdueTotal(db).execute(whole)) as { total: number }[]
  return { lines: (await overdueBalances(db).execute(of)) as OverdueBalance[], total: total?.total ?? 0 }
}

const invoiceRequests = prepareStatement('board_invoice_requests', (handle) => {
  const { bookings, trips } = handle.t
  return handle.db
    .select(tripFacts(handle))
    .from(bookings)
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .where(and(eq(bookings.operatorId, operatorId()), isNotNull(bookings.invoiceRequestedAt), sql`${bookings.status} = 'active'`))
    .orderBy(asc(bookings.invoiceRequestedAt), asc(bookings.id))
    .limit(limit())
})

/** Bookings whose customers request an invoice, the oldest request first. */
export async function listRequestedInvoices(db: Reader, of: PointsAsked) {
  return invoiceRequests(db).execute(of)
}
