/** The part of a trip that tells who and what can do it; instants in ms. */
export type CrewWanted = {
  readonly ref: string
  readonly departsAt: number
  readonly endsAt: number
  readonly passengers: number
  readonly coaches: number
  readonly dbsRequired: string
}

/** A time that a driver or a coach is taken, as the API tells of it. */
type BusyTime = {
  readonly from: string
  readonly to: string
  readonly what: string
  readonly ref: string | null
  readonly kind: string | null
}

/** A driver of the roster, with what takes their time around the trip. */
export type CrewDriver = {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly license_expires_at: string | null
  readonly dbs_check_kind: string | null
  readonly dbs_expires_at: string | null
  /** The number of another coach of the same trip that they are on. */
  readonly alsoOn?: number | undefined
  readonly busy: readonly BusyTime[]
}

/** A coach of the fleet, with what takes its time around the trip. */
export type CrewCoach = {
  readonly id: number
  readonly registration: string
  readonly seats: number
  readonly isUnsafe: boolean
  /** The number that it has as another coach of the same trip. */
  readonly alsoOn?: number | undefined
  readonly busy: readonly BusyTime[]
}

/** A reason why a choice is not the first, in a sentence; `isGrave` where it all but rules the choice out. */
export type FitReason = { readonly code: string; readonly says: string; readonly isGrave: boolean }

/** A choice with what speaks against it; without reasons it is free and fit. */
export type Fit<T> = { readonly one: T; readonly reasons: readonly FitReason[] }

const hourMs = 3_600_000

/** Drivers rest so long between two trips. */
export const restMs = 11 * hourMs

const dbsLevels = ['none', 'basic', 'standard', 'enhanced', 'enhanced_barred']

const grave = (code: string, says: string): FitReason => ({ code, says, isGrave: true })
const minor = (code: string, says: string): FitReason => ({ code, says, isGrave: false })

/** Every driver, the free and fit first, then those with the least against them. `say` writes an instant (ms) as people do. */
export function driversByFit(
  drivers: readonly CrewDriver[],
  trip: CrewWanted,
  now: number,
  say: (at: number) => string,
): readonly Fit<CrewDriver>[] {
  return byFit(
    drivers.map((one) => ({
      one,
      reasons: [...taken(one.busy, trip, say), ...unrested(one, trip, say), ...papers(one, trip, now), ...doubled(one)],
    })),
    ({ name }) => name,
  )
}

/** Every coach, the free and fit first, among them the smallest that is large enough. */
export function coachesByFit(
  coaches: readonly CrewCoach[],
  trip: CrewWanted,
  say: (at: number) => string,
): readonly Fit<CrewCoach>[] {
  return byFit(
    coaches.map((one) => ({ one, reasons: [...doubled(one), ...unfit(one, trip), ...taken(one.busy, trip, say)] })),
    ({ seats, registration }) => `${String(seats).padStart(4, '0')} ${registration}`,
  )
}

function byFit<T>(fits: readonly Fit<T>[], nameOf: (one: T) => string): readonly Fit<T>[] {
  const weight = ({ reasons }: Fit<T>) => reasons.reduce((sum, { isGrave }) => sum + (isGrave ? 100 : 1), 0)
  return fits.toSorted((a, b) => weight(a) - weight(b) || nameOf(a.one).localeCompare(nameOf(b.one), 'en-GB'))
}

/** The busy times that overlap a trip, but for the trip itself. */
export function takenWithin<T extends Pick<BusyTime, 'from' | 'to' | 'ref'>>(
  busy: readonly T[],
  trip: Pick<CrewWanted, 'ref' | 'departsAt' | 'endsAt'>,
): readonly T[] {
  return busy.filter(({ from, to, ref }) => ref !== trip.ref && Date.parse(from) < trip.endsAt && Date.parse(to) > trip.departsAt)
}

function taken(busy: readonly BusyTime[], trip: CrewWanted, say: (at: number) => string): readonly FitReason[] {
  return takenWithin(busy, trip).map(({ what, ref, kind, to }) => {
    const until = say(Date.parse(to))
    if (what === 'block') return grave('blocked', `${blockWords[kind ?? ''] ?? 'Not to be had'} until ${until}`)
    if (what === 'booking') return grave('overlap', `On ${ref ?? 'another trip'} until ${until}`)
    return minor('promised', `Named in a quote for ${ref ?? 'another trip'}`)
  })
}

const blockWords: Readonly<Record<string, string>> = {
  off_road: 'Off the road',
  mot: 'At the MOT',
  service: 'In service',
  holiday: 'On holiday',
  sick: 'Ill',
  training: 'In training',
  private_use: 'In private use',
  hold: 'Held back',
}

function unrested({ busy }: CrewDriver, trip: CrewWanted, say: (at: number) => string): readonly FitReason[] {
  const trips = busy.filter(({ what, ref }) => what === 'booking' && ref !== trip.ref)
  const before = trips.map(({ to }) => Date.parse(to)).filter((to) => to <= trip.departsAt && trip.departsAt - to < restMs)
  const after = trips.map(({ from }) => Date.parse(from)).filter((from) => from >= trip.endsAt && from - trip.endsAt < restMs)
  const words = [
    ...before.map((to) => `back ${say(to)}, out ${say(trip.departsAt)}`),
    ...after.map((from) => `back ${say(trip.endsAt)}, out again ${say(from)}`),
  ]
  return words.length === 0 ? [] : [grave('short_rest', `Too little rest: ${words.join('; ')}`)]
}

function papers(driver: CrewDriver, trip: CrewWanted, now: number): readonly FitReason[] {
  const licence = endOf(driver.license_expires_at)
  const dbs = endOf(driver.dbs_expires_at)
  const wanted = dbsLevels.indexOf(trip.dbsRequired)
  const held = dbsLevels.indexOf(driver.dbs_check_kind ?? 'none')
  return [
    ...(licence <= now
      ? [grave('license_expired', 'Licence has run out')]
      : licence < trip.endsAt
        ? [grave('license_expires_before_trip', 'Licence runs out before the trip ends')]
        : []),
    ...(wanted > 0 && held < wanted ? [grave('dbs_below_required', `No ${spokenDbs(trip.dbsRequired)} DBS`)] : []),
    ...(wanted > 0 && held >= wanted && dbs < trip.endsAt ? [grave('dbs_expired', 'DBS runs out before the trip ends')] : []),
    ...(driver.status === 'active' ? [] : [minor('driver_not_in_app', 'Not in the app: ring them')]),
  ]
}

function doubled({ alsoOn }: { readonly alsoOn?: number | undefined }): readonly FitReason[] {
  return alsoOn === undefined ? [] : [grave('doubled', `Is on this trip as coach ${alsoOn}`)]
}

function endOf(instant: string | null): number {
  return instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant)
}

function spokenDbs(level: string): string {
  return level.replaceAll('_', ', ')
}

function unfit({ isUnsafe, seats }: CrewCoach, { passengers, coaches }: CrewWanted): readonly FitReason[] {
  const each = Math.ceil(passengers / Math.max(1, coaches))
  return [
    ...(isUnsafe ? [grave('vehicle_unsafe', 'The last check says: do not drive')] : []),
    ...(seats < each ? [grave('seats_below_passengers', `${seats} seats for ${each} people`)] : []),
  ]
}
