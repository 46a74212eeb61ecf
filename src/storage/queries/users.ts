import { and, asc, eq, isNull } from 'drizzle-orm'
import { inserter, liveFinder, type Row, saver } from '../statements.ts'
import type { Reader } from '../storage.ts'

/** A person on an operator's account. */
export type UserRow = Row<'users'>

export const insertUser = inserter('users')
export const saveUser = saver('users', ['role', 'removedAt'])

/** Who signs in with this address, with the operator whose account they are on; first comer first. */
export async function findUsersByEmail(db: Reader, email: string) {
  const { operators, users } = db.t
  return db.db
    .select({ user: users, operator: operators })
    .from(users)
    .innerJoin(operators, eq(operators.id, users.operatorId))
    .where(and(eq(users.email, email), isNull(users.removedAt)))
    .orderBy(asc(users.id))
}

/** The person with this address on one account, or null. */
export const findUserOnAccount = liveFinder('users', 'operatorId', 'email')

/** A person on this account, or null. */
export const findUser = liveFinder('users', 'operatorId', 'id')

/** The people of one account, first comer first. */
export async function listUsers(db: Reader, operatorId: number): Promise<UserRow[]> {
  const { users } = db.t
  return db.db
    .select()
    .from(users)
    .where(and(eq(users.operatorId, operatorId), isNull(users.removedAt)))
    .orderBy(asc(users.id))
}
