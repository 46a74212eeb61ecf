import { aliasedTable, and, desc, eq, gt, gte, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { CheckResult } from '../../domain/vehicle-check.ts'
import { always } from '../lists/counted-listing.ts'
import { buildListing, type ListedPage, type Listing, type PageSpan } from '../lists/listing.ts'
import { removeSome, toSqlLiteral } from '../rows/bulk.ts'
import { createFinder, createInserter, createSaver, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

export type VehicleCheckRow = Row<'vehicleChecks'>

export const insertVehicleCheck = createInserter('vehicleChecks')
export const saveVehicleCheck = createSaver('vehicleChecks', ['resolvedAt'])

/** A check of any operator, or null. */
export const findVehicleCheckById = createFinder('vehicleChecks', 'id')

type Plate = { readonly operatorId: number; readonly vehicleReg: string }

const unsafePlates = prepareStatement('unsafe_plates_of_booking', ({ db, t: { assignments, vehicleChecks } }) => {
  const latest = db
    .select({ id: vehicleChecks.id })
    .from(vehicleChecks)
    .where(and(eq(vehicleChecks.operatorId, sql.placeholder('operatorId')), eq(vehicleChecks.vehicleReg, assignments.vehicleReg)))
    .orderBy(desc(vehicleChecks.checkedAt), desc(vehicleChecks.id))
    .limit(toSqlLiteral(1))
  const check = aliasedTable(vehicleChecks, 'latest')
  return db
    .select({ vehicleReg: assignments.vehicleReg })
    .from(assignments)
    .innerJoin(check, sql`${check.id} = ${latest}`)
    .where(
      and(eq(assignments.bookingId, sql.placeholder('bookingId')), eq(check.result, sql`'unsafe'`), isNull(check.resolvedAt)),
    )
})

/** The plates of a booking whose latest walkaround check is unsafe and unresolved. */
export async function listUnsafePlates(db: Reader, operatorId: number, bookingId: number): Promise<ReadonlySet<string>> {
  const found = await unsafePlates(db).execute({ operatorId, bookingId })
  return new Set(found.map(({ vehicleReg }) => vehicleReg))
}

/** The checks of a plate from an instant on and the newest one made by `at`, newest first; instants in ms. */
export async function listChecksOfVehicle(
  db: Reader,
  { operatorId, vehicleReg }: Plate,
  { from, at }: { readonly from: number; readonly at: number },
): Promise<VehicleCheckRow[]> {
  const { vehicleChecks } = db.t
  const ofThePlate = and(eq(vehicleChecks.operatorId, operatorId), eq(vehicleChecks.vehicleReg, vehicleReg))
  const latest = db.db
    .select({ id: vehicleChecks.id })
    .from(vehicleChecks)
    .where(and(ofThePlate, lte(vehicleChecks.checkedAt, at)))
    .orderBy(desc(vehicleChecks.checkedAt), desc(vehicleChecks.id))
    .limit(1)
  return db.db
    .select()
    .from(vehicleChecks)
    .where(and(ofThePlate, or(gte(vehicleChecks.checkedAt, from), sql`${vehicleChecks.id} in ${latest}`)))
    .orderBy(desc(vehicleChecks.checkedAt), desc(vehicleChecks.id))
}

const ofTrip = prepareStatement('vehicle_check_of_trip', ({ db, t: { vehicleChecks } }) =>
  db
    .select()
    .from(vehicleChecks)
    .where(
      and(
        eq(vehicleChecks.operatorId, sql.placeholder('operatorId')),
        eq(vehicleChecks.vehicleReg, sql.placeholder('vehicleReg')),
        or(
          eq(vehicleChecks.bookingId, sql.placeholder('bookingId')),
          and(gte(vehicleChecks.checkedAt, sql.placeholder('from')), lte(vehicleChecks.checkedAt, sql.placeholder('until'))),
        ),
      ),
    )
    .orderBy(desc(vehicleChecks.checkedAt), desc(vehicleChecks.id))
    .limit(1),
)

/** The latest check of a plate that names this booking or was made between two instants (ms), or null. */
export async function findCheckOfTrip(
  db: Reader,
  query: Plate & { readonly bookingId: number; readonly from: number; readonly until: number },
): Promise<VehicleCheckRow | null> {
  return takeFirstRow(await ofTrip(db).execute(query))
}

/** Instant (ms) of the first check after `checkedAt` that found a plate fit, or null. */
export async function findFirstFitAfter(
  db: Reader,
  { operatorId, vehicleReg }: Plate,
  checkedAt: number,
): Promise<number | null> {
  const { vehicleChecks } = db.t
  const rows = await db.db
    .select({ checkedAt: vehicleChecks.checkedAt })
    .from(vehicleChecks)
    .where(
      and(
        eq(vehicleChecks.operatorId, operatorId),
        eq(vehicleChecks.vehicleReg, vehicleReg),
        ne(vehicleChecks.result, 'unsafe'),
        gt(vehicleChecks.checkedAt, checkedAt),
      ),
    )
    .orderBy(vehicleChecks.checkedAt)
    .limit(1)
  return takeFirstRow(rows)?.checkedAt ?? null
}

/** Marks the unsafe checks of a plate up to `checkedAt` (ms) as resolved by that check. */
export async function resolveUnsafe(tx: Writer, { operatorId, vehicleReg }: Plate, checkedAt: number): Promise<void> {
  const { vehicleChecks } = tx.t
  await tx.db
    .update(vehicleChecks)
    .set({ resolvedAt: checkedAt })
    .where(
      and(
        eq(vehicleChecks.operatorId, operatorId),
        eq(vehicleChecks.vehicleReg, vehicleReg),
        eq(vehicleChecks.result, sql`'unsafe'`),
        isNull(vehicleChecks.resolvedAt),
        lte(vehicleChecks.checkedAt, checkedAt),
      ),
    )
}

/** A check with its trip and its driver. */
export type VehicleCheckRecord = {
  readonly check: VehicleCheckRow
  readonly tripRef: string | null
  readonly driver: { readonly id: number; readonly name: string }
}

function selectVehicleChecks({ db, t: { bookings, drivers, vehicleChecks } }: Reader) {
  return db
    .select({ check: vehicleChecks, tripRef: bookings.ref, driver: { id: drivers.id, name: drivers.name } })
    .from(vehicleChecks)
    .innerJoin(drivers, eq(drivers.id, vehicleChecks.driverId))
    .leftJoin(bookings, eq(bookings.id, vehicleChecks.bookingId))
}

type CheckFilter = 'vehicleReg' | 'result'

function buildCheckListing(name: string, ...filters: CheckFilter[]) {
  return buildListing<VehicleCheckRecord, object>(name, (handle): Listing => {
    const { vehicleChecks } = handle.t
    const isListed = and(
      eq(vehicleChecks.operatorId, sql.placeholder('operatorId')),
      gte(vehicleChecks.checkedAt, sql.placeholder('from')),
      lte(vehicleChecks.checkedAt, sql.placeholder('to')),
      ...filters.map((filter) => eq(vehicleChecks[filter], sql.placeholder(filter))),
    )
    return {
      choose: (columns) => handle.db.select(columns).from(vehicleChecks).where(isListed).$dynamic(),
      rows: () => selectVehicleChecks(handle).$dynamic(),
      id: vehicleChecks.id,
      by: [vehicleChecks.checkedAt, vehicleChecks.id],
      newestFirst: true,
    }
  })
}

const lists = {
  all: buildCheckListing('vehicle_checks'),
  ofResult: buildCheckListing('vehicle_checks_of_result', 'result'),
  ofPlate: buildCheckListing('vehicle_checks_of_plate', 'vehicleReg'),
  ofPlateAndResult: buildCheckListing('vehicle_checks_of_plate_and_result', 'vehicleReg', 'result'),
}

/** A query for an account's checks; a null member does not filter. Both instants are included (ms). */
export type VehicleChecksQuery = PageSpan & {
  readonly operatorId: number
  readonly vehicleReg: string | null
  readonly result: CheckResult | null
  readonly from: number | null
  readonly to: number | null
}

/** One page of an account's checks, latest walkaround first, with their count. */
export function listVehicleChecks(
  db: Reader,
  { from, to, ...query }: VehicleChecksQuery,
): Promise<ListedPage<VehicleCheckRecord>> {
  const span = { from: from ?? always.from, to: to ?? always.to }
  const ofAny = query.result === null ? lists.all : lists.ofResult
  const ofPlate = query.result === null ? lists.ofPlate : lists.ofPlateAndResult
  return (query.vehicleReg === null ? ofAny : ofPlate)(db, { ...query, ...span })
}

const byId = prepareStatement('vehicle_check', (handle) =>
  selectVehicleChecks(handle).where(
    and(
      eq(handle.t.vehicleChecks.operatorId, sql.placeholder('operatorId')),
      eq(handle.t.vehicleChecks.id, sql.placeholder('id')),
    ),
  ),
)

/** One check of an account, or null. */
export async function findVehicleCheck(db: Reader, operatorId: number, id: number): Promise<VehicleCheckRecord | null> {
  return takeFirstRow(await byId(db).execute({ operatorId, id }))
}

/** The checks of a driver, latest walkaround first, each with the ref of its trip. */
export async function listChecksByDriver(
  db: Reader,
  driverId: number,
): Promise<{ ref: string | null; check: VehicleCheckRow }[]> {
  const { bookings, vehicleChecks } = db.t
  return db.db
    .select({ ref: bookings.ref, check: vehicleChecks })
    .from(vehicleChecks)
    .leftJoin(bookings, eq(bookings.id, vehicleChecks.bookingId))
    .where(eq(vehicleChecks.driverId, driverId))
    .orderBy(desc(vehicleChecks.checkedAt), desc(vehicleChecks.id))
}

/** Removes up to `limit` checks made before an instant (ms). Returns their number. */
export function purgeVehicleChecks(tx: Writer, before: number, limit: number): Promise<number> {
  return removeSome(tx, 'vehicleChecks', { which: (t) => lt(t.checkedAt, before), oldestBy: (t) => t.checkedAt }, limit)
}
