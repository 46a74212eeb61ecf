import { and, asc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { lockUnlockedIds } from '../locks.ts'
import { buildBulkStatement, buildValuesList } from '../rows/bulk.ts'
import { createInserter, createSaver, takeFirstRow } from '../rows/statements.ts'
import type { Reader, Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import type { NotedUse } from './credentials.ts'

/** The owner of devices: a person on an account, or a driver. */
export type DeviceOwner = { readonly userId: number } | { readonly driverId: number }

/** A device with its active credential. */
export type DeviceRow = Row<'devices'>

export const insertDevice = createInserter('devices')
export const saveDevice = createSaver('devices', ['removedAt'])

/** The signed-in devices of one person or driver at `now` (ms), oldest sign-in first. */
export async function listDevices(db: Reader, owner: DeviceOwner, now: number) {
  const { credentials, devices } = db.t
  const isLive = and(eq(credentials.deviceId, devices.id), isNull(credentials.revokedAt), gt(credentials.expiresAt, now))
  return db.db
    .select({ device: devices, credential: credentials })
    .from(devices)
    .innerJoin(credentials, isLive)
    .where(and(isDeviceOfOwner(db, owner), isNull(devices.removedAt)))
    .orderBy(asc(devices.id))
}

/** A device of this person or driver that has not been removed, or null. */
export async function findDevice(db: Reader, owner: DeviceOwner, id: number): Promise<DeviceRow | null> {
  const { devices } = db.t
  const isIt = and(eq(devices.id, id), isDeviceOfOwner(db, owner), isNull(devices.removedAt))
  return takeFirstRow(await db.db.select().from(devices).where(isIt))
}

/** Saves the encrypted push token of a device; null removes it. */
export async function savePushToken(tx: Writer, deviceId: number, platform: string | null, encrypted: string | null) {
  const { devices } = tx.t
  await tx.db.update(devices).set({ pushPlatform: platform, encryptedPushToken: encrypted }).where(eq(devices.id, deviceId))
}

/** Revokes the valid credentials of one device and returns their ids. */
export async function revokeOnDevice(tx: Writer, deviceId: number, now: number): Promise<number[]> {
  const { credentials } = tx.t
  const revoked = await tx.db
    .update(credentials)
    .set({ revokedAt: now })
    .where(and(eq(credentials.deviceId, deviceId), isNull(credentials.revokedAt)))
    .returning({ id: credentials.id })
  return revoked.map(({ id }) => id)
}

/** Signs a person or driver out everywhere: devices, their credentials and unused links end at `now` (ms). Keys they minted stay. */
export async function signOutEverywhere(tx: Writer, owner: DeviceOwner, now: number): Promise<void> {
  const { credentials, devices, signInLinks } = tx.t
  const whose = <T extends typeof credentials | typeof devices | typeof signInLinks>(table: T) =>
    'userId' in owner ? eq(table.userId, owner.userId) : eq(table.driverId, owner.driverId)
  await tx.db
    .update(credentials)
    .set({ revokedAt: now })
    .where(and(whose(credentials), isNull(credentials.revokedAt), ne(credentials.kind, 'api_key')))
  await tx.db
    .update(devices)
    .set({ removedAt: now, pushPlatform: null, encryptedPushToken: null })
    .where(and(whose(devices), isNull(devices.removedAt)))
  await tx.db
    .update(signInLinks)
    .set({ usedAt: now })
    .where(and(whose(signInLinks), isNull(signInLinks.usedAt)))
}

export type Renewal = Pick<Row<'credentials'>, 'tokenId' | 'hash' | 'hint' | 'expiresAt' | 'createdAt'>

/** Replaces the presented token by a new one; null after a simultaneous replacement. */
export async function renewCredential(tx: Writer, id: number, presentedTokenId: string, renewal: Renewal) {
  const { credentials } = tx.t
  const isStillIt = and(eq(credentials.id, id), eq(credentials.tokenId, presentedTokenId), isNull(credentials.revokedAt))
  return takeFirstRow(await tx.db.update(credentials).set(renewal).where(isStillIt).returning())
}

/** Credentials on the devices of one person that have not been revoked. */
export async function listLiveCredentials(db: Reader, userId: number) {
  const { credentials } = db.t
  return db.db
    .select()
    .from(credentials)
    .where(and(eq(credentials.userId, userId), isNull(credentials.revokedAt), ne(credentials.kind, 'api_key')))
}

export const saveCredential = createSaver('credentials', ['revokedAt', 'tokenId'])

function isDeviceOfOwner(db: Reader, owner: DeviceOwner) {
  const { devices } = db.t
  return 'userId' in owner ? eq(devices.userId, owner.userId) : eq(devices.driverId, owner.driverId)
}

const useKeys = ['id', 'at'] as const

const touching = buildBulkStatement('touch_drivers', useKeys, ({ db, t: { drivers: d } }, places) =>
  db
    .update(d)
    .set({ appLastSeenAt: sql`cast(used.column2 as bigint)` })
    .from(sql`${buildValuesList(useKeys, places)} as used`)
    .where(
      and(
        eq(d.id, sql`cast(used.column1 as bigint)`),
        or(isNull(d.appLastSeenAt), lt(d.appLastSeenAt, sql`cast(used.column2 as bigint)`)),
      ),
    ),
)

/** Saves when drivers last used the app, except for rows that another transaction is writing. */
export async function touchDrivers(tx: Writer, uses: readonly NotedUse[]): Promise<void> {
  const free = await lockUnlockedIds(
    tx,
    'drivers',
    uses.map(({ id }) => id),
  )
  await touching(
    tx,
    uses.filter(({ id }) => free.has(id)),
  )
}
