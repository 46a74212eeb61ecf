import type { DriverCaller } from '../../domain/caller.ts'
import { requireFound } from '../../domain/refusal.ts'
import { savePushToken } from '../../storage/queries/devices.ts'
import { type DriverRow, findDriver, saveDriver } from '../../storage/queries/drivers.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { encryptPushToken } from '../../storage/rows/encryption.ts'
import type { SecretBox } from '../../storage/secret-box.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { type PhoneSetting, requireValidPhones } from '../people/phones.ts'

/** A change by drivers of their own entry; name, licence and DBS belong to the operator. Omitted fields do not change. */
export type OwnChange = Partial<Pick<DriverRow, 'locale' | 'emergencyContactName' | 'emergencyContactPhone' | 'notifyBySms'>>

/** The driver of a device, with their operator. */
export type DriverMe = {
  readonly driver: DriverRow
  readonly operator: Operator
}

export async function showMe(db: Reader, caller: DriverCaller): Promise<DriverMe> {
  return { driver: await findOwnDriver(db, caller), operator: await findOwnOperator(db, caller) }
}

/** Changes a driver's own entry. Refuses `validation_failed` for an invalid phone number. */
export async function changeMe(
  tx: Writer,
  setting: PhoneSetting,
  caller: DriverCaller,
  change: OwnChange,
  now: number,
): Promise<DriverMe> {
  const driver = await findOwnDriver(tx, caller)
  const { emergencyContactPhone: phone = driver.emergencyContactPhone } = change
  if (phone !== driver.emergencyContactPhone) {
    requireValidPhones(setting, [await findOwnOperator(tx, caller)], [[['emergencyContactPhone'], phone]])
  }
  await saveDriver(tx, driver, { ...change, updatedAt: now })
  return showMe(tx, caller)
}

/** Sets or removes (null) the push token of a device. Returns whether it receives notices. */
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
export function findOwnDriver(db: Reader, caller: DriverCaller): Promise<DriverRow> {
  return requireFound(findDriver(db, caller.operatorId, caller.driverId))
}
