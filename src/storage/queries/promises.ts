import { aliasedTable, and, asc, eq, inArray, sql } from 'drizzle-orm'
import { liveStatuses } from '../../domain/quote.ts'
import { createDropper, createInserter, createLister } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { type Asking, isOfAnother, isPromised } from './occupations.ts'

export const insertPromise = createInserter('promisedVehicles')

/** The vehicles that a quote or its booking names. */
export const listPromises = createLister('promisedVehicles', 'quoteId', ({ vehicleNo }) => asc(vehicleNo))

const comforts = prepareStatement('comforts_promised_for', ({ db, t: { promisedVehicles, vehicles } }) =>
  db
    .select({ id: vehicles.id, amenities: vehicles.amenities, wheelchairSpaces: vehicles.wheelchairSpaces })
    .from(promisedVehicles)
    .innerJoin(vehicles, eq(vehicles.id, promisedVehicles.vehicleId))
    .where(eq(promisedVehicles.tripId, sql.placeholder('tripId'))),
)

/** The comforts of a fleet vehicle. */
export type Comforts = Pick<Row<'vehicles'>, 'amenities' | 'wheelchairSpaces'>

/** Comforts of the vehicles that active quotes of a trip name, by vehicle id. */
export async function listPromisedComforts(db: Reader, tripId: number): Promise<ReadonlyMap<number, Comforts>> {
  const found = await comforts(db).execute({ tripId })
  return new Map(found.map(({ id, ...comforts }) => [id, comforts]))
}

/** Removes the vehicles that a quote names. */
export const dropPromisesOf = createDropper('promisedVehicles', 'quoteId')

const moving = prepareStatement('move_promises_of', ({ db, t: { promisedVehicles } }) =>
  db
    .update(promisedVehicles)
    .set({ departsAt: sql`${sql.placeholder('departsAt')}`, endsAt: sql`${sql.placeholder('endsAt')}` })
    .where(eq(promisedVehicles.quoteId, sql.placeholder('quoteId'))),
)

/** Moves the promised vehicles of a booked quote to another time (ms). */
export async function movePromisesOf(
  tx: Writer,
  { quoteId, departsAt, endsAt }: Pick<Row<'bookings'>, 'quoteId' | 'departsAt' | 'endsAt'>,
): Promise<void> {
  await moving(tx).execute({ quoteId, departsAt, endsAt })
}

const settling = prepareStatement('settle_promises_of', ({ db, t: { promisedVehicles } }) =>
  db
    .update(promisedVehicles)
    .set({ vehicleNo: sql`${sql.placeholder('vehicleNo')}` })
    .where(
      and(
        eq(promisedVehicles.quoteId, sql.placeholder('quoteId')),
        eq(promisedVehicles.vehicleNo, sql.placeholder('unsettledNo')),
      ),
    ),
)

/** Ends the promises of a booking for its assigned vehicles: an assignment replaces the vehicle that an amendment named. */
export async function settlePromisesOf(
  tx: Writer,
  { quoteId }: Pick<Row<'bookings'>, 'quoteId'>,
  vehicleNo: number,
): Promise<void> {
  await settling(tx).execute({ quoteId, vehicleNo, unsettledNo: -vehicleNo })
}

/** Active quotes of other trips that name a vehicle for the same time. */
function rivals(handle: Reader, asking: Asking) {
  const { promisedVehicles, quotes } = handle.t
  return handle.db
    .select({
      id: quotes.id,
      tripId: quotes.tripId,
      status: quotes.status,
      lockedUntil: quotes.lockedUntil,
    })
    .from(asking.table)
    .innerJoin(promisedVehicles, isPromised(handle, asking))
    .innerJoin(quotes, and(eq(quotes.id, promisedVehicles.quoteId), inArray(quotes.status, [...liveStatuses])))
    .where(and(asking.where, isOfAnother(promisedVehicles.tripId, asking)))
}

function buildPromiseAsking(handle: Reader, key: 'quoteId' | 'tripId'): Asking {
  const own = aliasedTable(handle.t.promisedVehicles, 'own')
  const { id, vehicleId: whose, departsAt: from, endsAt: to, tripId } = own
  return { table: own, id, whose, from, to, tripId, where: eq(own[key], sql.placeholder('id')) }
}

const ofQuote = prepareStatement('rivals_of_quote', (handle) => rivals(handle, buildPromiseAsking(handle, 'quoteId')))

const ofTrip = prepareStatement('rivals_of_trip', (handle) => rivals(handle, buildPromiseAsking(handle, 'tripId')))

const ofVehicle = prepareStatement('rivals_for_vehicle', (handle) => {
  const { vehicles: table } = handle.t
  return rivals(handle, {
    table,
    id: table.id,
    whose: table.id,
    from: sql`${sql.placeholder('from')}`,
    to: sql`${sql.placeholder('to')}`,
    tripId: sql`${sql.placeholder('tripId')}`,
    where: eq(table.id, sql.placeholder('vehicleId')),
  })
})

/** An active quote of another trip that names the same vehicle for the same time; one row for each such pair. */
export type RivalQuote = Pick<Row<'quotes'>, 'id' | 'tripId' | 'status' | 'lockedUntil'>

/** The rivals of a quote, in no order. */
export async function listRivalsOfQuote(db: Reader, quoteId: number): Promise<RivalQuote[]> {
  return ofQuote(db).execute({ id: quoteId })
}

/** The rivals of every quote of a trip, in no order. */
export async function listRivalsOfTrip(db: Reader, tripId: number): Promise<RivalQuote[]> {
  return ofTrip(db).execute({ id: tripId })
}

/** The competing quotes of a trip that takes a fleet vehicle for a span (ms), in no order. */
export async function listRivalsForVehicle(
  db: Reader,
  asked: { readonly tripId: number; readonly vehicleId: number; readonly from: number; readonly to: number },
): Promise<RivalQuote[]> {
  return ofVehicle(db).execute(asked)
}

const vehiclesOfTrip = prepareStatement('vehicles_promised_on_trip', ({ db, t: { promisedVehicles, quotes } }) =>
  db
    .select({ id: promisedVehicles.vehicleId })
    .from(promisedVehicles)
    .innerJoin(quotes, and(eq(quotes.id, promisedVehicles.quoteId), inArray(quotes.status, [...liveStatuses])))
    .where(eq(promisedVehicles.tripId, sql.placeholder('id'))),
)

/** The vehicles that active quotes of a trip name, possibly repeated. */
export async function listVehiclesPromisedOn(db: Reader, tripId: number): Promise<number[]> {
  return (await vehiclesOfTrip(db).execute({ id: tripId })).map(({ id }) => id)
}

const chargesBeside = prepareStatement('charges_beside_quote', (handle) => {
  const { payments, promisedVehicles } = handle.t
  const asking = buildPromiseAsking(handle, 'quoteId')
  return handle.db
    .select({ id: payments.id })
    .from(asking.table)
    .innerJoin(promisedVehicles, isPromised(handle, asking))
    .innerJoin(
      payments,
      and(
        eq(payments.quoteId, promisedVehicles.quoteId),
        eq(payments.kind, sql`'deposit'`),
        eq(payments.status, sql`'charging'`),
      ),
    )
    .where(and(asking.where, isOfAnother(promisedVehicles.tripId, asking)))
})

/** A deposit that is with the provider now for another trip with the same vehicle at the same time, or null. */
export async function findChargeBeside(db: Reader, quoteId: number): Promise<number | null> {
  const [charge] = await chargesBeside(db).execute({ id: quoteId })
  return charge?.id ?? null
}
