import { tripAhead } from './ahead.ts'
import { ask } from './api.ts'
import { appState } from './app.ts'
import { isTripDone } from './duty.ts'
import { apiInstant } from './server-time.ts'

/** A point with the instant (ms), by the phone's clock, at which the phone was there. */
type PhonePoint = {
  readonly at: number
  readonly latitude: number
  readonly longitude: number
  readonly accuracy_m?: number
  readonly speed_mps?: number
}

/** Greatest number of points that one call takes. */
const mostPoints = 200
/** A fix older than this (ms) says nothing of where a step was taken. */
const freshMs = 60_000
/** A phone that stands still says so less often than one that moves (ms). */
const seenMs = 10 * 60_000

let points: PhonePoint[] = []
let watch: number | null = null
let last: PhonePoint | null = null
let sentAt = 0

/** Whether a trip is being driven for which positions may be told: with consent, between setting off and the end. */
export function isTripTracked(): boolean {
  const { me, trips, box, page } = appState()
  if (me?.consents.location_tracking !== true || page === '/sign-in') return false
  return Object.values(trips).some((trip) => {
    const { trip: ahead } = tripAhead(trip, box, me.settings.no_show_wait_minutes)
    return !isTripDone(ahead) && ahead.legs.some(({ status }) => ['en_route', 'arrived', 'on_board'].includes(status))
  })
}

/** Whether the phone has said where it is not long before `now` (ms): it may be forbidden to, or not know. */
export function isSeen(now: number): boolean {
  return last !== null && now - last.at < seenMs
}

/** Looks where the phone is while that may be told, sends it every so often, and stops by itself. */
export function trackWhileDriven(): void {
  if (!('geolocation' in navigator)) return
  if (isTripTracked()) {
    watch ??= navigator.geolocation.watchPosition(note, () => {}, { enableHighAccuracy: true, maximumAge: 5_000 })
  } else if (watch !== null) {
    navigator.geolocation.clearWatch(watch)
    watch = null
    last = null
  }
  const interval = (appState().me?.settings.location_interval_seconds ?? 15) * 1000
  if (points.length > 0 && Date.now() - sentAt >= interval) void sendPoints()
}

/** Lets go of what was not sent: it was switched off, or another drives with this phone. */
export function forgetPoints(): void {
  points = []
  last = null
}

/** The phone's place as a step carries it; nothing without consent or a fresh fix. */
export function positionOfStep(): { readonly latitude?: number; readonly longitude?: number } {
  if (last === null || appState().me?.consents.location_tracking !== true) return {}
  if (Date.now() - last.at > freshMs) return {}
  return { latitude: last.latitude, longitude: last.longitude }
}

function note({ coords }: GeolocationPosition): void {
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
  if (appState().me?.consents.location_tracking !== true) return
  const now = Date.now()
  const aged = batch.map(({ at, ...point }) => ({ recorded_at: apiInstant(at), age_ms: Math.max(0, now - at), ...point }))
  const { status } = await ask('POST', '/driver/locations', { body: { points: aged } })
  if (status === 0 || status === 429 || status >= 500) points = [...batch, ...points].slice(-mostPoints)
}
