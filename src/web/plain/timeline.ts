import { addDays } from './moment.ts'
import { formatWithOffset, listInstants } from './zone.ts'

/** A span on a time line, from one instant to another. */
export type TimedItem = { readonly from: string; readonly to: string }

/** The hours of a day that the diary draws, from 05:00 to midnight, and the start of the day; instants (ms). */
export type DayWindow = { readonly start: number; readonly from: number; readonly to: number }

/** The place of a card in a row of days: its column from 0, the days it covers, and a lane without overlaps. */
export type PlacedCard<Item> = {
  readonly item: Item
  readonly column: number
  readonly span: number
  readonly lane: number
  /** Whether the item begins before or ends after the days. */
  readonly isCut: boolean
}

/** The place of a bar in a day: shares of the window (0 to 1), and a lane without overlaps. */
export type PlacedBar<Item> = { readonly item: Item; readonly left: number; readonly width: number; readonly lane: number }

/** The place of a bar's text: in the bar from the pick-up on, or beside it; with its start and its greatest width in pixels. */
export type PlacedText = { readonly side: 'inside' | 'right' | 'left'; readonly at: number; readonly room: number }

const hourMs = 3_600_000

/** The hour before which a trip belongs to the evening before, and at which the day of the diary begins. */
const nightHours = 5

/** Shortest time of a bar (ms), so that it can be pressed. */
const leastMs = hourMs / 2

/** Converts the times of an item to a time zone: `2027-06-12T07:30:00Z` → `2027-06-12T08:30:00+01:00`. */
export function toOwnClocks<Item extends TimedItem>(item: Item, zone: string): Item {
  return { ...item, from: formatWithOffset(Date.parse(item.from), zone), to: formatWithOffset(Date.parse(item.to), zone) }
}

/** The Monday of the week of a day: `2026-11-24` → `2026-11-23`. */
export function findMonday(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** Formats days as a title: `Monday 30 November 2026`, `30 November – 6 December 2026`, or a month as `November 2026`. */
export function formatPeriod(from: string, days: number, isMonth = false): string {
  const [first, last] = [new Date(from), new Date(addDays(from, days - 1))]
  const format = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' })
  if (isMonth) return format({ month: 'long', year: 'numeric' }).format(first)
  if (days === 1) return format({ dateStyle: 'full' }).format(first).replace(',', '')
  const range = format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(first, last)
  return range.replaceAll(/\s/g, ' ')
}

/** The first and the last day of an item on its clocks. An end before 05:00 belongs to the day before. */
export function findItemDays({ from, to }: TimedItem): { readonly first: string; readonly last: string } {
  const [begins, ends] = [from, to].map((local) => Date.parse(`${local.slice(0, 19)}Z`)) as [number, number]
  const last = new Date(Math.max(begins, ends - nightHours * hourMs)).toISOString().slice(0, 10)
  return { first: from.slice(0, 10), last }
}

/** The items within these days in order, each in the columns of its days on the first free lane. */
export function placeCards<Item extends TimedItem>(items: readonly Item[], days: readonly string[]): readonly PlacedCard<Item>[] {
  const ends: number[] = []
  return sortByTime(items).flatMap((item) => {
    const { first, last } = findItemDays(item)
    const column = days.findIndex((day) => day >= first)
    const end = days.findLastIndex((day) => day <= last)
    if (column === -1 || end < column) return []
    const free = ends.findIndex((taken) => taken < column)
    const lane = free === -1 ? ends.length : free
    ends[lane] = end
    const isCut = first < (days[0] ?? first) || last > (days.at(-1) ?? last)
    return [{ item, column, span: end - column + 1, lane, isCut }]
  })
}

/** The window of a day (`2026-11-24`) in a time zone. */
export function findDayWindow(day: string, zone: string): DayWindow {
  const start = findDayStart(day, zone)
  const [from = start + nightHours * hourMs] = listInstants(`${day}T0${nightHours}:00`, zone)
  return { start, from, to: findDayStart(addDays(day, 1), zone) }
}

/** First instant of a day, also if the clocks skip midnight. */
function findDayStart(day: string, zone: string): number {
  for (const hour of ['00', '01', '02', '03']) {
    const [instant] = listInstants(`${day}T${hour}:00`, zone)
    if (instant !== undefined) return instant
  }
  return Date.parse(`${day}T00:00:00Z`)
}

/** The items of the day by start, each on the first free lane. Items outside of the window are at its edge. */
export function placeBars<Item extends TimedItem>(
  items: readonly Item[],
  { start, from, to }: DayWindow,
): readonly PlacedBar<Item>[] {
  const ends: number[] = []
  return sortByTime(items)
    .map((item) => ({ item, starts: Date.parse(item.from), ends: Date.parse(item.to) }))
    .filter((one) => one.starts < to && one.ends > start)
    .map((one) => {
      const starts = Math.min(Math.max(one.starts, from), to - leastMs)
      const endsAt = Math.max(Math.min(one.ends, to), starts + leastMs)
      const free = ends.findIndex((end) => end <= starts)
      const lane = free === -1 ? ends.length : free
      ends[lane] = endsAt
      return { item: one.item, left: (starts - from) / (to - from), width: (endsAt - starts) / (to - from), lane }
    })
}

function sortByTime<Item extends TimedItem>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from) || Date.parse(a.to) - Date.parse(b.to))
}

/** Number of lanes of placed items, at least one. */
export function countLanes(placed: readonly { readonly lane: number }[]): number {
  return placed.reduce((most, { lane }) => Math.max(most, lane + 1), 1)
}

/**
 * The place of each bar's text in a track of `size` pixels. A text that its bar cannot hold is on the right, or on the left without
 * room there. `startOf` returns the share of a bar at which its text begins, and `sizeOf` the pixels of the text.
 */
export function placeTexts<Item>(
  placed: readonly PlacedBar<Item>[],
  size: number,
  startOf: (item: Item) => number,
  sizeOf: (item: Item) => number,
): readonly PlacedText[] {
  const takenTo: number[] = []
  return placed.map(({ item, left, width, lane }, nth) => {
    const [begin, end] = [left * size, (left + width) * size]
    const next = placed.slice(nth + 1).find((other) => other.lane === lane)
    const before = takenTo[lane] ?? 0
    const wanted = sizeOf(item)
    const inside: PlacedText = { side: 'inside', at: startOf(item) * width * size, room: (1 - startOf(item)) * width * size }
    const right: PlacedText = { side: 'right', at: end - begin, room: (next?.left ?? 1) * size - end }
    const leftRoom = Math.min(wanted, begin - before)
    const sides: readonly PlacedText[] = [inside, right, { side: 'left', at: -leftRoom, room: leftRoom }]
    const [widest = inside] = sides.toSorted((a, b) => b.room - a.room)
    const text = sides.find(({ room }) => room >= wanted) ?? widest
    takenTo[lane] = text.side === 'right' ? end + Math.min(wanted, text.room) : end
    return text
  })
}

/** A time without items, from an instant (ms) or from the start of the window, to an instant or to its end. */
export type FreeGap = { readonly from: number | null; readonly to: number | null }

/** The free times of more than an hour within the window that have not ended. */
export function listFreeGaps(items: readonly TimedItem[], { from, to }: DayWindow, now: number): readonly FreeGap[] {
  const gaps: FreeGap[] = []
  let freeFrom = from
  const close = (at: number) => {
    if (at - freeFrom > hourMs && at > now) gaps.push({ from: freeFrom === from ? null : freeFrom, to: at === to ? null : at })
  }
  for (const item of sortByTime(items)) {
    close(Math.min(Date.parse(item.from), to))
    freeFrom = Math.max(freeFrom, Date.parse(item.to))
  }
  close(to)
  return gaps
}
