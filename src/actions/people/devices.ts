import { randomBytes } from 'node:crypto'
import type { Ability } from '../../domain/ability.ts'
import type { DeviceCaller, SignedInCaller } from '../../domain/caller.ts'
import { deviceLifeMs, deviceName } from '../../domain/device.ts'
import { notFound, Refusal } from '../../domain/refusal.ts'
import { tokenHint, tokenText } from '../../domain/token.ts'
import { abilitiesSince } from '../../domain/user.ts'
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
import { hashToken, lockEnding, type Mint, mintCredential } from './credentials.ts'

/** A token just issued to a device; this is the only copy there will ever be. Instants in ms. */
export type Issued = {
  readonly token: string
  readonly tokenId: string
  readonly deviceName: string
  readonly abilities: readonly Ability[]
  readonly expiresAt: number | null
}

/**
 * Signs a person in on a new device, with the abilities of their role. `signedInAt` (ms) is when they followed a link, if that was on
 * another account: what their role gained since then needs a new sign-in.
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
  const mint = { kind: 'operator_device', operatorId, userId, abilities: abilitiesSince(user, signedInAt) } as const
  return issue(tx, mint, { userId }, name, now, signedInAt ?? now)
}

/** Signs a driver in on a new device; the first time makes them active. */
export async function signInDriver(tx: Writer, driver: DriverRow, name: string | null, now: number): Promise<Issued> {
  const { id: driverId, operatorId, activatedAt, updatedAt } = driver
  await saveDriver(tx, driver, {
    activatedAt: activatedAt ?? now,
    appLastSeenAt: now,
    updatedAt: activatedAt === null ? now : updatedAt,
  })
  return issue(tx, { kind: 'driver_device', operatorId, driverId }, { driverId }, name, now)
}

async function issue(
  tx: Writer,
  mint: Omit<Mint, 'name'>,
  owner: DeviceOwner,
  name: string | null,
  now: number,
  signedInAt = now,
): Promise<Issued> {
  const device = await insertDevice(tx, { ...owner, name: deviceName(name), createdAt: signedInAt })
  const wanted = { ...mint, name: device.name, deviceId: device.id, expiresAt: now + deviceLifeMs }
  const { token, row } = await mintCredential(tx, wanted, now)
  return { token, tokenId: row.tokenId, deviceName: device.name, abilities: row.abilities, expiresAt: row.expiresAt }
}

/**
 * Puts a new token in the place of the one presented, which stops working at once. Everything else stays: the device, its
 * abilities, its rate limits and whatever hangs from the credential. Of two at once one wins, the other is `unauthenticated`.
 */
export async function rotateToken(tx: Writer, caller: DeviceCaller, now: number): Promise<Issued> {
  const token = tokenText(caller.kind === 'driver_device' ? caller.kind : 'operator_device', randomBytes(32))
  const { id, tokenId } = caller.credential
  const renewed = await renewCredential(tx, id, tokenId, {
    tokenId: Bun.randomUUIDv7(),
    hash: hashToken(token),
    hint: tokenHint(token),
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
  /** Whether it is the device that the caller holds. */
  readonly isCurrent: boolean
  readonly lastUsedAt: number | null
  readonly expiresAt: number | null
  readonly createdAt: number
}

/** The devices of the person or driver who calls; a key belongs to no one and has none. */
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

/** Signs a device out from its very next call, the caller's own among them. Refuses `not_found` for somebody else's. */
export async function removeDevice(tx: Writer, caller: SignedInCaller, deviceId: number, now: number) {
  const owner = ownerOf(caller)
  const device = owner === null ? null : await findDevice(tx, owner, deviceId)
  if (device === null) throw notFound()
  await lockEnding(tx, { deviceId }, caller)
  for (const id of await revokeOnDevice(tx, device.id, now)) {
    await parkSubscriptionsOfCredential(tx, id, 'credential_revoked', now)
  }
  await saveDevice(tx, device, { pushPlatform: null, encryptedPushToken: null, removedAt: now })
}

/** Signs the caller's own device out. */
export async function logOut(tx: Writer, caller: DeviceCaller, now: number): Promise<void> {
  const { id, deviceId } = caller.credential
  if (deviceId !== null) return removeDevice(tx, caller, deviceId, now)
  await lockEnding(tx, null, caller)
  await revokeCredential(tx, id, now)
}

function ownerOf(caller: SignedInCaller): DeviceOwner | null {
  if (caller.kind === 'driver_device') return { driverId: caller.driverId }
  return caller.user === null ? null : { userId: caller.user.id }
}
