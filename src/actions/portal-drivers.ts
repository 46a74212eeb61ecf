import type { PortalCaller } from '../domain/caller.ts'
import { mustFind } from '../domain/refusal.ts'
import { touchBookingsNaming } from '../storage/queries/booking-changes.ts'
import { signOutEverywhere } from '../storage/queries/devices.ts'
import { type DriverRow, findDriverOnRoster, saveDriver } from '../storage/queries/drivers.ts'
import type { Writer } from '../storage/storage.ts'
import type { AppContext } from './context.ts'
import { releaseTrips } from './crew-notices.ts'
import { writeDownReadings } from './dbs-readings.ts'
import { mustBeNew, type NewDriver } from './drivers.ts'
import { phoneHashOf } from './sign-in-codes.ts'

/** What is left out stays. */
export type DriverChange = Partial<Omit<NewDriver, 'inviteNow'>>

/** Changes what the roster says of a driver. Refuses `not_found`, `validation_failed` for an e-mail or phone of another's. */
export async function changeDriver(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  id: number,
  change: DriverChange,
  now: number,
): Promise<DriverRow> {
  const driver = await mustFind(findDriverOnRoster(tx, caller.operatorId, id))
  const changed = { ...driver, ...change, updatedAt: now }
  const phoneHash = changed.phone === null ? null : phoneHashOf(app, changed.phone)
  await mustBeNew(tx, caller, { email: changed.email, phone: changed.phone, phoneHash }, id)
  const saved = await saveDriver(tx, driver, { ...changed, phoneHash })
  if (saved.name !== driver.name || saved.phone !== driver.phone) await touchBookingsNaming(tx, id, now)
  await writeDownReadings(tx, caller, [saved], now)
  return saved
}

/**
 * Takes a driver off the roster: they are signed out everywhere from the very next call, and every trip they were still
 * to drive needs a driver again. Refuses `not_found`.
 */
export async function removeDriver(tx: Writer, caller: PortalCaller, id: number, now: number): Promise<void> {
  const driver = await mustFind(findDriverOnRoster(tx, caller.operatorId, id))
  await signOutEverywhere(tx, { driverId: id }, now)
  await releaseTrips(tx, id, now)
  await saveDriver(tx, driver, { removedAt: now, updatedAt: now })
}
