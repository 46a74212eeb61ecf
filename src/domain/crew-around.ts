import { isActiveAssignment } from './assignment.ts'
import type { CrewAround } from './assignment-warnings.ts'
import { type Duty, hasLegInCommon } from './duty.ts'

/** A duty with the seats of its vehicle; null if the plate is not in the fleet. */
export type SeatedDuty = { readonly duty: Duty; readonly seats: number | null }

/** Needs of a booking: its number of vehicles, and whether each needs a second driver. */
type CrewNeeds = { readonly vehiclesNeeded: number; readonly isSecondWanted: boolean }

/** Facts about one duty that follow from the crew of its booking. */
export function findCrewAround(own: Duty, crew: readonly SeatedDuty[], wanted: CrewNeeds): CrewAround {
  const standing = crew.filter(({ duty }) => isActiveAssignment(duty))
  const byCoach = Map.groupBy(standing, ({ duty }) => duty.vehicleNo)
  const missing = coachNumbers(wanted).filter((vehicleNo) => !byCoach.has(vehicleNo))
  const mates = byCoach.get(own.vehicleNo) ?? []
  const besides = standing.filter(({ duty }) => duty.id !== own.id && hasLegInCommon(duty, own))
  const numbersOf = (found: readonly SeatedDuty[]) => [...new Set(found.map(({ duty }) => duty.vehicleNo))].sort((a, b) => a - b)
  return {
    seats: missing.length > 0 ? null : sumOf([...byCoach.values()].map(seatsOfCoach)),
    isVehicleMissing: missing.some((vehicleNo) => vehicleNo !== own.vehicleNo),
    isSecondMissing: wanted.isSecondWanted && !mates.some(({ duty }) => duty.role !== 'driver'),
    driverAlsoOn: numbersOf(besides.filter(({ duty }) => duty.driverId === own.driverId)),
    vehicleAlsoAs: numbersOf(
      besides.filter(({ duty }) => duty.vehicleReg === own.vehicleReg && duty.vehicleNo !== own.vehicleNo),
    ),
  }
}

function coachNumbers({ vehiclesNeeded }: CrewNeeds): number[] {
  return Array.from({ length: vehiclesNeeded }, (_, nth) => nth + 1)
}

/** The fewest seats of a vehicle; null if one is unknown. Another, smaller vehicle can drive the way back. */
function seatsOfCoach(duties: readonly SeatedDuty[]): number | null {
  return duties.reduce<number | null>(
    (least, { seats }) => (least === null || seats === null ? null : Math.min(least, seats)),
    Number.MAX_SAFE_INTEGER,
  )
}

function sumOf(seats: readonly (number | null)[]): number | null {
  return seats.reduce((sum, own) => (sum === null || own === null ? null : sum + own), 0)
}
