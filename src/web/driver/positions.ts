import { callDriverApi } from './api.ts'
import { readAppState } from './app.ts'
import { isTripDone } from './duty.ts'
import { buildTripAhead } from './pending-steps.ts'
import { toApiInstant } from './server-time.ts'

/** A position with its instant (ms) on the phone's clock. */
type PhonePoint = {
  readonly at: number
  readonly latitude: number
  readonly longitude: number
  readonly accuracy_m?: number
  readonly speed_mps?: number
}

const mostPoints = 200
/** Greatest age of a fix that a step can carry (ms). */
const freshMs = 60_000
/** Time between positions of a phone that does not move (ms). */
const seenMs = 10 * 60_000

let points: PhonePoint[] = []
let watch: number | null = null
let last: PhonePoint | null = null
let sentAt = 0

/** Whether a trip is tracked: with consent, between setting off and its end. */
export function isTripTracked(): boolean {
  const { me, trips, box, page } = readAppState()
  if (me?.consents.location_tracking !== true || page === '/sign-in') return false
  return Object.values(trips).some((trip) => {
    const { trip: ahead } = buildTripAhead(trip, box, me.settings.no_show_wait_minutes)
    return !isTripDone(ahead) && ahead.legs.some(({ status }) => ['en_route', 'arrived', 'on_board'].includes(status))
  })
}

/** Whether the phone had a position shortly before `now` (ms). */
export function isSeen(now: number): boolean {
  return last !== null && now - last.at < seenMs
}

/** Tracks the phone while that is allowed, sends positions regularly, and stops automatically. */
export function trackDriving(): void {
  if (!('geolocation' in navigator)) return
  if (isTripTracked()) {
    watch ??= navigator.geolocation.watchPosition(recordPosition, () => {}, { enableHighAccuracy: true, maximumAge: 5_000 })
  } else if (watch !== null) {
    navigator.geolocation.clearWatch(watch)
    watch = null
    last = null
  }
  const interval = (readAppState().me?.settings.location_interval_seconds ?? 15) * 1000
  if (points.length > 0 && Date.now() - sentAt >= interval) void sendPoints()
}

/** Deletes unsent positions after a withdrawn consent or a change of driver. */
export function removePoints(): void {
  points = []
  last = null
}

/** The position for a step; empty without consent or a fresh fix. */
export function findStepPosition(): { readonly latitude?: number; readonly longitude?: number } {
  if (last === null || readAppState().me?.consents.location_tracking !== true) return {}
  if (Date.now() - last.at > freshMs) return {}
  return { latitude: last.latitude, longitude: last.longitude }
}

function recordPosition({ coords }: GeolocationPosition): void {
  last = {
    at: Date.now(),
    latitude: coords.latitude,
    longitude: coords.longitude,
    accuracy_m: Math.round(coords.accuracy),
    ...(coords.speed !== null && coords.speed >= 0 && { speed_mps: coords.speed }),
  }
  points = [...points, last].slice(-mostPoints)
}

async function sendPoints(): Promise<void> {
  const batch = points
  points = []
  sentAt = Date.now()
  if (readAppState().me?.consents.location_tracking !== true) return
  const now = Date.now()
  const aged = batch.map(({ at, ...point }) => ({ recorded_at: toApiInstant(at), age_ms: Math.max(0, now - at), ...point }))
  const { status } = await callDriverApi('POST', '/driver/locations', { body: { points: aged } })
  if (status === 0 || status === 429 || status >= 500) points = [...batch, ...points].slice(-mostPoints)
}
