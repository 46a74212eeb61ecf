import type { PortalCaller } from '../../domain/caller.ts'
import { requireFound } from '../../domain/refusal.ts'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { lockDriver, lockLeavingDriver, lockOperator } from '../../storage/locks.ts'
import { touchBookingsNaming } from '../../storage/queries/booking-changes.ts'
import { signOutEverywhere } from '../../storage/queries/devices.ts'
import { type DriverRow, findDriverOnRoster, saveDriver } from '../../storage/queries/drivers.ts'
import type { Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { lockEndingCredential } from '../credentials.ts'
import { planDriverPapers } from '../outbox/reminders.ts'
import { type IssuedLink, makeSignInLink } from '../people/sign-in-links.ts'
import { releaseTrips } from '../transitions/assignment-moves.ts'
import { writeDownReadings } from './dbs-readings.ts'
import { computeNewPhoneHash, type NewDriver, requireUniqueContact } from './drivers.ts'

/** A change of a driver on the roster; omitted fields do not change. */
export type DriverChange = Partial<Omit<NewDriver, 'inviteNow'>>

/**
 * Changes a driver on the roster. Refuses `not_found`, `validation_failed` for an email or phone of another driver, or an invalid
 * phone number.
 */
export async function changeDriver(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  id: number,
  change: DriverChange,
  now: number,
): Promise<DriverRow> {
  await lockOperator(tx, caller.operatorId)
  const driver = await requireFound(findDriverOnRoster(tx, caller.operatorId, id))
  const changed = { ...driver, ...change, updatedAt: now }
  const { phone } = changed
  const phoneHash =
    phone === driver.phone ? driver.phoneHash : phone === null ? null : await computeNewPhoneHash(tx, app, caller, phone)
  await requireUniqueContact(tx, caller, { email: changed.email, phone: changed.phone, phoneHash }, id)
  const saved = await saveDriver(tx, driver, { ...changed, phoneHash })
  await planDriverPapers(tx, saved, now)
  if (saved.name !== driver.name || saved.phone !== driver.phone) await touchBookingsNaming(tx, id, now)
  await writeDownReadings(tx, caller, [saved], now)
  return saved
}

/**
 * Makes a link that signs the driver in to the app, once, within 7 days, to be shown in person. Sends nothing. Refuses
 * `not_found`.
 */
export async function makeDriverLink(tx: Writer, caller: PortalCaller, id: number, now: number): Promise<IssuedLink> {
  await lockDriver(tx, id)
  const driver = await requireFound(findDriverOnRoster(tx, caller.operatorId, id))
  await saveDriver(tx, driver, { invitedAt: now, updatedAt: now })
  return makeSignInLink(tx, { driverId: id }, invitationLifeMs, now)
}

/**
 * Removes a driver from the roster. They are signed out everywhere from the next call, and their remaining trips need a driver.
 * Refuses `not_found`.
 */
export async function removeDriver(tx: Writer, caller: PortalCaller, id: number, now: number): Promise<void> {
  await lockLeavingDriver(tx, id)
  const driver = await requireFound(findDriverOnRoster(tx, caller.operatorId, id))
  await lockEndingCredential(tx, { driverId: id }, caller)
  await signOutEverywhere(tx, { driverId: id }, now)
  await releaseTrips(tx, id, now)
  await saveDriver(tx, driver, { removedAt: now, updatedAt: now })
}
