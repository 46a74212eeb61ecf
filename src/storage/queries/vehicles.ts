import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Row, saver } from '../statements.ts'
import type { Reader } from '../storage.ts'

export type VehicleRow = Row<'vehicles'>

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
