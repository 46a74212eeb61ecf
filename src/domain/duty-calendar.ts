import type { BookingStatus } from './booking.ts'
import { type CalendarEvent, computeEventSequence } from './calendar.ts'
import { type CalendarNames, findHostOfBooking, findHostOfDuty } from './calendar-names.ts'
import { computeDutySpan, isOnLeg, type Post } from './duty.ts'
import type { FeedShow } from './feed.ts'
import { dayMs, toSpokenTime } from './instant.ts'
import type { Itinerary } from './itinerary.ts'
import { type Leg, listTransferLegs, roundTripEnd } from './leg.ts'
import type { Place } from './place.ts'
import { scrubContactAndMoney as scrub } from './scrub.ts'

/** Milliseconds for which the calendar shows a cancelled trip, and a duty that ended. */
const cancelledMs = 30 * dayMs

/** A booked trip and one of its duties; instants in ms. */
export type TripOnCalendar = {
  readonly booking: {
    readonly id: number
    readonly ref: string
    readonly status: BookingStatus
    readonly revision: number
    readonly departsAt: number
    readonly endsAt: number
    readonly vehiclesNeeded: number
    readonly cancelledAt: number | null
    readonly updatedAt: number
  }
  readonly itinerary: Itinerary
  /** Number of changes to the crew of the booking: each duty given, ended or declined. */
  readonly crewChanges: number
  /** Number of those changes since this duty was given, its own end included. Equals `crewChanges` without a duty. */
  readonly changesSince: number
  readonly duty:
    | (Post & {
        readonly id: number
        readonly vehicleReg: string
        readonly departsAt: number
        readonly endsAt: number
        readonly reportAt: number | null
        readonly reportPlace: string | null
        readonly passengerCount: number | null
        /** Instant at which the duty was cancelled or removed, also by a change of the trip. */
        readonly endedAt: number | null
      })
    | null
  readonly driverName: string | null
}

/** A coach without a driver on some legs, by their sequences; null for all. */
type OpenPost = Pick<Post, 'vehicleNo' | 'legs'>

/**
 * The settings for events, at `now` (ms). `isWhole` if the trips have all their duties, so that vehicles without a driver are
 * known.
 */
export type ShownDuties = {
  readonly show: FeedShow
  readonly names: CalendarNames
  readonly now: number
  readonly isWhole: boolean
}

/**
 * The calendar events of trips: one for each duty, and one for an unassigned trip. An assigned trip also has one for each vehicle
 * without a driver. A trip remains for 30 days after its cancellation, and so does a duty that ended without a successor. A
 * `busy` calendar shows only that a driver or vehicle is busy. Contact details and prices are removed from entered text.
 */
export function listDutyEvents(trips: readonly TripOnCalendar[], shown: ShownDuties): CalendarEvent[] {
  const isRecent = (at: number | null) => at === null || at > shown.now - cancelledMs
  const known = trips.filter(({ booking }) => isRecent(booking.cancelledAt))
  const listed = known.filter((trip) => !isDropped(trip) || isRecent(trip.duty?.endedAt ?? null))
  const open = shown.isWhole ? [...Map.groupBy(known, ({ booking }) => booking.id).values()].flatMap(openPosts) : []
  return [...listed.map((trip) => eventOf(trip, null, shown)), ...open.map(([trip, post]) => eventOf(trip, post, shown))]
}

/** The open posts of one assigned trip, by its rows; null for the whole trip. */
function openPosts(rows: readonly TripOnCalendar[]): (readonly [TripOnCalendar, OpenPost | null])[] {
  const [trip] = rows
  if (trip === undefined || trip.duty === null) return []
  const crew = rows.filter((row) => !isDropped(row))
  if (crew.length === 0) return [[withoutDuty(trip), null]]
  const drives = listTransferLegs(trip.itinerary.legs).map(({ sequence }) => sequence)
  return Array.from({ length: trip.booking.vehiclesNeeded }, (_, nth) => nth + 1).flatMap((vehicleNo) => {
    const drivers = crew.flatMap(({ duty }) => (duty?.vehicleNo === vehicleNo && duty.role !== 'second' ? duty : []))
    const legs = drives.filter((sequence) => !drivers.some((duty) => isOnLeg(duty, sequence)))
    if (legs.length === 0) return []
    return [[withoutDuty(trip), { vehicleNo, legs: legs.length === drives.length ? null : legs }] as const]
  })
}

function withoutDuty(trip: TripOnCalendar): TripOnCalendar {
  return { ...trip, duty: null, changesSince: trip.crewChanges }
}

/** Whether the duty ended before its booking did. */
function isDropped({ booking, duty }: TripOnCalendar): boolean {
  return duty !== null && duty.endedAt !== null && (booking.cancelledAt === null || duty.endedAt < booking.cancelledAt)
}

/** The event of a duty, of an open post on one vehicle, or without both of the whole unassigned trip. */
function eventOf(trip: TripOnCalendar, open: OpenPost | null, { show, names }: ShownDuties): CalendarEvent {
  const { booking, itinerary, duty } = trip
  const isBusy = show === 'busy'
  const post = duty ?? open
  const coach = open === null ? '' : `-coach-${open.vehicleNo}`
  const uid =
    duty === null
      ? `booking-${booking.id}${coach}@${findHostOfBooking(names, booking.id)}`
      : `duty-${duty.id}@${findHostOfDuty(names, duty.id)}`
  const { departsAt, endsAt } = duty ?? computeDutySpan({ legs: open?.legs ?? null }, booking, itinerary)
  return {
    uid,
    sequence: computeEventSequence(booking, trip.changesSince),
    changedAt: booking.updatedAt,
    startsAt: departsAt,
    endsAt: roundTripEnd(endsAt, itinerary),
    timezone: itinerary.timezone,
    isCancelled: booking.status === 'cancelled' || isDropped(trip),
    summary: isBusy ? 'Busy' : formatDutyTitle(trip, post),
    location: isBusy ? null : scrub(formatPlaceForSearch(listDutyLegs(trip, post)[0]?.pickup ?? itinerary.pickup)),
    description: isBusy ? null : listEventLines(trip, post).join('\n'),
  }
}

function formatDutyTitle({ booking, itinerary, duty }: TripOnCalendar, post: OpenPost | null): string {
  const coach = post !== null && booking.vehiclesNeeded > 1 ? ` (coach ${post.vehicleNo} of ${booking.vehiclesNeeded})` : ''
  return `${duty === null ? 'No driver yet: ' : ''}${scrub(itinerary.summary)}${coach}`
}

const roles = { driver: 'Driver', second: 'Second driver', relief: 'Relief driver' } as const

function listEventLines(trip: TripOnCalendar, post: OpenPost | null): string[] {
  const { booking, itinerary, duty, driverName } = trip
  const spoken = (ms: number) => toSpokenTime(ms, itinerary.timezone, booking.departsAt)
  const people = duty?.passengerCount ?? itinerary.passengerCount
  const lines = [booking.ref, `${people} ${people === 1 ? 'passenger' : 'passengers'}`]
  if (duty !== null) {
    lines.push(`Coach: ${duty.vehicleReg}`, `${roles[duty.role]}: ${scrub(driverName ?? '')}`)
    const place = duty.reportPlace === null ? null : scrub(duty.reportPlace)
    const report = [duty.reportAt === null ? null : spoken(duty.reportAt), place].filter((part) => part !== null)
    if (report.length > 0) lines.push(`Report: ${report.join(', ')}`)
  }
  const legs = listDutyLegs(trip, post).map(({ departsAt, pickup, dropoff }) => {
    return `${spoken(departsAt)}: ${scrub(pickup.label)} to ${scrub(dropoff.label)}`
  })
  return [...lines, '', ...legs]
}

function listDutyLegs({ itinerary }: TripOnCalendar, post: OpenPost | null): Leg[] {
  return listTransferLegs(itinerary.legs).filter(({ sequence }) => post === null || isOnLeg(post, sequence))
}

/** A place as entered, in the form for a map search. */
export function formatPlaceForSearch({ label, addressLines, locality, postcode }: Place): string {
  const parts = [label, ...addressLines, locality, postcode].filter((part) => part !== null && part !== '')
  return [...new Set(parts)].join(', ')
}
