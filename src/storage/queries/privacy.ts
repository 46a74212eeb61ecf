import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { inserter, lister, saver } from '../rows/statements.ts'
import type { Reader } from '../storage.ts'

export const insertConsent = inserter('consents')

export const insertPrivacyRequest = inserter('privacyRequests')

export const savePrivacyRequest = saver('privacyRequests', ['status'])

/** Lists the consents that a driver gave and took back, in their order. */
export const consentsOf = lister('consents', 'driverId', ({ id }) => asc(id))

/** Lists what a driver asked for about their own data, newest first. */
export const privacyRequestsOf = lister('privacyRequests', 'driverId', ({ id }) => desc(id))

/** Instants (ms) after `since` at which this driver took exports. */
export async function exportsSince(db: Reader, driverId: number, since: number): Promise<number[]> {
  const { privacyRequests } = db.t
  const rows = await db.db
    .select({ at: privacyRequests.createdAt })
    .from(privacyRequests)
    .where(and(eq(privacyRequests.driverId, driverId), eq(privacyRequests.kind, 'export'), gt(privacyRequests.createdAt, since)))
  return rows.map(({ at }) => at)
}

/** The devices a driver signed in with, newest first. */
export const devicesOfDriver = lister('devices', 'driverId', ({ id }) => desc(id))
