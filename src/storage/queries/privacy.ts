import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { createInserter, createLister, createSaver } from '../rows/statements.ts'
import type { Reader } from '../storage.ts'

export const insertConsent = createInserter('consents')

export const insertPrivacyRequest = createInserter('privacyRequests')

export const savePrivacyRequest = createSaver('privacyRequests', ['status'])

/** Lists the consents that a driver gave and withdrew, in order. */
export const listConsents = createLister('consents', 'driverId', ({ id }) => asc(id))

/** Lists a driver's requests about their own data, newest first. */
export const listPrivacyRequests = createLister('privacyRequests', 'driverId', ({ id }) => desc(id))

/** Instants (ms) of this driver's exports after `since`. */
export async function listExportsSince(db: Reader, driverId: number, since: number): Promise<number[]> {
  const { privacyRequests } = db.t
  const rows = await db.db
    .select({ at: privacyRequests.createdAt })
    .from(privacyRequests)
    .where(and(eq(privacyRequests.driverId, driverId), eq(privacyRequests.kind, 'export'), gt(privacyRequests.createdAt, since)))
  return rows.map(({ at }) => at)
}

/** The devices a driver signed in with, newest first. */
export const listDevicesOfDriver = createLister('devices', 'driverId', ({ id }) => desc(id))
