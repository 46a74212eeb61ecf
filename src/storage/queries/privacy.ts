import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { inserter, type Row, saver } from '../statements.ts'
import type { Reader } from '../storage.ts'

export const insertConsent = inserter('consents')

export const insertPrivacyRequest = inserter('privacyRequests')

export const savePrivacyRequest = saver('privacyRequests', ['status'])

/** What a driver agreed to and took back, in its order. */
export async function consentsOf(db: Reader, driverId: number): Promise<Row<'consents'>[]> {
  const { consents } = db.t
  return db.db.select().from(consents).where(eq(consents.driverId, driverId)).orderBy(asc(consents.id))
}

/** What a driver asked for about their own data, newest first. */
export async function privacyRequestsOf(db: Reader, driverId: number): Promise<Row<'privacyRequests'>[]> {
  const { privacyRequests } = db.t
  return db.db.select().from(privacyRequests).where(eq(privacyRequests.driverId, driverId)).orderBy(desc(privacyRequests.id))
}

/** When this driver took exports since an instant (ms). */
export async function exportsSince(db: Reader, driverId: number, since: number): Promise<number[]> {
  const { privacyRequests } = db.t
  const rows = await db.db
    .select({ at: privacyRequests.createdAt })
    .from(privacyRequests)
    .where(and(eq(privacyRequests.driverId, driverId), eq(privacyRequests.kind, 'export'), gt(privacyRequests.createdAt, since)))
  return rows.map(({ at }) => at)
}

/** The devices a driver signed in with, newest first. */
export async function devicesOfDriver(db: Reader, driverId: number): Promise<Row<'devices'>[]> {
  const { devices } = db.t
  return db.db.select().from(devices).where(eq(devices.driverId, driverId)).orderBy(desc(devices.id))
}
