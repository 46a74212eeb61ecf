import { ask } from './api.ts'
import { appState, change, goToSignIn } from './app.ts'
import { asWished } from './consent.ts'
import { isTripDone, withoutOldContact } from './duty.ts'
import type { CabDriver, CabTrip, DriverRecords, ListedTrip } from './records.ts'
import { serverNow } from './server-time.ts'
import { confirmDriver } from './signed-in-driver.ts'
import { keep } from './store.ts'
import { plainPlate } from './walkaround.ts'

const aheadMs = 14 * 24 * 3_600_000
/** Milliseconds after departure for which a problem can be told, also where there is no network to find the trip by. */
const behindMs = 14 * 24 * 3_600_000
/** The whole of a trip is read again after this long though its line in the list stayed the same. */
const freshMs = 10 * 60_000
/** Greatest number of trips read at a time: the server lets a device read 60 times a minute. */
const mostTrips = 25

const readWhen = new Map<string, { readonly line: string; readonly at: number }>()
let isReading = false
let writes = 0

/** Takes the trip an answer told; whatever was asked for before it is older. */
export function takeTrip(trip: CabTrip): void {
  writes += 1
  change({ trips: { ...appState().trips, [trip.ref]: trip } })
  void keep('trips', appState().trips)
}

/** Takes a walkaround that the office has: every trip with its coach goes by it. */
export function takeCheck(check: DriverRecords['VehicleCheck']): void {
  writes += 1
  const trips = Object.entries(appState().trips).map(([ref, trip]) => {
    const known = trip.vehicle_check
    const isOlder = known !== null && Date.parse(known.checked_at) > Date.parse(check.checked_at)
    const isOfTrip = !isOlder && plainPlate(trip.vehicle.registration) === plainPlate(check.vehicle_reg)
    return [ref, isOfTrip ? { ...trip, vehicle_check: check } : trip] as const
  })
  change({ trips: Object.fromEntries(trips) })
  void keep('trips', appState().trips)
}

/** Takes a trip off the phone that is the driver's no more. */
export function dropTrip(ref: string): void {
  writes += 1
  const { [ref]: _gone, ...trips } = appState().trips
  const upcoming = appState().upcoming?.filter((one) => one.ref !== ref) ?? null
  change({ trips, upcoming })
  void Promise.all([keep('trips', trips), keep('upcoming', upcoming)])
}

/** Forgets when trips were read, so that the next reading reads them. */
export function readAgain(): void {
  readWhen.clear()
}

/** Reads what the office says now and keeps it on the phone. What was read stays where there is no network. */
export async function readAll(): Promise<void> {
  if (isReading) return
  isReading = true
  try {
    const heard = await ask<CabDriver>('GET', '/driver/me')
    change({ isOnline: navigator.onLine && heard.status !== 0 })
    if (heard.status === 401) return goToSignIn()
    if (heard.data === null) return
    await confirmDriver(heard.data)
    const me = asWished(heard.data)
    // Another tab has signed another driver in.
    if (appState().me !== null && appState().me?.id !== me.id) change({ upcoming: null, trips: {} })
    const list = await ask<ListedTrip[]>('GET', '/driver/trips?filter=upcoming&per_page=100')
    if (list.data === null) return
    change({ me, upcoming: list.data, readAt: Date.now() })
    await readTrips(list.data)
    const { upcoming, trips, readAt } = appState()
    await Promise.all([keep('me', me), keep('upcoming', upcoming), keep('trips', trips), keep('readAt', readAt)])
  } finally {
    isReading = false
  }
}

async function readTrips(list: readonly ListedTrip[]): Promise<void> {
  const now = serverNow()
  const soon = list.filter(({ departs_at: departs }) => Date.parse(departs) - now < aheadMs)
  const isIn = (lines: readonly ListedTrip[], ref: string) => lines.some((one) => one.ref === ref)
  const kept = Object.entries(appState().trips).filter(
    ([ref, trip]) =>
      isIn(soon, ref) || (seen.has(ref) && isIn(list, ref)) || (isTripDone(trip) && now - Date.parse(trip.departs_at) < behindMs),
  )
  change({ trips: Object.fromEntries(kept.map(([ref, trip]) => [ref, withoutOldContact(trip, now)])) })
  for (const line of soon.filter((one, nth) => isStale(one, nth, now)).slice(0, mostTrips)) {
    if (!(await readTrip(line.ref))) return
    readWhen.set(line.ref, { line: JSON.stringify(line), at: now })
  }
}

/** The first is the one being driven, and others report on it too. */
function isStale(line: ListedTrip, nth: number, now: number): boolean {
  const read = readWhen.get(line.ref)
  if (appState().trips[line.ref] === undefined || read === undefined || nth === 0) return true
  return read.line !== JSON.stringify(line) || now - read.at > freshMs
}

/** Refs of the trips the driver has looked at since the app opened. All else is read ahead, which is no first sight. */
const seen = new Set<string>()

/** The driver looks at a trip: it is read now, or as soon as there is network. Returns what `readTrip` does. */
export async function lookAt(ref: string): Promise<boolean> {
  seen.add(ref)
  readWhen.delete(ref)
  return readTrip(ref)
}

/** Reads the whole of a trip. Returns false if the office did not answer, or needs a sign-in first. */
export async function readTrip(ref: string): Promise<boolean> {
  const before = writes
  const heard = await ask<CabTrip>('GET', `/driver/trips/${encodeURIComponent(ref)}${seen.has(ref) ? '' : '?reading=ahead'}`)
  if (heard.status === 404) {
    const { [ref]: _gone, ...trips } = appState().trips
    change({ trips })
  }
  // A step was heard meanwhile: what was read may be older than it.
  if (heard.data !== null && before === writes) change({ trips: { ...appState().trips, [ref]: heard.data } })
  return ![0, 401, 429].includes(heard.status) && heard.status < 500
}
