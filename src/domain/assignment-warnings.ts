import { type BlockKind, describeBlocks } from './block.ts'
import type { Driver } from './driver.ts'
import { hourMs } from './instant.ts'
import { dbsLevels } from './itinerary.ts'
import { formatDurationInWords } from './spoken.ts'

type WarningCode =
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
  | 'driver_blocked'
  | 'vehicle_blocked'
  | 'driver_not_in_app'
  | 'vehicle_missing'
  | 'second_driver_missing'

/** Advice on an assignment. It never refuses the assignment. */
export type Warning = { readonly code: WarningCode; readonly message: string }

/** Another trip, by its ref and span (ms). */
type OtherTrip = { readonly ref: string; readonly departsAt: number; readonly endsAt: number }

export type AssignmentFacts = {
  readonly driver: Driver
  /** Null if the plate is not in the fleet. */
  readonly seats: number | null
  readonly isVehicleUnsafe: boolean
  readonly trip: {
    readonly departsAt: number
    readonly endsAt: number
    readonly passengerCount: number
    readonly dbsRequired: string
    readonly vehicleCount: number
  }
  /** The driver's other trips within the daily rest before or after this trip. */
  readonly driverTrips: readonly OtherTrip[]
  readonly vehicleTrips: readonly OtherTrip[]
  /** The blocks of the driver and of the vehicle at that time. */
  readonly driverBlocks: readonly { readonly kind: BlockKind }[]
  readonly vehicleBlocks: readonly { readonly kind: BlockKind }[]
  /** The other duties of the booking, for the checks of this duty. */
  readonly crew?: CrewAround
}

/** The rest of a booking's crew, for the checks of one duty. */
export type CrewAround = {
  /** Seats of all coaches together; null if a coach or its vehicle is unknown. */
  readonly seats: number | null
  /** Another required coach has no driver. */
  readonly isVehicleMissing: boolean
  /** The coach needs a second driver and has none. */
  readonly isSecondMissing: boolean
  /** The numbers of the coaches that the same driver has at that time too; the coach's own number for a second role on it. */
  readonly driverAlsoOn: readonly number[]
  /** The coaches with the same vehicle. */
  readonly vehicleAlsoAs: readonly number[]
}

/**
 * A driver's daily rest: 11 hours between two working days.
 * Source: assimilated Regulation (EC) 561/2006, article 8(2) (GB drivers' hours for coaches).
 */
export const dailyRestMs = 11 * hourMs

/** All warnings for a dispatcher about this driver with this vehicle. */
export function listAssignmentWarnings(facts: AssignmentFacts, now: number): Warning[] {
  return [
    ...overlapWarnings(facts),
    ...blockWarnings(facts),
    ...restWarnings(facts),
    ...licenceWarnings(facts, now),
    ...dbsWarnings(facts, now),
    ...seatWarnings(facts),
    ...safetyWarnings(facts),
    ...appWarnings(facts),
    ...crewWarnings(facts),
  ]
}

function isCrossing(trip: { readonly departsAt: number; readonly endsAt: number }, other: OtherTrip): boolean {
  return other.departsAt < trip.endsAt && other.endsAt > trip.departsAt
}

/** `driver_overlap`, `vehicle_overlap`: a driver or a vehicle has another trip at that time. */
function overlapWarnings({ trip, driverTrips, vehicleTrips, crew }: AssignmentFacts): Warning[] {
  const elsewhere = (trips: readonly OtherTrip[], coaches: readonly number[] = []) => [
    ...listOtherTripRefs(trips.filter((other) => isCrossing(trip, other))),
    ...coaches.map((vehicleNo) => `coach ${vehicleNo} of this trip`),
  ]
  const driver = elsewhere(driverTrips, crew?.driverAlsoOn)
  const vehicle = elsewhere(vehicleTrips, crew?.vehicleAlsoAs)
  return [
    ...(driver.length > 0 ? [createWarning('driver_overlap', `The driver is also on ${driver.join(', ')} at that time.`)] : []),
    ...(vehicle.length > 0
      ? [createWarning('vehicle_overlap', `The vehicle is also on ${vehicle.join(', ')} at that time.`)]
      : []),
  ]
}

/**
 * `driver_blocked`, `vehicle_blocked`: the operator entered a block. The message omits a driver's reason, which belongs to the
 * roster.
 */
function blockWarnings({ driverBlocks, vehicleBlocks }: AssignmentFacts): Warning[] {
  return [
    ...(driverBlocks.length > 0 ? [createWarning('driver_blocked', 'The driver is not free at that time.')] : []),
    ...(vehicleBlocks.length > 0
      ? [createWarning('vehicle_blocked', `The vehicle is not free at that time: ${describeBlocks(vehicleBlocks)}.`)]
      : []),
  ]
}

/**
 * `short_rest`: the time between two trips is less than the daily rest. Source: assimilated Regulation (EC) 561/2006, article
 * 8(2); GOV.UK, "Drivers' hours: EU rules". The operator decides about the reduced rest of 9 hours, three times between two
 * weekly rests.
 */
function restWarnings({ trip, driverTrips }: AssignmentFacts): Warning[] {
  const close = driverTrips.filter((other) => !isCrossing(trip, other))
  return close.length > 0
    ? [
        createWarning(
          'short_rest',
          `The rest between this trip and ${listOtherTripRefs(close).join(', ')} is less than ${formatDurationInWords(dailyRestMs)}.`,
        ),
      ]
    : []
}

/**
 * `license_expired`, `license_expires_before_trip`: the driver needs a licence valid on the whole trip, and the operator commits
 * an offence without it. Source: Road Traffic Act 1988, section 87(1) and (2).
 */
function licenceWarnings({ driver, trip }: AssignmentFacts, now: number): Warning[] {
  const { licenseExpiresAt } = driver
  if (licenseExpiresAt === null || licenseExpiresAt > trip.endsAt) return []
  if (licenseExpiresAt <= now) return [createWarning('license_expired', 'The driving licence has expired.')]
  return [createWarning('license_expires_before_trip', 'The driving licence expires before the trip ends.')]
}

/**
 * `dbs_missing`, `dbs_below_required`, `dbs_expired`: the job's requirement for the driver's DBS check. Source: the job itself;
 * regular work with children or adults at risk needs an enhanced check (Safeguarding Vulnerable Groups Act 2006, schedule 4; DBS
 * guidance on driving as regulated activity). A check has no end in law: `dbs_expires_at` is the operator's own renewal date.
 * Readers of the booking may lack access to the roster, so no message names the driver's check.
 */
function dbsWarnings({ driver, trip }: AssignmentFacts, now: number): Warning[] {
  const wanted = rank(trip.dbsRequired)
  if (wanted <= 0) return []
  if (driver.dbsCheckKind === null) return [createWarning('dbs_missing', `The job requires a DBS check (${trip.dbsRequired}).`)]
  return [
    ...(rank(driver.dbsCheckKind) < wanted
      ? [createWarning('dbs_below_required', `The job requires a higher DBS check (${trip.dbsRequired}) than the driver has.`)]
      : []),
    ...(driver.dbsExpiresAt !== null && driver.dbsExpiresAt <= Math.max(now, trip.endsAt)
      ? [createWarning('dbs_expired', "The driver's DBS check expires before the trip ends.")]
      : []),
  ]
}

/**
 * `seats_below_passengers`: every passenger needs a seat. Source: Public Service Vehicles (Carrying Capacity) Regulations 1984.
 * Several promised vehicles count together.
 */
function seatWarnings({ seats, trip, crew }: AssignmentFacts): Warning[] {
  const isAlone = trip.vehicleCount <= 1
  const offered = isAlone ? seats : (crew?.seats ?? null)
  if (offered === null || offered >= trip.passengerCount) return []
  const who = isAlone ? 'The vehicle has' : 'The vehicles have'
  return [createWarning('seats_below_passengers', `${who} ${offered} seats for ${trip.passengerCount} passengers.`)]
}

/**
 * `vehicle_unsafe`: a vehicle with a dangerous defect must not be used. Source: Road Traffic Act 1988, section 40A; DVSA, "Guide
 * to maintaining roadworthiness", daily walkaround checks.
 */
function safetyWarnings({ isVehicleUnsafe }: AssignmentFacts): Warning[] {
  return isVehicleUnsafe ? [createWarning('vehicle_unsafe', 'The latest walkaround check found the vehicle unsafe.')] : []
}

/** `driver_not_in_app`: a driver without the app receives and reports nothing. The office reports for the driver. */
function appWarnings({ driver }: AssignmentFacts): Warning[] {
  return driver.activatedAt === null ? [createWarning('driver_not_in_app', 'The driver has not signed in to the app yet.')] : []
}

/**
 * `vehicle_missing`, `second_driver_missing`: further needs of the booking. Source: the quote, and for the second driver
 * assimilated Regulation (EC) 561/2006, articles 6 to 8.
 */
function crewWarnings({ crew }: AssignmentFacts): Warning[] {
  return [
    ...(crew?.isVehicleMissing === true
      ? [createWarning('vehicle_missing', 'Another coach of this trip has no driver yet.')]
      : []),
    ...(crew?.isSecondMissing === true ? [createWarning('second_driver_missing', 'This coach needs a second driver.')] : []),
  ]
}

function rank(level: string): number {
  return (dbsLevels as readonly string[]).indexOf(level)
}

function listOtherTripRefs(trips: readonly OtherTrip[]): string[] {
  return [...new Set(trips.map(({ ref }) => ref))]
}

function createWarning(code: WarningCode, message: string): Warning {
  return { code, message }
}
