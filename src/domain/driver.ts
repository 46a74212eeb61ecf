import { dbsLevels } from './itinerary.ts'

/** The checks a driver can hold, in rising order. */
export const dbsCheckKinds = dbsLevels.filter((level) => level !== 'none')

export type DriverStatus = 'not_invited' | 'invited' | 'active' | 'removed'

export type Validity = 'ok' | 'expiring' | 'expired' | 'missing'

/** What a roster entry says of a driver; instants in ms. */
export type Driver = {
  readonly email: string | null
  readonly phone: string | null
  readonly licenseNumber: string | null
  readonly licenseExpiresAt: number | null
  readonly dbsCheckKind: string | null
  readonly dbsCertificateNumber: string | null
  readonly dbsExpiresAt: number | null
  readonly invitedAt: number | null
  readonly activatedAt: number | null
  readonly removedAt: number | null
}

const soonMs = 60 * 86_400_000

/** Where a driver stands between the roster and the app. */
export function driverStatus(driver: Driver): DriverStatus {
  if (driver.removedAt !== null) return 'removed'
  if (driver.activatedAt !== null) return 'active'
  return driver.invitedAt === null ? 'not_invited' : 'invited'
}

/** Whether licence and DBS check are in order now; what runs out within 60 days is expiring. */
export function compliance(driver: Driver, now: number): { readonly license: Validity; readonly dbs: Validity } {
  return {
    license: validity(driver.licenseNumber !== null, driver.licenseExpiresAt, now),
    dbs: validity(driver.dbsCheckKind !== null, driver.dbsExpiresAt, now),
  }
}

function validity(isHeld: boolean, expiresAt: number | null, now: number): Validity {
  if (expiresAt === null) return isHeld ? 'ok' : 'missing'
  if (expiresAt <= now) return 'expired'
  return expiresAt - now <= soonMs ? 'expiring' : 'ok'
}

export type WarningCode =
  | 'driver_overlap'
  | 'vehicle_overlap'
  | 'short_rest'
  | 'license_expired'
  | 'license_expires_before_trip'
  | 'dbs_missing'
  | 'dbs_below_required'
  | 'dbs_expired'
  | 'seats_below_passengers'
  | 'vehicle_unsafe'
  | 'driver_not_in_app'

/** Advice on an assignment; it never refuses one. */
export type Warning = { readonly code: WarningCode; readonly message: string }

/** Another trip on the road, by its ref and span (ms). */
export type OtherTrip = { readonly ref: string; readonly departsAt: number; readonly endsAt: number }

export type AssignmentFacts = {
  readonly driver: Driver
  /** Null when the plate is not one of the fleet. */
  readonly seats: number | null
  readonly isVehicleUnsafe: boolean
  readonly trip: {
    readonly departsAt: number
    readonly endsAt: number
    readonly passengerCount: number
    readonly dbsRequired: string
    readonly vehicleCount: number
  }
  /** The driver's other trips that begin or end within the daily rest of this one. */
  readonly driverTrips: readonly OtherTrip[]
  readonly vehicleTrips: readonly OtherTrip[]
}

/**
 * A driver's daily rest: 11 hours between two working days.
 * Source: assimilated Regulation (EC) 561/2006, article 8(2) (GB drivers' hours for coaches).
 */
export const dailyRestMs = 11 * 3_600_000

/** Everything a dispatcher would want to know before sending this driver in this vehicle. */
export function assignmentWarnings(facts: AssignmentFacts, now: number): Warning[] {
  return [...timeWarnings(facts), ...licenceWarnings(facts, now), ...dbsWarnings(facts, now), ...vehicleWarnings(facts)]
}

/** Trips that overlap this one, and those that leave less than the daily rest before or after it. */
function timeWarnings({ trip, driverTrips, vehicleTrips }: AssignmentFacts): Warning[] {
  const overlaps = (other: OtherTrip) => other.departsAt < trip.endsAt && other.endsAt > trip.departsAt
  const crossing = driverTrips.filter(overlaps)
  const close = driverTrips.filter((other) => !overlaps(other))
  const vehicleCrossing = vehicleTrips.filter(overlaps)
  return [
    ...(crossing.length > 0 ? [warn('driver_overlap', `The driver is also on ${names(crossing)} at that time.`)] : []),
    ...(vehicleCrossing.length > 0
      ? [warn('vehicle_overlap', `The vehicle is also on ${names(vehicleCrossing)} at that time.`)]
      : []),
    ...(close.length > 0 ? [warn('short_rest', `Less than 11 hours lie between this trip and ${names(close)}.`)] : []),
  ]
}

/** A PCV driving licence must be valid on the whole trip (Road Traffic Act 1988, section 87). */
function licenceWarnings({ driver, trip }: AssignmentFacts, now: number): Warning[] {
  const { licenseExpiresAt } = driver
  if (licenseExpiresAt === null || licenseExpiresAt > trip.endsAt) return []
  if (licenseExpiresAt <= now) return [warn('license_expired', 'The driving licence has expired.')]
  return [warn('license_expires_before_trip', 'The driving licence expires before the trip ends.')]
}

/** What the job asks of the driver's DBS check (Home Office guidance: work with children needs the enhanced one). */
function dbsWarnings({ driver, trip }: AssignmentFacts, now: number): Warning[] {
  const wanted = rank(trip.dbsRequired)
  if (wanted <= 0) return []
  if (driver.dbsCheckKind === null) return [warn('dbs_missing', `The job asks for a DBS check (${trip.dbsRequired}).`)]
  return [
    ...(rank(driver.dbsCheckKind) < wanted
      ? [warn('dbs_below_required', `The job asks for ${trip.dbsRequired}; the driver's check is ${driver.dbsCheckKind}.`)]
      : []),
    ...(driver.dbsExpiresAt !== null && driver.dbsExpiresAt <= Math.max(now, trip.endsAt)
      ? [warn('dbs_expired', "The driver's DBS check is not valid until the end of the trip.")]
      : []),
  ]
}

function vehicleWarnings({ driver, seats, isVehicleUnsafe, trip }: AssignmentFacts): Warning[] {
  const isTooSmall = seats !== null && trip.vehicleCount <= 1 && seats < trip.passengerCount
  return [
    ...(isTooSmall
      ? [warn('seats_below_passengers', `The vehicle has ${seats} seats for ${trip.passengerCount} passengers.`)]
      : []),
    ...(isVehicleUnsafe ? [warn('vehicle_unsafe', 'The latest walkaround check found the vehicle unsafe.')] : []),
    ...(driver.activatedAt === null ? [warn('driver_not_in_app', 'The driver has not signed in to the app yet.')] : []),
  ]
}

function rank(level: string): number {
  return (dbsLevels as readonly string[]).indexOf(level)
}

function names(trips: readonly OtherTrip[]): string {
  return trips.map(({ ref }) => ref).join(', ')
}

function warn(code: WarningCode, message: string): Warning {
  return { code, message }
}

/** A plate as it is kept and compared: trimmed, upper case, inner spaces single. */
export function plate(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, ' ')
}
