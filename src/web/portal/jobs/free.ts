import type { Occupation } from '../../../domain/occupation.ts'
import { type QuoteWarning, quoteWarnings } from '../../../domain/quote-warnings.ts'
import { takenWithin } from '../../plain/crew-fit.ts'

/** A span in which somebody or something is taken, and by what. */
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

/** The fleet and the drivers, with what takes each in two months, as the server tells it. */
export type TakenMonths = { readonly vehicles: readonly FreeCoach[]; readonly drivers: readonly FreeDriver[] }

/** The part of a job that needs coaches. */
type JobSpan = { readonly ref: string; readonly departs_at: string; readonly ends_at: string; readonly passenger_count: number }

function takenDuring(busy: readonly TakenSpan[], { ref, departs_at, ends_at }: Omit<JobSpan, 'passenger_count'>) {
  return takenWithin(busy, { ref, departsAt: Date.parse(departs_at), endsAt: Date.parse(ends_at) })
}

/** Whether something keeps a coach or driver from a trip. Bookings and blocks do; promised or likely quotes do not. */
function isTaken(busy: readonly TakenSpan[], wanted: JobSpan): boolean {
  return takenDuring(busy, wanted).some(({ what }) => what === 'booking' || what === 'block')
}

/** The coaches that are free for a trip, those that hold everybody first; null where the trip lies beyond what was read. */
export function freeFor(
  time: TakenMonths,
  wanted: JobSpan,
  until: number,
): { readonly coaches: readonly FreeCoach[]; readonly crew: readonly FreeDriver[] } | null {
  if (Date.parse(wanted.ends_at) > until) return null
  const fits = ({ seats }: FreeCoach) => seats >= wanted.passenger_count
  return {
    coaches: time.vehicles
      .filter(({ busy }) => !isTaken(busy, wanted))
      .toSorted((a, b) => Number(fits(b)) - Number(fits(a)) || a.seats - b.seats),
    crew: time.drivers.filter(({ busy }) => !isTaken(busy, wanted)),
  }
}

/** A quote as it is being written, as far as there is something to say against it. */
type WrittenQuote = { readonly vehicleIds: readonly number[]; readonly inclusions: readonly string[] }

/** Warnings about a quote before it is sent, in the words that stand beside it afterwards. */
export function warningsBefore(
  { vehicleIds, inclusions }: WrittenQuote,
  wanted: Omit<JobSpan, 'passenger_count'> & { readonly hours_advice: { readonly second_driver_likely: boolean } | null },
  taken: Pick<TakenMonths, 'vehicles'>,
): readonly QuoteWarning[] {
  const named = taken.vehicles.filter(({ id }) => vehicleIds.includes(id))
  const elsewhere = named.flatMap(({ busy }) =>
    takenDuring(busy, wanted).map(({ from, to, ...why }) => {
      return { ...why, from: Date.parse(from), to: Date.parse(to) } as Occupation
    }),
  )
  const secondDriverLikely = wanted.hours_advice?.second_driver_likely ?? false
  return quoteWarnings({ status: 'likely', inclusions, secondDriverLikely, elsewhere })
}
