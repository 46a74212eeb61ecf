import { formatDay, formatWall, toWall, toWallDay } from '../../plain/moment.ts'
import { describeZone, toWallAt } from '../../plain/zone.ts'
import type { TripView } from './shown.ts'

/** A time of the API on the clocks of the trip: `Tue 24 Nov, 08:30`. A wall time does not change. */
export function formatCustomerTripTime(text: string, { trip, now }: TripView): string {
  const wall = text.endsWith('Z') ? toWallAt(Date.parse(text), trip.timezone) : toWall(text)
  return formatWall(wall, toWallDay(toWallAt(now, trip.timezone)))
}

/** A due time of the API on the operator's clocks: `Tue 24 Nov, 08:30 (London time)` if the trip's clocks differ. */
export function formatMoneyTime(text: string, { trip, now, moneyZone = trip.timezone }: TripView): string {
  const at = Date.parse(text)
  const said = formatWall(toWallAt(at, moneyZone), toWallDay(toWallAt(now, moneyZone)))
  return said + formatMoneyZone(at, { trip, moneyZone })
}

/** A due day (of an instant in ms) on the operator's clocks: `Tue 24 Nov (London time)` if the trip's clocks differ. */
export function formatMoneyDay(at: number, { trip, now, moneyZone = trip.timezone }: TripView): string {
  return formatDay(toWallAt(at, moneyZone), toWallAt(now, moneyZone)) + formatMoneyZone(at, { trip, moneyZone })
}

/** ` (London time)` after a due time (ms) if the trip's clocks differ; else empty. */
export function formatMoneyZone(at: number, { trip, moneyZone = trip.timezone }: Pick<TripView, 'trip' | 'moneyZone'>): string {
  const note = describeZone(moneyZone, at, trip.timezone)
  return note === '' ? '' : ` (${note})`
}

/** An instant (ms) on the clocks of the trip. */
export function formatTimeOnTrip(instant: number, { trip, now }: TripView): string {
  return formatWall(toWallAt(instant, trip.timezone), toWallDay(toWallAt(now, trip.timezone)))
}
