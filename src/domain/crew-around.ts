import { isStanding } from './assignment.ts'
import type { CrewAround } from './assignment-warnings.ts'
import { type Duty, hasLegInCommon } from './duty.ts'

/** A duty with the seats of its vehicle; null when the plate is not one of the fleet. */
export type SeatedDuty = { readonly duty: Duty; readonly seats: number | null }

/** Needs of a booking: its number of coaches, and whether each wants a second driver. */
type Wanted = { readonly vehiclesNeeded: number; readonly isSecondWanted: boolean }

/** The facts that the crew of a booking gives about one duty. */
export function crewAround(own: Duty, crew: readonly SeatedDuty[], wanted: Wanted): CrewAround {
  const standing = crew.filter(({ duty }) => isStanding(duty))
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

function coachNumbers({ vehiclesNeeded }: Wanted): number[] {
  return Array.from({ length: vehiclesNeeded }, (_, nth) => nth + 1)
}

/** The fewest seats of a coach, which may be another, smaller vehicle on the way back; null where one is not known. */
function seatsOfCoach(duties: readonly SeatedDuty[]): number | null {
  return duties.reduce<number | null>(
    (least, { seats }) => (least === null || seats === null ? null : Math.min(least, seats)),
    Number.MAX_SAFE_INTEGER,
  )
}

function sumOf(seats: readonly (number | null)[]): number | null {
  return seats.reduce((sum, own) => (sum === null || own === null ? null : sum + own), 0)
}
