import { and, asc, eq, isNull } from 'drizzle-orm'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import type { Reader } from '../storage.ts'

export type UserRow = Row<'users'>

export const insertUser = inserter('users')
export const saveUser = saver('users', ['role', 'removedAt'])

/** The person who signs in with this address, on whichever account. */
export async function findUserByEmail(db: Reader, email: string): Promise<UserRow | null> {
  const { users } = db.t
  const isTheirs = and(eq(users.email, email), isNull(users.removedAt))
  return firstRow(await db.db.select().from(users).where(isTheirs))
}

/** A person on this account, or null. */
export async function findUser(db: Reader, operatorId: number, id: number): Promise<UserRow | null> {
  const { users } = db.t
  const isIt = and(eq(users.id, id), eq(users.operatorId, operatorId), isNull(users.removedAt))
  return firstRow(await db.db.select().from(users).where(isIt))
}

/** The people of one account, first comer first. */
export async function listUsers(db: Reader, operatorId: number): Promise<UserRow[]> {
  const { users } = db.t
  return db.db
    .select()
    .from(users)
    .where(and(eq(users.operatorId, operatorId), isNull(users.removedAt)))
    .orderBy(asc(users.id))
}
