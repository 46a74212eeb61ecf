import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { CredentialOwner } from '../domain/caller.ts'
import { Overtaken } from './rows/statements.ts'
import { prepareShape, type Reader, type Writer } from './storage.ts'

/**
 * Row locks are exclusive. PostgreSQL grants a new shared row lock while an exclusive one waits, so that the exclusive one can
 * wait forever. Shared locks are therefore advisory locks, whose waiters are served in order.
 */
type Strength = 'no key update' | 'update'

type Lockable<Q> = { for(strength: Strength, config?: { readonly skipLocked: true }): Q }

type LockedTable = 'credentials' | 'drivers' | 'messages' | 'operators' | 'trips' | 'users' | 'vehicles' | 'webhookSubscriptions'

/**
 * Locks a row until the transaction ends. Rows are read after their lock, and locks are taken in one order: operator, trip,
 * others, credential. On SQLite, which runs one writer at a time, this does nothing.
 */
function locker<K extends LockedTable, Key extends keyof Reader['t'][K] & string>(name: K, key: Key, strength: Strength) {
  const statement = prepareShape(`lock_${name}_by_${key}_${strength}`, (handle) =>
    selectLockedRows(handle, name, strength, (table) => sql`${table[key]} = ${sql.placeholder('value')}`),
  )
  return async (tx: Writer, value: number | string): Promise<void> => {
    if (tx.dialect === 'postgres') await statement(tx).execute({ value })
  }
}

/** Locks several rows in the order of their numbers, so that no two callers deadlock. */
function selectLockedRows<K extends LockedTable>(
  { db, t }: Reader,
  name: K,
  strength: Strength,
  which: (table: Reader['t'][K]) => SQL | undefined,
) {
  const table = t[name]
  const rows = db
    .select({ id: table.id })
    .from(table as Reader['t']['trips'])
    .where(which(table))
    .orderBy(asc(table.id))
  return lockable(rows).for(strength)
}

/** Locks a trip with its offers, quotes, payments, booking, assignments and log, which change one transaction at a time. */
export const lockTrip = locker('trips', 'id', 'no key update')

/** Locks a trip by its ref, which also names its job and its booking. */
export const lockTripByRef = locker('trips', 'ref', 'no key update')

/** Locks everything of an account that counts or names its people, drivers, vehicles or subscriptions. */
export const lockOperator = locker('operators', 'id', 'no key update')

/** Keeps a credential from being revoked until the transaction ends. It is the last lock of a transaction, taken before it commits. */
export const keepCredential = sharer('credential')

/** Locks a person, so that only one transaction at a time collects their waiting messages. */
export const lockUser = locker('users', 'id', 'no key update')

/** Locks a message while its words are made or deleted, so that no other transaction adds news to it. */
export const lockMessage = locker('messages', 'id', 'no key update')

/** Keeps a driver on the roster until the transaction ends, for a transaction that assigns something to them. */
export const keepDriver = sharer('driver')

/** Locks a driver for a removal, an erasure, or a request that can exist only once. It waits for every `keepDriver`. */
export async function lockDriver(tx: Writer, id: number): Promise<void> {
  await lockByName(tx, `driver ${id}`)
}

/** Locks a person among an operator's customers, so that a search finds the person by one of their trips. */
export async function lockPerson(tx: Writer, operatorId: number, personKey: string): Promise<void> {
  await lockByName(tx, `person ${operatorId} ${personKey}`)
}

/**
 * Locks the credentials of an owner before they are revoked, and the caller's own (`ownId`). It waits only for transactions that are
 * about to commit, and those that come later are refused. All are locked in one order, so that two callers who revoke each other do not
 * deadlock. Subscriptions come first, as in transactions that write to them.
 */
export async function lockCredentials(tx: Writer, owner: CredentialOwner | null, ownId: number | null): Promise<void> {
  if (tx.dialect !== 'postgres') return
  const { credentials } = tx.t
  // The index of ids omits the links of trips, whose ids are never used.
  const isNoLink = owner !== null && 'tokenId' in owner ? isNull(credentials.tripId) : undefined
  const theirs = Object.entries(owner ?? {}).map(([key, value]) => and(eq(credentials[key as 'deviceId'], value), isNoLink))
  const own = ownId === null ? [] : [eq(credentials.id, ownId)]
  const which = or(...theirs, ...own)
  if (which === undefined) return
  // Without revoked credentials, because years of old devices could fill the server's lock table.
  const ids = tx.db
    .select({ id: credentials.id })
    .from(credentials)
    .where(and(which, isNull(credentials.revokedAt)))
  await selectLockedRows(tx, 'webhookSubscriptions', 'no key update', ({ credentialId }) => inArray(credentialId, ids))
  const ending = ids.orderBy(asc(credentials.id)).as('ending')
  await tx.db.select({ isLocked: buildNameLock(sql`'credential ' || ${ending.id}`) }).from(ending)
}

/** Subscriptions are locked before their deliveries, both to send and to end them. */
export async function lockSubscriptions(tx: Writer, ids: readonly number[]): Promise<void> {
  if (tx.dialect !== 'postgres' || ids.length === 0) return
  await selectLockedRows(tx, 'webhookSubscriptions', 'no key update', ({ id }) => inArray(id, [...ids]))
}

/** Locks the subscriptions of a credential, before their deliveries. */
export const lockSubscriptionsOf = locker('webhookSubscriptions', 'credentialId', 'no key update')

/** Locks several trips, as `lockTrip` locks one. */
export async function lockTrips(tx: Writer, ids: readonly number[]): Promise<void> {
  if (tx.dialect !== 'postgres' || ids.length === 0) return
  await selectLockedRows(tx, 'trips', 'no key update', ({ id }) => inArray(id, [...ids]))
}

/** Locks vehicles of the fleet, so that their bookings and quotes are made one after another. */
export async function lockVehicles(tx: Writer, ids: readonly number[]): Promise<void> {
  if (tx.dialect !== 'postgres' || ids.length === 0) return
  await selectLockedRows(tx, 'vehicles', 'no key update', ({ id }) => inArray(id, [...ids]))
}

/** Locks known places in the order of their keys, which all writers use. */
export async function lockPlaces(tx: Writer, ids: readonly number[]): Promise<void> {
  if (tx.dialect !== 'postgres' || ids.length === 0) return
  const { knownPlaces: places } = tx.t
  const rows = tx.db
    .select({ id: places.id })
    .from(places)
    .where(inArray(places.id, [...ids]))
  await lockRows(tx, rows.orderBy(asc(places.key)))
}

/** Locks the trips of payouts. */
export async function lockTripsOfPayouts(tx: Writer, payoutIds: readonly number[]): Promise<void> {
  if (tx.dialect !== 'postgres' || payoutIds.length === 0) return
  const { payouts } = tx.t
  const paid = tx.db
    .select({ ref: payouts.bookingRef })
    .from(payouts)
    .where(inArray(payouts.id, [...payoutIds]))
  await selectLockedRows(tx, 'trips', 'no key update', ({ ref }) => inArray(ref, paid))
}

/** Locks the trip of an incident. */
export async function lockTripOfIncident(tx: Writer, incidentId: number): Promise<void> {
  if (tx.dialect !== 'postgres') return
  const { bookings, incidents } = tx.t
  const booked = tx.db.select({ id: incidents.bookingId }).from(incidents).where(eq(incidents.id, incidentId))
  const told = tx.db.select({ id: bookings.tripId }).from(bookings).where(inArray(bookings.id, booked))
  await selectLockedRows(tx, 'trips', 'no key update', ({ id }) => inArray(id, told))
}

/** Locks every trip of an account with this plate. */
export async function lockTripsOfPlate(tx: Writer, operatorId: number, plate: string): Promise<void> {
  if (tx.dialect !== 'postgres') return
  const { assignments, bookings } = tx.t
  const isTheirs = and(eq(assignments.vehicleReg, plate), isNull(assignments.endedAt), eq(bookings.operatorId, operatorId))
  await lockTrips(tx, await listTripIdsOfDuties(tx, isTheirs))
}

/**
 * Locks every trip that a leaving driver was ever assigned to, then the driver. They get no other trip afterwards. After an
 * assignment during the wait, the transaction begins again.
 */
export async function lockLeavingDriver(tx: Writer, driverId: number): Promise<void> {
  if (tx.dialect !== 'postgres') return
  const isTheirs = eq(tx.t.assignments.driverId, driverId)
  const known = await listTripIdsOfDuties(tx, isTheirs)
  await lockTrips(tx, known)
  await lockDriver(tx, driverId)
  if ((await listTripIdsOfDuties(tx, isTheirs)).length > known.length) throw new Overtaken()
}

async function listTripIdsOfDuties({ db, t: { assignments, bookings } }: Reader, which: SQL | undefined): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: bookings.tripId })
    .from(assignments)
    .innerJoin(bookings, eq(bookings.id, assignments.bookingId))
    .where(which)
  return rows.map(({ id }) => id)
}

type Sharing = 'shared' | 'exclusive'

/** Locks a name until the transaction ends, for one transaction or for all that share it. Waiters are served in order. */
function buildNameLock(name: SQL, sharing: Sharing = 'exclusive'): SQL {
  const lock = sql.raw(sharing === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  return sql`${lock}(hashtextextended(${name}, 0)) is null`
}

const prepareNameLock = (sharing: Sharing) =>
  prepareShape(`lock_name_${sharing}`, ({ db }) =>
    db.select({ isLocked: buildNameLock(sql`${sql.placeholder('name')}`, sharing) }).from(sql`(values (1)) as one`),
  )

const exclusively = prepareNameLock('exclusive')
const shared = prepareNameLock('shared')

async function lockByName(tx: Writer, name: string): Promise<void> {
  if (tx.dialect === 'postgres') await exclusively(tx).execute({ name })
}

/** A lock that many transactions can share, and one transaction can hold alone. */
function sharer(kind: 'credential' | 'driver' | 'node') {
  return async (tx: Writer, id: number | string): Promise<void> => {
    if (tx.dialect === 'postgres') await shared(tx).execute({ name: `${kind} ${id}` })
  }
}

/** Locks a key whose work is done once. The second request finds the first one's row, which does not exist until it commits. */
export async function lockIdempotencyKey(tx: Writer, scope: string, key: string): Promise<void> {
  await lockByName(tx, `${scope} ${key}`)
}

/** Locks the first run, which has one address and ends with the first operator. */
export async function lockFirstRun(tx: Writer): Promise<void> {
  await lockByName(tx, 'first run')
}

/** Locks the filling of rows from earlier releases. Nodes that start together continue each other's work. */
export async function lockFilling(tx: Writer, name: string): Promise<void> {
  await lockByName(tx, `filling ${name}`)
}

/** Locks the imported postcodes, which one import changes at a time. */
export async function lockPostcodes(tx: Writer): Promise<void> {
  await lockByName(tx, 'postcodes')
}

/** Locks and returns the rows of a query without those under another lock: two simultaneous claims find different rows. */
export function lockUnlockedRows<Q extends object>({ dialect }: Reader, query: Q, strength: Strength = 'update'): Q {
  return dialect === 'postgres' ? lockable(query).for(strength, { skipLocked: true }) : query
}

/** Locks and returns the ids of rows that no other transaction is writing; on SQLite all of them. */
export async function lockUnlockedIds<K extends LockedTable>(tx: Writer, name: K, ids: readonly number[]): Promise<Set<number>> {
  if (tx.dialect !== 'postgres' || ids.length === 0) return new Set(ids)
  const table = tx.t[name]
  const rows = tx.db
    .select({ id: table.id })
    .from(table as Reader['t']['trips'])
    .where(inArray(table.id, [...ids]))
  return new Set((await lockUnlockedRows(tx, rows, 'no key update')).map(({ id }) => id))
}

/** The rows of a query, each locked until the transaction ends. */
export function lockRows<Q extends object>({ dialect }: Reader, query: Q): Q {
  return dialect === 'postgres' ? lockable(query).for('no key update') : query
}

const living = prepareShape('keep_node', ({ db, t: { nodes } }) =>
  db
    .select({ bootId: nodes.bootId })
    .from(nodes)
    .where(and(eq(nodes.bootId, sql.placeholder('bootId')), isNull(nodes.diedAt))),
)

const keepBoot = sharer('node')

/** Keeps a boot from being declared dead until the transaction ends; false if it is dead. On SQLite the caller is the only one. */
export async function keepNode(tx: Writer, bootId: string): Promise<boolean> {
  if (tx.dialect === 'sqlite') return true
  await keepBoot(tx, bootId)
  return (await living(tx).execute({ bootId })).length > 0
}

/** Locks boots before they are declared dead. It waits for every `keepNode`. */
export async function lockNodes(tx: Writer, boots: readonly string[]): Promise<void> {
  for (const bootId of boots.toSorted()) await lockByName(tx, `node ${bootId}`)
}

function lockable<Q extends object>(query: Q): Lockable<Q> {
  return query as unknown as Lockable<Q>
}
