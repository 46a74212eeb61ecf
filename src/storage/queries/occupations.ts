import { aliasedTable, and, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Occupation } from '../../domain/occupation.ts'
import { prepareStatement, type Reader } from '../storage.ts'

type Value = SQLiteColumn | SQL

/** Rows that need the occupations of their vehicle or driver: their table, subject and span. */
export type Asking = {
  readonly table: SQLiteTable
  /** Column of the id that assigns a result to its row. */
  readonly id: SQLiteColumn
  /** The vehicle, or the driver. */
  readonly whose: SQLiteColumn
  readonly from: Value
  readonly to: Value
  /** Omitted if the rows have no trip; their own trip does not occupy them. */
  readonly tripId?: Value
  readonly where: SQL | undefined
}

type TakenKey = 'vehicleId' | 'driverId'

function whoseIs(which: TakenKey) {
  return sql<TakenKey>`${sql.raw(`'${which}'`)}`
}

/** Assigned trips. With the next two this is every occupation; each is found by an index of its subject. */
function trips(handle: Reader, which: TakenKey, asking: Asking) {
  const { assignments, bookings } = handle.t
  const isTaken = and(
    eq(assignments[which], asking.whose),
    isNull(assignments.endedAt),
    gt(assignments.endsAt, asking.from),
    lt(assignments.departsAt, asking.to),
    isNull(assignments.declinedAt),
  )
  return handle.db
    .select({
      askedId: sql<number>`${asking.id}`.mapWith(Number),
      whose: whoseIs(which),
      what: sql<Occupation['what']>`'booking'`,
      ref: sql<string | null>`${bookings.ref}`,
      kind: sql<Occupation['kind']>`null`,
      from: assignments.departsAt,
      to: assignments.endsAt,
    })
    .from(asking.table)
    .innerJoin(assignments, isTaken)
    .innerJoin(bookings, and(eq(bookings.id, assignments.bookingId), eq(bookings.status, 'active')))
    .where(and(asking.where, isOfAnother(bookings.tripId, asking)))
}

/** A condition that a quote names the coach for that time. */
export function isPromised({ t: { promisedVehicles } }: Reader, asking: Asking): SQL | undefined {
  return and(
    eq(promisedVehicles.vehicleId, asking.whose),
    gt(promisedVehicles.endsAt, asking.from),
    lt(promisedVehicles.departsAt, asking.to),
  )
}

function selectPromisedTimes(handle: Reader, asking: Asking) {
  const { bookings, promisedVehicles, quotes, trips } = handle.t
  const what = sql<
    Occupation['what']
  >`case ${quotes.status} when 'booked' then 'booking' when 'confirmed' then 'confirmed' else 'likely' end`
  return handle.db
    .select({
      askedId: sql<number>`${asking.id}`.mapWith(Number),
      whose: whoseIs('vehicleId'),
      what,
      ref: sql<string | null>`${trips.ref}`,
      kind: sql<Occupation['kind']>`null`,
      from: promisedVehicles.departsAt,
      to: promisedVehicles.endsAt,
    })
    .from(asking.table)
    .innerJoin(promisedVehicles, isPromised(handle, asking))
    .innerJoin(quotes, eq(quotes.id, promisedVehicles.quoteId))
    .innerJoin(trips, eq(trips.id, promisedVehicles.tripId))
    .leftJoin(bookings, eq(bookings.tripId, promisedVehicles.tripId))
    .where(and(asking.where, isOfAnother(promisedVehicles.tripId, asking), or(isNull(bookings.id), isStillDue(handle))))
}

/**
 * A condition that a booked vehicle is occupied by its quote, until another is assigned as a replacement; from then on the
 * duties count.
 */
export function isStillDue({ db, t: { assignments, bookings, promisedVehicles } }: Reader): SQL | undefined {
  const another = db
    .select({ id: assignments.id })
    .from(assignments)
    .where(
      and(
        eq(assignments.bookingId, bookings.id),
        sql`${assignments.vehicleNo} + 0 = ${promisedVehicles.vehicleNo}`,
        isNull(assignments.endedAt),
        isNull(assignments.declinedAt),
        sql`${assignments.vehicleId} is distinct from ${promisedVehicles.vehicleId}`,
      ),
    )
  return and(eq(bookings.status, 'active'), sql`not exists ${another}`)
}

function selectBlockedTimes(handle: Reader, which: TakenKey, asking: Asking) {
  const { blocks } = handle.t
  const isTaken = and(eq(blocks[which], asking.whose), gt(blocks.endsAt, asking.from), lt(blocks.startsAt, asking.to))
  return handle.db
    .select({
      askedId: sql<number>`${asking.id}`.mapWith(Number),
      whose: whoseIs(which),
      what: sql<Occupation['what']>`'block'`,
      ref: sql<string | null>`null`,
      kind: sql<Occupation['kind']>`${blocks.kind}`,
      from: blocks.startsAt,
      to: blocks.endsAt,
    })
    .from(asking.table)
    .innerJoin(blocks, isTaken)
    .where(asking.where)
}

export function isOfAnother(tripId: SQLiteColumn, asking: Asking): SQL | undefined {
  return asking.tripId === undefined ? undefined : ne(tripId, asking.tripId)
}

/** Selects the occupations of vehicles during the times of some rows. */
function vehiclesTaken(handle: Reader, asking: Asking) {
  return trips(handle, 'vehicleId', asking)
    .unionAll(selectPromisedTimes(handle, asking))
    .unionAll(selectBlockedTimes(handle, 'vehicleId', asking))
}

/** Selects the occupations of drivers during the times of some rows. Quotes name no driver. */
function driversTaken(handle: Reader, asking: Asking) {
  return trips(handle, 'driverId', asking).unionAll(selectBlockedTimes(handle, 'driverId', asking))
}

/** A time at which a vehicle or a driver is occupied, for one of the rows. */
export type TakenTime = Occupation & { readonly askedId: number; readonly whose: TakenKey }

/** Sorts occupations here, because the index finds few of them, by their ends. */
function sortTakenTimes(taken: TakenTime[]): TakenTime[] {
  return taken.sort((one, other) => one.askedId - other.askedId || one.from - other.from || one.to - other.to)
}

/** A requested span of time (ms). */
type RequestedTime = { readonly from: number; readonly to: number }

/** Occupations of these vehicles of a fleet within a span, in the order of the vehicles' ids. */
export async function listOccupationsOfVehicles(db: Reader, ids: readonly number[], span: RequestedTime): Promise<TakenTime[]> {
  const { vehicles: table } = db.t
  return ids.length === 0 ? [] : sortTakenTimes(await vehiclesTaken(db, { ...among(table, ids), ...placed(span) }))
}

/** Occupations of these drivers within a span, in the order of the drivers' ids. */
export async function listOccupationsOfDrivers(db: Reader, ids: readonly number[], span: RequestedTime): Promise<TakenTime[]> {
  const { drivers: table } = db.t
  return ids.length === 0 ? [] : sortTakenTimes(await driversTaken(db, { ...among(table, ids), ...placed(span) }))
}

function among(table: Reader['t']['vehicles' | 'drivers'], ids: readonly number[]) {
  return { table, id: table.id, whose: table.id, where: inArray(table.id, [...ids]) }
}

function placed({ from, to }: RequestedTime) {
  return { from: sql`${from}`, to: sql`${to}` }
}

/**
 * Times at which the vehicles of these quotes are occupied during the quotes' trips, each for its quote. The trip itself occupies
 * nothing.
 */
export async function listOccupationsOfQuotes(db: Reader, quoteIds: readonly number[]): Promise<TakenTime[]> {
  const own = aliasedTable(db.t.promisedVehicles, 'own')
  const found = vehiclesTaken(db, {
    table: own,
    id: own.quoteId,
    whose: own.vehicleId,
    from: own.departsAt,
    to: own.endsAt,
    tripId: own.tripId,
    where: inArray(own.quoteId, [...quoteIds]),
  })
  return sortTakenTimes(await found)
}

const ofDuties = prepareStatement('occupations_of_duties', (handle) => {
  const own = aliasedTable(handle.t.assignments, 'own')
  const where = and(eq(own.bookingId, sql.placeholder('id')), isNull(own.endedAt))
  const asked = { table: own, id: own.id, from: own.departsAt, to: own.endsAt, where }
  const vehicle = { ...asked, whose: own.vehicleId }
  return selectPromisedTimes(handle, vehicle)
    .unionAll(selectBlockedTimes(handle, 'vehicleId', vehicle))
    .unionAll(selectBlockedTimes(handle, 'driverId', { ...asked, whose: own.driverId }))
})

/**
 * Times at which the vehicles and drivers of a booking are occupied during its duties, each for its duty. The duties are left
 * out; quotes of the same trip count.
 */
export async function listOccupationsOfDuties(db: Reader, bookingId: number): Promise<TakenTime[]> {
  return sortTakenTimes(await ofDuties(db).execute({ id: bookingId }))
}
