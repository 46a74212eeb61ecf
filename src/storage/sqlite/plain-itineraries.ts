import type { Database } from 'bun:sqlite'
import { parseInstant } from '../../domain/instant.ts'

type Trip = {
  readonly id: number
  readonly itinerary: string
  readonly masked: string
  readonly departsAt: number
  readonly returnsAt: number | null
  readonly endsAt: number
  readonly quoteBy: number
}

type LegTimes = { readonly sequence: number; readonly departsAt: number; readonly arriveBy: number | null }
type StopTimes = { readonly sequence: number; readonly arriveAt: number | null; readonly departAt: number | null }
/** A row of `stops`, with the number of its leg. */
type StopRow = StopTimes & { readonly leg: number }

/** Greatest number of trips held in memory at a time. */
const batchSize = 500

/** Names of the instants that release 0.1.0 stored as text on the clocks of the trip. */
const instants = new Set(['departs_at', 'returns_at', 'ends_at', 'arrive_by', 'arrive_at', 'depart_at', 'scheduled_at'])

/**
 * Converts the itineraries of release 0.1.0 to camelCase and epoch milliseconds, inside the transaction that renamed their
 * columns. Masked parts stay masked; the advice on hours is recalculated. The exact millisecond comes from a column of the
 * trip, leg or stop, if it exists.
 */
export function rewriteItineraries(database: Database): void {
  const batch = database.query<Trip, [number]>(
    `SELECT id, itinerary, masked_itinerary AS masked, departs_at AS departsAt, returns_at AS returnsAt, ends_at AS endsAt,
       quote_by AS quoteBy FROM trips WHERE id > ? ORDER BY id LIMIT ${batchSize}`,
  )
  const legsOf = database.query<LegTimes, [number]>(
    'SELECT sequence, departs_at AS departsAt, arrive_by AS arriveBy FROM legs WHERE trip_id = ? ORDER BY sequence',
  )
  const stopsOf = database.query<StopRow, [number]>(
    `SELECT legs.sequence AS leg, stops.sequence, arrive_at AS arriveAt, depart_at AS departAt
       FROM stops JOIN legs ON legs.id = leg_id WHERE trip_id = ?`,
  )
  const save = database.prepare('UPDATE trips SET itinerary = ?, masked_itinerary = ? WHERE id = ?')
  for (let trips = batch.all(0); trips.length > 0; trips = batch.all(trips.at(-1)?.id ?? 0)) {
    for (const { id, itinerary, masked, ...instants } of trips) {
      const rows = { legs: legsOf.all(id), stops: stopsOf.all(id) }
      const rewritten = (sheet: string) => ({ ...withInstantsOf(rows, restorePlainSheet(JSON.parse(sheet))), ...instants })
      save.run(JSON.stringify(rewritten(itinerary)), JSON.stringify({ ...rewritten(masked), isMasked: true }), id)
    }
  }
}

function withInstantsOf(rows: { legs: LegTimes[]; stops: StopRow[] }, { legs, ...itinerary }: Record<string, unknown>) {
  const exact = ({ stops, ...leg }: LegTimes & { stops: StopTimes[] }) => {
    const stopRows = rows.stops.filter((row) => row.leg === leg.sequence).map(({ leg: _, ...times }) => times)
    return { ...withTimesOf(rows.legs, leg), stops: stops.map((stop) => withTimesOf(stopRows, stop)) }
  }
  return { ...itinerary, legs: (legs as (LegTimes & { stops: StopTimes[] })[]).map(exact) }
}

function withTimesOf<T extends { readonly sequence: number }>(rows: readonly T[], part: T): T {
  return { ...part, ...rows.find(({ sequence }) => sequence === part.sequence) }
}

function restorePlainSheet(sheet: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { hours_advice: _, ...itinerary } = sheet
  return plainMembers(itinerary)
}

function plainMembers(members: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      return [key, instants.has(name) && typeof value === 'string' ? parseInstant(value) : plainValue(value)]
    }),
  )
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  return typeof value === 'object' && value !== null ? plainMembers(value) : value
}
