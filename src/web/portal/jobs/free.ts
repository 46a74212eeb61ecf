import { takenWithin } from '../../plain/crew-fit.ts'

/** From when to when somebody or something is taken, and by what. */
type TakenSpan = { readonly from: string; readonly to: string; readonly what: string; readonly ref: string | null }

type FreeCoach = {
  readonly id: number
  readonly registration: string
  readonly seats: number
  readonly busy: readonly TakenSpan[]
}
type FreeDriver = { readonly id: number; readonly name: string; readonly busy: readonly TakenSpan[] }

/** What two months hold, as the server tells it. */
export type TakenMonths = { readonly vehicles: readonly FreeCoach[]; readonly drivers: readonly FreeDriver[] }

/** The part of a job that needs coaches. */
type JobSpan = { readonly ref: string; readonly departs_at: string; readonly ends_at: string; readonly passenger_count: number }

/** What is promised or only likely does not keep a coach from another trip. */
function isTaken(busy: readonly TakenSpan[], { ref, departs_at, ends_at }: JobSpan): boolean {
  const trip = { ref, departsAt: Date.parse(departs_at), endsAt: Date.parse(ends_at) }
  return takenWithin(busy, trip).some(({ what }) => what === 'booking' || what === 'block')
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
