import { and, asc, eq, inArray, isNull, max, ne } from 'drizzle-orm'
import type { Role } from '../../domain/ability.ts'
import { createInserter, createLiveFinder, createSaver } from '../rows/statements.ts'
import type { Reader, Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'
import type { Operator } from './operators.ts'

/** A person who signs in: on an operator's account, or one of the marketplace's people. */
export type PersonRow = Row<'users'>

type OnAccount = { readonly operatorId: number; readonly role: Role }

/** A person on an operator's account. */
export type UserRow = PersonRow & OnAccount

export const insertPerson = createInserter('users')

/** Adds a person to an account. */
export async function insertUser(tx: Writer, row: NewRow<'users'> & OnAccount): Promise<UserRow> {
  return (await insertPerson(tx, row)) as UserRow
}

export const savePerson = createSaver('users', ['role', 'removedAt'])

/** Changes a person on an account as `savePerson` does. */
export async function saveUser(tx: Writer, before: UserRow, patch: Partial<UserRow>): Promise<UserRow> {
  return (await savePerson(tx, before, patch)) as UserRow
}

/** A person with the operator of their account, if any. */
export type KnownPerson =
  | { readonly user: UserRow; readonly operator: Operator }
  | { readonly user: PersonRow; readonly operator: null }

/** People with this address on any account, oldest first. */
export async function findPeopleByEmail(db: Reader, email: string): Promise<KnownPerson[]> {
  const { operators, users } = db.t
  const found = await db.db
    .select({ user: users, operator: operators })
    .from(users)
    .leftJoin(operators, eq(operators.id, users.operatorId))
    .where(and(eq(users.email, email), isNull(users.removedAt)))
    .orderBy(asc(users.id))
  return found as KnownPerson[]
}

type FindUser<Key> = (db: Reader, operatorId: number, key: Key) => Promise<UserRow | null>

/** The person with this address on one account, or null. */
export const findUserOnAccount = createLiveFinder('users', 'operatorId', 'email') as FindUser<string>

/** A person on this account, or null. */
export const findUser = createLiveFinder('users', 'operatorId', 'id') as FindUser<number>

/** An active person of this number, also of the marketplace; or null. */
export const findUserById = createLiveFinder('users', 'id')

/** The people of one account, oldest first. */
export async function listUsers(db: Reader, operatorId: number): Promise<UserRow[]> {
  const { users } = db.t
  const found = await db.db
    .select()
    .from(users)
    .where(and(eq(users.operatorId, operatorId), isNull(users.removedAt)))
    .orderBy(asc(users.id))
  return found as UserRow[]
}

/** Instants (ms) at which these people last used a device, if ever. */
export async function listLastSeen(db: Reader, userIds: readonly number[]): Promise<Map<number, number>> {
  const { credentials } = db.t
  const found = await db.db
    .select({ userId: credentials.userId, at: max(credentials.lastUsedAt) })
    .from(credentials)
    .where(and(inArray(credentials.userId, [...userIds]), ne(credentials.kind, 'api_key')))
    .groupBy(credentials.userId)
  return new Map(found.flatMap(({ userId, at }) => (userId === null || at === null ? [] : [[userId, at] as const])))
}

/** The marketplace's people, by their addresses. */
export async function listPlatformPeople(db: Reader): Promise<PersonRow[]> {
  const { users } = db.t
  return db.db
    .select()
    .from(users)
    .where(and(isNull(users.operatorId), isNull(users.removedAt)))
    .orderBy(asc(users.email))
}
