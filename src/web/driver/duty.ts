import { dayOf, spokenDay, spokenInstant, spokenWall, timeOf, todayIn, wallOf } from '../plain/moment.ts'
import { wallAt } from '../plain/zone.ts'
import { type TripAhead, tripAhead } from './ahead.ts'
import type { BoxEntry } from './outbox.ts'
import type { CabTrip, ListedTrip } from './records.ts'
import { plainPlate } from './walkaround.ts'

const moving = new Set(['en_route', 'arrived', 'on_board'])

/** Words of the driver's screens for each step. */
export const stepWords: Readonly<Record<string, string>> = {
  en_route: 'Set off',
  arrived: 'Arrived',
  on_board: 'Everybody on board',
  completed: 'Done',
  no_show: 'Nobody came',
  delayed: 'Delay told',
  stop_reached: 'Stop reached',
  reverted: 'Taken back',
}

const statusWords: Readonly<Record<string, string>> = {
  assigned: 'Not acknowledged',
  acknowledged: 'Ready',
  en_route: 'On the way',
  arrived: 'At the pickup',
  on_board: 'On board',
  between_legs: 'Waiting for the next leg',
  completed: 'Done',
  no_show: 'Nobody came',
}

/** The standing of a trip, in words. */
export function statusWord(trip: Pick<CabTrip, 'status' | 'trip_status' | 'acknowledged_at'>): string {
  if (trip.status === 'cancelled') return 'Called off'
  if (trip.trip_status === 'assigned' && trip.acknowledged_at !== null) return 'Ready'
  return statusWords[trip.trip_status] ?? trip.trip_status
}

/** Whether nothing is left to drive. */
export function isTripDone({ status, trip_status: stands }: Pick<CabTrip, 'status' | 'trip_status'>): boolean {
  return status === 'cancelled' || stands === 'completed' || stands === 'no_show'
}

/** The legs that are the driver's own to drive. */
function ownLegs({ legs, duty }: CabTrip): CabTrip['legs'] {
  return legs.filter(({ kind, sequence }) => kind !== 'standby' && (duty.legs === null || duty.legs.includes(sequence)))
}

/** Local time at which the driver's own next leg leaves; of a trip that is over, at which their first one did. */
export function nextLeave(trip: CabTrip): string {
  const own = ownLegs(trip)
  const next = own.find(({ status }) => status !== 'completed' && status !== 'no_show') ?? own[0]
  return next?.departs_at ?? trip.departs_at
}

/** The trip without whom to meet, once the office would not say it any more either; `now` in ms. */
export function withoutOldContact(trip: CabTrip, now: number): CabTrip {
  return trip.contact !== null && Date.parse(trip.contact_visible_until) < now ? { ...trip, contact: null } : trip
}

/** Whether the driver may still give it back: nothing of their own has begun. */
export function canDecline(trip: CabTrip): boolean {
  return trip.status !== 'cancelled' && ownLegs(trip).every(({ status }) => status === 'pending')
}

/** The trip that was driven last, as far as this phone knows, which a check afterwards is made for; null where none is kept. */
export function lastEnded(trips: Readonly<Record<string, CabTrip>>, box: readonly BoxEntry[]): CabTrip | null {
  const ended = Object.values(trips)
    .map((trip) => tripAhead(trip, box, 15).trip)
    .filter((trip) => isTripDone(trip) && trip.status !== 'cancelled')
  return ended.sort((one, other) => Date.parse(other.departs_at) - Date.parse(one.departs_at))[0] ?? null
}

/** The trip that the driver is on, has just ended, or comes next; null when there is none. `now` in ms. */
export function currentTrip(
  trips: Readonly<Record<string, CabTrip>>,
  box: readonly BoxEntry[],
  waitMinutes: number,
  now: number,
): TripAhead | null {
  const all = Object.values(trips)
    .map((trip) => tripAhead(trip, box, waitMinutes))
    .filter(({ trip, isDeclined }) => trip.status !== 'cancelled' && !isDeclined)
    .sort((one, other) => Date.parse(nextLeave(one.trip)) - Date.parse(nextLeave(other.trip)))
  return (
    all.find(({ trip }) => ownLegs(trip).some(({ status }) => moving.has(status))) ??
    all.find(({ trip, undo }) => isTripDone(trip) && undo !== null && undo.until > now) ??
    all.find(({ trip }) => !isTripDone(trip)) ??
    null
  )
}

/** The action of the one button, or null for none. */
export type MainAction =
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'check' }
  /** The coach was found unfit: nothing but a check that finds it fit, or the office, lets it go. */
  | { readonly kind: 'unsafe' }
  | { readonly kind: 'step'; readonly status: string; readonly leg: number }
  | { readonly kind: 'wait'; readonly status: string; readonly notBefore: string }
  | null

/** The action that the driver takes next, or null where nothing is left. `now` in ms. */
export function mainAction(trip: CabTrip, isCheckRequired: boolean, now: number): MainAction {
  if (isTripDone(trip)) return null
  if (trip.acknowledged_at === null) return { kind: 'acknowledge' }
  const [next] = trip.next_steps
  if (next === undefined) return null
  if (next.status === 'en_route') {
    if (isUnsafe(trip)) return { kind: 'unsafe' }
    if (next.not_before !== null && Date.parse(next.not_before) > now) {
      return { kind: 'wait', status: next.status, notBefore: next.not_before }
    }
    if (isCheckRequired && !isCheckedToday(trip, now)) return { kind: 'check' }
  }
  return { kind: 'step', status: next.status, leg: next.leg }
}

function isUnsafe({ vehicle_check: check }: CabTrip): boolean {
  return check !== null && check.result === 'unsafe' && check.resolved_at === null
}

function isCheckedToday({ vehicle_check: check, timezone, vehicle }: CabTrip, now: number): boolean {
  if (check === null || check.kind !== 'pre_trip' || check.result === 'unsafe') return false
  if (plainPlate(check.vehicle_reg) !== plainPlate(vehicle.registration)) return false
  return dayOf(wallAt(Date.parse(check.checked_at), timezone)) === todayIn(timezone, now)
}

/** A trip's local time as its driver says it: `Tue 24 Nov, 08:30`; `08:30` alone on the day itself. */
export function whenOf(local: string, zone: string, now: number): string {
  const today = todayIn(zone, now)
  const wall = wallOf(local)
  return dayOf(wall) === today ? timeOf(wall) : spokenWall(wall, today)
}

/** An instant on the trip's clocks, likewise. */
export function instantOn(instant: string, zone: string, now: number): string {
  const wall = wallAt(Date.parse(instant), zone)
  return dayOf(wall) === todayIn(zone, now) ? timeOf(wall) : spokenInstant(instant, zone, now)
}

/** Heading above the trips that wait for an answer. */
export const waitingHead = 'Waiting for your answer'

/** The trips of a list by day: those that wait for an answer first. */
export function byDay(
  list: readonly ListedTrip[],
  now: number,
): { readonly day: string; readonly trips: readonly ListedTrip[] }[] {
  const groups = new Map<string, ListedTrip[]>()
  const waits = ({ acknowledged_at: seen, status }: ListedTrip) => seen === null && status !== 'cancelled'
  for (const trip of [...list.filter(waits), ...list.filter((one) => !waits(one))]) {
    const today = todayIn(trip.timezone, now)
    const wall = wallOf(trip.departs_at)
    const day = waits(trip) ? waitingHead : dayOf(wall) === today ? 'Today' : spokenDay(wall, today)
    groups.set(day, [...(groups.get(day) ?? []), trip])
  }
  return [...groups].map(([day, trips]) => ({ day, trips }))
}
