const stepMs = 5 * 60_000

/** A trip with its end; local times with their offset. */
export type EndingTrip = {
  readonly ends_at: string
  readonly returns_at: string | null
  readonly legs: readonly {
    readonly arrive_by: string | null
    readonly stops: readonly { readonly arrive_at: string | null; readonly depart_at: string | null }[]
  }[]
}

/**
 * The end of a trip for people: its arrival at the last drop-off. An end calculated from a driving time is rounded up to five minutes;
 * an entered arrival time is not changed.
 */
export function findShownEnd(trip: EndingTrip): string {
  return isEntered(trip) ? trip.ends_at : roundUpEnd(trip.ends_at)
}

/** The end of a diary item for people. The item does not show the origin of the end, so every end is rounded up. */
export function findItemEnd({ what, to }: { readonly what: string; readonly to: string }): string {
  return what === 'block' ? to : roundUpEnd(to)
}

function isEntered({ ends_at, returns_at, legs }: EndingTrip): boolean {
  const calls = legs.flatMap(({ arrive_by, stops }) => [arrive_by, ...stops.map((stop) => stop.depart_at ?? stop.arrive_at)])
  return [returns_at, ...calls].some((time) => time != null && Date.parse(time) === Date.parse(ends_at))
}

function roundUpEnd(local: string): string {
  const wall = Math.ceil(Date.parse(`${local.slice(0, 19)}Z`) / stepMs) * stepMs
  return new Date(wall).toISOString().slice(0, 19) + local.slice(19)
}
