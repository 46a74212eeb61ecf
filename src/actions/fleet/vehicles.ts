import type { PortalCaller } from '../../domain/caller.ts'
import { invalid, requireFound } from '../../domain/refusal.ts'
import { normalisePlate } from '../../domain/vehicle-check.ts'
import { lockOperator, lockTripsOfPlate } from '../../storage/locks.ts'
import { assignNewVehicle } from '../../storage/queries/booking-changes.ts'
import {
  findVehicle,
  findVehicleByRegistration,
  insertVehicle,
  listVehicles,
  saveVehicle,
  type VehicleRow,
} from '../../storage/queries/vehicles.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { planVehiclePapers } from '../outbox/reminders.ts'

/** A vehicle as entered; `motDue` in ms. */
export type NewVehicle = Pick<
  VehicleRow,
  'registration' | 'type' | 'seats' | 'description' | 'amenities' | 'wheelchairSpaces' | 'motDue'
>

type Account = Pick<PortalCaller, 'operatorId'>

/** Changes to a vehicle; omitted members do not change. */
export type VehicleChange = Partial<NewVehicle>

/** The caller's fleet, by its plates. */
export function listFleet(db: Reader, caller: PortalCaller): Promise<VehicleRow[]> {
  return listVehicles(db, caller.operatorId)
}

/** Adds a vehicle to the fleet, and to the planned trips with its plate. Refuses `validation_failed` for a duplicate plate. */
export async function addVehicle(tx: Writer, caller: Account, entry: NewVehicle, now: number): Promise<VehicleRow> {
  const registration = normalisePlate(entry.registration)
  await lockOperator(tx, caller.operatorId)
  await requireUniqueRegistration(tx, caller, registration, null)
  const row = { ...entry, registration, operatorId: caller.operatorId, createdAt: now, updatedAt: now }
  const added = await insertVehicle(tx, row)
  await planVehiclePapers(tx, added, now)
  await drive(tx, added, now)
  return added
}

/** Changes a vehicle; bookings keep their plate. Refuses `not_found`, and as `addVehicle` does. */
export async function changeVehicle(tx: Writer, caller: PortalCaller, id: number, change: VehicleChange, now: number) {
  await lockOperator(tx, caller.operatorId)
  const vehicle = await requireFound(findVehicle(tx, caller.operatorId, id))
  const registration = change.registration === undefined ? vehicle.registration : normalisePlate(change.registration)
  await requireUniqueRegistration(tx, caller, registration, id)
  const changed = await saveVehicle(tx, vehicle, { ...change, registration, updatedAt: now })
  await planVehiclePapers(tx, changed, now)
  if (registration !== vehicle.registration) await drive(tx, changed, now)
  return changed
}

/** Removes a vehicle from the fleet; bookings keep its plate. Refuses `not_found`. */
export async function removeVehicle(tx: Writer, caller: PortalCaller, id: number, now: number): Promise<void> {
  await lockOperator(tx, caller.operatorId)
  const vehicle = await requireFound(findVehicle(tx, caller.operatorId, id))
  await saveVehicle(tx, vehicle, { removedAt: now, updatedAt: now })
}

/** Assigns a vehicle to the planned trips with its plate. */
async function drive(tx: Writer, vehicle: VehicleRow, now: number): Promise<void> {
  await lockTripsOfPlate(tx, vehicle.operatorId, vehicle.registration)
  await assignNewVehicle(tx, vehicle, now)
}

async function requireUniqueRegistration(db: Reader, caller: Account, registration: string, ownId: number | null): Promise<void> {
  const same = await findVehicleByRegistration(db, caller.operatorId, registration)
  if (same === null || same.id === ownId) return
  throw invalid(['registration'], 'taken')
}
