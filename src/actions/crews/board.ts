import { actsAsAdmin } from '../../domain/ability.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { coachesOf } from '../../domain/coach.ts'
import { inOrder } from '../../domain/duty.ts'
import { firstMsOf, hourMs, lastMsOf, minuteMs, toLocalDate, toSpokenTime } from '../../domain/instant.ts'
import { summariseTrip } from '../../domain/itinerary.ts'
import { lateMinutes } from '../../domain/lateness.ts'
import { inUrgency, type OpenPoint } from '../../domain/open-point.ts'
import { withoutReverted } from '../../domain/progress.ts'
import {
  type BoardDuty,
  bookingsOn,
  bookingsOnTheRoad,
  contactsOfEach,
  dutiesOfEach,
  tripEventsOfEach,
} from '../../storage/queries/board-trips.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { nextDeparture } from '../../storage/queries/open-points.ts'
import type { TripEventRow } from '../../storage/queries/trip-events.ts'
import type { Reader } from '../../storage/storage.ts'
import { type Counts, type Desk, inboxPoints, mostLines, officePoints, roadPoints } from '../office/open-points.ts'
import { fleetPoints, systemPoints } from '../office/trouble-points.ts'
import { type PhoneSetting, phoneCountriesOf } from '../people/phones.ts'
import { operatorOf } from '../quotes/jobs.ts'
import { journeyLegsOf } from '../road/convoys.ts'

/** A trip of the day with who drives it, how it goes and whom to ring; instants in ms. */
export type BoardTrip = {
  readonly record: BookingRecord
  readonly duties: readonly BoardDuty[]
  readonly lateMinutes: number | null
  readonly lastLocationAt: number | null
  readonly lastEvent: TripEventRow | null
  readonly customer: { readonly name: string; readonly phone: string | null } | null
}

/** A day at the desk, as far as its reader may know of it. */
export type Board = {
  /** A date on the operator's clocks. */
  readonly day: string
  readonly needsYou: readonly OpenPoint[]
  /** Null for a reader who may not read bookings. */
  readonly trips: readonly BoardTrip[] | null
  readonly counts: Counts
  /** The next departure (ms), told while nothing needs the desk; null else, and for a reader who may not read bookings. */
  readonly next: { readonly ref: string; readonly departsAt: number; readonly summary: string } | null
}

/** A day at the desk (`2026-06-12` on the operator's clocks, null for today), as far as the caller may read it. */
export async function readBoard(
  db: Reader,
  setting: PhoneSetting,
  caller: PortalCaller,
  asked: { readonly day: string | null },
  now: number,
): Promise<Board> {
  const operator = await operatorOf(db, caller)
  const desk: Desk = { operator, caller, now, phoneCountries: phoneCountriesOf(setting, operator) }
  const may = (ability: (typeof caller.credential.abilities)[number]) => caller.credential.abilities.includes(ability)
  const day = asked.day ?? toLocalDate(now, operator.timezone)
  const points: OpenPoint[] = []
  const counts: Counts = {}
  const take = (found: { readonly points: readonly OpenPoint[]; readonly counts: Counts }) => {
    points.push(...found.points)
    Object.assign(counts, found.counts)
  }
  const mayRoad = may('bookings:read')
  if (may('jobs:read')) take(await inboxPoints(db, desk))
  if (mayRoad) {
    take(await roadPoints(db, desk))
    take(await officePoints(db, desk))
    points.push(...(await latePoints(db, desk)))
  }
  if (may('drivers:read')) points.push(...(await fleetPoints(db, desk)))
  if (actsAsAdmin(caller.user.role, caller.credential.abilities)) points.push(...(await systemPoints(db, desk)))
  const next = mayRoad && points.length === 0 ? await nextDeparture(db, { operatorId: operator.id, now }) : null
  return {
    day,
    needsYou: inUrgency(points),
    trips: mayRoad ? await tripsOn(db, desk, day) : null,
    counts,
    next: next && { ref: next.ref, departsAt: next.departsAt, summary: summariseTrip(next.itinerary) },
  }
}

async function tripsOn(db: Reader, { operator, now }: Desk, day: string): Promise<readonly BoardTrip[]> {
  const span = { from: firstMsOf(day, operator.timezone), to: lastMsOf(day, operator.timezone) + 1 }
  return withProgress(db, await bookingsOn(db, operator.id, span), now)
}

/** Coaches that are behind their plan: only trips that have somebody to drive them, as the others are unstaffed. */
async function latePoints(db: Reader, { operator, now }: Desk): Promise<OpenPoint[]> {
  const onTheRoad = await bookingsOnTheRoad(db, { operatorId: operator.id, now, leftBy: now - 15 * minuteMs })
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

/** Bookings with everything around them, read at once for all. */
async function withProgress(db: Reader, records: readonly BookingRecord[], now: number): Promise<BoardTrip[]> {
  const ids = records.map(({ booking }) => booking.id)
  const duties = Map.groupBy(await dutiesOfEach(db, ids), ({ duty }) => duty.bookingId)
  const events = Map.groupBy(await tripEventsOfEach(db, ids), ({ bookingId }) => bookingId)
  const contacts = new Map((await contactsOfEach(db, ids)).map((contact) => [contact.bookingId, contact]))
  return records.map((record): BoardTrip => {
    const { booking, trip } = record
    const crew = duties.get(booking.id) ?? []
    const log = events.get(booking.id) ?? []
    const contact = contacts.get(booking.id)
    const coaches = coachesOf(
      booking.vehiclesNeeded,
      journeyLegsOf(trip),
      log,
      crew.map(({ duty }) => duty),
    )
    const byId = new Map(crew.map((one) => [one.duty.id, one]))
    const isOver = booking.finishedAt !== null
    // As in the booking itself: a position is shown from the first step to the last.
    const isOnTheRoad = log.length > 0 && !isOver
    return {
      record,
      duties: inOrder(crew.map(({ duty }) => duty)).flatMap(({ id }) => byId.get(id) ?? []),
      lateMinutes: isOver || now >= booking.endsAt ? null : lateMinutes(coaches, now),
      lastLocationAt: isOnTheRoad ? (contact?.lastSeenAt ?? null) : null,
      lastEvent: withoutReverted(log).at(-1) ?? null,
      customer: contact?.customer ?? null,
    }
  })
}
