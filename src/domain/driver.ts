import { dayMs } from './instant.ts'
import { dbsLevels } from './itinerary.ts'

/** The checks a driver can hold, in rising order. */
export const dbsCheckKinds = dbsLevels.filter((level) => level !== 'none')

export type DriverStatus =
  /** On the roster. An invitation or a sign-in moves them on. */
  | 'not_invited'
  /** The operator sent a link. The first sign-in moves them on. */
  | 'invited'
  /** They have signed in, by link or code. */
  | 'active'
  /** The operator took them off the roster, or they were erased. Final. */
  | 'removed'

export type Validity = 'ok' | 'expiring' | 'expired' | 'missing'

/** The facts of a driver's roster entry; instants in ms. */
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

const soonMs = 60 * dayMs

/** The status of a driver between the roster and the app. */
export function findDriverStatus(driver: Driver): DriverStatus {
  if (driver.removedAt !== null) return 'removed'
  if (driver.activatedAt !== null) return 'active'
  return driver.invitedAt === null ? 'not_invited' : 'invited'
}

/** The compliance of a driver's licence and DBS check now. A document that expires within 60 days is expiring. */
export function findCompliance(driver: Driver, now: number): { readonly license: Validity; readonly dbs: Validity } {
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

/** The first name of a driver, for customers and colleagues. */
export function findFirstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}
