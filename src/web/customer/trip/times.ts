import { dayOf, spokenWall, wallOf } from '../../plain/moment.ts'
import { wallAt } from '../../plain/zone.ts'
import type { TripView } from './shown.ts'

/** A time of the API on the clocks of the trip: `Tue 24 Nov, 08:30`. A wall time is shown as it is written. */
export function tripTime(text: string, { trip, now }: TripView): string {
  const wall = text.endsWith('Z') ? wallAt(Date.parse(text), trip.timezone) : wallOf(text)
  return spokenWall(wall, dayOf(wallAt(now, trip.timezone)))
}

/** An instant (ms) on the clocks of the trip. */
export function timeAt(instant: number, { trip, now }: TripView): string {
  return spokenWall(wallAt(instant, trip.timezone), dayOf(wallAt(now, trip.timezone)))
}
