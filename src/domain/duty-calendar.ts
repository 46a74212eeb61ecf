import type { BookingStatus } from './booking.ts'
import { type CalendarEvent, sequenceOf } from './calendar.ts'
import { type CalendarNames, hostOfBooking, hostOfDuty } from './calendar-names.ts'
import { dutySpanOf, isOnLeg, type Post } from './duty.ts'
import type { FeedShow } from './feed.ts'
import { dayMs, toSpokenTime } from './instant.ts'
import type { Itinerary } from './itinerary.ts'
import { type Leg, roundedEnd, transfersOf } from './leg.ts'
import type { Place } from './place.ts'
import { scrubContactAndMoney as scrub } from './scrub.ts'

/** Milliseconds for which a cancelled trip is shown, and a duty that ended. */
const cancelledMs = 30 * dayMs

/** A booked trip, and somebody who is on it; instants in ms. */
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
  /** Number of those changes since this duty was given, with its own end. Equals `crewChanges` if there is no duty. */
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
        /** Instant at which the duty was cancelled or removed, or a change left nothing of it. */
        readonly endedAt: number | null
      })
    | null
  readonly driverName: string | null
}

/** A coach without a driver on some legs, by their sequences; null for all. */
type OpenPost = Pick<Post, 'vehicleNo' | 'legs'>

/**
 * The settings by which events are shown, at `now` (ms). `isWhole` where the trips come with everybody who is on them,
 * so that it is known which coach has no driver.
 */
export type ShownDuties = {
  readonly show: FeedShow
  readonly names: CalendarNames
  readonly now: number
  readonly isWhole: boolean
}

/**
 * The events that a calendar tells of trips: one for each duty, and one for a trip that no one is on. Where somebody is
 * on it, there is also one for each coach that lacks a driver. A trip stays for 30 days after its
 * cancellation. So does a duty that ended without a successor. A `busy` calendar shows that somebody is busy, and nothing else. Contact details and
 * prices are taken out of what people typed.
 */
export function dutyEvents(trips: readonly TripOnCalendar[], shown: ShownDuties): CalendarEvent[] {
  const isRecent = (at: number | null) => at === null || at > shown.now - cancelledMs
  const known = trips.filter(({ booking }) => isRecent(booking.cancelledAt))
  const told = known.filter((trip) => !isDropped(trip) || isRecent(trip.duty?.endedAt ?? null))
  const open = shown.isWhole ? [...Map.groupBy(known, ({ booking }) => booking.id).values()].flatMap(openPosts) : []
  return [...told.map((trip) => eventOf(trip, null, shown)), ...open.map(([trip, post]) => eventOf(trip, post, shown))]
}

/** The posts that the rows of one trip leave open where it was given to somebody at all; null for the whole trip. */
function openPosts(rows: readonly TripOnCalendar[]): (readonly [TripOnCalendar, OpenPost | null])[] {
  const [trip] = rows
  if (trip === undefined || trip.duty === null) return []
  const crew = rows.filter((row) => !isDropped(row))
  if (crew.length === 0) return [[withoutDuty(trip), null]]
  const drives = transfersOf(trip.itinerary.legs).map(({ sequence }) => sequence)
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

/** A duty, what is open on one coach, or with neither the whole trip that no one is on. */
function eventOf(trip: TripOnCalendar, open: OpenPost | null, { show, names }: ShownDuties): CalendarEvent {
  const { booking, itinerary, duty } = trip
  const isBusy = show === 'busy'
  const post = duty ?? open
  const coach = open === null ? '' : `-coach-${open.vehicleNo}`
  const uid =
    duty === null
      ? `booking-${booking.id}${coach}@${hostOfBooking(names, booking.id)}`
      : `duty-${duty.id}@${hostOfDuty(names, duty.id)}`
  const { departsAt, endsAt } = duty ?? dutySpanOf({ legs: open?.legs ?? null }, booking, itinerary)
  return {
    uid,
    sequence: sequenceOf(booking, trip.changesSince),
    changedAt: booking.updatedAt,
    startsAt: departsAt,
    endsAt: roundedEnd(endsAt, itinerary),
    timezone: itinerary.timezone,
    isCancelled: booking.status === 'cancelled' || isDropped(trip),
    summary: isBusy ? 'Busy' : titleOf(trip, post),
    location: isBusy ? null : scrub(placeText(legsOf(trip, post)[0]?.pickup ?? itinerary.pickup)),
    description: isBusy ? null : linesOf(trip, post).join('\n'),
  }
}

function titleOf({ booking, itinerary, duty }: TripOnCalendar, post: OpenPost | null): string {
  const coach = post !== null && booking.vehiclesNeeded > 1 ? ` (coach ${post.vehicleNo} of ${booking.vehiclesNeeded})` : ''
  return `${duty === null ? 'No driver yet: ' : ''}${scrub(itinerary.summary)}${coach}`
}

const roles = { driver: 'Driver', second: 'Second driver', relief: 'Relief driver' } as const

function linesOf(trip: TripOnCalendar, post: OpenPost | null): string[] {
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
  const legs = legsOf(trip, post).map(({ departsAt, pickup, dropoff }) => {
    return `${spoken(departsAt)}: ${scrub(pickup.label)} to ${scrub(dropoff.label)}`
  })
  return [...lines, '', ...legs]
}

function legsOf({ itinerary }: TripOnCalendar, post: OpenPost | null): Leg[] {
  return transfersOf(itinerary.legs).filter(({ sequence }) => post === null || isOnLeg(post, sequence))
}

/** A place as a map finds it, as it was typed. */
export function placeText({ label, addressLines, locality, postcode }: Place): string {
  const parts = [label, ...addressLines, locality, postcode].filter((part) => part !== null && part !== '')
  return [...new Set(parts)].join(', ')
}
