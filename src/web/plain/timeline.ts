import { daysLater } from './moment.ts'
import { instantsOf, withOffset } from './zone.ts'

/** A thing on a line of time, from one instant to another. */
export type Lying = { readonly from: string; readonly to: string }

/** Days on the clocks of a zone as instants (ms), with the start of each day. A day of 23 or 25 hours is that long. */
export type TimeWindow = {
  readonly from: number
  readonly to: number
  readonly days: readonly { readonly day: string; readonly at: number }[]
}

/** A thing where it is drawn: shares of the window (0 to 1), and the lane that keeps it off the others. */
export type PlacedBar<Item> = {
  readonly item: Item
  readonly left: number
  readonly width: number
  readonly lane: number
  /** Share of the window that is free from where it begins to the next on its lane, or the window's end. */
  readonly room: number
  /** Whether it begins before the window, and whether it ends after it. */
  readonly isCutBefore: boolean
  readonly isCutAfter: boolean
}

/** The item with its times as the clocks of a zone show them: `2027-06-12T07:30:00Z` → `2027-06-12T08:30:00+01:00`. */
export function onClocks<Item extends Lying>(item: Item, zone: string): Item {
  return { ...item, from: withOffset(Date.parse(item.from), zone), to: withOffset(Date.parse(item.to), zone) }
}

/** A window of `count` days from `day` (`2026-11-24`) on, on the clocks of the zone. */
export function windowOf(day: string, count: number, zone: string): TimeWindow {
  const days = Array.from({ length: count }, (_, nth) => {
    const one = daysLater(day, nth)
    return { day: one, at: startOf(one, zone) }
  })
  return { from: startOf(day, zone), to: startOf(daysLater(day, count), zone), days }
}

/** The first instant of a day; where the clocks jump over midnight, the first there is. */
function startOf(day: string, zone: string): number {
  for (const hour of ['00', '01', '02', '03']) {
    const [instant] = instantsOf(`${day}T${hour}:00`, zone)
    if (instant !== undefined) return instant
  }
  return Date.parse(`${day}T00:00:00Z`)
}

/** Everything that lies within the window, the first to begin first, each on the first lane that is free for it. */
export function placedIn<Item extends Lying>(items: readonly Item[], { from, to }: TimeWindow): readonly PlacedBar<Item>[] {
  const ends: number[] = []
  const placed = items
    .map((item) => ({ item, starts: Date.parse(item.from), ends: Date.parse(item.to) }))
    .filter((one) => one.starts < to && one.ends > from)
    .sort((a, b) => a.starts - b.starts || a.ends - b.ends)
    .map(({ item, starts, ends: endsAt }) => {
      const free = ends.findIndex((end) => end <= starts)
      const lane = free === -1 ? ends.length : free
      ends[lane] = endsAt
      const left = (Math.max(starts, from) - from) / (to - from)
      const right = (Math.min(endsAt, to) - from) / (to - from)
      return { item, left, width: right - left, lane, isCutBefore: starts < from, isCutAfter: endsAt > to }
    })
  const nextOn = new Map<number, number>()
  return placed
    .toReversed()
    .map((one) => {
      const room = (nextOn.get(one.lane) ?? 1) - one.left
      nextOn.set(one.lane, one.left)
      return { ...one, room }
    })
    .toReversed()
}

/** Number of lanes that the bars take; at least one. */
export function lanesOf(placed: readonly PlacedBar<unknown>[]): number {
  return placed.reduce((most, { lane }) => Math.max(most, lane + 1), 1)
}
