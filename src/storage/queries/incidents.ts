import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { IncidentStatus } from '../../domain/incident.ts'
import { buildListing, type ListedPage, type PageSpan } from '../lists/listing.ts'
import { createInserter, createLister, createSaver, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

export type IncidentRow = Row<'incidents'>

export const insertIncident = createInserter('incidents')
export const saveIncident = createSaver('incidents', ['status', 'movedAt'])

/** Lists the incidents of a booking's trip, in the order of their reports. */
export const listIncidentsOfBooking = createLister('incidents', 'bookingId', ({ id }) => asc(id))

/** Every incident that this driver reported, newest first, each with its trip's ref. */
export async function listIncidentsByDriver(db: Reader, driverId: number): Promise<{ ref: string; incident: IncidentRow }[]> {
  const { bookings, incidents } = db.t
  return db.db
    .select({ ref: bookings.ref, incident: incidents })
    .from(incidents)
    .innerJoin(bookings, eq(bookings.id, incidents.bookingId))
    .where(eq(incidents.driverId, driverId))
    .orderBy(desc(incidents.id))
}

/** An incident with its trip, the reporting driver (null for the customer), and the name of the person who changed it last. */
export type IncidentRecord = {
  readonly incident: IncidentRow
  readonly ref: string
  readonly timezone: string
  readonly driver: { readonly id: number; readonly name: string } | null
  readonly movedBy: string | null
}

function selectIncidents({ db, t: { bookings, drivers, incidents, trips, users } }: Reader) {
  return db
    .select({
      incident: incidents,
      ref: bookings.ref,
      timezone: trips.timezone,
      driver: { id: drivers.id, name: drivers.name },
      movedBy: users.name,
    })
    .from(incidents)
    .innerJoin(bookings, eq(bookings.id, incidents.bookingId))
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .leftJoin(drivers, eq(drivers.id, incidents.driverId))
    .leftJoin(users, eq(users.id, incidents.movedById))
}

function buildIncidentListing(name: string, isListed?: (handle: Reader) => SQL) {
  return buildListing<IncidentRecord, { readonly operatorId: number; readonly status: IncidentStatus | null }>(name, (handle) => {
    const { incidents } = handle.t
    const isTheirs = eq(incidents.operatorId, sql.placeholder('operatorId'))
    return {
      choose: (columns) =>
        handle.db
          .select(columns)
          .from(incidents)
          .where(and(isTheirs, isListed?.(handle)))
          .$dynamic(),
      rows: () => selectIncidents(handle).$dynamic(),
      id: incidents.id,
      by: [incidents.createdAt, incidents.id],
      newestFirst: true,
    }
  })
}

const all = buildIncidentListing('incidents')
const ofStatus = buildIncidentListing('incidents_of_status', ({ t: { incidents } }) =>
  eq(incidents.status, sql.placeholder('status')),
)

export type IncidentsQuery = PageSpan & { readonly operatorId: number; readonly status: IncidentStatus | null }

/** Lists one page of an account's incidents, latest report first, with their count; `status` null lists all. */
export function listIncidents(db: Reader, query: IncidentsQuery): Promise<ListedPage<IncidentRecord>> {
  return (query.status === null ? all : ofStatus)(db, query)
}

const byId = prepareStatement('incident', (handle) =>
  selectIncidents(handle).where(
    and(eq(handle.t.incidents.operatorId, sql.placeholder('operatorId')), eq(handle.t.incidents.id, sql.placeholder('id'))),
  ),
)

/** One incident of an account, or null. */
export async function findIncident(db: Reader, operatorId: number, id: number): Promise<IncidentRecord | null> {
  return takeFirstRow(await byId(db).execute({ operatorId, id }))
}
