import { formatDuration } from '../../domain/spoken.ts'

/** The part of a trip that drivers and vehicles are checked against. Instants in ms. */
export type CrewFitNeeds = {
  readonly ref: string
  readonly departsAt: number
  readonly endsAt: number
  readonly passengers: number
  readonly coaches: number
  readonly dbsRequired: string
}

/** A busy time of a driver or a vehicle, in the form of the API. */
type BusyTime = {
  readonly from: string
  readonly to: string
  readonly what: string
  readonly ref: string | null
  readonly kind: string | null
}

/** A driver of the roster with their busy times around the trip. */
export type CrewDriver = {
  readonly id: number
  readonly name: string
  readonly phone: string | null
  readonly status: string
  readonly license_expires_at: string | null
  readonly dbs_check_kind: string | null
  readonly dbs_expires_at: string | null
  /** The number of the driver's other vehicle on the same trip. */
  readonly alsoOn?: number | undefined
  readonly busy: readonly BusyTime[]
}

/** A vehicle of the fleet with its busy times around the trip. */
export type CrewCoach = {
  readonly id: number
  readonly registration: string
  readonly seats: number
  readonly isUnsafe: boolean
  /** The number of the vehicle on the same trip, if it is already on it. */
  readonly alsoOn?: number | undefined
  readonly busy: readonly BusyTime[]
}

/** A reason against a choice. `isGrave` marks a reason that almost excludes the choice. */
export type FitReason = { readonly code: string; readonly says: string; readonly isGrave: boolean }

/** A choice and the reasons against it. A choice without reasons is free and suitable. */
export type Fit<T> = { readonly one: T; readonly reasons: readonly FitReason[] }

const hourMs = 3_600_000

/** Milliseconds of rest that a driver needs between two trips. */
export const restMs = 11 * hourMs

const dbsLevels = ['none', 'basic', 'standard', 'enhanced', 'enhanced_barred']

const createGraveReason = (code: string, says: string): FitReason => ({ code, says, isGrave: true })
const createMinorReason = (code: string, says: string): FitReason => ({ code, says, isGrave: false })

/** Every driver: suitable drivers first, then by the weight of the reasons against them. `say` formats an instant (ms). */
export function sortDriversByFit(
  drivers: readonly CrewDriver[],
  trip: CrewFitNeeds,
  now: number,
  say: (at: number) => string,
): readonly Fit<CrewDriver>[] {
  return sortByFit(
    drivers.map((one) => ({
      one,
      reasons: [
        ...listTakenReasons(one.busy, trip, say),
        ...listRestReasons(one, trip),
        ...listPaperReasons(one, trip, now, say),
        ...listDoubledReasons(one),
      ],
    })),
    ({ name }) => name,
  )
}

/** Every vehicle: suitable vehicles first, the smallest of them on top. */
export function sortCoachesByFit(
  coaches: readonly CrewCoach[],
  trip: CrewFitNeeds,
  say: (at: number) => string,
): readonly Fit<CrewCoach>[] {
  return sortByFit(
    coaches.map((one) => ({
      one,
      reasons: [...listDoubledReasons(one), ...listUnfitReasons(one, trip), ...listTakenReasons(one.busy, trip, say)],
    })),
    ({ seats, registration }) => `${String(seats).padStart(4, '0')} ${registration}`,
  )
}

function sortByFit<T>(fits: readonly Fit<T>[], nameOf: (one: T) => string): readonly Fit<T>[] {
  const weight = ({ reasons }: Fit<T>) => reasons.reduce((sum, { isGrave }) => sum + (isGrave ? 100 : 1), 0)
  return fits.toSorted((a, b) => weight(a) - weight(b) || nameOf(a.one).localeCompare(nameOf(b.one), 'en-GB'))
}

/** The busy times that overlap a trip, without the trip itself. */
export function listTakenWithin<T extends Pick<BusyTime, 'from' | 'to' | 'ref'>>(
  busy: readonly T[],
  trip: Pick<CrewFitNeeds, 'ref' | 'departsAt' | 'endsAt'>,
): readonly T[] {
  return busy.filter(({ from, to, ref }) => ref !== trip.ref && Date.parse(from) < trip.endsAt && Date.parse(to) > trip.departsAt)
}

function listTakenReasons(busy: readonly BusyTime[], trip: CrewFitNeeds, say: (at: number) => string): readonly FitReason[] {
  return listTakenWithin(busy, trip).map(({ what, ref, kind, to }) => {
    const until = say(Date.parse(to))
    if (what === 'block') return createGraveReason('blocked', `${blockWords[kind ?? ''] ?? 'unavailable'} until ${until}`)
    if (what === 'booking') return createGraveReason('overlap', `on ${ref ?? 'another trip'} until ${until}`)
    return createMinorReason('promised', `quoted for ${ref ?? 'another trip'}`)
  })
}

const blockWords: Readonly<Record<string, string>> = {
  off_road: 'off road',
  mot: 'at the MOT',
  service: 'in service',
  holiday: 'on holiday',
  sick: 'off sick',
  training: 'in training',
  private_use: 'in private use',
  hold: 'on hold',
}

/** The hours (ms) on other trips within a span, and the start of the first busy time after a trip. Null if none is known. */
export function findWorkload(
  busy: readonly BusyTime[],
  trip: Pick<CrewFitNeeds, 'ref' | 'endsAt'>,
  span: { readonly from: number; readonly to: number },
): { readonly workMs: number; readonly busyFrom: number | null } {
  const others = busy.filter(({ what, ref }) => (what === 'booking' || what === 'block') && ref !== trip.ref)
  const workMs = others
    .filter(({ what }) => what === 'booking')
    .map(({ from, to }) => Math.min(Date.parse(to), span.to) - Math.max(Date.parse(from), span.from))
    .reduce((sum, ms) => sum + Math.max(0, ms), 0)
  const starts = others.map(({ from }) => Date.parse(from)).filter((from) => from >= trip.endsAt)
  return { workMs, busyFrom: starts.length === 0 ? null : Math.min(...starts) }
}

function listRestReasons({ busy }: CrewDriver, trip: CrewFitNeeds): readonly FitReason[] {
  const trips = busy.filter(({ what, ref }) => what === 'booking' && ref !== trip.ref)
  const before = trips.map(({ to }) => trip.departsAt - Date.parse(to)).filter((rest) => rest >= 0 && rest < restMs)
  const after = trips.map(({ from }) => Date.parse(from) - trip.endsAt).filter((rest) => rest >= 0 && rest < restMs)
  const words = [
    ...before.map((rest) => `${formatDuration(rest)} rest`),
    ...after.map((rest) => `${formatDuration(rest)} rest after this trip`),
  ]
  if (words.length === 0) return []
  return [createGraveReason('short_rest', `${words.join(' and ')}, ${formatDuration(restMs)} needed`)]
}

function listPaperReasons(
  driver: CrewDriver,
  trip: CrewFitNeeds,
  now: number,
  say: (at: number) => string,
): readonly FitReason[] {
  const licence = toEndMs(driver.license_expires_at)
  const dbs = toEndMs(driver.dbs_expires_at)
  const wanted = dbsLevels.indexOf(trip.dbsRequired)
  const held = dbsLevels.indexOf(driver.dbs_check_kind ?? 'none')
  return [
    ...(licence <= now
      ? [createGraveReason('license_expired', `licence expired ${formatExpiry(licence, say)}`)]
      : licence < trip.endsAt
        ? [createGraveReason('license_expires_before_trip', 'licence expires before the trip ends')]
        : []),
    ...(wanted > 0 && held < wanted ? [createGraveReason('dbs_below_required', `no ${formatDbs(trip.dbsRequired)}`)] : []),
    ...(wanted > 0 && held >= wanted && dbs < trip.endsAt
      ? [createGraveReason('dbs_expired', 'DBS expires before the trip ends')]
      : []),
    ...(driver.status === 'active'
      ? []
      : [createMinorReason('driver_not_in_app', driver.phone === null ? 'no app' : `no app: call ${driver.phone}`)]),
  ]
}

function listDoubledReasons({ alsoOn }: { readonly alsoOn?: number | undefined }): readonly FitReason[] {
  return alsoOn === undefined ? [] : [createGraveReason('doubled', `already on this trip, vehicle ${alsoOn}`)]
}

function toEndMs(instant: string | null): number {
  return instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant)
}

/** A required DBS check: `enhanced DBS`. */
export function formatDbs(level: string): string {
  return `${level.replaceAll('_', ', ')} DBS`
}

/** The day of a formatted instant: `Tue 17 Nov, 23:59` → `Tue 17 Nov`. */
function formatExpiry(at: number, say: (at: number) => string): string {
  return say(at).split(',')[0] ?? ''
}

function listUnfitReasons({ isUnsafe, seats }: CrewCoach, { passengers, coaches }: CrewFitNeeds): readonly FitReason[] {
  const each = Math.ceil(passengers / Math.max(1, coaches))
  return [
    ...(isUnsafe ? [createGraveReason('vehicle_unsafe', 'unsafe at the last check')] : []),
    ...(seats < each ? [createGraveReason('seats_below_passengers', `${seats} seats for ${each} passengers`)] : []),
  ]
}
