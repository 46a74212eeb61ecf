import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { removeSome } from '../rows/bulk.ts'
import { dropper, finder, firstRow, inserter, saver } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

export type SignInCodeRow = Row<'signInCodes'>

export const insertSignInLink = inserter('signInLinks')
export const saveSignInLink = saver('signInLinks', ['usedAt'])
export const insertSignInCode = inserter('signInCodes')
export const saveSignInCode = saver('signInCodes', ['tries', 'usedAt'])

const linkByHash = prepared('sign_in_link', ({ db, t }) =>
  db
    .select({ link: t.signInLinks, user: t.users, driver: t.drivers })
    .from(t.signInLinks)
    .leftJoin(t.users, eq(t.users.id, t.signInLinks.userId))
    .leftJoin(t.drivers, eq(t.drivers.id, t.signInLinks.driverId))
    .where(eq(t.signInLinks.hash, sql.placeholder('hash'))),
)

/** A sign-in link with the person or driver it lets in; both are null where it goes by an address. */
export type FoundLink = {
  readonly link: Row<'signInLinks'>
  readonly user: Row<'users'> | null
  readonly driver: Row<'drivers'> | null
}

/** The link of this token hash with whom it lets in, used or not. */
export async function findSignInLink(db: Reader, hash: string): Promise<FoundLink | null> {
  return firstRow(await linkByHash(db).execute({ hash }))
}

const latestCode = prepared('sign_in_code', ({ db, t }) =>
  db
    .select()
    .from(t.signInCodes)
    .where(eq(t.signInCodes.phoneHash, sql.placeholder('phoneHash')))
    .orderBy(desc(t.signInCodes.id))
    .limit(1),
)

/** The code last sent to this phone, or null. */
export async function findSignInCode(db: Reader, phoneHash: string): Promise<SignInCodeRow | null> {
  return firstRow(await latestCode(db).execute({ phoneHash }))
}

/** The code that was sent with the link of this token hash, or null. */
export const findSignInCodeByLink = finder('signInCodes', 'linkHash')

/** Whatever was sent to this phone before opens nothing any more. */
export const voidSignInCodes = dropper('signInCodes', 'phoneHash')

const byPhone = prepared('drivers_by_phone', ({ db, t }) =>
  db
    .select({ driver: t.drivers, operator: t.operators })
    .from(t.drivers)
    .innerJoin(t.operators, eq(t.operators.id, t.drivers.operatorId))
    .where(and(eq(t.drivers.phoneHash, sql.placeholder('phoneHash')), isNull(t.drivers.removedAt)))
    .orderBy(asc(t.drivers.id)),
)

/** Everyone who drives with this phone, with the operator they drive for, in the order they were added. */
export async function findDriversByPhone(db: Reader, phoneHash: string) {
  return byPhone(db).execute({ phoneHash })
}

/** Forgets up to `limit` links that ended before `endedBefore` (ms); says how many. */
export function purgeSignInLinks(tx: Writer, endedBefore: number, limit: number): Promise<number> {
  return removeSome(tx, 'signInLinks', { which: (t) => lte(t.expiresAt, endedBefore), oldestBy: (t) => t.expiresAt }, limit)
}

/** Forgets up to `limit` codes that ended before `endedBefore` (ms); says how many. */
export function purgeSignInCodes(tx: Writer, endedBefore: number, limit: number): Promise<number> {
  return removeSome(tx, 'signInCodes', { which: (t) => lte(t.expiresAt, endedBefore), oldestBy: (t) => t.expiresAt }, limit)
}
