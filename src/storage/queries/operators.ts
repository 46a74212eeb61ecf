import { asc, eq, inArray, sql } from 'drizzle-orm'
import { buildListing } from '../lists/listing.ts'
import { createFinder, createInserter, createSaver, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

export type Operator = Row<'operators'>

export const insertOperator = createInserter('operators')
export const saveOperator = createSaver('operators', ['updatedAt'])

export const findOperator = createFinder('operators', 'id')

const accountById = prepareStatement('account', ({ db, t: { operators } }) =>
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

/** An operator's account for its callers, without its operational settings. */
export type AccountRow = Pick<Operator, 'ref' | 'name' | 'operatorLicence' | 'timezone' | 'currencyCode'>

/** Finds the account of an operator, without its settings; or null. */
export async function findAccount(db: Reader, id: number): Promise<AccountRow | null> {
  return takeFirstRow(await accountById(db).execute({ id }))
}

export const findOperatorByRef = createFinder('operators', 'ref')

export async function findOperatorsByRef(db: Reader, refs: readonly string[]): Promise<Operator[]> {
  const { operators } = db.t
  return db.db
    .select()
    .from(operators)
    .where(inArray(operators.ref, [...refs]))
    .orderBy(asc(operators.id))
}

const locations = prepareStatement('locations_of_operators', ({ db, t: { operators } }) =>
  db.selectDistinct({ timezone: operators.timezone, address: operators.address }).from(operators),
)

/** The distinct places of operators. */
export function listOperatorLocations(db: Reader): Promise<Pick<Operator, 'timezone' | 'address'>[]> {
  return locations(db).execute()
}

const firstTwo = prepareStatement('first_two_operators', ({ db, t: { operators } }) =>
  db.select({ id: operators.id }).from(operators).orderBy(asc(operators.id)).limit(2),
)

/** Whether this server has no account, one or several. */
export async function countOperators(db: Reader): Promise<'none' | 'one' | 'several'> {
  const found = await firstTwo(db).execute()
  return found.length === 0 ? 'none' : found.length === 1 ? 'one' : 'several'
}

/** The only operator with an account on this server; null for none or several. */
export async function findOnlyOperatorId(db: Reader): Promise<number | null> {
  const [first, ...others] = await firstTwo(db).execute()
  return first === undefined || others.length > 0 ? null : first.id
}

export async function listAllOperators(db: Reader): Promise<Operator[]> {
  return db.db.select().from(db.t.operators).orderBy(asc(db.t.operators.id))
}

/** One page of operators, newest first, with their count. */
export const listOperators = buildListing<Operator, object>('operators', ({ db, t: { operators } }) => ({
  choose: (columns) => db.select(columns).from(operators).$dynamic(),
  rows: () => db.select().from(operators).$dynamic(),
  id: operators.id,
  by: [operators.createdAt, operators.id],
  newestFirst: true,
}))
