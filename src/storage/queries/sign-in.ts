import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { removeSome } from '../rows/bulk.ts'
import { createDropper, createFinder, createInserter, createSaver, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

export type SignInCodeRow = Row<'signInCodes'>

export const insertSignInLink = createInserter('signInLinks')
export const saveSignInLink = createSaver('signInLinks', ['usedAt'])
export const insertSignInCode = createInserter('signInCodes')
export const saveSignInCode = createSaver('signInCodes', ['tries', 'usedAt'])

const linkByHash = prepareStatement('sign_in_link', ({ db, t }) =>
  db
    .select({ link: t.signInLinks, user: t.users, driver: t.drivers })
    .from(t.signInLinks)
    .leftJoin(t.users, eq(t.users.id, t.signInLinks.userId))
    .leftJoin(t.drivers, eq(t.drivers.id, t.signInLinks.driverId))
    .where(eq(t.signInLinks.hash, sql.placeholder('hash'))),
)

/** A sign-in link with its person or driver; both are null for a link by address. */
export type FoundLink = {
  readonly link: Row<'signInLinks'>
  readonly user: Row<'users'> | null
  readonly driver: Row<'drivers'> | null
}

/** The link of this token hash with its guest, including used ones. */
export async function findSignInLink(db: Reader, hash: string): Promise<FoundLink | null> {
  return takeFirstRow(await linkByHash(db).execute({ hash }))
}

const latestCode = prepareStatement('sign_in_code', ({ db, t }) =>
  db
    .select()
    .from(t.signInCodes)
    .where(eq(t.signInCodes.phoneHash, sql.placeholder('phoneHash')))
    .orderBy(desc(t.signInCodes.id))
    .limit(1),
)

/** The latest code sent to this phone, or null. */
export async function findSignInCode(db: Reader, phoneHash: string): Promise<SignInCodeRow | null> {
  return takeFirstRow(await latestCode(db).execute({ phoneHash }))
}

/** The code whose link has this token hash, or null. */
export const findSignInCodeByLink = createFinder('signInCodes', 'linkHash')

/** Invalidates all earlier codes to this phone. */
export const voidSignInCodes = createDropper('signInCodes', 'phoneHash')

const byPhone = prepareStatement('drivers_by_phone', ({ db, t }) =>
  db
    .select({ driver: t.drivers, operator: t.operators })
    .from(t.drivers)
    .innerJoin(t.operators, eq(t.operators.id, t.drivers.operatorId))
    .where(and(eq(t.drivers.phoneHash, sql.placeholder('phoneHash')), isNull(t.drivers.removedAt)))
    .orderBy(asc(t.drivers.id)),
)

/** Every driver with this phone, with their operator, oldest first. */
export async function findDriversByPhone(db: Reader, phoneHash: string) {
  return byPhone(db).execute({ phoneHash })
}

/** Deletes up to `limit` links that ended before `endedBefore` (ms). Returns their number. */
export function purgeSignInLinks(tx: Writer, endedBefore: number, limit: number): Promise<number> {
  return removeSome(tx, 'signInLinks', { which: (t) => lte(t.expiresAt, endedBefore), oldestBy: (t) => t.expiresAt }, limit)
}

/** Deletes up to `limit` codes that ended before `endedBefore` (ms). Returns their number. */
export function purgeSignInCodes(tx: Writer, endedBefore: number, limit: number): Promise<number> {
  return removeSome(tx, 'signInCodes', { which: (t) => lte(t.expiresAt, endedBefore), oldestBy: (t) => t.expiresAt }, limit)
}
