import { and, desc, eq, inArray, isNull, lt, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { lockUnlockedIds } from '../locks.ts'
import { buildBulkStatement, buildValuesList } from '../rows/bulk.ts'
import { createInserter, omitColumns, takeFirstRow } from '../rows/statements.ts'
import { createSalt } from '../secret-box.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

export const insertCredential = createInserter('credentials')

const byHash = prepareStatement('credential_by_hash', ({ db, t }) =>
  db
    .select({
      credential: omitColumns(t.credentials, ['hash', 'hint', 'userId']),
      user: { id: t.users.id, name: t.users.name, email: t.users.email, role: t.users.role, removedAt: t.users.removedAt },
      driverRemovedAt: t.drivers.removedAt,
    })
    .from(t.credentials)
    .leftJoin(t.users, eq(t.users.id, t.credentials.userId))
    .leftJoin(t.drivers, eq(t.drivers.id, t.credentials.driverId))
    .where(eq(t.credentials.hash, sql.placeholder('hash'))),
)

/** A credential that was found by the hash of its token, with the person behind it. */
export type FoundCredential = {
  readonly credential: Omit<Row<'credentials'>, 'hash' | 'hint' | 'userId'>
  readonly user: Pick<Row<'users'>, 'id' | 'name' | 'email' | 'role' | 'removedAt'> | null
  /** Instant (ms) at which its driver left the roster; null for a driver on it, and for a credential without a driver. */
  readonly driverRemovedAt: number | null
}

/** The credential of this token hash with its owner, valid or not. */
export async function findCredentialByHash(db: Reader, hash: string): Promise<FoundCredential | null> {
  return takeFirstRow(await byHash(db).execute({ hash }))
}

const revocationOf = prepareStatement('credential_standing', ({ db, t }) =>
  db
    .select({ revokedAt: t.credentials.revokedAt })
    .from(t.credentials)
    .where(eq(t.credentials.id, sql.placeholder('id'))),
)

/** False once the credential has been revoked, also in the middle of its own request. */
export async function isCredentialActive(tx: Writer, id: number): Promise<boolean> {
  const found = takeFirstRow(await revocationOf(tx).execute({ id }))
  return found !== null && found.revokedAt === null
}

/** The credential of a stream: its abilities, and whether it is still valid. */
export type Listening = Pick<Row<'credentials'>, 'id' | 'abilities' | 'revokedAt' | 'expiresAt'> & {
  readonly role: Row<'users'>['role'] | null
  readonly removedAt: number | null
}

const listening = buildBulkStatement('listening_credentials', ['id'], ({ db, t: { credentials: c, users } }, places) =>
  db
    .select({
      id: c.id,
      abilities: c.abilities,
      revokedAt: c.revokedAt,
      expiresAt: c.expiresAt,
      role: users.role,
      removedAt: users.removedAt,
    })
    .from(c)
    .leftJoin(users, eq(users.id, c.userId))
    .where(
      inArray(
        c.id,
        places.map(({ id }) => id),
      ),
    ),
)

/** The credentials of these ids, with their people, in no order. */
export async function listListeningCredentials(db: Reader, ids: readonly number[]): Promise<Listening[]> {
  return (
    await listening(
      db,
      ids.map((id) => ({ id })),
    )
  ).flat()
}

/** A recorded last use: the id of its row, and the time (ms). */
export type NotedUse = { readonly id: number; readonly at: number }

const useKeys = ['id', 'at'] as const

const touching = buildBulkStatement('touch_credentials', useKeys, ({ db, t: { credentials: c } }, places) =>
  db
    .update(c)
    .set({ lastUsedAt: sql`cast(used.column2 as bigint)` })
    .from(sql`${buildValuesList(useKeys, places)} as used`)
    .where(
      and(
        eq(c.id, sql`cast(used.column1 as bigint)`),
        or(isNull(c.lastUsedAt), lt(c.lastUsedAt, sql`cast(used.column2 as bigint)`)),
      ),
    ),
)

/** Saves when credentials were last used, except rows that another transaction is writing. Returns the saved ids. */
export async function touchCredentials(tx: Writer, uses: readonly NotedUse[]): Promise<Set<number>> {
  const free = await lockUnlockedIds(
    tx,
    'credentials',
    uses.map(({ id }) => id),
  )
  await touching(
    tx,
    uses.filter(({ id }) => free.has(id)),
  )
  return free
}

/** A key without its token, with the person who made it. */
export type KeyRow = Row<'credentials'> & {
  /** Null for a key from the command line, and for one made before this was stored. */
  readonly mintedBy: Pick<Row<'users'>, 'id' | 'name'> | null
}

/** The keys of one operator with their makers, newest first, including revoked ones. */
export async function listKeys(db: Reader, operatorId: number): Promise<KeyRow[]> {
  const { credentials, users } = db.t
  const found = await db.db
    .select({ key: credentials, mintedBy: { id: users.id, name: users.name } })
    .from(credentials)
    .leftJoin(users, eq(users.id, credentials.userId))
    .where(and(eq(credentials.operatorId, operatorId), eq(credentials.kind, 'api_key')))
    .orderBy(desc(credentials.id))
  return found.map(({ key, mintedBy }) => ({ ...key, mintedBy }))
}

/** Revokes a key of either kind; null without an active one of that name. */
export async function revokeKey(tx: Writer, tokenId: string, now: number) {
  const { credentials } = tx.t
  const rows = await tx.db
    .update(credentials)
    .set({ revokedAt: now })
    .where(
      and(isNamed(credentials, tokenId), isNull(credentials.revokedAt), inArray(credentials.kind, ['api_key', 'platform_key'])),
    )
    .returning()
  const revoked = takeFirstRow(rows)
  if (revoked !== null) tx.noteChange('credentials', { ...revoked, revokedAt: null }, revoked)
  return revoked
}

/** An SQL condition for the credential of this public id. It leaves out links of trips, as the index of ids does. */
function isNamed({ tokenId: column, tripId }: Reader['t']['credentials'], tokenId: string | Placeholder): SQL | undefined {
  return and(eq(column, tokenId), isNull(tripId))
}

const key = prepareStatement('find_key', ({ db, t: { credentials } }) =>
  db
    .select()
    .from(credentials)
    .where(isNamed(credentials, sql.placeholder('tokenId'))),
)

/** The key or device of this public id, or null. */
export async function findKey(db: Reader, tokenId: string): Promise<Row<'credentials'> | null> {
  return takeFirstRow(await key(db).execute({ tokenId }))
}

/** Ends one credential (ms); a repeat changes nothing. */
export async function revokeCredential(tx: Writer, id: number, now: number): Promise<void> {
  const { credentials } = tx.t
  await tx.db
    .update(credentials)
    .set({ revokedAt: now })
    .where(and(eq(credentials.id, id), isNull(credentials.revokedAt)))
}

const endingTripLinks = prepareStatement('revoke_trip_links', ({ db, t: { credentials } }) =>
  db
    .update(credentials)
    .set({ revokedAt: sql`${sql.placeholder('now')}` })
    .where(and(eq(credentials.tripId, sql.placeholder('tripId')), isNull(credentials.revokedAt))),
)

/** Ends every link of a trip (ms). The new salt also ends unopened emailed links, which have no row here. */
export async function revokeTripLinks(tx: Writer, tripId: number, now: number): Promise<void> {
  const { trips } = tx.t
  await endingTripLinks(tx).execute({ tripId, now })
  await tx.db.update(trips).set({ linkSalt: createSalt() }).where(eq(trips.id, tripId))
}
