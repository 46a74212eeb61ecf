import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

export type VehicleRow = Row<'vehicles'>

export const insertVehicle = inserter('vehicles')

export const saveVehicle = saver('vehicles', ['updatedAt', 'removedAt'])

/** An operator's fleet, by its plates. */
export async function listVehicles(db: Reader, operatorId: number): Promise<VehicleRow[]> {
  const { vehicles } = db.t
  return db.db
    .select()
    .from(vehicles)
    .where(and(eq(vehicles.operatorId, operatorId), isNull(vehicles.removedAt)))
    .orderBy(asc(vehicles.registration))
}

const vehicle = prepared('vehicle', ({ db, t }) =>
  db
    .select()
    .from(t.vehicles)
    .where(
      and(
        eq(t.vehicles.id, sql.placeholder('id')),
        eq(t.vehicles.operatorId, sql.placeholder('operatorId')),
        isNull(t.vehicles.removedAt),
      ),
    ),
)

/** A vehicle of this operator's fleet, or null. */
export async function findVehicle(db: Reader, operatorId: number, id: number) {
  return firstRow(await vehicle(db).execute({ operatorId, id }))
}

const vehicleByPlate = prepared('vehicle_by_registration', ({ db, t }) =>
  db
    .select()
    .from(t.vehicles)
    .where(
      and(
        eq(t.vehicles.registration, sql.placeholder('registration')),
        eq(t.vehicles.operatorId, sql.placeholder('operatorId')),
        isNull(t.vehicles.removedAt),
      ),
    ),
)

/** The fleet's vehicle that carries this plate, or null. */
export async function findVehicleByRegistration(db: Reader, operatorId: number, registration: string) {
  return firstRow(await vehicleByPlate(db).execute({ operatorId, registration }))
}
