import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { handfuls, inBulk } from '../rows/bulk.ts'
import { firstRow } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

const people = inBulk(
  'people_to_tell',
  ['operatorId'],
  ({ db, t: { operators, users } }, places) => {
    const asked = places.map(({ operatorId }) => operatorId)
    // Named twice, or PostgreSQL reads everybody's people and picks theirs.
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

/** An operator with one of its people and the news they want to hear of; `user` is null for one without people. */
export type PersonToTell = {
  readonly operator: Pick<Row<'operators'>, 'id' | 'email' | 'phone'>
  readonly user: Pick<Row<'users'>, 'id' | 'email' | 'phone' | 'role' | 'notifications'> | null
}

/** The people of some operators, in order, with what they want to hear of; an operator without people stands there alone. */
export async function peopleToTell(db: Reader, operatorIds: readonly number[]): Promise<PersonToTell[]> {
  const rows = operatorIds.map((operatorId) => ({ operatorId }))
  const found = (await people(db, rows)).flat()
  return found.sort((one, other) => one.operator.id - other.operator.id || (one.user?.id ?? 0) - (other.user?.id ?? 0))
}

const customer = prepared('customer_to_tell', ({ db, t: { customers, trips } }) =>
  db
    .select({ email: customers.email, phone: customers.phone })
    .from(trips)
    .innerJoin(customers, eq(customers.id, trips.customerId))
    .where(eq(trips.id, sql.placeholder('tripId'))),
)

/** Finds how the customer of a trip is reached, or null. */
export async function customerToTell(db: Reader, tripId: number) {
  return firstRow(await customer(db).execute({ tripId }))
}

const driver = prepared('driver_to_tell', ({ db, t: { drivers } }) =>
  db
    .select({ email: drivers.email, phone: drivers.phone, notifyBySms: drivers.notifyBySms, operatorId: drivers.operatorId })
    .from(drivers)
    .where(and(eq(drivers.id, sql.placeholder('driverId')), isNull(drivers.removedAt))),
)

/** Finds how a driver on a roster is reached, or null. */
export async function driverToTell(db: Reader, driverId: number) {
  return firstRow(await driver(db).execute({ driverId }))
}

/** Every operator on the server, in order. */
export async function everyOperatorId(db: Reader): Promise<number[]> {
  const { operators } = db.t
  const rows = await db.db.select({ id: operators.id }).from(operators).orderBy(asc(operators.id))
  return rows.map(({ id }) => id)
}
