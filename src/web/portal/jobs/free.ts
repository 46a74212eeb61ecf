import type { Occupation } from '../../../domain/occupation.ts'
import { describeQuoteWarnings, type QuoteWarning } from '../../../domain/quote-warnings.ts'
import { listTakenWithin } from '../../plain/crew-fit.ts'
import { findToday, formatWall, toWallDay, toWallTime } from '../../plain/moment.ts'
import { toWallAt } from '../../plain/zone.ts'

/** A busy time of a driver or a vehicle, and its cause. */
type TakenSpan = {
  readonly from: string
  readonly to: string
  readonly what: string
  readonly ref: string | null
  readonly kind: string | null
}

type FreeCoach = {
  readonly id: number
  readonly registration: string
  readonly seats: number
  readonly busy: readonly TakenSpan[]
}
type FreeDriver = { readonly id: number; readonly name: string; readonly busy: readonly TakenSpan[] }

/** The fleet and the drivers with the busy times of two months, in the form of the API. */
export type TakenMonths = { readonly vehicles: readonly FreeCoach[]; readonly drivers: readonly FreeDriver[] }

/** The part of a job that needs vehicles. */
type JobSpan = { readonly ref: string; readonly departs_at: string; readonly ends_at: string; readonly passenger_count: number }

function listTakenDuring(busy: readonly TakenSpan[], { ref, departs_at, ends_at }: Omit<JobSpan, 'passenger_count'>) {
  return listTakenWithin(busy, { ref, departsAt: Date.parse(departs_at), endsAt: Date.parse(ends_at) })
}

/** Whether a vehicle or driver is busy during a trip. Bookings and blocks count; quotes do not. */
function isTakenDuring(busy: readonly TakenSpan[], wanted: JobSpan): boolean {
  return listTakenDuring(busy, wanted).some(({ what }) => what === 'booking' || what === 'block')
}

/** The free vehicles and drivers for a trip, large enough vehicles first. Null for a trip beyond the read months. */
export function findFreeFor(
  time: TakenMonths,
  wanted: JobSpan,
  until: number,
): { readonly coaches: readonly FreeCoach[]; readonly crew: readonly FreeDriver[] } | null {
  if (Date.parse(wanted.ends_at) > until) return null
  const fits = ({ seats }: FreeCoach) => seats >= wanted.passenger_count
  return {
    coaches: time.vehicles
      .filter(({ busy }) => !isTakenDuring(busy, wanted))
      .toSorted((a, b) => Number(fits(b)) - Number(fits(a)) || a.seats - b.seats),
    crew: time.drivers.filter(({ busy }) => !isTakenDuring(busy, wanted)),
  }
}

/** The part of a typed quote that warnings depend on. */
type WrittenQuote = { readonly vehicleIds: readonly number[]; readonly inclusions: readonly string[] }

/** Warnings about a quote before it is sent, in the words of the warnings after it is sent. */
export function listWarningsBefore(
  { vehicleIds, inclusions }: WrittenQuote,
  wanted: Omit<JobSpan, 'passenger_count'> & { readonly hours_advice: { readonly second_driver_likely: boolean } | null },
  taken: Pick<TakenMonths, 'vehicles'>,
  zone: string,
): readonly QuoteWarning[] {
  const named = taken.vehicles.filter(({ id }) => vehicleIds.includes(id))
  const elsewhere = named.flatMap(({ busy, registration }) =>
    listTakenDuring(busy, wanted).map(({ from, to, ...why }) => {
      return { ...(why as Pick<Occupation, 'what' | 'ref' | 'kind'>), registration, from: Date.parse(from), to: Date.parse(to) }
    }),
  )
  const departsAt = Date.parse(wanted.departs_at)
  const day = findToday(zone, departsAt)
  const formatTime = (ms: number) => {
    const wall = toWallAt(ms, zone)
    return toWallDay(wall) === day ? `${toWallTime(wall)} that day` : formatWall(wall, day)
  }
  const secondDriverLikely = wanted.hours_advice?.second_driver_likely ?? false
  return describeQuoteWarnings({ status: 'likely', inclusions, secondDriverLikely, departsAt, formatTime, elsewhere })
}
