import { randomBytes } from 'node:crypto'
import type { Ability } from '../../domain/ability.ts'
import type { DeviceCaller, SignedInCaller } from '../../domain/caller.ts'
import { deviceLifeMs, toDeviceName } from '../../domain/device.ts'
import { notFound, Refusal } from '../../domain/refusal.ts'
import { formatToken, formatTokenHint } from '../../domain/token.ts'
import { listAbilitiesSince } from '../../domain/user.ts'
import { lockOperator, lockUser } from '../../storage/locks.ts'
import { revokeCredential } from '../../storage/queries/credentials.ts'
import {
  type DeviceOwner,
  findDevice,
  insertDevice,
  listDevices,
  renewCredential,
  revokeOnDevice,
  saveDevice,
} from '../../storage/queries/devices.ts'
import { type DriverRow, saveDriver } from '../../storage/queries/drivers.ts'
import { findUserById, type PersonRow } from '../../storage/queries/users.ts'
import { parkSubscriptionsOfCredential } from '../../storage/queries/webhooks.ts'
import { Overtaken } from '../../storage/rows/statements.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { hashToken, lockEndingCredential, type Mint, mintCredential } from '../credentials.ts'

/** A token just issued to a device; this is the only copy. Instants in ms. */
export type Issued = {
  readonly token: string
  readonly tokenId: string
  readonly deviceName: string
  readonly abilities: readonly Ability[]
  readonly expiresAt: number | null
}

/**
 * Signs a person in on a new device, with the abilities of their role. `signedInAt` (ms) is the time of a link to another
 * account: abilities added to their role since then need a new sign-in.
 */
export async function signInUser(
  tx: Writer,
  known: PersonRow,
  name: string | null,
  now: number,
  signedInAt: number | null = null,
): Promise<Issued> {
  const { id: userId, operatorId } = known
  if (operatorId === null) await lockUser(tx, userId)
  else await lockOperator(tx, operatorId)
  const user = await findUserById(tx, userId)
  if (user === null) throw new Overtaken()
  const mint = { kind: 'operator_device', operatorId, userId, abilities: listAbilitiesSince(user, signedInAt) } as const
  return issueDeviceToken(tx, mint, { userId }, name, now, signedInAt ?? now)
}

/** Signs a driver in on a new device; the first sign-in makes them active. */
export async function signInDriver(tx: Writer, driver: DriverRow, name: string | null, now: number): Promise<Issued> {
  const { id: driverId, operatorId, activatedAt, updatedAt } = driver
  await saveDriver(tx, driver, {
    activatedAt: activatedAt ?? now,
    appLastSeenAt: now,
    updatedAt: activatedAt === null ? now : updatedAt,
  })
  return issueDeviceToken(tx, { kind: 'driver_device', operatorId, driverId }, { driverId }, name, now)
}

async function issueDeviceToken(
  tx: Writer,
  mint: Omit<Mint, 'name'>,
  owner: DeviceOwner,
  name: string | null,
  now: number,
  signedInAt = now,
): Promise<Issued> {
  const device = await insertDevice(tx, { ...owner, name: toDeviceName(name), createdAt: signedInAt })
  const wanted = { ...mint, name: device.name, deviceId: device.id, expiresAt: now + deviceLifeMs }
  const { token, row } = await mintCredential(tx, wanted, now)
  return { token, tokenId: row.tokenId, deviceName: device.name, abilities: row.abilities, expiresAt: row.expiresAt }
}

/**
 * Replaces the presented token, which stops working immediately. The device keeps its abilities, its rate limits and everything
 * attached to the credential. Of two simultaneous calls one wins, and the other is `unauthenticated`.
 */
export async function rotateToken(tx: Writer, caller: DeviceCaller, now: number): Promise<Issued> {
  const token = formatToken(caller.kind === 'driver_device' ? caller.kind : 'operator_device', randomBytes(32))
  const { id, tokenId } = caller.credential
  const renewed = await renewCredential(tx, id, tokenId, {
    tokenId: Bun.randomUUIDv7(),
    hash: hashToken(token),
    hint: formatTokenHint(token),
    expiresAt: now + deviceLifeMs,
    createdAt: now,
  })
  if (renewed === null) throw new Refusal('unauthenticated', 'This token has already been replaced.')
  const { name, abilities, expiresAt } = renewed
  return { token, tokenId: renewed.tokenId, deviceName: name, abilities, expiresAt }
}

/** A device as its owner sees it; instants in ms. */
export type SeenDevice = {
  readonly id: number
  readonly name: string
  /** Whether it is the caller's own device. */
  readonly isCurrent: boolean
  readonly lastUsedAt: number | null
  readonly expiresAt: number | null
  readonly createdAt: number
}

/** Lists the devices of the calling person or driver; a key has none. */
export async function listOwnDevices(db: Reader, caller: SignedInCaller, now: number): Promise<SeenDevice[]> {
  const owner = ownerOf(caller)
  if (owner === null) return []
  const found = await listDevices(db, owner, now)
  return found.map(({ device, credential }) => ({
    id: device.id,
    name: device.name,
    isCurrent: device.id === caller.credential.deviceId,
    lastUsedAt: credential.lastUsedAt,
    expiresAt: credential.expiresAt,
    createdAt: device.createdAt,
  }))
}

/** Signs a device out from its next call, including the caller's own. Refuses `not_found` for another person's device. */
export async function removeDevice(tx: Writer, caller: SignedInCaller, deviceId: number, now: number) {
  const owner = ownerOf(caller)
  const device = owner === null ? null : await findDevice(tx, owner, deviceId)
  if (device === null) throw notFound()
  await lockEndingCredential(tx, { deviceId }, caller)
  for (const id of await revokeOnDevice(tx, device.id, now)) {
    await parkSubscriptionsOfCredential(tx, id, 'credential_revoked', now)
  }
  await saveDevice(tx, device, { pushPlatform: null, encryptedPushToken: null, removedAt: now })
}

export async function logOut(tx: Writer, caller: DeviceCaller, now: number): Promise<void> {
  const { id, deviceId } = caller.credential
  if (deviceId !== null) return removeDevice(tx, caller, deviceId, now)
  await lockEndingCredential(tx, null, caller)
  await revokeCredential(tx, id, now)
}

function ownerOf(caller: SignedInCaller): DeviceOwner | null {
  if (caller.kind === 'driver_device') return { driverId: caller.driverId }
  return caller.user === null ? null : { userId: caller.user.id }
}
