import { actsAsAdmin } from '../../domain/ability.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { listCoaches } from '../../domain/coach.ts'
import { sortDuties } from '../../domain/duty.ts'
import { findFirstMs, findLastMs, hourMs, minuteMs, toLocalDate, toSpokenTime } from '../../domain/instant.ts'
import { summariseTrip } from '../../domain/itinerary.ts'
import { computeLateMinutes } from '../../domain/lateness.ts'
import { type OpenPoint, type OpenPointTrip, sortByUrgency } from '../../domain/open-point.ts'
import { removeReverted } from '../../domain/progress.ts'
import {
  type BoardDuty,
  listBookingsOn,
  listBookingsOnTheRoad,
  listContactsOfEach,
  listDutiesOfEach,
  listTripEventsOfEach,
} from '../../storage/queries/board-trips.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { findNextDeparture } from '../../storage/queries/open-points.ts'
import type { TripEventRow } from '../../storage/queries/trip-events.ts'
import type { Reader } from '../../storage/storage.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { listPhoneCountries, type PhoneSetting } from '../people/phones.ts'
import { listJourneyLegs } from '../transitions/convoys.ts'
import { type Counts, type Desk, listInboxPoints, listOfficePoints, listRoadPoints, mostLines } from './open-points.ts'
import { readTripsOfPoints } from './point-trips.ts'
import { listFleetPoints, listSystemPoints } from './trouble-points.ts'

/** A trip of the day with its drivers, its progress and the people to call; instants in ms. */
export type BoardTrip = {
  readonly record: BookingRecord
  readonly duties: readonly BoardDuty[]
  readonly lateMinutes: number | null
  readonly lastLocationAt: number | null
  readonly lastEvent: TripEventRow | null
  readonly customer: { readonly name: string; readonly organisation: string | null; readonly phone: string | null } | null
}

/** A day at the office, limited to its reader's abilities. */
export type Board = {
  /** A date on the operator's clocks. */
  readonly day: string
  readonly needsYou: readonly OpenPoint[]
  /** The trips of the points by reference. */
  readonly tripsOfPoints: ReadonlyMap<string, OpenPointTrip>
  /** Null for a reader without access to bookings. */
  readonly trips: readonly BoardTrip[] | null
  readonly counts: Counts
  /** The next departure (ms), while nothing but documents and information needs attention; null otherwise, and for a reader without access to bookings. */
  readonly next: { readonly ref: string; readonly departsAt: number; readonly summary: string } | null
}

/**
 * A day at the desk (`2026-06-12` on the operator's clocks, null for today), limited to the caller's abilities. With `onlyTrips` it has
 * no points and no counts, which do not depend on the day.
 */
export async function readBoard(
  db: Reader,
  setting: PhoneSetting,
  caller: PortalCaller,
  asked: { readonly day: string | null; readonly onlyTrips: boolean },
  now: number,
): Promise<Board> {
  const operator = await findOwnOperator(db, caller)
  const desk: Desk = { operator, caller, now, phoneCountries: listPhoneCountries(setting, operator) }
  const may = (ability: (typeof caller.credential.abilities)[number]) => caller.credential.abilities.includes(ability)
  const day = asked.day ?? toLocalDate(now, operator.timezone)
  const points: OpenPoint[] = []
  const counts: Counts = {}
  const take = (found: { readonly points: readonly OpenPoint[]; readonly counts: Counts }) => {
    points.push(...found.points)
    Object.assign(counts, found.counts)
  }
  const mayRoad = may('bookings:read')
  const trips = mayRoad ? await tripsOn(db, desk, day) : null
  if (asked.onlyTrips) return { day, needsYou: [], tripsOfPoints: new Map(), trips, counts, next: null }
  if (may('jobs:read')) take(await listInboxPoints(db, desk))
  if (mayRoad) {
    take(await listRoadPoints(db, desk))
    take(await listOfficePoints(db, desk))
    points.push(...(await latePoints(db, desk)))
  }
  if (may('drivers:read')) points.push(...(await listFleetPoints(db, desk)))
  if (actsAsAdmin(caller.user.role, caller.credential.abilities)) points.push(...(await listSystemPoints(db, desk)))
  const next = mayRoad && points.every(isForLater) ? await findNextDeparture(db, { operatorId: operator.id, now }) : null
  return {
    day,
    needsYou: sortByUrgency(points),
    tripsOfPoints: await readTripsOfPoints(db, operator.id, points),
    trips,
    counts,
    next: next && { ref: next.ref, departsAt: next.departsAt, summary: summariseTrip(next.itinerary) },
  }
}

/** Whether a point can wait: it is information, or a document. */
function isForLater({ kind, severity }: OpenPoint): boolean {
  return severity === 'info' || kind === 'document_expiring'
}

async function tripsOn(db: Reader, { operator, now }: Desk, day: string): Promise<readonly BoardTrip[]> {
  const span = { from: findFirstMs(day, operator.timezone), to: findLastMs(day, operator.timezone) + 1 }
  return withProgress(db, await listBookingsOn(db, operator.id, span), now)
}

/** Vehicles behind their plan. Only trips with a driver count, as the others are unstaffed. */
async function latePoints(db: Reader, { operator, now }: Desk): Promise<OpenPoint[]> {
  const onTheRoad = await listBookingsOnTheRoad(db, { operatorId: operator.id, now, leftBy: now - 15 * minuteMs })
  const trips = await withProgress(
    db,
    onTheRoad.filter(({ booking }) => booking.isCrewed),
    now,
  )
  return trips
    .flatMap(({ record: { booking, trip }, lateMinutes: minutes }): OpenPoint[] => {
      if (minutes === null) return []
      const planned = toSpokenTime(booking.departsAt, trip.timezone, now)
      const by = minutes * minuteMs >= hourMs ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes} min`
      return [
        {
          kind: 'late',
          ref: booking.ref,
          subject: null,
          summary: `${booking.ref}, planned for ${planned}, is ${by} late.`,
          dueAt: null,
          severity: 'now',
        },
      ]
    })
    .slice(0, mostLines)
}

/** Bookings with all related rows, in a fixed number of statements. */
async function withProgress(db: Reader, records: readonly BookingRecord[], now: number): Promise<BoardTrip[]> {
  const ids = records.map(({ booking }) => booking.id)
  const duties = Map.groupBy(await listDutiesOfEach(db, ids), ({ duty }) => duty.bookingId)
  const events = Map.groupBy(await listTripEventsOfEach(db, ids), ({ bookingId }) => bookingId)
  const contacts = new Map((await listContactsOfEach(db, ids)).map((contact) => [contact.bookingId, contact]))
  return records.map((record): BoardTrip => {
    const { booking, trip } = record
    const crew = duties.get(booking.id) ?? []
    const log = events.get(booking.id) ?? []
    const contact = contacts.get(booking.id)
    const coaches = listCoaches(
      booking.vehiclesNeeded,
      listJourneyLegs(trip),
      log,
      crew.map(({ duty }) => duty),
    )
    const byId = new Map(crew.map((one) => [one.duty.id, one]))
    const isOver = booking.finishedAt !== null
    // As in the booking, a position is shown from the first step to the last.
    const isOnTheRoad = log.length > 0 && !isOver
    return {
      record,
      duties: sortDuties(crew.map(({ duty }) => duty)).flatMap(({ id }) => byId.get(id) ?? []),
      lateMinutes: isOver || now >= booking.endsAt ? null : computeLateMinutes(coaches, now),
      lastLocationAt: isOnTheRoad ? (contact?.lastSeenAt ?? null) : null,
      lastEvent: removeReverted(log).at(-1) ?? null,
      customer: contact?.customer ?? null,
    }
  })
}
