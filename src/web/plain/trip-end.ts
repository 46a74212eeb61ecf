const stepMs = 5 * 60_000

/** A trip as its end is read: local times with their offset. Without `legs` it is not known whether the end was entered. */
type EndingTrip = {
  readonly ends_at: string
  readonly returns_at?: string | null
  readonly legs?: readonly {
    readonly arrive_by: string | null
    readonly stops: readonly { readonly arrive_at: string | null; readonly depart_at: string | null }[]
  }[]
}

/**
 * The end of a trip for people: its arrival at the last drop-off. An end that the server reckoned from a driving time is rounded up to
 * five minutes; an arrival that somebody entered stays as it is.
 */
export function endOf(trip: EndingTrip): string {
  return isEntered(trip) ? trip.ends_at : roundedUp(trip.ends_at)
}

function isEntered({ ends_at, returns_at, legs }: EndingTrip): boolean {
  // An entered time has no seconds.
  if (legs === undefined) return ends_at.slice(17, 19) === '00'
  const calls = legs.flatMap(({ arrive_by, stops }) => [arrive_by, ...stops.map((stop) => stop.depart_at ?? stop.arrive_at)])
  return [returns_at, ...calls].some((time) => time != null && Date.parse(time) === Date.parse(ends_at))
}

function roundedUp(local: string): string {
  const wall = Math.ceil(Date.parse(`${local.slice(0, 19)}Z`) / stepMs) * stepMs
  return new Date(wall).toISOString().slice(0, 19) + local.slice(19)
}
