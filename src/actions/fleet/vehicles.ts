import type { PortalCaller } from '../../domain/caller.ts'
import { invalid, mustFind } from '../../domain/refusal.ts'
import { plate } from '../../domain/vehicle-check.ts'
import { lockOperator, lockTripsOfPlate } from '../../storage/locks.ts'
import { driveWith } from '../../storage/queries/booking-changes.ts'
import {
  findVehicle,
  findVehicleByRegistration,
  insertVehicle,
  listVehicles,
  saveVehicle,
  type VehicleRow,
} from '../../storage/queries/vehicles.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { planVehiclePapers } from '../messages/reminders.ts'

/** A vehicle as it is entered; `motDue` in ms. */
export type NewVehicle = Pick<
  VehicleRow,
  'registration' | 'type' | 'seats' | 'description' | 'amenities' | 'wheelchairSpaces' | 'motDue'
>

type Account = Pick<PortalCaller, 'operatorId'>

/** Changes to a vehicle; what is left out stays. */
export type VehicleChange = Partial<NewVehicle>

/** The caller's fleet, by its plates. */
export function listFleet(db: Reader, caller: PortalCaller): Promise<VehicleRow[]> {
  return listVehicles(db, caller.operatorId)
}

/** Adds a vehicle to the fleet, and to the trips that are to be driven under its plate. Refuses `validation_failed` for a plate that is already in it. */
export async function addVehicle(tx: Writer, caller: Account, entry: NewVehicle, now: number): Promise<VehicleRow> {
  const registration = plate(entry.registration)
  await lockOperator(tx, caller.operatorId)
  await mustBeNew(tx, caller, registration, null)
  const row = { ...entry, registration, operatorId: caller.operatorId, createdAt: now, updatedAt: now }
  const added = await insertVehicle(tx, row)
  await planVehiclePapers(tx, added, now)
  await drive(tx, added, now)
  return added
}

/** Changes what is known of a vehicle; bookings keep the plate they were given. Refuses `not_found`, and as `addVehicle` does. */
export async function changeVehicle(tx: Writer, caller: PortalCaller, id: number, change: VehicleChange, now: number) {
  await lockOperator(tx, caller.operatorId)
  const vehicle = await mustFind(findVehicle(tx, caller.operatorId, id))
  const registration = change.registration === undefined ? vehicle.registration : plate(change.registration)
  await mustBeNew(tx, caller, registration, id)
  const changed = await saveVehicle(tx, vehicle, { ...change, registration, updatedAt: now })
  await planVehiclePapers(tx, changed, now)
  if (registration !== vehicle.registration) await drive(tx, changed, now)
  return changed
}

/** Takes a vehicle out of the fleet; bookings keep the plate they were given. Refuses `not_found`. */
export async function removeVehicle(tx: Writer, caller: PortalCaller, id: number, now: number): Promise<void> {
  await lockOperator(tx, caller.operatorId)
  const vehicle = await mustFind(findVehicle(tx, caller.operatorId, id))
  await saveVehicle(tx, vehicle, { removedAt: now, updatedAt: now })
}

/** Gives a vehicle to the trips that are to be driven under its plate. */
async function drive(tx: Writer, vehicle: VehicleRow, now: number): Promise<void> {
  await lockTripsOfPlate(tx, vehicle.operatorId, vehicle.registration)
  await driveWith(tx, vehicle, now)
}

async function mustBeNew(db: Reader, caller: Account, registration: string, ownId: number | null): Promise<void> {
  const same = await findVehicleByRegistration(db, caller.operatorId, registration)
  if (same === null || same.id === ownId) return
  throw invalid(['registration'], 'taken')
}
