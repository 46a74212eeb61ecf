import { type BlockKind, namesOfBlocks } from './block.ts'
import type { Driver } from './driver.ts'
import { hourMs } from './instant.ts'
import { dbsLevels } from './itinerary.ts'
import { spanInWords } from './spoken.ts'

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

/** Advice on an assignment; it never refuses one. */
export type Warning = { readonly code: WarningCode; readonly message: string }

/** Another trip on the road, by its ref and span (ms). */
type OtherTrip = { readonly ref: string; readonly departsAt: number; readonly endsAt: number }

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
  /** The blocks of the driver and of the vehicle at that time. */
  readonly driverBlocks: readonly { readonly kind: BlockKind }[]
  readonly vehicleBlocks: readonly { readonly kind: BlockKind }[]
  /** The other duties of the booking, as far as they concern this one. */
  readonly crew?: CrewAround
}

/** The rest of a booking's crew, as far as it concerns one duty. */
export type CrewAround = {
  /** Seats of every coach together; null while a coach or its vehicle is not known. */
  readonly seats: number | null
  /** Another coach that is needed has no one on it. */
  readonly isVehicleMissing: boolean
  /** The coach wants a second driver, and has none. */
  readonly isSecondMissing: boolean
  /** The coaches on which the same driver is to be at that time too, by their numbers; their own for a second part in it. */
  readonly driverAlsoOn: readonly number[]
  /** The coaches that are to be the same vehicle. */
  readonly vehicleAlsoAs: readonly number[]
}

/**
 * A driver's daily rest: 11 hours between two working days.
 * Source: assimilated Regulation (EC) 561/2006, article 8(2) (GB drivers' hours for coaches).
 */
export const dailyRestMs = 11 * hourMs

/** Everything a dispatcher would want to know before sending this driver in this vehicle. */
export function assignmentWarnings(facts: AssignmentFacts, now: number): Warning[] {
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

/** `driver_overlap`, `vehicle_overlap`: no one and nothing is in two places at once. */
function overlapWarnings({ trip, driverTrips, vehicleTrips, crew }: AssignmentFacts): Warning[] {
  const elsewhere = (trips: readonly OtherTrip[], coaches: readonly number[] = []) => [
    ...namesOf(trips.filter((other) => isCrossing(trip, other))),
    ...coaches.map((vehicleNo) => `coach ${vehicleNo} of this trip`),
  ]
  const driver = elsewhere(driverTrips, crew?.driverAlsoOn)
  const vehicle = elsewhere(vehicleTrips, crew?.vehicleAlsoAs)
  return [
    ...(driver.length > 0 ? [warn('driver_overlap', `The driver is also on ${driver.join(', ')} at that time.`)] : []),
    ...(vehicle.length > 0 ? [warn('vehicle_overlap', `The vehicle is also on ${vehicle.join(', ')} at that time.`)] : []),
  ]
}

/** `driver_blocked`, `vehicle_blocked`: the operator wrote down that they are not to be had. A driver's reason is the roster's to tell. */
function blockWarnings({ driverBlocks, vehicleBlocks }: AssignmentFacts): Warning[] {
  return [
    ...(driverBlocks.length > 0 ? [warn('driver_blocked', 'The driver is not free at that time.')] : []),
    ...(vehicleBlocks.length > 0
      ? [warn('vehicle_blocked', `The vehicle is not free at that time: ${namesOfBlocks(vehicleBlocks)}.`)]
      : []),
  ]
}

/**
 * `short_rest`: less than the daily rest lies between two trips. Source: assimilated Regulation (EC) 561/2006, article 8(2);
 * GOV.UK, "Drivers' hours: EU rules". The reduced rest of 9 hours, three times between two weekly rests, is the operator's to use.
 */
function restWarnings({ trip, driverTrips }: AssignmentFacts): Warning[] {
  const close = driverTrips.filter((other) => !isCrossing(trip, other))
  return close.length > 0
    ? [warn('short_rest', `Less than ${spanInWords(dailyRestMs)} lie between this trip and ${namesOf(close).join(', ')}.`)]
    : []
}

/**
 * `license_expired`, `license_expires_before_trip`: the driver needs a licence valid on the whole trip, and the operator commits
 * an offence without it. Source: Road Traffic Act 1988, section 87(1) and (2).
 */
function licenceWarnings({ driver, trip }: AssignmentFacts, now: number): Warning[] {
  const { licenseExpiresAt } = driver
  if (licenseExpiresAt === null || licenseExpiresAt > trip.endsAt) return []
  if (licenseExpiresAt <= now) return [warn('license_expired', 'The driving licence has expired.')]
  return [warn('license_expires_before_trip', 'The driving licence expires before the trip ends.')]
}

/**
 * `dbs_missing`, `dbs_below_required`, `dbs_expired`: what the job asks of the driver's DBS check. Source: the job itself;
 * who carries children or adults at risk regularly needs an enhanced check (Safeguarding Vulnerable Groups Act 2006, schedule 4;
 * DBS guidance on driving as regulated activity). A check has no end in law: `dbs_expires_at` is the operator's own renewal.
 * A reader of the booking need not be allowed to read the roster, so no message says which check the driver holds.
 */
function dbsWarnings({ driver, trip }: AssignmentFacts, now: number): Warning[] {
  const wanted = rank(trip.dbsRequired)
  if (wanted <= 0) return []
  if (driver.dbsCheckKind === null) return [warn('dbs_missing', `The job asks for a DBS check (${trip.dbsRequired}).`)]
  return [
    ...(rank(driver.dbsCheckKind) < wanted
      ? [warn('dbs_below_required', `The job asks for a higher DBS check (${trip.dbsRequired}) than the driver's.`)]
      : []),
    ...(driver.dbsExpiresAt !== null && driver.dbsExpiresAt <= Math.max(now, trip.endsAt)
      ? [warn('dbs_expired', "The driver's DBS check is not valid until the end of the trip.")]
      : []),
  ]
}

/**
 * `seats_below_passengers`: everybody has a seat. Source: Public Service Vehicles (Carrying Capacity) Regulations 1984. Where
 * the quote promised several vehicles, they need to take everybody together.
 */
function seatWarnings({ seats, trip, crew }: AssignmentFacts): Warning[] {
  const isAlone = trip.vehicleCount <= 1
  const offered = isAlone ? seats : (crew?.seats ?? null)
  if (offered === null || offered >= trip.passengerCount) return []
  const who = isAlone ? 'The vehicle has' : 'The vehicles have'
  return [warn('seats_below_passengers', `${who} ${offered} seats for ${trip.passengerCount} passengers.`)]
}

/**
 * `vehicle_unsafe`: a vehicle with a dangerous defect stays where it is. Source: Road Traffic Act 1988, section 40A; DVSA,
 * "Guide to maintaining roadworthiness", daily walkaround checks.
 */
function safetyWarnings({ isVehicleUnsafe }: AssignmentFacts): Warning[] {
  return isVehicleUnsafe ? [warn('vehicle_unsafe', 'The latest walkaround check found the vehicle unsafe.')] : []
}

/** `driver_not_in_app`: a driver who has never signed in hears and reports nothing; the office does it for them. */
function appWarnings({ driver }: AssignmentFacts): Warning[] {
  return driver.activatedAt === null ? [warn('driver_not_in_app', 'The driver has not signed in to the app yet.')] : []
}

/**
 * `vehicle_missing`, `second_driver_missing`: what the booking wants beside this duty. Source: the quote, and for the second driver
 * the advice on drivers' hours, assimilated Regulation (EC) 561/2006, articles 6 to 8.
 */
function crewWarnings({ crew }: AssignmentFacts): Warning[] {
  return [
    ...(crew?.isVehicleMissing === true ? [warn('vehicle_missing', 'Another coach of this trip has nobody on it yet.')] : []),
    ...(crew?.isSecondMissing === true ? [warn('second_driver_missing', 'This coach wants a second driver.')] : []),
  ]
}

function rank(level: string): number {
  return (dbsLevels as readonly string[]).indexOf(level)
}

function namesOf(trips: readonly OtherTrip[]): string[] {
  return [...new Set(trips.map(({ ref }) => ref))]
}

function warn(code: WarningCode, message: string): Warning {
  return { code, message }
}
