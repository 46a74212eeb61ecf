import { hourMs } from './instant.ts'

/** Milliseconds before the departure of a leg from which its driver can set off. */
export const setOffAheadMs = 12 * hourMs

/** Least waiting time of a driver at an airport in minutes, because passengers wait for their luggage. */
const airportWaitMinutes = 45

/** Minutes that a driver waits for an absent group: by the operator's setting, at airports at least 45. */
export function waitMinutesAt(isAtAirport: boolean, noShowWaitMinutes: number): number {
  return isAtAirport ? Math.max(airportWaitMinutes, noShowWaitMinutes) : noShowWaitMinutes
}
