import type { BookingStatus } from './booking.ts'
import type { CalendarEvent } from './calendar.ts'
import { isOnLeg, type Post } from './duty.ts'
import type { FeedShow } from './feed.ts'
import { dayMs, toSpokenTime } from './instant.ts'
import type { Itinerary } from './itinerary.ts'
import { transfersOf } from './leg.ts'
import type { Place } from './place.ts'
import { makeScrub } from './scrub.ts'

/** What was called off is told for so long. */
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
  readonly duty:
    | (Post & {
        readonly id: number
        readonly vehicleReg: string
        readonly departsAt: number
        readonly endsAt: number
        readonly reportAt: number | null
        readonly reportPlace: string | null
        readonly passengerCount: number | null
      })
    | null
  readonly driverName: string | null
}

/** How events are shown, at `now` (ms); `host` makes their names this server's own. */
export type ShownDuties = { readonly show: FeedShow; readonly host: string; readonly now: number }

/**
 * What a calendar tells of trips: an event for each duty, one for a trip that no one is on. Called off, it stays for 30 days. Who may
 * see that they are busy sees nothing else; a telephone number or an address in what people typed is taken out.
 */
export function dutyEvents(trips: readonly TripOnCalendar[], shown: ShownDuties): CalendarEvent[] {
  return trips.filter(({ booking }) => isTold(booking, shown.now)).map((trip) => eventOf(trip, shown))
}

function isTold({ cancelledAt }: TripOnCalendar['booking'], now: number): boolean {
  return cancelledAt === null || cancelledAt > now - cancelledMs
}

function eventOf(trip: TripOnCalendar, { show, host }: ShownDuties): CalendarEvent {
  const { booking, itinerary, duty } = trip
  const isBusy = show === 'busy'
  return {
    uid: `${duty === null ? `booking-${booking.id}` : `duty-${duty.id}`}@${host}`,
    sequence: booking.revision,
    changedAt: booking.updatedAt,
    startsAt: duty?.departsAt ?? booking.departsAt,
    endsAt: duty?.endsAt ?? booking.endsAt,
    timezone: itinerary.timezone,
    isCancelled: booking.status === 'cancelled',
    summary: isBusy ? 'Busy' : titleOf(trip),
    location: isBusy ? null : placeText(ownLegs(trip)[0]?.pickup ?? itinerary.pickup),
    description: isBusy ? null : linesOf(trip).join('\n'),
  }
}

const scrub = makeScrub([])

function titleOf({ booking, itinerary, duty }: TripOnCalendar): string {
  const coach = duty !== null && booking.vehiclesNeeded > 1 ? ` (coach ${duty.vehicleNo} of ${booking.vehiclesNeeded})` : ''
  return `${duty === null ? 'No driver yet: ' : ''}${scrub(itinerary.summary)}${coach}`
}

const roles = { driver: 'Driver', second: 'Second driver', relief: 'Relief driver' } as const

function linesOf(trip: TripOnCalendar): string[] {
  const { booking, itinerary, duty, driverName } = trip
  const spoken = (ms: number) => toSpokenTime(ms, itinerary.timezone, booking.departsAt)
  const people = duty?.passengerCount ?? itinerary.passengerCount
  const lines = [booking.ref, `${people} ${people === 1 ? 'passenger' : 'passengers'}`]
  if (duty !== null) {
    lines.push(`Coach: ${duty.vehicleReg}`, `${roles[duty.role]}: ${driverName ?? ''}`)
    const place = duty.reportPlace === null ? null : scrub(duty.reportPlace)
    const report = [duty.reportAt === null ? null : spoken(duty.reportAt), place].filter((part) => part !== null)
    if (report.length > 0) lines.push(`Report: ${report.join(', ')}`)
  }
  const legs = ownLegs(trip).map(({ departsAt, pickup, dropoff }) => {
    return `${spoken(departsAt)}: ${scrub(pickup.label)} to ${scrub(dropoff.label)}`
  })
  return [...lines, '', ...legs]
}

function ownLegs({ itinerary, duty }: TripOnCalendar) {
  const legs = transfersOf(itinerary.legs)
  return duty === null ? legs : legs.filter(({ sequence }) => isOnLeg(duty, sequence))
}

/** A place as a map finds it. */
export function placeText({ label, addressLines, locality, postcode }: Place): string {
  const parts = [label, ...addressLines, locality, postcode].filter((part) => part !== null && part !== '')
  return scrub([...new Set(parts)].join(', '))
}
