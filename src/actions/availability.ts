import type { PortalCaller } from '../domain/caller.ts'
import { inTurn, mustBeTold, type Occupation } from '../domain/occupation.ts'
import { namesOnRoster } from '../storage/queries/drivers.ts'
import { occupationsOfDrivers, occupationsOfVehicles, type TakenTime } from '../storage/queries/occupations.ts'
import { listVehicles } from '../storage/queries/vehicles.ts'
import type { Reader } from '../storage/storage.ts'

/** The span (ms) within which to read who and what is free, and the fewest seats that a coach must have. */
export type AvailabilityAsked = { readonly from: number; readonly to: number; readonly seats: number }

export type Availability = Awaited<ReturnType<typeof readAvailability>>

/** The caller's fleet and roster, each with what takes it within a span. Refuses `validation_failed` for one over 62 days. */
export async function readAvailability(db: Reader, { operatorId }: PortalCaller, { seats, ...span }: AvailabilityAsked) {
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

function withOccupations<Row extends { readonly id: number }>(rows: readonly Row[], taken: readonly TakenTime[]) {
  const byId = Map.groupBy(taken, ({ askedId }) => askedId)
  return rows.map((row): Row & { readonly busy: readonly Occupation[] } => ({ ...row, busy: inTurn(byId.get(row.id) ?? []) }))
}
