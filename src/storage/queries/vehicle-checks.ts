import { and, desc, eq, gt, gte, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { removeSome } from '../bulk.ts'
import { firstRow, inserter, type Row } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

export type VehicleCheckRow = Row<'vehicleChecks'>

export const insertVehicleCheck = inserter('vehicleChecks')

type Plate = { readonly operatorId: number; readonly vehicleReg: string }

const newest = prepared('newest_vehicle_check', ({ db, t: { vehicleChecks } }) =>
  db
    .select({ result: vehicleChecks.result, resolvedAt: vehicleChecks.resolvedAt })
    .from(vehicleChecks)
    .where(
      and(
        eq(vehicleChecks.operatorId, sql.placeholder('operatorId')),
        eq(vehicleChecks.vehicleReg, sql.placeholder('vehicleReg')),
      ),
    )
    .orderBy(desc(vehicleChecks.checkedAt), desc(vehicleChecks.id))
    .limit(1),
)

/** True when the latest walkaround check of this plate found it unsafe and no one has put that right. */
export async function isVehicleUnsafe(db: Reader, operatorId: number, vehicleReg: string): Promise<boolean> {
  const latest = firstRow(await newest(db).execute({ operatorId, vehicleReg }))
  return latest?.result === 'unsafe' && latest.resolvedAt === null
}

/** The checks of a plate from an instant on and the newest one made by `at`, newest first; instants in ms. */
export async function checksOfVehicle(
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

const ofTrip = prepared('vehicle_check_of_trip', ({ db, t: { vehicleChecks } }) =>
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
export async function checkOfTrip(
  db: Reader,
  query: Plate & { readonly bookingId: number; readonly from: number; readonly until: number },
): Promise<VehicleCheckRow | null> {
  return firstRow(await ofTrip(db).execute(query))
}

/** When a plate was next found fit after an instant (ms), or null. */
export async function foundFitAfter(db: Reader, { operatorId, vehicleReg }: Plate, checkedAt: number): Promise<number | null> {
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
  return firstRow(rows)?.checkedAt ?? null
}

/** What made a plate unsafe before `checkedAt` (ms) was put right then. */
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

/** The checks a driver made, the latest walkaround first, each with the ref of the trip it was made for. */
export async function checksBy(db: Reader, driverId: number): Promise<{ ref: string | null; check: VehicleCheckRow }[]> {
  const { bookings, vehicleChecks } = db.t
  return db.db
    .select({ ref: bookings.ref, check: vehicleChecks })
    .from(vehicleChecks)
    .leftJoin(bookings, eq(bookings.id, vehicleChecks.bookingId))
    .where(eq(vehicleChecks.driverId, driverId))
    .orderBy(desc(vehicleChecks.checkedAt), desc(vehicleChecks.id))
}

/** Removes up to `limit` checks made before an instant (ms); says how many. */
export function purgeVehicleChecks(tx: Writer, before: number, limit: number): Promise<number> {
  return removeSome(tx, 'vehicleChecks', ({ checkedAt }) => lt(checkedAt, before), limit)
}
