import { aliasedTable, and, asc, eq, inArray, sql } from 'drizzle-orm'
import { liveStatuses } from '../../domain/quote.ts'
import { dropper, inserter, lister } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { type Asking, isOfAnother, isPromised } from './occupations.ts'

export const insertPromise = inserter('promisedVehicles')

/** The coaches that a quote, or the booking made of it, names. */
export const promisesOf = lister('promisedVehicles', 'quoteId', ({ vehicleNo }) => asc(vehicleNo))

const comforts = prepared('comforts_promised_for', ({ db, t: { promisedVehicles, vehicles } }) =>
  db
    .select({ id: vehicles.id, amenities: vehicles.amenities, wheelchairSpaces: vehicles.wheelchairSpaces })
    .from(promisedVehicles)
    .innerJoin(vehicles, eq(vehicles.id, promisedVehicles.vehicleId))
    .where(eq(promisedVehicles.tripId, sql.placeholder('tripId'))),
)

/** The comforts that a coach of the fleet has on board. */
export type Comforts = Pick<Row<'vehicles'>, 'amenities' | 'wheelchairSpaces'>

/** Comforts of the coaches that live quotes of a trip name, by the ids of the coaches. */
export async function comfortsPromisedFor(db: Reader, tripId: number): Promise<ReadonlyMap<number, Comforts>> {
  const found = await comforts(db).execute({ tripId })
  return new Map(found.map(({ id, ...comforts }) => [id, comforts]))
}

/** A quote names no coach any more. */
export const dropPromisesOf = dropper('promisedVehicles', 'quoteId')

const moving = prepared('move_promises_of', ({ db, t: { promisedVehicles } }) =>
  db
    .update(promisedVehicles)
    .set({ departsAt: sql`${sql.placeholder('departsAt')}`, endsAt: sql`${sql.placeholder('endsAt')}` })
    .where(eq(promisedVehicles.quoteId, sql.placeholder('quoteId'))),
)

/** The coaches of a booked quote are wanted from then until then (ms). */
export async function movePromisesOf(
  tx: Writer,
  { quoteId, departsAt, endsAt }: Pick<Row<'bookings'>, 'quoteId' | 'departsAt' | 'endsAt'>,
): Promise<void> {
  await moving(tx).execute({ quoteId, departsAt, endsAt })
}

const settling = prepared('settle_promises_of', ({ db, t: { promisedVehicles } }) =>
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

/** A coach of a booking was given to somebody: what they have takes the place of what a change had named for it. */
export async function settlePromisesOf(
  tx: Writer,
  { quoteId }: Pick<Row<'bookings'>, 'quoteId'>,
  vehicleNo: number,
): Promise<void> {
  await settling(tx).execute({ quoteId, vehicleNo, unsettledNo: -vehicleNo })
}

/** Live quotes of other trips that name a coach for the same time. */
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

function asked(handle: Reader, key: 'quoteId' | 'tripId'): Asking {
  const own = aliasedTable(handle.t.promisedVehicles, 'own')
  const { id, vehicleId: whose, departsAt: from, endsAt: to, tripId } = own
  return { table: own, id, whose, from, to, tripId, where: eq(own[key], sql.placeholder('id')) }
}

const ofQuote = prepared('rivals_of_quote', (handle) => rivals(handle, asked(handle, 'quoteId')))

const ofTrip = prepared('rivals_of_trip', (handle) => rivals(handle, asked(handle, 'tripId')))

const ofVehicle = prepared('rivals_for_vehicle', (handle) => {
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

/** A live quote of another trip that names the same coach for the same time; once for each pair that does. */
export type RivalQuote = Pick<Row<'quotes'>, 'id' | 'tripId' | 'status' | 'lockedUntil'>

/** The rivals of a quote, in no order. */
export async function rivalsOfQuote(db: Reader, quoteId: number): Promise<RivalQuote[]> {
  return ofQuote(db).execute({ id: quoteId })
}

/** The rivals of every quote of a trip, in no order. */
export async function rivalsOfTrip(db: Reader, tripId: number): Promise<RivalQuote[]> {
  return ofTrip(db).execute({ id: tripId })
}

/** The rivals of a trip that takes a coach of the fleet for a span (ms), in no order. */
export async function rivalsForVehicle(
  db: Reader,
  asked: { readonly tripId: number; readonly vehicleId: number; readonly from: number; readonly to: number },
): Promise<RivalQuote[]> {
  return ofVehicle(db).execute(asked)
}

const vehiclesOfTrip = prepared('vehicles_promised_on_trip', ({ db, t: { promisedVehicles, quotes } }) =>
  db
    .select({ id: promisedVehicles.vehicleId })
    .from(promisedVehicles)
    .innerJoin(quotes, and(eq(quotes.id, promisedVehicles.quoteId), inArray(quotes.status, [...liveStatuses])))
    .where(eq(promisedVehicles.tripId, sql.placeholder('id'))),
)

/** The coaches that live quotes of a trip name, some of them perhaps several times. */
export async function vehiclesPromisedOn(db: Reader, tripId: number): Promise<number[]> {
  return (await vehiclesOfTrip(db).execute({ id: tripId })).map(({ id }) => id)
}

const chargesBeside = prepared('charges_beside_quote', (handle) => {
  const { payments, promisedVehicles } = handle.t
  const asking = asked(handle, 'quoteId')
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

/** A deposit that is with the provider right now for another trip with the same coach at the same time, or null. */
export async function chargeBeside(db: Reader, quoteId: number): Promise<number | null> {
  const [charge] = await chargesBeside(db).execute({ id: quoteId })
  return charge?.id ?? null
}
