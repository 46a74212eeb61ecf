import { hourMs } from './instant.ts'

/** Milliseconds before a leg leaves from which its driver may set off. */
export const setOffAheadMs = 12 * hourMs

/** Minutes that a driver waits at an airport at least: people there wait for their luggage. */
const airportWaitMinutes = 45

/** Minutes that a driver waits for a group that does not come: as the operator says, at airports 45 at least. */
export function waitMinutesAt(isAtAirport: boolean, noShowWaitMinutes: number): number {
  return isAtAirport ? Math.max(airportWaitMinutes, noShowWaitMinutes) : noShowWaitMinutes
}
