import { hourMs } from './instant.ts'

/** So long before a leg leaves its driver may set off. */
export const setOffAheadMs = 12 * hourMs

/** At an airport people wait for their luggage. */
const airportWaitMinutes = 45

/** How long a driver waits for a group that does not come: as the operator says, at airports 45 minutes at least. */
export function waitMinutesAt(isAtAirport: boolean, noShowWaitMinutes: number): number {
  return isAtAirport ? Math.max(airportWaitMinutes, noShowWaitMinutes) : noShowWaitMinutes
}
