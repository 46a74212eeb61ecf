import { asc, eq, inArray, sql } from 'drizzle-orm'
import { listing } from '../lists/listing.ts'
import { finder, firstRow, inserter, saver } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

export type Operator = Row<'operators'>

export const insertOperator = inserter('operators')
export const saveOperator = saver('operators', ['updatedAt'])

export const findOperator = finder('operators', 'id')

const accountById = prepared('account', ({ db, t: { operators } }) =>
  db
    .select({
      ref: operators.ref,
      name: operators.name,
      operatorLicence: operators.operatorLicence,
      timezone: operators.timezone,
      currencyCode: operators.currencyCode,
    })
    .from(operators)
    .where(eq(operators.id, sql.placeholder('id'))),
)

/** An operator's account as its callers are told of it, without how the operator works. */
export type AccountRow = Pick<Operator, 'ref' | 'name' | 'operatorLicence' | 'timezone' | 'currencyCode'>

/** Finds who an operator is, without how they work; or null. */
export async function findAccount(db: Reader, id: number): Promise<AccountRow | null> {
  return firstRow(await accountById(db).execute({ id }))
}

export const findOperatorByRef = finder('operators', 'ref')

export async function findOperatorsByRef(db: Reader, refs: readonly string[]): Promise<Operator[]> {
  const { operators } = db.t
  return db.db
    .select()
    .from(operators)
    .where(inArray(operators.ref, [...refs]))
    .orderBy(asc(operators.id))
}

const locations = prepared('locations_of_operators', ({ db, t: { operators } }) =>
  db.selectDistinct({ timezone: operators.timezone, address: operators.address }).from(operators),
)

/** The places where operators are, each once. */
export function locationsOfOperators(db: Reader): Promise<Pick<Operator, 'timezone' | 'address'>[]> {
  return locations(db).execute()
}

const firstTwo = prepared('first_two_operators', ({ db, t: { operators } }) =>
  db.select({ id: operators.id }).from(operators).orderBy(asc(operators.id)).limit(2),
)

/** Whether none has an account on this server, one or several. */
export async function howManyOperators(db: Reader): Promise<'none' | 'one' | 'several'> {
  const found = await firstTwo(db).execute()
  return found.length === 0 ? 'none' : found.length === 1 ? 'one' : 'several'
}

/** The one operator who has an account on this server; null where there is none, or several. */
export async function onlyOperatorId(db: Reader): Promise<number | null> {
  const [first, ...others] = await firstTwo(db).execute()
  return first === undefined || others.length > 0 ? null : first.id
}

export async function allOperators(db: Reader): Promise<Operator[]> {
  return db.db.select().from(db.t.operators).orderBy(asc(db.t.operators.id))
}

/** One page of operators, newest first, and how many there are. */
export const listOperators = listing<Operator, object>('operators', ({ db, t: { operators } }) => ({
  choose: (columns) => db.select(columns).from(operators).$dynamic(),
  rows: () => db.select().from(operators).$dynamic(),
  id: operators.id,
  by: [operators.createdAt, operators.id],
  newestFirst: true,
}))
