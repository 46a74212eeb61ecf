import { dayOf, spokenDay, spokenWall, wallOf } from '../../plain/moment.ts'
import { wallAt, zoneNote } from '../../plain/zone.ts'
import type { TripView } from './shown.ts'

/** A time of the API on the clocks of the trip: `Tue 24 Nov, 08:30`. A wall time is shown as it is written. */
export function tripTime(text: string, { trip, now }: TripView): string {
  const wall = text.endsWith('Z') ? wallAt(Date.parse(text), trip.timezone) : wallOf(text)
  return spokenWall(wall, dayOf(wallAt(now, trip.timezone)))
}

/** An instant of the API at which money is due, on the operator's clocks: `Tue 24 Nov, 08:30 (London time)` where the trip's show another. */
export function moneyTime(text: string, { trip, now, moneyZone = trip.timezone }: TripView): string {
  const at = Date.parse(text)
  const said = spokenWall(wallAt(at, moneyZone), dayOf(wallAt(now, moneyZone)))
  return said + moneyAside(at, { trip, moneyZone })
}

/** The day (of an instant in ms) on which money is due, on the operator's clocks: `Tue 24 Nov (London time)` where the trip's show another time. */
export function moneyDay(at: number, { trip, now, moneyZone = trip.timezone }: TripView): string {
  return spokenDay(wallAt(at, moneyZone), wallAt(now, moneyZone)) + moneyAside(at, { trip, moneyZone })
}

/** ` (London time)` after a time (ms) about money, where the clocks of the trip show another; empty where they agree. */
export function moneyAside(at: number, { trip, moneyZone = trip.timezone }: Pick<TripView, 'trip' | 'moneyZone'>): string {
  const note = zoneNote(moneyZone, at, trip.timezone)
  return note === '' ? '' : ` (${note})`
}

/** An instant (ms) on the clocks of the trip. */
export function timeAt(instant: number, { trip, now }: TripView): string {
  return spokenWall(wallAt(instant, trip.timezone), dayOf(wallAt(now, trip.timezone)))
}
