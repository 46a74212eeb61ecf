import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
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

function fleet({ db, t: { vehicles } }: Reader, isIt: SQL) {
  const isOwn = eq(vehicles.operatorId, sql.placeholder('operatorId'))
  return db
    .select()
    .from(vehicles)
    .where(and(isIt, isOwn, isNull(vehicles.removedAt)))
}

const byId = prepared('vehicle', (handle) => fleet(handle, eq(handle.t.vehicles.id, sql.placeholder('id'))))

/** A vehicle of this operator's fleet, or null. */
export async function findVehicle(db: Reader, operatorId: number, id: number): Promise<VehicleRow | null> {
  return firstRow(await byId(db).execute({ operatorId, id }))
}

const byPlate = prepared('vehicle_by_registration', (handle) =>
  fleet(handle, eq(handle.t.vehicles.registration, sql.placeholder('registration'))),
)

/** The fleet's vehicle that carries this plate, or null. */
export async function findVehicleByRegistration(
  db: Reader,
  operatorId: number,
  registration: string,
): Promise<VehicleRow | null> {
  return firstRow(await byPlate(db).execute({ operatorId, registration }))
}
