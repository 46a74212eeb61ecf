import { and, asc, eq, isNull } from 'drizzle-orm'
import { finder, inserter, liveFinder, saver } from '../rows/statements.ts'
import type { Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

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

/** A vehicle of this operator's fleet, or null. */
export const findVehicle = liveFinder('vehicles', 'operatorId', 'id')

/** A vehicle of whichever operator, sold ones among them, or null. */
export const findVehicleById = finder('vehicles', 'id')

/** The fleet's vehicle that carries this plate, or null. */
export const findVehicleByRegistration = liveFinder('vehicles', 'operatorId', 'registration')
