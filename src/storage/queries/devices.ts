import { and, asc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { unlockedIds } from '../locks.ts'
import { inBulk, valuesOf } from '../rows/bulk.ts'
import { firstRow, inserter, saver } from '../rows/statements.ts'
import type { Reader, Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import type { NotedUse } from './credentials.ts'

/** The owner of devices: a person on an account, or a driver. */
export type DeviceOwner = { readonly userId: number } | { readonly driverId: number }

/** A device with the credential that is live on it. */
export type DeviceRow = Row<'devices'>

export const insertDevice = inserter('devices')
export const saveDevice = saver('devices', ['removedAt'])

/** The devices of one person or driver that are signed in at `now` (ms), the first sign-in first. */
export async function listDevices(db: Reader, owner: DeviceOwner, now: number) {
  const { credentials, devices } = db.t
  const isLive = and(eq(credentials.deviceId, devices.id), isNull(credentials.revokedAt), gt(credentials.expiresAt, now))
  return db.db
    .select({ device: devices, credential: credentials })
    .from(devices)
    .innerJoin(credentials, isLive)
    .where(and(isTheirs(db, owner), isNull(devices.removedAt)))
    .orderBy(asc(devices.id))
}

/** A device of this person or driver that has not been removed, or null. */
export async function findDevice(db: Reader, owner: DeviceOwner, id: number): Promise<DeviceRow | null> {
  const { devices } = db.t
  const isIt = and(eq(devices.id, id), isTheirs(db, owner), isNull(devices.removedAt))
  return firstRow(await db.db.select().from(devices).where(isIt))
}

/** Saves where a device takes its notices, encrypted; null takes none. */
export async function savePushToken(tx: Writer, deviceId: number, platform: string | null, encrypted: string | null) {
  const { devices } = tx.t
  await tx.db.update(devices).set({ pushPlatform: platform, encryptedPushToken: encrypted }).where(eq(devices.id, deviceId))
}

/** Ends what is live on one device and names the credentials that were. */
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

/** Values that a rotation writes over a credential. */
export type Renewal = Pick<Row<'credentials'>, 'tokenId' | 'hash' | 'hint' | 'expiresAt' | 'createdAt'>

/** Puts a new token in the place of the one that was presented; null when somebody was first. */
export async function renewCredential(tx: Writer, id: number, presentedTokenId: string, renewal: Renewal) {
  const { credentials } = tx.t
  const isStillIt = and(eq(credentials.id, id), eq(credentials.tokenId, presentedTokenId), isNull(credentials.revokedAt))
  return firstRow(await tx.db.update(credentials).set(renewal).where(isStillIt).returning())
}

/** Credentials on the devices of one person that have not been revoked. */
export async function liveCredentialsOf(db: Reader, userId: number) {
  const { credentials } = db.t
  return db.db
    .select()
    .from(credentials)
    .where(and(eq(credentials.userId, userId), isNull(credentials.revokedAt), ne(credentials.kind, 'api_key')))
}

export const saveCredential = saver('credentials', ['revokedAt', 'tokenId'])

function isTheirs(db: Reader, owner: DeviceOwner) {
  const { devices } = db.t
  return 'userId' in owner ? eq(devices.userId, owner.userId) : eq(devices.driverId, owner.driverId)
}

const useKeys = ['id', 'at'] as const

const touching = inBulk('touch_drivers', useKeys, ({ db, t: { drivers: d } }, places) =>
  db
    .update(d)
    .set({ appLastSeenAt: sql`cast(used.column2 as bigint)` })
    .from(sql`${valuesOf(useKeys, places)} as used`)
    .where(
      and(
        eq(d.id, sql`cast(used.column1 as bigint)`),
        or(isNull(d.appLastSeenAt), lt(d.appLastSeenAt, sql`cast(used.column2 as bigint)`)),
      ),
    ),
)

/** Notes when drivers last used the app, but for those that somebody else is writing to. */
export async function touchDrivers(tx: Writer, uses: readonly NotedUse[]): Promise<void> {
  const free = await unlockedIds(
    tx,
    'drivers',
    uses.map(({ id }) => id),
  )
  await touching(
    tx,
    uses.filter(({ id }) => free.has(id)),
  )
}
