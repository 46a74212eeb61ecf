import { aliasedTable, and, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Occupation } from '../../domain/occupation.ts'
import { prepared, type Reader } from '../storage.ts'

type Value = SQLiteColumn | SQL

/** Rows that want to know what takes their coach or driver meanwhile: which table, of whom, from when until when. */
export type Asking = {
  readonly table: SQLiteTable
  /** Column that says which row an answer is for. */
  readonly id: SQLiteColumn
  /** The coach, or the driver. */
  readonly whose: SQLiteColumn
  readonly from: Value
  readonly to: Value
  /** Left out where the rows are of no trip; their own trip takes nothing from them. */
  readonly tripId?: Value
  readonly where: SQL | undefined
}

type TakenKey = 'vehicleId' | 'driverId'

function whoseIs(which: TakenKey) {
  return sql<TakenKey>`${sql.raw(`'${which}'`)}`
}

/** Trips they are given. With the next two this is all that can take them; each is found by an index of whom it takes. */
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

/** A quote names the coach for that time. */
export function isPromised({ t: { promisedVehicles } }: Reader, asking: Asking): SQL | undefined {
  return and(
    eq(promisedVehicles.vehicleId, asking.whose),
    gt(promisedVehicles.endsAt, asking.from),
    lt(promisedVehicles.departsAt, asking.to),
  )
}

function promises(handle: Reader, asking: Asking) {
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

/** A booked coach is taken by its quote until another is given in its place; from then on the duties say it. */
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

function blocked(handle: Reader, which: TakenKey, asking: Asking) {
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

/** Selects what takes coaches while somebody asks for them. */
function vehiclesTaken(handle: Reader, asking: Asking) {
  return trips(handle, 'vehicleId', asking)
    .unionAll(promises(handle, asking))
    .unionAll(blocked(handle, 'vehicleId', asking))
}

/** Selects what takes drivers while somebody asks for them. No quote names a driver. */
function driversTaken(handle: Reader, asking: Asking) {
  return trips(handle, 'driverId', asking).unionAll(blocked(handle, 'driverId', asking))
}

/** A time at which a coach or a driver is taken, and the row that asked. */
export type TakenTime = Occupation & { readonly askedId: number; readonly whose: TakenKey }

/** The index finds them by their ends, and they are few. */
function inOrder(taken: TakenTime[]): TakenTime[] {
  return taken.sort((one, other) => one.askedId - other.askedId || one.from - other.from || one.to - other.to)
}

/** A span of time for which somebody is wanted (ms). */
type WantedTime = { readonly from: number; readonly to: number }

/** Times at which these vehicles of a fleet are taken within a span, in the order of the vehicles' ids. */
export async function occupationsOfVehicles(db: Reader, ids: readonly number[], span: WantedTime): Promise<TakenTime[]> {
  const { vehicles: table } = db.t
  return ids.length === 0 ? [] : inOrder(await vehiclesTaken(db, { ...among(table, ids), ...placed(span) }))
}

/** Times at which these drivers are taken within a span, in the order of the drivers' ids. */
export async function occupationsOfDrivers(db: Reader, ids: readonly number[], span: WantedTime): Promise<TakenTime[]> {
  const { drivers: table } = db.t
  return ids.length === 0 ? [] : inOrder(await driversTaken(db, { ...among(table, ids), ...placed(span) }))
}

function among(table: Reader['t']['vehicles' | 'drivers'], ids: readonly number[]) {
  return { table, id: table.id, whose: table.id, where: inArray(table.id, [...ids]) }
}

function placed({ from, to }: WantedTime) {
  return { from: sql`${from}`, to: sql`${to}` }
}

/**
 * Times at which the coaches that these quotes name are taken during the quotes' trips, each for its quote. The trip
 * itself takes nothing.
 */
export async function occupationsOfQuotes(db: Reader, quoteIds: readonly number[]): Promise<TakenTime[]> {
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
  return inOrder(await found)
}

const ofDuties = prepared('occupations_of_duties', (handle) => {
  const own = aliasedTable(handle.t.assignments, 'own')
  const where = and(eq(own.bookingId, sql.placeholder('id')), isNull(own.endedAt))
  const asked = { table: own, id: own.id, from: own.departsAt, to: own.endsAt, where }
  const vehicle = { ...asked, whose: own.vehicleId }
  return promises(handle, vehicle)
    .unionAll(blocked(handle, 'vehicleId', vehicle))
    .unionAll(blocked(handle, 'driverId', { ...asked, whose: own.driverId }))
})

/**
 * Times at which the coaches and drivers of a booking are taken during its duties, each for its duty. Duties themselves
 * are left out; quotes of its own trip count.
 */
export async function occupationsOfDuties(db: Reader, bookingId: number): Promise<TakenTime[]> {
  return inOrder(await ofDuties(db).execute({ id: bookingId }))
}
