import { addDays } from './moment.ts'
import { formatWithOffset, listInstants } from './zone.ts'

/** A span on a time line, from one instant to another. */
export type TimedItem = { readonly from: string; readonly to: string }

/** Days of a time zone as instants (ms), with the start of each day. A day can have 23 or 25 hours. */
export type TimeWindow = {
  readonly from: number
  readonly to: number
  readonly days: readonly { readonly day: string; readonly at: number }[]
}

/** The place of a bar: shares of the window (0 to 1), and a lane without overlaps. */
export type PlacedBar<Item> = {
  readonly item: Item
  readonly left: number
  readonly width: number
  readonly lane: number
  /** Share of the window from the start of the bar to the next bar of its lane, or to the window's end. */
  readonly room: number
  /** Whether the span begins before or ends after the window. */
  readonly isCutBefore: boolean
  readonly isCutAfter: boolean
}

/** Converts the times of an item to a time zone: `2027-06-12T07:30:00Z` → `2027-06-12T08:30:00+01:00`. */
export function toOwnClocks<Item extends TimedItem>(item: Item, zone: string): Item {
  return { ...item, from: formatWithOffset(Date.parse(item.from), zone), to: formatWithOffset(Date.parse(item.to), zone) }
}

/** A window of `count` days from `day` (`2026-11-24`), in a time zone. */
export function findTimeWindow(day: string, count: number, zone: string): TimeWindow {
  const days = Array.from({ length: count }, (_, nth) => {
    const one = addDays(day, nth)
    return { day: one, at: findDayStart(one, zone) }
  })
  return { from: findDayStart(day, zone), to: findDayStart(addDays(day, count), zone), days }
}

/** First instant of a day, also if the clocks skip midnight. */
function findDayStart(day: string, zone: string): number {
  for (const hour of ['00', '01', '02', '03']) {
    const [instant] = listInstants(`${day}T${hour}:00`, zone)
    if (instant !== undefined) return instant
  }
  return Date.parse(`${day}T00:00:00Z`)
}

/** The items within the window by start, each on the first free lane. */
export function placeBars<Item extends TimedItem>(items: readonly Item[], { from, to }: TimeWindow): readonly PlacedBar<Item>[] {
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

/** Number of lanes of the bars, at least one. */
export function countLanes(placed: readonly PlacedBar<unknown>[]): number {
  return placed.reduce((most, { lane }) => Math.max(most, lane + 1), 1)
}
