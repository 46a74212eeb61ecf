import { and, asc, eq, isNull } from 'drizzle-orm'
import { createFinder, createInserter, createLiveFinder, createSaver } from '../rows/statements.ts'
import type { Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

export type VehicleRow = Row<'vehicles'>

export const insertVehicle = createInserter('vehicles')

export const saveVehicle = createSaver('vehicles', ['updatedAt', 'removedAt'])

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
export const findVehicle = createLiveFinder('vehicles', 'operatorId', 'id')

/** A vehicle of any operator, including removed ones, or null. */
export const findVehicleById = createFinder('vehicles', 'id')

/** The fleet's vehicle with this plate, or null. */
export const findVehicleByRegistration = createLiveFinder('vehicles', 'operatorId', 'registration')
