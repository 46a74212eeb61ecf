import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { columnsBut, finder, firstRow, inserter } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

export const insertCredential = inserter('credentials')

const byHash = prepared('credential_by_hash', ({ db, t }) =>
  db
    .select({
      credential: columnsBut(t.credentials, ['hash', 'hint', 'userId']),
      user: { id: t.users.id, name: t.users.name, email: t.users.email, role: t.users.role, removedAt: t.users.removedAt },
      driverRemovedAt: t.drivers.removedAt,
    })
    .from(t.credentials)
    .leftJoin(t.users, eq(t.users.id, t.credentials.userId))
    .leftJoin(t.drivers, eq(t.drivers.id, t.credentials.driverId))
    .where(eq(t.credentials.hash, sql.placeholder('hash'))),
)

/** The credential of this token hash with the person behind it, whether or not it still stands. */
export async function findCredentialByHash(db: Reader, hash: string) {
  return firstRow(await byHash(db).execute({ hash }))
}

const standing = prepared('credential_standing', ({ db, t }) =>
  db
    .select({ revokedAt: t.credentials.revokedAt })
    .from(t.credentials)
    .where(eq(t.credentials.id, sql.placeholder('id'))),
)

/** False once the credential has been revoked, also in the middle of its own request. */
export async function doesCredentialStand(tx: Writer, id: number): Promise<boolean> {
  const found = firstRow(await standing(tx).execute({ id }))
  return found !== null && found.revokedAt === null
}

const touch = prepared('touch_credential', ({ db, t }) =>
  db
    .update(t.credentials)
    .set({ lastUsedAt: sql`${sql.placeholder('at')}` })
    .where(eq(t.credentials.id, sql.placeholder('id'))),
)

/** Notes when a credential was last used. */
export async function touchCredential(tx: Writer, id: number, at: number): Promise<void> {
  await touch(tx).execute({ id, at })
}

/** The keys of one operator, newest first, revoked ones among them. */
export async function listKeys(db: Reader, operatorId: number) {
  const { credentials } = db.t
  return db.db
    .select()
    .from(credentials)
    .where(and(eq(credentials.operatorId, operatorId), eq(credentials.kind, 'api_key')))
    .orderBy(desc(credentials.id))
}

/** Revokes a key of either kind; null when there is no live one of that name. */
export async function revokeKey(tx: Writer, tokenId: string, now: number) {
  const { credentials } = tx.t
  const rows = await tx.db
    .update(credentials)
    .set({ revokedAt: now })
    .where(
      and(
        eq(credentials.tokenId, tokenId),
        isNull(credentials.revokedAt),
        inArray(credentials.kind, ['api_key', 'platform_key']),
      ),
    )
    .returning()
  return firstRow(rows)
}

export const findKey = finder('credentials', 'tokenId')

/** Ends one credential (ms); ending it again changes nothing. */
export async function revokeCredential(tx: Writer, id: number, now: number): Promise<void> {
  const { credentials } = tx.t
  await tx.db
    .update(credentials)
    .set({ revokedAt: now })
    .where(and(eq(credentials.id, id), isNull(credentials.revokedAt)))
}
