import type { PortalCaller } from '../../domain/caller.ts'
import { inTurn, mustBeTold, type Occupation } from '../../domain/occupation.ts'
import { namesOnRoster, type RosterEntry } from '../../storage/queries/drivers.ts'
import { occupationsOfDrivers, occupationsOfVehicles, type TakenTime } from '../../storage/queries/occupations.ts'
import { listVehicles, type VehicleRow } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'

/** The span (ms) within which to read who and what is free, and the fewest seats that a coach must have. */
export type AvailabilityAsked = { readonly from: number; readonly to: number; readonly seats: number }

/** A fleet and a roster, each coach and driver with the times at which they are taken within a span. */
export type Availability = {
  readonly vehicles: readonly (VehicleRow & Occupied)[]
  readonly drivers: readonly (RosterEntry & Occupied)[]
}

/** Occupations of a coach or driver, in their order. */
type Occupied = { readonly busy: readonly Occupation[] }

/** The caller's fleet and roster, each with what takes it within a span. Refuses `validation_failed` for one over 62 days. */
export async function readAvailability(
  db: Reader,
  { operatorId }: PortalCaller,
  { seats, ...span }: AvailabilityAsked,
): Promise<Availability> {
  mustBeTold(span.from, span.to)
  const vehicles = (await listVehicles(db, operatorId)).filter((vehicle) => vehicle.seats >= seats)
  const drivers = await namesOnRoster(db, operatorId)
  return {
    vehicles: withOccupations(vehicles, await occupationsOfVehicles(db, idsOf(vehicles), span)),
    drivers: withOccupations(drivers, await occupationsOfDrivers(db, idsOf(drivers), span)),
  }
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

function withOccupations<Row extends { readonly id: number }>(
  rows: readonly Row[],
  taken: readonly TakenTime[],
): (Row & Occupied)[] {
  const byId = Map.groupBy(taken, ({ askedId }) => askedId)
  return rows.map((row) => ({ ...row, busy: inTurn(byId.get(row.id) ?? []) }))
}
