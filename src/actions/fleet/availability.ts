import type { PortalCaller } from '../../domain/caller.ts'
import { mergeOccupations, type Occupation, requireValidSpan } from '../../domain/occupation.ts'
import { listNamesOnRoster, type RosterEntry } from '../../storage/queries/drivers.ts'
import { listOccupationsOfDrivers, listOccupationsOfVehicles, type TakenTime } from '../../storage/queries/occupations.ts'
import { listVehicles, type VehicleRow } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'

/** The span (ms) for which to list available vehicles and drivers, and the fewest seats of a vehicle. */
export type AvailabilityAsked = { readonly from: number; readonly to: number; readonly seats: number }

/** A fleet and a roster, each vehicle and driver with their occupied times within a span. */
export type Availability = {
  readonly vehicles: readonly (VehicleRow & Occupied)[]
  readonly drivers: readonly (RosterEntry & Occupied)[]
}

/** Occupations of a vehicle or driver, in order. */
type Occupied = { readonly busy: readonly Occupation[] }

/**
 * Reads the caller's fleet and roster with their occupations within a span. Refuses `validation_failed` for a span over 62 days.
 */
export async function readAvailability(
  db: Reader,
  { operatorId }: PortalCaller,
  { seats, ...span }: AvailabilityAsked,
): Promise<Availability> {
  requireValidSpan(span.from, span.to)
  const vehicles = (await listVehicles(db, operatorId)).filter((vehicle) => vehicle.seats >= seats)
  const drivers = await listNamesOnRoster(db, operatorId)
  return {
    vehicles: withOccupations(vehicles, await listOccupationsOfVehicles(db, listRowIds(vehicles), span)),
    drivers: withOccupations(drivers, await listOccupationsOfDrivers(db, listRowIds(drivers), span)),
  }
}

function listRowIds(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

function withOccupations<Row extends { readonly id: number }>(
  rows: readonly Row[],
  taken: readonly TakenTime[],
): (Row & Occupied)[] {
  const byId = Map.groupBy(taken, ({ askedId }) => askedId)
  return rows.map((row) => ({ ...row, busy: mergeOccupations(byId.get(row.id) ?? []) }))
}
