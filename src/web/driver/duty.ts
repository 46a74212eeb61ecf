import { findToday, formatDay, formatInstant, formatWall, toWall, toWallDay, toWallTime } from '../plain/moment.ts'
import { toWallAt } from '../plain/zone.ts'
import type { BoxEntry } from './outbox.ts'
import { buildTripAhead, type TripAhead } from './pending-steps.ts'
import type { CabTrip, ListedTrip } from './records.ts'
import { normalizePlate } from './walkaround.ts'

const moving = new Set(['en_route', 'arrived', 'on_board'])

/** Words of the driver's screens for each step. */
export const stepWords: Readonly<Record<string, string>> = {
  en_route: 'Set off',
  arrived: 'Arrived',
  on_board: 'All on board',
  completed: 'Completed',
  no_show: 'No-show',
  delayed: 'Delay reported',
  stop_reached: 'Stop reached',
  reverted: 'Undone',
}

const statusWords: Readonly<Record<string, string>> = {
  assigned: 'Not accepted',
  acknowledged: 'Accepted',
  en_route: 'Set off',
  arrived: 'Arrived',
  on_board: 'On board',
  between_legs: 'Waiting for return',
  completed: 'Completed',
  no_show: 'No-show',
}

/** The status of a trip in words. */
export function formatDriverStatus(trip: Pick<CabTrip, 'status' | 'trip_status' | 'acknowledged_at'>): string {
  if (trip.status === 'cancelled') return 'Cancelled'
  if (trip.trip_status === 'assigned' && trip.acknowledged_at !== null) return 'Accepted'
  return statusWords[trip.trip_status] ?? trip.trip_status
}

/** Whether the driver has no more steps on a trip. */
export function isTripDone({ status, trip_status: stands }: Pick<CabTrip, 'status' | 'trip_status'>): boolean {
  return status === 'cancelled' || stands === 'completed' || stands === 'no_show'
}

/** The legs of the driver's own duty. */
function listOwnLegs({ legs, duty }: CabTrip): CabTrip['legs'] {
  return legs.filter(({ kind, sequence }) => kind !== 'standby' && (duty.legs === null || duty.legs.includes(sequence)))
}

/** Local departure of the driver's next leg; after the trip, of the first one. */
export function findNextLeave(trip: CabTrip): string {
  const own = listOwnLegs(trip)
  const next = own.find(({ status }) => status !== 'completed' && status !== 'no_show') ?? own[0]
  return next?.departs_at ?? trip.departs_at
}

/** The trip without its contact, once the contact's time has ended; `now` in ms. */
export function removeOldContact(trip: CabTrip, now: number): CabTrip {
  return trip.contact !== null && Date.parse(trip.contact_visible_until) < now ? { ...trip, contact: null } : trip
}

/** Whether the driver can decline: no leg of the duty has begun. */
export function canDecline(trip: CabTrip): boolean {
  return trip.status !== 'cancelled' && listOwnLegs(trip).every(({ status }) => status === 'pending')
}

/** The last driven trip on this phone, for a check after it; null without one. */
export function findLastEnded(trips: Readonly<Record<string, CabTrip>>, box: readonly BoxEntry[]): CabTrip | null {
  const ended = Object.values(trips)
    .map((trip) => buildTripAhead(trip, box, 15).trip)
    .filter((trip) => isTripDone(trip) && trip.status !== 'cancelled')
  return ended.sort((one, other) => Date.parse(other.departs_at) - Date.parse(one.departs_at))[0] ?? null
}

/** The current trip of the driver, the one that has just ended, or the next one; null without any. `now` in ms. */
export function findCurrentTrip(
  trips: Readonly<Record<string, CabTrip>>,
  box: readonly BoxEntry[],
  waitMinutes: number,
  now: number,
): TripAhead | null {
  const all = Object.values(trips)
    .map((trip) => buildTripAhead(trip, box, waitMinutes))
    .filter(({ trip, isDeclined }) => trip.status !== 'cancelled' && !isDeclined)
    .sort((one, other) => Date.parse(findNextLeave(one.trip)) - Date.parse(findNextLeave(other.trip)))
  return (
    all.find(({ trip }) => listOwnLegs(trip).some(({ status }) => moving.has(status))) ??
    all.find(({ trip, undo }) => isTripDone(trip) && undo !== null && undo.until > now) ??
    all.find(({ trip }) => !isTripDone(trip)) ??
    null
  )
}

/** The action of the one button, or null for none. */
export type MainAction =
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'check' }
  /** The vehicle is unsafe. Only a passed check or the office can release it. */
  | { readonly kind: 'unsafe' }
  | { readonly kind: 'step'; readonly status: string; readonly leg: number }
  | { readonly kind: 'wait'; readonly status: string; readonly notBefore: string }
  | null

/** The next action of the driver, or null. `now` in ms. */
export function findMainAction(trip: CabTrip, isCheckRequired: boolean, now: number): MainAction {
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

const nextWords = new Map([
  ['en_route', 'set off'],
  ['arrived', 'arrive at the pick-up'],
  ['on_board', 'all on board'],
  ['completed', 'complete the job'],
])

/** The next action of a trip as a heading: `Next: set off`. */
export function describeNextAction(action: MainAction): string {
  switch (action?.kind) {
    case 'acknowledge':
      return 'Next: accept the job'
    case 'check':
    case 'unsafe':
      return 'Next: vehicle check'
    case 'wait':
    case 'step':
      return `Next: ${nextWords.get(action.status) ?? 'next step'}`
    default:
      return 'Now'
  }
}

function isUnsafe({ vehicle_check: check }: CabTrip): boolean {
  return check !== null && check.result === 'unsafe' && check.resolved_at === null
}

/** Whether the vehicle of a trip has today's check before departure, and is not unsafe. */
export function isCheckedToday({ vehicle_check: check, timezone, vehicle }: CabTrip, now: number): boolean {
  if (check === null || check.kind !== 'pre_trip' || check.result === 'unsafe') return false
  if (normalizePlate(check.vehicle_reg) !== normalizePlate(vehicle.registration)) return false
  return toWallDay(toWallAt(Date.parse(check.checked_at), timezone)) === findToday(timezone, now)
}

/** A trip's local time: `Tue 24 Nov, 08:30`; `08:30` alone on the day itself. */
export function formatWhen(local: string, zone: string, now: number): string {
  const today = findToday(zone, now)
  const wall = toWall(local)
  return toWallDay(wall) === today ? toWallTime(wall) : formatWall(wall, today)
}

/** An instant on the trip's clocks, formatted like `formatWhen`. */
export function formatTripInstant(instant: string, zone: string, now: number): string {
  const wall = toWallAt(Date.parse(instant), zone)
  return toWallDay(wall) === findToday(zone, now) ? toWallTime(wall) : formatInstant(instant, zone, now)
}

/** Heading above trips that are not accepted. */
export const waitingHead = 'New jobs to accept'

/** The trips of a list by day, unaccepted ones first. */
export function groupByDay(
  list: readonly ListedTrip[],
  now: number,
): { readonly day: string; readonly trips: readonly ListedTrip[] }[] {
  const groups = new Map<string, ListedTrip[]>()
  const waits = ({ acknowledged_at: seen, status }: ListedTrip) => seen === null && status !== 'cancelled'
  for (const trip of [...list.filter(waits), ...list.filter((one) => !waits(one))]) {
    const today = findToday(trip.timezone, now)
    const wall = toWall(trip.departs_at)
    const day = waits(trip) ? waitingHead : toWallDay(wall) === today ? 'Today' : formatDay(wall, today)
    groups.set(day, [...(groups.get(day) ?? []), trip])
  }
  return [...groups].map(([day, trips]) => ({ day, trips }))
}
