import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { buildBulkStatement, handfuls } from '../rows/bulk.ts'
import { takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

const people = buildBulkStatement(
  'people_to_tell',
  ['operatorId'],
  ({ db, t: { operators, users } }, places) => {
    const asked = places.map(({ operatorId }) => operatorId)
    // Named twice, because PostgreSQL otherwise reads the people of every account first.
    const theirs = and(eq(users.operatorId, operators.id), isNull(users.removedAt), inArray(users.operatorId, asked))
    return db
      .select({
        operator: { id: operators.id, email: operators.email, phone: operators.phone },
        user: {
          id: users.id,
          email: users.email,
          phone: users.phone,
          role: users.role,
          notifications: users.notifications,
        },
      })
      .from(operators)
      .leftJoin(users, theirs)
      .where(inArray(operators.id, asked))
  },
  handfuls,
)

/** An operator with one of its people and their notification settings; `user` is null for one without people. */
export type PersonToNotify = {
  readonly operator: Pick<Row<'operators'>, 'id' | 'email' | 'phone'>
  readonly user: Pick<Row<'users'>, 'id' | 'email' | 'phone' | 'role' | 'notifications'> | null
}

/** Lists the people of some operators, in order, with their notification settings; an operator without people has one row. */
export async function listPeopleToNotify(db: Reader, operatorIds: readonly number[]): Promise<PersonToNotify[]> {
  const rows = operatorIds.map((operatorId) => ({ operatorId }))
  const found = (await people(db, rows)).flat()
  return found.sort((one, other) => one.operator.id - other.operator.id || (one.user?.id ?? 0) - (other.user?.id ?? 0))
}

const customer = prepareStatement('customer_to_tell', ({ db, t: { customers, trips } }) =>
  db
    .select({ email: customers.email, phone: customers.phone })
    .from(trips)
    .innerJoin(customers, eq(customers.id, trips.customerId))
    .where(eq(trips.id, sql.placeholder('tripId'))),
)

/** Finds the contact details of a trip's customer, or null. */
export async function findCustomerToNotify(db: Reader, tripId: number) {
  return takeFirstRow(await customer(db).execute({ tripId }))
}

const driver = prepareStatement('driver_to_tell', ({ db, t: { drivers } }) =>
  db
    .select({ email: drivers.email, phone: drivers.phone, notifyBySms: drivers.notifyBySms, operatorId: drivers.operatorId })
    .from(drivers)
    .where(and(eq(drivers.id, sql.placeholder('driverId')), isNull(drivers.removedAt))),
)

/** Finds the contact details of a driver on a roster, or null. */
export async function findDriverToNotify(db: Reader, driverId: number) {
  return takeFirstRow(await driver(db).execute({ driverId }))
}

/** Every operator on the server, in order. */
export async function listOperatorIds(db: Reader): Promise<number[]> {
  const { operators } = db.t
  const rows = await db.db.select({ id: operators.id }).from(operators).orderBy(asc(operators.id))
  return rows.map(({ id }) => id)
}
