import type { DriverCaller } from '../../domain/caller.ts'
import { mustFind } from '../../domain/refusal.ts'
import { savePushToken } from '../../storage/queries/devices.ts'
import { type DriverRow, findDriver, saveDriver } from '../../storage/queries/drivers.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { encryptPushToken } from '../../storage/rows/encryption.ts'
import type { SecretBox } from '../../storage/secret-box.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { mustBePhones, type PhoneSetting } from '../people/phones.ts'
import { operatorOf } from '../quotes/jobs.ts'

/** A change by drivers of their own entry; name, licence and DBS belong to the operator. Fields left out stay. */
export type OwnChange = Partial<Pick<DriverRow, 'locale' | 'emergencyContactName' | 'emergencyContactPhone' | 'notifyBySms'>>

/** The driver behind a device, with the operator they drive for. */
export type DriverMe = {
  readonly driver: DriverRow
  readonly operator: Operator
}

export async function showMe(db: Reader, caller: DriverCaller): Promise<DriverMe> {
  return { driver: await driverOf(db, caller), operator: await operatorOf(db, caller) }
}

/** Changes a driver's own entry. Refuses `validation_failed` for a phone that is no number. */
export async function changeMe(
  tx: Writer,
  setting: PhoneSetting,
  caller: DriverCaller,
  change: OwnChange,
  now: number,
): Promise<DriverMe> {
  const driver = await driverOf(tx, caller)
  const { emergencyContactPhone: phone = driver.emergencyContactPhone } = change
  if (phone !== driver.emergencyContactPhone) {
    mustBePhones(setting, [await operatorOf(tx, caller)], [[['emergencyContactPhone'], phone]])
  }
  await saveDriver(tx, driver, { ...change, updatedAt: now })
  return showMe(tx, caller)
}

/** Sets where a device takes its notices from now on; a null token takes none. Answers whether it takes any. */
export async function registerPush(
  tx: Writer,
  secretBox: SecretBox,
  caller: DriverCaller,
  push: { readonly platform: string; readonly token: string | null },
): Promise<boolean> {
  const { deviceId } = caller.credential
  if (deviceId === null) return false
  if (push.token === null) await savePushToken(tx, deviceId, null, null)
  else await savePushToken(tx, deviceId, push.platform, encryptPushToken(secretBox, deviceId, push.token))
  return push.token !== null
}

/** The caller's own entry on the roster. */
export function driverOf(db: Reader, caller: DriverCaller): Promise<DriverRow> {
  return mustFind(findDriver(db, caller.operatorId, caller.driverId))
}
