import { callDriverApi } from './api.ts'
import { changeAppState, openSignIn, readAppState } from './app.ts'
import { withSwitchedOff } from './consent.ts'
import { isTripDone, removeOldContact } from './duty.ts'
import type { CabDriver, CabTrip, DriverRecords, ListedTrip } from './records.ts'
import { findServerTime } from './server-time.ts'
import { confirmDriver } from './signed-in-driver.ts'
import { storeValue } from './store.ts'
import { normalizePlate } from './walkaround.ts'

const aheadMs = 14 * 24 * 3_600_000
/** Milliseconds after departure within which a problem can be reported, also without a network. */
const behindMs = 14 * 24 * 3_600_000
/** Milliseconds after which a full trip is read again without a change in the list. */
const freshMs = 10 * 60_000
/** Greatest number of trips of one read, because the server allows a device 60 reads a minute. */
const mostTrips = 25

const readWhen = new Map<string, { readonly line: string; readonly at: number }>()
let isReading = false
let writes = 0

/** Saves the trip of a response. Responses to earlier calls are ignored. */
export function applyTrip(trip: CabTrip): void {
  writes += 1
  changeAppState({ trips: { ...readAppState().trips, [trip.ref]: trip } })
  void storeValue('trips', readAppState().trips)
}

/** Saves a sent check for every trip with its vehicle. */
export function applyCheck(check: DriverRecords['VehicleCheck']): void {
  writes += 1
  const trips = Object.entries(readAppState().trips).map(([ref, trip]) => {
    const known = trip.vehicle_check
    const isOlder = known !== null && Date.parse(known.checked_at) > Date.parse(check.checked_at)
    const isOfTrip = !isOlder && normalizePlate(trip.vehicle.registration) === normalizePlate(check.vehicle_reg)
    return [ref, isOfTrip ? { ...trip, vehicle_check: check } : trip] as const
  })
  changeAppState({ trips: Object.fromEntries(trips) })
  void storeValue('trips', readAppState().trips)
}

/** Removes another driver's trip from the phone. */
export function removeTrip(ref: string): void {
  writes += 1
  const { [ref]: _gone, ...trips } = readAppState().trips
  const upcoming = readAppState().upcoming?.filter((one) => one.ref !== ref) ?? null
  changeAppState({ trips, upcoming })
  void Promise.all([storeValue('trips', trips), storeValue('upcoming', upcoming)])
}

/** Clears the read times of trips, so that they are read again. */
export function forgetReadTimes(): void {
  readWhen.clear()
}

/** Reads the office's present data and saves it on the phone. Without a network the saved data remains. */
export async function readAll(): Promise<void> {
  if (isReading) return
  isReading = true
  try {
    const heard = await callDriverApi<CabDriver>('GET', '/driver/me')
    changeAppState({ isOnline: navigator.onLine && heard.status !== 0 })
    if (heard.status === 401) return openSignIn()
    if (heard.data === null) return
    await confirmDriver(heard.data)
    const me = withSwitchedOff(heard.data)
    // Another driver has signed in in another tab.
    if (readAppState().me !== null && readAppState().me?.id !== me.id) changeAppState({ upcoming: null, trips: {} })
    const list = await callDriverApi<ListedTrip[]>('GET', '/driver/trips?filter=upcoming&per_page=100')
    if (list.data === null) return
    changeAppState({ me, upcoming: list.data, readAt: Date.now() })
    await readTrips(list.data)
    const { upcoming, trips, readAt } = readAppState()
    await Promise.all([
      storeValue('me', me),
      storeValue('upcoming', upcoming),
      storeValue('trips', trips),
      storeValue('readAt', readAt),
    ])
  } finally {
    isReading = false
  }
}

async function readTrips(list: readonly ListedTrip[]): Promise<void> {
  const now = findServerTime()
  const soon = list.filter(({ departs_at: departs }) => Date.parse(departs) - now < aheadMs)
  const isIn = (lines: readonly ListedTrip[], ref: string) => lines.some((one) => one.ref === ref)
  const kept = Object.entries(readAppState().trips).filter(
    ([ref, trip]) =>
      isIn(soon, ref) || (seen.has(ref) && isIn(list, ref)) || (isTripDone(trip) && now - Date.parse(trip.departs_at) < behindMs),
  )
  changeAppState({ trips: Object.fromEntries(kept.map(([ref, trip]) => [ref, removeOldContact(trip, now)])) })
  for (const line of soon.filter((one, nth) => isStale(one, nth, now)).slice(0, mostTrips)) {
    if (!(await readTrip(line.ref))) return
    readWhen.set(line.ref, { line: JSON.stringify(line), at: now })
  }
}

/** Whether a trip must be read again. The first trip is in progress, and other people report on it too. */
function isStale(line: ListedTrip, nth: number, now: number): boolean {
  const read = readWhen.get(line.ref)
  if (readAppState().trips[line.ref] === undefined || read === undefined || nth === 0) return true
  return read.line !== JSON.stringify(line) || now - read.at > freshMs
}

/** Refs of the trips that the driver has opened since the app started, without those only read ahead. */
const seen = new Set<string>()

/** Reads a trip that the driver opens, now or when the network returns. Returns the result of `readTrip`. */
export async function readOpenedTrip(ref: string): Promise<boolean> {
  seen.add(ref)
  readWhen.delete(ref)
  return readTrip(ref)
}

/** Reads the whole trip. Returns false without a response, or if it needs a sign-in first. */
export async function readTrip(ref: string): Promise<boolean> {
  const before = writes
  const heard = await callDriverApi<CabTrip>(
    'GET',
    `/driver/trips/${encodeURIComponent(ref)}${seen.has(ref) ? '' : '?reading=ahead'}`,
  )
  if (heard.status === 404) {
    const { [ref]: _gone, ...trips } = readAppState().trips
    changeAppState({ trips })
  }
  // A step has a newer response, so this one may be outdated.
  if (heard.data !== null && before === writes) changeAppState({ trips: { ...readAppState().trips, [ref]: heard.data } })
  return ![0, 401, 429].includes(heard.status) && heard.status < 500
}
